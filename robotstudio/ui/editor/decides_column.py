"""The column right of the text, with the number of URLs that each rule decides."""

from collections.abc import Mapping, Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.editor.annotations import Annotations, Decided
from robotstudio.ui.editor.backdrop import Shading, row_tint
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.rows import VisibleRow
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import draw_box

if TYPE_CHECKING:  # the text is shown before it is evaluated
    from robotstudio.draft.rule_coverage import LineCoverage

WIDTH = 60
TEXT_RIGHT = 11
"""The distance of the numbers and their title from the right edge."""

_MOST_NAMED = 5
_BOX_LEFT, _BOX_WIDTH, _BOX_HEIGHT, _BOX_RADIUS = 6, 48, 16, 3
_STALE_HEAT = 0.1
_MOST_GROUNDS = 256
_MOST_LETTERS = 1_000
_MOST_DESCRIBED = 20


class DecidesColumn(QWidget):
    """Follows the rows of an editor; a rule that decides nothing shows a grey 0.

    A click on a count emits its line.
    """

    line_activated = Signal(int)

    menu_requested = Signal(int, QPoint)

    def __init__(self, edit: RobotsEdit, annotations: Annotations) -> None:
        super().__init__(edit)
        self._edit = edit
        self._annotations = annotations
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._shading = Shading(annotations)
        self.setAccessibleName(tr("Decides"))
        self._grounds: dict[tuple[int, float], QPixmap] = {}
        self._pressed_line = 0
        self.describe({})

    def describe(self, coverage: "Mapping[int, LineCoverage]") -> None:
        """Describe the zeros to screen readers: which rules decide nothing, and why."""
        said = [tr("For each rule, the number of URLs that it decides.")]
        said += [self._line_words(line, coverage_words(coverage[line])) for line in _idle_lines(coverage)]
        self.setAccessibleDescription(WORDS.sentences(said))

    def _line_words(self, line: int, words: str) -> str:
        return tr("Line {line}: {words}", line=str(line), words=words)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.color("surface"))
        decision, caret_line = self._annotations.decision, self._edit.caret_line
        rows = list(self._edit.rows(event.rect()))
        for row in rows:
            tint = row_tint(row.line, caret_line, decision)
            if tint is not None:
                painter.fillRect(QRectF(0, row.top, self.width(), self._edit.row_height), theme.color(tint))
            shade = self._shading.tint(row.line)
            if shade is not None:
                painter.fillRect(QRectF(0, row.top, self.width(), self._edit.row_height), shade)
        found = [(row, decided) for row in rows if (decided := self._annotations.decided(row.line)) is not None]
        ratio, left = self.devicePixelRatioF(), float(_BOX_LEFT)
        above = (self._edit.row_height - _BOX_HEIGHT) // 2
        for row, decided in found:
            if decided.count:
                painter.drawPixmap(QPointF(left, row.top + above), self._ground(decided.heat, ratio))
        self._paint_text(painter, rows)
        for is_zero in (False, True):
            self._paint_counts(painter, [pair for pair in found if (not pair[1].count) is is_zero], is_zero=is_zero)

    def _paint_text(self, painter: QPainter, rows: Sequence[VisibleRow]) -> None:
        """Paint the end of lines without a count, such as comments, which run on here."""
        left = self._edit.text_left - self._edit.viewport().width()
        for row in rows:
            layout, is_short = row.block.layout(), row.block.length() < _MOST_LETTERS
            if is_short and layout.lineCount() and self._annotations.decided(row.line) is None:
                layout.draw(painter, QPointF(left, row.top))

    def _ground(self, heat: float, ratio: float) -> QPixmap:
        """Return the background of a count; cached, since most rows look alike."""
        is_stale = self._annotations.is_stale
        color = theme.color("text3", _STALE_HEAT) if is_stale else theme.color("accent", heat)
        key = color.rgba(), ratio
        if key not in self._grounds:
            if len(self._grounds) >= _MOST_GROUNDS:
                self._grounds.clear()
            self._grounds[key] = self._drawn(color, ratio)
        return self._grounds[key]

    def _drawn(self, color: QColor, ratio: float) -> QPixmap:
        box = QRectF(0, 0, _BOX_WIDTH, _BOX_HEIGHT)
        pixmap = QPixmap((box.size() * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        draw_box(painter, box, _BOX_RADIUS, color)
        painter.end()
        return pixmap

    def _paint_counts(self, painter: QPainter, found: list[tuple[VisibleRow, Decided]], *, is_zero: bool) -> None:
        if not found:
            return
        font, token = theme.fonts.ui(11, 400 if is_zero else 500), "text3" if is_zero else "text"
        painter.setFont(font)
        painter.setPen(theme.color("text_disabled" if self._annotations.is_stale else token))
        metrics = QFontMetricsF(font)
        right = self.width() - TEXT_RIGHT - 0.5
        base = (self._edit.row_height + metrics.capHeight()) / 2
        words_of: dict[int, tuple[str, float]] = {}
        for row, decided in found:
            if decided.count not in words_of:
                words = compact(decided.count)
                words_of[decided.count] = words, right - metrics.horizontalAdvance(words)
            words, left = words_of[decided.count]
            painter.drawText(QPointF(left, row.top + base), words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_line = self._edit.row_at(event.position().y())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        line, pressed = self._edit.row_at(event.position().y()), self._pressed_line
        decided = self._annotations.decided(line)
        is_click = event.button() == Qt.MouseButton.LeftButton and line == pressed  # no drag that ends there
        if is_click and decided is not None and decided.count:
            self.line_activated.emit(line)

    def wheelEvent(self, event: QWheelEvent) -> None:
        QApplication.sendEvent(self._edit.viewport(), event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        line = self._edit.row_at(event.pos().y())
        if self._annotations.decided(line) is not None:
            self.menu_requested.emit(line, event.globalPos())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tooltip_at(event.pos().y()), self)
            return True
        return super().event(event)

    def tooltip_at(self, y: float) -> str:
        """Return the tooltip for the number at a height."""
        line = self._edit.row_at(y)
        said = [self._decided_words(line)]
        coverage = self._annotations.coverage(line)
        if coverage is not None:
            said.append(coverage_words(coverage))
        return "\n".join(filter(None, said))

    def _decided_words(self, line: int) -> str:
        decided = self._annotations.decided(line)
        if decided is None:
            return ""
        words = _DECIDES_SOME if decided.count else _DECIDES_NONE
        return ntr(words, decided.total, line=str(line), decided=decided.count)


_DECIDES_NONE = Plural("Line {line} decides none of {count} URL.", "Line {line} decides none of {count} URLs.")
_DECIDES_SOME = Plural(
    "Line {line} decides {decided} of {count} URL. Click to list them.",
    "Line {line} decides {decided} of {count} URLs. Click to list them.",
)
_MATCHES = Plural("Matches one URL.", "Matches {count} URLs.")
_MATCHES_SHADOWED = Plural(
    "Matches one URL, decided by line {line}.", "Matches {count} URLs, all decided by line {line}."
)
_MATCHES_SHADOWED_BY_SEVERAL = Plural(
    "Matches {count} URLs, decided by lines {lines}.", "Matches {count} URLs, decided by lines {lines}."
)


def compact(count: int) -> str:
    """Format a count that fits into the column: `1,918`, `123k`, `12M`."""
    if count < 100_000:
        return WORDS.number(count)
    if count < 10_000_000:
        return tr("{thousands}k", thousands=count // 1000)
    return tr("{millions}M", millions=count // 1_000_000)


def _idle_lines(coverage: "Mapping[int, LineCoverage]") -> Sequence[int]:
    """Return the first lines that decide nothing."""
    if not coverage:
        return ()
    from robotstudio.draft.rule_coverage import LineCoverages  # noqa: PLC0415  # with what is known of the first rule

    if isinstance(coverage, LineCoverages):
        return coverage.idle_lines[:_MOST_DESCRIBED]
    return nsmallest(_MOST_DESCRIBED, (line for line, row in coverage.items() if not row.decides))


def coverage_words(coverage: "LineCoverage") -> str:
    """Return sentences on what the rule matches, why it decides nothing, and whether it can be deleted."""
    said = [_delay_words(coverage) if coverage.waiting else _matches_words(coverage)]
    if coverage.safe_to_delete:
        said.append(tr("Without it, no verdict on the loaded URLs changes, and no delay or other field."))
    if coverage.is_supposed:
        said.append(tr("This is about the rules alone, not the simulated server answer."))
    return WORDS.sentences(said)


def _delay_words(coverage: "LineCoverage") -> str:
    names = side_by_side(coverage.waiting[:_MOST_NAMED]) + ("…" if len(coverage.waiting) > _MOST_NAMED else "")
    return tr("Sets the delay for {crawlers}.", crawlers=names)


def _matches_words(coverage: "LineCoverage") -> str:
    if not coverage.matches:
        return tr("Matches none of the URLs.")
    if coverage.decides or not coverage.shadowed_by:
        return ntr(_MATCHES, coverage.matches)
    if not coverage.shadowed_by[1:]:
        return ntr(_MATCHES_SHADOWED, coverage.matches, line=str(coverage.shadowed_by[0]))
    lines = side_by_side(map(str, coverage.shadowed_by[:_MOST_NAMED]))
    lines += "…" if len(coverage.shadowed_by) > _MOST_NAMED else ""
    return ntr(_MATCHES_SHADOWED_BY_SEVERAL, coverage.matches, lines=lines)
