"""A crawler's verdicts as a column of the matrix: those of the rules, or what the server's answer makes of them.

The flags of every URL are counted along with them, so that a filter needs one pass over an array.
"""

from collections.abc import Mapping, Sequence
from enum import IntFlag
from typing import Any

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from numpy.typing import NDArray

from robotstudio.engine import GroupChoice, Robots, UrlTable
from robotstudio.engine.bulk import Bools, Flags, Lines, Tally, Verdicts
from robotstudio.engine.cancelling import Checkpoint
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.paths import bytes_of
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.fetch.policy import Effect, PolicyOutcome

Positions = NDArray[Any] | Sequence[int] | slice
"""Indexes of URLs in the list, from 0."""


class UniformVerdicts(Struct, frozen=True):
    """The same verdict on every URL."""

    size: int
    is_allowed: bool

    @property
    def blocked_count(self) -> int:
        """Count the URLs that may not be fetched."""
        return 0 if self.is_allowed else self.size

    def allowed_at(self, positions: Positions) -> Bools:
        """Return if each of some URLs may be fetched."""
        count = len(range(*positions.indices(self.size))) if isinstance(positions, slice) else len(positions)
        return np.full(count, self.is_allowed, np.bool_)


class Column(Struct, frozen=True, eq=False):
    """One crawler's verdicts. They are not stored for each URL: a view asks for those that it shows.

    `policy_outcome` is the crawler's reaction to the answer of the server, None if the draft is assumed as the answer.
    `copy` is another file whose rules apply in place of those of the draft.
    """

    crawler: Crawler
    robots: Robots
    choice: GroupChoice
    verdicts: Verdicts | UniformVerdicts
    policy_outcome: PolicyOutcome | None = None
    copy: Robots | None = None

    @property
    def effect(self) -> Effect:
        """Return what decides the cells. A last good copy is the draft itself if no other is known: its rules apply."""
        if self.policy_outcome is None or (self.policy_outcome.effect is Effect.LAST_GOOD_COPY and self.copy is None):
            return Effect.PARSE
        return self.policy_outcome.effect

    @property
    def is_by_rules(self) -> bool:
        """Return True if the rules of the draft decide, and not the outcome of the fetch."""
        return self.effect is Effect.PARSE

    @property
    def is_known(self) -> bool:
        """Return True if `allowed` is a yes or no: not if nothing is documented, or the visit is deferred."""
        return self.effect not in {Effect.UNKNOWN, Effect.DEFER}

    def at(self, positions: Positions) -> tuple[Bools, Lines]:
        """Return (allowed, line) of some URLs; the line is 0 if no rule of the draft decided."""
        if isinstance(self.verdicts, UniformVerdicts):
            allowed = self.verdicts.allowed_at(positions)
            return allowed, np.zeros(len(allowed), np.int32)
        allowed, lines = self.verdicts.at(positions)
        return allowed, lines if self.is_by_rules else np.zeros_like(lines)

    @property
    def allowed(self) -> Bools:
        """Return if each URL may be fetched; computed for all of them on each access."""
        return self.at(slice(None))[0] if isinstance(self.verdicts, UniformVerdicts) else self.verdicts.allowed()

    @property
    def lines(self) -> Lines:
        """Return the line that decides about each URL; computed for all of them on each access."""
        if isinstance(self.verdicts, UniformVerdicts) or not self.is_by_rules:
            return np.zeros(self.size, np.int32)
        return self.verdicts.lines()

    @property
    def size(self) -> int:
        return self.verdicts.size if isinstance(self.verdicts, UniformVerdicts) else len(self.verdicts)

    @property
    def blocked_count(self) -> int:
        """Count the URLs that may not be fetched."""
        return self.verdicts.blocked_count

    def mask_decided_by(self, lines: Sequence[int]) -> Bools:
        """Return which URLs one of some lines of the draft decides about."""
        if isinstance(self.verdicts, UniformVerdicts) or not self.is_by_rules:
            return np.zeros(self.size, np.bool_)
        return self.verdicts.mask_decided_by(lines)

    def allows(self, url: str) -> bool:
        """Return True if the crawler may fetch one URL, as `allowed` has it for all; only if that is known."""
        if self.copy is not None:
            return self.copy.decide(url, self.crawler.agent).allowed
        if self.is_by_rules:
            return self.robots.decide(url, self.crawler.agent).allowed
        dialect = self.robots.dialect
        is_exempt = dialect.path_of(bytes_of(url)) in dialect.always_allowed
        return self.effect is Effect.ALLOW_ALL or (self.effect is Effect.DISALLOW_ALL and is_exempt)


def equal_columns(columns: Sequence[Column]) -> tuple[tuple[int, ...], ...]:
    """Group columns that show the same: of the same group of the file, with the same verdict and line for every URL.

    Returns the numbers of the columns, each in one group, in the order of the first of each.
    """
    groups: list[list[int]] = []
    for number, column in enumerate(columns):
        alike = next((group for group in groups if _is_equal(columns[group[0]], column)), None)
        if alike is None:
            groups.append([number])
        else:
            alike.append(number)
    return tuple(map(tuple, groups))


def _is_equal(one: Column, other: Column) -> bool:
    if one.effect is not other.effect or (one.copy is None) is not (other.copy is None):
        return False
    if [group.first_line for group in one.choice.groups] != [group.first_line for group in other.choice.groups]:
        return False
    mine, its = one.verdicts, other.verdicts
    if isinstance(mine, UniformVerdicts) or isinstance(its, UniformVerdicts):
        return mine == its if isinstance(mine, UniformVerdicts) and isinstance(its, UniformVerdicts) else False
    return mine.equals(its)


class OutcomeApplier:
    """Applies the outcome of the fetch to the columns of a draft; equal columns are worked out once."""

    def __init__(self, scenario: HttpScenario, body: bytes, table: UrlTable) -> None:
        self._now = scenario
        self._body = body
        self._table = table
        self._copies: dict[str, Robots] = {}
        self._closed: dict[str, Verdicts] = {}

    def applied(self, column: Column) -> Column:
        """Return the column with the outcome applied, if it decides."""
        policy_outcome = self._now.policy_outcome(column.crawler)
        if policy_outcome is None:
            return column
        if policy_outcome.effect is Effect.PARSE:
            return replace(column, policy_outcome=policy_outcome)
        if policy_outcome.effect is Effect.LAST_GOOD_COPY:
            return self._by_copy(column, policy_outcome)
        if policy_outcome.effect is Effect.DISALLOW_ALL:
            return replace(column, policy_outcome=policy_outcome, verdicts=self._exempt(column))
        is_allowed = policy_outcome.effect is Effect.ALLOW_ALL
        return replace(column, policy_outcome=policy_outcome, verdicts=UniformVerdicts(len(self._table), is_allowed))

    def _by_copy(self, column: Column, policy_outcome: PolicyOutcome) -> Column:
        copy, dialect = self._now.copy, column.crawler.dialect
        if copy is None or copy.body == self._body:
            return replace(column, policy_outcome=policy_outcome)
        if dialect not in self._copies:
            self._copies[dialect] = Robots.parse(copy.body, dialect)
        robots, agent = self._copies[dialect], column.crawler.agent
        verdicts = robots.decide_all(self._table, [agent]).verdict_class(agent)
        # The lines of the copy are not those of the editor: none is named, so that none is looked for there.
        return replace(column, policy_outcome=policy_outcome, copy=robots, verdicts=verdicts)

    def _exempt(self, column: Column) -> Verdicts:
        """Allow nothing but what no rule can block: `/robots.txt` itself."""
        dialect = column.crawler.dialect
        if dialect not in self._closed:
            closed = Robots.parse(b"User-agent: *\nDisallow: /\n", dialect)
            self._closed[dialect] = closed.decide_all(self._table, ["*"]).verdict_class("*")
        return self._closed[dialect]


_CODES = 32


class UrlFlag(IntFlag):
    """Flags of a URL."""

    MAY_NOT = 1  # some crawler may not fetch it
    MAY = 2  # some crawler may
    DECIDED = 4  # a rule decides for some crawler, or the outcome of the fetch for all
    PARTS = 8  # some crawler reads it otherwise than RFC 9309, with another verdict
    OUTSIDE = 16  # another robots.txt governs it


class UrlFlags(Struct, frozen=True, eq=False):
    """The flags of each URL, and how many URLs have each combination."""

    facts: Flags = field(default_factory=lambda: np.zeros(0, np.uint8))
    numbers: NDArray[np.intp] = field(default_factory=lambda: np.zeros(_CODES, np.intp))

    @classmethod
    def of(cls, facts: Flags) -> "UrlFlags":
        return cls(facts, np.bincount(facts, minlength=_CODES))

    def with_outside(self, outside: Bools | None) -> "UrlFlags":
        """Return the flags with the URLs that another robots.txt governs."""
        if outside is None or not outside.any():
            return self
        return UrlFlags.of(self.facts | (outside.view(np.uint8) * np.uint8(UrlFlag.OUTSIDE)))

    def count(self, fact: UrlFlag) -> int:
        """Count the URLs with a flag."""
        return int(self.numbers[(np.arange(len(self.numbers)) & int(fact)) > 0].sum())


def url_flags(
    columns: Sequence[Column], standard: Mapping[str, Verdicts], size: int, checkpoint: Checkpoint
) -> UrlFlags:
    """Return the flags of `size` URLs. Crawlers that share verdicts are counted once.

    A crawler that documents nothing, or comes back later, sets no flag. `standard` are the verdicts by RFC 9309 for
    each
    token.
    """
    tally = Tally(size, checkpoint)
    if columns and not any(column.is_by_rules for column in columns):
        tally.add_everywhere(UrlFlag.DECIDED)
    for column in columns:
        if not column.is_known:
            continue
        if isinstance(column.verdicts, UniformVerdicts):
            tally.add_everywhere(UrlFlag.MAY if column.verdicts.is_allowed else UrlFlag.MAY_NOT)
            continue
        decided = UrlFlag.DECIDED if column.is_by_rules else 0
        tally.add(column.verdicts, blocked=UrlFlag.MAY_NOT, allowed=UrlFlag.MAY, decided=decided)
        by_standard = standard.get(column.crawler.token)
        if by_standard is not None and column.is_by_rules:
            tally.add_difference(column.verdicts, by_standard, UrlFlag.PARTS)
    return UrlFlags.of(tally.flags())
