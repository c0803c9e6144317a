"""Crawlers that a file leads to the same rules form a rule class: its verdicts on a table of URLs are found once.

What the audits of a whole site read of the bulk evaluation, they read here.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk import Bools, Lines, PathView, Rows, UrlTable
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.groups import Rule
from robotstudio.engine.names import Agent
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.engine.verdict import GroupChoice
from robotstudio.lazy_dataclasses import dataclass, field

Places = NDArray[np.intp]
"""Places of URLs in a table, from 0."""

_SEED = 9309


@dataclass(frozen=True, eq=False)
class ClassVerdicts:
    """Crawlers that read the same rules, and their verdicts in the order of the table (0: no rule decided)."""

    tokens: tuple[str, ...]
    allowed: Bools
    lines: Lines


@dataclass(frozen=True, eq=False)
class RuleClass(ClassVerdicts):
    """The same with the file, and the groups that they read of it."""

    robots: Robots
    choice: GroupChoice

    @cached_property
    def lines_read(self) -> frozenset[int]:
        """The lines of the rules that these crawlers read."""
        return frozenset(rule.line for rule in self.choice.rules.ranked)


def rule_classes_of(version: FileVersion, table: UrlTable, readers: Sequence[CrawlerView]) -> tuple[RuleClass, ...]:
    """The rule classes of a file, in the order in which their first crawlers stand."""
    tokens: dict[tuple[str, int], list[str]] = {}
    firsts: dict[tuple[str, int], CrawlerView] = {}
    for reader in readers:
        key = reader.dialect, id(version.read_as(reader.dialect).choose(reader.agent).rules)
        tokens.setdefault(key, []).append(reader.token)
        firsts.setdefault(key, reader)
    rule_classes = []
    for key, reader in firsts.items():
        robots = version.read_as(reader.dialect)
        column = robots.decide_all(table, [reader.agent]).column(reader.agent)
        rule_classes.append(RuleClass(tuple(tokens[key]), *column, robots, robots.choose(reader.agent)))
    return tuple(rule_classes)


def distinct_verdicts(robots: Robots, table: UrlTable, agent: Agent) -> tuple[Places, NDArray[np.int32]] | None:
    """Where URLs stand that have different verdicts, and for each URL of the table which of these is its own.

    Two URLs that the same rules match have one verdict, with its reason. None where that is not so: in a dialect that
    compares how far the rules reach into each path.
    """
    rules, view = robots.choose(agent).rules, table.view(robots.dialect.path_of)
    if rules.precedence.reach:
        return None
    marks, checks = (np.zeros(len(view.paths), np.uint64) for _ in range(2))
    found = [rows for _, rows in view.rows(rules.ranked, rules.wildcards)]
    exempt = (row for path in robots.dialect.always_allowed if (row := view.paths.row_of(path)) is not None)
    found += (slice(row, row + 1) for row in exempt)
    draw = Random(_SEED)  # noqa: S311  # no secret: sums that are equal by chance are found out
    for rows in found:
        mark, check = np.uint64(draw.getrandbits(64)), np.uint64(draw.getrandbits(64))
        marks[rows] += mark
        checks[rows] += check
    _, rows_of_kind, kinds = np.unique(marks, return_index=True, return_inverse=True)
    if (checks != checks[rows_of_kind][kinds]).any():  # two sums that are equal by chance
        return None
    _, places, which = np.unique(kinds[view.inverse], return_index=True, return_inverse=True)
    return places, which.astype(np.int32)


def matching_rows(rule_class: RuleClass, table: UrlTable) -> tuple["PathOrder", list[tuple[Rule, Rows]]]:
    """The rules of a rule class that match anything, each with the paths that it matches."""
    rules = rule_class.choice.rules
    view = table.view(rule_class.robots.dialect.path_of)
    return PathOrder(view), view.rows(rules.ranked, rules.wildcards)


def sorted_paths(table: UrlTable, dialect: str = "google") -> "PathOrder":
    """The distinct paths of a table in a dialect's form."""
    return PathOrder(table.view(DIALECTS[dialect].path_of))


def places_matching(table: UrlTable, rule: Rule, dialect: str) -> Places:
    """The places of the URLs that a rule matches as a dialect reads it, whatever the file."""
    reading = DIALECTS[dialect]
    pattern = reading.pattern_of(rule.written)
    if pattern is None:
        return np.zeros(0, np.intp)
    view = table.view(reading.path_of)
    for _, rows in view.rows([rule._replace(pattern=pattern)], reading.wildcards):
        return PathOrder(view).places(rows)
    return np.zeros(0, np.intp)


@dataclass(frozen=True, eq=False)
class PathOrder:
    """The way back from the sorted paths to the URLs that have them; several URLs may have one path."""

    view: PathView = field(repr=False)

    @property
    def paths(self) -> Sequence[bytes]:
        return self.view.paths

    def count(self, rows: Rows) -> int:
        """How many URLs have one of some paths."""
        if isinstance(rows, slice):
            first, last, _ = rows.indices(len(self._starts) - 1)
            return int(self._starts[last] - self._starts[first])
        return int((self._starts[rows + 1] - self._starts[rows]).sum())

    def places(self, rows: Rows) -> Places:
        """The places of the URLs that have one of some paths."""
        urls: Places
        if isinstance(rows, slice):
            first, last, _ = rows.indices(len(self._starts) - 1)
            urls = self._urls[self._starts[first] : self._starts[last]]
        elif self._is_one_to_one:
            urls = self._urls[rows]
        else:
            sizes = self._starts[rows + 1] - self._starts[rows]
            ends = np.cumsum(sizes)
            within = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - sizes, sizes)
            urls = self._urls[np.repeat(self._starts[rows], sizes) + within]
        return urls

    def spread(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Values of the paths as values of the URLs, in the order of the table."""
        return values[self.view.inverse]

    @cached_property
    def _is_one_to_one(self) -> bool:
        return self.view.weights is None

    @cached_property
    def _starts(self) -> Places:
        """Where the URLs of each path start in `_urls`."""
        size = len(self.view.paths)
        if self._is_one_to_one:
            return np.arange(size + 1)
        starts = np.zeros(size + 1, np.intp)
        np.cumsum(np.bincount(self.view.inverse, minlength=size), out=starts[1:])
        return starts

    @cached_property
    def _urls(self) -> Places:
        """The places of all URLs, sorted by their path."""
        if self._is_one_to_one:
            urls = np.empty(len(self.view.inverse), np.intp)
            urls[self.view.inverse] = np.arange(len(urls))
            return urls
        return np.argsort(self.view.inverse, kind="stable")
