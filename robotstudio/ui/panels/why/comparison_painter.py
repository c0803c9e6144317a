"""Paints the comparison: bytes in cells, titles and ruler, the path, the rules, and the rows below them."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from robotstudio.draft.rule_alignment import AlignedRule, PathColumns
from robotstudio.engine import Outcome, Segment, SegmentKind, Span
from robotstudio.engine.paths import STAR_ITSELF
from robotstudio.text.language import WORDS
from robotstudio.ui.panels.why.geometry import CELL, Geometry, Tail
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs

_BAND = 16
_NARROW_BAND = 5
_SIGNS = "".join(chr(0x2400 + byte) if byte < 0x20 else chr(byte) if byte < 0x7F else "�" for byte in range(256))
_SIGNS = _SIGNS[: STAR_ITSELF[0]] + "*" + _SIGNS[STAR_ITSELF[0] + 1 :]
_ELLIPSIS = "…"
_TICK_EVERY, _TICK_GAP = 5, 6
_GLYPH = 8.5
_CHEVRON = 10
_WORDS_BEHIND_GLYPH = 16


class _Ink(NamedTuple):
    weight: int
    color: QColor


class CellPainter:
    """Paints rows of cells; `left` is the position of byte 0, `room` the visible part.

    A lane is the rectangle of one row; only its top and height matter.
    """

    def __init__(self, columns: PathColumns, left: float, room: QRectF) -> None:
        self._columns = columns
        self._left = left
        self._room = room
        self._cell = CELL
        self._fonts: dict[int, QFont] = {}
        self._text = _Ink(500, theme.color("text"))
        self._wildcard = _Ink(700, qcolor(theme.tokens.syntax.wildcard))

    def x(self, byte: int) -> float:
        return self._left + self._columns.cell_of(byte) * self._cell

    def paint_path(self, painter: QPainter, path: bytes, lane: QRectF) -> None:
        chip = QRectF(self._left - 4, lane.top(), self._columns.cells * self._cell + 8, lane.height())
        draw_box(painter, chip, 4, theme.color("sunken"))
        self._paint_bytes(painter, path, Span(0, len(path)), lane)

    def paint_rule(self, painter: QPainter, row: AlignedRule, lane: QRectF) -> None:
        pattern = row.candidate.rule.pattern
        for segment in row.alignment.segments:
            x = self.x(segment.path.start)
            if segment.kind is SegmentKind.LITERAL:
                self._paint_literal(painter, row, segment, lane)
            elif segment.kind is SegmentKind.WILDCARD:
                self._paint_wildcard(painter, segment, lane)
            elif segment.kind is SegmentKind.ANCHOR:
                self._paint_text(painter, "$", x, lane, self._wildcard)
            elif segment.kind is SegmentKind.MISMATCH:
                self._paint_mismatch(painter, pattern[segment.pattern.start], x, lane)
            else:
                self._paint_unread(painter, pattern[segment.pattern.start :], x + self._cell, lane)

    def _paint_literal(self, painter: QPainter, row: AlignedRule, segment: Segment, lane: QRectF) -> None:
        span = segment.path
        ground = ("allowed_match" if row.allow else "blocked_match") if row.wins else "sunken"
        left, right = self.x(span.start), self.x(span.end)
        fill = QRectF(left, lane.top() + 2, right - left, lane.height() - 4).intersected(self._room)
        painter.fillRect(fill, theme.color(ground))
        self._paint_bytes(painter, row.candidate.path, span, lane)

    def _paint_wildcard(self, painter: QPainter, segment: Segment, lane: QRectF) -> None:
        """Paint a band over the bytes that a `*` matched; if there are none, a narrow one between two bytes."""
        left, right = self.x(segment.path.start), self.x(segment.path.end)
        height = _BAND
        is_narrow = right - left < self._cell
        if is_narrow:
            left, right = left - _NARROW_BAND / 2, left + _NARROW_BAND / 2
        band = QRectF(left + 0.5, lane.center().y() - height / 2 + 0.5, right - left - 1, height - 1)
        band = band.intersected(self._room.adjusted(-1, 0, 1, 0))
        edge = QColor(self._wildcard.color)
        edge.setAlphaF(0.7)
        pen = QPen(edge, 1)
        pen.setDashPattern([4, 3])
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(qcolor(theme.tokens.syntax.wildcard_tint))
        painter.drawRoundedRect(band, 4, 4)
        painter.restore()
        if not is_narrow:
            self._paint_text(painter, "*", band.center().x() - self._cell / 2, lane, self._wildcard)

    def _paint_mismatch(self, painter: QPainter, byte: int, x: float, lane: QRectF) -> None:
        frame = QRectF(x, lane.top() + 2, self._cell, lane.height() - 4)
        draw_box(painter, frame, 3, theme.color("warning_tint"), theme.color("warning"), 1.5)
        self._paint_text(painter, _SIGNS[byte], x, lane, _Ink(600, theme.color("warning")))

    def _paint_unread(self, painter: QPainter, rest: bytes, x: float, lane: QRectF) -> None:
        """Paint the pattern after the first mismatch; it is not aligned with the path, and cut at the edge."""
        fits = max(0, int((self._room.right() - x) / self._cell + 0.01))
        text = "".join(_SIGNS[one] for one in rest[:fits])
        if len(rest) > fits and fits:
            text = text[:-1] + _ELLIPSIS
        self._paint_text(painter, text, x, lane, _Ink(400, theme.color("text3")))

    def _paint_bytes(self, painter: QPainter, path: bytes, span: Span, lane: QRectF) -> None:
        """Paint the visible bytes of a span, with an ellipsis for those left out."""
        for start, end in self._seen(span):
            text = "".join(_SIGNS[byte] for byte in path[start:end])
            self._paint_text(painter, text, self.x(start), lane, self._text)
        for start, end in self._columns.gaps:
            if span.start <= start and end <= span.end:
                self._paint_text(painter, _ELLIPSIS, self.x(start), lane, _Ink(500, theme.color("text3")))

    def _seen(self, span: Span) -> Iterator[tuple[int, int]]:
        """Yield the parts of a span that are neither folded nor scrolled out of view."""
        first = max(0, int((self._room.left() - self._left) / self._cell) - 1)
        cells = int(self._room.width() / self._cell) + 3
        for shown_start, shown_end in self._columns.shown:
            start, end = max(span.start, shown_start), min(span.end, shown_end)
            if not self._columns.is_folded:
                start, end = max(start, first), min(end, first + cells)
            if start < end:
                yield start, end

    def _paint_text(self, painter: QPainter, text: str, x: float, lane: QRectF, ink: _Ink) -> None:
        """Paint one character a cell."""
        font = self._font(ink.weight)
        painter.setFont(font)
        painter.setPen(ink.color)
        if text.isascii():
            metrics = QFontMetricsF(font)
            baseline = lane.top() + (lane.height() + metrics.ascent() - metrics.descent()) / 2
            painter.drawText(QPointF(x + font.letterSpacing() / 2, baseline), text)
            return
        for place, sign in enumerate(text):
            rect = QRectF(x + place * self._cell, lane.top(), self._cell + font.letterSpacing(), lane.height())
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, sign)

    def _font(self, weight: int) -> QFont:
        """Return a font whose advance is one cell."""
        if weight not in self._fonts:
            font = theme.fonts.mono(13, weight)
            font.setLetterSpacing(
                QFont.SpacingType.AbsoluteSpacing, self._cell - QFontMetricsF(font).horizontalAdvance("0")
            )
            self._fonts[weight] = font
        return self._fonts[weight]


class Titles(Struct, frozen=True):
    """The column titles and the label of the path."""

    line: str
    path: str
    byte_count: str
    result: str


class ComparisonPainter:
    """Paints one layout; `offset` is the scroll position of the cells, `hovered` the line under the pointer."""

    def __init__(self, geometry: Geometry, titles: Titles, offset: int, hovered: int | None) -> None:
        self._geometry = geometry
        self._titles = titles
        self._hovered = hovered
        self._room = geometry.room
        self._cells = CellPainter(geometry.columns, self._room.left() - offset, self._room)

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        geometry, comparison = self._geometry, self._geometry.comparison
        winner = comparison.winner
        if winner:
            tint = "allowed_tint" if winner.allow else "blocked_tint"
            draw_box(painter, geometry.lane(1), 4, theme.color(tint))
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
        byte_count = self._run(titles.byte_count, 11, 500, "text2")
        self._paint_at_right(painter, byte_count, ruler)
        draw_runs(painter, ruler.adjusted(geometry.result_x, 0, 0, 0), [self._run(titles.result, 11, 500, "text2")])
        self._paint_ticks(painter, ruler, geometry.bytes_right - byte_count.width - _TICK_GAP)

    def _paint_ticks(self, painter: QPainter, ruler: QRectF, end: float) -> None:
        """Paint the number of every fifth byte, and of the first one after a gap, as far as they fit before `end`."""
        cell, font = self._geometry.cell, theme.fonts.ui(10)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(theme.color("text3"))
        free, end = self._room.left() - cell, min(end, self._room.right())
        for byte in self._ticks():
            number = WORDS.number(byte + 1)
            width = metrics.horizontalAdvance(number)
            left = self._cells.x(byte) + (cell - width) / 2
            if free <= left and left + width <= end:
                rect = QRectF(left, ruler.top(), width + 1, ruler.height())
                painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, number)
                free = max(left + width, self._cells.x(byte) + 3 * cell) + 4

    def _ticks(self) -> list[int]:
        columns = self._geometry.columns
        if columns.is_folded:
            starts = [[start, *range(start + -start % _TICK_EVERY, end, _TICK_EVERY)] for start, end in columns.shown]
            return [byte for ticks in starts for byte in ticks]
        first = max(0, int((self._room.left() - self._cells.x(0)) / self._geometry.cell))
        last = min(columns.length, first + int(self._room.width() / self._geometry.cell) + 2)
        return list(range(first + -first % _TICK_EVERY, last, _TICK_EVERY))

    def _paint_path(self, painter: QPainter) -> None:
        path, lane = self._geometry.comparison.path, self._geometry.lane(0)
        draw_runs(painter, lane, [self._run(self._titles.path, 12, 500, "text2")])
        self._paint_at_right(painter, self._run(WORDS.number(len(path)), 12, 400, "text2"), lane)
        self._clip(painter, lane)
        self._cells.paint_path(painter, path, lane)
        painter.restore()

    def _paint_rule(self, painter: QPainter, row: AlignedRule, lane: QRectF) -> None:
        syntax = theme.tokens.syntax
        number = theme.fonts.ui(12, 600)
        number.setUnderline(row.line == self._hovered)
        run = TextRun(str(row.line), number, theme.color("text"))
        draw_runs(painter, lane.adjusted(self._geometry.line_width - run.width, 0, 0, 0), [run])
        color = qcolor(syntax.allow if row.allow else syntax.disallow)
        name = TextRun("Allow" if row.allow else "Disallow", theme.fonts.mono(12, 500), color)
        draw_runs(painter, lane.adjusted(self._geometry.name_x, 0, 0, 0), [name])
        self._clip(painter, lane)
        self._cells.paint_rule(painter, row, lane)
        painter.restore()
        weight, token = (600, "text") if row.wins else (400, "text2")
        self._paint_at_right(painter, self._run(WORDS.number(row.byte_count), 12, weight, token), lane)
        self._paint_result(painter, row, lane)

    def _paint_result(self, painter: QPainter, row: AlignedRule, lane: QRectF) -> None:
        left = self._geometry.result_x
        glyph, sign, color, weight = Glyph.DASH, "text3", "text2", 400
        if row.wins:
            glyph, sign = (Glyph.CHECK, "allowed") if row.allow else (Glyph.CROSS, "blocked")
            color, weight = sign, 600
        elif row.candidate.outcome is not Outcome.NO_MATCH:
            color = "text"
        side = _GLYPH
        box = QRectF(left + 1, lane.center().y() - side / 2, side, side)
        paint_glyph(painter, glyph, box, theme.color(sign), 1.8)
        words = lane.adjusted(left + _WORDS_BEHIND_GLYPH, 0, -2, 0)
        draw_runs(painter, words, [self._run(row.result, 12, weight, color)])

    def _paint_end_of_winner(self, painter: QPainter, winner: AlignedRule) -> None:
        """Paint a dashed line through all rows at the end of the winning rule."""
        geometry = self._geometry
        x = round(self._cells.x(winner.reach)) + 0.5
        if not self._room.left() <= x <= self._room.right() + geometry.cell:
            return
        pen = QPen(theme.color("allowed" if winner.allow else "blocked", 0.55), 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        bottom = geometry.lane(len(geometry.comparison.rows)).bottom()
        painter.drawLine(QLineF(x, geometry.lane(0).top(), x, bottom))

    def _paint_tail(self, painter: QPainter, tail: Tail, lane: QRectF) -> None:
        left = self._geometry.tail_text_left(tail)
        if tail.glyph:
            side = _CHEVRON
            box = QRectF(0, lane.center().y() - side / 2, side, side)
            paint_glyph(painter, tail.glyph, box, theme.color("text2"), 1.4)
        draw_runs(painter, lane.adjusted(left, 0, 0, 0), self._geometry.tail_runs(tail, self._hovered))

    def _clip(self, painter: QPainter, lane: QRectF) -> None:
        painter.save()
        painter.setClipRect(QRectF(self._room.left() - 4, lane.top(), self._room.width() + 8, lane.height()))

    def _paint_at_right(self, painter: QPainter, run: TextRun, lane: QRectF) -> None:
        """Paint a number or a title at the right edge of the byte counts."""
        draw_runs(painter, lane.adjusted(self._geometry.bytes_right - run.width, 0, 0, 0), [run])

    def _run(self, text: str, px: int, weight: int, token: str) -> TextRun:
        return TextRun(text, theme.fonts.ui(px, weight), theme.color(token))
