"""The columns of a table that a person chooses."""

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.column_choice import ColumnChoice
from robotstudio.ui.widgets.menus import build_menu
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

COLUMNS = (
    TableColumn("url", "URL"),
    TableColumn("status", "Status", width=80),
    TableColumn("type", "Type", width=80, hidden_below=2_000),
)


@pytest.fixture
def choice(qtbot: QtBot) -> ColumnChoice:
    """Return the choice for a table without space for its last column."""
    table = Table("URLs", COLUMNS)
    qtbot.addWidget(table)
    table.resize(600, 300)
    table.set_rows([[TableCell("a")] * 3])
    table.show()
    return ColumnChoice(table, QPushButton(table))


def shown(choice: ColumnChoice) -> list[str]:
    table = choice.parent()
    assert isinstance(table, Table)
    return [column.id for place, column in enumerate(table.columns) if not table.isColumnHidden(place)]


def pick(choice: ColumnChoice, text: str) -> None:
    """Choose a row of the menu."""
    row = next(row for row in choice.actions() if row.text == text)
    assert row.slot is not None
    row.slot()


def test_menu_has_each_column_but_the_first_with_whether_it_is_shown(choice: ColumnChoice) -> None:
    table = choice.parent()
    assert isinstance(table, Table)
    menu = build_menu(table, choice.actions())
    found = {action.text(): action.isChecked() for action in menu.actions() if action.isCheckable()}
    assert found == {"Status": True, "Type": False}
    menu.close()


def test_column_without_room_is_shown_when_it_is_chosen_and_others_stay(qtbot: QtBot, choice: ColumnChoice) -> None:
    with qtbot.waitSignal(choice.changed):
        pick(choice, "Type")
    assert (shown(choice), choice.chosen) == (["url", "status", "type"], ("url", "status", "type"))
    pick(choice, "Status")
    assert shown(choice) == ["url", "type"]
    pick(choice, "All columns")
    assert shown(choice) == ["url", "status", "type"]
    pick(choice, "Fit to width")
    assert (shown(choice), choice.chosen) == (["url", "status"], ())


def test_columns_that_are_not_known_are_not_chosen(choice: ColumnChoice) -> None:
    choice.choose(["type", "gone", "url"])
    assert choice.chosen == ("url", "type")
    choice.choose(["gone"])
    assert shown(choice) == ["url", "status"]
