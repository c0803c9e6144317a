"""The painting of a list's row: background, content, and focus ring."""

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import draw_box, draw_focus_ring

Index = QModelIndex | QPersistentModelIndex

_BOX_RADIUS, _RING_RADIUS = 4, 3


class RowState(NamedTuple):
    """The state of a row in its list."""

    is_selected: bool
    is_hovered: bool

    @property
    def quiet_color(self) -> str:
        """The token of muted text: darker on a selected row."""
        return "text2" if self.is_selected else "text3"


class RowDelegate(QStyledItemDelegate):
    """A delegate that also configures its list: no frame, no editing, a new layout with the theme.

    A subclass paints the content of a row.
    """

    def __init__(self, view: QAbstractItemView, height: int = 0, *, is_boxed: bool = False) -> None:
        """Configure the view; sizes are at 100 %. Boxed rows have a rounded background, others a full one."""
        super().__init__(view)
        self._view = view
        self._height = height
        self._is_boxed = is_boxed
        view.setItemDelegate(self)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        if isinstance(view, QListView):
            view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def height_of(self, _index: Index) -> int:
        """Return the height of a row at 100 %."""
        return self._height

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        """Paint the content of a row on its background."""

    def paint_ground(self, painter: QPainter, rect: QRectF, _index: Index, state: RowState) -> None:
        token = "selected" if state.is_selected else "hover" if state.is_hovered else ""
        edge = theme.color("selected_edge" if state.is_selected else token or "surface")
        if not self._is_boxed:
            painter.fillRect(rect, edge)
            if state.is_selected:
                painter.fillRect(rect.adjusted(0, 1, 0, -1), theme.color(token))
        elif token:
            draw_box(painter, _box(rect), _BOX_RADIUS, theme.color(token), edge)

    def paint_focus(self, painter: QPainter, rect: QRectF, _index: Index) -> None:
        """Paint the ring of the focused row."""
        color = theme.color("accent")
        if self._is_boxed:
            draw_focus_ring(painter, _box(rect), _BOX_RADIUS, color)
        else:
            draw_focus_ring(painter, rect, _RING_RADIUS, color)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self.height_of(index))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        flags, rect = option.state, QRectF(option.rect)
        selected, hovered = QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_MouseOver
        state = RowState(bool(flags & selected), bool(flags & hovered))
        self.paint_ground(painter, rect, index, state)
        self.paint_row(painter, rect, index, state)
        if flags & QStyle.StateFlag.State_HasFocus:
            self.paint_focus(painter, rect, index)


def _box(rect: QRectF) -> QRectF:
    return rect.adjusted(4, 1, -4, -1)
