"""Lines that the window inserts or removes: one undo step each, and the caret stays."""

import pytest

from tests.ui.editor.parts import Parts

BODY = b"a\nb\nc\n"


@pytest.mark.parametrize(
    ("body", "after", "lines", "written"),
    [
        (BODY, 0, ["X"], b"X\na\nb\nc\n"),
        (BODY, 2, ["X", "Y"], b"a\nb\nX\nY\nc\n"),
        (BODY, 3, ["X"], b"a\nb\nc\nX\n"),
        (b"a\nb", 2, ["X"], b"a\nb\nX"),
        (b"a\r\nb\r\n", 1, ["X"], b"a\r\nX\r\nb\r\n"),
        (b"", 0, ["X"], b"X\n"),
    ],
)
def test_lines_are_inserted_behind_a_line_in_one_step(
    parts: Parts, body: bytes, after: int, lines: list[str], written: bytes
) -> None:
    parts.pane.set_body(body)
    parts.pane.insert_lines(after, lines)
    assert parts.pane.body() == written
    parts.pane.undo()
    assert parts.pane.body() == body


def test_caret_stays_with_its_text_when_lines_are_inserted(parts: Parts) -> None:
    parts.pane.set_body(b"a\nbcd")
    parts.select(3, 4)
    parts.pane.insert_lines(2, ["X"])
    assert (parts.selected, parts.pane.caret_line) == ("c", 2)
    parts.pane.insert_lines(0, ["Y"])
    assert (parts.selected, parts.pane.caret_line) == ("c", 3)


def test_line_is_removed_in_one_step_and_the_caret_stays(parts: Parts) -> None:
    parts.pane.set_body(BODY)
    parts.pane.place_caret(3)
    parts.pane.remove_line(1)
    assert (parts.pane.body(), parts.pane.caret_line) == (b"b\nc\n", 2)
    parts.pane.undo()
    assert parts.pane.body() == BODY
