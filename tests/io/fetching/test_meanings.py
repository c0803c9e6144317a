"""The headline says nothing that the table of the families contradicts, and every reader uses the same words."""

import itertools
from dataclasses import dataclass

import pytest

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.io.fetching.circumstance import SUPPOSITIONS, Circumstance, family_of, ruling_on, ruling_on_family
from robotstudio.io.fetching.evidence import Outcome
from robotstudio.io.fetching.meanings import EFFECT_WORDS, meaning
from robotstudio.io.fetching.policy import FAMILIES, SHOWN_FAMILIES, WITHOUT_RULES, effect_of
from robotstudio.io.fetching.ruling_words import outcome_sentence
from robotstudio.io.fetching.rulings import Effect

STATUSES = {
    Outcome.SUCCESS: (200, 201, 204, 206, 304),
    Outcome.NOT_A_REDIRECT: (300, 302, 304),
    Outcome.CLIENT_ERROR: (400, 401, 403, 404, 410, 418, 451),
    Outcome.TOO_MANY_REQUESTS: (429,),
    Outcome.SERVER_ERROR: (500, 502, 503, 504, 599),
    Outcome.TOO_MANY_REDIRECTS: (301,),
    Outcome.REDIRECT_REFUSED: (302,),
}


@dataclass(frozen=True)
class Answer:
    outcome: Outcome
    status: int | None
    body_kind: Content = Content.RULES


ANSWERS = [
    *(Answer(outcome, status) for outcome in Outcome for status in STATUSES.get(outcome, (None,))),
    *(Answer(Outcome.SUCCESS, 200, kind) for kind in Content),
]


def known(token: str) -> Crawler:
    return CRAWLERS[token]


CHOICES = ((), ("bingbot",), ("YandexBot", "CCBot"), ("Googlebot", "YandexBot", "CCBot", "bingbot", "Amazonbot"))


@pytest.mark.parametrize(("answer", "tokens"), list(itertools.product(ANSWERS, CHOICES)))
def test_headline_holds_for_every_row_of_the_table(answer: Answer, tokens: tuple[str, ...]) -> None:
    crawlers = [known(token) for token in tokens]
    effects = {key: effect_of(answer, key) for key in FAMILIES}
    said = meaning(answer, crawlers)
    told = {family.id for crawler in crawlers if (family := family_of(crawler))} | set(SHOWN_FAMILIES)
    shown = {effects[key] for key in told} - {Effect.UNKNOWN}
    if answer.outcome in {Outcome.INVALID_ADDRESS, Outcome.CANCELLED}:
        assert said.startswith("Nothing")
    elif said.startswith("Crawlers ") or said == "The rules in the file apply.":
        assert len({effect for effect in effects.values() if effect is not Effect.UNKNOWN}) == 1
    elif said.startswith("It differs by crawler: "):
        assert len(shown) > 1
        assert {effect for effect in Effect if EFFECT_WORDS[effect] in said} == shown
    else:
        assert said == f"Google {EFFECT_WORDS[effects['google']]}. Other crawlers may differ."
        assert shown == {effects["google"]}


def test_headline_of_503_names_those_who_part() -> None:
    crawlers = [known(token) for token in ("Googlebot", "YandexBot", "CCBot", "bingbot")]
    assert meaning(Answer(Outcome.SERVER_ERROR, 503), crawlers) == (
        "It differs by crawler: Google may fetch nothing, Yandex may fetch all, Apache Nutch (CCBot) tries later."
    )
    assert meaning(Answer(Outcome.SERVER_ERROR, 503)) == "Google may fetch nothing. Other crawlers may differ."


@pytest.mark.parametrize("kind", sorted(WITHOUT_RULES))
def test_page_in_place_of_the_file_has_no_rules_that_apply(kind: Content) -> None:
    answer = Answer(Outcome.SUCCESS, 200, kind)
    assert meaning(answer) == "Crawlers may fetch all, as far as it is documented."
    assert {ruling_on_family(answer, family).effect for family in (None, *FAMILIES.values())} == {Effect.ALLOW_ALL}


@pytest.mark.parametrize("choice", [key for key, row in SUPPOSITIONS.items() if key != "200" and not row.leaps])
def test_supposed_answer_means_the_same_as_a_fetched_one(choice: str) -> None:
    row = SUPPOSITIONS[choice]
    answer = Answer(row.outcome, row.status, row.body_kind)
    for crawler in CRAWLERS.values():
        ruling = Circumstance(choice).ruling(crawler)
        assert ruling == ruling_on(answer, crawler) == ruling_on_family(answer, family_of(crawler))
        assert ruling is not None
        said = outcome_sentence(ruling, Circumstance(choice), "x", "/a", allowed=ruling.effect is Effect.ALLOW_ALL)
        assert EFFECT_WORDS[ruling.effect] in "".join(piece.text for piece in said)
