"""Where one is in the matrix, by URL: remembered before its rows change, and found again after."""

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionRange
from PySide6.QtWidgets import QTableView

from robotstudio.app.listing.filters import Rows
from robotstudio.io.url_set import UrlSet
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.simulation.matrix_model import NO_ROWS, MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Visible

_MOST_RANGES = 1_000
_MOST_FOUND_AGAIN = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """The list that it was taken from, the selected URLs, and the visible ones, of which the first was at `top`.

    All are positions in that list; `right` is how far the crawlers were scrolled.
    """

    urls: UrlSet
    selected: Rows
    anchors: Rows
    top: int
    right: int


def remember(view: QTableView, model: MatrixModel, selected: Rows, visible: Visible) -> Place:
    """The place where a view is."""
    urls = model.analysis.urls if model.analysis else UrlSet()
    rows = np.arange(visible.first, visible.last + 1, dtype=np.intp)
    current = view.currentIndex().row()
    if visible.first <= current <= visible.last:
        # The selected row is what one looks at: it, before all others, stays where it is.
        rows = np.concatenate((rows[rows == current], rows[rows > current], rows[rows < current]))
    top = view.rowViewportPosition(int(rows[0])) if rows.size else 0
    return Place(urls, selected, model.rows[rows], top, view.horizontalScrollBar().value())


def selection_again(place: Place, model: MatrixModel) -> QItemSelection:
    """What was selected, among the rows of now; nothing where the selection fell into too many pieces for Qt."""
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


def scroll_again(view: QTableView, place: Place, model: MatrixModel, row_height: int) -> None:
    """Bring the first of the remembered URLs that is still listed to where it was."""
    view.horizontalScrollBar().setValue(place.right)
    for position in _moved(place, place.anchors, model).tolist():
        row = model.row_of(position)
        if row is not None:
            view.verticalScrollBar().setValue(row * row_height - place.top)
            return


def _moved(place: Place, positions: Rows, model: MatrixModel) -> Rows:
    """Where the URLs at these positions of the remembered list stand in the list of now."""
    if model.analysis is None or not positions.size:
        return NO_ROWS
    if place.urls is model.analysis.urls:
        return positions
    if positions.size > _MOST_FOUND_AGAIN:
        return NO_ROWS
    found = (model.position_of(place.urls[position].url) for position in positions.tolist())
    return np.array([position for position in found if position is not None], np.intp)
