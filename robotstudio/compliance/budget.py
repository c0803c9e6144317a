"""Replay access logs against a draft: which requests of each crawler it would have spared.

A request is spared if the earlier file allows it and the draft blocks it. Requests for the robots.txt are not
counted, and neither are spoofed ones: they are not the crawler's, and whoever sends them keeps to nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from robotstudio.compliance.identity import SPOOFED, Identities
from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.log_requests import LogRequests, is_robots, url_of
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import never
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.structure import structure_of
from robotstudio.store.tables import RowKind, plain_cells
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

_DAY: Final = 86_400
_MOST_DECIMALS: Final = 6

_SPARED = Plural(
    "{crawler}: {spared} of {count} request ({share}) would be avoided.",
    "{crawler}: {spared} of {count} requests ({share}) would be avoided.",
)
_NONE_SPARED = Plural(
    "{crawler}: its {count} request would still be made.", "{crawler}: all {count} requests would still be made."
)
_SPOOFED = Plural("{count} spoofed request is not counted.", "{count} spoofed requests are not counted.")
_BLOCKED_BEFORE = Plural(
    "{count} request was for a URL that the earlier file blocks already.",
    "{count} requests were for URLs that the earlier file blocks already.",
)
_NO_REQUEST: Message = "{crawler}: no genuine request for a page."
_SPARES: Message = "This draft would avoid {shares}."
_SPARES_NOTHING: Message = "This draft would avoid no request in these logs."
_OF: Message = "{share} of the requests of {crawler}"
SCOPE_WORDS: Message = "A request is avoided if the draft blocks it and the crawler obeys the draft."

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class Tally(Struct, frozen=True):
    """Requests with something in common (`key`), and how many of them would be spared."""

    key: str
    requests: int
    spared: int


class RuleTally(Struct, frozen=True):
    """A line of the draft, and how many requests it would spare."""

    line: int
    rule: str
    spared: int


class CrawlerBudget(Struct, frozen=True):
    """The requests of a crawler for pages, and what the draft would spare of them.

    `blocked_before` are those that the earlier file blocks. `patterns` and `rules` are in order of what is spared,
    `statuses` and `days` (UTC) in their own order.
    """

    crawler: Crawler
    requests: int
    spared: int
    blocked_before: int
    spoofed: int
    rules: tuple[RuleTally, ...]
    patterns: tuple[Tally, ...]
    statuses: tuple[Tally, ...]
    days: tuple[Tally, ...]

    @property
    def share(self) -> float:
        """Spared requests as a fraction of all."""
        return self.spared / self.requests if self.requests else 0.0


class BudgetRow(NamedTuple):
    """Requests of a crawler with something in common; `by` is `rule`, `pattern`, `status` or `day`."""

    crawler: str
    by: str
    key: str
    requests: int | None  # None for a rule: it is only known what it spares
    spared: int


BUDGET: Final = RowKind("Crawl budget", BudgetRow._fields, plain_cells, {"key"})


class BudgetInput(Struct, frozen=True, eq=False):
    """Logs, a draft, the earlier file (None: an empty one), and the addresses that operators publish."""

    requests: LogRequests
    draft: bytes
    catalogue: Catalogue
    before: bytes | None = None
    lists: Sequence[RangeList] = ()


def crawl_budget(question: BudgetInput, is_cancelled: Callable[[], bool] = never) -> tuple[CrawlerBudget, ...]:
    """Return the budget of each crawler in the logs, those with most requests first.

    Raises Cancelled soon after `is_cancelled` returns True.
    """
    replay = _Replay(question, is_cancelled)
    budgets = [replay.budget(number) for number in range(len(question.requests.tokens))]
    return tuple(sorted(budgets, key=lambda each: -each.requests))


def budget_rows(budgets: Iterable[CrawlerBudget]) -> Iterator[BudgetRow]:
    """Yield all counts of the crawlers as rows of a table."""
    for budget in budgets:
        token = budget.crawler.token
        yield from (BudgetRow(token, "rule", f"{one.line} {one.rule}", None, one.spared) for one in budget.rules)
        for by, tallies in (("pattern", budget.patterns), ("status", budget.statuses), ("day", budget.days)):
            yield from (BudgetRow(token, by, one.key, one.requests, one.spared) for one in tallies)


def budget_words(budget: CrawlerBudget) -> str:
    """Return what the draft would spare of a crawler's requests, in sentences."""
    crawler = budget.crawler.title
    if budget.spared:
        spared, share = WORDS.number(budget.spared), share_words(budget.share)
        sentences = [ntr(_SPARED, budget.requests, crawler=crawler, spared=spared, share=share)]
    elif budget.requests:
        sentences = [ntr(_NONE_SPARED, budget.requests, crawler=crawler)]
    else:
        sentences = [tr(_NO_REQUEST, crawler=crawler)]
    if budget.blocked_before:
        sentences.append(ntr(_BLOCKED_BEFORE, budget.blocked_before))
    if budget.spoofed:
        sentences.append(ntr(_SPOOFED, budget.spoofed))
    return WORDS.sentences(sentences)


def share_words(share: float, decimals: int | None = None) -> str:
    """Return a share of requests, with more decimals if it would be 0% or 100% though it is not."""
    decimals = (0 if share >= 0.1 else 1) if decimals is None else decimals
    while 0 < share < 1 and decimals < _MOST_DECIMALS and round(share * 100, decimals) in {0, 100}:
        decimals += 1
    return WORDS.percent(share, decimals)


def spared_words(budgets: Sequence[CrawlerBudget]) -> str:
    """Return for which crawlers the draft would spare requests, the largest share first, as a sentence."""
    some = sorted((each for each in budgets if each.spared), key=lambda each: -each.share)
    if not some:
        return tr(_SPARES_NOTHING)
    shares = [WORDS.say(_OF, share=share_words(each.share), crawler=each.crawler.title) for each in some]
    return tr(_SPARES, shares=WORDS.listed_text(shares))


class _Replay:
    """Reads both files once in each dialect, and evaluates all targets of the log at once."""

    def __init__(self, question: BudgetInput, is_cancelled: Callable[[], bool]) -> None:
        requests = question.requests
        self._requests, self._catalogue, self._is_cancelled = requests, question.catalogue, is_cancelled
        self._identities = Identities(question.lists, requests.addresses)
        self._table = UrlTable(map(url_of, requests.urls))
        self._is_page = np.array([not is_robots(url) for url in requests.urls], np.bool_)
        self._structure = structure_of(self._table)
        self._draft, self._before = FileVersion(question.draft), FileVersion(question.before or b"")

    def budget(self, number: int) -> CrawlerBudget:
        requests, token = self._requests, self._requests.tokens[number]
        crawler = self._catalogue.crawler_for(token)
        rows = np.flatnonzero(requests.crawler == number)
        is_spoofed = self._identities.kinds(token, requests.address[rows], self._is_cancelled) == SPOOFED
        rows = rows[~is_spoofed & self._is_page[requests.url[rows]]]
        urls = requests.url[rows]
        was_open, _ = self._verdicts(self._before, crawler)
        is_open, lines = self._verdicts(self._draft, crawler)
        spared = was_open[urls] & ~is_open[urls]
        patterns = self._structure.number_of[urls]
        names = self._structure.patterns
        by_pattern = _tallies(patterns.astype(np.int64), spared, lambda key: names[key].text)
        return CrawlerBudget(
            crawler,
            len(rows),
            int(np.count_nonzero(spared)),
            int(np.count_nonzero(~was_open[urls])),
            int(np.count_nonzero(is_spoofed)),
            self._rules(crawler, lines[urls[spared]]),
            tuple(sorted(by_pattern, key=lambda each: (-each.spared, -each.requests, each.key))),
            _tallies(requests.status[rows].astype(np.int64), spared, str),
            _tallies(requests.moments[rows] // _DAY, spared, _day),
        )

    def _verdicts(self, file: FileVersion, crawler: Crawler) -> tuple[Bools, npt.NDArray[np.int32]]:
        """Return for each target whether a file allows it to a crawler, and the line that decides."""
        robots = file.read_as(crawler.dialect)
        return robots.decide_all(self._table, [crawler.agent], is_cancelled=self._is_cancelled).column(crawler.agent)

    def _rules(self, crawler: Crawler, lines: npt.NDArray[np.int32]) -> tuple[RuleTally, ...]:
        """Count the spared requests by the line that blocks them."""
        rules = self._draft.read_as(crawler.dialect).choose(crawler.agent).rules
        written = {rule.line: str(rule) for rule in rules.ranked}
        found, counts = np.unique(lines, return_counts=True)
        tallies = (
            RuleTally(int(line), written.get(int(line), ""), int(count))
            for line, count in zip(found, counts, strict=True)
        )
        return tuple(sorted(tallies, key=lambda each: (-each.spared, each.line)))


def _tallies(keys: Ints, spared: Bools, name: Callable[[int], str]) -> tuple[Tally, ...]:
    found, inverse = np.unique(keys, return_inverse=True)
    totals = np.bincount(inverse, minlength=len(found))
    of_spared = np.bincount(inverse[spared], minlength=len(found))
    return tuple(
        Tally(name(int(key)), int(total), int(count))
        for key, total, count in zip(found, totals, of_spared, strict=True)
    )


def _day(day: int) -> str:
    return datetime.fromtimestamp(day * _DAY, UTC).date().isoformat()
