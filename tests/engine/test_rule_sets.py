"""The smallest set of patterns, compared with trying all."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.suggest import Cover, smallest_cover

SETS = st.integers(1, 9).flatmap(
    lambda width: st.lists(st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=7)
)


def covers(sets: list[list[bool]], chosen: tuple[int, ...]) -> bool:
    return bool(np.logical_or.reduce([sets[number] for number in chosen]).all())


def tried(sets: list[list[bool]]) -> int | None:
    """Return the size of the smallest cover."""
    sizes = range(1, len(sets) + 1)
    return next(
        (size for size in sizes if any(covers(sets, each) for each in combinations(range(len(sets)), size))), None
    )


@given(SETS)
def test_no_smaller_choice_covers_all(sets: list[list[bool]]) -> None:
    found = smallest_cover([np.array(each) for each in sets], len(sets))
    smallest = tried(sets)
    if found is None:
        assert smallest is None
    else:
        assert found.is_smallest
        assert covers(sets, found.chosen)
        assert len(found.chosen) == smallest


@given(SETS)
def test_search_that_ends_early_still_covers_all(sets: list[list[bool]]) -> None:
    found = smallest_cover([np.array(each) for each in sets], len(sets), steps=0)
    assert (found is None) == (tried(sets) is None)
    assert found is None or covers(sets, found.chosen)


def test_too_many_are_none() -> None:
    sets = [np.arange(3) == number for number in range(3)]
    assert smallest_cover(sets, 2) is None
    assert smallest_cover(sets, 3) == Cover((0, 1, 2), is_smallest=True)


def test_nothing_covers_nothing() -> None:
    assert smallest_cover([], 3) is None


def test_many_combinations_are_covered_greedily_without_a_search() -> None:
    numbers = np.arange(1 << 12)
    sets = [numbers >> bit & 1 == 1 for bit in range(12)]
    found = smallest_cover([*sets, numbers == 0], 12, steps=0)
    assert found is None
    found = smallest_cover([*sets, ~sets[0]], 12)
    assert found == Cover((0, 12), is_smallest=False)
