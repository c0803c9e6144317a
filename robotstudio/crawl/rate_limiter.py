"""The request rate of one host, and the clock of a crawl, which is virtual in tests.

The rate has a chosen maximum and is lower if the host asks for it. The interval is measured from the start of a request
to the start of the next. Only one request is in flight at a time, so that a slow host gets fewer.
"""

import asyncio
import time
from datetime import UTC, datetime
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


class RateLimiter:
    """The times at which a host may be requested; `now` is the crawl's clock, in seconds."""

    def __init__(self, per_second: float) -> None:
        self.gap = 1 / per_second if per_second > 0 else 0.0
        self.next_at = 0.0
        self._started_at: float | None = None
        self.why = PaceReason.START if self.gap else PaceReason.UNLIMITED
        self.detail = ""

    @property
    def per_second(self) -> float:
        """Requests a second; 0: unlimited."""
        return 1 / self.gap if self.gap else 0.0

    @property
    def is_serial(self) -> bool:
        """True if the next request waits for the previous answer."""
        return self.gap > 0

    def apply_crawl_delay(self, seconds: float, line: int) -> None:
        """Apply the Crawl-delay of the live file if it is longer than the chosen interval."""
        if seconds > self.gap:
            self.gap, self.why, self.detail = seconds, PaceReason.CRAWL_DELAY, str(line)
            if self._started_at is not None:
                self.next_at = max(self.next_at, self._started_at + seconds)

    def started(self, now: float) -> None:
        """Note that a request begins."""
        self._started_at = now
        self.next_at = max(self.next_at, now + self.gap)

    def answered(self, now: float, wall: float, status: int | None, retry_after: str = "") -> float:
        """Schedule the next request; return the seconds of Retry-After, 0 if there was none.

        `wall` is in seconds since 1970, since a Retry-After may be a date. The pause counts from the answer.
        """
        if status not in HALVING:
            return 0.0
        self.gap = min(self.gap * 2 or _FIRST_GAP, max(_LONGEST_GAP, self.gap))
        self.why, self.detail = PaceReason.HALVED, str(status)
        wait = min(retry_seconds(retry_after, datetime.fromtimestamp(wall, UTC)) or 0.0, _LONGEST_RETRY)
        if wait > self.gap:
            self.why = PaceReason.RETRY_AFTER
        self.next_at = max(self.next_at, now + max(self.gap, wait))
        return wait
