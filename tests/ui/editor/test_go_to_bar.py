"""Going to a line, by key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.editor.parts import Parts


@pytest.fixture
def asking(parts: Parts) -> Parts:
    """A draft of 38 lines, and the bar open."""
    parts.pane.set_body(b"Allow: /\n" * 37)
    parts.pane.open_go_to_line()
    return parts


def enter(parts: Parts, text: str) -> None:
    parts.go_to_bar.field.setText(text)
    QTest.keyClick(parts.go_to_bar.field, Qt.Key.Key_Return)


@pytest.mark.parametrize(("typed", "place"), [("12", (12, 0)), ("38", (38, 0)), (" 3 ", (3, 0)), ("4:6", (4, 5))])
def test_line_is_gone_to(asking: Parts, typed: str, place: tuple[int, int]) -> None:
    enter(asking, typed)
    cursor = asking.edit.textCursor()
    assert (cursor.blockNumber() + 1, cursor.positionInBlock()) == place
    assert not asking.go_to_bar.isVisible()
    assert asking.edit.hasFocus()


def test_column_beyond_the_line_is_its_end(asking: Parts) -> None:
    enter(asking, "2:999")
    assert asking.edit.textCursor().positionInBlock() == len("Allow: /")


@pytest.mark.parametrize("typed", ["0", "39", "-1", "x", "1:x", "٣", "9" * 5000, ""])
def test_what_is_no_line_is_answered_with_a_sentence(asking: Parts, typed: str) -> None:
    enter(asking, typed)
    assert asking.go_to_bar.message == "Enter a line from 1 to 38."
    assert asking.go_to_bar.isVisible()
    assert asking.pane.caret_line == 1


def test_sentence_goes_when_something_else_is_typed(asking: Parts) -> None:
    enter(asking, "99")
    QTest.keyClicks(asking.go_to_bar.field, "5")
    assert asking.go_to_bar.message == ""


def test_escape_returns_to_the_text(asking: Parts) -> None:
    QTest.keyClick(asking.go_to_bar.field, Qt.Key.Key_Escape)
    assert not asking.go_to_bar.isVisible()
    assert asking.edit.hasFocus()


def test_bar_begins_with_the_line_of_the_caret(asking: Parts) -> None:
    asking.pane.place_caret(7)
    asking.pane.open_go_to_line()
    assert asking.go_to_bar.field.text() == "7"
