"""The last line of the Problems tab: how many checks, and which keys help."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.labels import ElidedLabel, Label

_KEYS_FROM = 420


class Footer(QWidget):
    """One sentence at the left; the keys at the right where there is room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ElidedLabel(theme, "", self, px=11, weight=500, color="text2")
        keys = self.tr("{next} next problem · {fix} quick fix").format(next=_native("F8"), fix=_native("Ctrl+."))
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

    def say(self, text: str) -> None:
        """Say something."""
        self._text.setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keys.setVisible(self.width() >= self._theme.fonts.px(_KEYS_FROM))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, self._theme.color("window"))
        painter.fillRect(QRectF(0, 0, rect.width(), 1), self._theme.color("border"))

    def _on_theme_changed(self) -> None:
        self.setFixedHeight(self._theme.fonts.px(SIZES.footer))
        self.update()


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
