"""Distinct sorted paths in one buffer: those with a common prefix are one range, found by bisection.

Eight bytes are compared at a time, as one number; only paths that are equal so far are looked at again. Each step is
one call into numpy, which lets other threads run.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import ByteArray, Offsets
from robotstudio.engine.cancelling import Checkpoint

Places = NDArray[np.intp]
Order = tuple[Places, NDArray[np.bool_]]

_WORD = 8
# Masks for the bytes of a word before the end of a slice: none, one, … all eight.
_MASKS = np.array([0, *(((1 << 8 * n) - 1) << 8 * (_WORD - n) for n in range(1, _WORD + 1))], np.uint64)


def distinct_sorted(
    source: ByteArray, begins: Offsets, lengths: Offsets, checkpoint: Checkpoint
) -> tuple[Places, NDArray[np.int32]]:
    """Return the distinct slices in byte order, and for every slice its row among them."""
    order, is_first = _sorted(_Words(source, begins, lengths), checkpoint)
    inverse = np.empty(len(order), np.int32)
    inverse[order] = np.cumsum(is_first, dtype=np.int32) - np.int32(1)
    return order[is_first], inverse


class _Words:
    """The bytes of slices, eight by eight, as numbers, padded with zeros."""

    def __init__(self, source: ByteArray, begins: Offsets, lengths: Offsets) -> None:
        padded = np.concatenate((source, np.zeros(_WORD, np.uint8)))
        self._words = np.ndarray((len(source) + 1,), ">u8", padded, strides=(1,))
        self._begins = begins
        self.lengths = lengths
        self.has_zeros = bool((source == 0).any())

    def at(self, depth: int, places: Places) -> NDArray[np.uint64]:
        begins = self._begins[places]
        left = np.clip(self.lengths[places] - depth, 0, _WORD)
        words = self._words[np.minimum(begins + depth, len(self._words) - 1)].astype(np.uint64)
        return np.asarray(words & _MASKS[left], np.uint64)


def _sorted(words: _Words, checkpoint: Checkpoint) -> Order:
    """Return the places in order, and which of them differ from the one before."""
    count = len(words.lengths)
    order = np.arange(count)
    is_first = np.zeros(count, np.bool_)
    is_first[:1] = True
    tied, runs, depth = order.copy(), np.zeros(count, np.int32), 0
    while len(tied):
        checkpoint()
        places = order[tied]
        now = words.at(depth, places)
        if words.has_zeros or _differs_within(now, runs):
            left = words.lengths[places] if words.has_zeros else None  # an end sorts before a zero
            if len(tied) == count and not depth and left is None:
                again = np.argsort(now, kind="stable")
            else:
                again = np.lexsort((now, runs) if left is None else (left, now, runs))
            places, now = places[again], now[again]
            order[tied] = places
            is_first[tied[1:][now[1:] != now[:-1]]] = True
        depth += _WORD
        tied, runs = _still_tied(tied, is_first, words.lengths[places] > depth)
    is_first[1:] |= words.lengths[order[1:]] != words.lengths[order[:-1]]
    return order, is_first


def _differs_within(now: NDArray[np.uint64], runs: NDArray[np.int32]) -> bool:
    return bool(((now[1:] != now[:-1]) & (runs[1:] == runs[:-1])).any())


def _still_tied(
    tied: Places, is_first: NDArray[np.bool_], goes_on: NDArray[np.bool_]
) -> tuple[Places, NDArray[np.int32]]:
    """Return the places in runs of equal slices of which any goes on, and the number of each one's run."""
    starts = np.flatnonzero(is_first[tied])
    sizes = np.diff(starts, append=len(tied))
    is_open = (sizes > 1) & np.logical_or.reduceat(goes_on, starts)
    kept = np.repeat(is_open, sizes)
    return tied[kept], np.repeat(np.arange(len(starts), dtype=np.int32), sizes)[kept]


_FENCE = 256
_AT_ONCE = 1 << 15
_SHORT_BUFFER = 1 << 31


class SortedPaths(Sequence[bytes]):
    """Distinct paths; `starts` has one offset more than there are paths."""

    __slots__ = ("_fence", "_starts", "array", "joined", "starts")

    def __init__(self, joined: bytes, starts: NDArray[Any]) -> None:
        """Take paths that are sorted already."""
        self.joined = joined
        self.array = np.frombuffer(joined, np.uint8)
        self.starts: NDArray[Any] = starts.astype(np.int32 if len(joined) < _SHORT_BUFFER else np.int64)
        self._starts = self.starts.data  # returns ints, and faster than an array
        self._fence = [self[row] for row in range(0, len(self), _FENCE)]

    @classmethod
    def gathered(
        cls,
        source: NDArray[np.uint8],
        begins: NDArray[np.int64],
        lengths: NDArray[np.int64],
        order: Places,
        checkpoint: Checkpoint,
    ) -> "SortedPaths":
        """Copy the slices of a buffer that `order` lists."""
        view, pieces = source.data, []
        for first in range(0, len(order), _AT_ONCE):
            checkpoint()
            some = order[first : first + _AT_ONCE]
            ends = (begins[some] + lengths[some]).tolist()
            pieces.append(b"".join([view[a:b] for a, b in zip(begins[some].tolist(), ends, strict=True)]))
        starts = np.zeros(len(order) + 1, np.int64)
        np.cumsum(lengths[order], out=starts[1:])
        return cls(b"".join(pieces), starts)

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, row: int) -> bytes: ...

    @overload
    def __getitem__(self, row: slice) -> list[bytes]: ...

    def __getitem__(self, row: int | slice) -> bytes | list[bytes]:
        if isinstance(row, slice):
            return [self[each] for each in range(*row.indices(len(self)))]
        if row < 0:
            row += len(self)
        if not 0 <= row < len(self):
            raise IndexError(row)
        return self.joined[self._starts[row] : self._starts[row + 1]]

    def bisect(self, text: bytes) -> int:
        """Return the first row whose path does not sort before a text."""
        block = bisect_left(self._fence, text)
        low = max(0, block - 1) * _FENCE
        return bisect_left(self, text, low, min(len(self), block * _FENCE))

    def row_of(self, path: bytes) -> int | None:
        """Return the row of a path, None if it is missing."""
        row = self.bisect(path)
        return row if row < len(self) and self[row] == path else None

    def range_of(self, prefix: bytes) -> tuple[int, int]:
        """Return the half-open range of rows that start with a prefix."""
        if not prefix:
            return 0, len(self)
        first = self.bisect(prefix)
        upper = prefix.rstrip(b"\xff")
        if not upper:
            return first, len(self)
        return first, self.bisect(upper[:-1] + bytes((upper[-1] + 1,)))
