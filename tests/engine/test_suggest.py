"""Suggested rules match every chosen URL, and list what else they match."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.revision import with_lines
from robotstudio.engine.suggest import (
    MOST,
    MOST_SAMPLES,
    PARAMETERS,
    RulePlace,
    SuggestionKind,
    counted,
    rule_places,
    suggest,
)

PIECES = ["/", "a", "b", ".pdf", "?", "&", "sort=", "sid=1", "=", "*", "$", "é", "%7E", " ", "#", "print", "x=2"]
PATHS = st.lists(st.sampled_from(PIECES), max_size=7).map(lambda parts: "https://example.com/" + "".join(parts))
SHOP = UrlTable(
    "https://example.com/" + path
    for path in (
        "list?sort=price",  # 0
        "list?page=2&sort=name",  # 1
        "list?resort=1",  # 2
        "files/a.pdf",  # 3
        "files/b.pdf",  # 4
        "other/c.pdf",  # 5
        "cart/1/print",  # 6
        "cart/2/print",  # 7
        "cart/3",  # 8
        "p?PHPSESSID=1",  # 9
        "p?utm_source=x&a=1",  # 10
        "q?utm_source=y",  # 11
    )
)


def found(*chosen: int) -> dict[tuple[str, ...], tuple[SuggestionKind, int, int]]:
    return {each.patterns: (each.kind, each.urls, each.beyond) for each in suggest(SHOP, chosen)}


@pytest.mark.parametrize(
    ("chosen", "patterns", "said"),
    [
        ((0, 1), ("/*?sort=", "/*&sort="), (SuggestionKind.SORT, 2, 0)),
        ((3, 4), ("/files/",), (SuggestionKind.DIRECTORY, 2, 0)),
        ((3, 4), ("/*.pdf$",), (SuggestionKind.EXTENSION, 3, 1)),
        ((3, 4), ("/files/*.pdf$",), (SuggestionKind.EXTENSION, 2, 0)),
        ((3, 5), ("/*.pdf$",), (SuggestionKind.EXTENSION, 3, 1)),
        ((6, 7), ("/*/print",), (SuggestionKind.PRINT, 2, 0)),
        ((6, 7), ("/cart/",), (SuggestionKind.DIRECTORY, 3, 1)),
        ((9,), ("/*?PHPSESSID=", "/*&PHPSESSID="), (SuggestionKind.SESSION, 1, 0)),
        ((10, 11), ("/*?utm_source=", "/*&utm_source="), (SuggestionKind.TRACKING, 2, 0)),
        ((10,), ("/*?utm_source=x", "/*&utm_source=x"), (SuggestionKind.VALUE, 1, 0)),
        ((2,), ("/*?resort=", "/*&resort="), (SuggestionKind.PARAMETER, 1, 0)),
        ((0, 2), ("/*?",), (SuggestionKind.ANY_QUERY, 6, 4)),
        ((8,), ("/cart/3$",), (SuggestionKind.EXACT, 1, 0)),
    ],
)
def test_what_is_offered(
    chosen: tuple[int, ...], patterns: tuple[str, ...], said: tuple[SuggestionKind, int, int]
) -> None:
    assert found(*chosen)[patterns] == said


def test_parameter_is_not_mistaken_for_one_that_ends_like_it() -> None:
    (suggestion, *_) = suggest(SHOP, [0, 1])
    assert suggestion.patterns == ("/*?sort=", "/*&sort=")
    assert suggestion.lines() == ("Disallow: /*?sort=", "Disallow: /*&sort=")
    assert suggestion.lines(allow=True)[0] == "Allow: /*?sort="


@given(urls=st.lists(PATHS, min_size=1, max_size=10), data=st.data(), dialect=st.sampled_from(["google", "rfc9309"]))
@settings(max_examples=200)
def test_suggestion_matches_every_chosen_url_and_counts_the_others(
    urls: list[str], data: st.DataObject, dialect: str
) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(urls) - 1), min_size=1, unique=True))
    for suggestion in suggest(UrlTable(urls), chosen, dialect):
        file = "User-agent: *\n" + "\n".join(suggestion.lines())
        robots = Robots.parse(file.encode("utf-8", "surrogateescape"), dialect)
        blocked = {place for place, url in enumerate(urls) if robots.decide(url, "x").line}
        assert len(set(chosen) - blocked) == suggestion.missed <= len(chosen) / 20
        assert (suggestion.urls, suggestion.beyond) == (len(blocked), len(blocked - set(chosen)))
        assert set(suggestion.samples.tolist()) <= blocked - set(chosen)


def test_fewest_rules_block_the_chosen_urls_and_spare_the_others() -> None:
    chosen = [3, 4, 6, 7, 0, 1]
    (offered,) = [each for each in suggest(SHOP, chosen) if each.kind is SuggestionKind.FEWEST]
    assert (offered.urls, offered.beyond, offered.missed) == (6, 0, 0)
    assert offered.patterns == ("/*?sort=", "/*&sort=", "/files/", "/cart/1/", "/cart/2/")


def test_unrelated_urls_get_a_rule_each() -> None:
    (offered,) = suggest(UrlTable(["/a", "/b", "/c"]), [0, 1])
    assert (offered.kind, offered.patterns, offered.beyond) == (SuggestionKind.FEWEST, ("/a$", "/b$"), 0)


def test_a_rule_may_miss_one_url_in_twenty_and_says_so() -> None:
    table = UrlTable([*(f"/shop/{number}" for number in range(40)), "/odd/one", "/other"])
    first = next(each for each in suggest(table, range(41)) if each.patterns == ("/shop/",))
    assert (first.urls, first.beyond, first.missed) == (40, 0, 1)


@given(urls=st.lists(PATHS, min_size=1, max_size=10))
def test_least_collateral_comes_first_and_nothing_comes_twice(urls: list[str]) -> None:
    suggestions = suggest(UrlTable(urls), [0])
    beyond = [(bool(suggestion.missed), suggestion.beyond) for suggestion in suggestions]
    assert beyond == sorted(beyond)
    assert len({suggestion.patterns for suggestion in suggestions}) == len(suggestions) <= MOST + 9


def test_samples_are_bounded_and_counts_are_exact() -> None:
    table = UrlTable(f"/a/{number}" for number in range(100))
    by_directory = next(each for each in suggest(table, [0, 99]) if each.kind is SuggestionKind.DIRECTORY)
    assert (by_directory.beyond, len(by_directory.samples)) == (98, MOST_SAMPLES)


def test_nothing_is_offered_for_nothing_and_no_single_rule_for_the_whole_site() -> None:
    assert suggest(SHOP, []) == ()
    assert not [each for each in suggest(UrlTable(["/a", "/b"]), [0, 1]) if len(each.patterns) == 1]


def test_no_parameter_is_of_two_kinds() -> None:
    names = [name for names in PARAMETERS.values() for name in names]
    assert len(names) == len(set(names))
    assert all(name == name.lower() for name in names)


AI = b"User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n\n"
BODY = AI + b"User-agent: *\nDisallow: /a\n\nUser-agent: *\nAllow: /b\n"


def places(body: bytes, *tokens: str) -> list[tuple[tuple[str, ...], int, bool]]:
    found = rule_places(Robots.parse(body, "google"), tokens, body)
    return [(place.tokens, place.after, place.is_new) for place in found]


def test_group_for_all_crawlers_comes_first_and_is_its_last_part() -> None:
    assert places(BODY, "gptbot") == [(("*",), 9, False), (("GPTBot", "ClaudeBot"), 3, False)]


def test_crawler_without_a_group_is_offered_one_at_the_end() -> None:
    found = rule_places(Robots.parse(BODY, "google"), ["Bingbot"], BODY)
    assert found[-1] == RulePlace(("Bingbot",), 9, ("", "User-agent: Bingbot"))
    assert found[-1].lines(["Disallow: /x"]) == ("", "User-agent: Bingbot", "Disallow: /x")


def test_empty_file_gets_a_group_for_all_crawlers_without_an_empty_line() -> None:
    assert rule_places(Robots.parse(b"", "google"), [], b"") == (RulePlace(("*",), 0, ("User-agent: *",)),)


@pytest.mark.parametrize("body", [b"User-agent: a", b"User-agent: a\nCrawl-delay: 5\n"])
def test_new_group_is_not_merged_with_one_before_it_that_has_no_rule(body: bytes) -> None:
    place = rule_places(Robots.parse(body, "google"), [], body)[0]
    written = Robots.parse(with_lines(body, place.after, place.lines(["Disallow: /x"])), "google")
    assert written.decide("/x", "a").allowed
    assert not written.decide("/x", "b").allowed


@pytest.mark.parametrize(
    ("body", "after", "written"),
    [
        (b"a\nb\n", 1, b"a\nX\nb\n"),
        (b"a\nb\n", 2, b"a\nb\nX\n"),
        (b"a\nb", 2, b"a\nb\nX"),
        (b"a\r\nb\r\n", 1, b"a\r\nX\r\nb\r\n"),
        (b"", 0, b"X\n"),
    ],
)
def test_lines_are_written_with_the_ends_of_the_file(body: bytes, after: int, written: bytes) -> None:
    assert with_lines(body, after, ["X"]) == written


@given(st.lists(st.sampled_from(["User-agent: a", "Disallow: /x", "", "Sitemap: /s"]), max_size=8), st.booleans())
def test_rule_written_into_a_group_is_read_by_it(lines: list[str], has_end: bool) -> None:
    body = ("\n".join(lines) + "\n" * has_end).encode()
    robots = Robots.parse(body, "google")
    for place in rule_places(robots, ["a", "b"], body):
        written = with_lines(body, place.after, place.lines(["Disallow: /new"]))
        reading = Robots.parse(written, "google")
        assert not reading.decide("/new", place.tokens[0]).allowed


URL_PARTS = st.sampled_from(
    ("/a", "/a/1", "/a/2?sort=x", "/b?sort=y", "/b/x", "/b/zx?p=1&sort=z", "/c.pdf", "/c/d.pdf", "/", "/e?sortx=1")
)


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(URL_PARTS, st.one_of(st.none(), st.integers(0, 99))),
        min_size=1,
        max_size=12,
        unique_by=lambda each: each[0],
    ),
    st.sampled_from(("/a", "/*?sort=", "/*.pdf$", "/", "/b/*x")),
)
def test_weights_and_own_patterns_are_counted_as_by_hand(pairs: list[tuple[str, int | None]], pattern: str) -> None:
    urls = [url for url, _ in pairs]
    table, chosen = UrlTable(urls), list(range(0, len(urls), 2))
    weights = np.array([np.nan if weight is None else weight for _, weight in pairs], np.float64)
    robots = Robots.parse(f"User-agent: *\nDisallow: {pattern}\n".encode(), "google")
    own = counted(table, chosen, [pattern], "google", weights)
    for suggestion in (own, *suggest(table, chosen, "google", weights)):
        body = "User-agent: *\n" + "".join(f"Disallow: {each}\n" for each in suggestion.patterns)
        robots = Robots.parse(body.encode(), "google")
        matched = [place for place, url in enumerate(urls) if not robots.decide(url, ["x"]).allowed]
        beyond = [place for place in matched if place not in chosen]
        known = [pairs[place][1] for place in matched if pairs[place][1] is not None]
        assert suggestion.urls == len(matched)
        assert suggestion.beyond == len(beyond)
        assert suggestion.missed == len(set(chosen) - set(matched))
        assert suggestion.weight == (None if matched and not known else sum(filter(None, known)))
    assert (own.kind, own.patterns) == (SuggestionKind.OWN, (pattern,))
