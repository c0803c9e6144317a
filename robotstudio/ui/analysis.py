"""One evaluation of a draft, frozen: what every view of the window reads. No Qt here, it is made in a worker thread."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter, thread_time
from types import MappingProxyType

import numpy as np

from robotstudio.engine import Group, GroupChoice, Robots, UrlTable, Verdict
from robotstudio.engine.bulk import Bools, Lines
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.paths import octets
from robotstudio.engine.scope import governs
from robotstudio.io.fetching.circumstance import Circumstance
from robotstudio.io.fetching.rulings import Effect, Ruling
from robotstudio.io.urls import TestUrl

STANDARD_DIALECT = "rfc9309"
SHOWN_DIALECT = "google"
"""The dialect whose groups the editor brackets while no crawler is selected."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the matrix by what it is about, not by where it stands: the URL as requested, and a token."""

    url: str
    token: str


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """What is to be evaluated: plain data that may cross to the worker."""

    revision: int
    body: bytes
    urls: tuple[TestUrl, ...]
    table: UrlTable
    crawlers: tuple[Crawler, ...]
    circumstance: Circumstance = field(default_factory=Circumstance)
    robots_url: str = ""
    """Where the draft is to be served, "" where that is not known."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One crawler's verdicts, in the order of the URLs: `lines` is 0 where no rule of the draft decided.

    `ruling` is what the crawler makes of the answer of the server, None where the draft is taken as answered. `copy` is
    another file whose rules apply in place of those of the draft.
    """

    crawler: Crawler
    robots: Robots
    choice: GroupChoice
    allowed: Bools
    lines: Lines
    ruling: Ruling | None = None
    copy: Robots | None = None

    @property
    def effect(self) -> Effect:
        """What decides the cells. A last good copy is the draft itself where no other is known: its rules apply."""
        if self.ruling is None or (self.ruling.effect is Effect.LAST_GOOD_COPY and self.copy is None):
            return Effect.PARSE
        return self.ruling.effect

    @property
    def is_by_rules(self) -> bool:
        """Whether the rules of the draft decide, and not the outcome of the fetch."""
        return self.effect is Effect.PARSE

    @property
    def is_known(self) -> bool:
        """Whether `allowed` can be read as yes or no: not where nothing is documented, or the visit is put off."""
        return self.effect not in {Effect.UNKNOWN, Effect.DEFER}

    def allows(self, url: str) -> bool:
        """Whether the crawler may fetch one URL, as `allowed` has it for all; not where that is not known."""
        if self.copy is not None:
            return self.copy.decide(url, self.crawler.agent).allowed
        if self.is_by_rules:
            return self.robots.decide(url, self.crawler.agent).allowed
        dialect = self.robots.dialect
        is_exempt = dialect.path_of(octets(url)) in dialect.always_allowed
        return self.effect is Effect.ALLOW_ALL or (self.effect is Effect.DISALLOW_ALL and is_exempt)


@dataclass(frozen=True, slots=True)
class GroupMark:
    """How a group is shown: `color` counts distinct crawler sets from 0 (0 is `*`), `part` counts merged parts from 1.

    `part` is 0 for a group that is not merged with another; `first_line` and `last_line` are 1-based and inclusive.
    """

    first_line: int
    last_line: int
    color: int
    part: int


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """The answer to a `Request`; `decides` maps a line to the number of cells that it decides.

    `standard` gives for each token the verdicts by RFC 9309 for the chain of that crawler: the array of its column
    where nothing can differ. `body` is the draft.

    `elapsed_ms` is the time that it took on the clock, `processor_ms` that of the thread alone: what it would cost
    where nothing else runs.
    """

    revision: int
    size: int
    urls: tuple[TestUrl, ...]
    columns: tuple[Column, ...]
    readings: Mapping[str, Robots]
    marks: tuple[GroupMark, ...]
    decides: Mapping[int, int]
    elapsed_ms: float
    processor_ms: float
    body: bytes = b""
    standard: Mapping[str, Bools] = field(default_factory=dict)
    circumstance: Circumstance = field(default_factory=Circumstance)
    robots_url: str = ""
    outside: Bools | None = None
    """Which URLs another robots.txt governs; None where it is not known where the draft is served."""

    @property
    def shown(self) -> Robots:
        """The reading whose groups the editor shows."""
        return self.readings[SHOWN_DIALECT]

    @property
    def rule_count(self) -> int:
        """The number of rules that belong to a group."""
        return sum(len(group.rules) for group in self.shown.groups)

    def column_of(self, token: str) -> Column | None:
        """The column of a crawler, None where it is not in the matrix."""
        return next((column for column in self.columns if column.crawler.token == token), None)

    def verdict(self, cell: Cell) -> Verdict | None:
        """The full verdict of the rules on a cell; None where its crawler is not in the matrix, or no rule decides.

        The latter is so where the outcome of the fetch decides.
        """
        column = self.column_of(cell.token)
        is_by_rules = column is not None and column.is_by_rules
        return column.robots.decide(cell.url, column.crawler.agent) if column and is_by_rules else None

    def is_outside(self, url: str) -> bool:
        """Whether another robots.txt governs a URL; a path alone is one of the site."""
        return bool(self.robots_url) and not url.startswith("/") and not governs(self.robots_url, url)

    def color_of(self, choice: GroupChoice) -> int | None:
        """The group colour of a choice, None where the crawler has no group."""
        if not choice.groups:
            return None
        first = choice.groups[0].first_line
        return next((mark.color for mark in self.marks if mark.first_line == first), None)


def analyse(request: Request, previous: Analysis | None = None) -> Analysis:
    """Evaluate a draft for all URLs and crawlers of a request; what `previous` has in common with it is taken over."""
    start, worked = perf_counter(), thread_time()
    dialects = dict.fromkeys((SHOWN_DIALECT, STANDARD_DIALECT, *(crawler.dialect for crawler in request.crawlers)))
    before = previous.readings if previous else {}
    readings = {
        dialect: before[dialect].revise(request.body) if dialect in before else Robots.parse(request.body, dialect)
        for dialect in dialects
    }
    columns: list[Column] = []
    for dialect, robots in readings.items():
        crawlers = [crawler for crawler in request.crawlers if crawler.dialect == dialect]
        matrix = robots.decide_all(request.table, [crawler.agent for crawler in crawlers])
        columns += [
            Column(crawler, robots, robots.choose(crawler.agent), *matrix.column(crawler.agent)) for crawler in crawlers
        ]
    order = {crawler.token: place for place, crawler in enumerate(request.crawlers)}
    columns.sort(key=lambda column: order[column.crawler.token])
    standard = _by_standard(readings[STANDARD_DIALECT], request.table, columns)
    columns = _Outcomes(request).applied(columns)
    marks = mark_groups(readings[SHOWN_DIALECT].groups)
    decides = _count_decided(columns)
    return Analysis(
        request.revision,
        len(request.body),
        request.urls,
        tuple(columns),
        MappingProxyType(readings),
        marks,
        decides,
        (perf_counter() - start) * 1000,
        (thread_time() - worked) * 1000,
        request.body,
        standard,
        request.circumstance,
        request.robots_url,
        _outside(request, previous),
    )


def _by_standard(standard: Robots, table: UrlTable, columns: list[Column]) -> Mapping[str, Bools]:
    """For each token the verdicts of RFC 9309; crawlers that share rules share them."""
    others = [column.crawler for column in columns if not _reads_by_standard(column.crawler)]
    matrix = standard.decide_all(table, [crawler.chain for crawler in others])
    found = {column.crawler.token: column.allowed for column in columns}
    found.update({crawler.token: matrix.column(crawler.chain)[0] for crawler in others})
    return MappingProxyType(found)


def _reads_by_standard(crawler: Crawler) -> bool:
    return crawler.dialect == STANDARD_DIALECT and crawler.uses_global


class _Outcomes:
    """What the outcome of the fetch makes of the columns; they share one array for each way it may go."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._size = len(request.table)
        self._arrays: dict[tuple[str, bool], Bools] = {}
        self._copies: dict[str, Robots] = {}
        self._no_lines: Lines = np.zeros(self._size, np.int32)

    def applied(self, columns: list[Column]) -> list[Column]:
        """The columns, those that the outcome decides in its way."""
        now = self._request.circumstance
        return [self._applied(column, now.ruling(column.crawler)) for column in columns]

    def _applied(self, column: Column, ruling: Ruling | None) -> Column:
        if ruling is None:
            return column
        if ruling.effect is Effect.PARSE:
            return replace(column, ruling=ruling)
        if ruling.effect is Effect.LAST_GOOD_COPY:
            return self._by_copy(column, ruling)
        is_exempting = ruling.effect is Effect.DISALLOW_ALL
        allowed = self._exempt(column) if is_exempting else self._all(is_allowed=ruling.effect is Effect.ALLOW_ALL)
        return replace(column, ruling=ruling, allowed=allowed, lines=self._no_lines)

    def _by_copy(self, column: Column, ruling: Ruling) -> Column:
        copy, dialect = self._request.circumstance.copy, column.crawler.dialect
        if copy is None or copy.body == self._request.body:
            return replace(column, ruling=ruling)
        if dialect not in self._copies:
            self._copies[dialect] = Robots.parse(copy.body, dialect)
        robots, agent = self._copies[dialect], column.crawler.agent
        allowed, _ = robots.decide_all(self._request.table, [agent]).column(agent)
        # The lines of the copy are not those of the editor: none is named, so that none is looked for there.
        return replace(column, ruling=ruling, copy=robots, allowed=allowed, lines=self._no_lines)

    def _all(self, *, is_allowed: bool) -> Bools:
        return self._arrays.setdefault(("", is_allowed), np.full(self._size, is_allowed, np.bool_))

    def _exempt(self, column: Column) -> Bools:
        """Nothing but what no rule can block: `/robots.txt` itself."""
        key = (column.crawler.dialect, False)
        if key not in self._arrays:
            closed = Robots.parse(b"User-agent: *\nDisallow: /\n", column.crawler.dialect)
            self._arrays[key] = closed.decide_all(self._request.table, ["*"]).column("*")[0]
        return self._arrays[key]


def _outside(request: Request, previous: Analysis | None) -> Bools | None:
    """Which URLs another robots.txt governs: asked once for each origin, and taken over while URLs stay the same."""
    if not request.robots_url:
        return None
    if previous and previous.robots_url == request.robots_url and previous.urls is request.urls:
        return previous.outside
    known = {"": True}  # a path alone is one of the site
    found = np.zeros(len(request.urls), np.bool_)
    for place, url in enumerate(request.urls):
        origin = url.url[: len(url.url) - len(url.path)]
        if origin not in known:
            known[origin] = governs(request.robots_url, f"{origin}/")
        found[place] = not known[origin]
    return found


def _count_decided(columns: list[Column]) -> Mapping[int, int]:
    counts: Counter[int] = Counter()
    for column in columns:
        lines, numbers = np.unique(column.lines[column.lines > 0], return_counts=True)
        counts.update(dict(zip(lines.tolist(), numbers.tolist(), strict=True)))
    return MappingProxyType(counts)


def mark_groups(groups: tuple[Group, ...]) -> tuple[GroupMark, ...]:
    """A mark for each group: groups that share a token share a colour and are numbered in reading order."""
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
