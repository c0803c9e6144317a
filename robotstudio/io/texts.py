"""Very many strings in one buffer of UTF-8: a few octets each beyond the text itself, and immutable."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
Mask = NDArray[np.bool_]
Starts = NDArray[np.int64]

_AT_ONCE: Final = 16_384
_CODING: Final = ("utf-8", "surrogatepass")


class Texts(Sequence[str]):
    """Strings one after another: the i-th lies from `starts[i]` up to `starts[i + 1]` of `joined`."""

    __slots__ = ("joined", "starts")

    def __init__(self, joined: bytes, starts: Starts) -> None:
        """The strings in a buffer; there is one start more than strings."""
        self.joined = joined
        self.starts = starts

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Texts":
        """These strings."""
        pieces = [text.encode(*_CODING) for text in texts]
        return cls.from_lengths(b"".join(pieces), np.fromiter(map(len, pieces), np.int64, len(pieces)))

    @classmethod
    def from_lengths(cls, joined: bytes, lengths: Starts) -> "Texts":
        """The strings in a buffer, each with so many octets."""
        starts = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        return cls(joined, starts)

    @classmethod
    def joined_from(cls, parts: Sequence["Texts"]) -> "Texts":
        """The strings of all parts."""
        lengths = [np.diff(part.starts) for part in parts]
        return cls.from_lengths(
            b"".join(part.joined for part in parts), np.concatenate([*lengths, np.zeros(0, np.int64)])
        )

    @property
    def octets(self) -> int:
        """The memory that they take."""
        return len(self.joined) + self.starts.nbytes

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        if isinstance(at, slice):
            return tuple(self[row] for row in range(*at.indices(len(self))))
        return self.raw(range(len(self))[at]).decode(*_CODING)

    def __iter__(self) -> Iterator[str]:
        joined = self.joined
        for first in range(0, len(self), _AT_ONCE):
            begin, *ends = self.starts[first : first + _AT_ONCE + 1].tolist()
            for end in ends:
                yield joined[begin:end].decode(*_CODING)
                begin = end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Texts):
            return NotImplemented
        return self is other or (self.joined == other.joined and np.array_equal(self.starts, other.starts))

    def __hash__(self) -> int:
        return hash((len(self), self.joined))

    def raw(self, row: int) -> bytes:
        """The octets of one string."""
        return self.joined[self.starts[row] : self.starts[row + 1]]

    def kept(self, mask: Mask) -> "Texts":
        """Those strings where the mask is set, in the same order."""
        lengths = np.diff(self.starts)
        joined = np.frombuffer(self.joined, np.uint8)
        pieces = []
        for first in range(0, len(self), _AT_ONCE):  # one mask for all octets would be as large as they are
            last = min(first + _AT_ONCE, len(self))
            part = joined[self.starts[first] : self.starts[last]]
            pieces.append(part[np.repeat(mask[first:last], lengths[first:last])].tobytes())
        return Texts.from_lengths(b"".join(pieces), lengths[mask])

    def followed_by(self, other: "Texts") -> "Texts":
        """These strings, then the others."""
        starts = np.concatenate([self.starts, other.starts[1:] + self.starts[-1]])
        return Texts(self.joined + other.joined, starts)
