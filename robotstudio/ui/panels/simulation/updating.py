"""Says that a newer answer is on its way, once it takes long enough to be seen."""

from PySide6.QtCore import QObject, QTimer, Signal

_AFTER_MS = 100


class Updating(QTimer):
    """Waits for a while; `shown_changed` tells when there is something to say, and when no more."""

    shown_changed = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_shown = False
        self.setSingleShot(True)
        self.setInterval(_AFTER_MS)
        self.timeout.connect(self._on_timeout)

    def begin(self) -> None:
        """A newer answer was asked for."""
        if not self.is_shown and not self.isActive():
            self.start()

    def end(self) -> None:
        """The newest answer is there."""
        self.stop()
        if self.is_shown:
            self._set_shown(shown=False)

    def _on_timeout(self) -> None:
        self._set_shown(shown=True)

    def _set_shown(self, *, shown: bool) -> None:
        self.is_shown = shown
        self.shown_changed.emit(shown)
