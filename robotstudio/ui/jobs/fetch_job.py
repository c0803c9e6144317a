"""Jobs of many fetches in the background; the fetch modules are imported on their thread, not here."""

from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.fetch.options import DefaultOptions
from robotstudio.fetch.worker import FetchThread


class FetchJob(QObject):
    """One job at a time on its own thread; lives as long as the program, because the thread emits its signals."""

    fetched = Signal(object)  # Evidence, of each robots.txt requested on the way

    _ended = Signal(int, object)

    def __init__(self, parent: QObject, usual: DefaultOptions | None = None) -> None:
        super().__init__(parent)
        self._thread = FetchThread(usual=usual)
        self._job = 0
        self.busy = False
        """True if a job is running."""
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def cancel(self) -> None:
        """Cancel the running job; it ends shortly after."""
        if self.busy:
            self._thread.cancel(self._job)

    def close(self) -> None:
        """End the thread; no signal comes after it."""
        self._job += 1
        self.busy = False
        self._thread.close()

    def _begin(self) -> int:
        self.cancel()
        self._job += 1
        self.busy = True
        return self._job

    def _on_ended(self, job: int, result: object) -> None:
        if job == self._job:
            self.busy = False
            self._end(result)

    def _end(self, result: object) -> None:
        """Emit the result in a subclass; None if the job was cancelled."""
