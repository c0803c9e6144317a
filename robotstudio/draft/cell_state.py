"""The states of a cell of the matrix: blocked, allowed, unknown, and what decides.

Also a table of them to copy or to export. Runs in any thread.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.columns import Column
from robotstudio.draft.listing.filters import Rows
from robotstudio.engine.paths import bytes_of
from robotstudio.fetch.policy import Effect
from robotstudio.urls.export import ExportCell, ExportRow, ExportTable, as_text
from robotstudio.urls.urls import TestUrl


class CellState(Enum):
    """A verdict as the matrix shows it."""

    BLOCKED = "blocked"
    ALLOWED = "allowed"
    NO_RULE = "no-rule"
    ALWAYS = "always"
    ALL_BLOCKED = "all-blocked"
    ALL_ALLOWED = "all-allowed"
    UNKNOWN = "unknown"
    DEFERRED = "deferred"
    COPY_BLOCKED = "copy-blocked"
    COPY_ALLOWED = "copy-allowed"


_BY_OUTCOME: Mapping[tuple[Effect, bool], CellState] = MappingProxyType(
    {
        (Effect.ALLOW_ALL, True): CellState.ALL_ALLOWED,
        (Effect.DISALLOW_ALL, False): CellState.ALL_BLOCKED,
        (Effect.DISALLOW_ALL, True): CellState.ALWAYS,
        (Effect.LAST_GOOD_COPY, True): CellState.COPY_ALLOWED,
        (Effect.LAST_GOOD_COPY, False): CellState.COPY_BLOCKED,
        (Effect.DEFER, False): CellState.DEFERRED,
    }
)


def state_of(allowed: bool, line: int, *, always: bool = False, effect: Effect = Effect.PARSE) -> CellState:
    """Return the state of a verdict; a blocked cell without a line is one that the file as a whole blocks.

    If the outcome of the fetch decides, `effect` says how; what it says nothing about is unknown, never allowed.
    """
    if effect is not Effect.PARSE:
        return _BY_OUTCOME.get((effect, allowed), CellState.UNKNOWN)
    if line > 0:
        return CellState.ALLOWED if allowed else CellState.BLOCKED
    if not allowed:
        return CellState.ALL_BLOCKED
    return CellState.ALWAYS if always else CellState.NO_RULE


def is_always_allowed(url: TestUrl, column: Column) -> bool:
    """Return True if the crawler fetches this URL whatever the rules say, such as /robots.txt."""
    dialect = column.robots.dialect
    return bool(dialect.always_allowed) and dialect.path_of(bytes_of(url.url)) in dialect.always_allowed


MOST_COPIED = 100_000
"""The most rows put on the clipboard; a file has all."""

_AT_ONCE = 4_096

Say = Callable[[CellState, int], str]
"""The words for a state and the line that decides."""


Facts = Mapping[str, Sequence[object]]
"""Further columns of the table by title: a value for each URL of an analysis, in their order."""
NO_FACTS: Facts = MappingProxyType({})


def verdict_table(analysis: Analysis, positions: Rows, say: Say, facts: Facts = NO_FACTS) -> ExportTable:
    """Return the URLs at these positions with their verdicts."""
    crawlers = [column.crawler for column in analysis.columns]
    titles, tokens = [crawler.title for crawler in crawlers], [crawler.token for crawler in crawlers]
    return ExportTable(titles, tokens, _rows(analysis, positions, say, facts), len(positions), [*facts])


def rows_as_text(analysis: Analysis, positions: Rows, say: Say, format_id: str = "tsv", facts: Facts = NO_FACTS) -> str:
    """Return the URLs at these positions (at most `MOST_COPIED`) as one text without a line end at its end."""
    return as_text(verdict_table(analysis, positions[:MOST_COPIED], say, facts), format_id).removesuffix("\n")


def _rows(analysis: Analysis, positions: Rows, say: Say, facts: Facts) -> Iterator[ExportRow]:
    for first in range(0, len(positions), _AT_ONCE):
        some = positions[first : first + _AT_ONCE]
        urls = [analysis.urls.urls[position] for position in some.tolist()]
        cells = [_cells(analysis, column, some, say) for column in analysis.columns]
        for position, url, *row in zip(some.tolist(), urls, *cells, strict=True):
            yield ExportRow(url, row, [values[position] for values in facts.values()])


def _cells(analysis: Analysis, column: Column, positions: Rows, say: Say) -> Sequence[ExportCell]:
    """Return the verdicts of a column; each pair of verdict and line is put into words once."""
    known: dict[tuple[bool, int, bool], ExportCell] = {}
    found = []
    verdicts = (each.tolist() for each in column.at(positions))
    for allowed, line, position in zip(*verdicts, positions.tolist(), strict=True):
        key = (allowed, line, line == 0 and is_always_allowed(analysis.urls[position], column))
        if key not in known:
            said = say(state_of(allowed, line, always=key[2], effect=column.effect), line)
            url = analysis.urls[position].url
            rule = column.robots.decide(url, column.crawler.agent).rule if line else None
            known[key] = ExportCell(said, allowed if column.is_known else None, line, str(rule or ""))
        found.append(known[key])
    return found
