"""A chart as PDF: a page of its own size, with vector lines and real text in the shipped fonts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import groupby
from typing import Final

import pydyf
import uharfbuzz as harfbuzz
from msgspec import Struct

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

_FEATURES: Final = {"liga": False, "calt": False}  # one glyph for each letter, so that the text can be copied


class FontGlyph(Struct, frozen=True):
    """A glyph of a font with its text and its advance in thousandths of the size."""

    id: int
    says: str
    advance: int


class GlyphRun(Struct, frozen=True):
    """Consecutive glyphs of one font."""

    font: "FontFile"
    glyphs: tuple[FontGlyph, ...]

    @property
    def width(self) -> int:
        """In thousandths of the size."""
        return sum(glyph.advance for glyph in self.glyphs)


class FontFile:
    """A shipped font."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def face(self) -> harfbuzz.Face:
        return harfbuzz.Face(harfbuzz.Blob.from_file_path(font_path(self.name)))

    @cached_property
    def measured(self) -> harfbuzz.Font:
        """The font scaled to thousandths."""
        font = harfbuzz.Font(self.face)
        font.scale = (1000, 1000)
        return font

    def has(self, letter: str) -> bool:
        return bool(self.measured.get_nominal_glyph(ord(letter)))

    def advance(self, glyph: int) -> int:
        """Return the advance of a glyph without kerning."""
        return int(self.measured.get_glyph_h_advance(glyph))

    @property
    def heights(self) -> tuple[int, int]:
        """Ascender, and descender, which is negative."""
        extents = self.measured.get_font_extents("ltr")
        return int(extents.ascender), int(extents.descender)

    def shaped(self, text: str) -> GlyphRun:
        buffer = harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        harfbuzz.shape(self.measured, buffer, _FEATURES)
        starts = sorted({info.cluster for info in buffer.glyph_infos})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        said: set[int] = set()
        glyphs = []
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            says = "" if info.cluster in said else text[info.cluster : ends[info.cluster]]
            said.add(info.cluster)
            glyphs.append(FontGlyph(info.codepoint, says, place.x_advance))
        return GlyphRun(self, tuple(glyphs))

    def of_glyphs(self, glyphs: set[int]) -> tuple[bytes, dict[int, int]]:
        """Return the outlines of these glyphs as PDF embeds them (CFF), and their new numbers."""
        wanted = harfbuzz.SubsetInput()
        wanted.sets(harfbuzz.SubsetInputSets.GLYPH_INDEX).update(glyphs)
        wanted.flags = (
            harfbuzz.SubsetFlags.NO_HINTING
            | harfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
            | harfbuzz.SubsetFlags.CFF_IDENTITY_CHARSET
        )
        plan = harfbuzz.SubsetPlan(self.face, wanted)
        numbers = plan.old_to_new_glyph_mapping
        return bytes(plan.execute().reference_table("CFF ").data), {glyph: numbers[glyph] for glyph in glyphs}


@lru_cache(maxsize=len(FONTS) + 1)
def _font(name: str) -> FontFile:
    return FontFile(name)


def runs_of(text: str, weight: int) -> Iterator[GlyphRun]:
    """Split a text into runs in the font of the weight, or in the Han font for letters missing there."""
    usual, han = _font(FONTS[weight]), _font(HAN_FONT)
    for font, letters in groupby(text, lambda letter: usual if usual.has(letter) or not han.has(letter) else han):
        yield font.shaped("".join(letters))


_POINTS: Final = 0.75
"""Points for each unit of a drawing, 96 of which are an inch."""
_ROUND: Final = 0.5523
"""Distance of the control points of a quarter circle from its ends, as a fraction of the radius."""
_ANCHORS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
_INK: Final = "ink"


def pdf_of(drawing: Drawing, theme: ChartTheme) -> bytes:
    """Render the whole file; deterministic."""
    return _Paper(drawing, theme).written()


class _Paper:
    def __init__(self, drawing: Drawing, theme: ChartTheme) -> None:
        self._drawing, self._theme = drawing, theme
        self._matrix = (_POINTS, 0, 0, -_POINTS, 0, drawing.height * _POINTS)
        self._page = pydyf.Stream(compress=True)
        self._texts = [
            (text, tuple(runs_of(shown(text.text), text.weight)))
            for text in drawing.items
            if isinstance(text, ChartText)
        ]
        self._fonts = _Fonts(run for _, runs in self._texts for run in runs)

    def written(self) -> bytes:
        self._page.set_matrix(*self._matrix)
        _colour(self._page, self._theme.colours["surface"])
        self._page.rectangle(0, 0, self._drawing.width, self._drawing.height)
        self._page.fill()
        runs = iter(self._texts)
        for item in self._drawing.items:
            if isinstance(item, ChartText):
                self._text(*next(runs))
            else:
                self._draw(item)
        pdf = pydyf.PDF()
        pdf.info["Title"] = pydyf.String(self._drawing.title)
        pdf.add_object(self._page)
        patterns = pydyf.Dictionary({_pattern_name(*look): self._pattern(*look, pdf) for look in sorted(self._used())})
        size = (self._drawing.width * _POINTS, self._drawing.height * _POINTS)
        page = pydyf.Dictionary({
            "Type": "/Page", "Parent": pdf.pages.reference, "MediaBox": pydyf.Array([0, 0, *size]),
            "Contents": self._page.reference,
            "Resources": pydyf.Dictionary({"Font": self._fonts.embedded(pdf), "Pattern": patterns}),
        })  # fmt: skip
        pdf.add_page(page)
        out = BytesIO()
        pdf.write(out, version=b"1.7", compress=True)
        return out.getvalue()

    def _draw(self, item: Item) -> None:
        match item:
            case ChartBox():
                self._box(item)
            case Stroke():
                self._stroke(item)
            case ChartMark():
                self._mark(item)

    def _box(self, box: ChartBox) -> None:
        fill, edge, pattern = box_look(box, self._theme)
        _colour(self._page, edge, is_line=True)
        self._page.set_line_width(self._theme.line)
        if pattern:
            self._page.set_color_space("Pattern")
            self._page.set_color_special(_pattern_name(pattern, fill))
        else:
            _colour(self._page, fill)
        _outline(self._page, box)
        self._page.fill_and_stroke()

    def _stroke(self, stroke: Stroke) -> None:
        colour, width, dashes = stroke_look(stroke, self._theme)
        _colour(self._page, colour, is_line=True)
        self._page.set_line_width(width)
        self._page.set_dash([float(part) for part in dashes.split()], 0)
        _path(self._page, stroke.points)
        self._page.stroke()
        self._page.set_dash([], 0)

    def _mark(self, mark: ChartMark) -> None:
        _colour(self._page, edge_of(mark.series, self._theme))
        if corners := mark_corners(mark):
            _path(self._page, corners)
        else:
            _circle(self._page, (mark.x, mark.y), MARK_RADIUS)
        self._page.fill()

    def _text(self, text: ChartText, runs: tuple[GlyphRun, ...]) -> None:
        width = sum(run.width for run in runs) * text.size / 1000
        x = text.x - width * _ANCHORS[text.anchor]
        _colour(self._page, text_colour(text, self._theme))
        self._page.begin_text()
        self._page.set_text_matrix(1, 0, 0, -1, x, text.y)
        for run in runs:
            self._page.set_font_size(run.font.name, text.size)
            self._page.show_text(self._fonts.coded(run))
        self._page.end_text()

    def _used(self) -> set[tuple[str, str]]:
        looks = (box_look(item, self._theme) for item in self._drawing.items if isinstance(item, ChartBox))
        return {(pattern, fill) for fill, _, pattern in looks if pattern}

    def _pattern(self, pattern: str, fill: str, pdf: pydyf.PDF) -> bytes:
        """Add a tiling pattern; its origin is that of the page, not of a box."""
        strength = pydyf.Dictionary({"CA": self._theme.strength, "ca": self._theme.strength})
        tile = pydyf.Stream(
            extra={
                "Type": "/Pattern", "PatternType": 1, "PaintType": 1, "TilingType": 1,
                "BBox": pydyf.Array([0, 0, TILE, TILE]), "XStep": TILE, "YStep": TILE,
                "Matrix": pydyf.Array(self._matrix),
                "Resources": pydyf.Dictionary({"ExtGState": pydyf.Dictionary({_INK: strength})}),
            }
        )  # fmt: skip
        _colour(tile, fill)
        tile.rectangle(0, 0, TILE, TILE)
        tile.fill()
        tile.set_state(_INK)
        _colour(tile, self._theme.ink)
        _colour(tile, self._theme.ink, is_line=True)
        tile.set_line_width(TILE_LINE)
        for line in TILE_LINES.get(pattern, ()):
            _path(tile, line)
            tile.stroke()
        for dot in TILE_DOTS.get(pattern, ()):
            _circle(tile, dot, TILE_DOT)
            tile.fill()
        pdf.add_object(tile)
        return bytes(tile.reference)


class _Fonts:
    """The fonts of a page, each subset to the glyphs used."""

    def __init__(self, runs: Iterable[GlyphRun]) -> None:
        self._said: dict[FontFile, dict[int, str]] = {}
        for run in runs:
            said = self._said.setdefault(run.font, {})
            for glyph in run.glyphs:
                said[glyph.id] = said.get(glyph.id) or glyph.says
        self._parts = {font: font.of_glyphs(set(said)) for font, said in self._said.items()}

    def coded(self, run: GlyphRun) -> bytes:
        """Encode glyphs with their kerning against the font's own widths."""
        _, numbers = self._parts[run.font]
        pieces = []
        for glyph in run.glyphs:
            back = run.font.advance(glyph.id) - glyph.advance
            pieces.append(f"<{numbers[glyph.id]:04x}>" + (f" {back} " if back else ""))
        return "".join(pieces).replace("><", "").encode()

    def embedded(self, pdf: pydyf.PDF) -> pydyf.Dictionary:
        return pydyf.Dictionary({font.name: self._font(font, pdf) for font in self._said})

    def _font(self, font: FontFile, pdf: pydyf.PDF) -> bytes:
        outlines, numbers = self._parts[font]
        name = f"/{_subset_name(outlines)}+{font.name}"
        program = pydyf.Stream([outlines], {"Subtype": "/CIDFontType0C"}, compress=True)
        said = pydyf.Stream([_to_unicode(self._said[font], numbers)], compress=True)
        ascent, descent = font.heights
        described = pydyf.Dictionary({
            "Type": "/FontDescriptor", "FontName": name, "Flags": 4, "ItalicAngle": 0, "StemV": 80,
            "FontBBox": pydyf.Array([-1000, descent, 3000, ascent]), "Ascent": ascent, "Descent": descent,
            "CapHeight": ascent,
        })  # fmt: skip
        widths = [part for glyph, place in numbers.items() for part in (place, f"[{font.advance(glyph)}]")]
        inner = pydyf.Dictionary({
            "Type": "/Font", "Subtype": "/CIDFontType0", "BaseFont": name, "W": pydyf.Array(widths),
            "CIDSystemInfo": pydyf.Dictionary({
                "Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0,
            }),
        })  # fmt: skip
        outer = pydyf.Dictionary({
            "Type": "/Font", "Subtype": "/Type0", "BaseFont": name, "Encoding": "/Identity-H",
        })  # fmt: skip
        for each in (program, said, described, inner, outer):
            pdf.add_object(each)
        described["FontFile3"], inner["FontDescriptor"] = program.reference, described.reference
        outer["DescendantFonts"], outer["ToUnicode"] = pydyf.Array([inner.reference]), said.reference
        return bytes(outer.reference)


def _subset_name(outlines: bytes) -> str:
    """Return six letters that identify a font subset."""
    return "".join(chr(ord("A") + byte % 26) for byte in blake2b(outlines, digest_size=6).digest())


def _to_unicode(said: Mapping[int, str], numbers: Mapping[int, int]) -> bytes:
    """Return the CMap for copying and searching the text."""
    rows = [f"<{numbers[glyph]:04x}> <{says.encode('utf-16-be').hex()}>" for glyph, says in said.items() if says]
    blocks = [rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return _CMAP.replace("{body}", body).encode()


_ROWS: Final = 100
_CMAP: Final = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{body}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


def _pattern_name(pattern: str, fill: str) -> str:
    return f"{pattern.replace(' ', '-')}{fill.replace('#', '-')}"


def _colour(page: pydyf.Stream, colour: str, *, is_line: bool = False) -> None:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    page.set_color_rgb(red, green, blue, stroke=is_line)


def _path(page: pydyf.Stream, points: Sequence[Point]) -> None:
    page.move_to(*points[0])
    for point in points[1:]:
        page.line_to(*point)


def _circle(page: pydyf.Stream, middle: Point, radius: float) -> None:
    x, y = middle
    _rounded(page, (x - radius, y - radius, 2 * radius, 2 * radius), radius)


def _outline(page: pydyf.Stream, box: ChartBox) -> None:
    place = (box.x, box.y, box.width, box.height)
    if radius := min(box.radius, box.width / 2, box.height / 2):
        _rounded(page, place, radius)
    else:
        page.rectangle(*place)


def _rounded(page: pydyf.Stream, place: tuple[float, float, float, float], radius: float) -> None:
    """Draw a rectangle with rounded corners."""
    left, top, width, height = place
    right, bottom, off = left + width, top + height, radius * (1 - _ROUND)
    page.move_to(left + radius, top)
    page.line_to(right - radius, top)
    page.curve_to(right - off, top, right, top + off, right, top + radius)
    page.line_to(right, bottom - radius)
    page.curve_to(right, bottom - off, right - off, bottom, right - radius, bottom)
    page.line_to(left + radius, bottom)
    page.curve_to(left + off, bottom, left, bottom - off, left, bottom - radius)
    page.line_to(left, top + radius)
    page.curve_to(left, top + off, left + off, top, left + radius, top)
    page.close()
