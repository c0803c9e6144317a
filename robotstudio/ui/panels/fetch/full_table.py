"""A table as high as its rows, for a page that scrolls as a whole."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QScrollArea, QWidget

from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableColumn

_ROW_HEIGHT = 28


class FullTable(Table):
    """Never scrolls itself."""

    def __init__(
        self,
        name: str,
        columns: Sequence[TableColumn] = (),
        parent: QWidget | None = None,
        *,
        is_multiple: bool = False,
        nothing: str = "",
    ) -> None:
        super().__init__(name, columns, None, parent, is_multiple=is_multiple, row_height=_ROW_HEIGHT, nothing=nothing)
        show_in_full(self)
        self.set_rows(())

    def set_rows(self, rows: Sequence[Any], *, reset: bool = False) -> None:
        super().set_rows(rows, reset=reset)
        self.setFixedHeight(self.height_of(max(1, len(rows))))


def show_in_full(view: QAbstractItemView) -> None:
    """Leave scrolling to the area around a view: it follows the keyboard."""
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def reveal(current: QModelIndex, _previous: QModelIndex) -> None:
        area = view.parent()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parent()
        page = None if area is None else area.widget()
        if area is not None and page is not None and view.hasFocus():
            row: QRect = view.visualRect(current)
            at = view.viewport().mapTo(page, row.center())
            area.ensureVisible(area.horizontalScrollBar().value(), at.y(), 0, row.height())

    view.selectionModel().currentRowChanged.connect(reveal)
