"""The files that `--urls` names: lists, tables, sitemaps and access logs, read as the window reads them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from robotstudio.cli.inputs import AskedUrls, first_rejected, is_standard_input, read_input
from robotstudio.cli.output import complain
from robotstudio.crawl.url_source import add_crawl
from robotstudio.engine import UrlTable
from robotstudio.lazy_dataclasses import replace
from robotstudio.project.file.model import ProjectSource, is_address
from robotstudio.store.errors import FileError
from robotstudio.store.files import is_stream
from robotstudio.text.language import Message, Plural, Told, Words, told
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, grouped, read_bytes, read_source
from robotstudio.urls.sources.tables import UnclearColumnError
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import LIST_LIMIT, TestUrl

_MADE_TO_BE_READ = frozenset({FileKind.LIST, FileKind.TABLE})


def read_url_files(names: Sequence[str], column: str, words: Words) -> AskedUrls:
    """The URLs of files; those of a rotated log are one source.

    A file that cannot be read is told, and the others are read. A list or a table must hold nothing but URLs; a log, or
    what a site publishes, may.
    """
    chosen = ReadOptions(column=column, add_crawl=add_crawl)
    reads = [partial(_read_source, group, chosen, words) for group in _groups(names)]
    return _asked(reads, UrlSet(), words, _CHOOSE_BY_OPTION)


def read_sources(
    sources: Iterable[tuple[ProjectSource, Sequence[str]]], typed: Sequence[TestUrl], site: str, words: Words
) -> AskedUrls:
    """The URLs of a project: those that were typed, then those of its sources, each with the paths of its files."""
    reads, not_fetched = [], []
    for source, paths in sources:
        if any(map(is_address, source.locations)):
            not_fetched.append(told(_NOT_FETCHED, name=source.name or source.locations[0]))
            continue
        kind = FileKind(source.kind) if source.kind else None
        base = source.base or site or None
        options = ReadOptions(kind, source.column, source.hits_column, base, add_crawl=add_crawl)
        reads.append(partial(read_source, [Path(path) for path in paths], options))
    found = _asked(reads, as_set(typed), words, _CHOOSE_IN_PROJECT)
    return replace(found, remarks=[*not_fetched, *found.remarks])


def _asked(reads: Iterable[Callable[[], SourceReading]], typed: UrlSet, words: Words, choosing: Message) -> AskedUrls:
    readings, lacks = [], False
    for read in reads:
        try:
            reading = read()
        except UnclearColumnError as error:
            complain(words.sentences((words.tell(error.told), words.say(choosing))))
            lacks = True
        except FileError as error:
            complain(words.tell(error.told))
            lacks = True
        else:
            readings.append(reading)
            lacks = lacks or not reading.is_whole or not reading.urls
    urls = UrlSet.combined((typed, *(reading.urls for reading in readings)))
    wrong = any(reading.rejected_count for reading in readings if reading.source.kind in _MADE_TO_BE_READ)
    remarks = [remark for reading in readings for remark in _remarks(reading)]
    table = UrlTable.from_buffer(urls.urls.joined, urls.urls.starts)
    return AskedUrls(urls, table, remarks, is_misuse=lacks or wrong or not urls)


def _groups(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Names of files, those of one rotated log together; a stream is always by itself."""
    streams = [name for name in names if is_standard_input(name) or is_stream(Path(name))]
    files = grouped([Path(name) for name in names if name not in streams])
    return [*(tuple(map(str, group)) for group in files), *((name,) for name in streams)]


def _read_source(names: Sequence[str], options: ReadOptions, words: Words) -> SourceReading:
    if len(names) == 1 and (is_standard_input(names[0]) or is_stream(Path(names[0]))):
        called = words.say("standard input") if is_standard_input(names[0]) else names[0]
        return read_bytes(read_input(names[0], LIST_LIMIT), called, options)
    return read_source([Path(name) for name in names], options)


_CHOOSE_BY_OPTION: Message = "Give its name or number with --urls-column."
_CHOOSE_IN_PROJECT: Message = "Write its name, or its number, into “column” of this source in the project."
_NOT_FETCHED: Message = (
    "“{name}” is at an address, which is not fetched here: its URLs are left out. Save it, and name the file in the"
    " project."
)
_INDEX = Plural(
    "{name} is an index of {count} sitemap; fetch it and give its file.",
    "{name} is an index of {count} sitemaps; fetch them and give their files.",
)


def _remarks(reading: SourceReading) -> Iterator[Told]:
    """What is to be said of a file: the lines that are no URLs, and what else was not read."""
    name = reading.source.name
    yield from reading.notes
    message: Message = "{name}, line {line}: {why}"
    rejected = (told(message, name=name, line=str(each.number), why=each.why) for each in reading.rejected)
    yield from first_rejected(rejected, reading.rejected_count, name)
    if reading.sitemaps:
        yield told(_INDEX, name=name, count=len(reading.sitemaps))
