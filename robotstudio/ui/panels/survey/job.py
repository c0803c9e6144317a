"""A survey in the background: processes of their own do the work, a thread puts together what they find."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.language import Told
from robotstudio.io.survey.inputs import bodies_of, shards_of
from robotstudio.io.survey.running import Execute, Plan, Pool, Progress, run
from robotstudio.io.survey.unfinished import Unfinished
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.agents import Surveyed
from robotstudio.survey.farms import Farm
from robotstudio.survey.figures import FIGURES, Table
from robotstudio.survey.figures.changes import Change, changes_of
from robotstudio.survey.kinship import MOST_READ, Kinship, kinship_of
from robotstudio.survey.result import Survey
from robotstudio.ui.background import Background

_MOST_WORKERS = 8


@dataclass(frozen=True, slots=True)
class Result:
    """A survey with the tables of its figures by their ids, what could not be read, and what changed since an older."""

    survey: Survey
    tables: Mapping[str, Table]
    troubles: tuple[Told, ...] = ()
    changes: tuple[Change, ...] = ()


class SurveyJob(QObject):
    """Works on the last inputs that it was given; `failed` carries the exception."""

    progressed = Signal(object)  # Progress
    ended = Signal(object)  # Result
    failed = Signal(object)

    _reported = Signal(int, object)

    def __init__(self, parent: QObject, unfinished: Unfinished, execute: Execute | None = None) -> None:
        super().__init__(parent)
        self._unfinished = unfinished
        self._number = 0
        self._execute = execute
        self._background = Background("survey", self)
        self._background.answered.connect(self.ended)
        self._background.failed.connect(self.failed)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    def start(self, paths: Sequence[Path], newer: Survey | None = None) -> None:
        """Read these inputs; what is under way is given up. Where there is a newer survey, they are held against it."""
        self._number += 1
        report = partial(self._reported.emit, self._number)
        kept = None if newer else self._unfinished
        self._background.ask(partial(_survey, tuple(paths), newer, kept, self._execute, report))

    def cancel(self) -> None:
        """Give up what is under way."""
        self._number += 1
        self._background.cancel()

    def close(self) -> None:
        """End the thread and the processes."""
        self._number += 1
        self._background.close()

    def _on_reported(self, number: int, progress: Progress) -> None:
        if number == self._number:
            self.progressed.emit(progress)


def _survey(
    paths: Sequence[Path],
    newer: Survey | None,
    unfinished: Unfinished | None,
    execute: Execute | None,
    report: Callable[[Progress], None],
    is_cancelled: Callable[[], bool],
) -> Result:
    shards = [shard for path in paths for shard in shards_of(path)]
    workers = min(os.cpu_count() or 1, len(shards), _MOST_WORKERS)
    plan = Plan(Surveyed())
    store = unfinished.begin(paths) if unfinished else None
    finished = run(shards, plan, execute or Pool(max(workers, 1), is_cancelled), store, report)
    if unfinished:
        unfinished.end(paths, shards, plan)
    survey = newer.against(finished.survey) if newer else finished.survey
    return Result(survey, dict(_tables(survey, is_cancelled)), finished.troubles, changes_of(survey))


def _tables(survey: Survey, is_cancelled: Callable[[], bool]) -> Iterator[tuple[str, Table]]:
    for name, figure in FIGURES.items():
        if is_cancelled():
            raise Cancelled
        yield name, figure.table(survey)


def file_of(paths: Sequence[Path], host: str, is_cancelled: Callable[[], bool]) -> tuple[str, bytes | None]:
    """The host and its file, looked for in the inputs; None where it is in none of them."""
    return host, bodies_of(paths, [host.lower()], is_cancelled).get(host.lower())


def kinship_in(paths: Sequence[Path], farm: Farm, is_cancelled: Callable[[], bool]) -> Kinship:
    """What the members of a farm share, by their files in the inputs."""
    return kinship_of(bodies_of(paths, farm.members[:MOST_READ], is_cancelled))
