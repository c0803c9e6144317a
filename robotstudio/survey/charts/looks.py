"""How the items of a chart look in a theme, for whoever paints them: as SVG, on a page, or on a screen."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias
from unicodedata import category

from robotstudio.assets import path
from robotstudio.survey.charts.items import DASHES, ChartBox, ChartMark, ChartText, ChartTheme, Fill, Stroke
from robotstudio.text.phrases import harmless

Point: TypeAlias = tuple[float, float]

TILE: Final = 8
"""The side of the square that is drawn again and again in a pattern."""
TILE_LINES: Mapping[str, tuple[tuple[Point, Point], ...]] = MappingProxyType(
    {
        "diagonal": (((-2, 2), (2, -2)), ((0, 8), (8, 0)), ((6, 10), (10, 6))),
        "back diagonal": (((-2, 6), (2, 10)), ((0, 0), (8, 8)), ((6, -2), (10, 2))),
        "cross": (((0, 8), (8, 0)), ((0, 0), (8, 8))),
        "horizontal": (((0, 2), (8, 2)), ((0, 6), (8, 6))),
        "vertical": (((2, 0), (2, 8)), ((6, 0), (6, 8))),
    }
)
TILE_DOTS: Mapping[str, tuple[Point, ...]] = MappingProxyType({"dots": ((2, 2), (6, 6))})
TILE_LINE, TILE_DOT = 1.6, 1.1
"""The width of the lines of a pattern, and the radius of its dots."""
MARK_RADIUS: Final = 4
FONTS: Mapping[int, str] = MappingProxyType({400: "Inter-Regular", 500: "Inter-Medium", 600: "Inter-SemiBold"})
"""The font of each weight of text."""
HAN_FONT: Final = "RobotStudioHan-Regular"
"""That of the letters which those do not have."""


def font_path(name: str) -> str:
    """Where a font lies."""
    return str(path(f"fonts/{name}.otf"))


def box_look(box: ChartBox, theme: ChartTheme) -> tuple[str, str, str]:
    """The fill of a box, its edge, and the name of the pattern on it, empty if there is none."""
    if isinstance(box.fill, int):
        return *theme.series[box.fill - 1], theme.patterns.get(box.fill, "")
    if box.fill == Fill.HOLLOW:
        return theme.colours["surface"], theme.series[0][1], ""
    if box.fill == Fill.MISSING:
        return theme.colours["surface"], theme.colours["border"], ""
    return theme.heat[int(box.fill.removeprefix("heat "))][0], theme.colours["border"], ""


def stroke_look(stroke: Stroke, theme: ChartTheme) -> tuple[str, int, str]:
    """The colour of a line, its width, and its dashes."""
    if isinstance(stroke.kind, int):
        return edge_of(stroke.kind, theme), 2, DASHES.get(stroke.kind, "")
    if stroke.kind == "mark":
        return theme.colours["text"], 1, "5 3"
    return theme.colours["border_strong" if stroke.kind in {"base", "leader"} else "border"], 1, ""


def edge_of(series: int, theme: ChartTheme) -> str:
    """The colour of the lines and marks of a series."""
    return theme.series[(series - 1) % len(theme.series)][1]


def text_colour(text: ChartText, theme: ChartTheme) -> str:
    """That of the ink; on a cell of a heat map one that can be read there."""
    if text.colour.startswith("on heat "):
        return theme.heat[int(text.colour.removeprefix("on heat "))][1]
    return theme.colours[text.colour]


def mark_corners(mark: ChartMark) -> tuple[Point, ...]:
    """Those of a square, a triangle or a diamond; none of a circle."""
    x, y = mark.x, mark.y
    match (mark.series - 1) % 4:
        case 0:
            return ()
        case 1:
            return (x - 3.5, y - 3.5), (x + 3.5, y - 3.5), (x + 3.5, y + 3.5), (x - 3.5, y + 3.5)
        case 2:
            return (x, y - 4.5), (x + 4.5, y + 3.5), (x - 4.5, y + 3.5)
        case _:
            return (x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)


def shown(text: str) -> str:
    """Text of others with a visible sign for all that is not seen."""
    return "".join(sign if _is_shown(sign) else "\N{REPLACEMENT CHARACTER}" for sign in harmless(text))


def _is_shown(sign: str) -> bool:
    """Letters, signs and spaces, also those that part the digits of a number."""
    return sign.isprintable() or category(sign) == "Zs"
