"""The line diff: correct for any two texts, short if it matters, and bounded in time."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from robotstudio.engine.line_diff import ChangedLines, diff_lines
from tests.work import lines_run

LINES = st.lists(st.sampled_from(["", "User-agent: *", "Disallow: /", "Allow: /a", "Disallow: /b"]), max_size=30)


def patched(old: Sequence[str], new: Sequence[str], changes: Sequence[ChangedLines]) -> list[str]:
    """Apply the changes to `old`."""
    result: list[str] = []
    at = 0
    for change in changes:
        result += old[at : change.old_start]
        result += new[change.new_start : change.new_end]
        at = change.old_end
    return result + list(old[at:])


def cost(changes: Sequence[ChangedLines]) -> int:
    return sum(change.removed + change.added for change in changes)


@given(LINES, LINES)
def test_changes_make_the_new_text_of_the_old_one(old: list[str], new: list[str]) -> None:
    assert patched(old, new, diff_lines(old, new)) == new


@given(LINES, LINES, st.integers(0, 20))
def test_any_budget_gives_a_right_answer(old: list[str], new: list[str], budget: int) -> None:
    assert patched(old, new, diff_lines(old, new, budget=budget)) == new


@given(LINES, LINES)
def test_changes_are_in_order_and_apart(old: list[str], new: list[str]) -> None:
    changes = diff_lines(old, new)
    for before, after in pairwise(changes):
        assert before.old_end < after.old_start
        assert before.new_end < after.new_start
        assert after.old_start - before.old_end == after.new_start - before.new_end


@given(LINES)
def test_equal_texts_have_no_change(lines: list[str]) -> None:
    assert diff_lines(lines, lines) == ()


@given(st.lists(st.sampled_from("ab"), max_size=12), st.lists(st.sampled_from("ab"), max_size=12))
def test_edit_is_a_shortest_one_where_no_line_is_unique(old: list[str], new: list[str]) -> None:
    middle = trimmed(old, new), trimmed(new, old)
    assume(not any(lines.count(line) == 1 for lines in middle for line in lines))
    assert cost(diff_lines(old, new)) == len(old) + len(new) - 2 * longest_common(old, new)


def trimmed(lines: list[str], other: list[str]) -> list[str]:
    """Remove what both begin and end with from `lines`."""
    room = min(len(lines), len(other))
    head = next((n for n in range(room) if lines[n] != other[n]), room)
    tail = next((n for n in range(room - head) if lines[-1 - n] != other[-1 - n]), room - head)
    return lines[head : len(lines) - tail]


def longest_common(old: Sequence[str], new: Sequence[str]) -> int:
    row = [0] * (len(new) + 1)
    for line in old:
        before = row[:]
        for at, other in enumerate(new, 1):
            row[at] = before[at - 1] + 1 if line == other else max(before[at], row[at - 1])
    return row[-1]


def test_one_line_more_is_one_change() -> None:
    old = ["User-agent: *", "Disallow: /", "", "User-agent: a", "Disallow: /"]
    new = ["User-agent: *", "Disallow: /", "Allow: /x", "", "User-agent: a", "Disallow: /"]
    assert diff_lines(old, new) == (ChangedLines(2, 2, 2, 3),)


def test_moved_unique_line_is_removed_here_and_added_there() -> None:
    old = ["Sitemap: s", "User-agent: *", "Disallow: /a", "Disallow: /b"]
    new = ["User-agent: *", "Disallow: /a", "Disallow: /b", "Sitemap: s"]
    assert diff_lines(old, new) == (ChangedLines(0, 1, 0, 0), ChangedLines(4, 4, 3, 4))


def test_nothing_against_something() -> None:
    assert diff_lines([], ["a", "b"]) == (ChangedLines(0, 0, 0, 2),)
    assert diff_lines(["a", "b"], []) == (ChangedLines(0, 2, 0, 0),)


def test_request_to_stop_ends_it_with_a_right_answer() -> None:
    old, new = ["a", "b"] * 500, ["b", "b", "a"] * 400
    changes = diff_lines(old, new, is_cancelled=lambda: True)
    assert patched(old, new, changes) == new
    assert len(changes) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["Disallow: /"] * 3_000, ["Disallow: /"] * 2_500),
        (["a", "b"] * 1_500, ["b", "b", "a"] * 1_000),
        ([f"Disallow: /{n % 200}" for n in range(1_500)], [f"Disallow: /{n * 7 % 200}" for n in range(1_500)]),
        ([f"Disallow: /{n}" for n in range(1_500)], [f"Disallow: /{n}" for n in range(1_500, 0, -1)]),
        ([f"Disallow: /{n}" for n in range(1_500)], [f"Allow: /{n}" for n in range(1_500)]),
        ([f"Disallow: /{n}" for n in range(1_500)], [f"Disallow: /{n}" for n in range(1_500) if n % 3]),
    ],
    ids=["repeated", "two lines", "shuffled", "reversed", "all new", "thinned"],
)
def test_hostile_texts_cost_what_the_budget_says_and_no_more(old: list[str], new: list[str]) -> None:
    lines = lines_run(lambda: diff_lines(old, new, budget=20_000))
    assert lines < 20 * 20_000 + 60 * len(old)
    assert patched(old, new, diff_lines(old, new)) == new
