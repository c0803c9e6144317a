"""Concurrent fetches that share the deadline of one fetch."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec.structs import replace

from robotstudio.fetch.address import host_of
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.options import PLAIN, FetchOptions

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher  # brings httpx, which takes longer than a frame

T = TypeVar("T")
_LEAST_SECONDS: Final = 0.1  # with less time left nothing is started
_TOO_LATE: Final = frozenset({FailureKind.NOT_ASKED, FailureKind.TOTAL_TIMEOUT})


async def run_limited(works: Sequence[Callable[[], Awaitable[T]]], most: int) -> list[T]:
    """Return the results in the order of `works`, running at most `most` at once. Cancelling it cancels them all."""
    places = asyncio.Semaphore(most)

    async def one(work: Callable[[], Awaitable[T]]) -> T:
        async with places:
            return await work()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(work)) for work in works]
    return [task.result() for task in tasks]


class SharedDeadline:
    """Fetches that share the deadline of one fetch, starting now."""

    def __init__(self, fetcher: "Fetcher") -> None:
        self._fetcher = fetcher
        self._now = asyncio.get_running_loop().time
        self._end = self._now() + fetcher.limits.total_seconds

    async def robots(self, address: str, options: FetchOptions = PLAIN) -> Evidence:
        """Fetch a robots.txt."""
        limits = self._left()
        return (
            self._not_asked(address) if limits is None else await self._fetcher.robots(address, options, limits=limits)
        )

    async def page(self, url: str, options: FetchOptions = PLAIN) -> Evidence:
        """Fetch any http(s) URL."""
        limits = self._left()
        return self._not_asked(url) if limits is None else await self._fetcher.page(url, options, limits=limits)

    def _left(self) -> Limits | None:
        seconds = round(self._end - self._now(), 1)
        return None if seconds < _LEAST_SECONDS else replace(self._fetcher.limits, total_seconds=seconds)

    def _not_asked(self, address: str) -> Evidence:
        asked = ("host", host_of(address)), ("seconds", self._fetcher.limits.total_seconds)
        return nothing_fetched(
            address, FetchOutcome.CANCELLED, Failure(FailureKind.NOT_ASKED, asked), datetime.now(UTC)
        )


def came_too_late(evidence: Evidence) -> bool:
    """Return True if the shared deadline passed first, so that it reveals nothing about the server."""
    return evidence.error is not None and evidence.error.kind in _TOO_LATE
