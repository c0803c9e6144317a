"""Verdicts on many URLs at once: what `decide` says, cell for cell, from searches over all paths together.

Paths are sorted once. What starts with a literal prefix is then one contiguous range, found by bisection; a wildcard
pattern is searched only inside the range of its prefix, in one joined buffer. The rows that a pattern matches do not
depend on the rest of the file: they are kept, so that an edit costs one rule and not the file.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.groups import Rule
from robotstudio.engine.names import Agent, agent_key
from robotstudio.engine.paths import octets
from robotstudio.engine.patterns import FULL, Globs, Pattern
from robotstudio.engine.ruleset import RuleSet, compile_rule
from robotstudio.engine.verdict import GroupChoice

Bools = NDArray[np.bool_]
Lines = NDArray[np.int32]
Rows = slice | NDArray[np.intp]
"""Which of the sorted paths a pattern matches."""

Column = tuple[Bools, Lines]

_Key = bytes | tuple[bytes, bytes]
"""What is kept of a rule: its pattern, and its bound where it has one."""

_MOST_ROWS_KEPT = 4_000_000
_MOST_PATTERNS_KEPT = 100_000


class UrlTable:
    """URLs to be tested, in the order given; each dialect's form of them is made once, when it is first asked for."""

    def __init__(self, urls: Iterable[str]) -> None:
        """A table of URLs, each as a crawler would request it."""
        self.urls: tuple[str, ...] = tuple(urls)
        self._views: dict[Callable[[bytes], bytes], PathView] = {}

    def __len__(self) -> int:
        """The number of URLs."""
        return len(self.urls)

    def view(self, path_of: Callable[[bytes], bytes]) -> "PathView":
        """The sorted paths of the URLs in the form that `path_of` gives."""
        view = self._views.get(path_of)
        if view is None:
            view = self._views[path_of] = PathView([path_of(octets(url)) for url in self.urls])
        return view


class PathView:
    """The distinct paths of a table, sorted, and for each pattern asked about the rows that it matches."""

    def __init__(self, paths: Sequence[bytes]) -> None:
        """A view of paths; `inverse[i]` is the row of the i-th path given."""
        self.paths = sorted(set(paths))
        row_of = {path: row for row, path in enumerate(self.paths)}
        self.inverse = np.fromiter((row_of[path] for path in paths), np.intp, len(paths))
        self._buffer = b"".join(self.paths)
        self._starts = np.fromiter(accumulate(map(len, self.paths), initial=0), np.intp, len(self.paths) + 1)
        self._kept: dict[Globs, dict[_Key, Rows | None]] = {}
        self._rows_kept = 0
        self._columns: WeakKeyDictionary[RuleSet, Column] = WeakKeyDictionary()

    def rows(self, rules: Sequence[Rule], globs: Globs = FULL) -> list[tuple[Rule, Rows]]:
        """Those of some rules that match any row, each with the rows that it matches."""
        kept = self._kept.setdefault(globs, {})
        found: list[tuple[Rule, Rows]] = []
        for rule in rules:
            key: _Key = rule.pattern
            if rule.below is not None:
                key = rule.pattern, rule.below
            if key in kept:
                rows = kept[key]
            else:
                rows = self._find(compile_rule(rule, globs))
                self._keep(kept, key, rows)
            if rows is not None:
                found.append((rule, rows))
        return found

    def _keep(self, kept: dict[_Key, Rows | None], key: _Key, found: Rows | None) -> None:
        size = found.size if isinstance(found, np.ndarray) else 0
        if self._rows_kept + size > _MOST_ROWS_KEPT or len(kept) >= _MOST_PATTERNS_KEPT:
            for others in self._kept.values():
                others.clear()
            self._rows_kept = 0
        kept[key] = found
        self._rows_kept += size

    def _find(self, pattern: Pattern) -> Rows | None:
        first, last = self._range(pattern.prefix)
        if pattern.tail is not None:
            return self._search(pattern, first, last)
        if pattern.anchored:
            last = first + (first < last and self.paths[first] == pattern.prefix)
        if pattern.below is not None:
            last = bisect_left(self.paths, pattern.below, first, last)
        return slice(first, last) if first < last else None

    def _range(self, prefix: bytes) -> tuple[int, int]:
        """The rows that start with a prefix: they are neighbours, since the paths are sorted."""
        if not prefix:
            return 0, len(self.paths)
        first = bisect_left(self.paths, prefix)
        upper = prefix.rstrip(b"\xff")
        if not upper:
            return first, len(self.paths)
        return first, bisect_left(self.paths, upper[:-1] + bytes((upper[-1] + 1,)), first)

    def _search(self, pattern: Pattern, first: int, last: int) -> Rows | None:
        """The rows of a range that hold the longest piece of a wildcard pattern and match it."""
        needle = max((pattern.tail or b"", *pattern.middles), key=len)
        buffer, paths, starts = self._buffer, self.paths, self._starts
        at, end = int(starts[first]), int(starts[last])
        row, found = first, []
        while (at := buffer.find(needle, at, end)) >= 0:
            row += int(np.searchsorted(starts[row : last + 1], at, "right")) - 1
            if pattern.matches(paths[row]):
                found.append(row)
            row += 1
            at = int(starts[row])
        return np.array(found, np.intp) if found else None

    def column(self, rules: RuleSet, always_allowed: frozenset[bytes]) -> Column:
        """The verdicts of a set of rules, in the order of the paths given; kept as long as the rules live."""
        column = self._columns.get(rules)
        if column is None:
            column = self._columns[rules] = self._evaluate(rules, always_allowed)
        return column

    def _evaluate(self, rules: RuleSet, always_allowed: frozenset[bytes]) -> Column:
        allowed = np.ones(len(self.paths), np.bool_)
        line = np.zeros(len(self.paths), np.int32)
        matching = self.rows(rules.ranked, rules.globs)
        for rule, rows in self._won(rules, matching) if rules.precedence.reach else reversed(matching):
            allowed[rows] = rule.allow or not rule.written
            line[rows] = rule.line
        for path in always_allowed:
            row = bisect_left(self.paths, path)
            if row < len(self.paths) and self.paths[row] == path:
                allowed[row], line[row] = True, 0
        return allowed[self.inverse], line[self.inverse]

    def _won(self, rules: RuleSet, matching: Iterable[tuple[Rule, Rows]]) -> Iterator[tuple[Rule, Rows]]:
        """Rule by rule the rows on which it reaches further into the path than all rules before it."""
        furthest = np.full(len(self.paths), -1, np.int64)
        every = np.arange(len(self.paths))
        for rule, rows in matching:
            places = every[rows]
            # Without a wildcard, a rule reaches equally far into every path that it matches.
            some = places if b"*" in rule.pattern else places[:1]
            reaches = np.array(rules.reaches(rule, [self.paths[place] for place in some]), np.int64)
            reaches = np.broadcast_to(reaches, places.shape)
            is_further = reaches > furthest[places]
            furthest[places[is_further]] = reaches[is_further]
            yield rule, places[is_further]


class Matrix:
    """The verdicts of some agents on a table: one column for each distinct set of rules, shared by agents."""

    def __init__(self, size: int, classes: Mapping[object, int], columns: Sequence[Column]) -> None:
        """Columns for `size` URLs; `classes` says which column an agent has."""
        self._size = size
        self._classes = MappingProxyType(dict(classes))
        self._columns = tuple(columns)

    def column(self, agent: Agent) -> Column:
        """(allowed, line) of one agent, in the order given: booleans and 1-based lines, 0 where no rule decided."""
        return self._columns[self._classes[agent_key(agent)]]

    @property
    def allowed(self) -> Bools:
        """All agents together, (URLs, agents); for small inputs."""
        columns = [self._columns[place][0] for place in self._classes.values()]
        return np.stack(columns, axis=1) if columns else np.zeros((self._size, 0), np.bool_)

    @property
    def line(self) -> Lines:
        """The deciding lines of all agents together, (URLs, agents); for small inputs."""
        columns = [self._columns[place][1] for place in self._classes.values()]
        return np.stack(columns, axis=1) if columns else np.zeros((self._size, 0), np.int32)


def evaluate(dialect: Dialect, table: UrlTable, choices: Sequence[tuple[Agent, GroupChoice]]) -> Matrix:
    """The verdicts on a table for agents whose groups are known; agents with the same rules are evaluated once."""
    view = table.view(dialect.path_of)
    places: dict[int, int] = {}
    classes: dict[object, int] = {}
    columns: list[Column] = []
    for agent, choice in choices:
        rules = choice.rules
        if id(rules) not in places:
            places[id(rules)] = len(columns)
            columns.append(view.column(rules, dialect.always_allowed))
        classes[agent_key(agent)] = places[id(rules)]
    return Matrix(len(table), classes, columns)
