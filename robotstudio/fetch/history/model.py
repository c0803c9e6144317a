"""The history of fetches as facts: entries, hosts, and the watch list. Pure: callers pass the time."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import IntFlag
from typing import Final

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Failure, FetchOutcome, Headers


class EntryMark(IntFlag):
    """Difference of an entry from the previous one of its host."""

    NONE = 0
    FIRST = 1
    STATUS = 2  # another status, or another failure
    CONTENT = 4  # another body than that of the last 2xx answer


class Entry(Struct, frozen=True):
    """A stored fetch. `host` is scheme, host and port: the scope of a robots.txt."""

    id: int
    host: str
    requested: str
    final_url: str
    outcome: FetchOutcome
    status: int | None
    failure: Failure | None
    redirects: int
    content_type: str
    body_kind: Content
    size: int
    truncated: bool
    sha256: str
    """Hash of the body; "" if none is stored."""
    is_unmodified: bool
    """True if the server answered 304: the body is that of the previous answer."""
    headers: Headers
    """Headers of the last hop: bounded, without cookies and credentials."""
    elapsed_ms: float
    fetched_at: datetime
    user_agent: str
    marks: EntryMark
    name: str = ""
    """Name that the person gave this version."""

    @property
    def has_rules(self) -> bool:
        """True if the entry has a file: a 2xx answer, or a 304."""
        return self.outcome is FetchOutcome.SUCCESS or self.is_unmodified

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)


class Since(Struct, frozen=True):
    """The newest file of a host, None if none is kept, and the first of the run up to it that has a rule."""

    newest: Entry | None = None
    first: Entry | None = None
    is_from_the_start: bool = False
    """True if no older file is kept: the rule may have been there before."""


class HostSummary(Struct, frozen=True):
    host: str
    entries: int
    changes: int
    newest_at: datetime
    every: timedelta | None
    """The interval of the watch list, None if not watched."""


class Usage(Struct, frozen=True):
    size: int
    max_bytes: int


class HistoryLimits(Struct, frozen=True):
    max_bytes: int = 128 * 1024 * 1024
    headers: int = 64
    header_bytes: int = 2_048


DEFAULT_LIMITS: Final = HistoryLimits()


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
