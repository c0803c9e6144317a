"""Run the command that prints a robots.txt, such as a build: `source` in the configuration names it.

The configuration may come from a stranger with the rest of a folder. Whoever calls this has asked the person.
"""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from typing import IO, Final

from msgspec import Struct

from robotstudio.cli.output import MisuseError
from robotstudio.store.files import READ_LIMIT
from robotstudio.text.language import Message, Plural
from robotstudio.text.phrases import printable

_SECONDS: Final = 60
_MOST_SAID, _MOST_LINES = 4096, 5
_AT_ONCE: Final = 1 << 16
_GRACE: Final = 2.0
"""Seconds in which the rest of what a command has printed is read once it has ended."""
_ENVIRONMENT: Final = {"npm_config_loglevel": "silent", "NO_COLOR": "1"}
"""npm would print the name of the script above the file, other programs colours."""


class MadeFile(Struct, frozen=True):
    """The output of a command, and the command as it is shown."""

    name: str
    body: bytes


def run_source(command: Sequence[str], folder: Path, seconds: float = _SECONDS, most: int = READ_LIMIT) -> MadeFile:
    """Return what a command prints in a folder. Raises MisuseError if it fails, takes too long or prints nothing.

    There is no shell. If the command is stopped, what it has started is stopped with it.
    """
    name = shown_command(command)
    try:
        process = subprocess.Popen(
            [_program(command[0], folder), *command[1:]],
            cwd=folder,
            env={**os.environ, **_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:  # ValueError: a NUL in a word
        why = getattr(error, "strerror", None) or str(error)
        raise MisuseError(_NOT_STARTED, command=name, folder=str(folder), why=why) from error
    body, said, was_in_time = _output(process, seconds, most)
    if not was_in_time:
        raise MisuseError(_TOO_LONG, command=name, count=int(seconds))
    if len(body) > most:
        raise MisuseError(_TOO_MUCH, command=name, count=most)
    if process.returncode:
        raise MisuseError(_FAILED, command=name, status=str(process.returncode), said=said)
    if not body.strip():
        raise MisuseError(_NOTHING, command=name)
    return MadeFile(name, body)


def shown_command(command: Sequence[str]) -> str:
    """Return a command as it is typed."""
    return printable(shlex.join(command))


def words_of(command: str) -> tuple[str, ...]:
    """Split a command at blanks outside quotes; a backslash is no escape, as paths of Windows have it.

    Raises ValueError if a quote is not closed.
    """
    words = shlex.shlex(command, posix=True)
    words.whitespace_split, words.commenters, words.escape = True, "", ""
    return tuple(words)


def _program(word: str, folder: Path) -> str:
    """Return the path of a program: on Windows, npm is found only with its ending; one with a folder is in `folder`."""
    program = str(folder / word) if Path(word).name != word else word
    return shutil.which(program) or program


def _output(process: "subprocess.Popen[bytes]", seconds: float, most: int) -> tuple[bytes, str, bool]:
    """Return the output, the end of what the command complained of, and True if it ended in time."""
    end = partial(_end, process)
    output, errors = _Stream(process.stdout, most + 1, end), _Stream(process.stderr, _MOST_SAID)
    was_in_time = True
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        was_in_time = False
    finally:
        if process.poll() is None:  # too late, or Ctrl+C
            end()
            process.wait()
    for stream in (output, errors):
        stream.join(_GRACE)
    return bytes(output.said), _last_lines(bytes(errors.said)), was_in_time


class _Stream(Thread):
    """Output of a command: the beginning if there is something to do when that is full, else the end.

    A stream may outlive the command: something that it has started may hold it open.
    """

    def __init__(self, stream: IO[bytes] | None, most: int, on_full: Callable[[], object] | None = None) -> None:
        super().__init__(daemon=True)
        self.said = bytearray()
        self._stream, self._most, self._on_full = stream, most, on_full
        self.start()

    def run(self) -> None:
        if self._stream is None:
            return
        with self._stream:
            while part := os.read(self._stream.fileno(), _AT_ONCE):
                self.said += part
                if self._on_full is None:
                    del self.said[: -self._most]
                elif len(self.said) >= self._most:
                    self._on_full()
                    return


def _last_lines(said: bytes) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()][-_MOST_LINES:]
    return printable(b" | ".join(lines).decode("utf-8", "replace")) or "–"


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all that it has started; on Windows, only itself."""
    try:
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()


_NOT_STARTED: Message = "“{command}” could not be started in “{folder}”: {why}. Check “source” in the configuration."
_FAILED: Message = "“{command}” ended with status {status}: {said}"
_NOTHING: Message = "“{command}” printed nothing. It must print the robots.txt to standard output."
_TOO_LONG = Plural(
    "“{command}” was stopped after {count} second. It must print the robots.txt and end.",
    "“{command}” was stopped after {count} seconds. It must print the robots.txt and end.",
)
_TOO_MUCH = Plural(
    "“{command}” was stopped after {count} byte of output. It must print only the robots.txt.",
    "“{command}” was stopped after {count} bytes of output. It must print only the robots.txt.",
)
