"""One verdict from each of all real files, from its bytes: beside every parser that people use, in one run.

robotspy and google/robotstxt are measured if they are there: the first as the package `robotspy`, the second as a
library whose path is in the variable GOOGLE_ROBOTSTXT, made of a checkout and the package of Abseil:

    g++ -O2 -std=c++17 -shared -fPIC -I CHECKOUT -o librobots.so benchmarks/google_robotstxt.cc CHECKOUT/robots.cc
        -labsl_strings -labsl_throw_delegate -labsl_raw_logging_internal
"""

import ctypes
import importlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.robotparser import RobotFileParser

from protego import Protego

from benchmarks.contests import OURS, PROTEGO, ROBOTPARSER
from benchmarks.corpus import AGENT, Corpus, text_of
from benchmarks.table import Table, seconds, three_digits
from benchmarks.timing import Effort, Task, compare
from robotstudio.engine import Robots
from robotstudio.engine.tokens import GOOGLE_LINES

HEADINGS = ("what", "parser", "median of a file", "all of them", "MB/s", "÷ ours")
ROBOTSPY, GOOGLE = "robotspy", "google/robotstxt (C++)"

Decide = Callable[[bytes, str], object]


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, and its words."""

    name: str
    title: str


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    bodies = [body for sample in corpus.samples for body in sample.bodies]
    if corpus.folder and effort.turn:
        bodies = [path.read_bytes() for path in sorted(corpus.folder.iterdir())]
    result = Table(f"Parsers: one verdict from each of {len(bodies):,} files", HEADINGS)
    for measure in (MEASURES[name] for name in names if name in MEASURES):
        say(measure.title)
        median = sorted(bodies, key=len)[len(bodies) // 2]
        every = _times(bodies, corpus.urls[0], effort)
        single = _times([median], corpus.urls[0], effort)
        size = sum(map(len, bodies)) / len(bodies)
        for name, time in every.items():
            speed = three_digits(size / time / 1e6)
            row = (measure.title, name, seconds(single[name]), seconds(time * len(bodies)), speed)
            result.rows.append((*row, f"{three_digits(time / every[OURS])}×"))
    return result


def _times(bodies: list[bytes], url: str, effort: Effort) -> Mapping[str, float]:
    """Return the seconds for a file of each parser."""
    return compare({name: Task(_each(decide, bodies, url), len(bodies)) for name, decide in parsers().items()}, effort)


def _each(decide: Decide, bodies: list[bytes], url: str) -> Callable[[], None]:
    def run() -> None:
        for body in bodies:
            decide(body, url)

    return run


def parsers() -> Mapping[str, Decide]:
    """Return those that are there, ours first."""
    found: dict[str, Decide] = {OURS: _ours, PROTEGO: _protego, ROBOTPARSER: _robotparser}
    if find_spec("robots"):
        found[ROBOTSPY] = _robotspy
    if library := os.environ.get("GOOGLE_ROBOTSTXT"):
        found[GOOGLE] = _google(library)
    return found


def _ours(body: bytes, url: str) -> bool:
    GOOGLE_LINES.known_lines.clear()
    return Robots.parse(body).decide(url, AGENT).allowed


def _protego(body: bytes, url: str) -> bool:
    return bool(Protego.parse(text_of(body)).can_fetch(url, AGENT))


def _robotparser(body: bytes, url: str) -> bool:
    parser = RobotFileParser()
    parser.parse(text_of(body).splitlines())
    return parser.can_fetch(AGENT, url)


def _robotspy(body: bytes, url: str) -> bool:
    parser = importlib.import_module("robots").RobotsParser.from_string(text_of(body))
    return bool(parser.can_fetch(AGENT, url))


def _google(path: str) -> Decide:
    allowed = ctypes.CDLL(path).allowed
    allowed.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_char_p]
    allowed.restype = ctypes.c_bool
    agent = AGENT.encode()
    return lambda body, url: allowed(body, len(body), agent, url.encode())


MEASURES: Mapping[str, Measure] = {
    measure.name: measure for measure in (Measure("public", "parse and decide once, every real file"),)
}
