"""What an outcome means to a crawler family, against the collected statements of the vendors."""

from datetime import UTC, datetime

import pytest

from robotstudio.io.fetching.evidence import Evidence, Failure, FailureKind, Outcome, nothing_fetched
from robotstudio.io.fetching.policy import FAMILIES, Effect, effect_of, ruling_of
from tests.conformance import own_rows

OUTCOMES = {
    "404": [Outcome.CLIENT_ERROR],
    "410": [Outcome.CLIENT_ERROR],
    "401": [Outcome.CLIENT_ERROR],
    "403": [Outcome.CLIENT_ERROR],
    "429": [Outcome.TOO_MANY_REQUESTS],
    "500": [Outcome.SERVER_ERROR],
    "503": [Outcome.SERVER_ERROR],
    "timeout/DNS": [Outcome.TIMEOUT, Outcome.DNS_ERROR],
    ">5 redirects": [Outcome.TOO_MANY_REDIRECTS],
}


def of(outcome: Outcome) -> Evidence:
    return nothing_fetched("https://example.com/", outcome, Failure(FailureKind.CANCELLED), datetime.now(UTC))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_outcome_has_a_ruling_with_its_clause(family: str) -> None:
    assert set(FAMILIES[family].rulings) == set(Outcome)
    assert all(ruling.clause for ruling in FAMILIES[family].rulings.values())


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    ("outcome", "effect"),
    [
        (Outcome.SUCCESS, Effect.PARSE),
        (Outcome.CLIENT_ERROR, Effect.ALLOW_ALL),
        (Outcome.TOO_MANY_REDIRECTS, Effect.ALLOW_ALL),
        (Outcome.SERVER_ERROR, Effect.DISALLOW_ALL),
        (Outcome.TIMEOUT, Effect.DISALLOW_ALL),
        (Outcome.DNS_ERROR, Effect.DISALLOW_ALL),
        (Outcome.REFUSED, Effect.DISALLOW_ALL),
        (Outcome.TLS_ERROR, Effect.DISALLOW_ALL),
        (Outcome.NETWORK_ERROR, Effect.DISALLOW_ALL),
        (Outcome.CANCELLED, Effect.UNKNOWN),
        (Outcome.INVALID_ADDRESS, Effect.UNKNOWN),
    ],
)
def test_effect_of_an_outcome(family: str, outcome: Outcome, effect: Effect) -> None:
    assert effect_of(of(outcome), family) is effect


def test_families_differ_on_429_only() -> None:
    different = {
        outcome for outcome in Outcome if effect_of(of(outcome), "google") is not effect_of(of(outcome), "rfc9309")
    }
    assert different == {Outcome.TOO_MANY_REQUESTS}
    assert ruling_of(of(Outcome.TOO_MANY_REQUESTS), "rfc9309").clause == "RFC 9309 §2.3.1.3"


def test_families_agree_with_the_collected_statements() -> None:
    effects: dict[tuple[str, str], Effect] = {}
    for row in own_rows("status"):
        for family in FAMILIES:
            said = effects[row["fetch"], family] = _effect(row["outcomes"][family], effects, family)
            assert {effect_of(of(outcome), family) for outcome in OUTCOMES[row["fetch"]]} == {said}
    assert {fetch for fetch, _ in effects} == set(OUTCOMES)


def _effect(statement: str, earlier: dict[tuple[str, str], Effect], family: str) -> Effect:
    """Now, not after hours or days of the same outcome; `as 5xx` stands for what the family says of 500."""
    if statement.startswith("as 5"):
        return earlier.get(("500", family), Effect.DISALLOW_ALL)
    return Effect.DISALLOW_ALL if "disallow" in statement.partition(",")[0] else Effect.ALLOW_ALL
