"""Text of a picture as glyphs of the shipped fonts, with subsets of only the glyphs used."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final

import uharfbuzz as harfbuzz
from msgspec import Struct

from robotstudio.survey.charts.looks import FONTS, HAN_FONT, font_path

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
