"""Keeps what is proven for every URL up to date beside the window, as long as the page that shows it is seen."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from robotstudio.engine.cancelling import IsCancelled
from robotstudio.ui.jobs.background import Background

_SECONDS, _MORE_SECONDS = 2.0, 30.0
"""For the crawlers of one group: while a user types, and where they ask for more."""
_GREY_AFTER_MS = 100

Prove = Callable[[float, IsCancelled], Any]
"""What is to be proven, in so many seconds; None where the answer is no longer wanted."""


class ProofWatch(QObject):
    """Has something proven again and again; `outdated` tells that a newer answer is awaited for some time."""

    proven = Signal(object)
    outdated = Signal()

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._prove: Prove | None = None
        self._is_seen = self._is_due = False
        self._greying = QTimer(self, interval=_GREY_AFTER_MS, singleShot=True)
        self._greying.timeout.connect(self.outdated)
        self._background = Background(name, self)
        self._background.answered.connect(self._on_answered)

    def set_seen(self, is_seen: bool) -> None:
        """Tell whether the page is in front."""
        self._is_seen = is_seen
        if is_seen and self._is_due:
            self._ask(_SECONDS)

    def look(self, prove: Prove) -> None:
        """Something newer is to be proven."""
        self._prove = prove
        self._ask(_SECONDS)

    def try_longer(self) -> None:
        """Take more time for what is undecided."""
        self._ask(_MORE_SECONDS)

    def drop(self) -> None:
        """What was to be proven is not so any more."""
        self._background.cancel()
        self._prove = None
        self._await()

    def close(self) -> None:
        self._greying.stop()
        self._background.close()

    def _ask(self, seconds: float) -> None:
        self._is_due = self._prove is not None and not self._is_seen
        if self._prove is not None and self._is_seen:
            self._await()
            self._background.ask(partial(self._prove, seconds))

    def _on_answered(self, answer: object) -> None:
        if answer is not None:
            self._greying.stop()
            self.proven.emit(answer)

    def _await(self) -> None:
        """What is shown turns grey if the next answer takes longer than one notices."""
        if not self._greying.isActive():
            self._greying.start()
