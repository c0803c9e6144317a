"""The site as a treemap: a tile for each folder or path pattern, filled by its blocked and unreachable pages."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QBuffer, QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.crawl.insight.map_tiles import (
    MapLevel,
    MapTile,
    PlacedTiles,
    TileKind,
    level_of,
    placed,
    rest_of,
)
from robotstudio.crawl.insight.reach_report import PatternShare
from robotstudio.crawl.insight.treemap import TreemapBox
from robotstudio.engine.sums import Sum
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import Piece, printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site.crawl_counts import hatch
from robotstudio.ui.panels.site.map_words import tile_words
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import TextRun, advance, draw_box, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.popover import HoverCard
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle
from robotstudio.urls.set_columns import short_sum_words

_GAP, _INSET, _LINE, _LEAST_FILL, _CARD_LINE = 2, 6, 15, 5, 18
_LEAST_NAME, _CHEVRON, _LEAST_AREA = 50, 14, 3_600
_TWO_LINES = 2 * _LINE + _INSET
_WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
_BACK = {Qt.Key.Key_Backspace, Qt.Key.Key_Escape}
_MORE = Plural("{count} more", "{count} more")

_Key = str | frozenset[int]


class MapOwner(Protocol):
    """What the map is part of."""

    def choose(self, tile: MapTile) -> None:
        """Take the tile of a pattern that was clicked."""

    def level_changed(self) -> None:
        """Take that another level, or other numbers, are shown."""

    def open_menu(self, tile: MapTile | None, at: QPoint) -> None:
        """Open the menu of a tile, None beside them, at a position on the screen."""


class SiteMap(QWidget):
    """The area of a tile is the square root of its size; a click or Enter opens a folder, or requests the URLs."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self, owner: MapOwner, parent: QWidget) -> None:
        super().__init__(parent)
        self._owner = owner
        self._shares: tuple[PatternShare, ...] = ()
        self._sizes: Mapping[int, Sum] = {}
        self._measure = ""
        self._opened: tuple[_Key, ...] = ()
        self.level = MapLevel("/", (), ())
        """What is shown."""
        self._placed = PlacedTiles((), ())
        self._boxes: tuple[QRectF, ...] = ()
        self._current = -1
        self._card = HoverCard(self)
        self._style = PieceStyle(12)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumHeight(2 * _LINE)
        self.setAccessibleName(tr("Path patterns"))
        theme.changed.connect(self._lay_out)

    @property
    def tiles(self) -> tuple[MapTile, ...]:
        """The tiles, the largest first."""
        return self._placed.tiles

    def tile_of(self, place: int) -> QRectF:
        """Return the rectangle of a tile."""
        return self._boxes[place]

    def name_of(self, place: int) -> str:
        """Return the name that a tile shows."""
        tile, box = self.tiles[place], self._boxes[place]
        return self._name(tile, self._room_for_name(tile, box.width(), box.height()))

    @property
    def title(self) -> str:
        """The folder that is open, or how many more; "" if all is shown."""
        if not self._opened:
            return ""
        last = self._opened[-1]
        return ntr(_MORE, len(last)) if isinstance(last, frozenset) else printable(self.level.folder)

    def show_shares(self, shares: Sequence[PatternShare], sizes: Sequence[Sum], measure: str = "") -> None:
        """Show other patterns, or newer numbers; `measure` names what `sizes` are of, "" for the pages."""
        is_other = [share.number for share in shares] != [share.number for share in self._shares]
        self._shares, self._measure = tuple(shares), measure
        self._sizes = {share.number: size for share, size in zip(shares, sizes, strict=True)}
        if is_other:
            self._opened = ()
        self._show_level(None if is_other else self._current_key)

    def open(self, tile: MapTile) -> None:
        """Show what is inside a tile."""
        self._opened = (*self._opened, tile.key)
        self._show_level(None, first=0 if self.hasFocus() else -1)

    def go_back(self) -> None:
        """Show the level above, and select the tile that was open."""
        if self._opened:
            *opened, left = self._opened
            self._opened = tuple(opened)
            self._show_level(left if self.hasFocus() else None)

    def picture(self) -> bytes:
        """Return what is shown as PNG, twice as large."""
        image = QImage(self.size() * 2, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(2)
        current, self._current = self._current, -1
        self.render(image)
        self._current = current
        buffer = QBuffer()
        image.save(buffer, "PNG")  # type: ignore[call-overload]  # PySide's stubs want another type
        return bytes(buffer.data().data())

    # Events

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, (tile, box) in enumerate(zip(self.tiles, self._boxes, strict=True)):
            self._paint_tile(painter, box, tile, is_current=place == self._current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._choose(self._at(event.position()), is_hovered=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.BackButton:
            self.go_back()
        place = self._at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and place >= 0:
            self._activate(self.tiles[place])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            place = self._current
            at = self._boxes[place].center().toPoint() if place >= 0 else self.rect().center()
            corner = self.mapToGlobal(at)
        else:
            place, corner = self._at(QPointF(event.pos())), event.globalPos()
        self._card.hide()
        self._owner.open_menu(self.tiles[place] if place >= 0 else None, corner)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._card.hide()
        if not self.hasFocus():
            self._choose(-1)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._card.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = Qt.Key(event.key()), len(self._boxes) - 1
        is_back = key in _BACK or (key is Qt.Key.Key_Left and event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if is_back and self._opened:
            self.go_back()
        elif last < 0 or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._choose(0 if key == Qt.Key.Key_Home else last)
        elif key in _WAYS:
            self._choose(self._beside(*_WAYS[key]))
        elif key in _ENTER and self._current >= 0:
            self._activate(self.tiles[self._current])
        else:
            super().keyPressEvent(event)

    def _activate(self, tile: MapTile) -> None:
        self._card.hide()
        if tile.opens:
            self.open(tile)
        else:
            self._owner.choose(tile)

    # Levels and places

    @property
    def _current_key(self) -> _Key | None:
        return self.tiles[self._current].key if 0 <= self._current < len(self.tiles) else None

    def _show_level(self, selected: _Key | None, first: int = -1) -> None:
        """Show what is open, as far as it still exists; select a tile by its key, or else the place `first`."""
        self._card.hide()
        level, opened = self._level("/", self._shares), []
        for key in self._opened:
            inner = self._inside(level, key)
            if inner is None:
                break
            level = inner
            opened.append(key)
        self._opened, self.level = tuple(opened), level
        self._current = -1
        self._lay_out()
        keys = [tile.key for tile in self.tiles]
        self._current = keys.index(selected) if selected in keys else min(first, len(keys) - 1)
        self._tell()
        self._owner.level_changed()

    def _level(self, folder: str, shares: Sequence[PatternShare]) -> MapLevel:
        return level_of(shares, [self._sizes[share.number] for share in shares], folder)

    def _inside(self, level: MapLevel, key: _Key) -> MapLevel | None:
        if isinstance(key, frozenset):
            inner = rest_of(level, key)
            return inner if inner.tiles else None
        opened = (tile for tile in level.tiles if tile.kind is TileKind.FOLDER and tile.name == key)
        return next((self._level(tile.name, tile.shares) for tile in opened), None)

    def _lay_out(self) -> None:
        room = TreemapBox(0, 0, self.width(), self.height())
        self._placed = placed(self.level.tiles, room, _LEAST_AREA, self._has_room)
        gap = _GAP / 2
        self._boxes = tuple(QRectF(*box).adjusted(gap, gap, -gap, -gap) for box in self._placed.boxes)
        self._current = min(self._current, len(self._boxes) - 1)
        self.update()

    def _has_room(self, tile: MapTile, box: TreemapBox) -> bool:
        """Return True if a tile can show its name: all of it, or at least its beginning and its end."""
        need = max(self._width(name) for name in self._names(tile)[-1:])
        need = need if tile.kind is TileKind.REST else min(need, _LEAST_NAME)
        width, height = box.width - _GAP, box.height - _GAP
        return height >= _LINE + _INSET and self._room_for_name(tile, width, height) >= need

    def _room_for_name(self, tile: MapTile, width: float, height: float) -> float:
        """Return the width for a name; the chevron is beside it only if there is no second line."""
        return width - 2 * _INSET - (_CHEVRON if tile.opens and height < _TWO_LINES else 0)

    def _names(self, tile: MapTile) -> list[str]:
        """Return what a tile can be called, the longest first: its whole path, and without that of the open folder."""
        if tile.kind is TileKind.REST:
            return [ntr(_MORE, len(tile.shares))]
        names = [printable(tile.name)]
        if self.level.folder != "/" and (inner := tile.name.removeprefix(self.level.folder)) not in {"", tile.name}:
            names.append(f"…/{printable(inner)}")
        return names

    def _name(self, tile: MapTile, room: float) -> str:
        names = self._names(tile)
        fitting = (name for name in names if self._width(name) <= room)
        return next(fitting, "") or QFontMetricsF(self._font(tile)).elidedText(
            names[-1], Qt.TextElideMode.ElideMiddle, room
        )

    def _font(self, tile: MapTile) -> QFont:
        return theme.fonts.ui(11, 500) if tile.kind is TileKind.REST else theme.fonts.mono(11, 500)

    def _width(self, name: str) -> float:
        return advance(name, theme.fonts.mono(11, 500))

    def _at(self, point: QPointF) -> int:
        return next((place for place, box in enumerate(self._boxes) if box.contains(point)), -1)

    def _beside(self, across: int, down: int) -> int:
        """Return the nearest tile in a direction; the same if there is none, and the first if none is current."""
        if self._current < 0:
            return 0
        here = self._boxes[self._current].center()
        ways = []
        for place, box in enumerate(self._boxes):
            x, y = box.center().x() - here.x(), box.center().y() - here.y()
            along, aside = x * across + y * down, abs(x * down) + abs(y * across)
            if along > 1:
                ways.append((along + 2 * aside, place))
        return min(ways, default=(0, self._current))[1]

    # What is said and painted

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
        box = self._boxes[place].toAlignedRect()
        about = QRect(self.mapToGlobal(box.topLeft()), box.size())
        said = self._said(self.tiles[place])
        paragraphs = [Paragraph((Piece(line),), self._style, _CARD_LINE) for line in said]
        self._card.show_beside(about, paragraphs, side_by_side(said))

    def _said(self, tile: MapTile) -> list[str]:
        return [self._names(tile)[0], *tile_words(tile, self._measure)]

    def _tell(self) -> None:
        is_there = 0 <= self._current < len(self.tiles)
        self.setAccessibleDescription(side_by_side(self._said(self.tiles[self._current])) if is_there else "")

    def _paint_tile(self, painter: QPainter, box: QRectF, tile: MapTile, *, is_current: bool) -> None:
        color = theme.color
        draw_box(painter, box, RADII.cell, color("surface"), color("border_strong"))
        bottom = box.bottom()
        for count, ground, lines in (
            (tile.blocked, "blocked_tint", ""),
            (tile.out_of_reach, "warning_tint", "warning_edge"),
        ):
            if not count or box.height() < 1:
                continue
            high = min(max(float(_LEAST_FILL), box.height() * count / tile.pages), bottom - box.top())
            part = QRectF(box.left(), bottom - high, box.width(), high).adjusted(1, 1, -1, -1)
            draw_box(painter, part, RADII.cell, color(ground), color(lines or "blocked_edge"))
            if lines:
                hatch(painter, part, color(lines))
            bottom -= high
        self._paint_words(painter, box, tile)
        if is_current:
            draw_focus_ring(painter, box, RADII.cell, color("accent" if self.hasFocus() else "text2"))

    def _paint_words(self, painter: QPainter, box: QRectF, tile: MapTile) -> None:
        """Paint the name, elided if necessary, and the numbers if they fit."""
        fonts, color = theme.fonts, theme.color
        room = box.adjusted(_INSET, _INSET - 2, -_INSET, -2)
        # Text over hatching needs its own ground.
        plate = color("surface") if tile.out_of_reach else None
        line = QRectF(room.left(), room.top(), room.width() + 1, _LINE)
        name = self._name(tile, self._room_for_name(tile, box.width(), box.height()))
        self._draw(painter, line, [TextRun(name, self._font(tile), color("text"))], plate)
        is_low = box.height() < _TWO_LINES
        below = line.translated(0, _LINE)
        if tile.opens:
            side, middle = SIZES.glyph, (line if is_low else below).center().y()
            at = QRectF(room.right() - side, middle - side / 2, side, side)
            paint_glyph(painter, Glyph.CHEVRON_RIGHT, at, color("text2"))
            below.setRight(below.right() - _CHEVRON)
        if is_low:
            return
        percent = WORDS.percent(tile.reachable / max(1, tile.pages))
        size = short_sum_words(tile.size, WORDS) if self._measure else WORDS.number(tile.pages)
        first, second = (size, percent) if self._measure else (percent, size)
        telling, other = (
            TextRun(first, fonts.ui(11, 600), color("text")),
            TextRun(second, fonts.ui(11), color("text2"), 6),
        )
        side = SIZES.glyph if not tile.reachable else 0.0
        if side and side + 4 + telling.width <= below.width():
            at = QRectF(below.left(), below.center().y() - side / 2, side, side)
            glyph, token = (Glyph.CROSS, "blocked") if tile.blocked else (Glyph.WARNING, "warning")
            paint_glyph(painter, glyph, at, color(token), VERDICT_STROKE)
            below.setLeft(below.left() + side + 4)
        if telling.width + other.width <= below.width():
            self._draw(painter, below, [telling, other], plate)
        elif telling.width <= below.width():
            self._draw(painter, below, [telling], plate)

    def _draw(self, painter: QPainter, room: QRectF, runs: list[TextRun], plate: QColor | None) -> None:
        if plate is not None:
            box = QRectF(room.left() - 2, room.top(), min(runs_width(runs), room.width()) + 4, room.height())
            draw_box(painter, box, RADII.cell, plate)
        draw_runs(painter, room, runs)
