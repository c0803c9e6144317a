"""Shows the catalogue: a box, name, operator and dialect; below, the tokens looked for and what is special."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from robotstudio.engine.crawlers import Crawler
from robotstudio.ui.panels.crawlers.catalogue import ROW, CatalogueModel, Index, Row
from robotstudio.ui.panels.crawlers.words import chain_words, dialect_title, flag_words
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs, runs_width

_ROW, _SECTION = 38, 28
_INSET, _BOX, _TEXT = 10, 15, 36
_SIGN = 9
_GAP = 8
_REMOVE = 28


class CatalogueView(QListView):
    """A list in which a click, Space or Enter checks; Delete removes a token of the user's own.

    `current_changed` tells the crawler that the keyboard or the pointer went to last, None where there is none.
    """

    removed = Signal(object)
    current_changed = Signal(object)

    def __init__(self, theme: Theme, model: CatalogueModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = CrawlerDelegate(theme, self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Crawlers"))
        self._delegate.remove_clicked.connect(self.removed)
        theme.changed.connect(self._on_theme_changed)

    def move_current(self, step: int) -> None:
        """Go to a crawler further down or up, over the titles."""
        rows = [row for row in range(self.model().rowCount()) if self._crawler_at(row)]
        if not rows:
            return
        current = self.currentIndex().row()
        place = rows.index(current) + step if current in rows else 0
        self.setCurrentIndex(self.model().index(rows[max(0, min(place, len(rows) - 1))], 0))

    def toggle_current(self) -> None:
        """Check or uncheck the current crawler."""
        index = self.currentIndex()
        if index.isValid():
            self.model().setData(index, None, Qt.ItemDataRole.CheckStateRole)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.current_changed.emit(self.current_crawler)

    @property
    def current_crawler(self) -> Crawler | None:
        """The crawler of the current row."""
        return self._crawler_at(self.currentIndex().row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.toggle_current()
        elif event.key() == Qt.Key.Key_Delete:
            self._remove_current()
        else:
            super().keyPressEvent(event)

    def _remove_current(self) -> None:
        row = self.currentIndex().data(ROW)
        if isinstance(row, Row) and row.is_own:
            self.removed.emit(row.crawler)

    def _crawler_at(self, row: int) -> Crawler | None:
        found = self.model().index(row, 0).data(ROW)
        return found.crawler if isinstance(found, Row) else None

    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


class CrawlerDelegate(QStyledItemDelegate):
    """Paints one row, and takes clicks on it."""

    remove_clicked = Signal(object)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW)
        is_section = isinstance(row, Row) and row.crawler is None
        return QSize(200, self._theme.fonts.px(_SECTION if is_section else _ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, rect = index.data(ROW), QRectF(option.rect)
        if not isinstance(row, Row):
            return
        if row.crawler is None:
            self._paint_section(painter, row.title, rect)
            return
        self._paint_ground(painter, option, rect)
        is_checked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        paint_check_box(painter, self._theme, self._box(rect), is_checked)
        self._paint_crawler(painter, row, rect)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        row = index.data(ROW)
        is_click = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonRelease
        if not (is_click and isinstance(row, Row) and row.crawler) or not isinstance(event, QMouseEvent):
            return False
        if event.button() is not Qt.MouseButton.LeftButton:
            return False
        if row.is_own and self._remove(QRectF(option.rect)).contains(event.position()):
            self.remove_clicked.emit(row.crawler)
            return True
        return model.setData(index, None, Qt.ItemDataRole.CheckStateRole)

    def _paint_section(self, painter: QPainter, title: str, rect: QRectF) -> None:
        px = self._theme.fonts.px
        run = Run(title, self._theme.fonts.ui(11, 600), self._theme.color("text3"))
        draw_runs(painter, rect.adjusted(px(_INSET), px(6), 0, 0), [run])

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF) -> None:
        state = option.state
        ground = rect.adjusted(4, 1, -4, -1)
        if state & QStyle.StateFlag.State_Selected:
            draw_box(painter, ground, 4, self._theme.color("selected"))
        elif state & QStyle.StateFlag.State_MouseOver:
            draw_box(painter, ground, 4, self._theme.color("hover"))
        if state & QStyle.StateFlag.State_HasFocus:
            draw_focus_ring(painter, ground, 4, self._theme.color("accent"))

    def _paint_crawler(self, painter: QPainter, row: Row, rect: QRectF) -> None:
        theme, px, crawler = self._theme, self._theme.fonts.px, row.crawler
        if crawler is None:
            return
        right = -px(_REMOVE if row.is_own else _INSET) - px(_SIGN + 4)
        half = rect.height() / 2
        upper = QRectF(rect.left() + px(_TEXT), rect.top() + 2, rect.width() - px(_TEXT) + right, half)
        lower = upper.translated(0, half - 3)
        name = Run(row.title, theme.fonts.ui(12, 500), theme.color("text"))
        operator = Run(crawler.operator, theme.fonts.ui(12), theme.color("text2"), px(8))
        upper = self._paint_dialect(painter, crawler, upper)
        lower = self._paint_right(painter, flag_words(crawler), lower)
        draw_runs(painter, upper, [name, operator] if crawler.operator else [name])
        draw_runs(painter, lower, [Run(chain_words(crawler), theme.fonts.mono(11), theme.color("text3"))])
        if row.is_own:
            cross = self._remove(rect)
            inset = px(8)
            box = cross.adjusted(inset, inset, -inset, -inset)
            paint_glyph(painter, Glyph.CLOSE, box, theme.color("text2"), 1.3 * theme.fonts.scale)

    def _paint_dialect(self, painter: QPainter, crawler: Crawler, rect: QRectF) -> QRectF:
        """The dialect at the right, with a sign where it is assumed; what is left of the rectangle."""
        if crawler.assumed:
            side = self._theme.fonts.px(_SIGN)
            sign = QRectF(rect.right() + self._theme.fonts.px(4), rect.center().y() - side / 2, side, side)
            paint_glyph(painter, Glyph.QUESTION, sign, self._theme.color("unknown"), 1.5 * self._theme.fonts.scale)
        return self._paint_right(painter, dialect_title(crawler), rect)

    def _paint_right(self, painter: QPainter, text: str, rect: QRectF) -> QRectF:
        """A few words at the right; what is left of the rectangle."""
        if not text:
            return rect
        run = Run(text, self._theme.fonts.ui(11), self._theme.color("text2"))
        left = max(rect.left(), rect.right() - runs_width([run]))
        draw_runs(painter, QRectF(left, rect.top(), rect.right() - left + 1, rect.height()), [run])
        return rect.adjusted(0, 0, left - rect.right() - self._theme.fonts.px(_GAP), 0)

    def _box(self, rect: QRectF) -> QRectF:
        side = self._theme.fonts.px(_BOX)
        return QRectF(rect.left() + self._theme.fonts.px(_INSET), rect.center().y() - side / 2, side, side)

    def _remove(self, rect: QRectF) -> QRectF:
        side = self._theme.fonts.px(_REMOVE)
        return QRectF(rect.right() - side, rect.center().y() - side / 2, side, side)


def paint_check_box(painter: QPainter, theme: Theme, rect: QRectF, is_checked: bool) -> None:
    """A box, filled and with a check where it is checked."""
    if not is_checked:
        draw_box(painter, rect, 3, theme.color("surface"), theme.color("field_outline"))
        return
    draw_box(painter, rect, 3, theme.color("accent_fill"))
    inset = rect.width() * 0.22
    check = rect.adjusted(inset, inset, -inset, -inset)
    paint_glyph(painter, Glyph.CHECK, check, theme.color("accent_fill_text"), 1.8 * theme.fonts.scale)
