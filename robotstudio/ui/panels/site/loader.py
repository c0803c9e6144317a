"""Reading jobs for sources, and a thread that runs one job after the other."""

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.draft.url_sources import name_of
from robotstudio.engine import Field, Robots
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.user_agents import UserAgents
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, put_in, told, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.sources.access_log import FindTokens
from robotstudio.urls.sources.exports import SeenColumn
from robotstudio.urls.sources.log_columns import UnclearFieldsError
from robotstudio.urls.sources.reading import (
    ReadOptions,
    SourceReading,
    chosen_options,
    read_bytes,
    read_source,
    refresh,
)
from robotstudio.urls.sources.tables import UnclearColumnError
from robotstudio.urls.sources.task import Task
from robotstudio.urls.url_set import OF_SITE, Source, UrlSet, joined_to_one_site
from robotstudio.urls.urls import RejectedLine

if TYPE_CHECKING:
    from robotstudio.fetch.sitemaps import Harvest

_FETCHED = ("http://", "https://")
_BETWEEN_REPORTS_S = 0.05
Read = Callable[[Task], SourceReading]


class Job(Struct, frozen=True):
    """A source to read; `replaces` is the known source that it reloads."""

    name: str
    read: Read
    replaces: Source | None = None
    source: Source = Source("", "")
    """The source that it will be, as far as that is known before."""
    choose: Callable[[Source], "Job"] | None = None
    """Returns the job that reads the source as the person chose."""


class LoadedSource(Struct, frozen=True, eq=False):
    """The result of a job, and the URLs `before` and with it."""

    job: Job
    reading: SourceReading
    before: UrlSet
    urls: UrlSet


class Refused(Struct, frozen=True):
    """A source that could not be read, with the reason."""

    job: Job
    sentence: str
    source: Source | None = None
    """The source whose columns have to be chosen, of those in `seen`."""
    seen: tuple[SeenColumn, ...] = ()


def tokens_finder(catalogue: Catalogue) -> FindTokens:
    """Return a function that finds the crawler of a User-Agent header: the most specific that it names."""
    return UserAgents(catalogue).tokens


def files_job(paths: Sequence[Path], options: ReadOptions) -> Job:
    """Read a file, or the files of one log."""
    source = Source("", paths[0].name, locations=tuple(map(str, paths)), base=options.base)
    choose = partial(again_job, options=options)
    return Job(source.name, partial(read_source, tuple(paths), options), source=source, choose=choose)


def text_job(text: str, name: str, options: ReadOptions) -> Job:
    """Read text that was pasted or dropped."""

    def choose(source: Source) -> Job:
        read = partial(_read_text, text, name, chosen_options(source, options), source)
        return Job(name, read, source, source, choose)

    return Job(
        name, partial(_read_text, text, name, options, None), source=Source("", "", base=options.base), choose=choose
    )


def sitemaps_job(addresses: Sequence[str], site: str, name: str, usual: FetchOptions = PLAIN) -> Job:
    """Fetch sitemaps on request, with the person's `usual` options."""
    return Job(name, partial(_read_sitemaps, tuple(addresses), site, usual))


def again_job(source: Source, options: ReadOptions, usual: FetchOptions = PLAIN) -> Job:
    """Read a known source again."""
    if is_fetched(source):
        return Job(name_of(source), partial(_read_sitemaps_again, source, usual), source)

    choose = partial(again_job, options=options, usual=usual)
    return Job(name_of(source), partial(refresh, source, options), source, source, choose)


def is_fetched(source: Source) -> bool:
    """Return True if reading it again sends requests to a server."""
    return bool(source.locations) and source.locations[0].startswith(_FETCHED)


def site_of(addresses: Sequence[str], known: str) -> str:
    """Return the site of sitemaps: the known one, else that of the first full address."""
    return known or next((origin_of(each) for each in addresses if each.startswith(_FETCHED)), "")


def sitemaps_of(robots: Robots) -> tuple[str, ...]:
    """Return the sitemaps that a file names, each once."""
    values = (line.value.decode("utf-8", "replace").strip() for line in robots.lines if line.field is Field.SITEMAP)
    return tuple(dict.fromkeys(filter(None, values)))


def sitemap_answers(reading: SourceReading) -> Mapping[str, str]:
    """Return the results of fetched sitemaps: a sentence by address, empty if all is well."""
    addresses = [place for place in reading.source.locations if place.startswith(("http://", "https://"))]
    problems = {line.text: WORDS.tell(line.why) for line in reading.rejected}
    return {address: problems.get(address, "") for address in addresses}


def _read_text(text: str, name: str, options: ReadOptions, known: Source | None, task: Task) -> SourceReading:
    """Read pasted text, which has no name of its own; `name` is for errors."""
    reading = read_bytes(text.encode("utf-8", "replace"), name, options, task)
    if known is None:
        return _brought_by(replace(reading.source, name=""), reading)
    found = reading.source
    return _brought_by(replace(known, loaded_at=found.loaded_at, export=found.export, period=found.period), reading)


def _read_sitemaps(addresses: Sequence[str], site: str, usual: FetchOptions, task: Task) -> SourceReading:
    from robotstudio.fetch.sitemaps import fetch_sitemaps  # noqa: PLC0415  # fetching takes time anyway

    return _with_problems(fetch_sitemaps(addresses, site, task, usual=usual))


def _read_sitemaps_again(source: Source, usual: FetchOptions, task: Task) -> SourceReading:
    reading = _read_sitemaps(source.locations, site_of(source.locations, source.base or ""), usual, task)
    return _brought_by(replace(source, loaded_at=reading.source.loaded_at), reading)


def _brought_by(source: Source, reading: SourceReading) -> SourceReading:
    """Return the reading with another source."""
    shares = tuple(replace(share, source=source) for share in reading.urls.shares)
    return replace(reading, source=source, urls=UrlSet(reading.urls.columns, shares))


def _with_problems(harvest: "Harvest") -> SourceReading:
    """Add the sitemaps that could not be fetched or read to the rejected lines."""
    visits = enumerate(harvest.visits, start=1)
    problems = tuple(RejectedLine(number, visit.url, visit.problem) for number, visit in visits if visit.problem)
    reading = harvest.reading
    count = reading.rejected_count + len(problems)
    return replace(reading, rejected=(*problems, *reading.rejected), rejected_count=count)


"""Reads a source; may raise what the io border raises. Runs in the thread."""


class Reader(Protocol):
    """Requests of the loader to the owner of the sources."""

    def current_urls(self) -> UrlSet:
        """Return the URLs to add to, which may change during a job."""

    def show_reading(self, name: str, share: float, found: int) -> None:
        """Show the progress of a job: its share done, and the number of URLs found so far."""

    def take_loaded(self, loaded: LoadedSource) -> None:
        """Take the URLs of a source."""

    def tell_refused(self, refused: Refused) -> None:
        """Tell why a source was not read, or ask for its column."""

    def tell_cancelled(self, name: str) -> None:
        """Tell that a job was cancelled."""

    def end_reading(self) -> None:
        """Hide the progress: no job is left."""


class SourceLoader(QObject):
    """Runs one job after the other."""

    _reported = Signal(int, float, int)

    def __init__(self, reader: Reader, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = reader
        self._waiting: deque[Job] = deque()
        self._job: Job | None = None
        self._number = 0
        self._background = Background("url sources", self)
        self._background.answered.connect(self._on_answered)
        self._background.failed.connect(self._on_failed)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """True while something is being read."""
        return self._job is not None

    def load(self, job: Job) -> None:
        """Read a source, after those requested before."""
        self._waiting.append(job)
        if self._job is None:
            self._next()

    def cancel(self) -> None:
        """Stop, and drop the waiting jobs; the URLs stay unchanged."""
        if self._job is None:
            return
        name = self._job.name
        self._waiting.clear()
        self._background.cancel()
        self._rest()
        self._reader.tell_cancelled(name)

    def close(self) -> None:
        """End the thread; no signal follows."""
        self._waiting.clear()
        self._job = None
        self._number += 1
        self._background.close()

    def _next(self) -> None:
        self._job = job = self._waiting.popleft()
        self._number += 1
        self._reader.show_reading(job.name, 0.0, 0)
        report = partial(self._reported.emit, self._number)
        self._background.ask(partial(_work, job, self._reader.current_urls(), report))

    def _rest(self) -> None:
        self._job = None
        self._number += 1
        self._reader.end_reading()

    def _go_on(self) -> None:
        if self._waiting:
            self._next()
        else:
            self._rest()

    def _on_reported(self, number: int, share: float, found: int) -> None:
        if number == self._number and self._job is not None:
            self._reader.show_reading(self._job.name, share, found)

    def _on_answered(self, answer: object) -> None:
        if isinstance(answer, LoadedSource):
            current = self._reader.current_urls()
            if answer.before is not current:  # changed meanwhile: combine the reading with the current URLs
                self._background.ask(partial(_put_together, answer.job, answer.reading, current))
                return
            self._reader.take_loaded(answer)
        elif isinstance(answer, Refused):
            self._reader.tell_refused(answer)
        self._go_on()

    def _on_failed(self, _error: object) -> None:
        if self._job is not None:
            sentence = tr("Could not read “{name}”: the reader failed. The list of URLs is unchanged.")
            self._reader.tell_refused(Refused(self._job, put_in(sentence, {"name": self._job.name})))
        self._go_on()


def _work(
    job: Job, before: UrlSet, report: Callable[[float, int], None], is_cancelled: Callable[[], bool]
) -> LoadedSource | Refused | None:
    try:
        reading = job.read(Task(_Reporter(report), is_cancelled))
    except Cancelled:
        return None
    except RobotStudioError as error:
        return _refused(job, error)
    return _put_together(job, reading, before, is_cancelled)


def _refused(job: Job, error: RobotStudioError) -> Refused:
    """Return the reason, with the columns to choose from if a choice is all that is missing."""
    sentence = WORDS.tell(error.told)
    if isinstance(error, UnclearFieldsError):
        kind = FileKind.LOG
    elif isinstance(error, UnclearColumnError) and len(error.seen) > 1:
        kind = FileKind.ARCHIVE if error.is_packed else FileKind.TABLE
    else:
        return Refused(job, sentence)
    source = job.replaces or replace(job.source, id=os.urandom(8).hex(), kind=kind.value)
    return Refused(job, sentence, source, error.seen)


def _put_together(job: Job, reading: SourceReading, before: UrlSet, _is_cancelled: Callable[[], bool]) -> LoadedSource:
    (*kept, added), site = joined_to_one_site([*map(before.only, before.sources), reading.urls])
    known = UrlSet.combined(kept) if site else before
    if added is not reading.urls:
        note = told(OF_SITE, names=f"“{reading.source.name}”", site=site)
        reading = replace(reading, urls=added, notes=(*reading.notes, note))
    urls = known.replaced(job.replaces, added) if job.replaces else known.with_added(added)
    return LoadedSource(job, reading, before, urls)


class _Reporter:
    """Passes on some of the reports: a reader makes many hundred a second."""

    def __init__(self, report: Callable[[float, int], None]) -> None:
        self._report = report
        self._next = 0.0

    def __call__(self, share: float, found: int) -> None:
        now = perf_counter()
        if now >= self._next:
            self._next = now + _BETWEEN_REPORTS_S
            self._report(share, found)
