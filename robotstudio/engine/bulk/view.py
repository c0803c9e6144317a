"""The paths of a table in one dialect's form: which rows a rule matches, and which rule wins on each row."""

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property, partial
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.search import PatternSearch, Rows
from robotstudio.engine.bulk.sorted_paths import SortedPaths
from robotstudio.engine.bulk.verdicts import Spread, Verdicts
from robotstudio.engine.bulk.winners import NOBODY, Winners, can_revise, first_winners, revised_winners
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import FULL, Pattern, Wildcards
from robotstudio.engine.ruleset import LONGEST_CACHED, RuleSet, Stamp, compile_rule

_LEAST_ROWS_KEPT = 4_000_000
_KEPT_FOR_EACH_ROW = 8
_MOST_PATTERNS_KEPT = 100_000


class _Unknown:
    """Marks patterns without cached rows; None is a valid entry."""


_UNKNOWN = _Unknown()


class PatternRows:
    """Cache of the rows that patterns match: they do not depend on the rest of a file, so an edit costs one rule.

    Several threads may use it: verdicts, coverage and changes share the paths of one table. Searching is not locked:
    two simultaneous searches for one pattern cost less than waiting for another's long search.
    """

    def __init__(self, paths: SortedPaths) -> None:
        self.paths = paths
        self._kept: OrderedDict[Pattern, Rows | None] = OrderedDict()
        self._rows_kept = 0
        self._lock = Lock()
        self._most_rows_kept = max(_LEAST_ROWS_KEPT, _KEPT_FOR_EACH_ROW * len(paths))

    @cached_property
    def _search(self) -> PatternSearch:
        return PatternSearch(self.paths)

    def of(self, rule: Rule, wildcards: Wildcards, checkpoint: Checkpoint = go_on) -> Rows | None:
        """Return the rows that a rule matches, None for none."""
        pattern = compile_rule(rule, wildcards)
        known = self._kept.get(pattern, _UNKNOWN)
        if not isinstance(known, _Unknown):
            return known
        rows = self._search.rows(pattern, checkpoint)
        if len(rule.pattern) <= LONGEST_CACHED:
            self._keep(pattern, rows)
        return rows

    def _keep(self, pattern: Pattern, rows: Rows | None) -> None:
        with self._lock:
            self._rows_kept += _size(rows) - _size(self._kept.get(pattern))
            self._kept[pattern] = rows
            while self._rows_kept > self._most_rows_kept or len(self._kept) > _MOST_PATTERNS_KEPT:
                _, oldest = self._kept.popitem(last=False)
                self._rows_kept -= _size(oldest)


class PathView:
    """The URLs of a table as a dialect compares them: sorted paths, and for each URL its row among them.

    The paths may belong to several views: no URL of this one may have some of them.
    """

    def __init__(self, known: PatternRows, inverse: NDArray[np.int32]) -> None:
        """`inverse[i]` is the row of the i-th URL."""
        self.paths = known.paths
        self.inverse = inverse
        self._known = known
        self._spread = Spread(inverse, len(known.paths), known.paths)
        self._winners: WeakKeyDictionary[Stamp, Winners] = WeakKeyDictionary()
        self._verdicts: WeakKeyDictionary[RuleSet, Verdicts] = WeakKeyDictionary()

    @property
    def weights(self) -> NDArray[np.int32] | None:
        """Number of URLs with the path of each row; None if rows and URLs are one to one."""
        return self._spread.weights

    def rows(self, rules: Sequence[Rule], wildcards: Wildcards = FULL) -> list[tuple[Rule, Rows]]:
        """Return the rules that match any row, each with its rows."""
        found = ((rule, self._known.of(rule, wildcards)) for rule in rules)
        return [(rule, rows) for rule, rows in found if rows is not None]

    def verdicts(self, rules: RuleSet, never_asked: frozenset[bytes], checkpoint: Checkpoint = go_on) -> Verdicts:
        """Return the verdicts of a set of rules; cached as long as the rules live."""
        verdicts = self._verdicts.get(rules)
        if verdicts is None:
            winners = self._won(rules, never_asked, checkpoint)
            verdicts = self._verdicts[rules] = Verdicts(self._spread, winners.of_row, winners.ids, rules.ranked)
        return verdicts

    def _won(self, rules: RuleSet, never_asked: frozenset[bytes], checkpoint: Checkpoint) -> Winners:
        origin = rules.origin
        before = self._winners.get(origin.previous) if origin else None
        rows_of = partial(self._known.of, wildcards=rules.wildcards, checkpoint=checkpoint)
        if before and can_revise(before, rules):
            winners = revised_winners(before, rules, rows_of, checkpoint)
        else:
            winners = first_winners(rules, self.paths, rows_of, checkpoint)
        if winners is not before:
            for path in never_asked:
                row = self.paths.row_of(path)
                if row is not None:
                    winners.of_row[row] = NOBODY
        self._winners[rules.stamp] = winners
        return winners


def _size(rows: Rows | None) -> int:
    return rows.size if isinstance(rows, np.ndarray) else 0
