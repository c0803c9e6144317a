"""Push buttons in three roles, the selector that opens a menu, and the base of self-painted buttons."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from robotstudio.text.language import WORDS
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.keys import is_stray_arrow
from robotstudio.ui.widgets.painting import TextRun, draw_runs, runs_width

_ICON = 14
_ICON_GAP = 6
_CHEVRON, _CHEVRON_GAP, _LABEL_GAP = 11, 5, 7
_STROKE = 1.25


class Button(QPushButton):
    """A push button of a role; only the keyboard focuses it, so that a click leaves the caret in place."""

    role = "secondary"
    weight = 500
    inset = 12

    def __init__(self, text: str = "", glyph: Glyph | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self._chevron = False
        self._height = SIZES.control
        self._hovered = False
        self.setText(text)
        self.setProperty("role", self.role)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(True)  # Enter presses it, as Space does
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.fonts.ui(12, self.weight))

    def set_role(self, role: str) -> None:
        """Set the role."""
        self.role = role
        self.setProperty("role", role)
        self.update()

    def set_glyph(self, glyph: Glyph | None) -> None:
        """Set the icon before the text, or none."""
        self._glyph = glyph
        self.updateGeometry()
        self.update()

    def set_small(self) -> None:
        """Use the height of a tool row."""
        self._height = SIZES.control_small
        self.setProperty("controlSize", "small")
        self.updateGeometry()

    def set_low(self) -> None:
        """Use the height of a notice, which is no higher than the status bar."""
        self.set_small()
        self._height = SIZES.control_low

    def show_chevron(self) -> None:
        """Show a chevron after the text: the button opens a menu."""
        self._chevron = True
        self.updateGeometry()
        self.update()

    def width_for(self, text: str, glyph: Glyph | None) -> int:
        """Return the width with this content, for a button that must not change size."""
        width = 2 * self.inset + runs_width([TextRun(text, self.font(), QColor())])
        return round(width + (_ICON + _ICON_GAP if glyph is not None else 0) + 0.5)

    def sizeHint(self) -> QSize:
        width = self._content_width() + 2 * (self.inset if self.text() else 7)
        return QSize(round(width + 0.5), self._height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not is_stray_arrow(event):
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        self._paint_content(painter, QRectF(self.rect()))

    def _paint_content(self, painter: QPainter, rect: QRectF) -> None:
        margin = (self.inset if self.text() else 0) / 2  # too long a text is elided at its end, not cut at its start
        x = rect.left() + max(margin, (rect.width() - self._content_width()) / 2)
        color = self._text_color()
        if self._glyph is not None:
            box = QRectF(x, rect.center().y() - _ICON / 2, _ICON, _ICON)
            paint_glyph(painter, self._glyph, box, color, self._stroke())
            x += _ICON + (_ICON_GAP if self.text() else 0)
        runs = self._runs(color)
        draw_runs(painter, QRectF(x, rect.top(), rect.right() - margin - x, rect.height()), runs)
        if self._chevron:
            x += runs_width(runs) + 5
            self._paint_chevron(painter, x, rect)

    def _paint_chevron(self, painter: QPainter, x: float, rect: QRectF) -> None:
        side = _CHEVRON
        box = QRectF(x, rect.center().y() - side / 2 + 0.5, side, side)
        color = theme.color("text2" if self.isEnabled() else "text_disabled")
        paint_glyph(painter, Glyph.CHEVRON_DOWN, box, color, self._stroke())

    def _stroke(self) -> float:
        return _STROKE

    def _runs(self, color: QColor) -> list[TextRun]:
        words = self.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
        return [TextRun(words, self.font(), color)] if words else []

    def _content_width(self) -> float:
        width = runs_width(self._runs(QColor()))
        if self._glyph is not None:
            width += _ICON + (_ICON_GAP if self.text() else 0)
        return width + (_CHEVRON + 5 if self._chevron else 0)

    def _text_color(self) -> QColor:
        return theme.color(self._text_token())

    def _text_token(self) -> str:
        if not self.isEnabled():
            return "text_disabled"
        if self.role == "primary":
            return "accent_fill_text"
        if self.isDown() or self.isChecked():
            return "accent"
        return "text2" if self.role == "ghost" and not self._hovered else "text"


class PrimaryButton(Button):
    """The main action of its place."""

    role = "primary"
    weight = 600


class SecondaryButton(Button):
    """Any other action, with a frame."""


class GhostButton(Button):
    """An action in a bar, without a frame unless hovered or focused."""

    role = "ghost"
    inset = 8


class SelectorButton(Button):
    """A framed button with a label and the chosen value, which opens a menu."""

    inset = 10

    def __init__(self, label: str, value: str = "", parent: QWidget | None = None) -> None:
        self._label, self._value = label, value
        self._label_shown = True
        super().__init__(value, parent=parent)
        self._chevron = True
        self._update_name()

    def setText(self, text: str) -> None:
        """Set a literal text, without a shortcut for `&`."""
        self._value = text
        super().setText(text)
        self.setShortcut(QKeySequence())

    def set_value(self, value: str) -> None:
        self.setText(value)
        self._update_name()
        self.updateGeometry()

    def set_warning(self, is_warning: bool) -> None:
        """Highlight the button: the choice is not the real state."""
        tone = "warning" if is_warning else ""
        if tone != (self.property("tone") or ""):
            self.setProperty("tone", tone)
            self.update()

    def set_label_shown(self, shown: bool) -> None:
        """Show or hide the label (small windows); it stays in the accessible name."""
        self._label_shown = shown
        self.updateGeometry()
        self.update()

    @property
    def shows_label(self) -> bool:
        """True if the label fits beside the value."""
        return self._label_shown and self._has_room_for_label(TextRun(self.text(), self.font(), QColor()))

    def _update_name(self) -> None:
        said = WORDS.about(self._label, self._value)
        self.setAccessibleName(said)
        self.setToolTip(said)

    def _runs(self, color: QColor) -> list[TextRun]:
        value = TextRun(self.text(), self.font(), color)
        if not self.shows_label:
            return [value]
        muted = theme.color("text2" if self.isEnabled() else "text_disabled")
        label = TextRun(self._label, theme.fonts.ui(12), muted)
        return [label, TextRun(value.text, value.font, value.color, _LABEL_GAP)]

    def _has_room_for_label(self, value: TextRun) -> bool:
        """Return True if the label fits: the value takes precedence."""
        label = TextRun(self._label, theme.fonts.ui(12), value.color)
        room = self.maximumWidth() - (2 * self.inset + _CHEVRON + _CHEVRON_GAP)
        return runs_width([label, value]) + _LABEL_GAP <= room

    def _paint_content(self, painter: QPainter, rect: QRectF) -> None:
        chevron_x = rect.right() - (self.inset + _CHEVRON)
        text = QRectF(self.inset, rect.top(), chevron_x - _CHEVRON_GAP - self.inset, rect.height())
        draw_runs(painter, text, self._runs(self._text_color()))
        self._paint_chevron(painter, chevron_x, rect)


class DrawnButton(QAbstractButton):
    """A button that Enter presses, like Space; its size is its size hint, which the theme may change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        """Set a literal text, without a shortcut for `&`."""
        super().setText(text)
        self.setShortcut(QKeySequence())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif not is_stray_arrow(event):
            super().keyPressEvent(event)


class CheckBox(QCheckBox):
    """A check box with a text."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not is_stray_arrow(event):
            super().keyPressEvent(event)
