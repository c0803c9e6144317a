"""Several fetches for one answer: the variants of a site, and its file and pages with the headers of crawlers."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from robotstudio.fetch.address import origin_of
from robotstudio.fetch.agreement import MOST_REQUESTS, RATE
from robotstudio.fetch.evidence import Failure
from robotstudio.fetch.fetch_as import FetchAsReport, fetch_as
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.practice import Cell, Practice, crawlers_with_header, pages_of, practice
from robotstudio.fetch.variants import VariantReport, fetch_variants, variants_of
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.panels.fetch.fold_row import FoldRow
from robotstudio.ui.panels.fetch.panel import FetchPanel
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import HeaderChoice

if TYPE_CHECKING:
    from robotstudio.fetch.jobs import Work

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
        panel.pages.button.clicked.connect(self._on_pages_clicked)
        panel.pages.export_button.clicked.connect(self._on_export_clicked)
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
        self._stop_others(self._panel.variants)
        self._panel.variants.show_busy(len(addresses))
        self._fetcher.fetch_batch(partial(fetch_variants, addresses=addresses, options=self._fetcher.options))

    def _on_agents_requested(self) -> None:
        if self._panel.evidence is None:
            return
        address, crawlers = self._panel.evidence.requested, crawlers_with_header(self._session.crawlers)
        self._stop_others(self._panel.agents)
        self._panel.agents.show_busy()
        work = partial(fetch_as, address=address, crawlers=crawlers, options=self._plain_options())
        self._fetcher.fetch_batch(work)

    def _on_pages_clicked(self) -> None:
        """Ask whose headers may be sent, then request the pages."""
        evidence, row = self._panel.evidence, self._panel.pages
        if row.is_busy:
            self._on_cancel_requested()
            return
        if evidence is None:
            return
        origin, crawlers = origin_of(evidence.requested), crawlers_with_header(self._session.crawlers)
        most = max(1, MOST_REQUESTS // (len(crawlers) + 1))
        urls = pages_of(self._session.urls, origin)[:most]
        choice = dialogs.ask_headers(self._panel, origin, len(urls), len(urls) * (len(crawlers) + 1))
        if choice is HeaderChoice.CANCEL:
            return
        who = crawlers if choice is HeaderChoice.ALL else ()
        asked = partial(practice, urls=urls, crawlers=who, options=self._plain_options(), rate=RATE)

        def reporting(step: Callable[[object], None]) -> "Work":
            return partial(asked, on_cell=step)

        self._stop_others(row)
        row.show_busy(len(urls))
        self._fetcher.fetch_batch_in_steps(reporting)

    def _on_export_clicked(self) -> None:
        path = dialogs.ask_export_practice_path(self._panel)
        if path is None:
            return
        try:
            self._panel.pages.write(path)
        except FileError as error:
            dialogs.show_error(self._panel, WORDS.tell(error.told))
        else:
            self._window.status_bar.show_message(tr("Answers saved to {path}.", path=str(path)))

    def _plain_options(self) -> FetchOptions:
        return replace(self._fetcher.options, user_agent=PLAIN.user_agent, pretending="")

    def _stop_others(self, row: FoldRow) -> None:
        """Let only one row fetch at a time."""
        for other in (self._panel.variants, self._panel.agents, self._panel.pages):
            other.button.setEnabled(other is row)

    def _on_cancel_requested(self) -> None:
        self._fetcher.cancel_batch()
        self._end()

    def _on_batch_fetched(self, report: object) -> None:
        if isinstance(report, Cell):
            self._panel.pages.show_cell(report)
            return
        if isinstance(report, Practice):
            self._panel.pages.show_practice(report)
        elif isinstance(report, VariantReport):
            self._panel.variants.show_report(report)
        elif isinstance(report, FetchAsReport):
            self._panel.agents.show_report(report)
        self._end()

    def _end(self) -> None:
        for page in (self._panel.variants, self._panel.agents, self._panel.pages):
            page.end()
