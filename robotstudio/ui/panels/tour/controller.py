"""The tour: offered once on the start page, available in the help, and shown on an example in its own tab."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QTableView, QWidget

from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.panels.tour.panel import TourCard
from robotstudio.ui.panels.tour.steps import EXAMPLE, STEPS, Sight
from robotstudio.ui.theme.theme import theme

if TYPE_CHECKING:
    from robotstudio.project.state import State

_OF_A_PLACE = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})


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
    def card(self) -> "TourCard":
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
        self.card.lie_beside(there, self._window.rect())

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
