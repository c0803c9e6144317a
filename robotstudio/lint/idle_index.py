"""Index of the rules that change nothing for their crawlers, whatever the URL; only if proven (docs/proofs.md)."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from robotstudio.engine.groups import Group, Rule
from robotstudio.lint.idle import NOTHING, Idle, Idles
from robotstudio.lint.proof_cache import ProofCache, text_of

_MOST_WORK_OF_A_FILE = 400_000
"""Work for all rules of a file, in steps of a proof."""
_LITTLE_WORK = 1_000
"""Up to so many steps count as one per rule: with a cached proof of similar rules, the number is unknown."""
_LONGEST_KEY = 512


class IdleRule(NamedTuple):
    """A rule without which every URL has the same verdict by the standard, and the rules that replace it.

    It may not `decide` anything at all. All spare rules can be removed together, even for parsers of the first match.
    """

    rule: Rule
    by: Sequence[Rule]
    decides: bool
    is_spare: bool


class IdleRuleIndex:
    """The idle rules of one file, by group. Proofs are cached: an edit elsewhere does not affect them."""

    def __init__(self, groups: Sequence[Group], cache: ProofCache, standard: Sequence[Group] | None = None) -> None:
        """Take the groups of a file as one dialect finds them, and those of the standard if it finds others.

        A rule is idle only if it is idle in both.
        """
        self._standard = None if standard is None else IdleRuleIndex(standard, cache)
        self._groups = groups
        self._cache = cache
        self._work = 0
        self._proven: dict[int, _ByLine] = {}
        self._keys: dict[int, bytes] = {}
        self._numbers: dict[int, Sequence[int]] = {}
        self._together: Sequence[tuple[int, ...]] = ()
        self._idle: dict[int, Sequence[IdleRule]] = {}

    def idle_rules(self, group: Group) -> Sequence[IdleRule]:
        """Return the rules of a group that change nothing for any crawler that it names."""
        found = self._idle.get(id(group))
        if found is None:
            proven = [self._idle_by_line(number) for number in self._read_with(group)]
            found = _idle_rules_of(group, proven)
            if self._standard and found:
                found = [*_idle_in_both(group, found, self._standard.all_idle)]
            self._idle[id(group)] = found
        return found

    @cached_property
    def all_idle(self) -> Mapping[int, IdleRule]:
        """The idle rules of all groups, by their lines."""
        return {idle.rule.line: idle for group in self._groups for idle in self.idle_rules(group)}

    @cached_property
    def whole_key(self) -> bytes:
        """Key for all groups with their names."""
        names = [b" ".join(agent.token for agent in group.agents) for group in self._groups]
        rules = [text_of(group.rules) for group in self._groups]
        return _digest(b"\n".join(map(b"\n".join, zip(names, rules, strict=True))))

    def key_of(self, group: Group) -> bytes:
        """Return a key for what other groups say to the same crawlers; empty if nothing."""
        if self._standard:  # it may find the rules of this group in any other group
            return b"%b|%d|%b" % (self._own_key(group), group.first_line, self._standard.whole_key)
        return self._own_key(group)

    def _own_key(self, group: Group) -> bytes:
        numbers = self._read_with(group)
        if all(len(self._together[number]) == 1 for number in numbers):
            return b""
        place = self._place[id(group)]
        keys = [b"%d %b" % (bisect_left(self._together[each], place), self._key(each)) for each in numbers]
        return b"".join(keys)

    @cached_property
    def _place(self) -> Mapping[int, int]:
        return {id(group): place for place, group in enumerate(self._groups)}

    @cached_property
    def _by_token(self) -> Mapping[bytes, int]:
        """The number of the set of groups that each name has."""
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

    def _key(self, number: int) -> bytes:
        """Return a key that is equal for equal rules. Empty once too much work was done."""
        if number not in self._keys and self._work <= _MOST_WORK_OF_A_FILE:
            rules = self._rules(number)
            self._work += len(rules)
            self._keys[number] = _digest(text_of(rules))
        return self._keys.get(number, b"")

    def _idle_by_line(self, number: int) -> "_ByLine":
        """Return what is proven about one set of groups that are read together, such as all with one name."""
        if number not in self._proven:
            key = self._key(number)
            rules = self._rules(number) if key else ()
            idles = self._prove(key, rules) if key else NOTHING.idles
            self._proven[number] = {
                rules[place - 1].line: (idle, [rules[each - 1] for each in idle.by]) for place, idle in idles.items()
            }
        return self._proven[number]

    def _prove(self, key: bytes, rules: Sequence[Rule]) -> Idles:
        """Return what is proven about some rules; nothing once a file has used up its work."""
        if self._work > _MOST_WORK_OF_A_FILE:
            return NOTHING.idles
        proven = self._cache.proven(key, rules)
        self._work += proven.work if proven.work > _LITTLE_WORK else len(rules)
        return proven.idles


def _digest(said: bytes) -> bytes:
    """Return the text itself, or a digest of a long one, which loads four megabytes of OpenSSL."""
    if len(said) <= _LONGEST_KEY:
        return b"=" + said
    from hashlib import blake2b  # noqa: PLC0415  # few groups are that long

    return b"#" + blake2b(said, digest_size=16).digest()


_ByLine = Mapping[int, tuple[Idle, Sequence[Rule]]]
"""Idle rules by their lines, with the rules that replace each."""

_Content = tuple[bool, bytes, bytes]


def _idle_rules_of(group: Group, several: Sequence[_ByLine]) -> Sequence[IdleRule]:
    """Return the rules of a group that change nothing for any crawler, with those of the group that replace them."""
    found: list[IdleRule] = []
    if not all(several):
        return found
    own: dict[int | _Content, Rule] = {_content(rule): rule for rule in reversed(group.rules)}
    own.update((rule.line, rule) for rule in group.rules)
    for rule in group.rules:
        if all(rule.line in each for each in several) and not rule.rewritten:
            proven = [each[rule.line] for each in several]
            by = list(_replacing(rule, several[0], own))
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


def _content(rule: Rule) -> _Content:
    return rule.allow, rule.pattern, rule.written


def _replacing(rule: Rule, idles: _ByLine, own: Mapping[int | _Content, Rule]) -> Iterator[Rule]:
    """Yield the rules of the same group that replace one: these, or equal ones if they are in another group."""
    for each in idles[rule.line][1]:
        further = idles[each.line][1] if _content(each) == _content(rule) and each.line in idles else ()
        for other in (each, *further):
            twin = own.get(other.line) or own.get(_content(other))
            if twin and twin is not rule:
                yield twin
                break
