"""A window of the program: the menus, and its documents with one in front. It is independent of robots.txt."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QMoveEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST
from robotstudio.ui.language.language import native_keys
from robotstudio.ui.shell.document_window import DocumentWindow, Tab, focus_by_key
from robotstudio.ui.shell.tab_order import next_stop
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.notice_bar import Strip

if TYPE_CHECKING:
    from robotstudio.ui.shell.notices import Notices
    from robotstudio.ui.shell.status_bar import StatusBar
    from robotstudio.ui.shell.top_bar import TopBar
    from robotstudio.ui.shell.work_area import WorkArea

_ROOM_OF_TITLE = 40
_OF_A_FRAME = frozenset({QEvent.Type.LayoutRequest, QEvent.Type.UpdateRequest})


class MainWindow(QMainWindow):
    """Holds the documents, of which one is in front; the window shows its title, menus and parts."""

    about_to_close = Signal(object)
    activated = Signal()
    placed = Signal()

    document: DocumentWindow
    """The one in front; undefined before the first is added and after the last is removed."""
    strip: Strip
    """The strip of tabs, with the notices of the document in front."""

    def __init__(self) -> None:
        """Start without a document."""
        super().__init__()
        self._documents = QStackedWidget(self)
        self._build()
        self.setAcceptDrops(True)

    # Delegated to the document in front

    @property
    def actions_by_id(self) -> Mapping[str, QAction]:
        return self.document.actions_by_id

    @property
    def recent_menu(self) -> QMenu:
        return self.document.recent_menu

    @property
    def notices(self) -> "Notices":
        return self.document.notices

    @property
    def top_bar(self) -> "TopBar":
        return self.document.top_bar

    @property
    def status_bar(self) -> "StatusBar":
        return self.document.status_bar

    @property
    def work(self) -> "WorkArea":
        return self.document.work

    @property
    def tabs(self) -> tuple[Tab, ...]:
        return self.document.tabs

    @property
    def current_tab(self) -> str:
        return self.document.current_tab

    @property
    def is_on_start_page(self) -> bool:
        return self.document.is_on_start_page

    def show_tab(self, tab_id: str) -> None:
        self.document.show_tab(tab_id)

    def open_work(self) -> None:
        self.document.open_work()

    def show_work(self) -> None:
        self.document.show_work()

    def show_start_page(self) -> None:
        self.document.show_start_page()

    def show_commands(self) -> None:
        self.document.show_commands()

    def show_notice(self, kind: str, sentence: str) -> None:
        """Show a notice that concerns no single document."""
        self.document.notices.show_notice(kind, sentence)

    # The documents

    @property
    def is_empty(self) -> bool:
        """True if it has no documents."""
        return self._documents.count() == 0

    @property
    def documents(self) -> list[DocumentWindow]:
        """The documents, in the order of their creation."""
        widgets = map(self._documents.widget, range(self._documents.count()))
        return [widget for widget in widgets if isinstance(widget, DocumentWindow)]

    def set_strip(self, strip: Strip) -> None:
        """Set the strip of tabs between the menus and the document, in place of its empty placeholder."""
        self._rows.replaceWidget(self.strip, strip)
        if not self.is_empty:
            self.document.lie_over(strip)
        self.strip.deleteLater()
        self.strip = strip

    def add_document(self) -> DocumentWindow:
        """Add a document behind the one in front."""
        document = DocumentWindow(self)
        self.take_document(document)
        return document

    def take_document(self, document: DocumentWindow) -> None:
        """Add a document from another window; the one in front stays until it is brought to the front."""
        if self.is_empty:
            self.document = document
        document.title_changed.connect(self._show_title)
        document.main_window = self
        self._documents.addWidget(document)

    def release_document(self, document: DocumentWindow) -> None:
        """Remove a document intact, without a parent; another one comes to the front, or none is left."""
        document.title_changed.disconnect(self._show_title)
        self._documents.removeWidget(document)
        document.hide()
        if self.is_empty:
            self.document.leave_front()
            self.menuBar().clear()
            del self.document

    def bring_to_front(self, document: DocumentWindow) -> None:
        """Show a document in place of the current one."""
        if document is not self.document:
            self.document.leave_front()
        self.document = document
        self._documents.setCurrentWidget(document)
        document.fit(self.size())
        if not self._hint.text():
            self._name_keys()
        self._show_title()
        document.come_to_front()

    def cascade_from(self, other: "MainWindow") -> None:
        """Take the size of another window, a little below and to the right of it."""
        place, step = other.normalGeometry(), other.menuBar().height()
        self.resize(place.size())
        self.place_at(place.topLeft() + QPoint(step, step), other)

    def place_at(self, at: QPoint, other: "MainWindow") -> None:
        """Move the upper left corner there, as far as the window fits the screen, with the frame of another."""
        screen = QGuiApplication.screenAt(at) or self.screen()
        room = screen.availableGeometry()
        frame = other.frameSize() - other.size()
        size = self.size().boundedTo(room.size() - frame)
        self.resize(size)
        left, top = room.right() + 1 - (size + frame).width(), room.bottom() + 1 - (size + frame).height()
        self.move(max(room.left(), min(at.x(), left)), max(room.top(), min(at.y(), top)))

    def raise_and_activate(self) -> None:
        """Raise and activate the window."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def show_language(self, choice: str, of_system: str) -> None:
        """Check the chosen language, "" for that of the system, and show which that is."""
        for document in self.documents:
            document.show_language(choice, of_system)
        self._hint.adjustSize()
        self.menuBar().setCornerWidget(self._hint)  # restores its position

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Move the focus in visual order."""
        target = next_stop(self, self.focusWidget(), 1 if is_next else -1)
        return focus_by_key(target, is_next=is_next)

    def event(self, event: QEvent) -> bool:
        """Paint and lay out before other threads compute: both release the interpreter hundreds of times."""
        if event.type() not in _OF_A_FRAME:
            return super().event(event)
        with WINDOW_FIRST:
            return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room again if the window becomes small or large; else the user's shares stay."""
        super().resizeEvent(event)
        if not self.is_empty:
            self.document.fit(self.size())
        self.placed.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.placed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Set the height of the lower panel once it is known."""
        super().showEvent(event)
        if not self.is_empty:
            self.document.fit(self.size())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit for the owners of unsaved work, which may ignore the event."""
        self.about_to_close.emit(event)

    def changeEvent(self, event: QEvent) -> None:
        """Emit on activation: files may have changed in the meantime."""
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow() and not self.is_empty:
            self.activated.emit()
            self.document.shown_again.emit()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.activated.emit()
            self.document.files_dropped.emit(paths)

    def _build(self) -> None:
        central = QWidget(self)
        self._rows = column_in(central)
        self.strip = Strip(central)
        self._rows.addWidget(self.strip)
        self._rows.addWidget(self._documents, 1)
        self.setCentralWidget(central)
        self._hint = Label("", self.menuBar(), px=11, weight=500, color="text3")
        self._hint.setContentsMargins(0, 4, 14, 0)
        self.menuBar().setCornerWidget(self._hint)
        least = QSize(SIZES.window_min_width, SIZES.window_min_height)
        self.setMinimumSize(least.boundedTo(self.screen().availableSize()))  # a large scale exceeds a small screen
        room = self.screen().availableSize() - QSize(0, _ROOM_OF_TITLE)  # the height is unknown before it is shown
        self.resize(QSize(SIZES.window_width, SIZES.window_height).boundedTo(room))

    def _name_keys(self) -> None:
        """Show the keys of the command list in the corner."""
        keys = native_keys(self.actions_by_id["help.commands"].shortcut().toString())
        self._hint.setText(tr("{keys}  commands", keys=keys))

    def _show_title(self) -> None:
        document = self.document
        self.setWindowTitle(document.windowTitle())
        self.setWindowModified(document.isWindowModified())
        self.setWindowFilePath(document.windowFilePath())
