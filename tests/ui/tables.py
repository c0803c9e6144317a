"""What stands in a table, for tests."""

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QTableView


def text_at(table: QTableView, row: int, column: int) -> str:
    """What stands in a place."""
    return str(index_at(table, row, column).data())


def index_at(table: QTableView, row: int, column: int) -> QModelIndex:
    """The index of a place."""
    return table.model().index(row, column)


def texts_of(table: QTableView) -> list[list[str]]:
    """What stands in all places, row by row."""
    model = table.model()
    return [[text_at(table, row, column) for column in range(model.columnCount())] for row in range(model.rowCount())]
