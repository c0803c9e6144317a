"""Evaluates drafts: small ones at once, large ones in a worker thread. Only the last request is answered."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.revision import common_end, common_start
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.jobs.interpreter import give_back

_SMALL_BODY = 48 * 1024
_SMALL_MATRIX = 20_000
_MANY_URLS = 100_000
_SAME_FRAME_MS = 8.0
_SAME_SHARE = 0.9


class Evaluator(QObject):
    """Answers each request with an `Analysis`, unless a later request comes first.

    An obsolete evaluation is cancelled between two steps, except after an edit: in a large draft the next key always
    comes before the evaluation ends, so that no verdict would appear while the user types.
    """

    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a thread; the first large draft starts it."""
        super().__init__(parent)
        self._last: Analysis | None = None
        self._wanted = _Wanted()
        self._worker = Background("evaluation", self)
        self._running: Request | None = None
        self._next: Request | None = None
        self._worker.answered.connect(self._on_answered)
        self._worker.failed.connect(self._on_failed)

    def evaluate(self, request: Request) -> Analysis | None:
        """Return the answer to a request; None if it takes longer and arrives with `finished`."""
        self._wanted.table = request.table
        if self._is_small(request):
            self._worker.cancel()
            self._running = self._next = None
            self._last = analyse(request, self._last)
            return self._last
        if self._running is not None and _is_edit(self._running, request):
            self._next = request
        else:
            self._ask(request)
        return None

    def close(self) -> None:
        """End the worker thread, and cancel a running evaluation."""
        self._wanted.table = self._next = None
        self._worker.close()

    def _ask(self, request: Request) -> None:
        self._running, self._next = request, None
        self._worker.ask(partial(_analysed, request, self._last, self._wanted))

    def _go_on(self) -> None:
        self._running = None
        if self._next is not None:
            self._ask(self._next)

    def _is_small(self, request: Request) -> bool:
        """Return True if the answer should take less than a frame, judging by the previous one."""
        if len(request.urls) * len(request.crawlers) > _SMALL_MATRIX:
            return False
        if len(request.body) > _SMALL_BODY:
            return False  # one edit may cost a hundred times as much as the one before
        last = self._last
        return last is None or last.urls is not request.urls or last.processor_ms <= _SAME_FRAME_MS

    def _on_answered(self, analysis: Analysis | None) -> None:
        if analysis is not None:
            self._last = analysis
        self._go_on()
        if analysis is not None:
            self.finished.emit(analysis)

    def _on_failed(self, _problem: object) -> None:
        self._go_on()


def _is_edit(before: Request, after: Request) -> bool:
    """Return True if only part of the draft is new; else the previous answer is obsolete."""
    if before.table is not after.table or before.crawlers is not after.crawlers or before.scenario != after.scenario:
        return False
    most = min(len(before.body), len(after.body))
    start = common_start(before.body, after.body)
    return start + common_end(before.body, after.body, most - start) >= most * _SAME_SHARE


class _Wanted(Struct):
    """The URLs whose verdicts are needed; read by the worker."""

    table: UrlTable | None = None


def _analysed(
    request: Request, previous: Analysis | None, wanted: _Wanted, is_cancelled: Callable[[], bool]
) -> Analysis | None:
    """Return the answer, or None if cancelled."""

    def is_table_cancelled() -> bool:
        return wanted.table is not request.table

    is_new = previous is None or previous.table is not request.table
    try:
        analysis = analyse(request, previous, is_cancelled=is_cancelled, is_table_cancelled=is_table_cancelled)
    except Cancelled:
        return None
    if is_new and len(request.urls) >= _MANY_URLS:
        give_back()  # sorting URLs temporarily takes as much memory again as it keeps
    return analysis
