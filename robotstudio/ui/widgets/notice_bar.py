"""Notices with actions, which do not block the window. They lie over the work, so that nothing moves when one comes."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.tone import EDGES, TONES, Tone

_SIGN = 15
_MARGIN, _BETWEEN = 8, 6
_MOST_WIDTH = 820
_LEAST_SENTENCE = 280
_MOST_LINE, _MOST_GROWN, _ROWS_BEHIND = 40, 48, 12
_BESIDE = QBoxLayout.Direction.LeftToRight, Qt.AlignmentFlag(0)
_BELOW = QBoxLayout.Direction.TopToBottom, Qt.AlignmentFlag.AlignRight


class SentenceWithActions(QBoxLayout):
    """A sentence with its actions beside it; where they would leave it a narrow column, they get a row below it."""

    def __init__(self, theme: Theme, parent: QWidget, sentence: QWidget) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight, parent)
        self._theme = theme
        self._sentence = sentence
        self.actions = QHBoxLayout()
        self.addWidget(sentence, 1)
        self.addLayout(self.actions)

    def heightForWidth(self, width: int) -> int:
        """How high it gets. It only looks: a layout that changed while it is measured would be measured again."""
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
        return width - self.actions.sizeHint().width() < self._theme.fonts.px(_LEAST_SENTENCE)


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
        layout = SentenceWithActions(theme, self, self._label)
        layout.setContentsMargins(38, 4, 6, 5)
        self._actions = layout.actions
        self._actions.addWidget(self._close)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        theme.changed.connect(self.update)

    def show_notice(self, sentence: str, actions: Sequence[tuple[str, str]] = (), tone: Tone = Tone.WARNING) -> None:
        """Show a sentence and its actions as (id, words)."""
        self._tone = tone
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        for button in self._buttons:
            self._actions.removeWidget(button)
            button.hide()  # what it offered is not of this sentence, though it goes a little later
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
        edge = self._theme.color(EDGES.get(self._tone, "border_strong"))
        draw_box(painter, rect, self._theme.fonts.px(RADII.card), self._theme.color(look.ground), edge)
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


class NoticeLayer(QWidget):
    """Bars over the lower end of what `set_host` names: beside the text that is typed, never over it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parent = self._host = parent
        self._bars: list[QWidget] = []
        self._cards: list[QWidget] = []
        self.setGeometry(0, 0, 0, 0)

    def add(self, bar: QWidget) -> None:
        """Put a bar above the others."""
        shown = not bar.isHidden()
        bar.setParent(self)
        bar.setVisible(shown)
        bar.installEventFilter(self)
        self._bars.append(bar)

    def stay_below(self, card: QWidget) -> None:
        """Let this card of the same parent lie above: its buttons are what leads on."""
        self._cards.append(card)

    def set_host(self, host: QWidget) -> None:
        """Lie over this widget, which is somewhere in the same parent."""
        self._host.removeEventFilter(self)
        self._host = host
        host.installEventFilter(self)
        self.place()

    def place(self) -> None:
        """Lie at the lower end of the host, as high as what is open asks for."""
        px, host = self._theme.fonts.px, self._host
        margin, width = px(_MARGIN), min(host.width() - 2 * px(_MARGIN), px(_MOST_WIDTH))
        bars = [bar for bar in reversed(self._bars) if not bar.isHidden()]
        top = 0
        for bar in bars:
            height = max(bar.heightForWidth(width), bar.minimumSizeHint().height())
            bar.setGeometry(0, top, width, height)
            top += height + px(_BETWEEN)
        if bars:
            corner = host.mapTo(self._parent, QPoint(host.width() - margin - width, host.height() - margin))
            top -= px(_BETWEEN)
            lines = self._lines_of(host)
            grown = _grown(QRect(corner.x(), corner.y() - top, width, top), lines, px(_MOST_GROWN))
            for bar in bars[1:]:
                bar.move(0, bar.y() + grown.height() - top)
            bars[0].resize(width, bars[0].height() + grown.height() - top)
            self.setGeometry(grown)
            self.raise_()
            for card in self._cards:
                card.raise_()
        else:
            self.setGeometry(0, 0, 0, 0)

    def _lines_of(self, host: QWidget) -> list[QRect]:
        """Where lines of text lie in the host: labels, buttons, footers, and the rows of lists."""
        most, found = self._theme.fonts.px(_MOST_LINE), list[QRect]()
        for part in host.findChildren(QWidget):
            if not part.isVisible() or self.isAncestorOf(part):
                continue
            if isinstance(part, QAbstractItemView):
                corner = part.viewport().mapTo(self._parent, QPoint())
                bottom = part.indexAt(QPoint(1, part.viewport().height() - 1))
                rows = range(bottom.row(), max(-1, bottom.row() - _ROWS_BEHIND), -1) if bottom.isValid() else ()
                found += [part.visualRect(bottom.siblingAtRow(row)).translated(corner) for row in rows]
            elif part.height() <= most and part.childAt(part.rect().center()) is None:
                found.append(QRect(part.mapTo(self._parent, QPoint()), part.size()))
        return found

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.place()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        of_host = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show}
        of_bar = {QEvent.Type.ShowToParent, QEvent.Type.HideToParent, QEvent.Type.LayoutRequest}
        if event.type() in (of_host if watched is self._host else of_bar):
            self.place()
        return False


def _grown(card: QRect, lines: Sequence[QRect], most: int) -> QRect:
    """A card that covers whole lines: as much higher as it has to be to cut none in two, where that is not too much."""
    top = card.top()
    while cut := [line.top() for line in lines if line.top() < top <= line.bottom() and _beside(line, card)]:
        top = min(cut)
    return card if card.top() - top > most else card.adjusted(0, top - card.top(), 0, 0)


def _beside(line: QRect, card: QRect) -> bool:
    """Whether the card lies over a part of the line."""
    return line.left() <= card.right() and line.right() >= card.left()
