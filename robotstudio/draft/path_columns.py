"""Choose which bytes of a path are shown, and in which column."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct


class PathColumns(Struct, frozen=True, dict=True):
    """The shown stretches of a path of `length` bytes, as half-open ranges; each gap between them takes one cell."""

    length: int
    shown: tuple[tuple[int, int], ...]

    @property
    def is_folded(self) -> bool:
        """Return True if bytes are left out."""
        return self.gap_count > 0

    @property
    def gap_count(self) -> int:
        """Count the cells with an ellipsis."""
        return len(self.shown) - 1

    @property
    def cells(self) -> int:
        """Count the cells, ellipses included."""
        return sum(end - start for start, end in self.shown) + self.gap_count

    @cached_property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Return the ranges of bytes left out."""
        return tuple((end, start) for (_, end), (start, _) in pairwise(self.shown))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(start for start, _ in self.shown)

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        """Return the cell in which each stretch starts."""
        offsets, cell = [], 0
        for start, end in self.shown:
            offsets.append(cell)
            cell += end - start + 1
        return tuple(offsets)

    def cell_of(self, byte: int) -> float:
        """Return the cell where a byte starts: the middle of the gap for one left out, the next cell past the end."""
        place = bisect_right(self._starts, byte) - 1
        start, end = self.shown[place]
        if byte <= end or place == len(self.shown) - 1:
            return self._offsets[place] + byte - start
        return self._offsets[place] + end - start + 0.5


def all_columns(length: int) -> PathColumns:
    """Show every byte of a path."""
    return PathColumns(length, ((0, length),))


def fold_columns(length: int, limit: int, marks: Iterable[tuple[int, int]]) -> PathColumns:
    """Show a path in at most `limit` cells: its start, its end, and as many of the marked ranges as fit."""
    if length <= limit:
        return all_columns(length)
    head, tail = max(1, limit // 4), max(1, limit // 6)
    kept = _merged([(0, head), (length - tail, length)])
    for first, last in marks:
        window = (max(0, first), min(length, last))
        wider = _merged([*kept, window]) if window[0] < window[1] else kept
        if _cells(wider) <= limit:
            kept = wider
    while True:
        (start, end), *rest = kept
        wider = _merged([(start, end + 1), *rest])
        if _cells(wider) > limit:
            return PathColumns(length, tuple(kept))
        kept = wider


def _merged(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge ranges, in order, if they touch or only one byte is between them."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _cells(ranges: Sequence[tuple[int, int]]) -> int:
    return sum(end - start for start, end in ranges) + len(ranges) - 1
