"""What all kinds of charts need: a table in a language, how wide texts are, and which numbers stand at an axis."""

from math import ceil, floor, log10
from typing import Final

from robotstudio.engine.language import Message, Words
from robotstudio.lazy_dataclasses import dataclass, replace
from robotstudio.survey.charts.items import Item, Text
from robotstudio.survey.figures.model import UNDATED, Cell, Figure, Row, Table
from robotstudio.survey.figures.names import cell_said, said

TOP: Final = 78
_EMPTY: Message = "The survey holds nothing for this figure."


def dated_alone(table: Table) -> Table:
    """The table without what is undated, which has no place on an axis of time; where nothing is dated, it stays."""
    rows = tuple(row for row in table.rows if UNDATED not in row)
    return replace(table, rows=rows) if rows else table


def in_language(words: Words, table: Table) -> Table:
    """The table with its rows in a language; its columns are known by their English names."""
    rows = (
        tuple(
            cell_said(name, cell, words) if isinstance(cell, str) else cell
            for name, cell in zip(table.columns, row, strict=True)
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


@dataclass(frozen=True)
class Area:
    """What all kinds of charts need of a figure."""

    figure: Figure
    table: Table
    words: Words
    width: int

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
        unit = said(self.figure.unit, self.words)
        return unit if total is None else f"{unit} (n = {self.words.number(total)})"

    def column(self, place: int) -> str:
        """What a column is called."""
        return said(self.table.columns[place], self.words)

    @property
    def footer(self) -> str:
        return self.words.say(self.table.note) if self.table.note else ""

    def empty(self) -> tuple[list[Item], float]:
        return [Text(self.width / 2, TOP + 60, self.words.say(_EMPTY), 13, 600, "middle")], TOP + 100

    def said(self, value: Cell) -> str:
        if isinstance(value, float):
            return self.words.number(value, 0 if abs(value) >= 100 else 1)
        return self.words.number(value) if isinstance(value, int) else str(value or "")

    def says(self, *parts: Cell) -> str:
        texts = [self.words.number(p, 2) if isinstance(p, float) else self.said(p) for p in parts if p is not None]
        return self.words.side_by_side(texts)


def number_of(value: Cell) -> float | None:
    return None if value is None or isinstance(value, str) else float(value)


def value_of(row: Row, place: int) -> float:
    return number_of(row[place]) or 0.0


def text_width(text: str, size: int = 11) -> float:
    """About how wide a text is: letters of Han are as wide as high, others half of it."""
    return sum(size if ord(letter) > 0x2E7F else 0.56 * size for letter in text)


def shortened(text: str, width: float, size: int = 12) -> str:
    """A text that is not wider."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def ticks_of(least: float, most: float) -> list[float]:
    """Four to six round numbers from the least, or zero, to the first above the most."""
    least, most = min(least, 0), max(most, 0) or (0 if least < 0 else 1)
    span = most - least
    step = 10 ** floor(log10(span / 4))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10) if span / (factor * step) <= 5)
    first, last = floor(least / step), ceil(most / step)
    return [round(place * step, 10) for place in range(first, last + 1)]


def tick_said(value: float, words: Words) -> str:
    return words.number(int(value)) if value == int(value) else words.number(value, 1 if abs(value) >= 0.1 else 2)
