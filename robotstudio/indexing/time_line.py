"""The time line of a URL: when a version blocked it, when the crawler read the file, and when it last came."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import numpy as np
from msgspec import Struct

from robotstudio.compliance.model import ALWAYS, DatedVersion
from robotstudio.indexing.answers import IndexingReport

_NOON: Final = 43_200.0
_MARGIN: Final = 0.06
_LEAST_DAYS: Final = 4 * 86_400.0


class MomentKind(StrEnum):
    """Kind of event."""

    FIRST = "first"  # the first version that is known
    BLOCKED = "blocked"  # a version came that blocks the URL
    OPENED = "opened"  # a version came that does not
    CRAWLED = "crawled"
    NOW = "now"
    READ = "read"  # the crawler fetched the file


class Moment(Struct, frozen=True):
    """A moment of a time line, in seconds since 1970."""

    kind: MomentKind
    at: float
    is_day: bool = False
    """True if only the day is known."""
    line: int = 0
    """The line that blocks from then on, or did then."""
    is_blocked: bool | None = None
    """Whether the URL is blocked from then on, or was then; None if that is unknown."""
    is_bound: bool = False
    """True if it may have happened earlier: the version was captured then."""

    @property
    def time(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)


class Span(Struct, frozen=True):
    """A time with one verdict; the version is that of its beginning, -1 before the first."""

    begin: float
    end: float
    is_blocked: bool | None
    version: int = -1


class TimeLine(Struct, frozen=True):
    """Verdicts by time, and reads of the file by the crawler; `has_log` tells whether these are known."""

    spans: tuple[Span, ...]
    decided: tuple[Moment, ...]
    reads: tuple[Moment, ...]
    has_log: bool
    begin: float
    """The part that answers the question; the spans may begin earlier."""
    end: float


def time_line(report: IndexingReport, place: int, now: datetime, reads: Sequence[float] | None = None) -> TimeLine:
    """Return the time line of an answer; `reads` are the crawler's fetches of the file, None without a log."""
    answer, end = report.answers[place], now.timestamp()
    closed, lines = report.closed[:, place], report.lines[:, place]
    starts = [version.since.timestamp() for version in report.versions]
    changes = [0, *(np.flatnonzero(closed[1:] != closed[:-1]) + 1).tolist()]
    decided = [
        Moment(
            _kind(number, bool(closed[version])),
            starts[version],
            _is_day(report.versions[version].since),
            int(lines[version]) if closed[version] else 0,
            bool(closed[version]),
            is_bound=_is_bound(report.versions[version]),
        )
        for number, version in enumerate(changes)
        if report.versions[version].since != ALWAYS
    ]
    crawled = answer.row.crawled
    if crawled is not None:
        at = crawled.timestamp() + (_NOON if answer.row.is_day else 0.0)
        was_blocked = answer.line_then > 0 if answer.version_then >= 0 else None
        decided.append(Moment(MomentKind.CRAWLED, at, answer.row.is_day, answer.line_then, was_blocked))
    decided.append(Moment(MomentKind.NOW, end, is_day=True, line=answer.line_now, is_blocked=bool(closed[-1])))
    decided.sort(key=lambda moment: moment.at)
    begin = _begin(decided, end)
    spans = [
        Span(starts[version], following, bool(closed[version]), version)
        for version, following in zip(changes, [*(starts[each] for each in changes[1:]), end], strict=True)
        if following > starts[version]
    ]
    if [version.since for version in report.versions] == [ALWAYS]:
        spans = [Span(begin, end, None)]  # a file without a day says nothing about the past
    elif spans and spans[0].begin > begin:
        spans.insert(0, Span(begin, spans[0].begin, None))
    return TimeLine(
        tuple(spans),
        tuple(decided),
        tuple(Moment(MomentKind.READ, moment) for moment in reads or ()),
        reads is not None,
        begin,
        end + _MARGIN * (end - begin),
    )


def told_reads(line: TimeLine) -> tuple[Moment, ...]:
    """Return the reads that tell something: the first after each change of the verdict, the last before the crawl."""
    moments = np.array([read.at for read in line.reads])
    found: dict[int, Moment] = {}
    for moment in line.decided:
        after = int(np.searchsorted(moments, moment.at))
        if moment.kind in {MomentKind.BLOCKED, MomentKind.OPENED} and after < len(line.reads):
            found[after] = line.reads[after]
        if moment.kind is MomentKind.CRAWLED and after:
            found[after - 1] = line.reads[after - 1]
    return tuple(found[place] for place in sorted(found))


def _kind(number: int, is_blocked: bool) -> MomentKind:
    return MomentKind.FIRST if not number else MomentKind.BLOCKED if is_blocked else MomentKind.OPENED


def _is_bound(version: DatedVersion) -> bool:
    return version.after is not None and version.after < version.since


def _is_day(since: datetime) -> bool:
    return not (since.hour or since.minute or since.second)


def _begin(decided: Sequence[Moment], end: float) -> float:
    """Return where the time line begins: before the last crawl, and the change before that."""
    crawled = next((moment.at for moment in decided if moment.kind is MomentKind.CRAWLED), end)
    before = [moment.at for moment in decided if moment.kind is not MomentKind.CRAWLED and moment.at <= crawled]
    first = min([*before[-1:], crawled, decided[0].at if len(decided) < 5 else crawled])
    return min(first - _MARGIN * (end - first), end - _LEAST_DAYS)
