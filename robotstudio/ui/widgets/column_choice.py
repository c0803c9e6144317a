"""The user's choice of a table's columns, from the menu of a button or of the headers."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QPushButton

from robotstudio.text.language import tr
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.table import Table


class ColumnChoice(QObject):
    """The choice; without one, a table shows the columns that fit. The first column is always shown."""

    changed = Signal()

    def __init__(self, table: Table, button: QPushButton) -> None:
        """Connect the table; `button` opens the menu, too."""
        super().__init__(table)
        self._table = table
        self._button = button
        self.chosen: tuple[str, ...] = ()
        """The ids of the chosen columns; empty for the default."""
        header = table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._on_menu_requested)
        button.clicked.connect(self._on_clicked)

    def choose(self, ids: Sequence[str]) -> None:
        """Show these columns only; none restores the default."""
        known = [column.id for column in self._table.columns]
        chosen = tuple(each for each in known if each in ids)
        if chosen != self.chosen:
            self.chosen = chosen
            self._table.choose_columns(frozenset(chosen))
            self.changed.emit()

    def actions(self) -> list[MenuAction]:
        """Return the rows of the menu."""
        columns = self._table.columns[1:]
        shown = [place for place in range(1, len(columns) + 1) if not self._table.isColumnHidden(place)]
        rows = [
            MenuAction(column.title, partial(self._switch, place), is_checked=place in shown, is_alone=False)
            for place, column in enumerate(columns, 1)
        ]
        usual = MenuAction(tr("Fit to width"), partial(self.choose, ()), is_enabled=bool(self.chosen))
        every = MenuAction(tr("All columns"), partial(self.choose, [each.id for each in self._table.columns]))
        return [*rows, MenuAction(), every, usual]

    def _switch(self, place: int) -> None:
        columns = self._table.columns
        shown = {each for each in range(len(columns)) if not self._table.isColumnHidden(each)}
        self.choose([columns[each].id for each in {0, *(shown ^ {place})}])

    def _on_menu_requested(self, at: QPoint) -> None:
        self._open(self._table.horizontalHeader().mapToGlobal(at))

    def _on_clicked(self) -> None:
        self._open(self._button.mapToGlobal(self._button.rect().bottomLeft()))

    def _open(self, at: QPoint) -> None:
        popup_at(build_menu(self._table, self.actions()), at, self._table)
