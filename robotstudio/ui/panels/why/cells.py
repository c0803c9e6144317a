"""Draws octets in cells: what a rule matched, what a `*` absorbed, where it differs, and what was not read."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from robotstudio.engine import Segment, SegmentKind, Span
from robotstudio.engine.paths import STAR_ITSELF
from robotstudio.ui.panels.why.columns import Columns
from robotstudio.ui.panels.why.comparison import LaidRule
from robotstudio.ui.theme.color import qcolor
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.painting import draw_box

CELL = 10
_BAND = 16
_NARROW_BAND = 5
_SIGNS = "".join(chr(0x2400 + octet) if octet < 0x20 else chr(octet) if octet < 0x7F else "�" for octet in range(256))
_SIGNS = _SIGNS[: STAR_ITSELF[0]] + "*" + _SIGNS[STAR_ITSELF[0] + 1 :]
_ELLIPSIS = "…"


class _Ink(NamedTuple):
    weight: int
    color: QColor


class CellPainter:
    """Paints rows of cells; `left` is where octet 0 stands, `room` what is to be seen of them.

    A lane is the rectangle of one row; only its top and height count.
    """

    def __init__(self, theme: Theme, columns: Columns, left: float, room: QRectF) -> None:
        self._theme = theme
        self._columns = columns
        self._left = left
        self._room = room
        self._cell = theme.fonts.px(CELL)
        self._fonts: dict[int, QFont] = {}
        self._text = _Ink(500, theme.color("text"))
        self._wildcard = _Ink(700, qcolor(theme.tokens.syntax.wildcard))

    def x(self, octet: int) -> float:
        """Where an octet starts."""
        return self._left + self._columns.cell_of(octet) * self._cell

    def paint_path(self, painter: QPainter, path: bytes, lane: QRectF) -> None:
        """The path itself on a chip."""
        chip = QRectF(self._left - 4, lane.top(), self._columns.cells * self._cell + 8, lane.height())
        draw_box(painter, chip, 4, self._theme.color("sunken"))
        self._paint_octets(painter, path, Span(0, len(path)), lane)

    def paint_rule(self, painter: QPainter, row: LaidRule, lane: QRectF) -> None:
        """A rule laid over the path."""
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

    def _paint_literal(self, painter: QPainter, row: LaidRule, segment: Segment, lane: QRectF) -> None:
        span = segment.path
        ground = ("allowed_edge" if row.allow else "blocked_edge") if row.wins else "sunken"
        left, right = self.x(span.start), self.x(span.end)
        fill = QRectF(left, lane.top() + 2, right - left, lane.height() - 4).intersected(self._room)
        painter.fillRect(fill, self._theme.color(ground))
        self._paint_octets(painter, row.candidate.path, span, lane)

    def _paint_wildcard(self, painter: QPainter, segment: Segment, lane: QRectF) -> None:
        """A band over what a `*` absorbed; where that is nothing, a narrow one between two octets."""
        left, right = self.x(segment.path.start), self.x(segment.path.end)
        height = self._theme.fonts.px(_BAND)
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
        painter.setBrush(qcolor(self._theme.tokens.syntax.wildcard_tint))
        painter.drawRoundedRect(band, 4, 4)
        painter.restore()
        if not is_narrow:
            self._paint_text(painter, "*", band.center().x() - self._cell / 2, lane, self._wildcard)

    def _paint_mismatch(self, painter: QPainter, octet: int, x: float, lane: QRectF) -> None:
        theme = self._theme
        frame = QRectF(x, lane.top() + 2, self._cell, lane.height() - 4)
        draw_box(painter, frame, 3, theme.color("warning_tint"), theme.color("warning"), 1.5)
        self._paint_text(painter, _SIGNS[octet], x, lane, _Ink(600, theme.color("warning")))

    def _paint_unread(self, painter: QPainter, rest: bytes, x: float, lane: QRectF) -> None:
        """What stands behind the octet that differs; it is not aligned with the path, and cut where the room ends."""
        fits = max(0, int((self._room.right() - x) / self._cell + 0.01))
        text = "".join(_SIGNS[one] for one in rest[:fits])
        if len(rest) > fits and fits:
            text = text[:-1] + _ELLIPSIS
        self._paint_text(painter, text, x, lane, _Ink(400, self._theme.color("text3")))

    def _paint_octets(self, painter: QPainter, path: bytes, span: Span, lane: QRectF) -> None:
        """The octets of a span as far as they are shown, with an ellipsis where some are left out."""
        for start, end in self._seen(span):
            text = "".join(_SIGNS[octet] for octet in path[start:end])
            self._paint_text(painter, text, self.x(start), lane, self._text)
        for start, end in self._columns.gaps:
            if span.start <= start and end <= span.end:
                self._paint_text(painter, _ELLIPSIS, self.x(start), lane, _Ink(500, self._theme.color("text3")))

    def _seen(self, span: Span) -> Iterator[tuple[int, int]]:
        """The parts of a span that are neither folded away nor scrolled out of sight."""
        first = max(0, int((self._room.left() - self._left) / self._cell) - 1)
        cells = int(self._room.width() / self._cell) + 3
        for shown_start, shown_end in self._columns.shown:
            start, end = max(span.start, shown_start), min(span.end, shown_end)
            if not self._columns.is_folded:
                start, end = max(start, first), min(end, first + cells)
            if start < end:
                yield start, end

    def _paint_text(self, painter: QPainter, text: str, x: float, lane: QRectF, ink: _Ink) -> None:
        """One sign a cell."""
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
        """A font whose advance is one cell."""
        if weight not in self._fonts:
            font = self._theme.fonts.mono(13, weight)
            font.setLetterSpacing(
                QFont.SpacingType.AbsoluteSpacing, self._cell - QFontMetricsF(font).horizontalAdvance("0")
            )
            self._fonts[weight] = font
        return self._fonts[weight]
