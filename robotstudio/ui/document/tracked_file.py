"""An open file: its path, its stamp, and the journal of its unsaved changes."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from robotstudio.store.errors import FileError
from robotstudio.store.files import FileChange, FileStamp, exists
from robotstudio.store.journal import Journal
from robotstudio.text.language import WORDS
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST
from robotstudio.ui.shell.notices import Notices

_JOURNAL_AFTER_MS = 1000
_LOOK_AFTER_MS = 150


class TrackedFile(QObject):
    """The file of a document: of the draft, or of its tests.

    `unsaved` returns the bytes that a crash would lose, or None; they are journaled shortly after a change.
    `disk_changed` is emitted shortly after another program changed the file or its directory.
    """

    def __init__(
        self, key: str, journal: Journal, notices: Notices, unsaved: Callable[[], bytes | None], parent: QObject
    ) -> None:
        """Journal what `unsaved` returns under a key; there is no file yet."""
        super().__init__(parent)
        self.key = key
        self.path: Path | None = None
        self.stamp: FileStamp | None = None
        self._belongs_to: Path | None = None
        self._journal = journal
        self._notices = notices
        self._unsaved = unsaved
        self._is_journaled = self._is_gone_told = False
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._on_disk_changed)
        self._watcher.directoryChanged.connect(self._on_disk_changed)
        self._look = QTimer(self, interval=_LOOK_AFTER_MS, singleShot=True)
        self.disk_changed = self._look.timeout
        self._keep = QTimer(self, interval=_JOURNAL_AFTER_MS, singleShot=True)
        self._keep.timeout.connect(self.keep)

    def track(self, path: Path | None, stamp: FileStamp | None, belongs_to: Path | None = None) -> None:
        """Follow this file, with the stamp of its last read or write; None without a file.

        The journal stores the file that it belongs to, if that is another.
        """
        self.path, self.stamp, self._belongs_to = path, stamp, belongs_to or path
        self._is_gone_told = False
        self.watch()

    def change_on_disk(self) -> FileChange | None:
        """Return the change by another program since the last read; None without a file, or once reported as gone."""
        self.watch()  # a replaced file is no longer watched
        if self.path is None or self.stamp is None:
            return None
        change = self.stamp.check(self.path)
        is_told, self._is_gone_told = self._is_gone_told, change == "gone"
        return None if change == "gone" and is_told else change

    def keep_soon(self) -> None:
        """Journal a change shortly."""
        if not self._keep.isActive():
            self._keep.start()

    def keep(self) -> bool:
        """Write unsaved changes to the journal now, or remove the entry; False if that failed."""
        body = self._unsaved()
        if body is None:
            self.forget()
            return True
        try:
            with WINDOW_FIRST:  # typing waits for the disk, so it should not wait for computing threads, too
                self._journal.write(self.key, self._belongs_to, body, self.stamp)
            self._is_journaled = True
        except FileError as error:
            self._notices.show_notice("journal", WORDS.tell(error.told))
            return False
        return True

    def forget(self) -> None:
        """Remove the journal entry."""
        self._keep.stop()
        if not self._is_journaled:
            return
        self._is_journaled = False
        try:
            self._journal.clear(self.key)
        except FileError as error:
            self._notices.show_notice("journal", WORDS.tell(error.told))

    def close(self) -> None:
        """Remove the journal entry and stop watching."""
        self.forget()
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._look.stop()

    def watch(self) -> None:
        """Watch the file, and its directory, in which it may appear."""
        path = self.path
        watched = [*self._watcher.files(), *self._watcher.directories()]
        wanted = [str(path), str(path.parent)] if path else []
        gone = [each for each in watched if each not in wanted]
        if gone:
            self._watcher.removePaths(gone)
        missing = [each for each in wanted if each not in watched and exists(Path(each))]
        if missing:
            self._watcher.addPaths(missing)

    def _on_disk_changed(self, _path: str) -> None:
        self._look.start()
