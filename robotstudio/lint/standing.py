"""Which rules of a crawler change nothing, whatever the URL: proven (docs/proofs.md), and said only where it is."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.groups import Group, Rule
from robotstudio.engine.patterns import FULL
from robotstudio.engine.precedence import FIRST
from robotstudio.engine.proof.budget import Budget, ExhaustedError
from robotstudio.engine.proof.glance import Glance, ThinningAtAGlance
from robotstudio.engine.proof.sides import Side
from robotstudio.engine.robots import with_alternatives
from robotstudio.engine.ruleset import RuleSet

_LEAST_WORK, _WORK_OF_A_RULE = 5_000, 16
_MOST_WORK, _MOST_WORK_OF_A_FILE = 100_000, 400_000
"""What is looked at for the rules of one name in each step, such as finding those that are idle, and for all in a file.
Work alone bounds it, and no clock: the same is found on a slow machine and on a quick one. Most rules take none, since
they are seen to be needed at a glance."""
_MOST_KEPT, _LONGEST_KEPT = 4096, 512


class Idle(NamedTuple):
    """A rule without which every URL has the same verdict by the standard.

    `by` are the places of the rules that say the same in its place, none where no rule does; where it never `decides`,
    of those that win over it. A rule `is_spare` where it may go together with all others that are, for parsers that
    take the first match, too.
    """

    decides: bool
    by: tuple[int, ...]
    is_spare: bool = False


Idles = Mapping[int, Idle]
"""Idle rules by their places, which count from 1 in the order of the file."""


class Proven(NamedTuple):
    """What is proven of some rules, and the work that it took."""

    idles: Idles
    work: int


def prove_idle(rules: Sequence[Rule]) -> Proven:
    """The rules of which it is proven that they are idle. What is not decided within bounds is none of them."""
    if len(rules) < 2 and not any(rule.allow for rule in rules):
        return _NOTHING
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
    google = Glance(_by_google(placed), work.budget())
    doubtful = {rule.line for rule in placed} - google.needed()
    if doubtful:
        glances = [google, *(Glance(side, work.budget()) for side in _by_the_standard(placed, google.side))]
        budget = work.budget()
        readings: list[ThinningAtAGlance] = []
        with suppress(ExhaustedError):
            readings += [glance.thinning(doubtful, budget) for glance in glances]
            _find_idle(doubtful, readings, found)
        if len(readings) == len(glances):
            budget.renew()
            with suppress(ExhaustedError):
                _find_spare(placed, readings, work, found)
    return Proven(MappingProxyType(found), work.spent)


class _Work:
    """Budgets, each of so much work."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._budgets: list[Budget] = []

    def budget(self) -> Budget:
        """One more."""
        self._budgets.append(Budget(clock=_no_time, most_work=self._most))
        return self._budgets[-1]

    @property
    def spent(self) -> int:
        return sum(budget.spent for budget in self._budgets)


_NOTHING = Proven(MappingProxyType({}), 1)


def _no_time() -> float:
    return 0.0


def _find_idle(lines: AbstractSet[int], readings: Sequence[ThinningAtAGlance], found: dict[int, Idle]) -> None:
    for line in sorted(lines):
        if not any(reading.is_needed(line) for reading in readings):
            decides, others = readings[0].instead_of(line)
            found[line] = Idle(decides, others if all(others) else ())


def _find_spare(
    rules: Sequence[Rule], readings: Sequence[ThinningAtAGlance], work: _Work, found: dict[int, Idle]
) -> None:
    by_place = {rule.line: rule for rule in rules}
    candidates = [rule for rule in rules if _is_repeated(rule, found, by_place)]
    if candidates:
        if len({rule.allow or not rule.written for rule in rules}) > 1:  # else it is all the same which comes first
            first_match = Glance(_by_first_match(rules), work.budget())
            lines = {rule.line for rule in candidates}
            readings = [*readings, first_match.thinning(lines, work.budget())]
        # Asked once all are found: what takes the place of a spare rule is not spare itself.
        for rule in [*_thinned(candidates, readings, by_place)]:
            by = readings[0].instead_of(rule.line)[1]
            found[rule.line] = found[rule.line]._replace(by=by, is_spare=True)


def _is_repeated(rule: Rule, found: Idles, rules: Mapping[int, Rule]) -> bool:
    """Whether rules of its own kind say what an idle rule says."""
    idle = found.get(rule.line)
    return idle is not None and bool(idle.by) and all(rules[place].allow == rule.allow for place in idle.by)


def _thinned(
    candidates: Sequence[Rule], readings: Sequence[ThinningAtAGlance], rules: Mapping[int, Rule]
) -> Iterator[Rule]:
    """Rules that may go together, the longest and the last of those that match the same first."""
    for rule in sorted(candidates, key=lambda each: (-len(each.pattern), -each.line)):
        lines = readings[0].instead_of(rule.line)[1]
        is_said = lines and all(line and rules[line].allow == rule.allow for line in lines)
        if is_said and not any(reading.is_needed(rule.line) for reading in readings):
            for reading in readings:
                reading.take(rule.line)
            yield rule


def _by_google(rules: Sequence[Rule]) -> Side:
    """The rules as Google compares them."""
    google = DIALECTS["google"]
    return Side(RuleSet(with_alternatives(rules, google), google.precedence, google.wildcards), google)


def _by_the_standard(rules: Sequence[Rule], google: Side) -> Iterator[Side]:
    """The rules as the standard compares them, where that is something else: of the same rules it compares no path that
    Google does not.
    """
    standard = DIALECTS["rfc9309"]
    if any(b"%" in rule.pattern for rule in rules):
        read = [(rule, standard.pattern_of(rule.written)) for rule in rules]
        decoded = [rule._replace(pattern=pattern) for rule, pattern in read if pattern is not None]
        ruleset = RuleSet(with_alternatives(decoded, standard), standard.precedence, standard.wildcards)
        if ruleset.ranked != google.rules.ranked or any(b"\0" in rule.pattern for rule in rules):
            yield Side(ruleset, standard)


def _by_first_match(rules: Sequence[Rule]) -> Side:
    """The rules for a parser that knows wildcards and takes the first match."""
    return Side(RuleSet([rule for rule in rules if rule.written], FIRST, FULL), DIALECTS["google"])


class Standing:
    """What is proven of the rules of some groups that are read together, such as all that have one name."""

    def __init__(self, rules: Sequence[Rule], idles: Idles) -> None:
        """The rules in the order of the file, and those of them that are idle, by their places."""
        self._rules = rules
        self._idles = idles

    @cached_property
    def idle_rules(self) -> Mapping[int, tuple[Idle, Sequence[Rule]]]:
        """The idle rules by their lines, with the rules that stand in for each."""
        rules = self._rules
        return {
            rules[place - 1].line: (idle, [rules[each - 1] for each in idle.by]) for place, idle in self._idles.items()
        }


class IdleRule(NamedTuple):
    """A rule without which every URL has the same verdict by the standard, and the rules that stand in for it.

    It may not `decide` anything at all. All that are spare may go together, for parsers of the first match, too.
    """

    rule: Rule
    by: Sequence[Rule]
    decides: bool
    is_spare: bool


class Standings:
    """The standings in one file. What was proven is kept in `known`: an edit elsewhere changes nothing of it."""

    def __init__(self, groups: Sequence[Group], known: dict[bytes, Proven]) -> None:
        """The groups of a file, as one reading finds them."""
        self._groups = groups
        self._known = known
        self._work = 0
        self._standings: dict[int, Standing] = {}
        self._marks: dict[int, bytes] = {}
        self._numbers: dict[int, Sequence[int]] = {}
        self._together: Sequence[tuple[int, ...]] = ()
        self._idle: dict[int, Sequence[IdleRule]] = {}

    def idle_rules(self, group: Group) -> Sequence[IdleRule]:
        """The rules of a group that change nothing for any crawler that it names, worked out once."""
        found = self._idle.get(id(group))
        if found is None:
            found = self._idle[id(group)] = _idle_rules_of(group, self.of(group))
        return found

    def of(self, group: Group) -> Sequence[Standing]:
        """The standings of those whom a group names: several, where some of them have other groups too."""
        return [self._standing(number) for number in self._read_with(group)]

    def mark_of(self, group: Group) -> bytes:
        """The same where the same stands in other groups for those whom this one names; empty where nothing does."""
        numbers = self._read_with(group)
        if all(len(self._together[number]) == 1 for number in numbers):
            return b""
        place = self._place[id(group)]
        marks = [b"%d %b" % (bisect_left(self._together[each], place), self._mark(each)) for each in numbers]
        return b"".join(marks)

    @cached_property
    def _place(self) -> Mapping[int, int]:
        return {id(group): place for place, group in enumerate(self._groups)}

    @cached_property
    def _by_token(self) -> Mapping[bytes, int]:
        """For each name the number of the groups that it has together."""
        places: dict[bytes, list[int]] = {}
        for place, group in enumerate(self._groups):
            for token in dict.fromkeys(agent.token.lower() for agent in group.agents):
                places.setdefault(token, []).append(place)
        numbers: dict[tuple[int, ...], int] = {}
        found = {token: numbers.setdefault(tuple(some), len(numbers)) for token, some in places.items()}
        self._together = list(numbers)
        return found

    def _read_with(self, group: Group) -> Sequence[int]:
        """The numbers of the rules that those read whom a group names."""
        if id(group) not in self._numbers:
            by_token = self._by_token
            self._numbers[id(group)] = sorted({by_token[agent.token.lower()] for agent in group.agents})
        return self._numbers[id(group)]

    def _rules(self, number: int) -> Sequence[Rule]:
        places = self._together[number]
        return [rule for place in places for rule in self._groups[place].rules if not rule.rewritten]

    def _mark(self, number: int) -> bytes:
        """What stands for some rules: the same where they are the same. Empty once too much was looked at."""
        if number not in self._marks and self._work <= _MOST_WORK_OF_A_FILE:
            rules = self._rules(number)
            self._work += len(rules)
            said = b"\n".join([b"%d%b" % (rule.allow, rule.written) for rule in rules])
            self._marks[number] = _mark_of(said)
        return self._marks.get(number, b"")

    def _standing(self, number: int) -> Standing:
        if number not in self._standings:
            mark = self._mark(number)
            rules = self._rules(number) if mark else ()
            self._standings[number] = Standing(rules, self._proven(mark, rules) if mark else _NOTHING.idles)
        return self._standings[number]

    def _proven(self, mark: bytes, rules: Sequence[Rule]) -> Idles:
        """What is proven of some rules; nothing any more, once a file has taken all that one may take."""
        if self._work > _MOST_WORK_OF_A_FILE:
            return _NOTHING.idles
        if mark not in self._known:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            self._known[mark] = prove_idle(rules)
        self._work += self._known[mark].work
        return self._known[mark].idles


def _mark_of(said: bytes) -> bytes:
    """Stands for a text: the text itself, or a digest of a long one, which brings four megabytes of OpenSSL."""
    if len(said) <= _LONGEST_KEPT:
        return b"=" + said
    from hashlib import blake2b  # noqa: PLC0415  # few groups are that long

    return b"#" + blake2b(said, digest_size=16).digest()


def _idle_rules_of(group: Group, several: Sequence[Standing]) -> Sequence[IdleRule]:
    """The rules of a group that change nothing for any crawler that it names, with those of the group that stand in."""
    standings = [standing.idle_rules for standing in several]
    found: list[IdleRule] = []
    if not all(standings):
        return found
    own: dict[int | _Said, Rule] = {_said(rule): rule for rule in reversed(group.rules)}
    own.update((rule.line, rule) for rule in group.rules)
    for rule in group.rules:
        if all(rule.line in each for each in standings) and not rule.rewritten:
            proven = [each[rule.line] for each in standings]
            by = list(_standing_in(rule, standings[0], own))
            decides, is_spare = any(idle.decides for idle, _ in proven), all(idle.is_spare for idle, _ in proven)
            found.append(IdleRule(rule, by, decides=decides, is_spare=is_spare))
    return found


_Said = tuple[bool, bytes, bytes]


def _said(rule: Rule) -> _Said:
    return rule.allow, rule.pattern, rule.written


def _standing_in(
    rule: Rule, idles: Mapping[int, tuple[Idle, Sequence[Rule]]], own: Mapping[int | _Said, Rule]
) -> Iterator[Rule]:
    """The rules of its group that stand in for one: these, or what says the same there as one of another group does."""
    for each in idles[rule.line][1]:
        further = idles[each.line][1] if _said(each) == _said(rule) and each.line in idles else ()
        for other in (each, *further):
            twin = own.get(other.line) or own.get(_said(other))
            if twin and twin is not rule:
                yield twin
                break
