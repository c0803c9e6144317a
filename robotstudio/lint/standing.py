"""Which rules of a crawler change nothing, whatever the URL; reported only if proven (docs/proofs.md)."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from robotstudio.engine.groups import Group, Rule
from robotstudio.lint.idle import NOTHING, Idle, Idles
from robotstudio.lint.kept_proofs import KeptProofs, text_of

_MOST_WORK_OF_A_FILE = 400_000
"""Work for all rules of a file, in steps of a proof."""
_LITTLE_WORK = 1_000
"""Up to so many steps count as one per rule: with a cached proof of similar rules, the number is unknown."""
_LONGEST_MARK = 512


class Standing:
    """What is proven about the rules of some groups that are read together, such as all with one name."""

    def __init__(self, rules: Sequence[Rule], idles: Idles) -> None:
        """Take the rules in file order, and the idle ones by place."""
        self._rules = rules
        self._idles = idles

    @cached_property
    def idle_rules(self) -> Mapping[int, tuple[Idle, Sequence[Rule]]]:
        """The idle rules by their lines, with the rules that replace each."""
        rules = self._rules
        return {
            rules[place - 1].line: (idle, [rules[each - 1] for each in idle.by]) for place, idle in self._idles.items()
        }


class IdleRule(NamedTuple):
    """A rule without which every URL has the same verdict by the standard, and the rules that replace it.

    It may not `decide` anything at all. All spare rules can be removed together, even for parsers of the first match.
    """

    rule: Rule
    by: Sequence[Rule]
    decides: bool
    is_spare: bool


class Standings:
    """The idle rules of one file. Proofs are cached: an edit elsewhere does not affect them."""

    def __init__(self, groups: Sequence[Group], kept: KeptProofs, standard: Sequence[Group] | None = None) -> None:
        """Take the groups of a file as one dialect finds them, and those of the standard if it finds others.

        A rule is idle only if it is idle in both.
        """
        self._standard = None if standard is None else Standings(standard, kept)
        self._groups = groups
        self._kept = kept
        self._work = 0
        self._standings: dict[int, Standing] = {}
        self._marks: dict[int, bytes] = {}
        self._numbers: dict[int, Sequence[int]] = {}
        self._together: Sequence[tuple[int, ...]] = ()
        self._idle: dict[int, Sequence[IdleRule]] = {}

    def idle_rules(self, group: Group) -> Sequence[IdleRule]:
        """Return the rules of a group that change nothing for any crawler that it names."""
        found = self._idle.get(id(group))
        if found is None:
            found = _idle_rules_of(group, self.of(group))
            if self._standard and found:
                found = [*_idle_in_both(group, found, self._standard.all_idle)]
            self._idle[id(group)] = found
        return found

    @cached_property
    def all_idle(self) -> Mapping[int, IdleRule]:
        """The idle rules of all groups, by their lines."""
        return {idle.rule.line: idle for group in self._groups for idle in self.idle_rules(group)}

    @cached_property
    def whole_mark(self) -> bytes:
        """Key for all groups with their names."""
        names = [b" ".join(agent.token for agent in group.agents) for group in self._groups]
        rules = [text_of(group.rules) for group in self._groups]
        return _mark_of(b"\n".join(map(b"\n".join, zip(names, rules, strict=True))))

    def of(self, group: Group) -> Sequence[Standing]:
        """Return the proofs for the crawlers of a group: several, if some of them have other groups too."""
        return [self._standing(number) for number in self._read_with(group)]

    def mark_of(self, group: Group) -> bytes:
        """Return a key for what other groups say to the same crawlers; empty if nothing."""
        if self._standard:  # it may find the rules of this group in any other group
            return b"%b|%d|%b" % (self._own_mark(group), group.first_line, self._standard.whole_mark)
        return self._own_mark(group)

    def _own_mark(self, group: Group) -> bytes:
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
        """For each name the number of the set of groups that it has."""
        places: dict[bytes, list[int]] = {}
        for place, group in enumerate(self._groups):
            for token in dict.fromkeys(agent.token.lower() for agent in group.agents):
                places.setdefault(token, []).append(place)
        numbers: dict[tuple[int, ...], int] = {}
        found = {token: numbers.setdefault(tuple(some), len(numbers)) for token, some in places.items()}
        self._together = list(numbers)
        return found

    def _read_with(self, group: Group) -> Sequence[int]:
        """Return the numbers of the rule sets for the crawlers of a group."""
        if id(group) not in self._numbers:
            by_token = self._by_token
            self._numbers[id(group)] = sorted({by_token[agent.token.lower()] for agent in group.agents})
        return self._numbers[id(group)]

    def _rules(self, number: int) -> Sequence[Rule]:
        places = self._together[number]
        return [rule for place in places for rule in self._groups[place].rules if not rule.rewritten]

    def _mark(self, number: int) -> bytes:
        """Return a key that is equal for equal rules. Empty once too much work was done."""
        if number not in self._marks and self._work <= _MOST_WORK_OF_A_FILE:
            rules = self._rules(number)
            self._work += len(rules)
            self._marks[number] = _mark_of(text_of(rules))
        return self._marks.get(number, b"")

    def _standing(self, number: int) -> Standing:
        if number not in self._standings:
            mark = self._mark(number)
            rules = self._rules(number) if mark else ()
            self._standings[number] = Standing(rules, self._proven(mark, rules) if mark else NOTHING.idles)
        return self._standings[number]

    def _proven(self, mark: bytes, rules: Sequence[Rule]) -> Idles:
        """Return what is proven about some rules; nothing once a file has used up its work."""
        if self._work > _MOST_WORK_OF_A_FILE:
            return NOTHING.idles
        proven = self._kept.of(mark, rules)
        self._work += proven.work if proven.work > _LITTLE_WORK else len(rules)
        return proven.idles


def _mark_of(said: bytes) -> bytes:
    """Return the text itself, or a digest of a long one, which loads four megabytes of OpenSSL."""
    if len(said) <= _LONGEST_MARK:
        return b"=" + said
    from hashlib import blake2b  # noqa: PLC0415  # few groups are that long

    return b"#" + blake2b(said, digest_size=16).digest()


def _idle_rules_of(group: Group, several: Sequence[Standing]) -> Sequence[IdleRule]:
    """Return the rules of a group that change nothing for any crawler, with those of the group that replace them."""
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


def _idle_in_both(group: Group, several: Sequence[IdleRule], standard: Mapping[int, IdleRule]) -> Iterator[IdleRule]:
    """Yield the rules of a group that are idle also by the standard, with those of the group that replace them."""
    own = frozenset(group.rules)
    for idle in several:
        other = standard.get(idle.rule.line)
        if other:
            decides, is_spare = idle.decides or other.decides, idle.is_spare and other.is_spare
            by = [rule for rule in other.by if rule in own]
            yield IdleRule(idle.rule, by, decides=decides, is_spare=is_spare)


_Said = tuple[bool, bytes, bytes]


def _said(rule: Rule) -> _Said:
    return rule.allow, rule.pattern, rule.written


def _standing_in(
    rule: Rule, idles: Mapping[int, tuple[Idle, Sequence[Rule]]], own: Mapping[int | _Said, Rule]
) -> Iterator[Rule]:
    """Yield the rules of the same group that replace one: these, or equal ones if they are in another group."""
    for each in idles[rule.line][1]:
        further = idles[each.line][1] if _said(each) == _said(rule) and each.line in idles else ()
        for other in (each, *further):
            twin = own.get(other.line) or own.get(_said(other))
            if twin and twin is not rule:
                yield twin
                break
