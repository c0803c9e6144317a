"""The file behind the editor: opening, saving, what other programs do to it, and what a crash would cost."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from robotstudio.io.errors import FileError
from robotstudio.io.files import read_stamped, remove_leftovers, write_atomic
from robotstudio.io.journal import Journal, Orphan
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui import dialogs
from robotstudio.ui.companion import Companion, NoCompanion
from robotstudio.ui.dialogs import SaveChoice
from robotstudio.ui.disk_watch import DiskWatch
from robotstudio.ui.notices import Notices
from robotstudio.ui.origins import Origin, Source
from robotstudio.ui.widgets.tone import Tone

_KEY = "draft"
_JOURNAL_AFTER_MS = 1000


class Draft(Protocol):
    """What a document needs of the editor."""

    def body(self) -> bytes:
        """The bytes that saving would write."""
        ...

    def set_body(self, body: bytes) -> None:
        """Show other bytes, with a new undo history."""
        ...

    def replace_body(self, body: bytes) -> None:
        """Replace the text in one step that can be undone."""
        ...

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save."""
        ...

    def set_unmodified(self) -> None:
        """Take the text as it is for what was saved."""
        ...

    def set_modified(self) -> None:
        """Take the text as it is for unsaved, until it is saved."""
        ...


@dataclass(frozen=True, slots=True)
class _Left:
    """What one crashed program left: a text, what is kept beside it, or both."""

    text: Orphan | None
    beside: Orphan | None

    @property
    def orphans(self) -> tuple[Orphan, ...]:
        return tuple(filter(None, (self.text, self.beside)))


class Document(QObject):
    """One draft and its file. Errors and outside changes become notices; only unsaved changes ask in a dialog."""

    opened = Signal()
    title_changed = Signal()
    path_used = Signal(object)

    def __init__(self, draft: Draft, journal: Journal, notices: Notices, parent: QObject | None = None) -> None:
        """A document without a file."""
        super().__init__(parent)
        self._draft = draft
        self._journal = journal
        self._notices = notices
        self._origin = Origin(Source.NEW)
        self._saved: bytes | None = None
        self._may_write: Callable[[], bool] = _always
        self._is_open = self._is_journaled = self._is_gone_told = False
        self._companion: Companion = NoCompanion()
        self._disk = DiskWatch(self)
        self._disk.changed.connect(self.look_at_disk)
        self._journal_timer = QTimer(self)
        self._journal_timer.setSingleShot(True)
        self._journal_timer.setInterval(_JOURNAL_AFTER_MS)
        self._journal_timer.timeout.connect(self._on_journal_timeout)
        draft.set_unmodified()

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
        """Where the text comes from."""
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
    def is_modified(self) -> bool:
        """Whether there is something to save, in the text or beside it."""
        return self._draft.is_modified or self._companion.is_modified

    def keep_beside(self, companion: Companion) -> None:
        """Open, save and let go of something else together with the file."""
        self._companion = companion

    def begin(self) -> None:
        """Begin an empty draft where there is none yet."""
        if not self._is_open:
            self._take(b"", Origin(Source.NEW))

    def new(self) -> bool:
        """Start an empty draft without a file; False where the user wants to keep what is open."""
        return self.load(b"", Origin(Source.NEW))

    def load(self, body: bytes, origin: Origin) -> bool:
        """Put a text from anywhere in place of the open one, as a document of its own.

        Every text that is not typed comes in here. Saving writes to the file that it was read from, or asks. False
        where the user wants to keep what is open.
        """
        if not self.may_discard():
            return False
        self._take(body, origin)
        return True

    def open(self, path: Path) -> bool:
        """Open a file; False where it cannot be read, or the user wants to keep what is open."""
        try:
            body, stamp = read_stamped(path)
        except FileError as error:
            self._notices.show_notice("open", str(error))
            return False
        if not self.load(body, Origin.of_file(path, stamp)):
            return False
        remove_leftovers(Path(os.path.realpath(path)))
        self.path_used.emit(self.path)
        return True

    def set_guard(self, may_write: Callable[[], bool]) -> None:
        """Ask this before the text is written; where it says no, nothing is."""
        self._may_write = may_write

    def save(self) -> bool:
        """Save into the file, or ask for one."""
        path, stamp = self._origin.path, self._origin.stamp
        if path is None:
            return self.save_as()
        if not self._may_write():
            return False
        if stamp and stamp.check(path, by_content=True) == "changed":
            window = self._notices.bar.window()
            if not dialogs.ask_overwrite_changed(window, self.name):
                return False
        return self._write(path)

    def save_as(self) -> bool:
        """Ask for a file and save into it."""
        if not self._may_write():
            return False
        path = dialogs.ask_save_path(self._notices.bar.window(), self._origin.suggested)
        return path is not None and self._write(path.absolute())

    def reload(self) -> None:
        """Take the text on disk; one step that Undo takes back."""
        path = self.path
        if path is None:
            return
        try:
            body, stamp = read_stamped(path)
        except FileError as error:
            self._notices.show_notice("reload", str(error))
            return
        self._origin = Origin.of_file(path, stamp)
        self._draft.replace_body(body)
        self._draft.set_unmodified()
        self._saved = body
        self._forget_journal()
        self.title_changed.emit()

    def may_discard(self) -> bool:
        """Whether the open draft may go: it is saved, or the user says so."""
        if not self.is_modified:
            return True
        choice = dialogs.ask_save_changes(self._notices.bar.window(), self.name)
        if choice is SaveChoice.SAVE:
            return self.save()
        if choice is SaveChoice.DISCARD:
            self._forget_journal()
            self._companion.forget()
            return True
        return False

    def offer_recovery(self) -> None:
        """Offer what a crashed session left, one after another."""
        orphans = self._journal.orphans()
        for path in self._journal.take_unreadable():
            sentence = self.tr("Unsaved text that an earlier run left could not be read. It is kept as “{path}”.")
            self._notices.show_notice("unreadable", sentence.format(path=path))
        if not orphans:
            return
        left = {orphan.key: orphan for orphan in reversed(orphans) if orphan.owner == orphans[0].owner}
        beside = left.pop(self._companion.key, None)
        text = left.pop(_KEY, None) or next(iter(left.values()), None)
        self._offer(_Left(text, beside))

    def look_at_disk(self) -> None:
        """See whether another program has changed the file; called when it may have, and when the window comes up."""
        path, stamp = self._origin.path, self._origin.stamp
        if path is None or stamp is None:
            return
        change = stamp.check(path)
        if change == "same":
            self._notices.withdraw("disk")
        elif change == "gone" and not self._is_gone_told:
            sentence = self.tr("{name} is no longer on disk. Your text stays here; save to write it again.")
            self._notices.show_notice("disk", sentence.format(name=self.name))
        elif change == "changed" and self._draft.is_modified:
            self._offer_reload()
        elif change == "changed":
            self._follow_disk()
        self._is_gone_told = change == "gone"
        self._disk.watch(path)

    def text_changed(self) -> None:
        """The text was edited: keep it against a crash in a moment."""
        if not self._journal_timer.isActive():
            self._journal_timer.start()
        self.title_changed.emit()

    def close(self) -> None:
        """The window closes and nothing is left to save."""
        self._journal_timer.stop()
        self._forget_journal()
        self._companion.forget()

    def _take(self, body: bytes, origin: Origin) -> None:
        self._forget_journal()
        self._origin = origin
        self._is_open = True
        self._saved = body
        self._draft.set_body(body)
        if origin.is_only_here:
            self._draft.set_modified()
        else:
            self._draft.set_unmodified()
        for kind in ("disk", "open", "save", "reload", "reloaded"):
            self._notices.withdraw(kind)
        self._disk.watch(origin.path)
        self._companion.begin(origin.path)
        self.opened.emit()
        self.title_changed.emit()

    def _mark_unsaved(self, saved: bytes) -> None:
        """Make the text differ from what is on disk, as a recovered one does; Undo leads back to that."""
        body = self._draft.body()
        self._saved = saved
        self._draft.set_body(saved)
        self._draft.set_unmodified()
        self._draft.replace_body(body)
        self.title_changed.emit()

    def _write(self, path: Path) -> bool:
        body = self._draft.body()
        try:
            stamp = write_atomic(path, body)
        except FileError as error:
            offers = [(self.tr("Save as…"), self.save_as)]
            self._notices.show_notice("save", str(error), offers)
            return False
        self._origin, self._saved = Origin.of_file(path, stamp), body
        self._draft.set_unmodified()
        self._forget_journal()
        for kind in ("disk", "save", "reloaded"):
            self._notices.withdraw(kind)
        if stamp.notes:
            self._notices.show_notice("save", " ".join((self.tr("Saved."), *stamp.notes)))
        self._disk.watch(path)
        is_all_saved = self._companion.save_beside(path)
        self.path_used.emit(path)
        self.title_changed.emit()
        return is_all_saved

    def _follow_disk(self) -> None:
        """Take what another program wrote in place of a text in which nothing is unsaved, and say so."""
        before = self._draft.body()
        self.reload()
        if self._draft.body() == before:  # it could not be read, which was told, or is the same text
            return
        sentence = self.tr("{name} was changed by another program and read again.").format(name=self.name)
        offers = [(self.tr("Back to the text before"), partial(self._draft.replace_body, before))]
        self._notices.show_notice("reloaded", sentence, offers, Tone.NOTE)

    def _offer_reload(self) -> None:
        sentence = self.tr("{name} was changed by another program.").format(name=self.name)
        sentence += " " + self.tr("Reloading replaces your unsaved changes; Undo brings them back.")
        offers = [(self.tr("Reload"), self.reload), (self.tr("Keep mine"), self._on_keep_mine)]
        self._notices.show_notice("disk", sentence, offers)

    def _on_keep_mine(self) -> None:
        """What stands on disk is known now; saving over it needs no second question."""
        if self.path is None:
            return
        try:
            _, stamp = read_stamped(self.path)
            self._origin = Origin.of_file(self.path, stamp)
        except FileError as error:
            self._notices.show_notice("disk", str(error))

    def _on_journal_timeout(self) -> None:
        try:
            if self._draft.is_modified:
                self._journal.write(_KEY, self.path, self._draft.body())
                self._is_journaled = True
            else:
                self._forget_journal()
        except FileError as error:
            self._notices.show_notice("journal", str(error))

    def _forget_journal(self) -> None:
        if not self._is_journaled:
            return
        self._is_journaled = False
        try:
            self._journal.clear(_KEY)
        except FileError as error:
            self._notices.show_notice("journal", str(error))

    def _offer(self, left: _Left) -> None:
        orphan = left.orphans[0]
        name = orphan.path.name if orphan.path else self.tr("an unsaved robots.txt")
        when = orphan.written_at.astimezone().strftime("%x %H:%M")
        sentence = self.tr("Unsaved text of {name} was kept from {when}. The file on disk is as it was.")
        if left.text is None:
            sentence = self.tr("Unsaved tests of {name} were kept from {when}. The file on disk is as it was.")
        recover, drop = partial(self._on_recover, left), partial(self._on_drop, left)
        offers = [(self.tr("Open it"), recover), (self.tr("Drop it"), drop)]
        self._notices.show_notice("recovery", sentence.format(name=name, when=when), offers, Tone.NOTE)

    def _on_recover(self, left: _Left) -> None:
        if not self.may_discard():
            return
        path, saved, origin = left.orphans[0].path, b"", Origin(Source.CRASH)
        if path:
            origin = Origin(Source.CRASH, path.name)
            with suppress(FileError):  # else it is saved anew, where the user says
                saved, stamp = read_stamped(path)
                origin = Origin.of_file(path, stamp)
        self._take(left.text.body if left.text else saved, origin)
        if left.text and origin.path:
            self._mark_unsaved(saved)
        if left.beside:
            self._companion.recover(left.beside.body)
        self._on_journal_timeout()
        self._on_drop(left)

    def _on_drop(self, left: _Left) -> None:
        try:
            for orphan in left.orphans:
                self._journal.discard(orphan)
        except FileError as error:
            self._notices.show_notice("journal", str(error))
            return
        self.offer_recovery()


def _always() -> bool:
    return True
