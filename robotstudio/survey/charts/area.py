"""Parts of all charts: a table in a language, text widths, and axis ticks."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil, floor, log10
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.survey.charts.items import ChartText, Item, Stroke
from robotstudio.survey.figures.model import UNDATED, Cell, Figure, FigureTable, Row
from robotstudio.survey.figures.names import cell_said, said
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

_MORE = Plural("and {count} more in the table", "and {count} more in the table")
TOP: Final = 78
SIDE: Final = 18
MOST_BARS: Final = 24
_MOST_SERIES: Final = 8
MEANINGS: Mapping[str, int] = MappingProxyType(
    {
        "share blocked": 4, "may not fetch /": 4, "disallow all": 4, "share fully": 4, "all": 4, "disallow": 4,
        "share partly": 2, "some": 2, "none": 1, "allow": 1, "unknown": 8, "no file": 8,
    }
)  # fmt: skip
"""Series with a fixed meaning in all figures: closed has its own colour, unknown is grey."""
_EMPTY: Message = "The survey has no data for this figure."


def dated_alone(table: FigureTable) -> FigureTable:
    """Drop undated rows, which have no place on a time axis; keep all if nothing is dated."""
    rows = tuple(row for row in table.rows if UNDATED not in row)
    return replace(table, rows=rows) if rows else table


def in_language(table: FigureTable) -> FigureTable:
    """Translate the cells; columns keep their English names as keys."""
    rows = (
        tuple(
            cell_said(name, cell) if isinstance(cell, str) else cell
            for name, cell in zip(table.columns, row, strict=True)
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


class Area(Struct, frozen=True, dict=True):
    """A figure with its table and width."""

    figure: Figure
    plain: FigureTable
    width: int

    @cached_property
    def table(self) -> FigureTable:
        """The table with its rows in the language."""
        return in_language(self.plain)

    def series_of(self, column: int) -> Mapping[str, int]:
        """Return the series of each name in a column: the fixed one if there is one, else its position from the last.

        The last name is the usual one, and gets the plain series.
        """
        names: dict[str, str] = {}
        for row, plain in zip(self.table.rows, self.plain.rows, strict=True):
            names.setdefault(str(row[column]), str(plain[column]))
        known = all(plain in MEANINGS for plain in names.values())
        last = len(names) - 1
        return {
            name: MEANINGS[plain] if known else (last - place) % _MOST_SERIES + 1
            for place, (name, plain) in enumerate(names.items())
        }

    @property
    def x(self) -> int:
        return self.table.columns.index(self.figure.axes[0])

    @property
    def y(self) -> int:
        return self.table.columns.index(self.figure.axes[1])

    @property
    def series(self) -> int:
        return self.table.columns.index(self.figure.axes[2])

    @property
    def unit(self) -> str:
        total = self.table.total
        unit = said(self.figure.unit)
        return unit if total is None else WORDS.noted(unit, f"n = {WORDS.number(total)}")

    def column(self, place: int) -> str:
        """Return the title of a column."""
        return said(self.table.columns[place])

    @property
    def footer(self) -> tuple[str, ...]:
        """The note of the table, in lines that fit."""
        return wrapped(tr(self.table.note), self.width - 2 * SIDE) if self.table.note else ()

    def horizontal(self, ticks: Sequence[float], left: float, right: float, bottom: float, scale: float) -> list[Item]:
        """Draw horizontal grid lines with their numbers."""
        items: list[Item] = []
        for tick in ticks:
            y = bottom - tick * scale
            items += [
                Stroke(((left, y), (right, y)), "base" if not tick else "grid"),
                ChartText(left - 8, y + 4, tick_said(tick), 11, 400, "end", "text2"),
            ]
        return items

    def more(self, count: int, x: float, y: float) -> ChartText:
        """Say that more rows are in the table than are drawn."""
        return ChartText(x, y, ntr(_MORE, count), 11, 400, "start", "text3")

    def empty(self) -> tuple[list[Item], float]:
        return [ChartText(self.width / 2, TOP + 60, tr(_EMPTY), 13, 600, "middle")], TOP + 100

    def said(self, value: Cell) -> str:
        """Format a number as briefly as possible; very small ones are not shown as 0."""
        if isinstance(value, float):
            return WORDS.number(value, 0 if abs(value) >= 100 or not value else 1 if abs(value) >= 0.1 else 2)
        return WORDS.number(value) if isinstance(value, int) else str(value or "")

    def says(self, *parts: Cell) -> str:
        texts = [WORDS.number(p, 2) if isinstance(p, float) else self.said(p) for p in parts if p is not None]
        return WORDS.side_by_side(texts)


def number_of(value: Cell) -> float | None:
    return None if value is None or isinstance(value, str) else float(value)


def value_of(row: Row, place: int) -> float:
    return number_of(row[place]) or 0.0


_WIDTHS: Final = {
    letter: width / 100
    for width, letters in (
        (26, "ijlI' ’í,.:;!|\u00a0\u202f"),
        (37, 'ft/\\r"()[]{}'),
        (48, "1-_гз*^`–"),
        (57, "acksvxyzJL?авкстухьэяá"),
        (72, "034689bdBKPRSTXZ#$&+<=>~дцъБВЗКРТУХADYVфАЛЭЯ"),
        (78, "CGHNOQUмыДИНОПСЦЧ…wюФ"),
        (92, "%жшmMщМ@"),
        (104, "WЖШЩЮ—"),
    )
    for letter in letters
}
"""Letter widths of the font as a fraction of its size, rounded up; a test measures them."""
_USUAL_WIDTH: Final = 0.63


def text_width(text: str, size: int = 11) -> float:
    """Estimate the width of a text; Han letters are square."""
    return size * sum(1 if ord(letter) > 0x2E7F else _WIDTHS.get(letter, _USUAL_WIDTH) for letter in text)


def shortened(text: str, width: float, size: int = 12) -> str:
    """Shorten a text to a width."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, width: float, size: int = 11) -> tuple[str, ...]:
    """Wrap a text at spaces or after Han letters."""
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and text_width((lines[-1] + piece).rstrip(), size) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece
    return tuple(lines)


_PIECES: Final = re.compile(r"[\u2e80-\uffff][，。；：、”）]*|[^\s\u2e80-\uffff]+\s*|\s+")


def ticks_of(least: float, most: float) -> list[float]:
    """Return four to six round numbers from the minimum, or 0, to the first above the maximum."""
    least, most = min(least, 0), max(most, 0) or (0 if least < 0 else 1)
    span = most - least
    step = 10 ** floor(log10(span / 4))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10) if span / (factor * step) <= 5)
    first, last = floor(least / step), ceil(most / step)
    return [round(place * step, 10) for place in range(first, last + 1)]


def tick_said(value: float) -> str:
    return WORDS.number(int(value)) if value == int(value) else WORDS.number(value, 1 if abs(value) >= 0.1 else 2)
