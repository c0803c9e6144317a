"""Where everything of a chart lies: a pure function from a figure and its table to boxes, lines and texts."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from robotstudio.engine.language import ENGLISH, Plural, Words
from robotstudio.survey.charts.area import (
    TOP,
    Area,
    dated_alone,
    in_language,
    number_of,
    shortened,
    text_width,
    tick_said,
    ticks_of,
    value_of,
)
from robotstudio.survey.charts.items import Box, Drawing, Fill, Item, Mark, Stroke, Text
from robotstudio.survey.figures.model import Cell, Chart, Figure, Row, Table
from robotstudio.survey.figures.names import said

WIDTH: Final = 791
_SIDE, _BELOW = 18, 44
_BAR, _CELL, _GAP = 11, 25, 10
_MOST_BARS, _MOST_LINES, _MOST_SERIES = 24, 8, 8
_MOST_CELLS = 12
_WIDEST_COLUMN = 90
_LINE = 14
_MORE = Plural("and {count} more in the table", "and {count} more in the table")
_BLOCKED_COLUMNS = frozenset({"share blocked", "may not fetch /", "disallow all"})


def drawing_of(figure: Figure, table: Table, words: Words = ENGLISH, width: int = WIDTH) -> Drawing:
    """The picture of a figure, as high as it needs to be."""
    if figure.chart in {Chart.LINES, Chart.PANELS}:
        table = dated_alone(table)
    area = Area(figure, in_language(words, table), words, width)
    measured = area.series if figure.chart is Chart.HEAT_MAP else area.y
    rows = [row for row in area.table.rows if number_of(row[measured]) is not None]
    items, height = area.empty() if not rows else _KINDS[figure.chart](area, rows)
    title = words.say(figure.title)
    head = [
        Text(_SIDE, 28, title, 14, 600),
        Text(width - _SIDE, 28, figure.id, 11, 500, "end", "text3"),
        Text(_SIDE, 46, said(figure.source, words), 11, 400, "start", "text3"),
        Text(_SIDE, 66, area.unit, 11, 400, "start", "text3"),
    ]
    below = [Text(_SIDE, height + 26, area.footer, 11, 400, "start", "text3")]
    return Drawing(
        width, ceil(height) + _BELOW, title, f"{title}. {figure.source}. {area.unit}", (*head, *items, *below)
    )


def _bars(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    columns = [area.y, *(area.table.columns.index(name) for name in area.figure.values)]
    shown = rows[:_MOST_BARS]
    names = [area.said(row[area.x]) for row in shown]
    left = _SIDE + min(max(text_width(name, 12) for name in names) + 10, 0.42 * area.width)
    right = area.width - _SIDE - 60
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
        Text(start + tick * scale, bottom + 16, tick_said(tick, area.words), 11, 400, "middle", "text2")
        for tick in ticks
    ]
    for number, (row, name) in enumerate(zip(shown, names, strict=True)):
        y = top + number * step
        middle = y + (step - _GAP) / 2 + 4
        items.append(Text(left - 8, middle, shortened(name, left - 8 - _SIDE), 12, 500, "end"))
        for place, fill in zip(columns, fills, strict=True):
            value = value_of(row, place)
            says = area.says(row[area.x], area.column(place), row[place])
            items.append(Box(start + min(value, 0) * scale, y, abs(value) * scale, _BAR, fill, says))
            at = start + max(value, 0) * scale + 7
            items.append(Text(at, y + _BAR - 1.5, area.said(row[place]), 11, 600 if fill == 4 else 400))
            y += _BAR + 2
    if more := len(rows) - len(shown):
        items.append(Text(left, bottom + 34, area.words.count(_MORE, more), 11, 400, "start", "text3"))
    return items, bottom + (40 if more else 22)


def _fill(area: Area, place: int, number: int) -> int | str:
    """Being blocked has its colour in every figure; the first of several numbers is hollow."""
    if area.table.columns[place] in _BLOCKED_COLUMNS:
        return 4
    if not area.figure.values:
        return 1
    return Fill.HOLLOW.value if area.figure.id == "A-5" and not number else (1, 2, 3)[number]


def _legend(area: Area, columns: Sequence[int], fills: Sequence[int | str]) -> tuple[list[Item], float]:
    if len(columns) == 1:
        return [], TOP + 6
    items: list[Item] = []
    x: float = _SIDE
    for place, fill in zip(columns, fills, strict=True):
        name = area.column(place)
        items += [Box(x, TOP - 2, 14, 10, fill), Text(x + 19, TOP + 7, name, 11, 400, "start", "text2")]
        x += 19 + text_width(name) + 18
    return items, TOP + 24


def _histogram(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    left, right, top, bottom = _SIDE + 48, area.width - _SIDE, TOP + 8, TOP + 280
    ticks = ticks_of(0, max(value_of(row, area.y) for row in rows))
    scale = (bottom - top) / ticks[-1]
    step = (right - left) / len(rows)
    items = _horizontal(area, ticks, left, right, bottom, scale)
    every = ceil(len(rows) / max(1, int((right - left) / 56)))
    for number, row in enumerate(rows):
        value = value_of(row, area.y)
        x = left + number * step
        says = area.says(f"{area.said(row[0])}–{area.said(row[1])}", row[area.y], row[-1]) + " %"
        items.append(Box(x + 0.5, bottom - value * scale, step - 1, value * scale, 1, says))
        if number % every == 0:
            items.append(Text(x, bottom + 16, area.said(row[0]), 11, 400, "middle", "text2"))
    items.append(Text((left + right) / 2, bottom + 34, area.column(0), 11, 400, "middle", "text3"))
    return items, bottom + 40


def _horizontal(
    area: Area, ticks: Sequence[float], left: float, right: float, bottom: float, scale: float
) -> list[Item]:
    items: list[Item] = []
    for tick in ticks:
        y = bottom - tick * scale
        items += [
            Stroke(((left, y), (right, y)), "base" if not tick else "grid"),
            Text(left - 8, y + 4, tick_said(tick, area.words), 11, 400, "end", "text2"),
        ]
    return items


def _stacked(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    left, right, top, bottom = _SIDE + 40, area.width - 190, TOP + 8, TOP + 300
    right = min(right, left + _WIDEST_COLUMN * len({row[area.x] for row in rows}))
    items = _horizontal(area, [0, 25, 50, 75, 100], left, right, bottom, (bottom - top) / 100)
    boxes, ends = _stack(area, rows, (left, right, top, bottom))
    items += boxes
    items += _labels(
        [(y, f"{name} {area.said(value)}", series) for name, value, y, series in ends], right + 4, top, bottom
    )
    return items, bottom + 24


def _stack(
    area: Area, rows: Sequence[Row], place: tuple[float, float, float, float], *, is_named: bool = True
) -> tuple[list[Item], list[tuple[str, Cell, float, int]]]:
    """Columns of shares; the names of their parts with the last values, and where these end."""
    left, right, top, bottom = place
    names = list(dict.fromkeys(str(row[area.series]) for row in rows))
    columns = list(dict.fromkeys(str(row[area.x]) for row in rows))
    step = min((right - left) / len(columns), _WIDEST_COLUMN)
    every = ceil(max(text_width(column) for column in columns) * 1.15 / step)
    items: list[Item] = []
    ends: list[tuple[str, Cell, float, int]] = []
    for number, column in enumerate(columns):
        y = bottom
        x = left + number * step + 2.5
        for name in reversed(names):
            row = next((row for row in rows if row[area.x] == column and row[area.series] == name), None)
            if row is None:
                continue
            height = value_of(row, area.y) * (bottom - top) / 100
            series = _series_of(names, name)
            items.append(Box(x, y - height, step - 5, height, series, area.says(column, name, row[area.y])))
            if column == columns[-1] and height:
                ends.append((name, row[area.y], y - height / 2, series))
            y -= height
        if number % every == 0 if is_named else number in {0, len(columns) - 1}:
            items.append(Text(x + step / 2 - 2.5, bottom + 16, column, 11, 400, "middle", "text2"))
    return items, ends


def _series_of(names: Sequence[str], name: str) -> int:
    """Of the states the last, which is the usual one, is plain, and that of none is grey."""
    return (len(names) - 1 - names.index(name)) % _MOST_SERIES + 1


def _labels(ends: Sequence[tuple[float, str, int]], x: float, top: float, bottom: float) -> Iterator[Item]:
    """Names beside the ends of what they name, with leaders where they had to make way."""
    placed: list[tuple[float, float, str, int]] = []
    y = top - _LINE
    for at, text, series in sorted(ends):
        y = max(at, y + _LINE)
        placed.append((y, at, text, series))
    over = max(0.0, y - bottom)
    for place, (y, at, text, series) in enumerate(reversed(placed)):
        fits = min(y - (over if place == 0 else 0), bottom - place * _LINE)
        yield Stroke(((x, at), (x + 10, fits)), "leader")
        yield Text(x + 14, fits + 4, shortened(text, 168, 11), 11, 500 if series == 1 else 400)


def _lines(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    place = (_SIDE + 44, area.width - 190, TOP + 8, TOP + 300)
    return _line_chart(area, rows, place, labels=_MOST_LINES), place[3] + 24


def _line_chart(
    area: Area, rows: Sequence[Row], place: tuple[float, float, float, float], *, labels: int, most: float = 0
) -> list[Item]:
    left, right, top, bottom = place
    has_series = len(area.figure.axes) > 2
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(row[area.series]) if has_series else "", []).append(row)
    columns = sorted({str(row[area.x]) for row in rows})
    chosen = sorted(groups, key=lambda name: (-value_of(groups[name][-1], area.y), name))[:_MOST_LINES]
    ticks = ticks_of(0, most or max(value_of(row, area.y) for row in rows))
    scale = (bottom - top) / ticks[-1]
    items = _horizontal(area, ticks, left, right, bottom, scale)
    step = (right - left - 20) / max(len(columns) - 1, 1)
    x_of = {name: left + 10 + number * step for number, name in enumerate(columns)}
    shown = columns if labels and len(columns) < 14 else [columns[0], columns[-1]]
    items += [Text(x_of[name], bottom + 16, name, 11, 400, "middle", "text2") for name in dict.fromkeys(shown)]
    ends: list[tuple[float, str, int]] = []
    for number, name in enumerate(chosen, 1):
        points = tuple((x_of[str(row[area.x])], bottom - value_of(row, area.y) * scale) for row in groups[name])
        if len(points) > 1:
            items.append(Stroke(points, number))
        for point, row in zip(points, groups[name], strict=True):
            if point == points[-1] or labels:
                items.append(Mark(*point, number, area.says(name or None, row[area.x], row[area.y])))
        ends.append((points[-1][1], f"{name} {area.said(groups[name][-1][area.y])}".strip(), number))
    if labels:
        items += _labels(ends[:labels], right - 4, top, bottom)
    return items


def _heat_map(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    lower, value = area.y, area.series
    names = list(dict.fromkeys(str(row[lower]) for row in rows))[:_MOST_BARS]
    columns = list(dict.fromkeys(str(row[area.x]) for row in rows))[:_MOST_CELLS]
    left = _SIDE + min(max(text_width(name, 12) for name in names) + 12, 200)
    step = min((area.width - _SIDE - left) / len(columns), 110)
    top = TOP + 30
    items: list[Item] = [
        Text(left + (n + 0.5) * step, top - 8 - 12 * above, shortened(part, step - 2, 10), 10, 500, "middle", "text2")
        for n, name in enumerate(columns)
        for above, part in enumerate(reversed(_in_two(name, step)))
    ]
    found = {(str(row[lower]), str(row[area.x])): row for row in rows}
    steps = _steps_of([number for row in rows if (number := number_of(row[value])) is not None])
    for line, name in enumerate(names):
        y = top + line * (_CELL + 2)
        items.append(Text(left - 8, y + 17, shortened(name, left - 8 - _SIDE), 12, 500, "end"))
        for number, column in enumerate(columns):
            row = found.get((name, column))
            cell = None if row is None or name == column else number_of(row[value])
            x = left + number * step
            fill = Fill.MISSING.value if cell is None else f"heat {heat_step(cell, steps)}"
            items.append(Box(x + 1, y, step - 2, _CELL, fill, area.says(name, column, cell), 3))
            if cell is not None:
                items.append(
                    Text(x + step / 2, y + 17, area.words.number(round(cell)), 12, 500, "middle", f"on {fill}")
                )
    bottom = top + len(names) * (_CELL + 2) + 14
    return [*items, *_key(area, left, bottom, steps)], bottom + 28


def _in_two(name: str, width: float) -> list[str]:
    """A name on a line, or on two where it is too wide and has several words."""
    first, _, rest = name.partition(" ")
    return [first, rest] if rest and text_width(name, 10) > width - 2 else [name]


_LOW_STEPS, _HIGH_STEPS = (5, 10, 20, 40), (40, 55, 70, 85)


def _steps_of(percents: Sequence[float]) -> tuple[int, ...]:
    """Where colours change: of shares that are mostly high they are told apart further up."""
    return _HIGH_STEPS if percents and sorted(percents)[len(percents) // 2] >= _LOW_STEPS[-1] else _LOW_STEPS


def heat_step(percent: float, steps: Sequence[int] = _LOW_STEPS) -> int:
    """The colour of a cell, as the key below the map says."""
    return sum(percent >= least for least in steps)


def _key(area: Area, left: float, top: float, steps: Sequence[int]) -> Iterator[Item]:
    """What the colours of a heat map mean."""
    for step in range(len(steps) + 1):
        x = left + step * 44
        yield Box(x, top, 42, 9, f"heat {step}", "", 2)
        text = f"< {steps[0]}" if not step else area.words.number(steps[step - 1])
        yield Text(x, top + 22, f"{text} %" if step == len(steps) else text, 10, 400, "start", "text2")


def _panels(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    panel = area.table.columns.index(area.figure.axes[3])
    names = list(dict.fromkeys(str(row[panel]) for row in rows))[:9]
    is_stack = area.table.columns[area.series] == "state"
    most = max(value_of(row, area.y) for row in rows)
    across = 3
    step, high = (area.width - 2 * _SIDE) / across, 150
    items: list[Item] = []
    ends: list[tuple[str, Cell, float, int]] = []
    for number, name in enumerate(names):
        x, y = _SIDE + number % across * step, TOP + 18 + number // across * (high + 50)
        mine = [row for row in rows if row[panel] == name]
        place = (x + 40, x + step - 14, y, y + high)
        items.append(Text(x + 40, y - 8, name, 12, 600))
        if is_stack:
            items += _horizontal(area, [0, 50, 100], place[0], place[1], place[3], high / 100)
            boxes, ends = _stack(area, mine, place, is_named=False)
            items += boxes
        else:
            items += _line_chart(area, mine, place, labels=0, most=most)
    bottom = TOP + 18 + ceil(len(names) / across) * (high + 50)
    if is_stack:
        x = float(_SIDE)
        for label, _, _, series in ends:
            if x + text_width(label) + 30 > area.width:
                x, bottom = float(_SIDE), bottom + 18
            items += [Box(x, bottom - 9, 14, 10, series), Text(x + 19, bottom, label, 11, 400, "start", "text2")]
            x += 19 + text_width(label) + 16
        bottom += 8
    return items, bottom


_KINDS = {
    Chart.BARS: _bars,
    Chart.HISTOGRAM: _histogram,
    Chart.STACKED: _stacked,
    Chart.LINES: _lines,
    Chart.HEAT_MAP: _heat_map,
    Chart.PANELS: _panels,
}
