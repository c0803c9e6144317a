"""Judge who kept to the file: each request is held against the version of its time, and the copy that was read before.

A crawler may go on with the copy that it has. So a request that is closed now counts against it only if the version
that it had read closed it too; if it read none in these logs, any older version that left it open excuses it.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import inf
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.compliance.client_addresses import UNKNOWN_ADDRESS
from robotstudio.compliance.identity import SPOOFED, Identities, count_kinds
from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.log_requests import LogRequests, is_robots, url_of
from robotstudio.compliance.model import (
    Compliance,
    Conduct,
    CrawlerRecord,
    DatedVersion,
    Day,
    Identity,
    LoggedLine,
    NoVerdictReason,
    OpenPath,
    Period,
    Reaction,
    Reads,
    SpoofedRequests,
)
from robotstudio.compliance.reaction import reactions_to
from robotstudio.compliance.reverse_dns import NameCheck
from robotstudio.compliance.saved_ranges import is_stale
from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.cancelling import never
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.proof import Result, prove_equal
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch.caching import cache_rule_of
from robotstudio.fetch.policy import ASSUMED_CACHE_RULE
from robotstudio.survey.markers import disclosed_in

_DAY: Final = 86_400
_MOST_EVIDENCE: Final = 20
_MOST_OPEN: Final = 1_000
_REFUSALS: Final = (401, 403, 429, 444, 451)
"""Answers with which a server, or a CDN, keeps a client out; nginx logs 444 if it sends none."""
_NO_COPY, _NO_RULES, _UNKNOWN = -1, -2, -3
_ORDER: Final = (Conduct.DID_NOT, Conduct.OLDER, Conduct.KEPT, Conduct.CANNOT_SAY)

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Lines = npt.NDArray[np.int32]


class ComplianceInput(Struct, frozen=True, eq=False):
    """Logs, versions of the file, and what operators publish; `names` looks up host names, if that is asked for."""

    requests: LogRequests
    versions: Sequence[DatedVersion]
    catalogue: Catalogue
    lists: Sequence[RangeList] = ()
    names: NameCheck | None = None


def compliance_of(question: ComplianceInput, is_cancelled: Callable[[], bool] = never) -> Compliance:
    """Judge who kept to the file. Raises Cancelled soon after `is_cancelled` says so."""
    judge = _Judge(question, is_cancelled)
    requests = question.requests
    records = [judge.record(number) for number in range(len(requests.tokens))]
    records.sort(key=lambda record: (_ORDER.index(record.conduct), -record.requests))
    moments = requests.moments
    return Compliance(
        tuple(records),
        judge.open_paths(),
        judge.versions,
        requests,
        _time(int(moments[0])) if len(moments) else None,
        _time(int(moments[-1])) if len(moments) else None,
    )


class _Judge:
    """Reads each version once in each dialect, and evaluates all targets of the log at once."""

    def __init__(self, question: ComplianceInput, is_cancelled: Callable[[], bool]) -> None:
        self.requests = question.requests
        self._catalogue = question.catalogue
        self._is_cancelled = is_cancelled
        self.versions = tuple(sorted(question.versions, key=lambda version: version.since))
        self._starts = np.array([version.since.timestamp() for version in self.versions], np.float64)
        self._identities = Identities(question.lists, question.requests.addresses, question.names)
        known = question.requests.addresses
        self._hidden = known.index(UNKNOWN_ADDRESS) if UNKNOWN_ADDRESS in known else -1
        self._table = UrlTable(map(url_of, question.requests.urls))
        self._robots_rows = np.array([is_robots(url) for url in question.requests.urls], np.bool_)
        self._files = [FileVersion(version.body) for version in self.versions]
        self._columns: dict[object, tuple[Bools, Lines]] = {}
        self._closes: dict[object, Result] = {}

    def record(self, number: int) -> CrawlerRecord:
        requests, token = self.requests, self.requests.tokens[number]
        crawler = self._catalogue.crawler_for(token)
        rows = np.flatnonzero(requests.crawler == number)
        kinds = self._identities.kinds(token, requests.address[rows], self._is_cancelled)
        identities = count_kinds(kinds)
        borrowed, rows = rows[kinds == SPOOFED], rows[kinds != SPOOFED]
        case = _CrawlerCase(self, crawler, *self._reads_and_pages(rows))
        dated = self._identities.dated(token)
        return replace(
            case.record(identities, dated),
            spoofed=self._spoofed(crawler, borrowed),
            are_addresses_hidden=bool(len(rows)) and bool((requests.address[rows] == self._hidden).all()),
            ranges_are_old=bool(dated and len(rows)) and is_stale(dated, _time(int(requests.moments[-1])).date()),
        )

    def _reads_and_pages(self, rows: Ints) -> tuple[Ints, Ints]:
        of_robots = self._robots_rows[self.requests.url[rows]]
        return rows[of_robots], rows[~of_robots]

    def _spoofed(self, crawler: Crawler, rows: Ints) -> SpoofedRequests:
        if not len(rows):
            return SpoofedRequests()
        latest = self._starts[-1] if len(self._starts) else 0.0
        before = int(np.count_nonzero(self.requests.moments[rows] < latest))
        days = _CrawlerCase(self, crawler, *self._reads_and_pages(rows)).days()
        return SpoofedRequests(before, len(rows) - before, days)

    def columns(self, crawler: Crawler) -> tuple[Bools, Lines]:
        """Return for each version and target whether it was open to a crawler, and by which line.

        A log has hundreds of crawlers, and most of them follow the same rules: each set is evaluated once.
        """
        read = [file.read_as(crawler.dialect) for file in self._files]
        key = crawler.dialect, *(id(robots.choose(crawler.agent).rules) for robots in read)
        if key not in self._columns:
            allowed = np.ones((len(read), len(self._table)), np.bool_)
            lines = np.zeros((len(read), len(self._table)), np.int32)
            for version, robots in enumerate(read):
                matrix = robots.decide_all(self._table, [crawler.agent], is_cancelled=self._is_cancelled)
                allowed[version], lines[version] = matrix.column(crawler.agent)
            self._columns[key] = allowed, lines
        return self._columns[key]

    def closes_anything(self, version: int, crawler: Crawler) -> Result:
        """Compare a version with an empty file for every URL: DIFFERS if some URL is closed to a crawler.

        A Disallow alone does not say so: in some dialects an Allow before it wins, and some patterns match no path.
        """
        robots = self._files[version].read_as(crawler.dialect)
        key = crawler.dialect, id(robots.choose(crawler.agent).rules)
        if key not in self._closes:
            empty = Robots.parse(b"", crawler.dialect)
            proof = prove_equal(robots, empty, crawler.agent, inf, is_cancelled=self._is_cancelled)
            self._closes[key] = proof.outcome
        return self._closes[key]

    def versions_at(self, moments: Ints) -> Ints:
        """Return the version of each moment, -1 before the first."""
        return np.searchsorted(self._starts, moments, side="right") - 1

    @property
    def start(self) -> float:
        """Return when the first version came."""
        return float(self._starts[0])

    def open_paths(self) -> tuple[OpenPath, ...]:
        """Return targets that the last version closes to all, that everybody gets, and that look private."""
        targets = self.requests.open_to_all
        if not self.versions or not targets:
            return ()
        table = UrlTable(map(url_of, targets))
        robots = self._files[-1].read_as("rfc9309")
        allowed, lines = robots.decide_all(table, ["*"], is_cancelled=self._is_cancelled).column("*")
        found = []
        for row in np.flatnonzero(~allowed):
            kinds = disclosed_in([targets[row].encode()])
            found += [OpenPath(targets[row], int(lines[row]), kinds)] if kinds else []
            if len(found) >= _MOST_OPEN:
                break
        return tuple(found)

    def logged(self, row: int, version: int, rule_line: int) -> LoggedLine:
        requests = self.requests
        return LoggedLine(
            requests.files[requests.file[row]],
            int(requests.line[row]),
            _time(int(requests.moments[row])),
            requests.addresses[requests.address[row]],
            requests.urls[requests.url[row]],
            int(requests.status[row]),
            version,
            rule_line,
        )


class _CrawlerCase:
    """One crawler: its reads of the file, its requests for pages, and the verdicts on these."""

    def __init__(self, judge: _Judge, crawler: Crawler, reads: Ints, pages: Ints) -> None:
        """Take rows of the log; spoofed ones are left out."""
        requests = judge.requests
        self._judge = judge
        self._crawler = crawler
        self._all = pages
        self._read_moments = requests.moments[reads]
        self._now = judge.versions_at(requests.moments[pages])
        self._allowed, self._lines = judge.columns(crawler)
        is_known = self._now >= 0
        self._pages, self._now = pages[is_known], self._now[is_known]
        self._urls = requests.url[self._pages]
        self._moments = requests.moments[self._pages]
        self._closed = ~self._allowed[self._now, self._urls] if len(self._now) else np.zeros(0, np.bool_)
        self._reads_that_tell = self._telling(reads)
        self._copies, self._copied_at = self._copies_at(self._reads_that_tell)

    def _telling(self, reads: Ints) -> Ints:
        """Return the reads that brought the file, or that there is none."""
        status = self._judge.requests.status[reads]
        tells = (status == 200) | (status == 304) | ((status >= 400) & (status < 500) & (status != 429))
        return np.compress(tells, reads)

    def _copies_at(self, reads: Ints) -> tuple[Ints, Ints]:
        """Return the version that it had read before each request, and when; none, or that there is no file."""
        requests = self._judge.requests
        status = requests.status[reads]
        moments = requests.moments[reads]
        versions = self._judge.versions_at(moments)
        versions = np.where(status >= 400, _NO_RULES, np.where(versions < 0, _UNKNOWN, versions))
        places = np.searchsorted(moments, self._moments, side="right") - 1
        if not len(reads):
            return np.full(len(self._moments), _NO_COPY), np.zeros(len(self._moments), np.int64)
        safe = np.maximum(places, 0)
        return np.where(places >= 0, versions[safe], _NO_COPY), moments[safe]

    def record(self, identities: Mapping[Identity, int], dated: str) -> CrawlerRecord:
        requests = self._judge.requests
        conduct, why, excused = self._conduct()
        shown = np.flatnonzero(self._closed & ~excused) if conduct is Conduct.DID_NOT else np.flatnonzero(excused)
        cache_rule = cache_rule_of(self._crawler)
        until = int(shown[-1]) if conduct is Conduct.OLDER else None
        has_copy = until is not None and self._copies[until] >= 0
        return CrawlerRecord(
            self._crawler,
            conduct,
            len(self._all),
            len(self._pages),
            int(np.count_nonzero(self._closed)),
            _reads(self._read_moments),
            identities,
            self._periods(),
            self.days(),
            why,
            None if until is None else self._older_version(until),
            None if until is None else _time(int(self._moments[until])),
            timedelta(seconds=int(self._moments[until] - self._copied_at[until])) if has_copy else None,
            cache_rule.lifetime if cache_rule else None,
            bool(cache_rule and cache_rule.assumed),
            self._evidence(shown) if conduct in {Conduct.DID_NOT, Conduct.OLDER} else (),
            dated,
            reactions=self._reactions(),
            refused=int(np.isin(requests.status[self._pages[self._closed]], _REFUSALS).sum()),
        )

    def _reactions(self) -> tuple[Reaction, ...]:
        requests = self._judge.requests
        if not len(requests.moments):
            return ()
        return reactions_to(
            self._judge.versions,
            requests.moments[self._reads_that_tell],
            self._moments,
            self._allowed,
            self._urls,
            int(requests.moments[0]),
        )

    def _conduct(self) -> tuple[Conduct, NoVerdictReason | None, Bools]:
        """Return the verdict, its reason if there is none, and which closed requests an older copy excuses."""
        excused = np.zeros(len(self._closed), np.bool_)
        if not len(self._all):
            return Conduct.CANNOT_SAY, NoVerdictReason.NO_REQUESTS, excused
        if not len(self._pages):
            return Conduct.CANNOT_SAY, NoVerdictReason.NO_VERSION, excused
        closed = np.flatnonzero(self._closed)
        if not len(closed):
            why = self._why_not_kept()
            return (Conduct.CANNOT_SAY if why else Conduct.KEPT), why, excused
        copies, urls = self._copies[closed], self._urls[closed]
        of_copy = (copies >= 0) & self._allowed[np.maximum(copies, 0), urls]
        before = np.logical_or.accumulate(self._allowed, axis=0)  # open in this version or an older one
        of_any = (copies == _NO_COPY) & before[self._now[closed], urls]
        got_no_rules = copies == _NO_RULES
        # It may go on with what it read before all that is known of the file.
        age = self._moments[closed] - self._judge.start
        usual = (cache_rule_of(self._crawler) or ASSUMED_CACHE_RULE).lifetime.total_seconds()
        is_unknown = (copies == _UNKNOWN) | ((copies == _NO_COPY) & ~of_any & (age <= usual))
        unsaid = got_no_rules | is_unknown
        excused[closed] = of_copy | of_any
        if not (excused[closed] | unsaid).all():
            excused[closed[unsaid]] = True
            return Conduct.DID_NOT, None, excused
        if unsaid.all():
            return (
                Conduct.CANNOT_SAY,
                NoVerdictReason.NO_FILE if got_no_rules.any() else NoVerdictReason.NO_VERSION,
                excused,
            )
        return Conduct.OLDER, None, excused

    def _why_not_kept(self) -> NoVerdictReason | None:
        """Return why a crawler that asked for nothing closed cannot be said to have kept to it; None if it can."""
        answers = {self._judge.closes_anything(int(version), self._crawler) for version in np.unique(self._now)}
        if Result.DIFFERS in answers:
            return None
        return NoVerdictReason.NOT_PROVEN if Result.UNDECIDED in answers else NoVerdictReason.NOTHING_CLOSED

    def _older_version(self, at: int) -> int:
        if self._copies[at] >= 0:
            return int(self._copies[at])
        allowed = self._allowed[: self._now[at] + 1, self._urls[at]]
        return int(np.flatnonzero(allowed)[-1])

    def _periods(self) -> tuple[Period, ...]:
        count = len(self._judge.versions)
        requests = np.bincount(self._now, minlength=count)
        closed = np.bincount(self._now[self._closed], minlength=count)
        begins = np.searchsorted(self._now, np.arange(count))
        return tuple(
            Period(version, asked, int(closed[version]), *self._ends(int(begins[version]), asked))
            for version, asked in enumerate(requests.tolist())
        )

    def _ends(self, begin: int, count: int) -> tuple[datetime | None, datetime | None]:
        """Return the first and the last moment of some requests."""
        found = self._moments[begin : begin + count]
        return (_time(int(found[0])), _time(int(found[-1]))) if count else (None, None)

    def days(self) -> tuple[Day, ...]:
        """Return each day with a request or a read of the file."""
        of_pages, of_reads = self._moments // _DAY, self._read_moments // _DAY
        days = np.union1d(of_pages, of_reads)
        inverse = np.searchsorted(days, of_pages)
        closed = np.bincount(inverse[self._closed], minlength=len(days))
        totals = np.bincount(inverse, minlength=len(days))
        reads = np.bincount(np.searchsorted(days, of_reads), minlength=len(days))
        return tuple(
            Day(_time(int(day) * _DAY).date().isoformat(), int(total - shut), int(shut), int(read))
            for day, total, shut, read in zip(days, totals, closed, reads, strict=True)
        )

    def _evidence(self, places: Ints) -> tuple[LoggedLine, ...]:
        """Return the first of the requests, and the last if there are more: it tells until when it went on."""
        shown = [*places[: _MOST_EVIDENCE - 1], *places[_MOST_EVIDENCE - 1 :][-1:]]
        return tuple(
            self._judge.logged(
                int(self._pages[at]), int(self._now[at]), int(self._lines[self._now[at], self._urls[at]])
            )
            for at in shown
        )


def _reads(moments: Ints) -> Reads:
    if not len(moments):
        return Reads(0)
    gaps = np.diff(moments)
    longest = timedelta(seconds=int(gaps.max())) if len(gaps) else None
    return Reads(len(moments), _time(int(moments[0])), _time(int(moments[-1])), longest, tuple(moments.tolist()))


def _time(moment: int) -> datetime:
    return datetime.fromtimestamp(moment, UTC)
