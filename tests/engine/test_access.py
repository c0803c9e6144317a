"""The sentence about what a set of rules lets a crawler fetch is true for every URL."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.access import Access, Exactness, Reach, exact_reach_of, reach_of
from robotstudio.engine.patterns import Pattern
from robotstudio.engine.ruleset import RuleSet, compile_rule

DIALECT_IDS = sorted(DIALECTS)


def rules_of(rules: str, dialect: str = "google") -> RuleSet:
    return Robots.parse(f"User-agent: *\n{rules}".encode(), dialect).choose("Anybot").rules


def reach(rules: str, dialect: str = "google") -> Reach:
    return exact_reach_of(rules_of(rules, dialect), DIALECTS[dialect])


def further(found: Reach) -> list[tuple[int, tuple[int, ...]]]:
    return [(each.rule.line, each.lost_to) for each in found.further]


@pytest.mark.parametrize(
    ("rules", "access", "count"),
    [
        ("", Access.EVERYTHING, 0),
        ("Disallow:\n", Access.EVERYTHING, 0),
        ("Allow: /\nDisallow: /\n", Access.EVERYTHING, 0),
        ("Disallow: /\n", Access.NOTHING, 0),
        ("Disallow: /*\n", Access.NOTHING, 0),
        ("Disallow: *\n", Access.NOTHING, 0),
        ("Disallow: /\nDisallow: /a\n", Access.NOTHING, 0),
        ("Disallow: /a\nDisallow: /b\n", Access.EXCEPT, 2),
        ("Disallow: /a\nAllow: /a\n", Access.EVERYTHING, 0),
        ("Disallow: /$\n", Access.EXCEPT, 1),
        ("Disallow: /\nAllow: /a\n", Access.ONLY, 1),
        ("Disallow: /*\nAllow: /\n", Access.NOTHING, 0),
        ("Allow: /*\nDisallow: /\n", Access.EVERYTHING, 0),
    ],
)
def test_what_the_rules_leave_is_said_in_a_word(rules: str, access: Access, count: int) -> None:
    found = reach(rules)
    assert (found.access, len(found.rules), found.exact) == (access, count, Exactness.PROVEN)


def test_order_counts_where_the_first_match_wins() -> None:
    assert reach("Allow: /\nDisallow: /a\n", "draft1996").access is Access.EVERYTHING
    assert reach("Allow: /\nDisallow: /a\n", "google").access is Access.EXCEPT


def test_patterns_that_cover_most_stand_first() -> None:
    found = reach("Disallow: /*.pdf$\nDisallow: /long/er\nDisallow: /b\n")
    assert [rule.line for rule in found.rules] == [4, 3, 2]


def test_rules_that_take_back_an_exception_are_told_apart() -> None:
    found = reach("Disallow: /a\nAllow: /a/b\n")
    assert ([rule.line for rule in found.rules], further(found)) == ([2], [(3, ())])


def test_an_exception_that_a_longer_rule_takes_back_is_told_with_it() -> None:
    found = reach("Disallow: /a\nDisallow: /assets/\nAllow: /*.css\n")
    assert (further(found), found.exact) == ([(4, (3,))], Exactness.PROVEN)


def test_an_allow_line_that_opens_nothing_is_not_told() -> None:
    assert further(reach("Disallow: /a\nAllow: /b\nAllow: /\n")) == []


def test_a_disallow_line_behind_an_allow_that_covers_it_is_not_told_where_the_first_match_wins() -> None:
    found = reach("Allow: /a\nDisallow: /a/b\nDisallow: /c\n", "draft1996")
    assert ([rule.line for rule in found.rules], further(found)) == ([4], [])


def test_readings_in_which_an_exception_loses_to_other_lines_are_not_alike() -> None:
    rules = "Allow: /*.css\nDisallow: /a\nDisallow: /assets/\n"
    longest, first = reach(rules), reach(rules, "rambler")
    assert [rule.line for rule in longest.rules] == [rule.line for rule in first.rules]
    assert longest.merge_key != first.merge_key


def test_that_robots_txt_itself_is_always_allowed_is_told_where_a_rule_says_otherwise() -> None:
    assert reach("Disallow: /robots\n", "yandex").exact is Exactness.BUT_ROBOTS
    assert reach("Disallow: /\nAllow: /a\n", "yandex").exact is Exactness.BUT_ROBOTS
    assert reach("Disallow: /a\n", "yandex").exact is Exactness.PROVEN


def test_where_the_path_decides_which_rule_wins_no_more_is_claimed_than_is_so() -> None:
    found = reach("Disallow: /*b\nAllow: /*a\n", "python-rfc9309")
    assert (further(found), found.exact) == ([(3, ())], Exactness.NOT_PROVEN)


def test_very_many_rules_of_both_kinds_are_not_laid_beside_each_other() -> None:
    lines = [f"Allow: /*{number}a\nDisallow: /*{number}b\n" for number in range(400)]
    found = reach("".join(lines))
    assert (len(found.rules), len(found.further), found.exact) == (400, 400, Exactness.NOT_PROVEN)


_PATTERN = st.text(st.sampled_from("/ab*$%2F"), max_size=5)
_RULE = st.builds("{}: {}".format, st.sampled_from(["Allow", "Disallow", "Crawl-delay"]), _PATTERN)
_LINE = st.one_of(_RULE, st.just("User-agent: *"), st.just("User-agent: x"), st.just(""), st.just("Disallow: /"))
_PATH = st.text(st.sampled_from("/ab*$%2F?"), max_size=6).map("/{}".format)


@given(st.lists(_LINE, max_size=7), st.lists(_PATH, min_size=1, max_size=12), st.sampled_from(DIALECT_IDS))
def test_what_is_claimed_holds_for_every_path(lines: list[str], paths: list[str], dialect: str) -> None:
    robots = Robots.parse("\n".join(["User-agent: *", *lines]).encode(), dialect)
    found = reach_of(robots.choose("x").rules)
    for path in [*paths, "/", "/a", "/index.html"]:
        verdict = robots.decide(f"https://a.example{path}", "x")
        if verdict.is_always_allowed:
            continue
        lines_that_match = {rule.line for rule in verdict.matching}
        excepted = any(rule.line in lines_that_match for rule in found.rules)
        if found.access in {Access.EVERYTHING, Access.EXCEPT} and not excepted:
            assert verdict.allowed
        if found.access in {Access.NOTHING, Access.ONLY} and not excepted:
            assert not verdict.allowed


PATTERNS = [
    "/a",
    "/a/",
    "/a/b",
    "/*b",
    "/*/b$",
    "/b",
    "/a*b",
    "/",
    "/b/*",
    "/robots",
    "/*",
    "/a$",
    "/a*",
    "*/a",
    "/*a*",
]
ALL_URLS = ["/" + "".join(letters) for size in range(6) for letters in product("ab/", repeat=size)]
ALL_URLS += ["/robots.txt", "/index.html", "/a/index.html", "/a$", "/a%24"]


def is_open(found: Reach, patterns: Sequence[tuple[int, Pattern]], path: bytes) -> bool:
    """Apply the sentence to a path, using only its own words and the lines with their patterns."""
    if found.access in {Access.EVERYTHING, Access.NOTHING}:
        return found.access is Access.EVERYTHING
    matching = {line for line, pattern in patterns if pattern.matches(path)}
    if not any(rule.line in matching for rule in found.rules):
        return found.access is Access.EXCEPT
    further = (each for each in found.further if each.rule.line in matching)
    is_further = any(matching.isdisjoint(each.lost_to) for each in further)
    return is_further is (found.access is Access.EXCEPT)


@pytest.mark.parametrize("dialect", DIALECT_IDS)
def test_what_is_called_exact_describes_the_verdict_on_every_url(dialect: str) -> None:
    random, claimed = Random(f"exact {dialect}"), 0
    for _ in range(150):
        lines = [f"{random.choice(['Allow', 'Disallow'])}: {random.choice(PATTERNS)}" for _ in range(5)]
        robots = Robots.parse("\n".join(["User-agent: *", *lines, ""]).encode(), dialect)
        rules = robots.choose("Anybot").rules
        found = exact_reach_of(rules, robots.dialect)
        if found.exact is Exactness.NOT_PROVEN:
            continue
        claimed += 1
        patterns = [(rule.line, compile_rule(rule, rules.wildcards)) for rule in rules.ranked]
        for path in ALL_URLS:
            verdict = robots.decide(f"https://www.example.com{path}", "Anybot")
            is_robots = path == "/robots.txt" and verdict.is_always_allowed
            assert verdict.allowed == (is_open(found, patterns, verdict.path) or is_robots), (lines, path)
            if is_robots and found.access in {Access.EXCEPT, Access.ONLY}:
                assert is_open(found, patterns, verdict.path) is not (found.exact is Exactness.BUT_ROBOTS)
    assert claimed == 150 or rules.precedence.reach or robots.dialect.alternatives
