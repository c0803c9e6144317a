"""Draws what others know of a cell on top of it: a corner where it changed, a frame where it fails its test."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import Run, draw_box, draw_runs

_CORNER = 8
_FRAME = 2
_SIGN_WIDTH = 10


def paint_changed(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """A triangle in the corner at the top right."""
    side = theme.fonts.px(_CORNER)
    corner = box.topRight()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawPolygon(QPolygonF([corner, corner - QPointF(side, 0), corner + QPointF(0, side)]))
    painter.restore()


def paint_failing(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """A frame, and an exclamation mark at the right."""
    color, px = theme.color("warning"), theme.fonts.px
    draw_box(painter, box.adjusted(1, 1, -1, -1), px(RADII.cell), None, color, _FRAME)
    room = QRectF(box.right() - px(_SIGN_WIDTH), box.top(), px(_SIGN_WIDTH), box.height())
    draw_runs(painter, room, [Run("!", theme.fonts.ui(12, 600), color)])
