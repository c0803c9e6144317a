"""The theme of the window: which colours and fonts are in force, and the signal that they changed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from functools import cache
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from robotstudio import assets
from robotstudio.ui.theme.glyphs import Glyph, glyph_icon
from robotstudio.ui.theme.look import Look
from robotstudio.ui.theme.palette import (
    build_class_palettes,
    build_palette,
    high_contrast_tokens,
    is_of_high_contrast,
    qcolor,
)
from robotstudio.ui.theme.style import StudioStyle
from robotstudio.ui.theme.tokens import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Tokens

SHIPPED_HAN = "Robot Studio Han"
"""The letters of Chinese texts, for where nothing has them; `packaging/make_fonts.py` makes the file."""

_CJK = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    SHIPPED_HAN,  # the last: the others have more letters
)

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


@cache
def load_shipped_fonts() -> tuple[str, ...]:
    """Register the fonts in `resources/fonts` once for the process; without the folder the system's families serve."""
    folder = assets.path("fonts")
    families: set[str] = set()
    for file in sorted(folder.glob("*.[ot]tf")):
        identifier = QFontDatabase.addApplicationFont(str(file))
        families.update(QFontDatabase.applicationFontFamilies(identifier))
    return tuple(sorted(families))


@cache
def there(families: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the families that are on this computer, in their order; all where there is none.

    In each size and weight fontconfig looks for every family of a font again, until one has the letter: a dozen that
    are not there cost a Chinese window a quarter of what it takes longer to start than an English one. Elsewhere a
    family may have another name in the list of all, as Microsoft YaHei has in Chinese, so none is left out.
    """
    load_shipped_fonts()
    if sys.platform in {"win32", "darwin"}:
        return families
    # Two makers of one family stand in the list as `Family [Maker]`.
    known = {name.partition(" [")[0] for name in QFontDatabase.families()}
    return tuple(family for family in families if family in known) or families


class Fonts:
    """Makes the fonts of the window."""

    def __init__(self, code_family: str = "") -> None:
        """`code_family` comes before the usual ones for rules and URLs."""
        self.code_family = code_family

    def ui(self, px: float = 13, weight: int = 400) -> QFont:
        """The proportional font for everything but rules and URLs."""
        return QFont(_ui_font(round(px), weight))

    def mono(self, px: float = 13, weight: int = 400, *, italic: bool = False) -> QFont:
        """The fixed-width font for rules, URLs and the editor."""
        return QFont(_mono_font(self.code_family, round(px), weight, italic=italic))


# Hundreds of parts ask for the same few fonts, each time that the theme changes; copies share what was looked up.
@cache
def _ui_font(pixels: int, weight: int) -> QFont:
    font = _font(there(UI_FAMILIES), pixels, weight)
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setFeature(_TABULAR_FIGURES, 1)
    return font


@cache
def _mono_font(family: str, pixels: int, weight: int, *, italic: bool) -> QFont:
    families = there(MONO_FAMILIES)
    font = _font((family, *families) if family else families, pixels, weight)
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


class Mode(Enum):
    """What the user chose in the Theme menu."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "high-contrast"


_SCHEMES = {
    Mode.SYSTEM: Qt.ColorScheme.Unknown,
    Mode.LIGHT: Qt.ColorScheme.Light,
    Mode.DARK: Qt.ColorScheme.Dark,
    Mode.CONTRAST: Qt.ColorScheme.Unknown,
}

# Pixel size and weight of the classes that do not use body text. Any: PySide's stubs ask for bytes, the call for str.
_CLASS_FONTS: tuple[tuple[Any, int, int], ...] = (
    ("QPushButton", 12, 500),
    ("QToolButton", 12, 500),
    ("QComboBox", 12, 500),
    ("QMenu", 12, 400),
    ("QMenuBar", 12, 400),
    ("QToolTip", 12, 400),
    ("QHeaderView", 11, 500),
)


class Theme(QObject):
    """The colours and fonts in force: those of `theme`, which every widget asks.

    Qt repaints every widget if the palette changes. `changed` is for what else depends on colours or fonts: pictures
    and sizes that were kept, icons, documents.
    """

    changed = Signal()

    def __init__(self, mode: Mode = Mode.SYSTEM) -> None:
        super().__init__()
        self._mode = mode
        self._app: QApplication | None = None
        self._style: StudioStyle | None = None
        self._fonts = Fonts()
        self.has_less_motion = False
        self._icons: dict[tuple[Glyph, int, int, int], QIcon] = {}
        self._hints: QStyleHints | None = None
        self._system_palette = QPalette()
        self._tokens = self._wanted_tokens()

    @property
    def tokens(self) -> Tokens:
        return self._tokens

    @property
    def fonts(self) -> Fonts:
        return self._fonts

    @property
    def dark(self) -> bool:
        """Whether the colours in force are the dark ones."""
        return self._tokens.dark

    @property
    def mode(self) -> Mode:
        """What was chosen: follow the system, light, dark, or high contrast, dark or light as the system is."""
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or stay with one; applied at once."""
        if mode is self._mode:
            return
        self._mode = mode
        self._request_system_scheme()
        self._update_tokens()

    def set_less_motion(self, is_wanted: bool) -> None:
        """Let nothing move by itself, or let it; what moves asks before it does."""
        self.has_less_motion = is_wanted

    def set_code_family(self, family: str) -> None:
        """Show rules and URLs in letters of this family, "" for the usual one; applied at once."""
        if family != self._fonts.code_family:
            self._fonts = Fonts(family)
            self.changed.emit()
            for widget in QApplication.allWidgets():  # no palette changes, so Qt does not repaint by itself
                widget.updateGeometry()
                widget.update()

    def install(self, app: QApplication) -> None:
        """Make this theme the look of the application, now and at every later change."""
        self.follow_system(app)
        self._app = app
        self._style = StudioStyle(Look(self._tokens))
        app.setStyle(self._style)
        self._request_system_scheme()
        self._apply_palette()
        self._apply_fonts()

    def color(self, token: str, alpha: float = 1.0) -> QColor:
        return qcolor(getattr(self._tokens, token), alpha)

    def icon(self, glyph: Glyph, color: str = "text2", size: int = 16) -> QIcon:
        """An icon in the colour of the token named `color`."""
        colors = self.color(color), self.color("text_disabled")
        key = glyph, colors[0].rgba(), colors[1].rgba(), size
        if key not in self._icons:
            self._icons[key] = glyph_icon(glyph, colors[0], size, disabled=colors[1])
        return self._icons[key]

    @contextmanager
    def on_paper(self) -> Iterator[None]:
        """Have the light colours meanwhile, whatever the window looks like: for what is printed."""
        tokens, self._tokens = self._tokens, LIGHT
        try:
            yield
        finally:
            self._tokens = tokens

    def follow_system(self, app: QApplication) -> None:
        """Take the colours of the system if the mode says so, now and at every later change."""
        if self._hints is not None:
            return
        self._system_palette = app.palette()
        self._hints = app.styleHints()  # held: what the hints hand out dies with their Python wrapper
        self._hints.colorSchemeChanged.connect(self._on_system_changed)
        if hasattr(self._hints, "accessibility"):  # since Qt 6.10
            self._hints.accessibility().contrastPreferenceChanged.connect(self._on_system_changed)
        self._update_tokens()

    def _wants_high_contrast(self) -> bool:
        if self._hints is None or not hasattr(self._hints, "accessibility"):
            return False
        return self._hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast

    def _is_system_dark(self) -> bool:
        return self._hints is not None and self._hints.colorScheme() is Qt.ColorScheme.Dark

    def _wanted_tokens(self) -> Tokens:
        is_wanted_by_system = self._wants_high_contrast()
        if is_wanted_by_system and is_of_high_contrast(self._system_palette):
            return high_contrast_tokens(self._system_palette)
        is_dark = self._is_system_dark()
        if is_wanted_by_system or self._mode is Mode.CONTRAST:
            return CONTRAST_DARK if is_dark else CONTRAST_LIGHT
        if self._mode is Mode.SYSTEM:
            return DARK if is_dark else LIGHT
        return DARK if self._mode is Mode.DARK else LIGHT

    def _request_system_scheme(self) -> None:
        # Only where the platform obeys: the title bar and native dialogs then match.
        if self._app is not None and self._hints is not None:
            self._hints.setColorScheme(_SCHEMES[self._mode])

    def _on_system_changed(self) -> None:
        self._update_tokens()

    def _update_tokens(self) -> None:
        wanted = self._wanted_tokens()
        if wanted == self._tokens:
            return
        self._tokens = wanted
        self._apply_palette()
        self.changed.emit()

    def _apply_palette(self) -> None:
        if self._app is None or self._style is None:
            return
        self._style.look = Look(self._tokens)
        self._app.setPalette(build_palette(self._tokens))
        for class_name, palette in build_class_palettes(self._tokens).items():
            self._app.setPalette(palette, class_name)

    def _apply_fonts(self) -> None:
        if self._app is None:
            return
        self._app.setFont(self._fonts.ui(13))
        for class_name, pixels, weight in _CLASS_FONTS:
            self._app.setFont(self._fonts.ui(pixels, weight), class_name)


theme: Final = Theme()
"""The theme of this process."""
