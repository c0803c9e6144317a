"""The excerpt of a body."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.store.text import load
from robotstudio.ui.panels.fetch.answer_page import MAX_BYTES, MAX_COLUMNS, MAX_LINES, excerpt_of


@given(st.binary(max_size=500))
def test_body_of_usual_size_is_shown_whole(body: bytes) -> None:
    excerpt = excerpt_of(body)
    assert excerpt.is_whole
    assert excerpt.text == load(body).text


def test_large_body_is_cut_behind_a_line() -> None:
    excerpt = excerpt_of(b"Disallow: /%s/0123456789\n" % (b"x" * 60) * 100_000)
    assert not excerpt.is_whole
    assert excerpt.text.endswith("/0123456789\n")


def test_large_body_of_one_line_is_cut_behind_a_character() -> None:
    excerpt = excerpt_of(("漢" * MAX_BYTES).encode())
    assert excerpt.form.encoding == "UTF-8"
    assert set(excerpt.text) == {"漢", "…"}


@pytest.mark.parametrize("byte", [b"\x80", b"\xff", b"\r", b"\n", b"\r\n"])
def test_large_body_of_one_byte_is_bounded(byte: bytes) -> None:
    excerpt = excerpt_of(byte * (MAX_BYTES + 10))
    assert not excerpt.is_whole
    assert excerpt.text.count("\n") <= MAX_LINES


def test_long_line_is_cut_and_the_next_one_still_shown() -> None:
    excerpt = excerpt_of(b"x" * 50_000 + b"\nAllow: /\n")
    assert not excerpt.is_whole
    assert excerpt.text == "x" * MAX_COLUMNS + "…\nAllow: /\n"


def test_line_ends_are_told_of_a_cut_body_too() -> None:
    assert excerpt_of(b"Allow: /\r\n" * 200_000).form.line_end == "CRLF"
