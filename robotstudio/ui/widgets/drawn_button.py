"""What the buttons share that paint themselves."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from robotstudio.ui.theme.theme import Theme


class DrawnButton(QAbstractButton):
    """Pressed by Enter as by Space; as large as its size hint, which the theme may change."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)

    def setText(self, text: str) -> None:
        """Show a text as it is: an `&` in it marks no key."""
        super().setText(text)
        self.setShortcut(QKeySequence())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
