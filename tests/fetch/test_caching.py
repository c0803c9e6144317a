"""When a change reaches each crawler at the latest."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.fetch.caching import cache_rule_of, reach_of, stated_lifetime
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Hop, Timings, nothing_fetched
from tests.rows import each_row

NOW = datetime(2026, 11, 20, 14, 32, tzinfo=UTC)
GOOGLE, ANY = CRAWLERS["Googlebot"], CRAWLERS["*"]
OLD = replace(GOOGLE, token="Old", policy="draft1996")
SILENT = replace(GOOGLE, token="Older", policy="original1994")
DAY = timedelta(hours=24)


def answer(**headers: str) -> Evidence:
    nothing = nothing_fetched("https://x.test/robots.txt", FetchOutcome.SUCCESS, Failure(FailureKind.CANCELLED), NOW)
    pairs = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return replace(nothing, hops=(Hop("", 200, "", "", None, pairs, 0, 0, Timings(), None),), error=None)


def hours(crawler: Crawler, evidence: Evidence | None = None) -> float | None:
    reach = reach_of(crawler, NOW, evidence)
    assert reach is None or (reach.at == NOW + reach.lifetime and reach.clause)
    return None if reach is None else reach.lifetime / timedelta(hours=1)


@pytest.mark.parametrize(
    ("crawler", "expected"),
    [
        (GOOGLE, 24),
        (ANY, 24),
        (OLD, 7 * 24),
        (CRAWLERS["DuckAssistBot"], 72),
        (CRAWLERS["GPTBot"], 24),
        (CRAWLERS["PerplexityBot"], 24),
        (SILENT, None),
    ],
)
def test_crawler_keeps_its_copy_as_its_source_says(crawler: Crawler, expected: float | None) -> None:
    assert hours(crawler) == expected


@pytest.mark.parametrize(
    ("header", "google", "standard", "old"),
    [
        ("max-age=3600", 1, 1, 1),
        ("public, max-age=604800", 168, 24, 168),
        ("max-age=nonsense", 24, 24, 168),
        ("no-store", 24, 24, 168),
        ("max-age=99999999999999999999999999", 365 * 24, 24, 365 * 24),
    ],
)
def test_max_age_makes_it_longer_or_shorter_where_the_crawler_heeds_it(
    header: str, google: float, standard: float, old: float
) -> None:
    evidence = answer(cache_control=header)
    assert [hours(crawler, evidence) for crawler in (GOOGLE, ANY, OLD)] == [google, standard, old]


def test_expires_counts_from_the_date_of_the_answer() -> None:
    evidence = answer(date="Fri, 20 Nov 2026 10:00:00 GMT", expires="Fri, 20 Nov 2026 13:00:00 GMT")
    assert stated_lifetime(evidence) == timedelta(hours=3)
    assert hours(OLD, evidence) == 3
    assert stated_lifetime(answer(expires="0")) is None
    past = answer(date="Fri, 20 Nov 2026 10:00:00 GMT", expires="Thu, 19 Nov 2026 10:00:00 GMT")
    assert stated_lifetime(past) == timedelta()


def test_headers_do_not_change_what_a_vendor_states() -> None:
    assert hours(CRAWLERS["DuckAssistBot"], answer(cache_control="max-age=60")) == 72


def test_what_is_taken_from_the_standard_is_assumed() -> None:
    bing = CRAWLERS["Bingbot"] if "Bingbot" in CRAWLERS else CRAWLERS["bingbot"]
    reach = reach_of(bing, NOW)
    assert reach is not None
    assert reach.assumed
    google = reach_of(GOOGLE, NOW)
    assert google is not None
    assert not google.assumed


@each_row("crawler", CRAWLERS.values(), ids=CRAWLERS)
def test_every_crawler_has_a_source_for_it(crawler: Crawler) -> None:
    cache_rule = cache_rule_of(crawler)
    reach = reach_of(crawler, NOW)
    assert (cache_rule is None) == (reach is None)
    assert reach is None or (reach.clause and reach.lifetime > timedelta())


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_no_header_of_a_stranger_breaks_it(cache_control: str, expires: str, date: str) -> None:
    reach = reach_of(GOOGLE, NOW, answer(cache_control=cache_control, expires=expires, date=date))
    assert reach is not None
    assert NOW <= reach.at <= NOW + timedelta(days=365)
