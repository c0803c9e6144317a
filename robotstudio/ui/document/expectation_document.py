"""The expectations of the open file: stored beside it, opened and saved with it, and never lost."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from robotstudio.draft.expectations import (
    SUFFIX,
    ExpectationFile,
    bytes_of,
    load_stamped,
    parse_bytes,
    path_beside,
    save,
)
from robotstudio.engine.expectations import Expectation
from robotstudio.store.errors import FileError, FileMissingError
from robotstudio.store.files import FileStamp, exists
from robotstudio.store.journal import Journal
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.document.tracked_file import TrackedFile
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.notices import Notices

KEY = "expectations"
_MOST_UNDONE = 100
_NOTICE, _DISK, _SAVE = "expectations", "expectations-disk", "expectations-save"


class ExpectationDocument(QObject):
    """The expectations of a document; `changed` carries the file, `state_changed` signals a new name or state."""

    changed = Signal(object)
    state_changed = Signal()

    def __init__(self, journal: Journal, notices: Notices, parent: QObject | None = None, slot: str = "") -> None:
        """Start with the expectations of an unsaved draft; `slot` distinguishes several in the journal."""
        super().__init__(parent)
        self._notices = notices
        self._lines = self._saved = ExpectationFile()
        self._beside: Path | None = None
        self._named: Path | None = None
        self._undone: list[ExpectationFile] = []
        self._file = TrackedFile(f"{KEY}{slot}", journal, notices, self._unsaved, self)
        self._file.disk_changed.connect(self.look_at_disk)

    @property
    def key(self) -> str:
        """The key of the journal entry."""
        return self._file.key

    @property
    def file(self) -> ExpectationFile:
        """All lines in their current state."""
        return self._lines

    @property
    def path(self) -> Path | None:
        """Their file; None if the file beside them was never saved."""
        return self._file.path

    @property
    def name(self) -> str:
        """The name of their file, even if that does not exist yet."""
        return self.path.name if self.path else f"robots.txt{SUFFIX}"

    @property
    def stamp(self) -> FileStamp | None:
        """Their file when it was last read or written; None if there was none."""
        return self._file.stamp

    @property
    def is_modified(self) -> bool:
        """True if there are unsaved changes."""
        return self._lines.text != self._saved.text

    def change(self, file: ExpectationFile) -> None:
        """Replace the lines; `undo` reverts that."""
        if file.text == self._lines.text:
            return
        self._undone = [*self._undone[1 - _MOST_UNDONE :], self._lines]
        self._show(file)
        self._file.keep_soon()

    def add(self, expectations: Iterable[Expectation]) -> None:
        """Add expectations, replacing those for the same crawler and URL."""
        self.change(self._lines.with_all_added(expectations))

    def undo(self) -> None:
        """Undo the last change."""
        if self._undone:
            self._show(self._undone.pop())
            self._file.keep_soon()

    def begin(self, path: Path | None, named: Path | None = None) -> None:
        """Load those beside a file, or from the `named` file, or start without any."""
        self._file.forget()
        for kind in (_NOTICE, _DISK, _SAVE):
            self._notices.withdraw(kind)
        self._undone.clear()
        self._beside, self._named = path, named
        self._saved = self._read(named or (path_beside(path) if path else None))
        self._show(self._saved)

    def recover(self, body: bytes, stamp: FileStamp | None) -> None:
        """Restore unsaved lines of an earlier run, with the stamp that their file had then; None if there was none."""
        self._file.track(self.path, stamp, self._beside)
        self.change(parse_bytes(body))
        self._file.keep()
        self.look_at_disk()

    def keep_in(self, named: Path | None) -> None:
        """Save the lines into this file from now on, None for the default; it is not replaced without asking."""
        self._named = named

    def move_to(self, named: Path | None) -> None:
        """Show the lines of the named file, None for the default; unsaved ones stay, as changes of that file."""
        unsaved, stamp = self._unsaved(), self._file.stamp
        if named is None or named == self.path:
            self._named = named
            return
        self.begin(self._beside, named)
        if unsaved is not None:
            self.recover(unsaved, stamp)

    def save_beside(self, path: Path) -> bool:
        """Save unsaved lines beside a file that was just saved; False if they stay unsaved."""
        target = self._named or path_beside(path)
        if target != self.path:
            self._move(path, target)
        if not self.is_modified:
            return True
        if not _is_known(self._file.stamp, target) and not self._may_replace(target):
            return False
        try:
            stamp = save(target, self._lines)
        except FileError as error:
            self._notices.show_notice(_SAVE, WORDS.tell(error.told))
            return False
        self._saved = self._lines
        self._file.forget()
        self._file.track(target, stamp, self._beside)
        for kind in (_NOTICE, _DISK, _SAVE):
            self._notices.withdraw(kind)
        if stamp.notes:
            self._notices.show_notice(_SAVE, WORDS.sentences((tr("Saved."), *map(WORDS.tell, stamp.notes))))
        self.state_changed.emit()
        return True

    def keep(self) -> bool:
        """Write unsaved changes to the journal now; False if that failed."""
        return self._file.keep()

    def close(self) -> None:
        """Close them and discard unsaved changes."""
        self._file.close()

    def look_at_disk(self) -> None:
        """Check whether another program has changed their file."""
        change = self._file.change_on_disk()
        if self._file.stamp is None:
            self._look_for_new()
        elif change == "same":
            self._notices.withdraw(_DISK)
        elif change == "changed":
            self._offer_reload()
        elif change == "gone":
            self._saved = ExpectationFile()
            sentence = tr("{name} is no longer on disk. The tests stay here; save to write them again.")
            self._notices.show_notice(_DISK, put_in(sentence, {"name": self.name}))
            self.state_changed.emit()

    def reload(self) -> None:
        """Reload the lines from disk; `undo` reverts that."""
        self._saved = self._read(self.path)
        self.change(self._saved)
        self._file.forget()
        self._notices.withdraw(_DISK)
        self.state_changed.emit()

    def _show(self, file: ExpectationFile) -> None:
        self._lines = file
        self.changed.emit(file)
        self.state_changed.emit()

    def _read(self, path: Path | None) -> ExpectationFile:
        """Return the lines on disk; empty if there is no file or, with a notice, if it is unreadable."""
        file, stamp = ExpectationFile(), None
        try:
            if path is not None:
                file, stamp = load_stamped(path)
        except FileMissingError:
            pass
        except FileError as error:
            self._notices.show_notice(_NOTICE, WORDS.tell(error.told))
        self._file.track(path, stamp, self._beside)
        return file

    def _move(self, path: Path, target: Path) -> None:
        """Switch to the place beside another file; without lines of its own, load the ones there."""
        if not self._lines.text:
            self.begin(path, self._named)
            return
        self._beside = path
        self._saved = ExpectationFile()
        self._file.track(target, None, path)

    def _may_replace(self, target: Path) -> bool:
        return dialogs.ask_overwrite_changed(self._notices.bar.window(), target.name)

    def _look_for_new(self) -> None:
        """Look for a file that another program may have created."""
        if self.path and exists(self.path):
            if self._lines.text:
                self._offer_reload()
            else:
                self.begin(self._beside, self._named)

    def _offer_reload(self) -> None:
        sentence = tr("{name} changed on disk.", name=self.name)
        if self.is_modified:
            sentence += " " + tr("Reloading replaces your unsaved tests.")
        offers = [(tr("Reload"), self.reload), (tr("Keep mine"), self._on_keep_mine)]
        self._notices.show_notice(_DISK, sentence, offers)

    def _on_keep_mine(self) -> None:
        """Remember the state on disk, so that saving over it asks no second time."""
        self._saved = self._read(self.path)
        self.state_changed.emit()

    def _unsaved(self) -> bytes | None:
        return bytes_of(self._lines) if self.is_modified else None


def _is_known(stamp: FileStamp | None, path: Path) -> bool:
    """Return True if a file is unchanged since it was read or written, or still missing."""
    return not exists(path) if stamp is None else stamp.check(path, by_content=True) != "changed"
