"""Pixmaps of cells: ground, glyph and word, drawn once for each style and width and cached for the next repaint."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPixmap

from robotstudio.draft.cell_state import CellState
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, fitted

CHIP_INSET = 4
"""Margin between the edge of a cell and its ground, so that neighbours do not merge."""

GLYPH_LEFT = 12.5
TEXT_LEFT = 26
CHIP_TOP = 3
_MARK_WIDTH = 3
_MOST_KEPT = 512
_FAINT = 0.4
"""Opacity of the grounds of a column that is blocked almost throughout, so that the others stand out."""


class CellLook(Struct, frozen=True):
    """Glyph, colour tokens of glyph and ground, and text style of a state.

    A state with `numbered` shows the number of the deciding line, the others show a word.
    """

    glyph: Glyph
    color: str
    ground: str | None = None
    hatched: bool = False
    numbered: bool = False
    weight: int = 400
    px: int = 11


CELL_LOOKS: Mapping[CellState, CellLook] = MappingProxyType(
    {
        CellState.BLOCKED: CellLook(Glyph.CROSS, "blocked", "blocked_tint", numbered=True, weight=600, px=12),
        CellState.ALLOWED: CellLook(Glyph.CHECK, "allowed", numbered=True, weight=500, px=12),
        CellState.NO_RULE: CellLook(Glyph.DASH, "no_rule"),
        CellState.ALWAYS: CellLook(Glyph.CHECK, "allowed"),
        CellState.ALL_BLOCKED: CellLook(Glyph.CROSS, "blocked", "blocked_tint", hatched=True, weight=600, px=12),
        CellState.ALL_ALLOWED: CellLook(Glyph.CHECK, "allowed", weight=500, px=12),
        CellState.UNKNOWN: CellLook(Glyph.QUESTION, "unknown", "unknown_tint"),
        CellState.DEFERRED: CellLook(Glyph.PAUSE, "warning", "warning_tint"),
        CellState.COPY_BLOCKED: CellLook(Glyph.CROSS, "blocked", "blocked_tint", weight=600, px=12),
        CellState.COPY_ALLOWED: CellLook(Glyph.CHECK, "allowed", weight=500, px=12),
    }
)


class CellStyle(Struct, frozen=True):
    """Features in which two cells of one state differ, apart from the line number.

    `plain` makes the ground faint if one line blocks most of a column; `marked` means that the rule at the caret
    decides. A cell that another robots.txt governs is `outside`: it is faded, but readable.
    """

    state: CellState
    width: int
    plain: bool = False
    marked: bool = False
    outside: bool = False


class NumberStyle(Struct, frozen=True):
    """Font, colour and baseline of the line numbers of a state."""

    font: QFont
    color: QColor
    baseline: float


class CellArt:
    """Draws the cells of one theme. Call `forget` when the theme changes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[CellStyle, float], QPixmap] = {}
        self._numbers: dict[tuple[CellState, bool], NumberStyle] = {}

    @property
    def height(self) -> int:
        return SIZES.matrix_row

    def forget(self) -> None:
        self._kept.clear()
        self._numbers.clear()

    def picture(self, style: CellStyle, ratio: float) -> QPixmap:
        """Return a cell without its line number, for a screen with this device pixel ratio."""
        key = (style, ratio)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._drawn(style, ratio)
        return found

    def number_style(self, state: CellState, *, outside: bool = False) -> NumberStyle:
        found = self._numbers.get((state, outside))
        if found is None:
            look = CELL_LOOKS[state]
            font = theme.fonts.ui(look.px, look.weight)
            found = NumberStyle(font, theme.color("text3" if outside else look.color), self._baseline(font))
            self._numbers[state, outside] = found
        return found

    def _drawn(self, style: CellStyle, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(style.width * ratio), round(self.height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self._draw(painter, style, CELL_LOOKS[style.state])
        painter.end()
        return pixmap

    def _draw(self, painter: QPainter, style: CellStyle, look: CellLook) -> None:
        color = theme.color("text3" if style.outside else look.color)
        chip = QRectF(CHIP_INSET, CHIP_TOP, style.width - 2 * CHIP_INSET, self.height - 2 * CHIP_TOP)
        if look.ground and not style.outside:
            draw_box(painter, chip, RADII.cell, theme.color(look.ground, _FAINT if style.plain else 1))
        if look.hatched and not style.outside:
            self._hatch(painter, chip)
        if style.marked:
            bar = QRectF(chip.left(), chip.top() + 2, _MARK_WIDTH, chip.height() - 2 * 2)
            draw_box(painter, bar, _MARK_WIDTH / 2, theme.color("accent"))
        side = VERDICT_BOX
        box = QRectF(GLYPH_LEFT, (self.height - side) / 2, side, side)
        paint_glyph(painter, look.glyph, box, color, VERDICT_STROKE)
        if not look.numbered and style.state is not CellState.NO_RULE:
            fonts = theme.fonts
            run = TextRun(words.cell_word(style.state), fonts.ui(look.px, look.weight), color)
            room = QRectF(TEXT_LEFT, 0, chip.right() - TEXT_LEFT, self.height)
            draw_runs(painter, *fitted(run, room, fonts.ui(look.px - 1, look.weight), CHIP_INSET))

    def _hatch(self, painter: QPainter, chip: QRectF) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(theme.color("blocked_edge"), Qt.BrushStyle.BDiagPattern))
        radius = RADII.cell
        painter.drawRoundedRect(chip, radius, radius)
        painter.restore()

    def _baseline(self, font: QFont) -> float:
        metrics = QFontMetricsF(font)
        return (self.height + metrics.ascent() - metrics.descent()) / 2
