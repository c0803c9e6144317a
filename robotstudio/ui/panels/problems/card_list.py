"""A list that creates only the visible cards: there may be thousands of findings."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.panels.problems.card import HEAD, ProblemCard
from robotstudio.ui.panels.problems.card_facts import CardFacts, ProblemActions
from robotstudio.ui.panels.problems.words import page_of_rule
from robotstudio.ui.theme.theme import theme

_STEP = 40
_PUTS_CARET = True
_MOVES = {int(Qt.Key.Key_Down): 1, int(Qt.Key.Key_Up): -1}
_ENDS = {int(Qt.Key.Key_Home): 0, int(Qt.Key.Key_End): -1}
_ENTER = frozenset({int(Qt.Key.Key_Return), int(Qt.Key.Key_Enter)})


class CardList(QAbstractScrollArea):
    """A scrolled column of cards over a sequence of numbers; cards that scroll out of view are reused.

    `seen_changed` is emitted when other findings become visible.
    """

    accessible_role = QAccessible.Role.List

    current_changed = Signal(int)
    seen_changed = Signal()

    def __init__(self, actions: ProblemActions, facts_of: Callable[[int], CardFacts], parent: QWidget) -> None:
        """Create a list whose cards get their content from `facts_of`."""
        super().__init__(parent)
        self._actions = actions
        self._facts_of = facts_of
        self.numbers: Sequence[int] = ()
        self._heights: list[int] = []
        self._tops: list[int] = [0]
        self._cards: dict[int, ProblemCard] = {}
        self._spare: list[ProblemCard] = []
        self.current = -1
        """The number of the current finding, -1 for none."""
        self.seen: tuple[int, ...] = ()
        """The numbers of the visible findings."""
        self.opens_first = False
        """True until a card is chosen: the first one is unfolded if all of the list still fits."""
        self._is_arranging = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Problems"))
        self.verticalScrollBar().setSingleStep(_STEP)
        theme.changed.connect(self.arrange)

    def help_page(self) -> str:
        """Return the help page about the current finding."""
        return page_of_rule(self._facts_of(self.current).finding.code) if self.current >= 0 else ""

    def card(self, number: int) -> ProblemCard | None:
        """Return the card of a finding, None if it is not visible."""
        return self._cards.get(self._place(number)) if number in self.numbers else None

    def show_numbers(self, numbers: Sequence[int], current: int) -> None:
        """List these findings; the scroll position stays."""
        unfolded = self._heights[self._place(self.current)] if self.current in self.numbers else HEAD
        self.numbers = numbers
        self.current = current
        self._heights = [unfolded if number == current else HEAD for number in numbers]
        self._measure_from(0)
        if not self.isVisible():
            self.seen = ()
        self.arrange()

    def set_current(self, number: int) -> None:
        """Make a finding the current one, which is unfolded, and scroll to it."""
        self.opens_first = False
        self._measure_again(number)
        self.reveal(number)
        self.arrange()

    def reveal(self, number: int) -> None:
        """Scroll to a finding if it is out of view."""
        if number not in self.numbers:
            return
        place = self._place(number)
        bar = self.verticalScrollBar()
        for _ in range(2):  # cards on the way have their real height only once they were shown
            top, bottom = self._tops[place], self._tops[place + 1]
            if top < bar.value() or bottom - top > self.viewport().height():
                bar.setValue(top)
            elif bottom > bar.value() + self.viewport().height():
                bar.setValue(bottom - self.viewport().height())
            self.arrange()

    def refill(self) -> None:
        """Update the content of the visible cards."""
        self.arrange()

    def arrange(self) -> None:
        """Create, fill and place the visible cards."""
        if self._is_arranging or not self.isVisible():
            return
        self._is_arranging = True
        width, seen = self.viewport().width(), self.viewport().height()
        if self.opens_first:
            self._unfold_first(width, seen)
        self._measure_from(0)
        self._set_range()
        scrolled = self.verticalScrollBar().value()
        place = max(0, min(bisect_right(self._tops, scrolled) - 1, len(self.numbers)))
        top = self._tops[place] - scrolled
        self._drop_all_but({at: card for at, card in self._cards.items() if at >= place})
        wanted: dict[int, ProblemCard] = {}
        first = place
        while place < len(self.numbers) and top < seen:
            card = self._card_at(place, self._facts_of(self.numbers[place]))
            wanted[place] = card
            card.set_current(self.numbers[place] == self.current)
            height = self._heights[place] = card.height_for(width)
            card.setGeometry(0, top, width, height)
            card.show()
            top += height
            place += 1
        self._drop_all_but(wanted)
        self._measure_from(first)
        self._set_range()
        self._is_arranging = False
        self._tell_seen(tuple(self.numbers[place] for place in wanted))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        self.arrange()

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() is QEvent.Type.Show:
            self.arrange()
        return handled

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Rearrange the cards when the text of one grows."""
        if event.type() is QEvent.Type.LayoutRequest and not self._is_arranging:
            self.arrange()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if not self.numbers or (key not in _MOVES and key not in _ENDS and key not in _ENTER):
            super().keyPressEvent(event)
        elif key in _ENTER:
            if self.current in self.numbers:
                self._actions.go_to_line(self._facts_of(self.current).finding.line, _PUTS_CARET)
        else:
            self._go_to(self.numbers[self._place_after(key)])

    def _place_after(self, key: int) -> int:
        if key in _ENDS:
            return _ENDS[key]
        place = self._place(self.current) if self.current in self.numbers else -1
        return max(0, min(place + _MOVES[key], len(self.numbers) - 1))

    def _go_to(self, number: int) -> None:
        self.set_current(number)
        card = self.card(number)
        if card is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)
        self.current_changed.emit(number)

    def _place(self, number: int) -> int:
        return self.numbers.index(number)

    def _card_at(self, place: int, facts: CardFacts) -> ProblemCard:
        card = self._cards.get(place)
        if card is None:
            card = self._cards[place] = self._spare.pop() if self._spare else self._make_card()
        card.set_facts(facts)
        return card

    def _make_card(self) -> ProblemCard:
        card = ProblemCard(self._actions, self, self.viewport())
        card.body.installEventFilter(self)
        return card

    def _drop_all_but(self, wanted: dict[int, ProblemCard]) -> None:
        for place, card in self._cards.items():
            if place not in wanted:
                if _has_keyboard(card):
                    self.setFocus(Qt.FocusReason.OtherFocusReason)
                card.hide()
                self._spare.append(card)
        self._cards = wanted

    def _unfold_first(self, width: int, room: int) -> None:
        """Unfold the first card if the whole list then fits, else none: an overview comes first."""
        rest = HEAD * (len(self.numbers) - 1)
        fits = bool(self.numbers) and HEAD + rest < room
        if fits:
            card = self._card_at(0, self._facts_of(self.numbers[0]))
            card.set_current(is_current=True)
            fits = card.height_for(width) + rest <= room
        self._measure_again(self.numbers[0] if fits else -1)

    def _measure_from(self, place: int) -> None:
        if not place or len(self._tops) != len(self._heights) + 1:
            self._tops = [0, *accumulate(self._heights)]
        else:
            self._tops[place:] = accumulate(self._heights[place:], initial=self._tops[place])

    def _set_range(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setRange(0, max(0, self._tops[-1] - height))

    def _tell_seen(self, seen: tuple[int, ...]) -> None:
        if seen != self.seen:
            self.seen = seen
            self.seen_changed.emit()

    def choose(self, number: int) -> None:
        """Unfold the card of a finding, and fold the other one."""
        if number != self.current:
            self.set_current(number)
            self.current_changed.emit(number)

    def fold(self) -> None:
        """Fold all cards."""
        self.opens_first = False
        self._measure_again(-1)
        self.arrange()

    def _measure_again(self, current: int) -> None:
        """Make another finding the current one; the former one is folded, wherever it is."""
        if self.current in self.numbers:
            self._heights[self._place(self.current)] = HEAD
        self.current = current
        self._measure_from(0)


def _has_keyboard(card: ProblemCard) -> bool:
    focused: QWidget | None = QApplication.focusWidget()  # the stubs omit None
    return focused is not None and (focused is card or card.isAncestorOf(focused))
