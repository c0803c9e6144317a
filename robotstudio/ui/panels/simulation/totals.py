"""The totals of the columns below the matrix, which is cut at whole rows."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.panels.simulation.cell_art import CHIP_INSET, GLYPH_LEFT
from robotstudio.ui.panels.simulation.matrix_headers import TITLE_LEFT
from robotstudio.ui.panels.simulation.matrix_painter import VisibleColumn
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.panels.simulation.url_header import URL_INSET
from robotstudio.ui.panels.simulation.words import totals_words
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import TextRun, draw_runs, fitted

_HEIGHT = SIZES.matrix_row + 2
_STALE_OPACITY = 0.6

Counts = tuple[int | None, ...]
"""One count for each column, None if it is not known."""


class TotalsRow(QWidget):
    """Counts below the columns of a matrix, in the middle of its height, scrolling sideways with it."""

    def __init__(self, view: MatrixView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._words, self._listed = "", 0
        self.counts: Counts = ()
        self.sums: tuple[tuple[str, str], ...] = ()
        """Total of each extra column, in short and in full; empty if that means nothing."""
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        view.horizontalScrollBar().valueChanged.connect(self._on_scrolled)
        view.columns_laid_out.connect(self._on_scrolled)

    def show_counts(
        self,
        listed: int,
        titles: Sequence[str],
        counts: Counts,
        sums: Sequence[tuple[str, str]] = (),
        *,
        filtered: bool,
    ) -> None:
        """Show how many of the listed URLs each crawler may not fetch, and the sums of the extra columns."""
        text = totals_words(listed, filtered=filtered)
        parts = [together(" ", title, self._count_words(count)) for title, count in zip(titles, counts, strict=True)]
        name = WORDS.about(text, side_by_side([*parts, *(full for _, full in sums if full)]))
        if name == self.accessibleName() and (counts, tuple(sums)) == (self.counts, self.sums):
            return
        self._words = text if filtered else tr("Blocked URLs")
        self._listed, self.counts, self.sums = listed, counts, tuple(sums)
        self.setAccessibleName(name)
        self.update()

    def set_stale(self, stale: bool) -> None:
        """Dim the counts while newer ones are computed."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("window"))
        rect, left = QRectF(self.rect()), self._view.url_width()
        painter.fillRect(QRectF(0, 0, rect.width(), 1), theme.color("border_strong"))
        room = QRectF(URL_INSET, 0, left - URL_INSET, rect.height())
        draw_runs(painter, room, [TextRun(self._words, theme.fonts.ui(12, 500), theme.color("text2"))])
        painter.setClipRect(QRectF(left, 1, self._view.viewport().width(), rect.height() - 1))
        painter.setOpacity(_STALE_OPACITY if self._stale else 1)
        band = self._view.frozen.band
        for place in self._view.frozen.places:
            self._paint_column(painter, left, place)
        painter.setClipRect(QRectF(left + band, 1, self._view.viewport().width() - band, rect.height() - 1))
        for place in (*self._view.visible_rows().columns, *self._view.extra_places()):
            if not self._view.frozen.has(place.number):
                self._paint_column(painter, left, place)

    def _paint_column(self, painter: QPainter, left: int, place: VisibleColumn) -> None:
        number = place.number - len(self.counts)
        if number < 0:
            self._paint_count(painter, left + place.x, place.width, self.counts[place.number])
        elif number < len(self.sums) and self.sums[number][0]:
            self._paint_sum(painter, left + place.x, place.width, self.sums[number][0])

    def _paint_sum(self, painter: QPainter, x: int, width: int, text: str) -> None:
        """Paint a whole sum, or nothing: a part of a number is another number."""
        room = QRectF(x, 0, width - TITLE_LEFT, self.height())
        whole = TextRun(text, theme.fonts.ui(12, 500), theme.color("text"))
        room, (run,) = fitted(whole, room, theme.fonts.ui(10, 500), TITLE_LEFT)
        room.setLeft(room.right() - run.width - 0.5)
        if room.left() >= x:
            draw_runs(painter, room, [run])

    def _count_words(self, count: int | None) -> str:
        return tr("unknown") if count is None else WORDS.number(count)

    def _paint_count(self, painter: QPainter, x: int, width: int, count: int | None) -> None:
        """Paint a count without a cross: numbers in the cells above are lines."""
        room = QRectF(x + GLYPH_LEFT, 0, width - GLYPH_LEFT - CHIP_INSET, self.height())
        weight, color = (600, "text") if count else (400, "text3")
        run = TextRun(self.count_text(count, room.width()), theme.fonts.ui(12, weight), theme.color(color))
        draw_runs(painter, *fitted(run, room, theme.fonts.ui(10, weight), CHIP_INSET))

    def count_text(self, count: int | None, room: float) -> str:
        """Return a count and of how many it is, or the count alone if that does not fit."""
        if count is None:
            return "–"
        alone = WORDS.number(count)
        whole = tr("{count} of {total}", count=alone, total=WORDS.number(self._listed))
        fits = QFontMetricsF(theme.fonts.ui(12, 600)).horizontalAdvance(whole) <= room
        return whole if fits else alone

    def _on_scrolled(self) -> None:
        self.update()


class WholeRows(QWidget):
    """A matrix that ends with a whole row, and its totals: below the last row of a short list, else at the bottom.

    A hint covers the rows while nothing is listed, and a progress row the totals while something runs.
    """

    def __init__(
        self, view: MatrixView, totals: TotalsRow, hint: QWidget, progress: Sequence[QWidget], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._view, self._totals, self._hint, self._progress = view, totals, hint, progress
        for part in (view, totals, hint, *progress):
            part.setParent(self)
        view.horizontalScrollBar().rangeChanged.connect(self._on_range_changed)
        view.matrix.modelReset.connect(self._place)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._view.minimumHeight() + SIZES.matrix_row + _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        bar = self._view.horizontalScrollBar()
        above = SIZES.matrix_header + (bar.sizeHint().height() if bar.maximum() else 0)
        fitting = max(2, (self.height() - _HEIGHT - above) // SIZES.matrix_row)
        listed = self._view.matrix.rowCount() or fitting
        height = above + min(fitting, listed) * SIZES.matrix_row
        totals = _HEIGHT if listed < fitting else max(_HEIGHT, self.height() - height)
        self._view.setGeometry(0, 0, self.width(), height)
        self._hint.setGeometry(self._view.geometry().adjusted(0, SIZES.matrix_header, 0, 0))
        for part in (self._totals, *self._progress):
            part.setGeometry(0, height, self.width(), totals)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, below = QPainter(self), self._totals.geometry().bottom() + 1
        painter.fillRect(0, below, self.width(), self.height() - below, theme.color("surface"))
        painter.fillRect(0, below, self.width(), 1, theme.color("border"))

    def _on_range_changed(self, _least: int, _most: int) -> None:
        self._place()
