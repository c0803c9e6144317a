"""Facts about every URL that the filters ask for: found with the verdicts, so that a list is one look at an array."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from robotstudio.app.columns import Column, Uniform
from robotstudio.engine.bulk import Bools, Flags, Tally, Verdicts
from robotstudio.engine.cancelling import Checkpoint
from robotstudio.lazy_dataclasses import dataclass


class Fact(IntFlag):
    """What may hold of a URL."""

    MAY_NOT = 1  # some crawler may not fetch it
    MAY = 2  # some crawler may
    DECIDED = 4  # a rule decides for some crawler, or the outcome of the fetch for all
    PARTS = 8  # some crawler reads it otherwise than RFC 9309, with another verdict
    OUTSIDE = 16  # another robots.txt governs it


_CODES = 32


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The facts of each URL, and how many URLs have each combination of them."""

    facts: Flags = field(default_factory=lambda: np.zeros(0, np.uint8))
    numbers: NDArray[np.intp] = field(default_factory=lambda: np.zeros(_CODES, np.intp))

    @classmethod
    def of(cls, facts: Flags) -> "Survey":
        """A survey of these facts."""
        return cls(facts, np.bincount(facts, minlength=_CODES))

    def with_outside(self, outside: Bools | None) -> "Survey":
        """With the URLs that another robots.txt governs."""
        if outside is None or not outside.any():
            return self
        return Survey.of(self.facts | (outside.view(np.uint8) * np.uint8(Fact.OUTSIDE)))

    def count(self, fact: Fact) -> int:
        """Of how many URLs a fact holds."""
        return int(self.numbers[(np.arange(len(self.numbers)) & int(fact)) > 0].sum())


def survey(columns: Sequence[Column], standard: Mapping[str, Verdicts], size: int, checkpoint: Checkpoint) -> Survey:
    """The facts about `size` URLs. Crawlers that share verdicts are looked at once.

    Of a crawler that documents nothing, or comes back later, nothing is a fact. `standard` are the verdicts by
    RFC 9309 for each token.
    """
    tally = Tally(size, checkpoint)
    if columns and not any(column.is_by_rules for column in columns):
        tally.add_everywhere(Fact.DECIDED)
    for column in columns:
        if not column.is_known:
            continue
        if isinstance(column.verdicts, Uniform):
            tally.add_everywhere(Fact.MAY if column.verdicts.is_allowed else Fact.MAY_NOT)
            continue
        decided = Fact.DECIDED if column.is_by_rules else 0
        tally.add(column.verdicts, blocked=Fact.MAY_NOT, allowed=Fact.MAY, decided=decided)
        by_standard = standard.get(column.crawler.token)
        if by_standard is not None and column.is_by_rules:
            tally.add_parting(column.verdicts, by_standard, Fact.PARTS)
    return Survey.of(tally.flags())
