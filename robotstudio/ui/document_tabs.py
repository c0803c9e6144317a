"""The documents of one window: which there are, which is in front, and what they share."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from robotstudio.app.worker.process import WorkerProcess
from robotstudio.io.journal import Journal
from robotstudio.io.places import Places
from robotstudio.io.state import State
from robotstudio.ui.language_switch import say_all_again
from robotstudio.ui.memory import Memory
from robotstudio.ui.opening import StartPage, StartWindow
from robotstudio.ui.theme.theme import Theme

if TYPE_CHECKING:  # it makes one of these
    from collections.abc import Callable

    from robotstudio.ui.studio import Studio

_PASSING = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)


class DocumentTabs(QObject):
    """Each document is a `Studio` with a part of the window of its own; `make` makes one more of them.

    They share the window, the journal, the worker process, and what is remembered; these end with the last of them.
    """

    changed = Signal()

    def __init__(
        self, theme: Theme, places: Places, opened: StartWindow, make: "Callable[[DocumentTabs], Studio]"
    ) -> None:
        """Without any document yet: the first one is that of the start page which is there already."""
        super().__init__(opened.window)
        places.make_private()
        self._theme = theme
        self._opened = opened
        self._make = make
        self._studios: list[Studio] = []
        self._made = 0
        self.window = opened.window
        self.journal = Journal(places.journal)
        self.worker = WorkerProcess()
        self.memory = Memory(opened.store, self._state, self.window, self)

    @property
    def studios(self) -> "tuple[Studio, ...]":
        """The documents, from the left."""
        return tuple(self._studios)

    @property
    def front(self) -> "Studio":
        """The document that is seen."""
        return next(studio for studio in self._studios if studio.page is self.window.document)

    def room(self) -> tuple[StartPage, str]:
        """What a document has that is being made: its part of the window, and its mark in the journal."""
        self._made += 1
        page = self._opened.first if self._made == 1 else self._opened.add_page()
        return page, "" if self._made == 1 else f"_{self._made}"

    def add(self, studio: "Studio") -> None:
        """Take in a document that is made."""
        self._studios.append(studio)
        if len(self._studios) == 1:
            self._opened.language.changed.connect(self._on_language_changed)
            self.window.about_to_close.connect(self._on_about_to_close)
            self._theme.changed.connect(self.memory.write_soon)

    def leave(self, studio: "Studio") -> None:
        """Let go of a document that has ended; with the last one, all ends."""
        self._studios.remove(studio)
        if not self._studios:
            self.worker.close()
            self.journal.close()

    def _state(self) -> State:
        return self.front.remembered()

    def _on_about_to_close(self, event: QCloseEvent) -> None:
        if not all(studio.may_close() for studio in self._studios):
            event.ignore()
            return
        for studio in self.studios:
            studio.close()

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
