"""Many texts in one buffer of octets: a million strings would be a million objects."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import overload

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.paths import octets

Octets = NDArray[np.uint8]
Offsets = NDArray[np.int64]

_AT_ONCE = 1 << 16


class Texts(Sequence[str]):
    """Texts as UTF-8, one behind the other; `starts` has one offset more than there are texts.

    What is no UTF-8 is given back as surrogate escapes (PEP 383), whatever it was made from.
    """

    __slots__ = ("joined", "starts")

    def __init__(self, joined: bytes, starts: Offsets) -> None:
        """Texts in a buffer that is there already."""
        self.joined = joined
        self.starts = starts

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Texts":
        """Texts from strings, some at a time."""
        rest, pieces, lengths = iter(texts), [], [np.zeros(1, np.int64)]
        while some := list(islice(rest, _AT_ONCE)):
            text = "".join(some)
            if text.isascii():
                pieces.append(text.encode())
                lengths.append(np.fromiter(map(len, some), np.int64, len(some)))
            else:
                encoded = [octets(each) for each in some]
                pieces.append(b"".join(encoded))
                lengths.append(np.fromiter(map(len, encoded), np.int64, len(some)))
        return cls(b"".join(pieces), np.cumsum(np.concatenate(lengths)))

    def __len__(self) -> int:
        """The number of texts."""
        return len(self.starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        """A text, or a list of some."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        return self.octets_of(range(len(self))[place]).decode("utf-8", "surrogateescape")

    def octets_of(self, place: int) -> bytes:
        """The octets of a text; `place` is counted from the start."""
        return self.joined[self.starts[place] : self.starts[place + 1]]
