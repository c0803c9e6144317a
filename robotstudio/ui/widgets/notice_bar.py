"""A notice with actions, which does not block the window."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.tone import TONES, Tone

_SIGN = 15


class NoticeBar(QWidget):
    """One sentence in the colour of its tone, a few actions by id, and a way to close it; hidden until shown."""

    action_chosen = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = Tone.WARNING
        self._buttons: list[QPushButton] = []
        self._label = Label(theme, "", self, px=12)
        self._label.setWordWrap(True)
        self._close = GhostButton(theme, glyph=Glyph.CLOSE, parent=self)
        self._close.setAccessibleName(self.tr("Close"))
        self._close.setToolTip(self.tr("Close"))
        self._close.clicked.connect(self._on_close_clicked)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(38, 4, 6, 5)
        self._layout.addWidget(self._label, 1)
        self._layout.addWidget(self._close)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        theme.changed.connect(self.update)

    def show_notice(self, sentence: str, actions: Sequence[tuple[str, str]] = (), tone: Tone = Tone.WARNING) -> None:
        """Show a sentence and its actions as (id, words)."""
        self._tone = tone
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.deleteLater()
        self._buttons = [self._button(identifier, words) for identifier, words in actions]
        for button in self._buttons:
            self._layout.insertWidget(self._layout.count() - 1, button)
        for before, after in pairwise([*self._buttons, self._close]):
            self.setTabOrder(before, after)
        self.setFocusProxy(self._buttons[0] if self._buttons else self._close)
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect, look = QPainter(self), QRectF(self.rect()), TONES[self._tone]
        painter.fillRect(rect, self._theme.color(look.ground))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), self._theme.color("border"))
        if look.glyph is not None:
            side = self._theme.fonts.px(_SIGN)
            box = QRectF(14, (rect.height() - side) / 2, side, side)
            paint_glyph(painter, look.glyph, box, self._theme.color(look.text), 1.4)

    def _button(self, identifier: str, words: str) -> QPushButton:
        button = SecondaryButton(self._theme, words, parent=self)
        button.set_small()
        button.setObjectName(identifier)
        button.clicked.connect(self._on_action_clicked)
        return button

    def _on_action_clicked(self) -> None:
        self.hide()
        self.action_chosen.emit(self.sender().objectName())

    def _on_close_clicked(self) -> None:
        self.hide()
        self.closed.emit()
