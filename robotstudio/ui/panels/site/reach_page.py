"""Reachability in the Site tab: the pages each crawler reaches under the live file and the draft, and broken paths."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from robotstudio.crawl.insight.reach_report import ReachReport, ReachReporter, ReachRow
from robotstudio.crawl.insight.reachability import OrphanedPage
from robotstudio.engine.crawlers import Crawler, CrawlerView, names_of
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site.actions import ReachActions
from robotstudio.ui.panels.site.broken_path import BrokenPath, path_of
from robotstudio.ui.panels.site.crawl_part import CrawlPart
from robotstudio.ui.panels.site.crawl_words import orphaning_notes
from robotstudio.ui.panels.site.reach_details import ReachDetails
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import Bar, column_in
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.urls.url_set import UrlSet

_SENTENCE, _SENTENCE_NARROW, _NARROW_BELOW = 66, 88, 700
_MOST_NAMED, _MOST_LINES = 3, 3
_LOSES = Plural(
    "{crawler}: {count} of {pages} pages can no longer be reached.",
    "{crawler}: {count} of {pages} pages can no longer be reached.",
)
_BLOCKED = Plural("{count} page becomes blocked.", "{count} pages become blocked.")
_ORPHANED = Plural(
    "{count} page stays allowed, but no link leads to it.",
    "{count} pages stay allowed, but no link leads to them.",
)
_IN_SITEMAP = Plural("{count} orphaned page is in a sitemap.", "{count} orphaned pages are in a sitemap.")
_MORE = Plural("{names} and {count} more", "{names} and {count} more")
_LISTED = Plural("showing the first {listed} of {count}", "showing the first {listed} of {count}")


class ShownRow(NamedTuple):
    """Crawlers with equal results, the number of pages, and the crawlers of the window with their names."""

    row: ReachRow
    pages: int
    crawlers: tuple[Crawler, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the row's crawlers, in the current language."""
        return names_of(self.row.crawlers, self.crawlers)


class ReachPage(CrawlPart):
    """The crawlers, the pages that the draft orphans for one of them, and the broken path."""

    def __init__(self, actions: ReachActions, parent: QWidget) -> None:
        super().__init__(actions, parent, thread="reachability")
        self.background.answered.connect(self._on_answered)
        self._asked: tuple[Path, tuple[CrawlerView, ...], bytes] | None = None
        self._urls = UrlSet()
        self._report: ReachReport | None = None
        self._reporter = ReachReporter()
        self.sentence = Label(tr("Crawl the site first."), self, px=13, weight=600)
        self.more = Label("", self, px=12, color="text2")
        self.roots = SegmentedControl([tr("Links only"), tr("Links and sitemaps")], self)
        self.crawlers = Table(tr("Crawlers with equal results"), _row_columns(), _names_of, self, row_height=30)
        self.orphans = Table(tr("Orphaned pages"), _orphan_columns(), _url_of, self)
        self.path = BrokenPath(actions.show_line, self)
        self.details = ReachDetails(self.orphans, self.path, actions, self)
        self.footer = Footer(self)
        self._lay_out()
        self.roots.current_changed.connect(self._on_roots_changed)
        self.crawlers.row_changed.connect(self._on_row_changed)
        self.orphans.row_changed.connect(self._on_orphan_changed)
        self.orphans.row_activated.connect(self._on_orphan_activated)

    def show_crawl(
        self, path: Path | None, crawlers: tuple[CrawlerView, ...], draft: bytes, urls: UrlSet | None = None
    ) -> None:
        """Compute which pages of a crawl these crawlers reach; `urls` have columns about the pages."""
        self._urls = urls or UrlSet()
        self._asked = None if path is None else (path, crawlers, draft)
        self._plan()

    def _say_waiting(self, sentence: str) -> None:
        if self._report is None:
            self.sentence.setText(sentence)

    def _ask(self) -> None:
        if self._asked is not None and self._asked[0].exists():
            self._is_due = False
            if self._report is None:
                self.sentence.setText(tr("Analysing…"))
            for table in (self.crawlers, self.orphans):
                table.set_stale(True)
            with_sitemaps = self.roots.current == 1
            work = partial(self._reporter.report, *self._asked, with_sitemaps=with_sitemaps, urls=self._urls)
            self.background.ask(work)

    def _on_answered(self, report: ReachReport | None) -> None:
        if report is None:
            return
        self._report = report
        self.orphans.set_nothing(tr("No page is orphaned."))
        crawlers = tuple(view.crawler for view in self._asked[1] if view.crawler) if self._asked else ()
        self.crawlers.set_rows([ShownRow(row, report.pages, crawlers) for row in report.rows])
        for table in (self.crawlers, self.orphans):
            table.set_stale(False)
        self._show_row(self.crawlers.current_row)

    def _on_failed(self, error: RobotStudioError) -> None:
        self.sentence.setText(WORDS.tell(error.told))

    def _on_roots_changed(self, _index: int) -> None:
        self._ask()

    def _on_row_changed(self, row: ShownRow) -> None:
        self._show_row(row)

    def _show_row(self, shown: ShownRow | None) -> None:
        if shown is None:
            return
        row, pages, named = shown.row, shown.pages, _some_of(shown.names)
        if row.lost:
            self.sentence.setText(ntr(_LOSES, row.lost, crawler=named, pages=pages))
        elif row.differs:
            said = tr("{crawler} can still reach every page.")
            self.sentence.setText(put_in(said, {"crawler": named}))
        else:
            said = tr("For {crawler}, the draft changes no crawled page.")
            self.sentence.setText(put_in(said, {"crawler": named}))
        parts = [ntr(_BLOCKED, row.newly_blocked)] if row.newly_blocked else []
        parts += [ntr(_ORPHANED, row.orphaned)] if row.orphaned else []
        parts += [ntr(_IN_SITEMAP, row.in_sitemap)] if row.in_sitemap else []
        self.more.setText(WORDS.sentences(parts))
        self._show_notes(orphaning_notes(row.orphaning))
        if self._report is not None:
            self.details.show_row(self._report, row)
        self.orphans.set_rows(row.broken)
        is_part = len(row.broken) < row.orphaned
        self.footer.say(ntr(_LISTED, row.orphaned, listed=len(row.broken)) if is_part else "")
        self._on_orphan_changed(self.orphans.current_row)

    def _on_orphan_changed(self, orphan: OrphanedPage | None) -> None:
        self.path.show_path(orphan)

    def _on_orphan_activated(self, orphan: OrphanedPage) -> None:
        if orphan.breaks_at.line is not None:
            self._actions.show_line(orphan.breaks_at.line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reserve space for sentences of two lines if one is not enough."""
        super().resizeEvent(event)
        self._head.setFixedHeight(_SENTENCE if self.width() >= _NARROW_BELOW else _SENTENCE_NARROW)

    def _lay_out(self) -> None:
        self._head = head = Bar(self)
        for part in (self.sentence, self.more):
            part.setWordWrap(True)
        said = QVBoxLayout()
        said.setSpacing(3)
        said.addStretch(1)
        said.addWidget(self.sentence)
        said.addWidget(self.more)
        said.addStretch(1)
        line = QHBoxLayout(head)
        line.setContentsMargins(SIZES.panel_inset, 4, SIZES.panel_inset, 5)
        line.addLayout(said, 1)
        line.addWidget(self.roots)
        stack = QSplitter(Qt.Orientation.Vertical, self)
        stack.addWidget(self.crawlers)
        stack.addWidget(self.details)
        stack.setHandleWidth(1)
        stack.setChildrenCollapsible(False)
        stack.setSizes([self.crawlers.height_of(5), 400])
        stack.setStretchFactor(1, 1)
        layout = column_in(self)
        layout.addWidget(head)
        layout.addWidget(stack, 1)
        layout.addWidget(self.footer)


def _names_of(shown: ShownRow) -> tuple[str, ...]:
    return shown.row.crawlers


def _url_of(orphan: OrphanedPage) -> str:
    return orphan.url


def _some_of(called: Sequence[str]) -> str:
    names = side_by_side(called[:_MOST_NAMED])
    more = len(called) - _MOST_NAMED
    return ntr(_MORE, more, names=names) if more > 0 else names


def _row_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("readers", tr("Crawlers with equal results"), _crawlers_cell, weight=500, least=130),
        TableColumn("live", tr("Reachable, live"), _live_cell, width=116, hidden_below=560),
        TableColumn("draft", tr("Reachable, draft"), _draft_cell, width=116),
        TableColumn("blocked_pages", tr("Blocked"), _blocked_cell, width=92, is_number=True),
        TableColumn("orphaned", tr("Orphaned by draft"), _orphaned_cell, width=110, is_number=True),
        TableColumn("lines", tr("Lines"), _lines_cell, width=90, hidden_below=700, words=(tr("no change"),)),
    )


def _orphan_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("orphan", tr("Orphaned page"), _page_cell, is_code=True, least=150),
        TableColumn("links", tr("Links, live and draft"), _links_cell, width=130, is_number=True, hidden_below=460),
        TableColumn("breaks", tr("Breaks at"), _breaks_cell, width=110, is_code=True),
        TableColumn("break_line", tr("Line"), _line_cell, width=56, is_number=True, color="accent"),
    )


def _crawlers_cell(shown: ShownRow) -> TableCell:
    return TableCell(_some_of(shown.names), spoken=side_by_side(shown.names))


def _live_cell(shown: ShownRow) -> TableCell:
    row, pages = shown.row, shown.pages
    return TableCell(WORDS.number(row.live.reachable), ground="bar", fill=row.live.reachable / max(1, pages))


def _draft_cell(shown: ShownRow) -> TableCell:
    row, pages = shown.row, shown.pages
    said = WORDS.number(row.draft.reachable)
    change = row.draft.reachable - row.live.reachable
    if change:
        sign = "+" if change > 0 else "−"
        said = f"{said}  {sign}{WORDS.number(abs(change))}"
    return TableCell(said, weight=600 if change else 0, ground="bar", fill=row.draft.reachable / max(1, pages))


def _blocked_cell(shown: ShownRow) -> TableCell:
    row = shown.row
    number, change = WORDS.number(row.draft.blocked), row.draft.blocked - row.live.blocked
    if not change:
        return TableCell(number, "text2")
    return TableCell(f"{'+' if change > 0 else '−'}{WORDS.number(abs(change))}  {number}", "blocked", weight=600)


def _orphaned_cell(shown: ShownRow) -> TableCell:
    count = shown.row.orphaned
    return TableCell(WORDS.number(count), "warning" if count else "text3", weight=600 if count else 0)


def _lines_cell(shown: ShownRow) -> TableCell:
    lines = shown.row.lines
    said = side_by_side(str(line) for line in lines[:_MOST_LINES])
    if not shown.row.differs:
        return TableCell(tr("no change"), "text3")
    return TableCell(said, "accent")


def _page_cell(orphan: OrphanedPage) -> TableCell:
    return TableCell(path_of(orphan.url), spoken=orphan.url)


def _links_cell(orphan: OrphanedPage) -> TableCell:
    return TableCell(f"{WORDS.number(orphan.live_links)} → {WORDS.number(orphan.draft_links)}")


def _breaks_cell(orphan: OrphanedPage) -> TableCell:
    step = orphan.breaks_at
    return TableCell(path_of(step.url), "blocked", Glyph.CROSS, spoken=step.url)


def _line_cell(orphan: OrphanedPage) -> TableCell:
    return TableCell(str(orphan.breaks_at.line or "–"))
