"""Reads sources of URLs in a thread, one after another, and puts them together with the URLs that there are."""

from collections import deque
from collections.abc import Callable
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.io.errors import RobotStudioError
from robotstudio.io.sources.reading import Reading
from robotstudio.io.sources.task import Task
from robotstudio.io.url_set import Source, UrlSet
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.background import Background

_BETWEEN_REPORTS_S = 0.05

Read = Callable[[Task], Reading]
"""Reads a source; may raise what the io border raises. Runs in the thread."""


@dataclass(frozen=True, slots=True)
class Job:
    """A source to be read, and for a known one, which."""

    name: str
    read: Read
    replaces: Source | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """What was read, and the URLs `before` with it."""

    job: Job
    reading: Reading
    before: UrlSet
    urls: UrlSet


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a source was not read: a sentence."""

    job: Job
    sentence: str


class SourceLoader(QObject):
    """Jobs wait for one another. `current` gives the URLs in force; they may change while something is read.

    `progressed` carries the name of a job, the share that is read and the number of URLs found so far; `rested` says
    that nothing is under way any longer.
    """

    progressed = Signal(str, float, int)
    loaded = Signal(object)
    refused = Signal(object)
    cancelled = Signal(str)
    rested = Signal()
    _reported = Signal(int, float, int)

    def __init__(self, current: Callable[[], UrlSet], parent: QObject) -> None:
        super().__init__(parent)
        self._current = current
        self._waiting: deque[Job] = deque()
        self._job: Job | None = None
        self._number = 0
        self._background = Background("url sources", self)
        self._background.answered.connect(self._on_answered)
        self._background.failed.connect(self._on_failed)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read."""
        return self._job is not None

    def load(self, job: Job) -> None:
        """Read a source, after those that were asked for before."""
        self._waiting.append(job)
        if self._job is None:
            self._next()

    def cancel(self) -> None:
        """Stop, and read nothing of what waits; the URLs are as they were."""
        if self._job is None:
            return
        name = self._job.name
        self._waiting.clear()
        self._background.cancel()
        self._rest()
        self.cancelled.emit(name)

    def close(self) -> None:
        """End the thread; no signal comes after it."""
        self._waiting.clear()
        self._job = None
        self._number += 1
        self._background.close()

    def _next(self) -> None:
        self._job = job = self._waiting.popleft()
        self._number += 1
        self.progressed.emit(job.name, 0.0, 0)
        report = partial(self._reported.emit, self._number)
        self._background.ask(partial(_work, job, self._current(), report))

    def _rest(self) -> None:
        self._job = None
        self._number += 1
        self.rested.emit()

    def _go_on(self) -> None:
        if self._waiting:
            self._next()
        else:
            self._rest()

    def _on_reported(self, number: int, share: float, found: int) -> None:
        if number == self._number and self._job is not None:
            self.progressed.emit(self._job.name, share, found)

    def _on_answered(self, answer: object) -> None:
        if isinstance(answer, Loaded):
            if answer.before is not self._current():  # changed meanwhile: what was read stays, the rest is done again
                self._background.ask(partial(_put_together, answer.job, answer.reading, self._current()))
                return
            self.loaded.emit(answer)
        elif isinstance(answer, Refused):
            self.refused.emit(answer)
        self._go_on()

    def _on_failed(self, _error: object) -> None:
        if self._job is not None:
            sentence = self.tr("“{name}” could not be read: the reader failed. The list of URLs is as it was.")
            self.refused.emit(Refused(self._job, sentence.format(name=self._job.name)))
        self._go_on()


def _work(
    job: Job, before: UrlSet, report: Callable[[float, int], None], is_dropped: Callable[[], bool]
) -> Loaded | Refused:
    try:
        reading = job.read(Task(_Reporter(report), is_dropped))
    except RobotStudioError as error:
        return Refused(job, str(error))
    return _put_together(job, reading, before, is_dropped)


def _put_together(job: Job, reading: Reading, before: UrlSet, _is_dropped: Callable[[], bool]) -> Loaded:
    urls = before.replaced(job.replaces, reading.urls) if job.replaces else before.with_added(reading.urls)
    return Loaded(job, reading, before, urls)


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
