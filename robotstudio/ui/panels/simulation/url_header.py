"""The URLs as the row header of the matrix, and the edge for changing its width."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QWidget

from robotstudio.ui.panels.simulation.matrix_model import MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, MatrixPainter, Visible
from robotstudio.ui.theme.glyphs import ICON_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.url_text import UrlPart, draw_url, told_apart, url_parts, url_width

URL_INSET = 12
_SIGN_GAP = 4
_SIGN = 12
_EDGE = 5
_URL_RIGHT = 8
_TOGETHER = 32


class RowsSource(Protocol):
    """Requests of the URL header to the matrix, so that both paint the same rows."""

    def visible_rows(self) -> Visible:
        """Return the visible rows."""
        ...

    def highlights(self) -> Highlights:
        """Return the highlighted rows."""
        ...

    def url_base(self) -> str | None:
        """Return the site whose URLs are shown without their host."""
        ...


class UrlEdge(QObject):
    """The right edge of the URLs, over header and rows: drag to change the width, double-click to fit it."""

    def __init__(self, widen: Callable[[int], None], fit: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._widen = widen
        self._fit = fit
        self._from: tuple[float, int] | None = None

    def watch(self, widget: QWidget) -> None:
        """Handle the pointer at the right edge of a widget."""
        widget.setMouseTracking(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and isinstance(watched, QWidget):
            return self._has_taken(watched, event)
        return False

    def _has_taken(self, widget: QWidget, event: QMouseEvent) -> bool:
        at, kind = event.globalPosition().x(), event.type()
        is_left = event.button() == Qt.MouseButton.LeftButton
        is_near = event.position().x() >= widget.width() - _EDGE
        if self._from is not None:
            began, width = self._from
            if kind is QEvent.Type.MouseMove:
                self._widen(round(width + at - began))
            elif kind is QEvent.Type.MouseButtonRelease and is_left:
                self._from = None
            return True
        if kind is QEvent.Type.MouseMove:
            widget.setCursor(Qt.CursorShape.SplitHCursor) if is_near else widget.unsetCursor()
        elif is_near and is_left and kind is QEvent.Type.MouseButtonPress:
            self._from = at, widget.width()
            return True
        elif is_near and is_left and kind is QEvent.Type.MouseButtonDblClick:
            self._fit()
            return True
        return False


class UrlHeader(QHeaderView):
    """The URLs as row header. Mouse events are passed on to the row beside it."""

    def __init__(self, model: MatrixModel, painter: MatrixPainter, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._matrix = model
        self._painter = painter
        self._source: RowsSource | None = None
        self._table: QWidget | None = None
        self._kept: Mapping[int, tuple[UrlPart, ...]] = {}
        self._kept_key: object = None
        self._kept_urls: object = None  # a reference, so that no other list gets its id
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)
        self.setMouseTracking(True)

    def follow(self, source: RowsSource, table_viewport: QWidget) -> None:
        """Paint the rows of a matrix, and pass mouse events on to it."""
        self._source, self._table = source, table_viewport

    def fitting_width(self) -> int:
        """Return the width that the visible rows need."""
        if self._source is None:
            return 0
        visible, base = self._source.visible_rows(), self._source.url_base()
        widths = [0]
        for row in range(visible.first, visible.last + 1):
            url = self._matrix.url_at(row)
            if url is not None:
                sign = _SIGN + _SIGN_GAP if self._matrix.is_outside(row) else 0
                widths.append(url_width(url_parts(url, base)) + sign)
        return max(widths) + URL_INSET + _URL_RIGHT

    def sizeHint(self) -> QSize:
        # Qt's own asks hundreds of rows for their text.
        return QSize(self.minimumWidth(), 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.color("surface"))
        if self._source is None:
            return
        visible = self._source.visible_rows()
        height, width = self._painter.art.height, self.viewport().width()
        self._painter.paint_rows(painter, visible, self._source.highlights(), width)
        shown = self._shown(visible)
        for row in range(visible.first, visible.last + 1):
            if row in shown:
                top = visible.top + (row - visible.first) * height
                room = QRectF(URL_INSET, top, width - URL_INSET - _URL_RIGHT, height)
                if self._matrix.is_outside(row):
                    self._paint_outside(painter, room)
                draw_url(painter, room, shown[row])

    def _shown(self, visible: Visible) -> Mapping[int, tuple[UrlPart, ...]]:
        """Return the texts of the visible rows and of some beside them, so that scrolling changes none."""
        rows, analysis, base = (
            self._matrix.rows,
            self._matrix.analysis,
            self._source.url_base() if self._source else None,
        )
        first, last = visible.first // _TOGETHER * _TOGETHER, (visible.last // _TOGETHER + 1) * _TOGETHER
        font, urls = theme.fonts.mono(12), analysis.urls if analysis else None
        outside = analysis.outside if analysis else None
        key = (rows[first:last].tobytes(), first, base, self.viewport().width(), font)
        if (key, id(urls), id(outside)) != self._kept_key:
            self._kept_key, self._kept_urls = (key, id(urls), id(outside)), (urls, outside)
            self._kept = self._told_apart(range(first, min(last, len(rows))), base, font)
        return self._kept

    def _told_apart(self, rows: range, base: str | None, font: QFont) -> Mapping[int, tuple[UrlPart, ...]]:
        room = self.viewport().width() - URL_INSET - _URL_RIGHT
        urls = {row: url for row in rows if (url := self._matrix.url_at(row)) is not None}
        parts = {row: url_parts(url, base) for row, url in urls.items()}
        times = Counter(parts.values())
        for row, url in urls.items():
            if times[parts[row]] > 1 and url.host:
                parts[row] = url_parts(url, None)
        for row, whole in parts.items():
            if self._matrix.is_outside(row):
                parts[row] = tuple(UrlPart(part.text, "text3") for part in whole)
        sign = _SIGN + _SIGN_GAP
        widths = [room - (sign if self._matrix.is_outside(row) else 0) for row in parts]
        return dict(zip(parts, told_apart(list(parts.values()), font, widths), strict=True))

    def _paint_outside(self, painter: QPainter, room: QRectF) -> None:
        """Paint the icon of a URL that another robots.txt governs."""
        side = _SIGN
        box = QRectF(room.right() - side, room.center().y() - side / 2, side, side)
        paint_glyph(painter, Glyph.OUTSIDE, box, theme.color("warning"), ICON_STROKE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hand_on(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hand_on(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand_on(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._hand_on(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._table is not None:
            QApplication.sendEvent(self._table, event.clone())
            event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._table is not None:
            QApplication.sendEvent(self._table, QEvent(QEvent.Type.Leave))

    def _hand_on(self, event: QMouseEvent) -> None:
        """Send the event to the matrix, at the left of the cells: the view handles a row without a column."""
        if self._table is None:
            return
        at = QPointF(-1, event.position().y())
        copy = QMouseEvent(event.type(), at, event.globalPosition(), event.button(), event.buttons(), event.modifiers())
        QApplication.sendEvent(self._table, copy)
        event.accept()
