"""The table of sources; a name can be changed in its place."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from robotstudio.app.url_sources import SourceEntry
from robotstudio.ui.panels.site import words
from robotstudio.ui.panels.site.table import Cell, CellTable, Column
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.formats import format_count


class SourceTable(CellTable):
    """One row for each source. `named` carries a row and its new name."""

    named = Signal(int, str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _columns(), words.translate("Sources", "Sources of URLs"), parent)
        self._field: QLineEdit | None = None
        self._edited = -1

    def show_entries(self, entries: Sequence[SourceEntry]) -> None:
        """Show these sources."""
        self._end_edit()
        self.set_rows([self._cells(entry) for entry in entries])

    def edit_name(self) -> None:
        """Let the name of the current row be typed."""
        index = self.cells.index(self.row, 0)
        if not index.isValid():
            return
        self._end_edit()
        self._edited = index.row()
        self._field = field = QLineEdit(self.viewport())
        field.setProperty("role", "field")
        field.setAccessibleName(self.tr("Name of the source"))
        field.setText(str(index.data() or ""))
        field.setGeometry(self.visualRect(index).adjusted(4, 0, 0, 0))
        field.selectAll()
        field.editingFinished.connect(self._on_typed)
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

    def _on_typed(self) -> None:
        field, row = self._field, self._edited
        if field is None:
            return
        name = field.text().strip()
        self._end_edit()
        self.setFocus()
        if name:
            self.named.emit(row, name)

    def _end_edit(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            field.hide()
            field.deleteLater()

    def _cells(self, entry: SourceEntry) -> tuple[Cell, ...]:
        source, name = entry.source, words.name_of(entry.source)
        color = "text" if entry.is_loaded else "text3"
        glyph = words.KIND_GLYPHS.get(source.kind, Glyph.FILE)
        said = "" if entry.is_loaded else self.tr("not loaded")
        return (
            Cell(name, color, glyph, 500, f"{name}, {words.kind_words(source.kind)}", is_icon=True),
            Cell(words.kind_words(source.kind), "text2" if entry.is_loaded else color),
            Cell(format_count(entry.urls) if entry.is_loaded else "–", color, words=said),
            Cell(format_count(entry.hits) if entry.is_loaded else "–", color, words=said),
            Cell(format_count(entry.shared) if entry.shared else "", "text2"),
            Cell(words.time_words(source) if entry.is_loaded else said, "text2"),
            Cell(words.location_words(source), "text3"),
        )


def _columns() -> tuple[Column, ...]:
    tr = words.translate
    return (
        Column(tr("Sources", "Name"), 200),
        Column(tr("Sources", "Kind"), 84),
        Column(tr("Sources", "URLs"), 78, is_number=True),
        Column(tr("Sources", "Hits"), 78, is_number=True),
        Column(tr("Sources", "In others too"), 96, is_number=True, hidden_below=720),
        Column(tr("Sources", "Loaded"), 84),
        Column(tr("Sources", "Location")),
    )
