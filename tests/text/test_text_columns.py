"""Columns of text in which Chinese letters take two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.text.text_columns import broken, is_wide, padded, width_of


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("robots", 6), ("правило", 7), ("规则", 4), ("规则 1：", 8), ("é", 1)]
)
def test_han_letters_and_their_punctuation_take_two(text: str, columns: int) -> None:
    assert width_of(text) == columns
    assert width_of(padded(text, 9)) == 9


@pytest.mark.parametrize(("text", "wide"), [("a", False), ("ё“”", False), ("a规", True), ("：", True)])
def test_wide(text: str, wide: bool) -> None:
    assert is_wide(text) is wide


def test_line_is_broken_between_han_letters_and_never_before_punctuation() -> None:
    assert list(broken("规则不匹配，网址（见下）。", 10)) == ["规则不匹", "配，网址", "（见下）。"]
    assert list(broken("不读取 robots.txt 文件", 12, "# ")) == ["# 不读取", "# robots.txt", "# 文件"]


@given(st.text("规则网址，。（） ab1./-", max_size=60), st.integers(2, 30))
def test_nothing_but_space_is_lost_and_lines_are_no_wider_than_their_words_force(text: str, width: int) -> None:
    lines = list(broken(text, width))
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width_of(line) <= width or " " not in line for line in lines)
