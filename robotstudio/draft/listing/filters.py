"""Filter the listed URLs: by a search text and kinds of rows, worked out for all rows at once."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.draft.columns import UrlFlag
from robotstudio.draft.listing.marks import CHANGED, EXPECTED, FAILING
from robotstudio.engine.bulk import Bools, Flags
from robotstudio.text.language import Told

Rows = NDArray[np.intp]
"""Indexes in the list of URLs, in the order in which they are shown."""
_CODES = 256


class FilterKind(StrEnum):
    """A kind of rows that a filter selects."""

    BLOCKED = "blocked"  # at least one crawler may not fetch it
    ALL_BLOCKED = "all-blocked"  # no crawler may fetch it
    ALLOWED = "allowed"  # no crawler is kept from it
    DISAGREE = "disagree"  # some crawlers may fetch it, others may not
    NO_RULE = "no-rule"  # no rule decides for any crawler
    READING = "reading"  # some crawler reads it otherwise than RFC 9309, with another verdict
    OUTSIDE = "outside"  # another robots.txt governs it
    CHANGED = "changed"  # some verdict is another than that of the baseline
    EXPECTED = "expected"  # something is expected of some verdict
    FAILING = "failing"  # some verdict is not the expected one
    HAD_CLICKS = "had-clicks"  # a source counted a click on it


class Filters(Struct, frozen=True):
    """Conditions of a listed URL, all of which must hold.

    `text` is words that the URL contains, or a condition on it and its columns as `urls.where` reads it. One of `lines`
    decides about it for some crawler, and the source of the id `source` brought it.
    """

    text: str = ""
    kinds: frozenset[FilterKind] = frozenset()
    lines: tuple[int, ...] = ()
    source: str = ""

    @property
    def are_on(self) -> bool:
        """Return True if anything may be left out."""
        return bool(self.text.split() or self.kinds or self.lines or self.source)


_KINDS: Final[Mapping[FilterKind, tuple[int, int]]] = MappingProxyType(
    {
        FilterKind.BLOCKED: (UrlFlag.MAY_NOT, 0),
        FilterKind.ALL_BLOCKED: (UrlFlag.MAY_NOT, UrlFlag.MAY),
        FilterKind.ALLOWED: (UrlFlag.MAY, UrlFlag.MAY_NOT),
        FilterKind.DISAGREE: (UrlFlag.MAY_NOT | UrlFlag.MAY, 0),
        FilterKind.NO_RULE: (0, UrlFlag.DECIDED | UrlFlag.MAY_NOT),
        FilterKind.READING: (UrlFlag.PARTS, 0),
        FilterKind.OUTSIDE: (UrlFlag.OUTSIDE, 0),
        FilterKind.CHANGED: (CHANGED, 0),
        FilterKind.EXPECTED: (EXPECTED, 0),
        FilterKind.FAILING: (FAILING, 0),
    }
)
"""Facts of each kind that must hold for a URL, and those that must not."""


def _passing(wanted: int, unwanted: int) -> Bools:
    codes = np.arange(_CODES)
    return np.asarray((codes & wanted == wanted) & (codes & unwanted == 0), np.bool_)


_PASSING: Final = MappingProxyType({kind: _passing(*facts) for kind, facts in _KINDS.items()})
"""Combinations of facts that belong to each kind. Clicks depend on the URLs alone, and are no fact of a draft."""


class Listing(Struct, frozen=True, eq=False):
    """The listed rows, and for each kind how many rows would be listed if it were on as well.

    `blocked` is how many of them each column blocks, None if that is not known. Of the kinds `occurring` there is a
    URL, listed or not. `fault` says why the search text is not understood.
    """

    rows: Rows
    counts: Mapping[FilterKind, int]
    blocked: tuple[int | None, ...] = ()
    occurring: frozenset[FilterKind] = frozenset()
    fault: Told | None = None


def kept_rows(facts: Flags, kinds: frozenset[FilterKind], found: Bools | None) -> Bools | None:
    """Return the rows that are of all kinds, and pass the other filters; None for all of them."""
    if not kinds - {FilterKind.HAD_CLICKS}:
        return found
    passing = np.logical_and.reduce([_PASSING[kind] for kind in kinds if kind in _PASSING])
    kept: Bools = passing[facts]
    return kept if found is None else kept & found


def rows_in_order(kept: Bools | None, order: Rows) -> Rows:
    return order if kept is None else order[kept[order]]


def numbers_of(facts: Flags, kept: Bools | None) -> NDArray[np.intp]:
    """Count the kept rows with each combination of facts."""
    return np.bincount(facts if kept is None else facts[kept], minlength=_CODES)


def counts_of(numbers: NDArray[np.intp]) -> Mapping[FilterKind, int]:
    """Count the rows of each kind."""
    return {kind: int(numbers[passing[: len(numbers)]].sum()) for kind, passing in _PASSING.items()}
