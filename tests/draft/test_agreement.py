"""Crawlers with the same verdicts as the first on every URL, the others, and the reasons."""

import random

import pytest

from robotstudio.draft.agreement import Agreement, agreement, further_words, outcome_words, reason_words
from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.engine.disagreement import Axis, Divergences
from robotstudio.engine.robots import FileVersion
from tests.engine.proof.pairs import random_rules, short_urls

URLS = UrlTable("https://example.com" + path for path in short_urls(4, "ab/$%61"))
BODY = b"""User-agent: *
Disallow: /cart/
Allow: /cart/help

User-agent: GPTBot
Disallow: /
"""


SECONDS = 2.0


def crawlers(*tokens: str) -> tuple[Crawler, ...]:
    return tuple(CRAWLERS[token] for token in tokens)


def known(body: bytes, *tokens: str) -> Agreement:
    return agreement(FileVersion(body), crawlers(*tokens), SECONDS)


def said(found: Agreement) -> str:
    titles = {token: each.title for token, each in CRAWLERS.items()}
    return " ".join(filter(None, (outcome_words(found, titles), further_words(found, titles))))


def test_crawlers_that_read_alike_are_proven_to_get_one_verdict_on_every_url() -> None:
    found = known(BODY, "Googlebot", "YandexBot")
    assert (found.alike, found.parted, found.undecided, found.is_agreed) == (("YandexBot",), (), (), True)
    assert said(found) == "Proven for every URL: the other crawler gets the verdict of Googlebot. YandexBot"


def test_a_crawler_with_another_precedence_is_shown_with_both_lines_and_the_reason() -> None:
    (row,) = known(BODY, "Googlebot", "Baiduspider").parted
    told = row.difference
    assert (told.url, told.line_a, told.line_b, told.allowed_a) == ("/cart/help", 3, 2, True)
    assert row.parting is not None
    assert (row.parter, row.parting.axis, row.is_plain) == ("Baiduspider", Axis.PRECEDENCE, False)
    assert reason_words(row, "Googlebot", {}) == "first match"


def test_a_crawler_with_a_group_of_its_own_is_told_another_thing_by_the_file() -> None:
    (row,) = known(BODY, "YandexBot", "GPTBot").parted
    assert (row.difference.url, row.parter, row.parting) == ("/", None, None)
    assert reason_words(row, "YandexBot", {}) == "another group"


def test_a_reading_that_nobody_wrote_stands_before_what_the_file_says() -> None:
    found = known(BODY, "Googlebot", "GPTBot", "bingbot", "Baiduspider")
    assert [row.tokens for row in found.parted] == [("Baiduspider",), ("GPTBot",), ("bingbot",)]
    assert said(found) == "2 of 3 others get a different verdict than Googlebot. One more only if a URL is escaped."


def test_what_parts_only_where_a_url_is_escaped_is_told_as_such() -> None:
    found = known(BODY, "Googlebot", "bingbot", "YandexBot")
    (row,) = found.parted
    assert row.is_plain
    assert found.is_agreed_on_plain
    assert not found.is_agreed
    assert reason_words(row, "Googlebot", {}) == "only if a URL is escaped"
    assert said(found) == (
        "Proven for plain URLs: all 2 others get the verdict of Googlebot. Proven for every URL: YandexBot."
    )


def test_a_crawler_that_never_follows_the_group_of_all_is_told_so() -> None:
    (row,) = known(b"User-agent: *\nDisallow: /a\n", "Googlebot", "AdsBot-Google").parted
    assert row.parting is not None
    assert (row.parter, row.parting.axis) == ("AdsBot-Google", Axis.NAMED_ONLY)


def test_what_is_not_decided_is_named_with_what_is_known_of_it() -> None:
    found = agreement(FileVersion(b"User-agent: *\nDisallow: /*9*1*a*c$\n" * 40), crawlers("Googlebot", "bingbot"), 0)
    assert [each.tokens for each in found.undecided] == [("bingbot",)]
    assert found.decided == 0
    assert said(found).startswith("No URL with a different verdict")


def test_all_crawlers_of_one_reading_share_a_row() -> None:
    (row,) = known(BODY, "YandexBot", "GPTBot", "Baiduspider").parted[1:]
    assert row.tokens == ("GPTBot",)
    (row,) = known(b"User-agent: *\nDisallow: /a\n", "Googlebot", "bingbot", "CCBot", "Applebot").parted
    assert row.tokens == ("bingbot", "CCBot", "Applebot")


TOKENS = ("Googlebot", "bingbot", "YandexBot", "Baiduspider", "Scrapy", "Nutch", "GPTBot", "heritrix")


@pytest.mark.parametrize("first", TOKENS)
def test_no_short_url_contradicts_what_is_said_of_crawlers(first: str) -> None:
    chance = random.Random(f"agree {first}")
    for _ in range(12):
        names = chance.sample(TOKENS, 2)
        groups = (b"User-agent: %s\n%s\n" % (n.encode(), "\n".join(random_rules(chance)).encode()) for n in names)
        body = b"\n".join((*groups, b"User-agent: *", *(rule.encode() for rule in random_rules(chance)), b""))
        found = known(body, first, *(token for token in TOKENS if token != first))
        allowed = {each.token: _allowed(body, each) for each in crawlers(*TOKENS)}
        for token in found.alike:
            assert allowed[token] == allowed[first], (body, token)
        for row in found.parted:
            one, other = (_decided(body, CRAWLERS[token], row.difference.url) for token in (first, row.tokens[0]))
            assert (one, other) == (row.difference.allowed_a, row.difference.allowed_b)
            assert one is not other


def _allowed(body: bytes, crawler: Crawler) -> list[bool]:
    column = Robots.parse(body, crawler.dialect).decide_all(URLS, [crawler.agent]).column(crawler.agent)[0]
    return [bool(each) for each in column]


def _decided(body: bytes, crawler: Crawler, url: str) -> bool:
    return Robots.parse(body, crawler.dialect).decide(url, crawler.agent).allowed


def test_it_ends_where_nobody_waits_for_it_any_more() -> None:
    body = b"User-agent: *\n" + b"".join(b"Disallow: /*%d*a*b\nAllow: /*b%d*a\n" % (n, n) for n in range(200))
    with pytest.raises(Cancelled):
        agreement(FileVersion(body), crawlers("Googlebot", "Baiduspider"), SECONDS, is_cancelled=lambda: True)


def test_the_file_is_the_reason_where_both_readings_would_tell_a_name_the_same() -> None:
    google, baidu, gpt = crawlers("Googlebot", "Baiduspider", "GPTBot")
    partings = Divergences(BODY)
    assert partings.between("/a", google, gpt) is None
    why = partings.between("/cart/help", google, baidu)
    assert why is not None
    assert why[0] is baidu
    assert partings.between("/cart/help", baidu, google) == why
