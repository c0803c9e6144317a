"""The bar that says that something takes longer than expected."""

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES

DELAY_MS = 300
_FRAME_MS = 33
_SWEEP_MS = 1400
_SEGMENT = 0.25


class ThinProgress(QWidget):
    """Two pixels high and always there, so that nothing moves; it paints only after 300 ms of work."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, delay_ms: int = DELAY_MS) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = QElapsedTimer()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(delay_ms)
        self._delay.timeout.connect(self._on_delay_over)
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME_MS)
        self._frames.timeout.connect(self.update)
        self.setFixedHeight(SIZES.thin_progress)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def running(self) -> bool:
        """Whether work is under way, shown or not yet."""
        return self._delay.isActive() or self._frames.isActive()

    @property
    def shown(self) -> bool:
        """Whether the bar can be seen moving."""
        return self._frames.isActive()

    def start(self) -> None:
        """Work has begun."""
        if not self.running:
            self._delay.start()

    def stop(self) -> None:
        """Work is over: the bar goes at once."""
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
        left = (part * (1 + _SEGMENT) - _SEGMENT) * width
        painter.fillRect(self.rect(), self._theme.color("accent_tint"))
        painter.fillRect(QRectF(left, 0, width * _SEGMENT, self.height()), self._theme.color("accent"))

    def _on_delay_over(self) -> None:
        self._clock.start()
        self._frames.start()
        self.update()
