"""Compares the draft with the baseline in a thread."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from robotstudio.draft.changes.comparison import ChangeQuestion, DraftComparer, DraftComparison
from robotstudio.ui.jobs.background import Background


class ChangeWatch(QObject):
    """`question()` returns the comparison wanted now, or None; only the last one requested is answered."""

    compared = Signal(object)
    outdated = Signal()

    def __init__(self, question: Callable[[], ChangeQuestion | None], parent: QObject) -> None:
        super().__init__(parent)
        self._question = question
        self._comparing = DraftComparer()
        self.last: DraftComparison | None = None
        """The last result, possibly of an older draft."""
        self._background = Background("changes", self)
        self._background.answered.connect(self._on_answered)

    def look(self) -> None:
        """Compare again after a change of the inputs."""
        self.cancel()
        self.outdated.emit()
        question = self._question()
        if question is not None:
            self._background.ask(partial(self._comparing.work, question))

    def cancel(self) -> None:
        """Cancel the comparison: the draft has changed, and `look` follows."""
        self._background.cancel()

    def close(self) -> None:
        self._background.close()

    def _on_answered(self, answer: DraftComparison | None) -> None:
        if answer is not None:
            self.last = answer
            self.compared.emit(answer)
