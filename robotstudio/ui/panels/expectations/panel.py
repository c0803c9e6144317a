"""The Tests tab: expectations, and whether the draft meets them. The controller makes the changes."""

from collections.abc import Hashable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState, Results
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.text.phrases import Phrase, as_text
from robotstudio.ui.panels.expectations.form import ExpectationForm
from robotstudio.ui.panels.expectations.words import (
    expected_phrase,
    now_phrase,
    row_sentence,
    state_word,
    summary_words,
)
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import TabPage, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import LinkLabel
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.piece_style import shortened
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_ROW_HEIGHT, _STATE_WIDTH, _NOW_SHARE = 28, 96, 0.4
_MOST_SHOWN = 600
_OWN_KEYS = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.SelectAll)

LOOKS: dict[ExpectationState, tuple[Glyph, str]] = {
    ExpectationState.FAILS: (Glyph.WARNING, "warning"),
    ExpectationState.UNREADABLE: (Glyph.ERROR, "warning"),
    ExpectationState.WAITS: (Glyph.CLOCK, "text3"),
    ExpectationState.PASSES: (Glyph.CHECK, "allowed"),
}
"""Glyph and colour token of each state."""


class ExpectationTable(Table):
    """`row_selected` carries the selected row, `line_activated` the line of a link or after Enter."""

    row_selected = Signal(object)
    line_activated = Signal(int)
    edit_requested = Signal(object)
    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        name = tr("Tests")
        super().__init__(name, _columns(), key_of, parent, is_multiple=True, row_height=_ROW_HEIGHT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.as_text = _line_of
        self.row_changed.connect(self.row_selected)
        self.row_clicked.connect(self.row_selected)
        self.link_clicked.connect(self._on_link_clicked)
        self.row_activated.connect(self.edit_requested)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row: ExpectationRow | None = self.current_row
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
        # While the list has the focus, Undo and Copy apply to it and not to the draft.
        is_own = isinstance(event, QKeyEvent) and any(map(event.matches, _OWN_KEYS))
        if event.type() is QEvent.Type.ShortcutOverride and is_own:
            event.accept()
            return True
        return super().event(event)

    def _on_link_clicked(self, row: ExpectationRow) -> None:
        self.line_activated.emit(row.line)


def _columns() -> Sequence[TableColumn]:
    return (
        TableColumn(
            "state",
            tr("State"),
            _state,
            width=_STATE_WIDTH,
            has_sign=True,
            words=tuple(map(state_word, ExpectationState)),
        ),
        TableColumn("expected", tr("Expected"), _expected, share=1 - _NOW_SHARE, least=0, by_rows=True),
        TableColumn("now", tr("Now"), _now, share=_NOW_SHARE, color="text2", least=0, by_rows=True),
    )


def _state(row: ExpectationRow) -> TableCell:
    glyph, token = LOOKS[row.state]
    weight = 400 if row.state is ExpectationState.PASSES else 600
    return TableCell(state_word(row.state), token, glyph, weight, spoken=row_sentence(row))


def _expected(row: ExpectationRow) -> TableCell:
    return _phrase_cell(expected_phrase(row))


def _now(row: ExpectationRow) -> TableCell:
    return _phrase_cell(now_phrase(row))


def _phrase_cell(phrase: Phrase) -> TableCell:
    return TableCell(shortened(as_text(phrase), _MOST_SHOWN), phrase=phrase)


def key_of(row: ExpectationRow) -> Hashable:
    """Return the row key: crawler and URL, or the text of an invalid line."""
    return row.cell or row.text


def _line_of(row: ExpectationRow) -> str:
    return row.text.strip()


_INSET = 10
_SEARCH_MAX = 340
_COMPACT_BELOW = 620


class ExpectationPanel(TabPage):
    """Tool row, form, table and footer."""

    row_selected = Signal(object)
    line_activated = Signal(int)
    entered = Signal(object, int)
    tried = Signal(object)
    removal_requested = Signal(object)
    undo_requested = Signal()
    show_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results = Results()
        self._absent: ExpectationRow | None = None
        self._is_behind = False
        self._bar = ToolRow(self)
        self.search = SearchField(tr("Filter tests"), self._bar)
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.pills = {
            ExpectationState.FAILS: Pill(tr("Failing"), Glyph.WARNING, "0", self._bar),
            ExpectationState.PASSES: Pill(tr("Passing"), Glyph.CHECK, "0", self._bar),
        }
        self.add = SecondaryButton(tr("Add a test"), Glyph.PLUS, self._bar)
        self.add.set_small()
        self.form = ExpectationForm(self)
        self.table = ExpectationTable(self)
        self.footer = Footer(self)
        self.undo = LinkLabel(tr("Undo"), self.footer, px=11)
        self.show_cell = LinkLabel(tr("Add to the matrix"), self.footer, px=11)
        self.show_cell.setToolTip(tr("Adds the URL and the crawler of the selected test to the simulation"))
        for link in (self.undo, self.show_cell):
            self.footer.add_left(link)
            link.hide()
        self.hint = EmptyHint("", parent=self.table.viewport())
        self._lay_out()
        self._connect()
        self._list()

    def show_results(self, results: Results) -> None:
        """Show results; failing tests come first."""
        self.results = results
        if self.isVisible():
            self._list()
        else:
            self._is_behind = True

    def set_stale(self, is_stale: bool) -> None:
        """Dim results of an older text."""
        self.table.set_stale(is_stale)

    def show_place(self, name: str, *, is_modified: bool, can_undo: bool) -> None:
        """Show the file of the tests, and if it has unsaved changes."""
        said = tr("{name}, not saved") if is_modified else "{name}"
        self.footer.set_remark(put_in(said, {"name": name}))
        self.undo.setVisible(can_undo and is_modified)

    def offer_cell(self, row: ExpectationRow | None) -> None:
        """Offer to add the cell of a test to the matrix; hide the offer for None."""
        self._absent = row
        self.show_cell.setVisible(row is not None)

    def open_form(self) -> None:
        self.form.open_new()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_behind:
            self._list()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for pill in self.pills.values():
            pill.set_compact(self.width() < _COMPACT_BELOW)

    def _lay_out(self) -> None:
        bar = QHBoxLayout(self._bar)
        bar.setContentsMargins(_INSET, 0, _INSET, 1)
        bar.setSpacing(SIZES.between_controls)
        self.search.setMaximumWidth(_SEARCH_MAX)
        bar.addWidget(self.search, 10)
        for pill in self.pills.values():
            bar.addWidget(pill)
        bar.addStretch(1)
        bar.addWidget(self.add)
        layout = column_in(self)
        layout.addWidget(self._bar)
        layout.addWidget(self.form)
        layout.addWidget(self.table, 1)
        over = QVBoxLayout(self.table.viewport())
        over.setContentsMargins(0, 0, 0, 0)
        over.addWidget(self.hint)
        layout.addWidget(self.footer)

    def _connect(self) -> None:
        table, form = self.table, self.form
        self.search.textChanged.connect(self._list)
        self.search.left.connect(table.setFocus)
        for pill in self.pills.values():
            pill.toggled.connect(self._list)
        self.add.clicked.connect(self.open_form)
        form.entered.connect(self.entered)
        form.tried.connect(self.tried)
        form.closed.connect(table.setFocus)
        table.row_selected.connect(self.row_selected)
        table.line_activated.connect(self._on_line_activated)
        table.edit_requested.connect(self._on_edit_requested)
        table.removal_requested.connect(self._on_removal)
        table.menu_requested.connect(self._on_menu_requested)
        table.undo_requested.connect(self.undo_requested)
        table.left.connect(self._clear)
        self.undo.activated.connect(self._on_undo_clicked)
        self.show_cell.activated.connect(self._on_show_clicked)
        self.hint.action_triggered.connect(self._on_hint_action)

    def _list(self, _changed: object = None) -> None:
        results, self._is_behind = self.results, False
        for state, pill in self.pills.items():
            pill.set_count(WORDS.number(results.counts[state]))
        rows = sorted(filter(self._is_wanted, results.rows), key=_order)
        self.table.set_rows(rows)
        self.hint.setVisible(not rows)
        if not results.rows:
            sentence = tr("No tests yet. Press Space on a cell of the matrix to keep its verdict, or write a test.")
            self.hint.set_content(sentence, tr("Add a test"))
        else:
            self.hint.set_content(tr("No test matches."), tr("Clear filters"))
        self.footer.say(summary_words(results) if results.rows else "")

    def _is_wanted(self, row: ExpectationRow) -> bool:
        wanted = [state for state, pill in self.pills.items() if pill.isChecked()]
        text = self.search.text().strip().casefold()
        return (not wanted or row.state in wanted) and (not text or text in row_sentence(row).casefold())

    def _clear(self) -> None:
        self.search.clear()
        for pill in self.pills.values():
            pill.setChecked(False)

    def _on_hint_action(self) -> None:
        if self.results.rows:
            self._clear()
            self.table.setFocus()
        else:
            self.open_form()

    def _on_line_activated(self, line: int) -> None:
        if line:
            self.line_activated.emit(line)

    def _on_menu_requested(self, row: ExpectationRow, at: QPoint) -> None:
        rows = []
        if row.line:
            said = tr("Show line {line}", line=str(row.line))
            rows.append(MenuAction(said, partial(self.line_activated.emit, row.line)))
        if row.expectation:
            rows.append(MenuAction(tr("Edit…"), partial(self._on_edit_requested, row)))
        rows += [MenuAction(tr("Copy"), self.table.copy), MenuAction(tr("Remove"), self._on_removal)]
        popup_at(build_menu(self, rows), at, self)

    def _on_edit_requested(self, row: ExpectationRow) -> None:
        if row.expectation:
            self.form.open_on(row.expectation, row.number)

    def _on_removal(self) -> None:
        rows = self.table.selected_rows
        if rows:
            self.removal_requested.emit(rows)

    def _on_undo_clicked(self, _is_ctrl: bool) -> None:
        self.undo_requested.emit()

    def _on_show_clicked(self, _is_ctrl: bool) -> None:
        if self._absent:
            self.show_requested.emit(self._absent)


def _order(row: ExpectationRow) -> tuple[int, int]:
    return int(row.state), row.number
