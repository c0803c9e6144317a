"""A bar under the top bar that says what happened outside and offers what can be done; it interrupts nothing."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.tone import TONES, Tone

Offer = tuple[str, Callable[[], object]]
"""What a button says, and what it does."""

_HEIGHT = 38


class NoticeBar(QWidget):
    """One notice at a time: the newest, until it is answered, closed or withdrawn by its kind."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """A hidden bar."""
        super().__init__(parent)
        self._theme = theme
        self._kind = ""
        self._tone = Tone.NOTE
        self._offers: dict[Button, Callable[[], object]] = {}
        self._sentence = ElidedLabel(theme, "", self, px=12, weight=500, color="text")
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(38, 0, 8, 1)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._sentence, 1)
        self._close = GhostButton(theme, "", Glyph.CLOSE, self)
        self._close.setAccessibleName(self.tr("Close this notice"))
        self._close.clicked.connect(self.hide)
        self._layout.addWidget(self._close)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.hide()

    @property
    def sentence(self) -> str:
        """What is said; empty while nothing is."""
        return "" if self.isHidden() else self._sentence.text()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons of the notice, in order."""
        return tuple(self._offers)

    def show_notice(self, kind: str, sentence: str, offers: Sequence[Offer] = (), tone: Tone = Tone.NOTE) -> None:
        """Say a sentence with its offers; a notice of any kind gives way to it."""
        for button in self._offers:
            self._layout.removeWidget(button)
            button.deleteLater()
        self._kind, self._tone = kind, tone
        self._sentence.setText(sentence)
        self._sentence.setToolTip(sentence)
        self._offers = {}
        for text, act in offers:
            button = SecondaryButton(self._theme, text, None, self)
            button.set_small()
            button.clicked.connect(self._on_offer_clicked)
            self._layout.insertWidget(self._layout.count() - 1, button)
            self._offers[button] = act
        self.setAccessibleName(sentence)
        self.show()
        self.update()

    def withdraw(self, kind: str) -> None:
        """Close the notice if it is of this kind: it no longer holds."""
        if kind == self._kind:
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the notice."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The ground in the notice's tone, its sign, and a line below."""
        look, painter = TONES[self._tone], QPainter(self)
        painter.fillRect(self.rect(), self._theme.color(look.ground))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("border"))
        if look.glyph:
            box = QRectF(14, (self.height() - 15) / 2, 15, 15)
            paint_glyph(painter, look.glyph, box, self._theme.color(look.text), 1.4)

    @Slot()
    def _on_offer_clicked(self) -> None:
        button = self.sender()
        self.hide()
        if isinstance(button, Button):
            self._offers[button]()

    def _on_theme_changed(self) -> None:
        self.setFixedHeight(round(self._theme.fonts.px(_HEIGHT)))
        self.update()
