"""Dims results that may be replaced soon; they can still be read."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import Theme

_SHOWN_THROUGH = 0.6


class Veiled(QWidget):
    """A container that can dim its content; it stays usable with the mouse.

    Painted over instead of an opacity effect, with which scrolling areas would be rendered twice.
    """

    def __init__(self, theme: Theme, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._veil = _Veil(theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(content)
        self._veil.raise_()

    @property
    def veiled(self) -> bool:
        """Whether the content is dimmed."""
        return not self._veil.isHidden()

    def set_veiled(self, veiled: bool) -> None:
        """Dim the content or show it as it is."""
        self._veil.setVisible(veiled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._veil.setGeometry(self.rect())


class _Veil(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface", 1 - _SHOWN_THROUGH))
