"""Reading a source of any kind: the one entrance, for the window and the command line. It runs in any thread."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final

from robotstudio.lazy_dataclasses import dataclass, replace
from robotstudio.store.errors import FileContentError, NothingReadError
from robotstudio.text.language import Told, told
from robotstudio.urls.kinds import FileKind, kind_of_head, require_source, source_kind
from robotstudio.urls.sources.access_log import FindTokens, LogFacts, LogReader
from robotstudio.urls.sources.collector import Collector
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, HEAD, Opened, ReadLimits, head_of, opened_source
from robotstudio.urls.sources.tables import read_list, read_table
from robotstudio.urls.sources.task import UNWATCHED, Task
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import Normaliser, RejectedLine, robots_address


def no_tokens(_header: str) -> tuple[str, ...]:
    """Where nobody says which crawlers send which User-Agent header."""
    return ()


AddCrawl = Callable[[Path, UrlSetBuilder, Callable[[], None]], None]
"""Adds the URLs of a crawl, and reports each step. Raises FileContentError."""


def no_crawl(path: Path, _builder: UrlSetBuilder, _step: Callable[[], None]) -> None:
    raise no_urls_in_database(path)


def no_urls_in_database(path: Path) -> FileContentError:
    return FileContentError("“{name}” holds no URLs that could be read: it is {what}.", path, what=told("a database"))


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the person chose; the rest is found out."""

    kind: FileKind | None = None
    column: str = ""
    """The name of a table's column, or its number from 1."""
    hits_column: str = ""
    """The same for the column that says how often; `0` for none."""
    base: str | None = None
    """The site of paths without a host."""
    find_tokens: FindTokens = no_tokens
    add_crawl: AddCrawl = no_crawl
    """`crawl.url_source.add_crawl`, where crawls are read too."""
    limits: ReadLimits = DEFAULT_LIMITS


@dataclass(frozen=True, slots=True)
class SourceReading:
    """What a source holds, and what in it could not be read."""

    source: Source
    urls: UrlSet
    rejected: tuple[RejectedLine, ...] = ()
    """The first of the lines that are no URL; `rejected_count` is their number."""
    rejected_count: int = 0
    repeated: int = 0
    notes: tuple[Told, ...] = ()
    """Sentences about the source as a whole: it ends early, it is larger than what is read."""
    log: LogFacts | None = None
    sitemaps: tuple[str, ...] = ()
    """What a sitemap index names; following it means fetching, which somebody must ask for."""
    is_whole: bool = True
    """False if something of a file could not be read, beside lines that are no URL."""


@dataclass(frozen=True, slots=True)
class _Extra:
    """What some kinds tell beside their URLs."""

    log: LogFacts | None = None
    sitemaps: tuple[str, ...] = ()


_Read = Callable[[Iterator[Opened], Collector, ReadOptions], _Extra]

_ROTATED: Final = re.compile(r"(?P<stem>.+?)(?:[.-](?P<turn>\d{1,10}(?:-\d{1,10})?))?(?:\.gz)?", re.IGNORECASE)


def read_source(paths: Sequence[Path], options: ReadOptions | None = None, task: Task = UNWATCHED) -> SourceReading:
    """Read a file, or the files of a rotated log, as one source. Raises FileError, or Cancelled if cancelled.

    A source of which nothing was understood is a NothingReadError: no caller can take it for one without URLs.
    """
    options = options or ReadOptions()
    kind = options.kind or source_kind(paths[0])
    if kind not in READERS:
        raise FileContentError("“{name}” is a robots.txt, not a source of URLs.", paths[0])
    name = paths[0].name if len(paths) == 1 else f"{_stem(paths[0])}*"
    source = Source(
        os.urandom(8).hex(),
        name,
        kind.value,
        tuple(map(str, paths)),
        column=options.column,
        base=options.base,
        hits_column=options.hits_column,
    )
    return _read(source, paths, options, task)


def read_bytes(body: bytes, name: str, options: ReadOptions | None = None, task: Task = UNWATCHED) -> SourceReading:
    """Read what is in no file, such as what was pasted: any kind. Raises FileError, or Cancelled if cancelled."""
    options, path = options or ReadOptions(), Path(name)
    if options.kind is None:
        head = Opened(path, BytesIO(body), len(body), replace(options.limits, max_bytes=HEAD))
        options = replace(options, kind=kind_of_head(path, b"".join(head.blocks())))
    kind = options.kind or FileKind.LIST
    source = Source(os.urandom(8).hex(), name, kind.value, base=options.base)
    collector = Collector(Normaliser(options.base), options.limits, task)
    return _reading(source, _as_file(body, path, collector), collector, options)


def refresh(source: Source, options: ReadOptions | None = None, task: Task = UNWATCHED) -> SourceReading:
    """Read a source of files again, as it was read before; `UrlSet.replaced` takes it over."""
    known = replace(
        options or ReadOptions(),
        kind=FileKind(source.kind),
        column=source.column,
        hits_column=source.hits_column,
        base=source.base,
    )
    return _read(source, [Path(location) for location in source.locations], known, task)


def rotated(path: Path) -> tuple[Path, ...]:
    """A log with those beside it that were rotated away, oldest first; itself alone where there are none."""
    stem = _stem(path)
    try:
        beside = [other for other in path.parent.iterdir() if _stem(other) == stem and other.is_file()]
    except OSError:
        beside = [path]
    return tuple(sorted(beside, key=_age)) if path in beside else (path,)


def grouped(paths: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """Files chosen together, those of one rotated log as one source."""
    groups: dict[Path, list[Path]] = {}
    for path in dict.fromkeys(paths):
        match = _ROTATED.fullmatch(path.name)
        is_turn = bool(match and match["turn"])
        is_current = any(other != path and other.parent == path.parent and _stem(other) == path.name for other in paths)
        groups.setdefault(path.parent / _stem(path) if is_turn or is_current else path, []).append(path)
    return tuple(tuple(sorted(group, key=_age)) for group in groups.values())


def _read(source: Source, paths: Sequence[Path], options: ReadOptions, task: Task) -> SourceReading:
    collector = Collector(Normaliser(options.base), options.limits, task, parts=len(paths))
    return _reading(source, _each(paths, FileKind(source.kind), collector), collector, options)


def _reading(source: Source, files: Iterator[Opened], collector: Collector, options: ReadOptions) -> SourceReading:
    extra = READERS[FileKind(source.kind)](files, collector, options)
    if not len(collector.builder) and not extra.sitemaps:
        raise NothingReadError(collector.nothing_in[0], Path(source.name))
    collector.notes += collector.nothing_in
    urls = collector.builder.finish(source := replace(source, loaded_at=datetime.now(UTC)))
    collector.task.step(1.0, len(urls))
    return SourceReading(
        source,
        urls,
        tuple(collector.rejected),
        collector.rejected_count,
        collector.builder.repeated,
        tuple(collector.notes),
        extra.log,
        extra.sitemaps,
        collector.is_whole,
    )


def _each(paths: Sequence[Path], kind: FileKind, collector: Collector) -> Iterator[Opened]:
    for path in paths:
        if kind is not FileKind.CRAWL:
            require_source(path, head_of(path))
        with opened_source(path, collector.limits) as source:
            collector.step(source)
            yield source
        collector.finish_file(source)
        if collector.is_full:
            return


def _as_file(body: bytes, path: Path, collector: Collector) -> Iterator[Opened]:
    source = Opened(path, BytesIO(body), len(body), collector.limits)
    yield source
    collector.finish_file(source)


def _read_lists(files: Iterator[Opened], collector: Collector, _options: ReadOptions) -> _Extra:
    for file in files:
        read_list(file, collector)
    return _Extra()


def _read_tables(files: Iterator[Opened], collector: Collector, options: ReadOptions) -> _Extra:
    for file in files:
        read_table(file, collector, options.column, options.hits_column)
    return _Extra()


def _read_sitemaps(files: Iterator[Opened], collector: Collector, _options: ReadOptions) -> _Extra:
    from robotstudio.urls.sources.sitemaps import read_sitemap  # noqa: PLC0415  # Python's XML brings its HTTP with it

    named: dict[str, None] = {}
    for file in files:
        named.update(dict.fromkeys(read_sitemap(file, collector)))
        collector.named = len(named)
    return _Extra(sitemaps=tuple(named))


def _read_logs(files: Iterator[Opened], collector: Collector, options: ReadOptions) -> _Extra:
    base = None if options.base is None else robots_address(options.base).removesuffix("/robots.txt")
    reader = LogReader(collector, options.find_tokens, base)
    for file in files:
        reader.read(file)
    return _Extra(log=reader.facts())


def _read_crawls(files: Iterator[Opened], collector: Collector, options: ReadOptions) -> _Extra:
    for file in files:
        options.add_crawl(file.path, collector.builder, partial(collector.step, file))
    return _Extra()


READERS: Final[Mapping[FileKind, _Read]] = {
    FileKind.LIST: _read_lists,
    FileKind.TABLE: _read_tables,
    FileKind.SITEMAP: _read_sitemaps,
    FileKind.LOG: _read_logs,
    FileKind.CRAWL: _read_crawls,
}


def _stem(path: Path) -> str:
    match = _ROTATED.fullmatch(path.name)
    return match["stem"] if match else path.name


def _age(path: Path) -> tuple[int, str]:
    """Sorts the oldest first: a high number, an early date, then the file in use."""
    match = _ROTATED.fullmatch(path.name)
    turn = (match and match["turn"]) or ""
    if not turn:
        return 1, ""
    return (-1, turn) if len(turn) >= 6 else (-int(turn), "")
