"""Fetches the hosts on the watch list periodically while the program runs, and reports changes."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from robotstudio.draft.changes.text_comparison import VerdictScope, verdict_changes
from robotstudio.engine.changes import Changes
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.model import Entry, EntryMark, Watched, wait
from robotstudio.fetch.options import CachedCopy
from robotstudio.text.language import Meant, Message
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.jobs.histories import HistoryRunner

if TYPE_CHECKING:
    from robotstudio.fetch.history.store import History

INTERVALS: Mapping[timedelta, Message] = {
    timedelta(minutes=15): "every 15 minutes",
    timedelta(hours=1): "every hour",
    timedelta(hours=6): "every 6 hours",
    timedelta(days=1): "every day",
    timedelta(days=7): "every week",
}
NOT_WATCHED = Meant("off", "of watching a site")

_MOST_AT_ONCE = 4
_SOON_MS = 100


class Refetcher(Protocol):
    """Fetches in its own thread; `known` makes the request conditional."""

    def start(
        self, address: str, job_id: int, on_done: Callable[[int, Evidence], None], known: CachedCopy | None
    ) -> None:
        """Begin a fetch; `on_done` is called exactly once, in any thread."""
        ...

    def close(self) -> None:
        """End everything; no callback is called after it."""
        ...


class News(Struct, frozen=True, eq=False):
    """A changed answer of a watched host; `verdicts` is None if there were no files to compare."""

    entry: Entry
    verdicts: Changes | None


class _Turn(Struct, frozen=True):
    due: tuple[tuple[Watched, CachedCopy | None], ...]
    left: timedelta | None


class _Kept(Struct, frozen=True):
    entry: Entry | None
    older: bytes | None = None
    newer: bytes = b""


def _now() -> datetime:
    return datetime.now(UTC)


class Watcher(QObject):
    """Checks the watch list when a fetch may be due. Only hosts that the user added are fetched."""

    news = Signal(object)
    refetched = Signal(str)  # a host, whether its answer is new or not

    _answered = Signal(int, object)

    def __init__(
        self,
        history: HistoryRunner,
        refetcher: Refetcher,
        subject: Callable[[], VerdictScope],
        parent: QObject,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        """Watch the list in `history`; `subject` returns the scope in which verdicts are compared."""
        super().__init__(parent)
        self._history = history
        self._refetcher = refetcher
        self._subject = subject
        self._clock = clock
        self._is_closed = self.is_resting = False
        self._job = 0
        self._waiting: list[tuple[Watched, CachedCopy | None]] = []
        self._running: set[int] = set()
        self._unread: list[_Kept] = []  # the first is the one being compared
        self._verdicts = Background("watch list", self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.look)
        self._answered.connect(self._on_answered)
        self._verdicts.answered.connect(self._on_compared)
        self._verdicts.failed.connect(self._on_not_compared)
        history.watch_list_changed.connect(self._on_list_changed)

    def look(self) -> None:
        """Check whether a fetch is due. Nothing is fetched while no history is recorded."""
        self.is_resting = False
        if not self._is_closed and self._history.is_kept:
            self._history.ask(partial(_turn, self._clock()), self._on_turn)

    def rest(self) -> None:
        """Start nothing until the next `look`; running fetches are still recorded and reported."""
        self.is_resting = True
        self._timer.stop()

    def close(self) -> None:
        self._is_closed = True
        self._timer.stop()
        self._waiting.clear()
        self._refetcher.close()
        self._verdicts.close()

    def _on_list_changed(self) -> None:
        if not self.is_resting:
            self._timer.start(_SOON_MS)

    def _on_turn(self, turn: _Turn) -> None:
        if self._is_closed:
            return
        self._waiting += turn.due
        self._begin()
        if turn.left is not None and not self.is_resting:
            self._timer.start(max(_SOON_MS, round(turn.left / timedelta(milliseconds=1))))

    def _begin(self) -> None:
        while self._waiting and len(self._running) < _MOST_AT_ONCE:
            watched, known = self._waiting.pop(0)
            self._job += 1
            self._running.add(self._job)
            self._refetcher.start(watched.address, self._job, self._answered.emit, known)

    @Slot(int, object)
    def _on_answered(self, job: int, evidence: Evidence) -> None:
        self._running.discard(job)
        if self._is_closed:
            return
        self._begin()
        if self._history.is_kept:  # it may have been switched off in the meantime
            self._history.ask(partial(_keep, evidence), self._on_kept, is_kept=True)

    def _on_kept(self, kept: _Kept) -> None:
        if kept.entry is None or self._is_closed:
            return
        self.refetched.emit(kept.entry.host)
        if not kept.entry.marks & (EntryMark.STATUS | EntryMark.CONTENT):
            return
        self._unread.append(kept)
        if self._unread == [kept]:
            self._compare_next()

    def _compare_next(self) -> None:
        """Compare one at a time: each host is reported."""
        if self._unread:
            self._verdicts.ask(partial(_compared, self._unread[0], self._subject()))

    def _on_compared(self, verdicts: Changes | None) -> None:
        entry = self._unread.pop(0).entry
        if entry is not None:
            self.news.emit(News(entry, verdicts))
        self._compare_next()

    def _on_not_compared(self, _problem: Exception) -> None:
        self._on_compared(None)


def _turn(now: datetime, history: "History") -> _Turn:
    due = tuple((watched, history.cached_copy(watched.host)) for watched in history.claim_due(now))
    return _Turn(due, wait(history.watched(), now))


def _keep(evidence: Evidence, history: "History") -> _Kept:
    entry = history.record(evidence)
    if entry is None or not entry.has_rules:
        return _Kept(entry)
    before = history.before(entry)
    return _Kept(entry, history.body(before) if before else None, history.body(entry))


def _compared(kept: _Kept, subject: VerdictScope, _is_cancelled: Callable[[], bool]) -> Changes | None:
    return None if kept.older is None else verdict_changes(kept.older, kept.newer, subject)
