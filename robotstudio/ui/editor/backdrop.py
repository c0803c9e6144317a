"""The layer under the text: tinted rows, matches, selection, the winner's pill, underlines for problems."""

from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF, QTextBlock, QTextCursor

from robotstudio.store.text import utf16_offsets
from robotstudio.text.language import tr
from robotstudio.ui.editor.annotations import Annotations, DecidingLine
from robotstudio.ui.editor.highlighter import TINT, has_tints
from robotstudio.ui.editor.line_marks import LineNotes, ProblemMark, ProblemMarks
from robotstudio.ui.editor.rows import VisibleRow, column_at, x_of
from robotstudio.ui.editor.search import BadExpressionError, FindQuery, TextSpan, finder_of
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import draw_box

BAR_WIDTH = 3
MAX_MARKS_IN_ROW = 500

_LINE_BREAK_WIDTH = 4
_PILL_GAP, _PILL_HEIGHT = 12, 16
TINT_STRENGTH, TINT_STRENGTH_DARK = 0.08, 0.13
_MOST_IN_ROW = 50
_HALF_WAVE, _AMPLITUDE = 2.0, 1.25
LEAST_WIDTH = 7.0
_ABOVE_BOTTOM = 2.5
_WIDTH, _DOT_WIDTH = 1.1, 1.5
_DOTS_DRAWN = 128


class View(NamedTuple):
    """The visible part: rows, the width of the viewport, the scroll offset, and the caret."""

    rows: list[VisibleRow]
    width: float
    left: float
    row_height: float
    cursor: QTextCursor


class _Pill(NamedTuple):
    """A label after a line: its texts from the longest, in the colour of a token."""

    choices: tuple[str, ...]
    color: str
    glyph: Glyph


class Shades(Protocol):
    """Tints and dims lines."""

    def tint(self, line: int) -> QColor | None:
        """Return the tint of a line's background."""

    def is_dimmed(self, line: int) -> bool:
        """Return True if the text of a line is dimmed."""

    def dimming(self) -> tuple[QColor, QPainter.CompositionMode]:
        """Return the colour painted over a dimmed line, and the composition mode."""


class Backdrop:
    """Paints under the text of the editor; has the marks, and no reference to the widget."""

    def __init__(self) -> None:
        self.decision: DecidingLine | None = None
        self.shading: Shades | None = None
        self.query: FindQuery | None = None
        self.ruler: float | None = None
        """The x position of the vertical ruler in the text."""
        self.scope: QTextCursor | None = None
        self.notes = LineNotes()

    def paint(self, painter: QPainter, view: View) -> None:
        """Paint the background of the rows in the view."""
        caret_line = view.cursor.blockNumber() + 1
        for row in view.rows:
            rect = QRectF(0, row.top, view.width, view.row_height)
            token = row_tint(row.line, caret_line, self.decision)
            if token is not None:
                painter.fillRect(rect, theme.color(token))
            tint = self.shading.tint(row.line) if self.shading is not None else None
            if tint is not None:
                painter.fillRect(rect, tint)
            self._paint_pills(painter, view, row)
            if has_tints(row.block):
                self._paint_tints(painter, view, row)
            if self.scope is not None:
                self._paint_scope(painter, view, row, self.scope)
            if self.query is not None:
                self._paint_matches(painter, view, row, self.query)
        if view.cursor.hasSelection():
            self._paint_selection(painter, view)
        if self.ruler is not None:
            x = round(view.left + self.ruler)
            painter.fillRect(QRectF(x, 0, 1, painter.window().height()), theme.color("border_strong"))

    def paint_dimming(self, painter: QPainter, view: View) -> None:
        """Dim the lines that the selected crawler ignores, except for selected ones."""
        if self.shading is None:
            return
        start, end = view.cursor.selectionStart(), view.cursor.selectionEnd()
        color, mode = self.shading.dimming()
        painter.setCompositionMode(mode)
        for row in view.rows:
            if self.shading.is_dimmed(row.line):
                first = row.block.position()
                if start == end or end < first or start >= first + row.block.length():
                    painter.fillRect(QRectF(0, row.top, view.width, view.row_height), color)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)

    def _paint_tints(self, painter: QPainter, view: View, row: VisibleRow) -> None:
        inset = round(view.row_height / 12)
        for tint in row.block.layout().formats()[:MAX_MARKS_IN_ROW]:
            color = tint.format.property(TINT)
            if isinstance(color, QColor):
                left, right = x_of(row.block, tint.start), x_of(row.block, tint.start + tint.length)
                box = QRectF(view.left + left, row.top + inset, right - left, view.row_height - 2 * inset + 1)
                draw_box(painter, box, 2, color)

    def _paint_pills(self, painter: QPainter, view: View, row: VisibleRow) -> None:
        """Paint the labels after a line: that it decides the selected cell, and its note."""
        note = self.notes.at(row.line)
        decides = self.decision is not None and row.line == self.decision.line
        if not decides and note is None:
            return
        # The frame would be blurred on fractional pixels.
        end = ceil(view.left + x_of(row.block, row.block.length() - 1)) + _PILL_GAP
        if decides:
            color = self._color_of_decision()
            painter.fillRect(QRectF(0, row.top, BAR_WIDTH, view.row_height), theme.color(color))
            glyph = Glyph.CROSS if color == "blocked" else Glyph.CHECK
            end = self._paint_pill(painter, view, row, end, _Pill(pill_words(), color, glyph))
        if note is not None:
            pill = _Pill((note.words, note.short, ""), note.color, note.glyph)
            self._paint_pill(painter, view, row, end, pill)

    def _paint_pill(self, painter: QPainter, view: View, row: VisibleRow, left: int, pill: _Pill) -> int:
        """Paint a pill with the first of its texts that fits, if any does."""
        color = pill.color
        font = theme.fonts.ui(11, 500)
        metrics = QFontMetricsF(font)
        for words in pill.choices:
            width = 20 + ceil(metrics.horizontalAdvance(words)) + 6 if words else 20
            if left + width <= view.width - 6:
                break
        else:
            return left
        height = _PILL_HEIGHT
        box = QRectF(left, row.top + (view.row_height - height) // 2, width, height)
        draw_box(painter, box, RADII.cell, theme.color("surface"), theme.color(f"{color}_edge"))
        sign = QRectF(box.left() + 6, box.center().y() - 4, 8, 8)
        paint_glyph(painter, pill.glyph, sign, theme.color(color), 1.8)
        painter.setFont(font)
        painter.setPen(theme.color(color))
        base = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(box.left() + 20, base), words)
        return left + width + 6

    def _color_of_decision(self) -> str:
        return "allowed" if self.decision is not None and self.decision.is_allowed else "blocked"

    def _paint_scope(self, painter: QPainter, view: View, row: VisibleRow, scope: QTextCursor) -> None:
        """Tint the part of a row in the search scope."""
        span = _within(row.block, scope)
        if span is not None:
            left, right = (view.left + x_of(row.block, column) for column in span)
            width = max(right - left, _LINE_BREAK_WIDTH)
            painter.fillRect(QRectF(left, row.top, width, view.row_height), theme.color("accent_tint"))

    def _paint_matches(self, painter: QPainter, view: View, row: VisibleRow, query: FindQuery) -> None:
        span = None if self.scope is None else _within(row.block, self.scope)
        if self.scope is not None and span is None:
            return
        try:
            finder = finder_of(query, row.block.text(), span)
        except BadExpressionError:  # in a line just inserted; the bar will report it
            return
        first, last = _columns_in_view(row.block, view)
        ground, edge = theme.color("warning_tint"), theme.color("warning_edge")
        for start, stop in islice(finder.matches(max(0, first), last + 1), MAX_MARKS_IN_ROW):
            left, right = view.left + x_of(row.block, start), view.left + x_of(row.block, stop)
            box = QRectF(left - 0.5, row.top + 1, right - left + 1, view.row_height - 2)
            draw_box(painter, box, 3, ground, edge)

    def _paint_selection(self, painter: QPainter, view: View) -> None:
        start, end = view.cursor.selectionStart(), view.cursor.selectionEnd()
        color = theme.color("text_selection")
        for row in view.rows:
            first = max(start - row.block.position(), 0)
            last = min(end - row.block.position(), row.block.length() - 1)
            goes_on = end > row.block.position() + row.block.length() - 1
            if first > last or (first == last and not goes_on):
                continue
            left = view.left + x_of(row.block, first)
            right = view.left + x_of(row.block, last) + (_LINE_BREAK_WIDTH if goes_on else 0)
            painter.fillRect(QRectF(left, row.top, right - left, view.row_height), color)


def _within(block: QTextBlock, scope: QTextCursor) -> TextSpan | None:
    """Return the columns of a line within a selection; None if it has none."""
    first = block.position()
    start, stop = max(scope.selectionStart() - first, 0), min(scope.selectionEnd() - first, block.length() - 1)
    return TextSpan(start, stop) if start <= stop else None


def row_tint(line: int, caret_line: int, decision: DecidingLine | None) -> str | None:
    """Return the token of a line's background, from the gutter to the ruler."""
    if decision is not None and line == decision.line:
        return "allowed_tint" if decision.is_allowed else "blocked_tint"
    return "current_line" if line == caret_line else None


def pill_words() -> tuple[str, ...]:
    """Return the words of the pill, the longest first; the empty one leaves the glyph alone."""
    return tr("decides the selected cell"), tr("decides"), ""


def paint_blanks(painter: QPainter, view: View) -> None:
    """Paint faint dots over selected tabs and trailing white space, which are invisible otherwise."""
    start, end = view.cursor.selectionStart(), view.cursor.selectionEnd()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("text3"))
    for row in view.rows:
        first, last = _columns_in_view(row.block, view)
        first = max(first, start - row.block.position())
        last = min(last, end - row.block.position())
        for column in _blank_columns(row.block, first, last):
            left, right = x_of(row.block, column), x_of(row.block, column + 1)
            center = QPointF(view.left + (left + right) / 2, row.top + view.row_height / 2)
            painter.drawEllipse(center, 1.1, 1.1)


def _blank_columns(block: QTextBlock, first: int, last: int) -> Iterable[int]:
    if first >= last:
        return []
    text = block.text()
    if not text.isascii():
        # A character outside the BMP takes two columns.
        text = "".join(char if char <= "\uffff" else "??" for char in text)
    trailing = len(text.rstrip(" \t"))
    return [at for at in range(max(first, 0), min(last, len(text))) if at >= trailing or text[at] == "\t"]


def _columns_in_view(block: QTextBlock, view: View) -> tuple[int, int]:
    return column_at(block, -view.left), column_at(block, view.width - view.left)


def dimmed_to(*, is_dark: bool) -> str:
    """Return the token of the grey that limits the contrast of dimmed text."""
    return "text3" if is_dark else "text2"


class Shading:
    """The colours of lines under and over their text."""

    def __init__(self, annotations: Annotations) -> None:
        self._annotations = annotations

    def tint(self, line: int) -> QColor | None:
        """Return the background tint of a line in the crawler's group."""
        if not self._annotations.reading.is_on or self._is_decisive(line):
            return None
        color = self._annotations.tint_of(line)
        if color is None:
            return None
        tokens = theme.tokens
        return qcolor(tokens.group(color), TINT_STRENGTH_DARK if tokens.dark else TINT_STRENGTH)

    def is_dimmed(self, line: int) -> bool:
        return self._annotations.reading.is_dimmed(line) and not self._is_decisive(line)

    def dimming(self) -> tuple[QColor, QPainter.CompositionMode]:
        """Return the colour and mode that limit each channel of dimmed text to this grey.

        The background is unchanged, and the text keeps a contrast of at least 4.5.
        """
        mode = QPainter.CompositionMode
        is_dark = theme.dark
        return theme.color(dimmed_to(is_dark=is_dark)), (
            mode.CompositionMode_Darken if is_dark else mode.CompositionMode_Lighten
        )

    def _is_decisive(self, line: int) -> bool:
        decision = self._annotations.decision
        return decision is not None and decision.line == line


class Squiggles:
    """Underlines in the visible rows, painted over the text."""

    def __init__(self, marks: ProblemMarks) -> None:
        self._marks = marks
        self._dots: dict[tuple[int, float, float], QPixmap] = {}

    def paint(self, painter: QPainter, view: View) -> None:
        """Underline the marks in the rows of the view."""
        for row in view.rows:
            for mark in islice(self._marks.at(row.line), _MOST_IN_ROW):
                if mark.is_underlined:
                    self._paint_mark(painter, view, row, mark)

    def _paint_mark(self, painter: QPainter, view: View, row: VisibleRow, mark: ProblemMark) -> None:
        left, right = (view.left + x for x in span_of(row, mark))
        left, right = max(left, 0.0), min(max(right, left + LEAST_WIDTH), view.width)
        if left >= right:
            return
        bottom = row.top + view.row_height - _ABOVE_BOTTOM
        if mark.is_wavy:
            painter.setPen(_pen(theme.color(mark.color), _WIDTH))
            painter.drawPolyline(QPolygonF(list(_wave(left, right, bottom))))
        else:
            self._paint_dots(painter, theme.color(mark.color), QPointF(left, bottom), right - left)

    def _paint_dots(self, painter: QPainter, color: QColor, start: QPointF, width: float) -> None:
        """Paint whole dots from a pixmap: stroking them took longer than the rest of a frame."""
        dot, ratio = _DOT_WIDTH, painter.device().devicePixelRatioF()
        key = color.rgba(), dot, ratio
        drawn = self._dots.get(key)
        if drawn is None:
            drawn = self._dots[key] = _dots(color, dot, ratio)
        count = int(width / (2 * dot)) + 1
        top_left = QPointF(round((start.x() - dot) * ratio) / ratio, start.y() - dot)
        while count > 0:
            some = min(count, _DOTS_DRAWN)
            part = QRectF(0, 0, 2 * dot * some * ratio, drawn.height())
            painter.drawPixmap(QRectF(top_left, part.size() / ratio), drawn, part)
            top_left.setX(top_left.x() + 2 * dot * some)
            count -= some


def _pen(color: QColor, width: float) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _dots(color: QColor, dot: float, ratio: float) -> QPixmap:
    """Return a row of dots at a device pixel ratio, each in the middle of twice its width."""
    drawn = QPixmap(ceil(2 * dot * _DOTS_DRAWN * ratio), ceil(2 * dot * ratio))
    drawn.setDevicePixelRatio(ratio)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(_pen(color, dot))
    painter.drawPoints(QPolygonF([QPointF((2 * place + 1) * dot, dot) for place in range(_DOTS_DRAWN)]))
    painter.end()
    return drawn


def span_of(row: VisibleRow, mark: ProblemMark) -> tuple[float, float]:
    """Return the start and end of a mark in its row, unscrolled."""
    start, end = columns_of(row.block.text(), mark.start, mark.end)
    return x_of(row.block, start), x_of(row.block, end)


def columns_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Convert byte offsets in a line to the UTF-16 columns of Qt; an end of -1 is that of the line."""
    first, last = utf16_offsets(text, [start, end if end >= 0 else 4 * len(text)])
    return first, last


def _wave(left: float, right: float, bottom: float) -> Iterator[QPointF]:
    step, height = _HALF_WAVE, _AMPLITUDE
    for number in range(int((right - left) / step) + 1):
        yield QPointF(left + number * step, bottom + (height if number % 2 else -height))
