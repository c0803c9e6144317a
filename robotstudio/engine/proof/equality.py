"""Proves that two readings agree on every URL, or finds URLs on which they differ."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from heapq import nsmallest

from msgspec import Struct

from robotstudio.engine.cancelling import checkpoint_of
from robotstudio.engine.names import Agent
from robotstudio.engine.proof.budget import CLOCK, SECONDS, Budget, Clock, ExhaustedError, Undecided
from robotstudio.engine.proof.forms import urls_of
from robotstudio.engine.proof.globs import STAR, instance
from robotstudio.engine.proof.operands import Operand, Reading
from robotstudio.engine.proof.search import Witness, WitnessSearch, paths_of
from robotstudio.engine.robots import Robots

_MOST_TRIED = 24


class Result(StrEnum):
    """The outcome of a proof."""

    EQUAL = "equal"
    DIFFERS = "differs"
    UNDECIDED = "undecided"


class Difference(Struct, frozen=True):
    """A counterexample, with the deciding line for either reading: `None` if no rule decides."""

    url: str
    line_a: int | None
    line_b: int | None
    allowed_a: bool
    allowed_b: bool


class Proof(Struct, frozen=True):
    """The result of comparing two readings on every URL.

    `witness` is a URL on which they differ, with the lines that decide there; `reason` says why it is undecided;
    `paths` counts those that were tried.
    """

    outcome: Result
    difference: Difference | None = None
    reason: Undecided | None = None
    paths: int = 0

    @property
    def witness(self) -> str | None:
        return self.difference.url if self.difference else None

    @property
    def line_a(self) -> int | None:
        return self.difference.line_a if self.difference else None

    @property
    def line_b(self) -> int | None:
        return self.difference.line_b if self.difference else None


class Differences(Struct, frozen=True):
    """All classes of URLs on which two readings differ, by the pair of deciding lines: a short URL for each.

    If `reason` is set there may be more of them or, if there is none, it is undecided whether they differ.
    """

    classes: tuple[Difference, ...]
    reason: Undecided | None = None
    paths: int = 0

    @property
    def outcome(self) -> Result:
        if self.classes:
            return Result.DIFFERS
        return Result.UNDECIDED if self.reason else Result.EQUAL


def prove_equal(
    a: Robots,
    b: Robots,
    agent: Agent,
    seconds: float = SECONDS,
    *,
    agent_b: Agent | None = None,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> Proof:
    """Prove that two files, or two dialects, agree on every URL for a crawler, or for `agent` and `agent_b`.

    Every reported difference was confirmed by `decide`. Raises `Cancelled` if `is_cancelled` returns True.
    """
    return prove_alike(
        Reading(a, agent), Reading(b, agent if agent_b is None else agent_b), seconds, clock, is_cancelled
    )


def prove_alike(
    one: Reading,
    other: Reading,
    seconds: float = SECONDS,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> Proof:
    """Prove the same for two readings."""
    return DifferenceSearch.of(one, other, Budget(seconds, clock, checkpoint_of(is_cancelled))).proof()


def differences(
    one: Reading,
    other: Reading,
    seconds: float = SECONDS,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> Differences:
    """Return all classes of URLs on which two readings differ, in the order of the lines."""
    search = DifferenceSearch.of(one, other, Budget(seconds, clock, checkpoint_of(is_cancelled)))
    reason: Undecided | None = None
    try:
        search.find_all()
        reason = search.doubt
        search.shorten()
    except ExhaustedError as error:
        reason = reason or (None if search.is_done else error.reason)
    return Differences(search.classes, reason, search.paths)


Differ = Callable[[str], Difference | None]
"""Returns the difference of two operands on a URL, according to `decide`; None if they agree."""


def _differ(one: Reading, other: Reading) -> Differ:
    def difference(url: str) -> Difference | None:
        ours, theirs = (reading.robots.decide(url, reading.agent) for reading in (one, other))
        if ours.allowed == theirs.allowed:
            return None
        return Difference(url, ours.line, theirs.line, ours.allowed, theirs.allowed)

    return difference


class DifferenceSearch:
    """Searches for URLs on which two operands differ; `doubt` says afterwards why there may be others."""

    def __init__(self, one: Operand, other: Operand, differ: Differ, budget: Budget) -> None:
        self.paths = 0
        self.doubt: Undecided | None = None
        self._operands = one, other
        self._differ = differ
        self._budget = budget
        self.is_done = False
        self._witnesses: dict[tuple[int, int], list[Witness]] = {}
        self._classes: dict[tuple[int, int], Difference] = {}

    @classmethod
    def of(cls, one: Reading, other: Reading, budget: Budget) -> "DifferenceSearch":
        return cls(Operand.of(one), Operand.of(other), _differ(one, other), budget)

    def proof(self) -> Proof:
        """Search for one difference."""
        reason: Undecided | None
        try:
            found = next(self.found(), None)
            reason = self.doubt
        except ExhaustedError as error:
            found, reason = None, error.reason
        if found:
            return Proof(Result.DIFFERS, found, None, self.paths)
        return Proof(Result.UNDECIDED if reason else Result.EQUAL, None, reason, self.paths)

    def found(self) -> Iterator[Difference]:
        """Yield differences as they are found."""
        for witness in self.differing():
            best = self._best((witness,))
            if best:
                yield best
            else:
                self.doubt = Undecided.URL
        yield from self._across()

    @property
    def classes(self) -> tuple[Difference, ...]:
        """A difference for each pair of lines found so far."""
        return tuple(self._classes[lines] for lines in sorted(self._classes))

    def find_all(self) -> None:
        """Find all classes; one without a known URL sets `doubt`."""
        missing: set[tuple[int, int]] = set()
        for witness in self.differing():
            lines = witness.one.line or 0, witness.other.line or 0
            if lines in self._classes:
                self._witnesses.setdefault(lines, []).append(witness)
            elif found := self._best((witness,)):
                self._classes[lines] = found
            else:
                missing.add(lines)
        for found in self._across():
            lines = found.line_a or 0, found.line_b or 0
            self._classes[lines] = min(self._classes.get(lines, found), found, key=_readability)
        if not missing <= self._classes.keys():
            self.doubt = Undecided.URL
        self.is_done = True

    def shorten(self) -> None:
        """Search for a shorter URL in each class."""
        for lines, witnesses in self._witnesses.items():
            known = self._classes[lines]
            self._classes[lines] = min(known, self._best(witnesses, known) or known, key=_readability)

    def differing(self) -> Iterator[Witness]:
        """Yield the witnesses on which operands of one family differ."""
        one, other = self._operands
        if (one.rules is other.rules and one.dialect is other.dialect) or one.form.family != other.form.family:
            return
        for witness in WitnessSearch(one, other, self._budget).witnesses():
            self.paths += 1
            if witness.differs:
                yield witness

    def _across(self) -> Iterator[Difference]:
        """Yield the differences of operands that compare different forms of a URL."""
        one, other = self._operands
        if one.form.family == other.form.family or _have_one_verdict(one, other, self._budget):
            return
        self.doubt = Undecided.FORMS
        for url in _likely_urls(one, other, self._budget):
            self._budget.spend(one.cost + other.cost)
            self.paths += 1
            found = self._differ(url)
            if found:
                yield found

    def _best(self, witnesses: Iterable[Witness], known: Difference | None = None) -> Difference | None:
        """Return the shortest readable URL that the globs match and on which `decide` confirms the difference."""
        best = known
        for witness in nsmallest(_MOST_TRIED, witnesses, key=_size):
            if best is None or len(witness.glob.replace(STAR, "")) < len(best.url):
                found = self._shortest(witness)
                best = min(filter(None, (best, found)), key=_readability, default=None)
        return best

    def _shortest(self, witness: Witness) -> Difference | None:
        found = []
        for path in paths_of(witness.glob, witness.path):
            for url in urls_of(path, self._operands[0].dialect):
                self._budget.spend(self._operands[0].cost + self._operands[1].cost)
                difference = self._differ(url)
                if difference and (difference.line_a, difference.line_b) == (witness.one.line, witness.other.line):
                    found.append(difference)
            if found:
                break
        return min(found, key=_readability, default=None)


def _size(witness: Witness) -> tuple[int, bytes]:
    return len(witness.path), witness.path


def _readability(difference: Difference) -> tuple[bool, int, str]:
    url = difference.url
    return not (url.isprintable() and url.isascii() and " " not in url), len(url), url


def _have_one_verdict(one: Operand, other: Operand, budget: Budget) -> bool:
    """Return True if both operands allow everything, or both block everything."""
    verdict = _only_verdict(one, budget)
    return verdict is not None and verdict == _only_verdict(other, budget)


def _only_verdict(operand: Operand, budget: Budget) -> bool | None:
    search = WitnessSearch(operand, operand, budget)
    verdicts = {entry.allowed for entry in operand.entries if search.wins(entry)}
    return verdicts.pop() if len(verdicts) == 1 else None


def _likely_urls(one: Operand, other: Operand, budget: Budget) -> Iterator[str]:
    """Yield the most promising URLs: made of the rules, first unchanged, then with an escape."""
    texts: dict[bytes, None] = {}
    for operand in (one, other):
        for entry in operand.entries:
            globs = [entry.glob] if entry.pattern.below is not None else operand.globs(entry, budget)
            for glob in globs:
                texts |= dict.fromkeys(instance(glob, filler) for filler in ("", "x"))
    for text in sorted(texts, key=len):
        budget.spend()
        yield _url(text)
    for text in sorted(texts, key=len):
        for at in range(1, len(text)):
            budget.spend()
            yield _url(text[:at] + b"%%%02x" % text[at] + text[at + 1 :])


def _url(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")
