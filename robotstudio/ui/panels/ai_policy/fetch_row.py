"""A field with its button, such as an address and *Fetch*: nothing is done before the user asks."""

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.progress import ThinProgress


class FetchRow(ToolRow):
    """The first row of a page; `progress` belongs below it."""

    def __init__(
        self,
        parent: QWidget,
        names: tuple[str, str, str],
        fetch: Callable[[str], object],
        cancel: Callable[[], object],
    ) -> None:
        """`names` are those of the field, of an example in it, and of the button."""
        super().__init__(parent)
        name, example, self._words = names
        self._fetch, self._cancel = fetch, cancel
        self._is_busy = False
        self.address = QLineEdit(self)
        self.address.setAccessibleName(name)
        self.address.setPlaceholderText(example)
        self.button = SecondaryButton(self._words, parent=self)
        self.button.set_small()
        self.progress = ThinProgress(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.setSpacing(SIZES.between_controls)
        line.addWidget(self.address, 1)
        line.addWidget(self.button)
        self.address.returnPressed.connect(self._on_fetch)
        self.button.clicked.connect(self._on_clicked)

    def set_busy(self, *, is_busy: bool) -> None:
        """Show the progress of a fetch, and offer to cancel it."""
        self._is_busy = is_busy
        (self.progress.start if is_busy else self.progress.stop)()
        self.button.setText(tr("Cancel") if is_busy else self._words)

    def _on_clicked(self) -> None:
        if self._is_busy:
            self._cancel()
        else:
            self._on_fetch()

    def _on_fetch(self) -> None:
        if address := self.address.text().strip():
            self._fetch(address)
