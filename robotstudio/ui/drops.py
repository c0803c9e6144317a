"""Files that are dropped on the window: what each of them is for."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from robotstudio.io.errors import FileError
from robotstudio.io.expectations import SUFFIX
from robotstudio.io.kinds import holds_rules
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.panels.expectations.cells import ExpectationCells
from robotstudio.ui.panels.site.url_sources import UrlSources


class Drops(QObject):
    """A robots.txt is to be opened, as `robots_dropped` tells; lists and logs of URLs add test URLs."""

    robots_dropped = Signal(object)

    def __init__(self, window: MainWindow, sources: UrlSources, pinning: ExpectationCells) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._window = window
        self._sources = sources
        self._pinning = pinning
        window.files_dropped.connect(self._on_files_dropped)

    def _on_files_dropped(self, paths: Sequence[Path]) -> None:
        files: list[Path] = []
        for path in paths:
            if path.suffix == SUFFIX:
                self._window.show_work()
                self._pinning.add_file(path)
            elif _is_robots(path):
                self.robots_dropped.emit(path)
            else:
                files.append(path)
        if files:
            self._sources.add_files(files)


def _is_robots(path: Path) -> bool:
    try:
        return holds_rules(path)
    except FileError:
        return True  # opening it will say what is wrong
