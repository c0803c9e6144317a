"""Finds, step by step, the smallest file with the same verdicts for some crawlers on every URL."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from robotstudio.engine.cancelling import checkpoint_of
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.groups import Group
from robotstudio.engine.proof.budget import CLOCK, Budget, Clock, ExhaustedError, Undecided
from robotstudio.engine.proof.equality import DifferenceSearch, Result
from robotstudio.engine.proof.operands import Operand, Reading, by_start
from robotstudio.engine.proof.rules import Thinning
from robotstudio.engine.proof.search import WitnessSearch
from robotstudio.engine.proof.unchanged import RuleLines, is_unchanged, pairs_of_readings
from robotstudio.engine.revision import without_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import LINE_END

SECONDS = 30.0
_MOST_ROUNDS = 8
_MORE_WORK = 40


class StepKind(StrEnum):
    """The change that a step makes to a line."""

    NEVER_DECIDES = "never-decides"  # removed: other rules decide all that it matches
    NOT_NEEDED = "not-needed"  # removed: without it other rules have the same verdicts
    SHORTENED = "shortened"  # a star at its end is removed, which changes nothing
    MERGED = "merged"  # removed with its group, whose names move to another with the same rules


class MinimiseStep(Struct, frozen=True):
    """A line of the original file, and the lines that justify the step: 0 if no rule decides instead."""

    kind: StepKind
    line: int
    rests_on: tuple[int, ...]


class Minimised(Struct, frozen=True):
    """The resulting file, and the steps to it; if there is a `reason`, a smaller one may exist."""

    body: bytes
    steps: tuple[MinimiseStep, ...]
    reason: Undecided | None = None


def minimise(
    body: bytes,
    readers: Sequence[CrawlerView],
    seconds: float = SECONDS,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> Minimised:
    """Remove what no URL needs, for these crawlers: rules, stars at their ends, groups that repeat another.

    Each step is proven for every URL and each of the crawlers, and so is the whole; delays and other fields stay
    unchanged. Comments and the order of lines are kept. The result does not change when minimised again.
    """
    budget = Budget(seconds, clock, checkpoint_of(is_cancelled), _MORE_WORK * 1_000_000)
    work = _Work(body, readers, budget)
    reason = None
    try:
        for _ in range(_MOST_ROUNDS):
            work.thin()
            steps = len(work.steps)
            work.shorten()
            while work.merge():
                pass
            if len(work.steps) == steps:
                break
    except ExhaustedError as error:
        reason = error.reason
    return Minimised(work.body, tuple(sorted(work.steps, key=lambda step: step.line)), reason or work.doubt)


class _Work:
    """A file that gets smaller; `_numbers` are the original numbers of its lines."""

    def __init__(self, body: bytes, readers: Sequence[CrawlerView], budget: Budget) -> None:
        self.body = body
        self.steps: list[MinimiseStep] = []
        self.doubt: Undecided | None = None
        self._numbers = list(range(1, len(_lines(body)) + 1))
        self._readers = readers
        self._budget = budget
        self._version = FileVersion(body)

    def thin(self) -> None:
        """Remove rules that no URL needs, the longest first."""
        version = self._version
        rule_lines = self._rule_lines()
        operands = [_ThinnedOperand(operand, self._budget) for operand in _operands(version, self._readers)]
        lines = _longest_first(rule_lines)
        gone: dict[int, MinimiseStep] = {}
        size = -1
        while size != len(gone):
            size = len(gone)
            for line in lines:
                if line in gone or not rule_lines.can_go(line):
                    continue
                reading = [operand for operand in operands if line in operand.lines]
                if reading and not any(operand.is_needed(line) for operand in reading):
                    gone[line] = self._step(line, reading)
                    rule_lines.take(line)
                    for operand in reading:
                        operand.take(line)
        if gone:
            thinned = frozenset[int]() if any(operand.is_special for operand in operands) else frozenset(gone)
            self._try(without_lines(self.body, gone), set(gone), list(gone.values()), thinned=thinned)

    def _rule_lines(self) -> RuleLines:
        return RuleLines(self._version, [reader.dialect for reader in self._readers])

    def _step(self, line: int, reading: Sequence["_ThinnedOperand"]) -> MinimiseStep:
        found = [operand.instead_of(line) for operand in reading]
        kind = StepKind.NOT_NEEDED if any(decides for decides, _ in found) else StepKind.NEVER_DECIDES
        lines = {self._number(each) for _, others in found for each in others}
        return MinimiseStep(kind, self._number(line), tuple(sorted(lines)))

    def shorten(self) -> None:
        """Remove stars from the ends of rules, unless that swaps them with an opposite rule."""
        parts = _lines(self.body)
        lines = [
            line for line in sorted(self._rule_lines().lengths) if parts[line - 1][0].rstrip(b" \t").endswith(b"*")
        ]
        while lines:
            body = _shortened(self.body, lines)
            version = FileVersion(body)
            swapped: set[int] = set()
            for one, other in pairs_of_readings(self._version, version, self._readers):
                found = _swapped(Operand.of(one), Operand.of(other), frozenset(), self._budget)
                if found is None:
                    return
                swapped |= found
            left = [line for line in lines if line not in swapped]
            if not swapped:
                known = {step.line for step in self.steps if step.kind is StepKind.SHORTENED}
                numbers = [self._number(line) for line in lines]
                steps = [MinimiseStep(StepKind.SHORTENED, number, (number,)) for number in numbers]
                self._try(body, set(), [step for step in steps if step.line not in known])
            lines = left if len(left) < len(lines) else []

    def merge(self) -> bool:
        """Merge the user-agent lines of groups with the same rules into the first; return True if there were any."""
        dialects = dict.fromkeys(reader.dialect for reader in self._readers)
        lines = _lines(self.body)
        return any(
            self._merge(
                [pair for pair in _with_equal_rules(self._version.read_as(dialect).groups) if _can_merge(lines, *pair)]
            )
            for dialect in dialects
        )

    def _merge(self, pairs: Sequence[tuple[Group, Group]]) -> bool:
        """Merge as many of some pairs at once as possible."""
        if not pairs:
            return False
        body, gone, order = _merged(self.body, pairs)
        steps = []
        for first, other in pairs:
            rests_on = tuple(sorted({self._number(rule.line) for rule in first.rules}))
            lost = sorted(gone & set(range(other.first_line, other.last_line + 1)))
            steps += [MinimiseStep(StepKind.MERGED, self._number(line), rests_on) for line in lost]
        if self._try(body, gone, steps, order):
            return True
        half = len(pairs) // 2
        return half > 0 and (self._merge(pairs[:half]) or self._merge(pairs[half:]))

    def _try(
        self,
        body: bytes,
        gone: set[int],
        steps: Sequence[MinimiseStep],
        order: Sequence[int] | None = None,
        thinned: frozenset[int] = frozenset(),
    ) -> bool:
        """Go on with another text if it is proven equal; that `thinned` lines are not needed is proven already."""
        if body == self.body:
            return False
        version = FileVersion(body)
        if not self._is_proven(version, thinned):
            return False
        numbers = order or [line for line in range(1, len(self._numbers) + 1) if line not in gone]
        self._numbers = [self._number(line) for line in numbers]
        self.body, self._version = body, version
        self.steps += steps
        return True

    def _is_proven(self, version: FileVersion, thinned: frozenset[int]) -> bool:
        def alike(one: Reading, other: Reading) -> bool:
            if _swapped(Operand.of(one), Operand.of(other), thinned, self._budget) == set():
                return True
            proof = DifferenceSearch.of(one, other, self._budget).proof()
            if proof.outcome is not Result.EQUAL:
                self.doubt = self.doubt or proof.reason
            return proof.outcome is Result.EQUAL

        return is_unchanged(self._version, version, self._readers, alike)

    def _number(self, line: int) -> int:
        return self._numbers[line - 1] if line else 0


def _swapped(before: Operand, after: Operand, thinned: frozenset[int], budget: Budget) -> set[int] | None:
    """Return the lines of opposite rules that changed places; None if the rules differ in other ways.

    If there are none, both operands agree on every URL.
    """
    kept = [entry for entry in before.all_entries if not entry.rule or entry.rule.line not in thinned]
    if before.goes_by_reach or after.goes_by_reach:
        return set() if [entry.key for entry in kept] == [entry.key for entry in after.all_entries] else None
    places: list[dict[object, int]] = [{}, {}]
    for known, entries in zip(places, (kept, after.all_entries), strict=True):
        for entry in entries:
            known.setdefault((entry.pattern, entry.allowed), entry.place)
    ours, theirs = places
    if ours.keys() != theirs.keys():
        return None
    found: set[int] = set()
    if list(ours) != list(theirs):
        near = by_start(entry for entry in kept if entry.allowed)
        for entry in kept:
            for other in () if entry.allowed else near.near(entry.start):
                budget.spend()
                one, two = (entry.pattern, False), (other.pattern, True)
                if (ours[one] < ours[two]) != (theirs[one] < theirs[two]):
                    found |= {entry.line or 0, other.line or 0}
    return found


class _ThinnedOperand:
    """A operand from which rules are removed: fast if the order of its rules is the same for every path."""

    def __init__(self, operand: Operand, budget: Budget) -> None:
        self._operand = operand
        self._budget = budget
        self._thinning = Thinning(operand, budget) if Thinning.can_thin(operand) else None
        self.lines = {rule.line for rule in operand.rules.ranked}

    @property
    def is_special(self) -> bool:
        """True if removing a rule needs a search of its own, after which the other rules may act differently."""
        return self._thinning is None

    def is_needed(self, line: int) -> bool:
        if self._thinning:
            return self._thinning.is_needed(line)
        return any(
            witness.differs
            for witness in WitnessSearch(self._operand, self._operand.without(line), self._budget).witnesses()
        )

    def take(self, line: int) -> None:
        if self._thinning:
            self._thinning.take(line)
        else:
            self._operand = self._operand.without(line)

    def instead_of(self, line: int) -> tuple[bool, tuple[int, ...]]:
        """Return whether a rule decides at all, and the lines that decide its paths, or would without it."""
        if self._thinning:
            return self._thinning.instead_of(line)
        return True, ()


def _longest_first(lines: RuleLines) -> list[int]:
    return sorted(lines.lengths, key=lambda line: (-lines.lengths[line], -line))


def _operands(version: FileVersion, readers: Sequence[CrawlerView]) -> list[Operand]:
    """Return a operand for each distinct set of rules."""
    found: dict[int, Operand] = {}
    for reader in readers:
        operand = Operand.of(Reading(version.read_as(reader.dialect), reader.agent))
        found.setdefault(id(operand.rules), operand)
    return list(found.values())


def _lines(body: bytes) -> list[tuple[bytes, bytes]]:
    """Split into lines, each with its end."""
    found, at = [], 0
    for end in LINE_END.finditer(body):
        found.append((body[at : end.start()], end[0]))
        at = end.end()
    return [*found, (body[at:], b"")]


def _joined(lines: Sequence[tuple[bytes, bytes]]) -> bytes:
    return b"".join(text + end for text, end in lines)


def _shortened(body: bytes, some: Sequence[int]) -> bytes:
    lines = _lines(body)
    for line in some:
        text, end = lines[line - 1]
        short = text.rstrip(b" \t").rstrip(b"*")
        if short.rstrip(b" \t")[-1:] not in {b":", b""}:  # a rule that is only a star would become empty
            lines[line - 1] = short, end
    return _joined(lines)


def _with_equal_rules(groups: Sequence[Group]) -> Iterator[tuple[Group, Group]]:
    """Yield groups with the same rules in the same order, each with the first of them."""
    firsts: dict[tuple[tuple[bool, bytes], ...], Group] = {}
    for group in groups:
        rules = tuple((rule.allow, rule.written) for rule in group.rules)
        if rules and group.pool is None:
            first = firsts.setdefault(rules, group)
            if first is not group:
                yield first, group


def _can_merge(lines: Sequence[tuple[bytes, bytes]], first: Group, other: Group) -> bool:
    """Return True if there is nothing else, such as a comment, among the lines of the other group."""
    names, rules = {agent.line for agent in other.agents}, {rule.line for rule in other.rules}
    is_alone = names | rules == set(range(other.first_line, other.last_line + 1)) and names.isdisjoint(rules)
    has_end = bool(lines[first.agents[-1].line - 1][1])
    return is_alone and has_end and not any(b"#" in lines[line - 1][0] for line in names | rules)


def _merged(body: bytes, pairs: Sequence[tuple[Group, Group]]) -> tuple[bytes, set[int], list[int]]:
    """Move user-agent lines of groups to others; return the file, the removed lines, and the numbers of the rest."""
    lines = _lines(body)
    left_out: set[int] = set()
    moved: dict[int, list[int]] = {}
    known: dict[int, set[bytes]] = {}
    for first, other in pairs:
        behind = first.agents[-1].line
        tokens = known.setdefault(behind, {agent.token for agent in first.agents})
        moved.setdefault(behind, []).extend(agent.line for agent in other.agents if agent.token not in tokens)
        tokens |= {agent.token for agent in other.agents}
        left_out |= {agent.line for agent in other.agents} | {rule.line for rule in other.rules}
    order, parts = [], []
    for line, part in enumerate(lines, 1):
        if line not in left_out:
            order += [line, *moved.get(line, ())]
            parts += [part, *((lines[each - 1][0], part[1]) for each in moved.get(line, ()))]
    return _joined(parts), left_out - set(order), order
