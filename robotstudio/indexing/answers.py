"""Answer for each URL of an export which line blocks it now, which blocked it at the last crawl, and what to do.

A crawler may use a copy of the file for a day, an export says the day of a crawl without the hour, and when a version
came is known to a day or to the time between two fetches. So every version that the crawler may have gone by counts:
if they agree, or the log or the reason tells them apart, the answer is known. If not, it is unknown. So it is if none
of them fits what the export says of that crawl: then they are not what the crawler read.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from math import inf
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from robotstudio.compliance.model import ALWAYS, DatedVersion
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import never
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.revision import without_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch.caching import cache_rule_of
from robotstudio.fetch.policy import ASSUMED_CACHE_RULE
from robotstudio.indexing.export import ExportedUrl, ReasonKind, kind_of
from robotstudio.indexing.page_facts import PageFacts, redirects_of
from robotstudio.urls.urls import site_in

_DAY: Final = timedelta(days=1)
_EXPORTED_DAY: Final = timedelta(hours=24 + 8)
"""A day of an export, from its beginning in UTC to its end in Pacific time, by which Search Console counts."""
_PORTS: Final = (":80", ":443")

Seconds = npt.NDArray[np.float64]


class Answer(StrEnum):
    """The answer about a URL."""

    STILL_BLOCKED = "still-blocked"
    NOINDEX_UNSEEN = "noindex-unseen"  # blocked, so that the noindex is not seen
    WAS_BLOCKED = "was-blocked"  # at the last crawl, and open since
    NEVER_BLOCKED = "never-blocked"  # neither now nor at the last crawl
    UNKNOWN = "unknown"


class Advice(StrEnum):
    """Advice on a URL."""

    LEAVE = "leave"  # it is blocked: fine if that is meant
    UNBLOCK = "unblock"  # so that the noindex is seen
    RECRAWL = "recrawl"
    WAIT = "wait"  # the crawler has seen that it is open
    LOOK_ELSEWHERE = "look-elsewhere"  # host, redirect, noindex: something else is in the way
    NOT_ROBOTS = "not-robots"  # the reason has nothing to do with the file
    ADD_VERSION = "add-version"
    NONE = "none"


class Gap(StrEnum):
    """Reason why nothing is known of the last crawl."""

    NO_DATE = "no-date"
    NO_VERSION = "no-version"
    NEAR_CHANGE = "near-change"
    OTHER_HOST = "other-host"
    CONTRADICTION = "contradiction"  # no version fits what the export says of that crawl


class UrlAnswer(Struct, frozen=True):
    """The answer about a row of an export. Lines are 0 if none blocks, or if that is unknown."""

    row: ExportedUrl
    kind: ReasonKind
    answer: Answer
    advice: Advice
    line_now: int = 0
    line_then: int = 0
    version_then: int = -1
    """The version by which the crawler went; -1 if it is unknown."""
    since: datetime | None = None
    """When the present verdict began, if an earlier version had another."""
    since_after: datetime | None = None
    """If it may have begun before `since`: when the other verdict was there for the last time."""
    gap: Gap | None = None
    facts: PageFacts | None = None
    """What a crawl knows of the page."""
    target: str = ""
    """The URL that it redirects to, if that one is blocked now."""
    target_line: int = 0
    """The line that blocks it."""

    @property
    def is_blocked(self) -> bool:
        return self.line_now > 0


class Validation(StrEnum):
    """Advice on pressing Validate fix."""

    SAFE = "safe"  # all URLs are open, were crawled since, and nothing else is known to be in the way
    NOT_YET = "not-yet"
    NOT_ROBOTS = "not-robots"  # nothing is blocked, and the reason is another one than the file


class ReasonSummary(Struct, frozen=True):
    """A reason with its answers."""

    reason: str
    kind: ReasonKind
    count: int
    answers: Mapping[Answer, int]
    is_counted_only: bool = False
    """True if the export has the number of its pages, but not their URLs."""
    seen: int = 0
    """The URLs that the crawler has seen open since the change, with nothing else in the way."""
    to_blocked: int = 0
    """The open URLs that redirect to a blocked one."""
    noindex: int = 0
    """The open URLs that a crawl found to have a noindex."""
    errors: int = 0
    """The open URLs for which a crawl found an error: 4xx or 5xx."""

    @property
    def blocked(self) -> int:
        return self.answers.get(Answer.STILL_BLOCKED, 0) + self.answers.get(Answer.NOINDEX_UNSEEN, 0)

    @property
    def validation(self) -> Validation:
        """Return whether a validation finds nothing in the way, if the reason has to do with the file."""
        is_open = self.answers.get(Answer.NEVER_BLOCKED, 0) == self.count and not self.to_blocked
        if self.is_counted_only or not is_open:
            return Validation.NOT_YET
        if self.seen == self.count:
            return Validation.SAFE
        return Validation.NOT_YET if self.kind is ReasonKind.BLOCKED else Validation.NOT_ROBOTS


class IndexingReport(Struct, frozen=True, eq=False):
    """The answers, reasons with the most URLs first; `versions` are by time."""

    crawler: Crawler
    site: str
    versions: tuple[DatedVersion, ...]
    reasons: tuple[ReasonSummary, ...]
    answers: tuple[UrlAnswer, ...]
    closed: npt.NDArray[np.bool_]
    """True where a version blocked the URL of an answer; the other axis is that of `versions`."""
    lines: npt.NDArray[np.int32]
    """The line that decided, likewise."""

    def of_reason(self, reason: str) -> tuple[UrlAnswer, ...]:
        return tuple(answer for answer in self.answers if answer.row.reason == reason)


class LineFlips(Struct, frozen=True):
    """A line of the present file: the URLs of the export that it blocks, and those that would be open without it."""

    line: int
    urls: int
    opened: int


class IndexingInput(Struct, frozen=True, eq=False):
    """The subject: an export, the versions of the file, and the crawler."""

    urls: Sequence[ExportedUrl]
    versions: Sequence[DatedVersion]
    crawler: Crawler
    counts: Sequence[tuple[str, int]] = ()
    site: str = ""
    """Host and port whose file the versions are; "" for that of most URLs."""
    reads: Sequence[float] = ()
    """When the crawler fetched the file, in seconds since 1970, ascending, as a log says."""
    read_from: float = inf
    """From when on the log has all these fetches."""
    facts: Mapping[str, PageFacts] = {}
    """What a crawl knows of the URLs, and of those that they redirect to."""


def index_answers(question: IndexingInput, is_cancelled: Callable[[], bool] = never) -> IndexingReport:
    """Answer for all URLs; there must be a version. Raises Cancelled soon after `is_cancelled` says so."""
    versions = tuple(sorted(question.versions, key=lambda version: version.since))
    site = host_of(question.site) if question.site else _usual_site(question.urls)
    closed, lines = _verdicts(question, versions, is_cancelled)
    judge = _Judge(question, versions, site, closed, lines)
    answers = [judge.answer(row, url) for row, url in enumerate(question.urls)]
    order = {
        reason: place for place, (reason, _) in enumerate(Counter(url.reason for url in question.urls).most_common())
    }
    rows = sorted(range(len(answers)), key=lambda row: order[answers[row].row.reason])
    return IndexingReport(
        question.crawler,
        site,
        versions,
        tuple(_summaries(order, answers, question.counts)),
        tuple(answers[row] for row in rows),
        closed[:, rows],
        lines[:, rows],
    )


def flips_without(report: IndexingReport, line: int) -> LineFlips:
    """Return what removing a line of the present file would change for the URLs of the export."""
    urls = list(dict.fromkeys(answer.row.url for answer in report.answers if answer.line_now == line))
    rest = FileVersion(without_lines(report.versions[-1].body, [line])).read_as(report.crawler.dialect)
    agent = report.crawler.agent
    allowed, _ = rest.decide_all(UrlTable(urls), [agent]).column(agent)
    return LineFlips(line, len(urls), int(np.count_nonzero(allowed)))


def blocking_lines(report: IndexingReport) -> tuple[int, ...]:
    """Return the lines of the present file that block URLs of the export, the one with most URLs first."""
    counts = Counter(answer.line_now for answer in report.answers if answer.line_now)
    return tuple(line for line, _ in counts.most_common())


def _summaries(
    reasons: Mapping[str, int], answers: Sequence[UrlAnswer], counts: Sequence[tuple[str, int]]
) -> list[ReasonSummary]:
    by_reason: dict[str, list[UrlAnswer]] = {reason: [] for reason in reasons}
    for answer in answers:
        by_reason[answer.row.reason].append(answer)
    return [
        *(_summary(reason, found) for reason, found in by_reason.items()),
        *(ReasonSummary(reason, kind_of(reason), count, {}, is_counted_only=True) for reason, count in counts),
    ]


def _summary(reason: str, answers: Sequence[UrlAnswer]) -> ReasonSummary:
    free = [answer for answer in answers if not answer.is_blocked]
    return ReasonSummary(
        reason,
        kind_of(reason),
        len(answers),
        Counter(answer.answer for answer in answers),
        seen=sum(answer.advice is Advice.WAIT for answer in free),
        to_blocked=sum(bool(answer.target) for answer in free),
        noindex=sum(answer.facts is not None and answer.facts.has_noindex for answer in free),
        errors=sum(answer.facts is not None and answer.facts.is_error for answer in free),
    )


def host_of(address: str) -> str:
    """Return the host of an address, with its port if that is not a usual one: http and https count as one site."""
    host = site_in(address if "://" in address else f"https://{address}")
    return next((host.removesuffix(port) for port in _PORTS if host.endswith(port)), host)


def _usual_site(urls: Sequence[ExportedUrl]) -> str:
    hosts = Counter(host_of(url.url) for url in urls if not url.url.startswith("/"))
    return max(hosts, key=lambda host: hosts[host], default="")


def _verdicts(
    question: IndexingInput, versions: Sequence[DatedVersion], is_cancelled: Callable[[], bool]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
    """Return for each version and URL whether it blocked, and the line that decided; equal versions are read once."""
    table = UrlTable([row.url for row in question.urls])
    crawler = question.crawler
    closed = np.zeros((len(versions), len(table)), np.bool_)
    lines = np.zeros((len(versions), len(table)), np.int32)
    known: dict[bytes, int] = {}
    for place, version in enumerate(versions):
        same = known.setdefault(version.body, place)
        if same == place:
            robots = FileVersion(version.body).read_as(crawler.dialect)
            allowed, lines[place] = robots.decide_all(table, [crawler.agent], is_cancelled=is_cancelled).column(
                crawler.agent
            )
            closed[place] = ~allowed
        else:
            closed[place], lines[place] = closed[same], lines[same]
    return closed, lines


class _Judge:
    def __init__(
        self,
        question: IndexingInput,
        versions: Sequence[DatedVersion],
        site: str,
        closed: npt.NDArray[np.bool_],
        lines: npt.NDArray[np.int32],
    ) -> None:
        self._site = site
        self._facts = question.facts
        self._now = FileVersion(versions[-1].body).read_as(question.crawler.dialect)
        self._agent = question.crawler.agent
        self._closed, self._lines = closed, lines
        self._versions = versions
        self._reads = np.array(question.reads, np.float64)
        self._read_from = question.read_from
        self._copy_seconds = (cache_rule_of(question.crawler) or ASSUMED_CACHE_RULE).lifetime.total_seconds()
        self._earliest, self._latest = _bounds(versions)
        self._is_dated = len(versions) > 1 or (bool(versions) and versions[0].since != ALWAYS)

    def answer(self, row: int, url: ExportedUrl) -> UrlAnswer:
        facts = self._facts.get(url.url)
        kind = kind_of(url.reason)
        if not url.url.startswith("/") and host_of(url.url) != self._site:
            return UrlAnswer(url, kind, Answer.UNKNOWN, Advice.LOOK_ELSEWHERE, gap=Gap.OTHER_HOST)
        closed = self._closed[:, row]
        since, since_after = self._since(closed)
        target, target_line = self._blocked_target(url.url)
        then, gap = self._then(row, url, kind, is_explained=bool(target) and kind is ReasonKind.BLOCKED)
        line_then = int(self._lines[then, row]) if then >= 0 and closed[then] else 0
        line_now = int(self._lines[-1, row]) if closed[-1] else 0
        answer, advice = self._answer(url, kind, closed, then)
        if answer is Answer.STILL_BLOCKED and facts is not None and facts.has_noindex:
            answer, advice = Answer.NOINDEX_UNSEEN, Advice.UNBLOCK
        if answer is Answer.UNKNOWN and gap in {Gap.NO_VERSION, Gap.CONTRADICTION}:
            advice = Advice.LOOK_ELSEWHERE if facts and gap is Gap.CONTRADICTION else Advice.ADD_VERSION
        is_no_page = facts is not None and (facts.has_noindex or facts.is_error)
        if not line_now and (target or (advice is Advice.WAIT and is_no_page)):
            advice = Advice.LOOK_ELSEWHERE
        return UrlAnswer(
            url,
            kind,
            answer,
            advice,
            line_now,
            line_then,
            then,
            since,
            since_after,
            gap,
            facts,
            target,
            target_line,
        )

    def _blocked_target(self, url: str) -> tuple[str, int]:
        """Return the first blocked URL that another redirects to, with the line; "" and 0 if there is none."""
        for target in redirects_of(url, self._facts):
            if host_of(target) == self._site:
                verdict = self._now.decide(target, self._agent)
                if not verdict.allowed:
                    return target, verdict.line or 0
        return "", 0

    def _answer(
        self, url: ExportedUrl, kind: ReasonKind, closed: npt.NDArray[np.bool_], then: int
    ) -> tuple[Answer, Advice]:
        if closed[-1]:
            if kind is ReasonKind.NOINDEX:
                return Answer.NOINDEX_UNSEEN, Advice.UNBLOCK
            return Answer.STILL_BLOCKED, Advice.LEAVE
        if then < 0:
            return Answer.UNKNOWN, Advice.NONE
        if closed[then]:
            return Answer.WAS_BLOCKED, Advice.RECRAWL
        if kind is ReasonKind.BLOCKED or not url.reason:
            if _is_seen(closed, then):
                return Answer.NEVER_BLOCKED, Advice.WAIT
            if kind is ReasonKind.BLOCKED:
                return Answer.NEVER_BLOCKED, Advice.LOOK_ELSEWHERE
        return Answer.NEVER_BLOCKED, Advice.NOT_ROBOTS

    def _since(self, closed: npt.NDArray[np.bool_]) -> tuple[datetime | None, datetime | None]:
        """Return when the present verdict began, and if that is a bound, after when; None if no version had another."""
        others = np.flatnonzero(closed != closed[-1])
        if not len(others):
            return None, None
        version = self._versions[int(others[-1]) + 1]
        is_bound = version.after is not None and version.after < version.since
        return version.since, version.after if is_bound else None

    def _then(self, row: int, url: ExportedUrl, kind: ReasonKind, *, is_explained: bool) -> tuple[int, Gap | None]:
        """Return the version by which the crawler went when it last came; -1 and why if it is unknown.

        `is_explained` says that the URL leads to a blocked one, for which an export calls it blocked, too.
        """
        if url.crawled is None:
            return -1, Gap.NO_DATE
        if not self._is_dated:
            return -1, Gap.NO_VERSION
        begin = url.crawled.timestamp()
        end = begin + (_EXPORTED_DAY.total_seconds() if url.is_day else 0.0)
        closed = self._closed[:, row]
        usual = self._possible(begin - self._copy_seconds, end)
        for possible in (usual, self._as_read(begin, end)):
            if possible and possible[0] >= 0 and len({bool(closed[each]) for each in possible}) == 1:
                if is_explained or _fits(kind, closed, possible[-1]):
                    return possible[-1], None
                if possible is usual:
                    return -1, Gap.CONTRADICTION
        if not usual or usual[0] < 0:
            return -1, Gap.NO_VERSION
        if kind is not ReasonKind.OTHER:  # the reason tells what the crawler saw
            fitting = [each for each in usual if closed[each] == (kind is ReasonKind.BLOCKED)]
            return fitting[-1], None
        return -1, Gap.NEAR_CHANGE

    def _possible(self, begin: float, end: float) -> list[int]:
        """Return the versions that may have been there at a time from `begin` up to `end`; -1 for an unknown one."""
        first = int(np.searchsorted(self._latest, begin, side="right")) - 1
        last = int(np.searchsorted(self._earliest, end, side="left" if end > begin else "right"))
        return list(range(first, last))

    def _as_read(self, begin: float, end: float) -> list[int]:
        """Return the versions that the crawler had read, as the log says; none if it does not."""
        if self._read_from > begin - self._copy_seconds:
            return []
        before = int(np.searchsorted(self._reads, begin, side="right"))
        after = int(np.searchsorted(self._reads, end, side="left"))
        if not before:
            return []
        read = self._reads[before - 1 : after]
        return sorted({version for moment in read for version in self._possible(float(moment), float(moment))})


def _fits(kind: ReasonKind, closed: npt.NDArray[np.bool_], then: int) -> bool:
    """Return False if the export says otherwise of that crawl than the version.

    A URL that was opened is listed as blocked for a while after the crawler has seen it open.
    """
    if closed[then]:
        return not kind.is_fetched
    return kind is not ReasonKind.BLOCKED or _is_seen(closed, then)


def _is_seen(closed: npt.NDArray[np.bool_], then: int) -> bool:
    """Return True if a URL was opened, and the crawler came by a version since that change."""
    others = np.flatnonzero(closed != closed[-1])
    return not closed[-1] and len(others) > 0 and then > int(others[-1])


def _bounds(versions: Sequence[DatedVersion]) -> tuple[Seconds, Seconds]:
    """Return the first and the last moment at which each version may have come: one that has a day came on that day."""
    earliest = np.array([(version.after or version.since).timestamp() for version in versions], np.float64)
    latest = np.array([_latest(version).timestamp() for version in versions], np.float64)
    return np.maximum.accumulate(earliest), np.maximum.accumulate(latest)


def _latest(version: DatedVersion) -> datetime:
    is_day = version.after is None and version.since.astimezone(UTC).time() == time() and version.since != ALWAYS
    return version.since + _DAY if is_day else version.since
