"""What one process of a survey knows of a body, for the others beside it: each different body is linted once.

That is a file of slots of one size, so it is bounded. Each process writes and reads as it likes, and takes no lock: a
slot holds a digest of what it is about and of what it says, and where another process overwrites one meanwhile, nothing
is found in it and the facts are worked out again.
"""

import marshal
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from robotstudio.survey.facts import FileFacts, Outcome
from robotstudio.survey.result import BodyKey

_SLOTS: Final = 1 << 17
_SLOT: Final = 768
"""Bytes; of ten files nine fit, and the longest are not shared."""
_DIGEST: Final = 16
_HEAD: Final = _DIGEST + 2
_FIELDS: Final = tuple(FileFacts.__slots__)


class SharedFacts:
    """Facts in a file that several processes have open; where the file fails, nothing is shared any more."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is there and may be empty. Raises OSError."""
        self._file = path.open("r+b", buffering=0)

    def recall(self, key: BodyKey) -> FileFacts | None:
        """What some process has found out about a body, if it is still there."""
        about = _said(key)
        try:
            self._file.seek(_place(about))
            slot = self._file.read(_SLOT) or b""
        except (OSError, ValueError):
            return None
        size = int.from_bytes(slot[_DIGEST:_HEAD])
        packed = slot[_HEAD : _HEAD + size]
        if not size or slot[:_DIGEST] != _digest(about + packed):
            return None
        outcome, *rest = marshal.loads(packed)  # noqa: S302  # only our own processes write there; the digest says it is whole
        return FileFacts(Outcome(outcome), *rest)

    def keep(self, key: BodyKey, facts: FileFacts) -> None:
        """Let the others know; facts of a very long file are left out."""
        packed = marshal.dumps((facts.outcome.value, *(getattr(facts, name) for name in _FIELDS[1:])))
        if len(packed) > _SLOT - _HEAD:
            return
        about = _said(key)
        with suppress(OSError, ValueError):  # a full disk costs time and no fact
            self._file.seek(_place(about))
            self._file.write(_digest(about + packed) + len(packed).to_bytes(2) + packed)

    def close(self) -> None:
        self._file.close()


def _said(key: BodyKey) -> bytes:
    return repr(key).encode("utf-8", "backslashreplace")


def _place(about: bytes) -> int:
    return int.from_bytes(_digest(about)[:4]) % _SLOTS * _SLOT


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=_DIGEST).digest()
