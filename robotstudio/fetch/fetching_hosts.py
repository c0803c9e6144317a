"""Fetch the robots.txt of many hosts at once, within limits; `hosts` has the list and the results."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from robotstudio.fetch.address import host_of
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.hosts import HostLimits, HostResult, HostsProgress, HostsState, result_of
from robotstudio.fetch.options import PLAIN, FetchOptions

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher


async def fetch_hosts(
    fetcher: "Fetcher",
    state: HostsState,
    options: FetchOptions = PLAIN,
    limits: HostLimits | None = None,
    on_progress: Callable[[HostsProgress], None] | None = None,
    on_evidence: Callable[[Evidence], None] | None = None,
) -> HostsState:
    """Fetch what remains. If cancelled, the results given to `on_progress` make a state to resume (`with_results`)."""
    run = _Run(fetcher, state, options, limits or HostLimits(), on_progress, on_evidence)
    return state.with_results(await run.all())


class _Run:
    """Workers that share one iterator of addresses."""

    def __init__(
        self,
        fetcher: "Fetcher",
        state: HostsState,
        options: FetchOptions,
        limits: HostLimits,
        on_progress: Callable[[HostsProgress], None] | None,
        on_evidence: Callable[[Evidence], None] | None,
    ) -> None:
        self._fetcher = fetcher
        self._limits = limits
        self._fetch_limits = replace(fetcher.limits, body=limits.body)
        self._options = options
        self._on_progress = on_progress
        self._on_evidence = on_evidence
        self._waiting = iter(state.remaining)
        self._total = len(state.addresses)
        self._done = self._total - len(state.remaining)
        self._results: list[HostResult] = []
        self._places: dict[str, asyncio.Semaphore] = {}
        self._next_start = 0.0

    async def all(self) -> list[HostResult]:
        """Fetch everything; return the results in order of arrival."""
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, self._limits.at_once)):
                group.create_task(self._work())
        return self._results

    async def _work(self) -> None:
        for address in self._waiting:
            place = self._places.setdefault(host_of(address), asyncio.Semaphore(max(1, self._limits.per_host)))
            async with place:
                await self._turn()
                evidence = await self._fetcher.robots(address, self._options, limits=self._fetch_limits)
            self._tell(result_of(address, evidence), evidence)

    async def _turn(self) -> None:
        """Wait for the rate limit."""
        if self._limits.per_second <= 0:
            return
        now = asyncio.get_running_loop().time()
        start = max(now, self._next_start)
        self._next_start = start + 1 / self._limits.per_second
        if start > now:
            await asyncio.sleep(start - now)

    def _tell(self, result: HostResult, evidence: Evidence) -> None:
        self._done += 1
        self._results.append(result)
        if self._on_evidence is not None:
            self._on_evidence(evidence)
        if self._on_progress is not None:
            self._on_progress(HostsProgress(self._done, self._total, result))
