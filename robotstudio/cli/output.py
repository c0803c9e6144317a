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
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, Final, TextIO

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


class Output:
    """The stream or file to which a command writes its answer."""

    def __init__(
        self, stream: BinaryIO, failure: Told, *, is_terminal: bool = False, in_workflow: bool = False
    ) -> None:
        """Write bytes to `stream`; `failure` says that it could not be written, with a gap for `{why}`."""
        self._stream = stream
        self._in_workflow = in_workflow
        self._failure = failure
        self._is_terminal = is_terminal
        self._waiting: list[str] = []
        self._size = 0

    def line(self, text: str = "") -> None:
        text = printable(text)
        self._add((without_commands(text) if self._in_workflow else text) + "\n")

    def record(self, value: object) -> None:
        """Write an object of JSON on a line of its own."""
        self._add(as_json(value) + "\n")

    def table(self, rows: Iterable[Iterable[object]]) -> None:
        from robotstudio.store.delimited import delimited  # noqa: PLC0415  # what needs no table starts faster

        self.document(delimited(rows))

    def document(self, pieces: Iterable[str]) -> None:
        """Write what a format has already escaped."""
        for piece in pieces:
            self._add(harmless(piece, "\n\t") if self._is_terminal else piece)

    def write_bytes(self, body: bytes) -> None:
        """Write a file as it is, byte for byte; on a terminal without characters that steer it."""
        self.flush()
        if self._is_terminal:
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
    from pathlib import Path  # noqa: PLC0415  # most answers go to standard output

    from robotstudio.store.files import is_stream, replacing  # noqa: PLC0415  # as above

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
    import json  # noqa: PLC0415  # the help starts faster without

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
