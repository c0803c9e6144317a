"""Effects of each rule of a file on a table of URLs, and rules that could be deleted without changing any verdict."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

import numpy as np
from msgspec import Struct

from robotstudio.engine.bulk import Rows, UrlTable
from robotstudio.engine.cancelling import checkpoint_of
from robotstudio.engine.changes import Changes, compare
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.dialects.crawler_commons import Delay
from robotstudio.engine.groups import Rule
from robotstudio.engine.line_diff import pair_without
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.revision import without_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.rule_classes import Places, RuleClass, matching_rows, rule_classes_of
from robotstudio.engine.side_effects import SideChange, delays_of, side_changes

_MOST_SHADOWS = 8


class RuleState(StrEnum):
    DECIDES = "decides"
    DELAYS = "delays"  # it decides nothing, but crawlers obey it as a delay
    SHADOWED = "shadowed"  # it matches URLs, but other rules decide them all
    NO_MATCH = "no-match"  # it matches none of the URLs
    UNREAD = "unread"  # it belongs to none of the crawlers


USED = frozenset({RuleState.DECIDES, RuleState.DELAYS})
"""The states of lines that have an effect."""


class ClassCount(Struct, frozen=True):
    """Counts of a rule for one rule class: the same for each of its crawlers."""

    tokens: tuple[str, ...]
    matches: int
    decides: int


class Shadow(Struct, frozen=True):
    """A line that decides URLs which another rule matches in vain; line 0 if they are always allowed."""

    line: int
    urls: int


class RuleCoverage(Struct, frozen=True):
    """Effects of the rule on a line: `matches` and `decides` count URLs, each once, `cells` URLs × crawlers.

    `shadows` are the lines that decide what it matches, the most important first; empty if it decides anything.
    `waiting` are the crawlers that obey it as a Crawl-delay, which may also forbid everything.
    """

    line: int
    rule: Rule
    state: RuleState
    matches: int
    decides: int
    cells: int
    rule_classes: tuple[ClassCount, ...]
    shadows: tuple[Shadow, ...] = ()
    waiting: tuple[str, ...] = ()

    @property
    def crawlers(self) -> tuple[str, ...]:
        """The crawlers for which it decides anything."""
        return tuple(token for rule_class in self.rule_classes if rule_class.decides for token in rule_class.tokens)


class Coverage(Struct, frozen=True, eq=False):
    """Every rule of a file by its line, and the crawl-delays that crawlers obey.

    In `undecided` cells no rule decides.
    """

    urls: int
    cells: int
    undecided: int
    rules: Mapping[int, RuleCoverage]

    @property
    def idle(self) -> tuple[RuleCoverage, ...]:
        """The rules that never decide anything, in file order."""
        return tuple(rule for rule in self.rules.values() if rule.state not in USED)

    @property
    def rule_count(self) -> int:
        """Number of Allow and Disallow lines."""
        return sum(rule.rule.has_pattern for rule in self.rules.values())


def coverage_of(
    version: FileVersion,
    table: UrlTable,
    readers: Sequence[CrawlerView],
    *,
    is_cancelled: Callable[[], bool] | None = None,
) -> Coverage:
    """Compute what each rule does to the URLs of a table for some crawlers. Raises `Cancelled`."""
    checkpoint = checkpoint_of(is_cancelled)
    rule_classes = rule_classes_of(version, table, readers)
    height = 1 + max((int(rule_class.lines.max(initial=0)) for rule_class in rule_classes), default=0)
    decided = [np.bincount(rule_class.lines, minlength=height) for rule_class in rule_classes]
    distinct = _distinct_decided(rule_classes, decided)
    matched = [_Matched(rule_class, table) for rule_class in rule_classes]
    waiting = _Waiting(version, readers)
    rules = _rules_of({reader.dialect for reader in readers}, version, distinct, waiting)
    covered = {}
    for line, rule in sorted(rules.items()):
        checkpoint()
        reading = [place for place, rule_class in enumerate(matched) if line in rule_class.lines_read]
        counts = tuple(
            ClassCount(rule_classes[place].tokens, matched[place].count(line), _at(decided[place], line))
            for place in reading
        )
        matches = _matches(line, [matched[place] for place in reading], len(table))
        decides = _at(distinct, line)
        covered[line] = RuleCoverage(
            line,
            rule,
            RuleState.DELAYS if line in waiting.tokens and not decides else _state(bool(reading), matches, decides),
            matches,
            decides,
            sum(count.decides * len(count.tokens) for count in counts),
            counts,
            _shadows(line, [matched[place] for place in reading]) if matches and not decides else (),
            tuple(waiting.tokens.get(line, ())),
        )
    undecided = sum(
        _at(counts, 0) * len(rule_class.tokens) for rule_class, counts in zip(rule_classes, decided, strict=True)
    )
    return Coverage(len(table), len(table) * len(readers), undecided, MappingProxyType(covered))


class Deletion(Struct, frozen=True, eq=False):
    """The effect of deleting lines: on the verdicts for the URLs of a table, and on everything else."""

    changes: Changes
    others: tuple[SideChange, ...]

    @property
    def is_safe(self) -> bool:
        """True if no verdict changes, and nothing else for any crawler of these dialects."""
        return not self.changes.flips and not self.others


def prove_deletion(
    version: FileVersion, lines: Collection[int], table: UrlTable, readers: Sequence[CrawlerView]
) -> Deletion:
    """Read and evaluate the file again without some lines, and compare.

    Among the changes, `moved` counts verdicts that another line gives instead. Lines that are each safe to delete need
    not be safe to delete together.
    """
    without = without_lines(version.body, lines)
    pairs = pair_without(version.body, without, lines)
    after = version.revised(without)
    changes = compare(version, after, table, readers, lines=pairs)
    return Deletion(changes, side_changes(version, after, lines, readers))


class _Matched:
    """The rows that the rules of a rule class match, by line; both readings of a line that is read twice count."""

    def __init__(self, rule_class: RuleClass, table: UrlTable) -> None:
        self.rule_class = rule_class
        self.order, matching = matching_rows(rule_class, table)
        self.lines_read = {rule.line for rule in rule_class.choice.rules.ranked}
        self._rows: dict[int, list[Rows]] = {}
        for rule, rows in matching:
            self._rows.setdefault(rule.line, []).append(rows)

    def rows(self, line: int) -> list[Rows]:
        return self._rows.get(line, [])

    def count(self, line: int) -> int:
        rows = self.rows(line)
        return self.order.count(rows[0]) if len(rows) == 1 else len(self.places(line))

    def places(self, line: int) -> Places:
        found = [self.order.places(rows) for rows in self.rows(line)]
        if len(found) == 1:
            return found[0]
        return np.unique(np.concatenate(found)) if found else np.zeros(0, np.intp)


class _Waiting:
    """The crawl-delays that crawlers obey, by line, as rules, and the crawlers that wait."""

    def __init__(self, version: FileVersion, readers: Sequence[CrawlerView]) -> None:
        self.tokens: dict[int, list[str]] = {}
        self.rules: dict[int, Rule] = {}
        for token, delay in delays_of(version, readers).items():
            self.tokens.setdefault(delay.line, []).append(token)
            self.rules[delay.line] = Delay(delay.line, allow=False, written=bytes_of(delay.written), pattern=b"")


def _rules_of(dialects: Iterable[str], version: FileVersion, decided: Places, waiting: _Waiting) -> dict[int, Rule]:
    """Return every rule of a file by its line, as the first of some dialects reads it, and the obeyed crawl-delays.

    Other crawl-delays are left out, since a crawler outside the selection may obey them.
    """
    rules: dict[int, Rule] = {}
    for dialect in sorted(dialects):
        for group in version.read_as(dialect).groups:
            for rule in group.rules:
                if rule.has_pattern or _at(decided, rule.line):
                    rules.setdefault(rule.line, rule)
    return waiting.rules | rules


def _distinct_decided(rule_classes: Sequence[RuleClass], decided: Sequence[Places]) -> Places:
    """Count for each line the URLs that it decides for any crawler, each URL once."""
    distinct = np.zeros(len(decided[0]) if decided else 1, np.intp)
    for place, rule_class in enumerate(rule_classes):
        lines = rule_class.lines
        for before, counts in zip(rule_classes[:place], decided, strict=False):
            if ((counts > 0) & (decided[place] > 0))[1:].any():
                lines = np.where(before.lines == rule_class.lines, 0, lines)
        distinct += np.bincount(lines, minlength=len(distinct))
    return distinct


def _matches(line: int, rule_classes: Sequence[_Matched], size: int) -> int:
    """Count the URLs that a line matches for any crawler."""
    different: dict[tuple[object, ...], _Matched] = {}
    for rule_class in rule_classes:
        if rule_class.rows(line):
            different.setdefault((id(rule_class.order.view), *map(_identity, rule_class.rows(line))), rule_class)
    counts = [rule_class.count(line) for rule_class in different.values()]
    if len(counts) < 2 or max(counts) == size:
        return max(counts, default=0)
    return _union_size([rule_class.places(line) for rule_class in different.values()], size)


def _identity(rows: Rows) -> object:
    return (rows.start, rows.stop) if isinstance(rows, slice) else id(rows)


def _union_size(several: Sequence[Places], size: int) -> int:
    if sum(map(len, several)) < size // 8:
        return len(np.unique(np.concatenate(several)))
    seen = np.zeros(size, np.bool_)
    for places in several:
        seen[places] = True
    return int(np.count_nonzero(seen))


def _state(is_read: bool, matches: int, decides: int) -> RuleState:
    if decides:
        return RuleState.DECIDES
    if matches:
        return RuleState.SHADOWED
    return RuleState.NO_MATCH if is_read else RuleState.UNREAD


def _shadows(line: int, rule_classes: Sequence[_Matched]) -> tuple[Shadow, ...]:
    """Return the lines that decide what a line matches, over all rule classes that read it."""
    totals: dict[int, int] = {}
    for matched in rule_classes:
        lines, counts = np.unique(matched.rule_class.lines[matched.places(line)], return_counts=True)
        for other, count in zip(lines.tolist(), counts.tolist(), strict=True):
            totals[other] = max(totals.get(other, 0), count)
    order = sorted(totals, key=lambda other: (-totals[other], other))
    return tuple(Shadow(other, totals[other]) for other in order[:_MOST_SHADOWS])


def _at(counts: Places, line: int) -> int:
    return int(counts[line]) if line < len(counts) else 0
