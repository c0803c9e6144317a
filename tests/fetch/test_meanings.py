"""The headline says nothing that the table of the families contradicts, and every reader uses the same words."""

import itertools
from dataclasses import dataclass

import pytest

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.http_scenario import (
    SUPPOSED_ANSWERS,
    HttpScenario,
    policy_of,
    policy_outcome_for,
    policy_outcome_under,
)
from robotstudio.fetch.meanings import EFFECT_WORDS, meaning
from robotstudio.fetch.policy import POLICIES, SHOWN_POLICIES, WITHOUT_RULES, Effect, effect_of
from robotstudio.fetch.scenario_words import outcome_sentence
from tests.rows import each_row

STATUSES = {
    FetchOutcome.SUCCESS: (200, 201, 204, 206, 304),
    FetchOutcome.NOT_A_REDIRECT: (300, 302, 304),
    FetchOutcome.CLIENT_ERROR: (400, 401, 403, 404, 410, 418, 451),
    FetchOutcome.TOO_MANY_REQUESTS: (429,),
    FetchOutcome.SERVER_ERROR: (500, 502, 503, 504, 599),
    FetchOutcome.TOO_MANY_REDIRECTS: (301,),
    FetchOutcome.REDIRECT_REFUSED: (302,),
}


@dataclass(frozen=True)
class Answer:
    outcome: FetchOutcome
    status: int | None
    body_kind: Content = Content.RULES


ANSWERS = [
    *(Answer(outcome, status) for outcome in FetchOutcome for status in STATUSES.get(outcome, (None,))),
    *(Answer(FetchOutcome.SUCCESS, 200, kind) for kind in Content),
]


def known(token: str) -> Crawler:
    return CRAWLERS[token]


CHOICES = ((), ("bingbot",), ("YandexBot", "CCBot"), ("Googlebot", "YandexBot", "CCBot", "bingbot", "Amazonbot"))


@each_row(("answer", "tokens"), list(itertools.product(ANSWERS, CHOICES)))
def test_headline_holds_for_every_row_of_the_table(answer: Answer, tokens: tuple[str, ...]) -> None:
    crawlers = [known(token) for token in tokens]
    effects = {key: effect_of(answer, key) for key in POLICIES}
    said = meaning(answer, crawlers)
    told = {family.id for crawler in crawlers if (family := policy_of(crawler))} | set(SHOWN_POLICIES)
    shown = {effects[key] for key in told} - {Effect.UNKNOWN}
    if answer.outcome in {FetchOutcome.INVALID_ADDRESS, FetchOutcome.CANCELLED}:
        assert said.startswith("Nothing")
    elif (
        said.startswith(("Crawlers ", "Nearly all crawlers ", "The file is empty: "))
        or said == "The rules in the file apply."
    ):
        assert len({effect for effect in effects.values() if effect is not Effect.UNKNOWN}) == 1
    elif said.startswith("It differs by crawler: "):
        assert len(shown) > 1
        assert {effect for effect in Effect if EFFECT_WORDS[effect] in said} == shown
    else:
        google, _, others = said.partition(". Others differ: ")
        assert google == f"Google {EFFECT_WORDS[effects['google']]}"
        assert shown == {effects["google"]}
        known_effects = set(effects.values()) - {Effect.UNKNOWN}
        assert {effect for effect in Effect if EFFECT_WORDS[effect] in others} == known_effects - shown


def test_headline_of_503_names_those_who_part() -> None:
    crawlers = [known(token) for token in ("Googlebot", "YandexBot", "CCBot", "bingbot")]
    assert meaning(Answer(FetchOutcome.SERVER_ERROR, 503), crawlers) == (
        "It differs by crawler: Google may fetch nothing, Yandex may fetch all, Apache Nutch (CCBot) tries later."
    )
    assert meaning(Answer(FetchOutcome.SERVER_ERROR, 503)) == (
        "Google may fetch nothing. Others differ: Yandex may fetch all, "
        "any crawler that follows the 1996 draft tries later."
    )


@pytest.mark.parametrize("kind", sorted(WITHOUT_RULES))
def test_page_in_place_of_the_file_has_no_rules_that_apply(kind: Content) -> None:
    answer = Answer(FetchOutcome.SUCCESS, 200, kind)
    assert meaning(answer) == "Crawlers may fetch all, as far as documented."
    assert {policy_outcome_under(answer, family).effect for family in (None, *POLICIES.values())} == {Effect.ALLOW_ALL}


@pytest.mark.parametrize(
    "choice", [key for key, row in SUPPOSED_ANSWERS.items() if key != "200" and not row.is_other_host]
)
def test_supposed_answer_means_the_same_as_a_fetched_one(choice: str) -> None:
    row = SUPPOSED_ANSWERS[choice]
    answer = Answer(row.outcome, row.status, row.body_kind)
    for crawler in CRAWLERS.values():
        outcome = HttpScenario(choice).policy_outcome(crawler)
        assert outcome == policy_outcome_for(answer, crawler) == policy_outcome_under(answer, policy_of(crawler))
        assert outcome is not None
        said = outcome_sentence(outcome, HttpScenario(choice), "x", "/a", allowed=outcome.effect is Effect.ALLOW_ALL)
        assert EFFECT_WORDS[outcome.effect] in "".join(piece.text for piece in said)
