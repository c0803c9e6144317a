"""Has rows listed: small lists at once, others in a thread, so that no list holds the window up."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from robotstudio.app.listing.filters import Listing
from robotstudio.app.listing.lister import Lister, Question
from robotstudio.engine.cancelling import Cancelled, checkpoint_of
from robotstudio.ui.background import Background

_MOST_AT_ONCE = 20_000


class Listings(QObject):
    """Answers the last question with `listed`, the question and its `Listing`."""

    listed = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._here, self._there = Lister(), Lister()
        self._background = Background("listing", self)
        self._background.answered.connect(self._on_answered)

    def ask(self, question: Question) -> bool:
        """Ask for a list; True where the answer was given already."""
        if question.is_plain or len(question.analysis.urls) <= _MOST_AT_ONCE:
            self._background.cancel()
            self.listed.emit(question, self._here.rows(question))
            return True
        self._background.ask(partial(_listed, self._there, question))
        return False

    def close(self) -> None:
        """End the thread."""
        self._background.close()

    def _on_answered(self, answer: tuple[Question, Listing] | None) -> None:
        if answer:
            self.listed.emit(*answer)


def _listed(lister: Lister, question: Question, is_cancelled: Callable[[], bool]) -> tuple[Question, Listing] | None:
    try:
        return question, lister.rows(question, checkpoint_of(is_cancelled))
    except Cancelled:
        return None
