"""The table below the matrix: what is at a place and where a cell is seen, with columns that do not scroll.

Qt knows of no such columns. Whatever it asks about a place is answered here.
"""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTableView, QWidget

from robotstudio.ui.panels.simulation.frozen_columns import FrozenColumns
from robotstudio.ui.panels.simulation.matrix_headers import CrawlerHeader
from robotstudio.ui.panels.simulation.matrix_model import AnyIndex, MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, MatrixPainter, Visible
from robotstudio.ui.panels.simulation.matrix_place import seen
from robotstudio.ui.theme.theme import Theme


class MatrixTable(QTableView):
    """The rows of URLs and the columns of crawlers."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = MatrixModel(self)
        self._painter = MatrixPainter(theme, self._model)
        self._crawlers = CrawlerHeader(theme, self._model, self)
        self._hovered = -1
        self.frozen = FrozenColumns(theme, self, self._painter, self._crawlers, self)

    def visible_rows(self) -> Visible:
        """The rows and columns that can be seen."""
        return seen(self, self._model, self._painter.art.height)

    def highlights(self) -> Highlights:
        """What stands out in them."""
        raise NotImplementedError

    def scrollContentsBy(self, right: int, down: int) -> None:
        super().scrollContentsBy(right, down)
        self.frozen.update()

    def indexAt(self, at: QPoint) -> QModelIndex:
        """Qt asks this for what is at the pointer."""
        return super().indexAt(QPoint(at.x() - self._unscrolled(at.x()), at.y()))

    def visualRect(self, index: AnyIndex) -> QRect:
        rect = super().visualRect(index)
        if self.frozen.has(index.column()):
            rect.translate(self.horizontalScrollBar().value(), 0)
        return rect

    def scrollTo(self, index: AnyIndex, hint: QTableView.ScrollHint = QTableView.ScrollHint.EnsureVisible) -> None:
        """Scroll until a cell can be seen beside the columns that do not scroll."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if self.frozen.has(index.column()):
            bar.setValue(before)
        elif index.isValid():
            bar.setValue(bar.value() - max(0, self.frozen.band - self.columnViewportPosition(index.column())))

    def _unscrolled(self, x: int) -> int:
        """How far the column that is seen there would be scrolled, if it was not frozen."""
        return self.horizontalScrollBar().value() if 0 <= x < self.frozen.band else 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(self._in_a_cell(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.rowAt(event.position().toPoint().y()))
        super().mouseMoveEvent(self._in_a_cell(event))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(self._in_a_cell(event))

    def _in_a_cell(self, event: QMouseEvent) -> QMouseEvent:
        """The same event, moved from the URL column into the selected one: a click on a URL selects its row there."""
        if event.position().x() >= 0:
            return event
        column = max(0, self.currentIndex().column() if self.currentIndex().isValid() else self.columnAt(0))
        left = self._crawlers.place_of(column)
        if not self.frozen.has(column):  # as far as it is seen
            left = max(left, min(self.frozen.band, left + self.columnWidth(column) - 2))
        at = QPointF(left + 1, event.position().y())
        return QMouseEvent(event.type(), at, event.globalPosition(), event.button(), event.buttons(), event.modifiers())

    def _keep_in_sight(self, lost: int) -> None:
        """Scroll no further than the selected row needs, which was seen and is below the lower edge now."""
        current, height = self.currentIndex(), self._painter.art.height
        if current.isValid() and lost > 0:
            below = self.rowViewportPosition(current.row()) + height - self.viewport().height()
            if 0 < below <= lost + height:
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + below)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            self._hovered = row
            self._paint_cells_again()
            self.verticalHeader().viewport().update()

    def _paint_cells_again(self) -> None:
        self.viewport().update()
        self.frozen.update()
