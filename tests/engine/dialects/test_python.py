"""Python's parser: against the one that is running, and statement by statement."""

from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit
from urllib.robotparser import RobotFileParser

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from robotstudio.engine import Reason, Robots, UrlTable
from robotstudio.engine.dialects.python import requoted_pattern
from robotstudio.engine.urls import is_malformed, split_url
from tests.engine.dialects.differential import (
    OTHER_SUITES,
    OWN_SUITES,
    Case,
    Decide,
    differences,
    real_files,
    rows_of,
)
from tests.engine.odd_urls import EVERY_TWO

RUNNING = "python-rfc9309" if hasattr(RobotFileParser(), "groups") else "python"
RAISING = {"diff-public:2302", "diff-public:4757"}
"""Where the library raises ValueError, since it takes brackets in a URL for an IPv6 address."""


JOINS_AS_3_11_7 = urlunsplit(("", "", "//x", "", "")) == "//x"
"""Whether two slashes at the start of a path stay two (gh-67693); the classic parser joins every path anew."""


def askable(cases: Iterator[Case]) -> Iterator[Case]:
    """The cases that a Python with another urllib.parse answers alike."""
    for case in cases:
        if JOINS_AS_3_11_7 or not (b"//" in case.body or "//" in case.url.partition("://")[2]):
            yield case


def parse(body: str) -> Decide:
    """The running Python's own parser."""
    parser = RobotFileParser()
    parser.parse(body.splitlines())
    return lambda url, agent: parser.can_fetch(agent, url)


def test_agrees_with_the_running_python_on_our_own_cases() -> None:
    parted, raised, count = differences(RUNNING, parse, askable(rows_of(*OWN_SUITES)))
    assert not parted
    assert set(raised) <= RAISING
    assert count > 4000


@pytest.mark.parametrize("suite", OTHER_SUITES)
def test_agrees_with_the_running_python_on_the_suites_of_other_projects(suite: str) -> None:
    parted, raised, _ = differences(RUNNING, parse, askable(rows_of(suite)))
    assert not parted
    assert not raised


def test_agrees_with_the_running_python_on_real_files() -> None:
    parted, raised, count = differences(RUNNING, parse, askable(real_files()))
    assert not parted
    assert not raised
    assert count > 9000


PIECES = st.sampled_from(
    ["/", "a", "*", "$", "?", "=", ";", "%2F", "%41", "%", "é", "%ff", " ", "\t", "#", ":", "//", "\x1c"]
)
LINES = st.tuples(
    st.sampled_from(["User-agent: ", "User-agent: ", "Disallow: ", "Disallow:", "Allow: ", "Crawl-delay: ", "x: ", ""]),
    st.sampled_from(["*", "a", "A/1", ""]) | st.lists(PIECES, max_size=5).map(lambda parts: "/" + "".join(parts)),
    st.sampled_from(["\n", "\n", "\n\n", "\r\n", "\n \n", "\n#\n", "\v", "\x85", "\u2028"]),
).map("".join)


@given(lines=st.lists(LINES, max_size=8), path=st.lists(PIECES, max_size=5).map("".join))
@settings(max_examples=300)
def test_agrees_with_the_running_python_on_any_file(lines: list[str], path: str) -> None:
    body, url = "".join(lines), f"https://example.com/{path}"
    assume(JOINS_AS_3_11_7 or "//" not in body + path)
    try:
        decide = parse(body)
        expected = decide(url, "abot")
    except ValueError:
        return
    assert Robots.parse(body.encode(), RUNNING).decide(url, "abot").allowed is expected


@pytest.mark.parametrize(
    ("body", "agent", "line"),
    [
        ("User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow: /a\n", "abot", 5),  # a part of the name is enough
        ("User-agent: a\nDisallow: /a\n\nUser-agent: abot\nDisallow: /\n", "abot", 2),  # the first that is a part
        ("User-agent: a\n\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n", "abot", 6),  # a record without a rule is none
        ("User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", "a", None),  # a delay ends the user-agent lines
        ("User-agent: a\n \nDisallow: /\n", "a", 3),  # a line with a space is not empty
        ("User-agent: a\nAllow: /a\nDisallow: /\n", "a", 2),  # the first rule that matches
        ("User-agent: a\nDisallow:\nDisallow: /\n", "a", 2),  # a rule without a value is one that allows
        ("User-agent: a\nDisallow: /*\n", "a", None),  # a star is itself
        ("User-agent: *\nDisallow: /\nUser-agent: *\nDisallow: /a\n", "a", 2),  # the first record of all others
        ("\ufeffUser-agent: *\nDisallow: /\n", "a", None),  # a byte order mark is a part of the field name
    ],
)
def test_classic_reading(body: str, agent: str, line: int | None) -> None:
    assert Robots.parse(body.encode(), "python").decide("https://example.com/a", agent).line == line


@pytest.mark.parametrize(
    ("body", "url", "line"),
    [
        ("User-agent: *\nAllow: /a/*\nDisallow: /a/bb\n", "/a/bbcc", 2),  # what a star covers counts
        ("User-agent: *\nAllow: /a\nDisallow: /a*\n", "/a", 2),  # equally far: Allow
        ("User-agent: *\nDisallow: /a$b\nDisallow: /\n", "/a$b", 3),  # dropped for its dollar
        ("User-agent: *\nDisallow: /a**$$\n", "/abc", 2),
        ("User-agent: x\nDisallow: /1\nUser-agent: bot\nUser-agent: x\nDisallow: /2\n", "/2", 5),
        ("User-agent: bo\nDisallow: /1\nUser-agent: bot\nDisallow: /2\n", "/1", 2),  # a part, where no name is equal
        ("User-agent: *\nDisallow: /\n", "/robots.txt", None),
        ("User-agent: *\nDisallow: /a%2Fb\n", "/a/b", 2),
        ("User-agent: *\nDisallow: /a?b=%41\n", "/a?b=A", 2),
    ],
)
def test_rewritten_reading(body: str, url: str, line: int | None) -> None:
    agent = "x" if "x\n" in body else "botty"
    assert Robots.parse(body.encode(), "python-rfc9309").decide(f"https://example.com{url}", agent).line == line


def test_dollar_in_the_middle_drops_a_rule_and_still_ends_the_user_agent_lines() -> None:
    assert requoted_pattern(b"/a$b") is None
    robots = Robots.parse(b"User-agent: a\nDisallow: /x$y\nUser-agent: b\nDisallow: /\n", "python-rfc9309")
    assert robots.decide("/", "a").allowed


MALFORMED = ["e.com]", "[e.com", "[", "[1.2.3.4]", "[::1]x", "a[::1]", "[v1.]", "[::1::]", "e\u2048f", "[é]", "[[::1]]"]
FINE = ["e.com", "[::1]", "[::1]:80", "u@[::1]:80", "[v1.a:b]", "é.com", "e.com:b", "", "a@b@c", "[fe80::1%eth0]"]


@pytest.mark.parametrize("host", MALFORMED)
def test_malformed_host_matches_no_rule(host: str) -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /x\nDisallow: *\nDisallow: /\n", "python-rfc9309")
    url = f"http://{host}/x"
    verdict = robots.decide(url, "a")
    assert (verdict.allowed, verdict.line, verdict.reason) == (True, None, Reason.MALFORMED_URL)
    allowed, line = robots.decide_all(UrlTable([url, "http://e.com/x"]), ["a"]).column("a")
    assert (allowed.tolist(), line[0]) == ([True, False], 0)


@pytest.mark.parametrize("host", FINE)
def test_host_that_is_not_malformed(host: str) -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /x\n", "python-rfc9309")
    assert robots.decide(f"http://{host}/x", "a").line == 2


def test_what_the_running_python_cannot_split_is_malformed() -> None:
    raising = []
    for url in EVERY_TWO:
        if not url.isprintable():
            continue
        try:
            urlsplit(url)
        except ValueError:
            raising.append(url)
    assert len(raising) > 100
    assert [url for url in raising if not is_malformed(split_url(url.encode()).host)] == []
