"""The verdicts of one set of rules on a table of URLs, with a number for every URL only when needed.

A `Tally` combines flags of every URL from several: over the sorted paths that they share, since assigning a number to
its URL costs more than finding it.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.groups import Rule

Bools = NDArray[np.bool_]
Lines = NDArray[np.int32]
Column = tuple[Bools, Lines]

_AT_ONCE = 1 << 18


class Spread:
    """Maps the rows of a view to the URLs of the table, several of which may have one path."""

    __slots__ = ("_weights", "inverse", "paths", "size")

    def __init__(self, inverse: NDArray[np.int32], size: int, paths: object = None) -> None:
        """`inverse[i]` is the row of the i-th URL, `size` the number of rows; `paths` identifies their owner."""
        self.inverse = inverse
        self.size = size
        self.paths = paths
        self._weights: list[NDArray[np.int32] | None] = []

    @property
    def weights(self) -> NDArray[np.int32] | None:
        """Number of URLs with the path of each row; None if rows and URLs are one to one."""
        if not self._weights:
            weights = np.bincount(self.inverse, minlength=self.size).astype(np.int32)
            self._weights.append(None if (weights == 1).all() else weights)
        return self._weights[0]

    def of_urls(self, values: NDArray[Any]) -> NDArray[Any]:
        """Convert a value for each row into a value for each URL."""
        spread = np.empty(len(self.inverse), values.dtype)
        for first in range(0, len(spread), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            spread[part] = values[self.inverse[part]]
        return spread


class Verdicts:
    """The verdicts of one set of rules on every URL of a table; immutable.

    Crawlers with the same rules share one. Positions are those of the URLs in the table, from 0; a line is 1-based, or
    0 if no rule decided.
    """

    def __init__(self, spread: Spread, winners: NDArray[Any], ids: Lines, ranked: Sequence[Rule]) -> None:
        """Take the number of the winning rule on each row, and the rules with their numbers."""
        self.spread = spread
        self.winners = winners
        """The number of the rule that decides each row; 0 for none."""
        self._ids = ids
        self._ranked = ranked

    def __len__(self) -> int:
        return len(self.spread.inverse)

    def at(self, positions: "NDArray[Any] | slice | Sequence[int]") -> Column:
        """Return (allowed, line) of some URLs only."""
        won = self.winners[self.spread.inverse[positions]]
        return self._allowed[won], self.line_of[won]

    @cached_property
    def column(self) -> Column:
        """(allowed, line) of all URLs in table order; cached."""
        return self.allowed(), self.lines()

    def allowed(self) -> Bools:
        """Return which URLs may be fetched, in table order."""
        return self.spread.of_urls(self.by_row(self._allowed))

    def lines(self) -> Lines:
        """Return the line that decides each URL, in table order."""
        return self.spread.of_urls(self.by_row(self.line_of))

    def mask_decided_by(self, lines: Sequence[int]) -> Bools:
        """Return which URLs one of some lines decides, in table order; 0 for those that no rule decides."""
        return self.spread.of_urls(self.by_row(np.isin(self.line_of, np.array(lines, np.int32))))

    def mask_flipped(self, other: "Verdicts") -> Bools:
        """Return which URLs may be fetched by only one of both; they must be of the same table."""
        return np.asarray(self.allowed() != other.allowed(), np.bool_)

    def equals(self, other: "Verdicts") -> bool:
        """Return True if both decide every URL alike, by the same line; they must be of the same table."""
        if self is other:
            return True
        if self.blocked_count != other.blocked_count:
            return False
        if self.spread is other.spread and np.array_equal(self.winners, other.winners):  # 50 times faster
            return all(map(np.array_equal, self.of_numbers(), other.of_numbers()))
        return np.array_equal(self.lines(), other.lines()) and np.array_equal(self.allowed(), other.allowed())

    def flags(self, blocked: int, allowed: int, decided: int) -> NDArray[np.uint8]:
        """Return flags by rule number: `blocked` or `allowed` for its verdict, and `decided` for any rule."""
        flags = np.where(self._allowed, allowed, blocked).astype(np.uint8)
        flags[1:] |= np.uint8(decided)
        return flags

    def of_numbers(self) -> Column:
        """Return (allowed, line) for each rule number that decides any URL."""
        numbers = np.flatnonzero(self._counts)
        return self._allowed[numbers], self.line_of[numbers]

    def by_row(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the value of the winning rule on each row of the sorted paths."""
        return np.asarray(values[self.winners])

    @cached_property
    def blocked_count(self) -> int:
        """Number of URLs that may not be fetched."""
        return int(self._counts[~self._allowed].sum())

    def decided_by_line(self) -> dict[int, int]:
        """Count the URLs that each line decides, 0 for those that no rule does; only lines that decide any."""
        numbers = np.flatnonzero(self._counts)
        lines, places = np.unique(self.line_of[numbers], return_inverse=True)
        counts = np.zeros(len(lines), np.int64)
        np.add.at(counts, places, self._counts[numbers])
        return dict(zip(lines.tolist(), counts.tolist(), strict=True))

    @cached_property
    def line_of(self) -> Lines:
        """The line of each rule number that decides any URL."""
        lines = np.zeros(int(self._ids.max(initial=0)) + 1, np.int32)
        lines[self._ids[self._deciding]] = [self._ranked[place].line for place in self._deciding]
        return lines

    @cached_property
    def _allowed(self) -> Bools:
        """True for each deciding rule number that allows; True for 0, if no rule decides."""
        allowed = np.ones(int(self._ids.max(initial=0)) + 1, np.bool_)
        rules = [self._ranked[place] for place in self._deciding]
        allowed[self._ids[self._deciding]] = [rule.allow or not rule.written for rule in rules]
        return allowed

    @cached_property
    def _deciding(self) -> list[int]:
        """Ranks of the rules that decide any URL; they may be few of many."""
        places: list[int] = np.flatnonzero(self._counts[self._ids]).tolist()
        return places

    @cached_property
    def _counts(self) -> NDArray[np.int64]:
        """Number of URLs that the rule of each number decides."""
        counts = np.zeros(int(self._ids.max(initial=0)) + 1, np.int64)
        weights = self.spread.weights
        for first in range(0, len(self.winners), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            some = None if weights is None else weights[part]
            counts += np.bincount(self.winners[part], some, len(counts)).astype(np.int64)
        return counts


def count_decided_urls(found: Sequence[Verdicts], checkpoint: Checkpoint = go_on) -> dict[int, int]:
    """Count the URLs that each line decides in any of several verdicts on one table, each URL once."""
    total: dict[int, int] = {}
    known: list[tuple[Verdicts, dict[int, int]]] = []
    for verdicts in found:
        checkpoint()
        if any(other.spread is verdicts.spread and other.equals(verdicts) for other, _ in known):
            continue
        counts = {line: count for line, count in verdicts.decided_by_line().items() if line}
        sharing = [other for other, before in known if not counts.keys().isdisjoint(before)]
        known.append((verdicts, counts))
        repeated = _count_repeated(verdicts, sharing, checkpoint) if sharing else {}
        for line, count in counts.items():
            total[line] = total.get(line, 0) + count - repeated.get(line, 0)
    return total


def _count_repeated(verdicts: Verdicts, others: Sequence[Verdicts], checkpoint: Checkpoint) -> dict[int, int]:
    """Count for each line the URLs that it decides in these verdicts and in any of the others, too."""
    spread = verdicts.spread
    is_by_row = all(other.spread is spread for other in others)
    lines = verdicts.by_row(verdicts.line_of) if is_by_row else verdicts.lines()
    is_repeated = np.zeros(len(lines), np.bool_)
    for other in others:
        checkpoint()
        is_repeated |= lines == (other.by_row(other.line_of) if is_by_row else other.lines())
    weights = spread.weights[is_repeated] if is_by_row and spread.weights is not None else None
    counts = np.bincount(lines[is_repeated], weights)
    return {int(line): int(counts[line]) for line in np.flatnonzero(counts)}


Flags = NDArray[np.uint8]


class Tally:
    """Combines flags from several verdicts; the same verdicts are looked at once for the same flags."""

    def __init__(self, size: int, checkpoint: Checkpoint = go_on) -> None:
        """Start without flags for `size` URLs."""
        self._urls: Flags = np.zeros(size, np.uint8)
        self._rows: dict[Spread, Flags] = {}
        self._allowed: dict[Verdicts, Bools] = {}
        self._apart: dict[tuple[Spread, Spread], NDArray[np.intp]] = {}
        self._done: set[tuple[Any, ...]] = set()
        self._checkpoint = checkpoint

    def add(self, verdicts: Verdicts, *, blocked: int = 0, allowed: int = 0, decided: int = 0) -> None:
        """Set flags on URLs that may not be fetched, that may be, and that a rule decides."""
        key = verdicts, blocked, allowed, decided
        if key not in self._done:
            self._done.add(key)
            self._checkpoint()
            rows = self._rows_of(verdicts.spread)
            np.bitwise_or(rows, verdicts.by_row(verdicts.flags(blocked, allowed, decided)), out=rows)

    def add_everywhere(self, flag: int) -> None:
        """Set a flag on every URL."""
        np.bitwise_or(self._urls, np.uint8(flag), out=self._urls)

    def add_where(self, mask: Bools, flag: int) -> None:
        """Set a flag on some URLs."""
        self._urls[mask] |= np.uint8(flag)

    def add_difference(self, ours: Verdicts, theirs: Verdicts, flag: int) -> None:
        """Set a flag on URLs that may be fetched by only one of both."""
        key = ours, theirs, flag
        if ours is theirs or key in self._done:
            return
        self._done.add(key)
        self._checkpoint()
        if ours.spread.paths is None or ours.spread.paths is not theirs.spread.paths:
            self.add_where(ours.mask_flipped(theirs), flag)
            return
        differs = self._allowed_of(ours) != self._allowed_of(theirs)
        if ours.spread is theirs.spread:
            if differs.any():
                self._rows_of(ours.spread)[differs] |= np.uint8(flag)
            return
        mask = ours.spread.of_urls(differs) if differs.any() else np.zeros(len(self._urls), np.bool_)
        apart = self._places_apart(ours.spread, theirs.spread)
        mask[apart] = ours.at(apart)[0] != theirs.at(apart)[0]
        self.add_where(mask, flag)

    def flags(self) -> Flags:
        """Return the flags of each URL, in table order."""
        for spread, rows in self._rows.items():
            self._checkpoint()
            np.bitwise_or(self._urls, spread.of_urls(rows), out=self._urls)
        self._rows.clear()
        return self._urls

    def _rows_of(self, spread: Spread) -> Flags:
        if spread not in self._rows:
            self._rows[spread] = np.zeros(spread.size, np.uint8)
        return self._rows[spread]

    def _places_apart(self, one: Spread, other: Spread) -> NDArray[np.intp]:
        """Return the URLs whose path has another row in the other form; few, if both share their sorted paths."""
        key = one, other
        if key not in self._apart:
            self._apart[key] = np.flatnonzero(one.inverse != other.inverse)
        return self._apart[key]

    def _allowed_of(self, verdicts: Verdicts) -> Bools:
        if verdicts not in self._allowed:
            self._allowed[verdicts] = verdicts.by_row(verdicts.flags(0, 1, 0)).view(np.bool_)
        return self._allowed[verdicts]
