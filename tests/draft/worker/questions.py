"""Questions for the tests of the worker process, which imports them by their names."""

import os
from collections.abc import Iterator
from typing import ClassVar

from robotstudio.draft.worker.desk import DraftCache
from robotstudio.engine.cancelling import Cancelled, IsCancelled
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Echo:
    """Is answered with itself: with its number and its body, and how many of the kind were asked so far."""

    rank: ClassVar[int] = 1

    number: int
    body: bytes = b""

    @staticmethod
    def answerer() -> "Echoes":
        return Echoes()


class Echoes:
    """Answers and counts."""

    def __init__(self) -> None:
        self._count = 0

    def answer(self, question: Echo, _desk: DraftCache, _is_cancelled: IsCancelled) -> Iterator[object]:
        self._count += 1
        yield question.number
        yield question.body
        yield self._count


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong: "end" ends the process, "raise" raises, "wait" goes on until it is cancelled, "print" prints."""

    rank: ClassVar[int] = 2

    kind: str
    told: str = ""
    """A file that is made once "wait" is at work."""

    @staticmethod
    def answerer() -> "Troubles":
        return Troubles()


class Troubles:
    """Does what is asked for."""

    def answer(self, question: Trouble, _desk: DraftCache, is_cancelled: IsCancelled) -> list[object]:
        match question.kind:
            case "end":
                os._exit(3)
            case "raise":
                raise ValueError("as it was asked for")
            case "wait":
                with open(question.told, "wb"):  # noqa: PTH123 - made at once
                    pass
                while not is_cancelled():
                    pass
                raise Cancelled
            case "print":
                print("not for the pipe")
                os.write(1, b"nor this")
        return ["fine"]
