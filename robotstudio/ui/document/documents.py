"""The file behind the editor: opening, saving, changes by other programs, and recovery after a crash."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from robotstudio.store.errors import FileError
from robotstudio.store.files import FileStamp, read_stamped, remove_leftovers, write_atomic
from robotstudio.store.journal import Journal
from robotstudio.text.language import WORDS, Message, put_in, tr
from robotstudio.ui.document.expectation_document import ExpectationDocument
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.document.recovery import DRAFT_KEY, Recovery
from robotstudio.ui.document.tracked_file import TrackedFile
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.shell.notices import Notices
from robotstudio.ui.widgets.tone import Tone


class Draft(Protocol):
    """The interface of the editor that a document needs."""

    def body(self) -> bytes:
        """Return the bytes that saving would write."""

    def set_body(self, body: bytes, saved: bytes | None = None) -> None:
        """Replace the bytes and the undo history; with other `saved` bytes, Undo leads back to those."""

    def replace_body(self, body: bytes) -> None:
        """Replace the text as one undo step."""

    @property
    def is_modified(self) -> bool:
        """True if there are unsaved changes."""

    def set_unmodified(self) -> None:
        """Mark the text as saved."""

    def set_modified(self) -> None:
        """Mark the text as unsaved until it is saved."""


class TextMaker(Protocol):
    """Generates the text of a document from another one, and controls how it is saved."""

    def save(self) -> bool:
        """Save the source of an unchanged generated text."""

    def may_replace(self, path: Path) -> bool:
        """Return True if a text edited after it was generated may be written into a file."""


class Document(QObject):
    """One draft and its file. Errors and outside changes become notices; only unsaved changes ask in a dialog."""

    opened = Signal()
    title_changed = Signal()
    path_used = Signal(object)
    site_known = Signal(str)  # the origin of the new text's site
    disk_comparison_requested = Signal(object)  # the bytes that another program wrote

    def __init__(
        self,
        draft: Draft,
        tests: ExpectationDocument,
        journal: Journal,
        notices: Notices,
        parent: QObject | None = None,
        slot: str = "",
    ) -> None:
        """Create a document without a file; its tests are opened, saved and closed with it.

        `slot` distinguishes several documents in the journal.
        """
        super().__init__(parent)
        self._draft = draft
        self._tests = tests
        self._notices = notices
        self.origin = Origin(OriginKind.NEW)
        self.saved: bytes | None = None
        """The text as last opened, saved or reloaded; None without a draft."""
        self._maker: TextMaker | None = None
        self._may_write: Callable[[], bool] = _always
        self._may_leave: Callable[[Origin], bool] = _may_always
        self.is_open = False
        """True if there is a draft, even an empty one."""
        self._file = TrackedFile(f"{DRAFT_KEY}{slot}", journal, notices, self._unsaved, self)
        self._file.disk_changed.connect(self.look_at_disk)
        self.recovery = Recovery(self, journal, notices)

    @property
    def path(self) -> Path | None:
        """The file; None if the draft was never saved."""
        return self.origin.path

    @property
    def name(self) -> str:
        """The display name: of the file, or of the source of the text."""
        return self.origin.name

    @property
    def is_text_modified(self) -> bool:
        """True if the text has unsaved changes."""
        return self._draft.is_modified

    @property
    def is_modified(self) -> bool:
        """True if the text or its tests have unsaved changes."""
        return self._draft.is_modified or self._tests.is_modified

    def begin(self) -> None:
        """Begin an empty draft if there is none yet."""
        if not self.is_open:
            self._take(b"", Origin(OriginKind.NEW))

    def new(self) -> bool:
        """Start an empty draft without a file; False if the user cancels."""
        return self.load(b"", Origin(OriginKind.NEW))

    def load(self, body: bytes, origin: Origin, tests: Path | None = None, site: str = "") -> bool:
        """Replace the open text by one of any origin, as a document of its own.

        Every text that is not typed enters here. Saving writes to the file that it was read from, or asks. Returns
        False if the user cancels. `tests` are in another file than the default beside it; `site` is the origin that the
        text is for, if known.
        """
        if not self._may_leave(origin) or not self.may_discard():
            return False
        self._take(body, origin, tests=tests)
        if site:
            self.site_known.emit(site)
        return True

    def open(self, path: Path, tests: Path | None = None, place: "Callable[[], Document] | None" = None) -> bool:
        """Open a file; False if it cannot be read or the user cancels.

        Once read, it may be loaded into another document: that of `place`.
        """
        try:
            body, stamp = read_stamped(path)
        except FileError as error:
            self._notices.show_notice("open", WORDS.tell(error.told))
            return False
        target = place() if place else self
        if not target.load(body, Origin.of_file(path, stamp), tests):
            return False
        remove_leftovers(Path(os.path.realpath(path)))
        target.path_used.emit(target.path)
        return True

    def load_made(
        self, body: bytes, origin: Origin, maker: TextMaker, tests: Path, changed: bytes | None = None
    ) -> None:
        """Replace an untouched text by one generated from another; `follow` updates it.

        If it was `changed` by hand before, Undo leads back to the generated text.
        """
        self._take(body, origin, tests=tests)
        self._maker = maker
        if changed is not None:
            self._draft.replace_body(changed)

    def follow(self, body: bytes, origin: Origin) -> None:
        """Replace the generated text after a change of its source, as one undo step."""
        self._set_origin(origin)
        self._draft.replace_body(body)
        self._draft.set_unmodified()
        self.saved = body
        self._file.forget()
        self.title_changed.emit()

    def set_guard(self, may_write: Callable[[], bool]) -> None:
        """Call this before the text is written; False prevents that."""
        self._may_write = may_write

    def set_leave_guard(self, may_leave: Callable[[Origin], bool]) -> None:
        """Call this before another text replaces the open one; False prevents that."""
        self._may_leave = may_leave

    def save(self, title: Message = "") -> bool:
        """Save into the file, or ask for one; `title` explains the dialog."""
        path, stamp = self.origin.path, self.origin.stamp
        if self._maker and not self._draft.is_modified:
            return self._maker.save()
        if path is None:
            return self.save_as(title)
        if not self._may_write():
            return False
        if stamp and stamp.check(path, by_content=True) == "changed":
            window = self._notices.bar.window()
            if not dialogs.ask_overwrite_changed(window, self.name):
                return False
        return self._write(path)

    def save_as(self, title: Message = "") -> bool:
        """Ask for a file and save into it."""
        if not self._may_write():
            return False
        path = dialogs.ask_save_path(self._notices.bar.window(), self.origin.suggested, title)
        if path is None or (self._maker and not self._maker.may_replace(path.absolute())):
            return False
        return self._write(path.absolute())

    def reload(self) -> None:
        """Reload the text from disk as one undo step."""
        path = self.path
        if path is None:
            return
        try:
            body, stamp = read_stamped(path)
        except FileError as error:
            self._notices.show_notice("reload", WORDS.tell(error.told))
            return
        self._set_origin(Origin.of_file(path, stamp))
        self._draft.replace_body(body)
        self._draft.set_unmodified()
        self.saved = body
        self._file.forget()
        self.title_changed.emit()

    def may_discard(self) -> bool:
        """Return True if the draft may be closed: saved, or discarded by the user. It stays journaled until then."""
        if not self.is_modified:
            return True
        choice = dialogs.ask_save_changes(self._notices.bar.window(), self.name)
        return self.save() if choice is SaveChoice.SAVE else choice is SaveChoice.DISCARD

    def bring_back(
        self,
        origin: Origin,
        path: Path | None,
        text: bytes | None,
        tests: bytes | None,
        *,
        is_unsaved: bool = True,
        stamp: FileStamp | None = None,
        tests_stamp: FileStamp | None = None,
    ) -> None:
        """Restore a document: its file, and unsaved changes on top of it.

        If it has no file or that is gone, its text comes from `origin`; None means that nothing was unsaved. With the
        stamps of the files that were changed, the user is told if another program has changed them since.
        """
        saved = load_error = None
        if path:
            try:
                saved, now = read_stamped(path)
                origin = Origin.of_file(path, stamp if stamp and text is not None else now)
            except FileError as error:  # else it is saved again, to a place of the user's choice
                load_error = error if text is None else None
        if load_error is None or tests is not None:
            self._take(text if text is not None else saved or b"", origin, saved)
            if text is not None and is_unsaved:
                self._draft.set_modified()
            if tests is not None:
                self._tests.recover(tests, tests_stamp)
            self._file.keep()
            self.look_at_disk()
        if load_error is not None:
            self._notices.show_notice("open", WORDS.tell(load_error.told))

    def look_at_disk(self) -> None:
        """Check whether another program has changed the file; on file events and on activation."""
        change = self._file.change_on_disk()
        if change == "same":
            self._notices.withdraw("disk")
        elif change == "gone":
            sentence = tr("{name} is no longer on disk. Your text stays here; save to write it again.")
            self._notices.show_notice("disk", put_in(sentence, {"name": self.name}))
        elif change == "changed" and self._draft.is_modified:
            self._offer_reload()
        elif change == "changed":
            self._follow_disk()

    def text_changed(self) -> None:
        """Journal the edited text shortly."""
        self._file.keep_soon()

    def keep(self) -> bool:
        """Write unsaved changes to the journal now; False if that failed."""
        return self._file.keep() and self._tests.keep()

    def close(self) -> None:
        """Release file and journal: the window closes without unsaved changes."""
        self._file.close()
        self._tests.close()

    def _take(self, body: bytes, origin: Origin, saved: bytes | None = None, tests: Path | None = None) -> None:
        """Make a text the open one; with other `saved` bytes it is modified, and Undo leads back to those."""
        self._file.forget()
        self._maker = None
        self._set_origin(origin)
        self.is_open = True
        self.saved = body if saved is None else saved
        self._draft.set_body(body, saved)
        if origin.is_only_here:
            self._draft.set_modified()
        for kind in ("disk", "open", "save", "reload", "reloaded"):
            self._notices.withdraw(kind)
        self._tests.begin(origin.path, tests)
        self.opened.emit()
        self.title_changed.emit()

    def _set_origin(self, origin: Origin) -> None:
        self.origin = origin
        self._file.track(origin.path, origin.stamp)

    def _unsaved(self) -> bytes | None:
        return self._draft.body() if self._draft.is_modified else None

    def _write(self, path: Path) -> bool:
        body = self._draft.body()
        try:
            stamp = write_atomic(path, body)
        except FileError as error:
            offers = [(tr("Save as…"), self.save_as)]
            self._notices.show_notice("save", WORDS.tell(error.told), offers)
            return False
        self._set_origin(Origin.of_file(path, stamp))
        self._maker = None
        self.saved = body
        self._draft.set_unmodified()
        self._file.forget()
        for kind in ("disk", "save", "reloaded"):
            self._notices.withdraw(kind)
        if stamp.notes:
            self._notices.show_notice("save", WORDS.sentences((tr("Saved."), *map(WORDS.tell, stamp.notes))))
        is_all_saved = self._tests.save_beside(path)
        self.path_used.emit(path)
        self.title_changed.emit()
        return is_all_saved

    def _follow_disk(self) -> None:
        """Reload an unmodified text that another program has changed, and report that."""
        before = self._draft.body()
        self.reload()
        if self._draft.body() == before:  # not readable, which was reported, or the same text
            return
        sentence = tr("{name} changed on disk and was reloaded.", name=self.name)
        offers = [(tr("Undo reload"), partial(self._draft.replace_body, before))]
        self._notices.show_notice("reloaded", sentence, offers, Tone.NOTE)

    def _offer_reload(self) -> None:
        sentence = tr("{name} changed on disk.", name=self.name)
        sentence += " " + tr("Reloading replaces your unsaved changes; Undo brings them back.")
        offers = [
            (tr("Compare"), self._on_compare),
            (tr("Reload"), self.reload),
            (tr("Keep mine"), self._on_keep_mine),
        ]
        self._notices.show_notice("disk", sentence, offers)

    def _on_compare(self) -> None:
        """Show the version on disk beside the draft; the choice stays open."""
        read = self._read_disk()
        if read is not None:
            self.disk_comparison_requested.emit(read[0])
            self._offer_reload()

    def _on_keep_mine(self) -> None:
        """Remember the state on disk, so that saving over it asks no second time."""
        read = self._read_disk()
        if read is not None and self.path is not None:
            self._set_origin(Origin.of_file(self.path, read[1]))

    def _read_disk(self) -> tuple[bytes, FileStamp] | None:
        """Return the file's contents; None, after a notice, if it is missing or unreadable."""
        if self.path is None:
            return None
        try:
            return read_stamped(self.path)
        except FileError as error:
            self._notices.show_notice("disk", WORDS.tell(error.told))
            return None


def _always() -> bool:
    return True


def _may_always(_origin: Origin) -> bool:
    return True
