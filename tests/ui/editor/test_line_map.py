"""Lines of the evaluation in the text of now."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.ui.editor.line_map import LineMap

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
