"""Where two sides may part: globs of which one path each tells about all paths that they match.

Let P win on a path for one side, and Q for the other. What P and Q have in common is made of finitely many globs, one
of which matches the path. A rule that matches that glob's instance (a word that no pattern touches for each star)
matches whatever the glob does, so that none of them outranks P or Q there which did not on the path: on the instance
the same two win. docs/proofs.md has the whole proof, and what is done where rules do more than a glob.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from robotstudio.engine.proof.budget import Budget, ExhaustedError, Undecided
from robotstudio.engine.proof.globs import STAR, instance, meet
from robotstudio.engine.proof.sides import GlobEntry, Side, by_start, filler_of, letters_of, with_ends

if TYPE_CHECKING:
    from robotstudio.engine.proof.filing import ByStart

_FEW_PIECES = 4
_READABLE = ("x", "1", "a", "page")


class Spot(NamedTuple):
    """A glob, the path that stands for it, and what decides about that for either side."""

    glob: str
    path: bytes
    one: GlobEntry
    other: GlobEntry

    @property
    def parts(self) -> bool:
        """Whether the sides part there."""
        return self.one.allowed != self.other.allowed


class Pair(NamedTuple):
    """Two entries that may decide about one path, each with the side that it is of."""

    entry: GlobEntry
    other: GlobEntry


class SpotSearch:
    """The spots at which two sides of one family of forms may part."""

    def __init__(self, one: Side, other: Side, budget: Budget) -> None:
        """Raises `ExhaustedError` where no word is found that may stand for a star."""
        self.one = one
        self.other = other
        self.budget = budget
        self._sides = (one, other)
        self._is_special = one.is_special or other.is_special
        self._goes_by_reach = one.goes_by_reach or other.goes_by_reach
        if self._is_special and self._goes_by_reach:
            raise ExhaustedError(Undecided.PRECEDENCE)
        self._ends = self._is_special or self._goes_by_reach
        filler = filler_of(self._sides)
        if filler is None:
            raise ExhaustedError(Undecided.LETTER)
        self.filler = filler
        self._seen: set[str] = set()

    def spots(self) -> Iterator[Spot]:
        """One spot for each glob; where the sides part on none of them, they part nowhere."""
        changed = self._changed()
        yield from self._own_spots(self.one, changed[0])
        yield from self._own_spots(self.other, changed[1])
        for pair in self._pairs(*changed):
            yield from self._meeting(pair)

    def wins(self, entry: GlobEntry) -> Spot | None:
        """A spot on which an entry of the first side decides, None where it does so nowhere."""
        left, tried = self.globs(self.one, entry), set[str]()
        while left:
            glob = left.pop()
            if glob in tried:
                continue
            tried.add(glob)
            spot = self.spot(glob)
            if spot.one is entry:
                return spot
            if self._is_special:
                left += self._refined(Pair(entry, spot.other), spot)
        return None

    def _own_spots(self, side: Side, entries: Iterable[GlobEntry]) -> Iterator[Spot]:
        """What each entry matches by itself: most differences are found there, and soon."""
        for entry in entries:
            for glob in self.globs(side, entry):
                yield from self._new_spot(glob)

    def _new_spot(self, glob: str) -> Iterator[Spot]:
        if glob not in self._seen:
            self._keep(glob)
            if self._is_possible(glob):
                yield self.spot(glob)

    def _keep(self, glob: str) -> None:
        self.budget.hold(len(glob))
        self._seen.add(glob)

    def _is_possible(self, glob: str) -> bool:
        return self.one.is_possible(glob) and self.other.is_possible(glob)

    def spot(self, glob: str) -> Spot:
        """The path that stands for a glob, and what decides about it."""
        self.budget.spend(self.one.cost + self.other.cost)
        path = instance(glob, self.filler)
        return Spot(glob, path, self.one.winner(path), self.other.winner(path))

    def globs(self, side: Side, entry: GlobEntry) -> list[str]:
        globs = side.globs(entry, self.budget, self._letters if entry.pattern.below is not None else "")
        return with_ends(globs) if self._ends else globs

    @cached_property
    def _letters(self) -> str:
        return letters_of(self._sides)

    def _changed(self) -> tuple[list[GlobEntry], list[GlobEntry]]:
        """The entries that are not the same on both sides: wherever they part, one of these decides."""
        one, other = self.one, self.other
        is_alike = one.rules.precedence is other.rules.precedence and one.rules.wildcards == other.rules.wildcards
        if not is_alike:
            return one.entries, other.entries
        kept = {entry.key for entry in one.entries} & {entry.key for entry in other.entries}
        if one.rules.precedence.by_order:
            kept = _in_order(
                [entry.key for entry in one.entries if entry.key in kept],
                [entry.key for entry in other.entries if entry.key in kept],
            )
        return (
            [entry for entry in one.entries if entry.key not in kept],
            [entry for entry in other.entries if entry.key not in kept],
        )

    def _pairs(self, ours: Sequence[GlobEntry], theirs: Sequence[GlobEntry]) -> Iterator[Pair]:
        """Entries of opposite verdicts that may match one path, and of which one is changed."""
        near = _Opposite(self.other.entries)
        for entry in self._deciding(self.one, ours):
            yield from (Pair(entry, each) for each in near.of(entry))
        known = {id(entry) for entry in ours}
        near = _Opposite([entry for entry in self.one.entries if id(entry) not in known])
        for entry in self._deciding(self.other, theirs):
            yield from (Pair(each, entry) for each in near.of(entry))

    def _deciding(self, side: Side, entries: Iterable[GlobEntry]) -> Iterator[GlobEntry]:
        """Entries that may decide about a path of their side at all."""
        return (entry for entry in entries if self._ends or self._deciding_globs(side, entry))

    def _deciding_globs(self, side: Side, entry: GlobEntry) -> list[str]:
        """The globs of an entry on which it wins for its side: on all others another does so everywhere."""
        known = self._won.get(id(entry))
        if known is None:
            globs = self.globs(side, entry)
            self.budget.spend(len(globs) * side.cost)
            known = [glob for glob in globs if side.winner(instance(glob, self.filler)) is entry]
            self._won[id(entry)] = known
        return known

    @cached_property
    def _won(self) -> dict[int, list[str]]:
        return {}

    def _meeting(self, pair: Pair) -> Iterator[Spot]:
        self.budget.spend()
        if self._ends:
            yield from self._meeting_with_ends(pair)
            return
        ours, theirs = self._deciding_globs(self.one, pair.entry), None
        for glob in ours:
            if pair.other.pattern.matches(instance(glob, self.filler)):
                yield from self._new_spot(glob)
                continue
            if theirs is None:
                theirs = self._deciding_globs(self.other, pair.other)
            for each in theirs:
                if pair.entry.pattern.matches(instance(each, self.filler)):
                    yield from self._new_spot(each)
                else:
                    for common in meet(glob, each, self.budget):
                        yield from self._new_spot(common)

    def _meeting_with_ends(self, pair: Pair) -> Iterator[Spot]:
        """Where it matters whether a star at the end stands for nothing, or where rules do more than a glob."""
        tried: set[str] = set()
        left = [
            common
            for glob in self.globs(self.one, pair.entry)
            for each in self.globs(self.other, pair.other)
            for common in meet(glob, each, self.budget, every=self._goes_by_reach)
        ]
        while left:
            glob = left.pop()
            if glob in tried or not self._is_possible(glob):
                continue
            tried.add(glob)
            spot = self.spot(glob)
            if glob not in self._seen:
                self._keep(glob)
                yield spot
            if self._is_special:
                left += self._refined(pair, spot)

    def _refined(self, pair: Pair, spot: Spot) -> Iterator[str]:
        """The parts of a glob on which the two entries of a pair may still win, though others do so on its instance."""
        for side, entry, winner in ((self.one, pair.entry, spot.one), (self.other, pair.other, spot.other)):
            if not entry.pattern.matches(spot.path):
                return
            if winner is not entry:
                if winner.is_special:
                    for part in side.is_safe_from(winner, spot.glob, self.budget, self._letters):
                        if not winner.pattern.matches(instance(part, self.filler)):
                            yield part
                return


class _Opposite:
    """Finds the entries of the opposite verdict that may share a path with one."""

    def __init__(self, entries: Sequence[GlobEntry]) -> None:
        self._entries = entries
        self._filed: dict[bool, ByStart[str, GlobEntry]] = {}

    def of(self, entry: GlobEntry) -> Iterator[GlobEntry]:
        wanted = not entry.allowed
        if wanted not in self._filed:
            self._filed[wanted] = by_start(each for each in self._entries if each.allowed is wanted)
        return self._filed[wanted].near(entry.start)


def _in_order(one: Sequence[object], other: Sequence[object]) -> set[object]:
    """A longest series of keys that stands in the same order on both sides."""
    places = {key: at for at, key in enumerate(other)}
    ends: list[int] = []
    last: list[object] = []
    before: dict[object, tuple[object, ...]] = {}
    for key in one:
        at = bisect_left(ends, places[key])
        before[key] = (last[at - 1],) if at else ()
        ends[at : at + 1] = [places[key]]
        last[at : at + 1] = [key]
    found: set[object] = set()
    chain = tuple(last[-1:])
    while chain:
        found.add(chain[0])
        chain = before[chain[0]]
    return found


def paths_of(glob: str, path: bytes) -> list[bytes]:
    """Paths that a glob matches, the shortest first, and last the one that stands for all."""
    found = {glob.replace(STAR, text) for text in ("", *_READABLE)}
    pieces = glob.split(STAR)
    if len(pieces) <= _FEW_PIECES:
        for texts in product(("", "x"), repeat=len(pieces) - 1):
            found.add("".join(text + piece for text, piece in zip(("", *texts), pieces, strict=True)))
    paths = sorted((text.encode("latin-1") for text in found), key=_plainness)
    return [*paths, path]


def _plainness(path: bytes) -> tuple[bool, int, bytes]:
    """What begins with two slashes is a path only behind a host."""
    return path.startswith(b"//"), len(path), path
