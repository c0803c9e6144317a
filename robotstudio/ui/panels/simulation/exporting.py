"""Rows of the matrix as a table: the URL, then what holds for each crawler. Runs in any thread."""

from collections.abc import Iterator, Sequence

from robotstudio.app.analysis import Analysis, Column
from robotstudio.app.cell_state import is_always_allowed, state_of
from robotstudio.app.listing.filters import Rows
from robotstudio.io.export import ExportCell, ExportRow, ExportTable, as_text
from robotstudio.ui.panels.simulation import words

MOST_COPIED = 100_000
"""More are no matter for a clipboard, but for a file."""

_AT_ONCE = 4_096


def export_table(analysis: Analysis, positions: Rows) -> ExportTable:
    """The URLs at these positions with their verdicts."""
    crawlers = [column.crawler for column in analysis.columns]
    titles, tokens = [crawler.title for crawler in crawlers], [crawler.token for crawler in crawlers]
    return ExportTable(titles, tokens, _rows(analysis, positions), len(positions))


def rows_as_text(analysis: Analysis, positions: Rows, format_id: str = "tsv") -> str:
    """The URLs at these positions (at most `MOST_COPIED`) as one text, without a line end behind the last."""
    return as_text(export_table(analysis, positions[:MOST_COPIED]), format_id).removesuffix("\n")


def _rows(analysis: Analysis, positions: Rows) -> Iterator[ExportRow]:
    for first in range(0, len(positions), _AT_ONCE):
        some = positions[first : first + _AT_ONCE]
        urls = [analysis.urls.urls[position] for position in some.tolist()]
        cells = [_cells(analysis, column, some) for column in analysis.columns]
        for url, *row in zip(urls, *cells, strict=True):
            yield ExportRow(url, row)


def _cells(analysis: Analysis, column: Column, positions: Rows) -> Sequence[ExportCell]:
    """The verdicts of a column; each pair of verdict and line is put into words once."""
    known: dict[tuple[bool, int, bool], ExportCell] = {}
    found = []
    verdicts = (each.tolist() for each in column.at(positions))
    for allowed, line, position in zip(*verdicts, positions.tolist(), strict=True):
        key = (allowed, line, line == 0 and is_always_allowed(analysis.urls[position], column))
        if key not in known:
            said = words.verdict_words(state_of(allowed, line, always=key[2], effect=column.effect), line)
            url = analysis.urls[position].url
            rule = column.robots.decide(url, column.crawler.agent).rule if line else None
            known[key] = ExportCell(said, allowed if column.is_known else None, line, str(rule or ""))
        found.append(known[key])
    return found
