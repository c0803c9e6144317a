"""The time line of a site: versions of the file, what crawlers did under each, counts by day, and releases."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import LogRequests, is_robots, url_of
from robotstudio.compliance.model import ALWAYS, CrawlerRecord, DatedVersion, Reaction
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import Cancelled, never
from robotstudio.engine.changes import Flips, flips
from robotstudio.engine.crawlers import Catalogue, Crawler, CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.indexing.day_counts import DayCounts

_MARGIN: Final = 0.02
_LEAST: Final = 86_400.0


class EventKind(StrEnum):
    """Kind of event; the first four are of the site, the others of a crawler."""

    VERSION = "version"
    RELEASE = "release"
    READ = "read"  # it fetched the file
    FIRST = "first"  # its first request while a version was in force
    STOPPED = "stopped"  # its last request for what the version newly blocks
    BEGAN = "began"  # its first request for what the version newly allows
    LAST = "last"  # its last request while a version was in force


class Effect(Struct, frozen=True):
    """Verdicts that a version changes for crawlers alike, with an example of each."""

    tokens: tuple[str, ...]
    blocked: int = 0
    allowed: int = 0
    blocked_url: str = ""
    allowed_url: str = ""


class Release(Struct, frozen=True):
    """Something that went live on the site."""

    since: datetime
    name: str


class Visit(Struct, frozen=True):
    """Requests of a crawler while a version was in force, in seconds since 1970."""

    version: int
    first: float
    last: float
    requests: int
    closed: int


class Track(Struct, frozen=True):
    """A crawler of the logs."""

    record: CrawlerRecord
    visits: tuple[Visit, ...]

    @property
    def token(self) -> str:
        return self.record.crawler.token

    @property
    def reads(self) -> tuple[int, ...]:
        return self.record.reads.moments

    @property
    def reactions(self) -> tuple[Reaction, ...]:
        return self.record.reactions


class SiteEvent(Struct, frozen=True):
    """An event; `at` is in seconds since 1970, `after` how long after its version it was, if it is a reaction."""

    kind: EventKind
    at: float
    is_day: bool = False
    crawler: str = ""
    version: int = -1
    after: timedelta | None = None
    visit: Visit | None = None
    name: str = ""

    @property
    def time(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)


class SiteTimeLine(Struct, frozen=True, eq=False, dict=True):
    """All that is known, on one axis from `begin` to `end`, in seconds since 1970."""

    versions: tuple[DatedVersion, ...]
    effects: tuple[tuple[Effect, ...], ...]
    """Those of each version; none of the first."""
    urls: int
    """The number of URLs by which versions were compared."""
    tracks: tuple[Track, ...]
    """Crawlers with the most requests first."""
    counts: tuple[DayCounts, ...]
    releases: tuple[Release, ...]
    begin: float = 0.0
    end: float = 1.0
    titles: Mapping[str, str] = {}
    """The names of the crawlers by token."""

    @cached_property
    def events(self) -> tuple[SiteEvent, ...]:
        """All events by time."""
        tracks = (event for track in self.tracks for event in _track_events(track, self.versions))
        found = [*_site_events(self), *tracks]
        order = list(EventKind)
        found.sort(key=lambda event: (event.at, order.index(event.kind), event.crawler))
        return tuple(found)

    def only(self, tokens: Iterable[str]) -> "SiteTimeLine":
        """Return the time line with these crawlers alone."""
        wanted = frozenset(tokens)
        return replace(self, tracks=tuple(track for track in self.tracks if track.token in wanted))


class TimeLineInput(Struct, frozen=True, eq=False):
    """The subject; `crawler` is asked about besides those of the logs, `urls` are compared besides those."""

    versions: Sequence[DatedVersion]
    catalogue: Catalogue
    crawler: Crawler
    urls: Sequence[str] = ()
    requests: LogRequests | None = None
    ranges: Sequence[RangeList] = ()
    counts: Sequence[DayCounts] = ()
    releases: Sequence[Release] = ()


def site_time_line(question: TimeLineInput, is_cancelled: Callable[[], bool] = never) -> SiteTimeLine:
    """Put everything on one axis; there must be a version. Raises Cancelled soon after `is_cancelled` says so."""
    versions = tuple(sorted(question.versions, key=lambda version: version.since))
    paths = list(map(_path_of, question.urls))
    tracks: list[Track] = []
    if question.requests is not None:
        asked = ComplianceInput(question.requests, versions, question.catalogue, question.ranges)
        records = compliance_of(asked, is_cancelled).records
        tracks = [_track(record) for record in records if record.requests or record.reads.count]
        tracks.sort(key=lambda track: (-track.record.requests, track.token))
        paths += [_path_of(target) for target in question.requests.urls if not is_robots(target)]
    crawlers = {track.token: track.record.crawler for track in tracks}
    crawlers.setdefault(question.crawler.token, question.crawler)
    paths = list(dict.fromkeys(paths))
    line = SiteTimeLine(
        versions,
        tuple(_effects(versions, paths, [crawler.reader for crawler in crawlers.values()], is_cancelled)),
        len(paths),
        tuple(tracks),
        tuple(question.counts),
        tuple(sorted(question.releases, key=lambda release: release.since)),
        titles={token: crawler.title for token, crawler in crawlers.items()},
    )
    begin, end = _span(line)
    return replace(line, begin=begin, end=end)


def is_day(since: datetime) -> bool:
    """Return True if only the day of a moment is known."""
    return since.time() == time()


def _site_events(line: SiteTimeLine) -> Iterator[SiteEvent]:
    for number, version in enumerate(line.versions):
        if version.since != ALWAYS:
            at = version.since.timestamp()
            yield SiteEvent(EventKind.VERSION, at, is_day(version.since), version=number, name=version.name)
    for release in line.releases:
        yield SiteEvent(EventKind.RELEASE, release.since.timestamp(), is_day(release.since), name=release.name)


def _track_events(track: Track, versions: Sequence[DatedVersion]) -> Iterator[SiteEvent]:
    begins = [version.since.timestamp() for version in versions]
    reactions = {reaction.version: reaction for reaction in track.reactions}
    told = {begins[number] + each.read.total_seconds(): each for number, each in reactions.items() if each.read}
    for moment in track.reads:
        reaction = told.get(float(moment))
        number = reaction.version if reaction else -1
        after = reaction.read if reaction else None
        yield SiteEvent(EventKind.READ, float(moment), crawler=track.token, version=number, after=after)
    for visit in track.visits:
        for kind, at in ((EventKind.FIRST, visit.first), (EventKind.LAST, visit.last)):
            yield SiteEvent(kind, at, crawler=track.token, version=visit.version, visit=visit)
    for number, reaction in reactions.items():
        for kind, after in ((EventKind.STOPPED, reaction.stopped), (EventKind.BEGAN, reaction.began)):
            if after is not None:
                at = begins[number] + after.total_seconds()
                yield SiteEvent(kind, at, crawler=track.token, version=number, after=after)


def _track(record: CrawlerRecord) -> Track:
    visits = tuple(
        Visit(period.version, period.first.timestamp(), period.last.timestamp(), period.requests, period.closed)
        for period in record.periods
        if period.first is not None and period.last is not None
    )
    return Track(record, visits)


def _path_of(url: str) -> str:
    """Return a URL of the site without its host: a log may not name it."""
    _, is_absolute, rest = url.partition("://")
    return f"/{rest.partition('/')[2]}" if is_absolute and not url.startswith("/") else url


def _effects(
    versions: Sequence[DatedVersion],
    paths: Sequence[str],
    readers: Sequence[CrawlerView],
    is_cancelled: Callable[[], bool],
) -> Iterator[tuple[Effect, ...]]:
    table = UrlTable(map(url_of, paths))
    files = [FileVersion(version.body) for version in versions]
    for number, file in enumerate(files):
        if is_cancelled():
            raise Cancelled
        same = not number or not paths or file.body == files[number - 1].body
        yield () if same else tuple(_effects_of(files[number - 1], file, table, paths, readers))


def _effects_of(
    before: FileVersion, after: FileVersion, table: UrlTable, paths: Sequence[str], readers: Sequence[CrawlerView]
) -> Iterator[Effect]:
    """Yield each effect once, with the crawlers on which it is the same."""
    by_rows: dict[tuple[bytes, bytes], list[Flips]] = {}
    for each in flips(before, after, table, readers):
        by_rows.setdefault((each.rows.tobytes(), each.allowed.tobytes()), []).append(each)
    for same in by_rows.values():
        rows, is_allowed = same[0].rows, same[0].allowed
        allowed, blocked = rows[is_allowed].tolist(), rows[~is_allowed].tolist()
        yield Effect(
            tuple(each.reader.token for each in same),
            len(blocked),
            len(allowed),
            paths[blocked[0]] if blocked else "",
            paths[allowed[0]] if allowed else "",
        )


def _span(line: SiteTimeLine) -> tuple[float, float]:
    """Return the beginning and the end of all that has a time, with a margin."""
    moments = [event.at for event in line.events]
    moments += [day for counts in line.counts for day, _ in counts.days]
    if not moments:
        return 0.0, _LEAST
    first, last = min(moments), max(moments)
    margin = max((last - first) * _MARGIN, _LEAST / 4)
    return first - margin, last + margin
