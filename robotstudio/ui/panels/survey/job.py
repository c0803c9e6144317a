"""A survey in the background: processes of their own do the work, a thread puts together what they find."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.engine.cancelling import Cancelled
from robotstudio.survey.agents import Surveyed
from robotstudio.survey.cluster_comparison import MOST_READ, ClusterComparison, comparison_of
from robotstudio.survey.clusters import HostCluster
from robotstudio.survey.figures import FIGURES, Figure, FigureTable
from robotstudio.survey.figures.changes import BlockedShareChange, changes_of
from robotstudio.survey.reading.inputs import bodies_of, shards_of
from robotstudio.survey.reading.running import NoAnswersError, Plan, Pool, Processes, SurveyProgress, run
from robotstudio.survey.reading.unfinished import Unfinished
from robotstudio.survey.result import Survey
from robotstudio.text.language import Told
from robotstudio.ui.jobs.background import Background

_MOST_WORKERS = 8
_PLAN = Plan(Surveyed())


class SurveyResult(Struct, frozen=True):
    """A survey with the tables of its figures by their ids, what could not be read, and what changed since an older."""

    survey: Survey
    tables: Mapping[str, FigureTable]
    troubles: tuple[Told, ...] = ()
    changes: tuple[BlockedShareChange, ...] = ()


class _Ready:
    """Processes that wait until the inputs are chosen; of the job's thread, and of the window's when that has ended."""

    def __init__(self) -> None:
        self.processes: Processes | None = None

    def begin(self, _is_cancelled: Callable[[], bool] = bool) -> None:
        if self.processes is None:
            self.processes = Processes(min(os.cpu_count() or 1, _MOST_WORKERS))
            with suppress(OSError):  # whoever reads with them says so
                self.processes.warm_up(_PLAN)

    def end(self, _is_cancelled: Callable[[], bool] = bool) -> None:
        if self.processes is not None:
            self.processes.end()
            self.processes = None


class SurveyJob(QObject):
    """Works on the last inputs that it was given; `failed` carries the exception."""

    progressed = Signal(object)  # SurveyProgress
    counted = Signal(object)  # SurveyResult, of which only the farms are still looked for
    ended = Signal(object)  # SurveyResult
    failed = Signal(object)

    _reported = Signal(int, object)

    def __init__(self, parent: QObject, unfinished: Unfinished) -> None:
        super().__init__(parent)
        self._unfinished = unfinished
        self._number = 0
        self._is_reading = False
        self._ready = _Ready()
        self._background = Background("survey", self)
        self._background.answered.connect(self._on_answered)
        self._background.failed.connect(self._on_failed)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    def start(self, paths: Sequence[Path], newer: Survey | None = None) -> None:
        """Read these inputs; what is under way is given up. Where there is a newer survey, they are held against it."""
        self._number += 1
        report = partial(self._reported.emit, self._number)
        kept = None if newer else self._unfinished
        self._is_reading = True
        self._background.ask(partial(_survey, tuple(paths), newer, kept, self._ready, report))

    def look_for_clusters(self, counted: SurveyResult) -> None:
        """Go on with a survey that was given up when only its farms were left."""
        self._number += 1
        self._is_reading = True
        self._background.ask(partial(_with_clusters, counted))

    def prepare(self) -> None:
        """Start the processes while the inputs are being chosen; nothing that is under way is given up for that."""
        if not self._is_reading:
            self._background.ask(self._ready.begin)

    def leave(self) -> None:
        """No inputs were chosen: end the processes that wait for them."""
        if not self._is_reading:
            self._background.ask(self._ready.end)

    def cancel(self) -> None:
        """Give up what is under way."""
        self._number += 1
        self._is_reading = False
        self._background.cancel()

    def close(self) -> None:
        """End the thread and the processes."""
        self._number += 1
        self._background.close()
        self._ready.end()  # the thread, which they belong to, has ended

    def _on_answered(self, answer: object) -> None:
        if isinstance(answer, SurveyResult):
            self._is_reading = False
            self.ended.emit(answer)

    def _on_failed(self, error: Exception) -> None:
        self._is_reading = False
        self.failed.emit(error)

    def _on_reported(self, number: int, report: SurveyProgress | SurveyResult) -> None:
        if number == self._number:
            (self.counted if isinstance(report, SurveyResult) else self.progressed).emit(report)


def _survey(
    paths: Sequence[Path],
    newer: Survey | None,
    unfinished: Unfinished | None,
    ready: _Ready,
    report: Callable[[SurveyProgress | SurveyResult], None],
    is_cancelled: Callable[[], bool],
) -> SurveyResult:
    try:
        shards = [shard for path in paths for shard in shards_of(path)]
        workers = min(os.cpu_count() or 1, len(shards), _MOST_WORKERS)
        store = unfinished.begin(paths) if unfinished else None
        finished = run(shards, _PLAN, Pool(max(workers, 1), is_cancelled, ready.processes), store, report)
    except NoAnswersError:
        if unfinished:
            unfinished.end(paths, shards, _PLAN)
        raise
    finally:
        ready.end()
    if unfinished:
        unfinished.end(paths, shards, _PLAN)
    survey = newer.against(finished.survey) if newer else finished.survey
    counted = [figure for figure in FIGURES.values() if not figure.needs_clusters]
    first = SurveyResult(survey, dict(_tables(counted, survey, is_cancelled)), finished.troubles, changes_of(survey))
    report(first)
    return _with_clusters(first, is_cancelled)


def _with_clusters(counted: SurveyResult, is_cancelled: Callable[[], bool]) -> SurveyResult:
    others = [figure for figure in FIGURES.values() if figure.needs_clusters]
    return replace(counted, tables={**counted.tables, **dict(_tables(others, counted.survey, is_cancelled))})


def _tables(
    figures: Iterable[Figure], survey: Survey, is_cancelled: Callable[[], bool]
) -> Iterator[tuple[str, FigureTable]]:
    for figure in figures:
        if is_cancelled():
            raise Cancelled
        yield figure.id, figure.table(survey)


def file_of(paths: Sequence[Path], host: str, is_cancelled: Callable[[], bool]) -> tuple[str, bytes | None]:
    """The host and its file, looked for in the inputs; None where it is in none of them."""
    return host, bodies_of(paths, [host.lower()], is_cancelled).get(host.lower())


def kinship_in(paths: Sequence[Path], cluster: HostCluster, is_cancelled: Callable[[], bool]) -> ClusterComparison:
    """What the members of a farm share, by their files in the inputs."""
    return comparison_of(bodies_of(paths, cluster.members[:MOST_READ], is_cancelled))
