"""The rules of one effective group, prepared for deciding many paths."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from robotstudio.engine.cancelling import Checkpoint, go_on, in_portions
from robotstudio.engine.dialects.model import LONGEST, Precedence, RankKey, reached_bytes
from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import FULL, Pattern, Wildcards, compile_pattern
from robotstudio.engine.revision import LineShift

_STAR = ord("*")
_FEW_PATHS = 16
LONGEST_CACHED = 1000
"""Longer patterns are those of hostile files, whose megabytes would be kept."""
_usual_compiled = lru_cache(maxsize=16384)(compile_pattern)


class Stamp:
    """Identity of a rule set, for caches; it holds no reference to the set."""

    __slots__ = ("__weakref__",)


class RuleSetEdit(NamedTuple):
    """The edit that made a rule set of a previous one: the ranks removed there, and those added here."""

    previous: Stamp
    removed: tuple[int, ...]
    added: tuple[int, ...]


class RuleSet:
    """Rules in order of precedence; `winner` returns the first that matches.

    A rule is identified by its place in that order. If the path decides which of two rules wins, that order only breaks
    ties.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        precedence: Precedence = LONGEST,
        wildcards: Wildcards = FULL,
        *,
        is_ranked: bool = False,
    ) -> None:
        """`is_ranked` says that the rules are given in rank order."""
        self._rules = tuple(rules)
        self._is_ranked = is_ranked
        self.precedence = precedence
        self.wildcards = wildcards
        self.is_whole = True
        self.stamp = Stamp()
        self.origin: RuleSetEdit | None = None
        self._asked = 0
        self._last: tuple[bytes, tuple[Rule, ...]] | None = None
        self._index: _Index | None = None  # pays off after some paths; bulk evaluation does not use it

    @cached_property
    def ranked(self) -> tuple[Rule, ...]:
        """The rules in order of precedence."""
        return self._rules if self._is_ranked else tuple(sorted(self._rules, key=self.precedence.rank))

    def edited(self, shift: LineShift, removed: Iterable[Rule], added: Iterable[Rule]) -> "RuleSet":
        """Return the rules without some and with others; the rest has moved as `shift` says.

        The result has an `origin`.
        """
        rank, gone = self.precedence.rank, set[int]()
        for rule in removed:
            place = bisect_left(self.ranked, rank(rule), key=rank)
            while place in gone:
                place += 1
            gone.add(place)
        ranked = shift.rules(self.ranked)
        for place in sorted(gone, reverse=True):
            del ranked[place]
        new = list(added)
        for rule in new:
            insort(ranked, rule, key=rank)
        others = self.among(ranked, is_ranked=True)
        others.origin = RuleSetEdit(self.stamp, tuple(sorted(gone)), _places_of(new, ranked, rank))
        return others

    def among(self, rules: Iterable[Rule], *, is_ranked: bool = False, is_whole: bool = True) -> "RuleSet":
        """Make a set of other rules read in the same way; `is_whole` if they are all that the crawler reads."""
        others = RuleSet(rules, self.precedence, self.wildcards, is_ranked=is_ranked)
        others.is_whole = is_whole
        return others

    def winner(self, path: bytes) -> Rule | None:
        """Return the rule that decides a path, None if none matches."""
        if self._index is None:
            self._asked += 1
            if self._asked < _FEW_PATHS or self.precedence.reach:
                return next(iter(self.matching(path)), None)
            self._index = _Index(self.ranked, self.wildcards)
        nowhere = len(self.ranked)
        best = self._index.best(path, nowhere)
        return self.ranked[best] if best < nowhere else None

    def matching(self, path: bytes, checkpoint: Checkpoint = go_on) -> tuple[Rule, ...]:
        """Return all rules that match a path, in order of precedence; the last result is cached for the explanation."""
        if self._last is None or self._last[0] != path:
            self._last = (path, self._matching(path, in_portions(self._rules, checkpoint)))
        return self._last[1]

    def _matching(self, path: bytes, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        if self.wildcards is FULL:
            found = [rule for rule in rules if matches_in_full(rule.pattern, path)]
        else:
            found = [rule for rule in rules if compile_rule(rule, self.wildcards).matches(path)]
        if not self._is_ranked:
            found.sort(key=self.precedence.rank)
        if self.precedence.reach:
            found.sort(key=partial(self.weight, path=path), reverse=True)
        return tuple(found)

    def weight(self, rule: Rule, path: bytes) -> int:
        """Return the bytes by which a matching rule is compared, the most win; 0 if the order of the file decides.

        Rules of the same weight are in the order of `ranked`.
        """
        if self.precedence.reach:
            return self.reaches(rule, (path,))[0]
        return 0 if self.precedence.by_order else len(rule.pattern)

    def reaches(self, rule: Rule, paths: Sequence[bytes]) -> list[int]:
        """Return how many bytes of each path a rule covers."""
        reach, pattern = self.precedence.reach or reached_bytes, compile_rule(rule, self.wildcards)
        return [reach(pattern, rule.pattern, path) for path in paths]


def _places_of(rules: Iterable[Rule], ranked: Sequence[Rule], rank: RankKey) -> tuple[int, ...]:
    """Return the ranks of rules; two readings of one line may have the same rank key."""
    places: set[int] = set()
    for rule in rules:
        place = bisect_left(ranked, rank(rule), key=rank)
        while place in places or ranked[place] is not rule:
            place += 1
        places.add(place)
    return tuple(sorted(places))


def compiled(text: bytes, wildcards: Wildcards = FULL) -> Pattern:
    """Compile a pattern, or return it from the cache."""
    return (_usual_compiled if len(text) <= LONGEST_CACHED else compile_pattern)(text, wildcards)


def compile_rule(rule: Rule, wildcards: Wildcards) -> Pattern:
    pattern = compiled(rule.pattern, wildcards)
    return pattern if rule.below is None else pattern._replace(below=rule.below)


class Wildcard(NamedTuple):
    """A pattern with its place in the order of rules, and a text that each matching path contains."""

    place: int
    needle: bytes
    pattern: Pattern


class NeedleIndex:
    """Patterns indexed by a text that they need; if they are many, by the rarest run of three bytes in it."""

    __slots__ = ("_always", "_filed")

    _RUN, _FEW = 3, 48

    def __init__(self, wildcards: list[Wildcard]) -> None:
        """Index the patterns; short ones, or all if they are few, are tried for every path."""
        self._filed: dict[bytes, list[Wildcard]] = {}
        self._always: tuple[list[Wildcard], ...] = (wildcards,) if wildcards else ()
        if len(wildcards) > self._FEW:
            counts = Counter(run for wildcard in wildcards for run in set(self._runs(wildcard.needle)))
            for wildcard in wildcards:
                rarest = min(self._runs(wildcard.needle), key=counts.__getitem__, default=b"")
                self._filed.setdefault(rarest, []).append(wildcard)
            short = self._filed.pop(b"", None)
            self._always = (short,) if short else ()

    def _runs(self, text: bytes) -> list[bytes]:
        return [text[at : at + self._RUN] for at in range(len(text) - self._RUN + 1)]

    def near(self, path: bytes) -> Sequence[list[Wildcard]]:
        """Return the patterns that may match a path, each at least once."""
        filed = self._filed
        return (*self._always, *[filed[run] for run in self._runs(path) if run in filed]) if filed else self._always


class _Index:
    """The rules of a set, indexed so that a path is compared only with the few that may match it.

    Whole paths are looked up. Literal prefixes cost one look-up for each length that those with the same start have.
    Patterns with a wildcard in the middle are tried one by one, each only on paths that contain the longest byte string
    that it needs; if they are many, they are indexed by its rarest run of three bytes.
    """

    __slots__ = ("_exact", "_lengths", "_literals", "_wildcards")

    _START = 5

    def __init__(self, ranked: Sequence[Rule], syntax: Wildcards) -> None:
        self._exact: dict[bytes, int] = {}
        self._literals: dict[bytes, int] = {}
        wildcards = []
        for place, rule in enumerate(ranked):
            text = rule.pattern
            if rule.below is not None:
                wildcards.append(Wildcard(place, text, compile_rule(rule, syntax)))
            elif syntax.star and _STAR in text:
                pattern = compile_rule(rule, syntax)
                if pattern.tail is None:
                    self._literals.setdefault(pattern.prefix, place)
                else:
                    wildcards.append(Wildcard(place, pattern.needle, pattern))
            elif syntax.dollar and text.endswith(b"$"):
                self._exact.setdefault(text[:-1], place)
            else:
                self._literals.setdefault(text, place)
        self._lengths = self._by_start()
        self._wildcards = NeedleIndex(wildcards)

    def _by_start(self) -> dict[bytes, list[tuple[int, int]]]:
        """Return (least place, length) of prefixes by their start; short ones under b""."""
        starts: dict[bytes, dict[int, int]] = {}
        for text, place in self._literals.items():
            lengths = starts.setdefault(text[: self._START] if len(text) >= self._START else b"", {})
            lengths[len(text)] = min(place, lengths.get(len(text), place))
        return {start: sorted((place, size) for size, place in lengths.items()) for start, lengths in starts.items()}

    def best(self, path: bytes, nowhere: int) -> int:
        """Return the least place whose pattern matches the path, else `nowhere`."""
        best = self._exact.get(path, nowhere)
        literals = self._literals
        for start in (b"", path[: self._START]):
            for place, size in self._lengths.get(start, ()):
                if place > best:
                    break
                best = min(best, literals.get(path[:size], best))
        for wildcards in self._wildcards.near(path):
            best = _first(wildcards, path, best)
        return best


def matches_in_full(text: bytes, path: bytes) -> bool:
    """Return True if a pattern, in which `*` and `$` are special, matches a path."""
    if _STAR in text:
        return compiled(text, FULL).matches(path)
    return path == text[:-1] if text.endswith(b"$") else path.startswith(text)


def _first(wildcards: Sequence[Wildcard], path: bytes, best: int) -> int:
    for place, needle, pattern in wildcards:
        if place > best:
            break
        if needle in path and pattern.matches(path):
            return place
    return best
