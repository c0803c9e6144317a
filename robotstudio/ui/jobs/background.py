"""Answers to questions about frozen data, worked out in a thread; only the last question asked is answered."""

import logging
from collections.abc import Callable
from functools import partial
from threading import Condition, Thread
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.store.errors import UnexpectedError
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST

_log = logging.getLogger(__name__)

Work = Callable[[Callable[[], bool]], Any]
"""What is to be worked out: plain data bound into it, and asked now and then whether its answer is still wanted."""


class Background(QObject):
    """One thread with room for one waiting question: a newer one takes the place of an older one.

    It lives as long as the window and owns the queued signal; the thread holds plain data only, and starts with the
    first question. `answered` carries what the work returned. `failed` carries the exception that it raised: one of
    this package's own, which says what to tell the person, or an `UnexpectedError` in place of any other, which is
    logged, so that `Faults` shows it once.
    """

    answered = Signal(object)
    failed = Signal(object)
    _done = Signal(int, object, object)

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._name = name
        self._last = 0
        self._is_waiting = False
        self._worker: _Worker | None = None
        self._done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._is_waiting

    def ask(self, work: Work) -> None:
        """Have something worked out; what was asked before is dropped."""
        self._last += 1
        self._is_waiting = True
        if self._worker is None:
            self._worker = _Worker(self._name, self._done.emit)
        self._worker.submit(self._last, work)

    def cancel(self) -> None:
        """Drop what was asked."""
        self._last += 1
        if self._worker and self._is_waiting:
            self._worker.drop(self._last)
        self._is_waiting = False

    def close(self) -> None:
        """End the thread; work that still runs is told to stop and waited for."""
        self._last += 1
        self._is_waiting = False
        if self._worker:
            self._worker.close()
            self._worker = None

    def _on_done(self, number: int, answer: object, error: object) -> None:
        if number != self._last:
            return
        self._is_waiting = False
        if error is None:
            self.answered.emit(answer)
        else:
            self.failed.emit(error)


def _is_expected(problem: Exception) -> bool:
    """True for this package's own exceptions, which are answers: a file that cannot be written, work given up."""
    return type(problem).__module__.startswith("robotstudio.")


class _Worker:
    """The thread; `_wanted` is the number of the last question."""

    def __init__(self, name: str, done: Callable[[int, object, object], None]) -> None:
        self._done = done
        self._changed = Condition()
        self._wanted = 0
        self._waiting: Work | None = None
        self._is_closing = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, number: int, work: Work) -> None:
        with self._changed:
            self._wanted, self._waiting = number, work
            self._changed.notify()

    def drop(self, number: int) -> None:
        """Want nothing; the thread is not woken for that, since it would take the interpreter from the window."""
        with self._changed:
            self._wanted, self._waiting = number, None

    def close(self) -> None:
        with self._changed:
            self._is_closing = True
            self._wanted, self._waiting = -1, None
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while job := self._next():
            number, work = job
            answer: object = None
            error: object = None
            try:
                answer = work(partial(self._is_left, number))
            except Exception as problem:  # noqa: BLE001 - the thread must live on; who asked is told
                error = problem
                if not _is_expected(problem):
                    error = UnexpectedError()
                    error.__cause__ = problem
                    if number == self._wanted:
                        _log.exception("unexpected error in the thread “%s”", self._thread.name)
            if number == self._wanted and not self._is_closing:
                self._done(number, answer, error)

    def _is_left(self, number: int) -> bool:
        """Whether nobody wants the answer; asked between two steps, where the window goes first."""
        WINDOW_FIRST.give()
        return number != self._wanted

    def _next(self) -> tuple[int, Work] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting is not None or self._is_closing)
            work, self._waiting = self._waiting, None
            return None if self._is_closing or work is None else (self._wanted, work)
