"""Fixes: edits of bytes that leave everything else unchanged."""

from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Edit, Fix, Place


def fix(*edits: tuple[tuple[int, int], tuple[int, int], bytes]) -> Fix:
    return Fix("x", tuple(Edit(Place(*start), Place(*end), text) for start, end, text in edits))


def test_a_part_of_a_line_is_replaced() -> None:
    assert apply(b"abc\r\ndef", [fix(((2, 1), (2, 2), b"X"))]).body == b"abc\r\ndXf"


def test_a_line_is_removed_with_its_end() -> None:
    assert apply(b"a\rb\rc", [fix(((2, 0), (3, 0), b""))]).body == b"a\rc"


def test_the_last_line_can_be_removed() -> None:
    assert apply(b"a\nb", [fix(((2, 0), (3, 0), b""))]).body == b"a\n"


def test_new_lines_end_as_the_lines_of_the_file_do() -> None:
    assert apply(b"a\r\nb\r\n", [fix(((2, 0), (2, 0), b"new\n"))]).body == b"a\r\nnew\r\nb\r\n"


def test_a_line_can_be_added_behind_a_last_line_without_an_end() -> None:
    assert apply(b"a\nb", [fix(((3, 0), (3, 0), b"new\n"))]).body == b"a\nb\nnew"


def test_of_two_that_overlap_the_first_is_applied() -> None:
    first, second = fix(((1, 0), (1, 2), b"X")), fix(((1, 1), (1, 3), b"Y"))
    fixed = apply(b"abcd", [first, second])
    assert fixed.body == b"Xcd"
    assert (fixed.applied, fixed.left_out) == ((first,), (second,))


def test_two_that_want_the_same_are_both_applied() -> None:
    one = fix(((1, 0), (1, 1), b"X"))
    assert apply(b"abc", [one, one]).body == b"Xbc"


def test_no_fix_changes_nothing() -> None:
    body = b"\xef\xbb\xbfa\r\n\x00b\rc\n\n"
    assert apply(body, []).body == body


def test_a_byte_behind_the_end_of_a_line_does_not_reach_into_the_next() -> None:
    assert apply(b"ab\ncd", [fix(((1, 1), (1, 99), b""))]).body == b"a\ncd"


def test_the_first_line_begins_behind_a_byte_order_mark() -> None:
    assert apply(b"\xef\xbb\xbfab\n", [fix(((1, 0), (1, 1), b"X"))]).body == b"\xef\xbb\xbfXb\n"


def test_a_byte_order_mark_can_be_removed() -> None:
    assert apply(b"\xef\xbb\xbfab\n", [fix(((1, -3), (1, 0), b""))]).body == b"ab\n"
