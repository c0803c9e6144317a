"""The Fetch tab without an answer: before the first fetch, during it, and after it was cancelled."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.fetch.evidence import Evidence
from robotstudio.text.language import tr
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import Page
from robotstudio.ui.widgets.labels import Label


class FetchActions(Protocol):
    """Actions of the Fetch tab, implemented by the controller."""

    def type_address(self) -> None:
        """Let the user type an address."""

    def fetch_again(self) -> None:
        """Fetch the last address again."""

    def fetch_plain(self, address: str) -> None:
        """Fetch the http address instead of the https address that was refused."""

    def fetch_anyway(self, address: str) -> None:
        """Fetch an address without verifying its certificate."""

    def cancel(self) -> None:
        """Cancel the fetch."""

    def load_answer(self, evidence: Evidence) -> None:
        """Load the fetched file into the editor."""

    def open_source(self, address: str) -> None:
        """Open the document in which an operator says what its crawlers do."""

    def show_draft(self) -> None:
        """Update the draft that the tab compares with."""


class FetchStartPage(Page):
    """A title, a text, and one action that depends on the state."""

    def __init__(self, actions: FetchActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._ask: Callable[[], None] = actions.type_address
        self.title = Label("", self, px=14, weight=600)
        self.text = Label("", self, px=12, color="text2")
        self.button = SecondaryButton(parent=self)
        self.options_button = GhostButton(tr("Fetch options…"), parent=self)
        self.button.clicked.connect(self._on_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        layout.addStretch(1)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addSpacing(8)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.options_button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.invite()

    def invite(self) -> None:
        """Explain what a fetch does and which servers it contacts."""
        self._show_texts(
            tr("Nothing fetched yet"),
            tr(
                "Type a site, or any page of it: example.com becomes https://example.com/robots.txt.\n"
                "Here you will see what the server answers, hop by hop, and what crawlers make of it.\n"
                "Only the sites that you fetch are contacted."
            ),
        )
        self._offer(tr("Type an address"), self._actions.type_address)

    def show_fetching(self, headline: str, phase: str) -> None:
        """Show that the first fetch is running."""
        self._show_texts(headline, phase)
        self._offer(tr("Cancel"), self._actions.cancel)

    def show_cancelled(self, address: str) -> None:
        """Show that there is no answer because the fetch was cancelled."""
        self._show_texts(
            tr("The fetch was cancelled"),
            tr("Nothing is known of {address}, and nothing was changed.", address=address),
        )
        self._offer(tr("Try again"), self._actions.fetch_again)

    def _show_texts(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def _offer(self, action: str, ask: Callable[[], None]) -> None:
        self._ask = ask
        self.button.setText(action)
        self.button.updateGeometry()

    def _on_clicked(self) -> None:
        self._ask()
