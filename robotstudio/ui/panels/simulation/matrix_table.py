"""The table below the matrix: what is at a place and where a cell is seen, with columns that do not scroll.

Qt knows of no such columns. Whatever it asks about a place is answered here. What is seen and selected is remembered by
URL before the rows change, and restored after.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionRange, QModelIndex, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QTableView, QWidget

from robotstudio.draft.listing.filters import Rows
from robotstudio.ui.panels.simulation.matrix_headers import CrawlerHeader, paint_header_ground
from robotstudio.ui.panels.simulation.matrix_model import NO_ROWS, AnyIndex, MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, MatrixPainter, Visible, VisibleColumn
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.urls.url_set import UrlSet

_MOST_RANGES = 1_000
_MOST_FOUND_AGAIN = 10_000


class MatrixPlace(Struct, frozen=True):
    """The list, the selected URLs, and the visible ones, the first of which was at `top`.

    All are positions in that list; `right` is how far the crawlers were scrolled.
    """

    urls: UrlSet
    selected: Rows
    anchors: Rows
    top: int
    right: int


def seen(view: QTableView, model: MatrixModel, row_height: int) -> Visible:
    viewport = view.viewport()
    first = max(0, view.rowAt(0))
    last = min(model.rowCount() - 1, first + (viewport.height() + row_height) // row_height)
    top = view.rowViewportPosition(first) if model.rowCount() else 0
    places = (
        VisibleColumn(column, view.columnViewportPosition(column), view.columnWidth(column))
        for column in range(len(model.columns))
    )
    columns = [place for place in places if place.width and place.x + place.width > 0 and place.x < viewport.width()]
    return Visible(first, last, top, columns)


def rows_of(selection: QItemSelection) -> Rows:
    """The numbers of the selected rows, in ascending order."""
    rows, end = [NO_ROWS], 0
    # Not sorted row by row: of a million that would be felt.
    for top, bottom in sorted((part.top(), part.bottom()) for part in selection.toList()):
        rows.append(np.arange(max(top, end), bottom + 1, dtype=np.intp))
        end = max(end, bottom + 1)
    return np.concatenate(rows)


def remember(view: QTableView, model: MatrixModel, selected: Rows, visible: Visible) -> MatrixPlace:
    """The selection and scroll position of a view."""
    urls = model.analysis.urls if model.analysis else UrlSet()
    rows = np.arange(visible.first, visible.last + 1, dtype=np.intp)
    current = view.currentIndex().row()
    if visible.first <= current <= visible.last:
        # The selected row is what one looks at: it, before all others, stays where it is.
        rows = np.concatenate((rows[rows == current], rows[rows > current], rows[rows < current]))
    top = view.rowViewportPosition(int(rows[0])) if rows.size else 0
    return MatrixPlace(urls, selected, model.rows[rows], top, view.horizontalScrollBar().value())


def selection_again(place: MatrixPlace, model: MatrixModel) -> QItemSelection:
    """What was selected, among the current rows; nothing where the selection fell into too many pieces for Qt."""
    rows = np.flatnonzero(np.isin(model.rows, _moved(place, place.selected, model)))
    selection = QItemSelection()
    breaks = np.flatnonzero(np.diff(rows) > 1)
    last = model.columnCount() - 1
    if rows.size and last >= 0 and breaks.size < _MOST_RANGES:
        starts = np.concatenate((rows[:1], rows[breaks + 1])).tolist()
        ends = np.concatenate((rows[breaks], rows[-1:])).tolist()
        for start, end in zip(starts, ends, strict=True):
            selection.append(QItemSelectionRange(model.index(start, 0), model.index(end, last)))
    return selection


def scroll_again(view: QTableView, place: MatrixPlace, model: MatrixModel, row_height: int) -> None:
    """Bring the first of the remembered URLs that is still listed to where it was."""
    view.horizontalScrollBar().setValue(place.right)
    for position in _moved(place, place.anchors, model).tolist():
        row = model.row_of(position)
        if row is not None:
            view.verticalScrollBar().setValue(row * row_height - place.top)
            return


def _moved(place: MatrixPlace, positions: Rows, model: MatrixModel) -> Rows:
    """Where the URLs at these positions of the remembered list stand in the current list."""
    if model.analysis is None or not positions.size:
        return NO_ROWS
    if place.urls is model.analysis.urls:
        return positions
    if positions.size > _MOST_FOUND_AGAIN:
        return NO_ROWS
    found = (model.position_of(place.urls[position].url) for position in positions.tolist())
    return np.array([position for position in found if position is not None], np.intp)


class FrozenSource(Protocol):
    """What the matrix says of what is to be painted."""

    def visible_rows(self) -> Visible: ...
    def highlights(self) -> Highlights: ...


class FrozenColumns(QWidget):
    """Paints columns where they would be if nothing was scrolled."""

    def __init__(self, source: FrozenSource, painter: MatrixPainter, header: CrawlerHeader, parent: QWidget) -> None:
        super().__init__(parent)
        self._source = source
        self._painter = painter
        self._header = header
        self.places: Sequence[VisibleColumn] = ()
        """The columns that are frozen, and where they are."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()
        header.look_changed.connect(self.update)

    @property
    def band(self) -> int:
        """How many pixels beside the URLs do not scroll."""
        return sum(place.width for place in self.places)

    def has(self, column: int) -> bool:
        """Whether a column is one of them."""
        return any(place.number == column for place in self.places)

    def lay_out(self, places: Sequence[VisibleColumn], left: int, height: int) -> None:
        """Freeze these columns from `left` on, over a matrix of this height."""
        self.places = tuple(places)
        self.setGeometry(left, 0, self.band, height)
        self.setVisible(bool(self.places))
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, head = QPainter(self), SIZES.matrix_header
        paint_header_ground(painter, QRectF(0, 0, self.width(), head))
        for place in self.places:
            self._header.paint_crawler(painter, place.number, QRectF(place.x, 0, place.width, head))
        painter.save()
        painter.setClipRect(QRectF(0, head, self.width(), self.height() - head))
        painter.translate(0, head)
        painter.fillRect(QRectF(0, 0, self.width(), self.height()), theme.color("surface"))
        seen, highlights = self._source.visible_rows(), self._source.highlights()
        self._painter.paint_rows(painter, seen, highlights, self.width())
        frozen = Visible(seen.first, seen.last, seen.top, self.places)
        self._painter.paint_cells(painter, frozen, highlights)
        painter.restore()
        painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), theme.color("border_strong"))


class MatrixTable(QTableView):
    """The rows of URLs and the columns of crawlers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = MatrixModel(self)
        self._painter = MatrixPainter(self._model)
        self._crawlers = CrawlerHeader(self._model, self)
        self._hovered = -1
        self.frozen = FrozenColumns(self, self._painter, self._crawlers, self)

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
