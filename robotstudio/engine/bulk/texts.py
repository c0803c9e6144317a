"""Very many strings in one buffer of UTF-8: a million strings would be a million objects."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.paths import bytes_of

ByteArray = NDArray[np.uint8]
Offsets = NDArray[np.int64]
Rows = NDArray[np.int32]
Mask = NDArray[np.bool_]

_AT_ONCE = 1 << 14


class Texts(Sequence[str]):
    """Strings one after another, immutable: the i-th lies from `starts[i]` up to `starts[i + 1]` of `joined`."""

    __slots__ = ("joined", "starts")

    def __init__(self, joined: bytes, starts: Offsets) -> None:
        """The strings in a buffer; there is one start more than strings."""
        self.joined = joined
        self.starts = starts

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Texts":
        """These strings."""
        rest, pieces, lengths = iter(texts), [], [np.zeros(0, np.int64)]
        while some := list(islice(rest, _AT_ONCE)):
            text = "".join(some)
            if text.isascii():
                pieces.append(text.encode())
                lengths.append(np.fromiter(map(len, some), np.int64, len(some)))
            else:
                encoded = [bytes_of(each) for each in some]
                pieces.append(b"".join(encoded))
                lengths.append(np.fromiter(map(len, encoded), np.int64, len(some)))
        return cls.from_lengths(b"".join(pieces), np.concatenate(lengths))

    @classmethod
    def from_lengths(cls, joined: bytes, lengths: Offsets) -> "Texts":
        """The strings in a buffer, each with so many bytes."""
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
    def memory(self) -> int:
        """The bytes that they take."""
        return len(self.joined) + self.starts.nbytes

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(len(self))))
        return _text(self.bytes_of(range(len(self))[place]))

    def __iter__(self) -> Iterator[str]:
        joined = self.joined
        for first in range(0, len(self), _AT_ONCE):
            begin, *ends = self.starts[first : first + _AT_ONCE + 1].tolist()
            for end in ends:
                yield _text(joined[begin:end])
                begin = end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Texts):
            return NotImplemented
        return self is other or (self.joined == other.joined and np.array_equal(self.starts, other.starts))

    def __hash__(self) -> int:
        return hash((len(self), self.joined))

    def bytes_of(self, place: int) -> bytes:
        """One string as it is kept; `place` is counted from the start."""
        return self.joined[self.starts[place] : self.starts[place + 1]]

    def kept(self, mask: Mask) -> "Texts":
        """Those strings where the mask is set, in the same order."""
        lengths = np.diff(self.starts)
        joined = np.frombuffer(self.joined, np.uint8)
        pieces = []
        for first in range(0, len(self), _AT_ONCE):  # one mask for all bytes would be as large as they are
            last = min(first + _AT_ONCE, len(self))
            part = joined[self.starts[first] : self.starts[last]]
            pieces.append(part[np.repeat(mask[first:last], lengths[first:last])].tobytes())
        return Texts.from_lengths(b"".join(pieces), lengths[mask])

    def followed_by(self, other: "Texts") -> "Texts":
        """These strings, then the others."""
        starts = np.concatenate([self.starts, other.starts[1:] + self.starts[-1]])
        return Texts(b"".join((self.joined, other.joined)), starts)  # unlike `+`, that lets other threads work


def _text(kept: bytes) -> str:
    """The string that `bytes_of` made these bytes of: with halves of UTF-16 pairs, or with surrogate escapes."""
    try:
        return kept.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return kept.decode("utf-8", "surrogateescape")
