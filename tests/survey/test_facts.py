"""Facts of a file: what is counted of it, and what it does to each crawler."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Robots
from robotstudio.survey.agents import ALL, BLOCKED, BY_OWN, FREED, NAMED, RULED, SOME, Surveyed
from robotstudio.survey.facts import USUAL, AnswerFacts, AnswerOutcome, Scheme, facts_of
from robotstudio.survey.lines import Mistake
from tests.rows import each_row
from tests.survey.files import answers, body_of


def state(facts: AnswerFacts, token: str) -> int:
    return facts.states[USUAL.tokens.index(token)]


@each_row(
    ("status", "outcome"),
    [
        (None, AnswerOutcome.NO_CAPTURE),
        (401, AnswerOutcome.FORBIDDEN),
        (403, AnswerOutcome.FORBIDDEN),
        (404, AnswerOutcome.ALLOW_ALL),
        (410, AnswerOutcome.ALLOW_ALL),
        (429, AnswerOutcome.DEFER),
        (503, AnswerOutcome.DEFER),
        (302, AnswerOutcome.REDIRECT),
        (200, AnswerOutcome.WITH_RULES),
    ],
)
def test_status_decides_what_an_answer_comes_to(status: int | None, outcome: AnswerOutcome) -> None:
    assert facts_of(b"User-agent: *\nDisallow: /a\n", status).outcome is outcome


@each_row(
    ("body", "outcome"),
    [
        (b"", AnswerOutcome.NO_RULES),
        (b"# only words\n", AnswerOutcome.NO_RULES),
        (b"Sitemap: https://example.com/s.xml\n", AnswerOutcome.NO_RULES),
        (b"<html><body>Not found</body></html>", AnswerOutcome.NOT_ROBOTS),
        (b"\x89PNG\r\n\x1a\n\0\0\0", AnswerOutcome.NOT_ROBOTS),
        (b"User-agent: *\nDisallow:\n", AnswerOutcome.WITH_RULES),
    ],
)
def test_body_parts_pages_from_files_without_and_with_rules(body: bytes, outcome: AnswerOutcome) -> None:
    assert facts_of(body).outcome is outcome


def test_lines_rules_and_fields_are_counted() -> None:
    facts = facts_of(
        b"# a\nUser-agent: A\nUser-agent: b\nDisallow: /x # y\nAllow: /z\n\nSitemap: https://e.com/s\nnonsense\n"
    )
    assert (facts.lines, facts.comments, facts.unparsed, facts.rules, facts.allows) == (8, 2, 1, 2, 1)
    assert facts.agents == ("a", "b")
    assert facts.rules_per_agent == (2, 2)
    assert dict(facts.fields) == {"user-agent": 2, "disallow": 1, "allow": 1, "sitemap": 1}
    assert facts.says == Scheme.SITEMAP


def test_naming_ruling_and_blocking_are_three_things() -> None:
    facts = facts_of(
        b"User-agent: GPTBot\nDisallow: /\n\n"
        b"User-agent: CCBot\nDisallow: /private/\n\n"
        b"User-agent: ClaudeBot\nDisallow:\n\n"
        b"User-agent: *\nDisallow: /\nAllow: /public/\n"
    )
    assert state(facts, "GPTBot") == NAMED | RULED | BLOCKED | BY_OWN | SOME | ALL
    assert state(facts, "CCBot") == NAMED | RULED | SOME
    assert state(facts, "ClaudeBot") == NAMED | FREED
    assert state(facts, "Bytespider") == BLOCKED | SOME


def test_a_group_of_a_fallback_blocks_without_naming() -> None:
    facts = facts_of(b"User-agent: Googlebot\nDisallow: /\n")
    assert state(facts, "Applebot") & (NAMED | BLOCKED) == BLOCKED
    assert state(facts, "Googlebot") & NAMED


def reference(body: bytes, surveyed: Surveyed) -> list[bool]:
    """Who may not fetch `/`, asked of the engine for each crawler in its own dialect."""
    return [not Robots.parse(body, each.dialect).decide("/", each.agent).allowed for each in surveyed.crawlers]


_LINES = st.sampled_from(
    [
        "User-agent: *", "User-agent: GPTBot", "User-agent: MJ12bot", "User-agent: CCBot2",
        "user-agent: Google", "User-agent: bingbot/2.0", "User-Agent: Yandex", "User-agent:",
        "Disallow: /", "Disallow: /a", "Disallow:", "Disallow: /*", "Allow: /", "Allow: /$", "Disallow : /",
        "Allow: /index.html",
        "Disallow: /index.htm", "Disallow: *", "Disallow: /b*c", "Crawl-delay: 400", "", " ", "# c",
        "Sitemap: https://e.com/s.xml",
        "Host: e.com", "Disalow: /", "Clean-param: a /",
         "\tDisallow: /x # y", "Noindex: /", "User-agent: a b", "Disallow: /%2F",
    ]
)  # fmt: skip


@given(st.lists(_LINES, max_size=14), st.sampled_from(["\n", "\r\n"]))
def test_blocked_is_what_the_engine_says_for_each_crawler_in_its_dialect(lines: list[str], end: str) -> None:
    body = end.join(lines).encode()
    facts = facts_of(body)
    assert [bool(state & BLOCKED) for state in facts.states] == reference(body, USUAL)


@pytest.mark.parametrize("seed", range(3))
def test_blocked_is_right_for_whole_files(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        body = body_of(chance, "example.com")
        facts = facts_of(body)
        if facts.outcome is not AnswerOutcome.NOT_ROBOTS:
            assert [bool(state & BLOCKED) for state in facts.states] == reference(body, USUAL), body


@pytest.mark.parametrize("last", ["Disallow: /", "Allow: /", "User-agent: Googlebot\nDisallow: /", "Disallow: /x"])
def test_blocked_is_right_for_a_file_that_some_crawlers_do_not_read_to_its_end(last: str) -> None:
    rules = "".join(f"Disallow: /{number}/{'x' * 200}\n" for number in range(2_500))
    body = f"User-agent: *\n{rules}{last}\n".encode()
    assert len(body) > 512_000
    facts = facts_of(body)
    assert [bool(state & BLOCKED) for state in facts.states] == reference(body, USUAL)


def test_rules_below_say_the_same_in_any_order_and_number() -> None:
    one = facts_of(b"User-agent: *\nDisallow: /a\nAllow: /b\nDisallow: /*?c=\n")
    other = facts_of(b"User-agent: *\nDisallow: /*?d=\nDisallow: /e\nDisallow: /f\nAllow: /g\n")
    assert one.states == other.states


def test_verdicts_on_given_paths_are_asked_for_each_crawler() -> None:
    surveyed = Surveyed(("GPTBot", "*"), ("/a/b", "/c"))
    facts = facts_of(b"User-agent: GPTBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /c\n", surveyed=surveyed)
    assert facts.blocked == (b"\1\0", b"\0\1")


@each_row(
    ("body", "slip"),
    [
        (b"Disallow: /a\n", Mistake.NO_AGENT),
        (b"User-agent: a\nDisallow: /\n\nUser-agent: b\n", Mistake.NO_RULE),
        (b"User-agent: a, b\nDisallow: /\n", Mistake.SEVERAL_AGENTS),
        (b"User-agent: a\nDisallow: /a\n\nDisallow: /b\n", Mistake.EMPTY_LINE),
        (b"User-agent: a\nDisallow: /a\nDisallow: /a\n", Mistake.REPEATED),
        (b"User-agent: a\nDissalow: /a\nDisallow: /b\n", Mistake.MISSPELLED),
        (b"User-agent: a\nColour: red\nDisallow: /\n", Mistake.UNKNOWN),
        (b"User-agent: a\nDisallow /a\nDisallow: /b\n", Mistake.NO_COLON),
        (b"User-agent: a\nDisallow: https://e.com/a\n", Mistake.WHOLE_URL),
        (b"User-agent: a\nDisallow: a/\n", Mistake.NO_SLASH),
        (b"User-agent: a\nDisallow: /a /b\n", Mistake.SEVERAL_PATHS),
        (b"User-agent: a\r\nDisallow: /a\r\n", Mistake.LINE_ENDS),
        (b"\xef\xbb\xbfUser-agent: a\nDisallow: /a\n", Mistake.BYTE_ORDER_MARK),
        (b"<html></html>", Mistake.WEB_PAGE),
    ],
)
def test_slip_is_found(body: bytes, slip: Mistake) -> None:
    assert dict(facts_of(body).slips) == {slip.value: 1}


def test_good_file_has_no_slip() -> None:
    assert facts_of(b"User-agent: a\nDisallow: /a\n\nUser-agent: *\nDisallow:\n").slips == ()


def test_normal_form_leaves_out_host_comments_sitemaps_and_order() -> None:
    first = facts_of(
        b"# a\nUser-agent: A\nDisallow: /x\nDisallow: /y\nSitemap: https://www.one.com/s.xml\n", host="www.one.com"
    )
    second = facts_of(b"User-agent: a\nDisallow: /y # b\nDisallow: /x\n", host="two.org")
    assert first.exact != second.exact
    assert first.normal == second.normal
    named = facts_of(b"User-agent: a\nDisallow: /one.com/\n", host="one.com")
    assert named.normal == facts_of(b"User-agent: a\nDisallow: /two.org/\n", host="two.org").normal


def test_normal_form_keeps_whose_rules_are_whose() -> None:
    first = facts_of(b"User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /y\n")
    assert first.normal != facts_of(b"User-agent: a\nDisallow: /y\n\nUser-agent: b\nDisallow: /x\n").normal


def test_template_and_disclosed_places_are_told() -> None:
    facts = facts_of(b"# START YOAST BLOCK\nUser-agent: *\nDisallow: /backup/\n# END YOAST BLOCK\n")
    assert facts.template == "yoast"
    assert facts.disclosed == ("backup",)


@given(st.binary(max_size=300), st.sampled_from([200, 404, None]))
def test_any_bytes_have_facts(body: bytes, status: int | None) -> None:
    facts = facts_of(body, status, host="example.com")
    assert len(facts.states) == len(USUAL.tokens)
    assert facts == facts_of(body, status, host="example.com")


def test_the_fixed_set_is_always_the_same() -> None:
    assert answers(50) == answers(50, 1)
    assert answers(50, 2) != answers(50)
