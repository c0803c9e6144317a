"""Sums of which some values are unknown: a comparison is decided only if no value could change it."""

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.sums import COMPARISONS, Sum

VALUES = st.lists(st.none() | st.integers(0, 9), max_size=6)
BY_SIGN = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
}


@given(VALUES, st.sampled_from(sorted(COMPARISONS)), st.integers(0, 30))
def test_a_comparison_is_decided_if_every_value_gives_the_same(values: list[int | None], sign: str, limit: int) -> None:
    known = [value for value in values if value is not None]
    found = Sum(sum(known), len(known), len(values))
    most = range(limit + 2) if found.unknown else range(1)
    answers = {BY_SIGN[sign](found.total + more, limit) for more in most}
    expected = answers.pop() if len(answers) == 1 else None
    assert found.compared(sign, limit) is (None if found.is_unknown else expected)


@pytest.mark.parametrize(
    ("found", "least"),
    [(Sum(0, 0, 0), 0), (Sum(0, 2, 2), 0), (Sum(0, 1, 2), None), (Sum(0, 0, 2), None), (Sum(7, 1, 2), 7)],
)
def test_a_minimum_of_0_says_nothing(found: Sum, least: float | None) -> None:
    assert found.least == least
