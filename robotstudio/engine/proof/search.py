"""Candidates for a difference of two operands: globs of which one path each represents all paths that they match.

Let P win on a path for one operand, and Q for the other. The intersection of P and Q is made of finitely many globs,
one of which matches the path. A rule that matches that glob's instance (a word that no pattern touches for each star)
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
from robotstudio.engine.proof.operands import GlobEntry, Operand, by_start, filler_of, letters_of, with_ends

if TYPE_CHECKING:
    from robotstudio.engine.proof.pattern_index import PrefixIndex

_FEW_PIECES = 4
_READABLE = ("x", "1", "a", "page")


class Witness(NamedTuple):
    """A glob, the path that represents it, and what decides that path for either operand."""

    glob: str
    path: bytes
    one: GlobEntry
    other: GlobEntry

    @property
    def differs(self) -> bool:
        """True if the operands differ there."""
        return self.one.allowed != self.other.allowed


class Pair(NamedTuple):
    """Two entries that may decide one path, each with its operand."""

    entry: GlobEntry
    other: GlobEntry


class WitnessSearch:
    """The witnesses at which two operands of one family of forms may differ."""

    def __init__(self, one: Operand, other: Operand, budget: Budget) -> None:
        """Raise `ExhaustedError` if no word is found that can replace a star."""
        self.one = one
        self.other = other
        self.budget = budget
        self._operands = (one, other)
        self._is_special = one.is_special or other.is_special
        self._goes_by_reach = one.goes_by_reach or other.goes_by_reach
        if self._is_special and self._goes_by_reach:
            raise ExhaustedError(Undecided.PRECEDENCE)
        self._ends = self._is_special or self._goes_by_reach
        filler = filler_of(self._operands)
        if filler is None:
            raise ExhaustedError(Undecided.LETTER)
        self.filler = filler
        self._seen: set[str] = set()

    def witnesses(self) -> Iterator[Witness]:
        """Yield one witness for each glob; if the operands differ on none of them, they differ nowhere."""
        changed = self._changed()
        yield from self._own_witnesses(self.one, changed[0])
        yield from self._own_witnesses(self.other, changed[1])
        for pair in self._pairs(*changed):
            yield from self._meeting(pair)

    def wins(self, entry: GlobEntry) -> Witness | None:
        """Return a witness that an entry of the first operand decides, None if there is none."""
        left, tried = self.globs(self.one, entry), set[str]()
        while left:
            glob = left.pop()
            if glob in tried:
                continue
            tried.add(glob)
            witness = self.witness(glob)
            if witness.one is entry:
                return witness
            if self._is_special:
                left += self._refined(Pair(entry, witness.other), witness)
        return None

    def _own_witnesses(self, operand: Operand, entries: Iterable[GlobEntry]) -> Iterator[Witness]:
        """Yield what each entry matches by itself: most differences are found there, and soon."""
        for entry in entries:
            for glob in self.globs(operand, entry):
                yield from self._new_witness(glob)

    def _new_witness(self, glob: str) -> Iterator[Witness]:
        if glob not in self._seen:
            self._keep(glob)
            if self._is_possible(glob):
                yield self.witness(glob)

    def _keep(self, glob: str) -> None:
        self.budget.hold(len(glob))
        self._seen.add(glob)

    def _is_possible(self, glob: str) -> bool:
        return self.one.is_possible(glob) and self.other.is_possible(glob)

    def witness(self, glob: str) -> Witness:
        """Return the path that represents a glob, and what decides it."""
        self.budget.spend(self.one.cost + self.other.cost)
        path = instance(glob, self.filler)
        return Witness(glob, path, self.one.winner(path), self.other.winner(path))

    def globs(self, operand: Operand, entry: GlobEntry) -> list[str]:
        globs = operand.globs(entry, self.budget, self._letters if entry.pattern.below is not None else "")
        return with_ends(globs) if self._ends else globs

    @cached_property
    def _letters(self) -> str:
        return letters_of(self._operands)

    def _changed(self) -> tuple[list[GlobEntry], list[GlobEntry]]:
        """Return the entries that are not the same in both operands: wherever these differ, one of them decides."""
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

    def _deciding(self, operand: Operand, entries: Iterable[GlobEntry]) -> Iterator[GlobEntry]:
        """Yield entries that may decide any path of their operand."""
        return (entry for entry in entries if self._ends or self._deciding_globs(operand, entry))

    def _deciding_globs(self, operand: Operand, entry: GlobEntry) -> list[str]:
        """Return the globs of an entry on which it wins for its operand: on all others another entry always does."""
        known = self._won.get(id(entry))
        if known is None:
            globs = self.globs(operand, entry)
            self.budget.spend(len(globs) * operand.cost)
            known = [glob for glob in globs if operand.winner(instance(glob, self.filler)) is entry]
            self._won[id(entry)] = known
        return known

    @cached_property
    def _won(self) -> dict[int, list[str]]:
        return {}

    def _meeting(self, pair: Pair) -> Iterator[Witness]:
        self.budget.spend()
        if self._ends:
            yield from self._meeting_with_ends(pair)
            return
        ours, theirs = self._deciding_globs(self.one, pair.entry), None
        for glob in ours:
            if pair.other.pattern.matches(instance(glob, self.filler)):
                yield from self._new_witness(glob)
                continue
            if theirs is None:
                theirs = self._deciding_globs(self.other, pair.other)
            for each in theirs:
                if pair.entry.pattern.matches(instance(each, self.filler)):
                    yield from self._new_witness(each)
                else:
                    for common in meet(glob, each, self.budget):
                        yield from self._new_witness(common)

    def _meeting_with_ends(self, pair: Pair) -> Iterator[Witness]:
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
            witness = self.witness(glob)
            if glob not in self._seen:
                self._keep(glob)
                yield witness
            if self._is_special:
                left += self._refined(pair, witness)

    def _refined(self, pair: Pair, witness: Witness) -> Iterator[str]:
        """Yield the parts of a glob on which both entries of a pair may still win, though others do on its instance."""
        for operand, entry, winner in ((self.one, pair.entry, witness.one), (self.other, pair.other, witness.other)):
            if not entry.pattern.matches(witness.path):
                return
            if winner is not entry:
                if winner.is_special:
                    for part in operand.parts_outside(winner, witness.glob, self.budget, self._letters):
                        if not winner.pattern.matches(instance(part, self.filler)):
                            yield part
                return


class _Opposite:
    """Finds the entries of the other verdict that may share a path with one."""

    def __init__(self, entries: Sequence[GlobEntry]) -> None:
        self._entries = entries
        self._filed: dict[bool, PrefixIndex[str, GlobEntry]] = {}

    def of(self, entry: GlobEntry) -> Iterator[GlobEntry]:
        wanted = not entry.allowed
        if wanted not in self._filed:
            self._filed[wanted] = by_start(each for each in self._entries if each.allowed is wanted)
        return self._filed[wanted].near(entry.start)


def _in_order(one: Sequence[object], other: Sequence[object]) -> set[object]:
    """Return a longest series of keys that has the same order in both operands."""
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
