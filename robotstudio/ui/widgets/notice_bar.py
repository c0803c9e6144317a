"""Non-modal notices with actions. They are shown over the status bar, so that nothing moves."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.tone import EDGES, TONES, Tone

_SIGN = 15
_LEAST_SENTENCE = 280
_SIDE_BY_SIDE = 1000
_BESIDE = QBoxLayout.Direction.LeftToRight, Qt.AlignmentFlag(0)
_BELOW = QBoxLayout.Direction.TopToBottom, Qt.AlignmentFlag.AlignRight


class SentenceWithActions(QBoxLayout):
    """A sentence with actions beside it, or below it if they would leave it a narrow column."""

    def __init__(self, parent: QWidget, sentence: QWidget) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight, parent)
        self._sentence = sentence
        self.actions = QHBoxLayout()
        self.addWidget(sentence, 1)
        self.addLayout(self.actions)

    def heightForWidth(self, width: int) -> int:
        """Return the height without changing the layout, which would cause another measurement."""
        margins, actions = self.contentsMargins(), self.actions.sizeHint()
        room = width - margins.left() - margins.right()
        if self._is_folded_in(width):
            inner = self._sentence.heightForWidth(room) + self.spacing() + actions.height()
        else:
            inner = max(self._sentence.heightForWidth(room - self.spacing() - actions.width()), actions.height())
        return inner + margins.top() + margins.bottom()

    def setGeometry(self, rect: QRect) -> None:
        direction, side = _BELOW if self._is_folded_in(rect.width()) else _BESIDE
        if self.direction() is not direction:
            self.setDirection(direction)
            self.setAlignment(self.actions, side)
        super().setGeometry(rect)

    def _is_folded_in(self, width: int) -> bool:
        return width - self.actions.sizeHint().width() < _LEAST_SENTENCE


class NoticeBar(QWidget):
    """A sentence in the colour of its tone, actions by id, and a close button; hidden until shown."""

    action_chosen = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = Tone.WARNING
        self._buttons: list[QPushButton] = []
        self._label = Label("", self, px=12)
        self._label.setWordWrap(True)
        self._close = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self._close.set_low()
        self._close.setAccessibleName(tr("Close"))
        self._close.setToolTip(tr("Close"))
        self._close.clicked.connect(self._on_close_clicked)
        layout = SentenceWithActions(self, self._label)
        layout.setContentsMargins(38, 1, 6, 1)
        self._actions = layout.actions
        self._actions.addWidget(self._close)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_notice(self, sentence: str, actions: Sequence[tuple[str, str]] = (), tone: Tone = Tone.WARNING) -> None:
        """Show a sentence and its actions as (id, words)."""
        self._tone = tone
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        for button in self._buttons:
            self._actions.removeWidget(button)
            button.hide()  # its action is obsolete, though it is deleted a little later
            button.deleteLater()
        self._buttons = [self._button(identifier, words) for identifier, words in actions]
        for button in self._buttons:
            self._actions.insertWidget(self._actions.count() - 1, button)
            button.show()
        for before, after in pairwise([*self._buttons, self._close]):
            self.setTabOrder(before, after)
        self.setFocusProxy(self._buttons[0] if self._buttons else self._close)
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect, look = QPainter(self), QRectF(self.rect()), TONES[self._tone]
        edge = theme.color(EDGES.get(self._tone, "border_strong"))
        draw_box(painter, rect, RADII.card, theme.color(look.ground), edge)
        if look.glyph is not None:
            side = _SIGN
            box = QRectF(14, (rect.height() - side) / 2, side, side)
            paint_glyph(painter, look.glyph, box, theme.color(look.text), 1.4)

    def _button(self, identifier: str, words: str) -> QPushButton:
        button = SecondaryButton(words, parent=self)
        button.set_low()
        button.setObjectName(identifier)
        button.clicked.connect(self._on_action_clicked)
        return button

    def _on_action_clicked(self) -> None:
        self.hide()
        self.action_chosen.emit(self.sender().objectName())

    def _on_close_clicked(self) -> None:
        self.hide()
        self.closed.emit()


class NoticeLayer(QWidget):
    """Bars over the status bar, so that none covers an answer or typed text. Two are shown side by side."""

    def __init__(self, parent: QWidget, status_bar: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._status_bar = status_bar
        self._bars: list[QWidget] = []
        self._cards: list[QWidget] = []
        self.setGeometry(0, 0, 0, 0)
        status_bar.installEventFilter(self)

    def add(self, bar: QWidget) -> None:
        """Put a bar above the others."""
        shown = not bar.isHidden()
        bar.setParent(self)
        bar.setVisible(shown)
        bar.installEventFilter(self)
        self._bars.append(bar)

    def stay_below(self, card: QWidget) -> None:
        """Keep this sibling card above the layer: its buttons come next."""
        self._cards.append(card)

    def place(self) -> None:
        """Move to the bottom of the window, with the height of the open bars."""
        bars, width = [bar for bar in reversed(self._bars) if not bar.isHidden()], self._status_bar.width()
        if not bars:
            self.setGeometry(0, 0, 0, 0)
            return
        is_row = width >= _SIDE_BY_SIDE
        each = width // len(bars) if is_row else width
        needed = [max(bar.heightForWidth(each), bar.minimumSizeHint().height()) for bar in bars]
        if is_row:
            height = max(*needed, self._status_bar.height())
            places = [QRect(each * number, 0, each, height) for number in range(len(bars))]
        else:
            needed[-1] = max(needed[-1], self._status_bar.height())
            places = [QRect(0, sum(needed[:number]), each, high) for number, high in enumerate(needed)]
        for bar, place in zip(bars, places, strict=True):
            bar.setGeometry(place)
        height = places[-1].bottom() + 1
        corner = self._status_bar.mapTo(self._parent, QPoint(0, self._status_bar.height()))
        self.setGeometry(corner.x(), corner.y() - height, width, height)
        self.raise_()
        for card in self._cards:
            card.raise_()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.place()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        of_window = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show}
        of_bar = {QEvent.Type.ShowToParent, QEvent.Type.HideToParent, QEvent.Type.LayoutRequest}
        if event.type() in (of_window if watched is self._status_bar else of_bar):
            self.place()
        return False
