"""Dims results that may be replaced soon; they can still be read."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import Theme

_SHOWN_THROUGH = 0.6


class Dimmed(QWidget):
    """A container that can dim its content; it stays usable with the mouse.

    Painted over instead of an opacity effect, with which scrolling areas would be rendered twice.
    """

    def __init__(self, theme: Theme, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dimmer = _Dimmer(theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(content)
        self._dimmer.raise_()

    @property
    def is_dimmed(self) -> bool:
        """Whether the content is dimmed."""
        return not self._dimmer.isHidden()

    def set_dimmed(self, is_dimmed: bool) -> None:
        """Dim the content or show it as it is."""
        self._dimmer.setVisible(is_dimmed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._dimmer.setGeometry(self.rect())


class _Dimmer(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface", 1 - _SHOWN_THROUGH))
