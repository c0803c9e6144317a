"""The state that the window remembers between runs: read at start, written after changes and on close."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

from robotstudio.project.state import LoadedState, State, StateStore
from robotstudio.store.errors import FileError, RobotStudioError
from robotstudio.text.language import WORDS
from robotstudio.ui.jobs.background import Background

_WRITE_AFTER_MS = 2000


class Teller(Protocol):
    """Shows a sentence to the user."""

    def show_notice(self, kind: str, sentence: str) -> None: ...


class Memory(QObject):
    """Writes the state that `collect()` returns; failures become notices."""

    def __init__(self, store: StateStore, collect: Callable[[], State], notices: Teller, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._collect = collect
        self._notices = notices
        self._timer = QTimer(self, interval=_WRITE_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)
        self._is_closed = False
        # Flushing to disk may take a tenth of a second.
        self._writing = Background("settings", self)
        self._writing.failed.connect(self._on_failed)

    def take(self, loaded: LoadedState) -> State:
        """Return the loaded state, and show notices about what could not be read."""
        if loaded.notices:
            self._notices.show_notice("state", WORDS.sentences(map(WORDS.tell, loaded.notices)))
        return loaded.state

    def write_soon(self, *_: object) -> None:
        """Write the changed state after a short delay."""
        if not self._is_closed:
            self._timer.start()

    def close(self) -> None:
        """Write at once, after a write in progress, and end the thread; later changes are ignored."""
        self._is_closed = True
        self._timer.stop()
        self._writing.close()
        try:
            self._store.save(self._collect())
        except FileError as error:
            self._on_failed(error)

    def _on_timeout(self) -> None:
        self._writing.ask(partial(_save, self._store, self._collect()))

    def _on_failed(self, error: RobotStudioError) -> None:
        self._notices.show_notice("state", WORDS.tell(error.told))


def _save(store: StateStore, state: State, _is_cancelled: Callable[[], bool]) -> None:
    store.save(state)
