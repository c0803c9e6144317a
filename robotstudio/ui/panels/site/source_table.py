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
from robotstudio.ui.widgets.table_model import TableCell, TableColumn


class SourceTable(Table):
    """One row for each source."""

    def __init__(self, rename: Callable[[SourceEntry, str], None], parent: QWidget) -> None:
        """Create it; `rename` gives the source of a row another name."""
        super().__init__(tr("Sources of URLs"), _columns(), _id_of, parent, is_multiple=True)
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
        field.setGeometry(self.visualRect(self.currentIndex().siblingAtColumn(0)).adjusted(4, 0, 0, 0))
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
        TableColumn("name", tr("Name"), _name, width=200, weight=500),
        TableColumn("kind", tr("Kind"), _kind, width=84, words=words.all_kinds()),
        TableColumn("urls", tr("URLs"), _urls, width=78, is_number=True),
        TableColumn("hits", tr("Hits"), _hits, width=78, is_number=True),
        TableColumn("shared", tr("In others too"), _shared, width=96, is_number=True, hidden_below=720),
        TableColumn("loaded", tr("Loaded"), _loaded, width=84, color="text2"),
        TableColumn("location", tr("Location"), _location, color="text3", least=80),
    )


def _name(entry: SourceEntry) -> TableCell:
    name, kind = name_of(entry.source), entry.source.kind
    spoken = side_by_side((name, words.kind_words(kind)))
    return TableCell(name, _color(entry), words.KIND_GLYPHS.get(kind, Glyph.FILE), spoken=spoken)


def _kind(entry: SourceEntry) -> TableCell:
    return TableCell(words.kind_words(entry.source.kind), "text2" if entry.is_loaded else "text3")


def _urls(entry: SourceEntry) -> TableCell:
    return _number(entry, entry.urls)


def _hits(entry: SourceEntry) -> TableCell:
    return _number(entry, entry.hits)


def _number(entry: SourceEntry, number: int) -> TableCell:
    said = "" if entry.is_loaded else tr("not loaded")
    return TableCell(WORDS.number(number) if entry.is_loaded else "–", _color(entry), spoken=said)


def _shared(entry: SourceEntry) -> TableCell:
    return TableCell(WORDS.number(entry.shared) if entry.shared else "", "text2")


def _loaded(entry: SourceEntry) -> TableCell:
    return TableCell(words.time_words(entry.source) if entry.is_loaded else tr("not loaded"))


def _location(entry: SourceEntry) -> TableCell:
    return TableCell(words.location_words(entry.source))


def _color(entry: SourceEntry) -> str:
    return "text" if entry.is_loaded else "text3"
