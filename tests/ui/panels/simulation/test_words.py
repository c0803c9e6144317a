"""Texts of the matrix."""

import pytest

from robotstudio.draft.cell_state import CellState
from robotstudio.engine import LineRange
from robotstudio.ui.document.urls import removed_words
from robotstudio.ui.panels.simulation import words


def test_every_state_has_words() -> None:
    for state in CellState:
        assert words.verdict_words(state, 12)


def test_line_numbers_are_grouped_like_other_numbers() -> None:
    assert words.verdict_words(CellState.BLOCKED, 1204) == "blocked by line 1,204"


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ([(4, 4)], "line 4"),
        ([(4, 7)], "lines 4–7"),
        ([(4, 7), (9, 9)], "lines 4–7 and 9"),
        ([(4, 7), (9, 9), (12, 15)], "lines 4–7, 9 and 12–15"),
        ([(4, 4), (9, 9)], "lines 4 and 9"),
    ],
)
def test_line_ranges_are_listed(ranges: list[tuple[int, int]], said: str) -> None:
    assert words.range_words([LineRange(*pair) for pair in ranges]) == said


def test_one_is_not_many() -> None:
    assert words.size_words(1, 1, 1) == "1 URL × 1 crawler"
    assert words.time_words(1, 3) == "1 verdict in 3 ms"
    assert removed_words(1) == "1 URL removed."
    assert removed_words(0) == "Source removed. Other sources have all of its URLs."
    assert words.copied_words(1, 1) == "1 row copied."


def test_a_filtered_list_says_of_how_many_it_is() -> None:
    assert words.size_words(1204, 1204, 8) == "1,204 URLs × 8 crawlers"
    assert words.size_words(7, 1204, 8) == "7 of 1,204 URLs × 8 crawlers"
    assert words.totals_words(7, filtered=True) == "Blocked, of 7 shown"
    assert words.totals_words(1204, filtered=False) == "Blocked, of 1,204"


def test_what_was_not_copied_is_said() -> None:
    assert words.copied_words(100_000, 250_000) == "The first 100,000 of 250,000 rows copied."
