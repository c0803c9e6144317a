"""Which crawler sends a header."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, Crawler
from robotstudio.engine.user_agents import AgentEntry, EntryKind, UserAgents, crawler_of, read_entry
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
    """Return the tokens found, the most likely first."""
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


@given(st.sampled_from(sorted(token for token, crawler in CRAWLERS.items() if token != "*" and not crawler.is_control)))
def test_every_token_with_a_version_is_found(token: str) -> None:
    assert tokens(f"Mozilla/5.0 (compatible; {token}/1.0; +https://example.com/)") == [token]


@pytest.mark.parametrize(
    ("typed", "kind", "found"),
    [
        ("", EntryKind.EMPTY, ""),
        ("  ", EntryKind.EMPTY, ""),
        ("MyBot", EntryKind.TOKEN, "MyBot"),
        ("my_bot-2", EntryKind.PARTLY, "my_bot-2"),
        ("gptbot", EntryKind.KNOWN, "GPTBot"),
        ("*", EntryKind.KNOWN, "*"),
        ("MJ12bot", EntryKind.KNOWN, "MJ12bot"),
        ("User-agent: MyBot", EntryKind.TOKEN, "MyBot"),
        ("user-agent:googlebot", EntryKind.KNOWN, "Googlebot"),
        ("My Bot", EntryKind.PARTLY, "My Bot"),
        ("123bot", EntryKind.NO_TOKEN, "123bot"),
        ("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", EntryKind.HEADER, "bingbot"),
        ("Mozilla/5.0 (compatible; FooBot/1.3; +https://foo.example)", EntryKind.HEADER, "FooBot"),
        ("FooBot/1.0 (+https://foo.example/)", EntryKind.HEADER, "FooBot"),
        ("Googlebot-Image/1.0", EntryKind.HEADER, "Googlebot-Image"),
        ("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0", EntryKind.HEADER_WITHOUT_TOKEN, ""),
    ],
)
def test_entry(typed: str, kind: EntryKind, found: str) -> None:
    entry = read_entry(typed)
    assert (entry.kind, entry.token) == (kind, found)
    assert entry.can_be_added == bool(found)


@pytest.mark.parametrize(
    "product",
    [
        *("Chrome/126.0 Safari/537.36 Edg/126.0", "CriOS/126.0 Mobile/15E148", "FxiOS/127.0", "Vivaldi/6.7"),
        *("SamsungBrowser/25.0 Chrome/121", "YaBrowser/24.1", "Presto/2.8.131", "OPR/110.0", "GSA/320.0"),
    ],
)
def test_no_crawler_is_in_the_header_of_a_browser(product: str) -> None:
    header = f"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) {product}"
    assert read_entry(header) == AgentEntry(EntryKind.HEADER_WITHOUT_TOKEN, "", "")


@pytest.mark.parametrize("token", ["Googlebot", "bingbot", "Feedbin", "ADmantX", "Sogou web spider"])
def test_header_of_a_known_crawler_leads_to_its_token(token: str) -> None:
    assert read_entry(CRAWLERS[token].user_agent) == AgentEntry(EntryKind.HEADER, token, token)


def test_token_of_the_person_is_known_from_their_catalogue() -> None:
    catalogue = CATALOGUE.with_changes([Crawler("Shop2Bot")])
    assert read_entry("shop2bot", catalogue).kind is EntryKind.KNOWN
    header = "Shop2Bot/1.0 (like Googlebot)"
    assert read_entry(header, catalogue) == AgentEntry(EntryKind.HEADER, "Shop2Bot", "Shop2Bot")


@pytest.mark.parametrize(
    "name", ["Googlebot/2.1", "User-agent: googlebot", CRAWLERS["Googlebot"].user_agent, "googlebot"]
)
def test_crawler_is_that_of_the_token_in_the_name(name: str) -> None:
    assert crawler_of(name) is CRAWLERS["Googlebot"]


def test_crawler_that_is_not_known_keeps_its_name() -> None:
    assert crawler_of("MyShop/1.0") == Crawler("MyShop", assumed=True)
    assert crawler_of("Gogglebot") == Crawler("Gogglebot", assumed=True)
    assert crawler_of("Mozilla/5.0 (X11)") == Crawler("Mozilla/5.0 (X11)", assumed=True)


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    entry = read_entry(text)
    assert (entry.kind in {EntryKind.EMPTY, EntryKind.HEADER_WITHOUT_TOKEN}) == (not entry.can_be_added)
