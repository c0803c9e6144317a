"""What another language than English costs: for each text, for each key, and for a start."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import start_rows
from benchmarks.corpus import Corpus
from benchmarks.table import Cells, Table, seconds, three_digits, verdict
from benchmarks.timing import QUICK, Effort
from robotstudio import assets
from robotstudio.text.locale import words_of
from robotstudio.ui.shell.actions import ACTIONS

if sys.platform != "win32":
    import resource

HEADINGS = ("what", "of", "English", "简体中文", "Русский", "target", "")

_LANGUAGES = ("en", "zh_CN", "ru")
_TEXT_SECONDS, _MORE_MS = 5e-6, 20.0
_URLS, _KEYS = 200, 10
_PROGRAM_WINDOW = "the window, until the example is drawn"
_BARE_WINDOW = "– a bare window with the texts of all actions"
_BARE_LETTERS = (
    sys.executable,
    "-c",
    """
import sys
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
application = QApplication([])
text, *files = sys.argv[1:]
families = [QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(file))[0] for file in files]
font = QFont(families)
font.setPixelSize(13)
label = QLabel(text)
label.setFont(font)
label.setWordWrap(True)
window = QMainWindow()
window.setCentralWidget(label)
window.resize(1440, 900)
window.show()
window.grab()
""",
)
"""Shows a text in one size: with that of all actions, as many letters more in Chinese as our whole window loads."""
_PATIENCE = 600.0  # seconds


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, its words, and how it is measured."""

    name: str
    title: str
    measure: Callable[[start_rows.Scene, Corpus, Effort], Iterator[Cells]]


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Languages", HEADINGS)
    with TemporaryDirectory(prefix="robotstudio-bench-") as name:
        scene = start_rows.scene_in(Path(name), corpus, effort)
        for measure in (MEASURES[name] for name in names if name in MEASURES):
            say(measure.title)
            result.rows += [(measure.title, *cells) for cells in measure.measure(scene, corpus, effort)]
    return result


def _texts(scene: start_rows.Scene, corpus: Corpus, effort: Effort) -> Iterator[Cells]:
    """How long a text takes, and how many are asked for."""
    urls = scene.directory / "urls"
    urls.write_text("\n".join(corpus.urls[:_URLS]), "utf-8")
    keys = str(min(_KEYS, effort.keys))
    found = {}
    for code in _LANGUAGES:
        manner = (code, str(scene.file), str(urls), keys, "quick" if effort is QUICK else "full")
        done = subprocess.run(
            (sys.executable, "-m", "benchmarks.language_probe", *manner),
            env=scene.environment(code),
            stdout=subprocess.PIPE,
            check=True,
            timeout=_PATIENCE,
        )
        found[code] = json.loads(done.stdout)
    for of in ("translate", "say", "count"):
        values = [found[code][of] for code in _LANGUAGES]
        is_met = max(values) <= _TEXT_SECONDS
        yield (f"{of}, one text", *map(seconds, values), f"≤ {seconds(_TEXT_SECONDS)}", verdict(is_met=is_met))
    for of, name in (("texts until the verdicts are shown", "opening"), ("texts for a key, the most", "keys")):
        yield (of, *(f"{max(found[code][name]):,}" for code in _LANGUAGES), "–", "")


def _starts(scene: start_rows.Scene, _corpus: Corpus, effort: Effort) -> Iterator[Cells]:
    """All that a process works; the languages take turns, and the best start of each in a run is compared."""
    ways: dict[str, Callable[[str], Sequence[str]]] = {
        "--version": lambda _code: (*start_rows.PROGRAM, "--version"),
        "lint of the median file": lambda _code: (*start_rows.PROGRAM, "lint", "--fail-on", "never", str(scene.file)),
        _PROGRAM_WINDOW: lambda _code: (*start_rows.PROGRAM, "--smoke-test"),
        _BARE_WINDOW: _bare_letters,
    }
    for of, command in ways.items():
        runs = [_best_of(scene, command) for _ in range(effort.runs)]
        more = [max(run[code] - run["en"] for run in runs) for code in _LANGUAGES[1:]]
        english = f"{three_digits(min(run['en'] for run in runs))} ms"
        target = ("–", "") if of == _BARE_WINDOW else (f"≤ {_MORE_MS:+.0f} ms", verdict(is_met=max(more) <= _MORE_MS))
        yield (of, english, *(f"{value:+.1f} ms" for value in more), *target)


def _bare_letters(code: str) -> Sequence[str]:
    """Measure a window that only draws the texts: Chinese has more letters, which no catalogue can avoid."""
    text = " ".join(words_of(code).message(row.text) for row in ACTIONS)
    names = ("Inter-Regular.otf", "RobotStudioHan-Regular.otf")
    return (*_BARE_LETTERS, text, *(str(assets.path("fonts") / name) for name in names))


def _best_of(scene: start_rows.Scene, command: Callable[[str], Sequence[str]]) -> Mapping[str, float]:
    """Return the best start in each language, in milliseconds."""
    taken: dict[str, list[float]] = {code: [] for code in _LANGUAGES}
    for turn in range(start_rows.with_first(scene.starts)):
        for code in _LANGUAGES if turn % 2 else reversed(_LANGUAGES):
            before = _worked()
            start_rows.run_ms(scene, command(code), code)
            taken[code].append((_worked() - before) * 1000)
    return {code: min(start_rows.without_first(values)) for code, values in taken.items()}


def _worked() -> float:
    """Return the processor seconds of all processes that have ended; on Windows, the clock."""
    if sys.platform == "win32":
        return perf_counter()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("texts", "a text, processor", _texts),
        Measure("language-start", "a start, processor; how much more than in English", _starts),
    )
}
