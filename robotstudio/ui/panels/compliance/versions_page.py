"""The versions of the file: from the history of fetches, or from files with a day entered by hand."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from robotstudio.compliance.model import ALWAYS, DatedVersion
from robotstudio.compliance.words import time_words
from robotstudio.text.language import WORDS, Meant, Message, tr
from robotstudio.ui.panels.compliance.actions import VersionActions
from robotstudio.ui.panels.compliance.rows import times_as_long_as_they_get
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_FIELD_WIDTH = 320
_ALWAYS: Message = "always"


class VersionsPage(Page):
    """A list of versions, and a field for their days.

    Typed text is never lost: it applies to the file that is added next, or to the version whose row loses the
    selection.
    """

    def __init__(self, actions: VersionActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.history_button = SecondaryButton(tr("From the history"), parent=self)
        self.file_button = SecondaryButton(tr("Add a file…"), parent=self)
        self.remove_button = SecondaryButton(tr("Remove"), parent=self)
        self.since = QLineEdit(self)
        self.since.setProperty("controlSize", "small")
        prompt = tr("Since, such as {example} (UTC)", example="2026-10-01T08:30")
        self.since.setPlaceholderText(prompt)
        self.since.setAccessibleName(prompt)
        self.since.setToolTip(prompt)
        self.told = ElidedLabel("", self, px=12, color="text2")
        self.table = Table(tr("Versions of the file"), _columns(), _id_of, self)
        self.table.set_nothing(
            tr("No version of the file is known. Use the versions in the history, or add a file with its date.")
        )
        self._shown: DatedVersion | None = None
        self._lay_out()
        self._connect()
        self.show_versions(())

    def show_versions(self, versions: Sequence[DatedVersion], chosen: DatedVersion | None = None) -> None:
        """Show versions, oldest first, with an optional selection."""
        self.table.set_rows(tuple(versions))
        if chosen is not None:
            self.table.select_row(_id_of(chosen), quietly=True)
        self._show_day(self.table.current_row)

    def tell(self, sentence: str, *, is_fault: bool = False) -> None:
        """Show the result of the last action."""
        self.told.setText(sentence)
        self.told.set_color("warning" if is_fault else "text2")

    @property
    def typed(self) -> str:
        """Day typed but not yet used."""
        return self.since.text().strip() if self.since.isModified() else ""

    def _show_day(self, version: DatedVersion | None) -> None:
        is_same, self._shown = version is self._shown, version
        self.remove_button.setEnabled(version is not None)
        if not (is_same and self.typed):
            self.since.setText(
                "" if version is None or version.since == ALWAYS else version.since.strftime("%Y-%m-%dT%H:%M")
            )

    def _on_row_changed(self, version: DatedVersion | None) -> None:
        left = self._shown
        if left is not None and version is not None and left is not version and self.typed:
            self._write(left)
            self.table.select_row(_id_of(version), quietly=True)
        self._show_day(self.table.current_row)

    def _on_since_written(self) -> None:
        version = self.table.current_row
        if version is None:
            self._on_file_clicked()
        else:
            self._write(version)

    def _write(self, version: DatedVersion) -> None:
        self.since.setModified(False)
        self._actions.date_version(version, self.since.text().strip())
        self.since.setModified(self._shown is version)  # still shown if it was not a valid day

    def _on_file_clicked(self) -> None:
        self._actions.add_file(self.typed)

    def _on_remove_clicked(self) -> None:
        version = self.table.current_row
        if version is not None:
            self._actions.remove_version(version)

    def _connect(self) -> None:
        self.table.row_changed.connect(self._on_row_changed)
        self.table.removal_requested.connect(self._on_remove_clicked)
        self.since.returnPressed.connect(self._on_since_written)
        self.history_button.clicked.connect(self._actions.take_history)
        self.file_button.clicked.connect(self._on_file_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)

    def _lay_out(self) -> None:
        bar = ToolRow(self)
        line = QHBoxLayout(bar)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.setSpacing(SIZES.between_controls)
        for button in (self.history_button, self.file_button, self.remove_button):
            button.set_small()
            line.addWidget(button)
        self.since.setFixedWidth(_FIELD_WIDTH)
        line.addWidget(self.since)
        line.addWidget(self.told, 1)
        column = column_in(self)
        column.addWidget(bar)
        column.addWidget(self.table, 1)


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn(
            "version_since",
            tr(Meant("Since", "version")),
            _since,
            None,
            120,
            words=(tr(_ALWAYS), *times_as_long_as_they_get()),
        ),
        TableColumn("version_size", tr("Size"), _size, None, 110, is_number=True),
        TableColumn("version_name", tr("Where it is from"), _name, None),
    )


def _id_of(version: DatedVersion) -> int:
    return id(version)


def _since(version: DatedVersion) -> TableCell:
    return TableCell(tr(_ALWAYS) if version.since == ALWAYS else time_words(version.since), weight=500)


def _size(version: DatedVersion) -> TableCell:
    return TableCell(WORDS.size(len(version.body)), "text2")


def _name(version: DatedVersion) -> TableCell:
    return TableCell(version.name, "text2")
