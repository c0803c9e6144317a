"""The model of a figure: title, first publisher, axes, and the function that makes its table."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct

from robotstudio.fetch.agreement import Agreement
from robotstudio.survey.agents import AI_TOKENS
from robotstudio.survey.facts import AnswerOutcome
from robotstudio.survey.partial import Key, Partial
from robotstudio.survey.result import Survey
from robotstudio.text.language import Message

Cell: TypeAlias = str | int | float | None
Row: TypeAlias = tuple[Cell, ...]
UNDATED: Final = "undated"
READABLE: Final = (AnswerOutcome.WITH_RULES.value, AnswerOutcome.NO_RULES.value)


PRACTICE_WORDS: Final[Mapping[Agreement, str]] = MappingProxyType(
    {
        Agreement.INVITED: "invited but refused",
        Agreement.CLOSED: "blocked but served",
        Agreement.AGREE: "agree",
        Agreement.UNKNOWN: "unknown",
    }
)
"""Agreement of the rules with what a client with a crawler's header got, in tables and questions."""


class Chart(StrEnum):
    """Drawing of a table. The first column labels the marks, or the first two if there are series."""

    BARS = "bars"
    NUMBERS = "numbers"
    HISTOGRAM = "histogram"
    STACKED = "stacked"
    LINES = "lines"
    HEAT_MAP = "heat map"
    PANELS = "panels"


class FigurePart(StrEnum):
    """The sections of the list of figures."""

    ADOPTION = "adoption"
    FORM = "form"
    CRAWLERS = "crawlers"
    AI = "ai"
    ERRORS = "errors"
    SHARING = "sharing"
    TRENDS = "trends"


class FigureTable(Struct, frozen=True):
    """Named columns and rows.

    `total` is the base of shares, `note` a remark needed to read the table, and `marks` are places on the first axis,
    such as the median. A table of several surveys has the answers of each, by period, in `bases` instead.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    total: int | None = None
    note: Message = ""
    marks: tuple[tuple[str, int | float], ...] = ()
    bases: tuple[tuple[str, int], ...] = ()


class Figure(Struct, frozen=True):
    """A figure.

    `axes` are the columns drawn along the first axis, along the second, and as series, if any. `values` are more
    columns of numbers, drawn beside the second; `unit` is their unit. `needs_clusters`: it needs clusters, which
    take longer than all other figures together.
    """

    id: str
    part: FigurePart
    title: Message
    source: str
    chart: Chart
    axes: tuple[str, ...]
    table: Callable[[Survey], FigureTable]
    unit: str = "files"
    values: tuple[str, ...] = ()
    needs_clusters: bool = False


def share(count: int, total: int) -> float | None:
    """Return a percentage with two decimals; None of 0."""
    return round(100 * count / total, 2) if total else None


def dated(period: str | int) -> str:
    return str(period) or UNDATED


def readable(partial: Partial, *period: str) -> int:
    """Return the number of files that may have rules, in a period or overall."""
    return sum(
        count
        for key, count in partial.counts("answers").items()
        if key[2] in READABLE and (not period or key[0] == period[0])
    )


def summed(counts: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Add up the counts of equal keys."""
    found: dict[Key, int] = {}
    for key, count in counts:
        found[key] = found.get(key, 0) + count
    return found


def by_columns(partial: Partial, table: str, *places: int) -> dict[Key, int]:
    """Sum a table over the other parts of its keys."""
    return summed((tuple(key[place] for place in places), count) for key, count in partial.counts(table).items())


def with_bits(partial: Partial, bits: int, *places: int, lacking: int = 0) -> dict[Key, int]:
    """Count the files that treat crawlers like this, by some parts of the key, whose last part are the bits."""
    return summed(
        (tuple(key[place] for place in places), count)
        for key, count in partial.counts("treated").items()
        if int(key[-1]) & bits == bits and not int(key[-1]) & lacking
    )


def ai_of(partial: Partial) -> tuple[str, ...]:
    """Return the surveyed AI crawlers."""
    return tuple(token for token in partial.tokens if token in AI_TOKENS)


def largest_first(rows: Iterable[Row], column: int) -> tuple[Row, ...]:
    """Sort rows by a number, largest first, then by name."""
    return tuple(sorted(rows, key=lambda row: (-float(row[column] or 0), str(row[0]), str(row[1:]))))
