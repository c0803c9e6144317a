"""The live check: fetches the live file with one key, and says if it is this draft."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QGuiApplication

from robotstudio.draft.changes.text_comparison import VerdictScope
from robotstudio.draft.live_check import check_live
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome
from robotstudio.fetch.words import sentence
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.changes.live_words import as_text

if TYPE_CHECKING:
    from robotstudio.draft.live_check import LiveCheck


class LiveCheckListener(Protocol):
    """Requests of the check of the live file to Changes."""

    def show_live_check(self) -> None:
        """Show how far the check is."""

    def compare_with_checked(self) -> None:
        """Bring the result to the front."""


class LiveCheckController(Controller):
    """Uses the normal fetch, so that history, baseline and scenario are updated."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._fetcher = context.fetcher
        self.listener: LiveCheckListener | None = None
        self.check: LiveCheck | None = None
        """The last result; it stays while the next check runs."""
        self.is_asking = False
        self.remark = ""
        """Remark beside the result."""
        self._comparing = Background("check of the live file", self)
        self._comparing.answered.connect(self._on_compared)
        context.fetcher.started.connect(self._on_started)
        context.fetcher.finished.connect(self._on_finished)
        context.session.draft_changed.connect(self._on_draft_changed)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"fetch.is_live": self.check_live}

    def close(self) -> None:
        self._comparing.close()

    def check_live(self) -> None:
        """Fetch the live file of the address, else of the draft's site, and compare."""
        address = self._window.top_bar.address.text().strip() or self._session.robots_url
        if not address:
            self._window.notices.show_notice("address", sentence(Failure(FailureKind.ADDRESS_EMPTY)))
            self._window.top_bar.focus_address()
            return
        self.is_asking = True
        self._fetcher.fetch(address, quietly=True)
        # An invalid address was already reported; another fetch may be running.
        self.is_asking = self._fetcher.busy and self._fetcher.is_quiet

    def cancel(self) -> None:
        """Cancel the check; the earlier result stays."""
        self._fetcher.cancel()

    def dismiss(self) -> None:
        """Forget the result."""
        self.check, self.remark = None, ""
        self._tell()

    def copy(self) -> None:
        """Copy the result as text."""
        if self.check is not None:
            QGuiApplication.clipboard().setText(as_text(self.check, self._session.crawlers))

    def show_answer(self) -> None:
        """Show what the server answered."""
        self._window.open_work()
        self._window.show_tab("fetch")

    def _tell(self) -> None:
        if self.listener is not None:
            self.listener.show_live_check()

    def _on_started(self, url: str) -> None:
        if self.is_asking and self._fetcher.is_quiet:
            self._comparing.cancel()
            self.remark = tr("Fetching {address}", address=url)
            if self.listener is not None:
                self.listener.compare_with_checked()
        elif self.is_asking:  # another fetch replaced ours
            self._on_cancelled()

    def _on_finished(self, evidence: Evidence) -> None:
        if not self.is_asking:
            return
        if evidence.outcome is FetchOutcome.CANCELLED:
            self._on_cancelled()
            return
        self.is_asking = False
        subject = VerdictScope(self._session.table, self._session.crawlers)
        self._comparing.ask(partial(check_live, evidence, self._editor.body(), subject))

    def _on_cancelled(self) -> None:
        self.is_asking, self.remark = False, tr("The fetch was cancelled.")
        self._tell()

    def _on_compared(self, check: "LiveCheck") -> None:
        self.check, self.remark = check, ""
        if check.body != self._editor.body():
            self._on_draft_changed()
        else:
            self._tell()

    def _on_draft_changed(self, _revision: int = 0) -> None:
        if self.check is not None and not self.is_asking and not self.remark:
            self.remark = tr("The draft was edited after this check.")
            self._tell()
