"""The time line of a URL, painted: decisions above the bar, reads of the crawler below; the wheel zooms."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from robotstudio.indexing.time_line import Moment, MomentKind, TimeLine, told_reads
from robotstudio.indexing.words import moment_detail, moment_title
from robotstudio.text.language import WORDS, Meant, tr
from robotstudio.text.phrases import Piece
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, elided
from robotstudio.ui.widgets.popover import HoverCard
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle

HEIGHT: Final = 172
_BAR, _BAR_HEIGHT, _MARK = 74, 8, 20
_ABOVE, _BELOW, _LINE = 14, 102, 16
_LEGEND = 150
_GAP, _NEAR, _CARD_LINE = 14, 12, 18
_LEAST_S: Final = 6 * 3_600.0
_ZOOM: Final = 1.3
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ZOOMS: Final = {Qt.Key.Key_Plus: 1 / _ZOOM, Qt.Key.Key_Minus: _ZOOM}


_RANKS: Final = (
    MomentKind.FIRST,
    MomentKind.READ,
    MomentKind.NOW,
    MomentKind.BLOCKED,
    MomentKind.OPENED,
    MomentKind.CRAWLED,
)
"""Moments by what their label tells, the least telling first."""


class _Look(NamedTuple):
    glyph: Glyph
    color: str


class _Label(NamedTuple):
    moment: Moment
    x: float
    """The middle of its texts; its mark may be beside that."""
    title: str
    detail: str


class TimeLineView(QWidget):
    """Shows a time line; the arrow keys go from moment to moment, plus and minus zoom, and a double click shows all."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._line: TimeLine | None = None
        self._crawler = self._legend = self._sources = ""
        self._begin, self._end = 0.0, 1.0
        self._current = -1
        self._card = HoverCard(self)
        self._style = PieceStyle(12)
        self.setFixedHeight(HEIGHT)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Timeline"))
        theme.changed.connect(self.update)

    def show_line(self, line: TimeLine | None, crawler: str = "", legend: str = "", sources: str = "") -> None:
        """Show a time line; `legend` says which line blocked, `sources` where it is from."""
        self._line, self._crawler, self._legend, self._sources = line, crawler, legend, sources
        self._choose(-1)
        if line is not None:
            self._begin, self._end = line.begin, line.end
        self.setAccessibleDescription(WORDS.sentences(map(WORDS.sentence, self.said)))
        self.update()

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The moments that have a mark, by time."""
        if self._line is None:
            return ()
        return tuple(sorted((*self._line.decided, *told_reads(self._line)), key=lambda moment: moment.at))

    @property
    def said(self) -> tuple[str, ...]:
        """The text of each moment."""
        return tuple(WORDS.about(moment_title(each, self._crawler), moment_detail(each)) for each in self.moments)

    @property
    def current(self) -> int:
        """The place of the chosen moment, -1 if none is."""
        return self._current

    @property
    def shown(self) -> tuple[float, float]:
        """The time that is shown, in seconds since 1970."""
        return self._begin, self._end

    def sizeHint(self) -> QSize:
        return QSize(600, HEIGHT)

    def zoom(self, by: float, around: float | None = None) -> None:
        """Show more time or less; `around` stays where it is."""
        if self._line is None:
            return
        middle = (self._begin + self._end) / 2 if around is None else around
        first = min(self._line.begin, self._line.spans[0].begin) if self._line.spans else self._line.begin
        by = max(by, _LEAST_S / (self._end - self._begin))
        self._begin = max(middle - (middle - self._begin) * by, first)
        self._end = min(middle + (self._end - middle) * by, self._line.end)
        self._card.hide()
        self.update()

    def picture(self) -> bytes:
        """Return what is shown as PNG, twice as large."""
        image = QImage(self.size() * 2, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(2)
        self.render(image)
        buffer = QBuffer()
        image.save(buffer, "PNG")  # type: ignore[call-overload]  # PySide's stubs want another type
        return bytes(buffer.data().data())

    def show_all(self) -> None:
        """Show the whole time that is known."""
        self.zoom(1e6)

    # Events

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y():
            self.zoom(1 / _ZOOM if event.angleDelta().y() > 0 else _ZOOM, self._time_at(event.position().x()))
            event.accept()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.show_all()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, y = event.position().x(), event.position().y()
        near = [
            place
            for place, moment in enumerate(self.moments)
            if abs(self._x(moment.at) - x) <= _NEAR and abs(y - _BAR) <= 2 * _NEAR
        ]
        self._choose(near[-1] if near else -1)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._card.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        last = len(self.moments) - 1
        if key in _ZOOMS:
            self.zoom(_ZOOMS[key])
        elif key in _STEPS and last >= 0:
            self._choose(min(max(self._current + _STEPS[key], 0), last))
        else:
            super().keyPressEvent(event)

    def _choose(self, place: int) -> None:
        if place == self._current:
            return
        self._current = place
        self.update()
        if not 0 <= place < len(self.moments):
            self._card.hide()
            return
        says = self.said[place]
        x = round(self._x(self.moments[place].at))
        about = QRect(
            self.mapToGlobal(QRect(x - _MARK // 2, _BAR - _MARK // 2, _MARK, _MARK).topLeft()), QSize(_MARK, _MARK)
        )
        self._card.show_beside(about, [Paragraph((Piece(says),), self._style, _CARD_LINE)], says)

    # Painting

    def _x(self, moment: float) -> float:
        return (moment - self._begin) / (self._end - self._begin) * self.width()

    def _time_at(self, x: float) -> float:
        return self._begin + x / max(1, self.width()) * (self._end - self._begin)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.color("surface"))
        if self._line is not None:
            self._paint_bar(painter, self._line)
            self._paint_labels(painter, self._labels(self._line.decided), is_above=True)
            self._paint_labels(painter, self._labels(told_reads(self._line)), is_above=False)
            self._paint_marks(painter)
            self._paint_legend(painter, self._line)

    def _paint_bar(self, painter: QPainter, line: TimeLine) -> None:
        top = _BAR - _BAR_HEIGHT / 2
        for span in line.spans:
            left, right = max(0.0, self._x(span.begin)), min(float(self.width()), self._x(span.end))
            if right <= left:
                continue
            rect = QRectF(left, top, right - left, _BAR_HEIGHT)
            if span.is_blocked is None:
                pen = QPen(theme.color("border_strong"), 1, Qt.PenStyle.DashLine)
                painter.setPen(pen)
                painter.drawLine(QPointF(left, _BAR), QPointF(right, _BAR))
            elif span.is_blocked:
                self._paint_blocked(painter, rect)
            else:
                draw_box(painter, rect, 3, theme.color("allowed_tint"), theme.color("allowed_edge"))

    def _paint_blocked(self, painter: QPainter, rect: QRectF) -> None:
        """Hatch a bar, so that it is told apart without its colour."""
        draw_box(painter, rect, 3, theme.color("blocked_tint"))
        painter.fillRect(rect, QBrush(theme.color("blocked"), Qt.BrushStyle.BDiagPattern))
        draw_box(painter, rect, 3, None, theme.color("blocked_edge"))

    def _paint_marks(self, painter: QPainter) -> None:
        for read in self._line.reads if self._line else ():
            x = self._x(read.at)
            if 0 <= x <= self.width():
                painter.fillRect(QRectF(x - 0.5, _BAR + _BAR_HEIGHT / 2 + 1, 1, 5), theme.color("text3"))
        for place, moment in enumerate(self.moments):
            x = self._x(moment.at)
            if -_MARK <= x <= self.width() + _MARK:
                look = _look(moment)
                rect = QRectF(x - _MARK / 2, _BAR - _MARK / 2, _MARK, _MARK)
                color = theme.color(look.color)
                width = 2.5 if place == self._current else 1.4
                draw_box(painter, rect, _MARK / 2, theme.color("surface"), color, width)
                inner = rect.adjusted(6, 6, -6, -6) if look.glyph in _SMALL else rect.adjusted(4, 4, -4, -4)
                paint_glyph(painter, look.glyph, inner, color, 1.4)

    def _labels(self, moments: Sequence[Moment]) -> list[_Label]:
        """Return the labels of the visible moments, moved apart; as many as fit, the telling ones first."""
        bold, plain = QFontMetricsF(theme.fonts.ui(12, 600)), QFontMetricsF(theme.fonts.ui(11))
        found = []
        for moment in moments:
            x = self._x(moment.at)
            if 0 <= x <= self.width():
                title, detail = moment_title(moment, self._crawler), moment_detail(moment)
                half = max(bold.horizontalAdvance(title), plain.horizontalAdvance(detail)) / 2
                found.append((_Label(moment, x, title, detail), half))
        while found and sum(2 * half + _GAP for _, half in found) - _GAP > self.width():
            found.remove(min(found, key=lambda pair: _RANKS.index(pair[0].moment.kind)))
        lefts = _apart([label.x - half for label, half in found], [2 * half for _, half in found], self.width())
        return [label._replace(x=left + half) for (label, half), left in zip(found, lefts, strict=True)]

    def _paint_labels(self, painter: QPainter, labels: Sequence[_Label], *, is_above: bool) -> None:
        fonts, top = theme.fonts, _ABOVE if is_above else _BELOW
        for label in labels:
            x = self._x(label.moment.at)
            painter.setPen(QPen(theme.color("border_strong"), 1))
            near = top + 2 * _LINE + 1 if is_above else top - 1
            edge = _BAR - _MARK / 2 if is_above else _BAR + _MARK / 2
            painter.drawLine(QPointF(label.x, near), QPointF(x, edge))
            rows = (TextRun(label.title, fonts.ui(12, 600), theme.color("text")),)
            for number, run in enumerate((*rows, TextRun(label.detail, fonts.ui(11), theme.color("text2")))):
                rect = QRectF(label.x - run.width / 2, top + number * _LINE, run.width + 1, _LINE)
                draw_runs(painter, rect, [run])

    def _paint_legend(self, painter: QPainter, line: TimeLine) -> None:
        font, quiet = theme.fonts.ui(11), theme.color("text2")
        sources = TextRun(self._sources, font, theme.color("text3"))
        left, right = 0.0, self.width() - sources.width
        for is_blocked, said in ((False, tr(Meant("open", "one URL"))), (True, self._legend)):
            if not said or not any(span.is_blocked is is_blocked for span in line.spans):
                continue
            rect = QRectF(left + 1, _LEGEND + 4, 18, _BAR_HEIGHT)
            if is_blocked:
                self._paint_blocked(painter, rect)
            else:
                draw_box(painter, rect, 3, theme.color("allowed_tint"), theme.color("allowed_edge"))
            text = elided(said, font, max(20.0, self.width() - left - 28))
            run = TextRun(text, font, quiet)
            draw_runs(painter, QRectF(left + 26, _LEGEND, run.width + 1, _LINE), [run])
            left += 26 + run.width + 18
        if right > left:
            draw_runs(painter, QRectF(right, _LEGEND, sources.width + 1, _LINE), [sources])
        if not line.has_log:
            said = tr("No log: when {crawler} read the file is not known.", crawler=self._crawler)
            run = TextRun(said, font, theme.color("text3"))
            draw_runs(painter, QRectF(0, _BELOW + 4, self.width(), _LINE), [run])


_SMALL: Final = frozenset({Glyph.CHECK, Glyph.CROSS, Glyph.QUESTION})


def _apart(lefts: Sequence[float], widths: Sequence[float], room: float) -> list[float]:
    """Return places without overlaps within the room, as near as possible to those that are wanted."""
    blocks: list[tuple[float, list[int]]] = []
    for place in range(len(lefts)):
        members = [place]
        while True:
            before = [sum(widths[each] + _GAP for each in members[:count]) for count in range(len(members))]
            total = sum(widths[each] + _GAP for each in members) - _GAP
            wanted = sum(lefts[each] - by for each, by in zip(members, before, strict=True)) / len(members)
            left = min(max(wanted, 0.0), max(room - total, 0.0))
            if not blocks:
                break
            other, ones = blocks[-1]
            if other + sum(widths[each] + _GAP for each in ones) <= left:
                break
            blocks.pop()
            members = [*ones, *members]
        blocks.append((left, members))
    found = []
    for left, members in blocks:
        at = left
        for each in members:
            found.append(at)
            at += widths[each] + _GAP
    return found


def _look(moment: Moment) -> _Look:
    if moment.kind is MomentKind.READ:
        return _Look(Glyph.FILE, "text2")
    color = "unknown" if moment.is_blocked is None else "blocked" if moment.is_blocked else "allowed"
    if moment.kind is MomentKind.CRAWLED:
        return _Look(Glyph.CLOCK, color)
    return _Look(Glyph.CROSS if moment.is_blocked else Glyph.CHECK, color)
