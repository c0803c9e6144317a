"""The page check: from an address or a cell of the matrix through the fetch thread into its window."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from robotstudio.engine.crawlers import Crawler
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background

if TYPE_CHECKING:
    from robotstudio.draft.page_report import PageSummary
    from robotstudio.fetch.page_check import PageCheck
    from robotstudio.ui.jobs.fetch_jobs import PageJob
    from robotstudio.ui.panels.page_check.panel import PageCheckPanel


class PageCheckController(PanelController["PageCheckPanel"]):
    """Connects the window of the page check with its job, the chosen crawlers and the history."""

    panel_of = "fetch.page"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._history = context.history
        self._usual = context.fetcher.usual
        self._check: PageCheck | None = None
        self._summaries = Background("page check", self)
        self._summaries.answered.connect(self._on_summarised)
        context.session.crawlers_changed.connect(self._on_crawlers_changed)

    @cached_property
    def job(self) -> "PageJob":
        """Fetches of a page and its resources."""
        from robotstudio.ui.jobs.fetch_jobs import PageJob

        job = PageJob(self, self._usual)
        job.fetched.connect(self._history.record_one_of_many)
        job.ended.connect(self._on_ended)
        return job

    def connect_panel(self, panel: "PageCheckPanel") -> None:
        panel.check_requested.connect(self._on_check_requested)
        panel.cancel_requested.connect(self.job.cancel)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"fetch.page": self.open_window}

    def open_window(self) -> None:
        """Show the window; nothing is fetched yet."""
        self.panel.bring_up()

    def check(self, address: str) -> None:
        self.panel.bring_up()
        self.panel.check(address)

    def close(self) -> None:
        """Close the window and end the threads."""
        super().close()
        if self.has_panel:
            self.job.close()
        self._summaries.close()

    def _on_check_requested(self, address: str) -> None:
        self.panel.set_busy(is_busy=True)
        self.job.check(address)

    def _on_ended(self, check: "PageCheck | None") -> None:
        self.panel.set_busy(is_busy=False)
        if check is not None:
            self._check = check
            self._summarise()
            self._history.refresh()

    def _on_summarised(self, summary: "PageSummary") -> None:
        self.panel.show_summary(summary)

    def _on_crawlers_changed(self, _crawlers: object) -> None:
        self._summarise()

    def _summarise(self) -> None:
        if self._check is not None:
            self._summaries.ask(partial(_summarised, self._check, self._session.crawlers))


def _summarised(check: "PageCheck", crawlers: tuple[Crawler, ...], _is_cancelled: Callable[[], bool]) -> "PageSummary":
    from robotstudio.draft.page_report import summarise  # noqa: PLC0415

    return summarise(check, crawlers)
