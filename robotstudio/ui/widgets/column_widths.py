"""The widths of a table's columns, and the choice of those to hide if there is no room for all."""

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QTableView

from robotstudio.ui.widgets.table_model import CellDelegate, TableModel


class ColumnWidths(QObject):
    """Sets fixed widths, and distributes the rest among the other columns."""

    def __init__(self, view: QTableView, model: TableModel, cells: CellDelegate) -> None:
        """Connect the view; call `measure` once there are columns."""
        super().__init__(view)
        self._view = view
        self._model = model
        self._cells = cells
        self._unused: frozenset[int] = frozenset()
        self._chosen: frozenset[str] = frozenset()
        self._least: list[int] = []
        """The minimum width of each column: of its header and words, or its fixed width."""
        self._is_sharing = False
        view.horizontalHeader().sectionResized.connect(self._on_section_resized)

    def set_unused(self, columns: frozenset[int]) -> None:
        """Hide columns without content."""
        self._unused = columns
        self.share()

    def choose(self, ids: frozenset[str]) -> None:
        """Show the columns with these ids regardless of room; if there are none, those that fit."""
        self._chosen = ids
        self.share()

    def measure(self) -> None:
        """Measure the headers after a change of them or of their font."""
        header = self._view.horizontalHeader()
        self._is_sharing = True
        self._least = []
        for place, column in enumerate(self._model.columns):
            self._view.showColumn(place)  # a hidden one has no size
            titled = header.sectionSizeHint(place)
            self._least.append(max(column.width or column.least, titled, self._cells.width_of_words(place)))
            if column.width:
                header.resizeSection(place, self._least[place])
        self.share()

    def share(self) -> None:
        """Hide columns that do not fit, and distribute the rest among the flexible ones."""
        view, columns, self._is_sharing = self._view, self._model.columns, True
        left_out = self._left_out()
        for place in range(len(columns)):
            view.setColumnHidden(place, place in left_out)
        shown = [place for place in range(len(columns)) if not view.isColumnHidden(place)]
        taking = [place for place in shown if not columns[place].width]
        left = view.viewport().width() - sum(view.columnWidth(place) for place in shown if columns[place].width)
        for place in self._modest(taking, left):
            width = self._cells.width_of_rows(place)
            view.setColumnWidth(place, max(self._least[place], width))
            left -= view.columnWidth(place)
            taking.remove(place)
        shares = sum(columns[place].share for place in taking)
        for place in taking:
            width = round(left * columns[place].share / shares) if place != taking[-1] else left
            view.setColumnWidth(place, max(self._least[place], width))
            left -= width
            shares -= columns[place].share
        self._is_sharing = False

    def rows_changed(self) -> None:
        """Distribute the widths again if they depend on the rows."""
        if any(column.by_rows for column in self._model.columns):
            self.share()

    def _modest(self, taking: Sequence[int], left: int) -> list[int]:
        """Return the columns that need less than their share while another needs more; none if nothing would be cut."""
        columns = self._model.columns
        if not any(columns[place].by_rows for place in taking):
            return []
        shares = sum(columns[place].share for place in taking)
        room = {place: left * columns[place].share / shares for place in taking}
        modest = [
            place for place in taking if columns[place].by_rows and self._cells.width_of_rows(place) <= room[place]
        ]
        return [] if len(modest) == len(taking) else modest

    def _left_out(self) -> set[int]:
        """Return the columns to hide: without content, or without room, starting with the least important ones."""
        if self._chosen:
            return {place for place, column in enumerate(self._model.columns) if column.id not in self._chosen}
        columns, room = self._model.columns, self._view.width()
        left_out = {
            place for place, column in enumerate(columns) if place in self._unused or room < column.hidden_below
        }
        spare = [place for place, column in enumerate(columns) if column.hidden_below and place not in left_out]
        for place in sorted(spare, key=lambda place: -columns[place].hidden_below):
            taken = sum(width for other, width in enumerate(self._least) if other not in left_out)
            if taken > self._view.viewport().width():  # without the scroll bar
                left_out.add(place)
        return left_out

    def _on_section_resized(self, _section: int, _before: int, _now: int) -> None:
        if not self._is_sharing:
            self.share()
