"""A figure: what it is called, who published it first, what its axes are, and the table that a survey has for it."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final, TypeAlias

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.agents import AI_TOKENS
from robotstudio.survey.facts import AnswerOutcome
from robotstudio.survey.partial import Key, Partial
from robotstudio.survey.result import Survey
from robotstudio.text.language import Message

Cell: TypeAlias = str | int | float | None
Row: TypeAlias = tuple[Cell, ...]
UNDATED: Final = "undated"
READABLE: Final = (AnswerOutcome.WITH_RULES.value, AnswerOutcome.NO_RULES.value)


class Chart(StrEnum):
    """How a table is drawn. The first column names what a mark stands for, or the two first where there are series."""

    BARS = "bars"
    NUMBERS = "numbers"
    HISTOGRAM = "histogram"
    STACKED = "stacked"
    LINES = "lines"
    HEAT_MAP = "heat map"
    PANELS = "panels"


class FigurePart(StrEnum):
    """The parts of the list of figures."""

    ADOPTION = "adoption"
    FORM = "form"
    CRAWLERS = "crawlers"
    AI = "ai"
    ERRORS = "errors"
    SHARING = "sharing"
    TRENDS = "trends"


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Columns by name, and rows; `total` is what shares are of, `note` what else has to be known to read it, and
    `marks` are places on the first axis, such as the median.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    total: int | None = None
    note: Message = ""
    marks: tuple[tuple[str, int | float], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of the table of figures.

    `axes` are the columns that are drawn: along the first axis, along the second, and one for the series if there are
    any. `values` are further columns of numbers, drawn beside the second; `unit` is what the numbers are. Where one
    `is_of_farms`, all files are compared for it, which takes longer than all other figures together.
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
    is_of_farms: bool = False


def share(count: int, total: int) -> float | None:
    """A percentage with two decimals; nothing of nothing."""
    return round(100 * count / total, 2) if total else None


def dated(period: str | int) -> str:
    return str(period) or UNDATED


def readable(partial: Partial, *period: str) -> int:
    """How many files were read that may hold rules, of a period or of all."""
    return sum(
        count
        for key, count in partial.counts("answers").items()
        if key[2] in READABLE and (not period or key[0] == period[0])
    )


def summed(counts: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Counts of equal keys together."""
    found: dict[Key, int] = {}
    for key, count in counts:
        found[key] = found.get(key, 0) + count
    return found


def by_columns(partial: Partial, table: str, *places: int) -> dict[Key, int]:
    """A table with only some of the parts of its keys."""
    return summed((tuple(key[place] for place in places), count) for key, count in partial.counts(table).items())


def with_bits(partial: Partial, bits: int, *places: int, table: str = "treated", lacking: int = 0) -> dict[Key, int]:
    """How many files treat crawlers so, by some parts of the key; its last part are the bits."""
    return summed(
        (tuple(key[place] for place in places), count)
        for key, count in partial.counts(table).items()
        if int(key[-1]) & bits == bits and not int(key[-1]) & lacking
    )


def ai_of(partial: Partial) -> tuple[str, ...]:
    """The crawlers of AI that were looked at."""
    return tuple(token for token in partial.tokens if token in AI_TOKENS)


def largest_first(rows: Iterable[Row], column: int) -> tuple[Row, ...]:
    """The rows by a number, the largest first, and by their names where that is equal."""
    return tuple(sorted(rows, key=lambda row: (-float(row[column] or 0), str(row[0]), str(row[1:]))))
