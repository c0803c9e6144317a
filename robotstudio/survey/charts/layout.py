"""Chart layout: a pure function from a figure and its table to boxes, lines and texts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from math import ceil
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.survey.charts.area import (
    MEANINGS,
    MOST_BARS,
    SIDE,
    TOP,
    Area,
    dated_alone,
    number_of,
    shortened,
    text_width,
    tick_said,
    ticks_of,
    value_of,
    wrapped,
)
from robotstudio.survey.charts.items import Anchor, ChartBox, ChartText, Drawing, Fill, Item, Stroke
from robotstudio.survey.charts.over_time import lines, panels, stacked
from robotstudio.survey.figures.form import doubling
from robotstudio.survey.figures.model import UNDATED, Chart, Figure, FigureTable, Row, largest_first
from robotstudio.survey.figures.names import said
from robotstudio.survey.figures.snapshots import over_time
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

_INPUTS = Plural("{first} and {count} more", "{first} and {count} more")
_MADE_OF = Plural("Source: {name}; {count} file, surveyed on {day}", "Source: {name}; {count} files, surveyed on {day}")
_LONGEST = 60


class Imprint(Struct, frozen=True):
    """The names of the inputs, the number of answers, and the day of the survey."""

    names: tuple[str, ...]
    answers: int
    day: date

    def said(self) -> str:
        """Format it as one line."""
        name = named(self.names)
        name = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
        return ntr(_MADE_OF, self.answers, name=name, day=self.day)


def named(names: Sequence[str]) -> str:
    """Name the first input, and count the others."""
    first, *more = names
    return ntr(_INPUTS, len(more), first=first) if more else first


WIDTH: Final = 791
_BAR, _GAP, _NUMBER, _CELL = 11, 10, 26, 25
_MOST_CELLS: Final = 12
_BELOW, _FOOTER, _LINE = 16, 26, 15
_DOUBLING: Message = "{what}; each class is twice as wide as the one before"
_AFTER: Message = "After {source}"
"""Names who published such a figure first; the numbers are the survey's own."""
_BASE: Message = "n = {count}; shares are of this number"
_BASES: Message = "Answers: {counts}"
_ONE_PERIOD: Message = "All answers are from one period; with several periods, this shows the change."


def drawing_of(figure: Figure, table: FigureTable, width: int = WIDTH, imprint: Imprint | None = None) -> Drawing:
    """Lay out a figure with the height it needs; `imprint` adds a last line with its source."""
    figure, table, period = _shown_table(figure, table)
    area = Area(figure, table, width)
    rows = _rows_with_numbers(area)
    items, height = area.empty() if not rows else _KINDS[figure.chart](area, rows)
    title, source = tr(figure.title), tr(_AFTER, source=said(figure.source))
    unit = WORDS.side_by_side([area.unit, period]) if period else area.unit
    head = [
        ChartText(SIDE, 28, title, 14, 600),
        ChartText(width - SIDE, 28, figure.id, 11, 500, "end", "text3"),
        ChartText(SIDE, 46, source, 11, 400, "start", "text3"),
        ChartText(SIDE, 66, unit, 11, 400, "start", "text3"),
    ]
    base = wrapped(_base_words(table), width - 2 * SIDE)
    footer = (*area.footer, *base, *((imprint.said(),) if imprint else ()))
    below = [
        ChartText(SIDE, height + _FOOTER + place * _LINE, line, 11, 400, "start", "text3")
        for place, line in enumerate(footer)
    ]
    if footer:
        height += _FOOTER + (len(footer) - 1) * _LINE
    marks = [f"{said(name)} {area.said(value)}" for name, value in table.marks]
    told = (WORDS.sentence(text) for text in (title, source))
    says = WORDS.sentences((*told, WORDS.side_by_side([unit, *marks])))
    return Drawing(width, ceil(height) + _BELOW, title, says, (*head, *items, *below))


def _base_words(table: FigureTable) -> str:
    """Say of how many files the shares are; of several surveys, how many answers each has."""
    if table.bases:
        counts = WORDS.side_by_side(WORDS.noted(period, f"n = {WORDS.number(count)}") for period, count in table.bases)
        return tr(_BASES, counts=counts)
    return tr(_BASE, count=WORDS.number(table.total)) if table.total else ""


def has_content(figure: Figure, table: FigureTable) -> bool:
    """Return True if there is anything to draw."""
    figure, table, _ = _shown_table(figure, table)
    return bool(_rows_with_numbers(Area(figure, table, WIDTH)))


def _shown_table(figure: Figure, table: FigureTable) -> tuple[Figure, FigureTable, str]:
    figure = over_time(figure, table)
    return _of_one_period(figure, dated_alone(table) if figure.chart in {Chart.LINES, Chart.PANELS} else table)


def _rows_with_numbers(area: Area) -> list[Row]:
    measured = area.series if area.figure.chart is Chart.HEAT_MAP else area.y
    return [row for row in area.table.rows if number_of(row[measured]) is not None]


def _of_one_period(figure: Figure, table: FigureTable) -> tuple[Figure, FigureTable, str]:
    """With a single period, draw bars instead of lines, and return the period for the subtitle."""
    if "period" not in figure.axes or figure.chart not in {Chart.LINES, Chart.HEAT_MAP, Chart.PANELS}:
        return figure, table, ""
    place = table.columns.index("period")
    periods = {str(row[place]) for row in table.rows}
    if len(periods) != 1 or "state" in table.columns:
        return figure, table, ""
    table = replace(table, note=table.note or _ONE_PERIOD)
    period = next(iter(periods)).replace(UNDATED, "")
    if figure.chart is Chart.PANELS:
        return figure, table, period
    axes = figure.axes if figure.chart is Chart.HEAT_MAP else (figure.axes[0], *reversed(figure.axes[1:]))
    rows = largest_first(table.rows, table.columns.index(axes[-1]))
    return replace(figure, chart=Chart.BARS, axes=axes[-2:]), replace(table, rows=rows), period


def _bars(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    columns = [area.y, *(area.table.columns.index(name) for name in area.figure.values)]
    shown = rows[:MOST_BARS]
    names = [area.said(row[area.x]) for row in shown]
    left = SIDE + min(max(text_width(name, 12) for name in names) + 10, 0.42 * area.width)
    right = area.width - SIDE - 60
    ticks = ticks_of(
        min(value_of(row, place) for row in shown for place in columns),
        max(value_of(row, place) for row in shown for place in columns),
    )
    scale = (right - left) / (ticks[-1] - ticks[0])
    start = left - ticks[0] * scale
    fills = [_fill(area, place, number) for number, place in enumerate(columns)]
    items, top = _legend(area, columns, fills)
    step = len(columns) * (_BAR + 2) + _GAP
    bottom = top + step * len(shown)
    items += [
        Stroke(((start + tick * scale, top - 4), (start + tick * scale, bottom)), "base" if not tick else "grid")
        for tick in ticks
    ]
    items += [
        ChartText(start + tick * scale, bottom + 16, tick_said(tick), 11, 400, "middle", "text2") for tick in ticks
    ]
    for number, (row, name) in enumerate(zip(shown, names, strict=True)):
        y = top + number * step
        middle = y + (step - _GAP) / 2 + 4
        items.append(ChartText(left - 8, middle, shortened(name, left - 8 - SIDE), 12, 500, "end"))
        for place, fill in zip(columns, fills, strict=True):
            value = value_of(row, place)
            says = area.says(row[area.x], area.column(place), row[place])
            items.append(ChartBox(start + min(value, 0) * scale, y, abs(value) * scale, _BAR, fill, says))
            anchor: Anchor = "start" if value >= 0 else "end"
            at, weight = start + value * scale + (7 if value >= 0 else -7), 600 if fill == _CLOSED else 400
            items.append(ChartText(at, y + _BAR - 1.5, area.said(row[place]), 11, weight, anchor))
            y += _BAR + 2
    if more := len(rows) - len(shown):
        items.append(area.more(more, left, bottom + 34))
    return items, bottom + (40 if more else 22)


def _fill(area: Area, place: int, number: int) -> int | str:
    """Return the fixed series of a column's meaning; the first of several numbers about names is hollow."""
    name = area.plain.columns[place]
    if name in MEANINGS and (area.figure.values or MEANINGS[name] == _CLOSED):
        return MEANINGS[name]
    if not area.figure.values:
        return 1
    return Fill.HOLLOW.value if area.figure.id == "A-5" and not number else (1, 2, 3)[number]


_CLOSED: Final = MEANINGS["may not fetch /"]


def _legend(area: Area, columns: Sequence[int], fills: Sequence[int | str]) -> tuple[list[Item], float]:
    if len(columns) == 1:
        return [], TOP + 6
    items: list[Item] = []
    x: float = SIDE
    for place, fill in zip(columns, fills, strict=True):
        name = area.column(place)
        items += [ChartBox(x, TOP - 2, 14, 10, fill), ChartText(x + 19, TOP + 7, name, 11, 400, "start", "text2")]
        x += 19 + text_width(name) + 18
    return items, TOP + 24


def _histogram(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    left, right, top, bottom = SIDE + 48, area.width - SIDE, TOP + 8, TOP + 280
    ticks = ticks_of(0, max(value_of(row, area.y) for row in rows))
    scale = (bottom - top) / ticks[-1]
    step = (right - left) / len(rows)
    items = area.horizontal(ticks, left, right, bottom, scale)
    every = ceil(len(rows) / max(1, int((right - left) / 56)))
    for number, row in enumerate(rows):
        value = value_of(row, area.y)
        x = left + number * step
        says = area.says(f"{area.said(row[0])}–{area.said(row[1])}", row[area.y], row[-1]) + " %"
        items.append(ChartBox(x + 0.5, bottom - value * scale, step - 1, value * scale, 1, says))
        if number % every == 0:
            items.append(ChartText(x, bottom + 16, area.said(row[0]), 11, 400, "middle", "text2"))
    axis = tr(_DOUBLING, what=area.column(0))
    items.append(ChartText((left + right) / 2, bottom + 36, axis, 11, 400, "middle", "text3"))
    return [*items, *_marks(area, (left, top, bottom), step)], bottom + 40


def _marks(area: Area, corner: tuple[float, float, float], step: float) -> Iterator[Item]:
    """Draw dashed lines with labels; the label of the lower of two is on its left, so that they never overlap."""
    left, top, bottom = corner
    ordered = sorted(area.table.marks, key=lambda mark: mark[1])
    for place, (name, value) in enumerate(ordered):
        first, last = doubling(int(value))
        x = left + step * (int(value).bit_length() + (value - first) / (last - first + 1))
        is_before = len(ordered) > 1 and not place
        text = f"{said(name)} {area.said(value)}"
        yield Stroke(((x, top - 8), (x, bottom)), "mark")
        yield ChartText(x + (-5 if is_before else 5), top - 5, text, 11, 500, "end" if is_before else "start")


def _numbers(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    """Draw numbers of several kinds, which bars cannot compare, as a list."""
    names = [area.said(row[area.x]) for row in rows]
    right = min(SIDE + max(text_width(name, 12) for name in names) + 120, area.width - SIDE)
    items: list[Item] = []
    y = float(TOP + 6)
    for row, name in zip(rows, names, strict=True):
        items.append(ChartBox(SIDE, y, right - SIDE, _NUMBER - 2, Fill.MISSING.value, area.says(name, row[area.y]), 3))
        items.append(ChartText(SIDE + 10, y + 16, shortened(name, right - SIDE - 110), 12, 500))
        items.append(ChartText(right - 10, y + 16, area.said(row[area.y]), 12, 600, "end"))
        y += _NUMBER
    return items, y


def _heat_map(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    lower, value = area.y, area.series
    names = list(dict.fromkeys(str(row[lower]) for row in rows))[:MOST_BARS]
    columns = list(dict.fromkeys(str(row[area.x]) for row in rows))
    more = len(columns) - _MOST_CELLS
    columns = columns[-_MOST_CELLS:] if area.figure.axes[0] == "period" else columns[:_MOST_CELLS]
    left = SIDE + min(max(text_width(name, 12) for name in names) + 12, 200)
    step = min((area.width - SIDE - left) / len(columns), 110)
    top = TOP + 30
    items: list[Item] = [
        ChartText(left + (n + 0.5) * step, top - 8 - 12 * above, shortened(part, step, 10), 10, 500, "middle", "text2")
        for n, name in enumerate(columns)
        for above, part in enumerate(reversed(_in_two(name, step)))
    ]
    found = {(str(row[lower]), str(row[area.x])): row for row in rows}
    steps = _steps_of([number for row in rows if (number := number_of(row[value])) is not None])
    for line, name in enumerate(names):
        y = top + line * (_CELL + 2)
        items.append(ChartText(left - 8, y + 17, shortened(name, left - 8 - SIDE), 12, 500, "end"))
        for number, column in enumerate(columns):
            row = found.get((name, column))
            cell = None if row is None or name == column else number_of(row[value])
            x = left + number * step
            fill = Fill.MISSING.value if cell is None else f"heat {heat_step(cell, steps)}"
            items.append(ChartBox(x + 1, y, step - 2, _CELL, fill, area.says(name, column, cell), 3))
            if cell is not None:
                items.append(
                    ChartText(x + step / 2, y + 17, WORDS.number(round(cell)), 12, 500, "middle", f"on {fill}")
                )
    bottom = top + len(names) * (_CELL + 2) + 14
    if more > 0:
        items.append(area.more(more, left + len(steps) * 44 + 70, bottom + 9))
    return [*items, *_key(left, bottom, steps)], bottom + 28


def _in_two(name: str, width: float) -> list[str]:
    """Split a name into two lines if it is too wide and has several words."""
    first, _, rest = name.partition(" ")
    return [first, rest] if rest and text_width(name, 10) > width else [name]


_LOW_STEPS, _HIGH_STEPS = (5, 10, 20, 40), (40, 55, 70, 85)


def _steps_of(percents: Sequence[float]) -> tuple[int, ...]:
    """Return the thresholds of colours; higher ones if most shares are high."""
    return _HIGH_STEPS if percents and sorted(percents)[len(percents) // 2] >= _LOW_STEPS[-1] else _LOW_STEPS


def heat_step(percent: float, steps: Sequence[int] = _LOW_STEPS) -> int:
    """Return the colour step of a cell, as in the key below the map."""
    return sum(percent >= least for least in steps)


def _key(left: float, top: float, steps: Sequence[int]) -> Iterator[Item]:
    """Draw the key of a heat map."""
    for step in range(len(steps) + 1):
        x = left + step * 44
        yield ChartBox(x, top, 42, 9, f"heat {step}", "", 2)
        text = f"< {steps[0]}" if not step else WORDS.number(steps[step - 1])
        yield ChartText(x, top + 22, f"{text} %" if step == len(steps) else text, 10, 400, "start", "text2")


_Kind: TypeAlias = Callable[[Area, Sequence[Row]], tuple[list[Item], float]]
_KINDS: Mapping[Chart, _Kind] = {
    Chart.BARS: _bars,
    Chart.NUMBERS: _numbers,
    Chart.HISTOGRAM: _histogram,
    Chart.STACKED: stacked,
    Chart.LINES: lines,
    Chart.HEAT_MAP: _heat_map,
    Chart.PANELS: panels,
}
