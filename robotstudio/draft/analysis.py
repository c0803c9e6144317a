"""One evaluation of a draft, frozen: every view of the window reads it. Made in a worker thread."""

from collections import Counter
from collections.abc import Mapping
from time import perf_counter, thread_time
from types import MappingProxyType

from msgspec import Struct, field

from robotstudio.draft.columns import Column, OutcomeApplier, UrlFlags, url_flags
from robotstudio.engine import DIALECTS, Group, GroupChoice, Robots, UrlTable, Verdict
from robotstudio.engine.bulk import Bools, Verdicts, count_decided_urls, mask_outside
from robotstudio.engine.cancelling import Checkpoint, IsCancelled, checkpoint_of
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.groups import count_rules
from robotstudio.engine.revision import FileEdit
from robotstudio.engine.scope import governs
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.urls.url_set import UrlSet

__all__ = ["Analysis", "Cell", "Column", "GroupMark", "Request", "analyse", "mark_groups"]

STANDARD_DIALECT = "rfc9309"
SHOWN_DIALECT = "google"
"""The dialect whose groups the editor brackets if no crawler is selected."""


class Cell(Struct, frozen=True):
    """A cell of the matrix by its subject, not by its place: the URL as requested, and a token."""

    url: str
    token: str


class Request(Struct, frozen=True, eq=False):
    """Input of an evaluation, frozen, so that a thread may read it."""

    revision: int
    body: bytes
    urls: UrlSet
    table: UrlTable
    crawlers: tuple[Crawler, ...]
    scenario: HttpScenario = field(default_factory=HttpScenario)
    robots_url: str = ""
    """Address that will serve the draft, "" if unknown."""
    draft_revision: int = 0


class GroupMark(Struct, frozen=True):
    """Colour and part of a group: `color` counts distinct crawler sets from 0 (0 is `*`), `part` merged parts from 1.

    `part` is 0 for a group that is not merged with another; `first_line` and `last_line` are 1-based and inclusive.
    """

    first_line: int
    last_line: int
    color: int
    part: int


class Analysis(Struct, frozen=True, eq=False):
    """The answer to a `Request`; `decided_urls` maps a line to the number of URLs that it decides for any crawler.

    `standard` gives for each token the verdicts by RFC 9309 for the chain of that crawler. `body` is the draft.
    `revision` counts every change of the request, `draft_revision` those of the draft alone.
    `elapsed_ms` is the time that it took on the clock, `processor_ms` that of the thread alone: what it would cost
    if nothing else ran.
    """

    revision: int
    size: int
    urls: UrlSet
    columns: tuple[Column, ...]
    readings: Mapping[str, Robots]
    marks: tuple[GroupMark, ...]
    elapsed_ms: float
    processor_ms: float
    body: bytes = b""
    standard: Mapping[str, Verdicts] = field(default_factory=dict)
    scenario: HttpScenario = field(default_factory=HttpScenario)
    robots_url: str = ""
    outside: Bools | None = None
    """True for URLs that another robots.txt governs; None if the address of the draft is unknown."""
    table: UrlTable = field(default_factory=lambda: UrlTable(()))
    flags: UrlFlags = field(default_factory=UrlFlags)
    draft_revision: int = 0
    rule_count: int = 0
    """The number of rules that any of the crawlers reads; without crawlers, of the shown ones."""
    decided_urls: Mapping[int, int] = field(default_factory=dict)

    @property
    def shown(self) -> Robots:
        """Return the reading whose groups the editor shows."""
        return self.readings[SHOWN_DIALECT]

    def column_of(self, token: str) -> Column | None:
        """Return the column of a crawler, None if it is not in the matrix."""
        return next((column for column in self.columns if column.crawler.token == token), None)

    def verdict(self, cell: Cell) -> Verdict | None:
        """Return the full verdict of the rules on a cell; None if its crawler is not shown, or no rule decides.

        The latter is so if the outcome of the fetch decides.
        """
        column = self.column_of(cell.token)
        is_by_rules = column is not None and column.is_by_rules
        return column.robots.decide(cell.url, column.crawler.agent) if column and is_by_rules else None

    def position(self, url: str) -> int | None:
        return self.urls.position(url)

    def is_outside(self, url: str) -> bool:
        """Return True if another robots.txt governs a URL; a path alone is one of the site."""
        return bool(self.robots_url) and not url.startswith("/") and not governs(self.robots_url, url)

    def color_of(self, choice: GroupChoice) -> int | None:
        """Return the group colour of a choice, None if the crawler has no group."""
        if not choice.groups:
            return None
        first = choice.groups[0].first_line
        return next((mark.color for mark in self.marks if mark.first_line == first), None)


def analyse(
    request: Request,
    previous: Analysis | None = None,
    *,
    is_cancelled: IsCancelled | None = None,
    is_table_cancelled: IsCancelled | None = None,
) -> Analysis:
    """Evaluate a draft for all URLs and crawlers of a request; reuse what `previous` has in common with it.

    Raises `Cancelled` once `is_cancelled` says so. Sorting the URLs takes longest, and is done once for all drafts:
    that is cancelled only if `is_table_cancelled` says that the URLs are no longer wanted.
    """
    start, worked = perf_counter(), thread_time()
    checkpoint = checkpoint_of(is_cancelled)
    for dialect in _dialects(request):
        request.table.view(DIALECTS[dialect].path_of, checkpoint_of(is_table_cancelled))
    readings = _read(request, previous, checkpoint)
    columns = _columns(request, readings, is_cancelled)
    standard = _by_standard(readings[STANDARD_DIALECT], request.table, columns, is_cancelled)
    outcomes = OutcomeApplier(request.scenario, request.body, request.table)
    columns = [outcomes.applied(column) for column in columns]
    for column in columns:  # for the row of totals, so that the window need not count
        checkpoint()
        _ = column.blocked_count
    by_rules = (column.verdicts for column in columns if column.is_by_rules)
    ruled = tuple(dict.fromkeys(each for each in by_rules if isinstance(each, Verdicts)))
    decided_urls = count_decided_urls(ruled, checkpoint)
    outside = _outside(request, previous, checkpoint)
    found = url_flags(columns, standard, len(request.urls), checkpoint).with_outside(outside)
    return Analysis(
        request.revision,
        len(request.body),
        request.urls,
        tuple(columns),
        MappingProxyType(readings),
        mark_groups(readings[SHOWN_DIALECT].groups),
        (perf_counter() - start) * 1000,
        (thread_time() - worked) * 1000,
        request.body,
        standard,
        request.scenario,
        request.robots_url,
        outside,
        request.table,
        found,
        request.draft_revision,
        _count_rules(columns, readings[SHOWN_DIALECT], checkpoint),
        MappingProxyType(decided_urls),
    )


def _read(request: Request, previous: Analysis | None, checkpoint: Checkpoint) -> dict[str, Robots]:
    """Parse the draft in every dialect that is needed."""
    before, readings, edit = previous.readings if previous else {}, {}, FileEdit(checkpoint)
    for dialect in _dialects(request):
        checkpoint()
        known = before.get(dialect)
        robots = known.revise(request.body, edit) if known else Robots.parse(request.body, dialect)
        robots.collect(checkpoint)
        readings[dialect] = robots
    checkpoint()
    return readings


def _dialects(request: Request) -> tuple[str, ...]:
    return tuple(dict.fromkeys((SHOWN_DIALECT, STANDARD_DIALECT, *(each.dialect for each in request.crawlers))))


def _columns(request: Request, readings: Mapping[str, Robots], is_cancelled: IsCancelled | None) -> list[Column]:
    """Return a column for each crawler, in the order of the request."""
    matrices = {
        dialect: readings[dialect].decide_all(
            request.table,
            [crawler.agent for crawler in request.crawlers if crawler.dialect == dialect],
            is_cancelled=is_cancelled,
        )
        for dialect in dict.fromkeys(crawler.dialect for crawler in request.crawlers)
    }
    return [
        Column(crawler, robots, robots.choose(crawler.agent), matrices[crawler.dialect].verdict_class(crawler.agent))
        for crawler in request.crawlers
        for robots in (readings[crawler.dialect],)
    ]


def _by_standard(
    standard: Robots, table: UrlTable, columns: list[Column], is_cancelled: IsCancelled | None
) -> Mapping[str, Verdicts]:
    """Return the verdicts of RFC 9309 for each token; crawlers that share rules share them."""
    chains = {column.crawler.token: column.crawler.chain for column in columns}
    matrix = standard.decide_all(table, list(chains.values()), is_cancelled=is_cancelled)
    return MappingProxyType({token: matrix.verdict_class(chain) for token, chain in chains.items()})


def _outside(request: Request, previous: Analysis | None, checkpoint: Checkpoint) -> Bools | None:
    """Return which URLs another robots.txt governs; reused while the URLs stay the same."""
    if not request.robots_url:
        return None
    if previous and previous.robots_url == request.robots_url and previous.urls is request.urls:
        return previous.outside
    return mask_outside(request.table.texts, request.robots_url, checkpoint)


def _count_rules(columns: list[Column], shown: Robots, checkpoint: Checkpoint) -> int:
    readings = {id(column.robots): column.robots for column in columns} or {0: shown}
    return count_rules((group for robots in readings.values() for group in robots.groups), checkpoint)


def mark_groups(groups: tuple[Group, ...]) -> tuple[GroupMark, ...]:
    """Return a mark for each group: groups that share a token share a colour and are numbered in reading order."""
    color_of_token: dict[bytes, int] = {}
    colors: list[int] = []
    used = 0
    for group in groups:
        tokens = [agent.token for agent in group.agents]
        color = 0 if group.is_global else next((color_of_token[t] for t in tokens if t in color_of_token), None)
        if color is None:
            used += 1
            color = used
        for token in tokens:
            color_of_token.setdefault(token, color)
        colors.append(color)
    totals, seen = Counter(colors), Counter[int]()
    marks = []
    for group, color in zip(groups, colors, strict=True):
        seen[color] += 1
        marks.append(GroupMark(group.first_line, group.last_line, color, seen[color] if totals[color] > 1 else 0))
    return tuple(marks)
