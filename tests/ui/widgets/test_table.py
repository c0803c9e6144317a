"""A table that is sorted by its headers and keeps its place."""

from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from tests.ui.tables import index_at


class Fact(NamedTuple):
    name: str
    number: int


def _name_cell(row: Fact) -> TableCell:
    return TableCell(row.name, spoken=f"called {row.name}")


def _count_cell(row: Fact) -> TableCell:
    return TableCell(str(row.number), ground="blocked_tint", fill=row.number / 10)


def _name(row: Fact) -> str:
    return row.name


def _count(row: Fact) -> int:
    return row.number


COLUMNS = (
    TableColumn("name", "Name", _name_cell, _name),
    TableColumn("count", "Count", _count_cell, _count, 80, is_number=True),
)
FACTS = [Fact("b", 2), Fact("c", 3), Fact("a", 1)]


@pytest.fixture
def table(qtbot: QtBot, theme: Theme) -> Table:
    made = Table(theme, "Facts", identity=_name)
    qtbot.addWidget(made)
    made.set_columns(COLUMNS)
    made.set_rows(FACTS)
    made.resize(400, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def names(table: Table) -> str:
    return "".join(row.name for row in table.rows)


def test_rows_stand_as_they_were_given(table: Table) -> None:
    assert names(table) == "bca"
    assert table.current_row == FACTS[0]


def test_header_sorts_and_turns_round_and_numbers_begin_with_the_greatest(table: Table) -> None:
    header = table.horizontalHeader()
    header.sectionClicked.emit(0)
    assert names(table) == "abc"
    header.sectionClicked.emit(0)
    assert names(table) == "cba"
    header.sectionClicked.emit(1)
    assert names(table) == "cba"


def test_current_row_stays_in_another_order_and_with_other_facts(table: Table) -> None:
    table.select_row("c")
    table.sort_by("name")
    assert table.current_row == Fact("c", 3)
    table.set_rows([Fact("d", 4), Fact("c", 9)])
    assert table.current_row == Fact("c", 9)


def test_keys_tell_what_is_wanted(qtbot: QtBot, table: Table) -> None:
    with qtbot.waitSignal(table.row_activated) as activated:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert activated.args == [Fact("b", 2)]
    with qtbot.waitSignal(table.left):
        QTest.keyClick(table, Qt.Key.Key_Escape)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "b\t2"


def test_cells_are_told_to_an_assistive_program(table: Table) -> None:
    index = index_at(table, 0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Name: called b"
    assert index_at(table, 0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == "Count: 2"


def test_no_rows_and_no_columns_are_no_exception(table: Table) -> None:
    table.set_rows([])
    assert table.current_row is None
    table.set_columns(())
    table.grab()
