"""Map the items of a chart to colours and shapes of a theme, for all renderers: SVG, PDF, screen."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias
from unicodedata import category

from robotstudio.assets import path
from robotstudio.survey.charts.items import DASHES, ChartBox, ChartMark, ChartText, ChartTheme, Fill, Stroke
from robotstudio.text.phrases import harmless

Point: TypeAlias = tuple[float, float]

TILE: Final = 8
"""The side of the tile that a pattern repeats."""
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
"""The width of a pattern's lines, and the radius of its dots."""
MARK_RADIUS: Final = 4
FONTS: Mapping[int, str] = MappingProxyType({400: "Inter-Regular", 500: "Inter-Medium", 600: "Inter-SemiBold"})
"""The font of each text weight."""
HAN_FONT: Final = "RobotStudioHan-Regular"
"""The font of letters that those lack."""


def font_path(name: str) -> str:
    return str(path(f"fonts/{name}.otf"))


def box_look(box: ChartBox, theme: ChartTheme) -> tuple[str, str, str]:
    """Return the fill of a box, its edge, and the name of its pattern, "" if it has none."""
    if isinstance(box.fill, int):
        return *theme.series[box.fill - 1], theme.patterns.get(box.fill, "")
    if box.fill == Fill.HOLLOW:
        return theme.colours["surface"], theme.series[0][1], ""
    if box.fill == Fill.MISSING:
        return theme.colours["surface"], theme.colours["border"], ""
    return theme.heat[int(box.fill.removeprefix("heat "))][0], theme.colours["border"], ""


def stroke_look(stroke: Stroke, theme: ChartTheme) -> tuple[str, int, str]:
    """Return the colour of a line, its width, and its dashes."""
    if isinstance(stroke.kind, int):
        return edge_of(stroke.kind, theme), 2, DASHES.get(stroke.kind, "")
    if stroke.kind == "mark":
        return theme.colours["text"], 1, "5 3"
    return theme.colours["border_strong" if stroke.kind in {"base", "leader"} else "border"], 1, ""


def edge_of(series: int, theme: ChartTheme) -> str:
    """Return the colour of the lines and marks of a series."""
    return theme.series[(series - 1) % len(theme.series)][1]


def text_colour(text: ChartText, theme: ChartTheme) -> str:
    """Return the colour of a text; on a cell of a heat map one with contrast to the cell."""
    if text.colour.startswith("on heat "):
        return theme.heat[int(text.colour.removeprefix("on heat "))][1]
    return theme.colours[text.colour]


def mark_corners(mark: ChartMark) -> tuple[Point, ...]:
    """Return the corners of a square, a triangle or a diamond; none for a circle."""
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
    """Replace invisible characters of untrusted text by a visible one."""
    return "".join(sign if _is_shown(sign) else "\N{REPLACEMENT CHARACTER}" for sign in harmless(text))


def _is_shown(sign: str) -> bool:
    """Return True for letters, signs and spaces, including those between the digits of a number."""
    return sign.isprintable() or category(sign) == "Zs"
