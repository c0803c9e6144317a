"""The headers of the matrix: crawlers above, URLs at the left (they stay when crawlers scroll), a corner."""

from collections import Counter
from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QHeaderView, QWidget

from robotstudio.app.listing.lister import SortKey
from robotstudio.engine.language import Plural
from robotstudio.ui.language import WORDS, title_of, together
from robotstudio.ui.panels.simulation.cell_art import CHIP_INSET
from robotstudio.ui.panels.simulation.matrix_model import Followed, MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, MatrixPainter, Visible
from robotstudio.ui.panels.simulation.url_text import UrlPart, draw_url, told_apart, url_parts, url_width
from robotstudio.ui.theme.glyphs import ICON_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.palette import qcolor
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs, fitted

URL_INSET = 12
_TITLE_LEFT = 8
_TITLE_TOP, _FOLLOWED_TOP, _LINE_HEIGHT = 5, 23, 18
_SQUARE = 8
_FOLLOWED_GAP = 4
_UNDERLINE = 3
_ARROW = 10
_SIGN = 12
_TITLE_PADDING = 12
_ROOMY_PADDING, _ROOMY_MIN, _ROOMY_URLS = 16, 82, 220
_EDGE = 5
_URL_RIGHT = 8
_TOGETHER = 32


class CrawlerHeader(QHeaderView):
    """Titles of the crawlers, and below each the group that it follows, in the colour of its bracket in the editor.

    With the keys one comes here from the first row by Up, and goes back by Down; Enter is a click.
    """

    column_reached = Signal(int)
    left = Signal()
    moved = Signal(int, int)  # from the place of a column to another; nothing has moved yet

    def __init__(self, theme: Theme, model: MatrixModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._matrix = model
        self._sort: SortKey | None = None
        self._current = -1
        self._reader: str | None = None
        self._place = -1
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.sectionMoved.connect(self._on_section_moved)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)

    def set_current(self, column: int) -> None:
        """Show the column of the selected cell, -1 for none."""
        if column != self._current:
            self._current = column
            self.viewport().update()

    def wanted_widths(self, room: int) -> list[int]:
        """A column is as wide as its title, never as its contents, so that no result changes a width."""
        widths = self._widths(_ROOMY_PADDING, _ROOMY_MIN)
        shown = (width for column, width in enumerate(widths) if not self.isSectionHidden(column))
        if room - sum(shown) < self._theme.fonts.px(_ROOMY_URLS):
            widths = self._widths(_TITLE_PADDING, SIZES.crawler_column_min)
        return widths

    def _widths(self, padding: int, least: int) -> list[int]:
        metrics, px = QFontMetricsF(self._theme.fonts.ui(12, 600)), self._theme.fonts.px
        titles = (metrics.horizontalAdvance(title_of(column.crawler)) for column in self._matrix.columns)
        low, high = px(least), px(SIZES.crawler_column_max)
        widths = [min(max(round(title) + px(padding), low), high) for title in titles]
        return [*widths, *(px(extra.width) for extra in self._matrix.extras)]

    def enter(self, column: int) -> None:
        """Go to the title of a crawler with the keyboard."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._go_to(min(column, len(self._matrix.columns) - 1))

    def set_reader(self, token: str | None) -> None:
        """Show as which crawler the file is read; that of the selected cell, or one selected by itself."""
        if token != self._reader:
            self._reader = token
            self.viewport().update()

    def set_sort(self, sort: SortKey | None) -> None:
        """Show by which column the rows are ordered."""
        self._sort = sort
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(0, header_height(self._theme))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shown = [column for column in range(len(self._matrix.columns)) if not self.isSectionHidden(column)]
        steps = {
            Qt.Key.Key_Left: max((column for column in shown if column < self._place), default=self._place),
            Qt.Key.Key_Right: min((column for column in shown if column > self._place), default=self._place),
            Qt.Key.Key_Home: min(shown, default=self._place),
            Qt.Key.Key_End: max(shown, default=self._place),
        }
        key = Qt.Key(event.key())
        if key in steps:
            self._go_to(steps[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.sectionClicked.emit(self._place)
        elif key in {Qt.Key.Key_Down, Qt.Key.Key_Escape}:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._place = -1
        self.viewport().update()

    @property
    def place(self) -> int:
        """The column that the keyboard is at, -1 for none."""
        return self._place

    def _on_section_moved(self, _section: int, before: int, now: int) -> None:
        """The order of the columns is that of the crawlers: put the column back, and tell where it is wanted."""
        with QSignalBlocker(self):
            self.moveSection(now, before)
        if max(before, now) < len(self._matrix.columns):
            self.moved.emit(before, now)

    def _go_to(self, column: int) -> None:
        self._place = column
        said = self._matrix.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
        self.setAccessibleName(str(said or ""))
        self.column_reached.emit(column)
        self.viewport().update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        paint_header_ground(painter, QRectF(self.viewport().rect()), self._theme)
        for column in range(self.count()):
            x, width = self.sectionViewportPosition(column), self.sectionSize(column)
            if width and x + width > 0 and x < self.viewport().width():
                self._paint_crawler(painter, column, QRectF(x, 0, width, self.viewport().height()))

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        """The picture of a column that is dragged."""
        paint_header_ground(painter, QRectF(rect), self._theme)
        self._paint_crawler(painter, column, QRectF(rect))

    def _paint_crawler(self, painter: QPainter, column: int, rect: QRectF) -> None:
        extra = self._matrix.extra_at(column)
        if extra is not None:
            self._paint_titles(painter, rect, extra.title, extra.subtitle)
            return
        theme, px = self._theme, self._theme.fonts.px
        crawler = self._matrix.columns[column].crawler
        if crawler.token == self._reader or (self._reader is None and column == self._current):
            painter.fillRect(rect.adjusted(0, 0, 0, -1), theme.color("selected"))
        arrow = self._arrow(crawler.token)
        left, right = rect.left() + px(_TITLE_LEFT), rect.right() - px(3)
        room = QRectF(left, px(_TITLE_TOP), right - left - (px(_ARROW) if arrow else 0), px(_LINE_HEIGHT))
        draw_runs(painter, room, [Run(title_of(crawler), theme.fonts.ui(12, 600), theme.color("text"))])
        if arrow:
            paint_arrow(painter, arrow, QRectF(right - px(_ARROW), room.top(), px(_ARROW), room.height()), theme)
        self._paint_followed(painter, self._matrix.followed(column), rect)
        if column == self._place:
            draw_focus_ring(painter, rect.adjusted(1, 1, -1, -2), px(4), theme.color("accent"))

    def _paint_titles(self, painter: QPainter, rect: QRectF, title: str, subtitle: str) -> None:
        theme, px = self._theme, self._theme.fonts.px
        left, width = rect.left() + px(_TITLE_LEFT), rect.width() - px(_TITLE_LEFT)
        for top, text, font, color in (
            (_TITLE_TOP, title, theme.fonts.ui(12, 600), "text"),
            (_FOLLOWED_TOP, subtitle, theme.fonts.ui(11), "text3"),
        ):
            room = QRectF(left, px(top), width, px(_LINE_HEIGHT))
            draw_runs(painter, room, [Run(text, font, theme.color(color))])

    def _paint_followed(self, painter: QPainter, followed: Followed, rect: QRectF) -> None:
        theme, px = self._theme, self._theme.fonts.px
        left, top, line = rect.left() + px(_TITLE_LEFT), px(_FOLLOWED_TOP), px(_LINE_HEIGHT)
        color = theme.color("text_disabled")
        if followed.color is not None:
            color = group_color(theme, followed.color)
            square = QRectF(left, top + (line - px(_SQUARE)) / 2, px(_SQUARE), px(_SQUARE))
            draw_box(painter, square, px(2), color)
            left += px(_SQUARE) + px(_FOLLOWED_GAP)
        room = QRectF(left, top, rect.right() - px(CHIP_INSET) - left, line)
        run = Run(followed.text, theme.fonts.ui(11), theme.color("text3"))
        draw_runs(painter, *fitted(run, room, theme.fonts.ui(10), px(CHIP_INSET)))
        self._paint_underline(painter, followed, rect)

    def _paint_underline(self, painter: QPainter, followed: Followed, rect: QRectF) -> None:
        if followed.color is None:
            return
        theme, px = self._theme, self._theme.fonts.px
        thick = px(_UNDERLINE)
        y = rect.bottom() - thick / 2
        pen = QPen(group_color(theme, followed.color), thick)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if theme.tokens.group_is_dashed(followed.color):
            pen.setDashPattern([2, 1])
        painter.setPen(pen)
        painter.drawLine(QPointF(rect.left() + px(CHIP_INSET), y), QPointF(rect.right() - px(CHIP_INSET), y))

    def _arrow(self, token: str) -> Glyph | None:
        return arrow_of(self._sort) if self._sort and self._sort.token == token else None


class RowsSource(Protocol):
    """What the URL header asks the matrix for, so that both paint the same rows."""

    def visible_rows(self) -> Visible:
        """The rows that can be seen."""
        ...

    def highlights(self) -> Highlights:
        """The rows that stand out."""
        ...

    def url_base(self) -> str | None:
        """The site whose URLs are shown without their host."""
        ...


class UrlEdge(QObject):
    """The right edge of the URLs, over header and rows: dragged it makes them wider, a double click fits them."""

    dragged = Signal(int)  # the width that is wanted
    fit_wanted = Signal()

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._from: tuple[float, int] | None = None

    def watch(self, widget: QWidget) -> None:
        """Take the pointer at the right edge of a widget."""
        widget.setMouseTracking(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and isinstance(watched, QWidget):
            return self._has_taken(watched, event)
        return False

    def _has_taken(self, widget: QWidget, event: QMouseEvent) -> bool:
        at, kind = event.globalPosition().x(), event.type()
        is_left = event.button() == Qt.MouseButton.LeftButton
        is_near = event.position().x() >= widget.width() - self._theme.fonts.px(_EDGE)
        if self._from is not None:
            began, width = self._from
            if kind is QEvent.Type.MouseMove:
                self.dragged.emit(round(width + at - began))
            elif kind is QEvent.Type.MouseButtonRelease and is_left:
                self._from = None
            return True
        if kind is QEvent.Type.MouseMove:
            widget.setCursor(Qt.CursorShape.SplitHCursor) if is_near else widget.unsetCursor()
        elif is_near and is_left and kind is QEvent.Type.MouseButtonPress:
            self._from = at, widget.width()
            return True
        elif is_near and is_left and kind is QEvent.Type.MouseButtonDblClick:
            self.fit_wanted.emit()
            return True
        return False


class UrlHeader(QHeaderView):
    """The URLs, as the header of the rows. What the pointer does here happens in the row beside it."""

    def __init__(self, theme: Theme, model: MatrixModel, painter: MatrixPainter, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._theme = theme
        self._matrix = model
        self._painter = painter
        self._source: RowsSource | None = None
        self._table: QWidget | None = None
        self._kept: Mapping[int, tuple[UrlPart, ...]] = {}
        self._kept_key: object = None
        self._kept_urls: object = None  # held, so that no other list gets its id
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)
        self.setMouseTracking(True)

    def follow(self, source: RowsSource, table_viewport: QWidget) -> None:
        """Paint the rows of a matrix, and hand the pointer's events on to it."""
        self._source, self._table = source, table_viewport

    def fitting_width(self) -> int:
        """How wide the rows that can be seen want it."""
        if self._source is None:
            return 0
        visible, base, px = self._source.visible_rows(), self._source.url_base(), self._theme.fonts.px
        widths = [0]
        for row in range(visible.first, visible.last + 1):
            url = self._matrix.url_at(row)
            if url is not None:
                sign = px(_SIGN) + px(_FOLLOWED_GAP) if self._matrix.is_outside(row) else 0
                widths.append(url_width(url_parts(url, base), self._theme) + sign)
        return max(widths) + px(URL_INSET) + px(_URL_RIGHT)

    def sizeHint(self) -> QSize:
        # Qt's own asks hundreds of rows for their text.
        return QSize(self.minimumWidth(), 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.color("surface"))
        if self._source is None:
            return
        visible, px = self._source.visible_rows(), self._theme.fonts.px
        height, width = self._painter.art.height, self.viewport().width()
        self._painter.paint_rows(painter, visible, self._source.highlights(), width)
        shown = self._shown(visible)
        for row in range(visible.first, visible.last + 1):
            if row in shown:
                top = visible.top + (row - visible.first) * height
                room = QRectF(px(URL_INSET), top, width - px(URL_INSET) - px(_URL_RIGHT), height)
                if self._matrix.is_outside(row):
                    self._paint_outside(painter, room)
                draw_url(painter, room, shown[row], self._theme)

    def _shown(self, visible: Visible) -> Mapping[int, tuple[UrlPart, ...]]:
        """What is painted in the rows that can be seen, and in some beside them, so that scrolling changes nothing."""
        rows, analysis, base = (
            self._matrix.rows,
            self._matrix.analysis,
            self._source.url_base() if self._source else None,
        )
        first, last = visible.first // _TOGETHER * _TOGETHER, (visible.last // _TOGETHER + 1) * _TOGETHER
        font, urls = self._theme.fonts.mono(12), analysis.urls if analysis else None
        outside = analysis.outside if analysis else None
        key = (rows[first:last].tobytes(), first, base, self.viewport().width(), font)
        if (key, id(urls), id(outside)) != self._kept_key:
            self._kept_key, self._kept_urls = (key, id(urls), id(outside)), (urls, outside)
            self._kept = self._told_apart(range(first, min(last, len(rows))), base, font)
        return self._kept

    def _told_apart(self, rows: range, base: str | None, font: QFont) -> Mapping[int, tuple[UrlPart, ...]]:
        px = self._theme.fonts.px
        room = self.viewport().width() - px(URL_INSET) - px(_URL_RIGHT)
        urls = {row: url for row in rows if (url := self._matrix.url_at(row)) is not None}
        parts = {row: url_parts(url, base) for row, url in urls.items()}
        times = Counter(parts.values())
        for row, url in urls.items():
            if times[parts[row]] > 1 and url.host:
                parts[row] = url_parts(url, None)
        for row, whole in parts.items():
            if self._matrix.is_outside(row):
                parts[row] = tuple(UrlPart(part.text, "text3") for part in whole)
        sign = px(_SIGN) + px(_FOLLOWED_GAP)
        widths = [room - (sign if self._matrix.is_outside(row) else 0) for row in parts]
        return dict(zip(parts, told_apart(list(parts.values()), font, widths), strict=True))

    def _paint_outside(self, painter: QPainter, room: QRectF) -> None:
        """The sign that another robots.txt governs the URL."""
        side, scale = self._theme.fonts.px(_SIGN), self._theme.fonts.scale
        box = QRectF(room.right() - side, room.center().y() - side / 2, side, side)
        paint_glyph(painter, Glyph.OUTSIDE, box, self._theme.color("warning"), ICON_STROKE * scale)

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
        """Give the event to the matrix, at the left of the cells: the view knows what a row without a column means."""
        if self._table is None:
            return
        at = QPointF(-1, event.position().y())
        copy = QMouseEvent(event.type(), at, event.globalPosition(), event.button(), event.buttons(), event.modifiers())
        QApplication.sendEvent(self._table, copy)
        event.accept()


class CornerHeader(QAbstractButton):
    """The title of the URLs, and the site that they are on; a click orders by URL."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._base: str | None = None
        self._hidden = 0
        self._sort: SortKey | None = None
        self.setText(self.tr("Test URL"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_base(self, base: str | None) -> None:
        """Name the site of the URLs that have no host."""
        self._base = base
        self._say()

    def set_hidden(self, count: int) -> None:
        """Say how many columns are hidden."""
        self._hidden = count
        self._say()

    def _say(self) -> None:
        self.setToolTip(self._words())
        self.setAccessibleDescription(self._words())
        self.update()

    def set_sort(self, sort: SortKey | None) -> None:
        """Show whether the rows are ordered by URL."""
        self._sort = sort
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, px = QPainter(self), self._theme, self._theme.fonts.px
        paint_header_ground(painter, QRectF(self.rect()), theme)
        width = self.width() - px(URL_INSET) - px(8)
        title = QRectF(px(URL_INSET), px(_TITLE_TOP), width, px(_LINE_HEIGHT))
        draw_runs(painter, title, [Run(self.text(), theme.fonts.ui(12, 600), theme.color("text"))])
        if self._sort and self._sort.token is None:
            arrow = QRectF(title.right() - px(_ARROW), title.top(), px(_ARROW), title.height())
            paint_arrow(painter, arrow_of(self._sort), arrow, theme)
        below = QRectF(px(URL_INSET), px(_FOLLOWED_TOP), width, px(_LINE_HEIGHT))
        draw_runs(painter, below, [Run(self._words(), theme.fonts.ui(11), theme.color("text3"))])

    def _words(self) -> str:
        hidden = Plural("{count} column hidden", "{count} columns hidden")
        site = self.tr("on {site}").format(site=self._base) if self._base else ""
        return together(" · ", WORDS.count(hidden, self._hidden) if self._hidden else "", site)


class HeaderFill(QWidget):
    """The header's ground beyond its columns, above the scroll bar."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_header_ground(QPainter(self), QRectF(self.rect()), self._theme)


def header_height(theme: Theme) -> int:
    return theme.fonts.px(SIZES.matrix_header)


def group_color(theme: Theme, index: int) -> QColor:
    """The colour of a group, the same as that of its bracket in the editor."""
    return qcolor(theme.tokens.group(index))


def paint_header_ground(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The ground of a header with the line below it."""
    painter.fillRect(rect, theme.color("window"))
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("border"))


def arrow_of(sort: SortKey) -> Glyph:
    """The sign of an order."""
    return Glyph.CHEVRON_DOWN if sort.descending else Glyph.CHEVRON_UP


def paint_arrow(painter: QPainter, glyph: Glyph, rect: QRectF, theme: Theme) -> None:
    """The sign of an order, in the accent colour."""
    paint_glyph(painter, glyph, rect, theme.color("accent"), ICON_STROKE * theme.fonts.scale)
