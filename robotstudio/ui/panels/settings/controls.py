"""The controls of settings, one for each kind: each shows a value, and tells when the user changes it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, Protocol

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFontDatabase, QFontMetricsF, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSizePolicy, QSpinBox, QWidget

from robotstudio.project.preferences import PREFERENCES, is_fine
from robotstudio.project.settings import NumberSetting
from robotstudio.text.language import tr
from robotstudio.ui.panels.settings.rows import ControlKind, SettingRow
from robotstudio.ui.theme.theme import SHIPPED_HAN, theme
from robotstudio.ui.widgets.buttons import CheckBox
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs
from robotstudio.ui.widgets.segmented import SegmentedControl

SPACE: Final = " "
"""Separator of several values in one field."""
_TRACK: Final = (30, 16)
_GAP, _KNOB = 8, 10
_FIELD_WIDTH, _LIST_WIDTH, _NUMBER_WIDTH = 300, 220, 110
Changed = Callable[[object], None]
"""Called with a valid value; with None if what was typed is invalid."""


class Control(Protocol):
    """The control in a row of the dialog."""

    def show_value(self, value: object) -> None:
        """Show a value that the user did not choose."""

    @property
    def is_wrong(self) -> bool:
        """True if the input is not valid for the setting."""


class Switch(CheckBox):
    """A check box painted as a switch, with “on” or “off” beside it."""

    is_wrong = False

    def __init__(self, changed: Changed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(changed)

    def show_value(self, value: object) -> None:
        with QSignalBlocker(self):
            self.setChecked(bool(value))

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(theme.fonts.ui(12))
        words = max(metrics.horizontalAdvance(each) for each in (tr("on"), tr("off")))
        return QSize(round(words) + _GAP + _TRACK[0] + 4, 26)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: object) -> bool:
        """Make all of it clickable."""
        return position is not None

    def paintEvent(self, _event: QPaintEvent) -> None:
        is_on = self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, height = _TRACK[0], _TRACK[1]
        track = QRectF(self.width() - width - 2, (self.height() - height) / 2, width, height)
        is_live = self.isEnabled()
        fill = ("accent_fill" if is_on else "sunken") if is_live else "window"
        edge = ("accent_fill" if is_on else "field_outline") if is_live else "border_strong"
        draw_box(painter, track, height / 2, theme.color(fill), theme.color(edge))
        knob = _KNOB / 2
        x = track.right() - height / 2 if is_on else track.left() + height / 2
        painter.setPen(Qt.PenStyle.NoPen)
        token = ("accent_fill_text" if is_on else "text2") if is_live else "text_disabled"
        painter.setBrush(theme.color(token))
        painter.drawEllipse(QPointF(x, track.center().y()), knob, knob)
        words = tr("on") if is_on else tr("off")
        font = theme.fonts.ui(12)
        room = QRectF(0, 0, track.left() - _GAP, self.height())
        left = room.right() - QFontMetricsF(font).horizontalAdvance(words)
        color = theme.color("text2" if is_live else "text_disabled")
        draw_runs(painter, QRectF(left, 0, room.right() - left + 2, self.height()), [TextRun(words, font, color)])
        if self.hasFocus():
            draw_focus_ring(painter, track.adjusted(-2, -2, 2, 2), height / 2 + 2, theme.color("accent"))


class Segments(QWidget):
    """A few choices side by side."""

    is_wrong = False

    def __init__(self, row: SettingRow, changed: Changed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changed = changed
        self._values = [value for value, _ in row.choices]
        self.segments = SegmentedControl([tr(text) for _, text in row.choices], self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.segments)
        self.segments.current_changed.connect(self._on_current_changed)

    def show_value(self, value: object) -> None:
        with QSignalBlocker(self.segments):
            self.segments.set_current(self._values.index(str(value)))

    def _on_current_changed(self, index: int) -> None:
        self._changed(self._values[index])


class ChoiceList(QComboBox):
    """One of several choices; a value that is not among them is added as it is."""

    is_wrong = False

    def __init__(self, row: SettingRow, changed: Changed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changed = changed
        self.setFixedWidth(_LIST_WIDTH)
        self.setFont(theme.fonts.ui(12))
        for value, text in row.choices:
            self.addItem(tr(text), value)
        if row.control is ControlKind.FONT:
            for family in fixed_families():
                self.addItem(family, family)
        self.setMaxVisibleItems(16)
        self.currentIndexChanged.connect(self._on_index_changed)

    def show_value(self, value: object) -> None:
        place = self.findData(value)
        with QSignalBlocker(self):
            if place < 0:
                self.addItem(str(value), value)
                place = self.count() - 1
            self.setCurrentIndex(place)

    def _on_index_changed(self, index: int) -> None:
        self._changed(self.itemData(index))


class NumberField(QSpinBox):
    """An integer within the bounds of its setting."""

    is_wrong = False

    def __init__(self, row: SettingRow, changed: Changed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kind = PREFERENCES[row.name].kind
        if isinstance(kind, NumberSetting):
            self.setRange(kind.low, kind.high)
        self.setFixedWidth(_NUMBER_WIDTH)
        self.setFont(theme.fonts.ui(12))
        if row.unit:
            self.setSuffix(tr(row.unit))
        if row.least:
            self.setSpecialValueText(tr(row.least))
        self.setKeyboardTracking(False)  # a number is taken only when it is complete
        self.valueChanged.connect(changed)

    def show_value(self, value: object) -> None:
        with QSignalBlocker(self):
            self.setValue(value if isinstance(value, int) else 0)


class TextField(QLineEdit):
    """A text, or several separated by spaces."""

    def __init__(self, row: SettingRow, changed: Changed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changed = changed
        self._row = row
        self._are_several = row.control is ControlKind.TEXTS
        self.setFixedWidth(_FIELD_WIDTH)
        self.setFont(theme.fonts.ui(12))
        self.setPlaceholderText(tr(row.empty))
        self.textEdited.connect(self._on_edited)

    @property
    def value(self) -> object:
        """The text, or the tuple of texts."""
        if self._are_several:
            return tuple(dict.fromkeys(self.text().replace(",", " ").split()))
        return self.text().strip()

    @property
    def is_wrong(self) -> bool:
        return not is_fine(self._row.name, self.value)

    def show_value(self, value: object) -> None:
        if value != self.value:
            self.setText(SPACE.join(value) if isinstance(value, tuple) else str(value))

    def _on_edited(self, _text: str) -> None:
        self._changed(None if self.is_wrong else self.value)


_KINDS: Final[Mapping[ControlKind, Callable[[SettingRow, Changed, QWidget], QWidget]]] = {
    ControlKind.SEGMENTS: Segments,
    ControlKind.LIST: ChoiceList,
    ControlKind.FONT: ChoiceList,
    ControlKind.NUMBER: NumberField,
    ControlKind.TEXT: TextField,
    ControlKind.TEXTS: TextField,
}


class _NoTurning(QObject):
    """Lets the wheel scroll the dialog over widgets without the keyboard focus: it would change their values."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent) and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def control_for(row: SettingRow, changed: Changed, parent: QWidget) -> Any:  # noqa: ANN401  # a widget that is a `Control`
    """Return the control of a row, with the bounds of the setting."""
    if row.control is ControlKind.SWITCH:
        return Switch(changed, parent)
    control = _KINDS[row.control](row, changed, parent)
    if isinstance(control, (QSpinBox, QComboBox)):
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(_NoTurning(control))
    return control


@cache
def fixed_families() -> tuple[str, ...]:
    """Return the names of the monospaced fonts that can be used."""
    return tuple(filter(_is_of_use, QFontDatabase.families()))


def _is_of_use(family: str) -> bool:
    return (
        family != SHIPPED_HAN
        and not family.startswith((".", "@"))
        and not QFontDatabase.isPrivateFamily(family)
        and QFontDatabase.isFixedPitch(family)
    )
