"""A treemap: adjacent boxes that fill a rectangle, with areas by weight, as square as possible.

The algorithm is that of Bruls, Huizing and van Wijk (*Squarified Treemaps*, 2000): boxes are added along the shorter
side of the rest, as long as that improves the worst aspect ratio.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_NOTHING: Final = 1e-9
"""Weights below this share of the largest would be drawn as a line."""


class TreemapBox(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def squarified(weights: Sequence[float], room: TreemapBox) -> tuple[TreemapBox, ...]:
    """Return a box for each weight, in descending order; negligible weights get an empty box."""
    least = max(weights, default=0.0) * _NOTHING
    weights = [weight if weight > least else 0.0 for weight in weights]
    total = sum(weights)
    if not total or room.width <= 0 or room.height <= 0:
        return tuple(TreemapBox(room.x, room.y, 0, 0) for _ in weights)
    scale = room.width * room.height / total
    areas = [weight * scale for weight in weights]
    return tuple(_boxes(areas, room))


def _boxes(areas: Sequence[float], room: TreemapBox) -> Iterator[TreemapBox]:
    first = 0
    while first < len(areas):
        side = min(room.width, room.height)
        last, total = first + 1, areas[first]
        while last < len(areas) and side > 0:
            wider = total + areas[last]
            if _worst(areas[first], areas[last], wider, side) > _worst(areas[first], areas[last - 1], total, side):
                break
            last, total = last + 1, wider
        yield from _row(areas[first:last], total, room)
        room = _rest(total, room)
        first = last


def _worst(most: float, least: float, total: float, side: float) -> float:
    """Return the worst aspect ratio in a row; infinite with an empty box."""
    if least <= 0 or total <= 0:
        return float("inf")
    return max(side * side * most / (total * total), total * total / (side * side * least))


def _row(areas: Sequence[float], total: float, room: TreemapBox) -> Iterator[TreemapBox]:
    """Lay out a row of boxes along the shorter side."""
    is_column = room.width >= room.height
    side = room.height if is_column else room.width
    thick = total / side if side > 0 else 0.0
    at = 0.0
    for area in areas:
        long = area / thick if thick > 0 else 0.0
        yield (
            TreemapBox(room.x, room.y + at, thick, long) if is_column else TreemapBox(room.x + at, room.y, long, thick)
        )
        at += long


def _rest(total: float, room: TreemapBox) -> TreemapBox:
    if room.width >= room.height:
        taken = total / room.height if room.height > 0 else 0.0
        return TreemapBox(room.x + taken, room.y, max(0.0, room.width - taken), room.height)
    taken = total / room.width if room.width > 0 else 0.0
    return TreemapBox(room.x, room.y + taken, room.width, max(0.0, room.height - taken))
