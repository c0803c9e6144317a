"""One evaluation of a draft, frozen: what every view of the window reads. No Qt here, it is made in a worker thread."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from types import MappingProxyType

import numpy as np

from robotstudio.engine import Group, GroupChoice, Robots, UrlTable, Verdict
from robotstudio.engine.bulk import Bools, Lines
from robotstudio.engine.crawlers import Crawler
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


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One crawler's verdicts, in the order of the URLs: `lines` is 0 where no rule decided."""

    crawler: Crawler
    robots: Robots
    choice: GroupChoice
    allowed: Bools
    lines: Lines


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
        """The full verdict on a cell, with its explanation; None where its crawler is not in the matrix."""
        column = self.column_of(cell.token)
        return column.robots.decide(cell.url, column.crawler.agent) if column else None

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
