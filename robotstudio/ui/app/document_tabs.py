"""All open documents: their windows, which one is in front, and the services that they share."""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QCloseEvent

from robotstudio.fetch.site_access import KeptAccess
from robotstudio.project.open_tabs import DocumentMemory
from robotstudio.project.state import State
from robotstudio.store.errors import FileError
from robotstudio.store.journal import Journal
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.app.first_window import FirstWindow
from robotstudio.ui.app.memory import Memory
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.app.tab_keeper import TabKeeper, kept_of, restore_tab
from robotstudio.ui.app.window_tabs import WindowTabs
from robotstudio.ui.app.windows import Windows
from robotstudio.ui.shell.document_bar import told_apart
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.grounds import WindowSizes
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from robotstudio.project.file.model import Project
    from robotstudio.project.open_tabs import SavedTab
    from robotstudio.ui.document.context import Context
    from robotstudio.ui.shell.document_window import DocumentWindow
    from robotstudio.ui.shell.main_window import MainWindow

_CLOSED_WITH = Plural("{name} was closed with its {count} test URL.", "{name} was closed with its {count} test URLs.")
_AGAIN = "start again"
_MOST_CLOSED = 10
"""The maximum number of closed documents that can be reopened."""


class OtherText(NamedTuple):
    """The text of a document, as shown to another one."""

    slot: str
    name: str
    body: bytes


class DocumentTabs(QObject):
    """All documents; each is a `Studio` with its own part of a window.

    They share the journal, the worker process, theme, language and remembered state, which end with the last document.
    A window that has lost its last document is hidden for reuse.
    """

    changed = Signal()
    front_changed = Signal()

    def __init__(self, places: Places, first: FirstWindow | None = None) -> None:
        """Start with one empty document in the window that was drawn `first`; `begin_with` opens files."""
        first = first or FirstWindow(places)
        super().__init__(first.window)
        places.make_private()
        self.places = places
        self.language, self.policy = first.language, first.loaded.policy
        self._scale = first.loaded.state.scale
        self._latest: list[Studio] = []
        """All documents, most recently in front first."""
        self._made = 0
        self._closed: list[SavedTab] = []
        self.windows = Windows(first, self, self._connect_window, self)
        self._active = self._into = self.windows.main
        self.journal = Journal(places.journal)
        self.access = KeptAccess(places.access)
        self.documents = DocumentMemory(places.documents)
        self._keeper = TabKeeper(self, self.journal)
        self.window_sizes = WindowSizes(self)
        self._before = first.loaded.state
        self.window_sizes.kept |= self._before.windows
        self.trusted_files = self._before.trusted_files
        self.starts_again = False
        """True if the program restarts after it has ended."""
        self.memory = Memory(first.store, self._state, self, self)
        self._make(first.page, first)

    def begin_with(self, files: "Sequence[Path]" = ()) -> None:
        """Open each file of the command line in a tab, then restore the last session behind them."""
        self.open(files)
        if files and not self.front.document.is_open:
            self.front.page.show_start_page()
        self.offer_recovery()

    def open(self, files: "Sequence[Path]") -> None:
        """Open each file in a tab and show the first one."""
        opened = [self.front for path in files if self.front.open(path)]
        if opened:
            self.bring_to_front(opened[0])

    def trust(self, files: "Sequence[Path]") -> None:
        """Let projects name these files, wherever they are."""
        if files:
            self.trusted_files = tuple(dict.fromkeys((*map(str, files), *self.trusted_files)))
            self.memory.write_soon()

    @property
    def window(self) -> "MainWindow":
        """The active window."""
        return self._active.window

    @property
    def studios(self) -> "tuple[Studio, ...]":
        """The documents, by window and from the left."""
        return tuple(studio for home in self.windows for studio in home.studios)

    @property
    def front(self) -> Studio:
        """The document in front in the active window."""
        return self._active.front

    def add(self, studio: Studio) -> None:
        """Register a new document."""
        self._into.studios.append(studio)
        self._latest.append(studio)
        if len(self._latest) > len(self._into.studios) == 1:
            self._into.window.bring_to_front(studio.page)  # may be a newly opened window
        if len(self._latest) == 1:
            theme.changed.connect(self.memory.write_soon)
            self.window_sizes.changed.connect(self.memory.write_soon)
        changed = partial(self._keeper.keep_soon, studio)
        for signal in (studio.page.title_changed, studio.document.title_changed):
            signal.connect(self._show)
            signal.connect(changed)
        studio.workspace.changed.connect(changed)
        studio.editor.caret_moved.connect(partial(self._keeper.keep_soon, None))
        studio.document.recovery.set_next(self.offer_recovery)
        studio.session.analysis_settled.connect(self._show)

    # Look up

    def studio_of(self, context: "Context") -> Studio:
        """Return the document with this context."""
        return next(studio for studio in self.studios if studio.page is context.window)

    def with_file(self, path: "Path") -> "Studio | None":
        """Return the document of this file."""
        wanted = path.resolve()
        files = ((studio, studio.document.path) for studio in self.studios)
        return next((studio for studio, file in files if file and file.resolve() == wanted), None)

    def with_project(self, path: "Path") -> "Studio | None":
        """Return the document in which this project is open."""
        return next((studio for studio in self.studios if studio.projects.path == path), None)

    def with_environment(self, project: "Path", name: str) -> "Studio | None":
        """Return the document that shows an environment of this project."""
        return next((studio for studio in self.studios if studio.served.link == (project, name)), None)

    def place(self, context: "Context") -> "Context":
        """Return the context for another text: this one if it is untouched, else that of a new document beside it."""
        studio = self.studio_of(context)
        return (studio if studio.is_untouched else self.begin(self.windows.of(studio))).context

    def bring_to_front(self, studio: Studio) -> None:
        """Bring a document to the front of its window, with the settings of the previous one."""
        home = self.windows.of(studio)
        if home.front is not studio:
            home.window.bring_to_front(studio.page)
        self._work_in(home)
        if len(self.windows.in_use) > 1:
            home.window.raise_and_activate()

    def others(self, context: "Context") -> list[OtherText]:
        """Return the texts of the other documents."""
        labels = [studio.label() for studio in self.studios]
        named = zip(self.studios, labels, told_apart(labels), strict=True)
        return [
            OtherText(studio.slot, f"{label.name} {aside}".rstrip(), studio.served.body_now())
            for studio, label, aside in named
            if studio.page is not context.window and studio.document.is_open
        ]

    # Begin and end

    def begin(self, home: WindowTabs | None = None) -> Studio:
        """Open an empty document in front of a window, which becomes active."""
        self._into = home or self._active
        page = self._into.window.add_document()
        page.show_language(self.language.choice, self.language.of_system)
        studio = self._make(page)
        self.bring_to_front(studio)
        return studio

    def close_tab(self, studio: Studio) -> bool:
        """Close a document; False if the user cancels. An empty one replaces the last one."""
        if not self._may_close(studio):
            return False
        home = self.windows.of(studio)
        beside = home.beside(studio)
        if beside is None and len(self.windows.in_use) == 1:
            self.begin()
        elif beside is not None and studio is home.front:
            self.bring_to_front(beside)
        said = _closed_with(studio)
        self._end(studio)
        self._put_away_empty()
        self._show()
        if said:
            self.front.page.notices.show_notice("closed", said, [(tr("Reopen closed tab"), self.reopen)], Tone.NOTE)
        return True

    def reopen(self) -> bool:
        """Reopen the document closed last, with its state; False if there is none."""
        if not self._closed:
            return False
        restore_tab(self.studio_of(self.place(self.front.context)), self._closed.pop())
        return True

    def offer_recovery(self) -> None:
        """Restore the documents of the last session, and offer what a crash left."""
        self._keeper.offer()

    @property
    def is_reopening(self) -> bool:
        """True if documents of the last session are still to be opened."""
        return self._keeper.is_reopening

    def stay_in_front(self) -> None:
        """Keep documents of the last session, which are still to come, behind what the user has opened."""
        self._keeper.stay_behind()

    def recall(self, studio: Studio) -> None:
        """Give a document the URLs and crawlers that its file had when it was last closed."""
        path = studio.document.path
        kept = self.documents.of(path) if path else None
        if kept:
            studio.workspace.recall(kept)

    def forget(self) -> None:
        """Forget files that were open before, and ask again about those outside a project."""
        self.trusted_files, self._before = (), State()
        try:
            self.documents.forget()
        except FileError as error:
            self.show_notice("state", WORDS.tell(error.told))

    def remember(self, documents: "Iterable[tuple[Path, Project]]") -> None:
        """Save the state that belongs to these files for the next time they are opened."""
        if not self.front.collected().remembers_work:
            return
        try:
            self.documents.keep(documents)
        except FileError as error:
            self.show_notice("state", WORDS.tell(error.told))

    def targets(self, studio: Studio) -> "Mapping[str, Callable[..., object]]":
        """Return the actions on a document and its window."""
        return {
            "file.new_tab": partial(self._on_new_tab, studio),
            "file.close_tab": partial(self._on_close_tab, studio),
            "file.reopen_tab": self.reopen,
            "file.quit": self.quit,
            "view.next_tab": partial(self._step, studio, 1),
            "view.previous_tab": partial(self._step, studio, -1),
            "view.move_tab_right": partial(self._move_tab, studio, 1),
            "view.move_tab_left": partial(self._move_tab, studio, -1),
            "view.own_window": partial(self.move_to_own_window, studio),
            "view.main_window": partial(self.move_to_main_window, studio),
        }

    def conditions(self, studio: Studio) -> "Mapping[str, Callable[[], bool]]":
        """Return the conditions under which these actions are enabled."""

        def has_others() -> bool:
            return len(self.windows.of(studio).studios) > 1

        return {
            "file.reopen_tab": lambda: bool(self._closed),
            "view.next_tab": has_others,
            "view.previous_tab": has_others,
            "view.move_tab_right": has_others,
            "view.move_tab_left": has_others,
            "view.own_window": has_others,
            "view.main_window": lambda: studio not in self.windows.main.studios,
            "simulate.compare_tab": lambda: bool(self.others(studio.context)),
        }

    def leave(self, studio: Studio) -> None:
        """Remove a document that has ended; the program ends with the last one."""
        self.windows.of(studio).studios.remove(studio)
        self._latest.remove(studio)
        if not self._latest:
            self._keeper.close()
            self.journal.close()

    def quit(self) -> None:
        """Close all windows, unless the user cancels."""
        if self.end_session():
            self.windows.close()

    def start_again(self) -> None:
        """End the program without asking, and restart it with the same documents, unsaved text included."""
        self._keeper.bring_back_rest()
        if self._keeper.keep_all(starts_again=True):
            self.starts_again = True
            self._end_all()
            self.windows.close()

    def offer_starting_again(self, context: "Context", _value: object = None) -> None:
        """Offer to restart if a language or a size was chosen that the windows do not have yet."""
        notices, is_due = context.window.notices, self.language.is_due
        if not is_due and self.studio_of(context).settings.values()["scale"] == self._scale:
            notices.withdraw(_AGAIN)
            return
        said = WORDS.sentences(
            (
                tr("The new language applies after the windows are reopened.")
                if is_due
                else tr("The new size applies after the windows are reopened."),
                tr("Documents come back with their unsaved text. Undo history is lost, and running jobs stop."),
            )
        )
        notices.show_notice(_AGAIN, said, [(tr("Reopen now"), self.start_again)], Tone.NOTE)

    def close(self, *, was_asked: bool = True) -> None:
        """Close all without asking.

        If the user was not asked before, the documents come back at the next start with what is unsaved. It is offered
        then if nothing is to be remembered.
        """
        if self._latest:
            self._keeper.bring_back_rest()
            remembers_work = self.front.collected().remembers_work
            if was_asked and remembers_work:
                self._keeper.keep_saved()
            elif not was_asked and not (remembers_work and self._keeper.keep_all(starts_again=False)):
                self._keeper.keep_for_next_start()
            self._end_all()

    def keep_session(self, *_: object) -> None:
        """Journal all documents for the next start; the desktop may end its session now, or go on."""
        if self._latest and self.front.collected().remembers_work:
            self._keeper.write_all(starts_again=False)

    def end_session(self) -> bool:
        """End all documents; False if the user cancels.

        They come back at the next start with what is unsaved. If they would not, the user is asked about each.
        """
        if not self._latest:
            return True
        self._keeper.bring_back_rest()
        if self.front.collected().remembers_work and self._keeper.keep_all(starts_again=False):
            self._end_all()
            return True
        if not all(map(self._may_close, self.studios)):
            return False
        self.close()
        return True

    def _end_all(self) -> None:
        """Save the state of the windows and of the open files, and close all documents."""
        self.memory.close()
        self.remember(filter(None, map(_of_its_file, self.studios)))
        for studio in self.studios:
            studio.close()

    # The windows

    def move_to(self, studio: Studio, home: WindowTabs) -> None:
        """Move a document to another window; the window it leaves is hidden if that was its last one."""
        source, focused = self.windows.of(studio), studio.page.focusWidget()
        beside = source.beside(studio)
        if beside is not None and source.front is studio:
            self.bring_to_front(beside)
        source.studios.remove(studio)
        source.window.release_document(studio.page)
        home.studios.append(studio)
        home.window.winId()  # only a native window keeps the document's own windows above itself
        home.window.take_document(studio.page)
        if focused is not None:
            focused.setFocus()  # if there is room for one pane only, the focused one is shown
        home.window.show()
        home.window.bring_to_front(studio.page)
        if focused is not None:
            focused.setFocus()
        self._active = home
        self._put_away_empty()
        self.bring_to_front(studio)

    def show_notice(self, kind: str, sentence: str) -> None:
        """Show a notice that concerns no single document."""
        self.window.show_notice(kind, sentence)

    def take_change(self, studio: Studio) -> None:
        """Save a changed setting, and apply it at once to the documents in front of other windows."""
        self.memory.write_soon()
        seen = [home.front for home in self.windows.in_use]
        for other in seen:
            if studio in seen and other is not studio:
                other.settings.take(studio.settings.values())

    def _make(self, page: "DocumentWindow", first: FirstWindow | None = None) -> Studio:
        self._made += 1
        return Studio(self, page, "" if first else f"_{self._made}", first)

    def _connect_window(self, home: WindowTabs) -> None:
        home.window.about_to_close.connect(partial(self._on_about_to_close, home))
        home.window.activated.connect(partial(self._on_activated, home))
        home.window.placed.connect(self._on_placed)

    def _work_in(self, home: WindowTabs) -> None:
        """Make this window the active one."""
        self._active, before, studio = home, self._latest[0], home.front
        if before is studio:
            return
        state = before.collected()
        self._latest.remove(studio)
        self._latest.insert(0, studio)
        studio.follow(state, with_shares=before.window is studio.window)
        self.front_changed.emit()
        self._show()

    def _put_away_empty(self) -> None:
        """Hide windows that have lost their last document, and activate another one."""
        were_seen = self.windows.hide_empty()
        if not self._active.studios:
            self._active = self.windows.main
            self.bring_to_front(self.front)
        if were_seen:
            self.window.raise_and_activate()

    def _end(self, studio: Studio) -> None:
        """End a document so that it can be reopened."""
        kept, window = kept_of(studio, with_unsaved=True), studio.window
        is_empty = studio.is_untouched and not studio.workspace.has_own_work
        self._closed = [*self._closed, *([] if is_empty else [kept])][-_MOST_CLOSED:]
        self.remember(filter(None, [_of_its_file(studio)]))
        studio.close()
        window.release_document(studio.page)
        studio.page.deleteLater()
        studio.deleteLater()

    def _state(self) -> State:
        """Return the state of all windows; the state of single documents is saved with them."""
        sizes = dict(self.window_sizes.kept)
        main, *more = self.windows.geometries()
        state = replace(self.front.remembered(), geometry=main, more_geometries=tuple(more), windows=sizes)
        if state.remembers_work:
            return replace(state, trusted_files=self.trusted_files)
        if self.policy.is_unread:  # the user has not chosen to remember nothing
            files, projects, trusted = (
                self._before.recent_files,
                self._before.recent_projects,
                self._before.trusted_files,
            )
            return replace(state, recent_files=files, recent_projects=projects, trusted_files=trusted)
        return replace(state, trusted_files=())

    def _may_close(self, studio: Studio) -> bool:
        """Return True if a document may be closed; it is in front while the user is asked."""
        if studio.is_unsaved:
            self.bring_to_front(studio)
        return studio.may_close()

    def _on_about_to_close(self, home: WindowTabs, event: QCloseEvent) -> None:
        """Close a window with its documents; the program ends with the last window."""
        if home.studios == list(self.studios):
            if not self.end_session():
                event.ignore()
        elif not all(map(self._may_close, home.studios)):
            event.ignore()
        else:
            for studio in [each for each in home.studios if each is not home.front] + [home.front]:
                self._end(studio)
            self._put_away_empty()
            self._show()

    def _on_activated(self, home: WindowTabs) -> None:
        if home.studios:
            self._work_in(home)

    def _on_placed(self) -> None:
        if len(self.windows.in_use) > 1:
            self._keeper.keep_soon()
            self.memory.write_soon()

    def _show(self, *_: object) -> None:
        """Update the tabs."""
        self.windows.show_strips()
        self._keeper.keep_soon()
        self.changed.emit()

    def reorder(self, home: WindowTabs, before: int, now: int) -> None:
        home.move(before, now)
        self._show()

    def begin_in(self, home: WindowTabs) -> None:
        self.begin(home).page.top_bar.focus_address()

    def _on_new_tab(self, studio: Studio, _is_checked: bool = False) -> None:
        self.begin_in(self.windows.of(studio))

    def _on_close_tab(self, studio: Studio, _is_checked: bool = False) -> None:
        self.close_tab(studio)

    def move_to_own_window(self, studio: Studio, _is_checked: bool = False) -> None:
        if len(self.windows.of(studio).studios) > 1:
            self.move_to(studio, self.windows.open(studio.window))
        else:
            said = tr("This document already has its own window.")
            studio.page.status_bar.show_message(said)

    def move_to_main_window(self, studio: Studio, _is_checked: bool = False) -> None:
        if studio in self.windows.main.studios:
            studio.page.status_bar.show_message(tr("This document is already in the main window."))
        else:
            self.move_to(studio, self.windows.main)

    def drop(self, studio: Studio, screen: QPoint) -> None:
        """Move a tab dropped outside its strip: into the strip of another window, or into a new window."""
        source = self.windows.of(studio)
        home, place = self.windows.drop_at(screen, source)
        if home is not None:
            self.move_to(studio, home)
            self.reorder(home, home.studios.index(studio), place)
        elif len(source.studios) > 1:
            home = self.windows.open(studio.window)
            home.window.place_at(screen, source.window)
            self.move_to(studio, home)

    def _step(self, studio: Studio, step: int, _is_checked: bool = False) -> None:
        studios = self.windows.of(studio).studios
        self.bring_to_front(studios[(studios.index(studio) + step) % len(studios)])

    def _move_tab(self, studio: Studio, step: int, _is_checked: bool = False) -> None:
        home = self.windows.of(studio)
        place = home.studios.index(studio)
        if 0 <= place + step < len(home.studios):
            self.reorder(home, place, place + step)


def _closed_with(studio: Studio) -> str:
    """Return the warning for a closing document whose own URLs are saved nowhere else."""
    own = studio.workspace.own()
    if studio.document.path or studio.projects.path or not own.urls:
        return ""
    return ntr(_CLOSED_WITH, len(own.urls), name=studio.label().name)


def _of_its_file(studio: Studio) -> "tuple[Path, Project] | None":
    """Return the state that belongs to the file of a document without a project; projects save their own."""
    path = studio.document.path
    is_by_itself = not studio.workspace.is_lent and studio.projects.path is None
    return (path, studio.workspace.own()) if path and is_by_itself else None
