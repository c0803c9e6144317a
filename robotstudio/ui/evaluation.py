"""Drafts are evaluated here: small ones at once, large ones in a worker thread; only the last one asked for counts."""

import logging
from collections.abc import Callable
from threading import Condition, Thread

from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.ui.analysis import Analysis, Request, analyse

_log = logging.getLogger(__name__)

_SMALL_BODY = 48 * 1024
_SMALL_MATRIX = 20_000
_SAME_FRAME_MS = 8.0

_Job = tuple[Request, Analysis | None]


class Evaluator(QObject):
    """Answers each request with an `Analysis`, unless a later request comes first.

    It lives as long as the program and owns the queued signal; the worker thread holds plain data only.
    """

    finished = Signal(object)
    _answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """An evaluator without a thread; that starts with the first large draft."""
        super().__init__(parent)
        self._last: Analysis | None = None
        self._wanted = -1
        self._worker: _Worker | None = None
        self._answered.connect(self._on_answered, Qt.ConnectionType.QueuedConnection)

    def evaluate(self, request: Request) -> bool:
        """Evaluate a request; True where the answer was given already, False where it will come with `finished`."""
        self._wanted = request.revision
        if self._is_small(request):
            self._deliver(analyse(request, self._last))
            return True
        if self._worker is None:
            self._worker = _Worker(self._answered.emit)
        self._worker.submit((request, self._last))
        return False

    def close(self) -> None:
        """End the worker thread; an evaluation that still runs is waited for and dropped."""
        self._wanted = -1
        if self._worker:
            self._worker.close()
            self._worker = None

    def _is_small(self, request: Request) -> bool:
        """Whether the answer will be there within the same frame, as far as the one before can tell."""
        if len(request.urls) * len(request.crawlers) > _SMALL_MATRIX:
            return False
        last = self._last
        if last is None or last.urls is not request.urls:
            return len(request.body) <= _SMALL_BODY
        return abs(len(request.body) - last.size) <= _SMALL_BODY and last.processor_ms <= _SAME_FRAME_MS

    def _on_answered(self, analysis: Analysis) -> None:
        if analysis.revision == self._wanted:
            self._deliver(analysis)

    def _deliver(self, analysis: Analysis) -> None:
        self._last = analysis
        self.finished.emit(analysis)


class _Worker:
    """One thread with room for one waiting job: a newer job takes the place of an older one."""

    def __init__(self, answer: Callable[[Analysis], None]) -> None:
        self._answer = answer
        self._changed = Condition()
        self._waiting: _Job | None = None
        self._is_closing = False
        self._thread = Thread(target=self._run, name="evaluation", daemon=True)
        self._thread.start()

    def submit(self, job: _Job) -> None:
        with self._changed:
            self._waiting = job
            self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._is_closing = True
            self._waiting = None
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while job := self._next():
            request, previous = job
            try:
                analysis = analyse(request, previous)
            except Exception:  # noqa: BLE001 - the thread must live on for the next draft; the log says what happened
                _log.exception("the draft of revision %d could not be evaluated", request.revision)
                continue
            if not self._is_closing:
                self._answer(analysis)

    def _next(self) -> _Job | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting is not None or self._is_closing)
            job, self._waiting = self._waiting, None
            return None if self._is_closing else job
