"""The theme of the window: the current colours and fonts, the palettes for Fusion, and the signal for changes.

If the system requests high contrast, its own colours are used.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from functools import cache
from typing import Any, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from robotstudio import assets
from robotstudio.ui.theme.glyphs import Glyph, glyph_icon
from robotstudio.ui.theme.look import Look
from robotstudio.ui.theme.style import StudioStyle
from robotstudio.ui.theme.tokens import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Syntax, Tokens

_Role = QPalette.ColorRole
HIGH_CONTRAST = 7.0
"""The contrast that WCAG 2 requires at its highest level (AAA)."""

_ROLES: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (_Role.Window, "window"),
    (_Role.WindowText, "text"),
    (_Role.Base, "surface"),
    (_Role.AlternateBase, "current_line"),
    (_Role.Text, "text"),
    (_Role.PlaceholderText, "text3"),
    (_Role.Button, "raised"),
    (_Role.ButtonText, "text"),
    (_Role.BrightText, "accent_fill_text"),
    (_Role.Highlight, "selected"),
    (_Role.HighlightedText, "text"),
    (_Role.Link, "accent"),
    (_Role.LinkVisited, "accent"),
    (_Role.Accent, "accent"),
    (_Role.ToolTipBase, "raised"),
    (_Role.ToolTipText, "text"),
    (_Role.Light, "raised"),
    (_Role.Midlight, "hover"),
    (_Role.Mid, "border"),
    (_Role.Dark, "border_strong"),
    (_Role.Shadow, "field_outline"),
)

_DISABLED_ROLES = (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.HighlightedText)
_SELECTS_TEXT = ((_Role.Highlight, "text_selection"),)
_MUTED = ((_Role.WindowText, "text2"), (_Role.ButtonText, "text2"), (_Role.Text, "text2"))
_TABULAR_FIGURES = QFont.Tag("tnum")
_CONTEXTUAL_ALTERNATES = QFont.Tag("calt")


def qcolor(value: str, alpha: float = 1.0) -> QColor:
    """Return the colour of a token, with `alpha` from 0 (transparent) to 1 (opaque)."""
    color = QColor(value)
    color.setAlphaF(alpha)
    return color


def build_palette(tokens: Tokens) -> QPalette:
    """Return the palette of a theme, with its disabled state."""
    palette = QPalette()
    for role, token in _ROLES:
        palette.setColor(role, qcolor(getattr(tokens, token)))
    for role in _DISABLED_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, qcolor(tokens.text_disabled))
    return palette


# Differences from the application's palette in the widgets of a class.
_CLASS_ROLES: dict[Any, tuple[tuple[QPalette.ColorRole, str], ...]] = {
    "QLineEdit": _SELECTS_TEXT,
    "QAbstractSpinBox": _SELECTS_TEXT,
    "QComboBox": _SELECTS_TEXT,
    "QPlainTextEdit": _SELECTS_TEXT,
    "QTextEdit": _SELECTS_TEXT,
    "QMenu": ((_Role.Window, "raised"),),
    "QMenuBar": _MUTED,
    "QHeaderView": _MUTED,
}


def _build_class_palettes(tokens: Tokens) -> dict[Any, QPalette]:
    """Return the palettes of classes that differ from the others, by class name."""
    palettes = {}
    for class_name, roles in _CLASS_ROLES.items():
        palettes[class_name] = palette = build_palette(tokens)
        for role, token in roles:
            for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
                palette.setColor(group, role, qcolor(getattr(tokens, token)))
    return palettes


_FROM_PALETTE: dict[QPalette.ColorRole, tuple[str, ...]] = {
    _Role.Window: ("window", "sunken", "raised", "gutter"),
    _Role.Base: (
        "surface",
        "hover",
        "current_line",
        "blocked_tint",
        "blocked_match",
        "allowed_tint",
        "allowed_match",
        "unknown_tint",
        "warning_tint",
        "note_tint",
        "accent_tint",
        "selected",
        "text_selection",
        "accent_fill_text",
    ),
    _Role.Text: (
        "text",
        "text2",
        "text3",
        "border",
        "border_strong",
        "field_outline",
        "selected_edge",
        "track_edge",
        "no_rule",
        "blocked",
        "blocked_edge",
        "allowed",
        "allowed_edge",
        "unknown",
        "warning",
        "warning_edge",
        "note",
        "accent_fill",
    ),
    _Role.Link: ("accent",),
}


def high_contrast_tokens(palette: QPalette) -> Tokens:
    """Return the tokens of a system palette: its text, background and accent, no tints."""
    base = palette.color(_Role.Base)
    dark = base.lightness() < palette.color(_Role.Text).lightness()
    colors: dict[str, Any] = {
        token: palette.color(role).name().upper() for role, tokens in _FROM_PALETTE.items() for token in tokens
    }
    colors["text_disabled"] = palette.color(QPalette.ColorGroup.Disabled, _Role.Text).name().upper()
    syntax = Syntax(**dict.fromkeys(Syntax.__struct_fields__, colors["text"]))
    syntax = replace(syntax, wildcard_tint=colors["surface"], user_agent=colors["accent"])
    groups = tuple(colors["text"] for _ in LIGHT.groups)
    return replace(DARK if dark else LIGHT, name="system", groups=groups, syntax=syntax, **colors)


def _is_of_high_contrast(palette: QPalette) -> bool:
    """Return True if text and links of a system palette have the contrast required for high contrast."""
    ground = luminance(palette.color(_Role.Base))
    others = (luminance(palette.color(role)) for role in (_Role.Text, _Role.Link))
    return all((max(ground, other) + 0.05) / (min(ground, other) + 0.05) >= HIGH_CONTRAST for other in others)


def luminance(color: QColor) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


SHIPPED_HAN = "Robot Studio Han"
"""The fallback font for Chinese; `packaging/make_fonts.py` makes the file."""

_CJK = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    SHIPPED_HAN,  # last, because the others have more characters
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

# Tabular figures, so that a changing number does not shift the line.
# A ligature over `/*` or `?=` would hide significant characters.


@cache
def load_shipped_fonts() -> tuple[str, ...]:
    """Register the fonts in `resources/fonts` once for the process; without the folder, system fonts are used."""
    folder = assets.path("fonts")
    families: set[str] = set()
    for file in sorted(folder.glob("*.[ot]tf")):
        identifier = QFontDatabase.addApplicationFont(str(file))
        families.update(QFontDatabase.applicationFontFamilies(identifier))
    return tuple(sorted(families))


@cache
def there(families: tuple[str, ...]) -> tuple[str, ...]:
    """Return the installed families in order; all of them if none is.

    In each size and weight fontconfig searches every family of a font again, until one has the glyph: a dozen missing
    ones cost a Chinese window a quarter of its additional start time compared to English. On other systems a family may
    be listed under another name, such as Microsoft YaHei in Chinese, so none is removed.
    """
    load_shipped_fonts()
    if sys.platform in {"win32", "darwin"}:
        return families
    # A family of two foundries is listed as `Family [Foundry]`.
    known = {name.partition(" [")[0] for name in QFontDatabase.families()}
    return tuple(family for family in families if family in known) or families


class Fonts:
    """The fonts of the window."""

    def __init__(self, code_family: str = "") -> None:
        """Put `code_family` before the default families for rules and URLs."""
        self.code_family = code_family

    def ui(self, px: float = 13, weight: int = 400) -> QFont:
        """Return the proportional font for everything but rules and URLs."""
        return QFont(_ui_font(round(px), weight))

    def mono(self, px: float = 13, weight: int = 400, *, italic: bool = False) -> QFont:
        """Return the fixed-width font for rules, URLs and the editor."""
        return QFont(_mono_font(self.code_family, round(px), weight, italic=italic))


# Hundreds of widgets use the same few fonts at each theme change; copies share the lookup.
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
    """The choices of the Theme menu."""

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

# Pixel size and weight of classes without body text. Any: PySide's stubs declare bytes, the call takes str.
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
    """The current colours and fonts; widgets use the instance `theme`.

    Qt repaints every widget if the palette changes. `changed` is for everything else that depends on colours or fonts:
    cached pictures and sizes, icons, documents.
    """

    changed = Signal()

    def __init__(self, mode: Mode = Mode.SYSTEM) -> None:
        super().__init__()
        self.mode = mode
        """The choice: follow the system, light, dark, or high contrast, dark or light as the system is."""
        self._app: QApplication | None = None
        self._style: StudioStyle | None = None
        self.fonts = Fonts()
        self.has_less_motion = False
        self._icons: dict[tuple[Glyph, int, int, int], QIcon] = {}
        self._hints: QStyleHints | None = None
        self._system_palette = QPalette()
        self.tokens = self._wanted_tokens()

    @property
    def dark(self) -> bool:
        """True if the current colours are dark."""
        return self.tokens.dark

    def set_mode(self, mode: Mode) -> None:
        """Follow the system or use a fixed mode; applied at once."""
        if mode is self.mode:
            return
        self.mode = mode
        self._request_system_scheme()
        self._update_tokens()

    def set_less_motion(self, is_wanted: bool) -> None:
        """Turn animations off, or on; they check this before they start."""
        self.has_less_motion = is_wanted

    def set_code_family(self, family: str) -> None:
        """Set the font family of rules and URLs, "" for the default; applied at once."""
        if family != self.fonts.code_family:
            before, self.fonts = self.fonts.mono().families(), Fonts(family)
            for widget in QApplication.allWidgets():  # no palette changes, so Qt does not repaint on its own
                font = widget.font()
                if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont) and font.families() == before:
                    widget.setFont(self.fonts.mono(font.pixelSize(), font.weight(), italic=font.italic()))
                widget.updateGeometry()
                widget.update()
            self.changed.emit()

    def install(self, app: QApplication) -> None:
        """Apply this theme to the application, now and at every later change."""
        self.follow_system(app)
        self._app = app
        self._style = StudioStyle(Look(self.tokens))
        app.setStyle(self._style)
        self._request_system_scheme()
        self._apply_palette()
        self._apply_fonts()

    def color(self, token: str, alpha: float = 1.0) -> QColor:
        return qcolor(getattr(self.tokens, token), alpha)

    def icon(self, glyph: Glyph, color: str = "text2", size: int = 16) -> QIcon:
        """Return an icon in the colour of the token named `color`."""
        colors = self.color(color), self.color("text_disabled")
        key = glyph, colors[0].rgba(), colors[1].rgba(), size
        if key not in self._icons:
            self._icons[key] = glyph_icon(glyph, colors[0], size, disabled=colors[1])
        return self._icons[key]

    @contextmanager
    def on_paper(self) -> Iterator[None]:
        """Use the light colours for printing, regardless of the window."""
        tokens, self.tokens = self.tokens, LIGHT
        try:
            yield
        finally:
            self.tokens = tokens

    def follow_system(self, app: QApplication) -> None:
        """Use the colours of the system if the mode follows it, now and at every later change."""
        if self._hints is not None:
            return
        self._system_palette = app.palette()
        self._hints = app.styleHints()  # kept: objects from the hints are deleted with their Python wrapper
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
        if is_wanted_by_system and _is_of_high_contrast(self._system_palette):
            return high_contrast_tokens(self._system_palette)
        is_dark = self._is_system_dark()
        if is_wanted_by_system or self.mode is Mode.CONTRAST:
            return CONTRAST_DARK if is_dark else CONTRAST_LIGHT
        if self.mode is Mode.SYSTEM:
            return DARK if is_dark else LIGHT
        return DARK if self.mode is Mode.DARK else LIGHT

    def _request_system_scheme(self) -> None:
        # Only if the platform supports it: title bar and native dialogs then match.
        if self._app is not None and self._hints is not None:
            self._hints.setColorScheme(_SCHEMES[self.mode])

    def _on_system_changed(self) -> None:
        self._update_tokens()

    def _update_tokens(self) -> None:
        wanted = self._wanted_tokens()
        if wanted == self.tokens:
            return
        self.tokens = wanted
        self._apply_palette()
        self.changed.emit()

    def _apply_palette(self) -> None:
        if self._app is None or self._style is None:
            return
        self._style.look = Look(self.tokens)
        self._app.setPalette(build_palette(self.tokens))
        for class_name, palette in _build_class_palettes(self.tokens).items():
            self._app.setPalette(palette, class_name)

    def _apply_fonts(self) -> None:
        if self._app is None:
            return
        self._app.setFont(self.fonts.ui(13))
        for class_name, pixels, weight in _CLASS_FONTS:
            self._app.setFont(self.fonts.ui(pixels, weight), class_name)


theme: Final = Theme()
"""The theme of this process."""
