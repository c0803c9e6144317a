"""Updates proofs for all URLs in the background while their page is visible."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from robotstudio.engine.cancelling import IsCancelled
from robotstudio.ui.jobs.background import Background

_SECONDS, _MORE_SECONDS = 2.0, 30.0
"""Seconds for the crawlers of one group: while the user types, and on request for more."""
_GREY_AFTER_MS = 100

Prove = Callable[[float, IsCancelled], Any]
"""The proof to run within a time limit in seconds; returns None if cancelled."""


class ProofWatch(QObject):
    """Runs a proof repeatedly; `outdated` is emitted if a newer answer is late."""

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
        """Set whether the page is in front."""
        self._is_seen = is_seen
        if is_seen and self._is_due:
            self._ask(_SECONDS)

    def look(self, prove: Prove) -> None:
        """Run a newer proof."""
        self._prove = prove
        self._ask(_SECONDS)

    def try_longer(self) -> None:
        """Take more time for undecided cases."""
        self._ask(_MORE_SECONDS)

    def drop(self) -> None:
        """Cancel the proof: its question is obsolete."""
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
        """Grey the shown answer if the next one takes noticeably long."""
        if not self._greying.isActive():
            self._greying.start()
