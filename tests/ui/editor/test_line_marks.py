"""Findings are underlined, with an icon in the gutter and a mark in the overview."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QApplication

from robotstudio.ui.editor.backdrop import columns_of, span_of
from robotstudio.ui.editor.line_marks import MovedLines, ProblemMark, ProblemMarks, Sign
from robotstudio.ui.editor.rows import x_of
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from tests.ui.editor.parts import Parts

ERROR = ProblemMark(2, 0, 8, "blocked", Glyph.ERROR, "An error.", is_wavy=True)
NOTE = ProblemMark(2, 10, -1, "note", Glyph.NOTE, "A note.", is_wavy=False)
HINT = ProblemMark(3, 0, -1, "text3", None, "A hint.", is_wavy=False)
BODY = b"User-agent: *\nDisallow: /tmp/\nAllow: /\n"


@pytest.fixture
def marked(parts: Parts) -> Parts:
    parts.pane.set_body(BODY)
    parts.pane.show_problems((ERROR, NOTE, HINT))
    return parts


@pytest.mark.parametrize(
    ("text", "byte_span", "columns"),
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
def test_bytes_of_a_line_are_columns_of_the_text(
    text: str, byte_span: tuple[int, int], columns: tuple[int, int]
) -> None:
    assert columns_of(text, *byte_span) == columns


def signs_of(marked: Parts) -> Mapping[int, Sign]:
    """Return the icons of the gutter by line."""
    return marked.gutter._signs


def colors_of(marked: Parts) -> Mapping[int, str]:
    """Return the marks of the ruler by line."""
    return marked.ruler._marks


def test_sign_is_that_of_the_worst_with_the_sentences_of_all(marked: Parts) -> None:
    signs = signs_of(marked)
    assert {line: (sign.glyph, sign.color) for line, sign in signs.items()} == {2: (Glyph.ERROR, "blocked")}
    assert marked.gutter.tooltip_at(1.5 * marked.edit.row_height) == "An error.\nA note."
    assert colors_of(marked) == {2: "blocked"}


def test_marks_move_along_with_the_text(marked: Parts) -> None:
    cursor = QTextCursor(marked.edit.document())
    cursor.insertText("# new\n# lines\n")
    QApplication.processEvents()  # the sides are updated after the text
    assert list(signs_of(marked)) == [4]
    problems = marked.pane._problems
    assert (problems.at(4), problems.at(2)) == ([ERROR, NOTE], ())


def test_another_file_has_none_of_them(marked: Parts) -> None:
    marked.pane.set_body(b"Allow: /\n")
    assert signs_of(marked) == {}
    assert colors_of(marked) == {}


def test_underline_has_the_colour_of_the_severity_where_the_bytes_are(marked: Parts) -> None:
    marked.pane.place_caret(1)
    row = next(row for row in marked.edit.rows() if row.line == 2)
    left, right = (int(x) for x in span_of(row, ERROR))
    color = theme.color("blocked").rgb()
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
        ProblemMark(2, 5, 2, "blocked", None, "", is_wavy=True),
        ProblemMark(2, 10**9, -1, "blocked", None, "", is_wavy=True),
        ProblemMark(2, -3, 0, "blocked", None, "", is_wavy=True),
        ProblemMark(99, 0, -1, "blocked", Glyph.ERROR, "", is_wavy=True),
        ProblemMark(4, 0, -1, "blocked", Glyph.ERROR, "", is_wavy=False),
    ],
    ids=["empty", "beyond the line", "byte order mark", "beyond the file", "empty line"],
)
def test_odd_places_are_painted_without_complaint(parts: Parts, mark: ProblemMark) -> None:
    parts.pane.set_body(BODY)
    parts.pane.show_problems((mark,))
    assert not parts.pane.grab().isNull()


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


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(-3, 3)), max_size=12))
def test_lines_are_found_again_however_they_moved(edits: list[tuple[int, int]]) -> None:
    moved = MovedLines()
    lines: list[int | None] = list(range(1, 9))
    for after, delta in edits:
        place = min(after, len(lines))
        change = max(delta, place - len(lines))
        moved.note(place, change)
        lines[place : place + max(-change, 0)] = [None] * max(change, 0)
    assert [moved.evaluated(line) for line in range(1, len(lines) + 1)] == lines
    kept = [(line, now) for now, line in enumerate(lines, 1) if line is not None]
    assert [moved.current(line) for line, _ in kept] == [now for _, now in kept]


def test_line_that_is_made_and_taken_back_leaves_nothing_to_be_counted() -> None:
    moved = MovedLines()
    for delta in (1, -1, 2, -1, -1):
        moved.note(3, delta)
    assert moved.is_straight


def test_underline_of_dots_is_as_long_as_what_it_is_about(parts: Parts) -> None:
    parts.pane.set_body(b"Allow: /" + b"x" * 60 + b"\n")
    parts.pane.resize(900, 200)
    plain = _row_of(parts)
    parts.pane.show_problems((ProblemMark(1, 8, 68, "note", None, "A note.", is_wavy=False),))
    marked = _row_of(parts)
    rows, columns = range(plain.height()), range(plain.width())
    differing = [x for x in columns if any(plain.pixel(x, y) != marked.pixel(x, y) for y in rows)]
    block = parts.edit.document().firstBlock()
    start, end = (x_of(block, column) for column in (8, 68))
    assert abs(differing[0] - start) <= 2
    assert abs(differing[-1] - end) <= 3


def _row_of(parts: Parts) -> QImage:
    """Return an image of the first row as painted now."""
    QApplication.processEvents()
    return parts.edit.viewport().grab(parts.edit.viewport().rect().adjusted(0, 0, 0, -100)).toImage()
