"""Facts about a file and the requests of crawlers, and what follows from both.

The versions of a file come from the history of fetches, or from files with the day on which each came.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.history.model import Entry
from robotstudio.store.errors import HistoryError

if TYPE_CHECKING:
    from robotstudio.compliance.log_requests import LogRequests


class DatedVersion(Struct, frozen=True):
    """A robots.txt and when it came: it was in force until the next one."""

    since: datetime
    body: bytes
    name: str = ""
    after: datetime | None = None
    """If it may have come before `since`, when it was not there yet: the last fetch of the version before."""


class Identity(StrEnum):
    """Evidence that a request is from the crawler that its header names."""

    REAL = "real"  # its address is published by the operator, or its name leads back to it
    SPOOFED = "spoofed"  # the operator publishes its addresses, or names, and this is not among them
    UNKNOWN = "unknown"  # the operator publishes none


class Conduct(StrEnum):
    """Judgement of whether a crawler did what the file asked."""

    KEPT = "kept"
    OLDER = "older"  # what it should not have asked for was open in an older version, which it had not read again
    DID_NOT = "did-not"
    CANNOT_SAY = "cannot-say"


class NoVerdictReason(StrEnum):
    """Reason why nothing can be said."""

    NO_REQUESTS = "no-requests"  # it asked for no page, or only somebody in its name did
    NO_VERSION = "no-version"  # before the first version that is known, or by a copy from before it
    NOTHING_CLOSED = "nothing-closed"  # the file closed nothing to it
    NOT_PROVEN = "not-proven"  # no URL is known that the file closed to it, nor a proof that there is none
    NO_FILE = "no-file"  # it was told that there is no file, or could not get it


class LoggedLine(Struct, frozen=True):
    """A request of a log, with what the file said of it then: the line of version `version` (0 is the first)."""

    file: str
    line: int
    moment: datetime
    address: str
    target: str
    status: int
    version: int
    rule_line: int


class Period(Struct, frozen=True):
    """Requests of a crawler while a version was in force."""

    version: int
    requests: int
    closed: int
    first: datetime | None = None
    last: datetime | None = None


class Reads(Struct, frozen=True):
    """Times at which a crawler read the robots.txt; `longest` is the longest time between two reads."""

    count: int
    first: datetime | None = None
    last: datetime | None = None
    longest: timedelta | None = None
    moments: tuple[int, ...] = ()
    """All of them, in seconds since 1970."""


class Day(Struct, frozen=True):
    """Requests of a day (UTC) for pages, and how often it read the robots.txt on that day."""

    day: str
    allowed: int
    closed: int
    reads: int = 0


class SpoofedRequests(Struct, frozen=True):
    """Requests under the name of a crawler that are not its own: before the last change of the file, and since."""

    before: int = 0
    since: int = 0
    days: tuple[Day, ...] = ()

    @property
    def count(self) -> int:
        return self.before + self.since


class Reaction(Struct, frozen=True):
    """Reaction of a crawler to a version, each step as the time since then; None if the log does not show it."""

    version: int
    read: timedelta | None = None
    """Its first fetch of the file."""
    stopped: timedelta | None = None
    """Its last request for what the version newly blocks."""
    began: timedelta | None = None
    """Its first request for what the version newly allows."""
    unsure_by: timedelta = timedelta()
    """Uncertainty of the time when the version came."""


class Spread(Struct, frozen=True):
    """Several times: how many, the middle one, and both ends."""

    count: int
    median: timedelta
    shortest: timedelta
    longest: timedelta


class CrawlerRecord(Struct, frozen=True):
    """All that is known about a crawler.

    `requests` counts those for pages that are not spoofed, `judged` those of them for which the file is known, and
    `closed` those that it closed; the server refused `refused` of these. `older_version` is the version that it kept
    to, `until` when it did so last, and `copy_age` how old its copy was then, None if it never read the file in these
    logs; `cache_lifetime` is how long its operator says that it caches the file. `evidence` are the first lines that
    prove the conduct, and the last.
    """

    crawler: Crawler
    conduct: Conduct
    requests: int
    judged: int
    closed: int
    reads: Reads
    identities: Mapping[Identity, int]
    periods: tuple[Period, ...] = ()
    days: tuple[Day, ...] = ()
    why: NoVerdictReason | None = None
    older_version: int | None = None
    until: datetime | None = None
    copy_age: timedelta | None = None
    cache_lifetime: timedelta | None = None
    is_lifetime_assumed: bool = False
    evidence: tuple[LoggedLine, ...] = ()
    ranges_dated: str = ""
    are_addresses_hidden: bool = False
    """True if the log has the address of no client, but only of a proxy."""
    ranges_are_old: bool = False
    """True if the published addresses are more than a month older than the last request of the logs."""
    spoofed: SpoofedRequests = SpoofedRequests()
    reactions: tuple[Reaction, ...] = ()
    """Reactions to each change of the file within the logs."""
    refused: int = 0

    @property
    def answered(self) -> int:
        """Count the requests for closed pages that the server did not refuse."""
        return self.closed - self.refused

    @property
    def before(self) -> int:
        """Count its own requests before the last change of the file."""
        return sum(period.requests for period in self.periods[:-1])

    @property
    def since(self) -> int:
        """Count its own requests since the last change of the file."""
        return sum(period.requests for period in self.periods[-1:])

    @property
    def is_copy_too_old(self) -> bool:
        """Return True if it used its copy for longer than its operator says that it does."""
        return self.copy_age is not None and self.cache_lifetime is not None and self.copy_age > self.cache_lifetime


class OpenPath(Struct, frozen=True):
    """A target that a rule closes, that looks private, and that everybody gets: of these `kinds`."""

    target: str
    rule_line: int
    kinds: tuple[str, ...]


class Compliance(Struct, frozen=True, eq=False):
    """Verdicts about the crawlers: those that broke the file first, then by requests."""

    records: tuple[CrawlerRecord, ...]
    open_paths: tuple[OpenPath, ...]
    versions: tuple[DatedVersion, ...]
    requests: "LogRequests"
    first: datetime | None
    last: datetime | None


_MISSING = "missing"
ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)
"""The date of a version of which nobody says when it came."""


_YEARS = range(1900, 3000)
"""Room for a time line around any of them, and for who writes 1970 for a file that was always there."""


def version_of_file(body: bytes, since: str, name: str) -> DatedVersion:
    """Return a version from a day or a time, as `moment_of` reads it; without one, it was always there."""
    return DatedVersion(moment_of(since) if since else ALWAYS, body, name)


def moment_of(written: str) -> datetime:
    """Return a day or a time in ISO 8601, in UTC if it names no zone. Raises ValueError for anything else."""
    moment = datetime.fromisoformat(written)
    if moment.year not in _YEARS:
        raise ValueError(written)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def conflicting_versions(versions: Iterable[DatedVersion]) -> tuple[DatedVersion, DatedVersion] | None:
    """Find two different versions with the same time: nobody can tell which of them was live."""
    known: dict[datetime, DatedVersion] = {}
    for version in versions:
        other = known.setdefault(version.since, version)
        if other.body != version.body:
            return other, version
    return None


def versions_until(
    versions: Iterable[DatedVersion], now: datetime
) -> tuple[tuple[DatedVersion, ...], tuple[DatedVersion, ...]]:
    """Return the versions that are live or were, and those that come after `now`."""
    known = tuple(versions)
    return (
        tuple(version for version in known if version.since <= now),
        tuple(version for version in known if version.since > now),
    )


def versions_of(
    entries: Iterable[Entry], body_of: Callable[[Entry], bytes], *, with_missing: bool = False
) -> tuple[DatedVersion, ...]:
    """Return the versions that the fetches of a host found, from when each was first seen; those without a body not.

    A version may be older than that, by `after`: a request between two fetches is judged by the older one.
    `with_missing` makes an answer of 4xx an empty version: to most crawlers it means that everything is allowed.
    """
    versions: list[DatedVersion] = []
    last, seen = "", None
    for entry in sorted(entries, key=lambda entry: entry.fetched_at):
        is_missing = with_missing and entry.outcome is FetchOutcome.CLIENT_ERROR
        if not is_missing and (not entry.sha256 or not entry.has_rules):
            continue
        digest = _MISSING if is_missing else entry.sha256
        if digest != last:
            last = digest
            try:
                body = b"" if is_missing else body_of(entry)
            except HistoryError:
                continue
            versions.append(DatedVersion(entry.fetched_at, body, entry.final_url, seen))
        seen = entry.fetched_at
    return tuple(versions)
