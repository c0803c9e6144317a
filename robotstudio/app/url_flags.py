"""Flags of every URL for the filters: computed with the verdicts, so that a list needs one pass over an array."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from robotstudio.app.columns import Column, Uniform
from robotstudio.engine.bulk import Bools, Flags, Tally, Verdicts
from robotstudio.engine.cancelling import Checkpoint
from robotstudio.lazy_dataclasses import dataclass

_CODES = 32


class UrlFlag(IntFlag):
    """What may hold of a URL."""

    MAY_NOT = 1  # some crawler may not fetch it
    MAY = 2  # some crawler may
    DECIDED = 4  # a rule decides for some crawler, or the outcome of the fetch for all
    PARTS = 8  # some crawler reads it otherwise than RFC 9309, with another verdict
    OUTSIDE = 16  # another robots.txt governs it


@dataclass(frozen=True, slots=True, eq=False)
class UrlFlags:
    """The flags of each URL, and how many URLs have each combination."""

    facts: Flags = field(default_factory=lambda: np.zeros(0, np.uint8))
    numbers: NDArray[np.intp] = field(default_factory=lambda: np.zeros(_CODES, np.intp))

    @classmethod
    def of(cls, facts: Flags) -> "UrlFlags":
        return cls(facts, np.bincount(facts, minlength=_CODES))

    def with_outside(self, outside: Bools | None) -> "UrlFlags":
        """With the URLs that another robots.txt governs."""
        if outside is None or not outside.any():
            return self
        return UrlFlags.of(self.facts | (outside.view(np.uint8) * np.uint8(UrlFlag.OUTSIDE)))

    def count(self, fact: UrlFlag) -> int:
        """How many URLs have a flag."""
        return int(self.numbers[(np.arange(len(self.numbers)) & int(fact)) > 0].sum())


def url_flags(
    columns: Sequence[Column], standard: Mapping[str, Verdicts], size: int, checkpoint: Checkpoint
) -> UrlFlags:
    """The flags of `size` URLs. Crawlers that share verdicts are looked at once.

    Of a crawler that documents nothing, or comes back later, nothing is a fact. `standard` are the verdicts by
    RFC 9309 for each token.
    """
    tally = Tally(size, checkpoint)
    if columns and not any(column.is_by_rules for column in columns):
        tally.add_everywhere(UrlFlag.DECIDED)
    for column in columns:
        if not column.is_known:
            continue
        if isinstance(column.verdicts, Uniform):
            tally.add_everywhere(UrlFlag.MAY if column.verdicts.is_allowed else UrlFlag.MAY_NOT)
            continue
        decided = UrlFlag.DECIDED if column.is_by_rules else 0
        tally.add(column.verdicts, blocked=UrlFlag.MAY_NOT, allowed=UrlFlag.MAY, decided=decided)
        by_standard = standard.get(column.crawler.token)
        if by_standard is not None and column.is_by_rules:
            tally.add_parting(column.verdicts, by_standard, UrlFlag.PARTS)
    return UrlFlags.of(tally.flags())
