"""The patterns of the loaded URLs, with how many each crawler may not fetch: frozen, worked out in a thread."""

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.draft.analysis import Analysis, Column
from robotstudio.draft.at_risk import telling_stakes
from robotstudio.engine import UrlTable
from robotstudio.engine.structure import PathPattern, Structure, structure_of
from robotstudio.engine.sums import Sum
from robotstudio.store.tables import RowKind, plain_cells
from robotstudio.text.language import ENGLISH
from robotstudio.urls.set_columns import SetColumn, columns_of, full_titles, sums_of
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.value_columns import ColumnKind, plain

Counts = NDArray[np.intp]


class PatternTable(Struct, frozen=True, eq=False):
    """The patterns of a table; `blocked` has for each token a count by pattern, None if its verdicts are not known.

    `anyone` counts the URLs that at least one crawler may not fetch.
    """

    table: UrlTable
    structure: Structure
    titles: Mapping[str, str]
    blocked: Mapping[str, Counts | None]
    anyone: Counts
    columns: tuple[SetColumn, ...] = ()
    """What the URLs bring, such as clicks."""
    sums: tuple[tuple[Sum, ...], ...] = ()
    """Of each of these columns a sum by pattern."""


class PatternRow(Struct, frozen=True):
    """One pattern; `number` is its index in the structure."""

    number: int
    pattern: PathPattern


class PatternCounts(NamedTuple):
    """A pattern for other programs; `blocked` counts the URLs that at least one crawler may not fetch."""

    pattern: str
    example: str
    urls: int
    blocked: int


PATTERNS: Final = RowKind("Patterns", PatternCounts._fields, plain_cells, {"pattern", "example"})


def write_patterns(path: Path, patterns: PatternTable, numbers: Sequence[int], urls: UrlSet) -> None:
    """Write some patterns in the format of the suffix, else as CSV, with each crawler and the sums of the sources.

    Beside each sum stands of how many URLs it is known: it is null if of none, and that or more if not of all.

    Raises FileError.
    """
    structure = patterns.structure
    columns = [each for each in columns_of(urls) if each.info.kind is ColumnKind.NUMBER and each.info.adds]
    sums = [sums_of(each.values, structure.number_of, len(structure.patterns)) for each in columns]
    names = [f"blocked for {token}" for token in patterns.blocked]
    for title in full_titles(columns, ENGLISH):
        names += [title, f"known: {title}"]
    rows, values = [], []
    for number in numbers:
        pattern = structure.patterns[number]
        rows.append(PatternCounts(pattern.text, pattern.example, pattern.urls, int(patterns.anyone[number])))
        more: list[object] = [None if each is None else int(each[number]) for each in patterns.blocked.values()]
        for found in (each[number] for each in sums):
            more += [None if found.is_unknown else plain(found.total), found.known]
        values.append(more)
    PATTERNS.write_beside(path, rows, names, values)


def pattern_table(analysis: Analysis, table: UrlTable, known: Structure | None) -> PatternTable:
    """Return the patterns of a table and their verdicts; `known` is the structure if it was worked out before."""
    structure = known or structure_of(table)
    size = len(structure.patterns)
    anyone = np.zeros(len(table), np.bool_)
    counts: dict[Hashable, Counts] = {}
    blocked: dict[str, Counts | None] = {}
    for column in analysis.columns:
        token = column.crawler.token
        if not column.is_known:
            blocked[token] = None
            continue
        key = _key(column)
        if key not in counts:
            stopped = ~column.allowed
            anyone |= stopped
            counts[key] = np.bincount(structure.number_of[stopped], minlength=size)
        blocked[token] = counts[key]
    titles = {column.crawler.token: column.crawler.title for column in analysis.columns}
    of_anyone = np.bincount(structure.number_of[anyone], minlength=size)
    columns = telling_stakes(analysis.urls)
    sums = tuple(tuple(sums_of(each.values, structure.number_of, size)) for each in columns)
    return PatternTable(table, structure, titles, blocked, of_anyone, columns, sums)


def _key(column: Column) -> Hashable:
    """Return the same key for crawlers whose verdicts are the same."""
    if column.is_by_rules:
        return column.crawler.dialect, id(column.choice.rules)
    return column.crawler.token
