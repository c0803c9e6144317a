"""The request rate of one host, and the clock of a crawl, which is virtual in tests.

Chosen are the most requests a second, measured from the start of a request to the start of the next, and the most at a
time. Both are lower while the host asks for it: by a Crawl-delay, by 429 and 503, by answering slower than before.
"""

import asyncio
import time
from datetime import UTC, datetime
from statistics import median
from typing import Final, Protocol

from robotstudio.crawl.model import PaceReason
from robotstudio.fetch.headers import retry_seconds


class Clock(Protocol):
    """`now` is monotonic; `wall` is the time of day, which may be set back."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    def wall(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class LoopClock:
    """The computer's clock."""

    def now(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


HALVING: Final = frozenset({429, 503})
_FIRST_GAP: Final = 1.0
_LONGEST_GAP: Final = 120.0
_LONGEST_RETRY: Final = 10 * 86_400.0
_QUIET: Final = 60.0
"""Seconds without 429 and 503 after which a halved rate is doubled."""
_SHORT_GAP: Final = 0.1
LATENESS: Final = 0.02
"""Seconds that a start may make up for, where gaps are short: a busy program wakes up late by a few milliseconds."""
ANSWERS: Final = 10
"""Number of answers whose median time is compared."""
SLOWER: Final = 2.0
"""A host is slowed down if it takes this many times as long as it did, and `_SLOWER_BY` seconds more."""
_SLOWER_BY: Final = 0.25
_FORGOTTEN: Final = 1.1
"""The best time counts as this many times longer with every comparison, so that a host may have become slower."""


class RateLimiter:
    """Limits of the requests to a host, in time and in number; `now` is the crawl's clock, in seconds."""

    def __init__(self, per_second: float, connections: int = 1) -> None:
        self.gap = self._chosen = 1 / per_second if per_second > 0 else 0.0
        self.connections = connections
        self.at_once = connections
        """Return the number of connections that may be in use now."""
        self.next_at = 0.0
        self.detail = ""
        self._why = PaceReason.START if self.gap else PaceReason.UNLIMITED
        self._chosen_for = self._why, ""
        self._started_at: float | None = None
        self._refused_at = float("-inf")
        self._times: list[float] = []
        self._best: float | None = None

    @property
    def per_second(self) -> float:
        """Requests a second; 0: unlimited."""
        return 1 / self.gap if self.gap else 0.0

    @property
    def why(self) -> PaceReason:
        """The reason for the rate."""
        is_free = self._why in {PaceReason.START, PaceReason.UNLIMITED}
        return PaceReason.SLOWER if is_free and self.at_once < self.connections else self._why

    def apply_crawl_delay(self, seconds: float, line: int) -> None:
        """Apply the Crawl-delay of the live file if it is longer than the chosen interval."""
        if seconds > self.gap:
            self.gap = self._chosen = seconds
            self._why, self.detail = self._chosen_for = PaceReason.CRAWL_DELAY, str(line)
            if self._started_at is not None:
                self.next_at = max(self.next_at, self._started_at + seconds)

    def started(self, now: float) -> None:
        """Note that a request begins."""
        is_short = self._started_at is not None and self.gap < _SHORT_GAP
        base = max(self.next_at, now - LATENESS) if is_short else now
        self.next_at = max(self.next_at, base + self.gap)
        self._started_at = now

    def answered(
        self,
        now: float,
        wall: float,
        status: int | None,
        retry_after: str = "",
        *,
        started: float | None = None,
        seconds: float = 0.0,
    ) -> float:
        """Schedule the next request; return the seconds of Retry-After, 0 if there was none.

        `wall` is in seconds since 1970, since a Retry-After may be a date. The pause counts from the answer.
        `started` is when the request began, by default the last start; `seconds` is how long its answer took.
        """
        if status not in HALVING:
            self._recover(now)
            self._compare(seconds)
            return 0.0
        started = started if started is not None else self._started_at
        if started is None or started >= self._refused_at:  # else another of those under way told already
            self.gap = min(self.gap * 2 or _FIRST_GAP, max(_LONGEST_GAP, self.gap))
            self._why, self.detail = PaceReason.HALVED, str(status)
            self._refused_at = now
        wait = min(retry_seconds(retry_after, datetime.fromtimestamp(wall, UTC)) or 0.0, _LONGEST_RETRY)
        if wait > self.gap:
            self._why = PaceReason.RETRY_AFTER
        self.next_at = max(self.next_at, now + max(self.gap, wait))
        return wait

    def _recover(self, now: float) -> None:
        """Go back towards the chosen rate, a step each minute in which the host refused nothing."""
        if self.gap <= self._chosen or now - self._refused_at < _QUIET:
            return
        half = self.gap / 2
        self.gap = self._chosen if half <= self._chosen or (not self._chosen and half < _FIRST_GAP) else half
        self._why = PaceReason.HALVED
        self._refused_at = now
        if self.gap == self._chosen:
            self._why, self.detail = self._chosen_for

    def _compare(self, seconds: float) -> None:
        """Halve the connections while the host takes longer than it did; give one back with each better comparison."""
        self._times.append(seconds)
        if len(self._times) < ANSWERS:
            return
        time = median(self._times)
        self._times.clear()
        if self._best is not None and time > max(SLOWER * self._best, self._best + _SLOWER_BY):
            self.at_once = max(1, self.at_once // 2)
        else:
            self.at_once = min(self.connections, self.at_once + 1)
        self._best = time if self._best is None else min(time, self._best * _FORGOTTEN)
