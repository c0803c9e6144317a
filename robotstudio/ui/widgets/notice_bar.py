"""Non-modal notices with actions. They are shown in the strip of tabs, so that they cover no content."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.tone import EDGES, TONES, Tone

_SIGN = 15
_LEAST_SENTENCE = 280
_HEIGHT, _INSET = 28, 8
_TAB_IN_FRONT = 290
_BESIDE = QBoxLayout.Direction.LeftToRight, Qt.AlignmentFlag(0)
_BELOW = QBoxLayout.Direction.TopToBottom, Qt.AlignmentFlag.AlignRight


class SentenceWithActions(QBoxLayout):
    """A sentence with actions beside it, or below it if it wraps and they would leave it a narrow column."""

    def __init__(self, parent: QWidget, sentence: QLabel) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight, parent)
        self._sentence = sentence
        self.actions = QHBoxLayout()
        self.addWidget(sentence, 1)
        self.addLayout(self.actions)

    def width_in_one_line(self) -> int:
        """Return the width at which the sentence needs one line."""
        margins, actions = self.contentsMargins(), self.actions.sizeHint().width()
        text = self._sentence.fontMetrics().horizontalAdvance(self._sentence.text())
        return margins.left() + text + 2 + self.spacing() + actions + margins.right()

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
        is_narrow = width - self.actions.sizeHint().width() < _LEAST_SENTENCE
        return self._sentence.wordWrap() and is_narrow and width < self.width_in_one_line()


class NoticeBar(QWidget):
    """A sentence in the colour of its tone, actions by id, and a close button; hidden until shown."""

    action_chosen = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = Tone.WARNING
        self._buttons: list[QPushButton] = []
        self._label = self._sentence_label()
        self._close = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self._close.set_low()
        self._close.setAccessibleName(tr("Close"))
        self._close.setToolTip(tr("Close"))
        self._close.clicked.connect(self._on_close_clicked)
        self._layout = layout = SentenceWithActions(self, self._label)
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

    def width_in_one_line(self) -> int:
        """Return the width at which the sentence needs one line."""
        return self._layout.width_in_one_line()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect, look = QPainter(self), QRectF(self.rect()), TONES[self._tone]
        edge = theme.color(EDGES.get(self._tone, "border_strong"))
        draw_box(painter, rect, RADII.card, theme.color(look.ground), edge)
        if look.glyph is not None:
            side = _SIGN
            box = QRectF(14, (rect.height() - side) / 2, side, side)
            paint_glyph(painter, look.glyph, box, theme.color(look.text), 1.4)

    def _sentence_label(self) -> QLabel:
        label = Label("", self, px=12)
        label.setWordWrap(True)
        return label

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


class Strip(Bar):
    """The strip above a document, with room for notices at its right end; still without tabs."""

    ground = "sunken"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(SIZES.document_bar)

    @property
    def wanted_width(self) -> int:
        """The width at which no tab is shortened."""
        return 0

    def leave_room(self, width: int) -> None:
        """Leave this width at the right end to a notice."""


class StripNotice(NoticeBar):
    """The notice of a document, at the right end of the strip of tabs while the document is in front.

    It is one line: a sentence too long for the strip is elided, and whole in its tooltip and its accessible name.
    """

    _strip: Strip | None = None

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner

    def _sentence_label(self) -> QLabel:
        return ElidedLabel("", self, px=12)

    def lie_over(self, strip: Strip | None) -> None:
        """Lie over a strip; without one, go back to the document."""
        if self._strip is not None:
            self._strip.removeEventFilter(self)
            self._strip.leave_room(0)
        self._strip = strip
        if strip is not None:
            strip.installEventFilter(self)
        is_shown = not self.isHidden()
        self.setParent(self._owner if strip is None else strip.parentWidget())
        self.setVisible(is_shown)
        self.place()

    def place(self) -> None:
        """Move to the right end of the strip, as wide as the sentence if that leaves room for the tab in front."""
        strip = self._strip
        if strip is None or self.isHidden():
            return
        room = strip.width() - 2 * _INSET
        width = min(self.width_in_one_line(), room - min(strip.wanted_width, _TAB_IN_FRONT))
        corner = strip.geometry().topRight()
        self.setGeometry(corner.x() + 1 - width - _INSET, corner.y() + (strip.height() - _HEIGHT) // 2, width, _HEIGHT)
        self.raise_()
        strip.leave_room(width + _INSET)

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self.place()
        return handled

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show}:
            self.place()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._strip is not None:
            self._strip.leave_room(0)
