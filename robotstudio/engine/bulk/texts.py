"""Very many strings in one UTF-8 buffer: a million strings would be a million objects.

Words are searched for in blocks of that buffer, ignoring case.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.paths import bytes_of

ByteArray = NDArray[np.uint8]
Offsets = NDArray[np.int64]
Rows = NDArray[np.int32]
Mask = NDArray[np.bool_]

_AT_ONCE = 1 << 14


class Texts(Sequence[str]):
    """Immutable strings in a buffer: the i-th is from `starts[i]` up to `starts[i + 1]` of `joined`."""

    __slots__ = ("joined", "starts")

    def __init__(self, joined: bytes, starts: Offsets) -> None:
        """Take a buffer; there is one start more than strings."""
        self.joined = joined
        self.starts = starts

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Texts":
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
        """Make the strings of a buffer, given their numbers of bytes."""
        starts = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        return cls(joined, starts)

    @classmethod
    def joined_from(cls, parts: Sequence["Texts"]) -> "Texts":
        lengths = [np.diff(part.starts) for part in parts]
        return cls.from_lengths(
            b"".join(part.joined for part in parts), np.concatenate([*lengths, np.zeros(0, np.int64)])
        )

    @property
    def memory(self) -> int:
        """Size in bytes."""
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
        """Return one string as stored; `place` is not negative."""
        return self.joined[self.starts[place] : self.starts[place + 1]]

    def kept(self, mask: Mask) -> "Texts":
        """Return the strings whose mask is set, in the same order."""
        lengths = np.diff(self.starts)
        joined = np.frombuffer(self.joined, np.uint8)
        pieces = []
        for first in range(0, len(self), _AT_ONCE):  # a mask for all bytes would be as large as the buffer
            last = min(first + _AT_ONCE, len(self))
            part = joined[self.starts[first] : self.starts[last]]
            pieces.append(part[np.repeat(mask[first:last], lengths[first:last])].tobytes())
        return Texts.from_lengths(b"".join(pieces), lengths[mask])

    def followed_by(self, other: "Texts") -> "Texts":
        """Concatenate."""
        starts = np.concatenate([self.starts, other.starts[1:] + self.starts[-1]])
        return Texts(b"".join((self.joined, other.joined)), starts)  # releases the GIL, unlike `+`


def _text(kept: bytes) -> str:
    """Reverse `bytes_of`, with halves of UTF-16 pairs or with surrogate escapes."""
    try:
        return kept.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return kept.decode("utf-8", "surrogateescape")


_SEARCHED_AT_ONCE = 1 << 15
_COMMONEST_FIRST = b"etaoinsrhldc/.-umpgbfywk:1023vx4567=?&89qjz"
_RARITY = bytes((byte not in _COMMONEST_FIRST) * 100 + _COMMONEST_FIRST.find(byte) + 1 for byte in range(256))


def mask_found(texts: Texts, words: Iterable[str], checkpoint: Checkpoint = go_on) -> Mask:
    """Return which texts contain every word; letters beyond ASCII also match percent-encoded."""
    wanted = [[_pieces(form) for form in _forms(word)] for word in words]
    found = np.ones(len(texts), np.bool_)
    for first in range(0, len(texts), _SEARCHED_AT_ONCE):
        checkpoint()
        part = slice(first, min(first + _SEARCHED_AT_ONCE, len(texts)))
        offset, end = texts.starts[part.start], texts.starts[part.stop]
        block = np.frombuffer(texts.joined[offset:end].lower(), np.uint8)
        bounds = texts.starts[part.start : part.stop + 1] - offset
        for forms in wanted:
            found[part] &= np.logical_or.reduce([_holding(block, bounds, pieces) for pieces in forms])
    return found


def _forms(word: str) -> list[str]:
    """Return a word as it may be in a URL: itself, and encoded in either case."""
    cases = [case for case in (word.lower(), word.upper(), word.title()) if case.lower() == word.lower()]
    forms = [word, *(_encoded(each) for each in cases)]
    return list(dict.fromkeys(form.lower() for form in forms))


def _encoded(word: str) -> str:
    return "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in bytes_of(char)) for char in word)


def _pieces(word: str) -> list[bytes]:
    return [piece.encode("utf-8", "surrogatepass") for piece in word.split("*") if piece]


def _holding(block: ByteArray, bounds: Offsets, pieces: list[bytes]) -> Mask:
    """Return which texts contain the pieces in order."""
    at, ends = bounds[:-1], bounds[1:]
    holds = np.ones(len(at), np.bool_)
    for piece in pieces:
        places = np.append(_places(block, piece), len(block) + 1)  # past the end: not found
        begins = places[np.searchsorted(places, np.minimum(at, len(block) + 1))]
        at = begins + len(piece)
        holds &= at <= ends
    return holds


def _places(block: ByteArray, piece: bytes) -> NDArray[np.intp]:
    """Return the positions of a piece in a block."""
    room = len(block) - len(piece) + 1
    if room <= 0:
        return np.zeros(0, np.intp)
    rarest = max(range(len(piece)), key=lambda place: _RARITY[piece[place]])
    places = np.flatnonzero(block[rarest : rarest + room] == piece[rarest])
    for place, byte in enumerate(piece):
        if place != rarest and len(places):
            places = places[block[places + place] == byte]
    return places
