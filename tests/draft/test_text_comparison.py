"""The rows of a comparison: folded, numbered as the draft, and bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.changes.text_comparison import (
    MAX_COLUMNS,
    DiffRow,
    DiffRowKind,
    compare_texts,
    rows_of,
    side_of,
)

TEXTS = st.lists(st.sampled_from(["a", "b", "", "c"]), max_size=25).map(lambda lines: "\n".join(lines).encode())


def shown(live: bytes, draft: bytes, *, folded: bool = True, limit: int = 1000) -> str:
    """Return the rows as a text: the number in the draft, the sign, the line."""
    signs = {
        DiffRowKind.EQUAL: " ",
        DiffRowKind.REMOVED: "-",
        DiffRowKind.ADDED: "+",
        DiffRowKind.FOLD: "…",
        DiffRowKind.REST: ".",
    }
    rows = rows_of(compare_texts(live, draft), folded=folded, limit=limit)
    return "|".join(f"{row.number or ''}{signs[row.kind]}{row.text or row.count or ''}" for row in rows)


def test_changed_line_is_removed_and_added() -> None:
    assert shown(b"a\nb\nc\n", b"a\nx\nc\n") == "1 a|-b|2+x|3 c"


def test_equal_runs_are_folded_up_to_three_lines_around_a_change() -> None:
    live = b"".join(b"%d\n" % n for n in range(1, 31))
    draft = live.replace(b"10\n", b"ten\n").replace(b"25\n", b"")
    assert shown(live, draft) == (
        "…6|7 7|8 8|9 9|-10|10+ten|11 11|12 12|13 13|…8|22 22|23 23|24 24|-25|25 26|26 27|27 28|…2"
    )


def test_single_line_is_not_folded() -> None:
    assert shown(b"1\n2\n3\n4\n5", b"1\n2\n3\n4\nfive") == "1 1|2 2|3 3|4 4|-5|5+five"


def test_removal_at_the_very_start_keeps_the_lines_after_it() -> None:
    live = b"x\n" + b"".join(b"%d\n" % n for n in range(1, 11))
    assert shown(live, live[2:]) == "-x|1 1|2 2|3 3|…7"


def test_unfolded_comparison_shows_every_line() -> None:
    live = b"".join(b"%d\n" % n for n in range(20))
    assert shown(live, live + b"x\n", folded=False).count("|") == 20


def test_equal_files_are_one_fold() -> None:
    assert shown(b"a\nb\n", b"a\nb\n") == "…2"


def test_rows_end_at_the_limit_and_say_so() -> None:
    assert shown(b"", b"a\nb\nc\nd\n", limit=2) == "1+a|2+b|."


def test_endless_line_is_cut() -> None:
    (row,) = rows_of(compare_texts(b"", b"x" * 1_000_000))
    assert len(row.text) == MAX_COLUMNS + 1


@given(TEXTS, TEXTS)
def test_rows_hold_every_line_of_the_draft_in_order(live: bytes, draft: bytes) -> None:
    rows = rows_of(compare_texts(live, draft), folded=False)
    assert tuple(row.text for row in rows if row.kind is not DiffRowKind.REMOVED) == side_of(draft).lines
    assert [row.number for row in rows if row.number] == list(range(1, len(side_of(draft).lines) + 1))


@given(TEXTS, TEXTS)
def test_folds_stand_for_exactly_the_lines_that_are_not_shown(live: bytes, draft: bytes) -> None:
    rows = rows_of(compare_texts(live, draft))
    numbered = sum(row.number is not None for row in rows)
    folded = sum(row.count for row in rows if row.kind is DiffRowKind.FOLD)
    assert numbered + folded == len(side_of(draft).lines)


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_any_bytes_can_be_compared(live: bytes, draft: bytes) -> None:
    comparison = compare_texts(live, draft)
    assert rows_of(comparison) == rows_of(comparison)
    if live == draft:
        assert not comparison.changes
        assert not comparison.form_differs


@pytest.mark.parametrize(("body", "count"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\n\n", 2), (b"\n", 1)])
def test_end_of_the_last_line_begins_no_line(body: bytes, count: int) -> None:
    assert len(side_of(body).lines) == count


def test_row_without_a_place_in_the_draft_has_no_number() -> None:
    assert DiffRow(DiffRowKind.REMOVED, "a").number is None
