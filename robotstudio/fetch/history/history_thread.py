"""The one thread of a window that reads and writes the history; it opens the file on the first request."""

import logging
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeAlias

from robotstudio.fetch.history.model import DEFAULT_LIMITS, HistoryLimits
from robotstudio.store.errors import HistoryError, RobotStudioError
from robotstudio.text.language import Told

if TYPE_CHECKING:  # its database is imported when it is first asked
    from robotstudio.fetch.history.store import History

_log = logging.getLogger(__name__)

Work: TypeAlias = "Callable[[History], Any]"
OnDone = Callable[[object, RobotStudioError | None], None]


class HistoryThread:
    """Runs jobs in order. Callbacks run on its thread and get plain data."""

    def __init__(self, path: Path, on_notice: Callable[[Told], None], limits: HistoryLimits = DEFAULT_LIMITS) -> None:
        self._path = path
        self._limits = limits
        self._on_notice = on_notice
        self._jobs: SimpleQueue[tuple[Work, OnDone, bool] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_closing = False

    def submit(self, work: Work, on_done: OnDone, *, is_kept: bool = False) -> None:
        """Queue a job; with `is_kept` it runs even if the window closes meanwhile."""
        if self._is_closing:
            return
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="history", daemon=True)
            self._thread.start()
        self._jobs.put((work, on_done, is_kept))

    def set_limits(self, limits: HistoryLimits) -> None:
        """Change the limits; prunes at once if the file is open."""
        self._limits = limits
        if self._thread is not None:
            self.submit(lambda history: history.limit(limits), _ignore_result, is_kept=True)

    def close(self) -> None:
        """Run the jobs that must be kept, close the file and end the thread. No callback is called afterwards."""
        self._is_closing = True
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _serve(self) -> None:
        history: History | None = None
        is_out_of_reach = False
        while job := self._jobs.get():
            work, on_done, is_kept = job
            if self._is_closing and (is_out_of_reach or not is_kept):
                continue  # do not retry the open for every remaining job
            answer: object = None
            problem: RobotStudioError | None = None
            try:
                history = history or self._opened()
                answer = work(history)
            except RobotStudioError as error:
                problem, is_out_of_reach = error, history is None
            except Exception as error:  # noqa: BLE001 - the thread must survive; the caller gets the error
                _log.exception("the history could not do what it was asked")
                problem = HistoryError("The history could not be used ({error}).", error=str(error))
            if not self._is_closing:
                on_done(answer, problem)
        if history is not None:
            try:
                history.close()
            except HistoryError as error:
                _log.warning("%s", error)

    def _opened(self) -> "History":
        from robotstudio.fetch.history.store import History  # noqa: PLC0415  # see above

        history = History.open(self._path, self._limits)
        if not self._is_closing:
            for notice in history.notices:
                self._on_notice(notice)
        return history


def _ignore_result(_answer: object, _problem: RobotStudioError | None) -> None:
    pass
