"""Which lines belong together (A1–A11 as in google/robotstxt; RFC 9309 section 2.2.1)."""

import pytest

from robotstudio.engine import DIALECTS, Dialect, Robots
from robotstudio.engine.dialects.model import AXES
from robotstudio.engine.groups import index_by_token


def ranges(body: bytes, dialect: str = "google") -> list[tuple[int, int]]:
    return [(group.first_line, group.last_line) for group in Robots.parse(body, dialect).groups]


@pytest.mark.parametrize("dialect", ["google", "rfc9309"])
@pytest.mark.parametrize("line", [b"Sitemap: /s.xml", b"Crawl-delay: 5", b"X-Thing: 1", b"", b"# comment", b"junk"])
def test_group_is_not_ended_by_a_line_that_is_no_rule(line: bytes, dialect: str) -> None:
    assert ranges(b"User-agent: a\n" + line + b"\nUser-agent: b\nDisallow: /\n", dialect) == [(1, 4)]


def test_rule_ends_a_run_of_user_agent_lines() -> None:
    assert ranges(b"User-agent: a\nDisallow: /\nUser-agent: b\nAllow: /\n") == [(1, 2), (3, 4)]


def test_rules_before_the_first_user_agent_line_are_ignored() -> None:
    assert ranges(b"Disallow: /\nUser-agent: a\nDisallow: /x\n") == [(2, 3)]


def test_user_agent_lines_without_a_rule_are_a_group() -> None:
    assert ranges(b"User-agent: *\nDisallow: /\nUser-agent: a\n") == [(1, 2), (3, 3)]


def test_groups_of_one_token_are_merged_whatever_lies_between() -> None:
    robots = Robots.parse(b"User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\nuser-agent: A\nDisallow: /3\n")
    assert robots.choose("a").parts == ((1, 2), (5, 6))
    assert robots.choose("a").rule_count == 2


def test_token_named_twice_in_a_group_counts_once() -> None:
    robots = Robots.parse(b"User-agent: a\nUser-agent: A\nDisallow: /1\n")
    assert len(robots.choose("a").groups) == 1


def test_group_that_names_the_crawler_and_everyone_is_not_ignored_by_it() -> None:
    choice = Robots.parse(b"User-agent: *\nUser-agent: a\nDisallow: /1\n").choose("a")
    assert (choice.token, choice.ignored) == ("a", ())


@pytest.mark.parametrize(
    ("body", "ranges_read"),
    [
        (b"User-agent: a\nDisallow: /\n\nDisallow: /x\nUser-agent: b\n", [(1, 2), (5, 5)]),
        (b"User-agent: a\n\nUser-agent: b\n#\nDisallow: /\nUser-agent: c\nDisallow: /\n", [(1, 1), (3, 5), (6, 7)]),
    ],
)
def test_empty_line_ends_a_record(body: bytes, ranges_read: list[tuple[int, int]]) -> None:
    assert ranges(body, "draft1996") == ranges_read


def test_record_without_a_closing_line_is_none_to_python() -> None:
    body = b"User-agent: a\n\nUser-agent: b\nCrawl-delay: 1\n\nUser-agent: c\nDisallow: /\nUser-agent: d\n"
    assert ranges(body, "python") == [(3, 3), (6, 7)]


def test_tokens_lead_to_groups_in_the_order_in_which_they_appear() -> None:
    index = index_by_token(Robots.parse(b"User-agent: b\nUser-agent: a\nAllow: /\nUser-agent: b\n").groups)
    assert list(index.by_token) == [b"b", b"a"]
    assert [group.first_line for group in index.by_token[b"b"]] == [1, 4]


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=lambda dialect: dialect.id)
def test_every_dialect_names_its_sources(dialect: Dialect) -> None:
    clauses = dialect.clauses
    assert set(clauses) == set(AXES)
    assert all(clause.label and clause.url.startswith(("https://", "http://")) for clause in clauses.values())
