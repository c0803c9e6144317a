"""Where a new rule is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Robots
from robotstudio.engine.insertion import RulePlace, rule_places, with_lines

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
