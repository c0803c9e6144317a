"""Open the files of a survey, and turn what is wrong with one into a message."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, TypeAlias

from msgspec import Struct

from robotstudio.store.files import opened
from robotstudio.store.unpacking import DamagedError, EndsEarlyError, NeedsMemoryError, unpacked
from robotstudio.survey.tally import HostAnswer
from robotstudio.text.language import Message, Told, told


class InputTrouble(Struct, frozen=True):
    """The message about something unreadable."""

    told: Told


Read: TypeAlias = HostAnswer | InputTrouble

BROKEN: Message = "“{path}” is damaged: {said}. Everything before that is counted."
TOO_LONG: Message = "“{path}”: {name} is longer than the limit; the rest is left out."
ENDS_EARLY: Message = "“{path}” ends early: the download or copy was cut short. Everything before that is counted."
NEEDS_MEMORY: Message = "“{path}” needs too much memory to read. Everything before that is counted."
ENDLESS_HEADER: Message = "“{path}” has a header longer than any real one. Everything before that is counted."


class EndlessHeaderError(Exception):
    """A header of an archive is longer than any real one."""


_SENTENCES: Mapping[type[Exception], Message] = {
    EOFError: ENDS_EARLY,
    EndsEarlyError: ENDS_EARLY,
    EndlessHeaderError: ENDLESS_HEADER,
    MemoryError: NEEDS_MEMORY,
    NeedsMemoryError: NEEDS_MEMORY,
}


def broken(path: str, error: Exception) -> InputTrouble:
    """Make the problem for an input that ends early, or is not what its name says."""
    if message := _SENTENCES.get(type(error)):
        return InputTrouble(told(message, path=path))
    said = str(getattr(error, "strerror", None) or str(error) or type(error).__name__)
    return InputTrouble(told(BROKEN, path=path, said=" ".join(said.split())[:200]))


def cut(path: str, name: str) -> InputTrouble:
    """Make the problem for a file that is longer than the limit."""
    return InputTrouble(told(TOO_LONG, path=path, name=name))


@contextmanager
def open_file(path: str) -> Iterator[BinaryIO]:
    """Open a file on disk. Raises FileError, and DamagedError if a library rejects its content."""
    with opened(Path(path)) as (file, _):
        try:
            yield file
        except ValueError as error:
            raise DamagedError(str(error)) from error


@contextmanager
def open_unpacked(path: str) -> Iterator[BufferedReader]:
    """Open a file and undo its compression."""
    with open_file(path) as file:
        yield unpacked(file)
