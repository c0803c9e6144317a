"""Keeps the documents of a window against a crash, and offers what an earlier one left of them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from robotstudio.engine.language import Plural
from robotstudio.io.errors import FileError
from robotstudio.io.journal import Journal, Orphan
from robotstudio.io.open_tabs import KeptTab, KeptTabs, bytes_of, parse, slots_of
from robotstudio.lazy_dataclasses import replace
from robotstudio.ui.expectation_document import KEY as TESTS_KEY
from robotstudio.ui.language import WORDS
from robotstudio.ui.origins import OriginKind
from robotstudio.ui.recovery import DRAFT_KEY, PROJECT_KEY
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from robotstudio.ui.document_tabs import DocumentTabs
    from robotstudio.ui.studio import Studio

_KEY = "tabs"
_KEEP_AFTER_MS = 1000
_LEFT = Plural(
    "{count} document that was open at {when} was kept, with what was unsaved in it.",
    "{count} documents that were open at {when} were kept, with what was unsaved in them.",
)


class TabKeeper(QObject):
    """Writes which documents are open to the journal a moment after a change; the texts have entries of their own.

    One document alone needs no list: it is kept by its own entries.
    """

    def __init__(self, tabs: "DocumentTabs", journal: Journal) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._journal = journal
        self._written = KeptTabs()
        self._kept: dict[Studio, KeptTab] = {}
        """As each document was when something of it changed last."""
        self._timer = QTimer(self, interval=_KEEP_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.keep)

    def keep_soon(self, studio: "Studio | None" = None, *_: object) -> None:
        """Something of a document is another, or only which there are and in what order."""
        if studio is not None:
            self._kept.pop(studio, None)
        if not self._timer.isActive():
            self._timer.start()

    def keep(self) -> None:
        """Write what is open now, where that is anything new."""
        studios = self._tabs.studios
        if len(studios) < 2:  # one is no list
            self.forget()
            return
        self._kept = {studio: self._kept.get(studio) or studio.kept(with_unsaved=False) for studio in studios}
        kept = KeptTabs(tuple(self._kept.values()), studios.index(self._tabs.front))
        if kept == self._written:
            return
        try:
            self._journal.write(_KEY, None, bytes_of(kept))
            self._written = kept
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))

    def forget(self) -> None:
        """Nothing is to be offered after this window."""
        self._timer.stop()
        if self._written == KeptTabs():
            return
        self._written = KeptTabs()
        try:
            self._journal.clear(_KEY)
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))

    def offer(self) -> None:
        """Offer what a crashed window left, one window after another."""
        orphans = self._journal.orphans()
        left = {orphan.key: orphan for orphan in reversed(orphans) if orphan.owner == orphans[0].owner}
        listed = left.get(_KEY)
        kept = parse(listed.body) if listed else KeptTabs()
        slots = slots_of(kept, [key for key in left if key != _KEY])
        if len(slots) < 2:  # one is offered by itself
            if listed:
                self._discard([listed])
            self._tabs.front.document.recovery.offer()
            return
        when = WORDS.date_and_time(orphans[0].written_at.astimezone())
        open_all = partial(self._on_recover, kept, slots, left)
        offers = [
            (self.tr("Open them"), open_all),
            (self.tr("Drop them"), partial(self._on_drop, tuple(left.values()))),
        ]
        said = WORDS.count(_LEFT, len(slots), when=when)
        self._tabs.front.page.notices.show_notice("recovery", said, offers, Tone.NOTE)

    def _on_recover(self, kept: KeptTabs, slots: Sequence[str], left: Mapping[str, Orphan]) -> None:
        """Open each in a tab; what was in the window already stays."""
        known = {tab.slot: tab for tab in kept.tabs}
        opened: list[Studio] = []
        for slot in slots:
            studio = self._tabs.studio_of(self._tabs.place(self._tabs.front.context))
            if opened and studio is opened[-1]:
                studio = self._tabs.begin()  # that one is to stay empty
            tab = _with_journaled(known.get(slot, KeptTab(slot)), slot, left)
            studio.take_up(tab, left.get(f"{PROJECT_KEY}{slot}"))
            opened.append(studio)
        self._tabs.bring_to_front(opened[kept.front])
        self._on_drop(tuple(left.values()))

    def _on_drop(self, orphans: Sequence[Orphan]) -> None:
        self._discard(orphans)
        self.offer()

    def _discard(self, orphans: Sequence[Orphan]) -> None:
        try:
            for orphan in orphans:
                self._journal.discard(orphan)
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))


def _with_journaled(tab: KeptTab, slot: str, left: Mapping[str, Orphan]) -> KeptTab:
    """A tab with what its entries hold."""
    text, tests, project = (left.get(f"{key}{slot}") for key in (DRAFT_KEY, TESTS_KEY, PROJECT_KEY))
    path = tab.path or next((each.path for each in (text, tests) if each), None)
    return replace(
        tab,
        kind=tab.kind or (OriginKind.CRASH.value if text or tests else ""),
        name=tab.name or (path.name if path else "robots.txt"),
        path=path,
        text=text.body if text else tab.text,
        is_unsaved=text is not None,
        tests=tests.body if tests else tab.tests,
        project_file=tab.project_file or (project.path if project else None),
    )
