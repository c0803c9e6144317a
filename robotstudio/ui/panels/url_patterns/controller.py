"""The loaded URLs by the patterns of their paths: worked out while that page can be seen."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.url_patterns import PatternRow, PatternTable, pattern_table
from robotstudio.engine.structure import Structure
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from robotstudio.ui.panels.url_patterns.panel import UrlPatternsPage


class UrlPatternsController(PanelController["UrlPatternsPage"]):
    """Connects evaluations with the page of patterns, and a chosen pattern with the matrix."""

    panel_of = "simulate.group"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.pages.add_page("patterns", self)
        self._known: PatternTable | None = None
        self._has_drilled = False
        self._background = Background("structure", self)
        context.session.analysis_settled.connect(self._on_analysis_settled)
        self._background.answered.connect(self._on_patterns)
        self._background.failed.connect(self._on_failed)

    def connect_panel(self, panel: "UrlPatternsPage") -> None:
        panel.seen.connect(self._on_asked)
        panel.pattern_chosen.connect(self._on_pattern_chosen)
        panel.urls_requested.connect(self._pages.urls_wanted)
        panel.left.connect(self._pages.show_first)

    @property
    def main_part(self) -> "QWidget":
        return self.panel.table

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"simulate.group": self.show_patterns}

    def find(self) -> bool:
        if not self.has_keyboard:
            return False
        self.panel.search.setFocus()
        return True

    def show_patterns(self) -> None:
        """Show the patterns, or the URLs again."""
        self._window.open_work()
        self._window.show_tab("simulation")
        if self._pages.page == "patterns":
            self._pages.show_first()
        else:
            self._pages.show_page("patterns")
            self.panel.search.setText(self._matrix.search_text)  # what is filtered stays so

    def close(self) -> None:
        self._background.close()

    def _on_analysis_settled(self, _analysis: Analysis) -> None:
        if self.is_shown:
            self._on_asked()

    def _on_asked(self) -> None:
        analysis = self._session.analysis
        if analysis is None:
            return
        known = self._known.structure if self._known and self._known.table is analysis.table else None
        self._background.ask(partial(_patterns_of, analysis, known))
        self.panel.set_busy(is_busy=True)

    def _on_patterns(self, patterns: PatternTable) -> None:
        self._known = patterns
        self.panel.show_patterns(patterns)

    def _on_failed(self, _error: Exception) -> None:
        self.panel.show_patterns(None)

    def _on_pattern_chosen(self, row: PatternRow) -> None:
        patterns = self.panel.patterns
        if patterns is None or patterns.table is not self._session.table:
            return  # other URLs have been loaded meanwhile
        self._has_drilled = True
        self._pages.show_first()
        words = tr("URLs like {pattern}", pattern=row.pattern.text)
        self._matrix.narrow(words, patterns.structure.places(row.number))

    def return_from_urls(self) -> None:
        if self._has_drilled:
            self._has_drilled = False
            self._pages.show_page("patterns")


def _patterns_of(analysis: Analysis, known: Structure | None, _is_cancelled: Callable[[], bool]) -> PatternTable:
    return pattern_table(analysis, analysis.table, known)
