"""Address, Fetch tab and draft: a fetched file is loaded into the editor only on request."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from robotstudio.draft.live_status import live_status
from robotstudio.engine.content import Content
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.evidence import Evidence, FetchOutcome, FetchProgress
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.words import progress_text
from robotstudio.text.language import Meant, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.panels.fetch.scenario import judge_by_real_answer
from robotstudio.ui.panels.fetch.sentences import ChipFacts, can_be_loaded, chip_facts
from robotstudio.ui.shell.document_window import Tab

if TYPE_CHECKING:
    from robotstudio.fetch.variants import VariantReport
    from robotstudio.ui.panels.fetch.panel import FetchPanel


class FetchController(PanelController["FetchPanel"]):
    """Connects the fetch controller with the top bar, the Fetch tab and the document."""

    panel_of = "view.fetch"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.window.add_tab(Tab("fetch", tr(Meant("Fetch", "noun")), self))
        self._fetcher = context.fetcher
        self._fetcher.usual.options = replace(self._fetcher.usual.options, kept=context.access.kept)
        self._is_first = False
        self._said = ""
        self._answer: Evidence | None = None
        self._chip: ChipFacts | None = None
        self._connect()

    def make_panel(self, kind: "Callable[..., FetchPanel]") -> "FetchPanel":
        return kind(self, self._window)

    def connect_panel(self, panel: "FetchPanel") -> None:
        from robotstudio.ui.panels.fetch.batch_fetches import BatchFetches  # on first use

        panel.options.set_usual(self._fetcher.usual.options)
        panel.options.changed.connect(self._on_options_changed)
        self._session.crawlers_changed.connect(panel.set_crawlers)
        panel.set_crawlers(self._session.crawlers)
        self._session.scenario_changed.connect(self._on_scenario_changed)
        panel.show_scenario(self._session.scenario)
        panel.what_if.chosen.connect(self._on_supposed)
        panel.what_if.ended.connect(self._on_supposition_ended)
        self._batches = BatchFetches(self._context, panel)

    @property
    def variants(self) -> "VariantReport | None":
        """Results for the other addresses of the site, if fetched."""
        return self.panel.variants.report if self.has_panel else None

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "fetch.fetch": self.fetch,
            "fetch.load": self.load,
            "fetch.compare": self.compare,
            "fetch.options": self.choose_options,
            "simulate.as_if": self.suppose,
            "fetch.address": self._window.top_bar.focus_address,
            "fetch.cancel": self._fetcher.cancel,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        return {
            "fetch.cancel": lambda: self._fetcher.is_busy,
            "fetch.load": self._has_loadable,
            "fetch.compare": self._has_loadable,
        }

    def _has_loadable(self) -> bool:
        evidence = self.panel.evidence if self.has_panel else None
        return evidence is not None and can_be_loaded(evidence)

    def close(self) -> None:
        if self.has_panel:
            self.panel.close_threads()

    def set_usual(self, usual: FetchOptions) -> None:
        """Set the options of fetches without options of their own."""
        usual = self._fetcher.usual.options = replace(usual, kept=self._context.access.kept)
        if self.has_panel:
            self.panel.options.set_usual(usual)

    def fetch(self) -> None:
        self._window.top_bar.submit()

    def load(self) -> None:
        """Load the last fetch into the editor; if there is nothing to load, show the tab."""
        evidence = self.panel.evidence if self.has_panel else None
        if evidence and can_be_loaded(evidence):
            self.load_answer(evidence)
        else:
            self._show()

    def compare(self) -> None:
        """Compare the last fetch with the draft."""
        self._show()
        self.panel.show_comparison()

    def suppose(self) -> None:
        """Let the user choose another answer of the server."""
        self._show()
        self.panel.what_if.take_keyboard()

    def choose_options(self) -> None:
        """Open the options of fetches."""
        self._show()
        self.panel.open_options()

    def _show(self) -> None:
        self._window.open_work()
        self._window.show_tab("fetch")

    def _connect(self) -> None:
        fetcher, top_bar = self._fetcher, self._window.top_bar
        top_bar.fetch_requested.connect(fetcher.fetch)
        top_bar.cancel_requested.connect(fetcher.cancel)
        top_bar.dismissed.connect(self._editor.setFocus)
        fetcher.started.connect(self._on_started)
        fetcher.progressed.connect(self._on_progressed)
        fetcher.finished.connect(self._on_finished)
        fetcher.adopted.connect(self._on_adopted)
        fetcher.failed_address.connect(self._on_failed_address)
        for chip in (top_bar.address.chip, top_bar.address.what_if):
            chip.clicked.connect(self._show)
        self._session.draft_changed.connect(self._on_draft_changed)
        self._document.path_used.connect(self._on_path_used)
        self._window.tab_changed.connect(self._on_tab_changed)

    def _on_scenario_changed(self, now: HttpScenario) -> None:
        self.panel.show_scenario(now)

    def _on_supposed(self, now: HttpScenario) -> None:
        self._session.set_scenario(now, is_own_choice=True)

    def _on_supposition_ended(self) -> None:
        judge_by_real_answer(self._session)

    def _on_options_changed(self, options: FetchOptions, only_changes: bool) -> None:
        self._fetcher.set_options(options, only_changes=only_changes)

    def _on_started(self, url: str) -> None:
        self._is_first = not self._document.is_open
        self._window.top_bar.set_address(url)
        self._answer = None
        self._window.top_bar.set_chip(tr("connecting…"))
        if self._window.top_bar.address.hasFocus():
            self._window.top_bar.address.selectAll()  # so that typing replaces it
        self._window.top_bar.set_busy(True)
        self._window.notices.withdraw("address")
        self.panel.set_busy(busy=True, address=url)

    def _on_progressed(self, progress: FetchProgress) -> None:
        self._window.top_bar.set_chip(progress_text(progress))
        self.panel.show_progress(progress)

    def _on_finished(self, evidence: Evidence) -> None:
        self._window.top_bar.set_busy(False)
        self.panel.show_evidence(evidence)
        self._show_chip(evidence)
        if evidence.outcome is FetchOutcome.CANCELLED or self._fetcher.is_quiet:
            return
        if self._is_first and evidence.outcome is FetchOutcome.SUCCESS and evidence.body_kind is Content.RULES:
            # Nothing was open that could be lost: the user requested this file.
            self.load_answer(evidence)
            self._window.show_tab("simulation")
        else:
            self._show()

    def _on_failed_address(self, sentence: str) -> None:
        self._window.notices.show_notice("address", sentence)

    # Actions of the tab

    def type_address(self) -> None:
        self._window.top_bar.focus_address()

    def fetch_again(self) -> None:
        self._fetcher.again()

    def fetch_plain(self, address: str) -> None:
        self._fetcher.fetch(address)

    def fetch_anyway(self, address: str) -> None:
        self._fetcher.fetch_anyway(address)

    def ask_access(self, address: str) -> None:
        self._context.access.ask(address, self.fetch_again)

    def cancel(self) -> None:
        self._fetcher.cancel()

    def open_source(self, address: str) -> None:
        QDesktopServices.openUrl(QUrl(address))

    def show_draft(self) -> None:
        self.panel.set_draft(self._editor.body(), self._session.robots_url)

    def load_answer(self, evidence: Evidence) -> None:
        """Load a fetched file into this document if it is empty, else into a new one."""
        place = self._tabs.place(self._context)
        if place is self._context:
            self._load(evidence)
        else:
            place.fetcher.take_over(evidence)

    def _on_adopted(self, evidence: Evidence) -> None:
        self._window.top_bar.set_address(evidence.requested)
        self._show_chip(evidence)
        self.panel.show_evidence(evidence)
        self._load(evidence)

    def _load(self, evidence: Evidence) -> None:
        site = origin_of(evidence.requested)
        if not self._document.load(evidence.body, Origin.of_site(evidence), site=site):
            return
        said = tr("Loaded from {url} as a new document. Saving asks for a file name.", url=evidence.requested)
        self._said = said
        self._window.status_bar.show_message(said)
        self._editor.setFocus()  # so that Undo applies to the draft

    def _on_path_used(self, _path: object) -> None:
        """Clear the message about the source of the text, since the text was saved to a file."""
        if self._said and self._window.status_bar.message.text() == self._said:
            self._window.status_bar.clear_message()
        self._said = ""

    def _show_chip(self, evidence: Evidence) -> None:
        """Show the answer in the address, and if the draft is what it brought."""
        status = live_status(evidence, self._editor.body(), self._session.robots_url)
        self._answer, self._chip = evidence, chip_facts(evidence, status)
        self._window.top_bar.set_chip(*self._chip)

    def _on_draft_changed(self, _revision: int) -> None:
        if self._answer is not None:
            before, status = self._chip, live_status(self._answer, self._session.body, self._session.robots_url)
            self._chip = chip_facts(self._answer, status)
            if before != self._chip:  # it may show the age of the answer
                self._window.top_bar.set_chip(*self._chip)
        if self._window.current_tab == "fetch":
            self.show_draft()

    def _on_tab_changed(self, tab_id: str) -> None:
        if tab_id == "fetch":
            self.show_draft()
