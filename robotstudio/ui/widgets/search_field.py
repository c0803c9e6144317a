"""A field that filters or finds."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES

_GLYPH = 13
_LEFT = 9


class SearchField(QLineEdit):
    """A line with a magnifier, as high as a tool row's controls; Esc clears it, and a second Esc leaves it (`left`)."""

    left = Signal()

    def __init__(self, theme: Theme, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("controlSize", "small")
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self._clear_action = QAction(self.tr("Clear"), self)
        self._clear_action.triggered.connect(self.clear)
        self.addAction(self._clear_action, QLineEdit.ActionPosition.TrailingPosition)
        self.textChanged.connect(self._on_text_changed)
        self._on_text_changed("")
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.text():
            self.clear()
        else:
            self.left.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.fonts.px(_GLYPH)
        box = QRectF(self._theme.fonts.px(_LEFT), (self.height() - side) / 2, side, side)
        painter = QPainter(self)
        paint_glyph(painter, Glyph.SEARCH, box, self._theme.color("text3"), 1.2 * self._theme.fonts.scale)

    def _on_text_changed(self, text: str) -> None:
        self._clear_action.setVisible(bool(text))

    def _on_theme_changed(self) -> None:
        fonts = self._theme.fonts
        self.setFont(fonts.ui(12))
        self.setFixedHeight(fonts.px(SIZES.control_small))
        self.setTextMargins(fonts.px(_GLYPH) + fonts.px(4), 0, 0, 0)
        self._clear_action.setIcon(self._theme.icon(Glyph.CLOSE, "text3", 14))
        self.update()
