"""Rows of the matrix as a table for a spreadsheet: the URL, then what holds for each crawler."""

from collections.abc import Sequence

from robotstudio.ui.analysis import Analysis, Column
from robotstudio.ui.simulation import words
from robotstudio.ui.simulation.cell_state import state_of
from robotstudio.ui.simulation.filters import Rows
from robotstudio.ui.simulation.matrix_model import is_always_allowed

MOST_ROWS = 100_000


def rows_as_tsv(analysis: Analysis, positions: Rows) -> str:
    """The URLs at these positions (at most `MOST_ROWS`), a line each, with a line of titles above."""
    positions = positions[:MOST_ROWS]
    titles = ("URL", *(column.crawler.title for column in analysis.columns))
    urls = [analysis.urls[position].url for position in positions.tolist()]
    cells = [_column_words(analysis, column, positions) for column in analysis.columns]
    return "\n".join("\t".join(row) for row in (titles, *zip(urls, *cells, strict=True)))


def _column_words(analysis: Analysis, column: Column, positions: Rows) -> Sequence[str]:
    """The verdicts of a column in words; each pair of verdict and line is put into words once."""
    known: dict[tuple[bool, int, bool], str] = {}
    found = []
    pairs = zip(*(found.tolist() for found in column.at(positions)), positions.tolist(), strict=True)
    for allowed, line, position in pairs:
        key = (allowed, line, line == 0 and is_always_allowed(analysis.urls[position], column))
        if key not in known:
            known[key] = words.verdict_words(state_of(allowed, line, always=key[2], effect=column.effect), line)
        found.append(known[key])
    return found
