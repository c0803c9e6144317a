"""Which rows the matrix lists, and in which order: small lists at once, others in a thread beside the window."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from robotstudio.app.analysis import Analysis
from robotstudio.app.listing.filters import Filters, Listing
from robotstudio.app.listing.lister import NO_MARKS, Lister, ListingQuestion
from robotstudio.app.listing.marks import MatrixMarks
from robotstudio.app.listing.sorting import SortKey, next_key
from robotstudio.engine.cancelling import Cancelled, checkpoint_of
from robotstudio.ui.background import Background
from robotstudio.ui.panels.simulation.narrowing import NarrowingBar

_MOST_AT_ONCE = 20_000


class MatrixListing(QObject):
    """Lists anew whenever something changes that the list depends on.

    `listed` carries the last question and its `Listing`, `delayed` the analysis whose list is still worked out.
    """

    listed = Signal(object, object)
    delayed = Signal(object)

    def __init__(self, narrowing: NarrowingBar, parent: QObject) -> None:
        super().__init__(parent)
        self._narrowing = narrowing
        self._analysis: Analysis | None = None
        self._filters = Filters()
        self._sort: SortKey | None = None
        self._marks = NO_MARKS
        self._here, self._there = Lister(), Lister()
        self._background = Background("listing", self)
        self._background.answered.connect(self._on_answered)

    @property
    def analysis(self) -> Analysis | None:
        """What is listed, None before the first answer."""
        return self._analysis

    @property
    def marks(self) -> MatrixMarks:
        """What is marked on the cells."""
        return self._marks

    def show_analysis(self, analysis: Analysis) -> None:
        """List the rows of another analysis."""
        self._analysis = analysis
        self.update()

    def set_filters(self, filters: Filters) -> None:
        """List what fulfils other filters."""
        self._filters = filters
        self.update()

    def sort_by(self, key: SortKey | None) -> None:
        """List in another order, None for that in which the URLs were added."""
        self._sort = key
        self.update()

    def next_sort(self, token: str | None) -> SortKey | None:
        """The order that a click on the title of a crawler asks for, None for that of the URLs."""
        return next_key(self._sort, token)

    def set_marks(self, marks: MatrixMarks) -> None:
        """Mark other cells."""
        self._marks = marks
        self.update()

    def close(self) -> None:
        self._background.close()

    def update(self) -> None:
        analysis = self._analysis
        if analysis is None:
            return
        narrowed = self._narrowing.within(analysis)
        question = ListingQuestion(analysis, self._filters, self._sort, self._marks, narrowed)
        if question.is_plain or len(analysis.urls) <= _MOST_AT_ONCE:
            self._background.cancel()
            self.listed.emit(question, self._here.rows(question))
        else:
            self._background.ask(partial(_listed, self._there, question))
            self.delayed.emit(analysis)

    def _on_answered(self, answer: tuple[ListingQuestion, Listing] | None) -> None:
        if answer:
            self.listed.emit(*answer)


def _listed(
    lister: Lister, question: ListingQuestion, is_cancelled: Callable[[], bool]
) -> tuple[ListingQuestion, Listing] | None:
    try:
        return question, lister.rows(question, checkpoint_of(is_cancelled))
    except Cancelled:
        return None
