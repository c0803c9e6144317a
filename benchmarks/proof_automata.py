"""Hold proofs against automata, which know nothing of them: `python -m benchmarks.proof_automata`.

Needs `pip install interegular`. Each rule becomes a regular expression, and the URLs that a file blocks an automaton.
Dialects in which the rule wins that reaches furthest are left out: what they block is not put together like that.
"""

import argparse
import re
import sys
from functools import lru_cache
from typing import Protocol, Self, cast

import interegular  # type: ignore[import-not-found,unused-ignore]  # nothing else needs it: it is not installed

from robotstudio.engine import DIALECTS, Robots, Rule
from robotstudio.engine.patterns import Wildcards
from robotstudio.engine.proof import Result, prove_equal
from robotstudio.engine.proof.forms import form_of
from robotstudio.engine.ruleset import RuleSet
from tests.engine.proof.pairs import AGENT, file_of, random_pairs, stopped

_ANY = "[^\\n]*"


class Automaton(Protocol):
    """What is used of one."""

    def __and__(self, other: Self) -> Self: ...

    def __or__(self, other: Self) -> Self: ...

    def __sub__(self, other: Self) -> Self: ...

    def __xor__(self, other: Self) -> Self: ...

    def empty(self) -> bool:
        """Whether it takes nothing."""


def main() -> int:
    """What the command line asks for; 1 where automata and proofs say different things."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proof_automata", description=__doc__)
    parser.add_argument("--pairs", type=int, default=500, help="files in each dialect; default: %(default)s")
    parser.add_argument("--seed", default="automata")
    parser.add_argument("--dialect", action="append", choices=sorted(DIALECTS))
    options = parser.parse_args()
    faults = 0
    for dialect in options.dialect or DIALECTS:
        if DIALECTS[dialect].precedence.reach:
            continue
        found = _faults(dialect, f"{options.seed} {dialect}", options.pairs)
        print(f"{dialect}: {options.pairs:,} pairs, {found} faults", flush=True)
        faults += found
    return 1 if faults else 0


def _faults(dialect: str, seed: str, count: int) -> int:
    faults, paths = 0, _paths(dialect)
    for ours, theirs in random_pairs(seed, count):
        one, other = (Robots.parse(file_of(rules), dialect) for rules in (ours, theirs))
        blocked = [_blocked(robots.choose(AGENT).rules, paths) for robots in (one, other)]
        is_equal = (blocked[0] ^ blocked[1]).empty()
        proof = prove_equal(one, other, AGENT, clock=stopped)
        if proof.outcome is not (Result.EQUAL if is_equal else Result.DIFFERS):
            print(f"{dialect}: {ours} against {theirs}: {proof}, automata say {'equal' if is_equal else 'differs'}")
            faults += 1
    return faults


def _paths(dialect: str) -> Automaton:
    """The paths that there are: a dialect may escape what stands in its rules."""
    letters = form_of(DIALECTS[dialect]).letters
    some = "".join(re.escape(chr(code)) for code in range(32, 127) if chr(code) in letters)
    return _automaton(f"/[{some}]*")


def _blocked(rules: RuleSet, paths: Automaton) -> Automaton:
    """The paths that rules block: those that a rule matches which blocks, and none before it."""
    blocked = decided = _automaton(_ANY) - _automaton(_ANY)
    for rule in rules.ranked:
        matching = _matching(rule, rules.wildcards)
        if not rule.allow and rule.written:
            blocked |= matching - decided
        decided |= matching
    return blocked & paths


def _matching(rule: Rule, wildcards: Wildcards) -> Automaton:
    text = rule.pattern.decode("latin-1")
    anchored = wildcards.dollar and text.endswith("$")
    pieces = (text[:-1] if anchored else text).split("*") if wildcards.star else [text[:-1] if anchored else text]
    expression = _ANY.join(map(re.escape, pieces))
    if rule.below is not None:
        return _automaton(expression + _ANY) - _behind(text, rule.below.decode("latin-1"))
    if not anchored:
        return _automaton(expression + _ANY)
    if wildcards.earliest and len(pieces) > 1 and pieces[-1]:
        return _automaton(expression) - _automaton(f"{expression}[^\\n]{_ANY}")
    return _automaton(expression if pieces[-1] or len(pieces) == 1 else expression + _ANY)


def _behind(start: str, bound: str) -> Automaton:
    """The paths that begin with a text and do not sort before another."""
    found = _automaton(re.escape(bound) + _ANY)
    for at in range(len(start), len(bound)):
        larger = "".join(re.escape(chr(code)) for code in range(ord(bound[at]) + 1, 127))
        found |= _automaton(f"{re.escape(bound[:at])}[{larger}]{_ANY}")
    return found


@lru_cache(maxsize=4096)
def _automaton(expression: str) -> Automaton:
    return cast("Automaton", interegular.parse_pattern(expression).to_fsm().reduce())


if __name__ == "__main__":
    sys.exit(main())
