"""The table view of the matrix, with frozen columns: hit testing and geometry.

Qt knows no frozen columns: all methods by which it maps positions to cells are overridden here. Selection and scroll
position are remembered by URL before the rows change, and restored after.
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

    All are positions in that list; `right` is the horizontal scroll position.
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
    """Return the numbers of the selected rows, in ascending order."""
    rows, end = [NO_ROWS], 0
    # Not sorted row by row: a million rows would take noticeably long.
    for top, bottom in sorted((part.top(), part.bottom()) for part in selection.toList()):
        rows.append(np.arange(max(top, end), bottom + 1, dtype=np.intp))
        end = max(end, bottom + 1)
    return np.concatenate(rows)


def remember(view: QTableView, model: MatrixModel, selected: Rows, visible: Visible) -> MatrixPlace:
    """Return the selection and scroll position of a view."""
    urls = model.analysis.urls if model.analysis else UrlSet()
    rows = np.arange(visible.first, visible.last + 1, dtype=np.intp)
    current = view.currentIndex().row()
    if visible.first <= current <= visible.last:
        # The selected row is what the person looks at: it comes first to stay in place.
        rows = np.concatenate((rows[rows == current], rows[rows > current], rows[rows < current]))
    top = view.rowViewportPosition(int(rows[0])) if rows.size else 0
    return MatrixPlace(urls, selected, model.rows[rows], top, view.horizontalScrollBar().value())


def selection_again(place: MatrixPlace, model: MatrixModel) -> QItemSelection:
    """Return the former selection among the current rows; empty if it has too many ranges for Qt."""
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
    """Scroll the first of the remembered URLs that is still listed to its former place."""
    view.horizontalScrollBar().setValue(place.right)
    for position in _moved(place, place.anchors, model).tolist():
        row = model.row_of(position)
        if row is not None:
            view.verticalScrollBar().setValue(row * row_height - place.top)
            return


def _moved(place: MatrixPlace, positions: Rows, model: MatrixModel) -> Rows:
    """Return the positions in the current list of URLs given by their positions in the remembered list."""
    if model.analysis is None or not positions.size:
        return NO_ROWS
    if place.urls is model.analysis.urls:
        return positions
    if positions.size > _MOST_FOUND_AGAIN:
        return NO_ROWS
    found = (model.position_of(place.urls[position].url) for position in positions.tolist())
    return np.array([position for position in found if position is not None], np.intp)


class FrozenSource(Protocol):
    """Requests of the frozen columns to the matrix, for painting."""

    def visible_rows(self) -> Visible: ...
    def highlights(self) -> Highlights: ...


class FrozenColumns(QWidget):
    """Paints columns that ignore horizontal scrolling."""

    def __init__(self, source: FrozenSource, painter: MatrixPainter, header: CrawlerHeader, parent: QWidget) -> None:
        super().__init__(parent)
        self._source = source
        self._painter = painter
        self._header = header
        self.places: Sequence[VisibleColumn] = ()
        """The frozen columns and their positions."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()
        header.look_changed.connect(self.update)

    @property
    def band(self) -> int:
        """Width in pixels of the frozen columns."""
        return sum(place.width for place in self.places)

    def has(self, column: int) -> bool:
        """Return True if a column is frozen."""
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
        crawlers = [place for place in self.places if self._painter.extra_at(place.number) is None]
        self._painter.paint_cells(painter, Visible(seen.first, seen.last, seen.top, crawlers), highlights)
        for place in self.places:
            if (extra := self._painter.extra_at(place.number)) is not None:
                self._painter.paint_extra(painter, extra, seen, highlights, place)
        painter.restore()
        painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), theme.color("border_strong"))


class MatrixTable(QTableView):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = MatrixModel(self)
        self._painter = MatrixPainter(self._model)
        self._crawlers = CrawlerHeader(self._model, self)
        self._hovered = -1
        self.frozen = FrozenColumns(self, self._painter, self._crawlers, self)

    def visible_rows(self) -> Visible:
        """Return the visible rows and columns."""
        return seen(self, self._model, self._painter.art.height)

    def highlights(self) -> Highlights:
        """Return what is highlighted in the visible rows."""
        raise NotImplementedError

    def scrollContentsBy(self, right: int, down: int) -> None:
        super().scrollContentsBy(right, down)
        self.frozen.update()

    def indexAt(self, at: QPoint) -> QModelIndex:
        """Return the index at a position, frozen columns included."""
        return super().indexAt(QPoint(at.x() - self._unscrolled(at.x()), at.y()))

    def visualRect(self, index: AnyIndex) -> QRect:
        rect = super().visualRect(index)
        if self.frozen.has(index.column()):
            rect.translate(self.horizontalScrollBar().value(), 0)
        return rect

    def scrollTo(self, index: AnyIndex, hint: QTableView.ScrollHint = QTableView.ScrollHint.EnsureVisible) -> None:
        """Scroll until a cell is visible beside the frozen columns."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if self.frozen.has(index.column()):
            bar.setValue(before)
        elif index.isValid():
            bar.setValue(bar.value() - max(0, self.frozen.band - self.columnViewportPosition(index.column())))

    def _unscrolled(self, x: int) -> int:
        """Return how far the column visible there would be scrolled if it was not frozen."""
        return self.horizontalScrollBar().value() if 0 <= x < self.frozen.band else 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(self._in_a_cell(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.rowAt(event.position().toPoint().y()))
        self._crawlers.point_at(self._crawlers.column_at(round(event.position().x())))
        super().mouseMoveEvent(self._in_a_cell(event))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
            self._crawlers.point_at(-1)
        return super().viewportEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(self._in_a_cell(event))

    def _in_a_cell(self, event: QMouseEvent) -> QMouseEvent:
        """Return the event, moved from the URL column into the current column: a click on a URL selects its row."""
        if event.position().x() >= 0:
            return event
        column = max(0, self.currentIndex().column() if self.currentIndex().isValid() else self.columnAt(0))
        left = self._crawlers.place_of(column)
        if not self.frozen.has(column):  # its visible part
            left = max(left, min(self.frozen.band, left + self.columnWidth(column) - 2))
        at = QPointF(left + 1, event.position().y())
        return QMouseEvent(event.type(), at, event.globalPosition(), event.button(), event.buttons(), event.modifiers())

    def _keep_in_sight(self, lost: int) -> None:
        """Scroll just far enough if the selected row was visible and is now below the lower edge."""
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
