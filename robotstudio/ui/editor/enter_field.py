"""The field of the bars between header and text."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from robotstudio.ui.theme.theme import Theme


class EnterField(QLineEdit):
    """A field in which Enter goes on, Shift+Enter back, and Esc leaves."""

    entered = Signal()
    entered_back = Signal()
    left = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setProperty("controlSize", "small")
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.entered_back if back else self.entered).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_theme_changed(self) -> None:
        self.setFont(self._theme.fonts.mono(12))
