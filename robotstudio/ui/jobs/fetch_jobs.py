"""Fetches of many hosts, of a page and its resources, or of a site's files for AI; imported on demand."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from robotstudio.fetch.fetching_hosts import fetch_hosts
from robotstudio.fetch.hosts import HostLimits, HostResult, HostsProgress, HostsState
from robotstudio.fetch.options import DefaultOptions
from robotstudio.fetch.page_check import PageCheck, check_page
from robotstudio.policy.ai_files.study import ALL_PATHS, AiFiles, fetch_ai_files
from robotstudio.policy.meant import Gathered, gather
from robotstudio.ui.jobs.fetch_job import FetchJob

_BATCH_MS = 100


class HostsJob(FetchJob):
    """Fetches the robots.txt of many hosts; progress is emitted ten times a second at most."""

    progressed = Signal(object)  # HostsState
    ended = Signal(object)  # HostsState; incomplete if the job was cancelled

    _reported = Signal(int, object)

    def __init__(self, parent: QObject, usual: DefaultOptions | None = None) -> None:
        super().__init__(parent, usual)
        self._state = HostsState(())
        self._new: list[HostResult] = []
        self._timer = QTimer(self, interval=_BATCH_MS, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    def fetch(self, state: HostsState, limits: HostLimits) -> None:
        """Fetch the remaining hosts of a list."""
        self._state, job = state, self._begin()
        self._new.clear()
        work = partial(
            fetch_hosts,
            state=state,
            limits=limits,
            on_progress=self._thread.until_closed(partial(self._reported.emit, job)),
            on_evidence=self._thread.until_closed(self.fetched.emit),
        )
        self._thread.run(work, job, self._ended.emit)

    def close(self) -> None:
        """End the thread; no signal comes after it."""
        self._timer.stop()
        super().close()

    def _on_reported(self, job: int, progress: HostsProgress) -> None:
        if job != self._job:
            return
        self._new.append(progress.result)
        if not self._timer.isActive():
            self._timer.start()

    def _on_timeout(self) -> None:
        self._state = self._state.with_results(self._new)
        self._new.clear()
        self.progressed.emit(self._state)

    def _end(self, _result: object) -> None:
        self._timer.stop()
        self._state = self._state.with_results(self._new)
        self._new.clear()
        self.ended.emit(self._state)


class PageJob(FetchJob):
    """Fetches a page and the robots.txt of each host that it loads from."""

    ended = Signal(object)  # PageCheck, None if cancelled

    def check(self, address: str) -> None:
        """Check a page, cancelling a running check."""
        job = self._begin()
        work = partial(check_page, typed=address, on_evidence=self._thread.until_closed(self.fetched.emit))
        self._thread.run(work, job, self._ended.emit)

    def _end(self, result: object) -> None:
        self.ended.emit(result if isinstance(result, PageCheck) else None)


class AiFilesJob(FetchJob):
    """Fetches the files for AI of a site, or a page with what its site says about its use."""

    ended = Signal(object)  # AiFiles, or Gathered of a page; None if cancelled

    def fetch(self, site: str, licenses: Sequence[str]) -> None:
        """Fetch the files of a site, and RSL documents, cancelling a running job."""
        job = self._begin()
        work = partial(fetch_ai_files, typed=site, paths=ALL_PATHS, licenses=licenses)
        self._thread.run(work, job, self._ended.emit)

    def fetch_page(self, url: str, body: bytes) -> None:
        """Fetch a page, given as `normalise` returns it; the rules are those of a draft."""
        job = self._begin()
        self._thread.run(partial(gather, urls=[url], body=body), job, self._ended.emit)

    def _end(self, result: object) -> None:
        one = result[0] if isinstance(result, tuple) and result else result
        self.ended.emit(one if isinstance(one, AiFiles | Gathered) else None)
