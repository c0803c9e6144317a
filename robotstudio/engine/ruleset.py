"""The rules of one effective group, made ready to decide about many paths."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from robotstudio.engine.groups import Rule, move_rule
from robotstudio.engine.patterns import FULL, Pattern, Wildcards, compile_pattern
from robotstudio.engine.precedence import LONGEST, Precedence, RankKey, reached_bytes

_STAR = ord("*")
_FEW_PATHS = 16
_compiled = lru_cache(maxsize=16384)(compile_pattern)


class Stamp:
    """Tells one set of rules from another, for whoever keeps what was worked out for it; it leads nowhere by itself."""

    __slots__ = ("__weakref__",)


class Origin(NamedTuple):
    """What rules were made of by an edit: the places in `ranked` of what was removed there, and of what is new here."""

    previous: Stamp
    removed: tuple[int, ...]
    added: tuple[int, ...]


class RuleSet:
    """Rules in the order in which they win; `winner` gives the first that matches.

    A rule is known by its place in that order. Literal prefixes, whole paths and patterns with a wildcard in the middle
    are kept apart, each in the form in which the least place that matches is found soonest. Where it depends on the
    path which of two rules wins, that order only settles ties.
    """

    __slots__ = (
        "__weakref__",
        "_asked",
        "_exact",
        "_has_wildcards",
        "_is_ready",
        "_last",
        "_literals",
        "_wildcards",
        "is_whole",
        "origin",
        "precedence",
        "ranked",
        "stamp",
        "wildcards",
    )

    def __init__(
        self,
        rules: Iterable[Rule],
        precedence: Precedence = LONGEST,
        wildcards: Wildcards = FULL,
        *,
        is_ranked: bool = False,
    ) -> None:
        """Rank the rules; `is_ranked` says that they stand in that order. `wildcards` says how patterns are read."""
        self.ranked: tuple[Rule, ...] = tuple(rules if is_ranked else sorted(rules, key=precedence.rank))
        self.precedence = precedence
        self.wildcards = wildcards
        self.is_whole = True
        self.stamp = Stamp()
        self.origin: Origin | None = None
        self._is_ready = False
        self._asked = 0
        self._last: tuple[bytes, tuple[Rule, ...]] | None = None
        self._exact: dict[bytes, int] = {}
        self._literals = _Literals({})
        self._wildcards = _Wildcards(())
        self._has_wildcards = False

    def edited(self, after: int, shift: int, removed: Iterable[Rule], added: Iterable[Rule]) -> "RuleSet":
        """The rules without some and with others; those behind line `after` have moved by `shift` lines before.

        What is made so knows its `origin`.
        """
        ranked, rank = list(self.ranked), self.precedence.rank
        stayed, gone = list(range(len(ranked))), []
        for rule in removed:
            place = bisect_left(ranked, rank(rule), key=rank)
            del ranked[place]
            gone.append(stayed.pop(place))
        if shift:
            ranked = [move_rule(rule, shift) if rule.line > after else rule for rule in ranked]
        new = list(added)
        for rule in new:
            insort(ranked, rule, key=rank)
        others = self.among(ranked, is_ranked=True)
        others.origin = Origin(self.stamp, tuple(sorted(gone)), _places_of(new, ranked, rank))
        return others

    def among(self, rules: Iterable[Rule], *, is_ranked: bool = False, is_whole: bool = True) -> "RuleSet":
        """Other rules, ranked and read in the same way; `is_whole` says that they are all that the crawler reads."""
        others = RuleSet(rules, self.precedence, self.wildcards, is_ranked=is_ranked)
        others.is_whole = is_whole
        return others

    def _prepare(self) -> None:
        """Sort the patterns by their kind; it pays after some paths, and bulk evaluation has its own way."""
        literal: dict[bytes, int] = {}
        wildcards: list[_Wildcard] = []
        star, dollar, _ = self.wildcards
        for place, rule in enumerate(self.ranked):
            text = rule.pattern
            if rule.below is not None:
                wildcards.append(_Wildcard(place, text, compile_rule(rule, self.wildcards)))
                continue
            if not star or _STAR not in text:
                if dollar and text.endswith(b"$"):
                    self._exact.setdefault(text[:-1], place)
                else:
                    literal.setdefault(text, place)
                continue
            pattern = compile_rule(rule, self.wildcards)
            if pattern.tail is None:
                literal.setdefault(pattern.prefix, place)
            else:
                wildcards.append(_Wildcard(place, pattern.needle, pattern))
        self._literals = _Literals(literal)
        self._wildcards = _Wildcards(wildcards)
        self._has_wildcards = bool(wildcards)
        self._is_ready = True

    def winner(self, path: bytes) -> Rule | None:
        """The rule that decides about a path, None where none matches."""
        if not self._is_ready:
            self._asked += 1
            if self._asked < _FEW_PATHS or self.precedence.reach:
                return next(iter(self.matching(path)), None)
            self._prepare()
        nowhere = len(self.ranked)
        best = self._literals.best(path, nowhere)
        if self._exact:
            best = min(best, self._exact.get(path, best))
        if self._has_wildcards:
            best = self._wildcards.best(path, best)
        return self.ranked[best] if best < nowhere else None

    def matching(self, path: bytes) -> tuple[Rule, ...]:
        """All rules that match a path, in the order in which they win; the last answer is kept for the explanation."""
        if self._last is None or self._last[0] != path:
            self._last = (path, self._matching(path))
        return self._last[1]

    def _matching(self, path: bytes) -> tuple[Rule, ...]:
        if self.wildcards is FULL:
            found = tuple(rule for rule in self.ranked if _matches(rule.pattern, path))
        else:
            found = tuple(rule for rule in self.ranked if compile_rule(rule, self.wildcards).matches(path))
        if self.precedence.reach:
            return tuple(sorted(found, key=partial(self.weight, path=path), reverse=True))
        return found

    def weight(self, rule: Rule, path: bytes) -> int:
        """What is compared of a rule that matches a path: bytes, the most win; nothing where the file's order decides.

        Rules of the same weight stand in the order of `ranked`.
        """
        if self.precedence.reach:
            return self.reaches(rule, (path,))[0]
        return 0 if self.precedence.by_order else len(rule.pattern)

    def reaches(self, rule: Rule, paths: Sequence[bytes]) -> list[int]:
        """How far a rule reaches into paths that it matches."""
        reach, pattern = self.precedence.reach or reached_bytes, compile_rule(rule, self.wildcards)
        return [reach(pattern, rule.pattern, path) for path in paths]


def _places_of(rules: Iterable[Rule], ranked: Sequence[Rule], rank: RankKey) -> tuple[int, ...]:
    """Where rules stand; two readings of one line may have the same rank."""
    places: set[int] = set()
    for rule in rules:
        place = bisect_left(ranked, rank(rule), key=rank)
        while place in places or ranked[place] is not rule:
            place += 1
        places.add(place)
    return tuple(sorted(places))


def compile_rule(rule: Rule, wildcards: Wildcards) -> Pattern:
    """The pattern of a rule, ready to match."""
    pattern = _compiled(rule.pattern, wildcards)
    return pattern if rule.below is None else pattern._replace(below=rule.below)


class _Literals:
    """Literal prefixes by their bytes: one look for each length that prefixes with the same start have."""

    __slots__ = ("_first_bytes", "_long", "_places", "_short")

    _START = 8

    def __init__(self, places: dict[bytes, int]) -> None:
        self._places = places
        starts: dict[bytes, dict[int, int]] = {}
        short: dict[int, int] = {}
        for text, place in places.items():
            lengths = short if len(text) < self._START else starts.setdefault(text[: self._START], {})
            lengths[len(text)] = min(place, lengths.get(len(text), place))
        self._short = self._by_place(short)
        self._long = {start: self._by_place(lengths) for start, lengths in starts.items()}
        # Few prefixes are tried soonest all together, in one call.
        self._first_bytes = tuple({text[: self._START] for text in places}) if len(places) <= 48 else ()

    @staticmethod
    def _by_place(lengths: dict[int, int]) -> list[tuple[int, int]]:
        return sorted((place, length) for length, place in lengths.items())

    def best(self, path: bytes, best: int) -> int:
        """The least place below `best` whose prefix starts the path, else `best`."""
        if self._first_bytes and not path.startswith(self._first_bytes):
            return best
        places = self._places
        for place, length in self._short:
            if place > best:
                break
            best = min(best, places.get(path[:length], best))
        for place, length in self._long.get(path[: self._START], ()):
            if place > best:
                break
            best = min(best, places.get(path[:length], best))
        return best


class _Wildcard(NamedTuple):
    place: int
    needle: bytes
    pattern: Pattern


class _Wildcards:
    """Patterns with a wildcard in the middle, in piles by the first bytes that they ask of a path."""

    __slots__ = ("_anywhere", "_piles")

    _START = 4

    def __init__(self, wildcards: Sequence[_Wildcard]) -> None:
        starts: dict[bytes, list[_Wildcard]] = {}
        for wildcard in wildcards:
            prefix = wildcard.pattern.prefix
            starts.setdefault(prefix[: self._START] if len(prefix) >= self._START else b"", []).append(wildcard)
        self._anywhere = _Pile(starts.pop(b"", ()))
        self._piles = {start: _Pile(pile) for start, pile in starts.items()}

    def best(self, path: bytes, best: int) -> int:
        """The least place below `best` whose pattern matches the path, else `best`."""
        pile = self._piles.get(path[: self._START])
        if pile:
            best = pile.best(path, best)
        return self._anywhere.best(path, best)


class _Pile:
    """Wildcard patterns that are tried one by one, each only on paths that hold the longest byte string it needs.

    Where there are many, and many paths, the bytes of the path say which are worth a try: every needle is filed under
    its rarest run of three bytes.
    """

    __slots__ = ("_asked", "_filed", "_tried")

    _FEW_PATTERNS = 48

    def __init__(self, wildcards: Sequence[_Wildcard]) -> None:
        self._asked = 0
        self._filed: dict[bytes, list[_Wildcard]] = {}
        self._tried = list(wildcards)

    def _file(self) -> None:
        counts = Counter(run for wildcard in self._tried for run in set(_runs(wildcard.needle)))
        without_run = []
        for wildcard in self._tried:
            runs = _runs(wildcard.needle)
            if runs:
                self._filed.setdefault(min(runs, key=counts.__getitem__), []).append(wildcard)
            else:
                without_run.append(wildcard)
        self._tried = without_run

    def best(self, path: bytes, best: int) -> int:
        """The least place below `best` whose pattern matches the path, else `best`."""
        if self._tried:
            self._asked += 1
            if self._asked == _FEW_PATHS and len(self._tried) > self._FEW_PATTERNS:
                self._file()
            best = _first(self._tried, path, best)
        if self._filed:
            for run in _runs(path):
                if run in self._filed:
                    best = _first(self._filed[run], path, best)
        return best


def _matches(text: bytes, path: bytes) -> bool:
    if _STAR in text:
        return _compiled(text, FULL).matches(path)
    return path == text[:-1] if text.endswith(b"$") else path.startswith(text)


def _runs(text: bytes) -> list[bytes]:
    return [text[at : at + 3] for at in range(len(text) - 2)]


def _first(wildcards: Sequence[_Wildcard], path: bytes, best: int) -> int:
    for place, needle, pattern in wildcards:
        if place > best:
            break
        if needle in path and pattern.matches(path):
            return place
    return best
