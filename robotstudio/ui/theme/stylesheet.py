"""The stylesheet that makes Fusion even, generated from the tokens. Fonts are set by the theme, not here.

Roles are dynamic properties, so that plain Qt widgets can take part: `setProperty("role", "primary")`.
"""

from string import Template

from robotstudio import assets
from robotstudio.ui.theme.tokens import RADII, SIZES, Tokens

BUTTON_ROLES = ("primary", "secondary", "ghost")

_BUTTONS = Template("""
QPushButton, QToolButton[role="secondary"] {
    background: $raised; color: $text; border: 1px solid $border_strong; border-radius: ${field_radius}px;
    padding: 0px 11px; min-height: ${control_inner}px;
}
QPushButton:hover, QToolButton[role="secondary"]:hover { border-color: $field_outline; }
QPushButton:pressed, QPushButton:checked, QToolButton[role="secondary"]:pressed {
    background: $accent_tint; border-color: $accent; color: $accent;
}
QPushButton:focus, QToolButton[role="secondary"]:focus {
    border: 2px solid $accent; padding: 0px 10px; min-height: ${control_inner_focus}px;
}
QPushButton[tone="warning"] { background: $warning_tint; border-color: $warning; }
QPushButton[tone="warning"]:focus { border-color: $accent; }
QPushButton:disabled, QToolButton[role="secondary"]:disabled { color: $text_disabled; border-color: $border_strong; }
QPushButton[controlSize="small"], QToolButton[controlSize="small"] { min-height: ${small_inner}px; }
QPushButton[controlSize="small"]:focus, QToolButton[controlSize="small"]:focus { min-height: ${small_inner_focus}px; }
QPushButton::menu-indicator { image: none; width: 0px; }

QPushButton[role="primary"] { background: $accent_fill; color: $accent_fill_text; border-color: $accent_fill; }
QPushButton[role="primary"]:hover { border-color: $text; }
QPushButton[role="primary"]:pressed { background: $accent_fill; color: $accent_fill_text; border-color: $text; }
QPushButton[role="primary"]:focus { border: 2px solid $focus_on_fill; }
QPushButton[role="primary"]:disabled {
    background: $sunken; color: $text_disabled; border-color: $border_strong;
}

QPushButton[role="ghost"], QToolButton[role="ghost"] {
    background: transparent; color: $text2; border: 1px solid transparent; border-radius: ${field_radius}px;
    padding: 0px 7px;
}
QPushButton[role="ghost"]:hover, QToolButton[role="ghost"]:hover { background: $hover; color: $text; }
QPushButton[role="ghost"]:pressed, QPushButton[role="ghost"]:checked,
QToolButton[role="ghost"]:pressed, QToolButton[role="ghost"]:checked {
    background: $accent_tint; color: $accent; border-color: $accent;
}
QPushButton[role="ghost"]:focus, QToolButton[role="ghost"]:focus { border: 2px solid $accent; padding: 0px 6px; }
QPushButton[role="ghost"]:disabled, QToolButton[role="ghost"]:disabled { color: $text_disabled; }
QToolButton[role="ghost"]::menu-indicator { image: none; }
""")

_FIELDS = Template("""
QLineEdit, QComboBox, QAbstractSpinBox {
    background: $surface; color: $text; border: 1px solid $field_outline; border-radius: ${field_radius}px;
    padding: 0px 9px; min-height: ${control_inner}px;
    selection-background-color: $text_selection; selection-color: $text;
    placeholder-text-color: $text3;
}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {
    border: 2px solid $accent; padding: 0px 8px; min-height: ${control_inner_focus}px;
}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: $text_disabled; background: $window; }
QLineEdit[controlSize="small"], QComboBox[controlSize="small"] { min-height: ${small_inner}px; }
QLineEdit[controlSize="small"]:focus, QComboBox[controlSize="small"]:focus { min-height: ${small_inner_focus}px; }
QAbstractItemView QLineEdit { border-radius: 0px; padding: 0px 4px; min-height: 0px; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus { background: transparent; border: none; padding: 0px; }
QComboBox { background: $raised; border-color: $border_strong; }
QComboBox:hover { border-color: $field_outline; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { $chevron_down width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border_strong; padding: 4px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: 22px; border: none; border-left: 1px solid $border; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-arrow { $chevron_up width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { $chevron_down width: 10px; height: 10px; }
QPlainTextEdit, QTextEdit, QTextBrowser {
    background: $surface; color: $text; border: none;
    selection-background-color: $text_selection; selection-color: $text;
}
QTextBrowser[role="clear"] { background: transparent; }
QScrollArea[role="page"], QScrollArea[role="page"] QWidget#page { background: $surface; }
QScrollArea[role="tray"], QScrollArea[role="tray"] QWidget#page { background: $window; }
QPlainTextEdit[role="field"], QTextEdit[role="field"] {
    border: 1px solid $field_outline; border-radius: ${field_radius}px; padding: 3px;
}
QPlainTextEdit[role="field"]:focus, QTextEdit[role="field"]:focus { border: 2px solid $accent; padding: 2px; }
""")

_CHECKS = Template("""
QCheckBox, QRadioButton { color: $text; spacing: 7px; padding: 2px; border: 2px solid transparent; border-radius: 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox:disabled, QRadioButton:disabled { color: $text_disabled; }
QCheckBox::indicator, QAbstractItemView::indicator {
    width: 13px; height: 13px; border: 1px solid $field_outline; border-radius: 3px; background: $surface;
}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {
    background: $accent_fill; border-color: $accent_fill; $check
}
QCheckBox::indicator:hover { border-color: $accent; }
QCheckBox::indicator:disabled { border-color: $border_strong; background: $window; }
QRadioButton::indicator {
    width: 13px; height: 13px; border: 1px solid $field_outline; border-radius: 7px; background: $surface;
}
QRadioButton::indicator:checked {
    width: 5px; height: 5px; border: 5px solid $accent_fill; background: $accent_fill_text;
}
""")

_TABS = Template("""
QTabWidget::pane { border: none; }
QTabBar { background: $window; }
QTabBar::tab {
    background: transparent; color: $text2; border: none; border-bottom: 3px solid transparent;
    padding: 0px 5px; margin: 0px 8px; min-height: ${tab_inner}px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent_fill; }
QTabBar::tab:focus { color: $accent; }
QTabBar::tab:disabled { color: $text_disabled; }
""")

_MENUS = Template("""
QMenuBar { background: $window; color: $text2; border: none; padding: 2px 4px; spacing: 0px; }
QMenuBar::item { background: transparent; padding: 3px 10px 4px 10px; border-radius: ${cell_radius}px; }
QMenuBar::item:selected { background: $hover; color: $text; }
QMenuBar::item:pressed { background: $accent_tint; color: $accent; }
QMenu {
    background: $raised; color: $text; border: 1px solid $border_strong; border-radius: ${field_radius}px; padding: 4px;
}
QMenu::item { padding: 5px 24px 5px 12px; border-radius: ${cell_radius}px; border: 1px solid transparent; }
QMenu::item:selected { background: $selected; color: $text; }
QMenu::item:disabled { color: $text_disabled; background: transparent; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QMessageBox QLabel#qt_msgbox_label { font-weight: 600; }
QToolTip { background: $raised; color: $text; border: 1px solid $border_strong; padding: 4px 6px; }
""")

_SCROLLING = Template("""
QScrollBar:vertical { background: transparent; width: 10px; margin: 0px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0px; }
QScrollBar::handle { background: $scroll_handle; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $field_outline; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0px; height: 0px; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: $surface; }
QSplitter::handle { background: $border; }
QSplitter::handle:hover { background: $accent; }
""")

_TABLES = Template("""
QTableView, QTreeView, QListView {
    background: $surface; border: none; gridline-color: $border;
    selection-background-color: $selected; selection-color: $text;
}
QHeaderView { background: $window; border: none; }
QHeaderView::section {
    background: $window; color: $text2; border: none; border-bottom: 1px solid $border; padding: 0px 10px;
}
QHeaderView[role="inset"]::section:first { padding-left: ${panel_inset}px; }
QTableCornerButton::section { background: $window; border: none; border-bottom: 1px solid $border; }
QStatusBar { background: $window; color: $text2; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
""")

_SHEETS = (_BUTTONS, _FIELDS, _CHECKS, _TABS, _MENUS, _SCROLLING, _TABLES)


def _image(name: str) -> str:
    """The declaration for a shipped picture; empty where it is missing, for Qt would warn at every paint."""
    file = assets.path(f"icons/ui/{name}.png")
    return f'image: url("{file.as_posix()}");' if file.is_file() else ""


def build_stylesheet(tokens: Tokens, scale: float = 1.0) -> str:
    """The whole stylesheet for one theme at one UI scale."""
    control, small = round(SIZES.control * scale), round(SIZES.control_small * scale)
    values: dict[str, object] = {name: getattr(tokens, name) for name in Tokens.__slots__}
    values |= {
        "chevron_down": _image(f"chevron-down-{tokens.name}"),
        "chevron_up": _image(f"chevron-up-{tokens.name}"),
        "check": _image("check"),
        "focus_on_fill": tokens.text,
        "scroll_handle": tokens.border_strong,
        "field_radius": RADII.field,
        "cell_radius": RADII.cell,
        "control_inner": control - 2,
        "control_inner_focus": control - 4,
        "small_inner": small - 2,
        "small_inner_focus": small - 4,
        "panel_inset": round(SIZES.panel_inset * scale),
        "tab_inner": round(SIZES.tab_bar * scale) - 4,
    }
    return "".join(sheet.substitute(values) for sheet in _SHEETS)
