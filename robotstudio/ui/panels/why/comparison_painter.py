"""Paints the comparison: titles and ruler, the path, the rules, and the rows below them."""

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from robotstudio.engine import Outcome
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.why.cells import CellPainter
from robotstudio.ui.panels.why.comparison import LaidRule
from robotstudio.ui.panels.why.geometry import Geometry, Tail
from robotstudio.ui.theme.color import qcolor
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.painting import Run, draw_box, draw_runs

_TICK_EVERY = 5
_GLYPH = 8.5
_CHEVRON = 10
_WORDS_BEHIND_GLYPH = 16


@dataclass(frozen=True, slots=True)
class Titles:
    """The words above the columns and before the path."""

    line: str
    path: str
    octets: str
    result: str


class ComparisonPainter:
    """Paints one layout; `offset` is how far the cells are scrolled, `hovered` the line that the pointer is on."""

    def __init__(self, geometry: Geometry, titles: Titles, offset: int, hovered: int | None) -> None:
        self._geometry = geometry
        self._theme = geometry.theme
        self._titles = titles
        self._hovered = hovered
        self._room = geometry.room
        self._cells = CellPainter(geometry.theme, geometry.columns, self._room.left() - offset, self._room)

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """Paint what is exposed."""
        geometry, comparison = self._geometry, self._geometry.comparison
        winner = comparison.winner
        if winner:
            tint = "allowed_tint" if winner.allow else "blocked_tint"
            draw_box(painter, geometry.lane(1), 4, self._theme.color(tint))
        self._paint_header(painter)
        self._paint_path(painter)
        if winner:
            self._paint_end_of_winner(painter, winner)
        for place, row in enumerate(comparison.rows, 1):
            lane = geometry.lane(place)
            if lane.intersects(exposed):
                self._paint_rule(painter, row, lane)
        for index, tail in enumerate(geometry.tails):
            self._paint_tail(painter, tail, geometry.tail_lane(index))

    def _paint_header(self, painter: QPainter) -> None:
        geometry, titles, ruler = self._geometry, self._titles, self._geometry.ruler
        draw_runs(painter, ruler, [self._run(titles.line, 11, 500, "text2")])
        self._paint_at_right(painter, self._run(titles.octets, 11, 500, "text2"), ruler)
        draw_runs(painter, ruler.adjusted(geometry.result_x, 0, 0, 0), [self._run(titles.result, 11, 500, "text2")])
        self._paint_ticks(painter, ruler)

    def _paint_ticks(self, painter: QPainter, ruler: QRectF) -> None:
        """The number of every fifth octet, and of the first one behind a gap."""
        cell, font = self._geometry.cell, self._theme.fonts.ui(10)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(self._theme.color("text3"))
        free = self._room.left() - cell
        for octet in self._ticks():
            number = format_count(octet + 1)
            width = metrics.horizontalAdvance(number)
            left = self._cells.x(octet) + (cell - width) / 2
            if free <= left and left + width <= self._room.right():
                rect = QRectF(left, ruler.top(), width + 1, ruler.height())
                painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, number)
                free = max(left + width, self._cells.x(octet) + 3 * cell) + 4

    def _ticks(self) -> list[int]:
        columns = self._geometry.columns
        if columns.is_folded:
            starts = [[start, *range(start + -start % _TICK_EVERY, end, _TICK_EVERY)] for start, end in columns.shown]
            return [octet for ticks in starts for octet in ticks]
        first = max(0, int((self._room.left() - self._cells.x(0)) / self._geometry.cell))
        last = min(columns.length, first + int(self._room.width() / self._geometry.cell) + 2)
        return list(range(first + -first % _TICK_EVERY, last, _TICK_EVERY))

    def _paint_path(self, painter: QPainter) -> None:
        path, lane = self._geometry.comparison.path, self._geometry.lane(0)
        draw_runs(painter, lane, [self._run(self._titles.path, 12, 500, "text2")])
        self._paint_at_right(painter, self._run(format_count(len(path)), 12, 400, "text2"), lane)
        self._clip(painter, lane)
        self._cells.paint_path(painter, path, lane)
        painter.restore()

    def _paint_rule(self, painter: QPainter, row: LaidRule, lane: QRectF) -> None:
        theme, syntax = self._theme, self._theme.tokens.syntax
        number = theme.fonts.ui(12, 600)
        number.setUnderline(row.line == self._hovered)
        run = Run(str(row.line), number, theme.color("text"))
        draw_runs(painter, lane.adjusted(self._geometry.line_width - run.width, 0, 0, 0), [run])
        color = qcolor(syntax.allow if row.allow else syntax.disallow)
        name = Run("Allow" if row.allow else "Disallow", theme.fonts.mono(12, 500), color)
        draw_runs(painter, lane.adjusted(self._geometry.name_x, 0, 0, 0), [name])
        self._clip(painter, lane)
        self._cells.paint_rule(painter, row, lane)
        painter.restore()
        weight, token = (600, "text") if row.wins else (400, "text2")
        self._paint_at_right(painter, self._run(format_count(row.octets), 12, weight, token), lane)
        self._paint_result(painter, row, lane)

    def _paint_result(self, painter: QPainter, row: LaidRule, lane: QRectF) -> None:
        theme, left = self._theme, self._geometry.result_x
        glyph, sign, color, weight = Glyph.DASH, "text3", "text2", 400
        if row.wins:
            glyph, sign = (Glyph.CHECK, "allowed") if row.allow else (Glyph.CROSS, "blocked")
            color, weight = sign, 600
        elif row.candidate.outcome is not Outcome.NO_MATCH:
            color = "text"
        side = _GLYPH * theme.fonts.scale
        box = QRectF(left + 1, lane.center().y() - side / 2, side, side)
        paint_glyph(painter, glyph, box, theme.color(sign), 1.8 * theme.fonts.scale)
        words = lane.adjusted(left + theme.fonts.px(_WORDS_BEHIND_GLYPH), 0, -2, 0)
        draw_runs(painter, words, [self._run(row.result, 12, weight, color)])

    def _paint_end_of_winner(self, painter: QPainter, winner: LaidRule) -> None:
        """A dashed line through all rows where the winner ends."""
        geometry = self._geometry
        x = round(self._cells.x(winner.reach)) + 0.5
        if not self._room.left() <= x <= self._room.right() + geometry.cell:
            return
        pen = QPen(self._theme.color("allowed" if winner.allow else "blocked", 0.55), 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        bottom = geometry.lane(len(geometry.comparison.rows)).bottom()
        painter.drawLine(QLineF(x, geometry.lane(0).top(), x, bottom))

    def _paint_tail(self, painter: QPainter, tail: Tail, lane: QRectF) -> None:
        theme, left = self._theme, self._geometry.tail_text_left(tail)
        if tail.glyph:
            side = theme.fonts.px(_CHEVRON)
            box = QRectF(0, lane.center().y() - side / 2, side, side)
            paint_glyph(painter, tail.glyph, box, theme.color("text2"), 1.4 * theme.fonts.scale)
        draw_runs(painter, lane.adjusted(left, 0, 0, 0), self._geometry.tail_runs(tail, self._hovered))

    def _clip(self, painter: QPainter, lane: QRectF) -> None:
        painter.save()
        painter.setClipRect(QRectF(self._room.left() - 4, lane.top(), self._room.width() + 8, lane.height()))

    def _paint_at_right(self, painter: QPainter, run: Run, lane: QRectF) -> None:
        """A number or a title that ends where the lengths end."""
        draw_runs(painter, lane.adjusted(self._geometry.octets_right - run.width, 0, 0, 0), [run])

    def _run(self, text: str, px: int, weight: int, token: str) -> Run:
        return Run(text, self._theme.fonts.ui(px, weight), self._theme.color(token))
