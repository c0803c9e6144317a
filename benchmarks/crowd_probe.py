"""Loads very many URLs into the real window and works with them; a program of its own.

`python -m benchmarks.crowd_probe FILE URLS KEYS` prints JSON: milliseconds on the clock of each thing that was done,
the longest time for which the window answered nothing meanwhile, and the bytes that it took for each URL.
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter

import psutil
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest

from benchmarks.real_window import open_draft, real_window
from benchmarks.typing_probe import (
    PRESSES,
    Witness,
    editor_of,
    long_pause_ms,
    place_caret,
    turn_until,
    warm_up_keys,
)
from robotstudio.draft.listing.filters import FilterKind
from robotstudio.draft.listing.lister import SortKey
from robotstudio.ui.app.app import make_application
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.jobs.background import Background
from robotstudio.urls.sources.reading import SourceReading, read_source

_PAUSE_MS = 60  # as a fast typist leaves
_REPEATS = 5
_SCROLLED, _RESIZED = 20, 10

Measured = dict[str, list[float]]


class Heart(QObject):
    """Beats as often as the window lets it."""

    def __init__(self, parent: QObject) -> None:
        """Start the heartbeat."""
        super().__init__(parent)
        self._last, self._worst = perf_counter(), 0.0
        timer = QTimer(self)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.setInterval(1)
        timer.timeout.connect(self._on_timeout)
        timer.start()

    def take(self) -> float:
        """Return the longest pause since the last call, in milliseconds."""
        self._on_timeout()
        worst, self._worst = self._worst, 0.0
        return worst * 1000

    def _on_timeout(self) -> None:
        now = perf_counter()
        self._worst, self._last = max(self._worst, now - self._last), now


class Crowd(QObject):
    """The window with very many URLs, and what is measured in it."""

    def __init__(self, studio: Studio, urls: Path, keys: int) -> None:
        """Open a file in a window."""
        super().__init__(studio)
        self._keys = keys
        self._studio = studio
        self._panel = studio.simulation
        self._urls = urls
        self._listed = 0
        self._read: SourceReading | None = None
        self.measured: Measured = {}
        self._heart = Heart(self)
        self._witness = Witness(studio)
        studio.simulation.listed.connect(self._on_listed)

    def load(self) -> None:
        """Read the URLs, as the window does, and wait until their verdicts are painted."""
        session, before = self._studio.session, psutil.Process().memory_info().rss
        background = Background("reading", self)
        background.answered.connect(self._on_read)
        self._heart.take()
        start = perf_counter()
        background.ask(partial(_read, self._urls))
        turn_until(lambda: self._read is not None)
        assert self._read is not None
        session.set_urls(self._read.urls)
        self._read = None
        turn_until(lambda: session.analysis is not None and session.analysis.urls is session.urls)
        turn_until(lambda: self._witness.painted == self._witness.answered)
        self._note("load", start)
        background.close()
        QTest.qWait(2 * long_pause_ms(self._keys))  # for what is given back to the system
        self.measured["bytes"] = [(psutil.Process().memory_info().rss - before) / len(session.urls)]

    def type_keys(self) -> None:
        """Type a rule and take it back."""
        place_caret(self._studio)
        keys, warm_up = self._keys, warm_up_keys(self._keys)
        for number, press in enumerate(islice(PRESSES["letters"](editor_of(self._studio)), warm_up + keys)):
            QTest.qWait(_PAUSE_MS)
            self._heart.take()
            before, start = self._witness.painted, perf_counter()
            press()
            turn_until(partial(self._witness.has_painted_since, before))
            if number >= warm_up:
                self._note("key", start)

    def sort_and_filter(self) -> None:
        """Sort by the columns of the matrix, choose filters and search, each from the list as a whole."""
        session, panel = self._studio.session, self._panel
        tokens = [crawler.token for crawler in session.crawlers]
        for key in (None, *tokens[: _REPEATS - 1]):
            self._list("sort", partial(panel.sort_by, SortKey(key)))
        panel.sort_by(None)
        for kind in (FilterKind.BLOCKED, FilterKind.ALLOWED, FilterKind.NO_RULE, FilterKind.DISAGREE):
            self._list("filter", partial(panel.tool_row.show_kinds, frozenset({kind})))
            panel.tool_row.show_kinds(frozenset())
        for text in ("product", "p*html", "zzz"):
            self._list("search", partial(panel.tool_row.search.setText, text))
            self._list("search", partial(panel.tool_row.search.setText, ""))

    def look_around(self) -> None:
        """Select everything, scroll, and change the size of the window."""
        view, window = self._panel.view, self._studio.window
        view.setFocus()
        self._do("select", partial(QTest.keyClick, view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier))
        bar = view.verticalScrollBar()
        for step in range(1, _SCROLLED + 1):
            self._do("scroll", partial(bar.setValue, bar.maximum() * step // _SCROLLED))
        for step in range(_RESIZED):
            self._do("resize", partial(window.resize, 1440 - 10 * step, 900))

    def _list(self, name: str, ask: Callable[[], object]) -> None:
        QTest.qWait(_PAUSE_MS)
        self._heart.take()
        before, start = self._listed, perf_counter()
        ask()
        turn_until(lambda: self._listed > before)
        QTest.qWait(0)
        self._note(name, start)

    def _do(self, name: str, act: Callable[[], object]) -> None:
        QTest.qWait(1)
        self._heart.take()
        start = perf_counter()
        act()
        QTest.qWait(0)
        self._note(name, start)

    def _note(self, name: str, start: float) -> None:
        self.measured.setdefault(name, []).append((perf_counter() - start) * 1000)
        self.measured.setdefault(f"{name}, stall", []).append(self._heart.take())

    def _on_listed(self, _rows: int) -> None:
        self._listed += 1

    def _on_read(self, reading: SourceReading) -> None:
        self._read = reading


def _read(urls: Path, _is_cancelled: Callable[[], bool]) -> SourceReading:
    return read_source((urls,))


def main() -> int:
    """Measure as the command line says."""
    file, urls, keys = sys.argv[1:]
    with real_window(make_application()) as studio:
        open_draft(studio, Path(file), tab="simulation")
        crowd = Crowd(studio, Path(urls), int(keys))
        for part in _parts(crowd):
            part()
        print(json.dumps(crowd.measured))
    return 0


def _parts(crowd: Crowd) -> Iterator[Callable[[], None]]:
    yield crowd.load
    yield crowd.type_keys
    yield crowd.sort_and_filter
    yield crowd.look_around


if __name__ == "__main__":
    sys.exit(main())
