"""What a rule does for any URL."""

import random

import pytest

from robotstudio.engine import DIALECTS, Robots, UrlTable
from robotstudio.engine.proof import Reading, Result, Use, can_decide, prove_equal, prove_rules
from tests.engine.proof.pairs import AGENT, file_of, random_rules, short_urls, stopped

SHORT = UrlTable(short_urls(5))


def reading(*rules: str, dialect: str = "google") -> Reading:
    return Reading(Robots.parse(file_of(rules), dialect), AGENT)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_proven_of_a_rule_holds_for_short_urls(dialect: str) -> None:
    chance = random.Random(f"rules {dialect}")
    for _ in range(8):
        rules = random_rules(chance)
        whole = reading(*rules, dialect=dialect)
        lines = whole.robots.decide_all(SHORT, [AGENT]).column(AGENT)[1]
        for line, proof in prove_rules(whole, clock=stopped).items():
            without = Robots.parse(file_of([*rules[: line - 2], *rules[line - 1 :]]), dialect)
            is_needed = prove_equal(whole.robots, without, AGENT, clock=stopped).outcome is not Result.EQUAL
            assert (proof.use is Use.NEEDED) == is_needed, (rules, proof)
            if proof.use is Use.NEVER_DECIDES:
                assert not (lines == line).any(), (rules, proof)
            else:
                assert proof.witness
                verdict = whole.robots.decide(proof.witness, AGENT)
                parts = verdict.allowed != without.decide(proof.witness, AGENT).allowed
                assert verdict.line == line or parts, (rules, proof)


def test_a_rule_that_never_decides_names_the_line_that_covers_it() -> None:
    proof = can_decide(reading("Disallow: /a", "Allow: /a"), 2)
    assert (proof.use, proof.covered_by, proof.witness) == (Use.NEVER_DECIDES, (3,), None)


def test_a_rule_that_never_decides_but_hides_another_is_needed() -> None:
    rules = ["Disallow: /", "Allow: /*a", "Disallow: /a"]
    whole = reading(*rules, dialect="heritrix")
    proof = prove_rules(whole)[4]
    assert proof == can_decide(whole, 4)
    assert proof.use is Use.NEEDED
    assert proof.witness is not None
    assert whole.robots.decide(proof.witness, AGENT).allowed
    assert not reading(*rules[:2], dialect="heritrix").robots.decide(proof.witness, AGENT).allowed


def test_lines_that_cover_a_rule_outrank_it_wherever_it_matches() -> None:
    rules = ["Disallow: /$", "Allow: /*$", "Disallow: /$*", "Allow: /baa*", "Disallow: /*/*"]
    whole = reading(*rules)
    assert prove_rules(whole)[4].covered_by == (3,)
    assert whole.robots.decide("/$//", AGENT).line == 6  # another line may decide a part of that


def test_a_rule_written_twice_never_decides_the_second_time() -> None:
    proofs = prove_rules(reading("Disallow: /a", "Disallow: /a"))
    assert (proofs[2].use, proofs[3].use, proofs[3].covered_by) == (Use.NOT_NEEDED, Use.NEVER_DECIDES, (2,))


def test_a_rule_that_decides_may_still_be_needless() -> None:
    proof = can_decide(reading("Disallow: /a", "Disallow: /a/b"), 3)
    assert (proof.use, proof.witness) == (Use.NOT_NEEDED, "/a/b")


def test_what_is_always_allowed_covers_a_rule_for_it_alone() -> None:
    proof = can_decide(reading("Disallow: /robots.txt$", dialect="yandex"), 2)
    assert (proof.use, proof.covered_by) == (Use.NEVER_DECIDES, (0,))
