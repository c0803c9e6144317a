"""Compares the live file with the draft beside the window; only the last request is answered."""

from threading import Event, Thread

from PySide6.QtCore import QObject, QTimer, Signal

from robotstudio.app.changes.text_comparison import TextComparison, compare_texts

_POLL_MS = 8


class Comparer(QObject):
    """One thread for each comparison, at most one at a time.

    The thread holds octets and nothing of Qt, and this object looks for its answer: a panel may be closed and deleted
    while a comparison runs, and nothing is emitted on an object that is gone.
    """

    compared = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._job: _Job | None = None
        self._waiting: _Job | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._on_timeout)

    def compare(self, live: bytes, draft: bytes) -> None:
        """Ask for a comparison; one that is under way is dropped."""
        self.cancel()
        self._waiting = _Job(live, draft)
        if self._job is None:
            self._begin()

    def cancel(self) -> None:
        """Drop what was asked for."""
        self._waiting = None
        if self._job is not None:
            self._job.stopped.set()

    def close(self) -> None:
        """Drop what was asked for and wait for the thread, which stops at once."""
        self.cancel()
        self._timer.stop()
        if self._job is not None:
            self._job.join()
            self._job = None

    def _begin(self) -> None:
        self._job, self._waiting = self._waiting, None
        if self._job is None:
            self._timer.stop()
            return
        self._job.start()
        self._timer.start()

    def _on_timeout(self) -> None:
        job = self._job
        if job is None or job.is_alive():
            return
        self._begin()
        if job.answer is not None and not job.stopped.is_set():
            self.compared.emit(job.answer)


class _Job(Thread):
    """One comparison; its answer is useless where it was stopped."""

    def __init__(self, live: bytes, draft: bytes) -> None:
        super().__init__(name="comparison", daemon=True)
        self._files = live, draft
        self.stopped = Event()
        self.answer: TextComparison | None = None

    def run(self) -> None:
        self.answer = compare_texts(*self._files, is_cancelled=self.stopped.is_set)
