"""How many requests a crawl makes at once, how often, and to whom: in simulated time."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.crawl.model import CrawlState, GaveUp, PaceReason
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.rate_limiter import LATENESS, RateLimiter
from tests.crawl.simulated import Answered, SimulatedWeb, crawled_in, wide

WALL = 1_800_000_000.0
PLAN = CrawlPlan(starts=("http://a.test/",), rate=0, probes=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "site.crawl"


def is_within(times: list[float], rate: float) -> bool:
    """Return True if no part of the times has more of them than the rate allows."""
    gap, most_early = 1 / rate, LATENESS if rate > 10 else 0.0
    return all(
        later - times[first] >= (place - first) * gap - most_early - 1e-6
        for first in range(len(times))
        for place, later in enumerate(times[first + 1 :], start=first + 1)
    )


@given(
    rate=st.sampled_from([0.5, 1.0, 7.0, 40.0, 300.0]),
    connections=st.integers(1, 6),
    at_once=st.integers(1, 8),
    seconds=st.lists(st.floats(0.001, 3.0), min_size=1, max_size=5),
    hosts=st.integers(1, 3),
)
def test_rate_and_connections_are_never_exceeded(
    rate: float, connections: int, at_once: int, seconds: list[float], hosts: int
) -> None:
    pages = wide(12, 0)
    web = SimulatedWeb(lambda url: replace_seconds(pages(url), seconds[len(url) % len(seconds)]))
    names = [f"{letter}.test" for letter in "abc"[:hosts]]
    starts = tuple(f"http://{name}/" for name in names)
    plan = replace(PLAN, starts=starts, rate=rate, connections=connections, at_once=at_once)
    with TemporaryDirectory() as folder:
        progress, _ = crawled_in(web, Path(folder) / "crawl", plan)
    assert (progress.state, progress.fetched) == (CrawlState.FINISHED, 12 * hosts)
    assert all(is_within(web.of(name), rate) for name in names)
    assert max(web.most_at_host.values()) <= connections
    assert web.most_at_once <= at_once


def replace_seconds(answered: Answered, seconds: float) -> Answered:
    return answered._replace(seconds=seconds)


def test_chosen_rate_is_reached_whatever_each_answer_takes(file: Path) -> None:
    web = SimulatedWeb(wide(401, 0.045))
    crawled_in(web, file, replace(PLAN, rate=100))
    times = web.of("a.test")[2:]  # behind the robots.txt and the home page
    assert (len(times) - 1) / (times[-1] - times[0]) == pytest.approx(100, rel=0.01)


def test_slow_site_is_crawled_five_times_as_fast_with_five_connections(tmp_path: Path) -> None:
    took = []
    for connections in (1, 5):
        web = SimulatedWeb(wide(201, 0.2))
        progress, _ = crawled_in(web, tmp_path / f"{connections}", replace(PLAN, connections=connections))
        took.append(progress.seconds)
    assert took[0] / took[1] >= 4.8


def test_host_is_crawled_as_fast_beside_others_as_alone(tmp_path: Path) -> None:
    """Also beside one that takes ten seconds for a page."""

    def answer(url: str) -> Answered:
        return replace_seconds(pages(url), 10.0 if "slow" in url else 0.1)

    pages = wide(50, 0)
    last = []
    for number, others in enumerate(((), ("slow.test", *(f"b{other}.test" for other in range(8))))):
        web = SimulatedWeb(answer)
        starts = tuple(f"http://{name}/" for name in ("a.test", *others))
        crawled_in(web, tmp_path / f"{number}", replace(PLAN, starts=starts))
        last.append(web.of("a.test")[-1])
    assert last[1] == pytest.approx(last[0], abs=0.2)


def test_five_hundred_hosts_take_turns(file: Path) -> None:
    web = SimulatedWeb(wide(4, 0.1))
    names = [f"h{number}.test" for number in range(500)]
    plan = replace(PLAN, starts=tuple(f"http://{name}/" for name in names), rate=1, at_once=200)
    progress, crawl = crawled_in(web, file, plan)
    assert (progress.fetched, len(crawl.hosts())) == (2_000, 500)
    assert web.most_at_once <= 200
    assert progress.seconds < 8  # each host by itself takes four
    ends = [web.of(name)[-1] for name in names]
    assert max(ends) - min(ends) < 1.5


def test_busy_answers_that_were_under_way_together_count_once(file: Path) -> None:
    pages, refused = wide(40, 0.1), [5]

    def answer(url: str) -> Answered:
        if url.endswith("/") or not refused[0]:
            return pages(url)
        refused[0] -= 1
        return Answered("", 0.1, 503, "4")

    web = SimulatedWeb(answer)
    progress, crawl = crawled_in(web, file, PLAN)
    assert progress.fetched == 40
    assert (crawl.hosts()[0].per_second, crawl.hosts()[0].why) == (1, PaceReason.RETRY_AFTER)
    busy, after = web.of("a.test")[2:7], web.of("a.test")[7]
    assert busy == [busy[0]] * 5
    assert after - busy[0] >= 4.1


def test_crawl_delay_is_heeded_with_any_number_of_connections(file: Path) -> None:
    web = SimulatedWeb(wide(10, 5.0), "User-agent: *\nCrawl-delay: 2\n")
    crawled_in(web, file, replace(PLAN, rate=50))
    assert is_within(web.of("a.test"), 1 / 2)
    assert web.most_at_host["a.test"] > 1


def test_host_that_asks_for_a_long_rest_is_given_up_with_requests_under_way(file: Path) -> None:
    pages = wide(40, 0.1)
    web = SimulatedWeb(lambda url: pages(url) if url.endswith("/") else Answered("", 0.1, 503, "86400"))
    progress, crawl = crawled_in(web, file, PLAN)
    assert (progress.state, progress.queued, crawl.hosts()[0].gave_up) == (CrawlState.STOPPED, 39, GaveUp.RETRY_AFTER)


# the limiter alone


def answers(pace: RateLimiter, seconds: float, count: int, now: float = 10.0, status: int = 200) -> None:
    for _ in range(count):
        pace.answered(now, WALL, status, seconds=seconds)


def test_rising_answer_times_take_connections_away_and_falling_ones_give_them_back() -> None:
    pace = RateLimiter(0, 5)
    answers(pace, 0.2, 10)
    assert (pace.at_once, pace.why) == (5, PaceReason.UNLIMITED)
    answers(pace, 0.9, 10)
    assert (pace.at_once, pace.why) == (2, PaceReason.SLOWER)
    answers(pace, 0.9, 10)
    assert pace.at_once == 1
    answers(pace, 0.3, 40)
    assert (pace.at_once, pace.why) == (5, PaceReason.UNLIMITED)


def test_site_whose_pages_are_slow_from_now_on_gets_its_connections_back_in_time() -> None:
    pace = RateLimiter(0, 5)
    answers(pace, 0.2, 10)
    answers(pace, 0.9, 10 * 20)
    assert pace.at_once == 5


def test_fast_answers_may_vary() -> None:
    pace = RateLimiter(0, 5)
    answers(pace, 0.002, 10)
    answers(pace, 0.2, 100)
    assert pace.at_once == 5


def test_halved_rate_comes_back_a_step_each_quiet_minute() -> None:
    pace = RateLimiter(4)
    for _ in range(3):
        pace.started(10.0)
        pace.answered(10.0, WALL, 503)
    rates = []
    for minute in range(1, 6):
        pace.answered(10.0 + minute * 60, WALL, 200)
        rates.append(pace.per_second)
    assert (rates, pace.why) == ([1, 2, 4, 4, 4], PaceReason.START)


def test_rate_never_comes_back_above_the_crawl_delay() -> None:
    pace = RateLimiter(0)
    pace.started(10.0)
    pace.apply_crawl_delay(3, 2)
    pace.answered(10.5, WALL, 429)
    for minute in range(1, 6):
        pace.answered(10.0 + minute * 61, WALL, 200)
    assert (pace.gap, pace.why, pace.detail) == (3, PaceReason.CRAWL_DELAY, "2")
