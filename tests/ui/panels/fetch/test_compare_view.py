"""The comparison of the live file with the draft, and moving through its changes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from robotstudio.draft.changes.text_comparison import compare_texts
from robotstudio.ui.panels.fetch.compare_view import CompareView
from robotstudio.ui.widgets.labels import EmptyHint
from tests.ui.parts import button, named, part_of, texts

LIVE = b"".join(b"Disallow: /%d\n" % number for number in range(1, 41))
DRAFT = LIVE.replace(b"/5\n", b"/five\n").replace(b"Disallow: /20\n", b"") + b"Allow: /new\n"


@pytest.fixture
def view(qtbot: QtBot) -> CompareView:
    view = CompareView()
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    view.show_comparison(compare_texts(LIVE, DRAFT))
    return view


def block(view: CompareView, row: int) -> QTextBlock:
    return view.text.document().findBlockByNumber(row)


def row_of(view: CompareView, text: str) -> int:
    return view.text.toPlainText().split("\n").index(text)


def test_counts_are_told_with_their_signs(view: CompareView) -> None:
    assert set(texts(view)) >= {"+2", "−2"}
    assert named(view, QLabel, "2 lines added").text() == "+2"


def test_lines_carry_sign_number_and_ground(view: CompareView) -> None:
    removed, added = row_of(view, "− Disallow: /5"), row_of(view, "+ Disallow: /five")
    assert added == removed + 1
    assert (view.text.number_of(removed), view.text.ground_of(removed)) == ("", "sunken")
    assert (view.text.number_of(added), view.text.ground_of(added)) == ("5", "allowed_tint")


def test_removed_line_is_struck(view: CompareView) -> None:
    view.grab()
    removed = block(view, row_of(view, "− Disallow: /5"))
    assert [piece.format.fontStrikeOut() for piece in removed.layout().formats()] == [False, True]


def test_equal_lines_are_folded_and_can_be_unfolded(view: CompareView) -> None:
    assert "… 8 equal lines" in view.text.toPlainText()
    button(view, "Fold equal lines").click()
    assert "equal lines" not in view.text.toPlainText()
    assert view.text.blockCount() == 40 + 2


def test_f7_goes_from_change_to_change_and_stops_at_the_last(view: CompareView) -> None:
    rows = []
    for _ in range(4):
        QTest.keyClick(view.text, Qt.Key.Key_F7)
        rows.append(view.text.textCursor().block().text())
    assert rows == ["− Disallow: /5", "− Disallow: /20", "+ Allow: /new", "+ Allow: /new"]
    assert "3 of 3" in texts(view)
    QTest.keyClick(view.text, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert view.text.textCursor().block().text() == "− Disallow: /20"
    view.grab()


def test_buttons_go_to_the_changes_too(view: CompareView) -> None:
    named(view, QAbstractButton, "Next change (F7)").click()
    named(view, QAbstractButton, "Next change (F7)").click()
    named(view, QAbstractButton, "Previous change (Shift+F7)").click()
    assert "1 of 3" in texts(view)


def test_escape_closes_it(qtbot: QtBot, view: CompareView) -> None:
    with qtbot.waitSignal(view.closed, timeout=500):
        QTest.keyClick(view.text, Qt.Key.Key_Escape)


def test_newer_comparison_keeps_the_place(view: CompareView) -> None:
    button(view, "Fold equal lines").click()
    view.text.verticalScrollBar().setValue(10)
    view.show_comparison(compare_texts(LIVE, DRAFT + b"Allow: /newer\n"))
    assert view.text.verticalScrollBar().value() == 10


def test_equal_files_say_so_in_place_of_an_empty_view(view: CompareView) -> None:
    view.show_comparison(compare_texts(LIVE, LIVE))
    assert not view.text.isVisible()
    assert not named(view, QAbstractButton, "Next change (F7)").isEnabled()
    assert part_of(view, EmptyHint).isVisible()


def test_difference_that_no_line_shows_is_told(view: CompareView) -> None:
    view.show_comparison(compare_texts(LIVE.replace(b"\n", b"\r\n"), LIVE))
    assert "Line endings are CRLF in the live file and LF in the draft." in texts(view)


def test_cleared_view_says_nothing(view: CompareView) -> None:
    view.clear()
    assert view.text.toPlainText() == ""
    assert "+2" not in texts(view)
    view.grab()
