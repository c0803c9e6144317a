"""Marks on lines: they move along with the text until the next evaluation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor

from robotstudio.ui.editor.backdrop import columns_of, span_of
from robotstudio.ui.editor.line_marks import LineMap, Mark, ProblemMarks
from robotstudio.ui.theme.glyphs import Glyph
from tests.ui.editor.parts import Parts

edits = st.lists(st.tuples(st.integers(0, 12), st.integers(-4, 4)), max_size=8)


def test_lines_behind_an_insertion_move_down() -> None:
    lines = LineMap()
    lines.note(2, 3)
    assert [lines.current(line) for line in (1, 2, 3)] == [1, 2, 6]
    assert [lines.evaluated(line) for line in (2, 3, 5, 6)] == [2, None, None, 3]


def test_removed_line_is_where_it_was_removed() -> None:
    lines = LineMap()
    lines.note(2, -2)
    assert [lines.current(line) for line in (2, 3, 4, 5)] == [2, 2, 2, 3]
    assert lines.evaluated(3) == 5


def test_new_evaluation_is_of_the_text_of_now() -> None:
    lines = LineMap()
    assert lines.is_straight
    lines.note(1, 1)
    lines.clear()
    assert lines.current(5) == 5


def test_lines_are_not_straight_once_they_moved() -> None:
    lines = LineMap()
    lines.note(1, 1)
    assert not lines.is_straight


@given(edits=edits)
def test_a_line_that_was_evaluated_is_found_again(edits: list[tuple[int, int]]) -> None:
    lines = LineMap()
    for after, delta in edits:
        lines.note(after, delta)
    for line in range(1, 40):
        evaluated = lines.evaluated(line)
        assert evaluated is None or lines.current(evaluated) == line


@given(edits=edits)
def test_lines_never_change_their_order(edits: list[tuple[int, int]]) -> None:
    lines = LineMap()
    for after, delta in edits:
        lines.note(after, delta)
    moved = [lines.current(line) for line in range(1, 40)]
    assert moved == sorted(moved)


ERROR = Mark(2, 0, 8, "blocked", Glyph.ERROR, "An error.", is_wavy=True)
NOTE = Mark(2, 10, -1, "note", Glyph.NOTE, "A note.", is_wavy=False)
HINT = Mark(3, 0, -1, "text3", None, "A hint.", is_wavy=False)
BODY = b"User-agent: *\nDisallow: /tmp/\nAllow: /\n"


@pytest.fixture
def marked(parts: Parts) -> Parts:
    parts.pane.set_body(BODY)
    parts.pane.show_problems((ERROR, NOTE, HINT))
    return parts


@pytest.mark.parametrize(
    ("text", "octets", "columns"),
    [
        ("Disallow: /a", (10, 12), (10, 12)),
        ("Disallow: /ä/x", (11, 13), (11, 12)),
        ("Disallow: /😀/x", (11, 15), (11, 13)),
        ("Disallow: /😀/x", (15, -1), (13, 15)),
        ("Disallow: /中文", (11, -1), (11, 13)),
        ("", (0, -1), (0, 0)),
        ("ab", (0, 99), (0, 2)),
    ],
)
def test_bytes_of_a_line_are_columns_of_the_text(text: str, octets: tuple[int, int], columns: tuple[int, int]) -> None:
    assert columns_of(text, *octets) == columns


def test_sign_is_that_of_the_worst_with_the_sentences_of_all(marked: Parts) -> None:
    signs = marked.gutter._signs
    assert {line: (sign.glyph, sign.color) for line, sign in signs.items()} == {2: (Glyph.ERROR, "blocked")}
    assert marked.gutter.tooltip_at(1.5 * marked.edit.row_height) == "An error.\nA note."
    assert marked.ruler._marks == {2: "blocked"}


def test_marks_move_along_with_the_text(marked: Parts) -> None:
    cursor = QTextCursor(marked.edit.document())
    cursor.insertText("# new\n# lines\n")
    assert list(marked.gutter._signs) == [4]
    assert marked.pane._problems.at(4) == [ERROR, NOTE]
    assert marked.pane._problems.at(2) == ()


def test_another_file_has_none_of_them(marked: Parts) -> None:
    marked.pane.set_body(b"Allow: /\n")
    assert marked.gutter._signs == {}
    assert marked.ruler._marks == {}


def test_underline_has_the_colour_of_the_severity_where_the_bytes_are(marked: Parts) -> None:
    marked.pane.place_caret(1)
    row = next(row for row in marked.edit.rows() if row.line == 2)
    left, right = (int(x) for x in span_of(row, ERROR))
    color = marked.pane._theme.color("blocked").rgb()
    image = marked.edit.viewport().grab().toImage()
    foot = range(int(row.top) + marked.edit.row_height - 5, int(row.top) + marked.edit.row_height)
    found = {x for x in range(image.width()) for y in foot if _near(image.pixel(x, y), color)}
    assert found
    assert min(found) >= left - 2
    assert max(found) <= right + 2
    assert max(found) - min(found) > 0.8 * (right - left)


def _near(one: int, other: int) -> bool:
    return all(abs((one >> shift & 255) - (other >> shift & 255)) < 60 for shift in (0, 8, 16))


@pytest.mark.parametrize(
    "mark",
    [
        Mark(2, 5, 2, "blocked", None, "", is_wavy=True),
        Mark(2, 10**9, -1, "blocked", None, "", is_wavy=True),
        Mark(2, -3, 0, "blocked", None, "", is_wavy=True),
        Mark(99, 0, -1, "blocked", Glyph.ERROR, "", is_wavy=True),
        Mark(4, 0, -1, "blocked", Glyph.ERROR, "", is_wavy=False),
    ],
    ids=["empty", "beyond the line", "byte order mark", "beyond the file", "empty line"],
)
def test_odd_places_are_painted_without_complaint(parts: Parts, mark: Mark) -> None:
    parts.pane.set_body(BODY)
    parts.pane.show_problems((mark,))
    parts.pane.grab()


def test_caret_is_placed_behind_bytes(parts: Parts) -> None:
    parts.pane.set_body("A\nDisallow: /😀/x\n".encode())
    parts.pane.place_caret(2, 15)
    assert (parts.pane.caret_line, parts.edit.textCursor().positionInBlock()) == (2, 13)


def test_same_marks_are_no_change() -> None:
    marks = ProblemMarks()
    assert marks.show((ERROR,))
    assert not marks.show((ERROR,))
    marks.move_lines(1, 1)
    assert marks.show((ERROR,))
