"""Plain text search in UTF-16 columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.ui.editor.search import FindQuery, PlainFinder, comparable, finder_of

texts = st.text(st.sampled_from("abAB .*ßİςΣσ\n🤖é\U0010fe00"), max_size=40)


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def find(needle: str, text: str, *, match_case: bool = False) -> list[int]:
    return [span.start for span in finder_of(FindQuery.of(needle, match_case=match_case), text).matches()]


def test_search_is_plain_text() -> None:
    assert find(".*", "a.b*c.*") == [5]


def test_case_counts_only_when_asked() -> None:
    assert find("ALLOW", "Disallow\nAllow") == [3, 9]
    assert find("Allow", "Disallow\nAllow", match_case=True) == [9]


def test_places_are_utf16_columns() -> None:
    assert find("b", "🤖b") == [2]
    assert find("🤖", "a🤖b🤖") == [1, 4]


def test_matches_do_not_overlap() -> None:
    assert find("aa", "aaaaa") == [0, 2]


def test_nul_and_line_separator_are_found_as_they_stand_in_the_editor() -> None:
    assert FindQuery.of("\0", match_case=True).text == "\U0010fe00"
    assert len(FindQuery.of("\u2028", match_case=True).text) == 3


def test_nothing_is_found_by_nothing() -> None:
    finder = finder_of(FindQuery(""), "abc")
    assert (finder.count(), finder.next_from(0), finder.last_before(3), list(finder.matches())) == (0, None, None, [])


@pytest.mark.parametrize(("start", "found"), [(0, 0), (1, 4), (5, 0)])
def test_next_goes_round(start: int, found: int) -> None:
    assert PlainFinder(FindQuery("ab"), "ab  ab").next_from(start) == (found, found + 2)


@pytest.mark.parametrize(("stop", "found"), [(0, 4), (1, 0), (4, 0), (5, 4), (6, 4)])
def test_previous_goes_round(stop: int, found: int) -> None:
    assert PlainFinder(FindQuery("ab"), "ab  ab").last_before(stop) == (found, found + 2)


def test_match_has_its_number() -> None:
    finder = PlainFinder(FindQuery("ab"), "ab ab ab")
    assert [finder.number_of(place, place + 2) for place in (0, 1, 3, 6)] == [1, 0, 2, 3]


@given(text=texts)
def test_comparable_text_keeps_every_column(text: str) -> None:
    assert len(comparable(text, match_case=False)) == utf16(text)


@given(text=texts, needle=texts.filter(bool))
def test_count_is_the_number_of_matches(text: str, needle: str) -> None:
    finder = PlainFinder(FindQuery(needle), text)
    assert finder.count() == len(list(finder.matches()))
