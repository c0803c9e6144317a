"""Proofs about each rule of a reading, for all URLs: that it never decides, or makes no difference."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

from robotstudio.engine.cancelling import checkpoint_of
from robotstudio.engine.proof.budget import CLOCK, SECONDS, Budget, Clock, ExhaustedError, Undecided
from robotstudio.engine.proof.forms import urls_of
from robotstudio.engine.proof.globs import instance, meet
from robotstudio.engine.proof.operands import GlobEntry, Operand, Reading, by_start, filler_of
from robotstudio.engine.proof.pattern_index import PatternIndex
from robotstudio.engine.proof.search import Witness, WitnessSearch, paths_of
from robotstudio.engine.ruleset import Wildcard


class Use(StrEnum):
    """The use of a rule, whatever the URL."""

    NEEDED = "needed"  # some URL has another verdict without it
    NOT_NEEDED = "not-needed"  # it decides, but without it every URL has the same verdict
    NEVER_DECIDES = "never-decides"  # another rule decides all that it matches
    UNDECIDED = "undecided"


class RuleProof(Struct, frozen=True):
    """The proof about the rule on a line.

    `witness` is a URL that it decides or, if it decides none and is needed, one with another verdict without it.
    `covered_by` are lines that outrank a rule which never decides and together match all that it matches: 0 for what is
    always allowed. Other lines may still decide some of that.
    """

    line: int
    use: Use
    witness: str | None = None
    covered_by: tuple[int, ...] = ()
    reason: Undecided | None = None


def prove_rules(
    reading: Reading,
    seconds: float = SECONDS,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> Mapping[int, RuleProof]:
    """Prove what each rule that a crawler obeys does, by line; each by itself, with all others in place."""
    operand = Operand.of(reading)
    budget = Budget(seconds, clock, checkpoint_of(is_cancelled))
    lines = sorted({rule.line for rule in operand.rules.ranked if rule.has_pattern})
    found: dict[int, RuleProof] = {}
    try:
        uses = _Uses(operand, budget)
        for line in lines:
            found[line] = uses.of(line)
    except ExhaustedError as error:
        for line in lines:
            found.setdefault(line, RuleProof(line, Use.UNDECIDED, reason=error.reason))
    return MappingProxyType(found)


def can_decide(reading: Reading, line: int, seconds: float = SECONDS, clock: Clock = CLOCK) -> RuleProof:
    """Prove what the rule on one line does."""
    try:
        return _Uses(Operand.of(reading), Budget(seconds, clock)).of(line)
    except ExhaustedError as error:
        return RuleProof(line, Use.UNDECIDED, reason=error.reason)


class _Uses:
    def __init__(self, operand: Operand, budget: Budget) -> None:
        self._operand = operand
        self._budget = budget
        self._search = WitnessSearch(operand, operand, budget)
        self._thinning = Thinning(operand, budget) if Thinning.can_thin(operand) else None
        self._entries: dict[int, list[GlobEntry]] = {}
        for entry in operand.entries:
            if entry.rule:
                self._entries.setdefault(entry.rule.line, []).append(entry)

    def of(self, line: int) -> RuleProof:
        witnesses = (self._search.wins(entry) for entry in self._entries.get(line, ()))
        witness = next(filter(None, witnesses), None)
        if witness is None:
            if found := self._difference_without(line):  # it hides another rule
                return RuleProof(line, Use.NEEDED, self._url_of(line, found))
            return RuleProof(line, Use.NEVER_DECIDES, covered_by=self._covered_by(line))
        use = Use.NEEDED if self._is_needed(line) else Use.NOT_NEEDED
        return RuleProof(line, use, self._witness(line, witness.glob, witness.path))

    def _is_needed(self, line: int) -> bool:
        return self._thinning.is_needed(line) if self._thinning else self._difference_without(line) is not None

    def _difference_without(self, line: int) -> Witness | None:
        """Return a witness with another verdict without the rule; None in an ordered list if it never decides."""
        if self._thinning:
            return None
        search = WitnessSearch(self._operand, self._operand.without(line), self._budget)
        return next((witness for witness in search.witnesses() if witness.differs), None)

    def _url_of(self, line: int, witness: Witness) -> str | None:
        without = self._operand.without(line)
        for path in paths_of(witness.glob, witness.path):
            if self._operand.winner(path).allowed != without.winner(path).allowed:
                for url in urls_of(path, self._operand.dialect):
                    return url
        return None

    def _covered_by(self, line: int) -> tuple[int, ...]:
        lines = {
            self._search.witness(glob).one.line or 0
            for entry in self._operand.all_entries
            if entry.rule and entry.rule.line == line
            for glob in self._search.globs(self._operand, entry)
        }
        return tuple(sorted(lines))

    def _witness(self, line: int, glob: str, path: bytes) -> str | None:
        for each in paths_of(glob, path):
            if self._operand.winner(each).line == line:
                for url in urls_of(each, self._operand.dialect):
                    return url
        return None


class Thinning:
    """Rules of a operand of which some are removed, as long as no URL notices.

    For operands whose rules match what their globs do, in an order that is the same for every path (`can_thin`).
    """

    def __init__(self, operand: Operand, budget: Budget) -> None:
        """Start with all rules. Raises `ExhaustedError` if no word is found that can replace a star."""
        filler = filler_of((operand,))
        if filler is None:
            raise ExhaustedError(Undecided.LETTER)
        self._operand = operand
        self._budget = budget
        self._filler = filler
        self._by_line: dict[int, list[GlobEntry]] = {}
        for entry in operand.all_entries:
            if entry.rule:
                self._by_line.setdefault(entry.rule.line, []).append(entry)
        self._near = {
            allowed: by_start(entry for entry in operand.all_entries if entry.allowed is allowed)
            for allowed in (True, False)
        }
        self._matcher = _Matcher(operand.all_entries, budget)
        self._gone: set[int] = set()
        self._needs: dict[int, bytes] = {}

    @staticmethod
    def can_thin(operand: Operand) -> bool:
        """Return True if this class applies to a operand."""
        return not operand.is_special and not operand.goes_by_reach

    def take(self, line: int) -> None:
        """Remove the rule on a line."""
        self._gone.add(line)

    def is_needed(self, line: int) -> bool:
        """Return True if some URL has another verdict without the rule on a line, among those left."""
        known = self._needs.get(line)
        if known is not None and self._flips(line, known):
            return True
        paths = (instance(glob, self._filler) for glob in self._globs_to_try(line))
        path = next((path for path in paths if self._flips(line, path)), None)
        if path is not None:
            self._needs[line] = path
        return path is not None

    def instead_of(self, line: int) -> tuple[bool, tuple[int, ...]]:
        """Return whether a rule decides at all, and the lines that would decide instead: 0 for none."""
        decides, lines = False, set[int]()
        for entry in self._by_line.get(line, ()):
            for glob in self._operand.globs(entry, self._budget):
                left = [
                    each.rule.line if each.rule else 0
                    for each in self._matcher.matching(instance(glob, self._filler))
                    if each.rule is None or each.rule.line not in self._gone
                ]
                decides = decides or left[0] == line
                lines.add(next((each for each in left if each != line), 0))
        return decides, tuple(sorted(lines))

    def _globs_to_try(self, line: int) -> Iterator[str]:
        """Yield globs that suffice to show a difference: what the rule matches comes first, and mostly shows it."""
        entries = self._by_line.get(line, ())
        for entry in entries:
            yield from self._operand.globs(entry, self._budget)
        for entry in entries:
            yield from self._meeting(entry)

    def _meeting(self, entry: GlobEntry) -> Iterator[str]:
        """Yield the intersections of a rule with those of the other verdict, except those that cover all of it."""
        ours = self._operand.globs(entry, self._budget)
        paths = [instance(glob, self._filler) for glob in ours]
        for other in self._near[not entry.allowed].near(entry.start):
            self._budget.spend()
            if other.place < entry.place or (other.rule and other.rule.line in self._gone):
                continue
            for glob, path in zip(ours, paths, strict=True):
                if not other.pattern.matches(path):
                    for each in self._operand.globs(other, self._budget):
                        if entry.pattern.matches(instance(each, self._filler)):
                            yield each
                        else:
                            yield from meet(glob, each, self._budget)

    def _flips(self, line: int, path: bytes) -> bool:
        """Return True if the rule on a line decides a path, and the next that would has the other verdict."""
        self._budget.spend()
        verdict: bool | None = None
        for entry in self._matcher.matching(path):
            number = entry.rule.line if entry.rule else None
            if number in self._gone:
                continue
            if number != line:
                return verdict is not None and entry.allowed != verdict
            if verdict is None:
                verdict = entry.allowed
        return False


class _Matcher:
    """Finds the entries that match a path, in order, without trying all of them."""

    def __init__(self, entries: Sequence[GlobEntry], budget: Budget) -> None:
        self._entries = entries
        self._known: dict[bytes, list[GlobEntry]] = {}
        self._open: dict[bytes, list[int]] = {}
        self._exact: dict[bytes, list[int]] = {}
        searched = []
        for at, entry in enumerate(entries):
            pattern = entry.pattern
            if pattern.tail is not None or pattern.below is not None:
                searched.append(Wildcard(at, pattern.needle, pattern))
            else:
                (self._exact if pattern.anchored else self._open).setdefault(pattern.prefix, []).append(at)
        self._searched = PatternIndex(searched, budget)
        self._lengths = sorted({len(prefix) for prefix in self._open})

    def matching(self, path: bytes) -> list[GlobEntry]:
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = [self._entries[at] for at in sorted({*self._places(path)})]
        return known

    def _places(self, path: bytes) -> Iterator[int]:
        yield from self._exact.get(path, ())
        for length in self._lengths[: bisect_right(self._lengths, len(path))]:
            yield from self._open.get(path[:length], ())
        yield from self._searched.matching(path)
