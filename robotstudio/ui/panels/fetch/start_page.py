"""The Fetch tab while there is no answer to show: before the first fetch, during it, and after it was cancelled."""

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page
from robotstudio.ui.widgets.labels import Label


class FetchStartPage(Page):
    """A title, what there is to say, and one action; what it asks for depends on what is said."""

    address_requested = Signal()
    again_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._asks_for: SignalInstance = self.address_requested
        self.title = Label(theme, "", self, px=14, weight=600)
        self.text = Label(theme, "", self, px=12, color="text2")
        self.button = SecondaryButton(theme, parent=self)
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
        layout.addStretch(1)
        self.invite()

    def invite(self) -> None:
        """Say what a fetch does and whom it contacts."""
        self._say(
            tr("Nothing fetched yet"),
            tr(
                "Type a site, or any page of it: example.com becomes https://example.com/robots.txt.\n"
                "Here you will see what the server answers, hop by hop, and what crawlers make of it.\n"
                "Only the sites that you fetch are contacted."
            ),
        )
        self._offer(tr("Type an address"), self.address_requested)

    def tell_loading(self, headline: str, phase: str) -> None:
        """Say that the first fetch is under way."""
        self._say(headline, phase)
        self._offer(tr("Cancel"), self.cancel_requested)

    def tell_cancelled(self, address: str) -> None:
        """Say that there is no answer because nobody waited for it."""
        self._say(
            tr("The fetch was cancelled"),
            tr("Nothing is known of {address}, and nothing was changed.", address=address),
        )
        self._offer(tr("Try again"), self.again_requested)

    def _say(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def _offer(self, action: str, asks_for: SignalInstance) -> None:
        self._asks_for = asks_for
        self.button.setText(action)
        self.button.updateGeometry()

    def _on_clicked(self) -> None:
        self._asks_for.emit()
