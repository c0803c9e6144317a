"""A table that is sorted by its headers and keeps its scroll position."""

from typing import NamedTuple

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
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
def table(qtbot: QtBot) -> Table:
    made = Table("Facts", identity=_name)
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


@pytest.fixture
def several(qtbot: QtBot) -> Table:
    """Return a table in which several rows can be selected."""
    made = Table("Facts", COLUMNS, _name, is_multiple=True, nothing="No fact is known.")
    qtbot.addWidget(made)
    made.set_rows(FACTS)
    made.resize(400, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def click(table: Table, row: int) -> None:
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index_at(table, row, 0)).center()
    )


@pytest.mark.parametrize("which", ["table", "several"])
def test_row_is_told_once_however_it_is_chosen(which: str, request: pytest.FixtureRequest) -> None:
    shown: Table = request.getfixturevalue(which)
    told: list[Fact] = []
    shown.row_changed.connect(told.append)
    click(shown, 2)
    QTest.keyClick(shown, Qt.Key.Key_Up)
    shown.select_row("b")
    shown.set_rows([*FACTS, Fact("d", 4)])
    assert told == [FACTS[2], FACTS[1], FACTS[0]]


def test_row_is_not_told_quietly_nor_when_the_keyboard_comes_in(several: Table) -> None:
    told: list[Fact] = []
    several.row_changed.connect(told.append)
    several.setFocus()
    several.select_row("c", quietly=True)
    assert several.current_row == Fact("c", 3)
    assert told == []


def test_first_row_is_told_where_the_current_one_is_gone(table: Table) -> None:
    told: list[Fact] = []
    table.row_changed.connect(told.append)
    table.set_rows([Fact("x", 7), Fact("y", 8)])
    assert told == [Fact("x", 7)]


@pytest.mark.parametrize(
    ("key", "row"), [(Qt.Key.Key_End, 99), (Qt.Key.Key_Home, 0), (Qt.Key.Key_Down, 3), (Qt.Key.Key_7, 70)]
)
def test_keys_go_to_rows(table: Table, key: Qt.Key, row: int) -> None:
    table.set_rows([Fact(f"{number:02}", number) for number in range(100)])
    table.select_row("02")
    QTest.keyClick(table, key)
    assert table.place == row


def test_page_down_goes_on_by_what_is_seen(table: Table) -> None:
    table.set_rows([Fact(f"{number:02}", number) for number in range(100)])
    QTest.keyClick(table, Qt.Key.Key_PageDown)
    assert table.place == pytest.approx(table.viewport().height() / table.rowHeight(0), abs=1.5)


def test_typed_letters_find_nothing_in_a_long_table(table: Table) -> None:
    table.set_rows([Fact(f"{number:05}", number) for number in range(6_000)])
    QTest.keyClick(table, Qt.Key.Key_0)
    QTest.keyClick(table, Qt.Key.Key_5)
    assert table.place == 0


def test_selected_rows_stay_selected_in_another_order(several: Table) -> None:
    several.select_row("a")
    click(several, 0)
    QTest.mouseClick(
        several.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ControlModifier,
        several.visualRect(index_at(several, 1, 0)).center(),
    )
    several.sort_by("name")
    assert list(several.selected_rows) == [Fact("b", 2), Fact("c", 3)]
    several.set_rows([Fact("c", 5), Fact("d", 6)])
    assert list(several.selected_rows) == [Fact("c", 5)]


def test_several_rows_are_copied_below_their_titles(several: Table) -> None:
    copy = (Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(several, *copy)
    assert QGuiApplication.clipboard().text() == "Name\tCount\nb\t2\nc\t3\na\t1"
    several.select_row("c")
    QTest.keyClick(several, *copy)
    assert QGuiApplication.clipboard().text() == "Name\tCount\nc\t3"
    several.as_text = _name
    QTest.keyClick(several, *copy)
    assert QGuiApplication.clipboard().text() == "c"


def test_menu_key_asks_for_the_menu_of_the_current_row(qtbot: QtBot, table: Table) -> None:
    table.select_row("a")
    corner = table.viewport().mapToGlobal(table.visualRect(index_at(table, 2, 0)).bottomLeft())
    with qtbot.waitSignal(table.menu_requested) as asked:
        QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    assert asked.args == [Fact("a", 1), corner]


def test_menu_beside_the_rows_is_none(qtbot: QtBot, table: Table) -> None:
    below = QPoint(10, table.viewport().height() - 4)
    with qtbot.assertNotEmitted(table.menu_requested):
        QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, below, QPoint()))


def test_keys_that_nobody_hears_go_on_to_the_window(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    table = Table("Facts", COLUMNS, _name, dialog)
    table.set_rows(FACTS)
    dialog.show()
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(table, Qt.Key.Key_Escape)


def test_empty_table_says_so_and_is_no_stop_for_tab(several: Table) -> None:
    shown = several.grab().toImage()
    several.set_rows([])
    assert several.accessibleDescription() == "No fact is known."
    assert not several.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert several.grab().toImage() != shown
    several.set_rows(FACTS)
    assert several.accessibleDescription() == ""
    assert several.focusPolicy() == Qt.FocusPolicy.StrongFocus


@pytest.mark.parametrize("width", [320, 640])
def test_columns_without_a_width_share_what_is_left(several: Table, width: int) -> None:
    two_shares = (
        TableColumn("a", "A", _name_cell, width=100),
        TableColumn("b", "B", _name_cell, share=3, least=0),
        TableColumn("c", "C", _name_cell, share=1, least=0),
        TableColumn("d", "D", _name_cell, width=50, hidden_below=500),
    )
    several.set_columns(two_shares)
    several.resize(width, 300)
    shown = [several.columnWidth(place) for place in range(4) if not several.isColumnHidden(place)]
    assert len(shown) == (4 if width == 640 else 3)
    assert sum(shown) == several.viewport().width()
    assert abs(shown[1] - 3 * shown[2]) <= 3


def test_rows_are_put_into_words_only_when_they_are_seen(qtbot: QtBot) -> None:
    asked: list[int] = []

    def cell(number: int) -> TableCell:
        asked.append(number)
        return TableCell(str(number))

    table = Table("Numbers", (TableColumn("n", "Number", cell),), is_multiple=True)
    qtbot.addWidget(table)
    table.set_rows(range(1_000_000))
    table.resize(400, 300)
    with qtbot.waitExposed(table):
        table.show()
    table.grab()
    assert len(set(asked)) < 100


def test_only_the_row_under_the_pointer_is_marked(table: Table) -> None:
    plain = table.grab().toImage()
    at = table.visualRect(index_at(table, 1, 1)).center()
    QTest.mouseMove(table.viewport(), at)
    QApplication.sendEvent(
        table.viewport(),
        QMouseEvent(
            QEvent.Type.MouseMove,
            at.toPointF(),
            table.viewport().mapToGlobal(at).toPointF(),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
        ),
    )
    marked = table.grab().toImage()
    changed = {y for y in range(plain.height()) if plain.pixel(200, y) != marked.pixel(200, y)}
    top = table.viewport().y() + table.visualRect(index_at(table, 1, 0)).top()
    assert changed
    assert changed <= set(range(top, top + table.rowHeight(1)))


def test_column_has_room_for_all_that_it_may_say(qtbot: QtBot) -> None:
    said = ("no", "by far the longest of all words")
    made = Table("Facts", (TableColumn("kind", "Kind", width=60, words=said), TableColumn("rest", "Rest")))
    qtbot.addWidget(made)
    made.resize(500, 200)
    made.set_rows([(TableCell(word), TableCell("")) for word in said])
    metrics = QFontMetricsF(theme.fonts.ui(12))
    widest = max(map(metrics.horizontalAdvance, said))
    assert widest + SIZES.panel_inset < made.columnWidth(0) < widest + 2 * SIZES.panel_inset


def by_rows(qtbot: QtBot, one: str, other: str) -> tuple[int, int]:
    """Return the widths of two columns with these texts, of 400 pixels."""
    table = Table("Sentences")
    qtbot.addWidget(table)
    table.resize(400, 100)
    table.set_columns(tuple(TableColumn(each, each, least=0, by_rows=True) for each in "ab"))
    table.set_rows([(TableCell(one), TableCell(other))])
    return table.columnWidth(0), table.columnWidth(1)


def test_column_that_needs_less_than_its_share_gives_the_rest_to_one_that_would_be_cut(qtbot: QtBot) -> None:
    even = by_rows(qtbot, "short", "short")
    short, wide = by_rows(qtbot, "short", "a sentence that is longer than a half of the table")
    assert abs(even[0] - even[1]) <= 1
    assert QFontMetricsF(theme.fonts.ui(12)).horizontalAdvance("short") < short < even[0] < wide
    assert short + wide == sum(even)
    assert by_rows(qtbot, "x" * 300, "short")[0] > even[0]


def test_shares_hold_where_all_has_room_and_where_nothing_has(qtbot: QtBot) -> None:
    assert by_rows(qtbot, "", "short") == by_rows(qtbot, "short", "")
    first, second = by_rows(qtbot, "x" * 300, "y" * 300)
    assert abs(first - second) <= 1


def test_a_column_without_a_title_has_its_tip_for_a_screen_reader(qtbot: QtBot) -> None:
    table = Table("Verdicts", (TableColumn("url", "URL"), TableColumn("add", "", tip="Add to test URLs")))
    qtbot.addWidget(table)
    role = Qt.ItemDataRole.AccessibleTextRole
    said = [table.model().headerData(column, Qt.Orientation.Horizontal, role) for column in range(2)]
    assert said == ["URL", "Add to test URLs"]
