"""Pages that fetch something on request: a field and its button, a table of what was found, and it in full below."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page, Split, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.rich_text import Sentences
from robotstudio.ui.widgets.table import Table


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


class FetchedPage(Page):
    """Nothing is fetched before the user asks."""

    row: FetchRow
    table: Table
    sentences: Sentences

    def arrange(self, row: FetchRow, table: Table, sentences: Sentences, heights: tuple[int, int]) -> None:
        """Lay out the parts, and follow the rows of the table; `heights` are those of table and sentences."""
        self.row, self.table, self.sentences = row, table, sentences
        self.address, self.fetch_button, self.progress = row.address, row.button, row.progress
        column = column_in(self)
        column.addWidget(row)
        column.addWidget(row.progress)
        column.addWidget(Split(Qt.Orientation.Vertical, self, (table, sentences), heights, (1, 0)), 1)
        table.row_changed.connect(self._on_row_changed)
        table.row_activated.connect(self._on_row_activated)
        table.link_clicked.connect(self._on_row_activated)

    def set_busy(self, *, is_busy: bool) -> None:
        """Show the progress of a fetch and offer to cancel it; earlier results stay visible."""
        self.row.set_busy(is_busy=is_busy)

    @abstractmethod
    def _on_row_changed(self, row: Any) -> None:  # noqa: ANN401  # of the table
        """Show the selected row in full below the table."""

    @abstractmethod
    def _on_row_activated(self, row: Any) -> None:  # noqa: ANN401  # of the table
        """Go to what a row is about."""
