"""The patterns of the loaded URLs, with how many each crawler may not fetch: frozen, worked out in a thread."""

from collections.abc import Hashable, Mapping

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.draft.analysis import Analysis, Column
from robotstudio.draft.at_risk import telling_stakes
from robotstudio.engine import UrlTable
from robotstudio.engine.structure import PathPattern, Structure, structure_of
from robotstudio.engine.sums import Sum
from robotstudio.urls.set_columns import SetColumn, sums_of

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
