"""Rows of one height whatever the font falls back to: what QPlainTextEdit itself does not offer.

Qt makes a line as high as its tallest glyph, so CJK fallbacks would shake the rows. Here every line is a row of fixed
height with its baseline at a fixed place, set where Qt asks for the geometry of a block: that is before it is drawn.
"""

from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSizeF, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

TEXT_INSET = 14
TOP_INSET = 6
LINE_HEIGHT_EM = 1.5


def row_height(font_px: int) -> int:
    """The height of a row for a font of this size: 20 for 13."""
    return int(LINE_HEIGHT_EM * font_px + 0.5)


class RowLayout(QPlainTextDocumentLayout):
    """Lays out each block as one row; the text must not wrap.

    Where lines come or go, Qt has all that can be seen painted anew; here `rows_moved` tells which rows (counted from
    0) are to be painted, and by how many rows those below them have moved.
    """

    rows_moved = Signal(int, int, int)

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._height = 20.0
        self._baseline = 14.0
        self._count = document.blockCount()
        document.setDocumentMargin(TOP_INSET)

    @property
    def height(self) -> int:
        return int(self._height)

    def set_font(self, font: QFont) -> None:
        """Fit the rows to the editor's font; the document must be laid out anew afterwards."""
        metrics = QFontMetricsF(font)
        self._height = float(row_height(font.pixelSize()))
        self._baseline = (self._height + metrics.ascent() - metrics.descent()) / 2

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        rect = super().blockBoundingRect(block)
        if rect.isEmpty():
            return rect
        line = block.layout().lineAt(0)
        if line.x() != TEXT_INSET:  # it was laid out anew; asked for each row of each frame, several times
            line.setPosition(QPointF(TEXT_INSET, self._baseline - line.ascent()))
        return QRectF(0, 0, rect.width() + TEXT_INSET, self._height)

    def documentChanged(self, position: int, removed: int, added: int) -> None:
        document = self.document()
        moved = document.blockCount() - self._count
        self._count += moved
        if not moved:
            super().documentChanged(position, removed, added)
            return
        blocker = QSignalBlocker(self)
        super().documentChanged(position, removed, added)
        blocker.unblock()
        self.documentSizeChanged.emit(self.documentSize())
        last = document.findBlock(position + added)
        self.rows_moved.emit(
            document.findBlock(position).blockNumber(),
            (last if last.isValid() else document.lastBlock()).blockNumber(),
            moved,
        )

    def documentSize(self) -> QSizeF:
        size = super().documentSize()
        return QSizeF(size.width() + TEXT_INSET - TOP_INSET, size.height())


class VisibleRow(NamedTuple):
    """A row that can be seen: its block, its line counted from 1, and its top in the viewport."""

    block: QTextBlock
    line: int
    top: float


def x_of(block: QTextBlock, column: int) -> float:
    """How far from the left of the text, unscrolled, a UTF-16 column of a block stands."""
    layout = block.layout()
    if not layout.lineCount():  # not laid out; a line that is not there crashes Qt
        return TEXT_INSET
    # The stubs say `object`; it is (x, column).
    x, _ = cast("tuple[float, int]", layout.lineAt(0).cursorToX(column))
    return x


def column_at(block: QTextBlock, x: float) -> int:
    """The UTF-16 column that stands nearest to `x`."""
    layout = block.layout()
    return layout.lineAt(0).xToCursor(x) if layout.lineCount() else 0
