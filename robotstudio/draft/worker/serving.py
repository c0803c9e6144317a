"""The worker process itself: answers one question after another until the pipe to the window's process is closed."""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from threading import Condition, Lock, Thread
from typing import IO, Any, NoReturn

from robotstudio.draft.worker.desk import DraftCache
from robotstudio.draft.worker.messages import (
    Answerer,
    FrameKind,
    MismatchError,
    Question,
    Receiver,
    read_frame,
    write_frame,
)
from robotstudio.engine.cancelling import Cancelled

_NICENESS = 5


def main() -> NoReturn:
    """Serve on what were standard input and output; nothing else may be written there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is meant for the window
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(_NICENESS)  # the window comes first
    QuestionServer(questions, answers).serve()


class QuestionServer:
    """One thread reads what is asked, the other answers: the lowest rank first, and what came first of one rank."""

    def __init__(self, questions: IO[bytes], answers: IO[bytes]) -> None:
        self._questions, self._answers = questions, answers
        self._writing = Lock()
        self._changed = Condition()
        self._waiting: dict[int, Question] = {}
        self._cancelled: set[int] = set()
        self._answerers: dict[type[Question], Answerer[Any]] = {}
        self._desk = DraftCache()

    def serve(self) -> NoReturn:
        """Answer until nobody can ask any more; the process ends then, whatever it does."""
        Thread(target=self._read, daemon=True).start()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                number = min(self._waiting, key=lambda number: (self._waiting[number].rank, number))
                question = self._waiting.pop(number)
            self._work(number, question)

    def _read(self) -> None:
        receiver = Receiver()
        while (frame := read_frame(self._questions)) is not None:
            number, kind, payload = frame
            if kind is FrameKind.CANCEL:
                self._cancel(number)
                continue
            try:
                question = receiver.question(payload)
            except MismatchError:
                self._write(number, FrameKind.LOST)
                continue
            except Exception:  # noqa: BLE001 - who asked is told
                self._write(number, FrameKind.FAILED, traceback.format_exc().encode())
                continue
            with self._changed:
                self._waiting[number] = question
                self._changed.notify()
        os._exit(0)  # the window's process has ended, whichever way

    def _cancel(self, number: int) -> None:
        with self._changed:
            if self._waiting.pop(number, None) is None:
                self._cancelled.add(number)

    def _work(self, number: int, question: Question) -> None:
        kind = type(question)
        try:
            if kind not in self._answerers:
                self._answerers[kind] = kind.answerer()
            for part in self._answerers[kind].answer(question, self._desk, lambda: number in self._cancelled):
                self._write(number, FrameKind.PART, pickle.dumps(part, pickle.HIGHEST_PROTOCOL))
            self._write(number, FrameKind.DONE)
        except Cancelled:
            self._write(number, FrameKind.ABANDONED)
        except Exception:  # noqa: BLE001 - the process lives on; who asked is told
            self._write(number, FrameKind.FAILED, traceback.format_exc().encode())
        self._cancelled.discard(number)

    def _write(self, number: int, kind: FrameKind, payload: bytes = b"") -> None:
        try:
            with self._writing:
                write_frame(self._answers, number, kind, payload)
        except OSError:
            os._exit(0)
