"""Make `RobotStudioHan-Regular.otf` again: the Chinese letters for computers that have none.

    python -m pip install fonttools
    python packaging/make_fonts.py /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc

The font that it is taken from, Noto Sans CJK SC, is in the package fonts-noto-cjk of Debian and Ubuntu (the file in
the repository comes from version 2.004). Only letters are taken that Inter and JetBrains Mono lack: the 6,763 of
GB 2312, which are those of mainland texts, kana, and the punctuation that goes with them. The family has a name of its
own, for it must not stand in for the whole font where that is installed, and its lines are as high as those of Inter,
so that a Chinese word moves nothing.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

FONTS: Final = Path(__file__).resolve().parents[1] / "resources" / "fonts"
SOURCE: Final = "Noto Sans CJK SC"
FAMILY: Final = "Robot Studio Han"
_POSTSCRIPT: Final = f"{FAMILY.replace(' ', '')}-Regular"
_NAMES: Final = {1: FAMILY, 2: "Regular", 3: f"{_POSTSCRIPT} of {SOURCE}", 4: FAMILY, 6: _POSTSCRIPT}
_KEPT_NAMES: Final = (0, 5, 13, 14)  # copyright, version and licence
_PUNCTUATION: Final = (range(0x3000, 0x3040), range(0xFF01, 0xFF61), range(0xFFE0, 0xFFE7))
_KANA: Final = range(0x3040, 0x3100)
_FIRST_ROW, _ROWS, _CELLS = 0xB0, 72, 94  # of GB 2312, in which a letter is two bytes
_INTER: Final = (0.96875, 0.2412)  # ascent and descent in parts of the size


def letters() -> Iterator[int]:
    """Return the code points of the font."""
    for part in (*_PUNCTUATION, _KANA):
        yield from part
    for row in range(_FIRST_ROW, _FIRST_ROW + _ROWS):
        for cell in range(0xA1, 0xA1 + _CELLS):
            yield from map(ord, bytes([row, cell]).decode("gb2312", "ignore"))


def source(path: Path) -> TTFont:
    """Return the font of a collection with the letter forms of mainland China."""
    for font in TTCollection(path, lazy=True).fonts:
        if font["name"].getDebugName(1) == SOURCE:
            return font
    raise ValueError(f"{path} does not hold {SOURCE}")


def reduce(font: TTFont) -> None:
    """Leave only these letters, without what sets them vertically or fits them to a coarse grid."""
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [*_NAMES, *_KEPT_NAMES]
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters())
    subsetter.subset(font)


def rename(font: TTFont) -> None:
    """Give the font its own name, everywhere that a name stands."""
    for key, name in _NAMES.items():
        for record in [record for record in font["name"].names if record.nameID == key]:
            record.string = name
    compact = font["CFF "].cff
    compact.fontNames = [_POSTSCRIPT]
    compact.topDictIndex[0].FamilyName = compact.topDictIndex[0].FullName = FAMILY


def set_height(font: TTFont) -> None:
    """Make its lines as high as those of Inter."""
    up, down = (round(part * font["head"].unitsPerEm) for part in _INTER)
    head, metrics = font["hhea"], font["OS/2"]
    head.ascent, head.descent, head.lineGap = up, -down, 0
    metrics.sTypoAscender, metrics.sTypoDescender, metrics.sTypoLineGap = up, -down, 0
    metrics.usWinAscent, metrics.usWinDescent = up, down


def main() -> int:
    """Write the font."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    font = source(Path(sys.argv[1]))
    reduce(font)
    rename(font)
    set_height(font)
    font.recalcTimestamp = False
    target = FONTS / f"{_POSTSCRIPT}.otf"
    font.save(target)
    print(f"{target}: {target.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
