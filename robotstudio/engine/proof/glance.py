"""Most rules are seen to be needed at a glance: a URL of their own shows it. What is left is proven among few rules."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain

from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import Pattern
from robotstudio.engine.proof.budget import Budget, ExhaustedError
from robotstudio.engine.proof.filing import ByStart, Searched
from robotstudio.engine.proof.globs import instance
from robotstudio.engine.proof.rules import Thinning
from robotstudio.engine.proof.sides import GlobEntry, Side
from robotstudio.engine.ruleset import Wildcard, compile_rule

_SLASH = b"/"
_STAR = ord("*")


class Glance:
    """The rules of a side, filed by what they are written with, so that few are looked at for each.

    For sides whose rules match what their globs do, in an order that is the same for every path.
    """

    def __init__(self, side: Side, budget: Budget) -> None:
        """`budget` is spent on patterns with a star alone: all else takes as long as to sort the rules."""
        self.side = side
        self._budget = budget
        self._ranked = side.rules.ranked
        self._nowhere = len(self._ranked)
        self._starts: list[bytes] = []
        self._firsts: dict[bytes, int] = {}
        self._more: dict[bytes, list[int]] = {}
        self._exact: dict[bytes, list[int]] = {}
        self._wildcards: list[Wildcard] = []
        syntax, starts = side.rules.wildcards, self._starts
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
        self._searched = Searched(self._wildcards, budget)
        self._anchored = frozenset(each.place for each in self._wildcards if each.pattern.anchored)
        self._first_open = next((each.place for each in self._wildcards if not each.pattern.anchored), self._nowhere)
        self._known: dict[bytes, Sequence[int]] = {}

    def needed(self) -> set[int]:
        """Lines of rules that are needed: on a path of its own each wins, over one of the other verdict.

        Others may be needed too. Nothing is seen so where not every path is one of a URL, or no letter is left that
        no pattern has.
        """
        form, found = self.side.form, set[int]()
        if self.free_letter and form.has_every_path and form.can_hold_all(self._used):
            with suppress(ExhaustedError):  # what was seen until then was seen
                found.update(self._needed_by_start())
                found.update(self._needed_by_path(self.free_letter.encode("latin-1")))
        return found

    @cached_property
    def _used(self) -> bytes:
        """All patterns: what their letters are is asked of them together."""
        return b"".join([*[rule.pattern for rule in self._ranked], *self.side.dialect.always_allowed])

    @cached_property
    def free_letter(self) -> str | None:
        """A letter of paths that no pattern has."""
        return next((letter for letter in self.side.form.fillers if ord(letter) not in self._used), None)

    def _needed_by_start(self) -> Iterator[int]:
        """Of rules that match all that begins with some text: those that match it match whatever these do.

        With each text that begins the next, the first two places of the rules for what begins with it are kept.
        """
        above = [(b"", self._nowhere, self._nowhere)]
        for start in sorted(self._firsts):
            while not start.startswith(above[-1][0]):
                above.pop()
            _, first, second = above[-1]
            own = self._firsts[start]
            if own < first and start not in self._more:
                first, second = own, first
            else:
                first, second = sorted((*self._more.get(start, (own,))[:2], first, second))[:2]
            above.append((start, first, second))
            if start.startswith(_SLASH) and first in self._places_of(start):
                yield from self._line_of(first, second, self._open_ended(start) if self._first_open < second else ())

    def _open_ended(self, start: bytes) -> Iterator[int]:
        """The places of patterns with a star that match whatever begins with a text."""
        return (place for place in self._searched.matching(start) if place not in self._anchored)

    def _places_of(self, start: bytes) -> Sequence[int]:
        """Of the rules for all that begins with a text."""
        return self._more.get(start) or ((self._firsts[start],) if start in self._firsts else ())

    def _needed_by_path(self, letter: bytes) -> Iterator[int]:
        """Of all others, each on the path in which a letter stands for each star."""
        exact = ((place, start) for start, places in self._exact.items() for place in places[:1])
        for place, path in chain(exact, ((each.place, _path(each.pattern, letter)) for each in self._wildcards)):
            if path.startswith(_SLASH) and path not in self.side.dialect.always_allowed:
                found = self._matching(path)
                if found[0] == place:
                    yield from self._line_of(place, (*found, self._nowhere)[1], ())

    def _line_of(self, first: int, second: int, more: Iterable[int]) -> Iterator[int]:
        """The line that decides, if the next that would says the opposite; `more` are places that match too."""
        for place in more:
            if place < first:
                return
            second = min(second, place)
        rule = self._ranked[first]
        allows, line = (True, 0) if second == self._nowhere else _said(self._ranked[second])
        if line != rule.line and allows != _said(rule)[0]:
            yield rule.line

    def _matching(self, path: bytes) -> Sequence[int]:
        """The places of all rules that match a path, in order."""
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

    def around(self, lines: Container[int]) -> Side:
        """The same side for all that is asked of rules on some lines: rules are left out that do not matter to them.

        What covers such a rule matters, and where a rule of the other verdict behind it has some of its paths, but not
        all, whatever may match one of these. All rules are left where it takes too long to tell.
        """
        try:
            entries = self._entries_of(lines)
            meeting = {entry.place for entry, paths in entries if self._meets_one_behind(entry, paths)}
        except ExhaustedError:
            return self.side
        return self._among(entries, meeting)

    def thinning(self, lines: Container[int], budget: Budget) -> "ThinningAtAGlance":
        """What is asked of rules on some lines, of which some may be taken away."""
        plain: dict[int, Sequence[Sequence[int]]] = {}
        try:
            entries = self._entries_of(lines) if self.free_letter else []
            meeting = {entry.place for entry, paths in entries if self._meets_one_behind(entry, paths)}
        except ExhaustedError:
            entries, meeting = [], set()
        fixed = self.side.dialect.always_allowed
        doubtful = {entry.line for entry, paths in entries if entry.place in meeting or not fixed.isdisjoint(paths)}
        for entry, paths in entries:
            if entry.line and entry.line not in doubtful:
                plain[entry.line] = [*plain.get(entry.line, ()), *map(self._matching, paths)]
        rest = [(entry, paths) for entry, paths in entries if entry.line in doubtful]
        side = self._among(rest, meeting) if rest else None if entries else self.side
        said = list(map(_said, self._ranked))
        return ThinningAtAGlance(plain, said, Thinning(side, budget) if side else None)

    def _entries_of(self, lines: Container[int]) -> Sequence[tuple[GlobEntry, Sequence[bytes]]]:
        """The rules on some lines, each with a path for each of its globs."""
        filler = self.free_letter or "x"  # what covers all paths of a rule matches any that is made of it
        entries = [self.side.entry_of(place, rule) for place, rule in enumerate(self._ranked) if rule.line in lines]
        return [(entry, [instance(glob, filler) for glob in self.side.globs(entry, self._budget)]) for entry in entries]

    def _among(self, entries: Iterable[tuple[GlobEntry, Sequence[bytes]]], meeting: Container[int]) -> Side:
        """The rules that matter to some, of which those at some places meet others of which they give way to none."""
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
            return self.side
        wanted.update(self._near(starts))
        if len(wanted) == self._nowhere:
            return self.side
        rules = [self._ranked[place] for place in sorted(wanted)]
        return Side(self.side.rules.among(rules, is_ranked=True), self.side.dialect)

    def _meets_one_behind(self, entry: GlobEntry, paths: Sequence[bytes]) -> bool:
        """Whether a rule of the other verdict that gives way to an entry has some of its paths, and not all."""
        places, last = self._opposite(not entry.allowed)
        if last < entry.place:
            return False
        for place in places.near(self._starts[entry.place]):
            self._budget.spend()
            if place > entry.place:
                pattern = compile_rule(self._ranked[place], self.side.rules.wildcards)
                if not all(map(pattern.matches, paths)):
                    return True
        return False

    def _opposite(self, allowed: bool) -> tuple[ByStart[bytes, int], int]:
        """The places of the rules of a verdict by their starts, and the last of them."""
        if allowed not in self._by_verdict:
            places = [place for place, rule in enumerate(self._ranked) if _said(rule)[0] is allowed]
            by_start = ByStart((self._starts[place], place) for place in places)
            self._by_verdict[allowed] = by_start, max(places, default=-1)
        return self._by_verdict[allowed]

    @cached_property
    def _by_verdict(self) -> dict[bool, tuple[ByStart[bytes, int], int]]:
        return {}

    def _near(self, starts: Sequence[bytes]) -> Iterator[int]:
        """The places of the rules that may share a path with what begins with any of some texts."""
        by_start, last = ByStart(zip(self._starts, range(self._nowhere), strict=True)) if starts else None, None
        for start in sorted(starts):
            if by_start and (last is None or not start.startswith(last)):  # else they were all found with the last
                last = start
                yield from by_start.near(start)


def _said(rule: Rule) -> tuple[bool, int]:
    """The verdict of a rule, and its line: one without a value blocks nothing."""
    return rule.allow or not rule.written, rule.line


def _path(pattern: Pattern, letter: bytes) -> bytes:
    """A path that a pattern matches, with a letter for each star."""
    text = letter.join((pattern.prefix or _SLASH, *pattern.middles, pattern.tail or b""))
    return text if pattern.anchored else text + letter


class ThinningAtAGlance:
    """Rules of which some are taken away, as `Thinning`: it is asked only where rules of the other verdict, which would
    decide behind one, have some of its paths and not all. Elsewhere what matches all paths of a rule tells.
    """

    def __init__(
        self, plain: Mapping[int, Sequence[Sequence[int]]], said: Sequence[tuple[bool, int]], others: Thinning | None
    ) -> None:
        """For lines that are plain, the places that match, for each kind of path; what the rule at each place says."""
        self._plain = plain
        self._said = said
        self._others = others
        self._gone: set[int] = set()

    def take(self, line: int) -> None:
        """Take the rule on a line away."""
        self._gone.add(line)
        if self._others:
            self._others.take(line)

    def is_needed(self, line: int) -> bool:
        """Whether some URL has another verdict without the rule on a line, of those that are left."""
        if line in self._plain or not self._others:
            return any(self._flips(line, places) for places in self._plain.get(line, ()))
        return self._others.is_needed(line)

    def instead_of(self, line: int) -> tuple[bool, tuple[int, ...]]:
        """Whether a rule decides at all, and the lines that would decide in its place: 0 for none."""
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
        """Whether the rule on a line decides, and the next that would, or none, says the opposite."""
        verdict: bool | None = None
        for allowed, number in self._left(places):
            if number != line:
                return verdict is not None and allowed != verdict
            if verdict is None:
                verdict = allowed
        return verdict is False
