"""Rule classes: crawlers that a file leads to the same rules, so verdicts are computed once for all of them.

Audits of a whole site use the bulk evaluation through this module.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from robotstudio.engine.bulk import Bools, Lines, PathView, Rows, UrlTable
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.groups import Rule
from robotstudio.engine.names import Agent
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.engine.verdict import GroupChoice

Places = NDArray[np.intp]
"""Places of URLs in a table, from 0."""


class ClassVerdicts(Struct, frozen=True, eq=False):
    """Crawlers that obey the same rules, and their verdicts in the order of the table (line 0: no rule decided)."""

    tokens: tuple[str, ...]
    allowed: Bools
    lines: Lines


class RuleClass(ClassVerdicts, frozen=True, eq=False, dict=True):
    """The same with the file, and the groups that they obey."""

    robots: Robots
    choice: GroupChoice

    @cached_property
    def lines_read(self) -> frozenset[int]:
        """The lines of the rules that these crawlers read."""
        return frozenset(rule.line for rule in self.choice.rules.ranked)


def rule_classes_of(version: FileVersion, table: UrlTable, readers: Sequence[CrawlerView]) -> tuple[RuleClass, ...]:
    """Return the rule classes of a file, in the order of their first crawlers."""
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
    """Return places of URLs with different verdicts, and for each URL of the table the index of its own among these.

    Two URLs that the same rules match have the same verdict and reason. None in a dialect for which that is not so,
    because it compares how far the rules reach into each path.
    """
    rules, view = robots.choose(agent).rules, table.view(robots.dialect.path_of)
    if rules.precedence.reach:
        return None
    marks, checks = (np.zeros(len(view.paths), np.uint64) for _ in range(2))
    found = [rows for _, rows in view.rows(rules.ranked, rules.wildcards)]
    exempt = (row for path in robots.dialect.always_allowed if (row := view.paths.row_of(path)) is not None)
    found += (slice(row, row + 1) for row in exempt)
    # Python's hash of bytes has a secret of the process in it: nobody can write rules whose sums are equal.
    drawn = [(hash(b"mark %d" % number), hash(b"check %d" % number)) for number in range(len(found))]
    for rows, (mark, check) in zip(found, np.array(drawn, np.int64).view(np.uint64).reshape(-1, 2), strict=True):
        marks[rows] += mark
        checks[rows] += check
    _, rows_of_kind, kinds = np.unique(marks, return_index=True, return_inverse=True)
    if (checks != checks[rows_of_kind][kinds]).any():  # two sums that are equal by chance
        return None
    _, places, which = np.unique(kinds[view.inverse], return_index=True, return_inverse=True)
    return places, which.astype(np.int32)


def matching_rows(rule_class: RuleClass, table: UrlTable) -> tuple["PathOrder", list[tuple[Rule, Rows]]]:
    """Return the rules of a rule class that match anything, each with the paths that it matches."""
    rules = rule_class.choice.rules
    view = table.view(rule_class.robots.dialect.path_of)
    return PathOrder(view), view.rows(rules.ranked, rules.wildcards)


def sorted_paths(table: UrlTable) -> "PathOrder":
    """Return the distinct paths of a table in Google's form."""
    return PathOrder(table.view(DIALECTS["google"].path_of))


def places_matching(table: UrlTable, rule: Rule, dialect: str) -> Places:
    """Return the places of the URLs that a rule matches as a dialect reads it, whatever the file."""
    reading = DIALECTS[dialect]
    pattern = reading.pattern_of(rule.written)
    if pattern is None:
        return np.zeros(0, np.intp)
    view = table.view(reading.path_of)
    for _, rows in view.rows([replace(rule, pattern=pattern)], reading.wildcards):
        return PathOrder(view).places(rows)
    return np.zeros(0, np.intp)


class PathOrder(Struct, frozen=True, eq=False, dict=True):
    """Maps sorted paths back to their URLs; several URLs may have one path."""

    view: PathView

    @property
    def paths(self) -> Sequence[bytes]:
        return self.view.paths

    def count(self, rows: Rows) -> int:
        """Count the URLs that have one of some paths."""
        if isinstance(rows, slice):
            first, last, _ = rows.indices(len(self._starts) - 1)
            return int(self._starts[last] - self._starts[first])
        return int((self._starts[rows + 1] - self._starts[rows]).sum())

    def places(self, rows: Rows) -> Places:
        """Return the places of the URLs that have one of some paths."""
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
        """Convert values by path to values by URL, in the order of the table."""
        return values[self.view.inverse]

    @cached_property
    def _is_one_to_one(self) -> bool:
        return self.view.weights is None

    @cached_property
    def _starts(self) -> Places:
        """Starts of the URLs of each path in `_urls`."""
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
