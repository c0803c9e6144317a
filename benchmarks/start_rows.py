"""How fast the program is there, and what it keeps: each beside a bare process of the same kind, in the same run."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from threading import Timer
from time import perf_counter, sleep
from typing import NamedTuple, TypeVar

import psutil

from benchmarks.corpus import Corpus
from benchmarks.table import Cells, Table, three_digits, verdict
from benchmarks.timing import Effort
from robotstudio.project.state import State, StateStore
from robotstudio.store.places import HOME_VARIABLE, Places
from robotstudio.text.language import ENGLISH

_T = TypeVar("_T")

HEADINGS = ("what", "of", "median", "worst", "bare", "÷ bare", "target", "")

PROGRAM = (sys.executable, "-m", "robotstudio")
_BARE = (sys.executable, "-c", "pass")
_BARE_WINDOW = (
    sys.executable,
    "-c",
    """
from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit
application = QApplication([])
window = QMainWindow()
window.setCentralWidget(QPlainTextEdit(window))
window.resize(1440, 900)
window.show()
window.grab()
print("drawn", flush=True)
application.exec()
""",
)
_MOST_STARTS = 5
_IDLE_FOR, _IDLE_SHARE, _PATIENCE = 0.5, 0.04, 120.0  # seconds, of one processor, seconds
_IDLE_TURNS = 5  # on a busy machine a program that wants to go on may have to wait for seconds

_CHECKED_MS = 150.0
_VERSION_MS = 60.0
_DRAWN_MS, _DRAWN_TIMES = 600.0, 3.0
_READY_MS, _READY_TIMES = 1000.0, 8.0
_IDLE_MB, _IDLE_TIMES = 115.0, 2.0
_URLS = tuple(f"https://www.example.com/{part}/{number}" for part in ("a", "shop", "cart", "en") for number in range(5))
"""What is remembered of test URLs, so that a file has verdicts."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A directory in which each process finds a new home, the file of the median, and how often to measure."""

    directory: Path
    file: Path
    starts: int

    def environment(self, code: str = ENGLISH.code) -> Mapping[str, str]:
        """No display, no settings of the user, nothing that another process remembered; bytecode is kept."""
        own = {HOME_VARIABLE: mkdtemp(dir=self.directory), "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": code}
        return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | own


@dataclass(frozen=True, slots=True)
class Compared:
    """Values of a row and those of the bare process, which took turns; the most that is wanted, and how many times."""

    of: str
    unit: str
    values: Sequence[float]
    bare: Sequence[float]
    limit: float
    times: float | None = None

    @property
    def cells(self) -> Cells:
        """The row without its first cell."""
        value, bare = _median(self.values), _median(self.bare)
        is_met = value <= self.limit and (self.times is None or value <= self.times * bare)
        limits = (
            "" if self.limit == inf else f"≤ {three_digits(self.limit)} {self.unit}",
            "" if self.times is None else f"≤ {self.times:g}×",
        )
        target = ", ".join(filter(None, limits))
        shown = (f"{three_digits(number)} {self.unit}" for number in (value, max(self.values), bare))
        return (self.of, *shown, f"{value / bare:.1f}×", target, verdict(is_met=is_met))


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, its words, and how it is measured."""

    name: str
    title: str
    measure: Callable[[Scene], Iterator[Compared]]


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Start: whole processes on the clock, beside bare ones", HEADINGS)
    with TemporaryDirectory(prefix="robotstudio-bench-") as name:
        scene = scene_in(Path(name), corpus, effort)
        for measure in (MEASURES[name] for name in names if name in MEASURES):
            say(measure.title)
            result.rows += [(measure.title, *compared.cells) for compared in measure.measure(scene)]
    return result


def scene_in(directory: Path, corpus: Corpus, effort: Effort) -> Scene:
    """Make a directory with the median file."""
    path = directory / "robots.txt"
    bodies = corpus.sample("median").bodies
    path.write_bytes(sorted(bodies, key=len)[len(bodies) // 2])
    return Scene(directory, path, min(effort.starts, _MOST_STARTS))


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _commands(scene: Scene) -> Iterator[Compared]:
    """From the start of a process to its end."""
    rows = (
        ("--version", _VERSION_MS, ("--version",)),
        ("--help", _VERSION_MS, ("--help",)),
        ("test of the median file, one URL", _CHECKED_MS, ("test", str(scene.file), "--url", "/")),
    )
    for title, limit, arguments in rows:
        pairs = [(run_ms(scene, (*PROGRAM, *arguments)), run_ms(scene, _BARE)) for _ in range(with_first(scene.starts))]
        ours, bare = zip(*without_first(pairs), strict=True)
        yield Compared(title, "ms", ours, bare, limit)


def run_ms(scene: Scene, command: Sequence[str], code: str = ENGLISH.code) -> float:
    """How long a command takes from start to end, in milliseconds; `code` is the language that it speaks."""
    start = perf_counter()
    subprocess.run(
        command,
        env=scene.environment(code),
        cwd=scene.directory,  # a user's, not the checkout's, whose configuration would be read
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=_PATIENCE,
    )
    return (perf_counter() - start) * 1000


def _start(scene: Scene) -> Iterator[Compared]:
    """Measure what is drawn from the start on, with and without a file, on the clock and by the processor."""
    window = (*PROGRAM, "--smoke-test")
    for command, drawn in (
        (window, ("the start page", "the example, evaluated")),
        ((*window, str(scene.file)), ("a file, its text", "a file, its verdicts")),
    ):
        starts = range(with_first(scene.starts))
        pairs = [(_lines_of(scene, command, 2), _lines_of(scene, _BARE_WINDOW, 1)) for _ in starts]
        ours, bare = zip(*without_first(pairs), strict=True)
        targets = (_DRAWN_MS, _DRAWN_TIMES), (_READY_MS, _READY_TIMES)
        for place, (of, (most, times)) in enumerate(zip(drawn, targets, strict=True)):
            for part, limit in (("clock", most), ("processor", inf)):
                values = [getattr(each[place], part) for each in ours]
                beside = [getattr(each[0], part) for each in bare]
                yield Compared(f"{of}, {part}", "ms", values, beside, limit, times)


class Reached(NamedTuple):
    """When a process was so far, in milliseconds from its start; and what it had worked by then."""

    clock: float
    processor: float


def _lines_of(scene: Scene, command: Sequence[str], count: int) -> list[Reached]:
    """When a process has printed each of its first lines."""
    environment = scene.environment()
    StateStore(Places.under(Path(environment[HOME_VARIABLE])).state).save(State(urls=_URLS))
    start, times = perf_counter(), []
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as program, _patience(program):
        assert program.stdout is not None
        process = psutil.Process(program.pid)
        for _ in range(count):
            if b"drawn" not in program.stdout.readline():
                raise RuntimeError(f"{command[1:3]} did not start")
            times.append(Reached((perf_counter() - start) * 1000, sum(process.cpu_times()[:2]) * 1000))
        program.kill()
    return times


def _memory(scene: Scene) -> Iterator[Compared]:
    """Once there is nothing more to do."""
    bare = [_idle_memory(scene, _BARE_WINDOW)]
    for of, arguments in (("the start page", ()), ("the median file", (str(scene.file),))):
        yield Compared(of, "MB", [_idle_memory(scene, (*PROGRAM, *arguments))], bare, _IDLE_MB, _IDLE_TIMES)


def _idle_memory(scene: Scene, command: Sequence[str]) -> float:
    """Return the resident megabytes of a process after it was idle for a while."""
    with subprocess.Popen(command, env=scene.environment(), stdout=subprocess.DEVNULL) as started:
        program = psutil.Process(started.pid)
        give_up, calm = perf_counter() + _PATIENCE, 0
        turns = _IDLE_TURNS if scene.starts > 1 else 1  # a single start only shows that it runs
        while perf_counter() < give_up and calm < turns:
            before = sum(program.cpu_times()[:2])
            sleep(_IDLE_FOR)
            used = sum(program.cpu_times()[:2]) - before
            calm = calm + 1 if before > 0 and used < _IDLE_FOR * _IDLE_SHARE else 0
        resident: float = program.memory_info().rss / 1e6
        started.terminate()
    return resident


@contextmanager
def _patience(program: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Kill a program that has not ended after a long time, so that whoever reads from it goes on."""
    timer = Timer(_PATIENCE, program.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def with_first(starts: int) -> int:
    """One start more than counts."""
    return starts + (starts > 1)


def without_first(pairs: Sequence[_T]) -> Sequence[_T]:
    """Leave out the first start, which fills Python's caches."""
    return pairs[1:] or pairs


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("commands", "a command, from start to end of its process", _commands),
        Measure("start", "the window, from the start of the process until it is drawn", _start),
        Measure("memory", "the window, memory when idle", _memory),
    )
}
