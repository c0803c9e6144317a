"""The table of sources; names can be edited in place."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from robotstudio.draft.url_sources import SourceEntry, name_of
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site import words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableChip, TableColumn, toned
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.set_columns import title_of

_ROW = 44


class SourceTable(Table):
    """One row for each source."""

    def __init__(self, rename: Callable[[SourceEntry, str], None], parent: QWidget) -> None:
        """Create it; `rename` gives the source of a row another name."""
        super().__init__(tr("Sources of URLs"), _columns(), _id_of, parent, is_multiple=True, row_height=_ROW)
        self._rename = rename
        self._field: QLineEdit | None = None

    def show_entries(self, entries: Sequence[SourceEntry]) -> None:
        self._end_edit()
        self.set_rows(entries)

    def edit_name(self) -> None:
        """Edit the name of the current row."""
        entry: SourceEntry | None = self.current_row
        if entry is None:
            return
        self._end_edit()
        self._field = field = QLineEdit(self.viewport())
        field.setProperty("role", "field")
        field.setAccessibleName(tr("Name of the source"))
        field.setText(name_of(entry.source))
        field.setGeometry(self.visualRect(self.currentIndex().siblingAtColumn(0)).adjusted(4, 8, 0, -8))
        field.selectAll()
        field.editingFinished.connect(partial(self._on_typed, entry))
        field.show()
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.edit_name()
        elif event.key() == Qt.Key.Key_Escape and self._field is not None:
            self._end_edit()
            self.setFocus()
        else:
            super().keyPressEvent(event)

    def _on_typed(self, entry: SourceEntry) -> None:
        field = self._field
        if field is None:
            return
        name = field.text().strip()
        self._end_edit()
        self.setFocus()
        if name:
            self._rename(entry, name)

    def _end_edit(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            field.hide()
            field.deleteLater()


def _id_of(entry: SourceEntry) -> str:
    return entry.source.id


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("name", tr("Source"), _name, weight=500, least=180, share=1.4),
        TableColumn("urls", tr("URLs"), _urls, width=78, is_number=True),
        TableColumn("columns", tr("Columns it brings"), _brought, least=120, share=1.2),
        TableColumn("left", tr("Left out"), _left, least=120, color="text2"),
    )


def _name(entry: SourceEntry) -> TableCell:
    source = entry.source
    title, below = words.source_words(source, entry.reading)
    glyph = words.KIND_GLYPHS.get(source.kind, Glyph.FILE)
    spoken = side_by_side(filter(None, (title, below)))
    return TableCell(title, "" if entry.is_loaded else "text3", glyph, spoken=spoken, below=below)


def _urls(entry: SourceEntry) -> TableCell:
    if entry.is_loaded:
        return TableCell(WORDS.number(entry.urls))
    return TableCell("–", "text3", spoken=tr("not loaded"))


def _brought(entry: SourceEntry) -> TableCell:
    guessed = {column.role or column.name for column in entry.seen if column.is_guess}
    chips = tuple(
        TableChip(title_of(info, WORDS), is_guess=(info.role or info.name) in guessed) for info in entry.columns
    )
    return TableCell(chips=chips, spoken=side_by_side(chip.text for chip in chips) if chips else tr("none"))


def _left(entry: SourceEntry) -> TableCell:
    if entry.is_asked:
        return toned(tr("choose the columns below"), Tone.WARNING)
    if entry.problem is not None:
        return toned(entry.problem.sentence, Tone.WARNING)
    if entry.file is not None:
        return toned(WORDS.tell(entry.file), Tone.WARNING)
    if not entry.is_loaded:
        return TableCell(tr("not loaded"), "text3")
    if entry.guessed_fields:
        return toned(words.guessed_words(entry.guessed_fields), Tone.WARNING)
    return TableCell(words.left_words(entry.reading) if entry.reading else "")
