"""The chosen crawlers in the order of the matrix: dragged, or moved with Alt+Up and Alt+Down."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.words import crawler_name
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs

_TOKEN = Qt.ItemDataRole.UserRole
_ROW = 28
_INSET, _NUMBER, _REMOVE = 8, 24, 26

_MOVES: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


def _is_move(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier) and event.key() in _MOVES


class OrderList(QListWidget):
    """`order_changed` tells the tokens in their new order, `removed` a token that is no longer wanted."""

    order_changed = Signal(object)
    removed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = _OrderDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Chosen crawlers, in order"))
        self.model().rowsMoved.connect(self._on_rows_moved)
        theme.changed.connect(self._on_theme_changed)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in the order shown."""
        return tuple(str(self.item(row).data(_TOKEN)) for row in range(self.count()))

    def show_crawlers(self, crawlers: Sequence[Crawler]) -> None:
        """Show these; the selected one stays selected."""
        if tuple(crawler.token for crawler in crawlers) == self.tokens:
            return
        selected = self.tokens[self.currentRow()] if self.currentRow() >= 0 else None
        scrolled = self.verticalScrollBar().value()
        self.clear()
        for crawler in crawlers:
            item = QListWidgetItem(crawler_name(crawler), self)
            item.setData(_TOKEN, crawler.token)
            if crawler.token == selected:
                self.setCurrentItem(item)
        self.verticalScrollBar().setValue(scrolled)

    def move_current(self, step: int) -> None:
        row, wanted = self.currentRow(), self.currentRow() + step
        if row < 0 or not 0 <= wanted < self.count():
            return
        item = self.takeItem(row)
        self.insertItem(wanted, item)
        self.setCurrentRow(wanted)
        self.order_changed.emit(self.tokens)

    def remove_row(self, row: int) -> None:
        if 0 <= row < self.count():
            self.removed.emit(self.tokens[row])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_move(event):
            self.move_current(_MOVES[event.key()])
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.remove_row(self.currentRow())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # The window's own Alt+Up and Alt+Down move lines of the draft.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_move(event):
            event.accept()
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        cross = self._delegate.cross(QRectF(self.visualRect(index)))
        is_left = event.button() is Qt.MouseButton.LeftButton
        if is_left and index.isValid() and cross.contains(event.position()):
            self.remove_row(index.row())
        super().mouseReleaseEvent(event)

    def _on_rows_moved(self) -> None:
        self.order_changed.emit(self.tokens)

    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


class _OrderDelegate(QStyledItemDelegate):
    """The place in the order, the name, and a cross to take it out."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, self._theme.fonts.px(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, px, rect = self._theme, self._theme.fonts.px, QRectF(option.rect)
        ground = rect.adjusted(4, 1, -4, -1)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected or is_hovered:
            draw_box(painter, ground, 4, theme.color("selected" if is_selected else "hover"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus_ring(painter, ground, 4, theme.color("accent"))
        number = Run(str(index.row() + 1), theme.fonts.ui(11), theme.color("text3"))
        right = rect.left() + px(_INSET + _NUMBER) - px(6)
        draw_runs(painter, QRectF(right - number.width, rect.top(), number.width + 1, rect.height()), [number])
        name = Run(str(index.data()), theme.fonts.ui(12, 500), theme.color("text"))
        draw_runs(painter, rect.adjusted(px(_INSET + _NUMBER), 0, -px(_REMOVE), 0), [name])
        inset = px(8)
        box = self.cross(rect).adjusted(inset, inset, -inset, -inset)
        color = theme.color("text2" if is_hovered or is_selected else "text3")
        paint_glyph(painter, Glyph.CLOSE, box, color, 1.3 * theme.fonts.scale)

    def cross(self, rect: QRectF) -> QRectF:
        """Where a row is taken out."""
        side = self._theme.fonts.px(_REMOVE)
        return QRectF(rect.right() - side, rect.center().y() - side / 2, side, side)
