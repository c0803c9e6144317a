"""The tests as a table: state, what is expected, what is so now. A row stays selected by what it is about."""

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from robotstudio.app.expectation_results import Row, State
from robotstudio.engine.phrases import Phrase, as_text
from robotstudio.ui.panels.expectations.words import expected_phrase, now_phrase, row_sentence, state_word
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.piece_style import shortened
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_ROW_HEIGHT, _STATE_WIDTH, _NOW_SHARE = 28, 96, 0.4
_MOST_SHOWN = 600
_OWN_KEYS = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.SelectAll)

LOOKS: dict[State, tuple[Glyph, str]] = {
    State.FAILS: (Glyph.WARNING, "warning"),
    State.UNREADABLE: (Glyph.ERROR, "warning"),
    State.WAITS: (Glyph.CLOCK, "text3"),
    State.PASSES: (Glyph.CHECK, "allowed"),
}
"""The sign of each state and the token of its colour."""


class ExpectationTable(Table):
    """`row_selected` tells the row that was chosen, `line_activated` the line that a link or Enter leads to."""

    row_selected = Signal(object)
    line_activated = Signal(int)
    edit_requested = Signal(object)
    undo_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        name = QCoreApplication.translate("ExpectationTable", "Tests")
        super().__init__(theme, name, _columns(), key_of, parent, is_multiple=True, row_height=_ROW_HEIGHT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.as_text = _line_of
        self.row_changed.connect(self.row_selected)
        self.row_clicked.connect(self.row_selected)
        self.link_clicked.connect(self._on_link_clicked)
        self.row_activated.connect(self.edit_requested)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row: Row | None = self.current_row
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif row and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.line_activated.emit(row.line)
        elif row and event.key() == Qt.Key.Key_F2:
            self.edit_requested.emit(row)
        else:
            super().keyPressEvent(event)
            if event.key() == Qt.Key.Key_Space and row in self.selected_rows:
                self.row_selected.emit(row)

    def event(self, event: QEvent) -> bool:
        # Undo and Copy are those of the list while it has the keyboard, not those of the draft.
        is_own = isinstance(event, QKeyEvent) and any(map(event.matches, _OWN_KEYS))
        if event.type() is QEvent.Type.ShortcutOverride and is_own:
            event.accept()
            return True
        return super().event(event)

    def _on_link_clicked(self, row: Row) -> None:
        self.line_activated.emit(row.line)


def _columns() -> Sequence[TableColumn]:
    def tr(text: str) -> str:
        return QCoreApplication.translate("ExpectationTable", text)

    return (
        TableColumn("state", tr("State"), _state, width=_STATE_WIDTH),
        TableColumn("expected", tr("Expected"), _expected, share=1 - _NOW_SHARE, least=0),
        TableColumn("now", tr("Now"), _now, share=_NOW_SHARE, color="text2", least=0),
    )


def _state(row: Row) -> TableCell:
    glyph, token = LOOKS[row.state]
    weight = 400 if row.state is State.PASSES else 600
    return TableCell(state_word(row.state), token, glyph, weight, spoken=row_sentence(row))


def _expected(row: Row) -> TableCell:
    return _phrase_cell(expected_phrase(row))


def _now(row: Row) -> TableCell:
    return _phrase_cell(now_phrase(row))


def _phrase_cell(phrase: Phrase) -> TableCell:
    return TableCell(shortened(as_text(phrase), _MOST_SHOWN), phrase=phrase)


def key_of(row: Row) -> Hashable:
    """What a test is about; what cannot be read is about its text."""
    return row.cell or row.text


def _line_of(row: Row) -> str:
    return row.text.strip()
