"""The cases of Google's parser are in every clone, and a test that would pass over them fails."""

import pytest

from tests.conformance import own_rows

pytest_plugins = ["pytester"]


@pytest.mark.parametrize(
    ("suite", "least"),
    [
        ("google/unit-tests", 145),
        ("google/spec-test", 400),
        ("diff-public", 3_000),
        ("quirks", 200),
        ("parse", 1_700),
        ("path", 1_300),
        ("escape", 1_500),
    ],
)
def test_clone_has_the_cases_of_googles_parser(suite: str, least: int) -> None:
    assert len(own_rows(suite)) >= least


def test_suite_that_is_not_there_is_an_error_and_no_skip() -> None:
    with pytest.raises(FileNotFoundError):
        own_rows("nobody's")


def test_test_of_googles_cases_fails_where_it_is_skipped(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("from tests.conftest import pytest_runtest_makereport as pytest_runtest_makereport")
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.never_skipped
        def test_of_googles_cases():
            pytest.skip("their folder is missing")

        def test_of_real_files():
            pytest.skip("there are none here")
        """
    )
    pytester.runpytest_inprocess("-p", "no:asyncio").assert_outcomes(failed=1, skipped=1)
