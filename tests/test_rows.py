"""A table in one test says no less than a test for each of its rows."""

import pytest

from tests.rows import each_row

pytest_plugins = ["pytester"]

TABLE = """
import pytest
from tests.rows import each_row

SEEN = []

@pytest.fixture
def limit(): return 3

@pytest.mark.parametrize("sign", [1, -1])
@each_row(("number", "name"), [(2, "two"), (3, "three"), (4, "four"), (5, "five")])
def test_small(number, name, sign, limit):
    assert sign * number <= limit

@each_row("number", [1, 2], ids=["one", "two"])
def test_all(number):
    SEEN.append(number)

def test_were_all_seen():
    assert SEEN == [1, 2]
"""


def test_every_row_that_fails_is_named_with_what_it_says(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TABLE)
    result = pytester.runpytest_inprocess("-p", "no:asyncio")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(
        ["*2 of 4 rows fail*", "*assert (1 * 4) <= 3*", "*in the row 4, 'four'*", "*in the row 5, 'five'*"]
    )
    result.stdout.no_fnmatch_line("*in the row 3*")


def test_table_without_rows_is_a_mistake() -> None:
    with pytest.raises(AssertionError):
        each_row("number", [])
