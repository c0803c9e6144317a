"""A chart as SVG: text stays text, every bar says its number, nothing is loaded from elsewhere and no script runs."""

from collections.abc import Iterator
from html import escape
from typing import Final
from unicodedata import category

from robotstudio.engine.phrases import harmless
from robotstudio.survey.charts.items import DASHES, Box, ChartTheme, Drawing, Fill, Item, Mark, Stroke, Text

_FONT: Final = "Inter, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', 'Robot Studio Han', sans-serif"
_SHAPES: Final = ("circle", "square", "triangle", "diamond")


def svg_of(drawing: Drawing, theme: ChartTheme, name: str = "") -> str:
    """The whole file; of several that become parts of one page, each needs another `name`."""
    return "\n".join([*_lines(drawing, theme, name), ""])


def _lines(drawing: Drawing, theme: ChartTheme, name: str) -> Iterator[str]:
    size = f'width="{drawing.width}" height="{drawing.height}" viewBox="0 0 {drawing.width} {drawing.height}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{escape(_FONT)}">'
    yield f"<title>{_safe(drawing.title)}</title>"
    yield f"<desc>{_safe(drawing.says)}</desc>"
    yield "<defs>"
    for series in sorted(_used(drawing)):
        yield from _pattern(series, theme, name)
    yield "</defs>"
    yield f'<rect width="{drawing.width}" height="{drawing.height}" fill="{theme.colours["surface"]}"/>'
    for item in drawing.items:
        yield _item(item, theme, name)
    yield "</svg>"


def _used(drawing: Drawing) -> set[int]:
    return {item.fill for item in drawing.items if isinstance(item, Box) and isinstance(item.fill, int)}


_PATHS: Final = {
    "diagonal": '<path d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" {stroke}/>',
    "back diagonal": '<path d="M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4" {stroke}/>',
    "cross": '<path d="M0,8 l8,-8 M0,0 l8,8" {stroke}/>',
    "dots": '<circle cx="2" cy="2" r="1.1" {fill}/><circle cx="6" cy="6" r="1.1" {fill}/>',
    "horizontal": '<path d="M0,2 h8 M0,6 h8" {stroke}/>',
    "vertical": '<path d="M2,0 v8 M6,0 v8" {stroke}/>',
}


def _pattern(series: int, theme: ChartTheme, name: str) -> Iterator[str]:
    if series not in theme.patterns:
        return
    fill, _ = theme.series[series - 1]
    stroke = f'stroke="{theme.ink}" stroke-opacity="{theme.strength:g}" stroke-width="1.6" fill="none"'
    dots = f'fill="{theme.ink}" fill-opacity="{theme.strength:g}"'
    inside = _PATHS[theme.patterns[series]].format(stroke=stroke, fill=dots)
    yield f'<pattern id="s{series}{name}" width="8" height="8" patternUnits="userSpaceOnUse">'
    yield f'<rect width="8" height="8" fill="{fill}"/>{inside}</pattern>'


def _item(item: Item, theme: ChartTheme, name: str) -> str:
    match item:
        case Box():
            return _box(item, theme, name)
        case Stroke():
            return _stroke(item, theme)
        case Mark():
            return _mark(item, theme)
        case Text():
            return _text(item, theme)


def _box(box: Box, theme: ChartTheme, name: str) -> str:
    if isinstance(box.fill, int):
        plain, edge = theme.series[box.fill - 1]
        fill = f"url(#s{box.fill}{name})" if box.fill in theme.patterns else plain
    elif box.fill == Fill.HOLLOW:
        fill, edge = theme.colours["surface"], theme.series[0][1]
    elif box.fill == Fill.MISSING:
        fill, edge = theme.colours["surface"], theme.colours["border"]
    else:
        fill, _ = theme.heat[int(box.fill.removeprefix("heat "))]
        edge = theme.colours["border"]
    place = f'x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
    round_ = f' rx="{box.radius:g}"' if box.radius else ""
    drawn = f'<rect {place}{round_} fill="{fill}" stroke="{edge}" stroke-width="{theme.line:g}"'
    return f"{drawn}><title>{_safe(box.says)}</title></rect>" if box.says else f"{drawn}/>"


def _stroke(stroke: Stroke, theme: ChartTheme) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in stroke.points)
    if isinstance(stroke.kind, int):
        _, colour = theme.series[(stroke.kind - 1) % len(theme.series)]
        dash = f' stroke-dasharray="{DASHES[stroke.kind]}"' if stroke.kind in DASHES else ""
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
    colour = theme.colours["border_strong" if stroke.kind in {"base", "leader"} else "border"]
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1"/>'


def _mark(mark: Mark, theme: ChartTheme) -> str:
    _, colour = theme.series[(mark.series - 1) % len(theme.series)]
    x, y = mark.x, mark.y
    match _SHAPES[(mark.series - 1) % len(_SHAPES)]:
        case "circle":
            drawn = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"'
        case "square":
            drawn = f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}"'
        case "triangle":
            drawn = f'<path d="M{x:.1f},{y - 4.5:.1f} l4.5,8 h-9 z" fill="{colour}"'
        case _:
            drawn = f'<path d="M{x:.1f},{y - 5:.1f} l5,5 l-5,5 l-5,-5 z" fill="{colour}"'
    closing = {"circle": "circle", "square": "rect"}.get(_SHAPES[(mark.series - 1) % len(_SHAPES)], "path")
    return f"{drawn}><title>{_safe(mark.says)}</title></{closing}>" if mark.says else f"{drawn}/>"


def _text(text: Text, theme: ChartTheme) -> str:
    if text.colour.startswith("on heat "):
        colour = theme.heat[int(text.colour.removeprefix("on heat "))][1]
    else:
        colour = theme.colours[text.colour]
    weight = f' font-weight="{text.weight}"' if text.weight != 400 else ""
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    place = f'x="{text.x:.1f}" y="{text.y:.1f}" font-size="{text.size}"'
    return f'<text {place}{weight}{anchor} fill="{colour}">{_safe(text.text)}</text>'


def _safe(text: str) -> str:
    """Text of others, in which nothing is markup and no sign is one that XML does not have."""
    return escape("".join(sign if _is_shown(sign) else "\N{REPLACEMENT CHARACTER}" for sign in harmless(text)))


def _is_shown(sign: str) -> bool:
    """Letters, signs and spaces, also those that part the digits of a number."""
    return sign.isprintable() or category(sign) == "Zs"
