"""Write everything that a command prints, saves, or says on standard error.

A line for people shows every character that could steer their terminal as a visible sign, whoever wrote it. A document
for programs goes through its own format's escapes, and on a terminal through the same filter. A stream that cannot be
written is reported in one sentence, without a traceback; a closed pipe is reported to nobody.
"""

import argparse
import contextlib
import errno
import os
import re
import stat
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import BinaryIO, Final, NamedTuple, TextIO

from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import ENGLISH, WORDS, Message, Told, Words, told
from robotstudio.text.phrases import harmless, printable

FINE: Final = 0
FINDINGS: Final = 1
MISUSE: Final = 2
READER_GONE: Final = 141
"""The status a shell gives a program that SIGPIPE ended: the reader of the answer, such as `head`, has enough."""

STREAM = "-"
"""Stands for standard input when reading, and for standard output when writing."""

ROBOTS_TXT: Final = "robots.txt"

_AT_ONCE = 1 << 16
_FOR_PEOPLE = frozenset({"text", "markdown"})
_REASONS: Mapping[int, Message] = {
    errno.ENOSPC: "no space left",
    errno.EDQUOT: "no space left",
    errno.EBADF: "the stream is closed",
}


_IN_WORKFLOW: Final = ("GITHUB_ACTIONS", "TF_BUILD")
"""Variables of a step of GitHub and of Azure, whose runner obeys commands that it finds in the output."""
_COMMAND: Final = re.compile(r"^(\s*:):|#(#(?:vso)?\[)")
_HELD_COLON, _HELD_HASH = "\u02d0", "\u266f"


class MisuseError(RobotStudioError):
    """The request makes no sense; the message is the line for stderr."""


class OutputError(RobotStudioError):
    """A stream cannot be written."""


class ReaderGoneError(Exception):
    """The reader of the answer has ended, as `head` does. Nothing is wrong, and nobody is left to be told."""


class Ink(StrEnum):
    """The look of a piece of a line in a terminal, as parameters of SGR (ECMA-48 §8.3.117)."""

    STRONG = "1"
    FAINT = "2"
    BLOCKED = "31"
    ALLOWED = "32"
    ERROR = "1;31"
    WARNING = "1;33"
    INFORMATION = "1;36"
    HINT = "1;2"


class Inked(NamedTuple):
    """A piece of a line in a colour."""

    text: str
    ink: Ink


class _ColorChoice:
    """The value of `--color` for this run."""

    when = "auto"


def choose_color(when: str) -> None:
    """Use colours as `--color` says: auto, always or never."""
    _ColorChoice.when = when


def _wants_color(*, is_terminal: bool) -> bool:
    """Return True if text gets colours: `--color` decides, then NO_COLOR (no-color.org), then the terminal."""
    if _ColorChoice.when != "auto":
        return _ColorChoice.when == "always"
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Output:
    """The stream or file to which a command writes its answer."""

    def __init__(
        self, stream: BinaryIO, failure: Told, *, is_terminal: bool = False, in_workflow: bool = False
    ) -> None:
        """Write bytes to `stream`; `failure` says that it could not be written, with a gap for `{why}`."""
        self.has_color = not in_workflow and _wants_color(is_terminal=is_terminal)
        self.is_terminal = is_terminal
        self._stream = stream
        self._in_workflow = in_workflow
        self._failure = failure
        self._waiting: list[str] = []
        self._size = 0

    def line(self, *pieces: str | Inked) -> None:
        text = "".join(
            self.inked(each.text, each.ink) if isinstance(each, Inked) else printable(each) for each in pieces
        )
        self._add((without_commands(text) if self._in_workflow else text) + "\n")

    def inked(self, text: str, ink: Ink) -> str:
        """Return a text, made harmless, in a colour if this output has colours."""
        shown = printable(text)
        return f"\x1b[{ink}m{shown}\x1b[0m" if self.has_color and shown else shown

    def harmless_document(self, pieces: Iterable[str]) -> None:
        """Write what is harmless already, such as text that `inked` returned."""
        for piece in pieces:
            self._add(piece)

    def record(self, value: object) -> None:
        """Write an object of JSON on a line of its own."""
        self._add(as_json(value) + "\n")

    def table(self, rows: Iterable[Iterable[object]]) -> None:
        from robotstudio.store.delimited import delimited  # what needs no table starts faster

        self.document(delimited(rows))

    def document(self, pieces: Iterable[str]) -> None:
        """Write what a format has already escaped."""
        for piece in pieces:
            self._add(harmless(piece, "\n\t") if self.is_terminal else piece)

    def write_bytes(self, body: bytes) -> None:
        """Write a file as it is, byte for byte; on a terminal without characters that steer it."""
        self.flush()
        if self.is_terminal:
            body = harmless(body.decode("utf-8", "replace"), "\n\t").encode()
        with self._told():
            self._stream.write(body)

    def write_patch(self, body: bytes) -> None:
        """Write a patch exactly; GitHub's runner is told to obey nothing that is written in it."""
        if not (self._in_workflow and os.environ.get(_IN_WORKFLOW[0])):
            self.write_bytes(body)
            return
        token = os.urandom(16).hex()  # nobody can write a line that ends this
        self._add(f"::stop-commands::{token}\n")
        self.write_bytes(body)
        self._add(f"::{token}::\n")

    def flush(self) -> None:
        """Write what is waiting."""
        text, self._waiting, self._size = "".join(self._waiting), [], 0
        if text and self.is_terminal:
            Ticking.answer_begins()
        with self._told():
            self._stream.write(text.encode("utf-8", "backslashreplace"))
            self._stream.flush()

    def _add(self, text: str) -> None:
        self._waiting.append(text)
        self._size += len(text)
        if self._size > _AT_ONCE:
            self.flush()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:  # ValueError: a stream that was closed
            raise _not_written(self._failure, error) from error


def _not_written(failure: Told, error: OSError | ValueError) -> OutputError | ReaderGoneError:
    if isinstance(error, BrokenPipeError):
        return ReaderGoneError()
    number = error.errno if isinstance(error, OSError) else errno.EBADF
    reason = _REASONS.get(number or 0)
    said = str(getattr(error, "strerror", error))
    why = told(reason) if reason else told("system error: {said}", said=said)
    return OutputError(failure.message, **{**failure.facts, "why": why})


@contextlib.contextmanager
def answering(name: str | None = None) -> Iterator[Output]:
    """Open the answer's target: standard output, or a file that is replaced in one step once it is complete."""
    if name is None or name == STREAM:
        output = standard_output()
        yield output
        output.flush()
        return
    from pathlib import Path  # most answers go to standard output

    from robotstudio.store.files import is_stream, replacing

    path = Path(name)
    failure = told("“{name}” could not be written: {why}.", name=name)
    try:
        with path.open("wb") if is_stream(path) else replacing(path) as file:
            output = Output(file, failure)
            yield output
            output.flush()
    except OSError as error:  # closing writes what is left
        raise _not_written(failure, error) from error


def standard_output() -> Output:
    """Return standard output; terminal escapes are filtered only if it is a terminal."""
    return _standard(sys.stdout, told("Standard output could not be written: {why}."))


def standard_error() -> Output:
    """Return standard error, for a report if the answer itself is a file on standard output."""
    return _standard(sys.stderr, told("Standard error could not be written: {why}."))


def complain(message: str) -> None:
    """Write one line on standard error; if that fails, say nothing."""
    with contextlib.suppress(OutputError, ReaderGoneError):
        output = standard_error()
        output.line(f"robotstudio: {' '.join(message.split())}")
        output.flush()


def can_show_progress() -> bool:
    """Return True if standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def show_progress(text: str) -> None:
    """Replace the last line on a terminal, or clear it if the text is empty; if that fails, say nothing."""
    with contextlib.suppress(OSError, ValueError):
        print(f"\r\x1b[K{printable(text)}", end="", file=sys.stderr, flush=True)


class Ticking:
    """Shows on a terminal how long a command has worked, once that is more than a moment, until it answers."""

    _FIRST, _EACH = 2.0, 1.0
    _now: "Ticking | None" = None

    def __init__(self, name: str) -> None:
        self._name = name
        self._began = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)
        self._lock = threading.Lock()
        self._is_shown = False

    def __enter__(self) -> None:
        Ticking._now = self
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self.end()
        Ticking._now = None

    @classmethod
    def answer_begins(cls) -> None:
        """Take the line away, for good: the answer is written from now on."""
        if cls._now is not None:
            cls._now.end()

    def end(self) -> None:
        with self._lock:
            self._ended.set()
            if self._is_shown:
                show_progress("")
                self._is_shown = False

    def _tick(self) -> None:
        wait = self._FIRST
        while not self._ended.wait(wait):
            with self._lock:
                if not self._ended.is_set():
                    self._is_shown = True
                    show_progress(f"robotstudio {self._name} … {time.monotonic() - self._began:.0f} s")
            wait = self._EACH


def give_up(*streams: TextIO | None) -> None:
    """Discard what is left in streams that cannot be written, so that nothing fails once more at exit."""
    for stream in streams:
        if stream is None:
            continue
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def as_json(value: object) -> str:
    """Return a value as JSON on one line that can steer neither a terminal nor a workflow's runner."""
    import json  # the help starts faster without

    written = json.dumps(value).replace("\x7f", r"\u007f")
    return written.replace("##[", r"##\u005b").replace("##vso[", r"##vso\u005b")


def answer_words(options: argparse.Namespace) -> Words:
    """Return the words of an answer: what is not for people stays English."""
    return WORDS if options.format in _FOR_PEOPLE else ENGLISH


def _standard(stream: TextIO | None, failure: Told) -> Output:
    buffer = getattr(stream, "buffer", None)
    if stream is None or buffer is None:
        raise OutputError(failure.message, why=told(_REASONS[errno.EBADF]))
    in_workflow = any(map(os.environ.get, _IN_WORKFLOW)) and not _is_file(stream)
    return Output(buffer, failure, is_terminal=stream.isatty(), in_workflow=in_workflow)


def _is_file(stream: TextIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def without_commands(line: str) -> str:
    """Replace the signs that make a line a command for a workflow's runner by look-alikes."""
    return _COMMAND.sub(lambda found: f"{found[1]}{_HELD_COLON}" if found[1] else f"{_HELD_HASH}{found[2]}", line)
