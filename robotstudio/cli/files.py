"""Files and pipes that commands are given, read in one way for all commands."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.output import ROBOTS_TXT, STREAM, MisuseError
from robotstudio.store.files import READ_LIMIT, is_stream, read, read_stream
from robotstudio.text.language import Message, Plural, Told, told_list
from robotstudio.urls.urls import TestUrl

if TYPE_CHECKING:
    from robotstudio.engine import UrlTable

_TOO_MUCH = Plural(
    "Standard input has more than {count} byte; the rest is not read.",
    "Standard input has more than {count} bytes; the rest is not read.",
)

_UNEXPECTED: Message = "Unexpected FILE “{name}”."
_PUT_URLS: Message = "Unexpected FILE “{name}”. Put URLs after --url."
_STANDARD_INPUT: Final = frozenset({STREAM, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})


def add_files(parser: Parser, *names: str, several: bool = False, what: str) -> None:
    """Add the files that a command needs; they may stand anywhere among its options."""
    parser.add_argument("files", metavar="FILE", nargs="*", help=what)
    written = " ".join(names) + (" ..." if several else "")
    usage = parser.usage_of_options().replace("[FILE ...]", "@").replace("%", "%%")
    parser.usage = usage.replace("@", written)


def files_of(options: argparse.Namespace, *names: str, are_needed: bool = True, hint: Told | None = None) -> list[str]:
    """Return the files that were given, one for each name; fewer if they are not needed.

    `hint` is told instead of the name of the last one, if only that is missing.
    `--url` takes as many values as follow it: if a file is missing and the last of these is one, it is meant.
    """
    files: list[str] = list(options.files)
    if are_needed and len(files) < len(names):
        files += _taken_from_urls(options, len(names) - len(files))
    if are_needed and len(files) < len(names):
        missing = names[len(files) :]
        raise MisuseError(hint) if hint and len(missing) == 1 else missing_files(options, missing)
    if len(files) > len(names):
        raise MisuseError(_PUT_URLS if hasattr(options, "url") else _UNEXPECTED, name=files[len(names)])
    return [*map(_robots_in, files)]


def _robots_in(name: str) -> str:
    """Return the robots.txt of a folder that has one; any other file itself."""
    inside = Path(name) / ROBOTS_TXT
    return name if is_standard_input(name) or not inside.is_file() else str(inside)


def missing_files(options: argparse.Namespace, names: Sequence[str]) -> MisuseError:
    """Return the error that files were not given."""
    message: Message = "the following arguments are required: {names}. See {prog} --help."
    return MisuseError(message, names=told_list(names), prog=options.prog)


def no_urls(options: argparse.Namespace) -> MisuseError:
    """Return the error that there are no URLs."""
    message: Message = "No URLs given: use --url or --urls. See {prog} --help."
    return MisuseError(message, prog=options.prog)


def _taken_from_urls(options: argparse.Namespace, count: int) -> list[str]:
    for group in reversed(getattr(options, "url", None) or []):
        last = group[-count:]
        if len(group) > count and all(is_standard_input(name) or Path(name).exists() for name in last):
            del group[-count:]
            return list(last)
    return []


def refuse_second_stream(names: Iterable[str | None]) -> None:
    """Refuse standard input for more than one of the inputs."""
    if sum(name is not None and is_standard_input(name) for name in names) > 1:
        raise MisuseError("Standard input can be read only once: use - once, and paths for the others.")


def is_standard_input(name: str) -> bool:
    return name in _STANDARD_INPUT


def read_input(name: str, limit: int = READ_LIMIT) -> bytes:
    """Read a file, a pipe, or standard input if that is named. Raises FileError."""
    if is_standard_input(name):
        return _read_standard_input(limit)
    return read_stream(Path(name), limit) if is_stream(Path(name)) else read(Path(name), limit)


def _read_standard_input(limit: int) -> bytes:
    stdin = sys.stdin
    if stdin is None:  # mypy: it is, if the caller closed it
        raise MisuseError("Standard input could not be read: it is closed.")
    try:
        body = stdin.buffer.read(limit + 1)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise MisuseError("Standard input could not be read: {said}.", said=said) from error
    if len(body) > limit:
        raise MisuseError(_TOO_MUCH, count=limit)
    return body


class AskedUrls(Struct, frozen=True):
    """The URLs that were asked for; `remarks` say what in the named files is no URL.

    Those of files, which may be many, are a table too.
    """

    urls: Sequence[TestUrl]
    table: "UrlTable | None" = None
    remarks: Sequence[Told] = ()
    is_misuse: bool = False
