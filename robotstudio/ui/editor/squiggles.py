"""The lines under what is wrong: wavy under errors and warnings, dotted under notes."""

from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from robotstudio.io.text import utf16_offsets
from robotstudio.ui.editor.backdrop import View
from robotstudio.ui.editor.problem_marks import Mark, ProblemMarks
from robotstudio.ui.editor.rows import Row, x_of
from robotstudio.ui.theme.theme import Theme

_MOST_IN_ROW = 50
_HALF_WAVE, _AMPLITUDE = 2.0, 1.25
LEAST_WIDTH = 7.0
_ABOVE_FOOT = 2.5
_WIDTH, _DOT_WIDTH = 1.1, 1.5


class Squiggles:
    """Paints over the text, for the rows that can be seen only."""

    def __init__(self, theme: Theme, marks: ProblemMarks) -> None:
        self._theme = theme
        self._marks = marks

    def paint(self, painter: QPainter, view: View) -> None:
        """Underline what is marked in the rows of the view."""
        for row in view.rows:
            for mark in islice(self._marks.at(row.line), _MOST_IN_ROW):
                if mark.is_underlined:
                    self._paint_mark(painter, view, row, mark)

    def _paint_mark(self, painter: QPainter, view: View, row: Row, mark: Mark) -> None:
        left, right = (view.left + x for x in span_of(row, mark))
        left, right = max(left, 0.0), min(max(right, left + LEAST_WIDTH), view.width)
        if left >= right:
            return
        scale = self._theme.fonts.scale
        pen = QPen(self._theme.color(mark.color), (_WIDTH if mark.is_wavy else _DOT_WIDTH) * scale)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        foot = row.top + view.row_height - _ABOVE_FOOT * scale
        if mark.is_wavy:
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(list(_wave(left, right, foot, scale))))
        else:
            pen.setDashPattern([0.1, 1.9])
            painter.setPen(pen)
            painter.drawLine(QPointF(left, foot), QPointF(right, foot))


def span_of(row: Row, mark: Mark) -> tuple[float, float]:
    """From where to where a mark goes in its row, unscrolled."""
    start, end = columns_of(row.block.text(), mark.start, mark.end)
    return x_of(row.block, start), x_of(row.block, end)


def columns_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Octets of a line as the UTF-16 columns in which Qt counts; an end of -1 is that of the line."""
    first, last = utf16_offsets(text, [start, end if end >= 0 else 4 * len(text)])
    return first, last


def _wave(left: float, right: float, foot: float, scale: float) -> Iterator[QPointF]:
    step, height = _HALF_WAVE * scale, _AMPLITUDE * scale
    for number in range(int((right - left) / step) + 1):
        yield QPointF(left + number * step, foot + (height if number % 2 else -height))
