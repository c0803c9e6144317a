"""The documents of one window: their order, the one in front, and the strip of tabs."""

from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QApplication

from robotstudio.text.language import tr
from robotstudio.ui.shell.document_bar import DocumentBar
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at

if TYPE_CHECKING:  # it gets them passed
    from robotstudio.ui.app.studio import Studio
    from robotstudio.ui.shell.main_window import MainWindow


class TabActions(Protocol):
    """Actions of tabs, implemented by the owner of all documents."""

    def bring_to_front(self, studio: "Studio") -> None:
        """Bring a document to the front of its window."""

    def reorder(self, home: "WindowTabs", before: int, now: int) -> None:
        """Move a document among the tabs of its window."""

    def close_tab(self, studio: "Studio") -> object:
        """Close a document."""

    def move_to_own_window(self, studio: "Studio") -> None:
        """Move a document to a window of its own."""

    def move_to_main_window(self, studio: "Studio") -> None:
        """Move a document to the main window."""

    def drop(self, studio: "Studio", screen: QPoint) -> None:
        """Move a tab dropped outside its strip."""

    def begin_in(self, home: "WindowTabs") -> None:
        """Begin a new document in a window."""


class Drops(Protocol):
    """Shows in the strips of all windows where a dragged tab would be inserted."""

    def show_drop_of(self, source: "WindowTabs", screen: QPoint) -> None: ...

    def hide_drops(self) -> None: ...


class WindowTabs(QObject):
    """A window with its documents."""

    def __init__(self, window: "MainWindow", actions: TabActions, drops: Drops, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._drops = drops
        self.window = window
        self._bar = DocumentBar(self, window)
        window.set_strip(self._bar)
        self.studios: list[Studio] = []
        """Tabs from the left."""
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

    def show_strip(self, *, has_main_elsewhere: bool) -> None:
        """Update the strip of tabs; the main window may be another one."""
        self._has_main_elsewhere = has_main_elsewhere
        self._bar.tabs.show_labels([studio.label() for studio in self.studios], self.studios.index(self.front))

    def place_at(self, screen: QPoint) -> int:
        """Return the index at which a tab dropped at a screen position is inserted; -1 outside the strip."""
        is_seen = QApplication.widgetAt(screen) in {self._bar, self._bar.tabs, self._bar.plus}
        return self._bar.place_at(screen) if is_seen else -1

    def show_drop(self, place: int) -> None:
        """Mark where a tab of another window would be inserted; -1 for no mark."""
        self._bar.show_drop(place)

    # Actions of the strip

    def choose(self, place: int) -> None:
        self._actions.bring_to_front(self.studios[place])

    def reorder(self, before: int, now: int) -> None:
        self._actions.reorder(self, before, now)

    def close(self, place: int) -> None:
        self._actions.close_tab(self.studios[place])

    def drag_over(self, screen: QPoint) -> None:
        self._drops.show_drop_of(self, screen)

    def drop(self, place: int, screen: QPoint) -> None:
        self._actions.drop(self.studios[place], screen)

    def end_drag(self) -> None:
        self._drops.hide_drops()

    def begin(self) -> None:
        self._actions.begin_in(self)

    def open_menu(self, place: int, at: QPoint) -> None:
        studio = self.studios[place]
        rows = [
            MenuAction(tr("Close tab"), partial(self._actions.close_tab, studio)),
            MenuAction(),
            MenuAction(
                tr("Move to a new window"),
                partial(self._actions.move_to_own_window, studio),
                is_enabled=len(self.studios) > 1,
            ),
            MenuAction(
                tr("Move to the main window"),
                partial(self._actions.move_to_main_window, studio),
                is_enabled=self._has_main_elsewhere,
            ),
        ]
        popup_at(build_menu(self.window, rows), at, self.window)
