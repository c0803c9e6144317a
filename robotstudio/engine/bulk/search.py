"""Search of all paths together for wildcard patterns, with numpy and from left to right, as `Pattern.matches` does.

The byte of a piece that is rarest in the paths gives the candidates; its positions in the buffer are cached, since
other patterns contain the same bytes. What is left is compared byte by byte.
"""

from collections import OrderedDict
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.sorted_paths import SortedPaths
from robotstudio.engine.cancelling import Checkpoint
from robotstudio.engine.patterns import Pattern

Numbers = NDArray[Any]
"""Rows or offsets, int32 or int64 depending on the size of the paths."""

Rows = slice | Numbers
"""Which of the sorted paths a pattern matches."""

_AT_ONCE = 1 << 22
_SAMPLE = 1 << 20
_FEW = 256
_PIECES_AT_ONCE = 12


class PatternSearch:
    """Finds the rows that patterns match."""

    def __init__(self, paths: SortedPaths) -> None:
        self._paths = paths
        array = paths.array
        self._counts = np.bincount(array[:: max(1, len(array) // _SAMPLE)], minlength=256).tolist()
        self._places: OrderedDict[int, Numbers] = OrderedDict()
        self._places_kept = 0
        self._most_places = len(array) // 4

    def rows(self, pattern: Pattern, checkpoint: Checkpoint) -> Rows | None:
        """Return the rows that a pattern matches, None for none."""
        first, last = self._paths.range_of(pattern.prefix)
        if pattern.tail is None:
            if pattern.anchored:
                last = first + (first < last and self._paths[first] == pattern.prefix)
            if pattern.below is not None:
                last = min(last, self._paths.bisect(pattern.below))
            return slice(first, last) if first < last else None
        return _packed(self._searched(pattern, first, last, checkpoint)) if first < last else None

    def _searched(self, pattern: Pattern, first: int, last: int, checkpoint: Checkpoint) -> Numbers:
        """Return the rows of a range that a pattern with wildcards matches."""
        starts, tail = self._paths.starts, pattern.tail or b""
        if pattern.anchored and not pattern.middles and not pattern.earliest:
            return self._ending(np.arange(first, last, dtype=starts.dtype), len(pattern.prefix), tail)
        pieces = (*pattern.middles, tail)
        rarest = min(pieces, key=self._rarity)
        rows, ats = self._holding(rarest, first, last, checkpoint)
        if len(rows) <= _FEW:
            return self._matched(pattern, rows)
        if len(pieces) == 1 and not pattern.anchored:
            return rows[ats >= starts[rows] + len(pattern.prefix)] if pattern.prefix else rows
        return self._walked(pattern, rows, checkpoint)

    def _rarity(self, piece: bytes) -> tuple[int, int]:
        return min(self._counts[byte] for byte in piece), -len(piece)

    def _matched(self, pattern: Pattern, rows: Numbers) -> Numbers:
        paths = self._paths
        return np.array([row for row in rows.tolist() if pattern.matches(paths[row])], rows.dtype)

    def _ending(self, rows: Numbers, behind: int | Numbers, tail: bytes) -> Numbers:
        """Filter rows that end with a piece beginning at least `behind` bytes after the start of the path."""
        starts = self._paths.starts
        begins = starts[rows + 1] - len(tail)
        fits = begins >= starts[rows] + behind
        rows, begins = rows[fits], begins[fits]
        for place in _by_rarity(tail, self._counts):
            fits = self._paths.array[begins + place] == tail[place]
            rows, begins = rows[fits], begins[fits]
            if not len(rows):
                break
        return rows

    def _holding(self, piece: bytes, first: int, last: int, checkpoint: Checkpoint) -> tuple[Numbers, Numbers]:
        """Return the rows of a range that contain a piece, and its last position in each."""
        starts = self._paths.starts
        ats = self._found(piece, first, last, checkpoint)
        rows = np.searchsorted(starts, ats, "right").astype(starts.dtype) - 1
        is_inside = ats + len(piece) <= starts[rows + 1]
        rows, ats = rows[is_inside], ats[is_inside]
        is_last = np.append(rows[1:] != rows[:-1], np.ones(min(1, len(rows)), np.bool_))
        return rows[is_last], ats[is_last]

    def _walked(self, pattern: Pattern, rows: Numbers, checkpoint: Checkpoint) -> Numbers:
        """Filter many rows that contain all pieces of a pattern, each after the one before."""
        starts, found = self._paths.starts, dict[bytes, Numbers]()
        ats, tail = starts[rows] + len(pattern.prefix), pattern.tail or b""
        pieces = pattern.middles if pattern.anchored and not pattern.earliest else (*pattern.middles, tail)
        for piece in pieces:
            if piece not in found and len(found) == _PIECES_AT_ONCE:
                found.clear()
            if piece not in found:
                found[piece] = self._found(piece, int(rows[0]), int(rows[-1]) + 1, checkpoint)
            checkpoint()
            rows, ats = _behind(found[piece], len(piece), rows, ats, starts)
            if len(rows) <= _FEW:
                return self._matched(pattern, rows)
        if not pattern.anchored:
            return rows
        if pattern.earliest:
            return np.asarray(rows[ats == starts[rows + 1]])
        return self._ending(rows, ats - starts[rows], tail)

    def _found(self, piece: bytes, first: int, last: int, checkpoint: Checkpoint) -> Numbers:
        """Return every position of a piece in a range of rows, even across two rows."""
        array, joined = self._paths.array, self._paths.joined
        low, high = int(self._paths.starts[first]), int(self._paths.starts[last])
        order = _by_rarity(piece, self._counts)
        anchor, found = order[0], []
        for start in range(low, high, _AT_ONCE):
            checkpoint()
            end = min(start + _AT_ONCE, high)
            ats = self._places_of(piece[anchor], start, end, whole=high - low > len(array) // 4) - anchor
            ats = ats[(ats >= low) & (ats <= high - len(piece))]
            for place in order[1:]:
                if len(ats) <= _FEW:
                    some = [at for at in ats.tolist() if joined.startswith(piece, at)]
                    ats = np.array(some, ats.dtype)
                    break
                ats = ats[array[ats + place] == piece[place]]
            found.append(ats)
        return np.concatenate(found) if found else np.zeros(0, self._paths.starts.dtype)

    def _places_of(self, byte: int, start: int, end: int, *, whole: bool) -> Numbers:
        """Return the positions of a byte between two offsets; those in all paths are cached if `whole`."""
        kept = self._places.get(byte)
        if kept is None and not whole:
            return self._scanned(byte, start, end)
        if kept is None:
            size = len(self._paths.array)
            parts = [self._scanned(byte, at, min(at + _AT_ONCE, size)) for at in range(0, size, _AT_ONCE)]
            kept = self._places[byte] = np.concatenate(parts)
            self._places_kept += len(kept)
            while len(self._places) > 1 and self._places_kept > self._most_places:
                self._places_kept -= len(self._places.popitem(last=False)[1])
        low, high = np.searchsorted(kept, np.array((start, end), kept.dtype))
        return kept[low:high]

    def _scanned(self, byte: int, start: int, end: int) -> Numbers:
        places = np.flatnonzero(self._paths.array[start:end] == byte)
        return (places + start).astype(self._paths.starts.dtype)


def _by_rarity(piece: bytes, counts: list[int]) -> list[int]:
    """Return the positions in a piece, that of the byte which is rarest in the paths first."""
    return sorted(range(len(piece)), key=partial(_count_at, piece, counts))


def _count_at(piece: bytes, counts: list[int], place: int) -> int:
    return counts[piece[place]]


def _behind(found: Numbers, size: int, rows: Numbers, ats: Numbers, starts: Numbers) -> tuple[Numbers, Numbers]:
    """Filter rows in which a piece (at `found`) comes after `ats`; also return where its first occurrence ends."""
    if not len(found):
        return rows[:0], ats[:0]
    next_found = np.searchsorted(found, ats)
    ends = found[np.minimum(next_found, len(found) - 1)] + size
    fits = (next_found < len(found)) & (ends <= starts[rows + 1])
    return rows[fits], ends[fits]


def _packed(rows: Numbers) -> Rows | None:
    """Convert consecutive rows to a slice, and no rows to None."""
    if not len(rows):
        return None
    first, last = int(rows[0]), int(rows[-1]) + 1
    return slice(first, last) if last - first == len(rows) else rows
