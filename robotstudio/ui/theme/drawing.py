"""How the style draws: one function an element of Qt's, and what they share.

Each takes the style, the option that says what to draw, the painter, and the widget or None. What a function draws by
the way of Fusion goes through `QProxyStyle.…(style, …)`, which does not come back here.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QIcon, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QProxyStyle,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionHeader,
    QStyleOptionMenuItem,
    QWidget,
)

from robotstudio.ui.theme.faces import BUTTON_ROLES, Face, State, face_of
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.tokens import SIZES, Tokens

INSET = 10  # from the edge of a field to its text
ARROW_WIDTH, STEPPER_WIDTH = 24, 22
CHECK_MARGIN, INDICATOR = 4, 15
HEADER_INSET = 10
MENU_INSET, MENU_END, CHECK_COLUMN, ICON_COLUMN = 13, 25, 14, 20
_CHEVRON, _SMALL_CHEVRON, _STROKE = 12, 10, 1.3
_HANDLE_MARGIN = 2
_ON_FILL = 7  # the side of a check mark in its box

_Option = Any  # the stubs name the base class, the call hands over the class of the element
Drawing = Callable[[QProxyStyle, "Look", _Option, QPainter, QWidget | None], bool]

_PE, _CE, _CC, _SC, _SE, _SF = (
    QStyle.PrimitiveElement,
    QStyle.ControlElement,
    QStyle.ComplexControl,
    QStyle.SubControl,
    QStyle.SubElement,
    QStyle.StateFlag,
)
_ENABLED, _OVER, _SUNKEN, _FOCUS, _ON, _SELECTED, _PARTLY = (
    flag.value
    for flag in (
        _SF.State_Enabled,
        _SF.State_MouseOver,
        _SF.State_Sunken,
        _SF.State_HasFocus,
        _SF.State_On,
        _SF.State_Selected,
        _SF.State_NoChange,
    )
)
# Plain numbers, since Python's flags are slow and every stroke of the pointer asks.
_H, _D, _C, _F, _X, _W = (int(state) for state in State)


class Look:
    """The colours and lengths that are drawn with: of one theme at one UI scale."""

    def __init__(self, tokens: Tokens, scale: float = 1.0) -> None:
        values = {name: getattr(tokens, name) for name in Tokens.__slots__ if name != "name"}
        self._colors = {name: QColor(value) for name, value in values.items() if isinstance(value, str)}
        self._heights = {"": round(SIZES.control * scale), "small": round(SIZES.control_small * scale)}
        self.panel_inset = round(SIZES.panel_inset * scale)

    def color(self, token: str) -> QColor:
        """The colour of a token."""
        return self._colors[token]

    def height(self, widget: QWidget | None) -> int:
        """How high a control is."""
        size = widget.property("controlSize") if widget is not None else None
        return self._heights.get(size or "", self._heights[""])


def role_of(widget: QWidget | None) -> str:
    """The role that a widget has in the design."""
    role = widget.property("role") if widget is not None else None
    return role if isinstance(role, str) else ""


def button_kind(widget: QWidget | None) -> str:
    """The kind of face that a push button has."""
    role = role_of(widget)
    return role if role in BUTTON_ROLES else "secondary"


def line_edit_kind(widget: QWidget | None) -> str:
    """The kind of face that a line edit has: none of its own inside another control."""
    parent = widget.parentWidget() if widget is not None else None
    if parent is None:
        return "field"
    if isinstance(parent, QComboBox) or parent.metaObject().className() in _STEPPERS:
        return ""
    return "cell" if isinstance(parent.parentWidget(), QAbstractItemView) else "field"


_STEPPERS = frozenset({"QSpinBox", "QDoubleSpinBox", "QAbstractSpinBox", "QDateEdit", "QTimeEdit", "QDateTimeEdit"})


def paint_face(painter: QPainter, look: Look, rect: QRect, face: Face) -> None:
    """Draw the box of a control."""
    if not face.fill and not face.edge:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(look.color(face.fill) if face.fill else Qt.BrushStyle.NoBrush)
    half = face.edge_width / 2 if face.edge else 0.0
    if face.edge:
        pen = QPen(look.color(face.edge), face.edge_width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    radius = max(face.radius - half, 0.0)
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius, radius)
    painter.restore()


def _state(option: _Option, *, hovers: bool = True) -> int:
    flags = option.state.value
    if not flags & _ENABLED:
        return _X | (_C if flags & _ON else 0)
    state = _H if hovers and flags & _OVER else 0
    if flags & _SUNKEN:
        state |= _D
    if flags & _ON:
        state |= _C
    return state | _F if flags & _FOCUS else state


def _button_face(option: _Option, widget: QWidget | None) -> Face:
    state = _state(option)
    if widget is not None and widget.property("tone") == "warning":
        state |= _W
    return face_of(button_kind(widget), state)


def _push_button(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    paint_face(painter, look, option.rect, _button_face(option, widget))
    return True


def _push_button_label(
    style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None
) -> bool:
    colored = _recolored(option, look.color(_button_face(option, widget).text))
    QProxyStyle.drawControl(style, _CE.CE_PushButtonLabel, colored, painter, widget)
    return True


def _recolored(option: _Option, color: QColor) -> _Option:
    copy = type(option)(option)
    palette = QPalette(option.palette)
    for role in (QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText, QPalette.ColorRole.Text):
        palette.setColor(role, color)
    copy.palette = palette
    return copy


def _tool_button(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    if role_of(widget) not in BUTTON_ROLES:
        return False
    face = _button_face(option, widget)
    paint_face(painter, look, option.rect, face)
    label = _recolored(option, look.color(face.text))
    QProxyStyle.drawControl(style, _CE.CE_ToolButtonLabel, label, painter, widget)
    return True


def _line_edit(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    if kind := line_edit_kind(widget):
        paint_face(painter, look, option.rect, face_of(kind, _state(option, hovers=False) & ~_D))
    return True


def _combo_box(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    state = _state(option) & ~(_D | _C)
    paint_face(painter, look, option.rect, face_of("choice", state))
    box = style.subControlRect(_CC.CC_ComboBox, option, _SC.SC_ComboBoxArrow, widget)
    _chevron(painter, look, box, Glyph.CHEVRON_DOWN, _CHEVRON, enabled=not state & _X)
    return True


def _spin_box(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    state = _state(option, hovers=False) & ~_D
    paint_face(painter, look, option.rect, face_of("field", state))
    up, down = (
        style.subControlRect(_CC.CC_SpinBox, option, part, widget) for part in (_SC.SC_SpinBoxUp, _SC.SC_SpinBoxDown)
    )
    if up.isEmpty():
        return True
    left_to_right = option.direction is not Qt.LayoutDirection.RightToLeft
    edge = 2 if state & _F else 1
    x = up.left() if left_to_right else up.right()
    painter.fillRect(QRect(x, up.top() + edge, 1, up.height() + down.height() - 2 * edge), look.color("border"))
    can = option.stepEnabled.value
    _chevron(painter, look, up, Glyph.CHEVRON_UP, _SMALL_CHEVRON, enabled=not state & _X and bool(can & 1))
    _chevron(painter, look, down, Glyph.CHEVRON_DOWN, _SMALL_CHEVRON, enabled=not state & _X and bool(can & 2))
    return True


def _chevron(painter: QPainter, look: Look, box: QRect, glyph: Glyph, side: int, *, enabled: bool = True) -> None:
    square = QRectF(0, 0, side, side)
    square.moveCenter(QRectF(box).center())
    paint_glyph(painter, glyph, square, look.color("text2" if enabled else "text_disabled"), _STROKE)


def _check_box(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    _paint_check(painter, look, option, _state(option))
    return True


def _item_check(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    _paint_check(painter, look, option, _state(option, hovers=False))
    return True


def _paint_check(painter: QPainter, look: Look, option: _Option, state: int) -> None:
    partly = bool(option.state.value & _PARTLY)
    if partly:
        state |= _C
    face = face_of("box", state & ~_F)
    paint_face(painter, look, option.rect, face)
    if state & _C:
        mark = QRectF(0, 0, _ON_FILL, _ON_FILL)
        mark.moveCenter(QRectF(option.rect).center())
        paint_glyph(painter, Glyph.DASH if partly else Glyph.CHECK, mark, look.color(face.text), 1.7)


def _radio_button(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    state = _state(option) & ~_F
    face = face_of("dot", state)
    paint_face(painter, look, option.rect, face)
    if state & _C:
        dot = QRectF(0, 0, 5, 5)
        dot.moveCenter(QRectF(option.rect).center())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color(face.text))
        painter.drawEllipse(dot)
        painter.restore()
    return True


def _check_button(
    indicator: QStyle.SubElement, label: QStyle.SubElement, draw_indicator: Drawing, element: QStyle.ControlElement
) -> Drawing:
    """A check box or radio button: its indicator, its words, and the ring around both."""

    def draw(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
        part = type(option)(option)
        part.rect = style.subElementRect(indicator, option, widget)
        draw_indicator(style, look, part, painter, widget)
        part.rect = style.subElementRect(label, option, widget)
        QProxyStyle.drawControl(style, element, part, painter, widget)
        paint_face(painter, look, option.rect, face_of("label", _state(option) & _F))
        return True

    return draw


def _focus_rect(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    return isinstance(widget, QPushButton | QCheckBox | QRadioButton | QComboBox)  # they have their own rings


def _frame(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    if isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea):
        if role_of(widget) == "field":
            paint_face(painter, look, option.rect, face_of("text", _state(option, hovers=False) & _F))
        return True
    if widget is not None and widget.metaObject().className() == "QComboBoxPrivateContainer":
        paint_face(painter, look, option.rect, face_of("tooltip", 0))
        return True
    return False


def _menu_panel(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    paint_face(painter, look, option.rect, face_of("menu", 0))
    return True


def _nothing(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    return True


def _tooltip(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    paint_face(painter, look, option.rect, face_of("tooltip", 0))
    return True


def _fill(token: str) -> Drawing:
    def draw(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
        painter.fillRect(option.rect, look.color(token))
        return True

    return draw


def _status_bar(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    rect = option.rect
    painter.fillRect(rect, look.color("window"))
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), look.color("border"))
    return True


def _splitter(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    painter.fillRect(option.rect, look.color("accent" if option.state.value & _OVER else "border"))
    return True


def _scroll_bar(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    rect = style.subControlRect(_CC.CC_ScrollBar, option, _SC.SC_ScrollBarSlider, widget)
    margin = _HANDLE_MARGIN
    is_active = option.activeSubControls.value & _SC.SC_ScrollBarSlider.value
    state = _state(option) & (_H | _D) if is_active else 0
    paint_face(painter, look, rect.adjusted(margin, margin, -margin, -margin), face_of("scroll handle", state))
    return True


def _header_section(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    rect = option.rect
    painter.fillRect(rect, look.color("window"))
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), look.color("border"))
    return True


def _header(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    _header_section(style, look, option, painter, widget)
    label = type(option)(option)
    label.rect = style.subElementRect(QStyle.SubElement.SE_HeaderLabel, option, widget)
    QProxyStyle.drawControl(style, _CE.CE_HeaderLabel, label, painter, widget)
    if option.sortIndicator != type(option).SortIndicator.None_:
        arrow = type(option)(option)
        arrow.rect = style.subElementRect(QStyle.SubElement.SE_HeaderArrow, option, widget)
        QProxyStyle.drawPrimitive(style, _PE.PE_IndicatorHeaderArrow, arrow, painter, widget)
    return True


def header_insets(look: Look, option: _Option, widget: QWidget | None) -> tuple[int, int]:
    """The room before and behind the title of a section."""
    if isinstance(widget, QHeaderView) and role_of(widget) == "inset" and option.position in _FIRST:
        return look.panel_inset, HEADER_INSET
    return HEADER_INSET, HEADER_INSET


_SECTIONS = QStyleOptionHeader.SectionPosition
_FIRST = frozenset({_SECTIONS.Beginning, _SECTIONS.OnlyOneSection})


def _menu_bar_item(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    painter.fillRect(option.rect, look.color("window"))
    flags = option.state.value
    state = (_H if flags & _SELECTED else 0) | (_D if flags & _SUNKEN else 0)
    face = face_of("menu bar item", state if flags & _ENABLED else _X)
    paint_face(painter, look, option.rect, face)
    alignment = Qt.AlignmentFlag.AlignCenter.value | _mnemonic(style, option, widget)
    painter.setPen(look.color(face.text))
    painter.drawText(option.rect, alignment, option.text)
    return True


def _mnemonic(style: QProxyStyle, option: _Option, widget: QWidget | None) -> int:
    is_shown = style.styleHint(QStyle.StyleHint.SH_UnderlineShortcut, option, widget)
    flag = Qt.TextFlag.TextShowMnemonic if is_shown else Qt.TextFlag.TextHideMnemonic
    return flag.value | Qt.TextFlag.TextSingleLine.value | Qt.TextFlag.TextDontClip.value


def _menu_item(style: QProxyStyle, look: Look, option: _Option, painter: QPainter, widget: QWidget | None) -> bool:
    kinds = QStyleOptionMenuItem.MenuItemType
    rect: QRect = option.rect
    if option.menuItemType == kinds.Separator:
        line = QRect(rect.left() + 8, rect.center().y(), rect.width() - 16, 1)
        painter.fillRect(line, look.color("border"))
        return True
    flags = option.state.value
    face = face_of("menu item", (_H if flags & _SELECTED else 0) | (0 if flags & _ENABLED else _X))
    paint_face(painter, look, rect, face)
    color = look.color(face.text)
    is_choice = isinstance(widget, QComboBox)
    column = menu_column(option, widget)
    if option.checked and not is_choice:
        _in_column(painter, option, Glyph.CHECK, QRect(rect.left() + 4, rect.top(), 12, rect.height()), 9, color, 1.6)
    if not option.icon.isNull():
        _menu_icon(style, option, painter, widget, column)
    text = rect.adjusted(column, 0, -(INSET if is_choice else MENU_END), 0)
    painter.save()
    painter.setPen(QPen(QBrush(color), 1))
    font = QFont(option.font)
    if is_choice:
        font.setWeight(QFont.Weight.Normal)  # the box is in the weight of a button, its list in that of a menu
    painter.setFont(font)
    words, _, keys = option.text.partition("\t")
    room = QStyle.visualRect(option.direction, rect, text)
    flags_of_text = _mnemonic(style, option, widget) | Qt.AlignmentFlag.AlignVCenter.value
    start, end = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
    for said, side in ((words, start), (keys, end)):
        if said:
            painter.drawText(room, flags_of_text | QStyle.visualAlignment(option.direction, side).value, said)
    painter.restore()
    if option.menuItemType == kinds.SubMenu:
        box = QRect(rect.right() - 18, rect.top(), 12, rect.height())
        left_to_right = option.direction is not Qt.LayoutDirection.RightToLeft
        glyph = Glyph.CHEVRON_RIGHT if left_to_right else Glyph.CHEVRON_LEFT
        _in_column(painter, option, glyph, box, _SMALL_CHEVRON, color)
    return True


def menu_column(option: _Option, widget: QWidget | None) -> int:
    """Where the words of a menu begin: behind the check marks and pictures that some entry of it has."""
    if isinstance(widget, QComboBox):
        return INSET - 2 + (option.maxIconWidth + 4 if not option.icon.isNull() else 0)
    if option.maxIconWidth:
        return MENU_INSET + ICON_COLUMN
    return MENU_INSET + (CHECK_COLUMN if option.menuHasCheckableItems else 0)


def _menu_icon(style: QProxyStyle, option: _Option, painter: QPainter, widget: QWidget | None, column: int) -> None:
    side = style.pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, option, widget)
    left = MENU_INSET - 7 if column >= MENU_INSET else 2
    box = QRect(QPoint(option.rect.left() + left, option.rect.center().y() - side // 2 + 1), QSize(side, side))
    mode = QIcon.Mode.Normal if option.state.value & _ENABLED else QIcon.Mode.Disabled
    place = QStyle.visualRect(option.direction, option.rect, box)
    option.icon.paint(painter, place, Qt.AlignmentFlag.AlignCenter, mode)


def _in_column(
    painter: QPainter, option: _Option, glyph: Glyph, box: QRect, side: int, color: QColor, width: float = _STROKE
) -> None:
    square = QRectF(0, 0, side, side)
    square.moveCenter(QRectF(QStyle.visualRect(option.direction, option.rect, box)).center())
    paint_glyph(painter, glyph, square, color, width)


PRIMITIVES: dict[int, Drawing] = {
    _PE.PE_PanelLineEdit: _line_edit,
    _PE.PE_IndicatorCheckBox: _check_box,
    _PE.PE_IndicatorItemViewItemCheck: _item_check,
    _PE.PE_IndicatorRadioButton: _radio_button,
    _PE.PE_FrameFocusRect: _focus_rect,
    _PE.PE_Frame: _frame,
    _PE.PE_PanelMenu: _menu_panel,
    _PE.PE_FrameMenu: _nothing,
    _PE.PE_PanelTipLabel: _tooltip,
    _PE.PE_PanelScrollAreaCorner: _fill("surface"),
    _PE.PE_PanelStatusBar: _status_bar,
    _PE.PE_FrameStatusBarItem: _nothing,
}
CONTROLS: dict[int, Drawing] = {
    _CE.CE_PushButtonBevel: _push_button,
    _CE.CE_PushButtonLabel: _push_button_label,
    _CE.CE_CheckBox: _check_button(
        _SE.SE_CheckBoxIndicator, _SE.SE_CheckBoxContents, _check_box, _CE.CE_CheckBoxLabel
    ),
    _CE.CE_RadioButton: _check_button(
        _SE.SE_RadioButtonIndicator, _SE.SE_RadioButtonContents, _radio_button, _CE.CE_RadioButtonLabel
    ),
    _CE.CE_MenuItem: _menu_item,
    _CE.CE_MenuBarItem: _menu_bar_item,
    _CE.CE_MenuBarEmptyArea: _fill("window"),
    _CE.CE_Header: _header,
    _CE.CE_HeaderSection: _header_section,
    _CE.CE_HeaderEmptyArea: _fill("window"),
    _CE.CE_Splitter: _splitter,
}
COMPLEXES: dict[int, Drawing] = {
    _CC.CC_ToolButton: _tool_button,
    _CC.CC_ComboBox: _combo_box,
    _CC.CC_SpinBox: _spin_box,
    _CC.CC_ScrollBar: _scroll_bar,
}
