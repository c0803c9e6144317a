"""What goes through the pipes of the worker process: frames, questions, and drafts as edits of those sent before."""

import pickle
from collections.abc import Iterable, Sequence
from enum import IntEnum
from io import BytesIO
from itertools import count
from struct import Struct
from typing import IO, TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar
from zlib import crc32

from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.revision import common_end, common_start
from robotstudio.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from robotstudio.draft.worker.desk import DraftCache

_SMALL = 4096
"""Values of fewer bytes are sent with each question."""
_MOST_KEPT = 8
_FRAME = Struct("<QBQ")
_Q_contra = TypeVar("_Q_contra", contravariant=True)
_T = TypeVar("_T")


class Answerer(Protocol[_Q_contra]):
    """Answers questions of one kind, one after another, and may keep what it worked out for the next."""

    def answer(self, question: _Q_contra, desk: "DraftCache", is_cancelled: IsCancelled) -> Iterable[object]:
        """The answer in parts, each quickly unpickled; raises `Cancelled` where it is no longer wanted."""


class Question(Protocol):
    """Frozen data that can be pickled; `rank` says which of several questions is answered first: the lowest."""

    rank: ClassVar[int]

    @staticmethod
    def answerer() -> Answerer[Any]:
        """Who answers questions of this kind; made once in each process."""


class FrameKind(IntEnum):
    ASK = 0
    CANCEL = 1
    PART = 2  # of an answer
    DONE = 3
    FAILED = 4  # with the traceback
    LOST = 5  # the draft does not come out as it was sent: all of it is wanted
    ABANDONED = 6


class MismatchError(Exception):
    """An edit does not lead to the draft that it was made of."""


def write_frame(stream: IO[bytes], number: int, kind: FrameKind, payload: bytes = b"") -> None:
    stream.write(_FRAME.pack(number, kind, len(payload)))
    stream.write(payload)
    stream.flush()


def read_frame(stream: IO[bytes]) -> tuple[int, FrameKind, bytes] | None:
    """The next frame, None at the end."""
    head = stream.read(_FRAME.size)
    if len(head) < _FRAME.size:
        return None
    number, kind, size = _FRAME.unpack(head)
    payload = stream.read(size)
    return (number, FrameKind(kind), payload) if len(payload) == size else None


@dataclass(frozen=True, slots=True)
class Whole:
    """A value that the other side has not seen."""

    number: int
    value: bytes

    def made(self, _known: dict[int, bytes]) -> bytes:
        return self.value


@dataclass(frozen=True, slots=True)
class Edited:
    """Bytes made from known ones: `removed` of them at `offset` give way to `inserted`."""

    number: int
    base: int
    offset: int
    removed: int
    inserted: bytes
    size: int
    checksum: int

    @classmethod
    def between(cls, number: int, base: int, before: bytes, after: bytes) -> Self:
        """The edit that makes one from the other."""
        start = common_start(before, after)
        end = common_end(before, after, min(len(before), len(after)) - start)
        removed, inserted = len(before) - end - start, after[start : len(after) - end]
        return cls(number, base, start, removed, inserted, len(after), crc32(after))

    def made(self, known: dict[int, bytes]) -> bytes:
        """The bytes after the edit. Raises `MismatchError` where these are not the ones that were meant."""
        before = known.get(self.base)
        if before is None:
            raise MismatchError
        after = b"".join((before[: self.offset], self.inserted, before[self.offset + self.removed :]))
        if len(after) != self.size or crc32(after) != self.checksum:
            raise MismatchError
        return after


@dataclass(frozen=True, slots=True)
class _Message:
    """A question, pickled, with the values in it that are new to the other side, and those that it may forget."""

    new: tuple[Whole | Edited, ...]
    gone: tuple[int, ...]
    question: bytes


class Sender:
    """Pickles questions. Long bytes in them are sent once, and those that are much like these as an edit."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._known: dict[int, bytes] = {}

    def message(self, question: Question) -> bytes:
        """The payload of a frame that asks."""
        new: list[Whole | Edited] = []
        used: list[int] = []
        stream = BytesIO()
        _Pickler(stream, self, new, used).dump(question)
        gone = self._forget(used)
        return pickle.dumps(_Message(tuple(new), gone, stream.getvalue()), pickle.HIGHEST_PROTOCOL)

    def forget(self) -> None:
        """Send everything anew."""
        self._known.clear()

    def number_of(self, value: bytes, new: list[Whole | Edited]) -> int:
        """The number by which the other side knows a value, or will."""
        for number, known in reversed(self._known.items()):
            if known is value or known == value:
                return number
        number = next(self._numbers)
        new.append(self._introduced(number, value))
        self._known[number] = value
        return number

    def _introduced(self, number: int, value: bytes) -> Whole | Edited:
        """As an edit of the latest value that is much like it."""
        for base, known in reversed(self._known.items()):
            edit = Edited.between(number, base, known, value)
            if len(edit.inserted) * 2 < len(value):
                return edit
        return Whole(number, value)

    def _forget(self, used: Sequence[int]) -> tuple[int, ...]:
        """The ones that were not used for longest, where there are too many."""
        for number in used:
            self._known[number] = self._known.pop(number)
        gone = tuple(self._known)[: max(0, len(self._known) - max(_MOST_KEPT, len(used)))]
        for number in gone:
            del self._known[number]
        return gone


class _Pickler(pickle.Pickler):
    def __init__(self, stream: BytesIO, sender: Sender, new: list[Whole | Edited], used: list[int]) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._sender, self._new, self._used = sender, new, used

    def persistent_id(self, value: object) -> int | None:
        if not isinstance(value, bytes) or len(value) < _SMALL:
            return None
        number = self._sender.number_of(value, self._new)
        if number not in self._used:
            self._used.append(number)
        return number


class Receiver:
    """Makes questions of messages; keeps the values that the sender takes for known."""

    def __init__(self) -> None:
        self._known: dict[int, bytes] = {}

    def question(self, message: bytes) -> Question:
        """The question of a message. Raises `MismatchError` where a value cannot be made."""
        received: _Message = pickle.loads(message)  # noqa: S301 - from our own process, through its pipe
        for value in received.new:
            self._known[value.number] = value.made(self._known)
        question: Question = _Unpickler(BytesIO(received.question), self._known).load()
        for number in received.gone:
            self._known.pop(number, None)
        return question


class _Unpickler(pickle.Unpickler):
    def __init__(self, stream: BytesIO, known: dict[int, bytes]) -> None:
        super().__init__(stream)
        self._known = known

    def persistent_load(self, number: int) -> bytes:
        if number not in self._known:
            raise MismatchError
        return self._known[number]


def as_kind(kind: type[_T], found: object) -> _T:
    """Give what came through the pipe, where it had no type, the type that was asked for."""
    if not isinstance(found, kind):
        raise TypeError(f"the worker process answered with {type(found).__name__} and not {kind.__name__}")
    return found
