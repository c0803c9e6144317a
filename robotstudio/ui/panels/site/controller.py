"""The Site tab: shows the sources, and handles requests about them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from robotstudio.draft.analysis import Cell
from robotstudio.draft.url_sources import file_changes, source_entries
from robotstudio.indexing.export import export_shares
from robotstudio.project.state import State
from robotstudio.text.language import WORDS, Meant, Told, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.panels.site.actions import COMPARE, CRAWL, FINDINGS, LOGS, NOT_INDEXED, SEARCH, SOURCES, TIMELINE
from robotstudio.ui.panels.site.comparing import Comparing
from robotstudio.ui.panels.site.crawling import Crawling
from robotstudio.ui.panels.site.in_matrix import UrlsInMatrix
from robotstudio.ui.panels.site.site_findings import SiteFindings
from robotstudio.ui.panels.site.starting_urls import StartingUrls
from robotstudio.ui.panels.site.url_sources import UrlSources
from robotstudio.ui.shell.document_window import Place, Tab
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.url_set import Source, UrlSet

if TYPE_CHECKING:
    from robotstudio.ui.panels.site.not_indexed import NotIndexed
    from robotstudio.ui.panels.site.panel import SitePanel

TAB = "site"


def _file_changes(sources: Sequence[Source], _is_cancelled: Callable[[], bool]) -> Mapping[str, Told]:
    return file_changes(sources)


class SiteController(PanelController["SitePanel"]):
    """Connects the sources with the tab that shows them; the tab is updated only while it is in front."""

    panel_of = "view.site"

    def __init__(self, context: Context, logs: Callable[[], QWidget], render: Callable[[str], None]) -> None:
        """Create it; `logs` returns the part about access logs, `render` renders a page."""
        super().__init__(context)
        self._logs = logs
        context.window.add_tab(Tab("site", tr("Site"), self))
        context.window.add_places(self._places)
        self.sources = self._sources = UrlSources(context, self)
        in_matrix = UrlsInMatrix(context, self.sources.add_files)
        self.crawling = Crawling(context, self.sources, in_matrix, render)
        self.findings = SiteFindings(context, self.crawling, in_matrix, self._show_finding_count)
        self.comparing = Comparing(context, self.crawling, in_matrix)
        self.starting = StartingUrls(context, self.sources, self.crawling)
        self._files = Background("files of sources", self)
        self._connect()

    def make_panel(self, kind: "Callable[..., SitePanel]") -> "SitePanel":
        return kind(self, self._window)

    def connect_panel(self, panel: "SitePanel") -> None:
        sources, session = self._sources, self._session
        sources.add_progress(panel.progress)
        panel.set_pages(self._page_of)
        panel.crawl_button.clicked.connect(self.crawling.ask)
        panel.pause_button.clicked.connect(self.crawling.pause_or_go_on)
        panel.stop_button.clicked.connect(self.crawling.stop)
        panel.show_only(self._matrix.only_source)
        self._show_kept()
        session.analysis_settled.connect(panel.log.show_analysis)
        if session.analysis is not None:
            panel.log.show_analysis(session.analysis)

    def _connect(self) -> None:
        sources = self._sources
        sources.sources_changed.connect(self._show)
        sources.sources_changed.connect(self.state_changed)
        self.crawling.state_changed.connect(self.state_changed)
        self.crawling.changed.connect(self._on_crawl_changed)
        self._session.analysis_settled.connect(self._find_crawl)
        self._session.urls_changed.connect(self._show_not_indexed)
        self.crawling.moved.connect(self._on_crawl_moved)
        self.crawling.forgotten.connect(self._on_crawl_forgotten)
        self._window.status_bar.crawl.clicked.connect(self._on_crawl_wanted)
        self._window.tab_changed.connect(self._on_tab_changed)
        self._files.answered.connect(self._on_files_looked_at)
        self._window.shown_again.connect(self._look_at_files)

    @property
    def main_part(self) -> QWidget:
        return self.panel.sources

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {**self.sources.targets(), **self.crawling.targets()}

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        return {**self.sources.conditions(), **self.crawling.conditions()}

    def _places(self) -> Iterator[Place]:
        parts = {tr("Sources"): SOURCES, tr(Meant("Crawl", "noun")): CRAWL, tr("Findings"): FINDINGS, tr("Logs"): LOGS}
        for name, part in parts.items():
            yield Place(tr("Site"), name, partial(self._show_part, part))

    def state(self) -> Mapping[str, object]:
        return {
            "urls": self.sources.typed(),
            "sources": self.sources.remembered(),
            "crawls": self.crawling.kept.remembered(),
            "crawl_columns": self.crawling.columns,
        }

    def restore(self, state: State) -> None:
        self.sources.restore_urls(state.urls, state.sources)
        self.crawling.take_columns(state.crawl_columns)
        self.crawling.take_crawls(state.crawls)
        self._find_crawl()

    def close(self) -> None:
        self._files.close()
        self.sources.close()
        self.crawling.close()
        self.findings.close()
        if "not_indexed" in vars(self):
            self.not_indexed.close()
        self.comparing.close()
        if self.has_panel:
            self.panel.close_threads()

    def bring_to_front(self) -> None:
        self._window.open_work()
        self._window.show_tab(TAB)

    def show_logs(self) -> None:
        """Show who kept to the file, by access logs."""
        self._show_part(LOGS)

    def _show_part(self, part: int) -> None:
        self.bring_to_front()
        self.panel.show_part(part)

    def _page_of(self, part: int) -> QWidget:
        if part == LOGS:
            return self._logs()
        if part == NOT_INDEXED:
            return self.not_indexed.page
        if part == TIMELINE:
            return self.not_indexed.line_page
        if part == FINDINGS:
            return self.findings.page
        if part == SEARCH:
            return self.crawling.finder
        if part == COMPARE:
            return self.comparing.page
        return self.crawling.page if part == CRAWL else self.crawling.reach

    def _on_crawl_changed(self) -> None:
        self.bring_to_front()
        if self.panel.part in {SOURCES, LOGS, NOT_INDEXED, COMPARE, TIMELINE}:
            self.panel.show_part(CRAWL)
        self._on_crawl_moved()

    def _on_crawl_wanted(self) -> None:
        self._show_part(CRAWL)

    def _on_crawl_forgotten(self) -> None:
        self.panel.drop_pages()
        self.panel.set_count(CRAWL, "")
        self._on_crawl_moved()

    def _on_crawl_moved(self) -> None:
        crawling, progress = self.crawling, self.crawling.progress
        state = crawl_words.state_words(progress, is_paused=crawling.is_paused) if progress else ""
        self.panel.show_crawl(state, is_running=crawling.is_running, is_paused=crawling.is_paused)
        share = crawl_words.share_words(progress, is_paused=crawling.is_paused) if crawling.is_running else ""
        self._window.status_bar.crawl.show_fact(share, Tone.NEUTRAL, state)
        self._show_kept()
        if progress is not None:
            self.panel.set_count(CRAWL, "●" if crawling.is_running else WORDS.number(progress.found))

    def _show_kept(self) -> None:
        """Show the list of crawls, if there is a panel."""
        if self.has_panel:
            self.panel.show_kept(*self.crawling.choice())

    def _show_finding_count(self, count: int) -> None:
        self.panel.set_count(FINDINGS, WORDS.number(count) if count else "")

    @cached_property
    def not_indexed(self) -> "NotIndexed":
        """The pages that a search engine left out, by an export among the sources."""
        from robotstudio.ui.panels.site.not_indexed import NotIndexed  # few have an export

        return NotIndexed(self._context, self.select_cell, lambda: self.crawling.path)

    def _show_not_indexed(self, urls: UrlSet) -> None:
        count = sum(len(share.rows) for share in export_shares(urls))
        has_line = bool(count) or any(source.kind == FileKind.LOG.value for source in urls.sources)
        if self.has_panel or has_line:
            self.panel.show_not_indexed(count, has_timeline=has_line)

    def _on_tab_changed(self, tab_id: str) -> None:
        if tab_id == TAB:
            self._show()
            self._find_crawl()
            self._look_at_files()

    def _look_at_files(self) -> None:
        """Look whether files of the sources are gone or changed, when the tab or the program comes to the front."""
        if self._window.current_tab == TAB:
            self._files.ask(partial(_file_changes, self._sources.remembered()))

    def _on_files_looked_at(self, changes: Mapping[str, Told]) -> None:
        if changes != self._sources.book.files:
            self._sources.book.files = changes
            self._show()

    def _find_crawl(self) -> None:
        if self._window.current_tab == TAB:
            self.crawling.find_kept()

    def _show(self) -> None:
        urls = self._urls.urls
        only = self._matrix.only_source
        if only and only not in {source.id for source in urls.sources}:
            self._matrix.show_source(None)
        if self._window.current_tab == TAB:
            self.panel.show_entries(source_entries(urls, self._sources.waiting, self._sources.book))

    def show_source(self, source: Source | None) -> None:
        """Show what was not read of a source, and its log or the newest."""
        book = self._sources.book
        self.panel.show_reading(book.reading(source) if source else None)
        known = {each.id for each in self._urls.urls.sources}
        logs = [log for key, log in book.logs().items() if key in known]
        log = book.log(source) if source and source.id in known else None
        self.panel.show_log(log or (logs[-1] if logs else None), self._crawlers.catalogue)

    def load_urls(self) -> None:
        self._sources.load_urls()

    def load_again(self, source: Source) -> None:
        self._sources.load_again(source)

    def remove_source(self, source: Source) -> None:
        if any(each.id == source.id for each in self._sources.waiting):
            self._change_waiting(lambda each: None if each.id == source.id else each)
            return
        self._urls.replace(self._urls.urls.without(source))

    def rename_source(self, source: Source, name: str) -> None:
        now = replace(source, name=name)
        if any(each.id == source.id for each in self._sources.waiting):
            self._change_waiting(lambda each: now if each.id == source.id else each)
            return
        self._urls.change(self._urls.urls.named(now))

    def _change_waiting(self, change: Callable[[Source], Source | None]) -> None:
        changed = (change(source) for source in self._sources.waiting)
        self._sources.waiting = tuple(source for source in changed if source)
        self._sources.sources_changed.emit()

    def show_only(self, source: Source | None) -> None:
        """List the URLs of one source alone in the matrix, and go there."""
        self._matrix.show_source(source)
        if source is not None:
            self._window.show_tab("simulation")

    def mark_source(self, source_id: str) -> None:
        """Mark the source whose URLs alone the matrix lists, "" for none."""
        if self.has_panel:
            self.panel.show_only(source_id)

    def show_rejected(self, source: Source) -> None:
        self.bring_to_front()
        self.panel.show_rejected(source)

    def show_requests(self, source: Source) -> None:
        self.bring_to_front()
        self.panel.show_requests(source)

    def show_columns(self, source: Source) -> None:
        self.bring_to_front()
        self.panel.show_columns(source)

    def take_crawlers(self, tokens: Sequence[str]) -> None:
        self._crawlers.take_tokens(tokens)
        self._window.show_tab("simulation")

    def select_cell(self, cell: Cell) -> None:
        """Select a verdict in the matrix if it is there."""
        is_shown = any(crawler.token == cell.token for crawler in self._session.crawlers)
        if is_shown and self._urls.urls.position(cell.url) is not None:
            self._session.select(cell)
            self._window.show_tab("simulation")
