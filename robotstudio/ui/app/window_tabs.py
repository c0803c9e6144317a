"""The documents of one window: their order, the one in front, and the strip of tabs."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QApplication

from robotstudio.text.language import tr
from robotstudio.ui.shell.document_bar import DocumentBar
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at

if TYPE_CHECKING:  # it gets them passed
    from robotstudio.ui.app.studio import Studio
    from robotstudio.ui.shell.main_window import MainWindow


class WindowTabs(QObject):
    """A window with its documents; user actions on tabs are emitted to the owner of all documents."""

    moved = Signal(int, int)
    chosen = Signal(object)  # Studio, as for all below
    close_wanted = Signal(object)
    own_window_wanted = Signal(object)
    main_window_wanted = Signal(object)
    drawn_over = Signal(QPoint)
    drawn_out = Signal(object, QPoint)
    draw_ended = Signal()
    begin_wanted = Signal()

    def __init__(self, window: "MainWindow", parent: QObject) -> None:
        super().__init__(parent)
        self._bar: DocumentBar | None = None
        self.window = window
        self.studios: list[Studio] = []
        """From the left."""
        self._has_main_elsewhere = False

    @property
    def front(self) -> "Studio":
        """The document in front."""
        seen = (studio for studio in self.studios if studio.page is self.window.document)
        return next(seen, self.studios[-1])

    def geometry(self) -> bytes:
        """Return the geometry of the window in Qt's form."""
        return bytes(self.window.saveGeometry().data())

    def beside(self, studio: "Studio") -> "Studio | None":
        """Return the document that comes to the front if this one is removed; None if there is no other."""
        place = self.studios.index(studio)
        others = [*self.studios[place + 1 :], *reversed(self.studios[:place])]
        return others[0] if others else None

    def move(self, before: int, now: int) -> None:
        """Move a document among the tabs."""
        self.studios.insert(now, self.studios.pop(before))

    def show_strip(self, *, is_wanted: bool, has_main_elsewhere: bool) -> None:
        """Update the tab strip, shown if wanted; the main window may be another one."""
        self._has_main_elsewhere = has_main_elsewhere
        if self._bar is None and is_wanted:
            self._bar = self._make_bar()
        if self._bar is not None:
            self._bar.setVisible(is_wanted)
            labels = [studio.label() for studio in self.studios]
            self._bar.tabs.show_labels(labels, self.studios.index(self.front))

    def place_at(self, screen: QPoint) -> int:
        """Return the index at which a tab dropped at a screen position is inserted; -1 outside the strip."""
        is_seen = self._bar is not None and QApplication.widgetAt(screen) in {self._bar, self._bar.tabs, self._bar.plus}
        return self._bar.place_at(screen) if self._bar is not None and is_seen else -1

    def show_drop(self, place: int) -> None:
        """Mark where a tab of another window would be inserted; -1 for no mark."""
        if self._bar is not None:
            self._bar.show_drop(place)

    def _make_bar(self) -> DocumentBar:
        bar = DocumentBar(self.window)
        bar.chosen.connect(self._on_chosen)
        bar.moved.connect(self.moved)
        bar.close_requested.connect(self._on_close_requested)
        bar.menu_requested.connect(self._on_menu_requested)
        bar.begin_requested.connect(self.begin_wanted)
        bar.drawn_over.connect(self.drawn_over)
        bar.drawn_out.connect(self._on_drawn_out)
        bar.draw_ended.connect(self.draw_ended)
        self.window.set_strip(bar)
        return bar

    def _on_chosen(self, place: int) -> None:
        self.chosen.emit(self.studios[place])

    def _on_close_requested(self, place: int) -> None:
        self.close_wanted.emit(self.studios[place])

    def _on_drawn_out(self, place: int, screen: QPoint) -> None:
        self.drawn_out.emit(self.studios[place], screen)

    def _on_menu_requested(self, place: int, at: QPoint) -> None:
        studio = self.studios[place]
        rows = [
            MenuAction(tr("Close tab"), partial(self.close_wanted.emit, studio)),
            MenuAction(),
            MenuAction(
                tr("Move to a window of its own"),
                partial(self.own_window_wanted.emit, studio),
                is_enabled=len(self.studios) > 1,
            ),
            MenuAction(
                tr("Move to the main window"),
                partial(self.main_window_wanted.emit, studio),
                is_enabled=self._has_main_elsewhere,
            ),
        ]
        popup_at(build_menu(self.window, rows), at, self.window)
