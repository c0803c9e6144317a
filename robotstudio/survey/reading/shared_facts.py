"""What one process of a survey knows of a body, for the others beside it: no body is worked out by each of them.

That is a file that begins with a table of where a body's facts are, and to which each process adds what it finds out.
Each reads and writes as it likes, and takes no lock: facts stand behind a digest of what they are about and of what
they say, and where another process overwrites a place of the table meanwhile, nothing is found and the facts are worked
out again.
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
"""Of a place's bytes those that say where a record ends; the others say its size."""
_TABLE: Final = _PLACES * _PLACE
_MOST_BYTES: Final = 1 << 29
"""Of the file, which has room for a million bodies then. What comes later is not shared."""
_LONGEST: Final = 1 << 16
_DIGEST: Final = 16
_LATER_FACTS: Final = attrgetter(*AnswerFacts.__slots__[1:])


def make_room(path: Path) -> None:
    """Make a file for `SharedFacts`, in which nothing is known yet. Raises OSError."""
    path.write_bytes(bytes(_TABLE))  # not a hole: to write through a map where the disk is full would end the process


class SharedFacts:
    """Facts in a file that several processes have open; where the file fails, nothing is shared any more."""

    def __init__(self, path: Path) -> None:
        """Open the file that `make_room` has made. Raises OSError, or ValueError where it is something else."""
        self._file = path.open("a+b", buffering=0)
        self._table = mmap(self._file.fileno(), _TABLE)
        self._is_full = False

    def recall(self, key: BodyKey) -> AnswerFacts | None:
        """What some process has found out about a body, if it is still known where."""
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
        outcome, *rest = marshal.loads(packed)  # noqa: S302  # only our own processes write there; the digest says it is whole
        return AnswerFacts(AnswerOutcome(outcome), *rest)

    def keep(self, key: BodyKey, facts: AnswerFacts) -> None:
        """Let the others know; facts of a very long file are left out."""
        packed = marshal.dumps((facts.outcome.value, *_LATER_FACTS(facts)))
        if len(packed) > _LONGEST or self._is_full:
            return
        about = _said(key)
        with suppress(OSError, ValueError):  # a full disk costs time and no fact
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
