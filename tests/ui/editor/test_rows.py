"""Rows have one height, whatever they contain."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from robotstudio.ui.editor.rows import TEXT_INSET, TOP_INSET, row_height, x_of
from tests.ui.editor.parts import Parts


@pytest.mark.parametrize(("font_px", "height"), [(9, 14), (13, 20), (20, 30), (28, 42)])
def test_row_is_one_and_a_half_times_the_font(font_px: int, height: int) -> None:
    assert row_height(font_px) == height


def test_tall_glyphs_do_not_make_a_row_higher(parts: Parts) -> None:
    parts.pane.set_body("a\n漢字 🤖\n\nb".encode())
    assert [row.top for row in parts.edit.rows()] == [TOP_INSET + 20 * number for number in range(4)]


def test_text_starts_behind_its_inset(parts: Parts) -> None:
    parts.pane.set_body(b"abc\n\n")
    rows = list(parts.edit.rows())
    assert x_of(rows[0].block, 0) == TEXT_INSET
    assert x_of(rows[1].block, 0) == TEXT_INSET


@pytest.mark.parametrize("y", range(20))
def test_click_anywhere_in_a_row_takes_the_character_under_the_pointer(parts: Parts, y: int) -> None:
    parts.pane.set_body(b"first line\nsecond line\n")
    row = list(parts.edit.rows())[1]
    x = round(x_of(row.block, 3))
    QTest.mouseClick(parts.edit.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, int(row.top) + y))
    assert (parts.edit.textCursor().blockNumber(), parts.edit.textCursor().positionInBlock()) == (1, 3)


def test_line_at_a_height_is_never_beyond_the_text(parts: Parts) -> None:
    parts.pane.set_body(b"a\nb\nc")
    assert [parts.edit.row_at(y) for y in (-50, 0, 10, 30, 50, 5000)] == [1, 1, 1, 2, 3, 3]
