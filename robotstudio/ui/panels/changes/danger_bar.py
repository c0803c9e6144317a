"""A risk that nobody may overlook: across the whole window, until it is gone or someone says to keep it."""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.labels import Label

_SIGN, _SIGN_LEFT, _TEXT_LEFT = 20, 14, 46
_EDGE = 4


class DangerBar(QWidget):
    """One sentence for each risk, and what can be done."""

    changes_requested = Signal()
    line_requested = Signal(int)
    kept = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._line = 0
        self.sentence = Label(theme, "", self, px=13, weight=600)
        self.sentence.setWordWrap(True)
        self.show_button = self._button(self.tr("Show what changes"))
        self.line_button = self._button("")
        self.keep_button = self._button(self.tr("Keep, do not warn"))
        layout = QHBoxLayout(self)
        px = theme.fonts.px
        layout.setContentsMargins(px(_TEXT_LEFT), px(8), px(12), px(8))
        layout.setSpacing(px(8))
        layout.addWidget(self.sentence, 1)
        for button in (self.show_button, self.line_button, self.keep_button):
            layout.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.show_button)
        self.show_button.clicked.connect(self.changes_requested)
        self.line_button.clicked.connect(self._on_line_clicked)
        self.keep_button.clicked.connect(self.kept)
        self.hide()
        theme.changed.connect(self.update)

    def warn(self, sentence: str, line: int = 0, *, has_changes: bool = True) -> None:
        """Show a sentence, and the line that it is about where there is one."""
        self._line = line
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self.line_button.setText(self.tr("Go to line {line}").format(line=line))
        self.line_button.setVisible(bool(line))
        self.show_button.setVisible(has_changes)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, px = QPainter(self), self._theme, self._theme.fonts.px
        rect = QRectF(self.rect())
        painter.fillRect(rect, theme.color("blocked_tint"))
        painter.fillRect(QRectF(0, 0, px(_EDGE), rect.height()), theme.color("blocked"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("blocked_edge"))
        side = px(_SIGN)
        box = QRectF(px(_SIGN_LEFT), rect.center().y() - side / 2, side, side)
        paint_glyph(painter, Glyph.ERROR, box, theme.color("blocked"), 1.6 * theme.fonts.scale)

    def _button(self, words: str) -> SecondaryButton:
        button = SecondaryButton(self._theme, words, parent=self)
        button.set_small()
        return button

    def _on_line_clicked(self) -> None:
        self.line_requested.emit(self._line)
