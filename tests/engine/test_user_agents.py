"""Which crawler sends a header."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, Crawler
from robotstudio.engine.user_agents import UserAgents
from tests.rows import each_row

AGENTS = UserAgents(CATALOGUE)
SMARTPHONE = (
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/129.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
)
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36"

NOT_FOUND = {"StatusCake": "sends StatusCake_Uptime_Checker, one word, while its group is named by the first part"}
"""Crawlers that their own example does not lead to, and why."""


def tokens(header: str) -> list[str]:
    """The tokens found, the most telling first."""
    return [crawler.token for crawler in AGENTS.find(header)]


@each_row("crawler", [row for row in CRAWLERS.values() if row.user_agent], ids=lambda crawler: crawler.token)
def test_example_of_a_row_leads_to_the_row(crawler: Crawler) -> None:
    found = AGENTS.find(crawler.user_agent)
    assert (found[:1] == (crawler,)) == (crawler.token not in NOT_FOUND)


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("Googlebot-Image/1.0", ["Googlebot-Image"]),
        (SMARTPHONE, ["Googlebot"]),
        ("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", ["bingbot"]),
        ("AdsBot-Google-Mobile (+http://www.google.com/mobile/adsbot.html)", ["AdsBot-Google-Mobile"]),
        ("gptbot/1.2", ["GPTBot"]),
        ("Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)", ["Feedly", "FeedFetcher-Google"]),
        ("Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)", ["Sogou web spider"]),
        ("Googlebots/1.0", []),
        ("MyGooglebot", []),
        (BROWSER, []),
        ("", []),
        ("*", []),
        ("Google-Extended", []),  # crawls nothing, so that nobody sends it
    ],
)
def test_header(header: str, found: list[str]) -> None:
    assert tokens(header) == found


def test_token_in_an_address_counts_least() -> None:
    assert tokens("FooBot/1.0 (+https://example.com/GPTBot) ClaudeBot") == ["ClaudeBot", "GPTBot"]


def test_only_the_start_of_an_endless_header_is_read() -> None:
    assert tokens("x" * 5000 + " Googlebot/2.1") == []
    assert tokens("Googlebot/2.1 " * 100_000) == ["Googlebot"]


@given(st.text(max_size=300))
def test_any_header_is_read_and_no_crawler_named_twice(header: str) -> None:
    found = tokens(header)
    assert len(set(found)) == len(found)


@given(st.sampled_from(sorted(CRAWLERS.keys() - {"*", "Google-Extended", "Applebot-Extended"})))
def test_every_token_with_a_version_is_found(token: str) -> None:
    assert tokens(f"Mozilla/5.0 (compatible; {token}/1.0; +https://example.com/)") == [token]
