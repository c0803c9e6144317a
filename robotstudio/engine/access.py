"""Summary of what a set of rules lets a crawler fetch, in one sentence that holds for every URL.

The sentence is "everything except what these rules disallow; of that, what those allow is open", or the reverse with
"nothing". If two rules of either kind match one path, precedence decides which wins. If it is the same one on all such
paths, the sentence can name it, and is exact. Proof: let a path be decided by an Allow. No Disallow that wins over it
matches that path, so the sentence says that it is open. If a Disallow decides, it is among those that are said to win
over each Allow that matches the path, so it is closed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import islice
from math import inf
from typing import NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import Pattern, Wildcards
from robotstudio.engine.proof.globs import may_meet
from robotstudio.engine.proof.pattern_index import PrefixIndex
from robotstudio.engine.ruleset import RuleSet, compile_rule

_MOST_PAIRS = 100_000
"""Maximum pairs of an exception and a rule of the other kind; only a few real files have more."""


class Access(StrEnum):
    """The extent of what a crawler may fetch."""

    EVERYTHING = "everything"
    NOTHING = "nothing"
    EXCEPT = "except"  # everything but what some rules disallow
    ONLY = "only"  # nothing but what some rules allow


class Exactness(StrEnum):
    """Proof status of a summary: complete and correct for every URL, or not proven."""

    PROVEN = "proven"
    BUT_ROBOTS = "but-robots"  # except for /robots.txt, which is always allowed
    NOT_PROVEN = "not-proven"


class Further(Struct, frozen=True):
    """A rule that makes an exception to exceptions, but not to those of the lines that win over it."""

    rule: Rule
    lost_to: tuple[int, ...] = ()


class Reach(Struct, frozen=True):
    """The URLs that rules let a crawler fetch, by exceptions; made by `reach_of`.

    `rules` are those that make the exceptions to everything, or to nothing; `further` those of the other kind that make
    exceptions to these. If `exact`, a URL is such a further exception if it matches one of them, and none of the rules
    that this one is `lost_to`.
    """

    access: Access
    rules: tuple[Rule, ...] = ()
    further: tuple[Further, ...] = ()
    exact: Exactness = Exactness.NOT_PROVEN

    @property
    def merge_key(self) -> object:
        """Key that is equal for two that say the same."""
        further = tuple((each.rule.line, each.lost_to) for each in self.further)
        return self.access, tuple(rule.line for rule in self.rules), further, self.exact


_known: WeakKeyDictionary[RuleSet, Reach] = WeakKeyDictionary()


def exact_reach_of(rules: RuleSet, dialect: Dialect) -> Reach:
    """Return what a set of rules lets a crawler fetch, with its exactness in this dialect."""
    reach = reach_of(rules)
    if reach.exact is Exactness.NOT_PROVEN or not reach.rules:
        return reach
    found = ((path, rules.winner(path)) for path in dialect.always_allowed)
    closed = (path for path, rule in found if (reach.access is Access.ONLY if rule is None else not _allows(rule)))
    return replace(reach, exact=Exactness.BUT_ROBOTS) if any(closed) else reach


def reach_of(rules: RuleSet) -> Reach:
    """Return what a set of rules lets a crawler fetch.

    The first rule by precedence that matches every path ends all further ones: if none before it contradicts it,
    nothing else matters. If the path decides which rule wins, less can be left out.
    """
    found = _known.get(rules)
    if found is None:
        found = _known[rules] = _reach_by_path(rules) if rules.precedence.reach else _reach_by_rank(rules)
    return found


def _reach_by_rank(rules: RuleSet) -> Reach:
    before: list[Rule] = []
    rest = iter(rules.ranked)
    for rule in rest:
        if matches_everything(rule, rules.wildcards):
            lines = {each.line for each in before}
            also = [each for each in rest if each.line in lines]  # alternative readings of these lines
            all_else = [rule] if also or rule.line in lines else []
            return _Exceptions(rules, [*before, *also], all_else, allowed=_allows(rule)).reach()
        before.append(rule)
    return _Exceptions(rules, before, allowed=True).reach()


def _reach_by_path(rules: RuleSet) -> Reach:
    with_value = [rule for rule in rules.ranked if not rule.is_empty]
    universal = [rule for rule in with_value if matches_everything(rule, rules.wildcards)]
    allowed = not universal or any(_allows(rule) for rule in universal)
    all_else = [rule for rule in universal if _allows(rule) is allowed]
    return _Exceptions(rules, [rule for rule in with_value if rule not in all_else], all_else, allowed=allowed).reach()


class _Overlap(NamedTuple):
    """An exception and a further rule with paths in common; `is_lost` if the exception wins on all of these.

    It is None if that depends on the path.
    """

    exception: Rule
    further: Rule
    is_lost: bool | None


class _Exceptions:
    """The rules that make exceptions to everything, or to nothing, and those of the other kind."""

    def __init__(self, rules: RuleSet, ranked: Sequence[Rule], all_else: Sequence[Rule] = (), *, allowed: bool) -> None:
        """`ranked` are by precedence; if none of them matches, `allowed` holds, by `all_else` if rules say so."""
        self._rules = rules
        self._all_else = all_else
        self._allowed = allowed
        self._place = {id(rule): place for place, rule in enumerate(rules.ranked)}
        lines, self._never = _first_of_patterns(ranked)
        self._exceptions = [rule for rule in ranked if rule.line in lines and _allows(rule) is not allowed]
        self._further = [rule for rule in ranked if rule.line in lines and _allows(rule) is allowed]

    def reach(self) -> Reach:
        """Summarise the rules, exactly if possible."""
        exactly = self._exactly()
        exceptions, further = exactly or (self._exceptions, [Further(rule) for rule in _by_weight(self._further)])
        if not exceptions:
            return Reach(Access.EVERYTHING if self._allowed else Access.NOTHING, exact=Exactness.PROVEN)
        access = Access.EXCEPT if self._allowed else Access.ONLY
        exact = Exactness.PROVEN if exactly else Exactness.NOT_PROVEN
        return Reach(access, _by_weight(exceptions), tuple(further), exact)

    def _exactly(self) -> tuple[list[Rule], list[Further]] | None:
        """Return the exceptions that count, and those to them with what they lose to; None if not that simple."""
        pairs = list(islice(self._pairs(), _MOST_PAIRS + 1))
        overlaps = [_Overlap(*pair, self._wins(*pair)) for pair in pairs if may_meet(*map(self._pattern, pair))]
        if len(pairs) > _MOST_PAIRS or any(each.is_lost is None for each in overlaps):
            return None
        exceptions = self._deciding(overlaps)
        lines = {rule.line for rule in exceptions}
        lost_to: dict[int, set[int]] = defaultdict(set)
        opened: dict[int, set[int]] = defaultdict(set)
        for exception, further, is_lost in overlaps:
            if exception.line in lines:
                (lost_to if is_lost else opened)[further.line].add(exception.line)
        if any(lost_to[line] & opened[line] for line in [*opened]):
            return None  # of a line's two readings one wins and one does not
        further_rules = [rule for rule in _by_weight(self._further) if rule.line in opened]
        return exceptions, [Further(rule, tuple(sorted(lost_to[rule.line]))) for rule in further_rules]

    def _deciding(self, overlaps: Iterable[_Overlap]) -> list[Rule]:
        """Return the exceptions on lines that can decide a path, as far as is easy to see."""
        never = {id(each.exception) for each in overlaps if not each.is_lost and self._covers(*each[1::-1])}
        never |= self._never
        lines = {rule.line for rule in self._exceptions if id(rule) not in never}
        return [rule for rule in self._exceptions if rule.line in lines]

    def _pairs(self) -> Iterator[tuple[Rule, Rule]]:
        """Yield pairs of an exception and a further rule whose literal starts allow common paths."""
        filed = PrefixIndex((_start(self._pattern(rule)), rule) for rule in self._exceptions)
        for further in (*self._further, *self._all_else):
            for exception in filed.near(_start(self._pattern(further))):
                yield exception, further

    def _pattern(self, rule: Rule) -> Pattern:
        return compile_rule(rule, self._rules.wildcards)

    def _covers(self, rule: Rule, other: Rule) -> bool:
        """Return True if a rule without wildcards matches whatever another does."""
        pattern = self._pattern(rule)
        is_open = pattern.tail is None and not pattern.anchored and pattern.below is None
        return is_open and _start(self._pattern(other)).startswith(_start(pattern))

    def _wins(self, rule: Rule, other: Rule) -> bool | None:
        """Return True if a rule wins over another on all paths that both match; None if only on some of them."""
        is_first = self._place[id(rule)] < self._place[id(other)]
        if not self._rules.precedence.reach:
            return is_first
        least, most = self._reached(rule)
        others_least, others_most = self._reached(other)
        if least > others_most or others_least > most:
            return least > others_most
        whole, others_whole = self._is_whole(rule), self._is_whole(other)
        if whole is others_whole:
            return is_first if whole or least == most == others_least == others_most else None
        # One reaches to the end of any path; the other, without a wildcard, only if the path ends there.
        far, near = (rule, other) if whole else (other, rule)
        end = self._pattern(near)
        ties = end.tail is not None or self._pattern(far).matches(end.prefix)
        return None if ties and is_first is not whole else whole

    def _reached(self, rule: Rule) -> tuple[float, float]:
        """Return the least and the most bytes that a rule covers of the paths that it matches."""
        pattern = self._pattern(rule)
        size = sum(map(len, (pattern.prefix, *pattern.middles, pattern.tail or b"")))
        return size, inf if pattern.tail is not None or self._is_whole(rule) else size

    def _is_whole(self, rule: Rule) -> bool:
        """Return True if a rule covers all of each path that it matches."""
        return self._pattern(rule).anchored or rule.pattern.endswith((b"*", b"*$"))


def _first_of_patterns(ranked: Iterable[Rule]) -> tuple[set[int], set[int]]:
    """Return the lines with a pattern that no earlier rule has, and the ids of the other rules, which never win."""
    seen: set[tuple[bytes, bytes | None]] = set()
    lines: set[int] = set()
    never: set[int] = set()
    for rule in ranked:
        if (rule.pattern, rule.below) in seen:
            never.add(id(rule))
        else:
            seen.add((rule.pattern, rule.below))
            lines.add(rule.line)
    return lines, never


def _start(pattern: Pattern) -> bytes:
    return pattern.prefix or b"/"


def _by_weight(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Order the rules by coverage, short prefixes first; each line is listed once."""
    by_line: dict[int, Rule] = {}
    for rule in rules:
        if rule.line not in by_line or by_line[rule.line].rewritten:
            by_line[rule.line] = rule
    return tuple(sorted(by_line.values(), key=_weight))


def _weight(rule: Rule) -> tuple[bool, int, int]:
    has_special = b"*" in rule.pattern[:-1] or rule.pattern.endswith(b"$")
    return has_special, len(rule.pattern), rule.line


def matches_everything(rule: Rule, wildcards: Wildcards) -> bool:
    """Return True if a rule matches every path: paths start with a slash."""
    pattern = compile_rule(rule, wildcards)
    is_open = pattern.tail is None and not pattern.anchored and pattern.below is None
    return is_open and pattern.prefix in {b"", b"/"}


def _allows(rule: Rule) -> bool:
    return rule.allow or not rule.written
