"""`robotstudio --smoke-test`: checks that a packaged program has all that it needs.

It draws the start page, loads and evaluates the example, opens the guide, draws the icon, and prints into a PDF file:
everything that needs a Qt plug-in, a page, a font or a module that a bundle may lack. If a file is given, it draws
that, types a letter before the rest is loaded, and waits for the verdicts of the text with it.
"""

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from robotstudio.ui.app.first_window import FirstWindow

if TYPE_CHECKING:  # the start page is drawn without them
    from robotstudio.draft.analysis import Analysis
    from robotstudio.ui.app.document_tabs import DocumentTabs
    from robotstudio.ui.app.studio import Studio

_ICON_SIZE: Final = 64


def begin(first: FirstWindow) -> None:
    """Report whether the first frame is drawn, and type a letter into it, which arrives once the rest is loaded."""
    is_drawn = not first.window.grab().isNull()
    if first.editor is None:
        print(f"smoke test: the start page is {'drawn' if is_drawn else 'empty'}", flush=True)
    else:
        print(f"smoke test: the text is {'drawn' if is_drawn else 'empty'}", flush=True)
        _press(first, Qt.Key.Key_X, "x")


def go_on(tabs: "DocumentTabs", first: FirstWindow) -> None:
    """Wait for the verdicts of the file, or load the example and wait for those."""
    if first.editor:
        session = tabs.front.session
        for signal in (session.analysis_changed, session.analysis_settled):  # the latter if there is no URL
            signal.connect(partial(_on_verdicts, tabs.front))
        return
    studio = tabs.front
    studio.show_example()
    shown = tabs.front
    shown.session.analysis_settled.connect(partial(_on_analysis, shown))


def _press(first: FirstWindow, key: Qt.Key, text: str) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text)
        QCoreApplication.postEvent(first.window.windowHandle(), event)


def _on_verdicts(studio: "Studio", analysis: "Analysis") -> None:
    if analysis.draft_revision != studio.editor.revision or not (analysis.urls or studio.session.is_settled):
        return
    is_typed = studio.editor.body().startswith(b"x")
    studio.editor.undo()
    is_fine = is_typed and not studio.is_unsaved and not studio.window.grab().isNull()
    print(f"smoke test: the file is drawn, {len(analysis.urls) * len(analysis.columns)} verdicts", flush=True)
    QCoreApplication.exit(0 if is_fine else 1)


def _on_analysis(studio: "Studio", analysis: "Analysis") -> None:
    if analysis.draft_revision != studio.editor.revision:
        return  # on the start page
    cells = len(analysis.urls) * len(analysis.columns)
    is_fine = cells > 0 and not studio.window.grab().isNull()
    print(f"smoke test: the example is drawn, {cells} verdicts", flush=True)
    missing = [what for what, is_there in PARTS.items() if not is_there(studio)]
    if missing:
        print("smoke test: not as they should be:", *missing, flush=True)
    is_fine = is_fine and not missing
    print(f"smoke test {'passed' if is_fine else 'failed'}:", *PARTS, flush=True)
    QCoreApplication.exit(0 if is_fine else 1)


def _has_guide(studio: "Studio") -> bool:
    studio.help.open_guide()
    return bool(studio.help.panel.browser.toPlainText().strip())


def _has_icon(_studio: "Studio") -> bool:
    return not QGuiApplication.windowIcon().pixmap(_ICON_SIZE).isNull()


def _prints(studio: "Studio") -> bool:
    from PySide6.QtPrintSupport import QPrinter  # loaded when something is printed

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
