"""The real window, without a display: each measurement in a process of its own, so that nothing leaks into another."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from benchmarks.bulk_work import site_urls
from benchmarks.corpus import Corpus
from benchmarks.crawl_rows import PAGES, served_site
from benchmarks.table import Cells, Table, three_digits, verdict
from benchmarks.timing import Effort
from robotstudio.store.places import HOME_VARIABLE

HEADINGS = ("what", "file", "median", "p95", "worst", "p95 of processor", "÷ bare", "target", "")
URLS, CRAWLERS = 1_000, 10
_SURVEY_MS, _FRAME_MS = 3_000.0, 33.0
VERDICTS_MS, THEME_MS, LANGUAGE_MS = 100.0, 150.0, 600.0
_KEYS_MS, _ANSWERS_MS = (16.0, 50.0), (VERDICTS_MS, 300.0)  # in a small file, and in one of 499 KiB

_MEDIAN, _MIDDLE, _LARGE = "median", "95th percentile", "largest 1"
_SWITCHES = 11
_LONG_PATIENCE = 600.0  # seconds
_PATIENCE = 600.0  # seconds


@dataclass(frozen=True, slots=True)
class Series:
    """Values measured for one row, in one unit.

    `processor` is what the same took without waiting for the machine and for other threads; `bare` is what a plain
    editor took for the same.
    """

    file: str
    unit: str
    values: Sequence[float]
    limit: float | None = None
    judged: str = ""  # which number the limit is for
    processor: Sequence[float] = ()
    bare: Sequence[float] = ()
    bare_processor: Sequence[float] = ()

    @property
    def ratio(self) -> float:
        """How many times as long as in the plain editor nineteen of twenty took at most."""
        return percentile(self.values, 0.95) / percentile(self.bare, 0.95) if self.bare else 0.0

    @property
    def cells(self) -> Cells:
        """The row without its first cell; a single value stands in the first column."""
        found = {"median": percentile(self.values, 0.5), "p95": percentile(self.values, 0.95), "": self.values[0]}
        found |= {"worst": max(self.values)}
        numbers = [found["median"], found["p95"], found["worst"]] if len(self.values) > 1 else [found[""]]
        shown = [f"{three_digits(number)} {self.unit}" for number in numbers]
        shown += ["–"] * (3 - len(shown))
        processor = f"{three_digits(percentile(self.processor, 0.95))} {self.unit}" if self.processor else "–"
        wanted = ("–", "")
        if self.limit is not None:
            target = f"{self.judged} ≤ {three_digits(self.limit)} {self.unit}".lstrip()
            wanted = (target, verdict(is_met=found[self.judged] <= self.limit))
        return (self.file, *shown, processor, self._ratios, *wanted)

    @property
    def _ratios(self) -> str:
        if not self.bare:
            return "–"
        worked = percentile(self.processor, 0.95) / percentile(self.bare_processor, 0.95)
        return f"{three_digits(self.ratio)}×, processor {three_digits(worked)}×"


@dataclass(frozen=True, slots=True)
class Scene:
    """What the measurements of the window share: files to open, and a directory in which each run finds a new home."""

    directory: Path
    median: Path
    large: Path
    urls: Path
    names: Mapping[Path, str]
    middle: Path
    real_urls: Sequence[str]
    surveyed: Path
    effort: Effort
    typed: dict[tuple[Path, str, int], Mapping[str, list[float]]] = field(default_factory=dict)

    @property
    def files(self) -> tuple[Path, ...]:
        """Those that are typed into; one is enough to see that it runs."""
        return (self.median, self.large)[: self.effort.runs]

    def environment(self) -> Mapping[str, str]:
        """No display, no settings of the user, and nothing that another run remembered."""
        return os.environ | {HOME_VARIABLE: mkdtemp(dir=self.directory), "QT_QPA_PLATFORM": "offscreen"}


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, its words, and how it is measured."""

    name: str
    title: str
    measure: Callable[[Scene], Iterator[Series]]


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Window: the real one, without a display; milliseconds on the clock", HEADINGS)
    with _scene(corpus, effort) as scene:
        for measure in (MEASURES[name] for name in names if name in MEASURES):
            say(measure.title)
            result.rows += [(measure.title, *series.cells) for series in measure.measure(scene)]
    return result


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the others does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


@contextmanager
def _scene(corpus: Corpus, effort: Effort) -> Iterator[Scene]:
    with TemporaryDirectory(prefix="robotstudio-bench-") as name:
        directory = Path(name)
        samples = {directory / name: corpus.sample(name) for name in (_MEDIAN, _MIDDLE, _LARGE)}
        for path, sample in samples.items():
            path.write_bytes(sorted(sample.bodies, key=len)[len(sample.bodies) // 2])
        urls = directory / "urls"
        urls.write_text("\n".join(corpus.urls[:URLS]), "utf-8")
        names = {path: sample.name for path, sample in samples.items()}
        yield Scene(
            directory,
            directory / _MEDIAN,
            directory / _LARGE,
            urls,
            names,
            directory / _MIDDLE,
            corpus.urls,
            corpus.folder or _written(directory / "surveyed", corpus),
            effort,
        )


def _written(folder: Path, corpus: Corpus) -> Path:
    """Every file of a corpus that was generated, as a survey finds them."""
    folder.mkdir()
    for number, body in enumerate(body for sample in corpus.samples for body in sample.bodies):
        (folder / f"{number}.txt").write_bytes(body)
    return folder


def _typing(scene: Scene, kind: str) -> Iterator[Series]:
    """Each file in a few runs, of which the worst counts, beside what the plain editor took in it."""
    for path, limit, answered in zip(scene.files, _KEYS_MS, _ANSWERS_MS, strict=False):
        runs = [_type(scene, path, kind, number) for number in range(scene.effort.runs)]
        made = [
            Series(
                scene.names[path],
                "ms",
                run["clock"],
                limit,
                "p95",
                run["processor"],
                run["bare"],
                run["bare processor"],
            )
            for run in runs
        ]
        worst = max(range(len(made)), key=lambda number: made[number].ratio)
        yield made[worst]
        yield Series(
            "– the plain editor in that run", "ms", runs[worst]["bare"], processor=runs[worst]["bare processor"]
        )
        yield Series("– until its verdicts are painted", "ms", runs[worst]["verdicts"], answered, "p95")
        yield Series("– all that it sets off, processor", "ms", runs[worst]["whole"])


def _occupied(scene: Scene) -> Iterator[Series]:
    """While the linter, a comparison and a fetch are at work."""
    for path, limit, answered in zip(scene.files, _KEYS_MS, _ANSWERS_MS, strict=False):
        runs = [_type(scene, path, "letters busy", number) for number in range(scene.effort.runs)]
        worst = max(runs, key=lambda run: percentile(run["clock"], 0.95))
        yield Series(scene.names[path], "ms", worst["clock"], limit, "p95")
        yield Series("– until its verdicts are painted", "ms", worst["verdicts"], answered, "p95")
        beside = max((run["beside"] for run in runs), key=partial(percentile, share=0.5))
        yield Series("– the other threads of the process meanwhile, processor", "ms", beside or [0.0])


def _type(scene: Scene, path: Path, kind: str, run: int = 0) -> Mapping[str, list[float]]:
    """Return what the probe measured; two rows may be about the same run."""
    if (path, kind, run) in scene.typed:
        return scene.typed[path, kind, run]
    arguments = (str(path), str(scene.urls), str(CRAWLERS), str(scene.effort.keys), *kind.split())
    command = (sys.executable, "-m", "benchmarks.typing_probe", *arguments)
    done = subprocess.run(command, env=scene.environment(), stdout=subprocess.PIPE, check=True, timeout=_PATIENCE)
    scene.typed[path, kind, run] = json.loads(done.stdout)
    return scene.typed[path, kind, run]


def _letters(scene: Scene) -> Iterator[Series]:
    return _typing(scene, "letters")


def _lines(scene: Scene) -> Iterator[Series]:
    return _typing(scene, "lines")


def _memory(scene: Scene) -> Iterator[Series]:
    for path in scene.files:
        resident = _type(scene, path, "letters")["resident"]
        yield Series(scene.names[path], "MB", [resident[0] / 1e6])


def _theme(scene: Scene) -> Iterator[Series]:
    """From the choice until the window is painted in the other colours."""
    return _switching(scene, "theme", THEME_MS)


def _language(scene: Scene) -> Iterator[Series]:
    """From the choice until all that is seen is said in the other language."""
    return _switching(scene, "language", LANGUAGE_MS)


def _switching(scene: Scene, kind: str, limit: float) -> Iterator[Series]:
    command = (
        sys.executable,
        "-m",
        "benchmarks.switch_probe",
        kind,
        str(scene.median),
        str(min(_SWITCHES, scene.effort.keys)),
    )
    done = subprocess.run(command, env=scene.environment(), stdout=subprocess.PIPE, check=True, timeout=_PATIENCE)
    measured: Mapping[str, list[float]] = json.loads(done.stdout)
    yield Series(scene.names[scene.median], "ms", measured["clock"], limit, "p95", measured["processor"])


_CROWD = (
    ("load", "load the URLs from a file, until they are shown", "median", 6000.0),
    ("key", "a key, until the matrix is painted", "p95", 120.0),
    ("sort", "sort by URL or by a crawler", "p95", 300.0),
    ("filter", "choose a filter", "p95", 300.0),
    ("search", "search, and clear the search", "p95", 300.0),
    ("select", "select everything", "median", 50.0),
    ("scroll", "scroll", "p95", 50.0),
    ("resize", "change the size of the window", "p95", 50.0),
)
_STALL_MS, _LOADING_STALL_MS, _BYTES = 50.0, 33.0, 400.0


def _crowd(scene: Scene) -> Iterator[Series]:
    """One process for all of it: what is measured, and for each the longest time without an answer."""
    urls = scene.directory / "crowd"
    with urls.open("w", encoding="utf-8") as file:
        file.writelines(f"{url}\n" for url in site_urls(scene.real_urls, scene.effort.bulk))
    command = (sys.executable, "-m", "benchmarks.crowd_probe", str(scene.middle), str(urls), str(scene.effort.keys))
    done = subprocess.run(command, env=scene.environment(), stdout=subprocess.PIPE, check=True, timeout=_LONG_PATIENCE)
    measured: Mapping[str, list[float]] = json.loads(done.stdout)
    for name, title, judged, limit in _CROWD:
        values = measured[name]
        yield Series(title, "ms", values, limit, judged if len(values) > 1 else "")
        stall = _LOADING_STALL_MS if name == "load" else _STALL_MS
        yield Series("– the longest stall meanwhile", "ms", [max(measured[f"{name}, stall"])], stall)
    yield Series("memory for each URL", "bytes", measured["bytes"], _BYTES)


_CRAWLED = (
    ("begin", "until half a second after its start"),
    ("run", "until it ends"),
    ("end", "until its URLs are listed"),
    ("parts", "while one goes from part to part of the tab"),
    ("parts after", "the same when it has ended"),
)
_FEW_PAGES = 60


def _crawling(scene: Scene) -> Iterator[Series]:
    """Return the longest stalls of a crawl, without the time that the window's thread waited for a processor."""
    count = PAGES if scene.effort.runs > 1 else _FEW_PAGES
    short = () if scene.effort.runs > 1 else ("--short",)  # a single run only shows that it runs
    runs: list[Mapping[str, Any]] = []
    for _ in range(scene.effort.runs):
        with served_site(count) as address:
            command = (sys.executable, "-m", "benchmarks.crawl_probe", address, str(scene.median), *short)
            environment = {**scene.environment(), "no_proxy": "*"}
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, timeout=_LONG_PATIENCE)
        runs.append(json.loads(done.stdout))
    for name, title in _CRAWLED:
        # Not all that a thread waits is told at once: what it worked in any pause is the least that counts.
        stalls = [max(run[name]["hardest"], run[name]["clock"] - run[name]["waited"]) for run in runs]
        yield Series(title, "ms", stalls, _LOADING_STALL_MS, "worst", [run[name]["hardest"] for run in runs])
    hits = [each for run in runs for each in run["hits"]]
    gone = [max(each["worked"], each["clock"] - each["waited"]) for each in hits]
    title = "– from a key until the hits that its rule hides are painted as hidden"
    yield Series(title, "ms", gone, VERDICTS_MS, "worst", [each["worked"] for each in hits])


# Processes of their own import the main module of the program anew: it is no file here, as it is nearly none there.
_SURVEY = "import sys; from benchmarks.survey_probe import main; sys.exit(main())"


def _surveying(scene: Scene) -> Iterator[Series]:
    """How long one waits for the first figure of all files, and the longest stall until then."""
    runs: list[Mapping[str, Any]] = []
    for _ in range(scene.effort.runs):
        command = (sys.executable, "-c", _SURVEY, str(scene.surveyed), str(scene.median))
        done = subprocess.run(
            command, env=scene.environment(), stdout=subprocess.PIPE, check=True, timeout=_LONG_PATIENCE
        )
        runs.append(json.loads(done.stdout))
    title = f"until the first figure of {sum(1 for _ in scene.surveyed.iterdir()):,} files is painted"
    yield Series(title, "ms", [1000 * run["seconds"] for run in runs], _SURVEY_MS, "worst")
    worked = [1000 * run["worked"] for run in runs]
    yield Series("– processor time of the window and its processes", "ms", worked)
    stalls = [max(run["stall"]["hardest"], run["stall"]["clock"] - run["stall"]["waited"]) for run in runs]
    yield Series("– the longest stall meanwhile", "ms", stalls, _FRAME_MS, "worst")


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("typing", f"a key until its letter is painted, {URLS:,} URLs × {CRAWLERS} crawlers", _letters),
        Measure("typing-lines", "Enter or Backspace between lines, the same", _lines),
        Measure("typing-busy", "a key while it is checked, compared and fetched, the same", _occupied),
        Measure("theme", "light to dark or back, every tab looked at before", _theme),
        Measure("language", "from one language to another, every tab looked at before", _language),
        Measure("memory-typed", "memory, after typing", _memory),
        Measure("crowd", "1,000,000 URLs × the crawlers of a first start", _crowd),
        Measure("survey-window", "a survey of all files", _surveying),
        Measure("crawling", f"a crawl of {PAGES:,} pages, the longest stall", _crawling),
    )
}
