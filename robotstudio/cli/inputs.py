"""What the commands are given: files, pipes and URLs, each read in one way for all commands."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from robotstudio.cli.output import STREAM, MisuseError, complain
from robotstudio.io.errors import FileError
from robotstudio.io.files import READ_LIMIT, is_stream, read, read_stream
from robotstudio.io.kinds import Kind
from robotstudio.io.sources.reading import Reading, ReadOptions, grouped, read_octets, read_source
from robotstudio.io.url_set import UrlSet
from robotstudio.io.urls import LIST_LIMIT, TestUrl, normalise

_STANDARD_INPUT: Final = frozenset({STREAM, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
_SHOWN_REJECTIONS = 10
_MADE_TO_BE_READ = frozenset({Kind.LIST, Kind.TABLE})


def add_files(parser: argparse.ArgumentParser, *names: str, several: bool = False, told: str) -> None:
    """The files that a command needs; they may stand anywhere among its options."""
    parser.add_argument("files", metavar="FILE", nargs="*", help=told)
    words = " ".join(names) + (" ..." if several else "")
    usage = parser.format_usage().removeprefix("usage: ").replace("[FILE ...]", "@").replace("%", "%%")
    parser.usage = usage.strip().replace("@", words)


def files_of(options: argparse.Namespace, *names: str) -> list[str]:
    """The files that were given, one for each name.

    `--url` takes as many values as follow it: where a file is missing and the last of these is one, it is meant.
    """
    files: list[str] = list(options.files)
    missing = len(names) - len(files)
    if missing > 0:
        files += _taken_from_urls(options, missing)
    if len(files) < len(names):
        raise MisuseError(
            f"the following arguments are required: {', '.join(names[len(files) :])}. See {options.prog} --help."
        )
    if len(files) > len(names):
        raise MisuseError(f"“{files[len(names)]}” is one FILE too many: a URL stands behind --url.")
    return files


def _taken_from_urls(options: argparse.Namespace, count: int) -> list[str]:
    for group in reversed(getattr(options, "url", None) or []):
        last = group[-count:]
        if len(group) > count and all(is_standard_input(name) or Path(name).exists() for name in last):
            del group[-count:]
            return list(last)
    return []


def refuse_second_stream(names: Iterable[str | None]) -> None:
    """Standard input can be one of the inputs only."""
    if sum(name is not None and is_standard_input(name) for name in names) > 1:
        raise MisuseError("Standard input can be read once only: give - once, and paths for the others.")


def is_standard_input(name: str) -> bool:
    """Whether a name stands for standard input."""
    return name in _STANDARD_INPUT


def read_input(name: str, limit: int = READ_LIMIT) -> bytes:
    """A file, a pipe, or standard input where that is named. Raises FileError."""
    if is_standard_input(name):
        return _read_standard_input(limit)
    return read_stream(Path(name), limit) if is_stream(Path(name)) else read(Path(name), limit)


def _read_standard_input(limit: int) -> bytes:
    stdin = sys.stdin
    if stdin is None:  # mypy: it is, where the caller closed it
        raise MisuseError("Standard input could not be read: it is closed.")
    try:
        body = stdin.buffer.read(limit + 1)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise MisuseError(f"Standard input could not be read: the system says “{said}”.") from error
    if len(body) > limit:
        raise MisuseError(f"Standard input holds more than {limit:,} bytes, and no more are read.")
    return body


def add_output(parser: argparse.ArgumentParser, formats: Iterable[str]) -> None:
    """How the answer is written, and where."""
    parser.add_argument("--format", choices=sorted(formats), default="text")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the answer to a file, which is replaced once all of it is there; - is standard output",
    )


def add_urls(parser: argparse.ArgumentParser) -> "argparse._MutuallyExclusiveGroup":
    """The options that name URLs; `read_urls` asks for one of them."""
    urls = parser.add_mutually_exclusive_group()
    urls.add_argument("--url", action="append", nargs="+", metavar="URL", help="a URL or a path; may be repeated")
    urls.add_argument(
        "--urls",
        action="append",
        metavar="FILE",
        help="a list with one URL a line, a table (CSV, TSV), a sitemap or an access log, also .gz; - reads it from"
        " standard input; may be repeated",
    )
    parser.add_argument("--urls-column", metavar="NAME", help="the column of the table with the URLs, or its number")
    return urls


@dataclass(frozen=True, slots=True)
class AskedUrls:
    """The URLs that were asked for, the files from which they were read, and whether one could not be read."""

    urls: Sequence[TestUrl]
    readings: tuple[Reading, ...] = ()
    lacks: bool = False

    @property
    def is_misuse(self) -> bool:
        """Whether there is no URL, or a list or table has lines that are none; a log, or what a site publishes, may."""
        made = (reading for reading in self.readings if reading.source.kind in _MADE_TO_BE_READ)
        return self.lacks or not self.urls or any(reading.rejected_count for reading in made)


def read_urls(options: argparse.Namespace) -> AskedUrls:
    """The URLs of the command line, or of the files that it names; those of a rotated log are one source.

    A file that cannot be read is told, and the others are read.
    """
    if not options.urls:
        if options.urls_column:
            raise MisuseError("--urls-column chooses a column of the file given with --urls.")
        if not options.url:
            raise MisuseError(f"There are no URLs: one of --url and --urls is required. See {options.prog} --help.")
        return AskedUrls(tuple(normalise(url) for group in options.url for url in group))
    chosen = ReadOptions(column=options.urls_column or "")
    readings, lacks = [], False
    for names in _groups(options.urls):
        try:
            readings.append(_read_source(names, chosen))
        except FileError as error:
            complain(str(error))
            lacks = True
    return AskedUrls(UrlSet.combined(reading.urls for reading in readings), tuple(readings), lacks)


def _groups(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Names of files, those of one rotated log together; a stream is always by itself."""
    streams = [name for name in names if is_standard_input(name) or is_stream(Path(name))]
    files = grouped([Path(name) for name in names if name not in streams])
    return [*(tuple(map(str, group)) for group in files), *((name,) for name in streams)]


def _read_source(names: Sequence[str], options: ReadOptions) -> Reading:
    if len(names) == 1 and (is_standard_input(names[0]) or is_stream(Path(names[0]))):
        called = "standard input" if is_standard_input(names[0]) else names[0]
        return read_octets(read_input(names[0], LIST_LIMIT), called, options)
    return read_source([Path(name) for name in names], options)


def complain_of_rejected(asked: AskedUrls) -> None:
    """Name the lines of the files that are no URLs, and what else was not read."""
    for reading in asked.readings:
        name = reading.source.name
        for note in reading.notes:
            complain(note)
        for rejected in reading.rejected[:_SHOWN_REJECTIONS]:
            complain(f"{name}, line {rejected.number}: {rejected.sentence}")
        if (more := reading.rejected_count - _SHOWN_REJECTIONS) > 0:
            complain(f"{name}: {more:,} more lines are no URLs.")
        if reading.sitemaps:
            complain(f"{name} is an index of {len(reading.sitemaps):,} sitemaps; fetch them and give their files.")
        elif not reading.urls:
            complain(f"“{name}” holds no URLs: there is nothing to test in it.")
