"""Cyclic garbage is collected in the window's thread only."""

import gc

from PySide6.QtCore import QObject, QTimer


class GarbageCollector(QObject):
    """Takes over from Python's collector, which runs in whatever thread allocates.

    A QObject that is part of a cycle would then die in a worker thread, which crashes Qt; and a keystroke in a large
    file would now and then wait for a full collection.
    """

    _EVERY_MS = 3000

    def __init__(self, parent: QObject) -> None:
        """Switch the automatic collector off until `stop`."""
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(self._EVERY_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def keep(self) -> None:
        """Look no more at what there is now: it stays as long as the window, and there is much of it."""
        gc.freeze()

    def stop(self) -> None:
        """Give collecting back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _on_timeout(self) -> None:
        young, middle, old = gc.get_count()
        generation = 2 if old > 10 else 1 if middle > 10 else 0
        if young > 700 or generation:
            gc.collect(generation)
