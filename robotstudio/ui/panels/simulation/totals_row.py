"""The row below the matrix that does not scroll: how many of the listed URLs each crawler may not fetch."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.ui.language import WORDS, side_by_side, together
from robotstudio.ui.panels.simulation.cell_art import CHIP_INSET, GLYPH_LEFT, TEXT_LEFT
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.panels.simulation.url_header import URL_INSET
from robotstudio.ui.theme.glyphs import VERDICT_BOX, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import Run, draw_runs, fitted

_HEIGHT = SIZES.matrix_row + 2
_STROKE = 1.6
_STALE_OPACITY = 0.6


Counts = tuple[int | None, ...]
"""One for each column, None where it is not known."""


class TotalsRow(QWidget):
    """Counts below the columns of a matrix, scrolling sideways with it."""

    def __init__(self, theme: Theme, view: MatrixView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = view
        self._words = ""
        self._counts: Counts = ()
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        view.horizontalScrollBar().valueChanged.connect(self._on_scrolled)
        view.columns_laid_out.connect(self._on_scrolled)
        theme.changed.connect(self._on_theme_changed)

    @property
    def counts(self) -> Counts:
        return self._counts

    def show_counts(self, text: str, titles: Sequence[str], counts: Counts) -> None:
        """Show the counts of the columns behind their words."""
        parts = (together(" ", title, self._count_words(count)) for title, count in zip(titles, counts, strict=True))
        name = WORDS.about(text, side_by_side(parts))
        if name == self.accessibleName() and counts == self._counts:
            return
        self._words, self._counts = text, counts
        self.setAccessibleName(name)
        self.update()

    def set_stale(self, stale: bool) -> None:
        """Dim the counts: newer ones are on their way."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.fonts.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._theme.fonts.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, px = QPainter(self), self._theme, self._theme.fonts.px
        rect, left = QRectF(self.rect()), self._view.url_width()
        painter.fillRect(rect, theme.color("window"))
        painter.fillRect(QRectF(0, 0, rect.width(), 1), theme.color("border_strong"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))
        room = QRectF(px(URL_INSET), 0, left - px(URL_INSET), rect.height())
        draw_runs(painter, room, [Run(self._words, theme.fonts.ui(12, 500), theme.color("text2"))])
        painter.setClipRect(QRectF(left, 1, self._view.viewport().width(), rect.height() - 2))
        painter.setOpacity(_STALE_OPACITY if self._stale else 1)
        band = self._view.frozen.band
        for place in self._view.frozen.places:
            if place.number < len(self._counts):
                self._paint_count(painter, left + place.x, place.width, self._counts[place.number])
        painter.setClipRect(QRectF(left + band, 1, self._view.viewport().width() - band, rect.height() - 2))
        for place in self._view.visible_rows().columns:
            if place.number < len(self._counts) and not self._view.frozen.has(place.number):
                self._paint_count(painter, left + place.x, place.width, self._counts[place.number])

    def _count_words(self, count: int | None) -> str:
        return self.tr("unknown") if count is None else WORDS.number(count)

    def _paint_count(self, painter: QPainter, x: int, width: int, count: int | None) -> None:
        theme, px, scale = self._theme, self._theme.fonts.px, self._theme.fonts.scale
        side = VERDICT_BOX * scale
        box = QRectF(x + GLYPH_LEFT * scale, (self.height() - side) / 2, side, side)
        glyph = Glyph.DASH if count is None else Glyph.CROSS
        paint_glyph(painter, glyph, box, theme.color("blocked" if count else "text3"), _STROKE * scale)
        room = QRectF(x + px(TEXT_LEFT), 0, width - px(TEXT_LEFT) - px(CHIP_INSET), self.height())
        weight, color = (600, "text") if count else (400, "text3")
        run = Run("" if count is None else WORDS.number(count), theme.fonts.ui(12, weight), theme.color(color))
        draw_runs(painter, *fitted(run, room, theme.fonts.ui(10, weight), px(CHIP_INSET)))

    def _on_scrolled(self) -> None:
        self.update()

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
