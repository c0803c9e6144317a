"""Journals the documents of all windows against a crash, and restores those of an earlier run."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer

from robotstudio.draft.expectations import bytes_of as bytes_of_tests
from robotstudio.project.file.model import Project
from robotstudio.project.open_tabs import (
    ROOT,
    SavedTab,
    SavedTabs,
    SavedWindow,
    bytes_of,
    bytes_of_carets,
    parse,
    parse_carets,
    slots_of,
)
from robotstudio.store.errors import FileError
from robotstudio.store.files import FileStamp
from robotstudio.store.journal import Journal, Orphan
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.expectation_document import KEY as TESTS_KEY
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.document.recovery import CARETS_KEY, DRAFT_KEY, PROJECT_KEY, TABS_KEY, ListedDocument
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from robotstudio.ui.app.document_tabs import DocumentTabs
    from robotstudio.ui.app.studio import Studio
    from robotstudio.ui.app.window_tabs import WindowTabs

_KEEP_AFTER_MS = 1000
_SETTLED_AFTER_MS = 250
_LEFT = Plural(
    "{count} document that was open at {when} was kept, with what was unsaved in it.",
    "{count} documents that were open at {when} were kept, with what was unsaved in them.",
)


class TabKeeper(QObject):
    """Writes the list of open documents to the journal shortly after a change; texts have entries of their own.

    A single document needs no list if it has nothing beyond its file. At the end of the program the list stays, and
    the next start restores it.
    """

    def __init__(self, tabs: "DocumentTabs", journal: Journal) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._journal = journal
        self._written = SavedTabs()
        self._carets: dict[str, tuple[int, ...]] = {}
        self._kept: dict[Studio, SavedTab] = {}
        """Each document as of its last change."""
        self._timer = QTimer(self, interval=_KEEP_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.keep)
        self._is_closed = False
        self._front: Studio | None = None
        self._stays_behind = False
        self._taken: set[str] = set()
        """Journal owners whose documents were already restored."""
        self._restored: set[str] = set()
        """Slots of the documents that have come back; nothing else is restored into them."""
        self._settled = QTimer(self, interval=_SETTLED_AFTER_MS, singleShot=True)
        self._settled.timeout.connect(self._on_settled)
        self._reopening: list[Iterator[None]] = []
        self._is_opening = False
        self._step = QTimer(self, interval=0)
        self._step.timeout.connect(self._on_step)

    def keep_soon(self, studio: "Studio | None" = None, *_: object) -> None:
        """Write the list after a change of a document, or of their number, order or carets."""
        if studio is not None:
            self._kept.pop(studio, None)
        if not self._is_closed and not self._timer.isActive():
            self._timer.start()

    def keep(self) -> None:
        """Write the open documents, if that differs from the last time."""
        studios = self._tabs.studios
        if len(studios) == 1 and not (studios[0].is_unsaved or studios[0].workspace.has_own_work):
            self.forget()
            return
        self._kept = {studio: self._kept.get(studio) or kept_of(studio, with_unsaved=False) for studio in studios}
        kept = self._in_windows(SavedTabs(tuple(self._kept.values()), studios.index(self._tabs.front)), studios)
        carets = {studio.slot: studio.editor.selection for studio in studios}
        try:
            if kept != self._written:
                self._journal.write(TABS_KEY, None, bytes_of(kept))
                self._written = kept
            if carets != self._carets:
                self._journal.write(CARETS_KEY, None, bytes_of_carets(carets))
                self._carets = carets
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))

    def _in_windows(self, kept: SavedTabs, studios: "Sequence[Studio]") -> SavedTabs:
        """Add the windows of the documents, if there are several."""
        homes = [home for home in self._tabs.windows.in_use if set(home.studios) & set(studios)]
        if len(homes) < 2:
            return kept
        places = {studio: place for place, home in enumerate(homes) for studio in home.studios}
        tabs = [replace(tab, window=places[studio]) for tab, studio in zip(kept.tabs, studios, strict=True)]
        shown = [home.front if home.front in studios else home.studios[0] for home in homes]
        seen = [
            next(studio for studio in (first, *home.studios) if studio in studios)
            for first, home in zip(shown, homes, strict=True)
        ]
        windows = [SavedWindow(home.geometry(), studios.index(front)) for home, front in zip(homes, seen, strict=True)]
        return replace(kept, tabs=tuple(tabs), windows=tuple(windows))

    @property
    def is_reopening(self) -> bool:
        """True if documents of the last session are still to be opened."""
        return bool(self._reopening)

    def stay_behind(self) -> None:
        """Bring no more documents of the last session to the front."""
        self._stays_behind = True

    def keep_saved(self) -> None:
        """Leave the list of documents to the next start; unsaved changes are already saved or discarded."""
        studios = self._tabs.studios
        left = [(studio, kept) for studio in studios for kept in left_of(studio)]
        if not left:
            return
        fronts = [place for place, (studio, _) in enumerate(left) if studio is self._tabs.front]
        kept = SavedTabs(tuple(tab for _, tab in left), next(iter(fronts), 0), was_closed=True)
        carets = {tab.slot: studio.editor.caret for studio, tab in left if tab.kind}
        try:
            self._journal.write(TABS_KEY, None, bytes_of(self._in_windows(kept, [studio for studio, _ in left])))
            self._journal.write(CARETS_KEY, None, bytes_of_carets(carets))
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))
        self._written, self._carets = SavedTabs(), {}
        self._is_closed = True

    def keep_all(self, *, starts_again: bool) -> bool:
        """Journal all documents for the next start, as `write_all` does, and stop journaling; False if that failed."""
        if not self.write_all(starts_again=starts_again):
            return False
        if self._written.was_closed:
            self._journal.close()
        return True

    def write_all(self, *, starts_again: bool) -> bool:
        """Journal all documents with unsaved changes for the next start, which does not ask; False if that failed.

        If the program `starts_again`, documents that are worth nothing later are left to it, too.
        """
        studios = self._tabs.studios
        if not all(studio.document.keep() and studio.projects.keep() for studio in studios):
            return False
        left = [
            (studio, kept)
            for studio in studios
            for kept in (_all_of(studio) if starts_again or studio.is_unsaved else left_of(studio))
        ]
        if not left:
            self.forget()
            return True
        fronts = [place for place, (studio, _) in enumerate(left) if studio is self._tabs.front]
        kept = SavedTabs(
            tuple(tab for _, tab in left), next(iter(fronts), 0), was_closed=True, starts_again=starts_again
        )
        carets = {studio.slot: studio.editor.selection for studio in studios}
        try:
            self._journal.write(TABS_KEY, None, bytes_of(self._in_windows(kept, [studio for studio, _ in left])))
            self._journal.write(CARETS_KEY, None, bytes_of_carets(carets))
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))
            return False
        self._written, self._carets = kept, carets
        return True

    def keep_for_next_start(self) -> None:
        """Journal all as a crash would leave it: the program ends before the user can be asked."""
        self.keep()
        for studio in self._tabs.studios:
            studio.document.keep()
            studio.projects.keep()
        self._journal.close()

    def close(self) -> None:
        """Stop journaling after the last document has ended."""
        self._is_closed = True
        self._settled.stop()
        self._step.stop()
        self._reopening.clear()
        self.forget()

    def forget(self) -> None:
        """Remove the list from the journal."""
        self._timer.stop()
        if self._written == SavedTabs():
            return
        self._written, self._carets = SavedTabs(), {}
        try:
            for key in (TABS_KEY, CARETS_KEY):
                self._journal.clear(key)
        except FileError as error:
            self._tabs.window.show_notice("journal", WORDS.tell(error.told))

    def offer(self) -> None:
        """Offer what crashed programs left, one program after another, with all their windows."""
        orphans = self._without_closed(self._journal.orphans())
        left = {orphan.key: orphan for orphan in reversed(orphans) if orphan.owner == orphans[0].owner}
        listed = left.get(TABS_KEY)
        kept = parse(listed.body) if listed else SavedTabs()
        if kept.tabs:
            self._tabs.remember((tab.path, tab.project) for tab in kept.tabs if tab.path and not tab.project_file)
        of_documents = left.keys() - {TABS_KEY, CARETS_KEY}
        slots = slots_of(kept, [*of_documents])
        open_all = partial(self._on_recover, kept, slots, left)
        has_more = any((tab.project.urls or tab.project.crawls) and not tab.path for tab in kept.tabs)
        if len(slots) < 2 and (of_documents or not has_more):
            if not of_documents:  # the list of a document without changes
                self._discard(tuple(left.values()))
            is_known = bool(kept.tabs and of_documents)
            known = ListedDocument(orphans[0].owner, kept.tabs[0].name, open_all) if is_known else None
            self._tabs.front.document.recovery.offer(known, self._taken)
            return
        when = WORDS.date_and_time(orphans[0].written_at.astimezone())
        offers = [
            (tr("Open them"), open_all),
            (tr("Drop them"), partial(self._on_drop, tuple(left.values()))),
        ]
        said = ntr(_LEFT, len(slots), when=when)
        self._tabs.front.page.notices.show_notice("recovery", said, offers, Tone.NOTE)

    def _without_closed(self, orphans: Sequence[Orphan]) -> list[Orphan]:
        """Open the documents of programs that exited normally; return what others left, which is offered."""
        lists = [(orphan, parse(orphan.body)) for orphan in orphans if orphan.key == TABS_KEY]
        closed = {orphan.owner: kept for orphan, kept in lists if kept.was_closed}
        for owner in reversed(closed):  # oldest first, so that the newest ends up in front
            left = {orphan.key: orphan for orphan in orphans if orphan.owner == owner}
            if owner not in self._taken:
                self._taken.add(owner)
                slots = [tab.slot for tab in closed[owner].tabs]
                self._reopening.append(self._open(closed[owner], slots, left, is_asked=closed[owner].starts_again))
        if self._reopening:
            self._on_step()
            self._step.start()
        return [orphan for orphan in orphans if orphan.owner not in closed]

    def bring_back_rest(self) -> None:
        """Open all documents that are still to come, before the program ends."""
        while self._reopening and not self._is_opening:
            self._on_step()

    def _on_step(self) -> None:
        """Open one more document, so that the window stays responsive."""
        if self._is_opening:  # and asks a question
            return
        self._is_opening = True
        try:
            if next(self._reopening[0], self) is self:
                self._reopening.pop(0)
        finally:
            self._is_opening = False
        if not self._reopening:
            self._step.stop()

    def _on_recover(self, kept: SavedTabs, slots: Sequence[str], left: Mapping[str, Orphan]) -> None:
        for _ in self._open(kept, slots, left):
            pass
        self.offer()

    def _open(
        self, kept: SavedTabs, slots: Sequence[str], left: Mapping[str, Orphan], *, is_asked: bool = True
    ) -> Iterator[None]:
        """Open each in a tab, in windows as before; existing documents stay, and stay in front if unasked.

        Unsaved changes that cannot be restored stay in the journal.
        """
        known = {tab.slot: tab for tab in kept.tabs}
        carets = parse_carets(left[CARETS_KEY].body) if CARETS_KEY in left else {}
        tabs = [_with_journaled(known.get(slot, SavedTab(slot)), slot, left) for slot in slots]
        begun = ours = self._tabs.front
        was_begun = not begun.is_untouched
        if not was_begun and len(self._tabs.studios) == 1 and kept.windows:
            begun.window.restoreGeometry(kept.windows[0].geometry)
        homes = [self._tabs.windows.of(begun)]
        opened: dict[str, Studio] = {}
        lost: set[str] = set()
        for tab in sorted(tabs, key=attrgetter("window")):
            if tab.window == len(homes):
                homes.append(self._tabs.windows.open(begun.window, kept.windows[tab.window].geometry))
            front = self._tabs.front
            was_begun = was_begun or self._stays_behind or front is not ours
            changes = left.get(f"{PROJECT_KEY}{tab.slot}")
            has_changes = tab.has_changes or changes is not None
            studio, is_wanted = self._place_of(
                tab, begun if not opened else None, homes[tab.window], has_changes=has_changes, is_asked=is_asked
            )
            if is_wanted:
                self._restored.add(studio.slot)
                if not restore_tab(studio, tab, changes):
                    lost.add(f"{PROJECT_KEY}{tab.slot}")
                studio.editor.put_caret_back(*carets.get(tab.slot, (1, 1)))
            opened[tab.slot] = studio
            if was_begun and not is_asked:
                self._tabs.bring_to_front(front)
            ours = self._tabs.front
            yield
        if is_asked or not (was_begun or self._stays_behind or self._tabs.front is not ours):
            self._bring_back_front(kept, [opened[tab.slot] for tab in kept.tabs] or [*opened.values()])
        self.keep()  # before the other program's list is removed: this program may be killed, too
        self._discard([orphan for key, orphan in left.items() if key not in lost])

    def _place_of(
        self, tab: SavedTab, begun: "Studio | None", home: "WindowTabs", *, has_changes: bool, is_asked: bool
    ) -> "tuple[Studio, bool]":
        """Return the document for a tab, and True if the tab is to be restored into it.

        With an automatic restore, a document may have its file already; that takes it unless both have unsaved changes.
        """
        there = None if is_asked else self._shown_already(tab)
        is_taken = there is not None and (there.is_unsaved or there.slot in self._restored)
        if there is not None and not (has_changes and is_taken):
            lacks_project = tab.project_file not in {None, there.projects.path} and not tab.environment
            return there, has_changes or (lacks_project and not is_taken)
        if begun is not None and begun.is_untouched and not begun.workspace.has_own_work:
            return begun, True
        return self._tabs.begin(home), True

    def _shown_already(self, tab: SavedTab) -> "Studio | None":
        """Return the document with the file, the project or the environment of a tab."""
        file, project = tab.path, tab.project_file
        if project and tab.environment:
            return self._tabs.with_environment(project, tab.environment)
        of_project = self._tabs.with_project(project) if project else None
        return of_project or (self._tabs.with_file(file) if file else None)

    def _bring_back_front(self, kept: SavedTabs, opened: "Sequence[Studio]") -> None:
        for front in (*(window.front for window in kept.windows), kept.front):
            self._front = opened[front]
            self._tabs.bring_to_front(self._front)
        if kept.windows:
            self._settled.start()

    def _on_settled(self) -> None:
        """Take the keyboard back: a window manager focuses each new window with a delay."""
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


def _with_journaled(tab: SavedTab, slot: str, left: Mapping[str, Orphan]) -> SavedTab:
    """Return a tab with the data of its journal entries."""
    text, tests, project = (left.get(f"{key}{slot}") for key in (DRAFT_KEY, TESTS_KEY, PROJECT_KEY))
    path = tab.path if tab.kind else next((each.path for each in (text, tests) if each), None)
    return replace(
        tab,
        kind=tab.kind or (OriginKind.CRASH.value if text or tests else ""),
        name=tab.name or (path.name if path else "robots.txt"),
        path=path,
        text=text.body if text else tab.text,
        is_unsaved=text is not None,
        stamp=_content(text.stamp) if text else None,
        tests=tests.body if tests else tab.tests,
        tests_stamp=_content(tests.stamp) if tests else None,
        project_file=tab.project_file or (project.path if project else None),
    )


def _content(stamp: FileStamp | None) -> tuple[int, int] | None:
    return stamp.content if stamp else None


def kept_of(studio: "Studio", *, with_unsaved: bool) -> SavedTab:
    """Return the document with all its own state; unsaved changes may be stored elsewhere."""
    document, tests, link = studio.document, studio.tests, studio.served.link
    has_text = with_unsaved if document.is_text_modified else document.is_open and document.path is None
    return SavedTab(
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
        stamp=_content(document.origin.stamp),
        tests_stamp=_content(tests.stamp),
    )


def _all_of(studio: "Studio") -> Iterator[SavedTab]:
    """Iterate over a document's state, and the user's own URLs if a project shows others."""
    yield kept_of(studio, with_unsaved=False)
    own = studio.workspace.own()
    if studio.workspace.is_lent and (own.sources or set(own.urls) - set(studio.workspace.collect().urls)):
        yield SavedTab(f"{studio.slot}_own", project=own)


def left_of(studio: "Studio") -> Iterator[SavedTab]:
    """Iterate over what the next start restores of a closed document, and the user's own URLs if others were shown."""
    document, workspace = studio.document, studio.workspace
    kept = replace(kept_of(studio, with_unsaved=False), is_unsaved=False)
    is_lesson = workspace.is_lent and kept.project_file is None
    has_text = kept.path is not None or kept.text is not None or bool(kept.project_file)
    is_whole = has_text and not is_lesson and not studio.is_untouched and document.is_open
    if is_whole:
        yield kept
    own = workspace.own()
    if workspace.is_lent or not is_whole:
        shown = workspace.collect().urls if is_whole else ()
        if set(own.urls) - set(shown) or (own.sources and not is_whole):
            yield SavedTab(f"{studio.slot}_own", project=own)


def restore_tab(studio: "Studio", kept: SavedTab, project: Orphan | None = None) -> bool:
    """Restore a document, with unsaved changes of its `project`; False if these cannot be restored."""
    file = kept.project_file
    if kept.environment and file is not None:
        studio.served.restore_document(kept, file)
        studio.workspace.fill(kept.project, ROOT)
        return True
    if kept.kind:
        kind = OriginKind(kept.kind)
        is_gone = kind in {OriginKind.FILE, OriginKind.ENVIRONMENT}
        origin = Origin(OriginKind.CRASH if is_gone else kind, kept.name)
        stamps = {"stamp": FileStamp.of_content(kept.stamp), "tests_stamp": FileStamp.of_content(kept.tests_stamp)}
        studio.document.bring_back(origin, kept.path, kept.text, kept.tests, is_unsaved=kept.is_unsaved, **stamps)
    is_project_back = file is not None and studio.projects.restore_project(file, project)
    if is_project_back:
        studio.workspace.look_as(kept.project.window)  # a changed view alone makes a project not unsaved
    else:
        studio.workspace.fill(kept.project, ROOT)
    if not kept.kind:
        studio.page.show_start_page()
    return is_project_back or project is None
