"""The files that were open before: remembered, and offered in the menu of the window."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.widgets.menus import MenuAction, fill_menu

_MOST = 10


class RecentFiles(QObject):
    """Fills the menu of recent files; `chosen` carries the path of one, `changed` tells that there are others."""

    chosen = Signal(object)
    changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        """Connect the menu; it belongs to the window."""
        super().__init__(window)
        self._menu = window.recent_menu
        self.paths: tuple[str, ...] = ()

    def restore(self, paths: Iterable[str]) -> None:
        """Take up what was remembered."""
        self.paths = tuple(paths)
        fill_menu(self._menu, [MenuAction(path, partial(self.chosen.emit, Path(path))) for path in self.paths])
        self._menu.setEnabled(bool(self.paths))

    def add(self, path: Path) -> None:
        """A file was opened or saved: it comes first."""
        self.restore(tuple(dict.fromkeys([str(path), *self.paths]))[:_MOST])
        self.changed.emit()
