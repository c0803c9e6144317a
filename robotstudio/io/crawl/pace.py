"""How often one host is asked: a pause between an answer and the next request, longer where the host asks for it.

The pause is counted from the answer, not from the request: however long either was under way, the server never sees two
requests closer together.
"""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from robotstudio.io.crawl.model import PaceReason

HALVING: Final = frozenset({429, 503})
_FIRST_GAP: Final = 1.0
_LONGEST_GAP: Final = 120.0
_LONGEST_RETRY: Final = 10 * 86_400.0


class Pace:
    """The times at which a host may be asked; `now` is whatever clock the crawl goes by, in seconds."""

    def __init__(self, per_second: float) -> None:
        self.gap = 1 / per_second if per_second > 0 else 0.0
        self.next_at = 0.0
        self._answered_at: float | None = None
        self.why = PaceReason.START if self.gap else PaceReason.UNLIMITED
        self.detail = ""

    @property
    def per_second(self) -> float:
        """0: as many as go."""
        return 1 / self.gap if self.gap else 0.0

    @property
    def is_serial(self) -> bool:
        """Whether the next request waits for the answer to the one before."""
        return self.gap > 0

    def heed_delay(self, seconds: float, line: int) -> None:
        """The Crawl-delay of the live file, where it is longer than the pause that is chosen."""
        if seconds > self.gap:
            self.gap, self.why, self.detail = seconds, PaceReason.CRAWL_DELAY, str(line)
            if self._answered_at is not None:
                self.next_at = max(self.next_at, self._answered_at + seconds)

    def answered(self, now: float, status: int | None, retry_after: str = "", wall: datetime | None = None) -> float:
        """Work out when to ask next; how many seconds the server asked to wait, 0 where it did not."""
        wait, self._answered_at = 0.0, now
        if status in HALVING:
            self.gap = min(self.gap * 2 or _FIRST_GAP, max(_LONGEST_GAP, self.gap))
            self.why, self.detail = PaceReason.HALVED, str(status)
            wait = retry_seconds(retry_after, wall or datetime.now(UTC))
            if wait > self.gap:
                self.why = PaceReason.RETRY_AFTER
        self.next_at = max(self.next_at, now + max(self.gap, wait))
        return wait


def retry_seconds(value: str, now: datetime) -> float:
    """What a Retry-After header asks for: seconds, or a date; 0 where it cannot be read."""
    value = value.strip()[:100]
    if value.isascii() and value.isdigit():
        return min(float(value), _LONGEST_RETRY)
    try:
        until = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return min(max((until - now).total_seconds(), 0.0), _LONGEST_RETRY)
