"""The job pool: answers questions about frozen data in threads; each asker gets its last answer only."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from threading import Lock, current_thread
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.store.errors import UnexpectedError
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST

_log = logging.getLogger(__name__)

_MOST_THREADS: Final = 64
"""More than a window has askers: a survey may occupy its thread for hours. Threads are started on demand."""
_NOTHING: Final = -1

Work = Callable[[Callable[[], bool]], Any]
"""The work: a callable with plain data bound, which polls its argument for cancellation."""


class Background(QObject):
    """One asker: its questions are answered one at a time, and a newer one replaces an older one.

    It lives as long as the window and owns the queued signal; a thread holds plain data only. `answered` carries the
    result. `failed` carries the exception: one of this package's own, with a message for the user, or an
    `UnexpectedError` in place of any other, which is logged, so that `Faults` shows it once.
    """

    answered = Signal(object)
    failed = Signal(object)
    _done = Signal(int, object, object)

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._name = name
        self._last = 0
        self._is_waiting = False
        self._line: _Line | None = None
        self._done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """True if an answer is pending."""
        return self._is_waiting

    def ask(self, work: Work) -> None:
        """Run some work; earlier work is dropped."""
        self._last += 1
        self._is_waiting = True
        if self._line is None:
            self._line = _Line(self._name, self._done.emit)
        self._line.submit(self._last, work)

    def cancel(self) -> None:
        """Drop the pending work."""
        self._last += 1
        if self._line and self._is_waiting:
            self._line.drop(self._last)
        self._is_waiting = False

    def close(self) -> None:
        """Accept no more work; cancel running work and wait for it."""
        self._last += 1
        self._is_waiting = False
        if self._line:
            self._line.close()
            self._line = None

    def _on_done(self, number: int, answer: object, error: object) -> None:
        if number != self._last:
            return
        self._is_waiting = False
        if error is None:
            self.answered.emit(answer)
        else:
            self.failed.emit(error)


def _is_expected(problem: Exception) -> bool:
    """Return True for this package's own exceptions, which are answers: an unwritable file, cancelled work."""
    return type(problem).__module__.startswith("robotstudio.")


class _Pool:
    """The threads for all windows; they end when the last `Background` that used them is closed."""

    def __init__(self) -> None:
        self._executor: ThreadPoolExecutor | None = None
        self._users = 0

    def join(self) -> ThreadPoolExecutor:
        self._executor = self._executor or ThreadPoolExecutor(_MOST_THREADS, "idle")
        self._users += 1
        return self._executor

    def leave(self) -> None:
        self._users -= 1
        if self._executor and not self._users:
            self._executor.shutdown()
            self._executor = None


_POOL = _Pool()


class _Line:
    """The questions of one `Background`, answered in order; `_wanted` is the number of the last."""

    def __init__(self, name: str, done: Callable[[int, object, object], None]) -> None:
        self._name = name
        self._done = done
        self._threads = _POOL.join()
        self._lock = Lock()
        self._wanted = 0
        self._waiting: Work | None = None
        self._running: Future[None] | None = None

    def submit(self, number: int, work: Work) -> None:
        with self._lock:
            self._wanted, self._waiting = number, work
            if self._running is None:
                self._running = self._threads.submit(self._run)

    def drop(self, number: int) -> None:
        """Drop the pending answer."""
        with self._lock:
            self._wanted, self._waiting = number, None

    def close(self) -> None:
        self.drop(_NOTHING)
        if running := self._running:
            wait([running])
        _POOL.leave()

    def _run(self) -> None:
        thread = current_thread()
        idle_name, thread.name = thread.name, self._name
        while job := self._next():
            number, work = job
            answer: object = None
            error: object = None
            try:
                answer = work(partial(self._is_dropped, number))
            except Exception as problem:  # noqa: BLE001 - the thread must live on; who asked is told
                error = problem
                if not _is_expected(problem):
                    error = UnexpectedError()
                    error.__cause__ = problem
                    if number == self._wanted:
                        _log.exception("unexpected error in the thread “%s”", self._name)
            if number == self._wanted:
                self._done(number, answer, error)
        thread.name = idle_name

    def _is_dropped(self, number: int) -> bool:
        """Return True if the answer is obsolete. Called between two steps, at which the window has priority."""
        WINDOW_FIRST.give()
        return number != self._wanted

    def _next(self) -> tuple[int, Work] | None:
        with self._lock:
            work, self._waiting = self._waiting, None
            if work is None:
                self._running = None
                return None
            return self._wanted, work
