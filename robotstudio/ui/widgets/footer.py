"""The last line of a tab: one sentence, and which keys help."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.labels import ElidedLabel, Label


class Footer(QWidget):
    """One sentence at the left; the keys at the right where there is room."""

    def __init__(self, theme: Theme, keys: str, keys_from: int, parent: QWidget | None = None) -> None:
        """`keys` are left out where the tab is narrower than `keys_from`, in pixels at 100 %."""
        super().__init__(parent)
        self._theme = theme
        self._keys_from = keys_from
        self._text = ElidedLabel(theme, "", self, px=11, weight=500, color="text2")
        self._keys = Label(theme, keys, self, px=11, color="text3")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 1, SIZES.panel_inset, 0)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._keys)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.text()

    def say(self, text: str, exactly: str = "") -> None:
        """Say something; `exactly` is its tooltip."""
        self._text.setText(text)
        if exactly:
            self._text.setToolTip(exactly)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keys.setVisible(self.width() >= self._theme.fonts.px(self._keys_from))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, self._theme.color("window"))
        painter.fillRect(QRectF(0, 0, rect.width(), 1), self._theme.color("border"))

    def _on_theme_changed(self) -> None:
        self.setFixedHeight(self._theme.fonts.px(SIZES.footer))
        self.update()


def native_keys(keys: str) -> str:
    """Keys as the system writes them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
