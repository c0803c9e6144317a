"""Where two sides may differ: globs of which one path each is representative of all paths that they match.

Let P win on a path for one side, and Q for the other. The intersection of P and Q is made of finitely many globs, one
of which matches the path. A rule that matches that glob's instance (a word that no pattern touches for each star)
matches whatever the glob does, so that none of them outranks P or Q there which did not on the path: on the instance
the same two win. docs/proofs.md has the whole proof, and what is done if rules do more than a glob.
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
    """A glob, the path that represents it, and what decides that path for either side."""

    glob: str
    path: bytes
    one: GlobEntry
    other: GlobEntry

    @property
    def parts(self) -> bool:
        """True if the sides differ there."""
        return self.one.allowed != self.other.allowed


class Pair(NamedTuple):
    """Two entries that may decide one path, each with its side."""

    entry: GlobEntry
    other: GlobEntry


class SpotSearch:
    """The spots at which two sides of one family of forms may differ."""

    def __init__(self, one: Side, other: Side, budget: Budget) -> None:
        """Raise `ExhaustedError` if no word is found that can replace a star."""
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
        """Yield one spot for each glob; if the sides differ on none of them, they differ nowhere."""
        changed = self._changed()
        yield from self._own_spots(self.one, changed[0])
        yield from self._own_spots(self.other, changed[1])
        for pair in self._pairs(*changed):
            yield from self._meeting(pair)

    def wins(self, entry: GlobEntry) -> Spot | None:
        """Return a spot that an entry of the first side decides, None if there is none."""
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
        """Yield what each entry matches by itself: most differences are found there, and soon."""
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
        """Return the path that represents a glob, and what decides it."""
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
        """Return the entries that are not the same on both sides: wherever the sides differ, one of these decides."""
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
        """Yield entries of opposite verdicts that may match one path, and of which one is changed."""
        near = _Opposite(self.other.entries)
        for entry in self._deciding(self.one, ours):
            yield from (Pair(entry, each) for each in near.of(entry))
        known = {id(entry) for entry in ours}
        near = _Opposite([entry for entry in self.one.entries if id(entry) not in known])
        for entry in self._deciding(self.other, theirs):
            yield from (Pair(each, entry) for each in near.of(entry))

    def _deciding(self, side: Side, entries: Iterable[GlobEntry]) -> Iterator[GlobEntry]:
        """Yield entries that may decide any path of their side."""
        return (entry for entry in entries if self._ends or self._deciding_globs(side, entry))

    def _deciding_globs(self, side: Side, entry: GlobEntry) -> list[str]:
        """Return the globs of an entry on which it wins for its side: on all others another entry always does."""
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
        """Search if it matters whether a final star is empty, or if rules do more than a glob."""
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
        """Yield the parts of a glob on which both entries of a pair may still win, though others do on its instance."""
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
    """Finds the entries of the other verdict that may share a path with one."""

    def __init__(self, entries: Sequence[GlobEntry]) -> None:
        self._entries = entries
        self._filed: dict[bool, ByStart[str, GlobEntry]] = {}

    def of(self, entry: GlobEntry) -> Iterator[GlobEntry]:
        wanted = not entry.allowed
        if wanted not in self._filed:
            self._filed[wanted] = by_start(each for each in self._entries if each.allowed is wanted)
        return self._filed[wanted].near(entry.start)


def _in_order(one: Sequence[object], other: Sequence[object]) -> set[object]:
    """Return a longest series of keys that has the same order on both sides."""
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
    """Return paths that a glob matches, the shortest first, and last the representative one."""
    found = {glob.replace(STAR, text) for text in ("", *_READABLE)}
    pieces = glob.split(STAR)
    if len(pieces) <= _FEW_PIECES:
        for texts in product(("", "x"), repeat=len(pieces) - 1):
            found.add("".join(text + piece for text, piece in zip(("", *texts), pieces, strict=True)))
    paths = sorted((text.encode("latin-1") for text in found), key=_plainness)
    return [*paths, path]


def _plainness(path: bytes) -> tuple[bool, int, bytes]:
    """Sort key; what begins with two slashes is a path only after a host."""
    return path.startswith(b"//"), len(path), path
