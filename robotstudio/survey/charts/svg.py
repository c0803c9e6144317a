"""A chart as SVG with real text, without scripts or external resources; and as PNG rendered from it."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final
from zlib import crc32

from robotstudio.survey.charts.items import ChartBox, ChartMark, ChartText, ChartTheme, Drawing, Item, Stroke
from robotstudio.survey.charts.looks import (
    FONTS,
    HAN_FONT,
    MARK_RADIUS,
    TILE,
    TILE_DOT,
    TILE_DOTS,
    TILE_LINE,
    TILE_LINES,
    Point,
    box_look,
    edge_of,
    font_path,
    mark_corners,
    shown,
    stroke_look,
    text_colour,
)

_FONT: Final = "Inter, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', 'Robot Studio Han', sans-serif"


def svg_of(drawing: Drawing, theme: ChartTheme, name: str = "") -> str:
    """Render the whole file; SVGs embedded in one page each need another `name`."""
    return "\n".join([*_lines(drawing, theme, name), ""])


def embedded(drawing: Drawing, theme: ChartTheme, name: str) -> str:
    """Render a figure to paste into a page: as wide as there is room, without scripts or anything to load."""
    size = f' width="{drawing.width}" height="{drawing.height}"'
    wide = svg_of(drawing, theme, name).replace(size, "", 1)
    return f'<figure style="max-width:{drawing.width}px;margin:0">\n{wide}</figure>\n'


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
    return {item.fill for item in drawing.items if isinstance(item, ChartBox) and isinstance(item.fill, int)}


def _pattern(series: int, theme: ChartTheme, name: str) -> Iterator[str]:
    if series not in theme.patterns:
        return
    fill, _ = theme.series[series - 1]
    drawn, strength = theme.patterns[series], f"{theme.strength:g}"
    lines = " ".join(f"M{x:g},{y:g} L{to_x:g},{to_y:g}" for (x, y), (to_x, to_y) in TILE_LINES.get(drawn, ()))
    stroke = f'stroke="{theme.ink}" stroke-opacity="{strength}" stroke-width="{TILE_LINE}" fill="none"'
    ink = f'r="{TILE_DOT}" fill="{theme.ink}" fill-opacity="{strength}"'
    dots = "".join(f'<circle cx="{x:g}" cy="{y:g}" {ink}/>' for x, y in TILE_DOTS.get(drawn, ()))
    size = f'width="{TILE}" height="{TILE}"'
    yield f'<pattern id="s{series}{name}" {size} patternUnits="userSpaceOnUse">'
    yield f'<rect {size} fill="{fill}"/>' + (f'<path d="{lines}" {stroke}/>' if lines else dots) + "</pattern>"


def _item(item: Item, theme: ChartTheme, name: str) -> str:
    match item:
        case ChartBox():
            return _box(item, theme, name)
        case Stroke():
            return _stroke(item, theme)
        case ChartMark():
            return _mark(item, theme)
        case ChartText():
            return _text(item, theme)


def _box(box: ChartBox, theme: ChartTheme, name: str) -> str:
    plain, edge, pattern = box_look(box, theme)
    fill = f"url(#s{box.fill}{name})" if pattern else plain
    place = f'x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
    round_ = f' rx="{box.radius:g}"' if box.radius else ""
    drawn = f'<rect {place}{round_} fill="{fill}" stroke="{edge}" stroke-width="{theme.line:g}"'
    return f"{drawn}><title>{_safe(box.says)}</title></rect>" if box.says else f"{drawn}/>"


def _stroke(stroke: Stroke, theme: ChartTheme) -> str:
    colour, width, dashes = stroke_look(stroke, theme)
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polyline points="{_points(stroke.points)}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _mark(mark: ChartMark, theme: ChartTheme) -> str:
    colour = edge_of(mark.series, theme)
    if corners := mark_corners(mark):
        name, drawn = "polygon", f'<polygon points="{_points(corners)}" fill="{colour}"'
    else:
        name, drawn = "circle", f'<circle cx="{mark.x:.1f}" cy="{mark.y:.1f}" r="{MARK_RADIUS}" fill="{colour}"'
    return f"{drawn}><title>{_safe(mark.says)}</title></{name}>" if mark.says else f"{drawn}/>"


def _text(text: ChartText, theme: ChartTheme) -> str:
    weight = f' font-weight="{text.weight}"' if text.weight != 400 else ""
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    place = f'x="{text.x:.1f}" y="{text.y:.1f}" font-size="{text.size}"'
    return f'<text {place}{weight}{anchor} fill="{text_colour(text, theme)}">{_safe(text.text)}</text>'


def _safe(text: str) -> str:
    """Escape untrusted text, and drop characters that XML lacks."""
    return escape(shown(text))


def png_of(drawing: Drawing, theme: ChartTheme) -> bytes:
    """Render as PNG with 300 dpi."""
    from resvg_py import svg_to_bytes  # few pictures are pixels

    fonts = [font_path(name) for name in (*FONTS.values(), HAN_FONT)]
    picture = svg_to_bytes(svg_of(drawing, theme), font_files=fonts, skip_system_fonts=True, zoom=_ZOOM)
    return picture[:_HEAD] + _RESOLUTION + picture[_HEAD:]


_ZOOM: Final = 300 / 96
_HEAD: Final = 33
"""Bytes of a PNG before its second chunk: signature and header."""
_DENSITY: Final = b"pHYs" + round(300 / 0.0254).to_bytes(4) * 2 + b"\1"
_RESOLUTION: Final = (len(_DENSITY) - 4).to_bytes(4) + _DENSITY + crc32(_DENSITY).to_bytes(4)
"""The chunk with the pixels per metre."""
