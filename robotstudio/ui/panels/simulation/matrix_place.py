"""What is seen and selected in the matrix: by URL, remembered before its rows change, and restored after."""

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionRange
from PySide6.QtWidgets import QTableView

from robotstudio.app.listing.filters import Rows
from robotstudio.io.url_set import UrlSet
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.simulation.matrix_model import NO_ROWS, MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Visible, VisibleColumn

_MOST_RANGES = 1_000
_MOST_FOUND_AGAIN = 10_000


@dataclass(frozen=True, slots=True)
class MatrixPlace:
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
