"""How often a host is asked."""

import pytest

from robotstudio.crawl.model import PaceReason
from robotstudio.crawl.rate_limiter import RateLimiter

WALL = 1_795_184_400.0  # 20 Nov 2026 14:20:00 GMT


def test_rate_is_counted_from_start_to_start() -> None:
    pace = RateLimiter(40)
    pace.started(10.0)
    pace.answered(10.02, WALL, 200)
    assert pace.next_at == pytest.approx(10.025)


def test_slow_answer_needs_no_pause_after_it() -> None:
    pace = RateLimiter(1)
    pace.started(10.0)
    pace.answered(13.0, WALL, 200)
    assert pace.next_at <= 13.0


def test_no_limit_waits_for_nothing() -> None:
    pace = RateLimiter(0)
    pace.started(10.0)
    pace.answered(10.0, WALL, 200)
    assert (pace.next_at, pace.at_once, pace.why) == (10.0, 1, PaceReason.UNLIMITED)


def test_crawl_delay_counts_from_the_request_for_the_file() -> None:
    pace = RateLimiter(2)
    pace.started(10.0)
    pace.apply_crawl_delay(7, 3)
    assert (pace.next_at, pace.why, pace.detail) == (17.0, PaceReason.CRAWL_DELAY, "3")


def test_shorter_crawl_delay_changes_nothing() -> None:
    pace = RateLimiter(0.1)
    pace.apply_crawl_delay(7, 3)
    assert (pace.per_second, pace.why) == (0.1, PaceReason.START)


def test_busy_host_rests_from_its_answer_on() -> None:
    pace = RateLimiter(1)
    pace.started(10.0)
    assert pace.answered(13.0, WALL, 503) == 0
    assert (pace.next_at, pace.why, pace.detail) == (15.0, PaceReason.HALVED, "503")


@pytest.mark.parametrize("value", ["90", "Fri, 20 Nov 2026 14:21:30 GMT"])
def test_retry_after_is_obeyed_as_seconds_or_date(value: str) -> None:
    pace = RateLimiter(1)
    pace.started(10.0)
    assert pace.answered(10.5, WALL, 429, value) == 90
    assert (pace.next_at, pace.why) == (100.5, PaceReason.RETRY_AFTER)
