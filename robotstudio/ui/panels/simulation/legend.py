"""The pop-up that shows what each sign of the matrix means."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.draft.cell_state import CellState
from robotstudio.draft.listing.marks import Expected
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS, CHIP_INSET, CHIP_TOP, TEXT_LEFT, CellArt, CellStyle
from robotstudio.ui.panels.simulation.matrix_painter import paint_changed, paint_expected
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.popover import Popover

_CELL, _ROW, _GAP, _MARGIN = 104, 26, 10, 12
_LINE = 12
_STATES = (
    CellState.BLOCKED,
    CellState.ALLOWED,
    CellState.NO_RULE,
    CellState.ALWAYS,
    CellState.ALL_BLOCKED,
    CellState.ALL_ALLOWED,
    CellState.UNKNOWN,
    CellState.DEFERRED,
    CellState.COPY_BLOCKED,
    CellState.COPY_ALLOWED,
)

Mark = Callable[[QPainter, QRectF], None]


class LegendRow(QWidget):
    """A cell as the matrix paints it, and its meaning."""

    def __init__(self, art: CellArt, state: CellState, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._art, self._text = art, text
        self.style_of_cell = CellStyle(state, _CELL)
        self.mark: Mark | None = None
        self.setAccessibleName(text)

    def sizeHint(self) -> QSize:
        return QSize(_CELL + _GAP + round(self._run().width) + 1, _ROW)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, style = QPainter(self), self.style_of_cell
        top = (_ROW - self._art.height) // 2
        painter.drawPixmap(0, top, self._art.picture(style, self.devicePixelRatioF()))
        if CELL_LOOKS[style.state].numbered:
            number = self._art.number_style(style.state, outside=style.outside)
            painter.setFont(number.font)
            painter.setPen(number.color)
            painter.drawText(QPointF(TEXT_LEFT, top + number.baseline), WORDS.number(_LINE))
        if self.mark:
            height = self._art.height - 2 * CHIP_TOP
            self.mark(painter, QRectF(CHIP_INSET, top + CHIP_TOP, _CELL - 2 * CHIP_INSET, height))
        draw_runs(painter, QRectF(_CELL + _GAP, 0, self.width(), _ROW), [self._run()])

    def _run(self) -> TextRun:
        return TextRun(self._text, theme.fonts.ui(12), theme.color("text"))


class Legend(Popover):
    """All glyphs, frames and corners of the matrix with their meanings."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._art = CellArt()
        theme.changed.connect(self._art.forget)
        self.setAccessibleName(tr("What the symbols mean"))
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(_MARGIN - CHIP_INSET, _MARGIN, _MARGIN, _MARGIN)
        self._rows.setSpacing(0)

    def meanings(self) -> tuple[str, ...]:
        """Return the meanings in their order."""
        return tuple(row.accessibleName() for row in self.findChildren(LegendRow))

    def open_under(self, anchor: QWidget) -> None:
        """Open below a button, in the colours of now."""
        self._art.forget()
        if not self._rows.count():
            self._fill()
        self.show_under(anchor, self._rows.sizeHint().width())

    def _fill(self) -> None:
        for state in _STATES:
            self._add(state, words.verdict_words(state, _LINE))
        outside = self._add(CellState.BLOCKED, tr("Another robots.txt governs this URL"))
        outside.style_of_cell = CellStyle(CellState.BLOCKED, _CELL, outside=True)
        decided = self._add(CellState.BLOCKED, tr("The line at the caret decides"))
        decided.style_of_cell = CellStyle(CellState.BLOCKED, _CELL, marked=True)
        self._add(CellState.ALLOWED, tr("The verdict has changed")).mark = paint_changed
        as_expected = self._add(CellState.ALLOWED, tr("The verdict is as expected"))
        as_expected.mark = partial(paint_expected, expected=Expected.PASSES)
        failing = self._add(CellState.ALLOWED, tr("Expected: blocked"))
        failing.mark = partial(paint_expected, expected=Expected.SHOULD_BLOCK)

    def _add(self, state: CellState, text: str) -> LegendRow:
        row = LegendRow(self._art, state, text[:1].upper() + text[1:], self)
        self._rows.addWidget(row)
        return row
