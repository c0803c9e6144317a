"""The drawing functions of the style, one for each element of Qt, found by the tables at the end.

Each returns True if it has drawn the element; Fusion draws the rest. Drawing by Fusion goes through
`QProxyStyle.…(style, …)`, which does not call back into this module.
"""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
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

from robotstudio.ui.theme.faces import BUTTON_ROLES, ControlState, Face, face_of
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.look import (
    DOWN,
    ENABLED,
    FOCUSED,
    HOVERED,
    ON,
    PARTLY,
    SELECTED,
    Look,
    Option,
    Paint,
    button_kind,
    line_edit_kind,
    paint_face,
    role_of,
)

INSET = 10  # from the edge of a field to its text
ARROW_WIDTH, STEPPER_WIDTH = 24, 22
CHECK_MARGIN, INDICATOR = 4, 15
HEADER_INSET = 10
MENU_INSET, MENU_END, CHECK_COLUMN, ICON_COLUMN = 13, 25, 14, 20
_CHEVRON, _SMALL_CHEVRON, _STROKE = 12, 10, 1.3
_MARK, _MARK_STROKE, _DOT = 7, 1.7, 5
_HANDLE_MARGIN = 2
_GROOVE, _KNOB = 5, 14

_PE, _CE, _CC, _SC, _SE = (
    QStyle.PrimitiveElement,
    QStyle.ControlElement,
    QStyle.ComplexControl,
    QStyle.SubControl,
    QStyle.SubElement,
)
_SECTIONS, _MENU_ITEMS = QStyleOptionHeader.SectionPosition, QStyleOptionMenuItem.MenuItemType
_FIRST = frozenset({_SECTIONS.Beginning, _SECTIONS.OnlyOneSection})
_RIGHT_TO_LEFT = Qt.LayoutDirection.RightToLeft

Drawing = Callable[[Paint], bool]


def _button_face(at: Paint) -> Face:
    state = at.state(HOVERED, DOWN, ON, FOCUSED)
    if at.widget is not None and at.widget.property("tone") == "warning":
        state |= ControlState.WARNING
    return face_of(button_kind(at.widget), int(state))


def _push_button(at: Paint) -> bool:
    paint_face(at.painter, at.look, at.option.rect, _button_face(at))
    return True


def _push_button_label(at: Paint) -> bool:
    label = _recolored(at.option, at.look.color(_button_face(at).text))
    QProxyStyle.drawControl(at.style, _CE.CE_PushButtonLabel, label, at.painter, at.widget)
    return True


def _recolored(option: Option, color: QColor) -> Option:
    copy = type(option)(option)
    palette = QPalette(option.palette)
    palette.setColor(QPalette.ColorRole.ButtonText, color)
    copy.palette = palette
    return copy


def _tool_button(at: Paint) -> bool:
    if role_of(at.widget) not in BUTTON_ROLES:
        return False
    _push_button(at)
    label = _recolored(at.option, at.look.color(_button_face(at).text))
    QProxyStyle.drawControl(at.style, _CE.CE_ToolButtonLabel, label, at.painter, at.widget)
    return True


def _line_edit(at: Paint) -> bool:
    if kind := line_edit_kind(at.widget):
        at.face(kind, at.state(FOCUSED))
    return True


def _combo_box(at: Paint) -> bool:
    at.face("choice", at.state(HOVERED, FOCUSED))
    box = at.style.subControlRect(_CC.CC_ComboBox, at.option, _SC.SC_ComboBoxArrow, at.widget)
    _chevron(at, Glyph.CHEVRON_DOWN, box, _CHEVRON)
    return True


def _spin_box(at: Paint) -> bool:
    face = at.face("field", at.state(FOCUSED))
    option = at.option
    up, down = (
        at.style.subControlRect(_CC.CC_SpinBox, option, part, at.widget)
        for part in (_SC.SC_SpinBoxUp, _SC.SC_SpinBoxDown)
    )
    if up.isEmpty():
        return True
    x, inset = up.right() if option.direction is _RIGHT_TO_LEFT else up.left(), face.edge_width
    at.painter.fillRect(QRect(x, up.top() + inset, 1, option.rect.height() - 2 * inset), at.look.color("border"))
    for glyph, box, step in ((Glyph.CHEVRON_UP, up, 1), (Glyph.CHEVRON_DOWN, down, 2)):
        _chevron(at, glyph, box, _SMALL_CHEVRON, can=bool(option.stepEnabled.value & step))
    return True


def _chevron(at: Paint, glyph: Glyph, box: QRect, side: int, *, can: bool = True) -> None:
    color = at.look.color("text2" if can and at.has(ENABLED) else "text_disabled")
    paint_glyph(at.painter, glyph, _square(box, side), color, _STROKE)


def _square(box: QRect, side: int) -> QRectF:
    square = QRectF(0, 0, side, side)
    square.moveCenter(QRectF(box).center())
    return square


def _check_box(at: Paint) -> bool:
    return _check_mark(at, at.state(HOVERED, ON, PARTLY))


def _item_check(at: Paint) -> bool:
    return _check_mark(at, at.state(ON, PARTLY))


def _check_mark(at: Paint, state: int) -> bool:
    face = at.face("box", state)
    if state & ControlState.CHECKED:
        glyph = Glyph.DASH if at.has(PARTLY) else Glyph.CHECK
        paint_glyph(at.painter, glyph, _square(at.option.rect, _MARK), at.look.color(face.text), _MARK_STROKE)
    return True


def _radio_button(at: Paint) -> bool:
    state = at.state(ON)
    face = at.face("dot", state)
    if state & ControlState.CHECKED:
        at.painter.save()
        at.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        at.painter.setPen(Qt.PenStyle.NoPen)
        at.painter.setBrush(at.look.color(face.text))
        at.painter.drawEllipse(_square(at.option.rect, _DOT))
        at.painter.restore()
    return True


def _check_button(
    indicator: QStyle.SubElement, label: QStyle.SubElement, draw_indicator: Drawing, element: QStyle.ControlElement
) -> Drawing:
    """Return a drawing of a check box or radio button: its indicator, its text, and the ring around both."""

    def draw(at: Paint) -> bool:
        part = type(at.option)(at.option)
        part.rect = at.style.subElementRect(indicator, at.option, at.widget)
        draw_indicator(at._replace(option=part))
        part.rect = at.style.subElementRect(label, at.option, at.widget)
        QProxyStyle.drawControl(at.style, element, part, at.painter, at.widget)
        at.face("label", at.state(FOCUSED))
        return True

    return draw


def _focus_rect(at: Paint) -> bool:
    return isinstance(at.widget, QPushButton | QCheckBox | QRadioButton | QComboBox)  # they paint their own rings


def _frame(at: Paint) -> bool:
    if isinstance(at.widget, QAbstractScrollArea) and not isinstance(at.widget, QScrollArea):
        if role_of(at.widget) == "field":
            at.face("text", at.state(FOCUSED))
        return True
    if at.widget is not None and at.widget.metaObject().className() == "QComboBoxPrivateContainer":
        at.face("popup")
        return True
    return False


def _box(kind: str) -> Drawing:
    def draw(at: Paint) -> bool:
        at.face(kind)
        return True

    return draw


def _ground(token: str) -> Drawing:
    def draw(at: Paint) -> bool:
        at.painter.fillRect(at.option.rect, at.look.color(token))
        return True

    return draw


def _nothing(_at: Paint) -> bool:
    return True


def _splitter(at: Paint) -> bool:
    at.painter.fillRect(at.option.rect, at.look.color("accent" if at.has(HOVERED) else "border"))
    return True


def _scroll_bar(at: Paint) -> bool:
    handle = at.style.subControlRect(_CC.CC_ScrollBar, at.option, _SC.SC_ScrollBarSlider, at.widget)
    is_active = at.option.activeSubControls.value & _SC.SC_ScrollBarSlider.value
    state = at.state(HOVERED, DOWN) if is_active else 0
    margin = _HANDLE_MARGIN
    at.face("scroll handle", state, handle.adjusted(margin, margin, -margin, -margin))
    return True


def _slider(at: Paint) -> bool:
    """Draw a groove, filled up to the handle, with an edge in each theme; horizontal sliders only."""
    groove: QRect = at.option.rect
    handle = at.style.subControlRect(_CC.CC_Slider, at.option, _SC.SC_SliderHandle, at.widget)
    side = min(_KNOB, groove.height())
    knob = QRect(handle.center().x() - side // 2, groove.center().y() - side // 2, side, side)
    knob.moveLeft(max(groove.left(), min(knob.left(), groove.right() + 1 - side)))
    line = QRect(groove.left(), groove.center().y() - _GROOVE // 2, groove.width(), _GROOVE)
    at.face("groove", at.state(), line)
    if at.has(ENABLED):
        at.face("groove", ControlState.CHECKED, QRect(line.topLeft(), QPoint(knob.center().x(), line.bottom())))
    at.face("slider", at.state(HOVERED, DOWN, FOCUSED), knob)
    return True


def _header_section(at: Paint) -> bool:
    rect = at.option.rect
    at.painter.fillRect(rect, at.look.color("window"))
    at.painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), at.look.color("border"))
    return True


def _header(at: Paint) -> bool:
    _header_section(at)
    option = at.option
    part = type(option)(option)
    part.rect = at.style.subElementRect(_SE.SE_HeaderLabel, option, at.widget)
    QProxyStyle.drawControl(at.style, _CE.CE_HeaderLabel, part, at.painter, at.widget)
    if option.sortIndicator != type(option).SortIndicator.None_:
        part.rect = at.style.subElementRect(_SE.SE_HeaderArrow, option, at.widget)
        QProxyStyle.drawPrimitive(at.style, _PE.PE_IndicatorHeaderArrow, part, at.painter, at.widget)
    return True


def header_insets(look: Look, option: Option, widget: QWidget | None) -> tuple[int, int]:
    """Return the room before and after the title of a section."""
    is_inset = isinstance(widget, QHeaderView) and role_of(widget) == "inset" and option.position in _FIRST
    return (look.panel_inset if is_inset else HEADER_INSET), HEADER_INSET


def _menu_bar_item(at: Paint) -> bool:
    at.painter.fillRect(at.option.rect, at.look.color("window"))
    state = at.state(DOWN) | (ControlState.HOVERED if at.has(SELECTED) else 0)
    face = at.face("menu bar item", int(state))
    at.painter.setPen(at.look.color(face.text))
    at.painter.drawText(at.option.rect, _text_flags(at) | Qt.AlignmentFlag.AlignCenter.value, at.option.text)
    return True


def _text_flags(at: Paint) -> int:
    is_key_shown = at.style.styleHint(QStyle.StyleHint.SH_UnderlineShortcut, at.option, at.widget)
    flag = Qt.TextFlag.TextShowMnemonic if is_key_shown else Qt.TextFlag.TextHideMnemonic
    return flag.value | Qt.TextFlag.TextSingleLine.value | Qt.TextFlag.TextDontClip.value


def _menu_item(at: Paint) -> bool:
    option, rect = at.option, at.option.rect
    if option.menuItemType == _MENU_ITEMS.Separator:
        line = QRect(rect.left() + 8, rect.center().y(), rect.width() - 16, 1)
        at.painter.fillRect(line, at.look.color("border"))
        return True
    face = at.face("menu item", int(at.state() | (ControlState.HOVERED if at.has(SELECTED) else 0)))
    color = at.look.color(face.text)
    is_choice = isinstance(at.widget, QComboBox)
    if option.checked and not is_choice:  # the list of a combo box marks its current item as hovered
        _menu_glyph(at, Glyph.CHECK, QRect(rect.left() + 4, rect.top(), 12, rect.height()), 9, color)
    if not option.icon.isNull():
        _menu_icon(at, 2 if is_choice else MENU_INSET - 7)
    text = rect.adjusted(menu_column(option, at.widget), 0, -(INSET if is_choice else MENU_END), 0)
    _menu_text(at, text, color, QFont.Weight.Normal if is_choice else None)
    if option.menuItemType == _MENU_ITEMS.SubMenu:
        glyph = Glyph.CHEVRON_LEFT if option.direction is _RIGHT_TO_LEFT else Glyph.CHEVRON_RIGHT
        _menu_glyph(at, glyph, QRect(rect.right() - 18, rect.top(), 12, rect.height()), _SMALL_CHEVRON, color)
    return True


def menu_column(option: Option, widget: QWidget | None) -> int:
    """Return the start of the texts of a menu: after the check marks and icons of any entry."""
    if isinstance(widget, QComboBox):
        return 8 if option.icon.isNull() else 12 + option.maxIconWidth
    if option.maxIconWidth:
        return MENU_INSET + ICON_COLUMN
    return MENU_INSET + (CHECK_COLUMN if option.menuHasCheckableItems else 0)


def _menu_text(at: Paint, room: QRect, color: QColor, weight: QFont.Weight | None) -> None:
    """Draw the text of an entry, and its keys in a column of their own."""
    option = at.option
    font = QFont(option.font)
    if weight is not None:
        font.setWeight(weight)  # a combo box has the weight of a button, its list that of a menu
    at.painter.save()
    at.painter.setPen(color)
    at.painter.setFont(font)
    start = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    flags = _text_flags(at) | QStyle.visualAlignment(option.direction, start).value
    words, _, keys = option.text.partition("\t")
    at.painter.drawText(QStyle.visualRect(option.direction, option.rect, room), flags, words)
    if keys:
        room.setLeft(room.right() + 1 - option.reservedShortcutWidth)
        at.painter.drawText(QStyle.visualRect(option.direction, option.rect, room), flags, keys)
    at.painter.restore()


def _menu_icon(at: Paint, left: int) -> None:
    option = at.option
    side = at.style.pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, option, at.widget)
    corner = QPoint(option.rect.left() + left, option.rect.center().y() - side // 2 + 1)
    place = QStyle.visualRect(option.direction, option.rect, QRect(corner, QSize(side, side)))
    mode = QIcon.Mode.Normal if at.has(ENABLED) else QIcon.Mode.Disabled
    option.icon.paint(at.painter, place, Qt.AlignmentFlag.AlignCenter, mode)


def _menu_glyph(at: Paint, glyph: Glyph, box: QRect, side: int, color: QColor) -> None:
    place = QStyle.visualRect(at.option.direction, at.option.rect, box)
    paint_glyph(at.painter, glyph, _square(place, side), color, _STROKE)


PRIMITIVES: dict[int, Drawing] = {
    _PE.PE_PanelLineEdit: _line_edit,
    _PE.PE_IndicatorCheckBox: _check_box,
    _PE.PE_IndicatorItemViewItemCheck: _item_check,
    _PE.PE_IndicatorRadioButton: _radio_button,
    _PE.PE_FrameFocusRect: _focus_rect,
    _PE.PE_Frame: _frame,
    _PE.PE_PanelMenu: _box("menu"),
    _PE.PE_FrameMenu: _nothing,
    _PE.PE_PanelTipLabel: _box("popup"),
    _PE.PE_PanelScrollAreaCorner: _ground("surface"),
}
CONTROLS: dict[int, Drawing] = {
    _CE.CE_PushButtonBevel: _push_button,
    _CE.CE_PushButtonLabel: _push_button_label,
    _CE.CE_CheckBox: _check_button(_SE.SE_CheckBoxIndicator, _SE.SE_CheckBoxContents, _check_box, _CE.CE_CheckBoxLabel),
    _CE.CE_RadioButton: _check_button(
        _SE.SE_RadioButtonIndicator, _SE.SE_RadioButtonContents, _radio_button, _CE.CE_RadioButtonLabel
    ),
    _CE.CE_MenuItem: _menu_item,
    _CE.CE_MenuBarItem: _menu_bar_item,
    _CE.CE_MenuBarEmptyArea: _ground("window"),
    _CE.CE_Header: _header,
    _CE.CE_HeaderSection: _header_section,
    _CE.CE_HeaderEmptyArea: _ground("window"),
    _CE.CE_Splitter: _splitter,
}
COMPLEXES: dict[int, Drawing] = {
    _CC.CC_ToolButton: _tool_button,
    _CC.CC_ComboBox: _combo_box,
    _CC.CC_SpinBox: _spin_box,
    _CC.CC_ScrollBar: _scroll_bar,
    _CC.CC_Slider: _slider,
}
