"""Hold proofs against automata, which know nothing of them: `python -m benchmarks.proof_automata`.

Needs `pip install interegular`. Each rule becomes a regular expression, and the URLs that a file blocks an automaton.
Where the rule wins that reaches furthest, the automaton reads a path with a mark at the place that a rule reaches.
"""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
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

    def reduce(self) -> Self: ...

    def empty(self) -> bool:
        """Whether it takes nothing."""

    @property
    def initial(self) -> int: ...

    @property
    def finals(self) -> AbstractSet[int]: ...

    @property
    def map(self) -> Mapping[int, Mapping[int, int]]: ...

    @property
    def alphabet(self) -> Mapping[str, int]: ...


def main() -> int:
    """Do what the command line asks for; 1 if automata and proofs disagree."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proof_automata", description=__doc__)
    parser.add_argument("--pairs", type=int, default=500, help="files in each dialect; default: %(default)s")
    parser.add_argument("--seed", default="automata")
    parser.add_argument("--dialect", action="append", choices=sorted(DIALECTS))
    options = parser.parse_args()
    faults = 0
    for dialect in options.dialect or DIALECTS:
        found = _faults(dialect, f"{options.seed} {dialect}", options.pairs)
        print(f"{dialect}: {options.pairs:,} pairs, {found} faults", flush=True)
        faults += found
    return 1 if faults else 0


def _faults(dialect: str, seed: str, count: int) -> int:
    faults, paths = 0, _paths(dialect)
    for ours, theirs in random_pairs(seed, count):
        one, other = (Robots.parse(file_of(lines), dialect) for lines in (ours, theirs))
        rules = [robots.choose(AGENT).rules for robots in (one, other)]
        if DIALECTS[dialect].precedence.reach:
            is_equal = _reach_alike([_blocked_by_reach(each) for each in rules], _letters(rules, dialect))
        else:
            is_equal = (_blocked(rules[0], paths) ^ _blocked(rules[1], paths)).empty()
        proof = prove_equal(one, other, AGENT, clock=stopped)
        if proof.outcome is not (Result.EQUAL if is_equal else Result.DIFFERS):
            print(f"{dialect}: {ours} against {theirs}: {proof}, automata say {'equal' if is_equal else 'differs'}")
            faults += 1
    return faults


def _paths(dialect: str) -> Automaton:
    """Return the possible paths: a dialect may escape what its rules contain."""
    letters = form_of(DIALECTS[dialect]).letters
    some = "".join(re.escape(chr(code)) for code in range(32, 127) if chr(code) in letters)
    return _automaton(f"/[{some}]*")


def _blocked(rules: RuleSet, paths: Automaton) -> Automaton:
    """Return the paths that rules block: a blocking rule matches them, and no rule before it does."""
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


_MARK = "\x01"
_ONE_MARK = f"[^{_MARK}\\n]*{_MARK}[^{_MARK}\\n]*"


def _blocked_by_reach(rules: RuleSet) -> Automaton:
    """Return the paths that rules block, with a mark where a blocking rule reaches furthest."""
    blocks = allows = _automaton(_ANY) - _automaton(_ANY)
    for rule in rules.ranked:
        if rule.allow or not rule.written:
            allows |= _reaching(rule, exactly=False)
        else:
            blocks |= _reaching(rule, exactly=True)
    return (blocks - allows) & _automaton(_ONE_MARK)


def _reaching(rule: Rule, *, exactly: bool) -> Automaton:
    """Return the paths that a rule matches, with a mark at the place it reaches, or there and anywhere before it."""
    text = rule.pattern.decode("latin-1")
    anchored = text.endswith("$")
    pieces = (text[:-1] if anchored else text).split("*")
    between = "" if exactly else f"{_MARK}?"
    expression = between + _ANY.join("".join(re.escape(sign) + between for sign in piece) for piece in pieces)
    if anchored or not pieces[-1]:  # a star at the end reaches the end of the path
        whole = expression if pieces[-1] or len(pieces) == 1 else expression + _ANY
        return _automaton(whole + (_MARK if exactly else "")) & _automaton(_ONE_MARK)
    found = _automaton(expression + (_MARK if exactly else "") + f"[^{_MARK}\\n]*") & _automaton(_ONE_MARK)
    return found - _standing_later(pieces[-1]) if exactly and len(pieces) > 1 else found


def _standing_later(piece: str) -> Automaton:
    """Return the marked paths in which a piece ends after the mark."""
    found = _automaton(f"{_ANY}{_MARK}{_ANY}{re.escape(piece)}{_ANY}")
    for at in range(1, len(piece)):
        found |= _automaton(f"{_ANY}{re.escape(piece[:at])}{_MARK}{re.escape(piece[at:])}{_ANY}")
    return found


def _letters(several: Sequence[RuleSet], dialect: str) -> str:
    """Return the letters of rules that paths may have, and one that stands for all others."""
    used = {chr(byte) for rules in several for rule in rules.ranked for byte in rule.pattern}
    return "".join(sorted((used & form_of(DIALECTS[dialect]).letters) | {"/", "z"}))


def _reach_alike(marked: Sequence[Automaton], letters: str) -> bool:
    """Whether automata of marked paths take the same paths, once the mark is taken away."""
    start = tuple(_closed(each, {each.initial}) for each in marked)
    seen, left = set[tuple[frozenset[int], ...]](), [_step(marked, start, "/")]
    while left:
        state = left.pop()
        if state in seen:
            continue
        seen.add(state)
        if len({bool(each.finals & some) for each, some in zip(marked, state, strict=True)}) > 1:
            return False
        left += [_step(marked, state, letter) for letter in letters]
    return True


def _step(marked: Sequence[Automaton], state: Sequence[frozenset[int]], letter: str) -> tuple[frozenset[int], ...]:
    return tuple(_closed(each, _after(each, some, letter)) for each, some in zip(marked, state, strict=True))


def _closed(automaton: Automaton, states: AbstractSet[int]) -> frozenset[int]:
    """Return the states, and those that a mark leads to: each path has one mark."""
    return frozenset({*states, *_after(automaton, states, _MARK)})


def _after(automaton: Automaton, states: AbstractSet[int], letter: str) -> set[int]:
    key = automaton.alphabet[letter]
    return {automaton.map[state][key] for state in states if key in automaton.map.get(state, {})}


def _behind(start: str, bound: str) -> Automaton:
    """Return the paths that begin with a text and do not sort before another."""
    found = _automaton(re.escape(bound) + _ANY)
    for at in range(len(start), len(bound)):
        larger = "".join(re.escape(chr(code)) for code in range(ord(bound[at]) + 1, 127))
        found |= _automaton(f"{re.escape(bound[:at])}[{larger}]{_ANY}")
    return found


@lru_cache(maxsize=4096)
def _automaton(expression: str) -> Automaton:
    return cast("Automaton", interegular.parse_pattern(expression).to_fsm()).reduce()


if __name__ == "__main__":
    sys.exit(main())
