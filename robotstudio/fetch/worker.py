"""Fetching off the main thread: one thread with one event loop, started by the first fetch, ended by `close`.

Callbacks run on the fetch thread and get plain data. A window passes the `emit` of a signal whose object outlives the
thread. Importing httpx takes longer than a frame, so only the fetch thread does it.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from robotstudio.fetch.address import FetchTarget
from robotstudio.fetch.evidence import Evidence, FetchProgress
from robotstudio.fetch.limits import DEFAULT_LIMITS, Limits
from robotstudio.fetch.options import PLAIN, DefaultOptions, FetchOptions

if TYPE_CHECKING:
    from robotstudio.fetch.jobs import Jobs, Work

_JOIN_SECONDS = 10.0


class FetchThread:
    """Runs fetches concurrently. No method blocks, except for `close`, which waits for the thread to end."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS, usual: DefaultOptions | None = None) -> None:
        self._limits = limits
        self._usual = usual
        self._lock = threading.Lock()
        self._callback_lock = threading.RLock()  # held during callbacks, which may call `close`
        self._waiting: list[Callable[[Jobs], None]] = []  # until the loop runs
        self._thread: threading.Thread | None = None
        self._jobs: Jobs | None = None
        self._closed = False

    def start(
        self,
        address: str | FetchTarget,
        job_id: int,
        on_done: Callable[[int, Evidence], None],
        on_progress: Callable[[FetchProgress], None] | None = None,
        options: FetchOptions = PLAIN,
    ) -> None:
        """Fetch the robots.txt of `address`; `on_done(job_id, evidence)` is called exactly once."""
        done = self.until_closed(on_done)
        progress = None if on_progress is None else self.until_closed(on_progress)
        self._post(lambda jobs: jobs.start(address, job_id, done, progress, options))

    def run(self, work: "Work", job_id: int, on_done: Callable[[int, object], None]) -> None:
        """Run a job of several fetches: `on_done(job_id, result)` is called exactly once, with None on failure.

        `work` gets a `Fetcher` and is awaited on the fetch thread: `check_page`, `fetch_variants`, `fetch_hosts` … Its
        own callbacks have to be wrapped in `until_closed`.
        """
        done = self.until_closed(on_done)
        self._post(lambda jobs: jobs.run(work, job_id, done))

    def cancel(self, job_id: int) -> None:
        """Cancel a fetch; its `on_done` gets evidence with the outcome `cancelled`."""
        if self._thread is not None:
            self._post(lambda jobs: jobs.cancel(job_id))

    def until_closed(self, callback: Callable[..., None]) -> Callable[..., None]:
        """Wrap a callback so that it does nothing after `close`, even if it was about to run."""

        def unless_closed(*args: object) -> None:
            with self._callback_lock:
                if not self._closed:
                    callback(*args)

        return unless_closed

    def close(self) -> None:
        """Cancel everything and end the thread. No callback is called afterwards; idempotent."""
        with self._callback_lock, self._lock:
            if self._jobs is not None and not self._closed:
                self._jobs.loop.call_soon_threadsafe(self._jobs.loop.stop)
            self._closed = True
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_JOIN_SECONDS)

    def _post(self, command: "Callable[[Jobs], None]") -> None:
        with self._lock:
            if self._closed:
                return
            if self._jobs is not None:
                self._jobs.loop.call_soon_threadsafe(command, self._jobs)
                return
            self._waiting.append(command)
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="fetch", daemon=True)
                self._thread.start()

    def _serve(self) -> None:
        from robotstudio.fetch.jobs import Jobs  # brings httpx, which takes longer than a frame

        jobs = Jobs(self._limits, self._usual)
        with self._lock:
            if self._closed:
                jobs.loop.close()
                return
            self._jobs = jobs
            for command in self._waiting:
                jobs.loop.call_soon(command, jobs)
            self._waiting.clear()
        jobs.serve()
