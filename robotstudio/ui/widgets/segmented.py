"""A choice between a few views, side by side."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import WORDS
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, runs_width

_HEIGHT = 27
_INSET = 9
_STEPS = {int(Qt.Key.Key_Left): -1, int(Qt.Key.Key_Right): 1, int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}


class _Segment(QAbstractButton):
    stepped = Signal(int)

    def __init__(self, label: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.count = ""
        self.is_warned = False
        self.setText(label)
        self.setAccessibleName(label)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # one of several, which a screen reader announces as a radio button
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def setText(self, text: str) -> None:
        """Set a literal text, without a shortcut for `&`."""
        super().setText(text)
        self.setShortcut(QKeySequence())

    def sizeHint(self) -> QSize:
        width = 2 * _INSET + runs_width(self._runs(QColor(), QColor()))
        return QSize(round(width + 0.5), _HEIGHT - 4)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(event.key())
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        painter = QPainter(self)
        radius = RADII.field - 1
        if self.isChecked():
            ground, edge = ("warning_tint", "warning_edge") if self.is_warned else ("raised", "border_strong")
            draw_box(painter, rect, radius, theme.color(ground), theme.color(edge))
        elif self.underMouse():
            draw_box(painter, rect, radius, theme.color("hover"))
        if self.hasFocus():
            draw_focus_ring(painter, rect, radius, theme.color("accent"))
        inset = _INSET
        text = theme.color(self._text_token())
        room = rect.adjusted(inset, 0, 1 - inset, 0)
        draw_runs(painter, room, self._runs(text, theme.color("text3" if self.isEnabled() else "text_disabled")))

    def _text_token(self) -> str:
        if not self.isEnabled():
            return "text_disabled"
        if not self.isChecked():
            return "text2"
        return "warning" if self.is_warned else "text"

    def _runs(self, text: QColor, count: QColor) -> list[TextRun]:
        fonts = theme.fonts
        runs = [TextRun(self.text(), fonts.ui(12, 500), text)]
        if self.count:
            runs.append(TextRun(self.count, fonts.ui(11), count, 6))
        return runs


class SegmentedControl(QWidget):
    """Exclusive segments on a sunken track; the arrow keys move the choice."""

    current_changed = Signal(int)

    def __init__(self, labels: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._segments = [_Segment(label, self) for label in labels]
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        for index, segment in enumerate(self._segments):
            self._group.addButton(segment, index)
            layout.addWidget(segment)
            segment.stepped.connect(self._on_stepped)
        if self._segments:
            self._segments[0].setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group.idToggled.connect(self._on_toggled)

    @property
    def current(self) -> int:
        return self._group.checkedId()

    def set_current(self, index: int) -> None:
        """Choose a segment; emits like a click."""
        self._segments[index].setChecked(True)

    def leave_keyboard(self) -> None:
        """Take no keyboard focus, in a row of a table that has keys for the choice."""
        for segment in self._segments:
            segment.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def has_keyboard(self) -> bool:
        return any(segment.hasFocus() for segment in self._segments)

    def take_keyboard(self) -> None:
        """Focus the chosen segment."""
        self._segments[self.current].setFocus(Qt.FocusReason.TabFocusReason)

    def set_count(self, index: int, count: str) -> None:
        """Show a count, already formatted, after the label of a segment."""
        segment = self._segments[index]
        if count == segment.count:
            return  # called after each key
        segment.count = count
        segment.setAccessibleName(WORDS.with_fact(segment.text(), count))
        segment.updateGeometry()
        segment.update()

    def set_label(self, index: int, label: str) -> None:
        """Change the label of a segment; "" hides it."""
        segment = self._segments[index]
        segment.setText(label)
        segment.setAccessibleName(WORDS.with_fact(label, segment.count) if label else "")
        segment.setVisible(bool(label))
        segment.updateGeometry()

    def set_warned(self, index: int) -> None:
        """Show a segment in the colours of a warning while it is chosen."""
        self._segments[index].is_warned = True

    def set_segment_enabled(self, index: int, enabled: bool, why_not: str = "") -> None:
        """Enable or disable a segment; `why_not` is its tooltip while disabled."""
        self._segments[index].setEnabled(enabled)
        self._segments[index].setToolTip("" if enabled else why_not)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground, edge = theme.color("sunken"), theme.color("track_edge")
        draw_box(painter, QRectF(self.rect()), RADII.field, ground, edge)

    def _on_toggled(self, index: int, checked: bool) -> None:
        if checked:
            if self.has_keyboard:  # else the ring stays on another one, and two look chosen
                self._segments[index].setFocus(Qt.FocusReason.OtherFocusReason)
            self.current_changed.emit(index)

    def _on_stepped(self, step: int) -> None:
        enabled = [
            index for index, segment in enumerate(self._segments) if segment.isEnabled() and not segment.isHidden()
        ]
        at = enabled.index(self.current) if self.current in enabled else 0
        index = enabled[(at + step) % len(enabled)]
        self._segments[index].setFocus(Qt.FocusReason.TabFocusReason)
        self.set_current(index)
