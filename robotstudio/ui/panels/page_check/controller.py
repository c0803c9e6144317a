"""The page check: from an address or a cell of the matrix over the fetch thread into its window."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from robotstudio.app.page_report import PageSummary, summarise
from robotstudio.engine.crawlers import Crawler
from robotstudio.io.fetching.page_check import PageCheck
from robotstudio.ui.background import Background
from robotstudio.ui.fetching import PageJob
from robotstudio.ui.histories import HistoryRunner
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.panels.page_check.panel import PageCheckPanel
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.session import Session
from robotstudio.ui.theme.theme import Theme


class PageCheckController(QObject):
    """Connects the window of the page check with its job, the chosen crawlers and the history."""

    def __init__(
        self,
        session: Session,
        window: MainWindow,
        simulation: SimulationPanel,
        history: HistoryRunner,
        theme: Theme,
    ) -> None:
        """Make the window and connect it; both belong to the main window."""
        super().__init__(window)
        self._session = session
        self._history = history
        self._check: PageCheck | None = None
        self.job = PageJob(self)
        self._summaries = Background("page check", self)
        self.panel = PageCheckPanel(theme, window)
        self.panel.check_requested.connect(self._on_check_requested)
        self.panel.cancel_requested.connect(self.job.cancel)
        self.job.fetched.connect(history.record_one_of_many)
        self.job.ended.connect(self._on_ended)
        self._summaries.answered.connect(self.panel.show_summary)
        session.crawlers_changed.connect(self._on_crawlers_changed)
        simulation.check_requested.connect(self.check)

    def open(self) -> None:
        """Show the window; nothing is fetched yet."""
        self.panel.bring_up()

    def check(self, address: str) -> None:
        """Check a page that was pointed at."""
        self.panel.bring_up()
        self.panel.check(address)

    def close(self) -> None:
        """Close the window and end the threads."""
        self.panel.close()
        self.job.close()
        self._summaries.close()

    def _on_check_requested(self, address: str) -> None:
        self.panel.set_busy(is_busy=True)
        self.job.check(address)

    def _on_ended(self, check: PageCheck | None) -> None:
        self.panel.set_busy(is_busy=False)
        if check is not None:
            self._check = check
            self._summarise()
            self._history.refresh()

    def _on_crawlers_changed(self, _crawlers: object) -> None:
        self._summarise()

    def _summarise(self) -> None:
        if self._check is not None:
            self._summaries.ask(partial(_summarised, self._check, self._session.crawlers))


def _summarised(check: PageCheck, crawlers: tuple[Crawler, ...], _is_dropped: Callable[[], bool]) -> PageSummary:
    return summarise(check, crawlers)
