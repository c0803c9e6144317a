"""Most rules are seen to be needed at a glance: a URL of their own shows it. What is left is proven among few rules."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain

from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import Pattern
from robotstudio.engine.proof.budget import Budget, ExhaustedError
from robotstudio.engine.proof.filing import ByStart, Searched
from robotstudio.engine.proof.globs import instance
from robotstudio.engine.proof.sides import Entry, Side
from robotstudio.engine.ruleset import Wildcard, compile_rule

_SLASH = b"/"
_STAR = ord("*")


class Glance:
    """The rules of a side, filed by what they are written with, so that few are looked at for each.

    For sides whose rules match what their globs do, in an order that is the same for every path.
    """

    def __init__(self, side: Side, budget: Budget) -> None:
        """`budget` is spent on patterns with a star alone: all else takes as long as to sort the rules."""
        self._side = side
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
        self._open_ended = Searched([each for each in self._wildcards if not each.pattern.anchored], budget)

    def needed(self) -> set[int]:
        """Lines of rules that are needed: on a path of its own each wins, over one of the other verdict.

        Others may be needed too. Nothing is seen so where not every path is one of a URL, or no letter is left that
        no pattern has.
        """
        form, found = self._side.form, set[int]()
        if self._free_letter and form.has_every_path and form.can_hold(self._used.decode("latin-1")):
            with suppress(ExhaustedError):  # what was seen until then was seen
                found.update(self._needed_by_start())
                found.update(self._needed_by_path(self._free_letter.encode("latin-1")))
        return found

    @cached_property
    def _used(self) -> bytes:
        """The letters of all patterns."""
        return bytes({*b"".join([*(rule.pattern for rule in self._ranked), *self._side.dialect.always_allowed])})

    @cached_property
    def _free_letter(self) -> str | None:
        return next((letter for letter in self._side.form.fillers if ord(letter) not in self._used), None)

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
                yield from self._line_of(first, second, self._open_ended.matching(start) if self._wildcards else ())

    def _places_of(self, start: bytes) -> Sequence[int]:
        """Of the rules for all that begins with a text."""
        return self._more.get(start) or ((self._firsts[start],) if start in self._firsts else ())

    def _needed_by_path(self, letter: bytes) -> Iterator[int]:
        """Of all others, each on the path in which a letter stands for each star."""
        exact = ((place, start) for start, places in self._exact.items() for place in places[:1])
        for place, path in chain(exact, ((each.place, _path(each.pattern, letter)) for each in self._wildcards)):
            if path.startswith(_SLASH) and path not in self._side.dialect.always_allowed:
                found = sorted({*self._matching(path)})
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

    def _matching(self, path: bytes) -> Iterator[int]:
        """The places of all rules that match a path."""
        yield from self._exact.get(path, ())
        for length in self._lengths[: bisect_right(self._lengths, len(path))]:
            yield from self._places_of(path[:length])
        yield from self._searched.matching(path)

    @cached_property
    def _lengths(self) -> list[int]:
        return sorted(set(map(len, self._firsts)))

    def around(self, lines: Container[int]) -> Side:
        """The same side for all that is asked of rules on some lines: rules are left out that do not matter to them.

        What covers such a rule matters, and where a rule of the other verdict behind it has some of its paths, but not
        all, whatever may match one of these. All rules are left where it takes too long to tell.
        """
        wanted: set[int] = set()
        starts: list[bytes] = []
        filler = self._free_letter or "x"  # what covers all paths of a rule matches any that is made of it
        try:
            for place, rule in enumerate(self._ranked):
                if rule.line in lines:
                    entry = self._side.entry_of(place, rule)
                    paths = [instance(glob, filler) for glob in self._side.globs(entry, self._budget)]
                    if self._meets_one_behind(entry, paths):
                        starts.append(self._starts[place])
                    else:
                        wanted.add(place)
                        wanted.update(*map(self._matching, paths))
        except ExhaustedError:
            return self._side
        wanted.update(self._near(starts))
        if len(wanted) == self._nowhere:
            return self._side
        rules = [self._ranked[place] for place in sorted(wanted)]
        return Side(self._side.rules.among(rules, is_ranked=True), self._side.dialect)

    def _meets_one_behind(self, entry: Entry, paths: Sequence[bytes]) -> bool:
        """Whether a rule of the other verdict that gives way to an entry has some of its paths, and not all."""
        places, last = self._opposite(not entry.allowed)
        if last < entry.place:
            return False
        for place in places.near(self._starts[entry.place]):
            self._budget.spend()
            if place > entry.place:
                pattern = compile_rule(self._ranked[place], self._side.rules.wildcards)
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
