"""The catalogue's rows."""

import pytest

from robotstudio.engine import DIALECTS
from robotstudio.engine.crawlers import ANY_OTHER, CRAWLERS, DEFAULT_TOKENS, Crawler, crawler_for

ROWS = pytest.mark.parametrize("crawler", CRAWLERS.values(), ids=lambda crawler: crawler.token)


@ROWS
def test_row_names_its_source_and_when_it_was_checked(crawler: Crawler) -> None:
    assert crawler.source
    assert crawler.checked_on
    assert crawler.confidence


@ROWS
def test_row_has_a_dialect_that_exists(crawler: Crawler) -> None:
    assert crawler.dialect in DIALECTS


@ROWS
def test_chain_starts_with_the_own_token_and_leaves_out_the_star(crawler: Crawler) -> None:
    assert crawler.chain[0] == crawler.token
    assert "*" not in crawler.chain[1:]


def test_first_crawlers_are_those_that_people_ask_for() -> None:
    titles = [CRAWLERS[token].title for token in DEFAULT_TOKENS]
    assert titles[:4] == ["Googlebot", "Googlebot-Image", "Bingbot", "YandexBot"]
    assert titles[4:] == ["Applebot", "GPTBot", "ClaudeBot", "CCBot", "any other"]


def test_applebot_falls_back_to_googlebot() -> None:
    assert CRAWLERS["Applebot"].chain == ("Applebot", "Googlebot")


def test_token_is_found_in_any_case() -> None:
    assert crawler_for(" BingBot ") is CRAWLERS["bingbot"]
    assert crawler_for("*") is ANY_OTHER


def test_unknown_token_reads_as_the_standard_says_and_is_marked_assumed() -> None:
    crawler = crawler_for("MyOwnBot")
    assert (crawler.token, crawler.dialect, crawler.assumed) == ("MyOwnBot", "rfc9309", True)
