"""A crash on a machine that is out of reach is told with what there is to know."""

import sys

import pytest

pytest_plugins = ["pytester"]

CRASHING = """
import faulthandler, os, threading

def wait_in_a_thread(begun, end):
    begun.set()
    end.wait()

def test_that_crashes():
    begun = threading.Event()
    threading.Thread(target=wait_in_a_thread, args=(begun, threading.Event()), daemon=True).start()
    begun.wait()
    faulthandler._sigabrt()

def test_that_is_killed():
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has other exit statuses")
def test_crash_is_told_with_the_stacks_of_all_threads(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # five processes start here, none of them needs Qt
    pytester.makeconftest("from tests.crashes import *")
    pytester.makepyfile(CRASHING)
    result = pytester.runpytest_subprocess("-pxdist", "-n2", "-Werror", "--capture=fd")
    result.assert_outcomes(failed=2)
    told = result.stdout.str()
    for words in (
        "crashed while running 'test_crash_is_told_with_the_stacks_of_all_threads.py::test_that_crashes'",
        "Its exit status is -6.",
        "Fatal Python error: Aborted",
        "in wait_in_a_thread",
        "in test_that_crashes",
        "Its exit status is -9.",
        "It left no stack",
    ):
        assert words in told
