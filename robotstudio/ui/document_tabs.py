"""The documents of one window: which there are, which is in front, and what they share."""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from robotstudio.app.worker.process import WorkerProcess
from robotstudio.io.journal import Journal
from robotstudio.io.places import Places
from robotstudio.io.state import State
from robotstudio.lazy_dataclasses import replace
from robotstudio.ui.document_bar import DocumentBar, told_apart
from robotstudio.ui.language_switch import say_all_again
from robotstudio.ui.memory import Memory
from robotstudio.ui.opening import StartPage, StartWindow
from robotstudio.ui.tab_keeper import TabKeeper
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.grounds import WindowSizes

if TYPE_CHECKING:  # it makes one of these
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from robotstudio.io.open_tabs import KeptTab
    from robotstudio.ui.context import Context
    from robotstudio.ui.studio import Studio

_PASSING = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)


_MOST_CLOSED = 10
"""How many of those that were closed can be brought back."""


class OtherText(NamedTuple):
    """The text of a document as another one sees it."""

    slot: str
    name: str
    body: bytes


class Maker(Protocol):
    """Makes a document that is not in front yet."""

    def __call__(self, *, tabs: "DocumentTabs") -> "Studio": ...


class DocumentTabs(QObject):
    """Each document is a `Studio` with a part of the window of its own; `make` makes one more of them.

    They share the window, the journal, the worker process, and what is remembered; these end with the last of them.
    """

    changed = Signal()

    def __init__(self, theme: Theme, places: Places, opened: StartWindow, make: Maker) -> None:
        """Without any document yet: the first one is that of the start page which is there already."""
        super().__init__(opened.window)
        places.make_private()
        self._theme = theme
        self._opened = opened
        self._make = make
        self._studios: list[Studio] = []
        self._latest: list[Studio] = []
        """The same, by when they were in front last."""
        self._made = 0
        self._bar: DocumentBar | None = None
        self._closed: list[KeptTab] = []
        self.window = opened.window
        self.journal = Journal(places.journal)
        self.worker = WorkerProcess()
        self._keeper = TabKeeper(self, self.journal)
        self.window_sizes = WindowSizes(self)
        self.window_sizes.kept |= opened.loaded.state.windows
        self.memory = Memory(opened.store, self._state, self.window, self)

    @property
    def studios(self) -> "tuple[Studio, ...]":
        """The documents, from the left."""
        return tuple(self._studios)

    @property
    def front(self) -> "Studio":
        """The document that is seen."""
        seen = (studio for studio in self._studios if studio.page is self.window.document)
        return next(seen, self._studios[-1])

    def room(self) -> tuple[StartPage, str]:
        """What a document has that is being made: its part of the window, and its mark in the journal."""
        self._made += 1
        page = self._opened.first if self._made == 1 else self._opened.add_page()
        return page, "" if self._made == 1 else f"_{self._made}"

    def add(self, studio: "Studio") -> None:
        """Take in a document that is made."""
        self._studios.append(studio)
        self._latest.append(studio)
        if len(self._studios) == 1:
            self._opened.language.changed.connect(self._on_language_changed)
            self.window.about_to_close.connect(self._on_about_to_close)
            self._theme.changed.connect(self.memory.write_soon)
            self.window_sizes.changed.connect(self.memory.write_soon)
        changed = partial(self._keeper.keep_soon, studio)
        for signal in (studio.page.title_changed, studio.document.title_changed):
            signal.connect(self._show)
            signal.connect(changed)
        studio.workspace.changed.connect(changed)
        studio.document.recovery.set_next(self.offer_recovery)
        studio.session.analysis_painted.connect(self._show)

    # Which one

    def studio_of(self, context: "Context") -> "Studio":
        """The document that has these parts."""
        return next(studio for studio in self._studios if studio.page is context.window)

    def with_file(self, path: "Path") -> "Studio | None":
        """The document that is of this file."""
        wanted = path.resolve()
        files = ((studio, studio.document.path) for studio in self._studios)
        return next((studio for studio, file in files if file and file.resolve() == wanted), None)

    def with_project(self, path: "Path") -> "Studio | None":
        """The document with which this project is open."""
        return next((studio for studio in self._studios if studio.projects.path == path), None)

    def with_environment(self, project: "Path", name: str) -> "Studio | None":
        """The document with what an environment of this project serves."""
        return next((studio for studio in self._studios if studio.served.link == (project, name)), None)

    def place(self, context: "Context") -> "Context":
        """Where another text may be put: here, where there is nothing yet, else a document that is begun for it."""
        studio = self.studio_of(context)
        return (studio if studio.is_untouched else self.begin()).context

    def bring_to_front(self, studio: "Studio") -> None:
        """Show a document, with what was set in the one before."""
        before = self.front
        if before is not studio:
            state = before.collected()
            self.window.bring_to_front(studio.page)
            self._latest.remove(studio)
            self._latest.insert(0, studio)
            studio.follow(state)
            self._show()

    def others(self, context: "Context") -> list[OtherText]:
        """The texts of the other documents."""
        labels = [studio.label() for studio in self._studios]
        named = zip(self._studios, labels, told_apart(labels), strict=True)
        return [
            OtherText(studio.slot, f"{label.name} {aside}".rstrip(), studio.served.body_now())
            for studio, label, aside in named
            if studio.page is not context.window and studio.document.is_open
        ]

    # Begin and end

    def begin(self) -> "Studio":
        """A document without anything, in front."""
        studio = self._make(tabs=self)
        self.bring_to_front(studio)
        return studio

    def close_tab(self, studio: "Studio") -> bool:
        """Close a document; False where the user wants to keep it. Where it is the only one, an empty one follows."""
        if not self._may_close(studio):
            return False
        kept = studio.kept(with_unsaved=True)
        place = self._studios.index(studio)
        if len(self._studios) == 1:
            self.begin()
        elif studio is self.front:
            self.bring_to_front(self._studios[place + 1 if place + 1 < len(self._studios) else place - 1])
        self._closed = [*self._closed, *([] if studio.is_untouched else [kept])][-_MOST_CLOSED:]
        studio.close()
        self.window.remove_document(studio.page)
        studio.deleteLater()
        self._show()
        return True

    def reopen(self) -> bool:
        """Open the document again that was closed last, as it was; False where there is none."""
        if not self._closed:
            return False
        self.studio_of(self.place(self.front.context)).take_up(self._closed.pop())
        return True

    def offer_recovery(self) -> None:
        """Offer what a crash left."""
        self._keeper.offer()

    def targets(self) -> "Mapping[str, Callable[..., object]]":
        return {
            "file.new_tab": self._on_new_tab,
            "file.close_tab": self._on_close_tab,
            "file.reopen_tab": self.reopen,
            "view.next_tab": partial(self._step, 1),
            "view.previous_tab": partial(self._step, -1),
            "view.move_tab_right": partial(self._move_front, 1),
            "view.move_tab_left": partial(self._move_front, -1),
        }

    def move(self, before: int, now: int) -> None:
        """Put a document at another place among the tabs."""
        self._studios.insert(now, self._studios.pop(before))
        self._show()

    def leave(self, studio: "Studio") -> None:
        """Let go of a document that has ended; with the last one, all ends."""
        self._studios.remove(studio)
        self._latest.remove(studio)
        if not self._studios:
            self._keeper.forget()
            self.worker.close()
            self.journal.close()

    def close(self) -> None:
        """Close all without asking."""
        if self._studios:
            self.memory.write()
        for studio in self.studios:
            studio.close()

    def _state(self) -> State:
        """What is remembered: what is set for the window, and the URLs of the document that was worked on last."""
        state = self.front.remembered()
        worked_on = (each for each in self._latest if not each.is_untouched and not each.workspace.is_lent)
        own = next(worked_on, self.front).remembered()
        sizes = dict(self.window_sizes.kept)
        return replace(state, urls=own.urls, sources=own.sources, crawlers=own.crawlers, windows=sizes)

    def _may_close(self, studio: "Studio") -> bool:
        """Whether it may go; what is asked about is seen."""
        if studio.is_unsaved:
            self.bring_to_front(studio)
        return studio.may_close()

    def _on_about_to_close(self, event: QCloseEvent) -> None:
        if not all(map(self._may_close, self.studios)):
            event.ignore()
            return
        self.close()

    def _on_language_changed(self) -> None:
        """Say everything again where it is: what is under way goes on, and nothing loses its place."""
        widgets = QApplication.allWidgets()
        for widget in widgets:
            if widget.windowType() in _PASSING and widget.isVisible():
                widget.close()  # what it lists was worked out when it opened
        parts = [part for studio in self._studios for part in (studio, *studio.findChildren(QObject))]
        say_all_again((self, *parts, *widgets))
        self._theme.changed.emit()  # sizes that were measured of texts
        for widget in widgets:
            widget.update()
        for studio in self._studios:
            studio.say_again()

    # The strip

    def _show(self, *_: object) -> None:
        """Show the tabs as they are; one alone needs no strip."""
        if self._bar is None and len(self._studios) > 1:
            self._bar = self._make_bar()
        if self._bar is not None:
            self._bar.setVisible(len(self._studios) > 1)
            labels = [studio.label() for studio in self._studios]
            self._bar.tabs.show_labels(labels, self._studios.index(self.front))
        self._keeper.keep_soon()
        self.changed.emit()

    def _make_bar(self) -> DocumentBar:
        bar = DocumentBar(self._theme, self.window)
        bar.chosen.connect(self._on_chosen)
        bar.moved.connect(self.move)
        bar.close_requested.connect(self._on_close_requested)
        bar.begin_requested.connect(self._on_new_tab)
        self.window.set_strip(bar)
        return bar

    def _on_chosen(self, place: int) -> None:
        self.bring_to_front(self._studios[place])

    def _on_close_requested(self, place: int) -> None:
        self.close_tab(self._studios[place])

    def _on_new_tab(self) -> None:
        self.begin().page.top_bar.focus_address()

    def _on_close_tab(self) -> None:
        self.close_tab(self.front)

    def _step(self, step: int, _is_checked: bool = False) -> None:
        place = self._studios.index(self.front) + step
        self.bring_to_front(self._studios[place % len(self._studios)])

    def _move_front(self, step: int, _is_checked: bool = False) -> None:
        place = self._studios.index(self.front)
        if 0 <= place + step < len(self._studios):
            self.move(place, place + step)
