"""How the cells of a table are painted."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QTableView

from robotstudio.engine.phrases import Kind
from robotstudio.ui.theme.glyphs import ICON_STROKE, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.piece_style import PieceStyle, shortened
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState
from robotstudio.ui.widgets.table_model import CELL_ROLE, MOST_DRAWN, TableCell, TableColumn, TableModel

_GLYPH_GAP, _SLOT = 7, 13
_VERDICT_GLYPHS = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)
_MOST_OF_PIECE = 200
_STALE_OPACITY = 0.6


class CellDelegate(RowDelegate):
    """Paints cells; what is stale is dimmed, and the row under the pointer is marked in all of its cells."""

    def __init__(self, theme: Theme, view: QTableView, model: TableModel, height: int) -> None:
        super().__init__(theme, view, height)
        self._table = view
        self._model = model
        self.is_stale = False
        self.hovered_row = -1

    @property
    def _is_by_row(self) -> bool:
        return self._table.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows

    def link_rect(self, rect: QRectF, row: int, place: int) -> QRectF:
        """Where the link of a cell stands; empty where there is none."""
        cell = self._model.cell(row, place)
        if cell and any(piece.kind is Kind.LINE for piece in cell.phrase):
            room = self._room(rect, place)
            x = room.left() + (self._theme.fonts.px(_SLOT + _GLYPH_GAP) if cell.glyph else 0)
            for piece, run in zip(cell.phrase, self._runs(cell, self._model.columns[place]), strict=True):
                if piece.kind is Kind.LINE:
                    return QRectF(x, room.top(), run.width, room.height()).intersected(room)
                x += run.width
        return QRectF()

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        state = RowState(state.is_selected, index.row() == self.hovered_row)
        super().paint_ground(painter, rect, index, state)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), self._theme.color("border"))

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, _state: RowState) -> None:
        cell = index.data(CELL_ROLE)
        if isinstance(cell, TableCell):
            painter.setOpacity(_STALE_OPACITY if self.is_stale else 1)
            self._paint_cell(painter, rect, cell, index.column())
            painter.setOpacity(1)
        if self._table.hasFocus() and index.row() == self._table.currentIndex().row() and self._is_by_row:
            # The ring is that of the row: each cell draws it again over the grounds of those before.
            row = QRectF(0, rect.top(), self._table.viewport().width(), rect.height() - 1)
            draw_focus_ring(painter, row, 3, self._theme.color("accent"))

    def paint_focus(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        if not self._is_by_row:
            super().paint_focus(painter, rect.adjusted(0, 0, 0, -1), index)

    def _paint_cell(self, painter: QPainter, rect: QRectF, cell: TableCell, place: int) -> None:
        column, room, px = self._model.columns[place], self._room(rect, place), self._theme.fonts.px
        if cell.ground:
            box = rect.adjusted(3, 2, -3, -3)
            box.setWidth(max(2.0, box.width() * min(1.0, cell.fill)))
            draw_box(painter, box, RADII.cell, self._theme.color(cell.ground))
        runs = self._runs(cell, column)
        # Words begin below one another whatever sign stands before them; before a number stands as much as it takes.
        side = self._side(cell)
        slot = side if column.is_number else px(_SLOT)
        if column.is_number:
            wide = runs_width(runs) + (slot + px(_GLYPH_GAP) if cell.glyph else 0)
            room.setLeft(max(room.left(), room.right() - wide - 0.5))
        if cell.glyph:
            box = QRectF(room.left() + (slot - side) / 2, room.center().y() - side / 2, side, side)
            stroke = VERDICT_STROKE if cell.glyph in _VERDICT_GLYPHS else ICON_STROKE
            color = self._theme.color(cell.glyph_color or cell.color or column.color)
            paint_glyph(painter, cell.glyph, box, color, stroke * self._theme.fonts.scale)
            room.setLeft(room.left() + slot + px(_GLYPH_GAP))
        draw_runs(painter, room, runs)

    def _side(self, cell: TableCell) -> float:
        return (SIZES.glyph if cell.glyph in _VERDICT_GLYPHS else _SLOT) * self._theme.fonts.scale

    def _room(self, rect: QRectF, place: int) -> QRectF:
        px, is_number = self._theme.fonts.px, self._model.columns[place].is_number
        left = px(SIZES.cell_inset if place else SIZES.panel_inset)
        return rect.adjusted(left, 0, -px(SIZES.cell_inset if is_number else 4), -1)

    def _runs(self, cell: TableCell, column: TableColumn) -> list[Run]:
        fonts, color, weight = self._theme.fonts, cell.color or column.color, cell.weight or column.weight
        if cell.phrase:
            style = PieceStyle(self._theme, 12, weight, color)
            texts = (shortened(piece.text, _MOST_OF_PIECE) for piece in cell.phrase)
            return [
                Run(text, style.font(piece), style.color(piece)) for text, piece in zip(texts, cell.phrase, strict=True)
            ]
        font = fonts.mono(12, weight) if column.is_code else fonts.ui(12, weight)
        return [Run(cell.text[:MOST_DRAWN], font, self._theme.color(color))]
