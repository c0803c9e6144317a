"""A crawl in the Site tab: its progress, hosts and traps, the newest URLs, the end of its log."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from robotstudio.crawl.insight.listing import CrawlListing, CrawlQuery, ListedPage
from robotstudio.crawl.model import CrawlLogLine, CrawlProgress, HostState, NotFetched
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import UrlSelection
from robotstudio.fetch.headers import media_type
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.panels.site.actions import CrawlActions
from robotstudio.ui.panels.site.broken_path import path_of
from robotstudio.ui.panels.site.crawl_counts import CrawlCounts
from robotstudio.ui.panels.site.crawl_tables import (
    IN_LINKS,
    host_columns,
    log_columns,
    source_columns,
    unfetched_columns,
    url_columns,
)
from robotstudio.ui.panels.site.linking_pages import LinkingPages
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.column_choice import ColumnChoice
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader, SectionTitle, ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.urls.url_set import UrlSet

_SHOWN = (UrlSelection.ALL, UrlSelection.ERRORS, UrlSelection.LOOK_EMPTY, UrlSelection.NOT_FETCHED)
"""The URLs that each segment lists."""
_ALL, _ERRORS, _EMPTY, _NOT_FETCHED = range(4)
_PAUSE_MS, _FIELD, _LEAST_FIELD, _LOW, _NARROW = 200, 232, 110, 640, 1000
_LISTED = Plural("showing the last {listed} of {count}", "showing the last {listed} of {count}")


class CrawlPage(Page):
    """Shows frozen facts; `wanted` is the query for the list."""

    _sources_of: UrlSet | None = None

    def __init__(self, actions: CrawlActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.plan = ElidedLabel("", self, px=12, color="text2")
        self.counts = CrawlCounts(self)
        self.hosts = Table(tr("Hosts"), host_columns(), _origin_of, self, nothing=tr("None yet."))
        nothing = tr("Every URL that was found was fetched or is queued.")
        self.unfetched = Table(tr("Not fetched"), unfetched_columns(), _reason_of, self, nothing=nothing)
        self.follow_button = GhostButton(tr("Fetch after all"), parent=self)
        self.follow_button.setToolTip(tr("Resumes the crawl without this trap"))
        self.follow_button.setEnabled(False)
        self.kinds = SegmentedControl([tr("URLs"), tr("Errors"), tr("Look empty"), tr("Not fetched")], self)
        self.search = SearchField(tr("Filter URLs"), self)
        self.listed = ElidedLabel("", self, px=11, color="text3")
        self.use_button = SecondaryButton(tr("Use as test URLs"), parent=self)
        self.urls = Table(tr("URLs of the crawl"), url_columns(), _url_of, self, is_multiple=True, nothing="")
        self.linking = LinkingPages(self)
        self.linking_close = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.linking_close.setAccessibleName(tr("Close"))
        self.linking_close.setToolTip(tr("Close"))
        self.columns_button = GhostButton(tr("Columns"), Glyph.LAYOUT, self)
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.columns_button.setAccessibleName(tr("Columns"))
        self.columns_button.setToolTip(tr("Columns"))
        self.columns = ColumnChoice(self.urls, self.columns_button)
        self.log = Table(tr("Log"), log_columns(), _line_of, self, is_multiple=True, row_height=20)
        self.footer = Footer(self, remark_from=700)
        self._host_count = ElidedLabel("", self, px=11, color="text3")
        self._linking_to = ElidedLabel("", self, px=11, color="text3")
        self._hint = self._empty_hint()
        self._crawl = QWidget(self)
        self._within: NotFetched | None = None  # the reason whose URLs are listed
        self._is_running = self._is_rendered = False
        self._pause = QTimer(self, interval=_PAUSE_MS, singleShot=True)
        self._lay_out()
        self._pause.timeout.connect(actions.list_urls)
        self.search.textChanged.connect(self._on_wanted_changed)
        self.search.left.connect(self.urls.setFocus)
        self.kinds.current_changed.connect(self._on_kind_changed)
        self.urls.clicked.connect(self._on_cell_clicked)
        self.urls.row_activated.connect(self._show_linking)
        self.urls.row_changed.connect(self._on_row_changed)
        self.urls.menu_requested.connect(self._on_menu_requested)
        self.linking_close.clicked.connect(self._linking_part.hide)
        self.use_button.clicked.connect(actions.use_urls)
        self.export_button.clicked.connect(actions.export_urls)
        self.unfetched.row_changed.connect(self._update_follow)
        self.unfetched.row_clicked.connect(self._on_reason_chosen)
        self.unfetched.row_activated.connect(self._on_reason_chosen)
        self.follow_button.clicked.connect(self._on_follow)

    def _empty_hint(self) -> EmptyHint:
        hint = EmptyHint(tr("No crawl yet."), tr("Crawl…"), self)
        hint.action_triggered.connect(self._actions.ask)
        hint.add_action(tr("Open crawl…"), self._actions.open_crawl)
        return hint

    @property
    def wanted(self) -> CrawlQuery:
        """The query for the listed URLs."""
        only = _SHOWN[self.kinds.current]
        return CrawlQuery(self.search.text().strip(), only, self._within)

    def show_sources(self, urls: UrlSet) -> None:
        """Offer the columns of the sources of these URLs beside those of the crawl."""
        if urls is not self._sources_of:
            self._sources_of = urls
            self.urls.set_columns((*url_columns(), *source_columns(urls)))

    def show_plan(self, plan: CrawlPlan) -> None:
        """Show the plan of the crawl in place of the hint."""
        self.plan.setText(crawl_words.plan_words(plan))
        self._is_rendered = plan.renders
        self.urls.set_nothing(tr("Reading…"))
        self._hint.hide()
        self._crawl.show()

    def show_progress(self, progress: CrawlProgress, *, is_running: bool) -> None:
        self._is_running = is_running
        self._update_follow()
        patterns = sum(one.is_trap for one in self.unfetched.rows)
        self.counts.show_progress(progress, patterns, is_running=is_running)
        self.kinds.set_count(_ALL, WORDS.number(progress.found))
        errors = progress.errors + progress.refused
        self.kinds.set_count(_ERRORS, WORDS.number(errors) if errors else "")
        self.kinds.set_count(_EMPTY, WORDS.number(progress.looks_empty) if progress.looks_empty else "")
        unfetched = progress.forbidden + progress.traps + progress.left_out
        self.kinds.set_count(_NOT_FETCHED, WORDS.number(unfetched) if unfetched else "")
        self.footer.say(crawl_words.looks_empty_words(progress, is_rendered=self._is_rendered))

    def show_hosts(self, hosts: Sequence[HostState]) -> None:
        self.hosts.set_rows(hosts)
        self._host_count.setText(crawl_words.hosts_words(len(hosts)))

    def show_listing(self, listing: CrawlListing, name: str) -> None:
        """Show a listing of the crawl's file, which has this name."""
        self.urls.set_nothing(tr("No URL matches the filter."))
        self.urls.set_rows(listing.pages)
        is_part = listing.count > len(listing.pages)
        listed = ntr(_LISTED, listing.count, listed=len(listing.pages)) if is_part else tr("newest first")
        self.listed.setText(listed)
        self.unfetched.set_rows(listing.not_fetched)
        if listing.hosts:
            self.show_hosts(listing.hosts)
        bar = self.log.verticalScrollBar()
        is_following = bar.value() >= bar.maximum()
        self.log.set_rows(listing.log)
        if is_following:
            self.log.scrollToBottom()
        self.footer.set_remark(tr("{file}, {size}", file=name, size=WORDS.size(listing.size)))

    def close_threads(self) -> None:
        self.linking.close_threads()

    def _on_cell_clicked(self, index: QModelIndex) -> None:
        if self.urls.columns[index.column()].id == IN_LINKS:
            self._show_linking(self.urls.current_row)

    def _on_row_changed(self, row: ListedPage | None) -> None:
        if not self._linking_part.isHidden():
            self._show_linking(row)

    def _show_linking(self, row: ListedPage | None) -> None:
        """Show the pages that link to a URL beside the list."""
        self._linking_part.show()
        url = row.page.url if row is not None else None
        self._linking_to.setText(path_of(url) if url is not None else "")
        self.linking.show_for(self._actions.path, url)

    def _on_menu_requested(self, row: ListedPage, at: QPoint) -> None:
        is_page = row.page.status is not None and media_type(row.page.content_type) in {"text/html", ""}
        rows = (
            MenuAction(tr("Render this page"), partial(self._actions.render, row.page.url), is_enabled=is_page),
            MenuAction(tr("Show linking pages"), partial(self._show_linking, row)),
        )
        popup_at(build_menu(self, rows), at, self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The icon alone if there is no space for the text.
        self.columns_button.setText("" if self.width() < _NARROW else tr("Columns"))
        self._logged.setVisible(self.height() >= _LOW)

    def _on_wanted_changed(self, _text: str) -> None:
        self._pause.start()

    def _on_kind_changed(self, _index: int) -> None:
        self._within = None
        self._actions.list_urls()

    def _on_reason_chosen(self, one: NotFetched) -> None:
        """List the URLs of a reason that was clicked: the table has a current row also without a click."""
        with QSignalBlocker(self.kinds):
            self.kinds.set_current(_NOT_FETCHED)
        self._within = one
        self._actions.list_urls()

    def _on_follow(self) -> None:
        one = self.unfetched.current_row
        if one is not None:
            self._actions.follow(one)

    def _update_follow(self, _row: object = None) -> None:
        one = self.unfetched.current_row
        self.follow_button.setEnabled(one is not None and one.is_trap and not self._is_running)

    def _lay_out(self) -> None:
        start, tools = ToolRow(self), ToolRow(self, ground="surface")
        listing: tuple[QWidget, ...] = (
            *(self.kinds, self.search, self.listed),
            *(self.columns_button, self.export_button),
        )
        rows_of: tuple[tuple[QWidget, tuple[QWidget, ...]], ...] = (
            (start, (self.plan, self.use_button)),
            (tools, listing),
        )
        for row, parts in rows_of:
            line = QHBoxLayout(row)
            line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
            line.setSpacing(SIZES.between_controls)
            for part in parts:
                line.addWidget(part, 1 if part in {self.plan, self.listed} else 0)
        self.search.setMinimumWidth(_LEAST_FIELD)
        self.search.setMaximumWidth(_FIELD)
        self.listed.setAlignment(Qt.AlignmentFlag.AlignRight)
        above = QSplitter(Qt.Orientation.Horizontal, self)
        above.addWidget(self._titled(tr("Hosts"), self.hosts, self._host_count))
        above.addWidget(self._titled(tr("Not fetched"), self.unfetched, None, self.follow_button))
        below = QWidget(self)
        rows = column_in(below)
        rows.addWidget(tools)
        beside = QSplitter(Qt.Orientation.Horizontal, self)
        self._linking_part = self._titled(tr("Linking pages"), self.linking, self._linking_to, self.linking_close)
        beside.addWidget(self.urls)
        beside.addWidget(self._linking_part)
        beside.setStretchFactor(0, 1)
        beside.setSizes([600, 320])
        self._linking_part.hide()
        rows.addWidget(beside, 1)
        self._logged = self._titled(tr("Log"), self.log, None)
        stack = QSplitter(Qt.Orientation.Vertical, self)
        for part in (above, below, self._logged):
            stack.addWidget(part)
        for each in (above, beside, stack):
            each.setHandleWidth(1)
            each.setChildrenCollapsible(False)
        stack.setSizes([self.hosts.height_of(4) + 32, 300, self.log.height_of(4) + 32])
        stack.setStretchFactor(1, 1)
        layout = column_in(self._crawl)
        layout.addWidget(start)
        layout.addWidget(self.counts)
        layout.addWidget(stack, 1)
        layout.addWidget(self.footer)
        whole = column_in(self)
        whole.addWidget(self._hint, 1)
        whole.addWidget(self._crawl, 1)
        self._crawl.hide()

    def _titled(self, title: str, table: Table, more: QWidget | None, action: QWidget | None = None) -> QWidget:
        part = QWidget(self)
        rows = column_in(part)
        header: SectionHeader = SectionTitle(title, part, height=32)
        if more is not None:
            header.add_left(more, 1)
        if action is not None:
            header.add_right(action)
        rows.addWidget(header)
        rows.addWidget(table, 1)
        return part


def _origin_of(host: HostState) -> str:
    return host.origin


def _reason_of(one: NotFetched) -> tuple[str, str, str]:
    return one.rule, one.origin, one.pattern


def _url_of(row: ListedPage) -> str:
    return row.page.url


def _line_of(line: CrawlLogLine) -> int:
    return line.id
