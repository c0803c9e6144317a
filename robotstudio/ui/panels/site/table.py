"""A quiet table for any number of rows, which are put into words only when they are looked at."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.glyphs import ICON_STROKE, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import Run, draw_focus_ring, draw_runs, runs_width

Index = QModelIndex | QPersistentModelIndex

MOST_COPIED = 100_000
_ROOT = QModelIndex()
_ROW_HEIGHT, _HEADER_HEIGHT, _GLYPH_GAP, _ICON, _MOST_DRAWN = 24, 25, 7, 13, 500
_CELL = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its width at 100 %, 0 for the one that takes the rest; left out below a width of the table."""

    title: str
    width: int = 0
    is_number: bool = False
    is_code: bool = False
    hidden_below: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """A value; `color` is the token of its colour, `words` what a screen reader says in the place of a bare sign."""

    text: str = ""
    color: str = "text"
    glyph: Glyph | None = None
    weight: int = 400
    words: str = ""
    is_icon: bool = False
    """Whether the glyph is a picture of a thing, which is larger than a sign."""


CellRows = Sequence[Sequence[Cell]]


class CellModel(QAbstractTableModel):
    """The rows; replaced as a whole."""

    def __init__(self, columns: Sequence[Column], parent: QWidget) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._rows: CellRows = ()

    @property
    def rows(self) -> CellRows:
        return self._rows

    def set_rows(self, rows: CellRows) -> None:
        """Show other rows; of as many, each stays where it is."""
        if len(rows) == len(self._rows):
            self._rows = rows
            if len(rows):
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows) or index.column() >= len(self.columns):
            return None
        cell = self._rows[index.row()][index.column()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return (cell.words or cell.text)[:_MOST_DRAWN]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.columns[index.column()].title}: {cell.words or cell.text}"
        return cell if role == _CELL else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self.columns[section].is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return self.columns[section].title if role == Qt.ItemDataRole.DisplayRole else None

    def text_of(self, rows: Sequence[int]) -> str:
        """Rows as a table for the clipboard, with a line of titles above."""
        titles = "\t".join(column.title for column in self.columns)
        lines = ["\t".join(cell.text or cell.words for cell in self._rows[row]) for row in rows[:MOST_COPIED]]
        return "\n".join([titles, *lines])


class CellTable(QTableView):
    """Shows the model; says `nothing` where it has no row. Whoever fills it sorts, if `column_clicked` is heard."""

    row_changed = Signal(int)
    column_clicked = Signal(int)
    removal_requested = Signal()

    def __init__(self, theme: Theme, columns: Sequence[Column], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.nothing = ""
        self.cells = CellModel(columns, self)
        self.setModel(self.cells)
        self.setItemDelegate(_CellDelegate(theme, self))
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self.column_clicked)
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def row(self) -> int:
        """The current row, -1 for none."""
        return self.currentIndex().row()

    def set_rows(self, rows: CellRows) -> None:
        self.cells.set_rows(rows)
        self.viewport().update()

    def select_row(self, row: int) -> None:
        """Make a row the current one."""
        if 0 <= row < self.cells.rowCount():
            self.setCurrentIndex(self.cells.index(row, 0))
            self.selectRow(row)

    def select_column(self, column: int) -> None:
        """Mark a whole column instead of rows."""
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectColumns)
        # Not `selectColumn`: it adds to the selection while a key such as Ctrl is held.
        flags = QItemSelectionModel.SelectionFlag
        where = self.cells.index(0, column)
        self.selectionModel().select(where, flags.ClearAndSelect | flags.Columns)

    def height_of(self, rows: int) -> int:
        """How high the table is when so many rows are shown without scrolling."""
        return self._theme.fonts.px(_HEADER_HEIGHT) + rows * self._theme.fonts.px(_ROW_HEIGHT) + 1

    def copy(self) -> None:
        """The selected rows to the clipboard, all where none is."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()}) or range(self.cells.rowCount())
        QGuiApplication.clipboard().setText(self.cells.text_of(rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removal_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for place, column in enumerate(self.cells.columns):
            self.setColumnHidden(place, self.width() < self._theme.fonts.px(column.hidden_below))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.cells.rowCount() or not self.nothing:
            return
        painter, px = QPainter(self.viewport()), self._theme.fonts.px
        run = Run(self.nothing, self._theme.fonts.ui(12), self._theme.color("text3"))
        inset = px(SIZES.panel_inset)
        draw_runs(painter, QRectF(inset, px(4), self.viewport().width() - 2 * inset, px(_ROW_HEIGHT)), [run])

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.row_changed.emit(current.row())

    def _on_theme_changed(self) -> None:
        px = self._theme.fonts.px
        self.verticalHeader().setDefaultSectionSize(px(_ROW_HEIGHT))
        header = self.horizontalHeader()
        header.setFixedHeight(px(_HEADER_HEIGHT))
        header.setProperty("role", "inset")
        header.setMinimumSectionSize(px(40))
        for place, column in enumerate(self.cells.columns):
            if column.width:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Interactive)
                header.resizeSection(place, px(column.width))
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.viewport().update()


class _CellDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, table: CellTable) -> None:
        super().__init__(table)
        self._theme = theme
        self._columns = table.cells.columns

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self._theme.fonts.px(_ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect, cell = self._theme, QRectF(option.rect), index.data(_CELL)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, theme.color("selected" if selected else "surface"))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("border"))
        if isinstance(cell, Cell):
            self._paint_cell(painter, rect, cell, index.column())
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus_ring(painter, rect.adjusted(0, 0, 0, -1), 3, theme.color("accent"))

    def _paint_cell(self, painter: QPainter, rect: QRectF, cell: Cell, place: int) -> None:
        theme, column, px = self._theme, self._columns[place], self._theme.fonts.px
        inset = px(SIZES.panel_inset) if place == 0 else px(SIZES.cell_inset)
        room = rect.adjusted(inset, 0, -px(SIZES.cell_inset if column.is_number else 4), -1)
        font = theme.fonts.mono(12, 500) if column.is_code else theme.fonts.ui(12, cell.weight)
        run = Run(cell.text[:_MOST_DRAWN], font, theme.color(cell.color))
        side = px(_ICON) if cell.is_icon else SIZES.glyph * theme.fonts.scale
        width = runs_width([run]) + (side + px(_GLYPH_GAP) if cell.glyph else 0)
        if column.is_number and width < room.width():
            room.setLeft(room.right() - width)
        if cell.glyph is not None:
            stroke = ICON_STROKE if cell.is_icon else VERDICT_STROKE
            box = QRectF(room.left(), room.center().y() - side / 2, side, side)
            paint_glyph(painter, cell.glyph, box, theme.color(cell.color), stroke * theme.fonts.scale)
            room.setLeft(room.left() + side + px(_GLYPH_GAP))
        draw_runs(painter, room, [run])
