"""Keeps the documents of all windows against a crash, and offers what an earlier one left of them."""

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from robotstudio.engine.language import Plural
from robotstudio.io.errors import FileError
from robotstudio.io.expectations import bytes_of as bytes_of_tests
from robotstudio.io.journal import Journal, Orphan
from robotstudio.io.open_tabs import (
    ROOT,
    KeptTab,
    KeptTabs,
    KeptWindow,
    bytes_of,
    bytes_of_carets,
    parse,
    parse_carets,
    slots_of,
)
from robotstudio.io.projects.model import Project
from robotstudio.lazy_dataclasses import replace
from robotstudio.ui.expectation_document import KEY as TESTS_KEY
from robotstudio.ui.language import WORDS
from robotstudio.ui.origins import Origin, OriginKind
from robotstudio.ui.recovery import CARETS_KEY, DRAFT_KEY, PROJECT_KEY, TABS_KEY, ListedDocument
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from robotstudio.ui.document_tabs import DocumentTabs
    from robotstudio.ui.studio import Studio

_KEEP_AFTER_MS = 1000
_SETTLED_AFTER_MS = 250
_LEFT = Plural(
    "{count} document that was open at {when} was kept, with what was unsaved in it.",
    "{count} documents that were open at {when} were kept, with what was unsaved in them.",
)


class TabKeeper(QObject):
    """Writes which documents are open to the journal a moment after a change; the texts have entries of their own.

    One document alone needs no list while nothing is unsaved in it: it is as its file is.
    """

    def __init__(self, tabs: "DocumentTabs", journal: Journal) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._journal = journal
        self._written = KeptTabs()
        self._carets: dict[str, tuple[int, int]] = {}
        self._kept: dict[Studio, KeptTab] = {}
        """As each document was when something of it changed last."""
        self._timer = QTimer(self, interval=_KEEP_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.keep)
        self._is_closed = False
        self._front: Studio | None = None
        self._settled = QTimer(self, interval=_SETTLED_AFTER_MS, singleShot=True)
        self._settled.timeout.connect(self._on_settled)

    def keep_soon(self, studio: "Studio | None" = None, *_: object) -> None:
        """Something of a document has changed, or only which there are, in what order, or where a caret is."""
        if studio is not None:
            self._kept.pop(studio, None)
        if not self._is_closed and not self._timer.isActive():
            self._timer.start()

    def keep(self) -> None:
        """Write what is open now, where that is anything new."""
        studios = self._tabs.studios
        if len(studios) == 1 and not studios[0].is_unsaved:
            self.forget()
            return
        self._kept = {studio: self._kept.get(studio) or kept_of(studio, with_unsaved=False) for studio in studios}
        kept = self._in_windows(KeptTabs(tuple(self._kept.values()), studios.index(self._tabs.front)))
        carets = {studio.slot: studio.editor.caret for studio in studios}
        try:
            if kept != self._written:
                self._journal.write(TABS_KEY, None, bytes_of(kept))
                self._written = kept
            if carets != self._carets:
                self._journal.write(CARETS_KEY, None, bytes_of_carets(carets))
                self._carets = carets
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))

    def _in_windows(self, kept: KeptTabs) -> KeptTabs:
        """The same, with the windows in which they are where these are several."""
        homes, studios = self._tabs.windows.in_use, self._tabs.studios
        if len(homes) == 1:
            return kept
        places = {studio: place for place, home in enumerate(homes) for studio in home.studios}
        tabs = [replace(tab, window=places[studio]) for tab, studio in zip(kept.tabs, studios, strict=True)]
        windows = [KeptWindow(home.geometry(), studios.index(home.front)) for home in homes]
        return replace(kept, tabs=tuple(tabs), windows=tuple(windows))

    def keep_for_next_start(self) -> None:
        """Keep all as a crash would leave it: whoever took the screen away did not let the person be asked."""
        self.keep()
        for studio in self._tabs.studios:
            studio.document.keep()
            studio.projects.keep()
        self._journal.close()

    def close(self) -> None:
        """The last document has ended: nothing is left to be kept, whatever changes from now on."""
        self._is_closed = True
        self._settled.stop()
        self.forget()

    def forget(self) -> None:
        """Nothing is to be offered after this program."""
        self._timer.stop()
        if self._written == KeptTabs():
            return
        self._written, self._carets = KeptTabs(), {}
        try:
            for key in (TABS_KEY, CARETS_KEY):
                self._journal.clear(key)
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))

    def offer(self) -> None:
        """Offer what a crashed program left, with all its windows, one program after another."""
        orphans = self._journal.orphans()
        left = {orphan.key: orphan for orphan in reversed(orphans) if orphan.owner == orphans[0].owner}
        listed = left.get(TABS_KEY)
        kept = parse(listed.body) if listed else KeptTabs()
        of_documents = left.keys() - {TABS_KEY, CARETS_KEY}
        slots = slots_of(kept, [*of_documents])
        open_all = partial(self._on_recover, kept, slots, left)
        if len(slots) < 2:
            if not of_documents:  # a list of a document in which nothing was unsaved
                self._discard(tuple(left.values()))
            is_known = bool(kept.tabs and of_documents)
            known = ListedDocument(orphans[0].owner, kept.tabs[0].name, open_all) if is_known else None
            self._tabs.front.document.recovery.offer(known)
            return
        when = WORDS.date_and_time(orphans[0].written_at.astimezone())
        offers = [
            (self.tr("Open them"), open_all),
            (self.tr("Drop them"), partial(self._on_drop, tuple(left.values()))),
        ]
        said = WORDS.count(_LEFT, len(slots), when=when)
        self._tabs.front.page.notices.show_notice("recovery", said, offers, Tone.NOTE)

    def _on_recover(self, kept: KeptTabs, slots: Sequence[str], left: Mapping[str, Orphan]) -> None:
        """Open each in a tab, in a window as before; what was in the window already stays."""
        known = {tab.slot: tab for tab in kept.tabs}
        carets = parse_carets(left[CARETS_KEY].body) if CARETS_KEY in left else {}
        tabs = [_with_journaled(known.get(slot, KeptTab(slot)), slot, left) for slot in slots]
        begun = self._tabs.front
        if begun.is_untouched and len(self._tabs.studios) == 1 and kept.windows:
            begun.window.restoreGeometry(kept.windows[0].geometry)
        homes = [self._tabs.windows.of(begun)]
        opened: dict[str, Studio] = {}
        for tab in sorted(tabs, key=attrgetter("window")):
            if tab.window == len(homes):
                homes.append(self._tabs.windows.open(begun.window, kept.windows[tab.window].geometry))
            is_first = not opened and begun.is_untouched
            studio = begun if is_first else self._tabs.begin(homes[tab.window])
            take_up(studio, tab, left.get(f"{PROJECT_KEY}{tab.slot}"))
            studio.editor.put_caret_back(*carets.get(tab.slot, (1, 1)))
            opened[tab.slot] = studio
        for front in (*(window.front for window in kept.windows), kept.front):
            self._front = opened[kept.tabs[front].slot if kept.tabs else slots[0]]
            self._tabs.bring_to_front(self._front)
        if kept.windows:
            self._settled.start()
        self.keep()  # before that of the crashed program goes: this one may be killed, too
        self._on_drop(tuple(left.values()))

    def _on_settled(self) -> None:
        """A window manager gives the keyboard to each window that it comes to see, which is later: take it back."""
        if self._front in self._tabs.studios:
            self._tabs.bring_to_front(self._front)

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


def kept_of(studio: "Studio", *, with_unsaved: bool) -> KeptTab:
    """The document with all that is its own; what is unsaved may be kept elsewhere."""
    document, tests, link = studio.document, studio.tests, studio.served.link
    has_text = with_unsaved if document.is_text_modified else document.is_open and document.path is None
    return KeptTab(
        studio.slot,
        document.name,
        document.origin.source.value if document.is_open else "",
        document.path,
        studio.editor.body() if has_text else None,
        document.is_text_modified,
        bytes_of_tests(tests.file) if with_unsaved and tests.is_modified else None,
        studio.workspace.project(Project(), ROOT, ROOT),
        link.project if link else studio.projects.path,
        link.name if link else "",
    )


def take_up(studio: "Studio", kept: KeptTab, project: Orphan | None = None) -> None:
    """Let a document be the one that was kept, with what a crash left of its `project`."""
    file = kept.project_file
    if kept.environment and file is not None:
        studio.served.take_up(kept, file)
        studio.workspace.fill(kept.project, ROOT)
        return
    if kept.kind:
        kind = OriginKind(kept.kind)
        is_gone = kind in {OriginKind.FILE, OriginKind.ENVIRONMENT}
        origin = Origin(OriginKind.CRASH if is_gone else kind, kept.name)
        studio.document.bring_back(origin, kept.path, kept.text, kept.tests, is_unsaved=kept.is_unsaved)
    if file is None or not studio.projects.take_up(file, project):
        studio.workspace.fill(kept.project, ROOT)
    else:
        studio.workspace.look_as(kept.project.window)  # a project is not saved for its look
    if not kept.kind:
        studio.page.show_start_page()
