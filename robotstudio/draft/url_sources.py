"""The sources of test URLs: how much each brought, what else brought it too, and URLs made from the rules of a file."""

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.draft.log_report import Log
from robotstudio.engine.robots import Robots
from robotstudio.engine.samples import samples
from robotstudio.fetch.address import host_of
from robotstudio.store.files import status_of
from robotstudio.text.language import Message, Told, told, tr
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.set_columns import columns_of
from robotstudio.urls.sources.exports import ColumnUse, SeenColumn
from robotstudio.urls.sources.reading import SourceReading
from robotstudio.urls.url_builder import TYPED, url_set
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list
from robotstudio.urls.value_columns import ColumnInfo

MADE_OF_RULES: Final = Source("rules", "", "rules")
"""Their source. They are paths without a host, so that nothing can ask a server for them."""
_MOST_RULES: Final = 40


def urls_of_rules(robots: Robots) -> UrlSet:
    """Return the start page, and for each of the first rules one URL that it matches; empty if there are no rules."""
    rules = (rule for group in robots.groups for rule in group.rules)
    made = (samples(rule, robots.dialect) for rule in islice(rules, _MOST_RULES))
    paths = dict.fromkeys(["/", *(found[0].path for found in made if found)])
    return url_set(parse_list("\n".join(paths)).urls if len(paths) > 1 else (), MADE_OF_RULES)


def without_made(urls: UrlSet) -> UrlSet:
    """Remove the made URLs if there are others: a person's own URLs replace them."""
    is_alone = all(source.id == MADE_OF_RULES.id for source in urls.sources)
    made = next((source for source in urls.sources if source.id == MADE_OF_RULES.id), None)
    return urls if is_alone or made is None else urls.without(made)


_GONE: Message = "its file is gone"
_CHANGED: Message = "its file has changed since it was read"


def name_of(source: Source) -> str:
    """Return the name of a source; without one of its own it is translated, and not stored."""
    if source.kind == TYPED.kind:
        return tr("Typed")
    if source.kind == MADE_OF_RULES.kind:
        return tr("Made from the rules")
    if source.name:
        return source.name
    if source.locations:
        return tr("Sitemaps of {site}", site=host_of(source.locations[0]))
    return tr("Pasted")


class SourceProblem(Struct, frozen=True):
    """Reason why a source was not read, or not again."""

    sentence: str
    seen: tuple[SeenColumn, ...] = ()
    """The columns from which the person must choose, if that is all that is missing."""


class SourceEntry(Struct, frozen=True):
    """One source. One that is not `is_loaded` is known without its URLs."""

    source: Source
    urls: int = 0
    hits: int = 0
    shared: int = 0
    """Number of its URLs that other sources have, too."""
    is_loaded: bool = True
    columns: tuple[ColumnInfo, ...] = ()
    """The columns that it brings beside its URLs."""
    reading: SourceReading | None = None
    """What became of its lines, without its URLs."""
    problem: SourceProblem | None = None
    file: Told | None = None
    """What happened to its files since they were read."""

    @property
    def is_asked(self) -> bool:
        """True if it is not read until the person has chosen its columns."""
        return self.problem is not None and bool(self.problem.seen)

    @property
    def guessed_fields(self) -> int:
        """Number of fields of a log that are used by a guess, which the person should check."""
        is_log = self.source.kind == FileKind.LOG.value
        return sum(column.is_guess and column.use is ColumnUse.FIELD for column in self.seen) if is_log else 0

    @property
    def seen(self) -> tuple[SeenColumn, ...]:
        """The columns of the file with what each is read as."""
        if self.problem is not None and self.problem.seen:
            return self.problem.seen
        return self.reading.seen if self.reading else ()


class SourceEntries(Struct, frozen=True):
    """All sources, those that wait to be loaded again last; how many URLs are in several sources."""

    entries: tuple[SourceEntry, ...] = ()
    urls: int = 0
    shared: int = 0


def source_entries(urls: UrlSet, waiting: Iterable[Source] = (), book: "SourceLog | None" = None) -> SourceEntries:
    """Return the sources of a set, with what the book knows of them. The typed source counts only if it has URLs."""
    book = book or SourceLog()
    columns: dict[str, list[ColumnInfo]] = {}
    for column in columns_of(urls):
        columns.setdefault(column.source.id, []).append(column.info)
    owners = np.zeros(len(urls), np.int16)
    for share in urls.shares:
        owners[share.rows] += 1
    several = owners > 1
    loaded = [
        SourceEntry(
            share.source,
            len(share.rows),
            int(share.hits.sum()),
            int(np.count_nonzero(several[share.rows])),
            columns=tuple(columns.get(share.source.id, ())),
            reading=book.reading(share.source),
            problem=book.problem(share.source),
            file=book.files.get(share.source.id),
        )
        for share in urls.shares
        if len(share.rows) or share.source.id != TYPED.id
    ]
    known = {entry.source.id for entry in loaded}
    late = [
        SourceEntry(source, is_loaded=False, problem=book.problem(source), file=book.files.get(source.id))
        for source in waiting
        if source.id not in known
    ]
    return SourceEntries((*loaded, *late), len(urls), int(np.count_nonzero(several)))


def file_changes(sources: Iterable[Source]) -> dict[str, Told]:
    """Return what happened to the files of sources since they were read, by the id of the source."""
    changes: dict[str, Told] = {}
    for source in sources:
        for path in (Path(place) for place in source.locations if "://" not in place):
            status = status_of(path)
            if status is None:
                changes[source.id] = told(_GONE)
                break
            if source.loaded_at is not None and status.st_mtime > source.loaded_at.timestamp():
                changes[source.id] = told(_CHANGED)
    return changes


class SourceLog:
    """Results of reading besides the URLs, by the id of the source: rejected lines, and who requested what."""

    def __init__(self) -> None:
        self._readings: dict[str, SourceReading] = {}
        self._logs: dict[str, Log] = {}
        self._problems: dict[str, SourceProblem] = {}
        self.files: Mapping[str, Told] = {}
        """Changes of files since they were read, by the id of their source; see `file_changes`."""

    def keep(self, reading: SourceReading) -> None:
        """Store a result; its URLs only for a log, whose facts refer to them."""
        key = reading.source.id
        self._logs.pop(key, None)
        self._problems.pop(key, None)
        self.files = {each: change for each, change in self.files.items() if each != key}
        if reading.log is not None:
            self._logs[key] = Log.of(reading.source, reading.urls, reading.log)
        self._readings[key] = replace(reading, urls=UrlSet(), log=None)

    def keep_problem(self, source: Source, problem: SourceProblem) -> None:
        """Store why a source was not read."""
        self._problems[source.id] = problem

    def problem(self, source: Source) -> SourceProblem | None:
        """Return why a source was not read the last time, None if it was."""
        return self._problems.get(source.id)

    def reading(self, source: Source) -> SourceReading | None:
        """Return the result of a source."""
        return self._readings.get(source.id)

    def log(self, source: Source) -> Log | None:
        """Return who requested what, if this is a log."""
        return self._logs.get(source.id)

    def logs(self) -> Mapping[str, Log]:
        """Return all logs, by the id of their source."""
        return self._logs

    def forget_others(self, sources: Iterable[Source]) -> None:
        kept = {source.id for source in sources}
        self._readings = {key: value for key, value in self._readings.items() if key in kept}
        self._logs = {key: value for key, value in self._logs.items() if key in kept}
        self._problems = {key: value for key, value in self._problems.items() if key in kept}
