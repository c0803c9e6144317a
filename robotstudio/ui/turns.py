"""Work that a key never waits for: cut into steps, one in each turn of the event loop, each painted at once."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from robotstudio.ui.interpreter import WINDOW_FIRST

Steps = Iterator[None]
"""Work that pauses where a key may come between: what is shown by then must hold by itself."""


class Turns(QObject):
    """Does one step of what waits in each turn of the event loop, and tells of it: what has changed is then painted.

    A key paints all of the window that is out of date, so that what a step had left unpainted would be paid by a key.
    """

    stepped = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: dict[str, Steps] = {}
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)

    def take(self, name: str, steps: Steps) -> None:
        """Do this after what waits already; it takes the place of what waits under the same name."""
        self._waiting[name] = steps
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

    def _on_timeout(self) -> None:
        if self._waiting:
            with WINDOW_FIRST:
                self._step()

    def _step(self) -> None:
        name, steps = next(iter(self._waiting.items()))
        is_over = True
        try:
            is_over = next(steps, self) is self
        finally:
            if is_over and self._waiting.get(name) is steps:
                del self._waiting[name]
            if self._waiting:
                self._timer.start()
        self.stepped.emit()


def paint_now(widget: QWidget) -> None:
    """Paint what is out of date in the window of a widget; Qt would see to all events that wait first."""
    with WINDOW_FIRST:
        QApplication.sendEvent(widget.window(), QEvent(QEvent.Type.UpdateRequest))
