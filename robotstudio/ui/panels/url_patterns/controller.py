"""The loaded URLs by the patterns of their paths: worked out while that page can be seen."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer

from robotstudio.app.analysis import Analysis
from robotstudio.app.url_patterns import PatternRow, PatternTable, pattern_table
from robotstudio.engine import UrlTable
from robotstudio.engine.structure import Structure
from robotstudio.ui.background import Background
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.pages import Pages
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.url_patterns.page import StructurePage
from robotstudio.ui.session import Session

_REST_MS = 150


class UrlPatternsController(QObject):
    """Connects evaluations with the page of patterns, and a chosen pattern with the matrix."""

    def __init__(
        self, session: Session, window: MainWindow, simulation: SimulationPanel, pages: Pages, page: StructurePage
    ) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._session = session
        self._window = window
        self._simulation = simulation
        self._pages = pages
        self._page = page
        self._known: tuple[UrlTable, Structure] | None = None
        self._has_drilled = False
        self._background = Background("structure", self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._ask)
        session.analysis_changed.connect(self._on_analysis_changed)
        self._background.answered.connect(self._on_grouped)
        self._background.failed.connect(self._on_failed)
        page.seen.connect(self._ask)
        page.pattern_chosen.connect(self._on_pattern_chosen)
        page.left.connect(pages.show_first)
        simulation.grouping_requested.connect(self.show_patterns)
        simulation.narrowing_left.connect(self._on_narrowing_left)

    def show_patterns(self) -> None:
        """Show the patterns, or the URLs again."""
        self._window.show_work()
        self._window.show_tab("simulation")
        if self._pages.page == "patterns":
            self._pages.show_first()
        else:
            self._pages.show_page("patterns")

    def close(self) -> None:
        """End the thread."""
        self._rest.stop()
        self._background.close()

    def _on_analysis_changed(self, _analysis: Analysis) -> None:
        if self._page.isVisible():
            self._rest.start()

    def _ask(self) -> None:
        analysis, table = self._session.analysis, self._session.table
        if analysis is None or analysis.urls is not self._session.urls:
            return  # an evaluation of these URLs is on its way
        known = self._known[1] if self._known and self._known[0] is table else None
        self._background.ask(partial(_grouped, analysis, table, known))
        self._page.set_busy(is_busy=True)

    def _on_grouped(self, grouping: PatternTable) -> None:
        self._known = grouping.table, grouping.structure
        self._page.show_grouping(grouping)

    def _on_failed(self, _error: Exception) -> None:
        self._page.show_grouping(None)

    def _on_pattern_chosen(self, row: PatternRow) -> None:
        grouping = self._page.grouping
        if grouping is None or grouping.table is not self._session.table:
            return  # other URLs have been loaded meanwhile
        self._has_drilled = True
        self._pages.show_first()
        words = self.tr("URLs like {pattern}").format(pattern=row.pattern.text)
        self._simulation.narrow(words, grouping.structure.places(row.number))

    def _on_narrowing_left(self) -> None:
        if self._has_drilled:
            self._has_drilled = False
            self._pages.show_page("patterns")


def _grouped(
    analysis: Analysis, table: UrlTable, known: Structure | None, _is_dropped: Callable[[], bool]
) -> PatternTable:
    return pattern_table(analysis, table, known)
