"""Restores or drops the documents that a crash left, one after another."""

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from robotstudio.store.errors import FileError
from robotstudio.store.files import FileStamp
from robotstudio.store.journal import Journal, Orphan
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.document.expectation_document import KEY as TESTS_KEY
from robotstudio.ui.document.origins import FILE_NAME, Origin, OriginKind
from robotstudio.ui.shell.notices import Notices, Offer
from robotstudio.ui.widgets.tone import Tone

DRAFT_KEY = "draft"
"""The journal key of a text."""
PROJECT_KEY = "project"
"""The journal key of a project's unsaved changes."""
TABS_KEY, CARETS_KEY = "tabs", "carets"
"""The journal keys of the open documents and of their carets."""
_OF_ALL = frozenset({TABS_KEY, CARETS_KEY})


class Recovered(Protocol):
    """The document that takes the restored text."""

    def may_discard(self) -> bool: ...

    def bring_back(
        self,
        origin: Origin,
        path: Path | None,
        text: bytes | None,
        tests: bytes | None,
        *,
        stamp: FileStamp | None,
        tests_stamp: FileStamp | None,
    ) -> None: ...


class _Left(Struct, frozen=True):
    """The remains of a crashed program: a text, its tests, its project, or several of these."""

    text: Orphan | None
    beside: Orphan | None
    project: Orphan | None

    @property
    def orphans(self) -> tuple[Orphan, ...]:
        return tuple(filter(None, (self.text, self.beside, self.project)))


class ListedDocument(Struct, frozen=True):
    """The entry for a crashed program's single document in its list."""

    owner: str
    """The id of the program in the journal."""
    name: str
    open_it: Callable[[], object]
    """Restores all of it: the text and the state of the window."""


class Recovery(QObject):
    """Offers the remains of crashed programs to one document; `project_recovered` carries that of its project."""

    project_recovered = Signal(object, bool)  # Orphan, and True if its text is recovered too

    def __init__(self, document: Recovered, journal: Journal, notices: Notices) -> None:
        super().__init__(notices)
        self._document = document
        self._journal = journal
        self._notices = notices
        self._offer_next: Callable[[], object] = self.offer

    def set_next(self, offer_next: Callable[[], object]) -> None:
        """Call this after each recovery or removal: a crash may have left more, also of other documents."""
        self._offer_next = offer_next

    def offer(self, known: ListedDocument | None = None, opened: Collection[str] = ()) -> None:
        """Offer the remains of crashed sessions, one after another; `known` has more about one document."""
        orphans = [each for each in self._journal.orphans() if each.key not in _OF_ALL and each.owner not in opened]
        for path in self._journal.take_unreadable():
            sentence = tr("Unsaved text of an earlier session could not be read. It is in “{path}”.")
            self._notices.show_notice("unreadable", put_in(sentence, {"path": str(path)}))
        if not orphans:
            return
        owner = known.owner if known else orphans[0].owner
        own = [orphan for orphan in reversed(orphans) if orphan.owner == owner]
        left = {orphan.key.partition("_")[0]: orphan for orphan in own}
        beside, project = left.pop(TESTS_KEY, None), left.pop(PROJECT_KEY, None)
        text = left.pop(DRAFT_KEY, None) or next(iter(left.values()), None)
        self._offer(_Left(text, beside, project), known)

    def _offer(self, left: _Left, known: ListedDocument | None) -> None:
        recover = known.open_it if known else partial(self._on_recover, left)
        offers: list[Offer] = [(tr("Recover"), recover), (tr("Discard"), partial(self._on_drop, left))]
        sentence = self._sentence(left, known.name if known else FILE_NAME)
        self._notices.show_notice("recovery", sentence, offers, Tone.NOTE)

    def _sentence(self, left: _Left, known_as: str) -> str:
        orphan = left.orphans[0]
        if left.text is None:
            sentence = tr("Unsaved tests of {name} from {when} were kept. The file on disk is unchanged.")
            if left.beside is None:
                sentence = tr("Unsaved changes to {name} from {when} were kept. The file on disk is unchanged.")
        elif orphan.path is None:
            sentence = tr("“{name}” from {when}, never saved to a file, was kept.")
        else:
            sentence = tr("Unsaved text of {name} from {when} was kept. The file on disk is unchanged.")
        when = WORDS.date_and_time(orphan.written_at.astimezone())
        return put_in(sentence, {"name": orphan.path.name if orphan.path else known_as, "when": when})

    def _on_recover(self, left: _Left) -> None:
        if not self._document.may_discard():
            return
        if left.text or left.beside:
            self._recover(left)
        if left.project:
            self.project_recovered.emit(left.project, bool(left.text or left.beside))
        self._on_drop(left)

    def _recover(self, left: _Left) -> None:
        path = left.orphans[0].path
        origin = Origin(OriginKind.CRASH, path.name) if path else Origin(OriginKind.CRASH)
        (text, stamp), (tests, tests_stamp) = (
            (each.body, each.stamp) if each else (None, None) for each in (left.text, left.beside)
        )
        self._document.bring_back(origin, path, text, tests, stamp=stamp, tests_stamp=tests_stamp)

    def _on_drop(self, left: _Left) -> None:
        try:
            for orphan in left.orphans:
                self._journal.discard(orphan)
        except FileError as error:
            self._notices.show_notice("journal", WORDS.tell(error.told))
            return
        self._offer_next()
