"""The nearest rules explain the verdict, at a cost that does not grow with the rules left out."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Outcome, Reason, Robots, StepId, Verdict
from robotstudio.explain.nearest import first_segment, is_near, nearest_rules, replaced_by
from robotstudio.explain.words import sentence
from robotstudio.text.phrases import as_text
from tests.work import lines_run


def decide(rules: str, url: str) -> Verdict:
    """Return the verdict of some rules of one group."""
    return Robots.parse(f"User-agent: *\n{rules}\n".encode()).decide(url, "Googlebot")


CART = """\
Disallow: /admin/
Disallow: /search
Disallow: /cart/
Disallow: /*?sessionid=
Allow: /cart/help
Disallow: /*?sort="""


def test_misses_that_share_most_bytes_come_first() -> None:
    close = nearest_rules(decide(CART, "/cart/checkout?step=2"), misses=3)
    assert [candidate.rule.line for candidate in close.matching] == [4]
    assert [candidate.rule.line for candidate in close.misses] == [6, 5, 7]
    assert [rule.line for rule in close.others] == [2, 3]
    assert close.other_count == 2


def test_others_that_differ_in_the_first_segment_are_known_as_such() -> None:
    assert nearest_rules(decide(CART, "/cart/checkout?step=2"), misses=3).others_differ_early
    assert not nearest_rules(decide(CART, "/cart/checkout?step=2"), misses=0).others_differ_early


@pytest.mark.parametrize(("path", "segment"), [(b"/", b"/"), (b"/a", b"/a"), (b"/a/b", b"/a/"), (b"/a/", b"/a/")])
def test_first_segment(path: bytes, segment: bytes) -> None:
    assert first_segment(path) == segment


def test_rule_is_near_when_it_shares_the_first_segment() -> None:
    verdict = decide(CART, "/cart/checkout?step=2")
    assert [rule.line for rule in verdict.group.rules.ranked if is_near(rule, verdict.path)] == [6, 4]


def test_rules_that_make_the_reason_are_shown_even_past_the_limit() -> None:
    rules = "\n".join(["Allow: /p"] * 50 + ["Disallow: /p"] * 50 + ["Disallow: /"] * 50)
    verdict = decide(rules, "/p")
    close = nearest_rules(verdict, matching=5, misses=5)
    assert verdict.reason is close.verdict.reason is Reason.TIE_ALLOW
    assert [candidate.rule.line for candidate in close.matching] == [2, 3, 4, 5, 6, 52, 102]
    assert close.matching_count == 150
    assert close.other_count == 143


def test_steps_count_all_rules() -> None:
    verdict = decide("\n".join(["Allow: /p"] * 50 + ["Disallow: /x"] * 50), "/p")
    assert nearest_rules(verdict, 2, 2).steps == verdict.steps


@given(
    st.lists(
        st.tuples(st.sampled_from(["Allow", "Disallow"]), st.text("/ab*$", max_size=6)),
        max_size=30,
    ),
    st.text("/ab$*", max_size=8),
)
def test_close_up_says_the_same_as_the_verdict(rules: list[tuple[str, str]], path: str) -> None:
    verdict = decide("\n".join(f"{name}: {value}" for name, value in rules), "/" + path)
    close = nearest_rules(verdict, matching=3, misses=2)
    assert close.verdict.allowed == verdict.allowed
    assert close.verdict.line == verdict.line
    assert close.verdict.reason is verdict.reason
    assert close.steps == verdict.steps
    outcomes = {candidate.rule.line: candidate.outcome for candidate in verdict.candidates}
    assert all(outcomes[shown.rule.line] is shown.outcome for shown in (*close.matching, *close.misses))
    assert all(candidate.outcome is Outcome.NO_MATCH for candidate in close.misses)
    assert close.other_count == len(close.others)


@pytest.mark.parametrize("rule", ["Disallow: /{}/x", "Disallow: /*{}x*y?q=", "Disallow: /products/catalog/{}/x"])
def test_close_up_of_ten_times_the_rules_costs_about_ten_times_the_lines(rule: str) -> None:
    def lines(rules: int) -> int:
        text = "\n".join(rule.format(number) for number in range(rules))
        verdict = decide(text, "/products/catalog/77/zzz?step=2")
        return lines_run(partial(nearest_rules, verdict, 5, 5))

    assert lines(10_000) < 15 * lines(1_000)


def test_rules_that_the_crawler_leaves_out_are_shown_as_such() -> None:
    body = b"User-agent: *\nDisallow: /b\nDisallow: /a" + b"*" * 1100 + b"\nDisallow: /" + b"x" * 1100 + b"\n"
    close = nearest_rules(Robots.parse(body, "yandex").decide("/a/b", "*"))
    assert [(candidate.rule.line, candidate.outcome) for candidate in close.misses] == [
        (3, Outcome.UNSEEN),
        (4, Outcome.UNSEEN),
        (2, Outcome.NO_MATCH),
    ]
    assert close.other_count == 0
    assert [step.id for step in close.steps] == [StepId.GLOBAL_GROUP, StepId.UNREAD, StepId.CANDIDATES, StepId.RESULT]


def test_query_ends_the_first_segment() -> None:
    assert first_segment(b"/Messages.asp?sort=/") == b"/Messages.asp"
    assert first_segment(b"/a/b?c") == b"/a/"
    assert first_segment(b"/a") == b"/a"


DRAFT = b"User-agent: *\nDisallow: /admin/\nAllow: /admin/open\n\nUser-agent: Googlebot\nDisallow: /search\n"


def said(url: str, body: bytes = DRAFT) -> str:
    """Return the sentence about Googlebot."""
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
