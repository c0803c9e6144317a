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
    """What a document needs of the editor."""

    def body(self) -> bytes:
        """The bytes that saving would write."""

    def set_body(self, body: bytes, saved: bytes | None = None) -> None:
        """Show other bytes, with a new undo history; where other ones are `saved`, Undo leads back to those."""

    def replace_body(self, body: bytes) -> None:
        """Replace the text in one step that can be undone."""

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save."""

    def set_unmodified(self) -> None:
        """Take the text as it is for what was saved."""

    def set_modified(self) -> None:
        """Take the text as it is for unsaved, until it is saved."""


class TextMaker(Protocol):
    """Makes the text of a document from another one, and so says what becomes of it when it is saved."""

    def save(self) -> bool:
        """Save what belongs to a text that is as it was made."""

    def may_replace(self, path: Path) -> bool:
        """Whether a text that was changed since may be written into a file."""


class Document(QObject):
    """One draft and its file. Errors and outside changes become notices; only unsaved changes ask in a dialog."""

    opened = Signal()
    title_changed = Signal()
    path_used = Signal(object)
    site_known = Signal(str)  # of which the text is that was put in
    disk_comparison_requested = Signal(object)  # with these bytes, which another program wrote

    def __init__(
        self,
        draft: Draft,
        tests: ExpectationDocument,
        journal: Journal,
        notices: Notices,
        parent: QObject | None = None,
        slot: str = "",
    ) -> None:
        """A document without a file; its tests are opened, saved and let go of together with it.

        The journal parts several documents by their `slot`.
        """
        super().__init__(parent)
        self._draft = draft
        self._tests = tests
        self._notices = notices
        self._origin = Origin(OriginKind.NEW)
        self._saved: bytes | None = None
        self._maker: TextMaker | None = None
        self._may_write: Callable[[], bool] = _always
        self._may_leave: Callable[[Origin], bool] = _may_always
        self._is_open = False
        self._file = TrackedFile(f"{DRAFT_KEY}{slot}", journal, notices, self._unsaved, self)
        self._file.disk_changed.connect(self.look_at_disk)
        self.recovery = Recovery(self, journal, notices)

    @property
    def path(self) -> Path | None:
        """The file, None where the draft was never saved."""
        return self._origin.path

    @property
    def name(self) -> str:
        """The name to show: that of the file, or where the text is from."""
        return self._origin.name

    @property
    def origin(self) -> Origin:
        return self._origin

    @property
    def saved(self) -> bytes | None:
        """The text as it was opened, saved or reloaded last; None where there is no draft."""
        return self._saved

    @property
    def is_open(self) -> bool:
        """Whether there is a draft, even an empty one."""
        return self._is_open

    @property
    def is_text_modified(self) -> bool:
        """Whether there is something to save in the text."""
        return self._draft.is_modified

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save, in the text or beside it."""
        return self._draft.is_modified or self._tests.is_modified

    def begin(self) -> None:
        """Begin an empty draft where there is none yet."""
        if not self._is_open:
            self._take(b"", Origin(OriginKind.NEW))

    def new(self) -> bool:
        """Start an empty draft without a file; False where the user wants to keep what is open."""
        return self.load(b"", Origin(OriginKind.NEW))

    def load(self, body: bytes, origin: Origin, tests: Path | None = None, site: str = "") -> bool:
        """Put a text from anywhere in place of the open one, as a document of its own.

        Every text that is not typed comes in here. Saving writes to the file that it was read from, or asks. False
        where the user wants to keep what is open. `tests` are in another file than the one beside it; `site` is the
        origin that the text is for, where that is known.
        """
        if not self._may_leave(origin) or not self.may_discard():
            return False
        self._take(body, origin, tests=tests)
        if site:
            self.site_known.emit(site)
        return True

    def open(self, path: Path, tests: Path | None = None, place: "Callable[[], Document] | None" = None) -> bool:
        """Open a file; False where it cannot be read, or the user wants to keep what is open.

        Once it is read it may be put in another `place`.
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
        """Put a text that is made from another one in place of an untouched one; `follow` keeps it up.

        Where it was `changed` by hand before, Undo leads back to what is made.
        """
        self._take(body, origin, tests=tests)
        self._maker = maker
        if changed is not None:
            self._draft.replace_body(changed)

    def follow(self, body: bytes, origin: Origin) -> None:
        """What the text is made from has changed: take what is made now, as one step that can be undone."""
        self._set_origin(origin)
        self._draft.replace_body(body)
        self._draft.set_unmodified()
        self._saved = body
        self._file.forget()
        self.title_changed.emit()

    def set_guard(self, may_write: Callable[[], bool]) -> None:
        """Ask this before the text is written; where it says no, nothing is."""
        self._may_write = may_write

    def set_leave_guard(self, may_leave: Callable[[Origin], bool]) -> None:
        """Ask this before another text takes the place of the open one; where it says no, that stays."""
        self._may_leave = may_leave

    def save(self, title: Message = "") -> bool:
        """Save into the file, or ask for one, under a title that says what it is for."""
        path, stamp = self._origin.path, self._origin.stamp
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
        path = dialogs.ask_save_path(self._notices.bar.window(), self._origin.suggested, title)
        if path is None or (self._maker and not self._maker.may_replace(path.absolute())):
            return False
        return self._write(path.absolute())

    def reload(self) -> None:
        """Take the text on disk; one step that Undo takes back."""
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
        self._saved = body
        self._file.forget()
        self.title_changed.emit()

    def may_discard(self) -> bool:
        """Whether the open draft may go: it is saved, or the user says so. It is kept against a crash until it goes."""
        if not self.is_modified:
            return True
        choice = dialogs.ask_save_changes(self._notices.bar.window(), self.name)
        return self.save() if choice is SaveChoice.SAVE else choice is SaveChoice.DISCARD

    def bring_back(
        self, origin: Origin, path: Path | None, text: bytes | None, tests: bytes | None, *, is_unsaved: bool = True
    ) -> None:
        """Take up a document as it was left: what is in its file, and over that what was unsaved.

        Where it has no file, or that is gone, its text comes from `origin`; None says that nothing was unsaved.
        """
        saved = None
        if path:
            try:
                saved, stamp = read_stamped(path)
                origin = Origin.of_file(path, stamp)
            except FileError as error:  # else it is saved anew, where the user says
                if text is None:
                    self._notices.show_notice("open", WORDS.tell(error.told))
                    return
        self._take(text if text is not None else saved or b"", origin, saved)
        if text is not None and is_unsaved:
            self._draft.set_modified()
        if tests is not None:
            self._tests.recover(tests)
        self._file.keep()

    def look_at_disk(self) -> None:
        """See whether another program has changed the file; called when it may have, and when the window comes up."""
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
        """The text was edited: keep it against a crash in a moment."""
        self._file.keep_soon()

    def keep(self) -> bool:
        """Keep what is unsaved against a crash now; False if that failed."""
        return self._file.keep() and self._tests.keep()

    def close(self) -> None:
        """The window closes and nothing is left to save."""
        self._file.close()
        self._tests.close()

    def _take(self, body: bytes, origin: Origin, saved: bytes | None = None, tests: Path | None = None) -> None:
        """Make a text the open one; it differs from what is `saved`, where that is given, and Undo leads back to it."""
        self._file.forget()
        self._maker = None
        self._set_origin(origin)
        self._is_open = True
        self._saved = body if saved is None else saved
        self._draft.set_body(body, saved)
        if origin.is_only_here:
            self._draft.set_modified()
        for kind in ("disk", "open", "save", "reload", "reloaded"):
            self._notices.withdraw(kind)
        self._tests.begin(origin.path, tests)
        self.opened.emit()
        self.title_changed.emit()

    def _set_origin(self, origin: Origin) -> None:
        self._origin = origin
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
        self._saved = body
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
        """Take what another program wrote in place of a text in which nothing is unsaved, and say so."""
        before = self._draft.body()
        self.reload()
        if self._draft.body() == before:  # it could not be read, which was told, or is the same text
            return
        sentence = tr("{name} was changed by another program and read again.", name=self.name)
        offers = [(tr("Back to the text before"), partial(self._draft.replace_body, before))]
        self._notices.show_notice("reloaded", sentence, offers, Tone.NOTE)

    def _offer_reload(self) -> None:
        sentence = tr("{name} was changed by another program.", name=self.name)
        sentence += " " + tr("Reloading replaces your unsaved changes; Undo brings them back.")
        offers = [
            (tr("Compare"), self._on_compare),
            (tr("Reload"), self.reload),
            (tr("Keep mine"), self._on_keep_mine),
        ]
        self._notices.show_notice("disk", sentence, offers)

    def _on_compare(self) -> None:
        """Show what another program wrote beside the draft; what to take is still to be said."""
        read = self._read_disk()
        if read is not None:
            self.disk_comparison_requested.emit(read[0])
            self._offer_reload()

    def _on_keep_mine(self) -> None:
        """What stands on disk is known now; saving over it needs no second question."""
        read = self._read_disk()
        if read is not None and self.path is not None:
            self._set_origin(Origin.of_file(self.path, read[1]))

    def _read_disk(self) -> tuple[bytes, FileStamp] | None:
        """What is in the file now; None where there is none, or none that can be read, which is told."""
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
