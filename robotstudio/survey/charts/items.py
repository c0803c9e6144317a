"""The elements of a chart: boxes, lines, marks and texts with positions. Renderers need nothing of the figures."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct, field

Anchor: TypeAlias = Literal["start", "middle", "end"]


class Fill(StrEnum):
    """Fills of a box besides the eight series and the five steps of a heat map."""

    HOLLOW = "hollow"
    MISSING = "missing"


class ChartBox(Struct, frozen=True):
    """A bar or a cell.

    `fill` is a series from 1 to 8, or a step of a heat map, `heat 0` to `heat 4`; `says` is the text for tooltips and
    screen readers.
    """

    x: float
    y: float
    width: float
    height: float
    fill: int | str
    says: str = ""
    radius: float = 0


class Stroke(Struct, frozen=True):
    """A line through points; `kind` is `grid`, `base`, `leader`, `mark`, or a series."""

    points: tuple[tuple[float, float], ...]
    kind: int | str = "grid"


class ChartMark(Struct, frozen=True):
    """The end of a line, with its own shape for each series."""

    x: float
    y: float
    series: int
    says: str = ""


class ChartText(Struct, frozen=True):
    """A line of text; `y` is its baseline. `colour` is a colour name of the theme."""

    x: float
    y: float
    text: str
    size: int = 11
    weight: int = 400
    anchor: Anchor = "start"
    colour: str = "text"


Item: TypeAlias = ChartBox | Stroke | ChartMark | ChartText


class Drawing(Struct, frozen=True):
    """A chart: size, items from back to front, and titles."""

    width: int
    height: int
    title: str
    says: str
    items: tuple[Item, ...]


class ChartTheme(Struct, frozen=True):
    """Colours of charts.

    Fills and edges of the eight series, steps of heat maps with their ink, and other colours by name. `ink` and
    `strength` are the colour and opacity of patterns.
    """

    series: tuple[tuple[str, str], ...]
    heat: tuple[tuple[str, str], ...]
    colours: Mapping[str, str]
    ink: str
    strength: float
    line: float = 1
    is_print: bool = False
    patterns: Mapping[int, str] = field(default_factory=lambda: PATTERNS)


PATTERNS: Mapping[int, str] = MappingProxyType(
    {2: "diagonal", 3: "dots", 4: "cross", 5: "back diagonal", 6: "horizontal", 7: "vertical"}
)
"""The pattern of each series, so that colour alone does not distinguish any."""

LIGHT = ChartTheme(
    (
        ("#0072B2", "#0072B2"), ("#E69F00", "#9A6A00"), ("#009E73", "#00755A"), ("#D55E00", "#A84A00"),
        ("#CC79A7", "#9A4A77"), ("#56B4E9", "#1F7FB8"), ("#F0E442", "#7C7300"), ("#8893A2", "#5D6979"),
    ),
    (
        ("#F1F6FA", "#4A5568"), ("#D3E5F2", "#1A202C"), ("#9CC7E4", "#1A202C"),
        ("#4B9ACB", "#0B1016"), ("#0072B2", "#FFFFFF"),
    ),
    MappingProxyType({
        "surface": "#FFFFFF", "text": "#1A202C", "text2": "#4A5568", "text3": "#667085", "border": "#E3E8EF",
        "border_strong": "#98A2B3",
    }),
    "#FFFFFF",
    0.62,
)  # fmt: skip
DARK = ChartTheme(
    (
        ("#3B8FD0", "#5AA6E2"), ("#E69F00", "#F2B733"), ("#14A47A", "#2CC596"), ("#E8703A", "#FF8F5C"),
        ("#CC79A7", "#E09BC3"), ("#7CC4F0", "#9AD4F6"), ("#F0E442", "#F5EC77"), ("#7E8A99", "#A3AEBB"),
    ),
    (
        ("#182430", "#B4BECC"), ("#1B3A54", "#E6EAF0"), ("#1F5580", "#FFFFFF"),
        ("#3B8FD0", "#0B1016"), ("#9AD4F6", "#0B1016"),
    ),
    MappingProxyType({
        "surface": "#14181E", "text": "#E6EAF0", "text2": "#B4BECC", "text3": "#8E99A8", "border": "#2A313B",
        "border_strong": "#5B6675",
    }),
    "#101317",
    0.55,
)  # fmt: skip
PRINT = ChartTheme(
    (("#FFFFFF", "#000000"),) * 7 + (("#000000", "#000000"),),
    (
        ("#FFFFFF", "#000000"), ("#E6E6E6", "#000000"), ("#BFBFBF", "#000000"),
        ("#8C8C8C", "#000000"), ("#404040", "#FFFFFF"),
    ),
    MappingProxyType({
        "surface": "#FFFFFF", "text": "#000000", "text2": "#000000", "text3": "#000000", "border": "#CCCCCC",
        "border_strong": "#000000",
    }),
    "#000000",
    1,
    0.93,
    is_print=True,
)  # fmt: skip
THEMES: Mapping[str, ChartTheme] = MappingProxyType({"light": LIGHT, "dark": DARK, "print": PRINT})
DASHES: Mapping[int, str] = MappingProxyType(
    {2: "6 3", 3: "2 3", 4: "9 3 2 3", 5: "4 2", 6: "1 3", 7: "8 2 2 2 2 2", 8: "12 4"}
)
"""The dash of each series' line, so that colour alone does not distinguish any."""
