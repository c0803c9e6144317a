"""Protego: against the package, and statement by statement."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protego import Protego

from robotstudio.engine import Robots
from tests.conformance import field_bytes, shared_rows, text
from tests.engine.dialects.differential import OTHER_SUITES, OWN_SUITES, Decide, differences, real_files, rows_of
from tests.engine.odd_urls import EVERY_TWO


def parse(body: str) -> Decide:
    """Parse with the package."""
    return Protego.parse(body).can_fetch


def test_agrees_with_the_package_on_our_own_cases() -> None:
    parted, raised, count = differences("protego", parse, rows_of(*OWN_SUITES))
    assert not parted
    assert not raised
    assert count > 5000


@pytest.mark.parametrize("suite", OTHER_SUITES)
def test_agrees_with_the_package_on_the_suites_of_other_projects(suite: str) -> None:
    parted, raised, _ = differences("protego", parse, rows_of(suite))
    assert not parted
    assert not raised


def test_agrees_with_what_the_packages_own_suite_expects() -> None:
    for row in shared_rows("protego"):
        robots = Robots.parse(field_bytes(row, "robots"), "protego")
        assert robots.decide(text(row, "url"), row["agent"]).allowed is row["allowed"], row["name"]


def test_agrees_with_the_package_on_real_files() -> None:
    parted, raised, count = differences("protego", parse, real_files())
    assert not parted
    assert not raised
    assert count == 10_000


PIECES = st.sampled_from(["/", "a", "*", "$", "?", "=", ";", "%2F", "%24", "%", "é", "%ff", " ", "index.html", "//"])
LINES = st.tuples(
    st.sampled_from(
        ["User-agent: ", "user agent ", "Disallow: ", "disalow", "Allow:", "Host: ", "Sitemap: ", "x: ", "x:"]
    ),
    st.sampled_from(["*", "a", "a*", "abot/1", ""])
    | st.lists(PIECES, max_size=5).map(lambda parts: "/" + "".join(parts)),
    st.sampled_from(["\n", "\n", "\n\n", "\r", " # c\n", "\v", "\x85"]),
).map("".join)


@given(lines=st.lists(LINES, max_size=8), path=st.lists(PIECES, max_size=5).map("".join))
@settings(max_examples=300)
def test_agrees_with_the_package_on_any_file(lines: list[str], path: str) -> None:
    body, url = "".join(lines), f"https://example.com/{path}"
    expected = parse(body)(url, "my abot")
    assert Robots.parse(body.encode(), "protego").decide(url, "my abot").allowed is expected


@pytest.mark.parametrize("rule", ["/", "/robots", "/a"])
def test_agrees_with_the_package_on_odd_urls(rule: str) -> None:
    body = f"User-agent: *\nDisallow: {rule}\n"
    expected, robots = parse(body), Robots.parse(body.encode(), "protego")
    parted, count = [], 0
    for url in EVERY_TWO:
        with contextlib.suppress(ValueError):  # what the package cannot take apart
            allowed = expected(url, "a")
            count += 1
            if robots.decide(url, "a").allowed is not allowed:
                parted.append(url)
    assert parted == []
    assert count > 10_000


@pytest.mark.parametrize(
    ("body", "agent", "line"),
    [
        ("User-agent: bot\nDisallow: /\n", "mybot", None),  # no boundary before it
        ("User-agent: bot\nDisallow: /\n", "Mozilla/5.0 (compatible; Bot/2)", 2),
        ("User-agent: fo\nDisallow: /x\nUser-agent: foo\nDisallow: /\n", "foo", 4),  # the longest name
        ("User-agent: *\nDisallow: /\nUser-agent: a\nDisallow: /a\n", "a", 2),  # as long as a name of one letter
        ("User-agent: foo*\nDisallow: /\n", "foo", 2),
        ("User-agent: a\nNoindex: /\nUser-agent: b\nDisallow: /\n", "a", None),  # any field ends the user-agent lines
        ("User-agent: a\nSitemap: /s\nUser-agent: b\nDisallow: /\n", "a", 4),  # but for those about the site
        ("User-agent: a\nUser-agent:\nDisallow: /\n", "a", 3),
        ("User-agent: a\nDisallow /a\n", "a", 2),  # no colon
        ("User-agent: a\nDisallow: http://example.com/a\n", "a", None),
    ],
)
def test_reading(body: str, agent: str, line: int | None) -> None:
    assert Robots.parse(body.encode(), "protego").decide("https://example.com/a", agent).line == line


def test_dollar_is_also_itself_and_that_reading_is_longer() -> None:
    robots = Robots.parse(b"User-agent: *\nAllow: /fish\nDisallow: /fish$\n", "protego")
    assert robots.decide("/fish", "a").line == 3
    verdict = robots.decide("/fish$x", "a")
    assert (verdict.allowed, verdict.line, verdict.rule and verdict.rule.pattern) == (False, 3, b"/fish%24")


@pytest.mark.parametrize(
    ("path", "allowed"), [("/robots.txt?x", True), ("/robots.txt;x", True), ("/robots%2Etxt", False)]
)
def test_robots_txt_is_known_by_its_path_as_written(path: str, *, allowed: bool) -> None:
    body = "User-agent: *\nDisallow: /\n"
    assert parse(body)(f"https://example.com{path}", "a") is allowed
    assert Robots.parse(body.encode(), "protego").decide(f"https://example.com{path}", "a").allowed is allowed
