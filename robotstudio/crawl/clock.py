"""The clock of a crawl; tests use a virtual one."""

import asyncio
import time
from typing import Protocol


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
