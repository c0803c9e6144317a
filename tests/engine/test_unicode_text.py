"""Lines, white space and case, against Python's own text."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.tokens import split_further, split_lines
from robotstudio.engine.unicode_text import ALSO_ENDS, lowered, stripped, words

TEXTS = st.text(st.sampled_from("aB é\t\n\r\v\f\x1c\x1f\x85\xa0\u2003\u2028\u3000İ:"))


@given(text=TEXTS)
def test_white_space_and_case(text: str) -> None:
    start, rest = stripped(text.encode())
    assert rest == text.strip().encode()
    assert text.encode()[start:].startswith(rest)
    assert words(text.encode()) == [word.encode() for word in text.split()]
    assert lowered(text.encode()) == text.lower().encode()


@given(text=TEXTS)
def test_lines(text: str) -> None:
    lines, counted = split_further(split_lines(text.encode()), ALSO_ENDS)
    numbers = list(counted)
    assert len(numbers) == len(lines)
    expected = [line.encode() for line in text.splitlines()]
    assert lines[: len(expected)] == expected
    assert all(line == b"" for line in lines[len(expected) :])
    assert numbers == sorted(numbers)
    assert numbers[-1] == len(split_lines(text.encode()))
