"""Whatever is pasted where a token is asked for, the token in it is found, or it is said why there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, Crawler
from robotstudio.engine.token_entry import Entry, EntryKind, crawler_of, read_entry


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
    assert read_entry(header) == Entry(EntryKind.HEADER_WITHOUT_TOKEN, "", "")


@pytest.mark.parametrize("token", ["Googlebot", "bingbot", "Feedbin", "ADmantX", "Sogou web spider"])
def test_header_of_a_known_crawler_leads_to_its_token(token: str) -> None:
    assert read_entry(CRAWLERS[token].user_agent) == Entry(EntryKind.HEADER, token, token)


def test_token_of_the_person_is_known_from_their_catalogue() -> None:
    catalogue = CATALOGUE.with_changes([Crawler("Shop2Bot")])
    assert read_entry("shop2bot", catalogue).kind is EntryKind.KNOWN
    header = "Shop2Bot/1.0 (like Googlebot)"
    assert read_entry(header, catalogue) == Entry(EntryKind.HEADER, "Shop2Bot", "Shop2Bot")


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
