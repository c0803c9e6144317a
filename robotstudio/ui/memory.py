"""What the window remembers between runs: read at start, written when it closes and a moment after a change."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from robotstudio.io.errors import FileError
from robotstudio.io.state import LoadedState, State, StateStore
from robotstudio.ui.notices import Notices

_WRITE_AFTER_MS = 2000


class Memory(QObject):
    """Writes the state that `collect()` gives; what cannot be written or read becomes a notice."""

    def __init__(self, store: StateStore, collect: Callable[[], State], notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._collect = collect
        self._notices = notices
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WRITE_AFTER_MS)
        self._timer.timeout.connect(self.write)

    def take(self, loaded: LoadedState) -> State:
        """What was remembered; what could not be read is told."""
        if loaded.notices:
            self._notices.show_notice("state", " ".join(loaded.notices))
        return loaded.state

    def write_soon(self, *_: object) -> None:
        """Something to be remembered has changed."""
        self._timer.start()

    def write(self) -> None:
        self._timer.stop()
        try:
            self._store.save(self._collect())
        except FileError as error:
            self._notices.show_notice("state", str(error))
