"""Whether all URLs that a pattern matches are allowed, or blocked."""

import random
import re

import pytest

from robotstudio.engine import DIALECTS, Robots, UrlTable
from robotstudio.engine.proof import Reading, Result, covers
from tests.engine.proof.pairs import AGENT, file_of, random_rules, short_urls, stopped

URLS = [url for url in short_urls(5) if not url.startswith("//")]
SHORT = UrlTable(URLS)


def reading(*rules: str, dialect: str = "google") -> Reading:
    return Reading(Robots.parse(file_of(rules), dialect), AGENT)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_a_pattern_is_said_to_cover_holds_for_short_urls(dialect: str) -> None:
    chance = random.Random(f"cover {dialect}")
    for _ in range(15):
        rules, allowed = random_rules(chance), chance.random() < 0.5
        pattern = "/" + "".join(chance.choices("ab*/", k=chance.randint(0, 3))) + chance.choice(("", "$"))
        read = reading(*rules, dialect=dialect)
        proof = covers(read, pattern, allowed, clock=stopped)
        matching = re.compile(
            re.escape(pattern.removesuffix("$")).replace(r"\*", ".*") + ("$" if "$" in pattern else "")
        )
        column = read.robots.decide_all(SHORT, [AGENT]).column(AGENT)[0].tolist()
        broken = [url for url, each in zip(URLS, column, strict=True) if matching.match(url) and each != allowed]
        assert proof.outcome is not Result.UNDECIDED
        assert proof.outcome is Result.DIFFERS or not broken, (rules, pattern, broken[0])
        if proof.witness:
            assert read.robots.decide(proof.witness, AGENT).allowed != allowed


def test_a_counterexample_is_shown_with_the_line_that_decides_it() -> None:
    proof = covers(reading("Disallow: /checkout/", "Allow: /checkout/*.css$"), "/checkout/*", allowed=False)
    assert (proof.outcome, proof.witness, proof.line_a) == (Result.DIFFERS, "/checkout/.css", 3)
    proof = covers(reading("Disallow: /checkout/"), "/checkout/*", allowed=False)
    assert proof.outcome is Result.EQUAL


def test_wildcards_mean_the_same_in_every_dialect() -> None:
    proof = covers(reading("Disallow: /css/", dialect="python"), "/*.css$", allowed=True)
    assert (proof.outcome, proof.witness) == (Result.DIFFERS, "/css/.css")


def test_a_pattern_is_escaped_as_a_url_is() -> None:
    assert covers(reading("Disallow: /caf\u00e9"), "/caf\u00e9/*", allowed=False).outcome is Result.EQUAL


def test_an_escape_in_a_pattern_is_that_of_the_urls() -> None:
    rules = ("Disallow: /caf%c3%a9",)
    proof = covers(reading(*rules), "/caf%c3%a9*", allowed=False)
    assert (proof.outcome, proof.witness) == (
        Result.DIFFERS,
        "/caf%c3%a9",
    )  # Google writes rules with capitals, not URLs
    assert covers(reading(*rules), "/caf%C3%A9*", allowed=False).outcome is Result.EQUAL
    assert covers(reading(*rules, dialect="rfc9309"), "/caf%c3%a9*", allowed=False).outcome is Result.EQUAL


def test_what_is_always_allowed_breaks_no_expectation() -> None:
    assert covers(reading("Disallow: /", dialect="rfc9309"), "/*", allowed=False).outcome is Result.EQUAL
    assert covers(reading("Disallow: /"), "/*", allowed=False).outcome is Result.EQUAL
