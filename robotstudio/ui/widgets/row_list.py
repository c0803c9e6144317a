"""A list of plain objects: one class says how a row is drawn, what a screen reader reads, and how high it is."""

from collections.abc import Hashable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from robotstudio.ui.widgets.painting import TextRun, draw_runs, runs_width
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState

_ROOT = QModelIndex()
_ROLES = {
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.CheckStateRole,
}
_STATES = Qt.CheckState.Unchecked, Qt.CheckState.Checked
Row = TypeVar("Row")


class RowContent(NamedTuple):
    """The content of a row: runs from the left, elided if necessary, and runs at the right, shown whole."""

    left: Sequence[TextRun]
    right: Sequence[TextRun] = ()


class RowWords(NamedTuple):
    """A row in words: its `text`, what a screen reader reads if that differs, a tooltip, and the state of its box."""

    text: str
    spoken: str = ""
    tip: str = ""
    is_checked: bool | None = None


class RowList(QListView, Generic[Row]):
    """A list in which one row is current. A subclass defines `words`, and `content` or `paint_row`."""

    current_changed = Signal(object)
    """Carries the current row, None if there is none."""

    def __init__(self, parent: QWidget | None, height: int, *, inset: int = 1, is_boxed: bool = False) -> None:
        """Boxed rows have a rounded background, others a full one."""
        super().__init__(parent)
        self._height, self._inset = height, inset
        self._rows = _Rows(self)
        self.setModel(self._rows)
        _RowPainter(self, height, is_boxed=is_boxed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def words(self, row: Row) -> RowWords:
        raise NotImplementedError

    def key(self, row: Row) -> Hashable:
        """Return what stays the same if a row is shown again with other facts."""
        return row

    def is_title(self, _row: Row) -> bool:
        """Return True for a row that cannot be chosen."""
        return False

    def height_of(self, _row: Row) -> int:
        return self._height

    def content(self, _row: Row, _state: RowState) -> RowContent | None:
        return None

    def paint_row(self, painter: QPainter, rect: QRectF, row: Row, state: RowState) -> None:
        """Paint the content of a row on its background."""
        content = self.content(row, state)
        if content is not None:
            draw_sides(painter, rect.adjusted(self._inset, 0, -self._inset, 0), content)

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows.rows

    @property
    def current(self) -> Row | None:
        at = self.current_row
        return self.rows[at] if at >= 0 else None

    @property
    def current_row(self) -> int:
        """The number of the current row, -1 if there is none."""
        return self.currentIndex().row()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; if they have the same keys, the current row and the scroll position stay."""
        self._rows.set_rows(tuple(rows))

    def set_current_row(self, row: int) -> None:
        """Make a row current, none if there is no such row."""
        self.setCurrentIndex(self._rows.index(row, 0))

    def choose(self, key: Hashable) -> None:
        """Make the row with a key current, none if it is not shown."""
        self.set_current_row(next((at for at, row in enumerate(self.rows) if self.key(row) == key), -1))

    def step(self, by: int) -> None:
        """Move from the current row by a number of rows that are not titles, at most to the ends."""
        rows = [at for at, row in enumerate(self.rows) if not self.is_title(row)]
        if rows:
            place = rows.index(self.current_row) + by if self.current_row in rows else 0
            self.set_current_row(rows[max(0, min(place, len(rows) - 1))])

    def row_at(self, index: Index) -> Row:
        return self.rows[index.row()]

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.current_changed.emit(self.current)


class _Rows(QAbstractListModel):
    """The rows, and what Qt asks about them."""

    def __init__(self, view: RowList[Any]) -> None:
        super().__init__(view)
        self._view = view
        self.rows: tuple[Any, ...] = ()

    def set_rows(self, rows: tuple[Any, ...]) -> None:
        key, before = self._view.key, self.rows
        if [key(row) for row in before] == [key(row) for row in rows]:
            self.rows = rows
            for at, (old, new) in enumerate(zip(before, rows, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(at), self.index(at))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        if role not in _ROLES:
            return None
        words = self._view.words(self.rows[index.row()])
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return words.spoken or words.text
        if role == Qt.ItemDataRole.CheckStateRole:
            return None if words.is_checked is None else _STATES[words.is_checked]
        return words.text if role == Qt.ItemDataRole.DisplayRole else words.tip or None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or index.row() >= len(self.rows) or self._view.is_title(self.rows[index.row()]):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class _RowPainter(RowDelegate):
    """Lets the list paint its rows."""

    def __init__(self, view: RowList[Any], height: int, *, is_boxed: bool) -> None:
        super().__init__(view, height, is_boxed=is_boxed)
        self._list = view

    def height_of(self, index: Index) -> int:
        return self._list.height_of(self._list.row_at(index))

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        if not self._list.is_title(self._list.row_at(index)):
            super().paint_ground(painter, rect, index, state)

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        self._list.paint_row(painter, rect, self._list.row_at(index), state)


def draw_sides(painter: QPainter, room: QRectF, content: RowContent) -> None:
    """Draw runs at both sides, with a gap between them."""
    left = room.right() - runs_width(content.right)
    if content.right:
        draw_runs(painter, QRectF(left, room.top(), room.right() - left + 1, room.height()), content.right)
        room = room.adjusted(0, 0, left - room.right() - 8, 0)
    draw_runs(painter, room, content.left)
