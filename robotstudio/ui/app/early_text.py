"""The text of a file that was named at the start: shown, and typed into, before the rest of the window is made."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from robotstudio.project.file.model import SUFFIX
from robotstudio.project.state import State
from robotstudio.store.errors import FileError
from robotstudio.store.files import FileStamp, read_stamped
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.shell.document_window import DocumentWindow
from robotstudio.ui.shell.work_area import WorkArea
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.formats import as_title
from robotstudio.ui.widgets.labels import Label

if TYPE_CHECKING:  # they come behind the text
    from robotstudio.ui.document.documents import Document
    from robotstudio.ui.document.session import Session

_COMMANDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
_OF_THE_TEXT: Final = frozenset(
    {
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Delete,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Shift,
    }
)
"""Without a modifier but Shift: all that an editor answers by itself."""
_DATABASE: Final = b"SQLite format 3"
"""A crawl, perhaps: `io.kinds` tells, but it imports more than the first frame should wait for."""


class ReadFile(NamedTuple):
    """A file as it was read."""

    path: Path
    body: bytes
    stamp: FileStamp


class EarlyText(QObject):
    """An editor in the place that it keeps; what there is to say of its text is not known yet, and nothing says so.

    `hand_over` makes the text a document, with what was typed meanwhile.
    """

    def __init__(self, theme: Theme, page: DocumentWindow, state: State, file: ReadFile) -> None:
        """In a part of a window that has nothing but its start page yet."""
        super().__init__(page)
        self._file = file
        self.editor = EditorPane(theme)
        self.editor.set_zoom(state.zoom)
        self.editor.set_ruler(state.ruler)
        self._work = work = WorkArea(theme, self.editor, QWidget(page), page)
        waiting = Label(theme, self.tr("The verdicts follow…"), work, px=12, color="text3")
        waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        work.wait_with(waiting)
        page.set_work(work)
        page.status_bar.show_nothing()
        columns = {name: shares for name, shares in state.splitters.items() if name == "columns"}
        work.restore(columns, page.window().size())
        self.editor.set_body(file.body)
        self.editor.set_title(file.path.name, modified=False)
        page.setWindowTitle(self.tr("{name}[*] – Robot Studio").format(name=as_title(file.path.name)))
        self.editor.hold()
        page.show_work()
        work.show_editor()
        self.editor.setFocus()

    @classmethod
    def of(cls, theme: Theme, page: DocumentWindow, state: State, path: Path) -> Self | None:
        """The text of a file; None where that is no text to be edited, or cannot be read, which is told later."""
        if path.suffix.lower() == SUFFIX:
            return None
        try:
            body, stamp = read_stamped(path)
        except FileError:
            return None
        if body.startswith(_DATABASE):
            return None
        return cls(theme, page, state, ReadFile(path, body, stamp))

    def hand_over(self, document: "Document", session: "Session") -> None:
        """Make the text the open document, and show what there is to say of it as soon as that is known."""
        document.take_shown(*self._file)
        session.analysis_changed.connect(self._on_known)
        session.stale_changed.connect(self._on_known)  # where it takes long, it says so itself

    def takes(self, event: QEvent) -> bool:
        """Whether an event is for the text alone, so that nothing else has to be there for it."""
        if not self.editor.hasFocus():
            return False
        if not isinstance(event, QKeyEvent):
            return isinstance(event, QInputMethodEvent)
        is_letter = bool(event.text()) and event.text().isprintable()
        return not event.modifiers() & _COMMANDS and (is_letter or Qt.Key(event.key()) in _OF_THE_TEXT)

    def _on_known(self, _known: object) -> None:
        self._work.stop_waiting()
