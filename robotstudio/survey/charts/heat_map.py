"""Heat maps: a number in each cell, with its step as a colour."""

from collections.abc import Iterator, Sequence
from typing import Final

from robotstudio.survey.charts.area import MOST_BARS, SIDE, TOP, Area, number_of, shortened, text_width
from robotstudio.survey.charts.items import ChartBox, ChartText, Fill, Item
from robotstudio.survey.figures.model import Row
from robotstudio.text.language import WORDS

_CELL: Final = 25
_MOST_CELLS: Final = 12


def heat_map(area: Area, rows: Sequence[Row]) -> tuple[list[Item], float]:
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
