"""The dialects that precede RFC 9309."""

import pytest

from robotstudio.engine import Outcome, Reason, Robots

BOTH = pytest.mark.parametrize("dialect", ["original1994", "draft1996"])


def line(body: str, url: str, agent: str, dialect: str) -> int | None:
    return Robots.parse(body.encode(), dialect).decide(url, agent).line


@BOTH
def test_blank_line_ends_a_record_and_a_comment_does_not(dialect: str) -> None:
    assert line("User-agent: a\n# comment\nDisallow: /\n", "/", "a", dialect) == 3
    assert line("User-agent: a\n\nDisallow: /\n", "/", "a", dialect) is None
    assert line("User-agent: a\nDisallow: /x\n \t\nDisallow: /\n", "/", "a", dialect) is None


@BOTH
def test_record_without_a_rule_stands_all_the_same(dialect: str) -> None:
    verdict = Robots.parse(b"User-agent: a\n\nUser-agent: *\nDisallow: /\n", dialect).decide("/", "a")
    assert verdict.reason is Reason.NO_RULES


@BOTH
def test_only_the_first_record_of_a_robot_and_of_all_others_counts(dialect: str) -> None:
    for agent in ("a", "*"):
        body = f"User-agent: {agent}\nDisallow: /x\n\nUser-agent: {agent}\nDisallow: /y\n"
        assert line(body, "/y", "a", dialect) is None


@BOTH
def test_star_and_dollar_are_themselves(dialect: str) -> None:
    assert line("User-agent: *\nDisallow: /*.pdf$\n", "/a.pdf", "a", dialect) is None
    verdict = Robots.parse(b"User-agent: *\nDisallow: /*$\n", dialect).decide("/*$x", "a")
    assert verdict.line == 2
    assert len(verdict.candidates[0].alignment.segments) == 1


@BOTH
def test_other_fields_do_not_end_the_user_agent_lines(dialect: str) -> None:
    assert line("User-agent: a\nCrawl-delay: 5\nX: y\nUser-agent: b\nDisallow: /\n", "/", "a", dialect) == 5


@pytest.mark.parametrize(
    ("value", "agent", "is_named"),
    [
        ("Foo", "FooBot", True),  # a part of the name
        ("FooBot", "Foo", False),
        ("FooBot/2.1", "foobot", True),  # without version information
        ("BadRobot1, BadRobot2", "BadRobot2", True),  # of a list, the first name, without its number
        ("FooBot, BarBot", "BarBot", False),
        ("Foo Bar", "Foo", False),
        ("2", "Bot2", False),
    ],
)
def test_name_in_1994(value: str, agent: str, *, is_named: bool) -> None:
    assert (line(f"User-agent: {value}\nDisallow: /\n", "/", agent, "original1994") == 2) is is_named


@pytest.mark.parametrize(
    ("value", "agent", "is_named"),
    [
        ("FooBot/2.1", "foobot", True),  # the value contains the name token
        ("Foo Bar", "Foo", True),
        ("FooBot, BarBot", "BarBot", True),
        ("Foo", "FooBot", False),
        ("web", "WebCrawler/3.0", True),  # the name that a robot sends contains the value
        ("FooBot", "Mozilla/5.0 (compatible; FooBot/1.0)", False),
        ("foo*", "*", False),
    ],
)
def test_name_in_1996(value: str, agent: str, *, is_named: bool) -> None:
    assert (line(f"User-agent: {value}\nDisallow: /\n", "/", agent, "draft1996") == 2) is is_named


def test_allow_is_not_known_in_1994() -> None:
    assert line("User-agent: *\nAllow: /a\nDisallow: /\n", "/a", "x", "original1994") == 3


def test_any_rule_blocks_in_1994_and_one_without_a_value_changes_nothing() -> None:
    body = b"User-agent: *\nDisallow:\nDisallow: /a\nDisallow: /\n"
    verdict = Robots.parse(body, "original1994").decide("/a", "x")
    assert [(candidate.rule.line, candidate.outcome) for candidate in verdict.candidates] == [
        (3, Outcome.WINS),
        (4, Outcome.LATER),
        (2, Outcome.EMPTY),
    ]
    assert verdict.reason is Reason.FIRST_MATCH


def test_first_rule_that_matches_wins_in_1996_even_without_a_value() -> None:
    body = b"User-agent: *\nAllow: /a\nDisallow: /a/b\nDisallow:\nDisallow: /\n"
    robots = Robots.parse(body, "draft1996")
    verdict = robots.decide("/a/b", "x")
    assert (verdict.allowed, verdict.line, verdict.reason) == (True, 2, Reason.FIRST_MATCH)
    assert [candidate.outcome for candidate in verdict.candidates] == [Outcome.WINS, *[Outcome.LATER] * 3]
    assert (robots.decide("/z", "x").allowed, robots.decide("/z", "x").line) == (True, 4)


@pytest.mark.parametrize(
    ("pattern", "path", "is_match"),
    [  # after the table of draft-koster-robots-00, section 3.2.2
        ("/dir", "/dir.html", True),
        ("/dir/", "/dir", False),
        ("/a%3cd.html", "/a%3Cd.html", True),
        ("/a%2fb.html", "/a%2Fb.html", True),
        ("/a%2fb.html", "/a/b.html", False),
        ("/a/b.html", "/a%2fb.html", False),
        ("/%7ejoe/index.html", "/~joe/index.html", True),
        ("/~joe/index.html", "/%7Ejoe/index.html", True),
    ],
)
def test_escapes_in_1996(pattern: str, path: str, *, is_match: bool) -> None:
    assert (line(f"User-agent: *\nDisallow: {pattern}\n", path, "x", "draft1996") == 2) is is_match


def test_robots_txt_itself_is_allowed_since_1996() -> None:
    body = "User-agent: *\nDisallow: /\n"
    assert line(body, "/robots.txt", "x", "original1994") == 2
    assert line(body, "/robots.txt", "x", "draft1996") is None


def test_rambler_knows_the_star_but_not_the_dollar() -> None:
    assert line("User-agent: *\nDisallow: *sort=\n", "/a?sort=1", "x", "rambler") == 2
    assert line("User-agent: *\nDisallow: /a$\n", "/a", "x", "rambler") is None
    assert line("User-agent: *\nDisallow: /*a$\n", "/xa$y", "x", "rambler") == 2
