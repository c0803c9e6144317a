"""Share the facts of bodies between the processes of a survey, so that each body is analysed once.

They share a file that begins with a hash table of the positions of facts, and to which each process appends. There are
no locks: facts are stored with a digest of their key and content, and if another process overwrites a slot meanwhile,
the lookup fails and the facts are computed again.
"""

import marshal
from contextlib import suppress
from hashlib import blake2b
from mmap import mmap
from operator import attrgetter
from pathlib import Path
from typing import Final

from robotstudio.survey.facts import AnswerFacts, AnswerOutcome
from robotstudio.survey.result import BodyKey

_PLACES: Final = 1 << 18
_PLACE: Final = 8
_END: Final = 5
"""Bytes of a slot for the end of a record; the rest are its size."""
_TABLE: Final = _PLACES * _PLACE
_MOST_BYTES: Final = 1 << 29
"""Size limit of the file, enough for a million bodies. Later ones are not shared."""
_LONGEST: Final = 1 << 16
_DIGEST: Final = 16
_LATER_FACTS: Final = attrgetter(*AnswerFacts.__struct_fields__[1:])


def make_room(path: Path) -> None:
    """Create an empty file for `SharedFacts`. Raises OSError."""
    path.write_bytes(bytes(_TABLE))  # not sparse: writing through a map on a full disk would kill the process


class SharedFacts:
    """Facts in a file that several processes have open; if the file fails, sharing stops."""

    def __init__(self, path: Path) -> None:
        """Open a file made by `make_room`. Raises OSError, or ValueError for other files."""
        self._file = path.open("a+b", buffering=0)
        self._table = mmap(self._file.fileno(), _TABLE)
        self._is_full = False

    def recall(self, key: BodyKey) -> AnswerFacts | None:
        """Return the facts of a body, if a process has stored them."""
        about = _said(key)
        at = _place(about)
        place = self._table[at : at + _PLACE]
        size = int.from_bytes(place[_END:])
        if not size:
            return None
        try:
            self._file.seek(int.from_bytes(place[:_END]) - size)
            record = self._file.read(size) or b""
        except (OSError, ValueError):
            return None
        packed = record[_DIGEST:]
        if record[:_DIGEST] != _digest(about + packed):
            return None
        outcome, *rest = marshal.loads(packed)  # noqa: S302  # only our own processes write there, and the digest proves integrity
        return AnswerFacts(AnswerOutcome(outcome), *rest)

    def keep(self, key: BodyKey, facts: AnswerFacts) -> None:
        """Store facts for the others; very long ones are left out."""
        packed = marshal.dumps((facts.outcome.value, *_LATER_FACTS(facts)))
        if len(packed) > _LONGEST or self._is_full:
            return
        about = _said(key)
        with suppress(OSError, ValueError):  # a full disk only costs time
            size = self._file.write(_digest(about + packed) + packed) or 0
            end = self._file.tell()
            at = _place(about)
            self._table[at : at + _PLACE] = end.to_bytes(_END) + size.to_bytes(_PLACE - _END)
            self._is_full = end >= _MOST_BYTES

    def close(self) -> None:
        self._table.close()
        self._file.close()


def _said(key: BodyKey) -> bytes:
    return repr(key).encode("utf-8", "backslashreplace")


def _place(about: bytes) -> int:
    return int.from_bytes(_digest(about)[:4]) % _PLACES * _PLACE


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=_DIGEST).digest()
