"""Counts as tiles that filter a list: a number over its name, one of them chosen."""

from collections.abc import Sequence
from math import ceil

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget

from robotstudio.text.language import WORDS
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import DrawnButton
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, runs_width

_HEIGHT, _INSET, _LINE = 56, 14, 3
_NUMBER_TOP, _NUMBER_HEIGHT, _NAME_TOP, _NAME_HEIGHT = 8, 24, 31, 18


class CountTile(Struct, frozen=True):
    id: str
    name: str
    count: int


class _Tile(DrawnButton):
    def __init__(self, tile: CountTile, parent: QWidget) -> None:
        super().__init__(parent)
        self.tile = tile
        self.setCheckable(True)
        self.setText(tile.name)
        self.setAccessibleName(WORDS.with_fact(tile.name, WORDS.number(tile.count)))

    def sizeHint(self) -> QSize:
        # Measured in the weight of the chosen tile, so that a click moves nothing.
        widths = (runs_width([run]) for run in self._runs(is_chosen=True))
        return QSize(ceil(max(widths)) + 2 * _INSET, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        is_chosen = self.isChecked()
        ground = "accent_tint" if is_chosen else "hover" if self.underMouse() else "surface"
        painter.fillRect(rect, theme.color(ground))
        line = theme.color("border")
        painter.fillRect(QRectF(rect.right() - 1, 0, 1, rect.height()), line)
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), line)
        if is_chosen:
            painter.fillRect(QRectF(0, rect.height() - _LINE, rect.width(), _LINE), theme.color("accent_fill"))
        number, name = self._runs(is_chosen=is_chosen)
        room = rect.width() - 2 * _INSET + 1
        draw_runs(painter, QRectF(_INSET, _NUMBER_TOP, room, _NUMBER_HEIGHT), [number])
        draw_runs(painter, QRectF(_INSET, _NAME_TOP, room, _NAME_HEIGHT), [name])
        if self.hasFocus():
            draw_focus_ring(painter, rect, 0, theme.color("accent"))

    def _runs(self, *, is_chosen: bool) -> tuple[TextRun, TextRun]:
        fonts, color = theme.fonts, theme.color
        number = TextRun(WORDS.number(self.tile.count), fonts.ui(18, 600), color("text"))
        name = TextRun(self.tile.name, fonts.ui(12, 600 if is_chosen else 400), color("text" if is_chosen else "text2"))
        return number, name


class CountTiles(QWidget):
    """Tiles side by side, in as many rows as they need; `clicked` is emitted if another is chosen."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._tiles: list[_Tile] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.clicked = self._group.buttonClicked

    @property
    def current(self) -> str:
        """The id of the chosen tile, "" without tiles."""
        return next((each.tile.id for each in self._tiles if each.isChecked()), "")

    def show_tiles(self, tiles: Sequence[CountTile], chosen: str) -> None:
        """Show these tiles; the first is chosen if there is none with the chosen id."""
        if [each.tile for each in self._tiles] != list(tiles):
            for old in self._tiles:
                self._group.removeButton(old)
                old.hide()
                old.deleteLater()
            self._tiles = [_Tile(tile, self) for tile in tiles]
            for each in self._tiles:
                self._group.addButton(each)
                each.show()
            self._place()
        if self._tiles:
            wanted = next((each for each in self._tiles if each.tile.id == chosen), self._tiles[0])
            wanted.setChecked(True)

    def tile(self, tile_id: str) -> DrawnButton:
        """Return the tile with an id."""
        return next(each for each in self._tiles if each.tile.id == tile_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Give the tiles the whole width, in as many rows as their names need."""
        rows: list[list[_Tile]] = [[]]
        for tile in self._tiles:
            if rows[-1] and sum(each.sizeHint().width() for each in (*rows[-1], tile)) > self.width():
                rows.append([])
            rows[-1].append(tile)
        for number, row in enumerate(rows):
            self._place_row(row, number * _HEIGHT)
        self.setFixedHeight(len(rows) * _HEIGHT if self._tiles else 0)

    def _place_row(self, row: Sequence[_Tile], top: int) -> None:
        """Give tiles equal widths if all names fit, else share out what their names leave."""
        widths = [each.sizeHint().width() for each in row]
        equal = self.width() / max(1, len(row))
        more = (self.width() - sum(widths)) / max(1, len(row))
        left = 0.0
        for each, width in zip(row, widths, strict=True):
            right = left + (equal if max(widths) <= equal else width + more)
            each.setGeometry(round(left), top, round(right) - round(left), _HEIGHT)
            left = right
