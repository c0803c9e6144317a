"""What an outcome means to a crawler family, against the collected statements of the vendors."""

import io
import json
import urllib.error
import urllib.request
from datetime import UTC, datetime, timedelta
from email.message import Message
from typing import NamedTuple
from urllib.robotparser import RobotFileParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio import assets
from robotstudio.engine import CRAWLERS
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.policy import (
    POLICIES,
    SHOWN_POLICIES,
    Conditions,
    Effect,
    PolicyOutcome,
    Supposed,
    effect_of,
    policy_outcome_of,
)
from tests.conformance import Row, own_rows


def of(outcome: FetchOutcome) -> Evidence:
    return nothing_fetched("https://example.com/", outcome, Failure(FailureKind.CANCELLED), datetime.now(UTC))


@pytest.mark.parametrize("family", POLICIES)
def test_every_outcome_has_a_policy_outcome_with_its_clause(family: str) -> None:
    assert set(POLICIES[family].usual) == set(FetchOutcome)
    assert all(policy_outcome.clause for policy_outcome in POLICIES[family].usual.values())


@pytest.mark.parametrize("family", SHOWN_POLICIES)
@pytest.mark.parametrize(
    ("outcome", "effect"),
    [
        (FetchOutcome.SUCCESS, Effect.PARSE),
        (FetchOutcome.CLIENT_ERROR, Effect.ALLOW_ALL),
        (FetchOutcome.TOO_MANY_REDIRECTS, Effect.ALLOW_ALL),
        (FetchOutcome.SERVER_ERROR, Effect.DISALLOW_ALL),
        (FetchOutcome.TIMEOUT, Effect.DISALLOW_ALL),
        (FetchOutcome.DNS_ERROR, Effect.DISALLOW_ALL),
        (FetchOutcome.REFUSED, Effect.DISALLOW_ALL),
        (FetchOutcome.TLS_ERROR, Effect.DISALLOW_ALL),
        (FetchOutcome.NETWORK_ERROR, Effect.DISALLOW_ALL),
        (FetchOutcome.CANCELLED, Effect.UNKNOWN),
        (FetchOutcome.INVALID_ADDRESS, Effect.UNKNOWN),
    ],
)
def test_effect_of_an_outcome_that_is_told_of_every_fetch(family: str, outcome: FetchOutcome, effect: Effect) -> None:
    assert effect_of(of(outcome), family) is effect


def test_families_that_are_told_of_every_fetch_differ_on_429_only() -> None:
    different = {
        outcome for outcome in FetchOutcome if effect_of(of(outcome), "google") is not effect_of(of(outcome), "rfc9309")
    }
    assert different == {FetchOutcome.TOO_MANY_REQUESTS}
    assert policy_outcome_of(of(FetchOutcome.TOO_MANY_REQUESTS), "rfc9309").clause == "RFC 9309 §2.3.1.3"


def test_what_is_told_of_every_fetch_is_the_standard_and_google() -> None:
    assert list(SHOWN_POLICIES) == ["rfc9309", "google"] == list(POLICIES)[:2]


class When(NamedTuple):
    """The scenarios of a statement."""

    elapsed: timedelta = timedelta()
    has_copy: bool = False
    site_answers: bool = True

    def policy_outcome(self, fetched: Supposed, family: str) -> PolicyOutcome:
        return policy_outcome_of(
            fetched, family, elapsed=self.elapsed, has_copy=self.has_copy, site_answers=self.site_answers
        )


DAYS_AND_HOURS = [timedelta(hours=hours) for hours in (0, 1, 11, 12, 13, 719, 720, 721, 9999)]
ALWAYS = [When(elapsed, copy, site) for elapsed in DAYS_AND_HOURS for copy in (False, True) for site in (False, True)]
A_MOMENT, HALF_A_DAY, MONTH = timedelta(microseconds=1), timedelta(hours=12), timedelta(days=30)

FETCHED = {
    "404": [Supposed(FetchOutcome.CLIENT_ERROR, 404)],
    "410": [Supposed(FetchOutcome.CLIENT_ERROR, 410)],
    "401": [Supposed(FetchOutcome.CLIENT_ERROR, 401)],
    "403": [Supposed(FetchOutcome.CLIENT_ERROR, 403)],
    "429": [Supposed(FetchOutcome.TOO_MANY_REQUESTS, 429)],
    "500": [Supposed(FetchOutcome.SERVER_ERROR, 500)],
    "503": [Supposed(FetchOutcome.SERVER_ERROR, 503)],
    "timeout/DNS": [Supposed(FetchOutcome.TIMEOUT), Supposed(FetchOutcome.DNS_ERROR)],
    ">5 redirects": [Supposed(FetchOutcome.TOO_MANY_REDIRECTS, 302)],
}

# The words of status.jsonl. Where a statement names no time and no copy, it holds at any time, with and without one.
ALLOWED = {
    "allow",
    "allow (MAY)",
    "allow (4xx, MAY)",
    "allow (as 404)",
    "allow (max 5)",
    "allow (non-2xx)",
    "allow (http.robots.403.allow=true)",
    "allow, not cached",
    "non-200 -> allow",
    "MAY treat as unavailable -> allow",
    "no restrictions",
    "no restrictions, keeps retrying",
}
DISALLOWED = {
    "disallow",
    "disallow+defer",
    "disallow+defer for 3xx",
    "nothing parsed: can_fetch False until read",
    "can_fetch False until read",
    "exception raised",  # and can_fetch False, as nothing was read
    "urllib follows 10 then error",
}
DEFERRED = {"defer", "defer host 5 min x3", "defer visits", "defer (temporary failure)"}
NOT_SAID = {"unspecified", "n/a", "follow until found"}
CONSTANT = {
    **dict.fromkeys(ALLOWED, Effect.ALLOW_ALL),
    **dict.fromkeys(DISALLOWED, Effect.DISALLOW_ALL),
    **dict.fromkeys(DEFERRED, Effect.DEFER),
    **dict.fromkeys(NOT_SAID, Effect.UNKNOWN),
}


def _google(when: When) -> Effect:
    """12 h disallow, then cached <=30d, then allow if site is up."""
    if when.elapsed < HALF_A_DAY:
        return Effect.DISALLOW_ALL
    if when.elapsed <= MONTH:
        return Effect.LAST_GOOD_COPY if when.has_copy else Effect.ALLOW_ALL
    return Effect.ALLOW_ALL if when.site_answers else Effect.DISALLOW_ALL


def _rfc9309(when: When) -> Effect:
    """MUST disallow; after 30 days MAY go on with a copy, or as if there were none."""
    if when.elapsed <= MONTH:
        return Effect.DISALLOW_ALL
    return Effect.LAST_GOOD_COPY if when.has_copy else Effect.ALLOW_ALL


def _amazon(when: When) -> Effect:
    return Effect.LAST_GOOD_COPY if when.has_copy and when.elapsed <= MONTH else Effect.ALLOW_ALL


def _heritrix(when: When) -> Effect:
    return Effect.DEFER if when.elapsed <= timedelta(minutes=30) else Effect.ALLOW_ALL


DEPENDING = {
    "disallow (MUST)": _rfc9309,
    "12h disallow, then cached <=30d, then allow if site is up": _google,
    "as 500, more frequent retry": _google,
    "as 5xx": _google,
    "cached<=30d else allow": _amazon,
    "retry N times, then ignore": _heritrix,
}


@pytest.mark.parametrize("row", own_rows("status"), ids=lambda row: row["fetch"])
def test_families_agree_with_the_collected_statements(row: Row) -> None:
    for family, statement in row["outcomes"].items():
        for fetched in FETCHED[row["fetch"]]:
            for when in ALWAYS:
                said = DEPENDING[statement](when) if statement in DEPENDING else CONSTANT[statement]
                assert when.policy_outcome(fetched, family).effect is said, (family, fetched, when)


def test_every_collected_outcome_is_compared() -> None:
    assert {row["fetch"] for row in own_rows("status")} == set(FETCHED)


@pytest.mark.parametrize("family", POLICIES)
def test_every_family_reads_a_robots_txt_that_is_there(family: str) -> None:
    for when in ALWAYS:
        assert (
            when.policy_outcome(Supposed(FetchOutcome.SUCCESS, 200), family)
            == POLICIES[family].usual[FetchOutcome.SUCCESS]
        )
    assert effect_of(Supposed(FetchOutcome.SUCCESS, 200), family) is Effect.PARSE


@pytest.mark.parametrize("family", POLICIES)
def test_only_yandex_and_nutch_insist_on_200(family: str) -> None:
    reads_it = effect_of(Supposed(FetchOutcome.SUCCESS, 206), family) is Effect.PARSE
    assert reads_it == (family not in {"yandex", "nutch"})


@pytest.mark.parametrize(
    ("family", "when", "effect"),
    [
        ("google", When(HALF_A_DAY - A_MOMENT, has_copy=True), Effect.DISALLOW_ALL),
        ("google", When(HALF_A_DAY, has_copy=True), Effect.LAST_GOOD_COPY),
        ("google", When(HALF_A_DAY), Effect.ALLOW_ALL),
        ("google", When(MONTH, has_copy=True, site_answers=False), Effect.LAST_GOOD_COPY),
        ("google", When(MONTH + A_MOMENT, has_copy=True), Effect.ALLOW_ALL),
        ("google", When(MONTH + A_MOMENT, has_copy=True, site_answers=False), Effect.DISALLOW_ALL),
        ("rfc9309", When(MONTH, has_copy=True), Effect.DISALLOW_ALL),
        ("rfc9309", When(MONTH + A_MOMENT, has_copy=True), Effect.LAST_GOOD_COPY),
        ("rfc9309", When(MONTH + A_MOMENT), Effect.ALLOW_ALL),
        ("amazon", When(has_copy=True), Effect.LAST_GOOD_COPY),
        ("amazon", When(MONTH, has_copy=True), Effect.LAST_GOOD_COPY),
        ("amazon", When(MONTH + A_MOMENT, has_copy=True), Effect.ALLOW_ALL),
    ],
)
def test_effect_changes_with_the_time_that_an_outage_lasts(family: str, when: When, effect: Effect) -> None:
    assert when.policy_outcome(Supposed(FetchOutcome.SERVER_ERROR, 500), family).effect is effect


def test_first_answer_without_a_copy_is_what_is_said_when_nothing_else_is_known() -> None:
    for family in POLICIES:
        assert (
            effect_of(Supposed(FetchOutcome.TIMEOUT), family)
            is When().policy_outcome(Supposed(FetchOutcome.TIMEOUT), family).effect
        )


@pytest.mark.parametrize("status", [401, 403])
def test_1996_regards_a_site_that_denies_its_robots_txt_as_restricted(status: int) -> None:
    policy_outcome = policy_outcome_of(Supposed(FetchOutcome.CLIENT_ERROR, status), "draft1996")
    assert policy_outcome == PolicyOutcome(Effect.DISALLOW_ALL, "draft-koster-robots-00 §3.1, access method")


def test_1994_says_nothing_of_a_fetch_that_fails() -> None:
    effects = {outcome: effect_of(Supposed(outcome), "original1994") for outcome in FetchOutcome}
    assert {outcome for outcome, effect in effects.items() if effect is not Effect.UNKNOWN} == {FetchOutcome.SUCCESS}


def test_outcome_that_the_source_does_not_name_stays_assumed_whatever_the_scenarios() -> None:
    for when in ALWAYS:
        assert when.policy_outcome(Supposed(FetchOutcome.TLS_ERROR), "google").assumed
        assert not when.policy_outcome(Supposed(FetchOutcome.TIMEOUT), "google").assumed


def test_status_of_a_broken_answer_does_not_count() -> None:
    cut_off = Supposed(FetchOutcome.NETWORK_ERROR, 403)
    assert policy_outcome_of(cut_off, "draft1996") == policy_outcome_of(
        Supposed(FetchOutcome.NETWORK_ERROR), "draft1996"
    )


@pytest.mark.parametrize("family", POLICIES)
def test_nothing_follows_from_nothing_and_what_is_not_documented_is_not_guessed(family: str) -> None:
    for outcome in FetchOutcome:
        for when in ALWAYS:
            policy_outcome = when.policy_outcome(Supposed(outcome), family)
            assert policy_outcome.clause
            if policy_outcome.effect is Effect.UNKNOWN:
                assert policy_outcome.clause in {"not documented", "nothing was requested", "the fetch was cancelled"}
                assert not policy_outcome.assumed


@pytest.mark.parametrize("family", POLICIES)
def test_every_case_holds_in_some_scenarios(family: str) -> None:
    cases = POLICIES[family].cases
    scenarios = [Conditions(status, *when) for status in (None, 204, 401, 403, 404, 410, 500, 503) for when in ALWAYS]
    first = {
        next((case for case in cases if case.holds(outcome, now)), None)
        for outcome in FetchOutcome
        for now in scenarios
    }
    assert set(cases) <= first


@given(
    st.sampled_from(FetchOutcome),
    st.none() | st.integers(),
    st.sampled_from(list(POLICIES)),
    st.timedeltas(),
    st.booleans(),
    st.booleans(),
)
def test_every_outcome_has_a_policy_outcome_at_any_time(
    outcome: FetchOutcome, status: int | None, family: str, elapsed: timedelta, has_copy: bool, site_answers: bool
) -> None:
    policy_outcome = When(elapsed, has_copy, site_answers).policy_outcome(Supposed(outcome, status), family)
    assert policy_outcome.clause
    assert has_copy or policy_outcome.effect is not Effect.LAST_GOOD_COPY


@pytest.mark.parametrize("status", [300, 304, 400, 401, 403, 404, 410, 418, 429, 451, 500, 502, 503, 599])
def test_python_answers_as_its_library_does(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(url: str) -> None:
        raise urllib.error.HTTPError(url, status, "", Message(), io.BytesIO())

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    parser = RobotFileParser("https://example.com/robots.txt")
    parser.read()
    said = Effect.ALLOW_ALL if parser.can_fetch("a", "/") else Effect.DISALLOW_ALL
    family = "python_2026" if _python_minds_the_network(monkeypatch) else "python_pre2026"
    assert effect_of(Supposed(_outcome_of(status), status), family) is said


def _python_minds_the_network(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the running Python disallows everything where no answer comes; before 2026 it raised."""

    def lose(_url: str) -> None:
        raise urllib.error.URLError("no answer")

    monkeypatch.setattr(urllib.request, "urlopen", lose)
    parser = RobotFileParser("https://example.com/robots.txt")
    try:
        parser.read()
    except urllib.error.URLError:
        assert not parser.can_fetch("a", "/")
        return False
    return not parser.can_fetch("a", "/")


def _outcome_of(status: int) -> FetchOutcome:
    if status == 429:
        return FetchOutcome.TOO_MANY_REQUESTS
    return {3: FetchOutcome.NOT_A_REDIRECT, 4: FetchOutcome.CLIENT_ERROR, 5: FetchOutcome.SERVER_ERROR}[status // 100]


KEYS = {
    "policy": {"id", "name", "source", "version", "note", "outcomes", "cases", "page", "other_host", "keeps"},
    "outcomes": {"effect", "clause", "assumed", "on"},
    "cases": {
        *("effect", "clause", "assumed", "on", "statuses"),
        *("after_hours", "until_hours", "has_copy", "site_answers"),
    },
    "keeps": {"hours", "clause", "source", "heeds", "assumed"},
}


def test_rows_of_the_policies_have_no_key_that_nobody_reads_and_name_no_outcome_twice() -> None:
    data = json.loads(assets.path("policies.json").read_bytes())
    for row in data["policies"]:
        assert row.keys() <= KEYS["policy"]
        assert all(each.keys() <= KEYS[kind] for kind in ("outcomes", "cases") for each in row.get(kind, ()))
        named = [outcome for each in row["outcomes"] for outcome in each["on"].split()]
        assert len(named) == len(set(named))
    kept = [*data["keeps"].values(), *filter(None, (row.get("keeps") for row in data["policies"]))]
    assert all(row.keys() <= KEYS["keeps"] for row in kept)
    assert set(data["keeps"]) <= {token.lower() for token in CRAWLERS}
