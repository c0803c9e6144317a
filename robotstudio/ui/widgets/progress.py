"""A progress row with a cancel button, a thin bar for slow work, and a cover that dims outdated content."""

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.labels import ElidedLabel, LinkLabel
from robotstudio.ui.widgets.painting import draw_box

_TRACK_WIDTH, _TRACK_HEIGHT, _INSET = 150, 6, 12


class _Track(QWidget):
    """A bar that fills from the left."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.share = 0.0
        self.setFixedSize(_TRACK_WIDTH, _TRACK_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        radius = rect.height() / 2
        draw_box(painter, rect, radius, theme.color("sunken"), theme.color("border_strong"))
        filled = QRectF(rect.topLeft(), rect.size())
        filled.setWidth(max(rect.height(), rect.width() * self.share))
        draw_box(painter, filled, radius, theme.color("accent"))


class ProgressRow(QWidget):
    """A progress bar with text; hidden until there is progress."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._track = _Track(self)
        self._label = ElidedLabel("", self, px=11, weight=500, color="text2")
        self._cancel = LinkLabel(tr("Cancel"), self, px=11)
        self._cancel.activated.connect(self._on_cancel_activated)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_INSET, 0, _INSET, 0)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self._track)
        layout.addWidget(self._label)
        layout.addWidget(self._cancel)
        layout.addStretch(1)
        self.hide()

    @property
    def text(self) -> str:
        return self._label.text()

    def show_progress(self, text: str, share: float) -> None:
        """Show the running work and its completed share, from 0 to 1."""
        self._label.setText(text)
        self._track.share = min(max(share, 0.0), 1.0)
        self._track.update()
        self.setAccessibleName(text)
        self.show()
        self.raise_()

    def cancel(self) -> None:
        self.cancel_requested.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color("window"))

    def _on_cancel_activated(self, _with_control: bool) -> None:
        self.cancel()


DELAY_MS = 300
_FRAME_MS = 33
_SWEEP_MS = 1400
_SEGMENT = 0.25


class ThinProgress(QWidget):
    """A bar two pixels high that is always present, so that nothing moves; painted after 300 ms of work."""

    def __init__(self, parent: QWidget | None = None, *, delay_ms: int = DELAY_MS) -> None:
        super().__init__(parent)
        self._clock = QElapsedTimer()
        self._delay = QTimer(self, interval=delay_ms, singleShot=True)
        self._delay.timeout.connect(self._on_delay_over)
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME_MS)
        self._frames.timeout.connect(self.update)
        self.setFixedHeight(SIZES.thin_progress)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def running(self) -> bool:
        """True if work is running, shown or not."""
        return self._delay.isActive() or self._frames.isActive()

    @property
    def shown(self) -> bool:
        """True if the bar is visibly moving."""
        return self._frames.isActive()

    def start(self) -> None:
        if not self.running:
            self._delay.start()

    def stop(self) -> None:
        """Hide the bar at once."""
        self._delay.stop()
        self._frames.stop()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, SIZES.thin_progress)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.shown:
            return
        painter = QPainter(self)
        width = self.width()
        part = (self._clock.elapsed() % _SWEEP_MS) / _SWEEP_MS
        left, length = (part * (1 + _SEGMENT) - _SEGMENT) * width, width * _SEGMENT
        if theme.has_less_motion:
            left, length = 0.0, float(width)  # the whole bar, without animation
        painter.fillRect(self.rect(), theme.color("accent_tint"))
        painter.fillRect(QRectF(left, 0, length, self.height()), theme.color("accent"))

    def _on_delay_over(self) -> None:
        self._clock.start()
        self._frames.start()
        self.update()


_SHOWN_THROUGH = 0.6


class DimmingCover(QWidget):
    """Covers a widget. Painted over it, because an opacity effect would render scroll areas twice."""

    def __init__(self, covered: QWidget) -> None:
        super().__init__(covered)
        self._covered = covered
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        covered.installEventFilter(self)
        self.hide()

    @property
    def is_dimming(self) -> bool:
        """True if it covers the widget."""
        return not self.isHidden()

    def set_dimming(self, is_dimming: bool) -> None:
        """Dim the widget, or uncover it."""
        self.setGeometry(self._covered.rect())
        self.setVisible(is_dimming)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._covered and event.type() is QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color("surface", 1 - _SHOWN_THROUGH))
