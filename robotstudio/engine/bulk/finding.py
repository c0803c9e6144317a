"""Words looked for in many texts at once: in blocks of the buffer that holds them, whatever their letters' case.

A star in a word stands for anything. The first place where a piece may stand is the best one, so that each piece is
looked for once: the search is linear in the texts and in the word.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import ByteArray, Offsets, Texts
from robotstudio.engine.bulk.verdicts import Bools
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.paths import bytes_of

_AT_ONCE = 1 << 15
_COMMONEST_FIRST = b"etaoinsrhldc/.-umpgbfywk:1023vx4567=?&89qjz"
_RARITY = bytes((byte not in _COMMONEST_FIRST) * 100 + _COMMONEST_FIRST.find(byte) + 1 for byte in range(256))


def mask_found(texts: Texts, words: Iterable[str], checkpoint: Checkpoint = go_on) -> Bools:
    """Which texts hold every word; letters beyond ASCII are found where they are percent-encoded, too."""
    wanted = [[_pieces(form) for form in _forms(word)] for word in words]
    found = np.ones(len(texts), np.bool_)
    for first in range(0, len(texts), _AT_ONCE):
        checkpoint()
        part = slice(first, min(first + _AT_ONCE, len(texts)))
        offset, end = texts.starts[part.start], texts.starts[part.stop]
        block = np.frombuffer(texts.joined[offset:end].lower(), np.uint8)
        bounds = texts.starts[part.start : part.stop + 1] - offset
        for forms in wanted:
            found[part] &= np.logical_or.reduce([_holding(block, bounds, pieces) for pieces in forms])
    return found


def _forms(word: str) -> list[str]:
    """A word as it may stand in a URL: itself, and encoded in either case."""
    cases = [case for case in (word.lower(), word.upper(), word.title()) if case.lower() == word.lower()]
    forms = [word, *(_encoded(each) for each in cases)]
    return list(dict.fromkeys(form.lower() for form in forms))


def _encoded(word: str) -> str:
    return "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in bytes_of(char)) for char in word)


def _pieces(word: str) -> list[bytes]:
    return [piece.encode("utf-8", "surrogatepass") for piece in word.split("*") if piece]


def _holding(block: ByteArray, bounds: Offsets, pieces: list[bytes]) -> Bools:
    """Which texts hold the pieces one behind the other."""
    at, ends = bounds[:-1], bounds[1:]
    holds = np.ones(len(at), np.bool_)
    for piece in pieces:
        places = np.append(_places(block, piece), len(block) + 1)  # one behind the end: not found
        begins = places[np.searchsorted(places, np.minimum(at, len(block) + 1))]
        at = begins + len(piece)
        holds &= at <= ends
    return holds


def _places(block: ByteArray, piece: bytes) -> NDArray[np.intp]:
    """Where a piece stands in a block."""
    room = len(block) - len(piece) + 1
    if room <= 0:
        return np.zeros(0, np.intp)
    rarest = max(range(len(piece)), key=lambda place: _RARITY[piece[place]])
    places = np.flatnonzero(block[rarest : rarest + room] == piece[rarest])
    for place, byte in enumerate(piece):
        if place != rarest and len(places):
            places = places[block[places + place] == byte]
    return places
