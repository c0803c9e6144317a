"""List the URLs of an analysis in an order; what depends on the URLs alone is cached for other drafts.

Runs in any thread.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from robotstudio.draft.analysis import Analysis, Column
from robotstudio.draft.listing.filters import (
    FilterKind,
    Filters,
    Listing,
    Rows,
    counts_of,
    kept_rows,
    numbers_of,
    rows_in_order,
)
from robotstudio.draft.listing.marks import FAILING, MatrixMarks
from robotstudio.engine.bulk import Bools, Flags, UrlTable, mask_found, order_by_url
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.text.language import WORDS, Told
from robotstudio.urls.set_columns import UnknownColumnError, column_of, columns_of, find, had_clicks, is_named
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.where import WhereError, condition_in, mask_where

_MOST_RANKS = 1 << 16


class SortKey(Struct, frozen=True):
    """Sort by the verdicts of the crawler with this token; if it is None by the column `fact`, or else by URL."""

    token: str | None
    descending: bool = False
    fact: str = ""

    @property
    def is_by_url(self) -> bool:
        return self.token is None and not self.fact


def next_key(
    current: SortKey | None, token: str | None, fact: str = "", *, descends_first: bool = False
) -> SortKey | None:
    """Return the order after a click on a header: first ascending, then descending, then as added."""
    if current is None or (current.token, current.fact) != (token, fact):
        return SortKey(token, descends_first, fact)
    return SortKey(token, not descends_first, fact) if current.descending is descends_first else None


Ranks = Mapping[str, NDArray[np.int64]]
"""Rank of each URL by the id of a fact, in the order of the URLs; -1 if unknown."""


class Sorter:
    """Orders one list of URLs; the order by URL is worked out once."""

    def __init__(self, table: UrlTable) -> None:
        self._table = table
        self._by_url: Rows | None = None

    def order(self, key: SortKey | None, analysis: Analysis, ranks: Ranks, checkpoint: Checkpoint) -> Rows | None:
        """Return the indexes of all URLs in the order wanted, None for that of the list; equal ones stay as added."""
        if key is None:
            return None
        if key.fact in ranks:
            return _by_fact(ranks[key.fact], descending=key.descending)
        if key.fact:
            own = column_of(analysis.urls, key.fact)
            return None if own is None else own.values.order(is_descending=key.descending)
        if key.token is None:
            if self._by_url is None:
                self._by_url = order_by_url(self._table, checkpoint)
            return self._by_url[::-1] if key.descending else self._by_url
        column = analysis.column_of(key.token)
        if column is None:
            return None
        checkpoint()
        verdicts = _verdict_ranks(column)
        checkpoint()
        return np.argsort(verdicts.max(initial=0) - verdicts if key.descending else verdicts, kind="stable")


def _by_fact(ranks: NDArray[np.int64], *, descending: bool) -> Rows:
    """Sort by a fact; unknown values are last, either way."""
    last = ranks.max(initial=0) + 1
    return np.argsort(np.where(ranks < 0, last, last - ranks - 1 if descending else ranks), kind="stable")


def _verdict_ranks(column: Column) -> NDArray[np.uint16] | NDArray[np.int64]:
    """Rank the blocked URLs first, by line; then the allowed, by line; then those without a deciding rule."""
    lines = column.lines.astype(np.int64)
    behind = int(lines.max(initial=0)) + 1
    lines[column.allowed & (lines == 0)] = behind
    lines[column.allowed] += behind
    occurs = np.zeros(2 * behind + 1, np.bool_)
    occurs[lines] = True
    if np.count_nonzero(occurs) > _MOST_RANKS:
        return lines
    # Numbers as small as these are sorted digit by digit, many times as fast.
    return (np.cumsum(occurs) - 1).astype(np.uint16)[lines]


class _Search(Struct, frozen=True, eq=False):
    """A search text and the URLs that it finds, None for all: also those of a condition that is not understood."""

    text: str = ""
    urls: UrlSet | None = None
    found: Bools | None = None
    fault: Told | None = None


NO_MARKS: Final = MatrixMarks()
EVERYTHING: Final = Filters()


class ListingQuestion(Struct, frozen=True, eq=False):
    """Input of a listing."""

    analysis: Analysis
    filters: Filters = EVERYTHING
    sort: SortKey | None = None
    marks: MatrixMarks = NO_MARKS
    narrowed: Rows | None = None
    """The indexes of the only URLs that are wanted, None for all."""
    ranks: Ranks = field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Return True if everything is listed as added, and nothing needs to be worked out."""
        is_filtered = self.filters.are_on or self.narrowed is not None
        is_marked = bool(self.marks.changed or self.marks.expectations)
        return not is_filtered and self.sort is None and not is_marked


class Lister:
    """Lists the rows of analyses, one question at a time."""

    def __init__(self) -> None:
        self._take(UrlTable(()))

    def rows(self, question: ListingQuestion, checkpoint: Checkpoint = go_on) -> Listing:
        """Return the rows that pass the filters, in the order wanted, and the counts of all filters."""
        analysis, filters = question.analysis, question.filters
        if self._table is not analysis.table:
            self._take(analysis.table)
        size = len(analysis.urls)
        facts = self._facts(question)
        found = self._found(question, checkpoint)
        checkpoint()
        kept = kept_rows(facts, filters.kinds, found)
        clicked = self._clicked(analysis)
        if FilterKind.HAD_CLICKS in filters.kinds:
            kept = clicked if kept is None else kept & clicked
        order = self._sorter.order(question.sort, analysis, question.ranks, checkpoint)
        rows = rows_in_order(kept, self._given if order is None else order)
        if order is None and FilterKind.EXPECTED in filters.kinds:
            rows = rows[np.argsort(facts[rows] & FAILING == 0, kind="stable")]  # failing first
        checkpoint()
        is_counted = kept is None and facts is analysis.flags.facts
        every = analysis.flags.numbers if facts is analysis.flags.facts else numbers_of(facts, None)
        numbers = every if is_counted else numbers_of(facts, kept)
        counts, occurring = dict(counts_of(numbers)), {kind for kind, count in counts_of(every).items() if count}
        counts[FilterKind.HAD_CLICKS] = int(np.count_nonzero(clicked if kept is None else clicked & kept))
        if clicked.any():
            occurring.add(FilterKind.HAD_CLICKS)
        return Listing(
            rows,
            MappingProxyType(counts),
            blocked_counts(analysis.columns, rows, size, checkpoint),
            frozenset(occurring),
            self._search.fault,
        )

    def _take(self, table: UrlTable) -> None:
        self._table = table
        self._sorter = Sorter(table)
        self._given: Rows = np.arange(len(table), dtype=np.intp)
        self._search = _Search()
        self._clicks: tuple[UrlSet | None, Bools] = (None, np.zeros(0, np.bool_))

    def _facts(self, question: ListingQuestion) -> Flags:
        marked = question.marks.facts(question.analysis)
        facts = question.analysis.flags.facts
        return facts if marked is None else facts | marked

    def _found(self, question: ListingQuestion, checkpoint: Checkpoint) -> Bools | None:
        analysis, filters = question.analysis, question.filters
        masks = [self._matching(filters.text, analysis.urls, checkpoint)]
        if question.narrowed is not None:
            masks.append(_at(question.narrowed, len(analysis.urls)))
        if filters.lines:
            masks.append(_decided_by(analysis.columns, filters.lines, len(analysis.urls), checkpoint))
        if filters.source:
            masks.append(_of_source(analysis, filters.source))
        some = [mask for mask in masks if mask is not None]
        return np.logical_and.reduce(some) if some else None

    def _matching(self, text: str, urls: UrlSet, checkpoint: Checkpoint) -> Bools | None:
        """Return the URLs that a search text finds, None for all; those of the last text are kept."""
        if self._search.text != text or self._search.urls is not urls:
            try:
                found = mask_meeting(text, urls)
            except (WhereError, UnknownColumnError) as error:
                self._search = _Search(text, urls, None, error.told)
                return None
            words = text.lower().split()
            if found is None and words:
                found = mask_found(self._table.texts, words, checkpoint)
            self._search = _Search(text, urls, found)
        return self._search.found

    def _clicked(self, analysis: Analysis) -> Bools:
        """Return which URLs are known to have had clicks."""
        if self._clicks[0] is not analysis.urls:
            self._clicks = (analysis.urls, had_clicks(analysis.urls))
        return self._clicks[1]


def mask_meeting(text: str, urls: UrlSet) -> Bools | None:
    """Return the URLs that meet the condition in a search text; None if it is none, but words to look for.

    Raises WhereError and UnknownColumnError for a condition that is not understood.
    """
    columns = columns_of(urls)
    condition = condition_in(text, lambda name: is_named(columns, name, WORDS))
    return (
        None if condition is None else mask_where(condition, urls.urls, lambda name: find(columns, name, WORDS).values)
    )


def _at(positions: Rows, size: int) -> Bools:
    found = np.zeros(size, np.bool_)
    found[positions] = True
    return found


def _decided_by(columns: Sequence[Column], lines: tuple[int, ...], size: int, checkpoint: Checkpoint) -> Bools:
    found = np.zeros(size, np.bool_)
    for column in {id(column.verdicts): column for column in columns if column.is_by_rules}.values():
        checkpoint()
        found |= column.mask_decided_by(lines)
    return found


def _of_source(analysis: Analysis, source_id: str) -> Bools | None:
    """Return the URLs that a source brought; all if there is no such source."""
    source = next((source for source in analysis.urls.sources if source.id == source_id), None)
    if source is None:
        return None
    found = np.zeros(len(analysis.urls), np.bool_)
    found[analysis.urls.rows_of(source)] = True
    return found


def blocked_counts(
    columns: Sequence[Column], rows: Rows, size: int, checkpoint: Checkpoint = go_on
) -> tuple[int | None, ...]:
    """Count the rows that each column blocks, None if that is not known; shared verdicts are counted once."""
    counted: dict[object, int] = {}
    for column in columns:
        if column.verdicts not in counted:
            checkpoint()
            if len(rows) == size:
                counted[column.verdicts] = column.blocked_count
            else:
                counted[column.verdicts] = len(rows) - int(np.count_nonzero(column.at(rows)[0]))
    return tuple(counted[column.verdicts] if column.is_known else None for column in columns)
