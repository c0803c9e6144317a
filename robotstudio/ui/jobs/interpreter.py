"""How Python itself runs behind a window: whose turn it is, when garbage is collected, what memory is given back."""

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
    """Keeps threads that compute from taking the interpreter while the window works: they pause between two steps.

    Qt gives the interpreter away with nearly every call, and a thread that computes keeps it for a while each time: a
    key whose work takes four milliseconds took thirty.
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
        """Whether the window does nothing."""
        return self._is_free.is_set()

    def give(self) -> None:
        """Let the window go first, though not for ever; asked by other threads between two steps."""
        if not self._is_free.is_set():
            self._is_free.wait(_LONGEST_PAUSE)


WINDOW_FIRST = RightOfWay()
"""There is one interpreter, and one thread that paints."""


class Interpreter(QObject):
    """Keeps worker threads and the collector of cyclic garbage from holding the window up, until `stop`.

    A thread that computes lets go of the interpreter after a tenth of a millisecond and not after five: painting lets
    go of it hundreds of times for one frame, and would wait as long each time.

    Python's collector runs in whatever thread allocates. A QObject that is part of a cycle would then die in a worker
    thread, which crashes Qt; so it is called here alone. What one large evaluation leaves behind is not searched for
    cycles between two keys, which takes as long as a hundred frames, but once nothing was made for a while.
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
        """Look no more at what there is now: it stays as long as the window, and there is much of it."""
        gc.freeze()

    def stop(self) -> None:
        """Give everything back to Python."""
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
            # While much is made only what is youngest is searched: the rest takes as long as a few frames.
            generation = 0 if young > _YOUNG else 2 if old > _OLD else 1 if middle > _MIDDLE else 0
            if young > _YOUNG or generation:
                gc.collect(generation)


def import_plainly() -> None:
    """Let imports be as Python has them, and not as Qt for Python does; to be called where none is under way.

    Its hook reads the source of every module that is imported, to see whether it asks for a `__feature__`, and keeps
    that text: a fifth of the time of the imports, and 14 MB. It is kept in step with what it replaced, for those who
    want that back.
    """
    plain = getattr(builtins, "__orig_import__", None)
    if plain:
        builtins.__import__ = plain


def give_back() -> None:
    """Give free memory back to the system, which the C library of Linux keeps for later; elsewhere nothing happens."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
