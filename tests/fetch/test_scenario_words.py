"""Effect of an answer on a cell, in words."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.caching import ChangeReach
from robotstudio.fetch.evidence import Failure, FailureKind, FetchOutcome, Hop, Timings, nothing_fetched
from robotstudio.fetch.http_scenario import DRAFT, FETCHED, SUPPOSED_ANSWERS, HttpScenario, LastGoodCopy
from robotstudio.fetch.policy import Effect, PolicyOutcome
from robotstudio.fetch.scenario_words import (
    observed,
    origin_of_rules,
    outcome_detail,
    outcome_sentence,
    reach_in_utc,
    reach_words,
    scenario_short,
    span,
)
from robotstudio.text.language import ENGLISH
from robotstudio.text.phrases import as_text

AT = datetime(2026, 11, 20, 14, 32, tzinfo=UTC)
LATE = HttpScenario("503", elapsed=timedelta(hours=13))
FAILED = replace(
    nothing_fetched("https://x.test/robots.txt", FetchOutcome.SERVER_ERROR, Failure(FailureKind.CANCELLED), AT),
    hops=(Hop("", 503, "", "", None, (), 0, 0, Timings(), None),),
    error=None,
)
LOST = nothing_fetched("https://x.test/robots.txt", FetchOutcome.TIMEOUT, Failure(FailureKind.CONNECT_TIMEOUT), AT)


@pytest.mark.parametrize(
    ("now", "short"),
    [
        (HttpScenario(), "200 (draft)"),
        (LATE, "503 for 13 h"),
        (HttpScenario("dns", elapsed=timedelta(days=14)), "DNS failure for 14 days"),
        (HttpScenario("html", elapsed=timedelta(days=14)), "HTML"),
        (HttpScenario(FETCHED, FAILED), "as fetched (503)"),
        (HttpScenario(FETCHED, LOST), "as fetched (timed out)"),
        (HttpScenario(DRAFT, FAILED), "200 (draft)"),
    ],
)
def test_selector_names_the_answer_and_for_how_long(now: HttpScenario, short: str) -> None:
    assert scenario_short(now) == short


@pytest.mark.parametrize(
    ("effect", "allowed", "expected"),
    [
        (
            Effect.DISALLOW_ALL,
            False,
            "Googlebot may not fetch /a. The robots.txt answers 503 for 13 h: it may fetch",
        ),
        (Effect.DISALLOW_ALL, True, "Googlebot may fetch /a. It is robots.txt itself"),
        (Effect.ALLOW_ALL, True, "Googlebot may fetch /a. The robots.txt answers 503 for 13 h: it may fetch all"),
        (Effect.DEFER, False, "Googlebot does not fetch /a for now. The robots.txt answers 503 for 13 h"),
        (Effect.UNKNOWN, False, "Whether Googlebot may fetch /a is not documented."),
        (
            Effect.LAST_GOOD_COPY,
            False,
            "Googlebot may not fetch /a. The robots.txt answers 503 for 13 h: it uses",
        ),
        (Effect.LAST_GOOD_COPY, True, "Googlebot may fetch /a."),
    ],
)
def test_sentence_says_what_was_observed_and_what_follows(effect: Effect, allowed: bool, expected: str) -> None:
    said = as_text(outcome_sentence(PolicyOutcome(effect, "clause"), LATE, "Googlebot", "/a", allowed=allowed))
    assert said.startswith(expected)
    assert "{" not in said


@pytest.mark.parametrize("choice", SUPPOSED_ANSWERS)
def test_everything_supposed_can_be_said(choice: str) -> None:
    now = HttpScenario(choice, elapsed=timedelta(days=3))
    for text in (scenario_short(now), observed(now), origin_of_rules(now.policy_outcome(CRAWLERS["*"]), now).title):
        assert text
        assert "{" not in text


def test_detail_tells_a_supposed_answer_from_a_fetched_one() -> None:
    policy_outcome = PolicyOutcome(Effect.DISALLOW_ALL, "clause")
    assert outcome_detail(policy_outcome, LATE).startswith("What if: 503 for 13 h.")
    assert outcome_detail(policy_outcome, HttpScenario(FETCHED, FAILED)).startswith("As fetched ")
    copied = replace(LATE, copy=LastGoodCopy("https://x.test/robots.txt", b"", AT))
    assert "not the text in the editor" in outcome_detail(PolicyOutcome(Effect.LAST_GOOD_COPY, "clause"), copied)


def test_draft_taken_as_the_copy_is_said_to_be_that() -> None:
    origin = origin_of_rules(PolicyOutcome(Effect.LAST_GOOD_COPY, "clause"), LATE)
    assert (origin.title, origin.clause) == ("What if: 503 for 13 h", "clause")
    assert "counts as the last good copy" in origin.detail


def test_clause_of_the_draft_is_that_of_a_successful_answer() -> None:
    origin = origin_of_rules(None, HttpScenario(DRAFT))
    assert origin.clause == "RFC 9309 §2.3.1.1"
    assert origin.source.startswith("https://www.rfc-editor.org/")


def test_draft_beside_a_failure_names_what_the_site_really_answers() -> None:
    assert origin_of_rules(None, HttpScenario(DRAFT, FAILED)).detail.endswith("The site itself: 503.")


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        (timedelta(minutes=5), "today"),
        (timedelta(hours=24), "tomorrow"),
        (timedelta(days=7), f"on {ENGLISH.date((AT + timedelta(days=7)).astimezone())}"),
    ],
)
def test_reach_is_a_time_on_the_clock(later: timedelta, expected: str) -> None:
    reach = ChangeReach(AT + later, later, "", "", assumed=False)
    local = (AT + later).astimezone()
    assert reach_words(reach, AT) == f"a change reaches it by {local:%H:%M} {expected}"
    assert reach_words(replace(reach, assumed=True), AT).endswith("(assumed)")
    assert reach_in_utc(reach) == f"{AT + later:%Y-%m-%d %H:%M} UTC"


def test_span_is_in_hours_up_to_two_days() -> None:
    assert [span(timedelta(hours=count)) for count in (1, 47, 48, 24 * 30)] == ["1 h", "47 h", "2 days", "30 days"]


@pytest.mark.parametrize("choice", SUPPOSED_ANSWERS)
@pytest.mark.parametrize("effect", [Effect.ALLOW_ALL, Effect.DISALLOW_ALL, Effect.DEFER, Effect.UNKNOWN])
def test_no_sentence_is_longer_than_the_panel_shows(choice: str, effect: Effect) -> None:
    now = HttpScenario(choice, elapsed=timedelta(days=29))
    said = outcome_sentence(PolicyOutcome(effect, "clause"), now, "Googlebot", "/a", allowed=False)
    assert max(len(piece.text) for piece in said) < 400
