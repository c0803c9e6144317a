"""Paints why readings part, behind the verdicts of the matrix."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from robotstudio.ui.panels.simulation.matrix_model import MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, Visible, VisibleColumn
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import Run, draw_box, draw_runs

READING_WIDTH = 176
_LEFT = 8
_STALE_OPACITY = 0.6


def paint_readings(
    painter: QPainter, theme: Theme, model: MatrixModel, visible: Visible, place: tuple[VisibleColumn, Highlights]
) -> None:
    """The reasons in the visible rows, and the frame of the selected one."""
    column, highlights = place
    height, left = theme.fonts.px(SIZES.matrix_row), theme.fonts.px(_LEFT)
    painter.setOpacity(_STALE_OPACITY if highlights.stale else 1)
    font, color = theme.fonts.ui(11, 500), theme.color("text2")
    for row in range(visible.first, visible.last + 1):
        reading = model.reading_at(row)
        top = visible.top + (row - visible.first) * height
        if reading is not None:
            room = QRectF(column.x + left, top, column.width - left - 4, height - 1)
            draw_runs(painter, room, [Run(reading.text, font, color)])
        if highlights.focus == (row, column.number):
            frame = QRectF(column.x + 2, top + 1, column.width - 4, height - 3)
            draw_box(painter, frame, theme.fonts.px(5), None, theme.color("accent"), SIZES.focus_ring)
    painter.setOpacity(1)
