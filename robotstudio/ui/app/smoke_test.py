"""`robotstudio --smoke-test`: whether a window that was put together for others has all that it takes, said and ended.

It draws the start page, loads and evaluates the example, opens the guide, draws the icon, and prints into a PDF file:
what needs a plug-in of Qt, a page, a font or a module that a bundle may lack. Where a file is named, it draws that,
types a letter into it, and waits for its verdicts.
"""

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent

from robotstudio.ui.app.opening import Opening

if TYPE_CHECKING:  # the start page is drawn without them
    from robotstudio.draft.analysis import Analysis
    from robotstudio.ui.app.early_text import EarlyText
    from robotstudio.ui.app.studio import Studio

_ICON_SIZE: Final = 64


def begin(opening: Opening) -> None:
    """Draw the start page, then load the example; what is seen of it is looked at when it was evaluated."""
    if opening.text:
        _type_soon(opening, opening.text)
        return
    is_drawn = not opening.window.grab().isNull()
    print(f"smoke test: the start page is {'drawn' if is_drawn else 'empty'}", flush=True)
    studio = opening.finish()
    studio.show_example()
    shown = studio.tabs.front
    shown.session.analysis_painted.connect(partial(_on_analysis, shown, is_drawn))


def _type_soon(opening: Opening, text: "EarlyText") -> None:
    """Type a letter as soon as the text has the keyboard, and take it back; nothing else is made for that."""
    edit = opening.window.focusWidget()
    if not text.editor.hasFocus():
        QTimer.singleShot(0, partial(_type_soon, opening, text))
        return
    opening.begin()
    before, letter = text.editor.body(), (Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier, "x")
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QCoreApplication.sendEvent(edit, QKeyEvent(kind, *letter))
    is_typed = text.editor.body() == b"x" + before and not opening.window.grab().isNull()
    print(f"smoke test: the text is {'drawn' if is_typed else 'empty'}, and takes a key", flush=True)
    text.editor.undo()
    opening.made.connect(partial(_on_made, opening, is_typed))


def _on_made(opening: Opening, is_fine: bool) -> None:
    studio = opening.finish()
    studio.session.analysis_painted.connect(partial(_on_verdicts, studio, is_fine))


def _on_verdicts(studio: "Studio", is_fine: bool, analysis: "Analysis") -> None:
    is_fine = is_fine and not studio.is_unsaved and not studio.window.grab().isNull()
    print(f"smoke test: the file is drawn, {len(analysis.urls) * len(analysis.columns)} verdicts", flush=True)
    QCoreApplication.exit(0 if is_fine else 1)


def _on_analysis(studio: "Studio", is_fine: bool, analysis: "Analysis") -> None:
    if analysis.draft_revision != studio.editor.revision:
        return  # that of the start page
    cells = len(analysis.urls) * len(analysis.columns)
    is_fine = is_fine and cells > 0 and not studio.window.grab().isNull()
    print(f"smoke test: the example is drawn, {cells} verdicts", flush=True)
    lacking = [what for what, is_there in PARTS.items() if not is_there(studio)]
    if lacking:
        print("smoke test: not as they should be:", *lacking, flush=True)
    is_fine = is_fine and not lacking
    print(f"smoke test {'passed' if is_fine else 'failed'}:", *PARTS, flush=True)
    QCoreApplication.exit(0 if is_fine else 1)


def _has_guide(studio: "Studio") -> bool:
    studio.help.open_guide()
    return bool(studio.help.panel.browser.toPlainText().strip())


def _has_icon(_studio: "Studio") -> bool:
    return not QGuiApplication.windowIcon().pixmap(_ICON_SIZE).isNull()


def _prints(studio: "Studio") -> bool:
    from PySide6.QtPrintSupport import QPrinter  # noqa: PLC0415  # loaded when something is printed

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "verdicts.pdf"
        printer = QPrinter()
        printer.setOutputFileName(str(file))
        printed = studio.printing.print_on(printer, is_matrix=True)
        return printed is not None and file.read_bytes().startswith(b"%PDF")


PARTS: Final[Mapping[str, Callable[["Studio"], bool]]] = {
    "guide": _has_guide,
    "icon": _has_icon,
    "PDF": _prints,
}
