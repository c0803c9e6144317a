"""A newer list of crawlers: looked for when the person asks, compared in verdicts, and used only once it is taken."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from robotstudio.engine.robots import FileVersion
from robotstudio.project.crawler_list import (
    ADDRESS,
    ALIKE,
    NO_ADDRESS,
    SAME,
    USED_NOW,
    Update,
    change_words,
    look_for_update,
    take,
)
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import Label

_WIDTH, _HEIGHT, _GAP = 680, 380, 10
_ABOUT: Message = (
    "Choose a file, or check the list at an address. Only a list that the project signed, and that is not older than "
    "yours, can be used."
)
_FOUND = Plural(
    "The list of {day} has {count} crawler; the list in use is of {now}.",
    "The list of {day} has {count} crawlers; the list in use is of {now}.",
)


class NewerListActions(Protocol):
    """Requests of the window."""

    def choose_file(self) -> None:
        """Ask for a file, and check it."""

    def look(self, place: str) -> None:
        """Check the list in a file or at an address."""

    def take(self, update: Update) -> None:
        """Use a list from now on."""


class NewerListWindow(PanelWindow):
    """A file or an address, what its list changes, and a button to use it."""

    size_key = "newer_list"
    enter_presses = False

    def __init__(self, actions: NewerListActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._update: Update | None = None
        self.setWindowTitle(tr("A newer list of crawlers"))
        said = (tr(_ABOUT), "" if ADDRESS else tr(NO_ADDRESS))
        about = Label(WORDS.sentences(filter(None, said)), self, px=12, color="text2")
        about.setWordWrap(True)
        self.place = QLineEdit(ADDRESS, self)
        self.place.setProperty("role", "field")
        self.place.setFont(theme.fonts.mono(12))
        self.place.setAccessibleName(tr("File or address"))
        self.place.setPlaceholderText(tr("File or address"))
        self.check_button = SecondaryButton(tr("Check"), parent=self)
        self.file_button = SecondaryButton(tr("Choose a file…"), parent=self)
        self.changes = QPlainTextEdit(self)
        self.changes.setReadOnly(True)
        self.changes.setTabChangesFocus(True)
        self.changes.setProperty("role", "field")
        self.changes.setAccessibleName(tr("What the list changes"))
        self.changes.setFont(theme.fonts.ui(12))
        self.error = Label("", self, px=12, color="blocked")
        self.error.setWordWrap(True)
        self.take_button = PrimaryButton(tr("Use this list"), parent=self)
        self.cancel_button = SecondaryButton(tr("Cancel"), parent=self)
        line = QHBoxLayout()
        line.addWidget(self.place, 1)
        line.addWidget(self.check_button)
        line.addWidget(self.file_button)
        column = QVBoxLayout()
        column.setSpacing(_GAP)
        column.addWidget(about)
        column.addLayout(line)
        column.addWidget(self.changes, 1)
        column.addWidget(self.error)
        self.frame(column, DialogFooter(self, (self.cancel_button, self.take_button)))
        self.place.textChanged.connect(self.clear)
        self.place.returnPressed.connect(self._on_check)
        self.check_button.clicked.connect(self._on_check)
        self.file_button.clicked.connect(actions.choose_file)
        self.take_button.clicked.connect(self._on_take)
        self.cancel_button.clicked.connect(self.close)
        self.clear()
        self.resize(_WIDTH, _HEIGHT)

    def offer(self) -> None:
        """Open with nothing checked."""
        self.clear()
        self.bring_up()
        self.place.setFocus()

    def clear(self) -> None:
        """Forget what was found."""
        self._show(None)

    def show_busy(self) -> None:
        """Show that a list is being checked."""
        self._show(None, tr("Checking the list…"))
        self.check_button.setEnabled(False)

    def show_update(self, update: Update, words: str) -> None:
        """Show what a list changes; it can be taken if it is newer."""
        self._show(update if update.is_newer else None, words)

    def show_error(self, sentence: str) -> None:
        """Show why there is no list to take."""
        self._show(None, error=sentence)

    def _show(self, update: Update | None, words: str = "", error: str = "") -> None:
        self._update = update
        self.changes.setPlainText(words)
        self.error.setText(error)
        self.error.setVisible(bool(error))
        self.take_button.setEnabled(update is not None)
        self.check_button.setEnabled(bool(self.place.text().strip()))

    def _on_check(self) -> None:
        if place := self.place.text().strip():
            self._actions.look(place)

    def _on_take(self) -> None:
        if self._update is not None:
            self._actions.take(self._update)


class NewerListController(PanelController[NewerListWindow]):
    """Reads, checks and compares a list in a thread; all open documents use it once it is taken."""

    panel_of = "crawlers.newer_list"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._saved = context.tabs.places.crawler_list
        self._looking = Background("list of crawlers", self)
        self._looking.answered.connect(self._on_found)
        self._looking.failed.connect(self._on_failed)

    def make_panel(self, kind: Callable[..., NewerListWindow]) -> NewerListWindow:
        return kind(self, self._window)

    def connect_panel(self, panel: NewerListWindow) -> None:
        panel.place.textChanged.connect(self._looking.cancel)
        panel.finished.connect(self._looking.cancel)

    def open_window(self) -> None:
        """Open the window; nothing is fetched."""
        self.panel.offer()

    def close(self) -> None:
        super().close()
        self._looking.close()

    # Requests of the window

    def choose_file(self) -> None:
        path = dialogs.ask_crawler_list_path(self.panel)
        if path is not None:
            self.panel.place.setText(str(path))
            self.look(str(path))

    def look(self, place: str) -> None:
        self.panel.show_busy()
        options, body = self._context.fetcher.usual.options, self._session.body
        file = FileVersion(body) if body else None
        self._looking.ask(partial(look_for_update, place, options, self._saved, file))

    def take(self, update: Update) -> None:
        self.panel.close()
        if not self._crawlers.save(partial(take, update.found, self._saved)):
            return
        for studio in self._tabs.studios:
            studio.own_crawlers.use_list(update.found.catalogue)
        self._window.status_bar.show_message(tr(USED_NOW, day=update.found.day))

    def _on_found(self, update: Update) -> None:
        self.panel.show_update(update, _words(update, self._crawlers.catalogue.purposes))

    def _on_failed(self, error: RobotStudioError) -> None:
        self.panel.show_error(WORDS.tell(error.told))


def _words(update: Update, purposes: Mapping[str, str]) -> str:
    found = update.found
    if not update.is_newer:
        return tr(SAME)
    head = ntr(_FOUND, found.catalogue.size, day=found.day, now=update.now)
    return "\n\n".join((head, *(list(change_words(update.change, purposes)) or [tr(ALIKE)])))
