"""Work that a key never waits for: cut into steps, one in each turn of the event loop, each painted at once."""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from robotstudio.ui.jobs.interpreter import WINDOW_FIRST

Steps = Iterator[None]
"""Work that pauses where a key may come between: what is shown by then must hold by itself."""


_FAST = 0.12  # seconds between keys: of those that come more slowly nobody knows when the next will be
_KEYS = 4
_GRACE = 0.012  # seconds: a key may come a little later than the one before did
_MOST_RESERVED = 0.6  # of the time between two keys: what takes longer is begun right behind a key


class Rhythm:
    """When the next key is to be expected: one that is held down comes thirty times a second."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._keys: deque[float] = deque(maxlen=_KEYS)

    def note_key(self) -> None:
        """A key was pressed."""
        self._keys.append(self._clock())

    def forget(self) -> None:
        """Something else was done than to type."""
        self._keys.clear()

    def wait_for(self, seconds: float) -> float:
        """How long to wait with what takes so long, so that the next key does not wait for it; 0 where it fits before.

        It is a moment, and where no key comes in it nothing waits any longer.
        """
        gaps = [after - before for before, after in pairwise(self._keys)]
        if len(gaps) < _KEYS - 1 or max(gaps) > _FAST:
            return 0
        now, gap = self._clock(), min(gaps)
        due = self._keys[-1] + gap
        is_in_time = now + min(seconds, gap * _MOST_RESERVED) <= due
        return 0 if is_in_time else max(due + _GRACE - now, 0)


class Turns(QObject):
    """Does one step of what waits in each turn of the event loop, and tells of it: what has changed is then painted.

    A key paints all of the window that is out of date, so that what a step had left unpainted would be paid by a key.
    A step that would keep the next of many keys waiting is begun behind it: `rhythm` knows when that one is due, and
    how long a step takes is what the same one took lately.
    """

    stepped = Signal()

    def __init__(self, parent: QObject, clock: Callable[[], float] = perf_counter) -> None:
        super().__init__(parent)
        self._clock = clock
        self.rhythm = Rhythm(clock)
        self._waiting: dict[str, Steps] = {}
        self._places: dict[str, int] = {}
        self._took: dict[tuple[str, int], float] = {}
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)

    def take(self, name: str, steps: Steps) -> None:
        """Do this after what waits already; it takes the place of what waits under the same name."""
        self._waiting[name] = steps
        self._places[name] = 0
        if not self._timer.isActive():
            self._timer.start()

    def drop(self, name: str) -> None:
        """Do no more of this."""
        self._waiting.pop(name, None)

    def is_waiting(self, name: str) -> bool:
        """Whether a step of this is still to be done."""
        return name in self._waiting

    def close(self) -> None:
        """Do nothing any more."""
        self._timer.stop()
        self._waiting.clear()

    def note_key(self) -> None:
        """A key was pressed: what waits may go on behind it."""
        self.rhythm.note_key()
        if self._waiting:
            self._timer.start(0)

    def _on_timeout(self) -> None:
        if not self._waiting:
            return
        name = next(iter(self._waiting))
        wait = self.rhythm.wait_for(self._took.get((name, self._places[name]), 0))
        if wait:
            self._timer.start(ceil(wait * 1000))
            return
        with WINDOW_FIRST:
            self._step(name)

    def _step(self, name: str) -> None:
        steps, place, start = self._waiting[name], self._places[name], self._clock()
        is_over = True
        try:
            is_over = next(steps, self) is self
        finally:
            if self._waiting.get(name) is steps:
                self._places[name] = place + 1
                if is_over:
                    del self._waiting[name]
            if self._waiting:
                self._timer.start(0)
        self.stepped.emit()
        took = self._clock() - start
        self._took[name, place] = max(took, (took + self._took.get((name, place), 0)) / 2)


def paint_now(widget: QWidget) -> None:
    """Paint what is out of date in the window of a widget; Qt would see to all events that wait first."""
    with WINDOW_FIRST:
        QApplication.sendEvent(widget.window(), QEvent(QEvent.Type.UpdateRequest))
