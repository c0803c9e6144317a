"""What tells a crawl the time, and lets it pass: that of the computer, or one of a test."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """`now` only grows; `wall` is the time of day, which somebody may set back."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    def wall(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class LoopClock:
    """That of the computer."""

    def now(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
