"""Quick proof that most rules are needed: a URL of their own shows it. What is left is proven among few rules."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain

from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import Pattern
from robotstudio.engine.proof.budget import Budget, ExhaustedError
from robotstudio.engine.proof.globs import instance
from robotstudio.engine.proof.operands import GlobEntry, Operand
from robotstudio.engine.proof.pattern_index import PatternIndex, PrefixIndex
from robotstudio.engine.proof.rules import Thinning
from robotstudio.engine.ruleset import Wildcard, compile_rule

_SLASH = b"/"
_STAR = ord("*")
_PORTION = 256


class QuickProof:
    """The rules of a operand, indexed by their text, so that few are tried for each.

    For operands whose rules match what their globs do, in an order that is the same for every path.
    """

    def __init__(self, operand: Operand, budget: Budget) -> None:
        """`budget` is spent on wildcard patterns only: all else takes as long as sorting the rules."""
        self.operand = operand
        self._budget = budget
        self._ranked = operand.rules.ranked
        self._nowhere = len(self._ranked)
        self._starts: list[bytes] = []
        self._firsts: dict[bytes, int] = {}
        self._more: dict[bytes, list[int]] = {}
        self._exact: dict[bytes, list[int]] = {}
        self._wildcards: list[Wildcard] = []
        syntax, starts = operand.rules.wildcards, self._starts
        for place, rule in enumerate(self._ranked):
            start = rule.pattern
            if syntax.star and _STAR in start:
                pattern = compile_rule(rule, syntax)
                start = pattern.prefix
                if pattern.tail is not None:
                    self._wildcards.append(Wildcard(place, pattern.needle, pattern))
                elif (first := self._firsts.setdefault(start, place)) != place:
                    self._more.setdefault(start, [first]).append(place)
            elif syntax.dollar and start.endswith(b"$"):
                start = start[:-1]
                self._exact.setdefault(start, []).append(place)
            elif (first := self._firsts.setdefault(start, place)) != place:
                self._more.setdefault(start, [first]).append(place)
            starts.append(start or _SLASH)
        self._searched = PatternIndex(self._wildcards, budget)
        self._anchored = frozenset(each.place for each in self._wildcards if each.pattern.anchored)
        self._first_open = next((each.place for each in self._wildcards if not each.pattern.anchored), self._nowhere)
        self._known: dict[bytes, Sequence[int]] = {}

    def needed(self, checkpoint: Checkpoint = go_on) -> set[int]:
        """Return lines of rules that are needed: each wins on a path of its own, over a rule of the other verdict.

        Other rules may be needed too. The result is empty if some paths are not those of URLs, or if every letter
        occurs in a pattern.
        """
        form, found = self.operand.form, set[int]()
        if self.free_letter and form.has_every_path and form.can_hold_all(self._used):
            lines = chain(self._needed_by_start(), self._needed_by_path(self.free_letter.encode("latin-1")))
            with suppress(ExhaustedError):  # what was proven until then holds
                for place, line in enumerate(lines):
                    if place % _PORTION == 0:
                        checkpoint()
                    found.add(line)
        return found

    @cached_property
    def _used(self) -> bytes:
        """All patterns joined, for searching their letters together."""
        return b"".join([*[rule.pattern for rule in self._ranked], *self.operand.dialect.always_allowed])

    @cached_property
    def free_letter(self) -> str | None:
        """A letter of paths that no pattern has."""
        return next((letter for letter in self.operand.form.fillers if ord(letter) not in self._used), None)

    def _needed_by_start(self) -> Iterator[int]:
        """Yield needed lines among prefix rules: what matches the prefix itself matches all its paths.

        For each text that begins the next, the first two places of the rules for what begins with it are kept.
        """
        above = [(b"", self._nowhere, self._nowhere)]
        for start in sorted(self._firsts):
            while not start.startswith(above[-1][0]):
                above.pop()
            _, first, second = above[-1]
            own, several = self._firsts[start], self._more.get(start)
            if several:
                first, second = sorted((*several[:2], first, second))[:2]
            elif own < first:
                first, second = own, first
            elif own < second:
                second = own
            above.append((start, first, second))
            if (first == own or (several and first in several)) and start.startswith(_SLASH):
                line = self._line_of(first, second, self._open_ended(start) if self._first_open < second else ())
                if line is not None:
                    yield line

    def _open_ended(self, start: bytes) -> Iterator[int]:
        """Yield the places of wildcard patterns that match everything that begins with a text."""
        return (place for place in self._searched.matching(start) if place not in self._anchored)

    def _places_of(self, start: bytes) -> Sequence[int]:
        """Return the places of the rules for everything that begins with a text."""
        return self._more.get(start) or ((self._firsts[start],) if start in self._firsts else ())

    def _needed_by_path(self, letter: bytes) -> Iterator[int]:
        """Check the remaining rules on a path with each star replaced by a fresh letter."""
        exact = ((place, start) for start, places in self._exact.items() for place in places[:1])
        for place, path in chain(exact, ((each.place, _path(each.pattern, letter)) for each in self._wildcards)):
            if path.startswith(_SLASH) and path not in self.operand.dialect.always_allowed:
                found = self._matching(path)
                if found[0] == place and (line := self._line_of(place, (*found, self._nowhere)[1], ())) is not None:
                    yield line

    def _line_of(self, first: int, second: int, more: Iterable[int]) -> int | None:
        """Return the deciding line if the next one has the other verdict; `more` are places that match too."""
        for place in more:
            if place < first:
                return None
            second = min(second, place)
        rule = self._ranked[first]
        allows, line = (True, 0) if second == self._nowhere else _said(self._ranked[second])
        return rule.line if line != rule.line and allows != _said(rule)[0] else None

    def _matching(self, path: bytes) -> Sequence[int]:
        """Return the places of all rules that match a path, in order."""
        known = self._known.get(path)
        if known is None:
            places = {*self._exact.get(path, ()), *self._searched.matching(path)}
            for length in self._lengths[: bisect_right(self._lengths, len(path))]:
                places.update(self._places_of(path[:length]))
            known = self._known[path] = sorted(places)
        return known

    @cached_property
    def _lengths(self) -> list[int]:
        return sorted(set(map(len, self._firsts)))

    def around(self, lines: Container[int]) -> Operand:
        """Return the operand reduced to the rules that matter for rules on some lines.

        Rules that cover such a rule matter, and, if a weaker rule of the other verdict has some of its paths, but not
        all, everything that may match one of these. All rules are kept if finding out takes too long.
        """
        try:
            entries = self._entries_of(lines)
            meeting = {entry.place for entry, paths in entries if self._meets_one_behind(entry, paths)}
        except ExhaustedError:
            return self.operand
        return self._among(entries, meeting)

    def thinning(self, lines: Container[int], budget: Budget) -> "QuickThinning":
        """Prepare questions about rules on some lines, of which some may be removed."""
        plain: dict[int, Sequence[Sequence[int]]] = {}
        try:
            entries = self._entries_of(lines) if self.free_letter else []
            meeting = {entry.place for entry, paths in entries if self._meets_one_behind(entry, paths)}
        except ExhaustedError:
            entries, meeting = [], set()
        fixed = self.operand.dialect.always_allowed
        doubtful = {entry.line for entry, paths in entries if entry.place in meeting or not fixed.isdisjoint(paths)}
        for entry, paths in entries:
            if entry.line and entry.line not in doubtful:
                plain[entry.line] = [*plain.get(entry.line, ()), *map(self._matching, paths)]
        rest = [(entry, paths) for entry, paths in entries if entry.line in doubtful]
        operand = self._among(rest, meeting) if rest else None if entries else self.operand
        said = list(map(_said, self._ranked))
        return QuickThinning(plain, said, Thinning(operand, budget) if operand else None)

    def _entries_of(self, lines: Container[int]) -> Sequence[tuple[GlobEntry, Sequence[bytes]]]:
        """Return the rules on some lines, each with a path for each of its globs."""
        filler = self.free_letter or "x"  # a rule that covers all paths of another matches any instance of it
        entries = [self.operand.entry_of(place, rule) for place, rule in enumerate(self._ranked) if rule.line in lines]
        return [
            (entry, [instance(glob, filler) for glob in self.operand.globs(entry, self._budget)]) for entry in entries
        ]

    def _among(self, entries: Iterable[tuple[GlobEntry, Sequence[bytes]]], meeting: Container[int]) -> Operand:
        """Reduce the operand to the rules that matter to entries; those in `meeting` overlap weaker opposite rules."""
        wanted: set[int] = set()
        starts: list[bytes] = []
        try:
            for entry, paths in entries:
                if entry.place in meeting:
                    starts.append(self._starts[entry.place])
                else:
                    wanted.add(entry.place)
                    wanted.update(*map(self._matching, paths))
        except ExhaustedError:
            return self.operand
        wanted.update(self._near(starts))
        if len(wanted) == self._nowhere:
            return self.operand
        rules = [self._ranked[place] for place in sorted(wanted)]
        return Operand(self.operand.rules.among(rules, is_ranked=True), self.operand.dialect)

    def _meets_one_behind(self, entry: GlobEntry, paths: Sequence[bytes]) -> bool:
        """Return True if a weaker rule of the other verdict has some of an entry's paths, and not all."""
        places, last = self._opposite(not entry.allowed)
        if last < entry.place:
            return False
        for place in places.near(self._starts[entry.place]):
            self._budget.spend()
            if place > entry.place:
                pattern = compile_rule(self._ranked[place], self.operand.rules.wildcards)
                if not all(map(pattern.matches, paths)):
                    return True
        return False

    def _opposite(self, allowed: bool) -> tuple[PrefixIndex[bytes, int], int]:
        """Return the places of the rules of a verdict by their starts, and the last of them."""
        if allowed not in self._by_verdict:
            places = [place for place, rule in enumerate(self._ranked) if _said(rule)[0] is allowed]
            by_start = PrefixIndex((self._starts[place], place) for place in places)
            self._by_verdict[allowed] = by_start, max(places, default=-1)
        return self._by_verdict[allowed]

    @cached_property
    def _by_verdict(self) -> dict[bool, tuple[PrefixIndex[bytes, int], int]]:
        return {}

    def _near(self, starts: Sequence[bytes]) -> Iterator[int]:
        """Yield the places of the rules that may share a path with anything that begins with one of some texts."""
        by_start, last = PrefixIndex(zip(self._starts, range(self._nowhere), strict=True)) if starts else None, None
        for start in sorted(starts):
            if by_start and (last is None or not start.startswith(last)):  # else the last start found them all
                last = start
                yield from by_start.near(start)


def _said(rule: Rule) -> tuple[bool, int]:
    """Return the verdict of a rule, and its line: one without a value blocks nothing."""
    return rule.allow or not rule.written, rule.line


def _path(pattern: Pattern, letter: bytes) -> bytes:
    """Return a path that a pattern matches, with a letter for each star."""
    text = letter.join((pattern.prefix or _SLASH, *pattern.middles, pattern.tail or b""))
    return text if pattern.anchored else text + letter


class QuickThinning:
    """A faster `Thinning`: uses it only if weaker rules of the other verdict have some of a rule's paths and not all.

    Elsewhere the rules that match all paths of a rule suffice.
    """

    def __init__(
        self, plain: Mapping[int, Sequence[Sequence[int]]], said: Sequence[tuple[bool, int]], others: Thinning | None
    ) -> None:
        """`plain` maps plain lines to the matching places by kind of path, `said` places to verdict and line."""
        self._plain = plain
        self._said = said
        self._others = others
        self._gone: set[int] = set()

    def take(self, line: int) -> None:
        """Remove the rule on a line."""
        self._gone.add(line)
        if self._others:
            self._others.take(line)

    def is_needed(self, line: int) -> bool:
        """Return True if some URL has another verdict without the rule on a line, among those left."""
        if line in self._plain or not self._others:
            return any(self._flips(line, places) for places in self._plain.get(line, ()))
        return self._others.is_needed(line)

    def instead_of(self, line: int) -> tuple[bool, tuple[int, ...]]:
        """Return whether a rule decides at all, and the lines that would decide instead: 0 for none."""
        if line not in self._plain and self._others:
            return self._others.instead_of(line)
        decides, lines = False, set[int]()
        for places in self._plain.get(line, ()):
            left = [number for _, number in self._left(places)]
            decides = decides or left[:1] == [line]
            lines.add(next((each for each in left if each != line), 0))
        return decides, tuple(sorted(lines))

    def _left(self, places: Sequence[int]) -> Iterator[tuple[bool, int]]:
        return (said for place in places if (said := self._said[place])[1] not in self._gone)

    def _flips(self, line: int, places: Sequence[int]) -> bool:
        """Return True if the rule on a line decides, and the next that would, or none, has the other verdict."""
        verdict: bool | None = None
        for allowed, number in self._left(places):
            if number != line:
                return verdict is not None and allowed != verdict
            if verdict is None:
                verdict = allowed
        return verdict is False
