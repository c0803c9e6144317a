"""A group of its own replaces the rules of `*`: which they are, and what they would have said."""

import pytest

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.phrases import as_text
from robotstudio.engine.replaced import replaced_by
from robotstudio.engine.words import sentence

DRAFT = b"User-agent: *\nDisallow: /admin/\nAllow: /admin/open\n\nUser-agent: Googlebot\nDisallow: /search\n"


def said(url: str, body: bytes = DRAFT) -> str:
    """The sentence about Googlebot."""
    return as_text(sentence(Robots.parse(body).decide(url, "Googlebot"), "Googlebot", url))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_rules_that_do_not_count_are_known_in_every_dialect(dialect: str) -> None:
    replaced = replaced_by(Robots.parse(DRAFT, dialect).decide("/admin/", "Googlebot"))
    assert replaced
    assert [(rule.line, rule.allow) for rule in replaced.rules if not rule.allow] == [(2, False)]
    assert replaced.decisive
    assert replaced.decisive.line == 2


def test_rule_of_star_that_would_turn_the_verdict_is_named() -> None:
    assert said("/admin/") == (
        "Googlebot may fetch /admin/. The only rule of its group, Disallow: /search (line 6), does not match. "
        "Disallow: /admin/ (line 2) of the * group does not count: its group replaces it."
    )


@pytest.mark.parametrize("url", ["/", "/admin/open", "/search"])
def test_rule_of_star_that_would_change_nothing_is_not_named(url: str) -> None:
    assert "does not count" not in said(url)


def test_nothing_is_replaced_where_star_is_read_or_has_no_rules() -> None:
    assert replaced_by(Robots.parse(DRAFT).decide("/", "bingbot")) is None
    assert replaced_by(Robots.parse(b"User-agent: *\nUser-agent: a\nDisallow: /\n").decide("/", "a")) is None
    body = b"User-agent: *\nCrawl-delay: 5\nUser-agent: Googlebot\nDisallow: /\n"
    assert replaced_by(Robots.parse(body).decide("/", "Googlebot")) is None


def test_reading_of_star_follows_the_dialect() -> None:
    body = b"User-agent: *\nAllow: /d/index.html\nDisallow: /d/\nUser-agent: Googlebot\nDisallow: /d\n"
    replaced = replaced_by(Robots.parse(body).decide("/d/", "Googlebot"))
    assert replaced
    assert replaced.verdict.allowed
