"""The Python runtime behind a window: scheduling, garbage collection, and returning memory."""

import builtins
import ctypes
import gc
import sys
from contextlib import suppress
from threading import Event

from PySide6.QtCore import QObject, QTimer

_TURN_SECONDS = 0.0001
_LONGEST_PAUSE = 0.05  # seconds
_EVERY_MS = 3000
_YOUNG, _MIDDLE, _OLD = 700, 10, 10
_BURST = 20_000
_CALM_TURNS = 10


class RightOfWay:
    """Keeps computing threads from taking the interpreter while the window works: they pause between two steps.

    Qt releases the interpreter with nearly every call, and a computing thread holds it for a while each time: a key
    whose work takes four milliseconds took thirty.
    """

    def __init__(self) -> None:
        self._is_free = Event()
        self._is_free.set()
        self._depth = 0

    def __enter__(self) -> None:
        self._depth += 1
        self._is_free.clear()

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._is_free.set()

    @property
    def is_free(self) -> bool:
        """True if the window is idle."""
        return self._is_free.is_set()

    def give(self) -> None:
        """Give the window priority for a limited time; called by other threads between two steps."""
        if not self._is_free.is_set():
            self._is_free.wait(_LONGEST_PAUSE)


WINDOW_FIRST = RightOfWay()
"""One instance: there is one interpreter, and one thread that paints."""


class Interpreter(QObject):
    """Keeps worker threads and the cyclic garbage collector from blocking the window, until `stop`.

    A computing thread releases the interpreter after a tenth of a millisecond instead of five: painting releases it
    hundreds of times per frame, and would wait as long each time.

    Python's collector runs in whatever thread allocates. A QObject in a cycle would then be destroyed in a worker
    thread, which crashes Qt; so it is called only here. The garbage of a large evaluation is not searched for cycles
    between two keys, which takes as long as a hundred frames, but after a pause in allocations.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._turn = sys.getswitchinterval()
        self._was_collecting = gc.isenabled()
        self._is_frozen = False
        self._calm = 0
        sys.setswitchinterval(_TURN_SECONDS)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def keep(self) -> None:
        """Exclude present objects from collection: many of them live as long as the window."""
        gc.freeze()

    def stop(self) -> None:
        """Restore Python's defaults."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_collecting:
            gc.enable()
        sys.setswitchinterval(self._turn)

    def _on_timeout(self) -> None:
        young, middle, old = gc.get_count()
        self._calm = 0 if young > _YOUNG else self._calm + 1
        if young > _BURST:
            gc.freeze()
            self._is_frozen = True
        elif self._is_frozen and self._calm >= _CALM_TURNS:
            self._is_frozen = False
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        else:
            # While much is allocated, only the youngest generation is collected: the rest takes a few frames.
            generation = 0 if young > _YOUNG else 2 if old > _OLD else 1 if middle > _MIDDLE else 0
            if young > _YOUNG or generation:
                gc.collect(generation)


def import_plainly() -> None:
    """Restore Python's own import in place of that of Qt for Python; call it while no import is running.

    Qt's hook reads the source of every imported module, to look for a `__feature__`, and caches that text: a fifth of
    the import time, and 14 MB. The name for the original stays valid for code that restores it.
    """
    plain = getattr(builtins, "__orig_import__", None)
    if plain:
        builtins.__import__ = plain


def give_back() -> None:
    """Return free memory to the system, which glibc caches; does nothing elsewhere."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
