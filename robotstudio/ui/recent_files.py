"""The files that were open before: remembered, and offered in the menu of the window."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.widgets.formats import literal

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
        self._menu.triggered.connect(self._on_triggered)

    def restore(self, paths: Iterable[str]) -> None:
        """Take up what was remembered."""
        self.paths = tuple(paths)
        self._menu.clear()
        for path in self.paths:
            self._menu.addAction(literal(path)).setData(path)
        self._menu.setEnabled(bool(self.paths))

    def add(self, path: Path) -> None:
        """A file was opened or saved: it comes first."""
        self.restore(tuple(dict.fromkeys([str(path), *self.paths]))[:_MOST])
        self.changed.emit()

    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(Path(action.data()))
