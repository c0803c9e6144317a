"""The style of the window: Fusion in the colours and sizes of the design, with plain text only.

Qt renders text that looks like HTML as HTML, and loads its images. The texts of the window contain headers, file names
and rules from untrusted sources. Qt polishes each label with this style before it first measures it, including the one
for tooltips of widgets, table items and menus. So all text passes through this one place.

Qt queries a style for lengths thousands of times while a window is created: the overrides here look up a table, and
leave the rest to Fusion.
"""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QMenu,
    QProxyStyle,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleHintReturn,
    QWidget,
)

from robotstudio.ui.theme import drawing
from robotstudio.ui.theme.drawing import COMPLEXES, CONTROLS, PRIMITIVES
from robotstudio.ui.theme.faces import BUTTON_ROLES
from robotstudio.ui.theme.look import Look, Option, Paint, Widget, button_kind, line_edit_kind, role_of

_LONGEST_TIP, _LONGEST_LINE, _MOST_LINES = 1_000, 90, 30
_BELOW_POINTER = 20


def tip_text(text: str) -> str:
    """Format the text of a tooltip: in lines that fit a screen, with a maximum length."""
    if len(text) > _LONGEST_TIP:
        text = f"{text[:_LONGEST_TIP]}…"
    lines = [part for line in text.split("\n") for part in _wrapped(line)]
    return "\n".join(lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], "…"])


def _wrapped(line: str) -> list[str]:
    lines, rest = [], line
    while len(rest) > _LONGEST_LINE:
        at = rest.rfind(" ", 0, _LONGEST_LINE + 1)
        if at > 0:
            lines.append(rest[:at])
            rest = rest[at + 1 :]
        else:
            lines.append(rest[:_LONGEST_LINE])
            rest = rest[_LONGEST_LINE:]
    return [*lines, rest]


class TipFitter(QObject):
    """Wraps the lines of a tooltip as it appears."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QLabel):
            _fit(watched)
        return False


def _fit(tip: QLabel) -> None:
    fitting = tip_text(tip.text())
    if fitting == tip.text():
        return
    tip.setText(fitting)
    tip.setWordWrap(False)
    tip.resize(tip.sizeHint())
    screen = tip.screen().availableGeometry()
    place = tip.pos()
    right, bottom = screen.right() - tip.width(), screen.bottom() - tip.height()
    if place.y() > bottom:
        place.setY(max(screen.top(), place.y() - tip.height() - _BELOW_POINTER))
    tip.move(QPoint(max(screen.left(), min(place.x(), right)), place.y()))


_TIP, _QUESTION = "QTipLabel", "qt_msgbox_label"

_PM, _CT, _SE, _CC, _SC = (
    QStyle.PixelMetric,
    QStyle.ContentsType,
    QStyle.SubElement,
    QStyle.ComplexControl,
    QStyle.SubControl,
)
_SCROLLABLE = QStyle.StyleHint.SH_Menu_Scrollable
_SCROLL_HANDLE_MIN = 32
_FIELD_FRAME = 4
_MENU_SEPARATOR = 9
_ARROW_GAP = 4
_HEADER_ROOM = QSize(2 * drawing.HEADER_INSET, 1)
_STEPPER_ROOM = 23  # for one more digit

_LENGTHS: dict[int, int] = {
    _PM.PM_ScrollBarExtent: 10,
    _PM.PM_ScrollBarSliderMin: _SCROLL_HANDLE_MIN,
    _PM.PM_IndicatorWidth: drawing.INDICATOR,
    _PM.PM_IndicatorHeight: drawing.INDICATOR,
    _PM.PM_ExclusiveIndicatorWidth: drawing.INDICATOR,
    _PM.PM_ExclusiveIndicatorHeight: drawing.INDICATOR,
    _PM.PM_CheckBoxLabelSpacing: 7,
    _PM.PM_RadioButtonLabelSpacing: 7,
    _PM.PM_MenuPanelWidth: 1,
    _PM.PM_MenuHMargin: 4,
    _PM.PM_MenuVMargin: 4,
    _PM.PM_MenuBarPanelWidth: 0,
    _PM.PM_MenuBarItemSpacing: 0,
    _PM.PM_MenuBarHMargin: 4,
    _PM.PM_MenuBarVMargin: 2,
    _PM.PM_ToolTipLabelFrameWidth: 7,
}
_FRAME_WIDTH, _MENU_INDICATOR = _PM.PM_DefaultFrameWidth, _PM.PM_MenuButtonIndicator

# The parts of a check box or radio button within its ring.
_WITHIN_RING = frozenset(
    {_SE.SE_CheckBoxIndicator, _SE.SE_CheckBoxContents, _SE.SE_RadioButtonIndicator, _SE.SE_RadioButtonContents}
)


class StudioStyle(QProxyStyle):
    """Fusion in a `Look`, for labels of plain text."""

    def __init__(self, look: Look) -> None:
        super().__init__("Fusion")
        self._look = look
        self._tips = TipFitter(self)
        self._of_menus: MenuStyle | None = None

    @property
    def look(self) -> Look:
        """The colours and sizes of the style."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        self._look = look
        if self._of_menus is not None:
            self._of_menus.look = look

    # Accepts a widget, a palette or the application: Qt's three overloads.
    def polish(self, thing: object) -> object:  # type: ignore[override]  # the stubs tell them apart by their argument
        """Set a label's text format to plain text, and the background of each pane."""
        result = super().polish(thing)  # type: ignore[call-overload]  # as above
        if isinstance(thing, QLabel):
            self._polish_label(thing)
        elif isinstance(thing, QAbstractScrollArea):
            _polish_area(thing)
        elif isinstance(thing, QMenu):
            self._polish_menu(thing)
        return result

    def _polish_menu(self, menu: QMenu) -> None:
        if self._of_menus is None:
            self._of_menus = MenuStyle(self._look)
        if menu.style() is not self._of_menus:
            menu.setStyle(self._of_menus)

    def _polish_label(self, label: QLabel) -> None:
        if label.textFormat() is not Qt.TextFormat.PlainText:
            label.setTextFormat(Qt.TextFormat.PlainText)
        if label.metaObject().className() == _TIP:
            label.installEventFilter(self._tips)
        elif label.objectName() == _QUESTION:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            label.setFont(font)

    def drawPrimitive(
        self, element: QStyle.PrimitiveElement, option: Option, painter: QPainter, widget: Widget = None
    ) -> None:
        draw = PRIMITIVES.get(element)
        if draw is None or not draw(Paint(self, self.look, option, painter, widget)):
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self, element: QStyle.ControlElement, option: Option, painter: QPainter, widget: Widget = None
    ) -> None:
        draw = CONTROLS.get(element)
        if draw is None or not draw(Paint(self, self.look, option, painter, widget)):
            super().drawControl(element, option, painter, widget)

    def drawComplexControl(
        self, control: QStyle.ComplexControl, option: Option, painter: QPainter, widget: Widget = None
    ) -> None:
        draw = COMPLEXES.get(control)
        if draw is None or not draw(Paint(self, self.look, option, painter, widget)):
            super().drawComplexControl(control, option, painter, widget)

    def pixelMetric(self, metric: QStyle.PixelMetric, option: Option = None, widget: Widget = None) -> int:
        length = _LENGTHS.get(metric)
        if length is not None:
            return length
        if metric == _FRAME_WIDTH and isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea):
            return _frame_width(widget)
        if metric == _MENU_INDICATOR and isinstance(widget, QPushButton):
            return 0
        return super().pixelMetric(metric, option, widget)

    def sizeFromContents(
        self, contents: QStyle.ContentsType, option: Option, size: QSize, widget: Widget = None
    ) -> QSize:
        if contents == _CT.CT_HeaderSection:
            return super().sizeFromContents(contents, option, size, widget) + _HEADER_ROOM
        measure = _SIZES.get(contents)
        found = measure(_Contents(self.look, option, size, widget)) if measure is not None else None
        return super().sizeFromContents(contents, option, size, widget) if found is None else found

    def subElementRect(self, element: QStyle.SubElement, option: Option, widget: Widget = None) -> QRect:
        if element == _SE.SE_LineEditContents and line_edit_kind(widget):
            field: QRect = option.rect
            return field.adjusted(drawing.INSET, 1, -drawing.INSET, -1)
        if element in _WITHIN_RING:
            margin = drawing.CHECK_MARGIN
            option = type(option)(option)
            option.rect = option.rect.adjusted(margin, margin, -margin, -margin)
        if element == _SE.SE_HeaderLabel:
            return self._header_label(option, widget)
        return super().subElementRect(element, option, widget)

    def _header_label(self, option: Option, widget: Widget) -> QRect:
        before, behind = drawing.header_insets(self.look, option, widget)
        if option.sortIndicator != type(option).SortIndicator.None_:
            arrow = super().subElementRect(_SE.SE_HeaderArrow, option, widget)
            behind = max(behind, arrow.width() + 2 * _ARROW_GAP)
        return QStyle.visualRect(option.direction, option.rect, option.rect.adjusted(before, 0, -behind, -1))

    def subControlRect(
        self, control: QStyle.ComplexControl, option: Option, part: QStyle.SubControl, widget: Widget = None
    ) -> QRect:
        place = _PLACES.get(control)
        found = place(option, part) if place is not None else None
        if found is None:
            return super().subControlRect(control, option, part, widget)
        return QStyle.visualRect(option.direction, option.rect, found)


class MenuStyle(StudioStyle):
    """The style of menus: only they query hints, which a whole window does thousands of times."""

    def _polish_menu(self, menu: QMenu) -> None:
        """Do nothing: a menu already has this style."""

    def styleHint(
        self, hint: QStyle.StyleHint, option: Option = None, widget: Widget = None, data: QStyleHintReturn | None = None
    ) -> int:
        # Otherwise, a menu higher than the screen would be split into columns, and become too wide.
        return 1 if hint == _SCROLLABLE else super().styleHint(hint, option, widget, data)


def _polish_area(area: QAbstractScrollArea) -> None:
    """Fill a pane with the colour of its role, including under its scroll bars."""
    role = role_of(area)
    if isinstance(area, QScrollArea):
        if role in _GROUNDS:
            area.setBackgroundRole(_GROUNDS[role])
            area.setAutoFillBackground(True)
        return
    if isinstance(area, QHeaderView):
        return
    if role == "clear":
        area.viewport().setAutoFillBackground(False)
    elif role != "field":
        area.setBackgroundRole(QPalette.ColorRole.Base)
        area.setAutoFillBackground(True)
    if area.frameShape() is area.Shape.StyledPanel and area.frameWidth() != _frame_width(area):
        area.setFrameStyle(area.frameStyle())  # Qt queried the width while the widget was created, before it had a role


_GROUNDS = {"page": QPalette.ColorRole.Base, "tray": QPalette.ColorRole.Window}


def _frame_width(area: QAbstractScrollArea) -> int:
    return _FIELD_FRAME if role_of(area) == "field" else 0


class _Contents(NamedTuple):
    """The content of a control whose size is queried."""

    look: Look
    option: Option
    size: QSize
    widget: QWidget | None

    def within(self, width: int, *, least: bool = True) -> QSize:
        """Return the size with `width` around it and an edge, at `least` as high as controls."""
        height = self.size.height() + 2
        return QSize(self.size.width() + width, max(height, self.look.height(self.widget)) if least else height)


def _button_size(of: _Contents) -> QSize:
    return of.within(16 if button_kind(of.widget) == "ghost" else 24)


def _tool_button_size(of: _Contents) -> QSize | None:
    return _button_size(of) if role_of(of.widget) in BUTTON_ROLES else None


def _line_edit_size(of: _Contents) -> QSize | None:
    kind = line_edit_kind(of.widget)
    return of.within(2 * drawing.INSET, least=kind != "cell") if kind else None


def _combo_box_size(of: _Contents) -> QSize:
    return of.within(2 * (drawing.INSET + 1) + drawing.ARROW_WIDTH)


def _spin_box_size(of: _Contents) -> QSize:
    return of.within(2 * drawing.INSET + drawing.STEPPER_WIDTH + _STEPPER_ROOM)


def _check_size(of: _Contents) -> QSize:
    margin = 2 * drawing.CHECK_MARGIN
    width = of.size.width() + drawing.INDICATOR + _LENGTHS[_PM.PM_CheckBoxLabelSpacing] + margin
    return QSize(width, max(of.size.height(), drawing.INDICATOR) + margin)


def _menu_item_size(of: _Contents) -> QSize | None:
    option = of.option
    if isinstance(of.widget, QComboBox):
        return None
    if option.menuItemType == type(option).MenuItemType.Separator:
        return QSize(10, _MENU_SEPARATOR)
    end = drawing.MENU_END + (0 if option.maxIconWidth or not option.menuHasCheckableItems else 4)
    between = drawing.MENU_END if "\t" in option.text else 0  # between the widest text and the keys
    return of.size + QSize(drawing.menu_column(option, of.widget) + end + between, 12)


def _menu_bar_item_size(of: _Contents) -> QSize:
    return of.size + QSize(20, 7)


_SIZES = {
    _CT.CT_PushButton: _button_size,
    _CT.CT_ToolButton: _tool_button_size,
    _CT.CT_LineEdit: _line_edit_size,
    _CT.CT_ComboBox: _combo_box_size,
    _CT.CT_SpinBox: _spin_box_size,
    _CT.CT_CheckBox: _check_size,
    _CT.CT_RadioButton: _check_size,
    _CT.CT_MenuItem: _menu_item_size,
    _CT.CT_MenuBarItem: _menu_bar_item_size,
}


def _combo_box_part(option: Option, part: QStyle.SubControl) -> QRect | None:
    rect: QRect = option.rect
    if part == _SC.SC_ComboBoxEditField:
        inset = drawing.INSET - (0 if option.editable else 1)  # Fusion indents the text by another pixel
        return rect.adjusted(inset, 1, -inset - drawing.ARROW_WIDTH, -1)
    if part == _SC.SC_ComboBoxArrow:
        return QRect(rect.right() - drawing.ARROW_WIDTH, rect.top(), drawing.ARROW_WIDTH, rect.height())
    return None


def _spin_box_part(option: Option, part: QStyle.SubControl) -> QRect | None:
    rect: QRect = option.rect
    has_buttons = option.buttonSymbols != QAbstractSpinBox.ButtonSymbols.NoButtons
    width = drawing.STEPPER_WIDTH if has_buttons else 0
    half = rect.height() // 2
    if part == _SC.SC_SpinBoxEditField:
        return rect.adjusted(drawing.INSET, 1, -width - 1, -1)
    if part == _SC.SC_SpinBoxUp:
        return QRect(rect.right() + 1 - width, rect.top(), width, half)
    if part == _SC.SC_SpinBoxDown:
        return QRect(rect.right() + 1 - width, rect.top() + half, width, rect.height() - half)
    return None


def _scroll_bar_part(option: Option, part: QStyle.SubControl) -> QRect | None:
    rect: QRect = option.rect
    is_horizontal = option.orientation is Qt.Orientation.Horizontal
    length = rect.width() if is_horizontal else rect.height()
    span = option.maximum - option.minimum
    handle = length
    if span > 0:
        handle = min(max(length * option.pageStep // (span + option.pageStep), _SCROLL_HANDLE_MIN), length)
    start = QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - handle, option.upsideDown
    )
    ends = {
        _SC.SC_ScrollBarSlider: (start, handle),
        _SC.SC_ScrollBarSubPage: (0, start),
        _SC.SC_ScrollBarAddPage: (start + handle, length - start - handle),
        _SC.SC_ScrollBarGroove: (0, length),
    }.get(part)
    if ends is None:
        return QRect()  # there are no buttons at the ends
    if is_horizontal:
        return QRect(QPoint(rect.left() + ends[0], rect.top()), QSize(ends[1], rect.height()))
    return QRect(QPoint(rect.left(), rect.top() + ends[0]), QSize(rect.width(), ends[1]))


_PLACES = {
    _CC.CC_ComboBox: _combo_box_part,
    _CC.CC_SpinBox: _spin_box_part,
    _CC.CC_ScrollBar: _scroll_bar_part,
}
