"""Distinct paths, sorted, in one buffer: what starts with a prefix is one range, found by bisection."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.sorting import Places
from robotstudio.engine.cancelling import Checkpoint

_FENCE = 256
_AT_ONCE = 1 << 15
_SHORT_BUFFER = 1 << 31


class SortedPaths(Sequence[bytes]):
    """Paths without repetition; `starts` has one offset more than there are paths."""

    __slots__ = ("_fence", "_starts", "array", "joined", "starts")

    def __init__(self, joined: bytes, starts: NDArray[Any]) -> None:
        """Paths that are in order already."""
        self.joined = joined
        self.array = np.frombuffer(joined, np.uint8)
        self.starts: NDArray[Any] = starts.astype(np.int32 if len(joined) < _SHORT_BUFFER else np.int64)
        self._starts = self.starts.data  # gives integers, and sooner than an array does
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
        """Those stretches of a buffer that `order` names."""
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
        """The number of paths."""
        return len(self._starts) - 1

    @overload
    def __getitem__(self, row: int) -> bytes: ...

    @overload
    def __getitem__(self, row: slice) -> list[bytes]: ...

    def __getitem__(self, row: int | slice) -> bytes | list[bytes]:
        """A path, or a list of some."""
        if isinstance(row, slice):
            return [self[each] for each in range(*row.indices(len(self)))]
        if row < 0:
            row += len(self)
        if not 0 <= row < len(self):
            raise IndexError(row)
        return self.joined[self._starts[row] : self._starts[row + 1]]

    def bisect(self, text: bytes) -> int:
        """The first row whose path does not sort before a text."""
        block = bisect_left(self._fence, text)
        low = max(0, block - 1) * _FENCE
        return bisect_left(self, text, low, min(len(self), block * _FENCE))

    def row_of(self, path: bytes) -> int | None:
        """The row of a path, None where it is none of these."""
        row = self.bisect(path)
        return row if row < len(self) and self[row] == path else None

    def range_of(self, prefix: bytes) -> tuple[int, int]:
        """The rows that start with a prefix: from the first up to the second."""
        if not prefix:
            return 0, len(self)
        first = self.bisect(prefix)
        upper = prefix.rstrip(b"\xff")
        if not upper:
            return first, len(self)
        return first, self.bisect(upper[:-1] + bytes((upper[-1] + 1,)))
