"""Heritrix, statement by statement (Robotstxt, RobotsDirectives)."""

import pytest

from robotstudio.engine import Outcome, Robots


@pytest.mark.parametrize(
    ("body", "agent", "line"),
    [
        ("User-agent: bot\nDisallow: /\n", "Mozilla/5.0 (compatible; FooBot/1.0)", 2),  # a part of the header
        ("User-agent: foo\nDisallow: /x\nUser-agent: foobot\nDisallow: /\n", "FooBot", None),  # the first that is one
        ("User-agent: *\nDisallow: /\nUser-agent: a\nAllow: /\n", "a", 4),
        ("User-agent: a\nDisallow: /x\nUser-agent: a\nDisallow: /\n", "a", 4),  # merged
        ("User-agent: a\nCrawl-delay: 2\nUser-agent: b\nDisallow: /\n", "a", None),  # a delay ends the run
        ("User-agent: a\nCrawl-delay: soon\nUser-agent: b\nDisallow: /\n", "a", 4),  # but not one without a number
        ("User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: b\nDisallow: /\n", "a", 5),  # what b gets, a gets
        ("User-agent: a\nDisallow: /x\nUser-agent: b\nUser-agent: a\nDisallow: /\n", "b", None),  # b is left alone
        ("User-agent : a\nDisallow: /\n", "a", None),  # no blank before the colon
        ("User-agent: a\nDisallow: /a*\n", "a", 2),  # a star at the end is nothing
        ("User-agent: a\nDisallow: *\n", "a", None),  # and then there is nothing left
        ("User-agent: a<br>\nDisallow: <b>/</b>\n", "a", 2),
        ("User-agent: a\nDisallow: /a\nAllow: /a\n", "a", 3),  # Allow wins a tie
        ("User-agent: a\nDisallow: /%61\n", "a", None),  # nothing is decoded
        ("\ufeffUser-agent: a\nDisallow: /\n", "a", None),
    ],
)
def test_reading(body: str, agent: str, line: int | None) -> None:
    assert Robots.parse(body.encode(), "heritrix").decide("https://example.com/a", agent).line == line


def test_longer_rule_hides_a_shorter_one_on_paths_that_sort_behind_it() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /a\nDisallow: /ab\n", "heritrix")
    assert robots.decide("/aa", "x").line == 2
    assert robots.decide("/abc", "x").line == 3
    verdict = robots.decide("/ac", "x")
    assert verdict.allowed
    assert [candidate.outcome for candidate in verdict.candidates] == [Outcome.NO_MATCH, Outcome.UNSEEN]


def test_rules_of_the_other_kind_hide_nothing() -> None:
    assert not Robots.parse(b"User-agent: *\nDisallow: /a\nAllow: /ab\n", "heritrix").decide("/ac", "x").allowed


def test_wildcard_rule_neither_hides_nor_is_hidden() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /a\nDisallow: /ab*c\nDisallow: /ab$\n", "heritrix")
    assert robots.decide("/ac", "x").line == 2


def test_names_of_one_run_share_later_groups_too() -> None:
    robots = Robots.parse(b"User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: b\nDisallow: /y\n", "heritrix")
    assert robots.choose("a").parts == ((1, 3), (4, 5))
    assert [group.pool for group in robots.groups] == [0, 0]


@pytest.mark.parametrize("raw", [b"Disallow: /" + b"<" * 300_000, b"Crawl-delay: " + b"1" * 300_000 + b".."])
@pytest.mark.parametrize("dialect", ["heritrix", "crawler-commons"])
def test_hostile_line_is_read_to_its_end(raw: bytes, dialect: str) -> None:
    # What looks at every byte from every other needs hours, and the limit of a test ends it.
    assert Robots.parse(b"<html>\nUser-agent: *\n" + raw, dialect).decide("/", "x").line is None


def test_last_line_that_the_limit_cuts_is_not_read() -> None:
    start, rule = b"User-agent: *\n#", b"\nDisallow: /ab"
    body = start.ljust(512_000 - len(rule), b"#") + rule + b"cd\n"
    robots = Robots.parse(body, "heritrix")
    assert robots.decide("/abx", "x").allowed
    assert robots.cut is not None
    assert robots.cut.byte == 512_000 - len(rule) + 1


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029"])
def test_line_with_a_line_end_of_unicode_is_skipped(end: str) -> None:
    robots = Robots.parse(f"User-agent: foo\nDisallow: /a{end}\n".encode(), "heritrix")
    assert robots.decide(f"http://e.com/a{end}", "foo").allowed
    robots = Robots.parse(f"User-agent: foo\nUser-agent: a{end}b\nDisallow: /a # {end}\n".encode(), "heritrix")
    assert robots.decide("http://e.com/a", "foo").line == 3
    assert robots.decide("http://e.com/a", f"a{end}b").allowed
