"""When a watched host is fetched again."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.fetch.history.model import LONGEST, SHORTEST, Watched, due, due_at, is_due, wait, within_bounds

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)

# Each row: how long ago the last try was (None: never), and in how long the next is to come, watched every hour.
NEXT: tuple[tuple[timedelta | None, timedelta], ...] = (
    (None, timedelta()),
    (timedelta(), HOUR),
    (timedelta(minutes=20), timedelta(minutes=40)),
    (HOUR, timedelta()),
    (timedelta(days=30), timedelta()),
    (timedelta(minutes=-5), timedelta()),  # the clock was set back
)


def watched(ago: timedelta | None, host: str = "https://example.com", every: timedelta = HOUR) -> Watched:
    return Watched(host, every, None if ago is None else NOW - ago)


@pytest.mark.parametrize(("ago", "left"), NEXT)
def test_a_host_is_fetched_when_its_interval_is_over(ago: timedelta | None, left: timedelta) -> None:
    assert due_at(watched(ago), NOW) == NOW + left
    assert is_due(watched(ago), NOW) is (not left)


def test_who_waits_longest_is_first() -> None:
    listed = (watched(HOUR, "a"), watched(timedelta(), "b"), watched(None, "c"), watched(2 * HOUR, "d"))
    assert [each.host for each in due(listed, NOW)] == ["c", "d", "a"]


def test_nothing_is_waited_for_where_nothing_is_watched() -> None:
    assert wait((), NOW) is None


def test_the_clock_is_looked_at_now_and_then() -> None:
    assert wait((watched(timedelta()),), NOW) == timedelta(minutes=5)
    assert wait((watched(timedelta(minutes=58)), watched(timedelta())), NOW) == timedelta(minutes=2)
    assert wait((watched(None),), NOW) == timedelta()


@given(st.timedeltas())
def test_no_interval_is_out_of_bounds(every: timedelta) -> None:
    assert SHORTEST <= within_bounds(every) <= LONGEST


@given(st.timedeltas(timedelta(), timedelta(days=9)), st.timedeltas(SHORTEST, LONGEST))
def test_after_waiting_a_host_is_due(ago: timedelta, every: timedelta) -> None:
    host = watched(ago, every=every)
    assert is_due(host, due_at(host, NOW))


def test_the_robots_txt_of_the_host_is_fetched() -> None:
    assert watched(None).address == "https://example.com/robots.txt"
