"""Keeps the comparison up to date beside the window: soon if it is cheap or visible, else when typing pauses."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from robotstudio.draft.changes.compared import ChangeQuestion, Compared, DraftComparer
from robotstudio.ui.jobs.background import Background

_CHEAP_MS = 20.0
_CHEAP_CELLS = 2_000_000
_REST_MS = 1000


class ChangeWatch(QObject):
    """`question()` gives what is to be compared now, None for nothing; only the last one asked is answered."""

    compared = Signal(object)
    outdated = Signal()

    def __init__(self, question: Callable[[], ChangeQuestion | None], parent: QObject) -> None:
        super().__init__(parent)
        self._question = question
        self._comparing = DraftComparer()
        self._last: Compared | None = None
        self._is_seen = False
        self._background = Background("changes", self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)
        self._background.answered.connect(self._on_answered)

    @property
    def last(self) -> Compared | None:
        """The last answer; it may be about an older draft."""
        return self._last

    def set_seen(self, is_seen: bool) -> None:
        """Tell whether the changes are in front."""
        self._is_seen = is_seen
        if is_seen and self._timer.isActive():
            self._timer.start(0)

    def look(self) -> None:
        """Something that the answer depends on has changed."""
        self._background.cancel()
        self.outdated.emit()
        self._timer.start(0 if self._is_seen or self._is_cheap() else _REST_MS)

    def close(self) -> None:
        self._timer.stop()
        self._background.close()

    def _is_cheap(self) -> bool:
        question = self._question()
        if question is None or question.cells > _CHEAP_CELLS:
            return False
        return self._last is None or self._last.elapsed_ms <= _CHEAP_MS or question.cells < self._last.question.cells

    def _on_timeout(self) -> None:
        question = self._question()
        if question is not None:
            self._background.ask(partial(self._comparing.work, question))

    def _on_answered(self, answer: Compared | None) -> None:
        if answer is not None:
            self._last = answer
            self.compared.emit(answer)
