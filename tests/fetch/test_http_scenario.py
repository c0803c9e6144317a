"""What crawlers make of an answer, fetched or supposed; and which one a draft is judged by."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS, crawler_for
from robotstudio.fetch.evidence import (
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    Hop,
    Timings,
    nothing_fetched,
)
from robotstudio.fetch.http_scenario import (
    DRAFT,
    FETCHED,
    SUPPOSED_ANSWERS,
    HttpScenario,
    has_rules,
    last_good_copy,
    policy_of,
)
from robotstudio.fetch.policy import Effect

GOOGLE, ANY = CRAWLERS["Googlebot"], CRAWLERS["*"]
OWN = crawler_for("OfMyOwn")
OLD = replace(GOOGLE, policy="draft1996")
SILENT = replace(GOOGLE, policy="original1994")
AN_HOUR, LATER, MUCH_LATER = timedelta(hours=1), timedelta(hours=13), timedelta(days=31)
BODY = b"User-agent: *\nDisallow: /a\n"


def fetched(
    outcome: FetchOutcome = FetchOutcome.SUCCESS, status: int = 200, body: bytes = BODY, kind: Content = Content.RULES
) -> Evidence:
    nothing = nothing_fetched("https://x.test/robots.txt", outcome, Failure(FailureKind.CANCELLED), datetime.now(UTC))
    hop = Hop(nothing.requested, status, "", "HTTP/1.1", None, (), 0, 0, Timings(), None)
    return replace(nothing, hops=(hop,), body=body, size=len(body), body_kind=kind, error=None)


@pytest.mark.parametrize(
    ("choice", "google", "any_other", "old"),
    [
        ("404", Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.ALLOW_ALL),
        ("401", Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.DISALLOW_ALL),
        ("403", Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.DISALLOW_ALL),
        ("410", Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.UNKNOWN),
        ("429", Effect.DISALLOW_ALL, Effect.ALLOW_ALL, Effect.UNKNOWN),
        ("500", Effect.DISALLOW_ALL, Effect.DISALLOW_ALL, Effect.UNKNOWN),
        ("503", Effect.DISALLOW_ALL, Effect.DISALLOW_ALL, Effect.DEFER),
        ("timeout", Effect.DISALLOW_ALL, Effect.DISALLOW_ALL, Effect.DEFER),
        ("dns", Effect.DISALLOW_ALL, Effect.DISALLOW_ALL, Effect.DEFER),
        ("loop", Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.UNKNOWN),
        ("redirects", Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.UNKNOWN),
        ("host", Effect.PARSE, Effect.PARSE, Effect.PARSE),
        ("html", Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.ALLOW_ALL),
    ],
)
def test_each_crawler_follows_its_own_policy(choice: str, google: Effect, any_other: Effect, old: Effect) -> None:
    now = HttpScenario(choice)
    policy_outcomes = [now.policy_outcome(crawler) for crawler in (GOOGLE, ANY, OLD)]
    assert [policy_outcome and policy_outcome.effect for policy_outcome in policy_outcomes] == [google, any_other, old]
    assert all(policy_outcome and policy_outcome.clause for policy_outcome in policy_outcomes)


def test_every_choice_but_the_draft_has_a_row_above() -> None:
    assert set(SUPPOSED_ANSWERS) == {
        *(DRAFT, "404", "401", "403", "410", "429", "500", "503"),
        *("timeout", "dns", "loop", "redirects", "host", "html"),
    }


@pytest.mark.parametrize("choice", [choice for choice, row in SUPPOSED_ANSWERS.items() if row.may_last])
def test_crawler_without_a_documented_policy_is_never_said_to_be_allowed(choice: str) -> None:
    assert policy_of(OWN) is None
    for crawler in (OWN, SILENT):
        policy_outcome = HttpScenario(choice).policy_outcome(crawler)
        assert policy_outcome is not None
        assert policy_outcome.effect is Effect.UNKNOWN


def test_draft_that_would_be_answered_needs_no_policy_outcome() -> None:
    assert HttpScenario().policy_outcome(GOOGLE) is None
    assert HttpScenario(FETCHED).policy_outcome(OWN) is None


@pytest.mark.parametrize(
    ("elapsed", "has_copy", "site_answers", "effect"),
    [
        (AN_HOUR, True, True, Effect.DISALLOW_ALL),
        (LATER, True, True, Effect.LAST_GOOD_COPY),
        (LATER, False, True, Effect.ALLOW_ALL),
        (MUCH_LATER, True, True, Effect.ALLOW_ALL),
        (MUCH_LATER, True, False, Effect.DISALLOW_ALL),
    ],
)
def test_google_goes_by_time_copy_and_site(
    elapsed: timedelta, has_copy: bool, site_answers: bool, effect: Effect
) -> None:
    policy_outcome = HttpScenario("503", None, elapsed, has_copy, site_answers).policy_outcome(GOOGLE)
    assert policy_outcome is not None
    assert policy_outcome.effect is effect


def test_fetched_failure_is_ruled_on_like_a_supposed_one() -> None:
    real = HttpScenario(FETCHED, fetched(FetchOutcome.SERVER_ERROR, 503))
    for crawler in (GOOGLE, ANY, OLD, OWN):
        assert real.policy_outcome(crawler) == HttpScenario("503").policy_outcome(crawler)


def test_fetched_page_in_place_of_the_file_holds_no_rule() -> None:
    page = fetched(body=b"<html>", kind=Content.HTML)
    assert not has_rules(page)
    assert last_good_copy(page) is None
    assert HttpScenario(FETCHED, page).policy_outcome(GOOGLE) == HttpScenario("html").policy_outcome(GOOGLE)


@pytest.mark.parametrize(
    ("evidence", "draft", "choice"),
    [
        (None, BODY, DRAFT),
        (fetched(), BODY, FETCHED),
        (fetched(), b"another", FETCHED),
        (fetched(FetchOutcome.SERVER_ERROR, 503, b"sorry"), b"", FETCHED),
        (fetched(FetchOutcome.SERVER_ERROR, 503, b"sorry"), b"sorry", FETCHED),
        (fetched(FetchOutcome.SERVER_ERROR, 503, b"sorry"), BODY, DRAFT),
        (fetched(FetchOutcome.CLIENT_ERROR, 404, b""), BODY, DRAFT),
        (fetched(body=b"<html>", kind=Content.HTML), BODY, DRAFT),
    ],
)
def test_fetched_failure_decides_until_there_is_a_draft_of_ones_own(
    evidence: Evidence | None, draft: bytes, choice: str
) -> None:
    now = HttpScenario(fetched=evidence).judging(draft)
    assert now.choice == choice


def test_draft_beside_a_fetched_failure_is_shown_as_supposed() -> None:
    failed = fetched(FetchOutcome.CLIENT_ERROR, 404, b"")
    assert HttpScenario(DRAFT, failed).is_hypothetical
    assert not HttpScenario(FETCHED, failed).is_hypothetical
    assert not HttpScenario(DRAFT, fetched()).is_hypothetical
    assert not HttpScenario().is_hypothetical
    assert HttpScenario("503").is_hypothetical
    assert HttpScenario("503", failed).is_hypothetical
