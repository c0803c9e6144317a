"""The tour through the window: a card and a ring around its subject, above the document. Neither blocks anything."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShortcut,
)
from PySide6.QtWidgets import QHBoxLayout, QTableView, QVBoxLayout, QWidget

from robotstudio.text.language import WORDS, Meant, Message, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box

if TYPE_CHECKING:
    from robotstudio.project.state import State


_PLACE: Final[Message] = Meant("{number} of {count}", "steps of the tour")
_WIDTH, _INSET, _SPACING = 340, 16, 10
_GAP = 10
_RING = 3
_OF_A_PLACE = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})


class Sight(StrEnum):
    """The subject of a step."""

    URLS = "urls"
    CELL = "cell"
    WHY = "why"
    PROBLEMS = "problems"
    CHANGES = "changes"


class TourStep(Struct, frozen=True):
    """The subject of a step, and its text."""

    sight: Sight
    title: Message
    text: Message


STEPS: Final = (
    TourStep(
        Sight.URLS,
        "Test URLs",
        (
            "Each row is a URL, each column a crawler. “Add URLs” adds your own; “Site” loads them from sitemaps, "
            "logs and tables."
        ),
    ),
    TourStep(
        Sight.CELL,
        "A verdict in each cell",
        "A cross is blocked, a check is allowed, and the number is the line that decides. Click a cell or go there "
        "with the arrow keys.",
    ),
    TourStep(
        Sight.WHY,
        "Why",
        (
            "Which group applies to this crawler, which rules match, and which one wins. Click a line number to "
            "go to the line."
        ),
    ),
    TourStep(
        Sight.PROBLEMS,
        "Problems",
        (
            "Problems in the file, errors first, with the crawlers that they affect. Each fix shows which "
            "verdicts it changes."
        ),
    ),
    TourStep(
        Sight.CHANGES,
        "Before you upload it",
        (
            "“Changes” lists every verdict that changed: here one line blocks the whole site. Once the file is "
            "live, “Check deployment” in the menu “Fetch” checks that the server delivers it."
        ),
    ),
)
EXAMPLE: Final = "staging-goes-live"
"""The example of the tour: it has something to show at every step."""


class Ring(QWidget):
    """A frame around a part of the window, which stays usable."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_box(QPainter(self), QRectF(self.rect()), RADII.field, None, theme.color("accent"), _RING)


class TourActions(Protocol):
    """Implemented by the controller."""

    def go_on(self) -> None:
        """Show the next step; after the last, end the tour."""

    def go_back(self) -> None:
        """Show the step before."""

    def end(self) -> None:
        """Hide the card."""


class TourCard(QWidget):
    """A step of the tour: Next and Back, also by the arrow keys."""

    def __init__(self, actions: TourActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.ring = Ring(parent)
        self.title = Label("", self, px=14, weight=600)
        self.place = Label("", self, px=11, color="text3")
        self.text = Label("", self, px=12, color="text2")
        self.close_button = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setToolTip(tr("Close"))
        self.back_button = SecondaryButton(tr(Meant("Back", "step")), parent=self)
        self.next_button = PrimaryButton("", parent=self)
        for button in (self.back_button, self.next_button):
            button.set_small()
        for listened in (self.close_button, self.back_button, self.next_button):
            listened.installEventFilter(self)
        self.setFocusProxy(self.next_button)
        self._lay_out()
        self.next_button.clicked.connect(actions.go_on)
        self.back_button.clicked.connect(actions.go_back)
        self.close_button.clicked.connect(actions.end)
        self.hide()

    def show_step(self, steps: Sequence[TourStep], number: int) -> None:
        """Show one of the steps, counted from 0, and announce it to screen readers."""
        step, is_last = steps[number], number + 1 == len(steps)
        self.title.setText(tr(step.title))
        self.text.setText(tr(step.text))
        self.place.setText(tr(_PLACE, number=number + 1, count=len(steps)))
        self.next_button.setText(tr("Close") if is_last else tr(Meant("Next", "step")))
        self.back_button.setEnabled(number > 0)
        spoken = WORDS.with_fact(self.title.text(), self.place.text())
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(self.text.text())
        self.show()
        self.raise_()
        self.next_button.setFocus(Qt.FocusReason.TabFocusReason)
        said = WORDS.sentences((WORDS.sentence(spoken), self.text.text()))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def place_beside(self, about: QRect | None, room: QRect) -> None:
        """Move beside a part of the window, within `room`, and frame it; None keeps the position without a frame."""
        width = min(_WIDTH, room.width())
        self.resize(width, self.heightForWidth(width))
        if about is None:
            self.ring.hide()
            self.move(_within(self.pos(), self.size(), room))
            return
        about = about.intersected(room)
        self.ring.setGeometry(about.adjusted(-_RING, -_RING, _RING, _RING).intersected(room))
        self.ring.show()
        self.move(place_of(self.size(), about, room))
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        ground, edge = theme.color("raised"), theme.color("accent")
        draw_box(QPainter(self), QRectF(self.rect()), RADII.card, ground, edge)

    def eventFilter(self, _button: QObject, event: QEvent) -> bool:
        """Handle the arrow keys, with which a button would move the focus to the next one."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        is_next, is_back = (event.key() == key for key in (Qt.Key.Key_Right, Qt.Key.Key_Left))
        if is_next:
            self._actions.go_on()
        elif is_back:
            self._actions.go_back()
        return is_next or is_back

    def _lay_out(self) -> None:
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.close_button)
        bottom.addWidget(self.place)
        bottom.addStretch(1)
        bottom.addWidget(self.back_button)
        bottom.addWidget(self.next_button)
        for label in (self.title, self.text):
            label.setWordWrap(True)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_INSET, _INSET - 4, _INSET - 4, _INSET - 2)
        rows.setSpacing(_SPACING)
        rows.addLayout(top)
        rows.addWidget(self.text)
        rows.addLayout(bottom)


def place_of(size: QSize, about: QRect, room: QRect) -> QPoint:
    """Return the position of a card beside its subject: on a side with enough space, else over its lower end."""
    left, right = about.left() - _GAP - size.width(), about.right() + 1 + _GAP
    below, above = about.bottom() + 1 + _GAP, about.top() - _GAP - size.height()
    middle = about.center().y() - size.height() // 2
    in_line = about.right() + 1 - size.width()
    upright = about.height() > size.height() / 2
    sides = [QPoint(left, middle), QPoint(right, middle)]
    ends = [QPoint(in_line, below), QPoint(in_line, above)]
    for corner in (*sides, *ends) if upright else (*ends, *sides):
        moved = _within(corner, size, room)
        if not QRect(moved, size).intersects(about):
            return moved
    return _within(QPoint(in_line - _GAP, about.bottom() + 1 - size.height() - _GAP), size, room)


def _within(corner: QPoint, size: QSize, room: QRect) -> QPoint:
    right, bottom = room.right() + 1 - size.width(), room.bottom() + 1 - size.height()
    x, y = max(room.left(), min(corner.x(), right)), max(room.top(), min(corner.y(), bottom))
    return QPoint(x, y)


class Examples(Protocol):
    """Opens an example in this document."""

    def lay_out(self, lesson_id: str) -> None: ...


class TourController(Controller):
    """Shows the tour on an example; the person's open files stay unchanged."""

    def __init__(self, context: Context, examples: Examples, matrix: QTableView) -> None:
        super().__init__(context)
        self._view = matrix
        self._examples = examples
        self._was_offered = False
        self.step: int | None = None
        """The current step, counted from 0; None if no tour is running."""
        self._seen: QWidget | None = None
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), context.window, enabled=False)
        context.document.opened.connect(self._on_opened)
        context.session.selection_changed.connect(self._place)
        context.session.analysis_settled.connect(self._place)
        for bar in (matrix.verticalScrollBar(), matrix.horizontalScrollBar()):
            bar.valueChanged.connect(self._place)

    @cached_property
    def card(self) -> TourCard:
        """The card, above the whole document."""
        card = TourCard(self, self._window)
        self._window.add_card(card)
        card.ring.stackUnder(card)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.activated.connect(self.end)
        theme.changed.connect(self._place)
        return card

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"help.tour": self.begin}

    def state(self) -> Mapping[str, object]:
        return {"tour_was_offered": self._was_offered}

    def restore(self, state: "State") -> None:
        self._was_offered = state.tour_was_offered
        self._context.start_page.show_tour_offer(is_shown=state.offers_tour)

    def close(self) -> None:
        self.end()

    def begin(self) -> None:
        """Start the tour on its example: in its tab if it is open, else in a new one."""
        self.decline()
        place = self if self.step is not None else self._tabs.studio_of(self._tabs.place(self._context)).tour
        place.start()

    def end(self) -> None:
        """Hide the card; the example stays."""
        if self.step is None:
            return
        self.step = None
        had_keyboard = self._window.has_keyboard(self.card)
        self._watch(None)
        self._window.removeEventFilter(self)
        self._escape.setEnabled(False)
        self.card.ring.hide()
        self.card.hide()
        if had_keyboard:
            self._editor.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the highlighted widget."""
        if event.type() in _OF_A_PLACE:
            self._place()
        return super().eventFilter(watched, event)

    def start(self) -> None:
        self._examples.lay_out(EXAMPLE)
        self._window.installEventFilter(self)
        self._escape.setEnabled(True)
        self._show(0)

    def _show(self, step: int) -> None:
        self.step = step
        sight = STEPS[step].sight
        self._window.work.hide_editor_panel()
        if sight is Sight.CHANGES:
            self._window.actions_by_id["simulate.changes"].trigger()
        else:
            self._window.show_tab("simulation")
            self._pages.show_first()
            if sight is Sight.PROBLEMS:
                self._window.show_tab("problems")
        self._watch(self._sight())
        self.card.show_step(STEPS, step)
        self._place()

    def _sight(self) -> QWidget:
        """Return the widget that a step is about, or that contains it."""
        view = self._view
        sight = STEPS[self.step or 0].sight
        if sight is Sight.URLS:
            return view.verticalHeader()
        if sight is Sight.CELL:
            return view.viewport()
        work = self._window.work
        if sight is Sight.PROBLEMS and work.editor_panel is not None:
            return work.editor_panel
        return work.lower_panel if sight is Sight.WHY else work.tab_stack

    def _watch(self, seen: QWidget | None) -> None:
        if self._seen is not None:
            self._seen.removeEventFilter(self)
        self._seen = seen
        if seen is not None:
            seen.installEventFilter(self)

    def _place(self, *_: object) -> None:
        """Place the card beside the current position of its subject."""
        if self.step is None or self._seen is None:
            return
        seen, view = self._seen, self._view
        about = seen.rect()
        if STEPS[self.step].sight is Sight.CELL:
            cell = view.visualRect(view.currentIndex()).intersected(about)
            about = cell if cell.isValid() else about
        is_seen = seen.isVisibleTo(self._window)
        there = QRect(seen.mapTo(self._window, QPoint()) + about.topLeft(), about.size()) if is_seen else None
        self.card.place_beside(there, self._window.rect())

    def go_on(self) -> None:
        """Show the next step; after the last, end the tour."""
        if self.step is None:
            return
        if self.step + 1 < len(STEPS):
            self._show(self.step + 1)
        else:
            self.end()

    def go_back(self) -> None:
        """Show the step before."""
        if self.step:
            self._show(self.step - 1)

    def _on_opened(self) -> None:
        """End the tour over another text than the example; a person who opens files needs no offer."""
        self.end()
        self.decline()

    def decline(self) -> None:
        """Offer the tour no more."""
        self._context.start_page.show_tour_offer(is_shown=False)
        if not self._was_offered:
            self._was_offered = True
            self.state_changed.emit()
