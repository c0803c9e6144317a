"""The style: the colours and sizes of every role, as painted on the screen."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHoverEvent, QImage, QPainter, QPalette, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QMenuBar,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QSpinBox,
    QSplitter,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QStyleOptionHeader,
    QStyleOptionMenuItem,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QStyleOptionToolButton,
    QTableView,
    QTextBrowser,
    QTextEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

import robotstudio
from robotstudio.ui.theme.drawing import COMPLEXES, CONTROLS, PRIMITIVES
from robotstudio.ui.theme.faces import BUTTON_ROLES
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.look import Look
from robotstudio.ui.theme.style import StudioStyle
from robotstudio.ui.theme.theme import Mode, Theme, build_palette, high_contrast_tokens, theme
from robotstudio.ui.theme.tokens import DARK, LIGHT, Tokens
from tests.modules import modules_with

MODES = {Mode.LIGHT: LIGHT, Mode.DARK: DARK}
both_modes = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
both_themes = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)


@pytest.fixture
def worn(installed_theme: None) -> Theme:
    """Return the theme while it is installed."""
    assert installed_theme is None
    return theme


@pytest.fixture
def show(qtbot: QtBot) -> Callable[[QWidget], QWidget]:
    """Return a function that puts a control on a page beside another one, which has the keyboard focus."""
    pages: list[QWidget] = []  # references: without one a page is deleted, with its widgets

    def show(control: QWidget) -> QWidget:
        page = QWidget()
        pages.append(page)
        qtbot.addWidget(page)
        layout = QVBoxLayout(page)
        other = QLineEdit()
        layout.addWidget(other)
        layout.addWidget(control)
        page.show()
        page.activateWindow()
        other.setFocus()
        qtbot.waitUntil(other.hasFocus)
        return control

    return show


def colour(widget: QWidget, x: int, y: int) -> str:
    """Return the colour at a position of a widget; a negative number counts from the other side."""
    image = widget.grab().toImage()
    return image.pixelColor(x % image.width(), y % image.height()).name().upper()


def colours(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name().upper() for x in range(image.width()) for y in range(image.height())}


def no_change(_button: QPushButton) -> None: ...


def press(button: QPushButton) -> None:
    button.setDown(True)


def check(button: QPushButton) -> None:
    button.setCheckable(True)
    button.setChecked(True)


def disable(button: QPushButton) -> None:
    button.setEnabled(False)


def hover(button: QWidget) -> None:
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)


def focus(button: QPushButton) -> None:
    button.setFocus(Qt.FocusReason.TabFocusReason)


def warn(button: QPushButton) -> None:
    button.setProperty("tone", "warning")


# Tokens of ground, edge and text for each role and state. Without a ground the window shows through.
BUTTONS: dict[tuple[str, Callable[[QPushButton], None]], tuple[str, str, str]] = {
    ("secondary", no_change): ("raised", "border_strong", "text"),
    ("secondary", hover): ("raised", "field_outline", "text"),
    ("secondary", press): ("accent_tint", "accent", "accent"),
    ("secondary", check): ("accent_tint", "accent", "accent"),
    ("secondary", focus): ("raised", "accent", "text"),
    ("secondary", disable): ("raised", "border_strong", "text_disabled"),
    ("secondary", warn): ("warning_tint", "warning", "text"),
    ("primary", no_change): ("accent_fill", "accent_fill", "accent_fill_text"),
    ("primary", hover): ("accent_fill", "text", "accent_fill_text"),
    ("primary", press): ("accent_fill", "text", "accent_fill_text"),
    ("primary", check): ("accent_fill", "accent_fill", "accent_fill_text"),
    ("primary", focus): ("accent_fill", "text", "accent_fill_text"),
    ("primary", disable): ("sunken", "border_strong", "text_disabled"),
    ("ghost", no_change): ("window", "window", "text2"),
    ("ghost", hover): ("hover", "hover", "text"),
    ("ghost", press): ("accent_tint", "accent", "accent"),
    ("ghost", check): ("accent_tint", "accent", "accent"),
    ("ghost", focus): ("window", "accent", "text2"),
    ("ghost", disable): ("window", "window", "text_disabled"),
}


@both_modes
@pytest.mark.parametrize(("role", "act"), BUTTONS, ids=lambda part: part if isinstance(part, str) else part.__name__)
def test_button_has_the_colours_of_its_role(
    worn: Theme,
    show: Callable[[QWidget], QWidget],
    mode: Mode,
    role: str,
    act: Callable[[QPushButton], None],
) -> None:
    worn.set_mode(mode)
    button = QPushButton("HHHH")
    button.setProperty("role", role)
    show(button)
    act(button)
    ground, edge, words = (getattr(worn.tokens, token) for token in BUTTONS[role, act])
    assert colour(button, 5, 15) == ground
    assert colour(button, 30, 0) == edge
    assert words in colours(button)


@pytest.mark.parametrize("role", BUTTON_ROLES)
@pytest.mark.usefixtures("worn")
def test_role_given_later_is_drawn(show: Callable[[QWidget], QWidget], role: str) -> None:
    button = show(QPushButton("HHHH"))
    before = colours(button)
    button.setProperty("role", role)
    button.update()
    assert (colours(button) == before) is (role == "secondary")


@pytest.mark.usefixtures("worn")
def test_unknown_role_looks_like_none(show: Callable[[QWidget], QWidget]) -> None:
    button = show(QPushButton("Copy"))
    plain = button.grab().toImage()
    button.setProperty("role", "unheard-of")
    assert button.grab().toImage() == plain


def small(widget: QWidget) -> QWidget:
    widget.setProperty("controlSize", "small")
    return widget


@pytest.mark.usefixtures("worn")
@pytest.mark.parametrize("kind", [QPushButton, QLineEdit, QComboBox, QSpinBox])
def test_controls_in_a_row_are_of_one_height(kind: type[QWidget]) -> None:
    assert kind().sizeHint().height() == 30
    assert small(kind()).sizeHint().height() == 26


@pytest.mark.usefixtures("worn")
def test_widths_are_those_of_the_words_and_the_insets() -> None:
    button, ghost = QPushButton("Copy it"), QPushButton("Copy it")
    ghost.setProperty("role", "ghost")
    button.ensurePolished()
    words = QFontMetrics(button.font()).size(Qt.TextFlag.TextShowMnemonic, "Copy it").width()
    assert button.sizeHint().width() == words + 24
    assert ghost.sizeHint().width() == words + 16
    box = QCheckBox("Copy it")
    box.ensurePolished()
    words = QFontMetrics(box.font()).size(Qt.TextFlag.TextShowMnemonic, "Copy it").width()
    assert box.sizeHint() == QSize(words + 4 + 15 + 7 + 4, 24)


@both_modes
@pytest.mark.parametrize("kind", [QLineEdit, QSpinBox, QComboBox])
def test_field_shows_its_edge_its_focus_and_that_it_is_off(
    worn: Theme, show: Callable[[QWidget], QWidget], kind: type[QWidget], mode: Mode
) -> None:
    worn.set_mode(mode)
    field, tokens = show(kind()), worn.tokens
    ground, edge = (
        (tokens.raised, tokens.border_strong) if kind is QComboBox else (tokens.surface, tokens.field_outline)
    )
    assert (colour(field, 7, 15), colour(field, 20, 0)) == (ground, edge)
    field.setFocus()
    assert (colour(field, 20, 0), colour(field, 20, 1), colour(field, 1, 15)) == (tokens.accent,) * 3
    field.setEnabled(False)
    assert colour(field, 7, 15) == tokens.window


def test_editor_in_a_cell_has_square_corners(worn: Theme, show: Callable[[QWidget], QWidget]) -> None:
    area = show(QListWidget())
    assert isinstance(area, QAbstractItemView)
    field = QLineEdit(area.viewport())
    field.setGeometry(10, 10, 100, 24)
    field.show()
    assert colour(field, 0, 0) == worn.tokens.field_outline
    assert colour(show(QLineEdit()), 0, 0) != worn.tokens.field_outline


def test_placeholder_and_selection_have_their_colours(worn: Theme) -> None:
    for kind in (QLineEdit, QPlainTextEdit, QTextEdit, QTextBrowser, QSpinBox):
        field = kind()
        field.ensurePolished()
        palette = field.palette()
        assert palette.color(QPalette.ColorRole.PlaceholderText).name().upper() == worn.tokens.text3
        assert palette.color(QPalette.ColorRole.Highlight).name().upper() == worn.tokens.text_selection
    assert QListWidget().palette().color(QPalette.ColorRole.Highlight).name().upper() == worn.tokens.selected


@both_modes
def test_boxes_are_filled_where_they_are_on(worn: Theme, show: Callable[[QWidget], QWidget], mode: Mode) -> None:
    worn.set_mode(mode)
    tokens = worn.tokens
    box, radio = QCheckBox("Keep"), QRadioButton("Keep")
    show(box)
    show(radio)
    middle = box.height() // 2
    assert (colour(box, 10, middle), colour(box, 4, middle)) == (tokens.surface, tokens.field_outline)
    box.setChecked(True)
    assert colour(box, 6, middle - 4) == tokens.accent_fill
    box.setTristate(True)
    box.setCheckState(Qt.CheckState.PartiallyChecked)
    assert tokens.accent_fill_text in colours(box)
    box.setEnabled(False)
    assert colour(box, 6, middle - 4) == tokens.window
    assert colour(radio, 11, middle) == tokens.surface
    radio.setChecked(True)
    assert colour(radio, 11, middle) == tokens.accent_fill_text
    assert colour(radio, 6, middle) == tokens.accent_fill


def test_check_marks_of_items_are_those_of_boxes(worn: Theme, show: Callable[[QWidget], QWidget]) -> None:
    entries = show(QListWidget())
    assert isinstance(entries, QListWidget)
    entries.addItem("shown")
    entries.item(0).setCheckState(Qt.CheckState.Checked)
    assert worn.tokens.accent_fill in colours(entries)


@pytest.mark.parametrize("orientation", [Qt.Orientation.Vertical, Qt.Orientation.Horizontal], ids=lambda way: way.name)
def test_scroll_bar_is_a_handle_and_nothing_else(worn: Theme, orientation: Qt.Orientation) -> None:
    bar = QScrollBar(orientation)
    bar.setRange(0, 1_000_000)
    is_vertical = orientation is Qt.Orientation.Vertical
    bar.resize(*((10, 200) if is_vertical else (200, 10)))
    assert (bar.sizeHint().width() if is_vertical else bar.sizeHint().height()) == 10
    option = QStyleOptionSlider()
    bar.initStyleOption(option)
    parts, control = QStyle.SubControl, QStyle.ComplexControl.CC_ScrollBar
    places = {part: bar.style().subControlRect(control, option, part, bar) for part in parts if part.value}
    handle = places[parts.SC_ScrollBarSlider]
    assert (handle.height() if is_vertical else handle.width()) == 32
    assert places[parts.SC_ScrollBarGroove] == bar.rect()
    assert places[parts.SC_ScrollBarAddLine].isEmpty()
    assert places[parts.SC_ScrollBarSubLine].isEmpty()
    whole = handle.united(places[parts.SC_ScrollBarAddPage]).united(places[parts.SC_ScrollBarSubPage])
    assert whole == bar.rect()
    assert colour(bar, *((5, 10) if is_vertical else (10, 5))) == worn.tokens.border_strong
    bar.setSliderPosition(1_000_000)
    assert colour(bar, *((5, -10) if is_vertical else (-10, 5))) == worn.tokens.border_strong


@both_modes
@pytest.mark.parametrize("kind", [QPlainTextEdit, QTextEdit, QTableView, QTreeView, QListWidget])
def test_panes_are_surface_up_to_their_edge(
    worn: Theme, show: Callable[[QWidget], QWidget], kind: type[QAbstractScrollArea], mode: Mode
) -> None:
    worn.set_mode(mode)
    pane = kind()
    pane.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    pane.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    show(pane)
    assert pane.frameWidth() == 0
    for x, y in ((0, -30), (-1, -60), (-1, -1)):
        assert colour(pane, x, y) == worn.tokens.surface


@pytest.mark.parametrize("kind", [QPlainTextEdit, QTextEdit])
def test_text_in_a_field_has_its_edge(
    worn: Theme, show: Callable[[QWidget], QWidget], kind: type[QAbstractScrollArea]
) -> None:
    field = kind()
    field.setProperty("role", "field")
    show(field)
    assert field.frameWidth() == 4
    assert colour(field, 30, 0) == worn.tokens.field_outline
    assert colour(field, 0, 0) == worn.tokens.window
    field.setFocus()
    assert (colour(field, 30, 0), colour(field, 30, 1)) == (worn.tokens.accent,) * 2


def test_text_that_is_clear_shows_the_ground_below(worn: Theme, show: Callable[[QWidget], QWidget]) -> None:
    text = QTextBrowser()
    text.setProperty("role", "clear")
    assert colour(show(text), 30, 30) == worn.tokens.window


@pytest.mark.parametrize(("role", "token"), {"page": "surface", "tray": "window", "": "window"}.items())
def test_scrolled_page_has_the_ground_of_its_role(
    worn: Theme, show: Callable[[QWidget], QWidget], role: str, token: str
) -> None:
    area = QScrollArea()
    area.setProperty("role", role)
    area.setWidget(QWidget())
    area.setWidgetResizable(True)
    assert colour(show(area), 30, 30) == getattr(worn.tokens, token)


def test_menu_has_the_colours_and_lengths_of_the_design(worn: Theme, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    first, off = menu.addAction("HHHH"), menu.addAction("HHHH")
    menu.addSeparator()
    menu.addAction("HHHH")
    off.setEnabled(False)
    menu.popup(QPoint(0, 0))
    menu.setFont(worn.fonts.ui(18))  # so that a stroke of a letter is as wide as a pixel
    tokens = worn.tokens
    height = menu.actionGeometry(first).height()
    assert height == QFontMetrics(menu.font()).height() + 12
    assert (colour(menu, 30, 0), colour(menu, 3, 30)) == (tokens.border_strong, tokens.raised)
    assert {tokens.text, tokens.text_disabled, tokens.border} <= colours(menu)
    menu.setActiveAction(first)
    assert colour(menu, 8, 5 + height // 2) == tokens.selected


def test_menu_makes_room_for_check_marks_and_pictures(worn: Theme, qtbot: QtBot) -> None:
    plain, checked, pictured = QMenu(), QMenu(), QMenu()
    for menu in (plain, checked, pictured):
        qtbot.addWidget(menu)
        menu.addAction("Word wrap").setCheckable(menu is checked)
    pictured.actions()[0].setIcon(worn.icon(Glyph.CHECK))
    assert checked.sizeHint().width() == plain.sizeHint().width() + 18
    assert pictured.sizeHint().width() == plain.sizeHint().width() + 20


def test_menu_that_is_higher_than_the_screen_scrolls(worn: Theme, qtbot: QtBot) -> None:
    """In columns, which is Qt's default, some would be off the screen."""
    few, many = QMenu(), QMenu()
    for menu, count in ((few, 3), (many, 60)):
        qtbot.addWidget(menu)
        for _ in range(count):
            menu.addAction("Show the file as the selected crawler reads it")
        menu.popup(QPoint(0, 0))
    assert many.width() == few.width()
    assert many.height() <= many.screen().geometry().height() < many.sizeHint().height()
    worn.set_mode(Mode.DARK)
    assert worn.tokens.raised in colours(many), "it goes along with the theme"
    few.close()
    many.close()


def test_entries_of_the_menu_bar_answer_the_pointer(worn: Theme, show: Callable[[QWidget], QWidget]) -> None:
    bar = QMenuBar()
    bar.addMenu("File")
    bar.addMenu("Edit").menuAction().setEnabled(False)
    show(bar)
    assert bar.actionGeometry(bar.actions()[0]).height() == QFontMetrics(bar.font()).height() + 7
    assert {worn.tokens.window, worn.tokens.text2, worn.tokens.text_disabled} <= colours(bar)
    bar.setActiveAction(bar.actions()[0])
    assert {worn.tokens.hover, worn.tokens.accent_tint} & colours(bar)


def test_header_is_a_line_under_muted_titles(worn: Theme, show: Callable[[QWidget], QWidget]) -> None:
    table = QTableView()
    table.setModel(QStandardItemModel(2, 2, table))
    show(table)
    header = table.horizontalHeader()
    assert colour(header, 3, 3) == worn.tokens.window
    assert colour(header, 3, -1) == worn.tokens.border
    assert worn.tokens.text2 in colours(header)


@pytest.mark.usefixtures("worn")
def test_first_title_begins_where_the_panel_does() -> None:
    table = QTableView()
    option = QStyleOptionHeader()
    option.rect = QRect(0, 0, 100, 20)
    option.position = QStyleOptionHeader.SectionPosition.Beginning
    header, part = table.horizontalHeader(), QStyle.SubElement.SE_HeaderLabel
    assert header.style().subElementRect(part, option, header).left() == 10
    header.setProperty("role", "inset")
    assert header.style().subElementRect(part, option, header).left() == 14
    option.direction = Qt.LayoutDirection.RightToLeft
    assert header.style().subElementRect(part, option, header).right() == 99 - 14


def test_handle_between_panes_is_a_line(worn: Theme, show: Callable[[QWidget], QWidget]) -> None:
    splitter = QSplitter()
    splitter.addWidget(QWidget())
    splitter.addWidget(QWidget())
    handle = show(splitter).findChildren(QWidget, "qt_splithandle_")[-1]
    assert colours(handle) == {worn.tokens.border}
    QApplication.sendEvent(handle, QHoverEvent(QEvent.Type.HoverEnter, QPointF(1, 1), QPointF(1, 1), QPointF()))
    assert colours(handle) == {worn.tokens.accent}


@pytest.mark.usefixtures("worn")
def test_question_is_heavier_than_its_explanation(qtbot: QtBot) -> None:
    box = QMessageBox()
    qtbot.addWidget(box)
    box.setText("Save the changes?")
    box.setInformativeText("If you don't save, the changes are lost.")
    box.show()
    weights = {label.text(): label.font().weight() for label in box.findChildren(QLabel) if label.text()}
    assert weights["Save the changes?"] is QFont.Weight.DemiBold
    assert weights["If you don't save, the changes are lost."] is QFont.Weight.Normal


def test_controls_are_mirrored_where_one_reads_from_right_to_left(
    worn: Theme, qapp: QApplication, show: Callable[[QWidget], QWidget]
) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    box, combo, spin = QCheckBox("Keep"), QComboBox(), QSpinBox()
    for control in (box, combo, spin):
        show(control)
    box.setChecked(True)
    middle = box.height() // 2
    assert colour(box, -7, middle - 4) == worn.tokens.accent_fill
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    parts, controls = QStyle.SubControl, QStyle.ComplexControl
    arrow = combo.style().subControlRect(controls.CC_ComboBox, option, parts.SC_ComboBoxArrow, combo)
    assert arrow.right() < combo.width() // 2
    assert spin.lineEdit().geometry().left() >= 22


@pytest.mark.usefixtures("worn")
def test_style_draws_with_the_systems_colours_in_high_contrast(
    qapp: QApplication, show: Callable[[QWidget], QWidget]
) -> None:
    palette = QPalette(QColor("#000000"))
    palette.setColor(QPalette.ColorRole.Base, QColor("#000000"))
    palette.setColor(QPalette.ColorRole.Text, QColor("#FFFF00"))
    style = qapp.style()
    assert isinstance(style, StudioStyle)
    style.look = Look(high_contrast_tokens(palette))
    field = show(QLineEdit())
    assert colour(field, 20, 0) == "#FFFF00"
    assert colour(field, 7, 15) == "#000000"


OPTIONS: dict[int, type[QStyleOption]] = {
    QStyle.PrimitiveElement.PE_PanelLineEdit: QStyleOptionFrame,
    QStyle.PrimitiveElement.PE_Frame: QStyleOptionFrame,
    QStyle.ControlElement.CE_PushButtonBevel: QStyleOptionButton,
    QStyle.ControlElement.CE_PushButtonLabel: QStyleOptionButton,
    QStyle.ControlElement.CE_CheckBox: QStyleOptionButton,
    QStyle.ControlElement.CE_RadioButton: QStyleOptionButton,
    QStyle.ControlElement.CE_MenuItem: QStyleOptionMenuItem,
    QStyle.ControlElement.CE_MenuBarItem: QStyleOptionMenuItem,
    QStyle.ControlElement.CE_Header: QStyleOptionHeader,
    QStyle.ComplexControl.CC_ToolButton: QStyleOptionToolButton,
    QStyle.ComplexControl.CC_ComboBox: QStyleOptionComboBox,
    QStyle.ComplexControl.CC_SpinBox: QStyleOptionSpinBox,
    QStyle.ComplexControl.CC_ScrollBar: QStyleOptionSlider,
    QStyle.ComplexControl.CC_Slider: QStyleOptionSlider,
}


@both_themes
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("element", "method"),
    [
        *((element, "drawPrimitive") for element in PRIMITIVES),
        *((element, "drawControl") for element in CONTROLS),
        *((element, "drawComplexControl") for element in COMPLEXES),
    ],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_nothing_is_needed_but_an_option(tokens: Tokens, element: int, method: str) -> None:
    style = StudioStyle(Look(tokens))
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    option = OPTIONS.get(element, QStyleOption)()
    option.rect = image.rect()
    option.palette = build_palette(tokens)
    painter = QPainter(image)
    getattr(style, method)(element, option, painter)
    painter.end()


def test_package_has_no_stylesheet() -> None:
    """With a stylesheet Qt matches each widget against each rule: the window took three times as long to start."""
    root = Path(robotstudio.__file__).parent
    found = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path, module in modules_with(root, "setStyleSheet")
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute) and node.attr == "setStyleSheet"
    ]
    assert found == []
