"""A long path is folded to the bytes that matter."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.rule_alignment import all_columns, fold_columns


def test_short_path_is_shown_whole() -> None:
    columns = fold_columns(40, 40, [])
    assert columns == all_columns(40)
    assert not columns.is_folded


def test_folded_path_shows_its_start_and_its_end() -> None:
    columns = fold_columns(10_000, 26, [])
    assert columns.cells == 26
    assert columns.shown[0][0] == 0
    assert columns.shown[-1] == (9996, 10_000)
    assert columns.gaps == ((21, 9996),)


def test_byte_where_a_rule_differs_stays_in_sight() -> None:
    columns = fold_columns(10_000, 40, [(4995, 5002)])
    assert any(start <= 5000 < end for start, end in columns.shown)
    assert columns.gap_count == 2


def test_cells_are_counted_over_the_gap() -> None:
    columns = fold_columns(100, 20, [])
    (_, end), (start, _) = columns.shown
    assert columns.cell_of(0) == 0
    assert columns.cell_of(end) == end
    assert columns.cell_of(end + 5) == end + 0.5
    assert columns.cell_of(start) == end + 1
    assert columns.cell_of(100) == columns.cells
    assert columns.cell_of(103) == columns.cells + 3


BYTES = st.integers(0, 3000)


@given(BYTES, st.integers(4, 60), st.lists(st.tuples(BYTES, BYTES), max_size=6))
def test_columns_never_take_more_than_the_limit_and_keep_their_order(
    length: int, limit: int, marks: list[tuple[int, int]]
) -> None:
    columns = fold_columns(length, limit, marks)
    assert columns.cells <= max(limit, 0)
    assert columns.shown[0][0] == 0
    assert columns.shown[-1][1] == length
    cells = [columns.cell_of(byte) for byte in range(length + 2)]
    assert cells == sorted(cells)
