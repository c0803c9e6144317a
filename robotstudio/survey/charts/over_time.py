"""Charts over time: stacks of shares, lines, and panels of them, by period."""

from collections.abc import Iterator, Mapping, Sequence, Sized
from math import ceil

from robotstudio.survey.charts.area import SIDE, TOP, Area, shortened, text_width, ticks_of, value_of
from robotstudio.survey.charts.items import ChartBox, ChartMark, ChartText, Item, Stroke
from robotstudio.survey.figures.model import Cell, Row

_MOST_LINES, _MOST_PANELS = 8, 9
_WIDEST_COLUMN = 90
_LINE = 14
_ACROSS, _PANEL = 3, 150
_PANEL_NAMES, _NAMES, _ROW = 106, 118, 16


def stacked(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    left, right, top, bottom = SIDE + 40, area.width - 190, TOP + 8, TOP + 300
    right = min(right, left + _WIDEST_COLUMN * len({row[area.x] for row in rows}))
    items = area.horizontal([0, 25, 50, 75, 100], left, right, bottom, (bottom - top) / 100)
    boxes, ends = _stack(area, rows, (left, right, top, bottom))
    items += boxes
    room = area.width - SIDE - (right + 18)
    named = [(y, _with_value(name, area.said(value), room), series) for name, value, y, series in ends]
    items += _labels(named, right + 4, top, bottom, room)
    return items, bottom + 24


def _stack(
    area: Area, rows: Sequence[Row], place: tuple[float, float, float, float], *, is_named: bool = True
) -> tuple[list[Item], list[tuple[str, Cell, float, int]]]:
    """Draw stacked columns; return them and, for the last column, each part with its value and middle."""
    left, right, top, bottom = place
    names = list(dict.fromkeys(str(row[area.series]) for row in rows))
    columns = list(dict.fromkeys(str(row[area.x]) for row in rows))
    step = min((right - left) / len(columns), _WIDEST_COLUMN)
    every = ceil(max(text_width(column) for column in columns) * 1.15 / step)
    series_of = area.series_of(area.series)
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
            series = series_of[name]
            items.append(ChartBox(x, y - height, step - 5, height, series, area.says(column, name, row[area.y])))
            if column == columns[-1] and height:
                ends.append((name, row[area.y], y - height / 2, series))
            y -= height
        if number % every == 0 if is_named else number in {0, len(columns) - 1}:
            items.append(ChartText(x + step / 2 - 2.5, bottom + 16, column, 11, 400, "middle", "text2"))
    return items, ends


def _with_value(name: str, value: str, room: float) -> str:
    """Append the number to a name, shortening only the name."""
    return f"{shortened(name, room - text_width(f' {value}'))} {value}" if value else shortened(name, room)


def _labels(ends: Sequence[tuple[float, str, int]], x: float, top: float, bottom: float, room: float) -> Iterator[Item]:
    """Place labels beside what they name, with leader lines if they had to be moved."""
    placed: list[tuple[float, float, str, int]] = []
    y = top - _LINE
    for at, text, series in sorted(ends):
        y = max(at, y + _LINE)
        placed.append((y, at, text, series))
    over = max(0.0, y - bottom)
    for place, (y, at, text, series) in enumerate(reversed(placed)):
        fits = min(y - (over if place == 0 else 0), bottom - place * _LINE)
        yield Stroke(((x, at), (x + 10, fits)), "leader")
        yield ChartText(x + 14, fits + 4, shortened(text, room), 11, 500 if series == 1 else 400)


def lines(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    place = (SIDE + 44, area.width - 190, TOP + 8, TOP + 300)
    items = _line_chart(area, rows, place)
    count = len({row[area.series] for row in rows}) if len(area.figure.axes) > 2 else 1
    if count > _MOST_LINES:
        items.append(area.more(count - _MOST_LINES, place[0], place[3] + 36))
    return items, place[3] + (40 if count > _MOST_LINES else 24)


def _line_chart(
    area: Area, rows: Sequence[Row], place: tuple[float, float, float, float], most: float = 0
) -> list[Item]:
    """Draw lines with their names on the right; `most` is the scale's maximum in a panel, which has less room."""
    left, right, top, bottom = place
    has_series = len(area.figure.axes) > 2
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(row[area.series]) if has_series else "", []).append(row)
    columns = sorted({str(row[area.x]) for row in rows})
    chosen = sorted(groups, key=lambda name: (-value_of(groups[name][-1], area.y), name))[:_MOST_LINES]
    ticks = ticks_of(0, most or max(value_of(row, area.y) for row in rows))
    scale = (bottom - top) / ticks[-1]
    items = area.horizontal(ticks, left, right, bottom, scale)
    x_of = _places_in_time(columns, left + 10, right - 10)
    shown = _named_periods(x_of) if not most else [columns[0], columns[-1]]
    items += [ChartText(x_of[name], bottom + 16, name, 11, 400, "middle", "text2") for name in dict.fromkeys(shown)]
    room = _PANEL_NAMES - 16 if most else 168
    ends: list[tuple[float, str, int]] = []
    for number, name in enumerate(chosen, 1):
        points = tuple((x_of[str(row[area.x])], bottom - value_of(row, area.y) * scale) for row in groups[name])
        if len(points) > 1:
            items.append(Stroke(points, number))
        for point, row in zip(points, groups[name], strict=True):
            if point == points[-1] or not most:
                items.append(ChartMark(*point, number, area.says(name or None, row[area.x], row[area.y])))
        value = "" if most else area.said(groups[name][-1][area.y])
        ends.append((points[-1][1], _with_value(name, value, room).strip(), number))
    return [*items, *_labels(ends, right - 4, top, bottom, room)]


def _places_in_time(periods: Sequence[str], left: float, right: float) -> dict[str, float]:
    """Return the place of each period by its date; undated ones are at equal distances."""
    months = [_month_of(period) for period in periods]
    if None in months:
        months = list(range(len(periods)))
    first, last = (months[0] or 0, months[-1] or 0)
    scale = (right - left) / max(last - first, 1)
    return {period: left + ((month or 0) - first) * scale for period, month in zip(periods, months, strict=True)}


def _month_of(period: str) -> int | None:
    """Return the number of a month, of a year its first; None without a date."""
    year, _, month = period.partition("-")
    return int(year) * 12 + int(month or 1) if year.isdecimal() and (not month or month.isdecimal()) else None


def _named_periods(x_of: Mapping[str, float]) -> list[str]:
    """Return the periods that are named below the axis: the first, the last, and those with room in between."""
    periods = list(x_of)
    named, last = [periods[0]], periods[-1]
    for period in periods[1:]:
        room = text_width(period) * 1.15
        is_free = x_of[period] - x_of[named[-1]] >= room
        if is_free and (period == last or x_of[last] - x_of[period] >= room):
            named.append(period)
    return [*named, last]


def panels(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
    """Draw a panel for each name of the last axis, all on one scale."""
    panel = area.table.columns.index(area.figure.axes[3])
    named: dict[str, list[Row]] = {}
    for row in rows:
        named.setdefault(str(row[panel]), []).append(row)
    shown = dict(list(named.items())[:_MOST_PANELS])
    if area.table.columns[area.series] == "state":
        return _panels_of_stacks(area, shown)
    if len({row[area.x] for row in rows}) == 1:
        return _panels_of_bars(area, shown)
    most = max(value_of(row, area.y) for row in rows)
    items: list[Item] = []
    for (name, mine), (x, y, step) in zip(shown.items(), _places(area, shown), strict=True):
        items.append(ChartText(x + 34, y - 8, name, 12, 600))
        items += _line_chart(area, mine, (x + 34, x + step - _PANEL_NAMES, y, y + _PANEL), most)
    bottom = _below(shown)
    hidden = sum(max(0, len({row[area.series] for row in mine}) - _MOST_LINES) for mine in shown.values())
    if hidden:
        items.append(area.more(hidden, SIDE, bottom + 12))
    return items, bottom + (16 if hidden else 0)


def _places(area: Area, shown: Sized) -> Iterator[tuple[float, float, float]]:
    """Iterate over the positions of panels of equal height, and their width."""
    step = (area.width - 2 * SIDE) / _ACROSS
    for number in range(len(shown)):
        yield SIDE + number % _ACROSS * step, TOP + 18 + number // _ACROSS * (_PANEL + 50), step


def _below(shown: Sized) -> float:
    return TOP + 18 + ceil(len(shown) / _ACROSS) * (_PANEL + 50) - 26


def _panels_of_stacks(area: Area, shown: Mapping[str, Sequence[Row]]) -> tuple[list[Item], float]:
    items: list[Item] = []
    ends: dict[str, int] = {}
    for (name, mine), (x, y, step) in zip(shown.items(), _places(area, shown), strict=True):
        place = (x + 40, x + step - 14, y, y + _PANEL)
        items.append(ChartText(x + 40, y - 8, name, 12, 600))
        items += area.horizontal([0, 50, 100], place[0], place[1], place[3], _PANEL / 100)
        boxes, named = _stack(area, mine, place, is_named=False)
        items += boxes
        ends |= {label: series for label, _, _, series in named}
    x, y = float(SIDE), _below(shown) + 14
    for label, series in ends.items():
        if x + text_width(label) + 30 > area.width:
            x, y = float(SIDE), y + 18
        items += [ChartBox(x, y - 9, 14, 10, series), ChartText(x + 19, y, label, 11, 400, "start", "text2")]
        x += 19 + text_width(label) + 16
    return items, y + 8


def _panels_of_bars(area: Area, shown: Mapping[str, Sequence[Row]]) -> tuple[list[Item], float]:
    """Draw bars for a single period, largest first."""
    step = (area.width - 2 * SIDE) / _ACROSS
    most = ticks_of(0, max(value_of(row, area.y) for mine in shown.values() for row in mine))[-1]
    items: list[Item] = []
    ends = [float(TOP)] * _ACROSS
    for name, mine in shown.items():
        column = ends.index(min(ends))
        x, y = SIDE + column * step, ends[column] + 18
        items.append(ChartText(x, y - 2, name, 12, 600))
        y += 8
        left, right = x + _NAMES, x + step - 52
        items.append(Stroke(((left, y), (left, y + len(mine) * _ROW - 4)), "base"))
        for row in sorted(mine, key=lambda row: -value_of(row, area.y)):
            crawler, value = str(row[area.series]), value_of(row, area.y)
            items.append(ChartText(left - 6, y + 9, shortened(crawler, _NAMES - 6, 11), 11, 400, "end"))
            says = area.says(crawler, row[area.x], row[area.y])
            items.append(ChartBox(left, y, (right - left) * value / most, _ROW - 5, 1, says))
            items.append(ChartText(left + (right - left) * value / most + 6, y + 9, area.said(row[area.y])))
            y += _ROW
        ends[column] = y + 8
    return items, max(ends)
