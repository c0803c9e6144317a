"""What may be replaced soon is dimmed: still to be read, and the mouse reaches through."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from robotstudio.ui.theme.theme import Theme

_SHOWN_THROUGH = 0.6


class DimmingCover(QWidget):
    """Covers a widget wholly. Painted over it: with an opacity effect, scrolling areas would be rendered twice."""

    def __init__(self, theme: Theme, covered: QWidget) -> None:
        super().__init__(covered)
        self._theme = theme
        self._covered = covered
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        covered.installEventFilter(self)
        self.hide()

    @property
    def is_dimming(self) -> bool:
        """Whether it lies over the widget."""
        return not self.isHidden()

    def set_dimming(self, is_dimming: bool) -> None:
        """Dim the widget, or show it as it is."""
        self.setGeometry(self._covered.rect())
        self.setVisible(is_dimming)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._covered and event.type() is QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface", 1 - _SHOWN_THROUGH))
