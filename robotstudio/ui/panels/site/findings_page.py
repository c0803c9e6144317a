"""Findings in the Site tab: the problems of the site, their URLs, and the pages that link to each."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QWidget

from robotstudio.crawl.insight.finding_kinds import BY_HREFLANG
from robotstudio.crawl.insight.findings import FindingGroup, FindingReporter, FoundUrl
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.site.actions import FindingActions
from robotstudio.ui.panels.site.crawl_part import CrawlPart
from robotstudio.ui.panels.site.finding_tables import group_columns, url_columns, why_words
from robotstudio.ui.panels.site.linking_pages import LinkingPages
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import Bar, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table

MOST_LISTED = 1_000
_FIELD = 170
_OTHER, _PAGES, _LINES = 1, 2, 4
_LINES_OF_GROUP, _RULE, _BEYOND = 4, 5, 6
_LISTED = Plural("showing the first {listed} of {count}", "showing the first {listed} of {count}")
_FOUND = Plural("{count} finding", "{count} findings")


class FindingsPage(CrawlPart):
    """The groups of findings, the URLs of one, and the pages that link to each."""

    def __init__(self, actions: FindingActions, parent: QWidget) -> None:
        super().__init__(actions, parent, thread="findings")
        self._for_findings = actions
        self.background.answered.connect(self._on_answered)
        self._path: Path | None = None
        self._crawlers: tuple[Crawler, ...] = ()
        self._draft = b""
        self._reporter = FindingReporter()
        self._groups: tuple[FindingGroup, ...] = ()
        self.crawler = QComboBox(self)
        self.new_pill = Pill(tr("New in the draft"), parent=self)
        self.search = SearchField(tr("Filter URLs"), self)
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.groups = Table(tr("Findings"), group_columns(), _id_of, self)
        self.said = Label("", self, px=12, color="text2")
        self.said.setWordWrap(True)
        self.matrix_button = GhostButton(tr("Show its URLs"), Glyph.FILTER, self)
        self.rules_button = GhostButton(tr("Suggest a rule…"), parent=self)
        self.urls = Table(tr("URLs of the finding"), url_columns(()), _url_of, self, is_multiple=True)
        self.leading = LinkingPages(self)
        self.footer = Footer(self)
        self._lay_out()
        self._connect()
        self._offer(())
        self._say_nothing()

    def show_crawl(self, path: Path | None, crawlers: tuple[Crawler, ...], draft: bytes) -> None:
        """Find the problems in a crawl for these crawlers."""
        self._path, self._draft = path, draft
        if crawlers != self._crawlers:
            self._offer(crawlers)
        self._plan()

    @property
    def listed(self) -> tuple[FindingGroup, ...]:
        is_all = not self.new_pill.isChecked()
        return tuple(group for group in self._groups if is_all or group.new_count)

    def _say_waiting(self, sentence: str) -> None:
        self.groups.set_nothing(sentence)

    def close_threads(self) -> None:
        super().close_threads()
        self.leading.close_threads()

    def _offer(self, crawlers: tuple[Crawler, ...]) -> None:
        """Offer all of these crawlers or one; keep the chosen one."""
        place = self.crawler.currentIndex() - 1
        chosen = self._crawlers[place].token if 0 <= place < len(self._crawlers) else ""
        if crawlers != self._crawlers:
            self.urls.set_columns(url_columns(crawlers))
        self._crawlers = crawlers
        with QSignalBlocker(self.crawler):
            self.crawler.clear()
            self.crawler.addItems([tr("All crawlers"), *map(title_of, crawlers)])
            tokens = [crawler.token for crawler in crawlers]
            self.crawler.setCurrentIndex(tokens.index(chosen) + 1 if chosen in tokens else 0)

    def _ask(self) -> None:
        if self._path is not None and self._path.exists():
            self._is_due = False
            self._set_stale(is_stale=True)
            if not self._groups:
                self.groups.set_nothing(tr("Analysing…"))
            place = self.crawler.currentIndex() - 1
            chosen = self._crawlers[place : place + 1] if place >= 0 else self._crawlers
            views = tuple(crawler.reader for crawler in chosen)
            self.background.ask(partial(self._reporter.report, self._path, views, self._draft))

    def _set_stale(self, *, is_stale: bool) -> None:
        for table in (self.groups, self.urls):
            table.set_stale(is_stale)

    def _on_answered(self, groups: tuple[FindingGroup, ...] | None) -> None:
        if groups is not None:
            self._groups = groups
            self._set_stale(is_stale=False)
            self._say_nothing()
            self._show()
            self._for_findings.take_findings(groups)

    def _on_failed(self, error: RobotStudioError) -> None:
        self.groups.set_nothing(WORDS.tell(error.told))

    def _say_nothing(self) -> None:
        is_crawled = self._path is not None and self._path.exists()
        self.groups.set_nothing(tr("No problems found.") if is_crawled else tr("Crawl the site first."))

    def _show(self, _what: object = None) -> None:
        new = sum(group.new_count for group in self._groups)
        self.new_pill.set_count(WORDS.number(new))
        has_rules = any(group.rules for group in self.listed)
        self.groups.set_columns(group_columns(only_new=self.new_pill.isChecked()))
        self.groups.set_unused(frozenset() if has_rules else frozenset({_RULE, _BEYOND}))
        self.groups.set_rows(self.listed)
        self.export_button.setEnabled(bool(self._groups))
        self._show_group()

    def _show_group(self, _row: object = None) -> None:
        group: FindingGroup | None = self.groups.current_row
        found = [] if group is None else [*islice(self._found_in(group), MOST_LISTED)]
        has_pages, has_other = any(one.pages for one in found), any(one.other for one in found)
        has_lines = any(one.lines for one in found)
        columns = ((_OTHER, has_other), (_PAGES, has_pages), (_LINES, has_lines))
        self.urls.set_unused(frozenset(place for place, is_used in columns if not is_used))
        self.urls.set_rows(found)
        self.said.setText("" if group is None else why_words(group))
        self.matrix_button.setEnabled(bool(found))
        self.rules_button.setEnabled(bool(found))
        self.rules_button.setVisible(group is not None and group.wasted is not None)
        total = 0 if group is None else group.new_count if self.new_pill.isChecked() else len(group.places)
        is_part = len(found) == MOST_LISTED < total
        self.footer.say(ntr(_LISTED, total, listed=len(found)) if is_part else ntr(_FOUND, len(self.groups.rows)))
        if self.urls.current_row is None:
            self._show_leading(None)

    def _found_in(self, group: FindingGroup) -> Iterator[FoundUrl]:
        is_all = not self.new_pill.isChecked()
        return (one for one in group.found(self.search.text().strip()) if is_all or one.is_new)

    def _show_leading(self, found: FoundUrl | None) -> None:
        group: FindingGroup | None = self.groups.current_row
        by_hreflang = group is not None and group.kind in BY_HREFLANG
        self.leading.show_for(self._path, found.url if found is not None else None, by_hreflang=by_hreflang)

    def _on_url_activated(self, found: FoundUrl) -> None:
        if found.lines:
            self._actions.show_line(found.lines[0])
        else:
            self._for_findings.show_urls(self.groups.current_row, (found.url,))

    def _on_group_activated(self, group: FindingGroup) -> None:
        if group.lines:
            self._actions.show_line(group.lines[0])

    def _on_matrix_clicked(self) -> None:
        group: FindingGroup | None = self.groups.current_row
        if group is not None:
            chosen = tuple(found.url for found in self.urls.selected_rows)
            self._for_findings.show_urls(group, chosen if len(chosen) > 1 else group.urls)

    def _on_rules_clicked(self) -> None:
        if self.groups.current_row is not None:
            self._for_findings.suggest_rules(self.groups.current_row)

    def _connect(self) -> None:
        self.crawler.setProperty("controlSize", "small")
        self.crawler.setAccessibleName(tr("Crawler"))
        self.crawler.currentIndexChanged.connect(self._plan)
        self.new_pill.toggled.connect(self._show)
        self.search.textChanged.connect(self._show_group)
        self.search.left.connect(self.urls.setFocus)
        self.groups.row_changed.connect(self._show_group)
        self.groups.row_activated.connect(self._on_group_activated)
        self.urls.row_changed.connect(self._show_leading)
        self.urls.row_activated.connect(self._on_url_activated)
        self.matrix_button.clicked.connect(self._on_matrix_clicked)
        self.rules_button.clicked.connect(self._on_rules_clicked)
        self.export_button.clicked.connect(self._for_findings.export_findings)

    def _lay_out(self) -> None:
        above, between = ToolRow(self), Bar(self)
        between.ground = "surface"
        self.search.setMinimumWidth(_FIELD)
        rows: tuple[tuple[QWidget, tuple[QWidget, ...]], ...] = (
            (above, (self.crawler, self.new_pill, self.search, self.export_button)),
            (between, (self.said, self.rules_button, self.matrix_button)),
        )
        for row, parts in rows:
            line = QHBoxLayout(row)
            room = 0 if row is above else SIZES.between_controls
            line.setContentsMargins(SIZES.panel_inset, room, SIZES.panel_inset, room + 1)
            line.setSpacing(SIZES.between_controls)
            for part in parts:
                line.addWidget(part, 1 if part in {self.search, self.said} else 0)
        below = QSplitter(Qt.Orientation.Horizontal, self)
        below.addWidget(self.urls)
        below.addWidget(self.leading)
        below.setStretchFactor(0, 1)
        below.setSizes([600, 260])
        column = QWidget(self)
        rows_below = column_in(column)
        rows_below.addWidget(between)
        rows_below.addWidget(below, 1)
        stack = QSplitter(Qt.Orientation.Vertical, self)
        stack.addWidget(self.groups)
        stack.addWidget(column)
        for each in (below, stack):
            each.setHandleWidth(1)
            each.setChildrenCollapsible(False)
        stack.setSizes([self.groups.height_of(7), 400])
        stack.setStretchFactor(1, 1)
        layout = column_in(self)
        layout.addWidget(above)
        layout.addWidget(stack, 1)
        layout.addWidget(self.footer)


def _id_of(group: FindingGroup) -> tuple[object, ...]:
    return group.id


def _url_of(found: FoundUrl) -> str:
    return found.url
