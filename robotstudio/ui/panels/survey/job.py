"""A survey in the background: separate processes do the work, a thread combines their results."""

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
from robotstudio.survey.figures.snapshots import table_of
from robotstudio.survey.reading.inputs import bodies_of, shards_of
from robotstudio.survey.reading.running import NoAnswersError, Plan, Pool, Processes, SurveyProgress, run
from robotstudio.survey.reading.unfinished import Unfinished
from robotstudio.survey.result import Survey
from robotstudio.survey.tally import period_in
from robotstudio.text.language import Told
from robotstudio.ui.jobs.background import Background

_MOST_WORKERS = 8
_PLAN = Plan(Surveyed())


class SurveyResult(Struct, frozen=True):
    """A survey with the tables of its figures by id, inputs that could not be read, and changes since an older one."""

    survey: Survey
    tables: Mapping[str, FigureTable]
    troubles: tuple[Told, ...] = ()
    changes: tuple[BlockedShareChange, ...] = ()


class _Ready:
    """Processes waiting for inputs. Used by the job's thread, and by the window's after that has ended."""

    def __init__(self) -> None:
        self.processes: Processes | None = None

    def begin(self, _is_cancelled: Callable[[], bool] = bool) -> None:
        if self.processes is None:
            self.processes = Processes(min(os.cpu_count() or 1, _MOST_WORKERS))
            with suppress(OSError):  # the reading reports it
                self.processes.warm_up(_PLAN)

    def end(self, _is_cancelled: Callable[[], bool] = bool) -> None:
        if self.processes is not None:
            self.processes.end()
            self.processes = None


class SurveyJob(QObject):
    """Works on the latest inputs; `failed` carries the exception."""

    progressed = Signal(object)  # SurveyProgress
    counted = Signal(object)  # SurveyResult that lacks only the farms
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
        """Read these inputs, and cancel any running survey. A newer survey is compared with them."""
        self._number += 1
        report = partial(self._reported.emit, self._number)
        kept = None if newer else self._unfinished
        self._is_reading = True
        self._background.ask(partial(_survey, tuple(paths), newer, kept, self._ready, report))

    def look_for_clusters(self, counted: SurveyResult) -> None:
        """Resume a survey that was cancelled when only its farms were missing."""
        self._number += 1
        self._is_reading = True
        self._background.ask(partial(_with_clusters, counted))

    def prepare(self) -> None:
        """Start the processes while the inputs are being chosen, unless a survey is running."""
        if not self._is_reading:
            self._background.ask(self._ready.begin)

    def leave(self) -> None:
        """End the waiting processes: no inputs were chosen."""
        if not self._is_reading:
            self._background.ask(self._ready.end)

    def cancel(self) -> None:
        """Cancel the running survey."""
        self._number += 1
        self._is_reading = False
        self._background.cancel()

    def close(self) -> None:
        self._number += 1
        self._background.close()
        self._ready.end()  # the thread that owns them has ended

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
    plan = replace(_PLAN, date=period_in(*(path.name for path in paths)))
    try:
        shards = [shard for path in paths for shard in shards_of(path)]
        workers = min(os.cpu_count() or 1, len(shards), _MOST_WORKERS)
        store = unfinished.begin(paths) if unfinished else None
        finished = run(shards, plan, Pool(max(workers, 1), is_cancelled, ready.processes), store, report)
    except NoAnswersError:
        if unfinished:
            unfinished.end(paths, shards, plan)
        raise
    finally:
        ready.end()
    if unfinished:
        unfinished.end(paths, shards, plan)
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
        yield figure.id, table_of(figure, survey)


def file_of(paths: Sequence[Path], host: str, is_cancelled: Callable[[], bool]) -> tuple[str, bytes | None]:
    """Return a host with its file in the inputs; None if it is in none of them."""
    return host, bodies_of(paths, [host.lower()], is_cancelled).get(host.lower())


def kinship_in(paths: Sequence[Path], cluster: HostCluster, is_cancelled: Callable[[], bool]) -> ClusterComparison:
    """Compare the members of a farm by their files in the inputs."""
    return comparison_of(bodies_of(paths, cluster.members[:MOST_READ], is_cancelled))
