"""The two families of the program, in pixels times the user's UI scale."""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from robotstudio import assets

_CJK = ("Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "Hiragino Sans", "Droid Sans Fallback")

UI_FAMILIES = (
    "Inter",
    "Segoe UI Variable Text",
    "Segoe UI",
    "SF Pro Text",
    ".AppleSystemUIFont",
    "Cantarell",
    "Noto Sans",
    "DejaVu Sans",
    *_CJK,
)
MONO_FAMILIES = (
    "JetBrains Mono",
    "Cascadia Code",
    "Consolas",
    "SF Mono",
    "Menlo",
    "DejaVu Sans Mono",
    "Noto Sans Mono",
    "Noto Sans Mono CJK SC",
    *_CJK,
)

# Figures of one width, so that a changing number does not shake the line.
_TABULAR_FIGURES = QFont.Tag("tnum")
# A ligature over `/*` or `?=` would hide characters that matter.
_CONTEXTUAL_ALTERNATES = QFont.Tag("calt")

MIN_SCALE, MAX_SCALE = 0.9, 1.5


@cache
def load_shipped_fonts() -> tuple[str, ...]:
    """Register the fonts in `resources/fonts` once for the process; without the folder the system's families serve."""
    folder = assets.path("fonts")
    families: set[str] = set()
    for file in sorted(folder.glob("*.[ot]tf")):
        identifier = QFontDatabase.addApplicationFont(str(file))
        families.update(QFontDatabase.applicationFontFamilies(identifier))
    return tuple(sorted(families))


class Fonts:
    """Makes the fonts of one UI scale (0.9 to 1.5)."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = min(max(scale, MIN_SCALE), MAX_SCALE)

    def px(self, pixels: float) -> int:
        """A length at 100 % in pixels of this scale."""
        return max(1, round(pixels * self.scale))

    def ui(self, px: float = 13, weight: int = 400) -> QFont:
        """The proportional font for everything but rules and URLs."""
        return QFont(_ui_font(self.px(px), weight))

    def mono(self, px: float = 13, weight: int = 400, *, italic: bool = False) -> QFont:
        """The fixed-width font for rules, URLs and the editor."""
        return QFont(_mono_font(self.px(px), weight, italic=italic))


# Hundreds of parts ask for the same few fonts, each time that the theme changes; copies share what was looked up.
@cache
def _ui_font(pixels: int, weight: int) -> QFont:
    font = _font(UI_FAMILIES, pixels, weight)
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setFeature(_TABULAR_FIGURES, 1)
    return font


@cache
def _mono_font(pixels: int, weight: int, *, italic: bool) -> QFont:
    font = _font(MONO_FAMILIES, pixels, weight)
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    font.setItalic(italic)
    font.setFeature(_CONTEXTUAL_ALTERNATES, 0)
    return font


def _font(families: tuple[str, ...], pixels: int, weight: int) -> QFont:
    font = QFont()
    font.setFamilies(list(families))
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight(weight))
    return font
