"""The URLs by their patterns, never as a list: how many, how many blocked, and at most a few examples of each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.draft.at_risk import telling_stakes
from robotstudio.engine.bulk import Bools
from robotstudio.engine.crawlers import title_of
from robotstudio.engine.structure import structure_of
from robotstudio.engine.sums import Sum
from robotstudio.report.answer import access_words
from robotstudio.report.model import (
    MOST_EXAMPLES,
    Audience,
    Block,
    Cell,
    CellKind,
    LazyRows,
    PatternChart,
    Prose,
    ReportColumn,
    ReportTable,
    UrlPattern,
    plain,
)
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.report.texts import AT_LEAST, share_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.urls.set_columns import REQUESTS, sum_of
from robotstudio.urls.set_columns import title_of as title_of_column

_MOST_PATTERNS: Final = 20
_MOST_WITH_EXAMPLES: Final = 3
_FEW_EXAMPLES: Final = 5
_SAME_QUERY: Final = 3
"""So many paths with the same parameters are one kind of URL."""

_CAPTION = Plural("{count} kind of URLs holds {share} of all", "{count} kinds of URLs hold {share} of all")
_BLOCKED_FOR: Message = "blocked for {crawler}"
_OPEN: Message = "open"
_LINE: Message = "line {line}"
_SEVERAL_LINES: Message = "several lines"
_EXAMPLES = Plural(
    "Examples of {pattern}: {shown} of {count} blocked URL", "Examples of {pattern}: {shown} of {count} blocked URLs"
)


class _Kind(Struct, frozen=True, eq=False):
    """URLs of one pattern."""

    pattern: str
    rows: NDArray[np.intp]


def build(found: Findings, wanted: ReportChoices) -> Iterator[Block]:
    """Build a bar for each pattern, and examples of those with the most blocked URLs."""
    column = found.analysis.columns[0]
    if not column.is_known:
        yield Prose(plain(access_words(column, len(found.subject.urls))))
        return
    kinds = _kinds(found)
    visits = next((each for each in telling_stakes(found.subject.urls) if each.info.role not in REQUESTS), None)
    shown = _telling(kinds, column.allowed)[:_MOST_PATTERNS]
    rows, is_partial = [], False
    for kind in shown:
        stopped = kind.rows[~column.allowed[kind.rows]]
        total = sum_of(visits.values, kind.rows) if visits is not None else Sum(0.0, 0, 0)
        is_partial |= bool(total.unknown)
        known = None if visits is None or total.least is None else int(total.least)
        by = _by(np.unique(column.lines[stopped]).tolist()) if len(stopped) else tr(_OPEN)
        rows.append(UrlPattern(kind.pattern, len(kind.rows), len(stopped), known, by))
    share = share_words(sum(row.urls for row in rows), len(found.subject.urls))
    titles = [tr("Kind of URL"), tr("URLs"), tr("Blocked"), tr("By")]
    if visits is not None:
        titles.insert(3, title_of_column(visits.info, WORDS))
    caption = ntr(_CAPTION, len(rows), share=share)
    blocked = tr(_BLOCKED_FOR, crawler=title_of(column.crawler))
    yield PatternChart(caption, blocked, tr(_OPEN), tuple(titles), tuple(rows))
    if is_partial:
        yield Prose(plain(tr(AT_LEAST)))
    most = _FEW_EXAMPLES if wanted.audience is Audience.CLIENT else MOST_EXAMPLES
    by_blocked = sorted(shown, key=lambda each: -int((~column.allowed[each.rows]).sum()))
    for kind in by_blocked[:_MOST_WITH_EXAMPLES]:
        stopped = kind.rows[~column.allowed[kind.rows]]
        if len(stopped) > 1:
            yield _examples(found, kind, stopped, most)


def _telling(kinds: Sequence[_Kind], allowed: Bools) -> Sequence[_Kind]:
    """Leave out kinds of one open URL, of which a site has many, unless there are no others."""
    return [each for each in kinds if len(each.rows) > 1 or not allowed[each.rows].all()] or kinds


def _examples(found: Findings, kind: _Kind, stopped: NDArray[np.intp], most: int) -> ReportTable:
    urls, lines = found.subject.urls.urls, found.analysis.columns[0].lines
    caption = ntr(_EXAMPLES, len(stopped), pattern=kind.pattern, shown=min(most, len(stopped)))
    heads = (ReportColumn("url", tr("URL"), CellKind.CODE), ReportColumn("line", tr("Line"), CellKind.NUMBER))

    def row(place: int) -> tuple[Cell, ...]:
        return urls[int(stopped[place])], int(lines[stopped[place]]) or None

    return ReportTable("examples", caption, heads, LazyRows(min(most, len(stopped)), row), most)


def _by(lines: Sequence[int]) -> str:
    if len(lines) != 1:
        return tr(_SEVERAL_LINES)
    return tr(_LINE, line=str(lines[0])) if lines[0] else ""


def _kinds(found: Findings) -> Sequence[_Kind]:
    """Return the patterns, those of several paths with the same parameters as one, the most frequent first."""
    structure = structure_of(found.analysis.table)
    by_query: dict[str, list[int]] = {}
    for number, pattern in enumerate(structure.patterns):
        _, mark, query = pattern.text.partition("?")
        if mark:
            by_query.setdefault(query, []).append(number)
    merged: Mapping[int, str] = {
        number: f"/*?{query}"
        for query, numbers in by_query.items()
        if len(numbers) >= _SAME_QUERY
        for number in numbers
    }
    numbers_of: dict[str, list[int]] = {}
    for number, pattern in enumerate(structure.patterns):
        numbers_of.setdefault(merged.get(number, pattern.text), []).append(number)
    kinds = [_Kind(text, np.flatnonzero(np.isin(structure.number_of, numbers))) for text, numbers in numbers_of.items()]
    return sorted(kinds, key=lambda each: (-len(each.rows), each.pattern))


def hint(found: Findings) -> str:
    """Count the URLs for the contents."""
    return ntr(Plural("{count} URL", "{count} URLs"), len(found.subject.urls))
