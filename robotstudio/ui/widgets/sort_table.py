"""A table of facts that is sorted by its headers: any frozen rows, in columns that are described once."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs, runs_width

Index = QModelIndex | QPersistentModelIndex

_ROOT = QModelIndex()
_ROW_HEIGHT, _HEADER_HEIGHT = 24, 28
_GLYPH_GAP = 7
_SIGN, _SIGN_STROKE = 12, 1.2
_VERDICT_GLYPHS = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)
_LEAST_REST = 190  # of the column that takes the rest
_MOST_DRAWN = 500  # characters: measuring more at every repaint takes its time
_CELL_ROLE = Qt.ItemDataRole.UserRole
_Ascending, _Descending = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@dataclass(frozen=True, slots=True)
class TableCell:
    """One fact: its text, the token of its colour, a glyph before it; `fill` is the share of its ground in `ground`."""

    text: str
    color: str = "text"
    glyph: Glyph | None = None
    weight: int = 400
    ground: str = ""
    fill: float = 0.0
    spoken: str = ""
    """What an assistive program says and the tooltip shows, where that is not the text."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: what it shows of a row and by what it sorts; `width` is 0 for the one that takes the rest.

    Numbers are aligned at the right, and sorted from the greatest on at the first click.
    """

    id: str
    title: str
    cell: Callable[[Any], TableCell]
    key: Callable[[Any], Any]
    width: int = 0
    is_number: bool = False
    is_code: bool = False
    hidden_below: int = 0
    tip: str = ""


class SortModel(QAbstractTableModel):
    """Rows in an order; each is known by an identity, so that newer facts about it take its place."""

    def __init__(self, identity: Callable[[Any], Hashable], parent: QWidget) -> None:
        super().__init__(parent)
        self._identity = identity
        self.columns: tuple[TableColumn, ...] = ()
        self.rows: list[Any] = []

    def set_columns(self, columns: Sequence[TableColumn]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self.columns = tuple(columns)
        self.endResetModel()

    def set_rows(self, rows: list[Any]) -> bool:
        """Show these rows; whether others than before, or in another order."""
        known = list(map(self._identity, self.rows))
        if known == list(map(self._identity, rows)):
            self.rows = rows
            if rows and self.columns:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))
            return False
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()
        return True

    def place_of(self, identity: Hashable) -> int:
        """Where a row stands, -1 for nowhere."""
        return next((place for place, row in enumerate(self.rows) if self._identity(row) == identity), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows) or index.column() >= len(self.columns):
            return None
        column = self.columns[index.column()]
        cell = column.cell(self.rows[index.row()])
        if role == _CELL_ROLE:
            return cell
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.spoken or cell.text
        return f"{column.title}: {cell.spoken or cell.text}" if role == Qt.ItemDataRole.AccessibleTextRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip or None
        return column.title if role == Qt.ItemDataRole.DisplayRole else None


class SortTable(QTableView):
    """Shows the model; the current row stays the current one when other facts or another order come."""

    row_clicked = Signal(object)
    row_activated = Signal(object)
    row_changed = Signal(object)
    menu_requested = Signal(object, QPoint)
    left = Signal()

    def __init__(
        self, theme: Theme, name: str, identity: Callable[[Any], Hashable], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._identity = identity
        self._sorted_by = ("", _Ascending)
        self._given: Sequence[Any] = ()
        self._current: Hashable = None
        self._is_showing = False
        self.facts = SortModel(identity, self)
        self.setModel(self.facts)
        self.setItemDelegate(_CellDelegate(theme, self))
        self.setAccessibleName(name)
        self._set_up()
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)
        theme.changed.connect(self._on_theme_changed)

    def set_columns(self, columns: Sequence[TableColumn]) -> None:
        """Show other columns; what it is sorted by stays where that column is still there."""
        if columns and tuple(columns) == self.facts.columns:
            return
        self.facts.set_columns(columns)
        self._on_theme_changed()
        self._show_indicator()
        self._restore()

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show other rows, in the order chosen."""
        self._given = rows
        self._show()

    def sort_by(self, column_id: str, *, descending: bool = False) -> None:
        """Sort by a column; by none, the rows stand as they were given."""
        self._sorted_by = (column_id, _Descending if descending else _Ascending)
        self._show_indicator()
        self._show()

    @property
    def current_row(self) -> object:
        """The row where one is, None for none."""
        place = self.currentIndex().row()
        return self.facts.rows[place] if 0 <= place < len(self.facts.rows) else None

    def select_row(self, identity: Hashable) -> None:
        """Make a row the current one, where it is shown."""
        self._current = identity
        self._restore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current_row
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._as_text(row) if row is not None else "")
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            self.row_activated.emit(row)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Typed letters do nothing: Qt would ask every row for its text."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.row_clicked.emit(self.current_row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.row_activated.emit(self.current_row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        row = self.current_row
        if row is None:
            return
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        corner = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        self.menu_requested.emit(row, corner if by_key else event.globalPos())

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_header_clicked)

    def _show(self) -> None:
        column = self._column(self._sorted_by[0])
        rows = list(self._given)
        if column is not None:
            rows.sort(key=column.key, reverse=self._sorted_by[1] is _Descending)
        top = self.verticalScrollBar().value()
        self._is_showing = True
        if self.facts.set_rows(rows):
            self._restore()
            self.verticalScrollBar().setValue(top)
        self._is_showing = False
        if self.current_row is None and rows:
            self._make_current(0)

    def _restore(self) -> None:
        place = self.facts.place_of(self._current) if self._current is not None else -1
        if place >= 0:
            self._make_current(place)

    def _make_current(self, place: int) -> None:
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(self.facts.index(place, 0), flags)

    def _column(self, column_id: str) -> TableColumn | None:
        return next((column for column in self.facts.columns if column.id == column_id), None)

    def _as_text(self, row: object) -> str:
        return "\t".join(column.cell(row).text for column in self.facts.columns)

    def _show_indicator(self) -> None:
        ids = [column.id for column in self.facts.columns]
        header, (column_id, order) = self.horizontalHeader(), self._sorted_by
        header.setSortIndicatorShown(column_id in ids)
        if column_id in ids:
            header.setSortIndicator(ids.index(column_id), order)

    def _on_header_clicked(self, section: int) -> None:
        column, (sorted_by, order) = self.facts.columns[section], self._sorted_by
        descends = order is _Ascending if sorted_by == column.id else column.is_number
        self.sort_by(column.id, descending=descends)

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = self.facts.rows[current.row()] if current.isValid() and current.row() < len(self.facts.rows) else None
        if row is None:
            return  # the model is being replaced: what was current is looked for again
        self._current = self._identity(row)
        self.row_changed.emit(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Leave out what has no room, and give the rest to the column that takes it."""
        px, columns = self._theme.fonts.px, self.facts.columns
        for place, column in enumerate(columns):
            self.setColumnHidden(place, self.width() < px(column.hidden_below))
        taken = sum(self.columnWidth(place) for place, column in enumerate(columns) if column.width)
        for place, column in enumerate(columns):
            if not column.width:
                self.setColumnWidth(place, max(px(_LEAST_REST), self.viewport().width() - taken))

    def _on_theme_changed(self) -> None:
        px, header = self._theme.fonts.px, self.horizontalHeader()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(px(_ROW_HEIGHT))
        header.setFixedHeight(px(_HEADER_HEIGHT))
        header.setFont(self._theme.fonts.ui(11, 500))
        header.setProperty("role", "inset")
        header.setMinimumSectionSize(px(40))
        for place, column in enumerate(self.facts.columns):
            if column.width:
                header.resizeSection(place, px(column.width))
        self._share_width()
        self.viewport().update()


class _CellDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, table: SortTable) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self._theme.fonts.px(_ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect, cell = self._theme, QRectF(option.rect), index.data(_CELL_ROLE)
        if not isinstance(cell, TableCell):
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, theme.color("selected" if selected else "surface"))
        painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 1), theme.color("border"))
        px, column = theme.fonts.px, self._table.facts.columns[index.column()]
        inset = px(SIZES.panel_inset) if index.column() == 0 else px(SIZES.cell_inset)
        place = rect.adjusted(inset, 0, -px(SIZES.cell_inset), -1)
        if cell.ground:
            self._paint_ground(painter, rect, cell)
        font = theme.fonts.mono(12, cell.weight) if column.is_code else theme.fonts.ui(12, cell.weight)
        run = Run(cell.text[:_MOST_DRAWN], font, theme.color(cell.color))
        glyph = self._glyph_side(cell) + px(_GLYPH_GAP) if cell.glyph else 0
        if column.is_number:
            place.setLeft(max(place.left(), place.right() - runs_width([run]) - glyph - 0.5))
        if cell.glyph:
            self._paint_glyph(painter, place, cell)
            place.setLeft(place.left() + glyph)
        draw_runs(painter, place, [run])
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus_ring(painter, rect.adjusted(0, 0, 0, -1), 3, theme.color("accent"))

    def _paint_ground(self, painter: QPainter, rect: QRectF, cell: TableCell) -> None:
        box = rect.adjusted(3, 2, -3, -3)
        box.setWidth(max(2.0, box.width() * min(1.0, cell.fill)))
        draw_box(painter, box, RADII.cell, self._theme.color(cell.ground))

    def _paint_glyph(self, painter: QPainter, place: QRectF, cell: TableCell) -> None:
        side = self._glyph_side(cell)
        box = QRectF(place.left(), place.center().y() - side / 2, side, side)
        stroke = VERDICT_STROKE if cell.glyph in _VERDICT_GLYPHS else _SIGN_STROKE
        if cell.glyph:
            paint_glyph(painter, cell.glyph, box, self._theme.color(cell.color), stroke * self._theme.fonts.scale)

    def _glyph_side(self, cell: TableCell) -> float:
        return (SIZES.glyph if cell.glyph in _VERDICT_GLYPHS else _SIGN) * self._theme.fonts.scale
