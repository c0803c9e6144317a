"""Rows of one height for any fallback font, which QPlainTextEdit does not offer.

Qt makes a line as high as its tallest glyph, so CJK fallbacks would shift the rows. Here every line is a row of fixed
height with a fixed baseline, set when Qt queries the geometry of a block, which is before it is drawn.
"""

from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSizeF, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

TEXT_INSET = 14
TOP_INSET = 6
LINE_HEIGHT_EM = 1.5


def row_height(font_px: int) -> int:
    """Return the height of a row for a font size: 20 for 13."""
    return int(LINE_HEIGHT_EM * font_px + 0.5)


class RowLayout(QPlainTextDocumentLayout):
    """Lays out each block as one row; the text must not wrap.

    If the number of lines changes, Qt would repaint the whole view; here `rows_moved` carries the rows (counted from
    0) to repaint, and the shift of those below them.
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
        """Fit the rows to the editor's font; the caller has to lay the document out again."""
        metrics = QFontMetricsF(font)
        self._height = float(row_height(font.pixelSize()))
        self._baseline = (self._height + metrics.ascent() - metrics.descent()) / 2

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        rect = super().blockBoundingRect(block)
        if rect.isEmpty():
            return rect
        line = block.layout().lineAt(0)
        if line.x() != TEXT_INSET:  # it was laid out again; called several times for each row of each frame
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
    """A visible row: its block, its line counted from 1, and its top in the viewport."""

    block: QTextBlock
    line: int
    top: float


def x_of(block: QTextBlock, column: int) -> float:
    """Return the unscrolled x position of a UTF-16 column in a block."""
    layout = block.layout()
    if not layout.lineCount():  # not laid out; a missing line crashes Qt
        return TEXT_INSET
    # PySide's stubs declare `object`; it is (x, column).
    x, _ = cast("tuple[float, int]", layout.lineAt(0).cursorToX(column))
    return x


def column_at(block: QTextBlock, x: float) -> int:
    """Return the UTF-16 column nearest to `x`."""
    layout = block.layout()
    return layout.lineAt(0).xToCursor(x) if layout.lineCount() else 0
