"""Every verdict explains itself: the group choice, each candidate, the clause."""

import pytest

from robotstudio.engine import DIALECTS, LineRange, Outcome, Reason, Robots, StepId


@pytest.mark.parametrize(
    ("body", "url", "dialect", "reason"),
    [
        ("", "/", "google", Reason.NO_GROUP),
        ("User-agent: b\nDisallow: /\n", "/", "google", Reason.NO_GROUP),
        ("User-agent: *\nDisallow: /\nUser-agent: a\n", "/", "google", Reason.NO_RULES),
        ("User-agent: a\nDisallow: /x\n", "/y", "google", Reason.NO_MATCH),
        ("User-agent: a\nDisallow:\n", "/y", "google", Reason.EMPTY_RULE),
        ("User-agent: a\nDisallow: /y\n", "/y", "google", Reason.ONLY_MATCH),
        ("User-agent: a\nDisallow: /\nAllow: /y\n", "/y", "google", Reason.LONGEST_MATCH),
        ("User-agent: a\nDisallow: /y\nAllow: /y\n", "/y", "google", Reason.TIE_ALLOW),
        ("User-agent: a\nDisallow: /y\nDisallow: /y\n", "/y", "google", Reason.FIRST_OF_EQUALS),
        ("User-agent: a\nDisallow: /\n", "/robots.txt", "rfc9309", Reason.ALWAYS_ALLOWED),
        ("User-agent: a\nAllow: /y\nDisallow: /\n", "/y", "draft1996", Reason.FIRST_MATCH),
        ("User-agent: a\nDisallow:\nDisallow: /\n", "/y", "baidu", Reason.FIRST_MATCH),
        ("User-agent: a\nDisallow:\n", "/y", "original1994", Reason.EMPTY_RULE),
        ("User-agent: a\nDisallow: /\nAllow: /*\n", "/y", "python-rfc9309", Reason.LONGEST_MATCH),
        ("User-agent: a\nCrawl-delay: 301\nDisallow: /z\n", "/y", "crawler-commons", Reason.DELAY_TOO_LONG),
    ],
)
def test_reason(body: str, url: str, dialect: str, reason: Reason) -> None:
    assert Robots.parse(body.encode(), dialect).decide(url, "a").reason is reason


def test_candidates_say_why_each_rule_won_or_lost() -> None:
    body = b"User-agent: a\nDisallow: /\nAllow: /x\nDisallow: /x\nAllow: /x\nDisallow: /z\nDisallow:\n"
    candidates = Robots.parse(body).decide("/x", "a").candidates
    assert [(candidate.rule.line, candidate.outcome) for candidate in candidates] == [
        (3, Outcome.WINS),
        (5, Outcome.SAME_AS_WINNER),
        (4, Outcome.TIE_LOST),
        (2, Outcome.SHORTER),
        (7, Outcome.EMPTY),
        (6, Outcome.NO_MATCH),
    ]


def test_rule_that_matches_an_always_allowed_path_is_overruled() -> None:
    verdict = Robots.parse(b"User-agent: a\nDisallow: /\n", "rfc9309").decide("/robots.txt", "a")
    assert [candidate.outcome for candidate in verdict.candidates] == [Outcome.OVERRULED]


def test_second_reading_of_index_html_wins_as_its_line() -> None:
    verdict = Robots.parse(b"User-agent: a\nDisallow: /d/\nAllow: /d/index.html\n").decide("/d/", "a")
    assert (verdict.allowed, verdict.line) == (True, 3)
    winner = verdict.candidates[0]
    assert winner.rule.rewritten
    assert [candidate.rule.line for candidate in verdict.candidates] == [3, 2]


def test_steps_lead_from_the_token_to_the_result() -> None:
    body = (
        b"User-agent: *\nDisallow: /\nUser-agent: b\nDisallow: /x\nUser-agent: c\nAllow: /\nUser-agent: b\nAllow: /y\n"
    )
    verdict = Robots.parse(body).decide("/x", ["a", "b"])
    assert [step.id for step in verdict.steps] == [
        StepId.TOKEN_WITHOUT_GROUP,
        StepId.NAMED_GROUP,
        StepId.MERGED,
        StepId.GLOBAL_IGNORED,
        StepId.CANDIDATES,
        StepId.RESULT,
    ]
    merged = verdict.steps[2]
    assert merged.lines == (LineRange(3, 4), LineRange(7, 8))
    assert all(step.clause.url for step in verdict.steps)


def test_rule_is_shown_as_a_person_writes_it() -> None:
    verdict = Robots.parse("User-agent: a\ndisalow:/é\n".encode()).decide("/%C3%A9", "a")
    assert str(verdict.rule) == "Disallow: /é"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_step_names_its_clause(dialect: str) -> None:
    body = b"User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow: /x\nAllow: /x\n\nUser-agent: a\nAllow: /y\n"
    robots = Robots.parse(body, dialect)
    for url, agent in (("/x", "a"), ("/z", "b"), ("/robots.txt", ("c", "a"))):
        verdict = robots.decide(f"https://example.com{url}", agent)
        assert verdict.steps[-1].id is StepId.RESULT
        assert all(step.clause in verdict.dialect.clauses.values() for step in verdict.steps)


def test_candidates_where_the_first_wins_say_which_stand_later() -> None:
    body = b"User-agent: a\nDisallow: /z\nAllow: /\nDisallow: /x/y\nDisallow:\n"
    candidates = Robots.parse(body, "baidu").decide("/x/y", "a").candidates
    assert [(candidate.rule.line, candidate.outcome) for candidate in candidates] == [
        (3, Outcome.WINS),
        (4, Outcome.LATER),
        (5, Outcome.LATER),
        (2, Outcome.NO_MATCH),
    ]


def test_bytes_of_a_candidate_are_those_that_its_dialect_compares() -> None:
    body = b"User-agent: a\nAllow: /a/*\nDisallow: /a/bb\nDisallow: /zzz\n"
    for dialect, byte_counts in (("google", [5, 4, 4]), ("python-rfc9309", [9, 5, 4])):
        candidates = Robots.parse(body, dialect).decide("/a/bbccdd", "a").candidates
        assert [candidate.byte_count for candidate in candidates] == byte_counts
