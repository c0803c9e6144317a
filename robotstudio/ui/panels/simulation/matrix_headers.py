"""Headers of the matrix: the crawlers, and a corner above the URLs."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QHoverEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QHeaderView, QWidget

from robotstudio.draft.listing.lister import SortKey
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.simulation.cell_art import CHIP_INSET
from robotstudio.ui.panels.simulation.extra_columns import ExtraColumn
from robotstudio.ui.panels.simulation.matrix_model import Followed, MatrixModel
from robotstudio.ui.panels.simulation.url_header import URL_INSET
from robotstudio.ui.theme.glyphs import ICON_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, fitted

TITLE_LEFT = 8
_TITLE_TOP, _FOLLOWED_TOP, _LINE_HEIGHT = 5, 23, 18
_SQUARE = 8
_FOLLOWED_GAP = 4
_UNDERLINE = 3
_ARROW = 10
_TITLE_PADDING = 12
_MERGED_MAX = 160
_ROOMY_PADDING, _ROOMY_MIN = 16, 82


class CrawlerHeader(QHeaderView):
    """Titles of the crawlers, and below each the group that it follows, in the colour of its bracket in the editor.

    Up in the first row moves the keyboard focus here, Down moves it back; Enter is a click.
    """

    column_reached = Signal(int)
    left = Signal()
    moved = Signal(int, int)  # from the place of a column to another; not moved yet
    look_changed = Signal()
    pointed = Signal(str)  # the token of the crawler under the pointer, "" for none

    def __init__(self, model: MatrixModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._matrix = model
        self._sort: SortKey | None = None
        self._current = -1
        self._reader: str | None = None
        self.place = -1
        """The column with the keyboard focus, -1 for none."""
        self._pointed = -1
        self._band = self._before = 0
        self._is_placing = False
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.sectionMoved.connect(self._on_section_moved)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)

    @staticmethod
    def help_page() -> str:
        """Return the help page about crawlers."""
        return "reference/crawlers"

    def set_current(self, column: int) -> None:
        """Highlight the column of the selected cell, -1 for none."""
        if column != self._current:
            self._current = column
            self._paint_again()

    def wanted_widths(self, room: int) -> list[int]:
        """Return the column widths: they fit the titles, never the contents, so that no result changes a width."""
        crawlers = [column for column in range(len(self._matrix.columns)) if not self.isSectionHidden(column)]
        named = self._widths(_ROOMY_PADDING, _ROOMY_MIN, _MERGED_MAX)
        widths = self._widths(_ROOMY_PADDING, _ROOMY_MIN, SIZES.crawler_column_max)
        left = room - sum(widths[column] for column in crawlers)
        if left < SIZES.url_column_readable:
            return self._widths(_TITLE_PADDING, SIZES.crawler_column_min, SIZES.crawler_column_max)
        for column in crawlers:  # from the left, as many with both of their names as leave the URLs room
            more = named[column] - widths[column]
            if left - more >= SIZES.url_column_roomy:
                widths[column], left = named[column], left - more
        return widths

    def _widths(self, padding: int, least: int, most_merged: int) -> list[int]:
        metrics = QFontMetricsF(theme.fonts.ui(12, 600))
        low, widths = least, []
        for column in range(len(self._matrix.columns)):
            high = most_merged if len(self._matrix.crawlers_of(column)) > 1 else SIZES.crawler_column_max
            title = self._title(column, high - padding)
            widths.append(min(max(round(metrics.horizontalAdvance(title)) + padding, low), high))
        below = QFontMetricsF(theme.fonts.ui(11))
        for extra in self._matrix.extras:
            said = max(metrics.horizontalAdvance(extra.title), below.horizontalAdvance(extra.subtitle))
            widths.append(max(extra.width, round(said) + 2 * TITLE_LEFT))
        return widths

    def _title(self, column: int, room: float) -> str:
        return self._matrix.title(column, room, QFontMetricsF(theme.fonts.ui(12, 600)).horizontalAdvance)

    def enter(self, column: int) -> None:
        """Move the keyboard focus to the title of a crawler."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._go_to(min(column, len(self._matrix.columns) - 1))

    def set_reader(self, token: str | None) -> None:
        """Highlight the crawler as which the editor shows the file; None for that of the selected cell."""
        if token != self._reader:
            self._reader = token
            self._paint_again()

    def set_sort(self, sort: SortKey | None) -> None:
        """Show which column the rows are sorted by."""
        self._sort = sort
        self._paint_again()

    def sizeHint(self) -> QSize:
        return QSize(0, SIZES.matrix_header)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shown = [column for column in range(len(self._matrix.columns)) if not self.isSectionHidden(column)]
        steps = {
            Qt.Key.Key_Left: max((column for column in shown if column < self.place), default=self.place),
            Qt.Key.Key_Right: min((column for column in shown if column > self.place), default=self.place),
            Qt.Key.Key_Home: min(shown, default=self.place),
            Qt.Key.Key_End: max(shown, default=self.place),
        }
        key = Qt.Key(event.key())
        if key in steps:
            self._go_to(steps[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.sectionClicked.emit(self.place)
        elif key in {Qt.Key.Key_Down, Qt.Key.Key_Escape}:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.place = -1
        self._paint_again()

    def put_before(self, columns: Sequence[int]) -> None:
        """Show these columns left of all others, which keep their order."""
        self._before = len(columns)
        others = (column for column in range(self.count()) if column not in columns)
        self._is_placing = True
        for place, column in enumerate((*columns, *others)):
            if self.visualIndex(column) != place:
                self.moveSection(self.visualIndex(column), place)
        self._is_placing = False

    def set_band(self, band: int) -> None:
        """Set how many pixels at the left belong to columns that do not scroll."""
        self._band = band

    def column_at(self, x: int) -> int:
        """Return the column visible at this position, -1 for none."""
        return self.logicalIndexAt(round(self._scrolled(x)))

    def place_of(self, column: int) -> int:
        """Return the position at which a column is visible."""
        x = self.sectionViewportPosition(column)
        return x + self.offset() if x + self.offset() < self._band else x

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(self._in_its_column(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(self._in_its_column(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(self._in_its_column(event))

    def point_at(self, column: int) -> None:
        """Note the column under the pointer, -1 for none."""
        if column != self._pointed:
            self._pointed = column
            is_crawler = 0 <= column < len(self._matrix.columns)
            self.pointed.emit(self._matrix.columns[column].crawler.token if is_crawler else "")

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHoverEvent):
            is_leaving = event.type() == QEvent.Type.HoverLeave
            self.point_at(-1 if is_leaving else self.column_at(round(event.position().x())))
        if isinstance(event, QHelpEvent):
            at = QPoint(round(self._scrolled(event.pos().x())), event.pos().y())
            event = QHelpEvent(event.type(), at, event.globalPos())
        return super().viewportEvent(event)

    def _in_its_column(self, event: QMouseEvent) -> QMouseEvent:
        """Return the event at the position that Qt expects: it knows no frozen columns."""
        x = self._scrolled(event.position().x())
        if x == event.position().x():
            return event
        at = QPointF(x, event.position().y())
        return QMouseEvent(event.type(), at, event.globalPosition(), event.button(), event.buttons(), event.modifiers())

    def _scrolled(self, x: float) -> float:
        return x - self.offset() if 0 <= x < self._band else x

    def _paint_again(self) -> None:
        self.viewport().update()
        self.look_changed.emit()

    def _on_section_moved(self, _section: int, before: int, now: int) -> None:
        """Undo Qt's move and request it: the order of the columns is that of the crawlers."""
        if self._is_placing:
            return
        with QSignalBlocker(self):
            self.moveSection(now, before)
        first = self._before
        if first <= min(before, now) and max(before, now) < first + len(self._matrix.columns):
            self.moved.emit(before - first, now - first)

    def _go_to(self, column: int) -> None:
        self.place = column
        said = self._matrix.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
        self.setAccessibleName(str(said or ""))
        self.column_reached.emit(column)
        self._paint_again()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        paint_header_ground(painter, QRectF(self.viewport().rect()))
        for column in range(self.count()):
            x, width = self.sectionViewportPosition(column), self.sectionSize(column)
            if width and x + width > 0 and x < self.viewport().width():
                self.paint_crawler(painter, column, QRectF(x, 0, width, self.viewport().height()))

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        """Paint a column while it is dragged."""
        paint_header_ground(painter, QRectF(rect))
        self.paint_crawler(painter, column, QRectF(rect))

    def paint_crawler(self, painter: QPainter, column: int, rect: QRectF) -> None:
        """Paint the title of a column in this rectangle."""
        extra = self._matrix.extra_at(column)
        if extra is not None:
            arrow = arrow_of(self._sort) if self._sort and extra.fact and self._sort.fact == extra.fact else None
            self._paint_titles(painter, rect, extra, arrow)
            return
        crawler = self._matrix.columns[column].crawler
        is_reader = any(each.token == self._reader for each in self._matrix.crawlers_of(column))
        if is_reader or (self._reader is None and column == self._current):
            draw_box(painter, rect.adjusted(0, 0, 0, -1), 0, theme.color("selected"), theme.color("selected_edge"))
        arrow = self._arrow(crawler.token)
        left, right = rect.left() + TITLE_LEFT, rect.right() - 3
        room = QRectF(left, _TITLE_TOP, right - left - (_ARROW if arrow else 0), _LINE_HEIGHT)
        draw_runs(
            painter, room, [TextRun(self._title(column, room.width()), theme.fonts.ui(12, 600), theme.color("text"))]
        )
        if arrow:
            paint_arrow(painter, arrow, QRectF(right - _ARROW, room.top(), _ARROW, room.height()))
        self._paint_followed(painter, self._matrix.followed(column), rect)
        if column == self.place:
            draw_focus_ring(painter, rect.adjusted(1, 1, -1, -2), 4, theme.color("accent"))

    def _paint_titles(self, painter: QPainter, rect: QRectF, extra: ExtraColumn, arrow: Glyph | None) -> None:
        left, width = rect.left() + TITLE_LEFT, rect.width() - 2 * TITLE_LEFT
        if arrow:
            room = QRectF(rect.right() - _ARROW, _TITLE_TOP, _ARROW, _LINE_HEIGHT)
            paint_arrow(painter, arrow, room)
        for top, text, font, color in (
            (_TITLE_TOP, extra.title, theme.fonts.ui(12, 600), "text"),
            (_FOLLOWED_TOP, extra.subtitle, theme.fonts.ui(11), "text3"),
        ):
            run = TextRun(text, font, theme.color(color))
            aside = max(0.0, width - run.width) if extra.is_number else 0.0
            draw_runs(painter, QRectF(left + aside, top, width - aside + 1, _LINE_HEIGHT), [run])

    def _paint_followed(self, painter: QPainter, followed: Followed, rect: QRectF) -> None:
        left, top, line = rect.left() + TITLE_LEFT, _FOLLOWED_TOP, _LINE_HEIGHT
        color = theme.color("text_disabled")
        if followed.color is not None:
            color = group_color(followed.color)
            square = QRectF(left, top + (line - _SQUARE) / 2, _SQUARE, _SQUARE)
            draw_box(painter, square, 2, color)
            left += _SQUARE + _FOLLOWED_GAP
        room = QRectF(left, top, rect.right() - CHIP_INSET - left, line)
        run = TextRun(followed.text, theme.fonts.ui(11), theme.color("text3"))
        draw_runs(painter, *fitted(run, room, theme.fonts.ui(10), CHIP_INSET))
        self._paint_underline(painter, followed, rect)

    def _paint_underline(self, painter: QPainter, followed: Followed, rect: QRectF) -> None:
        if followed.color is None:
            return
        thick = _UNDERLINE
        y = rect.bottom() - thick / 2
        pen = QPen(group_color(followed.color), thick)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if theme.tokens.group_is_dashed(followed.color):
            pen.setDashPattern([2, 1])
        painter.setPen(pen)
        painter.drawLine(QPointF(rect.left() + CHIP_INSET, y), QPointF(rect.right() - CHIP_INSET, y))

    def _arrow(self, token: str) -> Glyph | None:
        return arrow_of(self._sort) if self._sort and self._sort.token == token else None


class CornerHeader(QAbstractButton):
    """The title of the URLs and the site that they are on; a click sorts by URL."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._base: str | None = None
        self._hidden = 0
        self._sort: SortKey | None = None
        self.setText(tr("Test URL"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._say()

    def set_base(self, base: str | None) -> None:
        """Set the site of the URLs that have no host."""
        self._base = base
        self._say()

    def set_hidden(self, count: int) -> None:
        """Show how many columns are hidden."""
        self._hidden = count
        self._say()

    def _say(self) -> None:
        self.setToolTip(self._words())
        self.setAccessibleDescription(self._words() or tr("Your test URLs. Click to sort by URL."))
        self.update()

    def set_sort(self, sort: SortKey | None) -> None:
        """Show an arrow if the rows are sorted by URL."""
        self._sort = sort
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_header_ground(painter, QRectF(self.rect()))
        width = self.width() - URL_INSET - 8
        title = QRectF(URL_INSET, _TITLE_TOP, width, _LINE_HEIGHT)
        draw_runs(painter, title, [TextRun(self.text(), theme.fonts.ui(12, 600), theme.color("text"))])
        if self._sort and self._sort.is_by_url:
            arrow = QRectF(title.right() - _ARROW, title.top(), _ARROW, title.height())
            paint_arrow(painter, arrow_of(self._sort), arrow)
        below = QRectF(URL_INSET, _FOLLOWED_TOP, width, _LINE_HEIGHT)
        draw_runs(painter, below, [TextRun(self.below_text(width), theme.fonts.ui(11), theme.color("text3"))])

    def below_text(self, room: float) -> str:
        """Return the text below the title, with what the numbers and dashes in the cells are if there is room."""
        said, numbers, dashes = self._words(), tr("numbers are lines of the file"), tr("– is no rule, so allowed")
        measure = QFontMetricsF(theme.fonts.ui(11)).horizontalAdvance
        longer = (together(" · ", said, numbers, dashes), together(" · ", said, numbers))
        return next((each for each in longer if measure(each) <= room), said)

    def _words(self) -> str:
        hidden = Plural("{count} column hidden", "{count} columns hidden")
        site = tr("on {site}", site=self._base) if self._base else ""
        return together(" · ", ntr(hidden, self._hidden) if self._hidden else "", site)


class HeaderFill(QWidget):
    """The ground of the header beyond its columns, above the scroll bar."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_header_ground(QPainter(self), QRectF(self.rect()))


def group_color(index: int) -> QColor:
    """Return the colour of a group, the same as that of its bracket in the editor."""
    return qcolor(theme.tokens.group(index))


def paint_header_ground(painter: QPainter, rect: QRectF) -> None:
    """Paint the ground of a header and the line below it."""
    painter.fillRect(rect, theme.color("window"))
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("border"))


def arrow_of(sort: SortKey) -> Glyph:
    """Return the arrow glyph of a sort order."""
    return Glyph.CHEVRON_DOWN if sort.descending else Glyph.CHEVRON_UP


def paint_arrow(painter: QPainter, glyph: Glyph, rect: QRectF) -> None:
    """Paint the arrow of a sort order in the accent colour."""
    paint_glyph(painter, glyph, rect, theme.color("accent"), ICON_STROKE)
