"""Crawls a site in the real window, and measures how long it answers nothing meanwhile; a program of its own.

`python -m benchmarks.crawl_probe ADDRESS FILE [--short]` opens a draft, crawls the site at the address in the Site tab
and prints JSON. For `begin`, from the click on the button until half a second later, `run`, until the crawl ends, and
`end`, until its URLs are listed: the longest time for which the window answered nothing by the clock, for how long of
it its thread worked and stood in line for a processor that another program had, and the most that it ever worked
between two answers, in milliseconds. `parts` and `parts after` are the same while the other parts of the tab are looked
at; `hits` for the time from the key that completes a rule until the hits that it hides are painted so. `pages` says how
many pages were fetched, `seconds` how long that took.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter, thread_time
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from benchmarks.real_window import open_draft, real_window
from benchmarks.site_server import WORDS
from benchmarks.typing_probe import editor_of, turn_until
from robotstudio.crawl.insight.finder import FoundPages
from robotstudio.engine.crawlers import DEFAULT_TOKENS
from robotstudio.ui.app.app import make_application
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.actions import CRAWL, FINDINGS, REACHABILITY, SEARCH
from robotstudio.ui.panels.site.panel import SitePanel

_BEGIN_SECONDS = 0.5
_SHORT = "--short"
_SCHEDULED = Path("/proc/thread-self/schedstat")


class Timing(NamedTuple):
    """Time on a part of the tab, pause between two keys (both in ms), and number of repetitions."""

    look_ms: int = 1_500
    rest_ms: int = 500
    times: int = 8


class Pulse(QObject):
    """Beats as often as the window lets it, and knows what its thread did between two beats."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last = _now()
        self._longest = _Times(0, 0, 0)
        self._hardest = 0.0
        timer = QTimer(self, interval=1)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(self._on_timeout)
        timer.start()

    def take(self) -> Mapping[str, float]:
        """Return the longest pause since the last call, and the most work in any, in milliseconds."""
        self._on_timeout()
        longest, hardest = self._longest, self._hardest
        self._longest, self._hardest = _Times(0, 0, 0), 0.0
        return {**longest._asdict(), "hardest": hardest}

    def _on_timeout(self) -> None:
        pause = _since(self._last)
        self._longest = max(self._longest, pause)
        self._hardest = max(self._hardest, pause.worked)
        self._last = _now()


class _Times(NamedTuple):
    """Milliseconds by the clock; for how many of them the thread worked, and stood in line for a processor."""

    clock: float
    worked: float
    waited: float


def _now() -> _Times:
    return _Times(perf_counter() * 1000, thread_time() * 1000, _waited())


def _since(before: _Times) -> _Times:
    return _Times(*(now - then for now, then in zip(_now(), before, strict=True)))


def _waited() -> float:
    """Return the waiting time that the system reports, 0 if it reports none."""
    try:
        return int(_SCHEDULED.read_text().split()[1]) / 1e6
    except (OSError, ValueError, IndexError):
        return 0.0


def crawl(studio: Studio, address: str, timing: Timing) -> dict[str, object]:
    """Crawl as a person does, and measure."""
    crawling = studio.site.crawling
    studio.window.show_tab("site")
    crawling.ask()
    crawling.dialog.start.setText(address)
    crawling.dialog.rate.setValue(0)
    QTest.qWait(500)
    listed: list[bool] = []
    crawling.listing.answered.connect(lambda _listing: listed.append(crawling.is_running))
    pulse = Pulse(studio)
    start = perf_counter()
    crawling.dialog.crawl_button.click()
    turn_until(lambda: perf_counter() - start >= _BEGIN_SECONDS)
    measured: dict[str, object] = {"begin": pulse.take()}
    panel = studio.site.panel
    look(panel, timing)
    measured["parts"] = pulse.take()
    turn_until(lambda: not crawling.is_running)
    measured |= {"run": pulse.take(), "seconds": perf_counter() - start}
    turn_until(lambda: bool(listed) and not listed[-1])
    QTest.qWait(500)
    progress = crawling.progress
    measured |= {"end": pulse.take(), "pages": progress.fetched if progress else 0}
    look(panel, timing)
    measured |= {"parts after": pulse.take()}
    panel.show_part(SEARCH)
    return measured | {"hits": Hiding(studio).measure(timing)}


class Hiding(QObject):
    """Types a rule that hides all pages which were found, again and again, and sees when they are gone."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._edit, self._search = editor_of(studio), studio.site.crawling.finder
        self._hidden = self._painted = self._is_whole = False
        self._search.background.answered.connect(self._on_answered)
        self._search.found.viewport().installEventFilter(self)

    def measure(self, timing: Timing) -> Sequence[Mapping[str, float]]:
        """Return the milliseconds from each key until the hits are painted as hidden."""
        self._search.field.setText(WORDS[0])
        place_caret_behind(self._edit)
        for letter in f"User-agent: {DEFAULT_TOKENS[0]}":
            QTest.keyClicks(self._edit, letter)
        QTest.keyClick(self._edit, Qt.Key.Key_Return)
        QTest.keyClicks(self._edit, "Disallow: ")
        turn_until(lambda: self._is_whole)
        QTest.qWait(timing.look_ms)
        times = []
        for _ in range(timing.times):
            self._hidden = self._painted = False
            before = _now()
            QTest.keyClicks(self._edit, "/")
            turn_until(lambda: self._painted)
            times.append(_since(before)._asdict())
            QTest.qWait(timing.rest_ms)
            QTest.keyClick(self._edit, Qt.Key.Key_Backspace)
            QTest.qWait(timing.rest_ms)
        return times

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Note the first paint after the answer, which shows it."""
        self._painted = self._painted or (self._hidden and event.type() is QEvent.Type.Paint)
        return False

    def _on_answered(self, found: FoundPages) -> None:
        self._hidden = bool(found.pages) and not found.may_find(0)
        self._is_whole = bool(found.pages) and found.is_whole


def place_caret_behind(edit: QPlainTextEdit) -> None:
    """Begin a group of one's own at the end of the draft."""
    edit.moveCursor(QTextCursor.MoveOperation.End)
    for _ in range(2):
        QTest.keyClick(edit, Qt.Key.Key_Return)


def look(panel: SitePanel, timing: Timing) -> None:
    """Go from one part of the tab to the next, and back."""
    for part in (REACHABILITY, FINDINGS, SEARCH, CRAWL):
        panel.show_part(part)
        QTest.qWait(timing.look_ms)


def main() -> int:
    """Measure as the command line says."""
    address, file, *short = sys.argv[1:]
    timing = Timing(look_ms=100, rest_ms=50, times=1) if _SHORT in short else Timing()
    with real_window(make_application()) as studio:
        open_draft(studio, Path(file))
        print(json.dumps(crawl(studio, address, timing)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
