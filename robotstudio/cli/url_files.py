"""The files that `--urls` names: lists, tables, sitemaps and access logs, read as the window reads them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from robotstudio.cli.inputs import AskedUrls, is_standard_input, read_input
from robotstudio.cli.output import complain
from robotstudio.engine import UrlTable
from robotstudio.io.errors import FileError
from robotstudio.io.files import is_stream
from robotstudio.io.kinds import FileKind
from robotstudio.io.sources.reading import Reading, ReadOptions, grouped, read_bytes, read_source
from robotstudio.io.url_set import UrlSet
from robotstudio.io.urls import LIST_LIMIT

_SHOWN_REJECTIONS = 10
_MADE_TO_BE_READ = frozenset({FileKind.LIST, FileKind.TABLE})


def read_url_files(names: Sequence[str], column: str) -> AskedUrls:
    """The URLs of files; those of a rotated log are one source.

    A file that cannot be read is told, and the others are read. A list or a table must hold nothing but URLs; a log, or
    what a site publishes, may.
    """
    chosen = ReadOptions(column=column)
    readings, lacks = [], False
    for group in _groups(names):
        try:
            readings.append(_read_source(group, chosen))
        except FileError as error:
            complain(str(error))
            lacks = True
    urls = UrlSet.combined(reading.urls for reading in readings)
    wrong = any(reading.rejected_count for reading in readings if reading.source.kind in _MADE_TO_BE_READ)
    remarks = [remark for reading in readings for remark in _remarks(reading)]
    table = UrlTable.from_buffer(urls.urls.joined, urls.urls.starts)
    return AskedUrls(urls, table, remarks, is_misuse=lacks or wrong or not urls)


def _groups(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Names of files, those of one rotated log together; a stream is always by itself."""
    streams = [name for name in names if is_standard_input(name) or is_stream(Path(name))]
    files = grouped([Path(name) for name in names if name not in streams])
    return [*(tuple(map(str, group)) for group in files), *((name,) for name in streams)]


def _read_source(names: Sequence[str], options: ReadOptions) -> Reading:
    if len(names) == 1 and (is_standard_input(names[0]) or is_stream(Path(names[0]))):
        called = "standard input" if is_standard_input(names[0]) else names[0]
        return read_bytes(read_input(names[0], LIST_LIMIT), called, options)
    return read_source([Path(name) for name in names], options)


def _remarks(reading: Reading) -> Iterator[str]:
    """What is to be said of a file: the lines that are no URLs, and what else was not read."""
    name = reading.source.name
    yield from reading.notes
    for rejected in reading.rejected[:_SHOWN_REJECTIONS]:
        yield f"{name}, line {rejected.number}: {rejected.sentence}"
    if (more := reading.rejected_count - _SHOWN_REJECTIONS) > 0:
        yield f"{name}: {more:,} more lines are no URLs."
    if reading.sitemaps:
        yield f"{name} is an index of {len(reading.sitemaps):,} sitemaps; fetch them and give their files."
    elif not reading.urls:
        yield f"“{name}” holds no URLs: there is nothing to test in it."
