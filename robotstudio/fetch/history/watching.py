"""The watch list: which hosts are fetched again, and when. Pure: callers pass the time."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

INTERVALS: Final[tuple[timedelta, ...]] = (
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(days=1),
    timedelta(days=7),
)
"""The intervals that a person can choose for a host."""

SHORTEST, LONGEST = INTERVALS[0], INTERVALS[-1]
_LOOK_AT_LEAST_EVERY = timedelta(minutes=5)  # the clock may be set, and another window may change the list


class Watched(Struct, frozen=True):
    """A host on the watch list; `tried_at` is None if it was never fetched for the list."""

    host: str
    every: timedelta
    tried_at: datetime | None = None

    @property
    def address(self) -> str:
        return f"{self.host}/robots.txt"


def within_bounds(every: timedelta) -> timedelta:
    """Clamp an interval to what is acceptable for servers."""
    return min(max(every, SHORTEST), LONGEST)


def due_at(watched: Watched, now: datetime) -> datetime:
    """Return the next time to fetch a host. A last time in the future is ignored: the clock was changed."""
    if watched.tried_at is None or watched.tried_at > now:
        return now
    return max(now, watched.tried_at + watched.every)


def is_due(watched: Watched, now: datetime) -> bool:
    return due_at(watched, now) <= now


def due(listed: Iterable[Watched], now: datetime) -> tuple[Watched, ...]:
    """Return the hosts to fetch now, longest waiting first."""
    ready = [watched for watched in listed if is_due(watched, now)]
    return tuple(sorted(ready, key=lambda watched: watched.tried_at or datetime.min.replace(tzinfo=now.tzinfo)))


def wait(listed: Iterable[Watched], now: datetime) -> timedelta | None:
    """Return how long to sleep until something is due; None if nothing is watched."""
    waits = [due_at(watched, now) - now for watched in listed]
    return min([*waits, _LOOK_AT_LEAST_EVERY]) if waits else None
