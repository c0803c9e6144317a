"""Painted charts: the same boxes, lines and texts that are written as SVG; each bar has a number."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from robotstudio.survey.charts.items import THEMES, ChartBox, ChartMark, ChartText, ChartTheme, Drawing, Item, Stroke
from robotstudio.survey.charts.looks import MARK_RADIUS, box_look, edge_of, mark_corners, stroke_look, text_colour
from robotstudio.text.phrases import Piece
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.popover import HoverCard
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle

_LEAST_WIDTH, _LEAST_HEIGHT = 420, 200
_FRAME, _NEAR, _LINE = 2, 3, 18
_PATTERNS: Final = {
    "diagonal": Qt.BrushStyle.BDiagPattern,
    "back diagonal": Qt.BrushStyle.FDiagPattern,
    "cross": Qt.BrushStyle.DiagCrossPattern,
    "dots": Qt.BrushStyle.Dense6Pattern,
    "horizontal": Qt.BrushStyle.HorPattern,
    "vertical": Qt.BrushStyle.VerPattern,
}
_ENDS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
_STEPS: Final = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


class ChartPainter:
    """Paints drawings in the colours of a theme with the fonts of the window."""

    def __init__(self, painter: QPainter, colours: ChartTheme, font: QFont) -> None:
        self._painter = painter
        self._colours = colours
        self._font = font

    def paint(self, drawing: Drawing) -> None:
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for item in drawing.items:
            self._paint(item)

    def _paint(self, item: Item) -> None:
        match item:
            case ChartBox():
                self._box(item)
            case Stroke():
                self._stroke(item)
            case ChartMark():
                self._mark(item)
            case ChartText():
                self._text(item)

    def _box(self, box: ChartBox) -> None:
        rect, colours = QRectF(box.x, box.y, box.width, box.height), self._colours
        fill, edge, pattern = box_look(box, colours)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(fill))
        self._painter.drawRoundedRect(rect, box.radius, box.radius)
        if pattern:
            ink = QColor(colours.ink)
            ink.setAlphaF(colours.strength)
            self._painter.setBrush(QBrush(ink, _PATTERNS[pattern]))
            self._painter.drawRect(rect)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(QColor(edge), colours.line))
        self._painter.drawRoundedRect(rect, box.radius, box.radius)

    def _stroke(self, stroke: Stroke) -> None:
        colour, width, dashes = stroke_look(stroke, self._colours)
        pen = QPen(QColor(colour), width)
        if dashes:
            pen.setDashPattern([float(part) / width for part in dashes.split()])  # in units of the pen width
        self._painter.setPen(pen)
        self._painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in stroke.points]))

    def _mark(self, mark: ChartMark) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(edge_of(mark.series, self._colours)))
        if corners := mark_corners(mark):
            self._painter.drawPolygon([QPointF(x, y) for x, y in corners])
        else:
            self._painter.drawEllipse(QPointF(mark.x, mark.y), MARK_RADIUS, MARK_RADIUS)

    def _text(self, text: ChartText) -> None:
        font = QFont(self._font)
        font.setPixelSize(text.size)
        font.setWeight(QFont.Weight(text.weight))
        self._painter.setFont(font)
        self._painter.setPen(QColor(text_colour(text, self._colours)))
        width = QFontMetricsF(font).horizontalAdvance(text.text)
        self._painter.drawText(QPointF(text.x - width * _ENDS[text.anchor], text.y), text.text)


class DrawingView(QWidget):
    """A chart; mouse and arrow keys select a bar, and a card shows its number.

    The drawing is requested from its owner for the available width.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.drawing: Drawing | None = None
        self._drawn: Callable[[int], Drawing] | None = None
        self._places: tuple[tuple[QRectF, str], ...] = ()
        self._current = -1
        self._card = HoverCard(self)
        self._style = PieceStyle(12)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.lay_out)

    @property
    def said(self) -> tuple[str, ...]:
        """The text of each bar, cell or point, in order."""
        return tuple(says for _, says in self._places)

    def place_of(self, place: int) -> QRectF:
        """Return the rectangle of one of them, in pixels."""
        return self._places[place][0]

    def show_drawn(self, drawn: Callable[[int], Drawing]) -> None:
        """Set the function that returns the drawing for a width, called again for each other width."""
        self._drawn = drawn
        self.lay_out()

    def paint_on(self, painter: QPainter, colours: ChartTheme) -> None:
        """Paint the drawing at the origin."""
        if self.drawing is not None:
            painter.fillRect(QRectF(0, 0, self.drawing.width, self.drawing.height), QColor(colours.colours["surface"]))
            ChartPainter(painter, colours, theme.fonts.ui(11)).paint(self.drawing)

    @property
    def colours(self) -> ChartTheme:
        """The series of the light or the dark chart on the background of the window; high contrast has its own."""
        chart, tokens = THEMES["dark" if theme.dark else "light"], theme.tokens
        return replace(chart, colours={name: getattr(tokens, name) for name in chart.colours})

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.colours.colours["surface"]))
        self.paint_on(painter, self.colours)
        if 0 <= self._current < len(self._places):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), _FRAME))
            painter.drawRoundedRect(self._places[self._current][0].adjusted(-_FRAME, -_FRAME, _FRAME, _FRAME), 3, 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.drawing is None or self.drawing.width != self._room:
            self.lay_out()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        here = (place for place, (rect, _) in enumerate(self._places) if _grown(rect).contains(point))
        self._choose(next(here, -1))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self._choose(-1)
        self._card.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step, last = _STEPS.get(Qt.Key(event.key())), len(self._places) - 1
        if last >= 0 and event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._choose(0 if event.key() == Qt.Key.Key_Home else last)
        elif last >= 0 and step is not None:
            self._choose(min(max(self._current + step, 0), last))
        else:
            super().keyPressEvent(event)

    @property
    def _room(self) -> int:
        return max(self.width(), _LEAST_WIDTH)

    def lay_out(self) -> None:
        """Draw it again."""
        self._card.hide()
        self._current = -1
        if self._drawn is None:
            return
        self.drawing = drawing = self._drawn(self._room)
        self._places = tuple(_places(drawing))
        self.setAccessibleName(drawing.says)
        self.setAccessibleDescription("")
        self.setMinimumHeight(round(max(drawing.height, _LEAST_HEIGHT)))
        self.update()

    def _choose(self, place: int) -> None:
        """Frame a bar and show its text; none at -1."""
        if place == self._current:
            return
        self._current = place
        self.update()
        if place < 0:
            self._card.hide()
            return
        says, here = self._places[place][1], self.place_of(place).toAlignedRect()
        self.setAccessibleDescription(says)
        about = QRect(self.mapToGlobal(here.topLeft()), here.size())
        self._card.show_beside(about, [Paragraph((Piece(says),), self._style, _LINE)], says)


def _grown(rect: QRectF) -> QRectF:
    """Return a larger rectangle, so that points and low bars are easy to hit."""
    return rect.adjusted(-_NEAR, -_NEAR, _NEAR, _NEAR)


def _places(drawing: Drawing) -> list[tuple[QRectF, str]]:
    """Return the rectangles that have a text."""
    found: list[tuple[QRectF, str]] = []
    for item in drawing.items:
        if isinstance(item, ChartBox) and item.says:
            found.append((QRectF(item.x, item.y, item.width, item.height), item.says))
        elif isinstance(item, ChartMark) and item.says:
            found.append((QRectF(item.x - 5, item.y - 5, 10, 10), item.says))
    return found
