"""One field filters: typing narrows, its list has the filters with hits, and each active one is a chip."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.listing.filters import FilterKind
from robotstudio.ui.panels.simulation.tool_row import MatrixToolRow
from robotstudio.ui.widgets.pill import Pill
from tests.ui.panels.simulation.filters import filters_of, toggle

COUNTS = {kind: number for number, kind in enumerate(FilterKind)}


@pytest.fixture
def row(qtbot: QtBot) -> MatrixToolRow:
    row = MatrixToolRow(lambda: None)
    qtbot.addWidget(row)
    row.resize(930, row.height())
    row.show_counts(COUNTS)
    row.show()
    qtbot.waitExposed(row)
    return row


def seen(row: MatrixToolRow) -> list[QWidget]:
    """Return what is shown in the row, from left to right."""
    parts = [part for part in row.findChildren(QWidget) if part.parentWidget() is row and part.isVisible()]
    return sorted(parts, key=lambda part: part.x())


def pills(row: MatrixToolRow) -> list[str]:
    return [part.text() for part in seen(row) if isinstance(part, Pill)]


def test_a_filter_without_hits_is_not_listed_unless_it_is_on(row: MatrixToolRow) -> None:
    assert "Blocked for any" not in filters_of(row)
    assert filters_of(row)["Blocked for all"] == "1"
    toggle(row, "Blocked for all")
    row.show_counts({})
    assert filters_of(row) == {"Blocked for all": "0"}
    assert row.chips == ("Blocked for all",)


def test_down_opens_the_list_of_filters(row: MatrixToolRow) -> None:
    QTest.keyClick(row.search, Qt.Key.Key_Down)
    (menu,) = row.findChildren(QMenu)
    assert menu.isVisible()
    menu.close()


def test_an_active_filter_is_a_chip_that_ends_it(row: MatrixToolRow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(row.filters_changed):
        toggle(row, "Open to all")
    toggle(row, "Own reading")
    assert row.filters.kinds == {FilterKind.ALLOWED, FilterKind.READING}
    assert pills(row) == ["Open to all", "Own reading"]
    row.dismiss(0)
    assert row.filters.kinds == {FilterKind.READING}
    assert pills(row) == ["Own reading"]


def test_esc_clears_the_text_then_the_filters_then_leaves(row: MatrixToolRow, qtbot: QtBot) -> None:
    row.search.setText("cart")
    row.show_kinds(frozenset({FilterKind.BLOCKED}))
    row.show_line(12)
    QTest.keyClick(row.search, Qt.Key.Key_Escape)
    assert (row.search.text(), row.chips) == ("", ("Blocked for any", "Line 12"))
    QTest.keyClick(row.search, Qt.Key.Key_Escape)
    assert not row.filters.are_on
    with qtbot.waitSignal(row.search.left):
        QTest.keyClick(row.search, Qt.Key.Key_Escape)


@pytest.mark.parametrize("width", range(400, 1300, 75))
def test_no_width_cuts_a_part_or_loses_a_filter(row: MatrixToolRow, width: int) -> None:
    row.show_kinds(frozenset(FilterKind))
    row.setFixedWidth(width)
    parts = seen(row)
    assert all(part.width() >= part.minimumSizeHint().width() for part in parts)
    assert all(row.rect().contains(part.geometry()) for part in parts)
    places = [QRect(part.geometry()) for part in parts]
    assert all(one.right() < other.left() for one, other in pairwise(places))
    shown = [text for text in pills(row) if not text.endswith(" more")]
    folded = len(row.chips) - len(shown)
    assert shown == list(row.chips[: len(shown)])
    assert (f"{folded} more" in pills(row)) is bool(folded)


def test_a_long_name_of_a_source_is_shortened(row: MatrixToolRow) -> None:
    row.show_source("1", "a-very-long-name-of-a-sitemap.xml")
    assert row.chips == ("a-very-long-name-of-a-si…",)
