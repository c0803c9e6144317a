"""The palettes that Fusion draws with."""

from typing import Any

from PySide6.QtGui import QPalette

from robotstudio.ui.theme.color import qcolor
from robotstudio.ui.theme.tokens import Tokens

_Role = QPalette.ColorRole

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


def build_palette(tokens: Tokens) -> QPalette:
    """The palette of one theme, with its disabled state."""
    palette = QPalette()
    for role, token in _ROLES:
        palette.setColor(role, qcolor(getattr(tokens, token)))
    for role in _DISABLED_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, qcolor(tokens.text_disabled))
    return palette


# What differs from the application's palette in the widgets of a class.
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
    """The palettes of the classes that differ from the others, by the name of the class."""
    palettes = {}
    for class_name, roles in _CLASS_ROLES.items():
        palettes[class_name] = palette = build_palette(tokens)
        for role, token in roles:
            for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
                palette.setColor(group, role, qcolor(getattr(tokens, token)))
    return palettes
