"""Read a source of any kind: the one entrance, for the window and the command line. Runs in any thread."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from msgspec import Struct, field
from msgspec.structs import replace

from robotstudio.store.errors import FileContentError, FileError, NothingReadError
from robotstudio.text.language import Message, Plural, Told, told, told_list
from robotstudio.urls.kinds import FileKind, kind_of_head, require_source, source_kind
from robotstudio.urls.logs.fields import LogFields, fields_from, fields_text
from robotstudio.urls.sources.access_log import FindProxies, FindTokens, LogFacts, LogReader
from robotstudio.urls.sources.cells import GatheredColumn
from robotstudio.urls.sources.collector import Collector, Part
from robotstudio.urls.sources.exports import ROLES, SeenColumn
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, HEAD, ReadLimits, SourceFile, head_of, open_source
from robotstudio.urls.sources.tables import TableChoice, read_list, read_table
from robotstudio.urls.sources.task import UNWATCHED, Task
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import Normaliser, RejectedLine, robots_address


def no_tokens(_header: str) -> tuple[str, ...]:
    return ()


AddCrawl = Callable[[Path, Collector, Sequence[str], Callable[[], None]], None]
"""Adds the URLs of a crawl with the columns asked for, and reports each step. Raises FileContentError."""


def no_crawl(path: Path, _collector: Collector, _columns: Sequence[str], _step: Callable[[], None]) -> None:
    raise no_urls_in_database(path)


def no_urls_in_database(path: Path) -> FileContentError:
    return FileContentError("“{name}” contains no readable URLs: it is {what}.", path, what=told("a database"))


class ReadOptions(Struct, frozen=True):
    """Options that the person chose; the rest is detected."""

    kind: FileKind | None = None
    column: str = ""
    """The name of a table's column, or its number from 1."""
    hits_column: str = ""
    """The column with the number of hits, likewise; `0` for none."""
    columns: tuple[str, ...] = ()
    """The columns of values to keep, by role, name or number; `*` for all, `0` for none, empty for the usual ones."""
    base: str | None = None
    """The site of paths without a host."""
    fields: LogFields = field(default_factory=dict)
    """The fields of a log in JSON or separated values, as far as given."""
    find_tokens: FindTokens = no_tokens
    find_proxies: FindProxies | None = None
    """`compliance.client_addresses.proxies_in`, if the CDNs of a log are to be named."""
    add_crawl: AddCrawl = no_crawl
    """`crawl.url_source.add_crawl`, if crawls can be read too."""
    limits: ReadLimits = DEFAULT_LIMITS


class SourceReading(Struct, frozen=True):
    """The contents of a source, and what could not be read."""

    source: Source
    urls: UrlSet
    rejected: tuple[RejectedLine, ...] = ()
    """The first rejected lines; `rejected_count` is the number of all."""
    rejected_count: int = 0
    repeated: int = 0
    notes: tuple[Told, ...] = ()
    """Messages about the source as a whole: it ends early, it is larger than the limit."""
    log: LogFacts | None = None
    log_format: Message = ""
    """The format of a log; "" for other sources."""
    proxies: tuple[Told, ...] = ()
    """A message for each CDN or proxy whose addresses a log has."""
    sitemaps: tuple[str, ...] = ()
    """Sitemaps named by an index; they are fetched only at the person's request."""
    is_whole: bool = True
    """False if part of a file could not be read, other than rejected lines."""
    taken: int = 0
    """Lines or rows with a URL; those of `left` are all others that are not empty."""
    left: tuple[tuple[Told, int], ...] = ()
    """Number of skipped lines or rows, by reason."""
    columns: tuple[GatheredColumn, ...] = ()
    """Result of each column of values."""
    parts: tuple[Part, ...] = ()
    """Result of each part of an archive."""
    seen: tuple[SeenColumn, ...] = ()
    """The columns of the tables or the fields of the log, with what each is used as."""
    crawlers: tuple[str, ...] = ()
    """The known crawlers of a log."""


class _Extra(Struct, frozen=True):
    """Facts that only some kinds have."""

    log: LogFacts | None = None
    log_format: Message = ""
    proxies: tuple[Told, ...] = ()
    sitemaps: tuple[str, ...] = ()


_CHECKED_BY_READER: Final = frozenset({FileKind.CRAWL, FileKind.ARCHIVE, FileKind.HAR})
_Read = Callable[[Iterator[SourceFile], Collector, ReadOptions], _Extra]

_ADDED = Plural(
    "{name}: {count} URL is in several rows, which are added up: {columns}.",
    "{name}: {count} URLs are in several rows, which are added up: {columns}.",
)
_KEPT = Plural(
    "{name}: the rows of {count} URL differ; the first value is kept: {columns}.",
    "{name}: the rows of {count} URLs differ; the first value is kept: {columns}.",
)
_INCOMPLETE = Plural(
    "{name}: {count} URL has a row without a number, so its sum is unknown: {columns}.",
    "{name}: {count} URLs have a row without a number, so their sums are unknown: {columns}.",
)
_MOST_SITEMAPS: Final = 10_000

_ROTATED: Final = re.compile(
    r"(?P<stem>.+?)(?:[.-](?P<turn>\d{1,10}(?:-\d{1,10})?))?(?:\.(?:gz|bz2|xz|zst))?", re.IGNORECASE
)


def read_source(paths: Sequence[Path], options: ReadOptions | None = None, task: Task = UNWATCHED) -> SourceReading:
    """Read a file, or the files of a rotated log, as one source. Raises FileError, or Cancelled if cancelled.

    Raises NothingReadError if nothing was readable: it must not pass for a source without URLs.
    """
    options = options or ReadOptions()
    kind = options.kind or source_kind(paths[0], options.fields)
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
        columns=options.columns,
        log_fields=fields_text(options.fields),
    )
    return _read(source, paths, options, task)


def read_bytes(body: bytes, name: str, options: ReadOptions | None = None, task: Task = UNWATCHED) -> SourceReading:
    """Read bytes without a file, such as pasted text. Raises FileError, or Cancelled if cancelled."""
    options, path = options or ReadOptions(), Path(name)
    if options.kind is None:
        head = SourceFile(path, BytesIO(body), len(body), replace(options.limits, max_bytes=HEAD))
        options = replace(options, kind=kind_of_head(path, b"".join(head.blocks()), options.fields))
    kind = options.kind or FileKind.LIST
    source = Source(os.urandom(8).hex(), name, kind.value, base=options.base, columns=options.columns)
    collector = Collector(Normaliser(options.base), options.limits, task)
    return _reading(source, _as_file(body, path, collector), collector, options)


def refresh(source: Source, options: ReadOptions | None = None, task: Task = UNWATCHED) -> SourceReading:
    """Read a source of files again with the same options; pass the result to `UrlSet.replaced`."""
    known = chosen_options(source, options or ReadOptions())
    return _read(source, [Path(location) for location in source.locations], known, task)


def chosen_options(source: Source, options: ReadOptions) -> ReadOptions:
    """Return the options with what was chosen for a source."""
    return replace(
        options,
        kind=FileKind(source.kind),
        column=source.column,
        hits_column=source.hits_column,
        columns=source.columns,
        base=source.base,
        fields=fields_from(source.log_fields),
    )


def rotated(path: Path) -> tuple[Path, ...]:
    """Return a log with its rotated files, oldest first; just the path itself if there are none."""
    stem = _stem(path)
    try:
        beside = [other for other in path.parent.iterdir() if _stem(other) == stem and other.is_file()]
    except OSError:
        beside = [path]
    return tuple(sorted(beside, key=_age)) if path in beside else (path,)


def files_in(paths: Iterable[Path]) -> list[Path]:
    """Return the files of paths: those in a folder and those of a pattern such as `logs/*.gz`, oldest first.

    Hidden files and folders inside folders are left out. A path that is neither stays as it is.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = path.iterdir()
        elif not path.exists() and any(letter in path.name for letter in "*?["):
            inside = path.parent.glob(path.name)
        else:
            found.append(path)
            continue
        files = [each for each in inside if each.is_file() and not each.name.startswith(".")]
        found += sorted(files, key=lambda each: (_stem(each), *_age(each)))
    return list(dict.fromkeys(found))


def grouped(paths: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """Group files chosen together: those of one rotated log become one source."""
    groups: dict[Path, list[Path]] = {}
    for path in dict.fromkeys(paths):
        match = _ROTATED.fullmatch(path.name)
        is_turn = bool(match and match["turn"])
        is_current = any(other != path and other.parent == path.parent and _stem(other) == path.name for other in paths)
        groups.setdefault(path.parent / _stem(path) if is_turn or is_current else path, []).append(path)
    return tuple(tuple(sorted(group, key=_age)) for group in groups.values())


def _read(source: Source, paths: Sequence[Path], options: ReadOptions, task: Task) -> SourceReading:
    collector = Collector(Normaliser(options.base), options.limits, task, parts=len(paths))
    return _reading(source, _each(paths, FileKind(source.kind), collector, options.fields), collector, options)


def _reading(source: Source, files: Iterator[SourceFile], collector: Collector, options: ReadOptions) -> SourceReading:
    extra = READERS[FileKind(source.kind)](files, collector, options)
    if not len(collector.builder) and not extra.sitemaps:
        raise NothingReadError(collector.nothing_in[0], Path(source.name))
    collector.notes += collector.nothing_in
    taken = collector.builder.taken
    values, columns = collector.table.finish(len(collector.builder))
    if source.kind != FileKind.SITEMAP:  # several sitemaps may name a URL
        collector.notes += _several_rows(source.name, collector.table.several, columns)
    if extra.log is not None and extra.log.tokens:
        values = (*values, extra.log.crawler_requests(len(collector.builder)))
    export = collector.recognised.export if collector.recognised else None
    counts = extra.log is not None or (export is not None and export.hits)
    period = collector.days if counts else None  # of what is counted, not of a chart of anything else
    source = replace(source, loaded_at=datetime.now(UTC), export=export.id if export else "", period=period)
    urls = collector.builder.finish(source, values)
    collector.task.step(1.0, len(urls))
    return SourceReading(
        source,
        urls,
        tuple(collector.rejected),
        collector.rejected_count,
        collector.builder.repeated,
        tuple(collector.notes),
        extra.log,
        extra.log_format,
        extra.proxies,
        extra.sitemaps,
        collector.is_whole,
        taken,
        tuple(collector.left.values()),
        columns,
        tuple(collector.parts_read),
        tuple(collector.seen),
        extra.log.tokens if extra.log else (),
    )


def _several_rows(name: str, several: int, columns: Sequence[GatheredColumn]) -> Iterator[Told]:
    """Say what was made of the numbers of URLs that are in several rows."""
    kept = [_title(each) for each in columns if each.differing]
    added = [_title(each) for each in columns if each.info is not None and each.info.adds]
    if several and added:
        yield told(_ADDED, count=several, name=name, columns=told_list(added))
    if missed := [_title(each) for each in columns if each.incomplete]:
        yield told(_INCOMPLETE, count=max(each.incomplete for each in columns), name=name, columns=told_list(missed))
    if kept:
        most = max(each.differing for each in columns)
        yield told(_KEPT, count=most, name=name, columns=told_list(kept))


def _title(column: GatheredColumn) -> Told | str:
    role = ROLES.get(column.wanted.role)
    return told(role.title) if role else column.wanted.name


def _each(paths: Sequence[Path], kind: FileKind, collector: Collector, fields: LogFields) -> Iterator[SourceFile]:
    for path in paths:
        if kind not in _CHECKED_BY_READER:
            require_source(path, head_of(path), fields)
        with open_source(path, collector.limits) as source:
            collector.step(source)
            yield source
        collector.finish_file(source)
        if collector.is_full:
            return


def _as_file(body: bytes, path: Path, collector: Collector) -> Iterator[SourceFile]:
    source = SourceFile(path, BytesIO(body), len(body), collector.limits)
    yield source
    collector.finish_file(source)


def _read_lists(files: Iterator[SourceFile], collector: Collector, _options: ReadOptions) -> _Extra:
    for file in files:
        read_list(file, collector)
    return _Extra()


def _read_tables(files: Iterator[SourceFile], collector: Collector, options: ReadOptions) -> _Extra:
    for file in files:
        read_table(file, collector, TableChoice(options.column, options.hits_column, options.columns))
    return _Extra()


def _read_sitemaps(files: Iterator[SourceFile], collector: Collector, _options: ReadOptions) -> _Extra:
    """Read sitemaps, and those named by an index that are in its folder."""
    from robotstudio.urls.sources.sitemaps import read_sitemap  # noqa: PLC0415  # xml.sax imports Python's HTTP modules

    named: dict[str, None] = {}
    seen: set[Path] = set()
    waiting: list[Path] = []

    def read(file: SourceFile) -> None:
        seen.add(file.path)
        for address in read_sitemap(file, collector):
            collector.named += 1
            path = _beside(file.path, address)
            if path is None:
                named[address] = None
            elif path not in seen and len(seen) + len(waiting) < _MOST_SITEMAPS:
                waiting.append(path)

    for file in files:
        read(file)
    while waiting and not collector.is_full:
        path = waiting.pop(0)
        if path in seen:
            continue
        try:
            with open_source(path, collector.limits) as source:
                read(source)
        except FileError as error:
            collector.notes.append(error.told)
            collector.is_whole = False
        else:
            collector.finish_file(source)
    return _Extra(sitemaps=tuple(named))


def _beside(index: Path, address: str) -> Path | None:
    """Return the file in the folder of an index that has the name of a sitemap, packed or not."""
    name = unquote(address.partition("?")[0].rpartition("/")[2])
    if not name or name != Path(name).name or name.startswith("."):
        return None
    bare = name.removesuffix(".gz")
    paths = [index.parent / each for each in (name, bare, f"{bare}.gz")]
    return next((path for path in paths if path.is_file() and path != index), None)


def _read_logs(files: Iterator[SourceFile], collector: Collector, options: ReadOptions) -> _Extra:
    base = None if options.base is None else robots_address(options.base).removesuffix("/robots.txt")
    reader = LogReader(collector, options.find_tokens, base, options.fields, options.find_proxies)
    for file in files:
        reader.read(file)
    return _Extra(reader.facts(), reader.format, reader.proxies())


def _read_archives(files: Iterator[SourceFile], collector: Collector, options: ReadOptions) -> _Extra:
    from robotstudio.urls.sources.archives import read_archive  # few sources are packed

    for file in files:
        read_archive(file, collector, TableChoice(options.column, options.hits_column, options.columns))
    return _Extra()


def _read_hars(files: Iterator[SourceFile], collector: Collector, _options: ReadOptions) -> _Extra:
    from robotstudio.urls.sources.har import read_har  # few sources are of a browser

    for file in files:
        read_har(file, collector)
    return _Extra()


def _read_crawls(files: Iterator[SourceFile], collector: Collector, options: ReadOptions) -> _Extra:
    for file in files:
        options.add_crawl(file.path, collector, options.columns, partial(collector.step, file))
    return _Extra()


READERS: Final[Mapping[FileKind, _Read]] = {
    FileKind.LIST: _read_lists,
    FileKind.TABLE: _read_tables,
    FileKind.SITEMAP: _read_sitemaps,
    FileKind.LOG: _read_logs,
    FileKind.CRAWL: _read_crawls,
    FileKind.ARCHIVE: _read_archives,
    FileKind.HAR: _read_hars,
}


def _stem(path: Path) -> str:
    match = _ROTATED.fullmatch(path.name)
    return match["stem"] if match else path.name


def _age(path: Path) -> tuple[int, str]:
    """Sort oldest first: a high number, an early date, then the current file."""
    match = _ROTATED.fullmatch(path.name)
    turn = (match and match["turn"]) or ""
    if not turn:
        return 1, ""
    return (-1, turn) if len(turn) >= 6 else (-int(turn), "")
