"""The system's own colours where it asks for high contrast; glyphs and words carry what colours said."""

from dataclasses import fields, replace
from typing import Any

from PySide6.QtGui import QPalette

from robotstudio.ui.theme.tokens import DARK, LIGHT, Syntax, Tokens

_Role = QPalette.ColorRole

_FROM_PALETTE: dict[QPalette.ColorRole, tuple[str, ...]] = {
    _Role.Window: ("window", "sunken", "raised", "gutter"),
    _Role.Base: (
        "surface",
        "hover",
        "current_line",
        "blocked_tint",
        "allowed_tint",
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
    """The tokens of a system palette: text, ground and accent as the system has them, no tints."""
    base = palette.color(_Role.Base)
    dark = base.lightness() < palette.color(_Role.Text).lightness()
    colors: dict[str, Any] = {
        token: palette.color(role).name().upper() for role, tokens in _FROM_PALETTE.items() for token in tokens
    }
    colors["text_disabled"] = palette.color(QPalette.ColorGroup.Disabled, _Role.Text).name().upper()
    syntax = Syntax(**{field.name: colors["text"] for field in fields(Syntax)})
    syntax = replace(syntax, wildcard_tint=colors["surface"], user_agent=colors["accent"])
    groups = tuple(colors["text"] for _ in LIGHT.groups)
    return replace(DARK if dark else LIGHT, groups=groups, syntax=syntax, **colors)
