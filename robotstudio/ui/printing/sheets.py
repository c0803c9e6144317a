"""Printed or copied content: rows one below another, which have a height and paint themselves.

All text is drawn as plain text, in units of 1/96 inch; the caller scales it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextDocument, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextDocumentLayout

from robotstudio.draft.cell_state import CellState
from robotstudio.engine.crawlers import title_of
from robotstudio.text.language import tr
from robotstudio.ui.editor.highlighter import TINT, Highlighter
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS
from robotstudio.ui.panels.simulation.matrix_model import CellFacts, MatrixModel
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs
from robotstudio.ui.widgets.url_text import draw_url, told_apart, url_parts, url_width

_LINE, _NUMBER_WIDTH, _GAP = 18, 44, 12
_MOST_ROWS_OF_A_LINE: Final = 40
_ROW, _HEAD, _CHIP_INSET, _CHIP_TOP, _GLYPH, _TEXT = 22, 40, 3, 2, 9, 22
_URL_LEAST, _URL_MOST, _COLUMN = 200, 480, 90
_MOST_IN_A_LINE: Final = 8_192


class Sheet(ABC):
    """Rows below a head that is repeated on each page."""

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of rows."""

    @property
    @abstractmethod
    def head(self) -> float:
        """The height of the head."""

    @abstractmethod
    def natural_width(self) -> float:
        """Return the width without restrictions."""

    @abstractmethod
    def fit(self, width: float) -> None:
        """Lay the rows out for a width."""

    @abstractmethod
    def height(self, row: int) -> float:
        """Return the height of a row."""

    @abstractmethod
    def paint_head(self, painter: QPainter) -> None:
        """Paint the head at the origin."""

    @abstractmethod
    def paint_row(self, painter: QPainter, row: int) -> None:
        """Paint a row at the origin."""

    def legend(self) -> Sequence[tuple[CellState, str]]:
        """Return the meanings of its signs."""
        return ()


class FileSheet(Sheet):
    """Lines of a file with numbers, in the colours of the editor; long ones are wrapped, never cut."""

    head = 0.0

    def __init__(self, lines: Sequence[str], first: int = 1) -> None:
        super().__init__()
        self._lines, self._first = lines, first
        self._font = theme.fonts.mono(12)
        self._width = self.natural_width()
        self._document = QTextDocument()
        # The default layout would lay all lines below out again for each coloured line.
        self._document.setDocumentLayout(QPlainTextDocumentLayout(self._document))
        self._document.setPlainText("\n".join(line[:_MOST_IN_A_LINE] for line in lines))
        self._highlighter = Highlighter(self._document, theme.tokens)

    @classmethod
    def most_on(cls, height: float) -> int:
        """Return the number of lines that fit on a page of this height."""
        return max(1, int(height // _LINE))

    @property
    def count(self) -> int:
        return len(self._lines)

    def natural_width(self) -> float:
        letters = max((len(line) for line in self._lines), default=0)
        return self._left + QFontMetricsF(self._font).horizontalAdvance("0") * max(letters, 60) + _GAP

    def fit(self, width: float) -> None:
        self._width = width

    def height(self, row: int) -> float:
        return float(self._laid_out(row).lineCount() * _LINE)

    def paint_head(self, painter: QPainter) -> None:
        """Paint nothing: a file has no head."""

    def paint_row(self, painter: QPainter, row: int) -> None:
        line = _LINE
        number = TextRun(str(self._first + row), theme.fonts.mono(11), theme.color("text3"))
        at_right = _NUMBER_WIDTH - number.width
        draw_runs(painter, QRectF(at_right, 0, _NUMBER_WIDTH, line), [number])
        layout = self._laid_out(row)
        painter.setPen(theme.color("text"))
        for part in layout.formats():
            tint = part.format.property(TINT)
            if tint is not None:
                self._paint_tint(painter, layout, part, tint)
        layout.draw(painter, QPointF(self._left, 0))

    @property
    def _left(self) -> float:
        return _NUMBER_WIDTH + _GAP

    def _laid_out(self, row: int) -> QTextLayout:
        block = self._document.findBlockByNumber(row)
        self._highlighter.lex_blocks([block])
        layout = QTextLayout(block.text(), self._font)
        layout.setFormats(block.layout().formats())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        layout.setTextOption(option)
        height = _LINE
        metrics = QFontMetricsF(self._font)
        layout.beginLayout()
        for place in range(_MOST_ROWS_OF_A_LINE):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(1.0, self._width - self._left))
            line.setPosition(QPointF(0, place * height + (height - metrics.height()) / 2))
        layout.endLayout()
        return layout

    def _paint_tint(self, painter: QPainter, layout: QTextLayout, part: QTextLayout.FormatRange, color: object) -> None:
        line = layout.lineForTextPosition(part.start)
        if line.isValid():
            left, right = _x(line, part.start), _x(line, part.start + part.length)
            box = QRectF(self._left + left, line.y() + 1, right - left, line.height() - 2)
            draw_box(painter, box, 2, color)  # type: ignore[arg-type]  # the highlighter puts only colours there


def _x(line: object, column: int) -> float:
    x = line.cursorToX(column)  # type: ignore[attr-defined]  # a QTextLine, whose stub leaves out one form
    return float(x[0] if isinstance(x, tuple) else x)


def columns_in(width: float) -> int:
    """Return the number of crawlers that fit beside one another on paper of this width."""
    return max(1, int((width - _URL_LEAST) // _COLUMN))


class MatrixSheet(Sheet):
    """Listed URLs with the verdicts of some crawlers, each as a sign with a number or a word."""

    def __init__(self, model: MatrixModel, rows: Sequence[int], columns: Sequence[int], base: str | None) -> None:
        super().__init__()
        self._model = model
        self._base = base
        self._rows, self._columns = rows, columns
        urls = [model.url_at(row) for row in rows]
        self._parts = [url_parts(url, base) if url else () for url in urls]
        self._width = 0.0
        self._shown = self._parts
        self.fit(self.natural_width())

    @classmethod
    def most_on(cls, height: float) -> int:
        """Return the number of rows that fit on a page of this height."""
        return max(1, int((height - _HEAD) // _ROW))

    @property
    def count(self) -> int:
        return len(self._rows)

    @property
    def head(self) -> float:
        return float(_HEAD)

    def legend(self) -> Sequence[tuple[CellState, str]]:
        return (
            (CellState.ALLOWED, tr("allowed by rule at line")),
            (CellState.BLOCKED, tr("blocked by rule at line")),
            (CellState.NO_RULE, tr("no rule matches, so allowed")),
        )

    @property
    def url_width(self) -> float:
        """The width for URLs."""
        return self._width - len(self._columns) * _COLUMN

    def natural_width(self) -> float:
        widest = max((url_width(parts) for parts in self._parts), default=0) + _GAP
        urls = min(max(widest, _URL_LEAST), _URL_MOST)
        return float(urls + len(self._columns) * _COLUMN)

    def fit(self, width: float) -> None:
        self._width = min(width, self.natural_width())
        room = self.url_width - _GAP
        font = theme.fonts.mono(12)
        self._shown = told_apart(self._parts, font, [room] * len(self._parts)) if self._parts else []

    def height(self, _row: int) -> float:
        return float(_ROW)

    def paint_head(self, painter: QPainter) -> None:
        model = self._model
        room = self.url_width - _GAP
        corner = TextRun(tr("Test URL"), theme.fonts.ui(12, 600), theme.color("text"))
        draw_runs(painter, QRectF(0, 0, room, 18), [corner])
        site = TextRun(self._base or "", theme.fonts.ui(11), theme.color("text2"))
        draw_runs(painter, QRectF(0, 18, room, 16), [site])
        for place, column in enumerate(self._columns):
            followed = model.followed(column)
            left, width = self._x(place), _COLUMN - 4
            title = TextRun(title_of(model.columns[column].crawler), theme.fonts.ui(12, 600), theme.color("text"))
            group = TextRun(followed.text, theme.fonts.ui(11), theme.color("text2"))
            draw_runs(painter, QRectF(left, 0, width, 18), [title])
            draw_runs(painter, QRectF(left, 18, width, 16), [group])
        self._paint_line(painter, self.head)

    def paint_row(self, painter: QPainter, row: int) -> None:
        draw_url(painter, QRectF(0, 0, self.url_width, _ROW), self._shown[row])
        for place, column in enumerate(self._columns):
            facts = self._model.facts(self._rows[row], column)
            if facts is not None:
                self._paint_cell(painter, facts, self._x(place))
        self._paint_line(painter, _ROW)

    def _x(self, place: int) -> float:
        return self.url_width + place * _COLUMN

    def _paint_cell(self, painter: QPainter, facts: CellFacts, left: float) -> None:
        look = CELL_LOOKS[facts.state]
        color = theme.color("text3" if facts.outside else look.color)
        if look.ground and not facts.outside:
            box = QRectF(left, _CHIP_TOP, _COLUMN - 2 * _CHIP_INSET, (_ROW - 2 * _CHIP_TOP) - 1)
            draw_box(painter, box, RADII.cell, theme.color(look.ground))
        side = VERDICT_BOX
        glyph = QRectF(left + _GLYPH, (_ROW - side) / 2, side, side)
        paint_glyph(painter, look.glyph, glyph, color, VERDICT_STROKE)
        said = str(facts.line) if look.numbered else words.cell_word(facts.state)
        if facts.state is not CellState.NO_RULE:
            font: QFont = theme.fonts.ui(look.px, look.weight)
            room = QRectF(left + _TEXT, 0, _COLUMN - _TEXT - 4, _ROW)
            draw_runs(painter, room, [TextRun(said, font, color)])

    def _paint_line(self, painter: QPainter, y: float) -> None:
        painter.fillRect(QRectF(0, y - 1, self._width, 1), theme.color("border"))
