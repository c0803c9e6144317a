"""The pages about crawl budget: what the draft would spare of each crawler's requests, and the joined lists."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from robotstudio.compliance.budget import (
    SCOPE_WORDS,
    CrawlerBudget,
    RuleTally,
    Tally,
    budget_words,
    share_words,
    spared_words,
)
from robotstudio.compliance.url_joins import LIST_WORDS, JoinedUrl, JoinRow, UrlJoins
from robotstudio.engine.crawlers import title_of
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_TOP, _BELOW = 220, 320
RULES, PATTERNS, STATUSES, DAYS = range(4)
UNLISTED, UNASKED, CLICKED = range(3)
_ROW = Tally | RuleTally

_NEEDS_BOTH: Message = "Load a sitemap as a source, and add an access log."
_NEEDS_CLICKS: Message = "No source of your URLs has clicks."
_NONE: Message = "There is no such URL."


class BudgetPage(Page):
    """A sentence, the crawlers, and the requests of the selected one by rule, pattern, status or day."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.budgets: Sequence[CrawlerBudget] = ()
        self.headline = Label("", self, px=14, weight=600)
        self.scope = Label("", self, px=12, color="text2")
        for label in (self.headline, self.scope):
            label.setWordWrap(True)
        self.table = Table(tr("Crawlers"), _crawler_columns(), _token_of, self)
        self.by = SegmentedControl((tr("Rules"), tr("Patterns"), tr("Status codes"), tr("Days")), self)
        self.by.setAccessibleName(tr("Requests by"))
        self.details = Label("", self, px=12, color="text2")
        self.details.setWordWrap(True)
        self.tallies = Table(tr("Requests of the crawler"), _tally_columns(), parent=self, is_multiple=True)
        self.tallies.set_nothing(tr("No request would be avoided."))
        self._lay_out()
        self.table.row_changed.connect(self._on_changed)
        self.by.current_changed.connect(self._on_changed)
        self.show_waiting(tr("Add an access log to see what the draft would avoid."))

    def show_waiting(self, sentence: str) -> None:
        """Show what is missing, or that the log is replayed."""
        self.headline.setText(sentence)
        self.scope.setText("")

    def show_budgets(self, budgets: Sequence[CrawlerBudget], before: str) -> None:
        """Show what the draft would spare; `before` names the file with which it is compared."""
        self.budgets = budgets
        self.headline.setText(spared_words(budgets))
        self.scope.setText(WORDS.sentences((tr(SCOPE_WORDS), before)))
        self.table.set_nothing(tr("These logs contain no request of a known crawler."))
        self.table.set_rows(budgets)
        if self.table.current_row is None and budgets:
            self.table.select_row(_token_of(budgets[0]))
        self._on_changed()

    def _on_changed(self, _chosen: object = None) -> None:
        row = self.table.current_row
        budget = row if isinstance(row, CrawlerBudget) else None
        self.details.setText(budget_words(budget) if budget else "")
        self.tallies.set_rows(_tallies_of(budget, self.by.current) if budget else ())

    def _lay_out(self) -> None:
        top = QWidget(self)
        said = QVBoxLayout(top)
        said.setContentsMargins(SIZES.panel_inset, 10, SIZES.panel_inset, 10)
        said.setSpacing(4)
        said.addWidget(self.headline)
        said.addWidget(self.scope)
        below = QWidget(self)
        rows = QVBoxLayout(below)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        tools = ToolRow(below)
        line = QHBoxLayout(tools)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.setSpacing(SIZES.between_controls)
        line.addWidget(self.by)
        line.addWidget(self.details, 1)
        rows.addWidget(tools)
        rows.addWidget(self.tallies, 1)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.addWidget(self.table)
        split.addWidget(below)
        split.setSizes([_TOP, _BELOW])
        split.setChildrenCollapsible(False)
        column = column_in(self)
        column.addWidget(top)
        column.addWidget(split, 1)


class JoinsPage(Page):
    """URLs that the log, the sitemaps or the clicks have and another has not."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.joins = UrlJoins()
        self.lists = SegmentedControl(tuple(map(tr, LIST_WORDS)), self)
        self.lists.setAccessibleName(tr("List"))
        self.table = Table(tr("URLs"), _url_columns(UNLISTED), parent=self, is_multiple=True)
        tools = ToolRow(self)
        line = QHBoxLayout(tools)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.lists)
        line.addStretch(1)
        column = column_in(self)
        column.addWidget(tools)
        column.addWidget(self.table, 1)
        self.lists.current_changed.connect(self._on_chosen)
        self.show_joins(self.joins)

    def show_joins(self, joins: UrlJoins) -> None:
        """Show the lists."""
        self.joins = joins
        for place, rows in enumerate(self._all):
            self.lists.set_count(place, "" if rows is None else WORDS.number(len(rows)))
        self._on_chosen(self.lists.current)

    @property
    def shown_rows(self) -> Sequence[JoinRow]:
        """The rows of the list that is shown, for other programs."""
        return self.joins.rows()[self.lists.current]

    @property
    def _all(self) -> Sequence[Sequence[JoinedUrl] | None]:
        return self.joins.unlisted, self.joins.unasked, self.joins.clicked

    def _on_chosen(self, place: int) -> None:
        rows = self._all[place]
        missing = tr(_NEEDS_CLICKS if place == CLICKED else _NEEDS_BOTH)
        self.table.set_columns(_url_columns(place))
        self.table.set_nothing(missing if rows is None else tr(_NONE))
        self.table.set_rows(rows or ())


def _token_of(budget: CrawlerBudget) -> str:
    return budget.crawler.token


def _tallies_of(budget: CrawlerBudget, by: int) -> Sequence[_ROW]:
    return (budget.rules, budget.patterns, budget.statuses, budget.days)[by]


def _crawler_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("crawler", tr("Crawler"), _name, _name_key, least=150),
        TableColumn("requests", tr("Requests"), _requests, _requests_key, 92, is_number=True,
                    tip=tr("Its requests for pages, without spoofed ones")),
        TableColumn("spared", tr("Avoided"), _spared, _spared_key, 92, is_number=True,
                    tip=tr("Requests that the earlier file allows and the draft blocks")),
        TableColumn("share", tr("Share"), _share, _share_key, 76, is_number=True,
                    tip=tr("Share of its requests that would be avoided")),
        TableColumn("blocked_before", tr("Blocked before"), _before, _before_key, 112, is_number=True,
                    hidden_below=560, tip=tr("Requests for URLs that the earlier file blocks already")),
        TableColumn("spoofed", tr("Spoofed"), _spoofed, _spoofed_key, 92, is_number=True, hidden_below=660,
                    tip=tr("Requests that only use its name; they are not counted")),
    )  # fmt: skip


def _name(row: CrawlerBudget) -> TableCell:
    return TableCell(title_of(row.crawler), weight=500)


def _name_key(row: CrawlerBudget) -> str:
    return title_of(row.crawler).casefold()


def _requests(row: CrawlerBudget) -> TableCell:
    return TableCell(WORDS.number(row.requests))


def _requests_key(row: CrawlerBudget) -> int:
    return row.requests


def _spared(row: CrawlerBudget) -> TableCell:
    return TableCell(WORDS.number(row.spared), "text" if row.spared else "text3", weight=600 if row.spared else 400)


def _spared_key(row: CrawlerBudget) -> int:
    return row.spared


def _share(row: CrawlerBudget) -> TableCell:
    return TableCell(share_words(row.share, 1), "text" if row.spared else "text3")


def _share_key(row: CrawlerBudget) -> float:
    return row.share


def _before(row: CrawlerBudget) -> TableCell:
    return TableCell(WORDS.number(row.blocked_before), "text2")


def _before_key(row: CrawlerBudget) -> int:
    return row.blocked_before


def _spoofed(row: CrawlerBudget) -> TableCell:
    return TableCell(WORDS.number(row.spoofed), "warning" if row.spoofed else "text3")


def _spoofed_key(row: CrawlerBudget) -> int:
    return row.spoofed


def _tally_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("key", tr("What"), _what, _what_key, is_code=True, least=150),
        TableColumn("tally_requests", tr("Requests"), _all_of, _all_of_key, 92, is_number=True),
        TableColumn("tally_spared", tr("Avoided"), _spared_of, _spared_of_key, 92, is_number=True),
    )


def _what(row: _ROW) -> TableCell:
    if isinstance(row, Tally):
        return TableCell(printable(row.key))
    return TableCell(WORDS.about(tr("Line {line}", line=str(row.line)), printable(row.rule)))


def _what_key(row: _ROW) -> tuple[int, str]:
    return (0, row.key) if isinstance(row, Tally) else (row.line, row.rule)


def _all_of(row: _ROW) -> TableCell:
    return TableCell(WORDS.number(row.requests) if isinstance(row, Tally) else "", "text2")


def _all_of_key(row: _ROW) -> int:
    return row.requests if isinstance(row, Tally) else row.spared


def _spared_of(row: _ROW) -> TableCell:
    return TableCell(WORDS.number(row.spared), "text" if row.spared else "text3", weight=600 if row.spared else 400)


def _spared_of_key(row: _ROW) -> int:
    return row.spared


def _url_columns(place: int) -> tuple[TableColumn, ...]:
    columns = [TableColumn("joined_url", tr("URL"), _url, _url_key, is_code=True, least=200)]
    if place != UNASKED:
        title = tr("Clicks") if place == CLICKED else tr("Requests")
        columns.append(TableColumn("joined_number", title, _number, _number_key, 100, is_number=True))
    if place == CLICKED:
        columns.append(TableColumn("joined_line", tr("Line"), _line, _line_key, 70, is_number=True))
    return tuple(columns)


def _url(row: JoinedUrl) -> TableCell:
    return TableCell(printable(row.url))


def _url_key(row: JoinedUrl) -> str:
    return row.url


def _number(row: JoinedUrl) -> TableCell:
    return TableCell(WORDS.number(row.number))


def _number_key(row: JoinedUrl) -> int:
    return row.number


def _line(row: JoinedUrl) -> TableCell:
    return TableCell(str(row.line) if row.line else "", "text3")


def _line_key(row: JoinedUrl) -> int:
    return row.line
