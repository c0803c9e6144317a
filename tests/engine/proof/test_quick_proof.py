"""The quick proof agrees with the full one."""

import random

import pytest

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.proof import Reading, Use, prove_rules
from robotstudio.engine.proof.budget import Budget
from robotstudio.engine.proof.forms import form_of
from robotstudio.engine.proof.operands import Operand
from robotstudio.engine.proof.pattern_index import PatternIndex
from robotstudio.engine.proof.quick_proof import QuickProof
from robotstudio.engine.proof.rules import Thinning
from robotstudio.engine.ruleset import Wildcard
from tests.engine.proof.pairs import AGENT, file_of, random_rules, stopped

THINNED = [dialect for dialect, each in DIALECTS.items() if not each.precedence.reach and not each.wildcards.earliest]
"""Dialects in which rules match what their globs do, in an order that is the same for every path."""


def read(dialect: str, seed: int) -> Reading:
    return Reading(Robots.parse(file_of(random_rules(random.Random(seed), 2, 9)), dialect), AGENT)


def budget() -> Budget:
    return Budget(clock=stopped)


@pytest.mark.parametrize("dialect", THINNED)
def test_what_is_seen_to_be_needed_is_needed(dialect: str) -> None:
    seen = 0
    for seed in range(60):
        reading = read(dialect, seed)
        needed = QuickProof(Operand.of(reading), budget()).needed()
        proofs = prove_rules(reading, clock=stopped)
        assert {proofs[line].use for line in needed} <= {Use.NEEDED}, reading.robots
        seen += len(needed)
    assert (seen > 60) is form_of(DIALECTS[dialect]).has_every_path  # else the path that shows it may be no URL's


@pytest.mark.parametrize("dialect", THINNED)
def test_among_the_rules_around_some_lines_the_same_is_said_of_these(dialect: str) -> None:
    chance = random.Random(dialect)
    fewer = 0
    for seed in range(100):
        whole = Operand.of(read(dialect, seed))
        lines = sorted(rule.line for rule in whole.rules.ranked if not rule.rewritten and chance.random() < 0.3)
        around = QuickProof(whole, budget()).around(lines)
        fewer += len(around.rules.ranked) < len(whole.rules.ranked)
        one, other = (Thinning(operand, budget()) for operand in (whole, around))
        for _ in range(2):
            for line in lines:
                assert one.is_needed(line) == other.is_needed(line), (whole.rules.ranked, lines, line)
                assert one.instead_of(line) == other.instead_of(line), (whole.rules.ranked, lines, line)
            for line in lines[::2]:
                one.take(line)
                other.take(line)
    assert fewer > 20


def test_rules_that_have_nothing_to_do_with_a_line_are_left_out() -> None:
    rules = [*(f"Disallow: /{number:03}/" for number in range(200)), "Disallow: /007/x", "Disallow: /*q"]
    operand = Operand.of(Reading(Robots.parse(file_of(rules)), AGENT))
    proof = QuickProof(operand, budget())
    doubtful = {rule.line for rule in operand.rules.ranked} - proof.needed()
    assert [rules[line - 2] for line in doubtful] == ["Disallow: /007/x"]
    assert [rule.written for rule in proof.around(doubtful).rules.ranked] == [b"/007/x", b"/007/"]


def test_where_it_takes_too_long_to_tell_all_rules_are_left() -> None:
    rules = [*(f"Disallow: /*a*{number}" for number in range(99)), "Disallow: /*a*9*a", "Allow: /*b*"]
    operand = Operand.of(Reading(Robots.parse(file_of(rules)), AGENT))
    assert QuickProof(operand, Budget(clock=stopped, most_work=20)).around(range(200)) is operand


@pytest.mark.parametrize("count", [5, 200])
def test_patterns_that_are_filed_match_what_they_match_one_by_one(count: int) -> None:
    chance = random.Random(count)
    texts = ["/" + "".join(chance.choices("abc/*", k=chance.randint(2, 9))) + "*ab" for _ in range(count)]
    patterns = [compile_pattern(text.encode()) for text in texts]
    filed = PatternIndex([Wildcard(at, each.needle, each) for at, each in enumerate(patterns)], budget())
    for _ in range(300):
        path = b"/" + bytes(chance.choices(b"abc/", k=chance.randint(0, 20)))
        assert {*filed.matching(path)} == {at for at, each in enumerate(patterns) if each.matches(path)}
