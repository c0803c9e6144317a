"""Listed URLs as a table to copy or to write out: the URL, then what holds for each crawler. Runs in any thread."""

from collections.abc import Callable, Iterator, Sequence

from robotstudio.app.analysis import Analysis, Column
from robotstudio.app.cell_state import CellState, is_always_allowed, state_of
from robotstudio.app.listing.filters import Rows
from robotstudio.io.export import ExportCell, ExportRow, ExportTable, as_text

MOST_COPIED = 100_000
"""A clipboard takes no more rows; a file does."""

_AT_ONCE = 4_096

Say = Callable[[CellState, int], str]
"""The words for a state and the line that decides."""


def verdict_table(analysis: Analysis, positions: Rows, say: Say) -> ExportTable:
    """The URLs at these positions with their verdicts."""
    crawlers = [column.crawler for column in analysis.columns]
    titles, tokens = [crawler.title for crawler in crawlers], [crawler.token for crawler in crawlers]
    return ExportTable(titles, tokens, _rows(analysis, positions, say), len(positions))


def rows_as_text(analysis: Analysis, positions: Rows, say: Say, format_id: str = "tsv") -> str:
    """The URLs at these positions (at most `MOST_COPIED`) as one text that does not end in a line end."""
    return as_text(verdict_table(analysis, positions[:MOST_COPIED], say), format_id).removesuffix("\n")


def _rows(analysis: Analysis, positions: Rows, say: Say) -> Iterator[ExportRow]:
    for first in range(0, len(positions), _AT_ONCE):
        some = positions[first : first + _AT_ONCE]
        urls = [analysis.urls.urls[position] for position in some.tolist()]
        cells = [_cells(analysis, column, some, say) for column in analysis.columns]
        for url, *row in zip(urls, *cells, strict=True):
            yield ExportRow(url, row)


def _cells(analysis: Analysis, column: Column, positions: Rows, say: Say) -> Sequence[ExportCell]:
    """The verdicts of a column; each pair of verdict and line is put into words once."""
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
