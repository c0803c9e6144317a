"""Proves which rules are idle: nothing changes without them, whatever the URL (docs/proofs.md).

Proofs are cached: equal rules are not proven again, nor all of them if one of them changes. Typing a path changes one
rule with each key, and very many files of the web differ from another in one path.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.dialects.model import FIRST
from robotstudio.engine.groups import Group, Rule
from robotstudio.engine.patterns import FULL
from robotstudio.engine.proof.budget import Budget, ExhaustedError
from robotstudio.engine.proof.forms import form_of
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


_Idles = Mapping[int, Idle]
"""Idle rules by place, counted from 1 in file order."""


class Proven(NamedTuple):
    """The proof about some rules, and the work that it took.

    `doubtful` are the places of the rules that the quick proof did not show to be needed, and `letter` is one that none
    of the rules has.
    """

    idles: _Idles
    work: int
    doubtful: AbstractSet[int] = frozenset()
    letter: str | None = None


def prove_idle(rules: Sequence[Rule], checkpoint: Checkpoint = go_on) -> Proven:
    """Return the rules that are proven to be idle. What is not decided within bounds is not among them."""
    if len(rules) < 2 and not any(rule.allow for rule in rules):
        return _NOTHING
    first: dict[tuple[bool, bytes, bytes], int] = {}
    found: dict[int, Idle] = {}
    placed: list[Rule] = []
    for place, rule in enumerate(rules, 1):
        before = first.setdefault((rule.allow, rule.pattern, rule.written), place)
        if before == place:
            placed.append(Rule(place, rule.allow, rule.written, rule.pattern, rule.rewritten, rule.below))
        else:
            found[place] = Idle(decides=False, by=(before,), is_spare=True)
    work = _Work(min(_LEAST_WORK + _WORK_OF_A_RULE * len(rules), _MOST_WORK), checkpoint)
    checkpoint()
    google = QuickProof(_by_google(placed), work.budget())
    checkpoint()
    doubtful = {rule.line for rule in placed} - google.needed(checkpoint)
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

    def __init__(self, most: int, checkpoint: Checkpoint) -> None:
        self._most = most
        self._checkpoint = checkpoint
        self._budgets: list[Budget] = []

    def budget(self) -> Budget:
        """Make another budget."""
        self._budgets.append(Budget(clock=_no_time, checkpoint=self._checkpoint, most_work=self._most))
        return self._budgets[-1]

    @property
    def spent(self) -> int:
        return sum(budget.spent for budget in self._budgets)


_NOTHING = Proven(MappingProxyType({}), 1)


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


def _is_repeated(rule: Rule, found: _Idles, rules: Mapping[int, Rule]) -> bool:
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
        decoded = [replace(rule, pattern=pattern) for rule, pattern in read if pattern is not None]
        ruleset = RuleSet(with_alternatives(decoded, standard), standard.precedence, standard.wildcards)
        if ruleset.ranked != google.rules.ranked or any(b"\0" in rule.pattern for rule in rules):
            yield Operand(ruleset, standard)


def _by_first_match(rules: Sequence[Rule]) -> Operand:
    """Return the rules for a parser that knows wildcards and takes the first match."""
    return Operand(RuleSet([rule for rule in rules if rule.written], FIRST, FULL), DIALECTS["google"])


_MOST_CACHED, _MOST_BYTES_CACHED, _LONGEST_CACHED = 4096, 1 << 22, 1 << 16
_MOST_WORK_CACHED = 500
"""Steps; far below the limit of a proof, so that similar rules will not reach it either."""

_GOOGLE = DIALECTS["google"]


def text_of(rules: Sequence[Rule]) -> bytes:
    """Serialise rules, a line each."""
    return b"\n".join([b"%d%b" % (rule.allow, rule.written) for rule in rules])


class ProofCache:
    """The proofs for all files that one linter checks, within bounds.

    What is found in a file does not depend on files that were checked before.
    """

    def __init__(self) -> None:
        self._by_key: dict[bytes, Proven] = {}
        self._cached: dict[tuple[int, int, int], _CachedProof] = {}
        self._bytes = 0

    def proven(self, key: bytes, rules: Sequence[Rule], checkpoint: Checkpoint = go_on) -> Proven:
        """Return what is proven about the rules with this key. `checkpoint` may cancel a proof, which takes seconds."""
        proven = self._by_key.get(key)
        if proven is None:
            if len(self._by_key) >= _MOST_CACHED:
                self._by_key.clear()
            proven = self._by_key[key] = self._prove(rules, checkpoint)
        return proven

    def _prove(self, rules: Sequence[Rule], checkpoint: Checkpoint) -> Proven:
        text = text_of(rules)
        if len(rules) < 2 or len(text) > _LONGEST_CACHED:
            return prove_idle(rules, checkpoint)
        said = text.split(b"\n")
        halves = list(_halves(said))
        for half in halves:
            cached = self._cached.get(half)
            if cached and (proven := cached.with_one_changed(rules, said)):
                return proven
        proven = prove_idle(rules, checkpoint)
        if proven.letter and proven.work <= _MOST_WORK_CACHED and _are_as_written(rules):
            if self._bytes > _MOST_BYTES_CACHED:
                self._cached.clear()
                self._bytes = 0
            self._bytes += len(text)
            self._cached.update(dict.fromkeys(halves, _CachedProof(text, proven.letter.encode("latin-1"), proven)))
        return proven


def _halves(said: list[bytes]) -> Iterator[tuple[int, int, int]]:
    """Yield keys for the first and the second half: rule lists that differ in one rule share one of them."""
    middle = len(said) // 2
    for half, some in enumerate((said[:middle], said[middle:])):
        yield len(said), half, hash(tuple(some))


def _are_as_written(rules: Sequence[Rule]) -> bool:
    """Return True if Google and the standard compare rules as written, without alternative readings."""
    is_written = all(rule.pattern == rule.written and b"%" not in rule.pattern for rule in rules)
    return is_written and len(with_alternatives(rules, _GOOGLE)) == len(rules)


class _CachedProof(NamedTuple):
    """Rules in the form of `text_of`, and what is proven about them."""

    text: bytes
    letter: bytes
    proven: Proven

    def with_one_changed(self, rules: Sequence[Rule], said: list[bytes]) -> Proven | None:
        """Return what is proven about rules of which one changed; None if they have to be proven again.

        A rule that is needed on a path of its own still is, if neither the old rule nor the new one matches that path;
        and for one that has no path in common with these two, nothing changes at all.
        """
        cached = self.text.split(b"\n")
        changed = [place for place, pair in enumerate(zip(cached, said, strict=True), 1) if pair[0] != pair[1]]
        if len(changed) != 1 or changed[0] in self.proven.doubtful:
            return None
        old, new = cached[changed[0] - 1], rules[changed[0] - 1]
        starts = _start_of(old[1:]), _start_of(new.pattern)
        if old[:1] != said[changed[0] - 1][:1] or not self._can_take(new) or min(map(len, starts)) < 2:
            return None
        if any(_begin(said, start) != new.pattern.startswith(start) for start in starts):
            return None  # beyond this, no other rule begins like one of these two
        doubtful = (_start_of(rules[place - 1].pattern) or b"/" for place in self.proven.doubtful)
        if any(start.startswith(beginning) for beginning in doubtful for start in starts):
            return None
        return self.proven._replace(letter=None) if self._is_needed(new, rules) else None

    def _can_take(self, rule: Rule) -> bool:
        """Return True if a letter that no rule has is left once this rule is added."""
        letters = self.letter not in rule.pattern and form_of(_GOOGLE).can_hold_all(rule.pattern)
        return letters and _are_as_written([rule]) and rule.pattern.startswith(b"/")

    def _is_needed(self, rule: Rule, rules: Sequence[Rule]) -> bool:
        """Return True if a rule decides a path of its own, and without it the verdict would be the opposite."""
        path = rule.pattern.removesuffix(b"$").replace(b"*", self.letter)
        found = RuleSet(rules, _GOOGLE.precedence, _GOOGLE.wildcards, is_ranked=True).matching(path)
        first, *others = sorted(found, key=_GOOGLE.precedence.rank)
        is_open = others[0].allow or not others[0].written if others else True
        return first is rule and rule.allow != is_open


def _start_of(pattern: bytes) -> bytes:
    """Return what every matching path begins with, except for the slash before an initial star."""
    start, star, _ = pattern.partition(b"*")
    return start if star else pattern.removesuffix(b"$")


def _begin(said: list[bytes], start: bytes) -> int:
    """Count the rules that begin with a text."""
    heads = b"0" + start, b"1" + start
    return sum(each.startswith(heads) for each in said)


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

    def __init__(
        self,
        groups: Sequence[Group],
        cache: ProofCache,
        standard: Sequence[Group] | None = None,
        checkpoint: Checkpoint = go_on,
    ) -> None:
        """Take the groups of a file as one dialect finds them, and those of the standard if it finds others.

        A rule is idle only if it is idle in both.
        """
        self._standard = None if standard is None else IdleRuleIndex(standard, cache, checkpoint=checkpoint)
        self._groups = groups
        self._cache = cache
        self._checkpoint = checkpoint
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
        """The idle rules of all groups, by their lines; not a group's only rule, without which it joins the next."""
        several = (group for group in self._groups if len({rule.line for rule in group.rules}) > 1)
        return {idle.rule.line: idle for group in several for idle in self.idle_rules(group)}

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
            idles = self._prove(key, rules) if key else _NOTHING.idles
            self._proven[number] = {
                rules[place - 1].line: (idle, [rules[each - 1] for each in idle.by]) for place, idle in idles.items()
            }
        return self._proven[number]

    def _prove(self, key: bytes, rules: Sequence[Rule]) -> _Idles:
        """Return what is proven about some rules; nothing once a file has used up its work."""
        if self._work > _MOST_WORK_OF_A_FILE:
            return _NOTHING.idles
        proven = self._cache.proven(key, rules, self._checkpoint)
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
