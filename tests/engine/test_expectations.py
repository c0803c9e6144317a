"""Expectations: checked against the verdict and, if given, the deciding rule, whatever its line number."""

import pytest
from hypothesis import given

from robotstudio.engine import Robots
from robotstudio.engine.expectations import (
    NO_RULE,
    Expectation,
    Judgement,
    Problem,
    crawlers_of,
    expect,
    failures,
    judge,
    looks_like_pattern,
    sets_of,
)
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.expectation_words import (
    expectation_words,
    found_words,
    judgement_words,
    now_words,
    pinned_words,
)
from robotstudio.text.language import spoken
from robotstudio.text.locale import words_of
from robotstudio.text.phrases import as_text
from tests.engine.audits import FILES, URLS

FILE = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nDisallow: /\xff\n"


def may(crawler: str, written: str, url: str, rule: str | None = None) -> Expectation:
    return Expectation(allowed=True, crawler=crawler, written=written, url=url, rule=rule)


def may_not(crawler: str, written: str, url: str, rule: str | None = None) -> Expectation:
    return Expectation(allowed=False, crawler=crawler, written=written, url=url, rule=rule)


def problem(allowed: bool, url: str, rule: str | None = None, crawler: str = "*", file: bytes = FILE) -> Problem | None:
    (judgement,) = judge([Expectation(allowed, crawler, url, url, rule)], FileVersion(file))
    assert judgement.passed == (judgement.problem is None)
    assert (judgement in failures([judgement])) != judgement.passed
    return judgement.problem


@pytest.mark.parametrize(
    ("allowed", "url", "rule", "found"),
    [
        (False, "/cart/1", None, None),
        (True, "/cart/1", None, Problem.VERDICT),
        (True, "/cart/help", "Allow: /cart/help", None),
        (True, "/cart/help", "allow:/cart/help", None),
        (True, "/cart/help", "Allow: /cart/", Problem.RULE),
        (True, "/cart/help", NO_RULE, Problem.RULE),
        (True, "/free", NO_RULE, None),
        (True, "/free", "Allow: /", Problem.RULE),
        (False, "/cart/1", "Allow: /cart/", Problem.RULE),
        (False, "/free", NO_RULE, Problem.VERDICT),
    ],
)
def test_expectation_is_held_against_verdict_and_rule(
    allowed: bool, url: str, rule: str | None, found: Problem | None
) -> None:
    assert problem(allowed, url, rule) is found


def test_rule_that_moves_to_another_line_stays_the_same_rule() -> None:
    assert problem(allowed=False, url="/cart/1", rule="Disallow: /cart/", file=b"# new\n\n" + FILE) is None


def test_each_crawler_reads_the_file_in_its_own_dialect() -> None:
    file = b"User-agent: Googlebot\nUser-agent: GPTBot\nDisalow: /typo\n"
    assert problem(allowed=False, url="/typo", crawler="Googlebot", file=file) is None
    assert problem(allowed=False, url="/typo", crawler="GPTBot", file=file) is Problem.VERDICT
    assert judge([may_not("GPTBot", "/typo", "/typo")], FileVersion(file), "google")[0].passed


def test_crawler_that_is_not_in_the_catalogue_is_a_bare_token() -> None:
    assert problem(allowed=False, url="/x", crawler="mine", file=b"User-agent: mine\nDisallow: /x") is None


@given(file=FILES, url=URLS)
def test_verdict_that_is_pinned_is_met(file: bytes, url: str) -> None:
    verdict = Robots.parse(file, "google").decide(url, "Googlebot")
    expectation = expect(url, url, "Googlebot", verdict, by_rule=True)
    assert judge([expectation], FileVersion(file))[0].passed


def test_rule_that_is_no_utf8_can_be_pinned() -> None:
    verdict = Robots.parse(FILE, "google").decide("/%FF", "Googlebot")
    expectation = expect("/%FF", "/%FF", "Googlebot", verdict, by_rule=True)
    assert expectation.rule == "Disallow: /\udcff"
    assert judge([expectation], FileVersion(FILE))[0].passed


@pytest.mark.parametrize(
    ("expectation", "said"),
    [
        (may_not("*", "/cart/1", "/cart/1"), "Any other crawler should be blocked from /cart/1: as expected"),
        (
            may("a\nb", "/cart/1", "/cart/1"),
            "a␊b should be allowed to fetch /cart/1: it is blocked: line 2, Disallow: /cart/",
        ),
        (may_not("x", "/free", "/free"), "x should be blocked from /free: it is allowed: no rule matches"),
        (
            may("x", "/cart/help", "/cart/help", "Allow: /cart"),
            "x should be allowed to fetch /cart/help: not decided by Allow: /cart: line 3, Allow: /cart/help",
        ),
        (
            may_not("x", "/cart/1", "/cart/1", NO_RULE),
            "x should be blocked from /cart/1: decided by a rule: line 2, Disallow: /cart/",
        ),
    ],
)
def test_words(expectation: Expectation, said: str) -> None:
    (judgement,) = judge([expectation], FileVersion(FILE))
    assert f"{as_text(expectation_words(expectation))}: {as_text(judgement_words(judgement))}" == said


@pytest.mark.parametrize(
    ("url", "rule", "pinned", "now"),
    [
        ("/cart/1", None, "x should be blocked from /cart/1", "blocked by line 2, Disallow: /cart/"),
        (
            "/cart/1",
            "Disallow: /cart/",
            "x should be blocked from /cart/1 by Disallow: /cart/",
            "blocked by line 2, Disallow: /cart/",
        ),
        ("/free", NO_RULE, "x should be blocked from /free by no rule", "allowed: no rule matches"),
        ("/cart/help", None, "x should be blocked from /cart/help", "allowed by line 3, Allow: /cart/help"),
    ],
)
def test_what_is_expected_and_what_is_so_now(url: str, rule: str | None, pinned: str, now: str) -> None:
    (judgement,) = judge([may_not("x", url, url, rule)], FileVersion(FILE))
    assert as_text(pinned_words(judgement.expectation)) == pinned
    assert as_text(now_words(judgement.verdict)) == now


def of_pattern(allowed: bool, pattern: str, crawler: str = "*") -> Expectation:
    return Expectation(allowed, crawler, pattern, pattern, is_pattern=True)


@pytest.mark.parametrize(
    ("allowed", "pattern", "found", "said"),
    [
        (False, "/cart/x*", None, "as expected"),
        (False, "https://www.example.com/cart/x*", None, "as expected"),
        (True, "/*.css$", Problem.VERDICT, "/cart/.css is blocked by line 2, Disallow: /cart/"),
        (False, "/cart/*", Problem.VERDICT, "/cart/help is allowed by line 3, Allow: /cart/help"),
        (True, "/free/*", None, "as expected"),
        (True, "/cart/help$", None, "as expected"),
    ],
)
def test_expectation_of_a_pattern_is_proven_or_broken_by_a_url(
    allowed: bool, pattern: str, found: Problem | None, said: str
) -> None:
    (judgement,) = judge([of_pattern(allowed, pattern)], FileVersion(FILE))
    assert (judgement.problem, judgement.passed) == (found, found is None)
    assert as_text(judgement_words(judgement)) == said
    assert as_text(found_words(judgement)) == (said if found else "proven for every URL like that")


def test_expectation_of_a_pattern_without_time_is_undecided_and_not_met() -> None:
    (judgement,) = judge([of_pattern(allowed=False, pattern="/cart/*")], FileVersion(FILE), seconds=0.0)
    assert (judgement.problem, judgement.passed) == (Problem.UNDECIDED, False)
    assert as_text(found_words(judgement)) == "undecided: neither a proof nor a counterexample within the limit"


def test_expectation_that_is_no_pattern_is_about_one_url() -> None:
    (judgement,) = judge([may_not("*", "/cart/*", "/cart/*")], FileVersion(FILE))
    assert judgement.passed
    assert judgement.proof is None


def test_stars_and_a_dollar_at_the_end_make_a_pattern() -> None:
    assert [looks_like_pattern(url) for url in ("/a*", "/a$", "/a", "/a$b", "*")] == [True, True, False, False, True]


# Sets of crawlers

CLOSED = b"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /api/\n\nUser-agent: *\nDisallow: /api/\n"


def held(name: str, url: str, file: bytes, *, allowed: bool = False) -> Judgement:
    expected = Expectation(allowed, name, url, url, is_pattern=looks_like_pattern(url))
    (judgement,) = judge([expected], FileVersion(file))
    return judgement


@pytest.mark.parametrize("name", sets_of())
def test_every_set_has_crawlers_of_its_purpose_that_are_still_looked_for(name: str) -> None:
    crawlers = crawlers_of(name)
    assert crawlers
    assert not any(each.outdated for each in crawlers)
    if name != "@all":
        assert {f"@{each.purpose}" for each in crawlers} == {name}


@pytest.mark.parametrize("code", ["en", "es", "ru", "zh_CN"])
def test_the_only_crawler_of_a_set_that_fails_is_named_without_others(code: str) -> None:
    judgement = held("@ai-training", "/api/", b"User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nDisallow: /api/\n")
    assert [each.token for each in judgement.failing] == ["GPTBot"]
    with spoken(words_of(code)):
        assert "0" not in as_text(judgement_words(judgement))


def test_nothing_is_open_to_crawlers_of_a_purpose_where_that_is_proven_for_each() -> None:
    judgement = held("@ai-training", "/api/*", CLOSED)
    assert judgement.passed
    assert judgement.tried == len(crawlers_of("@ai-training"))
    said = f"proven for every URL like that, for all {judgement.tried} crawlers in it"
    assert as_text(found_words(judgement)) == said


def test_a_set_that_fails_names_the_crawler_and_its_counterexample() -> None:
    judgement = held("@AI-training", "/api/*", CLOSED.replace(b"Disallow: /api/\n\n", b"Allow: /\n\n"))
    assert judgement.problem is Problem.VERDICT
    assert {each.token for each in judgement.failing} == {"GPTBot", "CCBot"}
    assert judgement.proof is not None
    assert judgement.proof.witness == "/api/"
    crawler = judgement.failing[0].title
    said = as_text(judgement_words(judgement))
    assert said == f"{crawler} and 1 more: /api/ is allowed by line 3, Allow: /"
    assert (
        as_text(expectation_words(judgement.expectation)) == "@AI-training (AI training) should be blocked from /api/*"
    )


def test_a_url_of_a_set_is_held_against_each_in_its_own_dialect() -> None:
    file = b"User-agent: *\nDisallow: /a\nAllow: /a/b\n"
    judgement = held("@search", "/a/b", file, allowed=True)
    failing = {each.token for each in judgement.failing}
    assert failing == {
        each.token for each in crawlers_of("@search") if not held(each.token, "/a/b", file, allowed=True).passed
    }
    assert "Baiduspider" in failing
    assert judgement.verdict.dialect.id == judgement.failing[0].dialect


def test_a_set_is_read_as_one_dialect_where_that_is_asked_for() -> None:
    expected = may("@search", "/a/b", "/a/b")
    assert judge([expected], FileVersion(b"User-agent: *\nDisallow: /a\nAllow: /a/b\n"), "google")[0].passed


def test_a_set_whose_url_does_as_expected_says_for_how_many() -> None:
    judgement = held("@archive", "/x", b"User-agent: *\nDisallow: /x\n")
    assert as_text(found_words(judgement)) == f"as expected for all {judgement.tried} crawlers in it"
