"""The model of a table: declared columns, rows of any kind, the cells between them, and their painting."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from robotstudio.text.language import WORDS
from robotstudio.text.phrases import Phrase, PieceKind
from robotstudio.ui.theme.glyphs import ICON_STROKE, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.rich_text import PieceStyle, shortened
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState
from robotstudio.ui.widgets.tone import TONES, Tone

MOST_DRAWN = 500
"""Characters of a cell: measuring more at every repaint takes too long."""
CELL_ROLE = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()
_LEAST_REST = 190


class TableChip(Struct, frozen=True):
    """A word in a box within a cell; a guess has an outline instead of a background."""

    text: str
    is_guess: bool = False


class TableCell(Struct, frozen=True):
    """The content of a cell. Colours are names of tokens; empty fields use the column's defaults."""

    text: str = ""
    color: str = ""
    glyph: Glyph | None = None
    weight: int = 0
    ground: str = ""
    fill: float = 0.0
    """The share of the cell with the background, which is a tint or `bar`, under the text."""
    spoken: str = ""
    """The text for screen readers and the tooltip, if that is not the text."""
    glyph_color: str = ""
    phrase: Phrase = ()
    """The text in pieces, each in the look of its kind; one that names a line is a link."""
    indent: int = 0
    """The indentation in icon widths, for a row that belongs to the one above."""
    below: str = ""
    """A second line, for rows that have the height for it."""
    chips: tuple[TableChip, ...] = ()
    """Words in boxes instead of the text; those without room are counted."""
    choice: Tone | None = None
    """The tone of a field that opens a menu of choices, around the text; None for plain text."""


def toned(text: str, tone: Tone) -> TableCell:
    """Return a cell with a text after the icon of a tone."""
    return TableCell(text, glyph=TONES[tone].glyph, glyph_color=TONES[tone].text)


class TableColumn(Struct, frozen=True):
    """A column: its cell and its sort key for a row.

    Without `cell`, a row is a sequence of cells, one for each column. Without `key`, the header does not sort.
    Numbers are right-aligned, and sorted in descending order at the first click.
    """

    id: str
    title: str
    cell: Callable[[Any], TableCell] | None = None
    key: Callable[[Any], Any] | None = None
    width: int = 0
    """In pixels at 100 %; columns without a width share the rest."""
    is_number: bool = False
    is_code: bool = False
    color: str = "text"
    weight: int = 400
    hidden_below: int = 0
    least: int = _LEAST_REST
    """The minimum width of a flexible column."""
    share: float = 1.0
    by_rows: bool = False
    """True if the column gives unused room to columns that would be cut."""
    tip: str = ""
    has_sign: bool = False
    words: tuple[str, ...] = ()
    """All possible texts, if known: a column of fixed width fits each of them, in any language."""


class TableModel(QAbstractTableModel):
    """Rows and columns; a row is identified by its identity, or else by its index."""

    def __init__(self, identity: Callable[[Any], Hashable] | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._identity = identity
        self.has_identity = identity is not None
        self.columns: tuple[TableColumn, ...] = ()
        self.rows: Sequence[Any] = ()

    def set_columns(self, columns: Sequence[TableColumn]) -> None:
        self.beginResetModel()
        self.columns = tuple(columns)
        self.endResetModel()

    def are_known(self, rows: Sequence[Any]) -> bool:
        """Return True if these rows have the identities and order of the present ones; their content may differ."""
        identity = self._identity
        if identity is None or len(rows) != len(self.rows):
            return len(rows) == len(self.rows)
        return all(identity(one) == identity(other) for one, other in zip(rows, self.rows, strict=True))

    def replace(self, rows: Sequence[Any]) -> None:
        """Replace the rows by newer content with the same identities."""
        self.rows = rows
        if len(rows) and self.columns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.columns) - 1))

    def set_rows(self, rows: Sequence[Any]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def identity_at(self, place: int) -> Hashable:
        """Return the identity of the row at an index, None for none."""
        if not 0 <= place < len(self.rows):
            return None
        return place if self._identity is None else self._identity(self.rows[place])

    def place_of(self, identity: Hashable) -> int:
        """Return the index of a row, -1 if it is missing."""
        if self._identity is None:
            return identity if isinstance(identity, int) and identity < len(self.rows) else -1
        return next((place for place, row in enumerate(self.rows) if self._identity(row) == identity), -1)

    def cell(self, row: int, column: int) -> TableCell | None:
        """Return the cell at an index."""
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.columns)):
            return None
        return self._cell_of(self.rows[row], column)

    def text_of(self, row: object) -> str:
        """Return a row as a line of text, with a tab between its cells."""
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
        return WORDS.about(title, cell.spoken or cell.text) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return column.title or column.tip or None
        return column.title if role == Qt.ItemDataRole.DisplayRole else None


_GLYPH_GAP, _SLOT, _RIGHT_INSET = 7, 13, 4
_VERDICT_GLYPHS = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)
_MOST_OF_PIECE = 200
_MOST_MEASURED = 60
"""Rows by which a column is measured: about as many as are visible at once."""
_STALE_OPACITY = 0.6


class CellDelegate(RowDelegate):
    """Paints cells; stale ones are dimmed, and the row under the mouse is highlighted in all of its cells."""

    def __init__(self, view: QTableView, model: TableModel, height: int) -> None:
        super().__init__(view, height)
        self._table = view
        self._model = model
        self.is_stale = False
        self.hovered_row = -1

    @property
    def _is_by_row(self) -> bool:
        return self._table.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows

    def width_of_words(self, place: int) -> int:
        """Return the width of a column for all of its possible texts, after an icon."""
        column = self._model.columns[place]
        widest = max((runs_width(self._runs(TableCell(word), column)) for word in column.words), default=0)
        return self._width_around(widest, place, has_sign=column.has_sign) if widest else 0

    def width_of_rows(self, place: int) -> int:
        """Return the width of a column for its first rows."""
        column = self._model.columns[place]
        found = (self._model.cell(row, place) for row in range(min(len(self._model.rows), _MOST_MEASURED)))
        cells = [cell for cell in found if cell is not None]
        widest = max((runs_width(self._runs(cell, column)) for cell in cells), default=0)
        return self._width_around(widest, place, has_sign=any(cell.glyph for cell in cells))

    def _width_around(self, widest: float, place: int, *, has_sign: bool) -> int:
        sign = _SLOT + _GLYPH_GAP if has_sign else 0
        return round(widest + 0.5) + sign + (SIZES.cell_inset if place else SIZES.panel_inset) + _RIGHT_INSET

    def link_rect(self, rect: QRectF, row: int, place: int) -> QRectF:
        """Return the rectangle of a cell's link; empty if there is none."""
        cell = self._model.cell(row, place)
        if cell and any(piece.kind is PieceKind.LINE for piece in cell.phrase):
            room = self._room(rect, place)
            x = room.left() + (_SLOT + _GLYPH_GAP if cell.glyph else 0)
            for piece, run in zip(cell.phrase, self._runs(cell, self._model.columns[place]), strict=True):
                if piece.kind is PieceKind.LINE:
                    return QRectF(x, room.top(), run.width, room.height()).intersected(room)
                x += run.width
        return QRectF()

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        state = RowState(state.is_selected, index.row() == self.hovered_row)
        super().paint_ground(painter, rect, index, state)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("border"))

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, _state: RowState) -> None:
        cell = index.data(CELL_ROLE)
        if isinstance(cell, TableCell):
            painter.setOpacity(_STALE_OPACITY if self.is_stale else 1)
            self._paint_cell(painter, rect, cell, index.column())
            painter.setOpacity(1)
        if self._table.hasFocus() and index.row() == self._table.currentIndex().row() and self._is_by_row:
            # The ring belongs to the row: each cell draws it again over the backgrounds of those before.
            row = QRectF(0, rect.top(), self._table.viewport().width(), rect.height() - 1)
            draw_focus_ring(painter, row, 3, theme.color("accent"))

    def paint_focus(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        if not self._is_by_row:
            super().paint_focus(painter, rect.adjusted(0, 0, 0, -1), index)

    def _paint_cell(self, painter: QPainter, rect: QRectF, cell: TableCell, place: int) -> None:
        column, room = self._model.columns[place], self._room(rect, place)
        if cell.chips:
            _paint_chips(painter, room, cell.chips)
            return
        if cell.choice is not None:
            room = _paint_field(painter, room, cell.choice)
        room.setLeft(room.left() + cell.indent * (_SLOT + _GLYPH_GAP))
        if cell.ground:
            box = rect.adjusted(3, 2, -3, -3)
            box.setWidth(max(2.0, box.width() * min(1.0, cell.fill)))
            draw_box(painter, box, RADII.cell, theme.color(cell.ground))
        runs = self._runs(cell, column)
        # Texts are aligned with and without an icon; before a number, the icon takes its own width.
        side = self._side(cell)
        slot = side if column.is_number else _SLOT
        if column.is_number:
            wide = runs_width(runs) + (slot + _GLYPH_GAP if cell.glyph else 0)
            room.setLeft(max(room.left(), room.right() - wide - 0.5))
        if cell.glyph:
            box = QRectF(room.left() + (slot - side) / 2, room.center().y() - side / 2, side, side)
            stroke = VERDICT_STROKE if cell.glyph in _VERDICT_GLYPHS else ICON_STROKE
            color = theme.color(cell.glyph_color or cell.color or column.color)
            paint_glyph(painter, cell.glyph, box, color, stroke)
            room.setLeft(room.left() + slot + _GLYPH_GAP)
        if cell.below:
            below = TextRun(cell.below, theme.fonts.ui(11), theme.color("text3"))
            draw_runs(painter, room.adjusted(0, room.height() / 2 - 2, 0, -4), [below])
            room.setBottom(room.center().y() + 2)
            room.setTop(room.top() + 4)
        draw_runs(painter, room, runs)

    def _side(self, cell: TableCell) -> float:
        return SIZES.glyph if cell.glyph in _VERDICT_GLYPHS else _SLOT

    def _room(self, rect: QRectF, place: int) -> QRectF:
        is_number = self._model.columns[place].is_number
        left = SIZES.cell_inset if place else SIZES.panel_inset
        return rect.adjusted(left, 0, -(SIZES.cell_inset if is_number else _RIGHT_INSET), -1)

    def _runs(self, cell: TableCell, column: TableColumn) -> list[TextRun]:
        fonts, color, weight = theme.fonts, cell.color or column.color, cell.weight or column.weight
        if cell.phrase:
            style = PieceStyle(12, weight, color)
            texts = (shortened(piece.text, _MOST_OF_PIECE) for piece in cell.phrase)
            return [
                TextRun(text, style.font(piece), style.color(piece))
                for text, piece in zip(texts, cell.phrase, strict=True)
            ]
        font = fonts.mono(12, weight) if column.is_code else fonts.ui(12, weight)
        return [TextRun(cell.text[:MOST_DRAWN], font, theme.color(color))]


_CHIP_HEIGHT, _CHIP_INSET, _CHIP_GAP = 18, 6, 5
_FIELD_HEIGHT, _FIELD_INSET, _CHEVRON = 22, 8, 9


def _paint_chips(painter: QPainter, room: QRectF, chips: Sequence[TableChip]) -> None:
    """Draw as many chips as fit, and the number of the others."""
    font, x = theme.fonts.ui(11, 500), room.left()
    widths = [runs_width([TextRun(chip.text, font, theme.color("accent"))]) + 2 * _CHIP_INSET for chip in chips]
    for place, (chip, width) in enumerate(zip(chips, widths, strict=True)):
        more = TextRun(f"+{len(chips) - place}", theme.fonts.ui(11), theme.color("text2"))
        is_last = place == len(chips) - 1
        if place and x + width + (0 if is_last else _CHIP_GAP + 18) > room.right():
            draw_runs(painter, QRectF(x, room.top(), room.right() - x, room.height()), [more])
            return
        box = QRectF(x, room.center().y() - _CHIP_HEIGHT / 2, min(width, room.right() - x), _CHIP_HEIGHT)
        if chip.is_guess:
            draw_box(painter, box, RADII.cell, theme.color("surface"), theme.color("border_strong"))
        else:
            draw_box(painter, box, RADII.cell, theme.color("accent_tint"))
        run = TextRun(chip.text, font, theme.color("text2" if chip.is_guess else "accent"))
        draw_runs(painter, box.adjusted(_CHIP_INSET, 0, 2 - _CHIP_INSET, 0), [run])
        x += width + _CHIP_GAP


def _paint_field(painter: QPainter, room: QRectF, tone: Tone) -> QRectF:
    """Draw the field of a choice, and return the room of its text."""
    box = QRectF(room.left(), room.center().y() - _FIELD_HEIGHT / 2, room.width() - 2, _FIELD_HEIGHT)
    is_warned = tone is Tone.WARNING
    ground, edge = ("warning_tint", "warning_edge") if is_warned else ("surface", "border_strong")
    draw_box(painter, box, RADII.field, theme.color(ground), theme.color(edge))
    chevron = QRectF(box.right() - _FIELD_INSET - _CHEVRON, box.center().y() - _CHEVRON / 2, _CHEVRON, _CHEVRON)
    paint_glyph(painter, Glyph.CHEVRON_DOWN, chevron, theme.color("text2"), ICON_STROKE)
    return QRectF(box.left() + _FIELD_INSET, box.top(), chevron.left() - box.left() - 2 * _FIELD_INSET, box.height())
