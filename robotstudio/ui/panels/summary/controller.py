"""What the file says, in plain words, and which crawlers it says the same."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from robotstudio.draft.agreement import agreement
from robotstudio.draft.analysis import Analysis
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import title_of
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.document.proving import ProofWatch
from robotstudio.ui.shell.document_window import Tab

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from robotstudio.draft.agreement import Agreement
    from robotstudio.engine.cancelling import IsCancelled
    from robotstudio.engine.crawlers import Crawler
    from robotstudio.project.state import State
    from robotstudio.ui.panels.summary.panel import SummaryPanel

_TAB = "summary"


class SummaryController(PanelController["SummaryPanel"]):
    """Shows each analysis in the tab, and the lines that it speaks of in the editor.

    `urls_wanted` carries URLs that are to be tested, `page_requested` a page of the help.
    """

    panel_of = "view.summary"

    urls_wanted = Signal(tuple)
    page_requested = Signal(str)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._is_folded = False
        self._watch = ProofWatch("how the others read it", self)
        context.window.add_tab(Tab(_TAB, tr("Summary"), self))

    def connect_panel(self, panel: "SummaryPanel") -> None:
        panel.line_activated.connect(self._editor.reveal_line)
        self._session.analysis_settled.connect(panel.show_analysis)
        if self._session.analysis is not None:
            panel.show_analysis(self._session.analysis)
        self._connect(panel)

    @property
    def main_part(self) -> "QWidget":
        return self.panel.cards

    def state(self) -> Mapping[str, object]:
        return {"readings_folded": self._is_folded}

    def restore(self, state: "State") -> None:
        self._is_folded = state.readings_folded
        if self.has_panel:
            self.panel.agreement.set_folded(self._is_folded)

    def close(self) -> None:
        self._watch.close()

    def _connect(self, panel: "SummaryPanel") -> None:
        pane = panel.agreement
        pane.set_folded(self._is_folded)
        pane.folded_changed.connect(self._on_folded_changed)
        pane.urls_wanted.connect(self.urls_wanted)
        pane.page_requested.connect(self.page_requested)
        pane.line_activated.connect(self._editor.reveal_line)
        pane.longer_wanted.connect(self._watch.try_longer)
        self._watch.outdated.connect(pane.set_stale)
        self._watch.proven.connect(self._on_proven)
        self._session.analysis_settled.connect(self._on_analysis_settled)
        self._session.draft_changed.connect(self._watch.drop)
        self._window.tab_changed.connect(self._on_tab_changed)
        self._watch.set_seen(self._window.current_tab == _TAB)
        if self._session.analysis is not None:
            self._on_analysis_settled(self._session.analysis)

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        if len(analysis.columns) < 2:
            self._watch.drop()
            self.panel.agreement.forget()
            return
        crawlers = tuple(column.crawler for column in analysis.columns)
        self._watch.look(partial(_worked_out, analysis.body, crawlers))

    def _on_proven(self, answer: "tuple[tuple[Crawler, ...], Agreement]") -> None:
        crawlers, known = answer
        self.panel.agreement.show_agreement(known, {each.token: title_of(each) for each in crawlers})

    def _on_tab_changed(self, tab: str) -> None:
        self._watch.set_seen(tab == _TAB)

    def _on_folded_changed(self, is_folded: bool) -> None:
        self._is_folded = is_folded
        self.state_changed.emit()


def _worked_out(
    body: bytes, crawlers: "tuple[Crawler, ...]", seconds: float, is_cancelled: "IsCancelled"
) -> "tuple[tuple[Crawler, ...], Agreement] | None":
    try:
        return crawlers, agreement(FileVersion(body), crawlers, seconds, is_cancelled)
    except Cancelled:
        return None
