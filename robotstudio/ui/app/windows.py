"""The windows of the program: their geometries, and which documents they contain."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint

from robotstudio.ui.app.first_window import FirstWindow
from robotstudio.ui.app.window_tabs import TabActions, WindowTabs
from robotstudio.ui.shell.main_window import MainWindow
from robotstudio.ui.shell.tab_drag import knows_places

if TYPE_CHECKING:  # it gets them passed
    from robotstudio.ui.app.studio import Studio


class Windows(QObject):
    """All windows. Empty ones are hidden for reuse; the oldest of the others is the main one."""

    def __init__(
        self, first: FirstWindow, actions: TabActions, connect: Callable[[WindowTabs], object], parent: QObject
    ) -> None:
        """Start with the first window; `connect` is called for each new one."""
        super().__init__(parent)
        self._actions = actions
        self._language = first.language
        self._more_geometries = first.loaded.state.more_geometries
        self._connect = connect
        self._homes: list[WindowTabs] = []
        """The main window first, those without a document last."""
        self._take_in(first.window)

    def __iter__(self) -> Iterator[WindowTabs]:
        """Iterate over all windows, including hidden ones."""
        return iter(tuple(self._homes))

    @property
    def main(self) -> WindowTabs:
        """The first window, or the oldest that is left."""
        return self._homes[0]

    @property
    def in_use(self) -> tuple[WindowTabs, ...]:
        """Windows with a document."""
        return tuple(home for home in self._homes if home.studios)

    def of(self, studio: "Studio") -> WindowTabs:
        """Return the window of a document."""
        return next(home for home in self._homes if studio in home.studios)

    def open(self, beside: MainWindow, geometry: bytes = b"") -> WindowTabs:
        """Return an empty window, placed at `geometry`, at a remembered place, or beside another one."""
        waiting = next((home for home in self._homes if not home.studios), None)
        home = waiting or self._take_in(MainWindow())
        remembered = self._more_geometries[len(self._homes) - 2 :]
        if waiting is None and remembered:
            geometry = geometry or remembered[0]
        if geometry:
            home.window.restoreGeometry(geometry)
        elif waiting is None:
            home.window.cascade_from(beside)
        return home

    def hide_empty(self) -> bool:
        """Hide windows without a document; return True if one was visible."""
        self._homes.sort(key=_is_empty)
        seen = [home.window for home in self._homes if not home.studios and home.window.isVisible()]
        for window in seen:
            window.hide()
        return bool(seen)

    def geometries(self) -> tuple[bytes, ...]:
        """Return the geometries of all windows and of those that this run has not opened; the main window is first."""
        now = [home.geometry() for home in self._homes]
        return (*now, *self._more_geometries[len(now) - 1 :])

    def choose_language(self, choice: str) -> str:
        """Choose a language, and check it in the menus of all documents; return it if it cannot be shown, else ""."""
        language = self._language
        not_shown = language.choose(choice)
        for home in self._homes:
            home.window.show_language(language.choice, language.of_system)
        return not_shown

    def show_strips(self) -> None:
        """Update the tabs of all windows."""
        homes = self.in_use
        for home in homes:
            home.show_strip(has_main_elsewhere=home is not homes[0])

    def drop_at(self, screen: QPoint, source: WindowTabs) -> tuple[WindowTabs | None, int]:
        """Return the strip of another window at a screen position, and the index in it."""
        others = [home for home in self.in_use if home is not source] if knows_places() else []
        places = ((home, home.place_at(screen)) for home in others)
        return next(((home, place) for home, place in places if place >= 0), (None, -1))

    def close(self) -> None:
        """Close all windows after the documents."""
        for home in self._homes:
            home.window.close()

    def _take_in(self, window: MainWindow) -> WindowTabs:
        home = WindowTabs(window, self._actions, self, self)
        self._homes.append(home)
        self._connect(home)
        return home

    def show_drop_of(self, source: WindowTabs, screen: QPoint) -> None:
        """Mark where a tab of `source` would be inserted if it was dropped."""
        target, place = self.drop_at(screen, source)
        for home in self._homes:
            home.show_drop(place if home is target else -1)

    def hide_drops(self) -> None:
        """Mark no place for a dropped tab."""
        for home in self._homes:
            home.show_drop(-1)


def _is_empty(home: WindowTabs) -> bool:
    return not home.studios
