"""Paints the visible part of the matrix in one pass over the arrays: a delegate call for each cell is far slower."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from robotstudio.draft.analysis import Column
from robotstudio.draft.cell_state import CellState, is_always_allowed, state_of
from robotstudio.draft.listing.marks import Expected
from robotstudio.text.language import Meant, tr
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS, CHIP_INSET, CHIP_TOP, TEXT_LEFT, CellArt, CellStyle
from robotstudio.ui.panels.simulation.extra_columns import ExtraColumn
from robotstudio.ui.panels.simulation.matrix_model import MatrixModel, is_mostly_blocked
from robotstudio.ui.theme.glyphs import ICON_STROKE, VERDICT_BOX, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs
from robotstudio.urls.url_set import UrlSet

_MOST_KNOWN = 10_000
_STALE_OPACITY = 0.6
_CORNER = 8
_FRAME = 2
_SIGN_WIDTH = 10
_FLASK = 12
_EXPECTED_INSET = 6
_NUMBER_ROOM = 42
_WANTED: Mapping[Expected, tuple[Glyph, str]] = {
    Expected.SHOULD_ALLOW: (Glyph.CHECK, "allowed"),
    Expected.SHOULD_BLOCK: (Glyph.CROSS, "blocked"),
}
EXTRA_LEFT = 8


class VisibleColumn(Struct, frozen=True):
    """A visible column: its number, left edge and width."""

    number: int
    x: int
    width: int


class Visible(Struct, frozen=True):
    """The part of the matrix to paint: rows `first` to `last` inclusive, the first of them at `top`."""

    first: int
    last: int
    top: int
    columns: Sequence[VisibleColumn]

    def within(self, rect: QRect, height: int) -> "Visible":
        """Return the part of it in a rectangle of the viewport, for rows of this height."""
        above, below = max(0, (rect.top() - self.top) // height), max(0, (rect.bottom() - self.top) // height)
        columns = [place for place in self.columns if place.x <= rect.right() and rect.left() < place.x + place.width]
        last = min(self.last, self.first + below)
        return Visible(self.first + above, last, self.top + above * height, columns)


class Highlights(Struct, frozen=True):
    """Selected rows, hovered row, selected cell (row, column), the line at the caret, and whether all is stale.

    The frame of the selected cell is thin while the keyboard focus is elsewhere.
    """

    selected: frozenset[int] = frozenset()
    hovered: int = -1
    focus: tuple[int, int] | None = None
    line: int = 0
    stale: bool = False
    has_keyboard: bool = True


class MatrixPainter:
    """Paints row grounds and cells from a model."""

    def __init__(self, model: MatrixModel) -> None:
        self._model = model
        self._plain: dict[int, bool] = {}
        self._plain_of: object = None
        self._exempt_of: object = None
        self._exempt: dict[tuple[str, int], bool] = {}
        self.art = CellArt()

    def extra_at(self, column: int) -> ExtraColumn | None:
        """Return the extra column with this number, None for that of a crawler."""
        return self._model.extra_at(column)

    def paint_rows(self, painter: QPainter, visible: Visible, highlights: Highlights, width: int) -> None:
        """Paint the grounds of the rows and the lines between them, in any widget that shows the rows."""
        height = self.art.height
        border, edge = theme.color("border"), theme.color("selected_edge")
        grounds = {"selected": theme.color("selected"), "hover": theme.color("hover")}
        for row in range(visible.first, visible.last + 1):
            y = visible.top + (row - visible.first) * height
            name = "selected" if row in highlights.selected else "hover" if row == highlights.hovered else ""
            if name:
                painter.fillRect(QRect(0, y, width, height - 1), grounds[name])
            painter.fillRect(QRect(0, y + height - 1, width, 1), border)
            if name == "selected":
                painter.fillRect(QRect(0, y, width, 1), edge)
                painter.fillRect(QRect(0, y + height - 2, width, 1), edge)

    def paint_cells(self, painter: QPainter, visible: Visible, highlights: Highlights) -> None:
        """Paint the verdicts, and the frame of the selected cell."""
        painter.setOpacity(_STALE_OPACITY if highlights.stale else 1)
        numbers: dict[tuple[CellState, bool], list[tuple[QPointF, str]]] = {}
        ratio, text_left = painter.device().devicePixelRatioF(), TEXT_LEFT
        always = self._always_allowed(visible)
        for place in visible.columns:
            exempt = always.get(self._model.columns[place.number].crawler.dialect, frozenset())
            cells = self._cells(visible, place, highlights, exempt)
            for y, style, line in cells:
                painter.drawPixmap(place.x, y, self.art.picture(style, ratio))
                if CELL_LOOKS[style.state].numbered:
                    at = QPointF(
                        place.x + text_left, y + self.art.number_style(style.state, outside=style.outside).baseline
                    )
                    numbers.setdefault((style.state, style.outside), []).append((at, str(line)))
        for (state, outside), texts in numbers.items():
            set_as = self.art.number_style(state, outside=outside)
            painter.setFont(set_as.font)
            painter.setPen(set_as.color)
            for at, text in texts:
                painter.drawText(at, text)
        painter.setOpacity(1)
        self._paint_marks(painter, visible)
        self._paint_focus(painter, visible, highlights, visible.columns)

    def paint_extra(
        self,
        painter: QPainter,
        extra: ExtraColumn,
        visible: Visible,
        highlights: Highlights,
        place: VisibleColumn,
    ) -> None:
        """Paint the texts of an extra column in the visible rows."""
        height = self.art.height
        left, font = EXTRA_LEFT, theme.fonts.ui(12) if extra.is_before else theme.fonts.ui(11, 500)
        painter.setOpacity(_STALE_OPACITY if highlights.stale else 1)
        for row in range(visible.first, visible.last + 1):
            said = extra.at(self._model.position_at(row))
            if said is not None:
                top = visible.top + (row - visible.first) * height
                room = QRectF(place.x + left, top, place.width - left - (left if extra.is_number else 4), height - 1)
                run = TextRun(said.text, font, theme.color(said.color))
                if extra.is_number:
                    room.setLeft(max(room.left(), room.right() - run.width - 0.5))
                draw_runs(painter, room, [run])
        painter.setOpacity(1)
        self._paint_focus(painter, visible, highlights, (place,))

    def _paint_marks(self, painter: QPainter, visible: Visible) -> None:
        """Paint a corner on cells that changed, and on those with an expectation whether they meet it."""
        rows = self._model.rows[visible.first : visible.last + 1]
        for place in visible.columns:
            for offset in np.flatnonzero(self._model.changes(place.number, rows)).tolist():
                paint_changed(painter, self._cell_box(visible, place, visible.first + offset))
            for row, expected in self._model.expected(place.number, visible.first, visible.last).items():
                paint_expected(painter, self._cell_box(visible, place, row), expected)

    def _cell_box(self, visible: Visible, place: VisibleColumn, row: int) -> QRectF:
        """Return the ground of a cell, on which its marks are drawn."""
        top, height = visible.top + (row - visible.first) * self.art.height, self.art.height
        inset, above = CHIP_INSET, CHIP_TOP
        return QRectF(place.x + inset, top + above, place.width - 2 * inset, height - 2 * above)

    def _cells(
        self, visible: Visible, place: VisibleColumn, highlights: Highlights, exempt: frozenset[int]
    ) -> Iterator[tuple[int, CellStyle, int]]:
        """Yield the top, style and line of each visible cell of a column."""
        column, rows = self._model.columns[place.number], self._model.rows[visible.first : visible.last + 1]
        allowed_here, lines_here = column.at(rows)
        verdicts = zip(allowed_here.tolist(), lines_here.tolist(), strict=True)
        plain, y, effect = self._is_plain(place.number), visible.top, column.effect
        for offset, (allowed, line) in enumerate(verdicts):
            state = state_of(allowed, line, always=offset in exempt, effect=effect)
            outside = self._model.is_outside(visible.first + offset)
            yield y, CellStyle(state, place.width, plain, 0 < line == highlights.line, outside), line
            y += self.art.height

    def _paint_focus(
        self, painter: QPainter, visible: Visible, highlights: Highlights, places: Sequence[VisibleColumn]
    ) -> None:
        if highlights.focus is None:
            return
        row, column = highlights.focus
        place = next((place for place in places if place.number == column), None)
        if place is None or not visible.first <= row <= visible.last:
            return
        top = visible.top + (row - visible.first) * self.art.height
        frame = QRectF(place.x + 2, top + 1, place.width - 4, self.art.height - 3)
        draw_box(painter, frame, 5, None, theme.color("accent"), SIZES.focus_ring if highlights.has_keyboard else 1)

    def _always_allowed(self, visible: Visible) -> dict[str, frozenset[int]]:
        """Return for each dialect the visible rows, as offsets, that no rule can block."""
        found: dict[str, frozenset[int]] = {}
        for place in visible.columns:
            column = self._model.columns[place.number]
            dialect = column.robots.dialect
            if dialect.always_allowed and dialect.id not in found:
                rows = self._model.rows[visible.first : visible.last + 1].tolist()
                found[dialect.id] = frozenset(
                    offset for offset, position in enumerate(rows) if self._is_always_allowed(position, column)
                )
        return found

    def _is_always_allowed(self, position: int, column: Column) -> bool:
        """Return True if no rule can block the URL; cached, because each frame asks for the same URLs."""
        urls = self._model.analysis.urls if self._model.analysis else UrlSet()
        if self._exempt_of is not urls or len(self._exempt) > _MOST_KNOWN:
            self._exempt_of, self._exempt = urls, {}
        key = column.robots.dialect.id, position
        if key not in self._exempt:
            self._exempt[key] = is_always_allowed(urls[position], column)
        return self._exempt[key]

    def _is_plain(self, number: int) -> bool:
        if self._plain_of is not self._model.analysis:
            self._plain_of = self._model.analysis
            self._plain.clear()
        if number not in self._plain:
            self._plain[number] = is_mostly_blocked(self._model.columns[number])
        return self._plain[number]


def paint_changed(painter: QPainter, box: QRectF) -> None:
    """Paint a triangle in the top right corner."""
    side = _CORNER
    corner = box.topRight()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawPolygon(QPolygonF([corner, corner - QPointF(side, 0), corner + QPointF(0, side)]))
    painter.restore()


def paint_expected(painter: QPainter, box: QRectF, expected: Expected) -> None:
    """Paint a flask on a cell that is as expected; else a frame, and what was expected."""
    if not expected.fails:
        side: float = _FLASK
        place = QRectF(box.right() - side - _EXPECTED_INSET, box.center().y() - side / 2, side, side)
        paint_glyph(painter, Glyph.FLASK, place, theme.color("text3"), ICON_STROKE)
        return
    color = theme.color("warning")
    draw_box(painter, box.adjusted(1, 1, -1, -1), RADII.cell, None, color, _FRAME)
    wanted = _WANTED.get(expected)
    word = TextRun(tr(Meant("want", "before a check or a cross: expected")), theme.fonts.ui(11, 500), color)
    needed = word.width + 2 * _EXPECTED_INSET + VERDICT_BOX
    if wanted is None or box.width() - _NUMBER_ROOM < needed:
        room = QRectF(box.right() - _SIGN_WIDTH, box.top(), _SIGN_WIDTH, box.height())
        draw_runs(painter, room, [TextRun("!", theme.fonts.ui(12, 600), color)])
        return
    glyph, token = wanted
    side = VERDICT_BOX - 1
    sign = QRectF(box.right() - side - _EXPECTED_INSET, box.center().y() - side / 2, side, side)
    paint_glyph(painter, glyph, sign, theme.color(token), VERDICT_STROKE)
    left = sign.left() - _EXPECTED_INSET + 2 - word.width
    draw_runs(painter, QRectF(left, box.top(), word.width + 1, box.height()), [word])


def expected_width(box_width: float) -> float:
    """Return how much of the right of a cell leads to its expectation."""
    return min(_FLASK + 2 * _EXPECTED_INSET, box_width / 2)
