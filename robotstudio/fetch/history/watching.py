"""The watch list: which hosts are fetched again, and when. Pure; what time it is comes in."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from robotstudio.lazy_dataclasses import dataclass

INTERVALS: Final[tuple[timedelta, ...]] = (
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(days=1),
    timedelta(days=7),
)
"""How often a host may be fetched again; the person chooses one for each host."""

SHORTEST, LONGEST = INTERVALS[0], INTERVALS[-1]
_LOOK_AT_LEAST_EVERY = timedelta(minutes=5)  # the clock may be set, and another window may change the list


@dataclass(frozen=True, slots=True)
class Watched:
    """A host on the list; `tried_at` is None where no fetch of it was begun for the list yet."""

    host: str
    every: timedelta
    tried_at: datetime | None = None

    @property
    def address(self) -> str:
        return f"{self.host}/robots.txt"


@dataclass(frozen=True, slots=True)
class KnownCopy:
    """The last file that a host gave, and by what to ask whether it is still the same."""

    url: str
    """The address that served it: only there the question makes sense."""
    body: bytes
    etag: str
    last_modified: str
    content_type: str
    truncated: bool


def within_bounds(every: timedelta) -> timedelta:
    """An interval that no server minds."""
    return min(max(every, SHORTEST), LONGEST)


def due_at(watched: Watched, now: datetime) -> datetime:
    """When a host is to be fetched next. A last time in the future is that of a clock that was set: it counts not."""
    if watched.tried_at is None or watched.tried_at > now:
        return now
    return max(now, watched.tried_at + watched.every)


def is_due(watched: Watched, now: datetime) -> bool:
    """Whether a host is to be fetched now."""
    return due_at(watched, now) <= now


def due(listed: Iterable[Watched], now: datetime) -> tuple[Watched, ...]:
    """The hosts to be fetched now, those that wait longest first."""
    ready = [watched for watched in listed if is_due(watched, now)]
    return tuple(sorted(ready, key=lambda watched: watched.tried_at or datetime.min.replace(tzinfo=now.tzinfo)))


def wait(listed: Iterable[Watched], now: datetime) -> timedelta | None:
    """How long nothing is to be done; None where nothing is watched."""
    waits = [due_at(watched, now) - now for watched in listed]
    return min([*waits, _LOOK_AT_LEAST_EVERY]) if waits else None
