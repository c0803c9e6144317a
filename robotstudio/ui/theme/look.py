"""The colours and lengths of a theme for the style, and the boxes of all controls."""

from typing import Any, NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QComboBox, QProxyStyle, QStyle, QWidget

from robotstudio.ui.theme.faces import BUTTON_ROLES, ControlState, Face, face_of
from robotstudio.ui.theme.tokens import SIZES, Tokens

Option = Any  # the stubs declare the base class; the call passes the class of the element
Widget = Any  # a widget or None, which PySide's stubs omit

# Plain integers, because Python's flags are slow and every mouse move uses them.
_FLAGS = QStyle.StateFlag
ENABLED, HOVERED, DOWN, FOCUSED, ON, SELECTED, PARTLY = (
    flag.value
    for flag in (
        _FLAGS.State_Enabled,
        _FLAGS.State_MouseOver,
        _FLAGS.State_Sunken,
        _FLAGS.State_HasFocus,
        _FLAGS.State_On,
        _FLAGS.State_Selected,
        _FLAGS.State_NoChange,
    )
)
_DISABLED, _CHECKED = int(ControlState.DISABLED), int(ControlState.CHECKED)
_STATES = {
    HOVERED: int(ControlState.HOVERED),
    DOWN: int(ControlState.DOWN),
    FOCUSED: int(ControlState.FOCUSED),
    ON: _CHECKED,
    PARTLY: _CHECKED,
}


class Look:
    """The colours and lengths of one theme."""

    def __init__(self, tokens: Tokens) -> None:
        values = {name: getattr(tokens, name) for name in Tokens.__struct_fields__ if name != "name"}
        self._colors = {name: QColor(value) for name, value in values.items() if isinstance(value, str)}
        self._heights = {"": SIZES.control, "small": SIZES.control_small}
        self.panel_inset = SIZES.panel_inset

    def color(self, token: str) -> QColor:
        return self._colors[token]

    def height(self, widget: QWidget | None) -> int:
        """Return the height of a control."""
        size = widget.property("controlSize") if widget is not None else None
        return self._heights.get(size or "", self._heights[""])


class Paint(NamedTuple):
    """An element to draw: Qt's arguments, and the drawing tools."""

    style: QProxyStyle
    look: Look
    option: Option
    painter: QPainter
    widget: Widget

    def has(self, flag: int) -> bool:
        """Return True if a flag of Qt is set in its state."""
        return bool(self.option.state.value & flag)

    def state(self, *flags: int) -> int:
        """Return the flags that are set, as bits of `ControlState`; if disabled, that state only."""
        have: int = self.option.state.value
        state = 0
        for flag in flags:
            if have & flag:
                state |= _STATES[flag]
        return state if have & ENABLED else state & _CHECKED | _DISABLED

    def face(self, kind: str, state: int = 0, rect: QRect | None = None) -> Face:
        """Draw the box of a kind of control in a state."""
        face = face_of(kind, state)
        paint_face(self.painter, self.look, self.option.rect if rect is None else rect, face)
        return face


def paint_face(painter: QPainter, look: Look, rect: QRect, face: Face) -> None:
    """Draw the box of a control."""
    if not face.fill and not face.edge:
        return
    width = face.edge_width if face.edge else 0
    if not face.radius:
        painter.fillRect(rect, look.color(face.edge))
        painter.fillRect(rect.adjusted(width, width, -width, -width), look.color(face.fill))
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(look.color(face.fill) if face.fill else Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look.color(face.edge), width) if face.edge else Qt.PenStyle.NoPen)
    half, radius = width / 2, face.radius - width / 2
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius, radius)
    painter.restore()


def role_of(widget: QWidget | None) -> str:
    role = widget.property("role") if widget is not None else None
    return role if isinstance(role, str) else ""


def button_kind(widget: QWidget | None) -> str:
    role = role_of(widget)
    return role if role in BUTTON_ROLES else "secondary"


def line_edit_kind(widget: QWidget | None) -> str:
    """Return the kind of face of a line edit: none inside another control."""
    parent = widget.parentWidget() if widget is not None else None
    if isinstance(parent, QComboBox | QAbstractSpinBox):
        return ""
    return "cell" if parent is not None and isinstance(parent.parentWidget(), QAbstractItemView) else "field"
