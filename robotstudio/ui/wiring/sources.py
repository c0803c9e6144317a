"""What is tested: URLs from the person's hands and from files, and back to the views."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from robotstudio.io.errors import FileError
from robotstudio.io.sources.reading import ReadOptions, read_source
from robotstudio.io.urls import parse_list, robots_address
from robotstudio.ui import dialogs
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.session import Session
from robotstudio.ui.simulation.panel import SimulationPanel


class SourceWiring(QObject):
    """Connects the session's URLs with what changes and shows them."""

    def __init__(self, session: Session, window: MainWindow, simulation: SimulationPanel) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._session = session
        self._window = window
        self._simulation = simulation
        self._base: str | None = None
        simulation.urls_changed.connect(session.set_urls)
        simulation.load_urls_requested.connect(self.load_urls)

    def load_urls(self) -> None:
        """Ask for a list of URLs and add them."""
        path = dialogs.ask_list_path(self._window)
        if path:
            self.add_file(path)

    def add_file(self, path: Path) -> None:
        """Add the URLs of a list, a table, a sitemap or a log."""
        try:
            reading = read_source((path,), ReadOptions(base=self._base))
        except FileError as error:
            self._window.notices.show_notice("urls", str(error))
            return
        self._window.show_work()
        self._window.show_tab("simulation")
        self._simulation.add_urls(reading.urls, reading.rejected, reading.repeated)

    def add_samples(self, paths: Sequence[str]) -> None:
        """Add sample URLs of a rule, on the site of the selected URL."""
        cell = self._session.selected
        base = cell.url if cell and "://" in cell.url else self._base
        self._simulation.add_list(parse_list("\n".join(paths), base))

    def set_base(self, base: str | None) -> None:
        """The site that the draft is for, to which paths without a host belong; None where it is not known."""
        self._session.set_robots_url(robots_address(base) if base else "")
        self._base = base
        self._simulation.set_base(base)
