"""What a table shows: columns that are described once, rows of any kind, and the cells between them."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QWidget

from robotstudio.engine.phrases import Phrase
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.row_delegate import Index
from robotstudio.ui.widgets.tone import TONES, Tone

MOST_DRAWN = 500
"""Characters of a cell: to measure more at every repaint takes its time."""
CELL_ROLE = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()
_LEAST_REST = 190


@dataclass(frozen=True, slots=True)
class TableCell:
    """One fact. Colours are names of tokens; what is left empty is as the column says."""

    text: str = ""
    color: str = ""
    glyph: Glyph | None = None
    weight: int = 0
    ground: str = ""
    fill: float = 0.0
    """The share of the cell that has the ground."""
    spoken: str = ""
    """What an assistive program says and the tooltip shows, where that is not the text."""
    glyph_color: str = ""
    phrase: Phrase = ()
    """The text in pieces, each in the look of its kind; the one that names a line is a link."""


def toned(text: str, tone: Tone) -> TableCell:
    """A text behind the sign of a tone."""
    return TableCell(text, glyph=TONES[tone].glyph, glyph_color=TONES[tone].text)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: what it shows of a row and by what it sorts.

    Without `cell`, a row is a sequence of cells, one for each column. Without `key`, the header does not sort.
    Numbers are aligned at the right, and sorted from the greatest on at the first click.
    """

    id: str
    title: str
    cell: Callable[[Any], TableCell] | None = None
    key: Callable[[Any], Any] | None = None
    width: int = 0
    """In pixels at 100 %; columns of no width share the rest."""
    is_number: bool = False
    is_code: bool = False
    color: str = "text"
    weight: int = 400
    hidden_below: int = 0
    least: int = _LEAST_REST
    """The least width of one that takes of the rest."""
    share: float = 1.0
    tip: str = ""


class TableModel(QAbstractTableModel):
    """Rows and columns; each row is known by its identity, or by its place where none is given."""

    def __init__(self, identity: Callable[[Any], Hashable] | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._identity = identity
        self.has_identity = identity is not None
        self.columns: tuple[TableColumn, ...] = ()
        self.rows: Sequence[Any] = ()

    def set_columns(self, columns: Sequence[TableColumn]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self.columns = tuple(columns)
        self.endResetModel()

    def are_known(self, rows: Sequence[Any]) -> bool:
        """Whether these are the rows that are shown, in the same order; what they say may differ."""
        identity = self._identity
        if identity is None or len(rows) != len(self.rows):
            return len(rows) == len(self.rows)
        return all(identity(one) == identity(other) for one, other in zip(rows, self.rows, strict=True))

    def replace(self, rows: Sequence[Any]) -> None:
        """Tell newer facts of the rows that are shown."""
        self.rows = rows
        if len(rows) and self.columns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def identity_at(self, place: int) -> Hashable:
        """By what the row in a place is known, None for none."""
        if not 0 <= place < len(self.rows):
            return None
        return place if self._identity is None else self._identity(self.rows[place])

    def place_of(self, identity: Hashable) -> int:
        """Where a row stands, -1 for nowhere."""
        if self._identity is None:
            return identity if isinstance(identity, int) and identity < len(self.rows) else -1
        return next((place for place, row in enumerate(self.rows) if self._identity(row) == identity), -1)

    def cell(self, row: int, column: int) -> TableCell | None:
        """What stands in a place."""
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.columns)):
            return None
        return self._cell_of(self.rows[row], column)

    def text_of(self, row: object) -> str:
        """A row as a line of text, with a tab between its cells."""
        cells = (self._cell_of(row, place) for place in range(len(self.columns)))
        return "\t".join(cell.text or cell.spoken for cell in cells)

    def _cell_of(self, row: Any, place: int) -> TableCell:  # noqa: ANN401 - whatever the rows are
        make = self.columns[place].cell
        cell: TableCell = make(row) if make else row[place]
        return cell

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        if role == CELL_ROLE:
            return cell
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return (cell.spoken or cell.text)[:MOST_DRAWN]
        title = self.columns[index.column()].title
        return f"{title}: {cell.spoken or cell.text}" if role == Qt.ItemDataRole.AccessibleTextRole else None

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
