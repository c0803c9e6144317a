"""Comparison with the last report: its recommendations, those done by the facts of today, and their results."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

import numpy as np

from robotstudio.draft.changes.baseline import LIVE
from robotstudio.engine.content import content_of
from robotstudio.engine.crawlers import title_of
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch.address import host_of
from robotstudio.fetch.http_scenario import has_rules
from robotstudio.lint.context import raw_lines
from robotstudio.lint.messages import title as title_of_rule
from robotstudio.lint.rules import RULES
from robotstudio.policy.model import AiPolicy
from robotstudio.policy.overview import overview_of
from robotstudio.report.model import Block, Cell, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.proposals import NO_RULES, TRAINING, ProposalKind
from robotstudio.report.recommendations import title_of_kind
from robotstudio.report.state import AdviceState, ReportState, RequestState, SumState, requests_of, state_of
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.urls.set_columns import columns_of, days_of
from robotstudio.urls.set_columns import title_of as title_of_column
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind


class Done(StrEnum):
    """State of a recommendation."""

    DONE = "done"
    PARTLY = "partly"
    NOT = "not"
    UNKNOWN = "unknown"


_STATES: Final[Mapping[Done, Message]] = {
    Done.DONE: "✓ done",
    Done.PARTLY: "◐ partly done",
    Done.NOT: "✕ not done",
    Done.UNKNOWN: "? not known",
}
_COUNTS: Final[Mapping[Done, Message]] = {
    Done.DONE: "done: {count}",
    Done.PARTLY: "partly done: {count}",
    Done.NOT: "not done: {count}",
    Done.UNKNOWN: "not known: {count}",
}
_LEAD = Plural("{count} recommendation of {day}: {counts}.", "{count} recommendations of {day}: {counts}.")
_OTHER_SITE: Message = "That report was about another site: {site}."
_NONE: Message = "The report of {day} recommended nothing."
_BY_LIVE: Message = "Decided by the live file, not by what anybody said."
_BY_DRAFT: Message = "Decided by the file of this report, as the live one is not known."
_ADVICE: Message = "What was recommended, and what was done"
_FIGURES: Message = "Then and now"
_NEW: Message = "New recommendations"
_PERIODS: Message = "Numbers of periods of different length cannot be compared directly."
_UNKNOWN: Message = "not known"
_BLOCKED_PAGES = Plural("{count} page blocked", "{count} pages blocked")
_OF_PAGES = Plural("{blocked} of {count} page blocked", "{blocked} of {count} pages blocked")
_PLACES = Plural("{count} place", "{count} places")
_NO_FILE: Message = "no file with rules"
_SERVED: Message = "a file with rules"
_NOT_PUBLISHED: Message = "not published"
_PUBLISHED: Message = "published"
_OTHER_FILE: Message = "another file is live"
_REQUESTS = Plural("{closed} of {count} request for blocked URLs", "{closed} of {count} requests for blocked URLs")
_REFUSED = Plural("{count} was refused by the server", "{count} were refused by the server")
_IN_DAYS = Plural("{what} in {count} day", "{what} in {count} days")
_TRAINING = Plural("{closed} of {count} crawler blocked", "{closed} of {count} crawlers blocked")
_URLS_BLOCKED = Plural("{blocked} of {count} URL", "{blocked} of {count} URLs")
_FIGURE_BLOCKED: Message = "Blocked URLs for {crawler}"
_FIGURE_BLOCKED_OTHERS: Message = "Blocked URLs for any other crawler"
_FIGURE_REQUESTS: Message = "Requests of {crawler} for blocked URLs"
_FIGURE_TRAINING: Message = "Blocked crawlers for AI training"
_FIGURE_ERRORS: Message = "Errors of the linter"
_FIGURE_LEFT_OUT: Message = "Pages not indexed because they are blocked"
_OF_COUNT: Message = "{part} of {whole}"
_MOST_CRAWLERS: Final = 8
_DONE_BELOW: Final = 0.01
"""Share of requests for blocked URLs below which a crawler counts as refused."""


class _Fate(NamedTuple):
    """Fate of a recommendation, with its figures then and now."""

    done: Done
    then: str
    now: str


def has_earlier(found: Findings) -> bool:
    """Return True if there is an earlier report."""
    return found.subject.earlier is not None


def build(found: Findings, wanted: ReportChoices) -> Iterator[Block]:
    """Say what became of each recommendation, the figures then and now, and what is recommended for the first time."""
    earlier = found.subject.earlier
    if earlier is None:
        return
    day = WORDS.day(earlier.date)
    site = host_of(found.subject.address) if found.subject.address else ""
    if site and earlier.site and site != earlier.site:
        yield Prose(plain(tr(_OTHER_SITE, site=earlier.site)))
    today = _Today(found)
    fates = [(each, today.fate_of(each)) for each in earlier.advice]
    if fates:
        counted = Counter(fate.done for _, fate in fates)
        counts = [tr(said, count=counted[done]) for done, said in _COUNTS.items() if counted[done]]
        yield Prose(plain(ntr(_LEAD, len(fates), day=day, counts=WORDS.side_by_side(counts))))
        if today.is_known:
            yield Prose(plain(tr(_BY_LIVE if today.is_live else _BY_DRAFT)), quiet=True)
        heads = (
            ReportColumn("recommendation", tr("Recommendation")),
            ReportColumn("state", tr("Done")),
            ReportColumn("then", tr("Then")),
            ReportColumn("now", tr("Now")),
        )
        rows = tuple((_title(each), tr(_STATES[fate.done]), fate.then, fate.now) for each, fate in fates)
        yield ReportTable("since", tr(_ADVICE), heads, rows)
    else:
        yield Prose(plain(tr(_NONE, day=day)))
    now = state_of(found, wanted.made_on, earlier.site)
    dated = (
        ReportColumn("what", tr("What")),
        ReportColumn("then", day),
        ReportColumn("now", WORDS.date(wanted.made_on)),
    )
    yield ReportTable("then_and_now", tr(_FIGURES), dated, tuple(_figures(earlier, now, found)))
    if _have_other_periods(earlier, now):
        yield Prose(plain(tr(_PERIODS)), quiet=True)
    known = {each.key for each in earlier.advice}
    fresh = [each for each in now.advice if each.key not in known]
    if fresh:
        head = (ReportColumn("recommendation", tr("Recommendation")),)
        yield ReportTable("new_advice", tr(_NEW), head, tuple((_title(each),) for each in fresh))


def _title(each: AdviceState) -> str:
    if each.kind is ProposalKind.FIX:
        rule = RULES.get(each.code)
        said = title_of_rule(rule) if rule else each.code
        return WORDS.about(said, WORDS.side_by_side(dict.fromkeys(each.lines[:2]))) if each.lines else said
    return title_of_kind(each)


class _Today:
    """Decides by the live file, or else by that of the report, what was done."""

    def __init__(self, found: Findings) -> None:
        self._found = found
        about = found.subject
        self._is_fetched = about.evidence is not None
        self._has_rules = about.evidence is not None and has_rules(about.evidence)
        body, self.is_live = about.body, False
        if about.evidence is not None:
            body, self.is_live = (about.evidence.body if self._has_rules else b""), True
        elif about.baseline is not None and about.baseline.id == LIVE:
            body, self.is_live = about.baseline.body, True
        self._body = body

    @property
    def is_known(self) -> bool:
        """False if the server was asked for its file and gave none with rules: nothing follows from that."""
        return self._has_rules or not self._is_fetched

    def fate_of(self, each: AdviceState) -> _Fate:
        """Return what became of a recommendation."""
        return _FATES[each.kind](self, each)

    def served(self, _each: AdviceState) -> _Fate:
        if not self.is_live:
            return _Fate(Done.UNKNOWN, tr(_NO_FILE), tr(_UNKNOWN))
        is_served = self._has_rules if self._is_fetched else True
        return _Fate(Done.DONE if is_served else Done.NOT, tr(_NO_FILE), tr(_SERVED if is_served else _NO_FILE))

    def replaced(self, _each: AdviceState) -> _Fate:
        is_done = content_of(self._body) not in NO_RULES and self.is_known
        return _Fate(Done.DONE if is_done else Done.NOT, tr(_NO_FILE), tr(_SERVED if is_done else _NO_FILE))

    def published(self, each: AdviceState) -> _Fate:
        then = ntr(_BLOCKED_PAGES, each.closed) if each.is_risky and each.closed else tr(_NOT_PUBLISHED)
        if not self.is_live or not self.is_known:
            return _Fate(Done.UNKNOWN, then, tr(_UNKNOWN))
        is_published = self._digest == each.sha256
        done = is_published is not each.is_risky
        return _Fate(Done.DONE if done else Done.NOT, then, tr(_PUBLISHED if is_published else _OTHER_FILE))

    @property
    def _digest(self) -> str:
        return sha256(self._body).hexdigest()

    def fixed(self, each: AdviceState) -> _Fate:
        if not self.is_known:
            return _Fate(Done.UNKNOWN, ntr(_PLACES, len(each.lines)), tr(_UNKNOWN))
        raws = raw_lines(self._body)
        left = Counter(
            raws[finding.line - 1].strip().decode("utf-8", "replace")
            for finding in self._found.linted(self._body)
            if finding.code == each.code and 0 < finding.line <= len(raws)
        )
        there = sum(1 for line in each.lines if left[line])
        return _Fate(_part(there, len(each.lines)), ntr(_PLACES, len(each.lines)), ntr(_PLACES, there))

    def opened(self, each: AdviceState) -> _Fate:
        then, count = ntr(_BLOCKED_PAGES, each.count), len(each.urls)
        if not count or not self.is_known:
            return _Fate(Done.UNKNOWN, then, tr(_UNKNOWN))
        catalogue, version = self._found.subject.catalogue, FileVersion(self._body)
        readers = [catalogue.crawler_for(token).reader for token in each.crawlers]
        blocked = sum(
            not all(version.read_as(reader.dialect).decide(url, reader.agent).allowed for reader in readers)
            for url in each.urls
        )
        now = ntr(_OF_PAGES, count, blocked=blocked)
        if each.visits is None:
            return _Fate(_part(blocked, count), then, now)
        visits = self._sum_now(each)
        unknown = WORDS.about(_column_title(each.visits), tr(_UNKNOWN))
        now = WORDS.clauses((now, unknown if visits is None else _sum_words(visits)))
        return _Fate(_part(blocked, count), WORDS.clauses((then, _sum_words(each.visits))), now)

    def _sum_now(self, each: AdviceState) -> SumState | None:
        """Return what the same URLs bring today, None if no source says it."""
        then, urls = each.visits, self._found.subject.urls
        column = next((some for some in columns_of(urls) if then and some.info.role == then.role), None)
        if column is None or then is None:
            return None
        wanted = frozenset(each.urls)
        rows = [row for row, url in enumerate(urls.urls) if url in wanted]
        values = column.values.values[rows]
        if not len(values) or np.isnan(values).all():
            return None
        return SumState(float(np.nansum(values)), then.role, then.source, days_of(column.source))

    def _unknown(self, each: AdviceState) -> str:
        return WORDS.about(_column_title(each.visits), tr(_UNKNOWN)) if each.visits else ""

    def refused(self, each: AdviceState) -> _Fate:
        token, then = (each.crawlers or ("",))[0], each.requests
        said = _request_words(then) if then else tr(_UNKNOWN)
        compliance = self._found.subject.compliance
        if compliance is None or compliance.first is None or then is None:
            return _Fate(Done.UNKNOWN, said, tr(_UNKNOWN))
        now = requests_of(compliance).get(token)
        if now is None:  # it stays away, or these logs are of other servers or days
            return _Fate(Done.UNKNOWN, said, tr(_UNKNOWN))
        share, before = ((some.closed - some.refused) / max(some.judged, 1) for some in (now, then))
        done = Done.DONE if share < _DONE_BELOW else Done.PARTLY if share < before / 2 else Done.NOT
        return _Fate(done, said, _request_words(now))

    def decided(self, each: AdviceState) -> _Fate:
        then = ntr(_TRAINING, each.count, closed=each.closed)
        if not self.is_known:
            return _Fate(Done.UNKNOWN, then, tr(_UNKNOWN))
        rows = overview_of(self._body, AiPolicy(), self._found.subject.catalogue)
        row = next((some for some in rows if some.id == TRAINING), None)
        closed, count = (row.closed, len(row.rows)) if row else (0, 0)
        done = Done.DONE if closed in {0, count} else Done.PARTLY if closed != each.closed else Done.NOT
        return _Fate(done, then, ntr(_TRAINING, count, closed=closed))


_FATES: Final[Mapping[ProposalKind, Callable[[_Today, AdviceState], _Fate]]] = {
    ProposalKind.REPLACE: _Today.replaced,
    ProposalKind.SERVE: _Today.served,
    ProposalKind.PUBLISH: _Today.published,
    ProposalKind.OPEN: _Today.opened,
    ProposalKind.FIX: _Today.fixed,
    ProposalKind.REFUSE: _Today.refused,
    ProposalKind.DECIDE: _Today.decided,
}


def _part(left: int, count: int) -> Done:
    """Return how much was done if `left` of `count` is as before."""
    if not count:
        return Done.UNKNOWN
    return Done.DONE if not left else Done.NOT if left == count else Done.PARTLY


def _column_title(visits: SumState) -> str:
    return title_of_column(ColumnInfo(visits.role, ColumnKind.NUMBER, visits.role), WORDS)


def _sum_words(visits: SumState) -> str:
    said = WORDS.about(_column_title(visits), WORDS.number(visits.total))
    return _in_days(said, visits.days)


def _request_words(each: RequestState) -> str:
    said = _in_days(ntr(_REQUESTS, each.judged, closed=WORDS.number(each.closed)), each.days)
    return WORDS.clauses((said, ntr(_REFUSED, each.refused))) if each.refused else said


def _in_days(what: str, days: int) -> str:
    return ntr(_IN_DAYS, days, what=what) if days else what


def _figures(then: ReportState, now: ReportState, found: Findings) -> Iterator[tuple[Cell, ...]]:
    """Yield what both reports counted, and what one of them did not as not known."""
    if then.urls or now.urls:
        crawler = found.subject.crawlers[0]
        title = tr(_FIGURE_BLOCKED_OTHERS if crawler.is_any_other else _FIGURE_BLOCKED, crawler=title_of(crawler))
        yield title, *(_blocked_words(each, crawler.token) for each in (then, now))
    if visits := then.visits or now.visits:
        same = [each.visits if each.visits and each.visits.role == visits.role else None for each in (then, now)]
        yield (
            _column_title(visits),
            *(_in_days(WORDS.number(each.total), each.days) if each else tr(_UNKNOWN) for each in same),
        )
    for token in [*dict.fromkeys((*then.requests, *now.requests))][:_MOST_CRAWLERS]:
        title = tr(_FIGURE_REQUESTS, crawler=title_of(found.subject.catalogue.crawler_for(token)))
        yield title, *(_requests_of(each, token) for each in (then, now))
    if then.not_indexed is not None or now.not_indexed is not None:
        counts = (each.not_indexed for each in (then, now))
        yield tr(_FIGURE_LEFT_OUT), *(tr(_UNKNOWN) if each is None else WORDS.number(each) for each in counts)
    yield (
        tr(_FIGURE_TRAINING),
        *(tr(_OF_COUNT, part=each.training[0], whole=each.training[1]) for each in (then, now)),
    )
    yield tr(_FIGURE_ERRORS), *(WORDS.number(each.errors) for each in (then, now))


def _blocked_words(state: ReportState, token: str) -> str:
    if token not in state.blocked or not state.urls:
        return tr(_UNKNOWN)
    return ntr(_URLS_BLOCKED, state.urls, blocked=WORDS.number(state.blocked[token]))


def _requests_of(state: ReportState, token: str) -> str:
    """Return the requests of a crawler; without any in its logs it is said that there were none."""
    if not state.requests:
        return tr(_UNKNOWN)
    days = next(iter(state.requests.values())).days
    return _request_words(state.requests.get(token, RequestState(0, 0, days)))


def _have_other_periods(then: ReportState, now: ReportState) -> bool:
    """Return True if clicks or requests were counted in more or fewer days."""
    if then.visits and now.visits and then.visits.days != now.visits.days:
        return True
    shared = [token for token in then.requests if token in now.requests]
    return any(then.requests[token].days != now.requests[token].days for token in shared)
