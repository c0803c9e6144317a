"""Texts of tables, for tests."""

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QTableView


def text_at(table: QTableView, row: int, column: int) -> str:
    """Return the text of a cell."""
    return str(index_at(table, row, column).data())


def index_at(table: QTableView, row: int, column: int) -> QModelIndex:
    """Return the index of a cell."""
    return table.model().index(row, column)


def texts_of(table: QTableView) -> list[list[str]]:
    """Return the texts of all cells, row by row."""
    model = table.model()
    return [[text_at(table, row, column) for column in range(model.columnCount())] for row in range(model.rowCount())]
