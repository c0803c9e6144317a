"""Several fetches for one answer: the variants of a site, and its file requested with the headers of crawlers."""

from functools import partial

from msgspec.structs import replace

from robotstudio.fetch.evidence import Failure
from robotstudio.fetch.fetch_as import FetchAsReport, fetch_as
from robotstudio.fetch.options import PLAIN
from robotstudio.fetch.variants import VariantReport, fetch_variants, variants_of
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.panels.fetch.batch_rows import fetching_crawlers
from robotstudio.ui.panels.fetch.panel import FetchPanel

_LONGEST_PORT = 5


class BatchFetches(Controller):
    """Connects the pages of the Fetch tab that need several fetches; one batch at a time."""

    def __init__(self, context: Context, panel: FetchPanel) -> None:
        super().__init__(context)
        self._fetcher = context.fetcher
        self._panel = panel
        panel.variants.requested.connect(self._on_variants_requested)
        panel.agents.requested.connect(self._on_agents_requested)
        for page in (panel.variants, panel.agents):
            page.cancel_requested.connect(self._on_cancel_requested)
        panel.batches_outdated.connect(context.fetcher.cancel_batch)
        context.fetcher.batch_fetched.connect(self._on_batch_fetched)

    def _on_variants_requested(self, more: str) -> None:
        if self._panel.evidence is None:
            return
        words = more.replace(",", " ").split()
        ports = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) <= _LONGEST_PORT]
        names = [word for word in words if not word.isdigit()]
        addresses = variants_of(self._panel.evidence.requested, names, ports)
        if isinstance(addresses, Failure):
            return
        self._panel.agents.button.setEnabled(False)
        self._panel.variants.show_busy(len(addresses))
        self._fetcher.fetch_batch(partial(fetch_variants, addresses=addresses, options=self._fetcher.options))

    def _on_agents_requested(self) -> None:
        if self._panel.evidence is None:
            return
        address, crawlers = self._panel.evidence.requested, fetching_crawlers(self._session.crawlers)
        self._panel.variants.button.setEnabled(False)
        self._panel.agents.show_busy()
        options = replace(self._fetcher.options, user_agent=PLAIN.user_agent, pretending="")
        self._fetcher.fetch_batch(partial(fetch_as, address=address, crawlers=crawlers, options=options))

    def _on_cancel_requested(self) -> None:
        self._fetcher.cancel_batch()
        self._end()

    def _on_batch_fetched(self, report: object) -> None:
        if isinstance(report, VariantReport):
            self._panel.variants.show_report(report)
        elif isinstance(report, FetchAsReport):
            self._panel.agents.show_report(report)
        self._end()

    def _end(self) -> None:
        for page in (self._panel.variants, self._panel.agents):
            page.end()
