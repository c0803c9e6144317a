"""How often one host is asked: at most so many requests a second, fewer if the host asks for it.

The rate is counted from the start of a request to the start of the next. One request is under way at a time, so that a
host that answers slowly is asked less often than the rate allows.
"""

from datetime import UTC, datetime
from typing import Final

from robotstudio.crawl.model import PaceReason
from robotstudio.fetch.headers import retry_seconds

HALVING: Final = frozenset({429, 503})
_FIRST_GAP: Final = 1.0
_LONGEST_GAP: Final = 120.0
_LONGEST_RETRY: Final = 10 * 86_400.0


class Pace:
    """The times at which a host may be asked; `now` is whatever clock the crawl goes by, in seconds."""

    def __init__(self, per_second: float) -> None:
        self.gap = 1 / per_second if per_second > 0 else 0.0
        self.next_at = 0.0
        self._started_at: float | None = None
        self.why = PaceReason.START if self.gap else PaceReason.UNLIMITED
        self.detail = ""

    @property
    def per_second(self) -> float:
        """0: no limit."""
        return 1 / self.gap if self.gap else 0.0

    @property
    def is_serial(self) -> bool:
        """True if the next request waits for the answer to the one before."""
        return self.gap > 0

    def heed_delay(self, seconds: float, line: int) -> None:
        """The Crawl-delay of the live file, if it is longer than the gap that was chosen."""
        if seconds > self.gap:
            self.gap, self.why, self.detail = seconds, PaceReason.CRAWL_DELAY, str(line)
            if self._started_at is not None:
                self.next_at = max(self.next_at, self._started_at + seconds)

    def started(self, now: float) -> None:
        """A request begins."""
        self._started_at = now
        self.next_at = max(self.next_at, now + self.gap)

    def answered(self, now: float, wall: float, status: int | None, retry_after: str = "") -> float:
        """Work out when to ask next; how many seconds the server asked to wait, 0 if it did not.

        `wall` is in seconds since 1970: a Retry-After may be a date. A host that is too busy rests from its answer on.
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
