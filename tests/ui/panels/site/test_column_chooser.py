"""Choosing the columns of a table."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.site.column_chooser import ColumnChooser
from robotstudio.urls.sources.tables import Preview, preview
from tests.ui.tables import texts_of

TABLE = preview("Link from,Link to,Count\n/a,/x,3\n/b,/y,4\n/c,/z,5\n")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


class Chosen:
    """Records the columns that a chooser loads."""

    columns: tuple[str, str] | None = None

    def load(self, url: str, hits: str) -> None:
        self.columns = url, hits


@pytest.fixture
def chosen() -> Chosen:
    return Chosen()


def test_the_likely_columns_are_chosen_first(window: QWidget, chosen: Chosen) -> None:
    chooser = ColumnChooser("links.csv", TABLE, chosen.load, window)
    assert chooser.urls.currentText() == "Link from"
    assert chooser.hits.currentText() == "Count"
    chooser.load_button.click()
    assert chosen.columns == ("Link from", "Count")


def test_a_click_on_a_column_chooses_it(window: QWidget, chosen: Chosen) -> None:
    chooser = ColumnChooser("links.csv", TABLE, chosen.load, window)
    chooser.table.column_clicked.emit(1)
    chooser.hits.setCurrentIndex(0)
    assert {index.column() for index in chooser.table.selectedIndexes()} == {1}
    chooser.load_button.click()
    assert chosen.columns == ("Link to", "0")


@pytest.mark.parametrize(
    ("found", "column"),
    [
        (preview("/a,1\n/b,2\n/c,3\n"), "1"),
        (Preview(",", ("A", "A"), (("x",),), has_header=True, skipped=0, url_column=1), "2"),
    ],
)
def test_columns_without_a_name_of_their_own_are_told_by_number(
    window: QWidget, chosen: Chosen, found: Preview, column: str
) -> None:
    ColumnChooser("x.csv", found, chosen.load, window).load_button.click()
    assert chosen.columns
    assert chosen.columns[0] == column


def test_rows_that_are_too_short_or_long_are_shown(window: QWidget, chosen: Chosen) -> None:
    found = Preview(",", ("A", "B"), (("x",), ("1", "2", "3")), has_header=True, skipped=0, url_column=None)
    chooser = ColumnChooser("x.csv", found, chosen.load, window)
    assert texts_of(chooser.table) == [["x", ""], ["1", "2"]]
    chooser.grab()
