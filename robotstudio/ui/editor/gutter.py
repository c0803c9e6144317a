"""The gutter left of the text: problem icons, the brackets of the groups, line numbers."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from robotstudio.engine.reading_model import Trap, TrapKind
from robotstudio.text.language import Plural, ntr, put_in, tr
from robotstudio.ui.editor.annotations import Annotations, Bracket
from robotstudio.ui.editor.line_marks import Sign
from robotstudio.ui.editor.robots_edit import DEFAULT_ZOOM, RobotsEdit
from robotstudio.ui.editor.rows import VisibleRow
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import qcolor, theme

_SENTENCES: Mapping[TrapKind, Plural] = {
    TrapKind.FIELD_INSIDE: Plural(
        "{field} does not end the list of user-agent lines: {lines} are one group.",
        "{field} does not end the list of user-agent lines: {lines} are one group.",
    ),
    TrapKind.BLANK_INSIDE: Plural(
        "An empty line does not end the list of user-agent lines: {lines} are one group.",
        "An empty line does not end the list of user-agent lines: {lines} are one group.",
    ),
    TrapKind.FIELD_ENDS: Plural(
        "{field} ends the list of user-agent lines: {lines} does not share the rules below.",
        "{field} ends the list of user-agent lines: {lines} do not share the rules below.",
    ),
    TrapKind.BLANK_ENDS: Plural(
        "An empty line ends the group: {lines} does not share the rules below.",
        "An empty line ends the group: {lines} do not share the rules below.",
    ),
    TrapKind.BLANK_STRANDS: Plural(
        "An empty line ends the group: {lines} belongs to no group and is ignored.",
        "An empty line ends the group: {lines} belong to no group and are ignored.",
    ),
}
_MOST_LETTERS = 40
_OF_NAMES = frozenset("-_ ")
_SIGN_CENTER, _SIGN_SIZE = 11.5, 11
_BRACKET_X, _BRACKET_TIP, _BRACKET_INSET = 27, 33, 3
_BRACKET_WIDTH, _SELECTED_WIDTH = 2, 3
_BADGE_RADIUS, _BADGE_GAP = 6.5, 2
_TRAP_RADIUS = 4.5
_NUMBERS, _AFTER_NUMBERS = 36, 6
_NUMBER_PX = 12
_DIGITS = 3


def trap_words(trap: Trap) -> str:
    """Return a sentence on the actual meaning of a line."""
    first, last = trap.lines
    lines = tr("line {line}", line=str(first)) if first == last else tr("lines {lines}", lines=f"{first}–{last}")
    is_name = len(trap.field) <= _MOST_LETTERS and all(char.isalnum() or char in _OF_NAMES for char in trap.field)
    field = trap.field if is_name else tr("This line")  # a tooltip would parse a `<` as HTML
    return ntr(_SENTENCES[trap.kind], last - first + 1, field=field, lines=lines)


EXPECTATION_SIGNS = {True: Sign(Glyph.FLASK, "warning", ""), False: Sign(Glyph.PINNED, "allowed", "")}
"""The icons of lines by which a test fails, and of lines that a test expects to decide."""


class Gutter(QWidget):
    """Follows the rows of an editor. A click on a number selects the line, a drag selects several."""

    hint_wanted = Signal(object, object)  # the sentences about a line, and its screen position

    def __init__(self, edit: RobotsEdit, annotations: Annotations) -> None:
        super().__init__(edit)
        self._edit = edit
        self._annotations = annotations
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._signs: Mapping[int, Sign] = {}
        self._digits = _DIGITS
        self._pressed_line = 0
        self.setAccessibleName(tr("Line numbers and groups"))
        self.setAccessibleDescription(
            tr("A bracket joins the lines of a group. Click a number to select its line, drag to select lines.")
        )

    def set_signs(self, signs: Mapping[int, Sign]) -> None:
        """Show an icon before each of these lines, counted from 1."""
        before, self._signs = self._signs, signs
        for row in self._edit.rows():
            if before.get(row.line) != signs.get(row.line):
                self.update(0, round(row.top), self.width(), self._edit.row_height)

    def fit(self) -> bool:
        """Fit the width to the digits of the last line; return True if it has changed."""
        digits = max(_DIGITS, len(str(self._edit.blockCount())))
        changed = digits != self._digits
        self._digits = digits
        return changed

    def sizeHint(self) -> QSize:
        digit = QFontMetricsF(self._number_font()).horizontalAdvance("0")
        width = _NUMBERS + max(28, round(digit * self._digits + 6)) + _AFTER_NUMBERS
        return QSize(width, 0)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.color("gutter"))
        painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), theme.color("border"))
        rows = list(self._edit.rows(event.rect()))
        if not rows:
            return
        for bracket in self._annotations.brackets_between(rows[0].line, rows[-1].line):
            self._paint_bracket(painter, rows[0], bracket)
        self._paint_numbers(painter, rows)
        for row in rows:
            sign = self._signs.get(row.line)
            expectation_mark = self._annotations.expectation_mark(row.line)
            if sign is not None:
                self._paint_sign(painter, row, sign)
            elif expectation_mark is not None:
                self._paint_sign(painter, row, EXPECTATION_SIGNS[expectation_mark.fails])
            if self._annotations.reading.trap(row.line) is not None:
                self._paint_trap(painter, row)

    def _paint_trap(self, painter: QPainter, row: VisibleRow) -> None:
        """Paint a diamond on the bracket: the group ends, or continues, against appearances."""
        center = QPointF(_BRACKET_X, row.top + self._edit.row_height / 2)
        side = _TRAP_RADIUS
        corners = [QPointF(0, -side), QPointF(side, 0), QPointF(0, side), QPointF(-side, 0)]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("warning"), 1.5))
        painter.setBrush(theme.color("gutter"))
        painter.drawPolygon([center + corner for corner in corners])
        painter.restore()

    def _paint_numbers(self, painter: QPainter, rows: list[VisibleRow]) -> None:
        plain = self._number_font()
        metrics = QFontMetricsF(plain)
        decision = self._annotations.decision
        marked = {self._edit.caret_line, decision.line if decision else 0}
        digit = metrics.horizontalAdvance("0")
        base = (self._edit.row_height + metrics.ascent() - metrics.descent()) / 2
        right = self.width() - _AFTER_NUMBERS
        for font, color, is_marked in ((plain, "text3", False), (self._number_font(600), "text", True)):
            painter.setFont(font)
            painter.setPen(theme.color(color))
            for row in rows:
                if (row.line in marked) is is_marked:
                    number = str(row.line)
                    painter.drawText(QPointF(right - digit * len(number), row.top + base), number)

    def _paint_bracket(self, painter: QPainter, reference: VisibleRow, bracket: Bracket) -> None:
        height = self._edit.row_height
        inset = _BRACKET_INSET
        top = reference.top + (bracket.first - reference.line) * height + inset
        bottom = reference.top + (bracket.last + 1 - reference.line) * height - inset
        tokens = theme.tokens
        color = qcolor(tokens.group(bracket.color))
        pen = QPen(color, _SELECTED_WIDTH if bracket.is_selected else _BRACKET_WIDTH)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if tokens.group_is_dashed(bracket.color):
            pen.setDashPattern([2.5, 1.5])
        painter.setPen(pen)
        # A dashed line is split into dashes even far outside the window.
        near_top, near_bottom = max(top, -4.0 * height), min(bottom, self.height() + 4.0 * height)
        x, tip = _BRACKET_X, _BRACKET_TIP
        corners = [QPointF(x, near_top), QPointF(x, near_bottom)]
        if near_top == top:
            corners.insert(0, QPointF(tip, top))
        if near_bottom == bottom:
            corners.append(QPointF(tip, bottom))
        painter.drawPolyline(corners)
        if bracket.part:
            seen_top, seen_bottom = max(top, 0.0), min(bottom, float(self.height()))
            self._paint_badge(painter, QPointF(x, (seen_top + seen_bottom) / 2), bracket.part, color)

    def _paint_badge(self, painter: QPainter, center: QPointF, part: int, color: QColor) -> None:
        words = str(part)
        font = theme.fonts.ui(10, 700)
        metrics = QFontMetricsF(font)
        radius = _BADGE_RADIUS
        half_width = max(radius, metrics.horizontalAdvance(words) / 2 + 2)
        box = QRectF(center.x() - half_width, center.y() - radius, 2 * half_width, 2 * radius)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("gutter"))
        gap = _BADGE_GAP
        painter.drawRoundedRect(box.adjusted(-gap, -gap, gap, gap), radius + gap, radius + gap)
        painter.setBrush(color)
        painter.drawRoundedRect(box, radius, radius)
        painter.setFont(font)
        painter.setPen(theme.color("gutter"))
        base = center.y() + metrics.capHeight() / 2
        painter.drawText(QPointF(center.x() - metrics.horizontalAdvance(words) / 2, base), words)
        painter.restore()

    def _paint_sign(self, painter: QPainter, row: VisibleRow, sign: Sign) -> None:
        side = _SIGN_SIZE
        middle = row.top + self._edit.row_height / 2
        box = QRectF(_SIGN_CENTER - side / 2, middle - side / 2, side, side)
        paint_glyph(painter, sign.glyph, box, theme.color(sign.color), 1.25)

    def _number_font(self, weight: int = 400) -> QFont:
        return theme.fonts.mono(_NUMBER_PX * self._edit.zoom / DEFAULT_ZOOM, weight)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        line = self._edit.row_at(event.position().y())
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        cursor = self._edit.textCursor()
        anchor = self._edit.document().findBlock(cursor.anchor()).blockNumber() + 1
        self._pressed_line = anchor if extends else line
        self._select(self._pressed_line, line)
        self._edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_line and event.buttons() & Qt.MouseButton.LeftButton:
            self._select(self._pressed_line, self._edit.row_at(event.position().y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed_line = 0
        super().mouseReleaseEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        QApplication.sendEvent(self._edit.viewport(), event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            sentences = list(self._sentences(self._edit.row_at(event.pos().y())))
            self.hint_wanted.emit(sentences, QRect(event.globalPos(), QSize(1, 1)))
            return True
        return super().event(event)

    def tooltip_at(self, y: float) -> str:
        """Return the tooltip for the line at a height."""
        line = self._edit.row_at(y)
        return "\n".join(self._sentences(line))

    def _sentences(self, line: int) -> Iterator[str]:
        if line in self._signs:
            yield self._signs[line].tooltip
        expectation_mark = self._annotations.expectation_mark(line)
        if expectation_mark is not None:
            yield expectation_mark.tooltip
        trap = self._annotations.reading.trap(line)
        if trap is not None:
            yield trap_words(trap)
        bracket = self._annotations.bracket_at(line)
        if bracket is not None and bracket.part:
            words = tr("Lines {first}–{last}: part {part} of a group that is split over several places.")
            yield put_in(words, {"first": str(bracket.first), "last": str(bracket.last), "part": str(bracket.part)})

    def _select(self, from_line: int, to_line: int) -> None:
        """Select whole lines with their line breaks, the caret at the dragged end."""
        document = self._edit.document()
        first = document.findBlockByNumber(min(from_line, to_line) - 1)
        last = document.findBlockByNumber(max(from_line, to_line) - 1)
        start, end = first.position(), last.position() + last.length()
        end = min(end, document.characterCount() - 1)
        if to_line < from_line:
            start, end = end, start
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._edit.setTextCursor(cursor)
