"""The history of fetches for the window: queries its thread, and emits the answers as frozen snapshots."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.history_thread import HistoryThread
from robotstudio.fetch.history.model import DEFAULT_LIMITS, Entry, HostSummary, Usage
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import exists

if TYPE_CHECKING:  # its writers are imported by the thread, on first use
    from robotstudio.fetch.history.store import History


class Snapshot(Struct, frozen=True):
    """All hosts, and the fetches of one of them, the newest first."""

    hosts: tuple[HostSummary, ...]
    host: str
    entries: tuple[Entry, ...]
    usage: Usage

    @property
    def summary(self) -> HostSummary | None:
        """The host of these fetches."""
        return next((summary for summary in self.hosts if summary.host == self.host), None)


class Version(Struct, frozen=True):
    entry: Entry
    body: bytes


NOTHING = Snapshot((), "", (), Usage(0, DEFAULT_LIMITS.max_bytes))


class HistoryRunner(QObject):
    """Lives as long as the program: it outlives its thread, which therefore never emits on a deleted object."""

    changed = Signal(object)  # Snapshot
    recorded = Signal(object)  # Entry, of a fetch that the user requested
    exported = Signal(object, int)  # Path, the number of entries
    watch_list_changed = Signal()
    failed = Signal(object)  # Told
    noticed = Signal(object)  # Told

    _done = Signal(object, object, object)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        """Set the path of the history; the file is opened on first use."""
        super().__init__(parent)
        self.path = path
        self._thread = HistoryThread(path, self.noticed.emit)
        self._host = ""
        self.is_kept = True
        """True if new fetches are recorded."""
        self._done.connect(self._on_done)

    def set_kept(self, is_kept: bool) -> None:
        """Start or stop recording new fetches; existing ones stay until they are removed."""
        self.is_kept = is_kept

    def set_most(self, megabytes: int) -> None:
        """Limit the history to so many megabytes; the oldest fetches are removed."""
        self._thread.set_limits(replace(DEFAULT_LIMITS, max_bytes=megabytes * 1024 * 1024))

    def forget_all(self) -> None:
        """Remove the history of every host."""
        if exists(self.path):
            self.ask(_forget_all, self._on_watch_list_written, is_kept=True)

    def record(self, evidence: Evidence) -> None:
        """Record a fetch that the user requested, and show its host."""
        if self.is_kept:
            self.ask(partial(_recorded_and_read, evidence), self._on_recorded, is_kept=True)

    def record_one_of_many(self, evidence: Evidence) -> None:
        """Record a fetch without showing it: reading all hosts after each of hundreds would block the window."""
        if self.is_kept:
            self.ask(partial(_recorded, evidence), _nothing_to_show, is_kept=True)

    def refresh(self) -> None:
        """Read again; another window may have written."""
        if self.is_kept or exists(self.path):  # without a history, no file is created
            self.ask(partial(_snapshot, self._host), self._on_read)
        else:
            self.changed.emit(NOTHING)

    def show_host(self, host: str) -> None:
        """Emit the fetches of this host from now on."""
        self._host = host
        self.refresh()

    def read_version(self, entry: Entry, on_read: Callable[[Version], None]) -> None:
        self.ask(partial(_version, entry), on_read)

    def watch(self, host: str, every: timedelta | None) -> None:
        """Add a host to the watch list, or remove it."""
        self.ask(partial(_watch, host, every), self._on_watch_list_written, is_kept=True)

    def forget(self, host: str) -> None:
        """Remove the history of a host."""
        self.ask(partial(_forget, host), self._on_watch_list_written, is_kept=True)

    def set_name(self, entry: Entry, name: str) -> None:
        """Name a version; "" removes the name."""
        self.ask(lambda history: history.set_name(entry, name), self._on_written, is_kept=True)

    def remove_version(self, entry: Entry) -> None:
        """Remove a version and its file."""
        self.ask(lambda history: history.remove_version(entry), self._on_written, is_kept=True)

    def export(self, host: str, path: Path) -> None:
        """Export the history of a host into a file."""
        self.ask(lambda history: history.export(host, path), partial(self.exported.emit, path), is_kept=True)

    def ask(self, work: "Callable[[History], Any]", on_answer: Callable[[Any], None], *, is_kept: bool = False) -> None:
        """Run work in the thread of the history; `on_answer` is called in the main thread."""
        self._thread.submit(work, partial(self._done.emit, on_answer), is_kept=is_kept)

    def close(self) -> None:
        """Finish pending writes, and end the thread; no signal comes after it."""
        self._done.disconnect(self._on_done)
        self._thread.close()

    @Slot(object, object, object)
    def _on_done(self, on_answer: Callable[[Any], None], answer: object, problem: RobotStudioError | None) -> None:
        if problem is not None:
            self.failed.emit(problem.told)
        else:
            on_answer(answer)

    def _on_read(self, snapshot: Snapshot) -> None:
        self._host = snapshot.host
        self.changed.emit(snapshot)

    def _on_recorded(self, answer: tuple[Entry, Snapshot] | None) -> None:
        if answer is not None:
            entry, snapshot = answer
            self._host = entry.host
            self.recorded.emit(entry)
            self._on_read(snapshot)

    def _on_written(self, _answer: object) -> None:
        self.refresh()

    def _on_watch_list_written(self, _answer: object) -> None:
        self.watch_list_changed.emit()
        self.refresh()


def _recorded(evidence: Evidence, history: "History") -> Entry | None:
    return history.record(evidence)


def _recorded_and_read(evidence: Evidence, history: "History") -> tuple[Entry, Snapshot] | None:
    entry = history.record(evidence)
    return (entry, _snapshot(entry.host, history)) if entry is not None else None


def _nothing_to_show(_entry: Entry | None) -> None:
    """Show nothing: the history is read after the last one."""


def _snapshot(host: str, history: "History") -> Snapshot:
    hosts = history.hosts()
    newest = max(hosts, key=lambda summary: summary.newest_at, default=None)
    shown = host if any(summary.host == host for summary in hosts) else newest.host if newest else ""
    return Snapshot(hosts, shown, history.timeline(shown) if shown else (), history.usage())


def _version(entry: Entry, history: "History") -> Version:
    return Version(entry, history.body(entry))


def _watch(host: str, every: timedelta | None, history: "History") -> None:
    history.watch(host, every)


def _forget(host: str, history: "History") -> None:
    history.forget(host)


def _forget_all(history: "History") -> None:
    for summary in history.hosts():
        history.forget(summary.host)
