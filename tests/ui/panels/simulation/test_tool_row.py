"""If the row above the matrix is short of space, pills move to a menu in a fixed order."""

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.draft.listing.filters import FilterKind
from robotstudio.ui.panels.simulation.tool_row import MatrixToolRow
from robotstudio.ui.shell.pages import ViewSwitch
from tests.ui.parts import part_of

COUNTS = dict.fromkeys(FilterKind, 3)


@pytest.fixture
def row(qtbot: QtBot) -> MatrixToolRow:
    row = MatrixToolRow()
    qtbot.addWidget(row)
    row.set_lead(ViewSwitch(row))
    row.set_compact(True)
    row.show_counts(COUNTS, 22)
    row.show()
    qtbot.waitExposed(row)
    return row


def shown(row: MatrixToolRow) -> list[FilterKind]:
    return [kind for kind, pill in row.pills.items() if not pill.isHidden()]


def in_menu(row: MatrixToolRow) -> list[str]:
    """Return the filters in the menu."""
    menu = row.more_menu()
    return [action.text().partition("\t")[0] for action in menu.actions() if action.isCheckable()]


@pytest.mark.parametrize("urls", [22, 1_517, 1_000_000])
@pytest.mark.parametrize("width", [560, 650, 930, 1300])
def test_what_is_before_the_pills_keeps_its_room(row: MatrixToolRow, urls: int, width: int) -> None:
    row.show_counts(COUNTS, urls)
    row.setFixedWidth(width)
    lead = part_of(row, ViewSwitch)
    assert lead.width() >= lead.sizeHint().width()
    visible = [pill for pill in (*row.pills.values(), row.more_pill) if not pill.isHidden()]
    assert all(pill.width() >= pill.sizeHint().width() for pill in visible)


def test_pills_go_into_the_menu_in_one_order_and_no_width_leaves_one_out(row: MatrixToolRow) -> None:
    every = list(row.pills)
    sizes = []
    for width in range(400, 1600, 50):
        row.setFixedWidth(width)
        kinds = shown(row)
        assert kinds == every[: len(kinds)]
        assert [row.pills[kind].text() for kind in every[len(kinds) :]] == in_menu(row)
        assert row.more_pill.isHidden() is (kinds == every)
        sizes.append(len(kinds))
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == (0, len(every))


def test_counts_neither_move_a_pill_nor_take_one_away(row: MatrixToolRow) -> None:
    row.setFixedWidth(930)
    before = [(pill.isHidden(), pill.geometry()) for pill in row.pills.values()]
    row.show_counts({**COUNTS, FilterKind.CHANGED: 0, FilterKind.OUTSIDE: 0, FilterKind.BLOCKED: 22}, 22)
    assert [(pill.isHidden(), pill.geometry()) for pill in row.pills.values()] == before


def test_the_menu_filters_and_says_how_many_of_its_filters_are_on(qtbot: QtBot, row: MatrixToolRow) -> None:
    row.setFixedWidth(500)
    assert row.more_pill.text() == "Filters"
    menu = row.more_menu()
    with qtbot.waitSignal(row.filters_changed):
        menu.actions()[0].trigger()
    row.more_menu().actions()[2].trigger()
    assert row.filters.kinds == {FilterKind.BLOCKED, FilterKind.DISAGREE}
    assert (row.more_pill.text(), row.more_pill.isChecked()) == ("Filters (2)", True)
    row.more_pill.nextCheckState()
    assert row.more_pill.isChecked(), "the click opens the menu"
    row.setFixedWidth(1600)
    assert row.pills[FilterKind.DISAGREE].isChecked()
    row.setFixedWidth(500)
    row.more_menu().actions()[-1].trigger()
    assert not row.filters.are_on
    assert row.more_pill.text() == "Filters"
