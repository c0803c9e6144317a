"""The smallest file found is equivalent, keeps everything but rules, and cannot be made smaller in the same way."""

import random

import pytest

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import MinimiseStep, Result, StepKind, minimise, prove_equal
from tests.engine.proof.pairs import AGENT, file_of, random_rules, stopped


def reader(dialect: str, agent: str = AGENT) -> CrawlerView:
    return CrawlerView(agent, dialect, agent)


GOOGLE = [reader("google")]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_smaller_file_says_the_same_and_is_a_fixed_point(dialect: str) -> None:
    chance = random.Random(f"minimise {dialect}")
    for _ in range(6):
        body = file_of(random_rules(chance, 1))
        found = minimise(body, [reader(dialect)], clock=stopped)
        before, after = (Robots.parse(each, dialect) for each in (body, found.body))
        assert prove_equal(before, after, AGENT, clock=stopped).outcome is Result.EQUAL, (body, found)
        assert minimise(found.body, [reader(dialect)], clock=stopped).body == found.body, (body, found)


def test_rules_that_no_url_needs_go_and_name_what_decides_instead() -> None:
    body = b"# shop\nUser-agent: *\nDisallow: /a/\nDisallow: /a/b # x\n\nAllow: /a/c\nDisallow: /a/\nSitemap: https://e.com/s\n"
    found = minimise(body, GOOGLE, clock=stopped)
    assert found.body == b"# shop\nUser-agent: *\nDisallow: /a/\n\nAllow: /a/c\nSitemap: https://e.com/s\n"
    assert found.steps == (
        MinimiseStep(StepKind.NOT_NEEDED, 4, (3,)),
        MinimiseStep(StepKind.NEVER_DECIDES, 7, (3,)),
    )


def test_a_rule_that_stands_in_for_one_that_went_is_heeded() -> None:
    body = file_of(["Disallow: /*a*", "Allow: /*b$", "Disallow: /*a"])
    found = minimise(body, GOOGLE, clock=stopped)
    before, after = (Robots.parse(each) for each in (body, found.body))
    assert prove_equal(before, after, AGENT, clock=stopped).outcome is Result.EQUAL
    assert len(found.body) < len(body)


def test_a_rule_that_one_of_the_crawlers_needs_stays() -> None:
    body = file_of(["Disallow: /a", "Disallow: /b*"])
    assert minimise(body, GOOGLE, clock=stopped).body == file_of(["Disallow: /a", "Disallow: /b"])
    assert minimise(body, [*GOOGLE, reader("python")], clock=stopped).body == body


def test_the_last_rule_of_a_group_stays_lest_the_group_join_the_next() -> None:
    body = b"User-agent: a\nDisallow:\n\nUser-agent: *\nDisallow: /x\n"
    assert minimise(body, [reader("google", "a"), reader("google", "b")], clock=stopped).body == body


def test_groups_with_the_same_rules_become_one() -> None:
    body = b"User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /x\n\nUser-agent: c\nDisallow: /y\n"
    found = minimise(body, [reader("google", each) for each in "abc"], clock=stopped)
    assert found.body == b"User-agent: a\nUser-agent: b\nDisallow: /x\n\n\nUser-agent: c\nDisallow: /y\n"
    assert found.steps == (MinimiseStep(StepKind.MERGED, 5, (2,)),)


def test_a_group_with_a_comment_or_a_delay_of_its_own_is_not_merged() -> None:
    for more in (b"# why\n", b"Crawl-delay: 5\n"):
        body = b"User-agent: a\nDisallow: /x\n\nUser-agent: b\n" + more + b"Disallow: /x\n"
        assert minimise(body, [reader("bing", each) for each in "ab"], clock=stopped).body == body


def test_a_star_stays_where_its_rule_would_change_places_with_an_opposite_one() -> None:
    body = file_of(["Disallow: /ab*", "Allow: /*b", "Disallow: /c*", "Disallow: /d*"])
    found = minimise(body, GOOGLE, clock=stopped)
    assert found.body == file_of(["Disallow: /ab*", "Allow: /*b", "Disallow: /c", "Disallow: /d"])
    assert {step.kind for step in found.steps} == {StepKind.SHORTENED}


def test_many_groups_with_the_same_rules_become_one_and_one_that_cannot_stays() -> None:
    groups = [b"User-agent: %s\nDisallow: /x\n" % name for name in (b"a", b"b", b"c", b"a")]
    body = b"\n".join((*groups, b"User-agent: d\n# why\nDisallow: /x\n", b"User-agent: e\nDisallow: /x\n"))
    found = minimise(body, [reader("google", each) for each in "abcde"], clock=stopped)
    head = b"User-agent: a\nUser-agent: b\nUser-agent: c\nUser-agent: e\nDisallow: /x\n"
    assert found.body == head + b"\n\n\n\nUser-agent: d\n# why\nDisallow: /x\n\n"
    assert [step.line for step in found.steps] == [5, 8, 10, 11, 18]
