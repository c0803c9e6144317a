"""What tells a crawl the time, and lets it pass: that of the computer, or one of a test."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds that only grow."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class LoopClock:
    """That of the computer."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
