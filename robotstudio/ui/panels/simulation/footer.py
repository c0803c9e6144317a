"""Below the matrix: the totals of its columns, and the footer.

The footer shows how much was evaluated and how fast, or a notice; at its right is the legend.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.draft.cell_state import CellState
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS, CHIP_INSET, GLYPH_LEFT, TEXT_LEFT
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.panels.simulation.url_header import URL_INSET
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.chip import Chip
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.labels import LinkLabel
from robotstudio.ui.widgets.painting import TextRun, draw_runs, fitted, runs_width
from robotstudio.ui.widgets.tone import Tone

_HEIGHT = SIZES.matrix_row + 2
_STROKE = 1.6
_STALE_OPACITY = 0.6
_GLYPH_GAP = 6
_ENTRY_GAP = 20
_NOTICE_MS = 12_000

Counts = tuple[int | None, ...]
"""One count for each column, None if it is not known."""


class TotalsRow(QWidget):
    """Counts below the columns of a matrix, scrolling sideways with it."""

    def __init__(self, view: MatrixView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._words = ""
        self.counts: Counts = ()
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        view.horizontalScrollBar().valueChanged.connect(self._on_scrolled)
        view.columns_laid_out.connect(self._on_scrolled)

    def show_counts(self, text: str, titles: Sequence[str], counts: Counts) -> None:
        """Show the counts of the columns after a label."""
        parts = (together(" ", title, self._count_words(count)) for title, count in zip(titles, counts, strict=True))
        name = WORDS.about(text, side_by_side(parts))
        if name == self.accessibleName() and counts == self.counts:
            return
        self._words, self.counts = text, counts
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
        rect, left = QRectF(self.rect()), self._view.url_width()
        painter.fillRect(rect, theme.color("window"))
        painter.fillRect(QRectF(0, 0, rect.width(), 1), theme.color("border_strong"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))
        room = QRectF(URL_INSET, 0, left - URL_INSET, rect.height())
        draw_runs(painter, room, [TextRun(self._words, theme.fonts.ui(12, 500), theme.color("text2"))])
        painter.setClipRect(QRectF(left, 1, self._view.viewport().width(), rect.height() - 2))
        painter.setOpacity(_STALE_OPACITY if self._stale else 1)
        band = self._view.frozen.band
        for place in self._view.frozen.places:
            if place.number < len(self.counts):
                self._paint_count(painter, left + place.x, place.width, self.counts[place.number])
        painter.setClipRect(QRectF(left + band, 1, self._view.viewport().width() - band, rect.height() - 2))
        for place in self._view.visible_rows().columns:
            if place.number < len(self.counts) and not self._view.frozen.has(place.number):
                self._paint_count(painter, left + place.x, place.width, self.counts[place.number])

    def _count_words(self, count: int | None) -> str:
        return tr("unknown") if count is None else WORDS.number(count)

    def _paint_count(self, painter: QPainter, x: int, width: int, count: int | None) -> None:
        side = VERDICT_BOX
        box = QRectF(x + GLYPH_LEFT, (self.height() - side) / 2, side, side)
        glyph = Glyph.DASH if count is None else Glyph.CROSS
        paint_glyph(painter, glyph, box, theme.color("blocked" if count else "text3"), _STROKE)
        room = QRectF(x + TEXT_LEFT, 0, width - TEXT_LEFT - CHIP_INSET, self.height())
        weight, color = (600, "text") if count else (400, "text3")
        run = TextRun("" if count is None else WORDS.number(count), theme.fonts.ui(12, weight), theme.color(color))
        draw_runs(painter, *fitted(run, room, theme.fonts.ui(10, weight), CHIP_INSET))

    def _on_scrolled(self) -> None:
        self.update()


class Legend(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.words())

    def words(self) -> str:
        shapes = {
            CellState.ALLOWED: tr("check"),
            CellState.BLOCKED: tr("cross"),
            CellState.NO_RULE: tr("dash"),
        }
        return together("\n", *(WORDS.about(shapes[state], text) for state, text in self._entries()))

    def sizeHint(self) -> QSize:
        widths = [self._glyph_side() + _GLYPH_GAP + runs_width([self._run(text)]) for _, text in self._entries()]
        return QSize(round(sum(widths) + _ENTRY_GAP * (len(widths) - 1)) + 1, SIZES.footer - 1)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, side = QPainter(self), self._glyph_side()
        x = 0.0
        for state, text in self._entries():
            look = CELL_LOOKS[state]
            box = QRectF(x, (self.height() - side) / 2, side, side)
            paint_glyph(painter, look.glyph, box, theme.color(look.color), VERDICT_STROKE)
            x += side + _GLYPH_GAP
            run = self._run(text)
            draw_runs(painter, QRectF(x, 0, run.width + 1, self.height()), [run])
            x += run.width + _ENTRY_GAP

    def _entries(self) -> tuple[tuple[CellState, str], ...]:
        return (
            (CellState.ALLOWED, tr("allowed by rule at line")),
            (CellState.BLOCKED, tr("blocked by rule at line")),
            (CellState.NO_RULE, tr("no rule matches, so allowed")),
        )

    def _run(self, text: str) -> TextRun:
        color: QColor = theme.color("text2")
        return TextRun(text, theme.fonts.ui(11), color)

    def _glyph_side(self) -> float:
        return VERDICT_BOX


class SimulationFooter(Footer):
    """Sizes and times of the evaluation. A notice replaces them for a while, and may offer Undo."""

    def __init__(self, fetch: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fetch_url = fetch
        self._size = ""
        self._notice = ""
        self._governing = ""
        self._has_legend = True
        self._scenario = Chip(self)
        self._scenario.hide()
        self.undo = LinkLabel(tr("Undo"), self, px=11)
        self.undo.hide()
        self.cancel = LinkLabel(tr("Cancel"), self, px=11)
        self.cancel.hide()
        self._fetch = LinkLabel("", self, px=11)
        self._fetch.hide()
        self._fetch.activated.connect(self._on_fetch_activated)
        self._legend = Legend(self)
        self._until = QTimer(self, interval=_NOTICE_MS, singleShot=True)
        self._until.timeout.connect(self.clear_notice)
        self.add_before(self._scenario)
        for link in (self.undo, self.cancel, self._fetch):
            self.add_left(link)
        self.add_right(self._legend)

    @property
    def can_undo(self) -> bool:
        """True if the current notice offers Undo."""
        return not self.undo.isHidden()

    @property
    def scenario(self) -> str:
        """The assumed scenario, "" for none."""
        return "" if self._scenario.isHidden() else self._scenario.text

    @property
    def offered(self) -> str:
        """The URL of the robots.txt that is offered for fetching, "" for none."""
        return self._governing

    def take_offer(self) -> None:
        """Request the robots.txt that is offered."""
        if self._governing:
            self._fetch_url(self._governing)

    def show_size(self, text: str) -> None:
        """Show how much was evaluated, after the current notice if there is one."""
        self._size = text
        self._update_text()

    def show_scenario(self, text: str) -> None:
        """Show the assumed scenario, "" for none."""
        self._scenario.set_content(text, Tone.WARNING)
        self._scenario.setVisible(bool(text))

    def offer_fetch(self, robots_url: str) -> None:
        """Offer to fetch the robots.txt that governs the selected URL, in place of the legend; "" ends the offer."""
        self._governing = robots_url
        self._fetch.setText(tr("Fetch {url}", url=robots_url))
        self._fetch.setVisible(bool(robots_url))
        self._show_legend()

    def show_notice(self, text: str) -> None:
        self._show(text, undoable=False)

    def show_progress(self, text: str) -> None:
        """Show the progress of an operation, with a link to cancel it."""
        self._show(text, undoable=False)
        self.cancel.show()
        self._until.stop()

    def show_removal(self, text: str) -> None:
        """Show a removal, with a link to undo it."""
        self._show(text, undoable=True)

    def clear_notice(self) -> None:
        """Show again how much was evaluated."""
        self._notice = ""
        self.undo.hide()
        self.cancel.hide()
        self._until.stop()
        self._update_text()

    def set_legend_shown(self, shown: bool) -> None:
        """Show the legend, or only its tooltip if space is short."""
        self._has_legend = shown
        self._show_legend()

    def _show_legend(self) -> None:
        shown = self._has_legend and not self._governing
        self._legend.setVisible(shown)
        self.setToolTip("" if shown else self._legend.words())

    def _on_fetch_activated(self, _with_control: bool) -> None:
        self.take_offer()

    def _show(self, text: str, *, undoable: bool) -> None:
        self._notice = text
        self.undo.setVisible(undoable)
        self.cancel.hide()
        self._until.start()
        self._update_text()

    def _update_text(self) -> None:
        self.say(self._notice or self._size)
