"""Proves which rules are idle: nothing changes without them, whatever the URL (docs/proofs.md)."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import FULL
from robotstudio.engine.precedence import FIRST
from robotstudio.engine.proof.budget import Budget, ExhaustedError
from robotstudio.engine.proof.operands import Operand
from robotstudio.engine.proof.quick_proof import QuickProof, QuickThinning
from robotstudio.engine.robots import with_alternatives
from robotstudio.engine.ruleset import RuleSet

_LEAST_WORK, _WORK_OF_A_RULE, _MOST_WORK = 5_000, 16, 100_000
"""Bounds of the work for the rules of one name in each step, such as finding those that are idle.

Only work bounds it, not time: a slow machine finds the same as a fast one. Most rules take none, since the quick proof
shows that they are needed.
"""


class Idle(NamedTuple):
    """A rule without which every URL has the same verdict by the standard.

    `by` are the places of the rules that replace it, none if no rule does; if it never `decides`, of those that outrank
    it. A rule `is_spare` if it can be removed together with all other spare rules, even for parsers that take the first
    match.
    """

    decides: bool
    by: tuple[int, ...]
    is_spare: bool = False


Idles = Mapping[int, Idle]
"""Idle rules by place, counted from 1 in file order."""


class Proven(NamedTuple):
    """The proof about some rules, and the work that it took.

    `doubtful` are the places of the rules that the quick proof did not show to be needed, and `letter` is one that none
    of the rules has.
    """

    idles: Idles
    work: int
    doubtful: AbstractSet[int] = frozenset()
    letter: str | None = None


def prove_idle(rules: Sequence[Rule]) -> Proven:
    """Return the rules that are proven to be idle. What is not decided within bounds is not among them."""
    if len(rules) < 2 and not any(rule.allow for rule in rules):
        return NOTHING
    first: dict[tuple[bool, bytes, bytes], int] = {}
    found: dict[int, Idle] = {}
    placed: list[Rule] = []
    for place, rule in enumerate(rules, 1):
        before = first.setdefault((rule.allow, rule.pattern, rule.written), place)
        if before == place:
            placed.append(Rule(place, *rule[1:]))
        else:
            found[place] = Idle(decides=False, by=(before,), is_spare=True)
    work = _Work(min(_LEAST_WORK + _WORK_OF_A_RULE * len(rules), _MOST_WORK))
    google = QuickProof(_by_google(placed), work.budget())
    doubtful = {rule.line for rule in placed} - google.needed()
    if doubtful:
        proofs = [google, *(QuickProof(operand, work.budget()) for operand in _by_the_standard(placed, google.operand))]
        budget = work.budget()
        readings: list[QuickThinning] = []
        with suppress(ExhaustedError):
            readings += [proof.thinning(doubtful, budget) for proof in proofs]
            _find_idle(doubtful, readings, found)
        if len(readings) == len(proofs):
            budget.renew()
            with suppress(ExhaustedError):
                _find_spare(placed, readings, work, found)
    return Proven(MappingProxyType(found), work.spent, doubtful, google.free_letter)


class _Work:
    """Makes budgets of equal size, and adds up what was spent."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._budgets: list[Budget] = []

    def budget(self) -> Budget:
        """Make another budget."""
        self._budgets.append(Budget(clock=_no_time, most_work=self._most))
        return self._budgets[-1]

    @property
    def spent(self) -> int:
        return sum(budget.spent for budget in self._budgets)


NOTHING = Proven(MappingProxyType({}), 1)


def _no_time() -> float:
    return 0.0


def _find_idle(lines: AbstractSet[int], readings: Sequence[QuickThinning], found: dict[int, Idle]) -> None:
    for line in sorted(lines):
        if not any(reading.is_needed(line) for reading in readings):
            decides, others = readings[0].instead_of(line)
            found[line] = Idle(decides, others if all(others) else ())


def _find_spare(rules: Sequence[Rule], readings: Sequence[QuickThinning], work: _Work, found: dict[int, Idle]) -> None:
    by_place = {rule.line: rule for rule in rules}
    candidates = [rule for rule in rules if _is_repeated(rule, found, by_place)]
    if candidates:
        if len({rule.allow or not rule.written for rule in rules}) > 1:  # else the order does not matter
            first_match = QuickProof(_by_first_match(rules), work.budget())
            lines = {rule.line for rule in candidates}
            readings = [*readings, first_match.thinning(lines, work.budget())]
        # Only once all are found: what replaces a spare rule is not spare itself.
        for rule in [*_thinned(candidates, readings, by_place)]:
            by = readings[0].instead_of(rule.line)[1]
            found[rule.line] = found[rule.line]._replace(by=by, is_spare=True)


def _is_repeated(rule: Rule, found: Idles, rules: Mapping[int, Rule]) -> bool:
    """Return True if rules of the same kind replace an idle rule."""
    idle = found.get(rule.line)
    return idle is not None and bool(idle.by) and all(rules[place].allow == rule.allow for place in idle.by)


def _thinned(
    candidates: Sequence[Rule], readings: Sequence[QuickThinning], rules: Mapping[int, Rule]
) -> Iterator[Rule]:
    """Yield rules that can be removed together, the longest and the last of those that match the same first."""
    for rule in sorted(candidates, key=lambda each: (-len(each.pattern), -each.line)):
        lines = readings[0].instead_of(rule.line)[1]
        is_said = lines and all(line and rules[line].allow == rule.allow for line in lines)
        if is_said and not any(reading.is_needed(rule.line) for reading in readings):
            for reading in readings:
                reading.take(rule.line)
            yield rule


def _by_google(rules: Sequence[Rule]) -> Operand:
    """Return the rules as Google compares them."""
    google = DIALECTS["google"]
    return Operand(RuleSet(with_alternatives(rules, google), google.precedence, google.wildcards), google)


def _by_the_standard(rules: Sequence[Rule], google: Operand) -> Iterator[Operand]:
    """Yield the rules as the standard compares them, unless that is the same.

    Of the same rules it compares no path that Google does not.
    """
    standard = DIALECTS["rfc9309"]
    if any(b"%" in rule.pattern for rule in rules):
        read = [(rule, standard.pattern_of(rule.written)) for rule in rules]
        decoded = [rule._replace(pattern=pattern) for rule, pattern in read if pattern is not None]
        ruleset = RuleSet(with_alternatives(decoded, standard), standard.precedence, standard.wildcards)
        if ruleset.ranked != google.rules.ranked or any(b"\0" in rule.pattern for rule in rules):
            yield Operand(ruleset, standard)


def _by_first_match(rules: Sequence[Rule]) -> Operand:
    """Return the rules for a parser that knows wildcards and takes the first match."""
    return Operand(RuleSet([rule for rule in rules if rule.written], FIRST, FULL), DIALECTS["google"])
