"""Texts about a crawl: its progress, the rate for a host, the result for a URL."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, TypeAlias

from robotstudio.crawl.model import (
    EMPTY_WHEN_RENDERED,
    ENDED_WORDS,
    CrawledPage,
    CrawlLogLine,
    CrawlProgress,
    CrawlState,
    EndedBy,
    GaveUp,
    HostState,
    PaceReason,
)
from robotstudio.crawl.plan import TOKEN, CrawlPlan
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.editor.line_marks import LineNote
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.urls.urls import origin_in

if TYPE_CHECKING:
    from robotstudio.crawl.insight.listing import SavedCrawl
    from robotstudio.crawl.kept import KeptCrawl

_STATES: Mapping[CrawlState, Message] = {
    CrawlState.NEW: "Starting…",
    CrawlState.RUNNING: "Running",
    CrawlState.PAUSED: "Paused",
    CrawlState.STOPPED: "Stopped",
    CrawlState.FINISHED: "Finished",
}
_WHY: Mapping[PaceReason, Message] = {
    PaceReason.START: "as chosen",
    PaceReason.UNLIMITED: "no limit",
    PaceReason.CRAWL_DELAY: "Crawl-delay in line {detail}",
    PaceReason.SLOWER: "slower answers, connections: {connections}",
    PaceReason.HALVED: "halved after {detail}",
    PaceReason.RETRY_AFTER: "Retry-After, {seconds} s left",
}
_GAVE_UP: Mapping[GaveUp, Message] = {
    GaveUp.FAILURES: "no longer responds",
    GaveUp.RETRY_AFTER: "Retry-After is too long",
    GaveUp.NOT_PUBLIC: "its address is not public",
}
_LOGGED: Mapping[str, Message] = {
    "robots.txt": "its robots.txt",
    "sitemap": "a sitemap",
    "refused": "not requested: another host or port, or a non-public address",
    "probe": "a page that cannot exist",
    "mine": "crawled as your own site",
    "again": "to be requested again",
    "gave-up": "no more requests to this host",
    "opened": "not a trap: its URLs have new texts",
}
_DEEPEST = Plural("deepest at {count}", "deepest at {count}")
_PATTERNS = Plural("{count} pattern, not fetched", "{count} patterns, not fetched")
_IN_FLIGHT = Plural("{count} in progress", "{count} in progress")
_HOSTS = Plural("{count} host, robots.txt read", "{count} hosts, robots.txt of each read")
_TO_GO = Plural(
    "About {time} for the remaining {count} URL at this rate.",
    "About {time} for the remaining {count} URLs at this rate.",
)
_LOOKS_EMPTY = Plural(
    "JavaScript does not run: {count} page looks empty without it.",
    "JavaScript does not run: {count} pages look empty without it.",
)
_RENDERED: Message = "Pages with scripts are rendered."
_FOUND = Plural("{count} URL found", "{count} URLs found")
_KEPT = Plural(
    "The crawl of {when} has {count} URL, {queued} of them queued.",
    "The crawl of {when} has {count} URLs, {queued} of them queued.",
)
_UP_TO = Plural("up to {count} page", "up to {count} pages")
_MORE_STARTS = Plural("{first} and {count} more", "{first} and {count} more")
_ORPHANS = Plural("orphans {count} page", "orphans {count} pages")
_HIDES = Plural("hides {count} hit", "hides {count} hits")
_MINUTE = 60
_OFTEN = 10
"""Requests a second from which on the rate is shown without tenths."""


def state_words(progress: CrawlProgress, *, is_paused: bool) -> str:
    """Word the state of a crawl."""
    return tr(_STATES[CrawlState.PAUSED if is_paused else progress.state])


def share_words(progress: CrawlProgress | None, *, is_paused: bool) -> str:
    """Word the progress of a crawl for the status bar, which shows in every tab."""
    if progress is None:
        return tr(_STATES[CrawlState.NEW])
    share = WORDS.percent(progress.share_done)
    return tr("crawl paused, {share}", share=share) if is_paused else tr("crawl {share}", share=share)


def plan_words(plan: CrawlPlan) -> str:
    """Word the plan of a crawl."""
    starts = [start.partition("://")[2] for start in plan.starts] or ["–"]
    more = len(starts) - 1
    start = ntr(_MORE_STARTS, more, first=starts[0]) if more else starts[0]
    parts = [tr("From {start}", start=start)]
    if plan.listed:
        parts.append(tr("and the loaded test URLs"))
    if plan.max_pages:
        parts.append(ntr(_UP_TO, plan.max_pages))
    if plan.max_depth:
        parts.append(tr("depth up to {depth}", depth=plan.max_depth))
    if not plan.traps:
        parts.append(tr("follows crawler traps, too"))
    obeys = tr("obeys the live robots.txt, as {token}", token=TOKEN)
    parts.append(tr("your site: ignores its robots.txt") if plan.mine else obeys)
    return together(" · ", *parts)


def deepest_words(progress: CrawlProgress) -> str:
    return ntr(_DEEPEST, progress.deepest)


def fetched_words(progress: CrawlProgress) -> str:
    if progress.unchanged:
        return tr("{size}, {count} unchanged", size=WORDS.size(progress.size), count=progress.unchanged)
    return WORDS.size(progress.size)


def errors_words(progress: CrawlProgress) -> str:
    """Word the most frequent error statuses."""
    statuses = [(status, count) for status, count in progress.statuses if status >= 400]
    return side_by_side(f"{status} × {WORDS.number(count)}" for status, count in statuses[:3])


def traps_words(patterns: int) -> str:
    return ntr(_PATTERNS, patterns)


def in_flight_words(progress: CrawlProgress) -> str:
    return ntr(_IN_FLIGHT, progress.in_flight)


def hosts_words(count: int) -> str:
    return ntr(_HOSTS, count) if count else ""


def done_words(progress: CrawlProgress, *, is_running: bool) -> str:
    """Word the share that is done, and the time for the rest."""
    share = tr("{share} done.", share=WORDS.percent(progress.share_done))
    if not is_running or not progress.queued or not progress.per_second:
        return share
    minutes = ceil(progress.queued / progress.per_second / _MINUTE)
    time = tr("{minutes} min", minutes=minutes)
    return WORDS.sentences((share, ntr(_TO_GO, progress.queued, time=time)))


def found_words(progress: CrawlProgress) -> str:
    return ntr(_FOUND, progress.found)


def looks_empty_words(progress: CrawlProgress, *, is_rendered: bool) -> str:
    """Word how many pages look empty, without JavaScript or with it."""
    if is_rendered:
        return ntr(EMPTY_WHEN_RENDERED, progress.looks_empty) if progress.looks_empty else tr(_RENDERED)
    return ntr(_LOOKS_EMPTY, progress.looks_empty) if progress.looks_empty else tr("JavaScript does not run.")


def rate_words(host: HostState) -> str:
    """Word the request rate for a host."""
    if host.gave_up is not None:
        return "–"
    if not host.per_second:
        return "∞"
    return tr("{number} /s", number=WORDS.number(host.per_second, 1 if host.per_second < _OFTEN else 0))


def pace_words(host: HostState) -> str:
    """Word the reason for a host's rate."""
    if host.gave_up is not None:
        return tr(_GAVE_UP[host.gave_up])
    return tr(_WHY[host.why], detail=host.detail, seconds=round(host.waits_seconds), connections=host.connections)


def status_words(page: CrawledPage) -> str:
    """Word the result for a URL."""
    if page.ended_by is not None:
        said = tr(ENDED_WORDS[page.ended_by])
        return said if page.status is None else together(" · ", str(page.status), said)
    return str(page.status) if page.status is not None else "–"


def log_words(line: CrawlLogLine) -> str:
    """Word the event of a log line."""
    if line.what in _LOGGED:
        return tr(_LOGGED[line.what])
    if line.what in ENDED_WORDS:
        return tr(ENDED_WORDS[EndedBy(line.what)])
    if not line.found_on:
        return ""
    own = f"{origin_in(line.url)}/"  # the URL beside it shows the host
    page = line.found_on[len(own) - 1 :] if line.found_on.startswith(own) else line.found_on
    return tr("found on {page}", page=page)


def kept_words(kept: "SavedCrawl") -> str:
    """Word that there is a crawl that can be resumed."""
    when = WORDS.date_and_time(kept.at.astimezone())
    return ntr(_KEPT, kept.found, when=when, queued=kept.queued)


def kept_title(kept: "KeptCrawl") -> str:
    """Name a kept crawl in a list: name, day and number of URLs; an unreadable one by its path."""
    if kept.trouble is not None:
        return str(kept.path)
    when = WORDS.date(kept.at.astimezone()) if kept.name else WORDS.date_and_time(kept.at.astimezone())
    parts = (kept.name, when, WORDS.number(kept.found))
    return together(" · ", *filter(None, parts))


def run_words(kept: "SavedCrawl") -> str:
    """Word a crawl among others of the same site."""
    when = WORDS.date_and_time(kept.at.astimezone())
    return side_by_side((when, ntr(_FOUND, kept.found)))


NotedLines: TypeAlias = Sequence[tuple[int, int]]
"""Lines, with the number of pages each is about."""


def orphaning_notes(lines: NotedLines) -> list[LineNote]:
    """Return the notes in the editor after lines that cut pages off."""
    return [_note(line, count, _ORPHANS, "warning", Glyph.WARNING) for line, count in lines]


def hiding_notes(lines: NotedLines) -> list[LineNote]:
    """Return the notes in the editor after lines that hide pages from the search."""
    return [_note(line, count, _HIDES, "blocked", Glyph.CROSS) for line, count in lines]


def _note(line: int, count: int, plural: Plural, color: str, glyph: Glyph) -> LineNote:
    return LineNote(line, ntr(plural, count), WORDS.number(count), color, glyph)


def clock_words(at: float) -> str:
    """Word the time of a log line."""
    return f"{datetime.fromtimestamp(at).astimezone():%H:%M:%S}"
