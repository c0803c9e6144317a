"""Reads and checks logs in the background, with progress, and fetches address lists on request."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.model import Compliance
from robotstudio.compliance.question import ComplianceQuestion, answer
from robotstudio.compliance.saved_ranges import refresh_lists, save_lists
from robotstudio.fetch.options import FetchOptions
from robotstudio.text.language import Told
from robotstudio.ui.jobs.background import Background
from robotstudio.urls.sources.task import Task


class Fresh(Struct, frozen=True, eq=False):
    """All lists in force after a fetch; which were not updated, and why."""

    lists: tuple[RangeList, ...]
    notes: tuple[Told, ...]


class ComplianceJob(QObject):
    """Answers the last question only; `background` carries the answer, `Compliance` or `Fresh`, and failures."""

    _reported = Signal(int, float)

    def __init__(self, show_share: Callable[[float], None], parent: QObject) -> None:
        """Create it; `show_share` is called with the share that is done."""
        super().__init__(parent)
        self._show_share = show_share
        self._number = 0
        self.background = Background("who kept to it", self)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        return self.background.is_busy

    def ask(self, asked: ComplianceQuestion) -> None:
        """Start a check; a running one is cancelled."""
        self._number += 1
        self.background.ask(partial(_judged, asked, partial(self._reported.emit, self._number)))

    def refresh(self, wanted: Sequence[RangeList], path: Path, usual: FetchOptions) -> None:
        """Fetch lists from their operators and save them."""
        self._number += 1
        self.background.ask(partial(_refreshed, tuple(wanted), path, usual))

    def cancel(self) -> None:
        """Cancel the running check."""
        self._number += 1
        self.background.cancel()

    def close(self) -> None:
        """End the thread."""
        self._number += 1
        self.background.close()

    def _on_reported(self, number: int, share: float) -> None:
        if number == self._number:
            self._show_share(share)


def _judged(asked: ComplianceQuestion, report: Callable[[float], None], is_cancelled: Callable[[], bool]) -> Compliance:
    def on_progress(share: float, _found: int) -> None:
        report(share)

    return answer(asked, Task(on_progress, is_cancelled))


def _refreshed(wanted: Sequence[RangeList], path: Path, usual: FetchOptions, is_cancelled: Callable[[], bool]) -> Fresh:
    day = datetime.now(UTC).date().isoformat()
    fresh = refresh_lists(wanted, day, usual=usual, is_cancelled=is_cancelled)
    return Fresh(save_lists(path, fresh.lists, day), fresh.notes)
