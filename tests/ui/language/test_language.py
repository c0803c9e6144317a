"""The window shows all texts in the current language."""

from collections.abc import Iterator

import pytest

from robotstudio.text.language import ENGLISH, WORDS, Marks, Words, speak, tr
from robotstudio.ui.language.language import side_by_side


@pytest.fixture
def german_marks() -> Iterator[None]:
    """Format numbers as in German, for one test."""
    speak(Words("de", Marks(".", ",")))
    yield
    speak(ENGLISH)


def test_english_numbers_where_nothing_else_is_spoken() -> None:
    assert WORDS.number(1204) == "1,204"
    assert [WORDS.size(size) for size in (2143, 512_000, 12_600)] == ["2,143 B", "500 KiB", "12.3 KiB"]
    assert [WORDS.duration(value) for value in (0.42, 3, 143, 2100)] == ["0.4 ms", "3 ms", "143 ms", "2.1 s"]


@pytest.mark.usefixtures("german_marks")
def test_numbers_follow_the_language() -> None:
    assert WORDS.number(1204) == "1.204"
    assert WORDS.size(12_600) == "12,3 KiB"


def test_texts_of_the_same_rank_are_parted_by_commas() -> None:
    assert side_by_side(["a", "b", "c"]) == "a, b, c"
    assert not side_by_side([])


def test_text_of_the_window_closes_up_about_chinese_that_is_put_in() -> None:
    text = "与 {name} 有 {count} 行不同"
    assert tr(text, name="线上", count="9") == "与线上有 9 行不同"
    assert tr(text, name="live", count="9") == "与 live 有 9 行不同"
