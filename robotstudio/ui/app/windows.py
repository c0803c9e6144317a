"""The windows of the program: which there are, where they lie, and in which of them a document is."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint

from robotstudio.ui.app.first_window import FirstWindow
from robotstudio.ui.app.window_tabs import WindowTabs
from robotstudio.ui.shell.main_window import MainWindow
from robotstudio.ui.shell.tab_drag import knows_places

if TYPE_CHECKING:  # it is told of them
    from robotstudio.ui.app.studio import Studio


class Windows(QObject):
    """One that has lost its last document is put away, to be used again; the oldest of the others is the main one."""

    def __init__(self, first: FirstWindow, connect: Callable[[WindowTabs], object], parent: QObject) -> None:
        """With the first window; `connect` is called for each that is made."""
        super().__init__(parent)
        self._language = first.language
        self._more_geometries = first.loaded.state.more_geometries
        self._connect = connect
        self._homes: list[WindowTabs] = []
        """The main one first, those without a document last."""
        self._take_in(first.window)

    def __iter__(self) -> Iterator[WindowTabs]:
        """All, with those that wait for a document."""
        return iter(tuple(self._homes))

    @property
    def main(self) -> WindowTabs:
        """The one in which the program began, or the oldest that is left."""
        return self._homes[0]

    @property
    def in_use(self) -> tuple[WindowTabs, ...]:
        """Those with a document."""
        return tuple(home for home in self._homes if home.studios)

    def of(self, studio: "Studio") -> WindowTabs:
        """The window in which a document is."""
        return next(home for home in self._homes if studio in home.studios)

    def open(self, beside: MainWindow, geometry: bytes = b"") -> WindowTabs:
        """A window without a document: at a known place, or where one was at last, or beside another one."""
        waiting = next((home for home in self._homes if not home.studios), None)
        home = waiting or self._take_in(MainWindow())
        remembered = self._more_geometries[len(self._homes) - 2 :]
        if waiting is None and remembered:
            geometry = geometry or remembered[0]
        if geometry:
            home.window.restoreGeometry(geometry)
        elif waiting is None:
            home.window.lie_beside(beside)
        return home

    def put_away_empty(self) -> bool:
        """Hide those that have lost their last document; whether any was seen until now."""
        self._homes.sort(key=_is_empty)
        seen = [home.window for home in self._homes if not home.studios and home.window.isVisible()]
        for window in seen:
            window.hide()
        return bool(seen)

    def geometries(self) -> tuple[bytes, ...]:
        """Where all of them are, and where those were that are not there in this run; the main one comes first."""
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
        """Show the tabs as they are; one alone needs no strip."""
        homes = self.in_use
        count = sum(len(home.studios) for home in homes)
        for home in homes:
            home.show_strip(is_wanted=count > 1, has_main_elsewhere=home is not homes[0])

    def drop_at(self, screen: QPoint, source: WindowTabs) -> tuple[WindowTabs | None, int]:
        """The strip of another window at a place of the screen, and before which of its tabs that is."""
        others = [home for home in self.in_use if home is not source] if knows_places() else []
        places = ((home, home.place_at(screen)) for home in others)
        return next(((home, place) for home, place in places if place >= 0), (None, -1))

    def close(self) -> None:
        """Close all of them; there are no documents any more."""
        for home in self._homes:
            home.window.close()

    def _take_in(self, window: MainWindow) -> WindowTabs:
        home = WindowTabs(window, self)
        self._homes.append(home)
        home.drawn_over.connect(partial(self._on_drawn_over, home))
        home.draw_ended.connect(self._on_draw_ended)
        self._connect(home)
        return home

    def _on_drawn_over(self, source: WindowTabs, screen: QPoint) -> None:
        """Show where a tab comes that is let go there."""
        target, place = self.drop_at(screen, source)
        for home in self._homes:
            home.show_drop(place if home is target else -1)

    def _on_draw_ended(self) -> None:
        for home in self._homes:
            home.show_drop(-1)


def _is_empty(home: WindowTabs) -> bool:
    return not home.studios
