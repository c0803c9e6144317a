"""The palettes for Fusion, and the system's own colours if it requests high contrast."""

from typing import Any

from msgspec.structs import replace
from PySide6.QtGui import QColor, QPalette

from robotstudio.ui.theme.tokens import DARK, LIGHT, Syntax, Tokens

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
_SELECTS_TEXT = ((_Role.Highlight, "text_selection"),)
_MUTED = ((_Role.WindowText, "text2"), (_Role.ButtonText, "text2"), (_Role.Text, "text2"))
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


def build_class_palettes(tokens: Tokens) -> dict[Any, QPalette]:
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


def is_of_high_contrast(palette: QPalette) -> bool:
    """Return True if text and links of a system palette have the contrast required for high contrast."""
    ground = luminance(palette.color(_Role.Base))
    others = (luminance(palette.color(role)) for role in (_Role.Text, _Role.Link))
    return all((max(ground, other) + 0.05) / (min(ground, other) + 0.05) >= HIGH_CONTRAST for other in others)


def luminance(color: QColor) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
