"""Verdicts that flip from one version of a file to another, and the lines that cause it."""

from collections.abc import Iterator, Sequence
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.engine.bulk import Bools, Lines, UrlTable
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.line_diff import LineMap, pair_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.rule_classes import ClassVerdicts, Places, RuleClass, rule_classes_of

MOST_ROWS = 200
"""How many URLs of each group of flips are listed; all are counted."""

_DENSE = 1 << 22


class Change(IntEnum):
    SAME = 0
    MOVED = 1  # the same verdict, by another rule
    BLOCKED = 2  # the crawler may not fetch it any more
    ALLOWED = 3  # the crawler may fetch it now


class Cause(StrEnum):
    """The edit of the line that flips verdicts."""

    CHANGED = "changed"  # the rule on it became another
    ADDED = "added"
    REMOVED = "removed"
    GAINED = "gained"  # an unchanged line that the crawlers did not read before
    LOST = "lost"  # an unchanged line that the crawlers no longer read
    REGROUPED = "regrouped"  # an unchanged line, read as before, whose competitors changed
    OTHER_GROUP = "other-group"  # the crawlers follow another group, which begins at the line


class Blame(NamedTuple):
    """The line that flips a verdict: `line` counts in the new version, or in the old one if it was removed."""

    cause: Cause
    line: int
    change: Change


class CrawlerChange(Struct, frozen=True):
    """Counts of the URLs whose verdict changes for one crawler."""

    token: str
    blocked: int
    allowed: int
    moved: int


class FlipGroup(Struct, frozen=True, eq=False):
    """The verdicts that one line flips one way.

    `old_line` and `new_line` are 0 if the line is in one version only; the texts are the lines as written. `urls`
    counts each URL once, `cells` once for each crawler; `rows` are the places of the first URLs in the table.
    """

    blame: Blame
    old_line: int
    new_line: int
    old_text: bytes
    new_text: bytes
    tokens: tuple[str, ...]
    urls: int
    cells: int
    rows: Places

    @property
    def is_blocked(self) -> bool:
        """True if the URLs become blocked; else they become allowed."""
        return self.blame.change is Change.BLOCKED


class ComparedClass(Struct, frozen=True, eq=False):
    """Crawlers that share their rules before and after, and a `Change` for each URL of the table."""

    tokens: tuple[str, ...]
    before: ClassVerdicts
    after: ClassVerdicts
    changes: NDArray[np.int8]

    def count(self, change: Change) -> int:
        """Count the URLs with a change."""
        return int(np.count_nonzero(self.changes == change))


class Changes(Struct, frozen=True, eq=False):
    """One version of a file compared with another. Counts of `…_urls` have each URL once, whatever the crawlers."""

    urls: int
    crawlers: tuple[CrawlerChange, ...]
    compared: tuple[ComparedClass, ...]
    groups: tuple[FlipGroup, ...]
    blocked_urls: int
    allowed_urls: int
    moved_urls: int
    changed_urls: int

    @property
    def cells(self) -> int:
        """Number of verdicts that were compared."""
        return self.urls * len(self.crawlers)

    @property
    def flips(self) -> int:
        """Number of verdicts that become the opposite."""
        return sum(crawler.blocked + crawler.allowed for crawler in self.crawlers)

    @property
    def moved(self) -> int:
        """Number of verdicts that stay, but by another rule."""
        return sum(crawler.moved for crawler in self.crawlers)

    @property
    def unchanged_urls(self) -> int:
        """Number of URLs that keep their verdicts for every crawler."""
        return self.urls - self.changed_urls

    @property
    def share(self) -> float:
        """Share of verdicts that flip, from 0 to 1."""
        return self.flips / self.cells if self.cells else 0.0

    def of(self, token: str) -> ComparedClass:
        """Return the changes for one crawler. Raises KeyError for one that was not compared."""
        for compared in self.compared:
            if token in compared.tokens:
                return compared
        raise KeyError(token)

    def rows_with(self, change: Change) -> Places:
        """Return the places of the URLs with a change for any crawler."""
        return np.flatnonzero(_any_change(self.compared, change, self.urls))

    def flipped_rows(self) -> Places:
        """Return the places of all URLs of which any verdict flips."""
        flipped = np.zeros(self.urls, np.bool_)
        for compared in self.compared:
            flipped |= compared.changes >= Change.BLOCKED
        return np.flatnonzero(flipped)


class Flips(Struct, frozen=True, eq=False):
    """The verdicts of one crawler that a change flips: rows of the table, and whether they are allowed now."""

    reader: CrawlerView
    rows: Places
    allowed: Bools


def flips(
    before: FileVersion, after: FileVersion, table: UrlTable, readers: Sequence[CrawlerView]
) -> tuple[Flips, ...]:
    """Return the verdicts that flip, without finding the cause; crawlers without any are left out."""
    found: dict[str, tuple[Places, Bools]] = {}
    for pair in _pairs(before, after, table, readers):
        allowed = pair.after.allowed
        rows = np.flatnonzero(pair.before.allowed != allowed)
        if rows.size:
            found |= dict.fromkeys(pair.tokens, (rows, allowed[rows]))
    return tuple(Flips(reader, *found[reader.token]) for reader in readers if reader.token in found)


def compare(
    before: FileVersion,
    after: FileVersion,
    table: UrlTable,
    readers: Sequence[CrawlerView],
    *,
    lines: LineMap | None = None,
    most_rows: int = MOST_ROWS,
) -> Changes:
    """Compare the verdicts of some crawlers on a table before and after `after` replaces `before`.

    `lines` pairs the lines of both, if known; else a diff finds it.
    """
    lines = lines or pair_lines(before.body, after.body)
    pairs = tuple(_pairs(before, after, table, readers))
    compared = tuple(
        ComparedClass(pair.tokens, pair.before, pair.after, _changes(pair.before, pair.after, lines)) for pair in pairs
    )
    by_token = {token: each for each in compared for token in each.tokens}
    counted = {id(each): [each.count(change) for change in Change] for each in compared}
    crawlers = []
    for reader in readers:
        counts = counted[id(by_token[reader.token])]
        crawlers.append(
            CrawlerChange(reader.token, counts[Change.BLOCKED], counts[Change.ALLOWED], counts[Change.MOVED])
        )
    blocked = _any_change(compared, Change.BLOCKED, len(table))
    allowed = _any_change(compared, Change.ALLOWED, len(table))
    moved = _any_change(compared, Change.MOVED, len(table))
    flipped = blocked | allowed
    return Changes(
        len(table),
        tuple(crawlers),
        compared,
        _grouped(pairs, compared, lines, len(table), most_rows),
        int(np.count_nonzero(blocked)),
        int(np.count_nonzero(allowed)),
        int(np.count_nonzero(moved & ~flipped)),
        int(np.count_nonzero(flipped)),
    )


class _Pair(Struct, frozen=True, eq=False, dict=True):
    """Crawlers that change from one rule class to another."""

    tokens: tuple[str, ...]
    before: RuleClass
    after: RuleClass

    @cached_property
    def still_read(self) -> frozenset[int]:
        """The old lines that would count now if they still existed: a group of one of their names is read."""
        now = {agent.token for group in self.after.choice.groups for agent in group.agents}
        groups = self.before.choice.groups
        if now:
            groups = tuple(one for one in groups if not now.isdisjoint(agent.token for agent in one.agents))
        return frozenset(rule.line for group in groups for rule in group.rules)


def _pairs(before: FileVersion, after: FileVersion, table: UrlTable, readers: Sequence[CrawlerView]) -> Iterator[_Pair]:
    """Yield each pair of rule classes once, with the crawlers that change from one to the other."""
    old, new = rule_classes_of(before, table, readers), rule_classes_of(after, table, readers)
    old_of = {token: rule_class for rule_class in old for token in rule_class.tokens}
    new_of = {token: rule_class for rule_class in new for token in rule_class.tokens}
    pairs: dict[tuple[int, int], list[str]] = {}
    for reader in readers:
        pairs.setdefault((id(old_of[reader.token]), id(new_of[reader.token])), []).append(reader.token)
    for tokens in pairs.values():
        yield _Pair(tuple(tokens), old_of[tokens[0]], new_of[tokens[0]])


def _changes(before: RuleClass, after: RuleClass, lines: LineMap) -> NDArray[np.int8]:
    changes: NDArray[np.int8] = (lines.new_of(before.lines) != after.lines).astype(np.int8)
    flipped = before.allowed != after.allowed
    changes[flipped & after.allowed] = Change.ALLOWED
    changes[flipped & before.allowed] = Change.BLOCKED
    return changes


def _any_change(compared: Sequence[ComparedClass], change: Change, size: int) -> Bools:
    found = np.zeros(size, np.bool_)
    for each in compared:
        found |= each.changes == change
    return found


class _FlipCollector:
    """The cells that one line flips one way, collected over the rule classes."""

    def __init__(self) -> None:
        self.places: list[Places] = []
        self.tokens: list[str] = []
        self.cells = 0

    def add(self, places: Places, tokens: tuple[str, ...]) -> None:
        self.places.append(places)
        self.tokens += tokens
        self.cells += len(places) * len(tokens)


def _grouped(
    pairs: Sequence[_Pair], compared: Sequence[ComparedClass], lines: LineMap, size: int, most_rows: int
) -> tuple[FlipGroup, ...]:
    """Group all flips by their cause, in the order of the new version's lines."""
    piles: dict[Blame, _FlipCollector] = {}
    for pair, each in zip(pairs, compared, strict=True):
        flipped = np.flatnonzero(each.changes >= Change.BLOCKED)
        if len(flipped):
            for blame, places in _blamed(pair, each, flipped, lines):
                piles.setdefault(blame, _FlipCollector()).add(places, each.tokens)
    order = sorted(piles, key=lambda blame: (lines.place_of(blame.line, is_old=blame.cause is Cause.REMOVED), blame))
    return tuple(_group(blame, piles[blame], lines, size, most_rows) for blame in order)


def _blamed(pair: _Pair, each: ComparedClass, flipped: Places, lines: LineMap) -> Iterator[tuple[Blame, Places]]:
    """Yield the URLs that flip, by their cause."""
    old, new = each.before.lines[flipped], each.after.lines[flipped]
    numbers, pairs = _numbered_pairs(old, new)
    blames: dict[Blame, int] = {}
    of_pair = np.zeros(len(pairs), np.int32)
    for number, (old_line, new_line, place) in enumerate(pairs):
        blame = _blame(pair, old_line, new_line, Change(int(each.changes[flipped[place]])), lines)
        of_pair[number] = blames.setdefault(blame, len(blames))
    if len(blames) == 1:
        yield next(iter(blames)), flipped
        return
    blame_of = of_pair[numbers]
    small = blame_of.astype(np.uint16) if len(blames) < 1 << 16 else blame_of  # radix sort, ten times as fast
    order = np.argsort(small, kind="stable")
    ends = np.cumsum(np.bincount(blame_of, minlength=len(blames)))
    for blame, places in zip(blames, np.split(flipped[order], ends[:-1]), strict=True):
        yield blame, places


def _numbered_pairs(old: Lines, new: Lines) -> tuple[NDArray[np.intp], list[tuple[int, int, int]]]:
    """Return, for each place, the number of its pair of lines, and the distinct pairs, each with one place."""
    width = int(new.max()) + 1
    codes = old.astype(np.int64) * width + new
    top = int(codes.max()) + 1
    if top > max(_DENSE, len(codes)):
        values, places, numbers = np.unique(codes, return_index=True, return_inverse=True)
    else:
        place_of = np.full(top, -1, np.intp)
        place_of[codes] = np.arange(len(codes))
        values = np.flatnonzero(place_of >= 0)
        places = place_of[values]
        place_of[values] = np.arange(len(values))
        numbers = place_of[codes]
    return numbers, [
        (value // width, value % width, place) for value, place in zip(values.tolist(), places.tolist(), strict=True)
    ]


def _blame(pair: _Pair, old_line: int, new_line: int, change: Change, lines: LineMap) -> Blame:
    """Return the cause of a flip from one deciding line to another (0: none).

    A line that is gone or replaced is the cause only if it would still be read: else it is the other group.
    """
    if new_line and not lines.is_kept_new(new_line):
        return Blame(Cause.CHANGED if lines.old_line(new_line) else Cause.ADDED, new_line, change)
    if new_line and lines.old_line(new_line) not in pair.before.lines_read:
        return Blame(Cause.GAINED, new_line, change)
    if old_line and not lines.is_kept_old(old_line):
        if old_line in pair.still_read:
            became = lines.new_line(old_line)
            return Blame(Cause.CHANGED, became, change) if became else Blame(Cause.REMOVED, old_line, change)
        if not new_line:
            return Blame(Cause.OTHER_GROUP, pair.after.choice.groups[0].first_line, change)
    became = lines.new_line(old_line) if old_line else 0
    if became and became not in pair.after.lines_read:
        return Blame(Cause.LOST, became, change)
    return Blame(Cause.REGROUPED, new_line or became, change)


def _group(blame: Blame, pile: _FlipCollector, lines: LineMap, size: int, most_rows: int) -> FlipGroup:
    is_removed = blame.cause is Cause.REMOVED
    old_line = blame.line if is_removed else lines.old_line(blame.line)
    new_line = 0 if is_removed else blame.line
    rows = _union(pile.places, size)
    return FlipGroup(
        blame,
        old_line,
        new_line,
        lines.old_text(old_line),
        lines.new_text(new_line),
        tuple(sorted(pile.tokens, key="*".__eq__)),  # "any other" comes last
        len(rows),
        pile.cells,
        rows[:most_rows].copy(),
    )


def _union(several: Sequence[Places], size: int) -> Places:
    """Return distinct places in ascending order."""
    if len(several) == 1:
        return np.sort(several[0])
    if sum(map(len, several)) < size // 8:
        return np.unique(np.concatenate(several))
    seen = np.zeros(size, np.bool_)
    for places in several:
        seen[places] = True
    return np.flatnonzero(seen)
