"""Style of a report that is not ours: a colour that can be read on paper, and a folder of fonts."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from robotstudio.store.errors import FileContentError, FileMissingError, RobotStudioError
from robotstudio.text.language import WORDS, Message

ACCENT: Final = "#3B55CF"
LEAST_CONTRAST: Final = 4.5
"""Contrast of text to its ground that WCAG 2 demands (AA)."""
_TINT: Final = 0.12
"""Share of the colour in the ground of the numbers of recommendations."""
_NO_COLOUR: Message = "“{text}” is not a colour. Write it as #1a6b3c."
_PALE: Message = "{colour} is too light for text: its contrast is {contrast}, and at least {least} is needed."
_NO_FOLDER: Message = "There is no folder {path}."
_NO_FONTS: Message = "“{name}” contains no fonts. Choose a folder with TTF or OTF files."
_SUFFIXES: Final = frozenset({".ttf", ".otf", ".ttc", ".otc"})
_HEX: Final = frozenset("0123456789abcdef")
_DARK: Final = 0.03928


class ColourError(RobotStudioError):
    """A colour cannot be read, or text in it could not."""


class Fonts(Struct, frozen=True):
    """A folder of fonts; `family` is the name of the first one in it."""

    folder: str
    family: str


def read_colour(text: str) -> str:
    """Return a colour in hex that can be read as text on white and on its own tint. Raises ColourError."""
    digits = text.strip().removeprefix("#").lower()
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) != 6 or not _HEX.issuperset(digits):
        raise ColourError(_NO_COLOUR, text=text)
    contrast = contrast_on_tint(f"#{digits}")
    if contrast < LEAST_CONTRAST:
        said, least = WORDS.number(contrast, 1), WORDS.number(LEAST_CONTRAST, 1)
        raise ColourError(_PALE, colour=f"#{digits}", contrast=said, least=least)
    return f"#{digits}"


def contrast_on_tint(colour: str) -> float:
    """Return the contrast of a colour to the palest ground on which it is text: white with a little of it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    ground = [_TINT * part + 1 - _TINT for part in parts]
    return (_luminance(ground) + 0.05) / (_luminance(parts) + 0.05)


def _luminance(parts: list[float]) -> float:
    red, green, blue = (part / 12.92 if part <= _DARK else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def read_fonts(folder: Path) -> Fonts:
    """Return the fonts of a folder. Raises FileError."""
    import typst

    if not folder.is_dir():
        raise FileMissingError(_NO_FOLDER, folder)
    if any(path.suffix.lower() in _SUFFIXES for path in folder.rglob("*")):
        found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])
        if families := sorted(found.families()):
            return Fonts(str(folder), families[0])
    raise FileContentError(_NO_FONTS, folder)
