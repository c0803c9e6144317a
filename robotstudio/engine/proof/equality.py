"""Whether two readings agree on every URL, and where they differ."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from heapq import nsmallest

from msgspec import Struct

from robotstudio.engine.cancelling import checkpoint_of
from robotstudio.engine.names import Agent
from robotstudio.engine.proof.budget import CLOCK, SECONDS, Budget, Clock, ExhaustedError, Undecided
from robotstudio.engine.proof.forms import urls_of
from robotstudio.engine.proof.globs import STAR, instance
from robotstudio.engine.proof.search import Spot, SpotSearch, paths_of
from robotstudio.engine.proof.sides import Reading, Side
from robotstudio.engine.robots import Robots

_SPOTS_TRIED = 24


class Result(StrEnum):
    """The outcome of a proof."""

    EQUAL = "equal"
    DIFFERS = "differs"
    UNDECIDED = "undecided"


class Difference(Struct, frozen=True):
    """A counterexample, with the deciding line on either side: `None` if no rule decides."""

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
    return Hunt.of(one, other, Budget(seconds, clock, checkpoint_of(is_cancelled))).proof()


def differences(
    one: Reading,
    other: Reading,
    seconds: float = SECONDS,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> Differences:
    """Return all classes of URLs on which two readings differ, in the order of the lines."""
    hunt = Hunt.of(one, other, Budget(seconds, clock, checkpoint_of(is_cancelled)))
    reason: Undecided | None = None
    try:
        hunt.look_everywhere()
        reason = hunt.doubt
        hunt.shorten()
    except ExhaustedError as error:
        reason = reason or (None if hunt.is_done else error.reason)
    return Differences(hunt.classes, reason, hunt.paths)


Differ = Callable[[str], Difference | None]
"""Returns the difference of two sides on a URL, according to `decide`; None if they agree."""


def _differ(one: Reading, other: Reading) -> Differ:
    def difference(url: str) -> Difference | None:
        ours, theirs = (reading.robots.decide(url, reading.agent) for reading in (one, other))
        if ours.allowed == theirs.allowed:
            return None
        return Difference(url, ours.line, theirs.line, ours.allowed, theirs.allowed)

    return difference


class Hunt:
    """Searches for URLs on which two sides differ; `doubt` says afterwards why there may be others."""

    def __init__(self, one: Side, other: Side, differ: Differ, budget: Budget) -> None:
        self.paths = 0
        self.doubt: Undecided | None = None
        self._sides = one, other
        self._differ = differ
        self._budget = budget
        self.is_done = False
        self._spots: dict[tuple[int, int], list[Spot]] = {}
        self._classes: dict[tuple[int, int], Difference] = {}

    @classmethod
    def of(cls, one: Reading, other: Reading, budget: Budget) -> "Hunt":
        return cls(Side.of(one), Side.of(other), _differ(one, other), budget)

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
        for spot in self.parting():
            best = self._best((spot,))
            if best:
                yield best
            else:
                self.doubt = Undecided.URL
        yield from self._across()

    @property
    def classes(self) -> tuple[Difference, ...]:
        """A difference for each pair of lines found so far."""
        return tuple(self._classes[lines] for lines in sorted(self._classes))

    def look_everywhere(self) -> None:
        """Find all classes; one without a known URL sets `doubt`."""
        missing: set[tuple[int, int]] = set()
        for spot in self.parting():
            lines = spot.one.line or 0, spot.other.line or 0
            if lines in self._classes:
                self._spots.setdefault(lines, []).append(spot)
            elif found := self._best((spot,)):
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
        for lines, spots in self._spots.items():
            known = self._classes[lines]
            self._classes[lines] = min(known, self._best(spots, known) or known, key=_readability)

    def parting(self) -> Iterator[Spot]:
        """Yield the spots on which sides of one family differ."""
        one, other = self._sides
        if (one.rules is other.rules and one.dialect is other.dialect) or one.form.family != other.form.family:
            return
        for spot in SpotSearch(one, other, self._budget).spots():
            self.paths += 1
            if spot.parts:
                yield spot

    def _across(self) -> Iterator[Difference]:
        """Yield the differences of sides that compare different forms of a URL."""
        one, other = self._sides
        if one.form.family == other.form.family or _say_one_thing(one, other, self._budget):
            return
        self.doubt = Undecided.FORMS
        for url in _likely_urls(one, other, self._budget):
            self._budget.spend(one.cost + other.cost)
            self.paths += 1
            found = self._differ(url)
            if found:
                yield found

    def _best(self, spots: Iterable[Spot], known: Difference | None = None) -> Difference | None:
        """Return the shortest readable URL that the globs match and on which `decide` confirms the difference."""
        best = known
        for spot in nsmallest(_SPOTS_TRIED, spots, key=_size):
            if best is None or len(spot.glob.replace(STAR, "")) < len(best.url):
                found = self._shortest(spot)
                best = min(filter(None, (best, found)), key=_readability, default=None)
        return best

    def _shortest(self, spot: Spot) -> Difference | None:
        found = []
        for path in paths_of(spot.glob, spot.path):
            for url in urls_of(path, self._sides[0].dialect):
                self._budget.spend(self._sides[0].cost + self._sides[1].cost)
                difference = self._differ(url)
                if difference and (difference.line_a, difference.line_b) == (spot.one.line, spot.other.line):
                    found.append(difference)
            if found:
                break
        return min(found, key=_readability, default=None)


def _size(spot: Spot) -> tuple[int, bytes]:
    return len(spot.path), spot.path


def _readability(difference: Difference) -> tuple[bool, int, str]:
    url = difference.url
    return not (url.isprintable() and url.isascii() and " " not in url), len(url), url


def _say_one_thing(one: Side, other: Side, budget: Budget) -> bool:
    """Return True if both sides allow everything, or both block everything."""
    verdict = _only_verdict(one, budget)
    return verdict is not None and verdict == _only_verdict(other, budget)


def _only_verdict(side: Side, budget: Budget) -> bool | None:
    search = SpotSearch(side, side, budget)
    verdicts = {entry.allowed for entry in side.entries if search.wins(entry)}
    return verdicts.pop() if len(verdicts) == 1 else None


def _likely_urls(one: Side, other: Side, budget: Budget) -> Iterator[str]:
    """Yield the most promising URLs: made of the rules, first unchanged, then with an escape."""
    texts: dict[bytes, None] = {}
    for side in (one, other):
        for entry in side.entries:
            globs = [entry.glob] if entry.pattern.below is not None else side.globs(entry, budget)
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
