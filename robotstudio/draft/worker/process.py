"""The window's side of the worker process: starts it when it is first needed, asks, and survives its end."""

import logging
import pickle
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, TYPE_CHECKING, Any, Final

from robotstudio.draft.worker.messages import FrameKind, Question, Sender, read_frame, write_frame
from robotstudio.engine.cancelling import Cancelled, IsCancelled

if TYPE_CHECKING:
    from subprocess import Popen

SERVE: Final = "--worker-process"
"""The argument by which the bundled program becomes the worker; see `__main__`."""

LARGE_DRAFT: Final = 16 * 1024
"""Bytes; a smaller draft is worked on where it is, in less time than it takes to start a process."""

_POLL_SECONDS = 0.05
_GRACE_SECONDS = 2.0
_MOST_STARTS = 2
_log = logging.getLogger(__name__)
_Reply = tuple[FrameKind | None, bytes]
_GONE: Final[_Reply] = (None, b"")


class NoWorkerError(Exception):
    """The worker process cannot answer: what was asked has to be worked out here."""


class WorkerProcess:
    """Any thread may ask, and waits without holding the interpreter. It ends with the window, however that ends.

    Where it cannot be started, or ends twice by itself, `ask` raises `NoWorkerError` for good.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """A process that is not started yet; `command` is how, where it is not the usual way."""
        self._command = tuple(command) if command else command_of_worker()
        self._lock = Lock()
        self._link: _Link | None = None
        self._starts = 0
        self._is_closed = False

    @property
    def process_id(self) -> int | None:
        link = self._link
        return link.process.pid if link else None

    def ask(self, question: Question, is_cancelled: IsCancelled) -> list[Any]:
        """The parts of the answer.

        Raises `Cancelled` where it is not wanted any more, `NoWorkerError` where none comes.
        """
        while True:
            link = self._started()
            try:
                return link.ask(question, is_cancelled)
            except _GoneError:
                if self._is_closed:
                    raise Cancelled from None
                self._drop(link)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            self._is_closed = True
            link, self._link = self._link, None
        if link:
            link.close()

    def _started(self) -> "_Link":
        with self._lock:
            if self._is_closed:
                raise Cancelled
            if self._link is None:
                if self._starts >= _MOST_STARTS:
                    raise NoWorkerError
                self._starts += 1
                try:
                    self._link = _Link(self._command)
                except OSError as error:
                    self._starts = _MOST_STARTS
                    _log.warning("The worker process cannot be started (%s): its work is done in the window.", error)
                    raise NoWorkerError from error
            return self._link

    def _drop(self, link: "_Link") -> None:
        with self._lock:
            if self._link is not link:
                return
            self._link = None
        status = link.close(_GRACE_SECONDS)
        remedy = "it is started again" if self._starts < _MOST_STARTS else "its work is done in the window from now on"
        _log.warning("The worker process ended with status %s: %s.", status, remedy)


def command_of_worker() -> tuple[str, ...]:
    """How the worker process is started: as this program, bundled or not, without what lies in the current folder."""
    if getattr(sys, "frozen", False):
        return sys.executable, SERVE
    folder = str(Path(__file__).resolve().parents[3])
    code = f"import sys; sys.path.insert(0, {folder!r}); from robotstudio.draft.worker.serving import main; main()"
    return sys.executable or "python3", "-P", "-c", code


class _GoneError(Exception):
    """The process has ended."""


class _Link:
    """A running process with its pipes; a thread hands each frame to whoever asked."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = _started(command)
        assert self.process.stdin is not None and self.process.stdout is not None  # noqa: PT018, S101 - they are pipes
        self._questions: IO[bytes] = self.process.stdin
        self._sender = Sender()
        self._numbers = count(1)
        self._writing, self._asking = Lock(), Lock()
        self._asked: dict[int, SimpleQueue[_Reply]] = {}
        self._is_gone = False
        self._reader = Thread(target=self._read, args=(self.process.stdout,), name="worker process", daemon=True)
        self._reader.start()

    def ask(self, question: Question, is_cancelled: IsCancelled) -> list[Any]:
        number, replies = self._send(question)
        parts: list[Any] = []
        try:
            while True:
                try:
                    kind, payload = replies.get(timeout=_POLL_SECONDS)
                except Empty:
                    if is_cancelled():
                        self._write(number, FrameKind.CANCEL)
                        raise Cancelled from None
                    continue
                if kind is FrameKind.PART:
                    parts.append(pickle.loads(payload))  # noqa: S301 - from our own process, through its pipe
                elif kind is FrameKind.DONE:
                    return parts
                elif kind is FrameKind.LOST:
                    self._forget_number(number)
                    number, replies = self._send(question, anew=True)
                elif kind is FrameKind.ABANDONED:
                    raise Cancelled
                elif kind is FrameKind.FAILED:
                    _log.error("The worker process could not answer:\n%s", payload.decode("utf-8", "replace"))
                    raise NoWorkerError
                else:
                    raise _GoneError
        finally:
            self._forget_number(number)

    def close(self, grace: float = 0.0) -> int:
        """End the process and the thread; the status of the process, which may take that many seconds to end itself."""
        from subprocess import TimeoutExpired  # noqa: PLC0415  # it was imported when the process was started

        try:
            self.process.wait(grace)
        except TimeoutExpired:
            self.process.kill()  # it has nothing to lose, and whoever still writes to it is let go
        with suppress(OSError), self._writing:
            self._questions.close()
        self._reader.join()
        return self.process.wait()

    def _send(self, question: Question, *, anew: bool = False) -> tuple[int, "SimpleQueue[_Reply]"]:
        """Ask; the messages of two threads reach the other side in the order in which they were made."""
        replies: SimpleQueue[_Reply] = SimpleQueue()
        with self._writing:
            if anew:
                self._sender.forget()
            number = next(self._numbers)
            with self._asking:
                if self._is_gone:
                    raise _GoneError
                self._asked[number] = replies
            message = self._sender.message(question)
            self._write_locked(number, FrameKind.ASK, message)
        return number, replies

    def _write(self, number: int, kind: FrameKind) -> None:
        with self._writing:
            self._write_locked(number, kind, b"")

    def _write_locked(self, number: int, kind: FrameKind, payload: bytes) -> None:
        try:
            write_frame(self._questions, number, kind, payload)
        except (OSError, ValueError) as error:  # the pipe is broken, or closed
            self._forget_number(number)
            raise _GoneError from error

    def _forget_number(self, number: int) -> None:
        with self._asking:
            self._asked.pop(number, None)

    def _read(self, answers: IO[bytes]) -> None:
        with answers:
            while (frame := read_frame(answers)) is not None:
                number, kind, payload = frame
                with self._asking:
                    replies = self._asked.get(number)
                if replies is not None:
                    replies.put((kind, payload))
        with self._asking:
            self._is_gone = True
            for replies in self._asked.values():
                replies.put(_GONE)


def _started(command: Sequence[str]) -> "Popen[bytes]":
    """Apart from the terminal, whose Ctrl+C is for the window; on Windows without one, and after the window's work."""
    import subprocess  # noqa: PLC0415  # most windows need no second process

    options: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        options = {"creationflags": flags | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
