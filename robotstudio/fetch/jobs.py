"""The fetches on one event loop, by job id. Used by the fetch thread only."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from robotstudio.fetch.address import FetchTarget
from robotstudio.fetch.client import Fetcher, OnProgress, target_of
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.options import PLAIN, DefaultOptions, FetchOptions
from robotstudio.fetch.resolving import FetchLoop

Work = Callable[[Fetcher], Awaitable[object]]
OnDone = Callable[[int, Evidence], None]


class Jobs:
    """Starts and cancels fetches on its own loop; each started fetch is reported as done exactly once."""

    def __init__(self, limits: Limits, usual: DefaultOptions | None = None) -> None:
        self.loop = FetchLoop()
        self._fetcher = Fetcher(limits, usual)
        self._running: dict[int, asyncio.Task[Any]] = {}

    def start(
        self,
        address: str | FetchTarget,
        job_id: int,
        on_done: OnDone,
        on_progress: OnProgress | None,
        options: FetchOptions = PLAIN,
    ) -> None:
        """Start a fetch; an invalid address is answered at once."""
        target = target_of(address)
        if isinstance(target, Evidence):
            self.loop.call_soon(on_done, job_id, target)
            return
        coroutine = self._fetcher.robots(target, options, on_progress=on_progress, job_id=job_id)
        task = self.loop.create_task(coroutine)
        self._running[job_id] = task
        task.add_done_callback(partial(self._on_task_done, target.url, job_id, on_done))

    def run(self, work: Work, job_id: int, on_done: Callable[[int, object], None]) -> None:
        """Start a job of several fetches."""
        task = self.loop.create_task(_worked(work, self._fetcher))
        self._running[job_id] = task
        task.add_done_callback(partial(self._on_work_done, job_id, on_done))

    def cancel(self, job_id: int) -> None:
        """Cancel a job; does nothing if it has just ended."""
        if job_id in self._running:
            self._running[job_id].cancel()

    def serve(self) -> None:
        """Run until the loop is stopped, then cancel all fetches and close their connections."""
        try:
            self.loop.run_forever()
            self.loop.run_until_complete(self._cancel_all())
        finally:
            self.loop.close()

    async def _cancel_all(self) -> None:
        tasks = tuple(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_task_done(self, url: str, job_id: int, on_done: OnDone, task: "asyncio.Task[Evidence]") -> None:
        if self._running.get(job_id) is task:
            del self._running[job_id]
        cancelled = nothing_fetched(url, FetchOutcome.CANCELLED, Failure(FailureKind.CANCELLED), datetime.now(UTC))
        on_done(job_id, cancelled if task.cancelled() else task.result())

    def _on_work_done(self, job_id: int, on_done: Callable[[int, object], None], task: "asyncio.Task[object]") -> None:
        if self._running.get(job_id) is task:
            del self._running[job_id]
        if task.cancelled():
            on_done(job_id, None)
        elif (error := task.exception()) is not None:
            self.loop.call_exception_handler({"message": "a job of several fetches failed", "exception": error})
            on_done(job_id, None)
        else:
            on_done(job_id, task.result())


async def _worked(work: Work, fetcher: Fetcher) -> object:
    return await work(fetcher)
