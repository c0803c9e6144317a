"""A dialog for choosing the URL column of a table, if it is not clear from the file. Not modal."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.formats import as_title
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.urls.sources.tables import Preview, column_number

_ROWS, _COLUMNS, _WIDTH, _COLUMN_WIDTH = 6, 24, 640, 150


class ColumnChooser(QDialog):
    """The first rows, and a choice of two columns."""

    def __init__(
        self, name: str, preview: Preview, load: Callable[[str, str], None], parent: QWidget, hits: str = ""
    ) -> None:
        """Create a dialog for one table; `hits` is the column of hits that was chosen before.

        `load` gets the columns as `ReadOptions` takes them, "0" for no hits.
        """
        super().__init__(parent)
        self._load = load
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.setWindowTitle(tr("Columns of {name}", name=as_title(name)))
        self._preview = preview
        question = Label(tr("Which column of “{name}” holds the URLs?", name=name), self, px=14)
        question.setWordWrap(True)
        self.table = Table(tr("First rows of the table"), self._columns(), parent=self, is_multiple=True)
        self.table.set_columns_clickable()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.set_rows([[TableCell(text) for text in self._padded(row)] for row in preview.rows[:_ROWS]])
        self.table.setMinimumHeight(self.table.height_of(_ROWS) + 16)
        self.table.column_clicked.connect(self._on_column_clicked)
        self.urls, self.hits = QComboBox(self), QComboBox(self)
        self._fill(hits)
        self.load_button = PrimaryButton(tr("Load the URLs"), parent=self)
        self._cancel = SecondaryButton(tr("Cancel"), parent=self)
        self.load_button.clicked.connect(self._on_load)
        self._cancel.clicked.connect(self.reject)
        self.urls.currentIndexChanged.connect(self._on_url_column_changed)
        self._lay_out(question)
        self._on_url_column_changed(self.urls.currentIndex())
        self.resize(_WIDTH, self.sizeHint().height())

    def _fill(self, hits: str) -> None:
        names = [name.strip() or tr("Column {number}", number=str(at + 1)) for at, name in self._named()]
        self.urls.addItems(names)
        self.urls.setCurrentIndex(self._preview.url_column if self._preview.url_column is not None else 0)
        self.hits.addItem(tr("none: each row counts once"))
        self.hits.addItems(names)
        known = column_number(self._preview.headers, hits) if hits else self._preview.hits_column
        self.hits.setCurrentIndex(0 if known is None else known + 1)

    def _named(self) -> list[tuple[int, str]]:
        return list(enumerate(self._preview.headers[:_COLUMNS]))

    def _columns(self) -> Sequence[TableColumn]:
        return [TableColumn(str(at), name.strip() or str(at + 1), width=_COLUMN_WIDTH) for at, name in self._named()]

    def _padded(self, row: Sequence[str]) -> Sequence[str]:
        width = len(self._preview.headers[:_COLUMNS])
        return (*row[:width], *[""] * (width - len(row)))

    def _on_column_clicked(self, column: int) -> None:
        self.urls.setCurrentIndex(column)

    def _on_url_column_changed(self, column: int) -> None:
        self.table.select_column(column)

    def _on_load(self) -> None:
        hits = self.hits.currentIndex() - 1
        self._load(self._id_of(self.urls.currentIndex()), self._id_of(hits) if hits >= 0 else "0")
        self.accept()

    def _id_of(self, column: int) -> str:
        """Return the name of a column if it is unique, else its number."""
        names = [name.strip().casefold() for name in self._preview.headers]
        name = self._preview.headers[column].strip()
        is_telling = bool(name) and self._preview.has_header and names.count(name.casefold()) == 1
        return name if is_telling else str(column + 1)

    def _lay_out(self, question: QWidget) -> None:
        choices = QHBoxLayout()
        choices.setSpacing(8)
        for text, box in ((tr("URLs"), self.urls), (tr("Hits"), self.hits)):
            label = Label(text, self)
            label.setBuddy(box)
            box.setAccessibleName(text)
            box.setProperty("controlSize", "small")
            choices.addWidget(label)
            choices.addWidget(box)
            choices.addSpacing(12)
        choices.addStretch(1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self.load_button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(14, 14, 14, 14)
        rows.setSpacing(12)
        rows.addWidget(question)
        rows.addLayout(choices)
        rows.addWidget(self.table, 1)
        rows.addLayout(buttons)
        self.urls.setFocus()
