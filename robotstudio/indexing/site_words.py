"""The time line of a site in words, and as rows for programs."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from robotstudio.compliance.model import ALWAYS, Spread
from robotstudio.compliance.reaction import spread_of
from robotstudio.compliance.words import delay_words, reaction_words
from robotstudio.engine.crawlers import called
from robotstudio.indexing.day_counts import CountKind, DayCounts
from robotstudio.indexing.site_time_line import Effect, EventKind, SiteEvent, SiteTimeLine, Track
from robotstudio.indexing.table import written
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

COLUMNS: Final = (
    *("time", "kind", "crawler", "version", "after_seconds", "requests", "blocked_requests"),
    *("blocked_urls", "allowed_urls", "value", "name"),
)
_SITE: Final = frozenset({EventKind.VERSION, EventKind.RELEASE})
_TITLES: Final[Mapping[EventKind, Message]] = {
    EventKind.VERSION: "The file changed",
    EventKind.RELEASE: "Release",
    EventKind.READ: "read the file",
    EventKind.FIRST: "first request",
    EventKind.STOPPED: "last request for what was blocked",
    EventKind.BEGAN: "first request for what was allowed",
    EventKind.LAST: "last request",
}
COUNTS: Final[Mapping[CountKind, Message]] = {
    CountKind.REQUESTS: "Crawl requests",
    CountKind.INDEXED: "Indexed pages",
    CountKind.NOT_INDEXED: "Pages not indexed",
    CountKind.AFFECTED: "Affected pages",
    CountKind.BLOCKED: "Blocked by robots.txt",
}
_FIRST_VERSION: Message = "First known version"
_BLOCKS = Plural(
    "It blocks {count} known URL for {crawlers}, such as {url}.",
    "It blocks {count} known URLs for {crawlers}, such as {url}.",
)
_ALLOWS = Plural(
    "It allows {count} known URL for {crawlers}, such as {url}.",
    "It allows {count} known URLs for {crawlers}, such as {url}.",
)
_NO_FLIP = Plural(
    "The verdict on the {count} known URL stays the same.", "The verdicts on all {count} known URLs stay the same."
)
_NO_URLS: Message = "No URLs are known by which to compare it."
_AFTER: Message = "{time} after the file changed"
_UNDER = Plural(
    "{count} request under the version of {day}, {closed} blocked",
    "{count} requests under the version of {day}, {closed} blocked",
)
_ONCE: Message = "{time} (n = 1)"
_SPREAD: Message = "{time} (n = {count}; {shortest} to {longest})"
_ASSUMED: Message = "nothing; {time} by RFC 9309"
_SINCE_BEFORE: Message = "before the first date"
_RANGE: Message = "{least} to {most} a day, {first} to {last}"
_SUMMARY = Plural("{versions}, {crawlers}, {count} known URL", "{versions}, {crawlers}, {count} known URLs")
_VERSIONS = Plural("{count} version", "{count} versions")
_CRAWLERS = Plural("{count} crawler", "{count} crawlers")


def moment_words(at: float, *, is_day: bool = False) -> str:
    """Return a day, or a time in UTC to the minute."""
    moment = datetime.fromtimestamp(at, UTC)
    return WORDS.date(moment) if is_day else WORDS.date_and_time(moment)


def kind_words(event: SiteEvent) -> str:
    """Return what happened, without the crawler."""
    is_first = event.kind is EventKind.VERSION and event.version == 0
    return tr(_FIRST_VERSION if is_first else _TITLES[event.kind])


def event_title(event: SiteEvent, line: SiteTimeLine) -> str:
    """Return what happened, with the crawler."""
    said = kind_words(event)
    return said if event.kind in _SITE else WORDS.about(called(event.crawler, line.titles), said)


def event_detail(event: SiteEvent, line: SiteTimeLine) -> str:
    """Return what followed, or how long after a change it was; may be empty."""
    if event.kind is EventKind.VERSION:
        return effect_words(event.version, line)
    if event.kind is EventKind.RELEASE:
        return event.name
    if event.visit is not None:
        visit = event.visit
        closed = WORDS.number(visit.closed)
        return ntr(_UNDER, visit.requests, day=version_words(visit.version, line), closed=closed)
    return tr(_AFTER, time=delay_words(event.after)) if event.after is not None else ""


def event_words(event: SiteEvent, line: SiteTimeLine) -> str:
    """Return an event as a sentence with its time."""
    title, detail = event_title(event, line), event_detail(event, line)
    said = WORDS.noted(title, detail) if detail and event.kind is not EventKind.VERSION else title
    when = WORDS.about(moment_words(event.at, is_day=event.is_day), said)
    return WORDS.sentences((WORDS.sentence(when), detail)) if event.kind is EventKind.VERSION and detail else when


def effect_words(version: int, line: SiteTimeLine) -> str:
    """Return what a version changed in verdicts, as sentences; empty for the first."""
    if not version:
        return ""
    effects = line.effects[version]
    if effects:
        return WORDS.sentences(said for effect in effects for said in _effect(effect, line))
    return ntr(_NO_FLIP, line.urls) if line.urls else tr(_NO_URLS)


def _effect(effect: Effect, line: SiteTimeLine) -> Iterator[str]:
    crawlers = WORDS.listed_text([called(token, line.titles) for token in effect.tokens])
    pairs = ((_BLOCKS, effect.blocked, effect.blocked_url), (_ALLOWS, effect.allowed, effect.allowed_url))
    for message, count, url in pairs:
        if count:
            yield ntr(message, count, crawlers=crawlers, url=url)


def version_words(version: int, line: SiteTimeLine) -> str:
    """Return since when a version was in force."""
    since = line.versions[version].since
    return tr(_SINCE_BEFORE) if since == ALWAYS else moment_words(since.timestamp(), is_day=not since.hour)


def count_words(counts: DayCounts) -> str:
    """Return the least and the most of a count, and its days."""
    values = [value for _, value in counts.days]
    first, last = (moment_words(counts.days[place][0], is_day=True) for place in (0, -1))
    ends = {"least": WORDS.number(min(values)), "most": WORDS.number(max(values))}
    title = WORDS.noted(tr(COUNTS[counts.kind]), counts.reason)
    return WORDS.about(title, tr(_RANGE, first=first, last=last, **ends))


def summary_words(line: SiteTimeLine) -> str:
    """Return how much the time line has."""
    versions, crawlers = ntr(_VERSIONS, len(line.versions)), ntr(_CRAWLERS, len(line.tracks))
    return ntr(_SUMMARY, line.urls, versions=versions, crawlers=crawlers)


def reactions_words(line: SiteTimeLine) -> Iterator[str]:
    """Yield the measured reaction times of each crawler that reacted, and what is documented beside them."""
    for track in line.tracks:
        said = tuple(reaction_words(track.record))
        if said:
            yield WORDS.about(track.record.crawler.title, WORDS.sentences(said))


def reaction_cells(track: Track) -> tuple[str, str, str, str]:
    """Return after what time a crawler read, stopped and began, as measured, and how long a copy it documents."""
    record = track.record
    times = [[getattr(each, name) for each in track.reactions] for name in ("read", "stopped", "began")]
    read, stopped, began = (_spread(spread_of(each)) for each in times)
    documented = ""
    if record.cache_lifetime is not None:
        lifetime = delay_words(record.cache_lifetime)
        documented = tr(_ASSUMED, time=lifetime) if record.is_lifetime_assumed else lifetime
    return read, stopped, began, documented


def _spread(spread: Spread | None) -> str:
    if spread is None:
        return ""
    median, shortest, longest = map(delay_words, (spread.median, spread.shortest, spread.longest))
    if spread.count == 1:
        return tr(_ONCE, time=median)
    return tr(_SPREAD, time=median, count=WORDS.number(spread.count), shortest=shortest, longest=longest)


def telling_events(line: SiteTimeLine) -> Sequence[SiteEvent]:
    """Return the events without the reads that followed no change."""
    return [event for event in line.events if event.kind is not EventKind.READ or event.after is not None]


def rows_of(line: SiteTimeLine) -> Iterator[tuple[object, ...]]:
    """Yield a row for each event, for each effect of a version on a crawler, and for each count of a day."""
    since = [None if version.since == ALWAYS else written(version.since) for version in line.versions]
    for event in line.events:
        when = written(event.time) if event.is_day else event.time.isoformat()
        visit, after = event.visit, event.after
        yield (
            when,
            event.kind.value,
            event.crawler or None,
            since[event.version] if event.version >= 0 else None,
            int(after.total_seconds()) if after is not None else None,
            visit.requests if visit else None,
            visit.closed if visit else None,
            None,
            None,
            None,
            event.name or None,
        )
        if event.kind is EventKind.VERSION:
            for effect in line.effects[event.version]:
                for token in effect.tokens:
                    urls = effect.blocked, effect.allowed
                    yield when, "effect", token, when, None, None, None, *urls, None, None
    for counts in line.counts:
        for day, value in counts.days:
            when = datetime.fromtimestamp(day, UTC).date().isoformat()
            yield when, counts.kind.value, *(None,) * 7, int(value), counts.reason or counts.source
