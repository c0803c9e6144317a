"""The matrix as a Qt model: listed URLs by crawlers, over one frozen analysis."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from math import inf

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from robotstudio.draft.analysis import Analysis, Cell, Column
from robotstudio.draft.cell_state import CellState, is_always_allowed, state_of
from robotstudio.draft.listing.filters import FilterKind, Rows
from robotstudio.draft.listing.lister import NO_MARKS
from robotstudio.draft.listing.marks import AS_BEFORE, Changes, Expected, MatrixMarks
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch.scenario_words import observed
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.panels.simulation.extra_columns import DataColumn, DivergenceColumn, ExtraColumn
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import TestUrl

_Role = Qt.ItemDataRole
AnyIndex = QModelIndex | QPersistentModelIndex

NO_ROWS: Rows = np.zeros(0, np.intp)
_MOST_COMPARED = 10_000
_FEW = 2
"""So many crawlers of a merged column are named in its title."""
_MOST_SAMPLED = 10_000
_SAID = frozenset({_Role.DisplayRole, _Role.AccessibleTextRole, _Role.ToolTipRole})


class Followed(Struct, frozen=True):
    """The group that a column follows, for its header; `color` is None if it follows none."""

    text: str
    color: int | None


class CellFacts(Struct, frozen=True):
    """A cell with the texts for it."""

    url: TestUrl
    column: Column
    state: CellState
    line: int
    reason: str = ""
    outside: str = ""
    was: int = AS_BEFORE
    expected: Expected | None = None

    @property
    def marks(self) -> tuple[str, ...]:
        """The texts for the marks on the cell."""
        return words.mark_words(self.was, self.expected)


class MatrixModel(QAbstractTableModel):
    """Rows are the listed URLs (their names are the row headers), columns are crawlers. `show` replaces everything.

    If rows and crawlers stay the same, only `dataChanged` is emitted, so that nothing moves; no update costs time per
    row. If the view passes its visible rows, `dataChanged` covers only the cells among them that look different.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.analysis: Analysis | None = None
        self.columns: tuple[Column, ...] = ()
        """The crawlers, in display order."""
        self.rows = NO_ROWS
        self._marks = NO_MARKS
        self._followed: tuple[Followed, ...] = ()
        self.merged: Mapping[int, tuple[int, ...]] = {}
        """The columns that also stand for others, and all of these, by number."""
        self.all_extras = (DivergenceColumn(self),)
        self.chosen_extras: tuple[ExtraColumn, ...] = ()
        """Facts of crawls that were chosen; they appear with the next analysis."""
        self.data_extras: tuple[DataColumn, ...] = ()
        """Columns that the sources bring, likewise."""
        self.occurring: AbstractSet[FilterKind] = frozenset()
        """The kinds of rows that occur, as last passed to `show`."""
        self.asked: AbstractSet[FilterKind] = frozenset()
        """The kinds that the person filters by."""
        self._extras: tuple[ExtraColumn, ...] = ()

    def set_merged(self, groups: Mapping[int, tuple[int, ...]]) -> None:
        """Let columns stand for others with the same verdicts: by number, all of their columns."""
        if groups != self.merged:
            self.merged = dict(groups)
            if self.columns:
                self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def crawlers_of(self, column: int) -> tuple[Crawler, ...]:
        """Return the crawlers that a column shows."""
        return tuple(self.columns[each].crawler for each in self.merged.get(column, (column,)))

    def title(self, column: int, room: float = inf, measure: Callable[[str], float] = len) -> str:
        """Return the title of a column: both names if there are two and they fit, else the first and a number."""
        titles = [title_of(crawler) for crawler in self.crawlers_of(column)]
        if len(titles) == 2 and measure(both := side_by_side(titles)) <= room:  # two names
            return both
        return (
            titles[0] if len(titles) == 1 else tr("{crawler} + {count}", crawler=titles[0], count=str(len(titles) - 1))
        )

    def title_of_crawler(self, token: str) -> str:
        """Return the title of the column that shows a crawler, or an empty string."""
        return next(map(self.title, self._columns_with(token)), "")

    def crawlers_beside(self, token: str) -> tuple[Crawler, ...]:
        """Return the crawlers of the column that shows a crawler, none if no column does."""
        return next(map(self.crawlers_of, self._columns_with(token)), ())

    def _columns_with(self, token: str) -> Iterator[int]:
        shown = {each for columns in self.merged.values() for each in columns} - self.merged.keys()
        heads = (column for column in range(len(self.columns)) if column not in shown)
        return (column for column in heads if token in {each.token for each in self.crawlers_of(column)})

    def fits(self, analysis: Analysis, rows: Rows, occurring: AbstractSet[FilterKind] = frozenset()) -> bool:
        """Return True if showing this would leave every row and column in place."""
        shown = self.analysis
        return (
            shown is not None
            and self._extras == self._extras_for(occurring)
            and _same_urls(shown.urls, analysis.urls)
            and [column.crawler for column in shown.columns] == [column.crawler for column in analysis.columns]
            and (self.rows is rows or np.array_equal(self.rows, rows))
        )

    def show(
        self,
        analysis: Analysis,
        rows: Rows,
        occurring: AbstractSet[FilterKind] = frozenset(),
        seen: range | None = None,
    ) -> None:
        """Show these rows of an analysis, and after the crawlers the columns for the kinds that occur.

        `seen` are the visible rows, None if they are not known.
        """
        shown = self.analysis
        same = self.fits(analysis, rows, occurring)
        if not same:
            self.beginResetModel()
            if [column.crawler for column in self.columns] != [column.crawler for column in analysis.columns]:
                self.merged = {}
        self.analysis, self.columns, self.rows = analysis, analysis.columns, rows
        self.occurring, self._extras = occurring, self._extras_for(occurring)
        for extra in self._every_extra():
            extra.show(analysis)
        before, self._followed = self._followed, _followed(analysis)
        if not same:
            self.endResetModel()
            return
        if self.columns and before != self._followed:  # even without URLs
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)
        if self.columns and len(rows):
            if seen is None or shown is None or shown.outside is not analysis.outside:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))
            else:
                self._tell_changed(shown.columns, seen)

    def _tell_changed(self, before: tuple[Column, ...], seen: range) -> None:
        """Emit `dataChanged` for each column, over the visible rows whose cells look different."""
        rows = self.rows[seen.start : seen.stop]
        for number, (old, new) in enumerate(zip(before, self.columns, strict=True)):
            offsets = _differing(old, new, rows)
            if offsets.size:
                first, last = seen.start + int(offsets[0]), seen.start + int(offsets[-1])
                self.dataChanged.emit(self.index(first, number), self.index(last, number))

    def url_at(self, row: int) -> TestUrl | None:
        """Return the URL of a row, None outside the list."""
        if self.analysis is None or not 0 <= row < len(self.rows):
            return None
        return self.analysis.urls[int(self.rows[row])]

    def cell_at(self, row: int, column: int) -> Cell | None:
        """Return the URL and crawler of a cell, None outside the matrix."""
        if self.analysis is None or not 0 <= row < len(self.rows):
            return None
        position = int(self.rows[row])
        url = self.analysis.urls.urls[position]
        extra = self.extra_at(column)
        if extra is not None:
            said = extra.now(position)
            token = self.columns[0].crawler.token if extra.fact else said.token if said else ""
            return Cell(url, token) if token else None
        return Cell(url, self.columns[column].crawler.token) if 0 <= column < len(self.columns) else None

    @property
    def extras(self) -> tuple[ExtraColumn, ...]:
        """The columns after those of the crawlers."""
        return self._extras if self.columns else ()

    def extra_at(self, column: int) -> ExtraColumn | None:
        """Return the extra column with this number, None if there is none."""
        place = column - len(self.columns)
        return self.extras[place] if 0 <= place < len(self.extras) else None

    def _extras_for(self, occurring: AbstractSet[FilterKind] = frozenset()) -> tuple[ExtraColumn, ...]:
        return tuple(extra for extra in self._every_extra() if extra.is_wanted(occurring))

    def _every_extra(self) -> Sequence[ExtraColumn]:
        return *self.data_extras, *self.all_extras, *self.chosen_extras

    def columns_before(self) -> Sequence[int]:
        """Return the numbers of the columns left of the crawlers."""
        return [number for number, extra in enumerate(self.extras, len(self.columns)) if extra.is_before]

    def position_at(self, row: int) -> int:
        """Return the position of a row's URL in the analysis, -1 outside the matrix."""
        return int(self.rows[row]) if 0 <= row < len(self.rows) else -1

    def set_marks(self, marks: MatrixMarks) -> None:
        """Show other marks on the cells."""
        self._marks = marks
        if self.columns and len(self.rows):  # tooltips and accessible texts differ now
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self.columns) - 1))

    def changes(self, column: int, rows: Rows) -> Changes:
        """Return the former verdicts in some rows of a column that have changed."""
        return self._marks.changes_at(self.columns[column].crawler.token, rows)

    def expected(self, column: int, first: int, last: int) -> Mapping[int, Expected]:
        """Return what is expected in the rows of a column from `first` to `last`."""
        if not self._marks.expectations:
            return {}
        found = ((row, self.expected_at(row, column)) for row in range(first, last + 1))
        return {row: expected for row, expected in found if expected}

    def expected_at(self, row: int, column: int) -> Expected | None:
        """Return what is expected of a cell, None if nothing is; of merged crawlers, first what fails."""
        return next((self._marks.expectations[cell] for cell in self.cells_expected(row, column)), None)

    def cells_expected(self, row: int, column: int) -> Sequence[Cell]:
        """Return the cells with an expectation among those that one cell of the matrix shows, failing ones first."""
        url = self.url_at(row)
        if url is None or not 0 <= column < len(self.columns):
            return ()
        marks = self._marks.expectations
        cells = (Cell(url.url, crawler.token) for crawler in self.crawlers_of(column))
        return sorted((cell for cell in cells if cell in marks), key=lambda cell: not marks[cell].fails)

    def facts(self, row: int, column: int) -> CellFacts | None:
        """Return everything about a cell, None outside the matrix."""
        url = self.url_at(row)
        if url is None or not 0 <= column < len(self.columns):
            return None
        position, where = int(self.rows[row]), self.columns[column]
        [allowed], [line] = (found.tolist() for found in where.at([position]))
        always = line == 0 and is_always_allowed(url, where)
        state = state_of(allowed, line, always=always, effect=where.effect)
        was = int(self._marks.changes_at(where.crawler.token, np.array([position]))[0])
        expected = self.expected_at(row, column)
        return CellFacts(url, where, state, line, self._reason(where), self.outside_words(row), was, expected)

    def is_outside(self, row: int) -> bool:
        """Return True if another robots.txt governs the URL of a row."""
        outside = self.analysis.outside if self.analysis else None
        return outside is not None and 0 <= row < len(self.rows) and bool(outside[int(self.rows[row])])

    def outside_words(self, row: int) -> str:
        """Return which robots.txt governs the URL of a row, "" if it is this one."""
        url = self.url_at(row) if self.is_outside(row) else None
        return words.outside_words(url.url, self.analysis.robots_url) if url and self.analysis else ""

    def _reason(self, column: Column) -> str:
        is_by_rules = column.is_by_rules or self.analysis is None
        return "" if is_by_rules or self.analysis is None else observed(self.analysis.scenario)

    def followed(self, column: int) -> Followed:
        return self._followed[column]

    def position_of(self, url: str) -> int | None:
        """Return the position of a URL in the analysis, whether or not a filter hides it."""
        return self.analysis.position(url) if self.analysis else None

    def row_of(self, position: int) -> int | None:
        """Return the row of the URL at a position, None if a filter hides it."""
        found = np.flatnonzero(self.rows == position)
        return int(found[0]) if found.size else None

    def index_of(self, cell: Cell | None) -> QModelIndex:
        """Return the index of a cell; invalid if it is not listed."""
        position = self.position_of(cell.url) if cell else None
        row = None if position is None else self.row_of(position)
        column = self.shown_column_of(cell.token) if cell else None
        return QModelIndex() if row is None or column is None else self.index(row, column)

    def shown_column_of(self, token: str) -> int | None:
        """Return the column that shows a crawler: its own, or the one it is merged into."""
        column = self.column_of(token)
        return next((first for first, numbers in self.merged.items() if column in numbers), column)

    def column_of(self, token: str) -> int | None:
        return next((i for i, column in enumerate(self.columns) if column.crawler.token == token), None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns) + len(self.extras)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        extra = self.extra_at(index.column())
        if extra is not None and not extra.is_selectable(self.position_at(index.row())):
            return Qt.ItemFlag.NoItemFlags  # nothing to select
        return super().flags(index)

    def data(self, index: AnyIndex, role: int = _Role.DisplayRole) -> object:
        if role not in _SAID or not index.isValid() or index.model() is not self:
            return None  # first, before any lookup: views ask for many roles
        extra = self.extra_at(index.column())
        if extra is not None:
            return _extra_data(extra, self.position_at(index.row()), role)
        facts = self.facts(index.row(), index.column())
        if facts is None:
            return None
        match role:
            case _Role.DisplayRole:
                return str(facts.line) if facts.line else words.cell_word(facts.state)
            case _Role.AccessibleTextRole:
                verdict = words.verdict_words(facts.state, facts.line, facts.reason)
                said = (title_of(facts.column.crawler), facts.url.display, verdict, *facts.marks, facts.outside)
                return side_by_side(filter(None, said))
            case _Role.ToolTipRole:
                return _tooltip(facts)
            case _:
                return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return self._url_header(section, role)
        extra = self.extra_at(section)
        if extra is not None:
            return _extra_header(extra, role)
        if not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case _Role.DisplayRole:
                return self.title(section)
            case _Role.AccessibleTextRole:
                titles = side_by_side(title_of(crawler) for crawler in self.crawlers_of(section))
                said = (titles, words.group_words(column.choice), words.reads_words(column.crawler))
                return side_by_side(said if column.crawler.assumed else said[:2])
            case _Role.ToolTipRole:
                return self._crawler_words(column)
            case _:
                return None

    def _crawler_words(self, column: Column) -> str:
        fetched = self.analysis.scenario.fetched if self.analysis else None
        reach = words.reach_line(column.crawler, fetched, datetime.now(UTC))
        said = f"{words.crawler_words(column.crawler, column.choice)}\n{reach}"
        others = self.crawlers_of(self.columns.index(column))[1:]
        if not others:
            return said
        alike = tr("Same verdicts: {crawlers}", crawlers=side_by_side(title_of(crawler) for crawler in others))
        return f"{said}\n{alike}\n{tr('Click to show each crawler in its own column.')}"

    def _url_header(self, row: int, role: int) -> str | None:
        url = self.url_at(row)
        if url is None:
            return None
        outside = self.outside_words(row)
        match role:
            case _Role.DisplayRole:
                return url.display
            case _Role.AccessibleTextRole:
                return side_by_side((url.display, outside)) if outside else url.display
            case _Role.ToolTipRole:
                said = words.url_words(url)
                return f"{said}\n{outside}" if outside else said
            case _:
                return None


def is_mostly_blocked(column: Column) -> bool:
    """Return True if one line blocks more than half of a column: it has no grounds, so that the rest stands out.

    A long column is judged by a sample.
    """
    if 2 * column.blocked_count <= column.size:
        return False
    rows = np.arange(0, column.size, 1 + column.size // _MOST_SAMPLED)
    allowed, lines = column.at(rows)
    return bool(2 * np.bincount(lines[~allowed], minlength=1).max() > len(rows))


def _differing(old: Column, new: Column, rows: Rows) -> Rows:
    """Return which of these rows look different in another version of a column, as offsets."""
    if old.effect is not new.effect or is_mostly_blocked(old) is not is_mostly_blocked(new):
        return np.arange(len(rows), dtype=np.intp)
    if old.verdicts is new.verdicts:
        return NO_ROWS
    (old_allowed, old_lines), (allowed, lines) = old.at(rows), new.at(rows)
    return np.flatnonzero((old_allowed != allowed) | (old_lines != lines))


def _same_urls(one: UrlSet, other: UrlSet) -> bool:
    """Return True if two lists have the same content; large ones only if they are the same object."""
    return one is other or (len(one) == len(other) <= _MOST_COMPARED and one.columns == other.columns)


def _extra_data(extra: ExtraColumn, position: int, role: int) -> str | None:
    said = extra.now(position)
    if said is None:
        return None
    match role:
        case _Role.DisplayRole:
            return said.text
        case _Role.AccessibleTextRole | _Role.ToolTipRole:
            return said.detail
        case _:
            return None


def _extra_header(extra: ExtraColumn, role: int) -> str | None:
    match role:
        case _Role.DisplayRole | _Role.AccessibleTextRole:
            return extra.title
        case _Role.ToolTipRole:
            return extra.explanation
        case _:
            return None


def _tooltip(facts: CellFacts) -> str:
    verdict = words.verdict_words(facts.state, facts.line, facts.reason)
    lines = [WORDS.about(title_of(facts.column.crawler), verdict)]
    if facts.line:
        rules = (rule for group in facts.column.choice.groups for rule in group.rules if rule.line == facts.line)
        lines += [str(rule)[:200] for rule in rules][:1]
    if facts.column.is_by_rules:
        lines.append(words.group_words(facts.column.choice))
    elif facts.column.policy_outcome:
        lines.append(words.scenario_words(facts.column.policy_outcome))
    return "\n".join((*lines, *facts.marks, *filter(None, [facts.outside])))


def _followed(analysis: Analysis) -> tuple[Followed, ...]:
    """Return the group of each column; a group that several columns follow is named, so that they look alike."""
    keys = [tuple(group.first_line for group in column.choice.groups) for column in analysis.columns]
    followers, colors = Counter(keys), {mark.first_line: mark.color for mark in analysis.marks}
    return tuple(
        Followed(words.followed_words(column.choice, shared=followers[key] > 1), colors.get(key[0]) if key else None)
        if column.is_by_rules
        else Followed(words.effect_words(column.effect), None)
        for column, key in zip(analysis.columns, keys, strict=True)
    )
