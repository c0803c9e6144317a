"""Where a crawler's reading parts from the standard's, and by which of its peculiarities.

A reading differs from RFC 9309 in some of its strategies. They are exchanged for the standard's one after another, in
the order in which a file is read: the one with which the verdict changes is the reason, and none is only guessed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from robotstudio.engine.bulk import Bools
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS, Dialect
from robotstudio.engine.patterns import FULL
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import LineFlag
from robotstudio.engine.verdict import Verdict

STANDARD = DIALECTS["rfc9309"]


class Axis(StrEnum):
    """What readings differ in, as far as one verdict goes."""

    NAMED_ONLY = "named-only"  # never follows `*`
    ALWAYS = "always"  # whether /robots.txt itself can be disallowed
    LIMIT = "limit"  # how much of the file is read
    OCTETS = "octets"  # byte order marks, encodings, tags
    LINES = "lines"  # what is a field, and which spellings are known
    RECORDS = "records"  # where a group ends
    NAMES = "names"  # which group is found
    FURTHER = "further"  # further readings of a rule: index.html
    DROPPED = "dropped"  # rules that are left out, or settled together
    WILDCARDS = "wildcards"
    ESCAPES = "escapes"
    PRECEDENCE = "precedence"


_STRATEGIES: tuple[tuple[Axis, tuple[str, ...]], ...] = (
    (Axis.ALWAYS, ("always_allowed",)),
    (Axis.LIMIT, ("max_octets", "cut")),
    (Axis.OCTETS, ("bom_length", "recode")),
    (Axis.LINES, ("lines",)),
    (Axis.RECORDS, ("collect", "closing")),
    (Axis.NAMES, ("tokens_of", "select", "index", "kin", "everyone")),
    (Axis.FURTHER, ("readings",)),
    (Axis.DROPPED, ("settle",)),
    (Axis.WILDCARDS, ("globs",)),
    (Axis.ESCAPES, ("path_of", "pattern_of")),
    (Axis.PRECEDENCE, ("precedence",)),
)
"""The strategies of a dialect by axis, in the order in which they come into play."""


@dataclass(frozen=True, slots=True)
class Parting:
    """Why a crawler's verdict on a URL is another than by RFC 9309.

    `detail` tells more of the axis: how precedence or wildcards are read, or what it was about the lines or the groups.
    """

    axis: Axis
    detail: str
    allowed: bool


def parting_rows(pairs: Iterable[tuple[Bools, Bools]], size: int) -> Bools:
    """The rows on which any crawler's verdicts differ from the standard's; the same pair of arrays is read once."""
    found = np.zeros(size, np.bool_)
    for ours, standard in {(id(ours), id(standard)): (ours, standard) for ours, standard in pairs}.values():
        if ours is not standard:
            found |= ours != standard
    return found


class Partings:
    """Works out why crawlers part on a file, and keeps the readings in between."""

    def __init__(self, body: bytes) -> None:
        """About this file."""
        self._body = body
        self._readings: dict[tuple[str, Axis | None], Robots] = {}

    def reason(self, url: str, crawler: Crawler) -> Parting | None:
        """Why a crawler reads otherwise than RFC 9309 what decides about a URL, None where both say the same."""
        dialect = DIALECTS[crawler.dialect]
        ours = self._read(dialect, None).decide(url, crawler.agent)
        standard = self._read(STANDARD, None).decide(url, crawler.chain)
        if ours.allowed == standard.allowed:
            return None
        if self._read(dialect, None).decide(url, crawler.chain).allowed != ours.allowed:
            return Parting(Axis.NAMED_ONLY, "", ours.allowed)
        before = ours
        for axis in self._axes(dialect):
            after = self._read(dialect, axis).decide(url, crawler.chain)
            if after.allowed != ours.allowed:
                return Parting(axis, _detail(axis, before, after, dialect), ours.allowed)
            before = after
        return None

    def _axes(self, dialect: Dialect) -> Sequence[Axis]:
        return [axis for axis, names in _STRATEGIES if any(_differs(dialect, name) for name in names)]

    def _read(self, dialect: Dialect, up_to: Axis | None) -> Robots:
        """The file as a dialect reads it that follows the standard in all axes up to one."""
        known = self._readings.get((dialect.id, up_to))
        if known is None:
            mixed = dialect if up_to is None else standardised(dialect, up_to)
            known = self._readings[dialect.id, up_to] = Robots.parse(self._body, mixed)
        return known


def standardised(dialect: Dialect, up_to: Axis) -> Dialect:
    """A dialect that follows the standard in all axes up to one, that one included."""
    taken: dict[str, object] = {}
    for axis, names in _STRATEGIES:
        taken.update({name: getattr(STANDARD, name) for name in names})
        if axis is up_to:
            break
    make: Callable[..., Dialect] = replace
    return make(dialect, is_local=False, **taken)


def _differs(dialect: Dialect, name: str) -> bool:
    return bool(getattr(dialect, name) != getattr(STANDARD, name))


def _detail(axis: Axis, before: Verdict, after: Verdict, dialect: Dialect) -> str:
    """More about an axis, as an id: what the crawler does where the standard does otherwise."""
    match axis:
        case Axis.PRECEDENCE:
            return dialect.precedence.id
        case Axis.WILDCARDS:
            return _glob_detail(dialect)
        case Axis.LINES:
            return _line_detail(before, after)
        case Axis.RECORDS:
            return "blank" if _is_shorter(before, after) else "names"
        case Axis.NAMES:
            return _name_detail(before, after)
        case _:
            return ""


def _glob_detail(dialect: Dialect) -> str:
    if not dialect.globs.star:
        return "none"
    return "no-anchor" if dialect.globs.dollar is not FULL.dollar else "earliest"


def _is_shorter(before: Verdict, after: Verdict) -> bool:
    """Whether the crawler's groups begin where the standard's do, but lose rules at their ends."""
    ours, theirs = before.group, after.group
    same_start = {group.first_line for group in ours.groups} <= {group.first_line for group in theirs.groups}
    return same_start and ours.rule_count < theirs.rule_count


def _name_detail(before: Verdict, after: Verdict) -> str:
    ours, theirs = set(before.group.parts), set(after.group.parts)
    if ours and ours < theirs:
        return "first"
    return "kin" if before.group.tried and not after.group.parts else "other"


def _line_detail(before: Verdict, after: Verdict) -> str:
    """What it is about the lines: a misspelling that one of both accepts, or a colon that is missing."""
    robots_lines = _lines_of(before) ^ _lines_of(after)
    return "lines" if robots_lines else ""


def _lines_of(verdict: Verdict) -> set[int]:
    return {rule.line for group in verdict.group.groups for rule in group.rules}
