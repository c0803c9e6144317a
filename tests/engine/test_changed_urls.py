"""Changed URLs: each of them matches one of the listed patterns, in every dialect."""

import random

import pytest

from robotstudio.engine import DIALECTS, Robots, UrlTable
from robotstudio.engine.changed_urls import (
    ChangedUrls,
    ChangeExtent,
    changed_urls,
    changed_words,
    no_other_words,
    together,
)
from robotstudio.engine.proof import Differences, Reading, Undecided, differences
from tests.engine.proof.pairs import AGENT, file_of, random_rules, short_urls

SHORT = UrlTable(short_urls(5))


def changed(before: str, after: str, dialect: str = "google") -> ChangedUrls:
    readings = [
        Reading(Robots.parse(f"User-agent: *\n{rules}\n".encode(), dialect), AGENT) for rules in (before, after)
    ]
    found = changed_urls(readings[0], readings[1], differences(readings[0], readings[1]))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("before", "after", "extent", "patterns"),
    [
        ("Disallow: /x", "Disallow: /x\nDisallow: /pro", ChangeExtent.PATTERNS, ("/pro",)),
        ("Disallow: /a\nAllow: /a/help", "Disallow: /a", ChangeExtent.PATTERNS, ("/a/help",)),
        ("Disallow: /a", "Disallow: /a\nAllow: /a/help", ChangeExtent.PATTERNS, ("/a/help",)),
        ("Disallow: /a", "Disallow: /b", ChangeExtent.PATTERNS, ("/b", "/a")),
        ("Disallow: /a", "Disallow: /a*", ChangeExtent.NOTHING, ()),
        ("Disallow: /cart/", "Disallow: /", ChangeExtent.BLOCKED, ("/",)),
        ("Disallow: /", "Disallow:", ChangeExtent.ALLOWED, ("/",)),
        ("Disallow: /", "Disallow:\nDisallow: /x", ChangeExtent.ANYTHING, ("/",)),
        ("Disallow: /a", "Disallow: /\nAllow: /*.html", ChangeExtent.ANYTHING, ("/", "/*.html")),
        ("Disallow: /d", "Disallow: /d\nAllow: /d/index.html", ChangeExtent.PATTERNS, ("/d/index.html", "/d/$")),
    ],
)
def test_patterns_of_a_change(before: str, after: str, extent: ChangeExtent, patterns: tuple[str, ...]) -> None:
    found = changed(before, after)
    assert (found.extent, set(found.patterns)) == (extent, set(patterns))


def test_always_allowed_robots_txt_is_no_exception_that_is_left_unsaid() -> None:
    found = changed("Disallow: /a", "Disallow: /", "rfc9309")
    assert found.extent is ChangeExtent.BUT_ROBOTS
    both = together([found, changed("Disallow: /a", "Disallow: /")])
    assert both.extent is ChangeExtent.BUT_ROBOTS
    assert changed_words(both).endswith("some crawlers may still fetch /robots.txt.")


def test_block_of_everything_is_one_for_whoever_had_little_before() -> None:
    little = changed("Disallow: /\nAllow: /docs/", "Disallow: /")
    assert (little.extent, little.patterns) == (ChangeExtent.PATTERNS, ("/docs/",))
    assert together([little, changed("Disallow: /a", "Disallow: /")]).extent is ChangeExtent.BLOCKED
    assert together([little, changed("Disallow: /a\nDisallow: /b", "Disallow: /b")]).patterns == ("/docs/", "/a")


def test_long_crawl_delay_closes_everything() -> None:
    found = changed("Disallow: /a", "Disallow: /a\nCrawl-delay: 400", "crawler-commons")
    assert found.is_closed


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_url_changes_that_matches_none_of_the_patterns(dialect: str) -> None:
    chance, limited = random.Random(f"changed {dialect}"), 0
    for _ in range(40):
        files = [Robots.parse(file_of(random_rules(chance)), dialect) for _ in range(2)]
        readings = [Reading(robots, AGENT) for robots in files]
        found = changed_urls(readings[0], readings[1], differences(readings[0], readings[1]))
        if found is None:
            continue
        before, after = (robots.decide_all(SHORT, [AGENT]).column(AGENT)[0] for robots in files)
        flipped = [SHORT.urls[row] for row in range(len(SHORT)) if before[row] != after[row]]
        assert bool(found.patterns) or not flipped
        if found.extent is not ChangeExtent.PATTERNS:
            assert found.extent is not ChangeExtent.NOTHING or not flipped
            continue
        limited += 1
        rules = [Robots.parse(file_of([f"Disallow: {pattern}"]), dialect) for pattern in found.patterns]
        for url in flipped:
            matched = any(not each.decide(url, AGENT).allowed for each in rules)
            assert matched, (found.patterns, url, [robots.lines for robots in files])
    assert limited > 3


def test_claim_names_its_scope() -> None:
    found = changed("Disallow: /x", "Disallow: /x\nDisallow: /pro")
    assert changed_words(found) == "Only URLs that match /pro change."
    assert no_other_words(found, ["a"] * 9, 9) == "Proven: no other URL changes, for any of your 9 crawlers."
    assert no_other_words(found, ["Googlebot"], 9) == "Proven: no other URL changes, for Googlebot."
    assert no_other_words(changed("Disallow: /x", "Disallow: /"), ["a"] * 9, 9) == ""
    many = ChangedUrls(ChangeExtent.PATTERNS, ("/a", "/b", "/c", "/d", "/e"))
    assert changed_words(many) == "Only URLs that match /a, /b, /c or 2 more change."


def test_what_is_not_all_decided_names_no_patterns() -> None:
    reading = Reading(Robots.parse(b""), AGENT)
    assert changed_urls(reading, reading, Differences((), Undecided.TIME)) is None
    assert together([None, ChangedUrls(ChangeExtent.NOTHING)]).extent is ChangeExtent.NOTHING
