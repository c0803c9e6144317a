"""The live check: fetches, compares and shows the result with one key."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from robotstudio.draft.changes.text_comparison import VerdictScope
from robotstudio.draft.live_check import check_live
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome
from robotstudio.fetch.words import sentence
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background

if TYPE_CHECKING:
    from robotstudio.draft.live_check import LiveCheck
    from robotstudio.ui.panels.live_check.panel import LiveCheckPanel


class LiveCheckController(PanelController["LiveCheckPanel"]):
    """Uses the normal fetch, so that history, baseline and scenario are updated; the result is shown here.

    `differences_wanted` requests the diff of the live file and the draft.
    """

    panel_of = "fetch.is_live"

    differences_wanted = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._fetcher = context.fetcher
        self._is_asking = False
        self._comparing = Background("check of the live file", self)
        self._comparing.answered.connect(self._on_compared)
        context.fetcher.started.connect(self._on_started)
        context.fetcher.finished.connect(self._on_finished)

    def connect_panel(self, panel: "LiveCheckPanel") -> None:
        self._session.draft_changed.connect(self._on_draft_changed)
        panel.again_requested.connect(self.check)
        panel.cancel_requested.connect(self._fetcher.cancel)
        panel.differences_requested.connect(self._on_differences_requested)
        panel.answer_requested.connect(self._on_answer_requested)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"fetch.is_live": self.check}

    def close(self) -> None:
        super().close()
        self._comparing.close()

    def check(self) -> None:
        """Fetch the live file of the address, else of the draft's site, and compare."""
        address = self._window.top_bar.address.text().strip() or self._session.robots_url
        if not address:
            self._window.notices.show_notice("address", sentence(Failure(FailureKind.ADDRESS_EMPTY)))
            self._window.top_bar.focus_address()
            return
        self._is_asking = True
        self._fetcher.fetch(address, quietly=True)
        # An invalid address was already reported; another fetch may be running.
        self._is_asking = self._fetcher.busy and self._fetcher.is_quiet

    def _on_started(self, url: str) -> None:
        if self._is_asking and self._fetcher.is_quiet:
            self._comparing.cancel()
            self.panel.show_asking(url)
        elif self._is_asking:  # another fetch replaced ours
            self._is_asking = False
            self.panel.show_cancelled()

    def _on_finished(self, evidence: Evidence) -> None:
        if not self._is_asking:
            return
        self._is_asking = False
        if evidence.outcome is FetchOutcome.CANCELLED:
            self.panel.show_cancelled()
            return

        subject = VerdictScope(self._session.table, self._session.crawlers)
        self._comparing.ask(partial(check_live, evidence, self._editor.body(), subject))

    def _on_compared(self, check: "LiveCheck") -> None:
        self.panel.show_check(check, self._session.crawlers)
        if check.body != self._editor.body():
            self.panel.show_edited()

    def _on_draft_changed(self, _revision: int) -> None:
        if self.panel.isVisible():
            self.panel.show_edited()

    def _on_differences_requested(self) -> None:
        self.panel.close()
        self.differences_wanted.emit()

    def _on_answer_requested(self) -> None:
        self.panel.close()
        self._window.open_work()
        self._window.show_tab("fetch")
