"""The verdicts of one set of rules on a table of URLs, without a number for every URL until that is asked for."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.groups import Rule

Bools = NDArray[np.bool_]
Lines = NDArray[np.int32]
Column = tuple[Bools, Lines]

_AT_ONCE = 1 << 18


class Spread:
    """How the rows of a view belong to the URLs of the table, of which several may have one path."""

    __slots__ = ("_weights", "inverse", "paths", "size")

    def __init__(self, inverse: NDArray[np.int32], size: int, paths: object = None) -> None:
        """`inverse[i]` is the row of the i-th URL, `size` the number of rows; `paths` tells whose rows they are."""
        self.inverse = inverse
        self.size = size
        self.paths = paths
        self._weights: list[NDArray[np.int32] | None] = []

    @property
    def weights(self) -> NDArray[np.int32] | None:
        """How many URLs have the path of each row; None where each row is that of one URL."""
        if not self._weights:
            weights = np.bincount(self.inverse, minlength=self.size).astype(np.int32)
            self._weights.append(None if (weights == 1).all() else weights)
        return self._weights[0]

    def of_urls(self, values: NDArray[Any]) -> NDArray[Any]:
        """A value for each row, in the order of the URLs."""
        spread = np.empty(len(self.inverse), values.dtype)
        for first in range(0, len(spread), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            spread[part] = values[self.inverse[part]]
        return spread


class Verdicts:
    """What one set of rules says about every URL of a table; it never changes.

    Crawlers that are led to the same rules share one. Positions are those of the URLs in the table, from 0; a line is
    1-based, and 0 where no rule decided.
    """

    def __init__(self, spread: Spread, winners: NDArray[Any], ids: Lines, ranked: Sequence[Rule]) -> None:
        """Verdicts from the number of the winning rule on each row, and the rules with their numbers."""
        self.spread = spread
        self._winners = winners
        self._ids = ids
        self._ranked = ranked

    def __len__(self) -> int:
        """The number of URLs."""
        return len(self.spread.inverse)

    def at(self, positions: "NDArray[Any] | slice | Sequence[int]") -> Column:
        """(allowed, line) of some URLs only."""
        won = self._winners[self.spread.inverse[positions]]
        return self._allowed[won], self._lines[won]

    @cached_property
    def column(self) -> Column:
        """(allowed, line) of all URLs, in the order given; kept once it was asked for."""
        return self.allowed(), self.lines()

    def allowed(self) -> Bools:
        """Which URLs may be fetched, in the order given."""
        return self.spread.of_urls(self.by_row(self._allowed))

    def lines(self) -> Lines:
        """The line that decides about each URL, in the order given."""
        return self.spread.of_urls(self.by_row(self._lines))

    def mask_decided_by(self, lines: Sequence[int]) -> Bools:
        """Which URLs one of some lines decides about, in the order given; 0 for those that no rule decides about."""
        return self.spread.of_urls(self.by_row(np.isin(self._lines, np.array(lines, np.int32))))

    def mask_flipped(self, other: "Verdicts") -> Bools:
        """Which URLs may be fetched by one and not by the other; both must be of the same table."""
        return np.asarray(self.allowed() != other.allowed(), np.bool_)

    def flags(self, blocked: int, allowed: int, decided: int) -> NDArray[np.uint8]:
        """For each number of a rule flags: of what may not be fetched, of what may be, and `decided` for any rule."""
        flags = np.where(self._allowed, allowed, blocked).astype(np.uint8)
        flags[1:] |= np.uint8(decided)
        return flags

    def by_row(self, values: NDArray[Any]) -> NDArray[Any]:
        """The value of the winning rule on each row of the sorted paths."""
        return np.asarray(values[self._winners])

    @cached_property
    def blocked_count(self) -> int:
        """How many URLs may not be fetched."""
        return int(self._counts[~self._allowed].sum())

    def decided_by_line(self) -> dict[int, int]:
        """How many URLs each line decides about, 0 those that no rule does; only lines that decide anything."""
        numbers = np.flatnonzero(self._counts)
        lines, places = np.unique(self._lines[numbers], return_inverse=True)
        counts = np.zeros(len(lines), np.int64)
        np.add.at(counts, places, self._counts[numbers])
        return dict(zip(lines.tolist(), counts.tolist(), strict=True))

    @cached_property
    def _lines(self) -> Lines:
        """The line of each number of a rule that decides anything."""
        lines = np.zeros(int(self._ids.max(initial=0)) + 1, np.int32)
        lines[self._ids[self._deciding]] = [self._ranked[place].line for place in self._deciding]
        return lines

    @cached_property
    def _allowed(self) -> Bools:
        """Whether the rule of each number allows, of those that decide; so does 0, where no rule decides."""
        allowed = np.ones(int(self._ids.max(initial=0)) + 1, np.bool_)
        rules = [self._ranked[place] for place in self._deciding]
        allowed[self._ids[self._deciding]] = [rule.allow or not rule.written for rule in rules]
        return allowed

    @cached_property
    def _deciding(self) -> list[int]:
        """Where the rules that decide about any URL stand in the order of precedence; they may be few of many."""
        places: list[int] = np.flatnonzero(self._counts[self._ids]).tolist()
        return places

    @cached_property
    def _counts(self) -> NDArray[np.int64]:
        """How many URLs the rule of each number decides about."""
        counts = np.zeros(int(self._ids.max(initial=0)) + 1, np.int64)
        weights = self.spread.weights
        for first in range(0, len(self._winners), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            some = None if weights is None else weights[part]
            counts += np.bincount(self._winners[part], some, len(counts)).astype(np.int64)
        return counts
