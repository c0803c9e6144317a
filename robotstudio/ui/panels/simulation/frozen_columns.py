"""The columns of crawlers that stay beside the URLs while the others scroll below them.

They are painted over the matrix and its header. The pointer goes through: the view and its header know which column is
seen at a place.
"""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from robotstudio.ui.panels.simulation.matrix_headers import CrawlerHeader, header_height, paint_header_ground
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, MatrixPainter, Visible, VisibleColumn
from robotstudio.ui.theme.theme import Theme


class FrozenSource(Protocol):
    """What the matrix says of what is to be painted."""

    def visible_rows(self) -> Visible: ...
    def highlights(self) -> Highlights: ...


class FrozenColumns(QWidget):
    """Paints columns where they would be if nothing was scrolled."""

    def __init__(
        self, theme: Theme, source: FrozenSource, painter: MatrixPainter, header: CrawlerHeader, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source = source
        self._painter = painter
        self._header = header
        self._places: Sequence[VisibleColumn] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()
        header.look_changed.connect(self.update)

    @property
    def places(self) -> Sequence[VisibleColumn]:
        """The columns that are frozen, and where they are."""
        return self._places

    @property
    def band(self) -> int:
        """How many pixels beside the URLs do not scroll."""
        return sum(place.width for place in self._places)

    def has(self, column: int) -> bool:
        """Whether a column is one of them."""
        return any(place.number == column for place in self._places)

    def lay_out(self, places: Sequence[VisibleColumn], left: int, height: int) -> None:
        """Freeze these columns from `left` on, over a matrix of this height."""
        self._places = tuple(places)
        self.setGeometry(left, 0, self.band, height)
        self.setVisible(bool(self._places))
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, head = QPainter(self), self._theme, header_height(self._theme)
        paint_header_ground(painter, QRectF(0, 0, self.width(), head), theme)
        for place in self._places:
            self._header.paint_crawler(painter, place.number, QRectF(place.x, 0, place.width, head))
        painter.save()
        painter.setClipRect(QRectF(0, head, self.width(), self.height() - head))
        painter.translate(0, head)
        painter.fillRect(QRectF(0, 0, self.width(), self.height()), theme.color("surface"))
        seen, highlights = self._source.visible_rows(), self._source.highlights()
        self._painter.paint_rows(painter, seen, highlights, self.width())
        frozen = Visible(seen.first, seen.last, seen.top, self._places)
        self._painter.paint_cells(painter, frozen, highlights)
        painter.restore()
        painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), theme.color("border_strong"))
