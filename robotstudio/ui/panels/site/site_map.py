"""The site as a treemap: a tile for each path pattern, filled by the share of its blocked and unreachable pages."""

from collections.abc import Callable, Sequence
from math import sqrt

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.crawl.insight.reach_report import PatternShare
from robotstudio.crawl.insight.treemap import TreemapBox, squarified
from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import Piece
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site.crawl_counts import hatch
from robotstudio.ui.panels.site.map_words import share_words
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.popover import HoverCard
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle

MOST_TILES = 80
"""Most tiles: the patterns with the most pages; the list beside the map has all."""
_GAP, _INSET, _LINE, _LEAST_FILL, _CARD_LINE = 2, 6, 15, 5, 18
_LEAST_NAME = 30
_WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class SiteMap(QWidget):
    """The area of a tile is the square root of its pages; a click or Enter on one requests its URLs."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self, choose: Callable[[PatternShare], None], parent: QWidget) -> None:
        """Create it; `choose` is called with the pattern that is clicked."""
        super().__init__(parent)
        self._choose_pattern = choose
        self.shares: tuple[PatternShare, ...] = ()
        """The patterns that have a tile."""
        self._tiles: tuple[QRectF, ...] = ()
        self._current = -1
        self._card = HoverCard(self)
        self._style = PieceStyle(12)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumHeight(2 * _LINE)
        self.setAccessibleName(tr("Path patterns"))

    def tile_of(self, place: int) -> QRectF:
        """Return the rectangle of a pattern's tile."""
        return self._tiles[place]

    def show_shares(self, shares: Sequence[PatternShare]) -> None:
        """Show other patterns, or newer numbers, those with the most pages first."""
        numbers = [share.number for share in self.shares]
        self.shares = tuple(shares[:MOST_TILES])
        if [share.number for share in self.shares] != numbers:
            self._current = -1
            self._card.hide()
        self._lay_out()
        self._tell()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, (share, tile) in enumerate(zip(self.shares, self._tiles, strict=True)):
            self._paint_tile(painter, tile, share, is_current=place == self._current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._choose(self._at(event.position()), is_hovered=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = self._at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and place >= 0:
            self._card.hide()
            self._choose_pattern(self.shares[place])

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._card.hide()
        if not self.hasFocus():
            self._choose(-1)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._card.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = Qt.Key(event.key()), len(self._tiles) - 1
        if last < 0:
            super().keyPressEvent(event)
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._choose(0 if key == Qt.Key.Key_Home else last)
        elif key in _WAYS:
            self._choose(self._beside(*_WAYS[key]))
        elif key in _ENTER and self._current >= 0:
            self._card.hide()
            self._choose_pattern(self.shares[self._current])
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        gap = _GAP
        boxes = squarified([sqrt(share.pages) for share in self.shares], TreemapBox(0, 0, self.width(), self.height()))
        self._tiles = tuple(QRectF(*box).adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2) for box in boxes)
        self.update()

    def _at(self, point: QPointF) -> int:
        return next((place for place, tile in enumerate(self._tiles) if tile.contains(point)), -1)

    def _beside(self, across: int, down: int) -> int:
        """Return the nearest tile in a direction; the same if there is none, and the first if none is current."""
        if self._current < 0:
            return 0
        here = self._tiles[self._current].center()
        ways = []
        for place, tile in enumerate(self._tiles):
            x, y = tile.center().x() - here.x(), tile.center().y() - here.y()
            along, aside = x * across + y * down, abs(x * down) + abs(y * across)
            if along > 1:
                ways.append((along + 2 * aside, place))
        return min(ways, default=(0, self._current))[1]

    def _choose(self, place: int, *, is_hovered: bool = False) -> None:
        """Highlight a tile and show its numbers; -1 for none."""
        if place == self._current or (place < 0 and is_hovered and self.hasFocus()):
            return
        self._current = place
        self._tell()
        self.update()
        if place < 0:
            self._card.hide()
            return
        share, tile = self.shares[place], self._tiles[place].toAlignedRect()
        about = QRect(self.mapToGlobal(tile.topLeft()), tile.size())
        said = [share.text, *share_words(share)]
        paragraphs = [Paragraph((Piece(line),), self._style, _CARD_LINE) for line in said]
        self._card.show_beside(about, paragraphs, side_by_side(said))

    def _tell(self) -> None:
        if 0 <= self._current < len(self.shares):
            share = self.shares[self._current]
            self.setAccessibleDescription(side_by_side((share.text, *share_words(share))))
        else:
            self.setAccessibleDescription("")

    def _paint_tile(self, painter: QPainter, tile: QRectF, share: PatternShare, *, is_current: bool) -> None:
        color = theme.color
        draw_box(painter, tile, RADII.cell, color("surface"), color("border_strong"))
        bottom = tile.bottom()
        for count, ground, lines in (
            (share.blocked, "blocked_tint", ""),
            (share.out_of_reach, "warning_tint", "warning_edge"),
        ):
            if not count or tile.height() < 1:
                continue
            high = min(max(float(_LEAST_FILL), tile.height() * count / share.pages), bottom - tile.top())
            part = QRectF(tile.left(), bottom - high, tile.width(), high).adjusted(1, 1, -1, -1)
            draw_box(painter, part, RADII.cell, color(ground), color(lines or "blocked_edge"))
            if lines:
                hatch(painter, part, color(lines))
            bottom -= high
        self._paint_words(painter, tile, share)
        if is_current:
            draw_focus_ring(painter, tile, RADII.cell, color("accent" if self.hasFocus() else "text2"))

    def _paint_words(self, painter: QPainter, tile: QRectF, share: PatternShare) -> None:
        """Paint the pattern, elided if necessary, and its numbers if they fit; a low tile has only numbers."""
        fonts, color = theme.fonts, theme.color
        inset = _INSET
        room = tile.adjusted(inset, inset - 2, -inset, -2)
        name = TextRun(share.text, fonts.mono(11, 500), color("text"))
        # Text over hatching needs its own ground.
        plate = color("surface") if share.out_of_reach else None
        percent = TextRun(WORDS.percent(share.reachable / max(1, share.pages)), fonts.ui(11, 600), color("text"))
        pages = TextRun(WORDS.number(share.pages), fonts.ui(11), color("text2"), 6)
        below = QRectF(room.left(), room.top(), room.width() + 1, _LINE)
        if room.width() >= _LEAST_NAME and room.height() >= 2 * _LINE:
            self._draw(painter, below, [name], plate)
            below = below.translated(0, _LINE)
        if room.height() < _LINE:
            return
        side = SIZES.glyph if not share.reachable else 0.0
        if side and side + 4 + percent.width <= below.width():
            box = QRectF(below.left(), below.center().y() - side / 2, side, side)
            glyph, token = (Glyph.CROSS, "blocked") if share.blocked else (Glyph.WARNING, "warning")
            paint_glyph(painter, glyph, box, color(token), VERDICT_STROKE)
            below.setLeft(below.left() + side + 4)
        if percent.width + pages.width + pages.gap <= below.width():
            self._draw(painter, below, [percent, pages], plate)
        elif percent.width <= below.width():
            self._draw(painter, below, [percent], plate)

    def _draw(self, painter: QPainter, room: QRectF, runs: list[TextRun], plate: QColor | None) -> None:
        if plate is not None:
            box = QRectF(room.left() - 2, room.top(), min(runs_width(runs), room.width()) + 4, room.height())
            draw_box(painter, box, RADII.cell, plate)
        draw_runs(painter, room, runs)
