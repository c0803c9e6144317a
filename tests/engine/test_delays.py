"""What a crawler makes of a Crawl-delay."""

from dataclasses import replace

import pytest

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.engine.delays import CrawlDelay, DelayEffect, delay_of
from robotstudio.engine.directives import directives_of

HEEDING = Crawler("TestBot", honours=frozenset({"crawl-delay"}))


def delay(text: str, crawler: Crawler, dialect: str = "") -> CrawlDelay | None:
    """The crawl-delay of a crawler in a file."""
    read = replace(crawler, dialect=dialect) if dialect else crawler
    robots = Robots.parse(text.encode(), read.dialect)
    return delay_of(read, robots.choose(read.agent), directives_of(robots), robots.choose("*").groups)


@pytest.mark.parametrize(
    ("dialect", "value", "effect", "per_day"),
    [
        ("rfc9309", "10", DelayEffect.WAITS, 8640),
        ("rfc9309", "0.5", DelayEffect.WAITS, 172_800),
        ("rfc9309", "0", DelayEffect.WAITS, None),
        ("rfc9309", "word", DelayEffect.CANNOT_READ, None),
        ("python", "2.5", DelayEffect.CANNOT_READ, None),
        ("python", "2", DelayEffect.WAITS, 43_200),
        ("bing", "30", DelayEffect.WAITS, 2880),
        ("bing", "31", DelayEffect.OUT_OF_RANGE, None),
        ("crawler-commons", "300", DelayEffect.WAITS, 288),
        ("crawler-commons", "301", DelayEffect.FORBIDS, None),
    ],
)
def test_dialects_take_a_delay_in_their_own_ways(
    dialect: str, value: str, effect: DelayEffect, per_day: int | None
) -> None:
    found = delay(f"User-agent: *\nCrawl-delay: {value}\nDisallow: /a\n", HEEDING, dialect)
    assert found is not None
    assert (found.effect, found.per_day) == (effect, per_day)


def test_a_crawler_that_is_not_known_to_heed_it_ignores_it() -> None:
    found = delay("User-agent: *\nDisallow: /a\nCrawl-delay: 10\n", CRAWLERS["Googlebot"])
    assert found is not None
    assert (found.effect, found.per_day) == (DelayEffect.IGNORES, None)


def test_bing_inherits_the_delay_of_all_others_do_not() -> None:
    text = "User-agent: *\nDisallow: /a\nCrawl-delay: 10\n\nUser-agent: bingbot\nUser-agent: TestBot\nDisallow: /b\n"
    found = delay(text, CRAWLERS["bingbot"])
    assert found is not None
    assert (found.line, found.inherited, found.per_day) == (3, True, 8640)
    assert delay(text, HEEDING) is None


def test_a_long_delay_keeps_nutch_away() -> None:
    nutch = replace(HEEDING, token="Nutch", title="Nutch")  # noqa: S106 - a product token
    found = delay("User-agent: *\nDisallow: /a\nCrawl-delay: 31\n", nutch)
    assert found is not None
    assert found.effect is DelayEffect.SKIPS
