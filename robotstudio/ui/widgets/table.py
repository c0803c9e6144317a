"""The table of the program: any rows, in declared columns; sorted by its headers if they have a key.

Its columns share the width, and can be dragged wider.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import islice
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QMetaMethod,
    QModelIndex,
    QObject,
    QPoint,
    QRectF,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.keys import is_delete
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.table_model import CellDelegate, TableCell, TableColumn, TableModel

MOST_COPIED = 100_000
_ROW_HEIGHT, _HEADER_HEIGHT = 24, 26
_MOST_SEARCHED = 5_000
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_Ascending, _Descending = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_Flag = QItemSelectionModel.SelectionFlag


class Table(QTableView):
    """A table whose rows stay current and selected by identity, even in another order.

    Without an identity function a row is identified by its index. A table with single selection always has a current
    row. Unhandled keys are passed to the parent.
    """

    row_changed = Signal(object)
    row_clicked = Signal(object)
    row_activated = Signal(object)
    column_clicked = Signal(int)
    link_clicked = Signal(object)
    menu_requested = Signal(object, QPoint)
    removal_requested = Signal()
    left = Signal()

    def __init__(
        self,
        name: str,
        columns: Sequence[TableColumn] = (),
        identity: Callable[[Any], Hashable] | None = None,
        parent: QWidget | None = None,
        *,
        is_multiple: bool = False,
        row_height: int = _ROW_HEIGHT,
        nothing: str = "",
    ) -> None:
        """Start without rows; `nothing` is shown in that case."""
        super().__init__(parent)
        self._is_multiple = is_multiple
        self._row_height = row_height
        self.nothing = nothing
        """The text shown without rows."""
        self.as_text: Callable[[Any], str] | None = None
        """Returns a row's text for copying, if that is not its cells."""
        self.grouped_by: Callable[[Any], Any] | None = None
        """Returns the rank of a row's group, and True for its head: sorting never splits a group."""
        self._sorted_by = ("", _Ascending)
        self._given: Sequence[Any] = ()
        self._current: Hashable = None
        self._told: Hashable = None
        self._is_quiet = False
        self._table = TableModel(identity, self)
        self.setModel(self._table)
        self._cells = CellDelegate(self, self._table, row_height)
        self._widths = ColumnWidths(self, self._table, self._cells)
        self.setAccessibleName(name)
        self._set_up()
        self.set_columns(columns)
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        theme.changed.connect(self._widths.measure)

    def _set_up(self) -> None:
        mode = QAbstractItemView.SelectionMode
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(mode.ExtendedSelection if self._is_multiple else mode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(self._row_height)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setProperty("role", "inset")
        header.setFixedHeight(_HEADER_HEIGHT)
        header.setFont(theme.fonts.ui(11, 500))
        header.setMinimumSectionSize(40)
        header.setHighlightSections(False)
        header.sectionClicked.connect(self._on_header_clicked)

    # Content

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns, including hidden ones."""
        return self._table.columns

    @property
    def rows(self) -> Sequence[Any]:
        """The rows in their displayed order."""
        return self._table.rows

    @property
    def place(self) -> int:
        """The index of the current row, -1 for none."""
        return self.currentIndex().row()

    @property
    def current_row(self) -> Any:  # noqa: ANN401 - whatever the rows are
        """The current row, or None."""
        return self.rows[self.place] if 0 <= self.place < len(self.rows) else None

    @property
    def selected_rows(self) -> tuple[Any, ...]:
        return tuple(self.rows[place] for place in self._selected_places())

    def cell(self, row: int, column: int) -> TableCell:
        """Return the cell at an index."""
        return self._table.cell(row, column) or TableCell()

    def set_columns(self, columns: Sequence[TableColumn]) -> None:
        """Replace the columns; the sort order stays if its column does."""
        if tuple(columns) == self.columns:
            return
        self._table.set_columns(columns)
        self.horizontalHeader().setSectionsClickable(any(column.key for column in columns))
        self._widths.measure()
        self._show_indicator()
        self._restore()

    def set_rows(self, rows: Sequence[Any], *, reset: bool = False) -> None:
        """Replace the rows, in the chosen order; `reset` clears selection and scroll position."""
        self._given = rows
        if reset:
            self._current = self._told = None
            self._table.set_rows(())
        self._show()
        self._widths.rows_changed()

    def set_unused(self, columns: frozenset[int]) -> None:
        """Hide columns without content for these rows."""
        self._widths.set_unused(columns)

    def widen(self, widths: Mapping[int, int]) -> None:
        """Give columns at least these widths, which something besides their cells needs."""
        self._widths.widen(widths)

    def choose_columns(self, ids: frozenset[str]) -> None:
        """Show these columns regardless of room; none restores the default."""
        self._widths.choose(ids)

    def set_stale(self, is_stale: bool) -> None:
        """Dim content of an older text."""
        self._cells.is_stale = is_stale
        self.viewport().update()

    def sort_by(self, column_id: str, *, descending: bool = False) -> None:
        """Sort by a column; without one, the rows are in their given order."""
        self._sorted_by = (column_id, _Descending if descending else _Ascending)
        self._show_indicator()
        self._show()

    def select_row(self, identity: Hashable, *, quietly: bool = False) -> None:
        """Make a row the current one if it is shown; `quietly` emits nothing."""
        self._current = identity
        was, self._is_quiet = self._is_quiet, self._is_quiet or quietly
        self._restore()
        self._is_quiet = was

    def select_none(self) -> None:
        """Clear the current row."""
        self._current = self._told = None
        self.selectionModel().clear()

    def select_column(self, column: int) -> None:
        """Select a whole column instead of rows."""
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectColumns)
        # Not `selectColumn`: it adds to the selection while a key such as Ctrl is held.
        self.selectionModel().select(self._table.index(0, column), _Flag.ClearAndSelect | _Flag.Columns)

    def set_columns_clickable(self) -> None:
        """Emit clicks on headers that do not sort, too."""
        self.horizontalHeader().setSectionsClickable(True)

    def height_of(self, rows: int) -> int:
        """Return the height of the table with so many rows, without scrolling."""
        return _HEADER_HEIGHT + rows * self._row_height + 1

    def text_of(self, rows: Sequence[Any]) -> str:
        """Return the text of rows for copying; with multiple selection, their cells follow the titles."""
        listed = islice(rows, MOST_COPIED)
        if self.as_text is not None:
            return "\n".join(map(self.as_text, listed))
        titles = ["\t".join(column.title for column in self.columns)] if self._is_multiple else []
        return "\n".join((*titles, *map(self._table.text_of, listed)))

    def copy(self) -> None:
        """Copy the selected rows; with multiple selection, all rows if none is selected."""
        rows = [self.rows[place] for place in self._selected_places()[:MOST_COPIED]]
        if rows or (self._is_multiple and self.rows):
            QGuiApplication.clipboard().setText(self.text_of(rows or self.rows))

    def _selected_places(self) -> list[int]:
        return sorted({index.row() for index in self.selectionModel().selectedRows()})

    def _show(self) -> None:
        column = next((column for column in self.columns if column.id == self._sorted_by[0]), None)
        rows = self._given
        if column is not None and column.key is not None:
            rows = sorted(rows, key=column.key, reverse=self._sorted_by[1] is _Descending)
            rows = sorted(rows, key=self.grouped_by) if self.grouped_by else rows
        if self._table.are_known(rows):
            self._table.replace(rows)
        else:
            top, selected = self.verticalScrollBar().value(), {*map(self._table.identity_at, self._selected_places())}
            self._is_quiet = True
            self._table.set_rows(rows)
            if self._table.has_identity:
                self._restore(selected if self._is_multiple else None)
            self.verticalScrollBar().setValue(top)
            self._is_quiet = False
        if self.current_row is None:
            self._told = None
        self._update_empty_state()
        if not self._is_multiple and self.current_row is None and rows:
            self._make_current(0, _Flag.ClearAndSelect | _Flag.Rows)

    def _restore(self, selected: set[Hashable] | None = None) -> None:
        """Restore the current row, and the selected ones: by default only the current one."""
        place = -1 if self._current is None else self._table.place_of(self._current)
        if place >= 0:
            self._make_current(place, _Flag.ClearAndSelect | _Flag.Rows if selected is None else _Flag.NoUpdate)
        if selected:
            found = QItemSelection()
            for place in range(len(self.rows)):
                if self._table.identity_at(place) in selected:
                    found.select(self._table.index(place, 0), self._table.index(place, 0))
            self.selectionModel().select(found, _Flag.Select | _Flag.Rows)

    def _make_current(self, place: int, flags: QItemSelectionModel.SelectionFlag) -> None:
        self.selectionModel().setCurrentIndex(self._table.index(place, 0), flags)

    def set_nothing(self, words: str) -> None:
        """Set the text shown without rows: that they are pending, or that there are none."""
        self.nothing = words
        self._update_empty_state()

    def _update_empty_state(self) -> None:
        is_empty = not len(self.rows)
        # An empty table is no tab stop, but keeps the focus if it has it.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus if is_empty else Qt.FocusPolicy.StrongFocus)
        self.setAccessibleDescription(self.nothing if is_empty else "")
        self.viewport().update()

    def _show_indicator(self) -> None:
        ids = [column.id for column in self.columns]
        header, (column_id, order) = self.horizontalHeader(), self._sorted_by
        header.setSortIndicatorShown(column_id in ids)
        if column_id in ids:
            header.setSortIndicator(ids.index(column_id), order)

    def _on_header_clicked(self, section: int) -> None:
        column, (sorted_by, order) = self.columns[section], self._sorted_by
        if column.key is not None:
            descends = order is _Ascending if sorted_by == column.id else column.is_number
            self.sort_by(column.id, descending=descends)
        self.column_clicked.emit(section)

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.viewport().update()
        if current.isValid():  # while rows are replaced there is none: the current one is restored later
            self._current = self._table.identity_at(current.row())
            self._emit_row()

    def _on_selection_changed(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        self._emit_row()

    def _emit_row(self) -> None:
        """Emit another row once it is selected: Qt also makes one current when the table is focused."""
        told, is_chosen = self._told, self.place >= 0 and self.selectionModel().isRowSelected(self.place)
        self._told = self._table.identity_at(self.place) if is_chosen else None
        if is_chosen and self._told != told and not self._is_quiet:
            self.row_changed.emit(self.current_row)

    # Keyboard and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current_row
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in _ENTER and row is not None and self._is_connected(self.row_activated):
            self.row_activated.emit(row)
        elif is_delete(event) and self._is_connected(self.removal_requested):
            self.removal_requested.emit()
        elif event.key() == Qt.Key.Key_Escape and self._is_connected(self.left):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Move Home and End to the first and the last row, because rows are selected."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: len(self.rows) - 1}
        if action in ends:
            return self._table.index(ends[action], max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)

    def keyboardSearch(self, search: str) -> None:
        """Search for typed letters; not in a long table, in which Qt would query every row."""
        if len(self.rows) <= _MOST_SEARCHED:
            super().keyboardSearch(search)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_link = self._link_at(event) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)
        self._hover(self.rowAt(event.position().toPoint().y()))
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.row_clicked.emit(self.current_row)
            linked = self._link_at(event)
            if linked is not None:
                self.link_clicked.emit(linked)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        is_row = self.indexAt(event.position().toPoint()).isValid() and self._link_at(event) is None
        if event.button() is Qt.MouseButton.LeftButton and is_row:
            self.row_activated.emit(self.current_row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        row = self.current_row
        if row is not None and (by_key or self.indexAt(event.pos()).isValid()):
            corner = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
            self.menu_requested.emit(row, corner if by_key else event.globalPos())

    def link_rect(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell's link; empty if there is none."""
        return self._cells.link_rect(QRectF(self.visualRect(self._table.index(row, column))), row, column)

    def _link_at(self, event: QMouseEvent) -> object:
        """Return the row whose link is under the mouse."""
        index = self.indexAt(event.position().toPoint())
        is_link = index.isValid() and self.link_rect(index.row(), index.column()).contains(event.position())
        return self.rows[index.row()] if is_link else None

    def _is_connected(self, signal: SignalInstance) -> bool:
        return self.isSignalConnected(QMetaMethod.fromSignal(signal))

    # Sizes and painting

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._widths.share()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.nothing and not len(self.rows):
            painter = QPainter(self.viewport())
            run = TextRun(self.nothing, theme.fonts.ui(12), theme.color("text3"))
            room = QRectF(SIZES.panel_inset, 2, self.viewport().width(), _ROW_HEIGHT)
            draw_runs(painter, room.adjusted(0, 0, -2 * SIZES.panel_inset, 0), [run])

    def _hover(self, row: int) -> None:
        if row != self._cells.hovered_row:
            self._cells.hovered_row = row
            self.viewport().update()


class ColumnWidths(QObject):
    """Sets fixed widths, and distributes the rest among the other columns."""

    def __init__(self, view: QTableView, model: TableModel, cells: CellDelegate) -> None:
        """Connect the view; call `measure` once there are columns."""
        super().__init__(view)
        self._view = view
        self._model = model
        self._cells = cells
        self._unused: frozenset[int] = frozenset()
        self._chosen: frozenset[str] = frozenset()
        self._needed: Mapping[int, int] = {}
        self._least: list[int] = []
        """The minimum width of each column: of its header and words, or its fixed width."""
        self._is_sharing = False
        view.horizontalHeader().sectionResized.connect(self._on_section_resized)

    def set_unused(self, columns: frozenset[int]) -> None:
        """Hide columns without content."""
        self._unused = columns
        self.share()

    def widen(self, widths: Mapping[int, int]) -> None:
        """Give columns at least these widths."""
        if widths != self._needed:
            self._needed = dict(widths)
            self.measure()

    def choose(self, ids: frozenset[str]) -> None:
        """Show the columns with these ids regardless of room; if there are none, those that fit."""
        self._chosen = ids
        self.share()

    def measure(self) -> None:
        """Measure the headers after a change of them or of their font."""
        header = self._view.horizontalHeader()
        self._is_sharing = True
        self._least = []
        for place, column in enumerate(self._model.columns):
            self._view.showColumn(place)  # a hidden one has no size
            titled = header.sectionSizeHint(place)
            needed = max(column.width or column.least, self._needed.get(place, 0))
            self._least.append(max(needed, titled, self._cells.width_of_words(place)))
            if column.width:
                header.resizeSection(place, self._least[place])
        self.share()

    def share(self) -> None:
        """Hide columns that do not fit, and distribute the rest among the flexible ones."""
        view, columns, self._is_sharing = self._view, self._model.columns, True
        left_out = self._left_out()
        for place in range(len(columns)):
            view.setColumnHidden(place, place in left_out)
        shown = [place for place in range(len(columns)) if not view.isColumnHidden(place)]
        taking = [place for place in shown if not columns[place].width]
        left = view.viewport().width() - sum(view.columnWidth(place) for place in shown if columns[place].width)
        for place in self._modest(taking, left):
            width = self._cells.width_of_rows(place)
            view.setColumnWidth(place, max(self._least[place], width))
            left -= view.columnWidth(place)
            taking.remove(place)
        shares = sum(columns[place].share for place in taking)
        for place in taking:
            width = round(left * columns[place].share / shares) if place != taking[-1] else left
            view.setColumnWidth(place, max(self._least[place], width))
            left -= width
            shares -= columns[place].share
        self._is_sharing = False

    def rows_changed(self) -> None:
        """Distribute the widths again if they depend on the rows."""
        if any(column.by_rows for column in self._model.columns):
            self.share()

    def _modest(self, taking: Sequence[int], left: int) -> list[int]:
        """Return the columns that need less than their share while another needs more; none if nothing would be cut."""
        columns = self._model.columns
        if not any(columns[place].by_rows for place in taking):
            return []
        shares = sum(columns[place].share for place in taking)
        room = {place: left * columns[place].share / shares for place in taking}
        modest = [
            place for place in taking if columns[place].by_rows and self._cells.width_of_rows(place) <= room[place]
        ]
        return [] if len(modest) == len(taking) else modest

    def _left_out(self) -> set[int]:
        """Return the columns to hide: without content, or without room, starting with the least important ones."""
        if self._chosen:
            return {place for place, column in enumerate(self._model.columns) if column.id not in self._chosen}
        columns, room = self._model.columns, self._view.width()
        left_out = {
            place for place, column in enumerate(columns) if place in self._unused or room < column.hidden_below
        }
        spare = [place for place, column in enumerate(columns) if column.hidden_below and place not in left_out]
        for place in sorted(spare, key=lambda place: -columns[place].hidden_below):
            taken = sum(width for other, width in enumerate(self._least) if other not in left_out)
            if taken > self._view.viewport().width():  # without the scroll bar
                left_out.add(place)
        return left_out

    def _on_section_resized(self, _section: int, _before: int, _now: int) -> None:
        if not self._is_sharing:
            self.share()
