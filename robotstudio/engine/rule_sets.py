"""Choose the fewest patterns that together match chosen URLs and no others: the set cover problem.

It is NP-hard. A bounded search by depth finds the smallest set; if it ends early, the greedy set is used, which is at
most 1 + ln(n) times as large for n URLs (Chvátal 1979, https://doi.org/10.1287/moor.4.3.233).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from robotstudio.engine.bulk import Bools

MOST_PATTERNS: Final = 48
"""Patterns to choose from; one bit each in a signature."""


class Cover(Struct, frozen=True):
    """The indices of the chosen sets, ascending; `is_smallest` if it is proven that no smaller choice covers all."""

    chosen: tuple[int, ...]
    is_smallest: bool


def smallest_cover(matches: Sequence[Bools], most: int, steps: int = 20_000) -> Cover | None:
    """Choose from sets of elements; None if they do not cover all elements, or only with more than `most` sets.

    `matches` are at most `MOST_PATTERNS` sets, each an array with an entry for each element. After some `steps` the
    search for the smallest choice ends.
    """
    signatures = _signatures(matches)
    if not signatures or 0 in signatures:
        return None
    greedy = _greedy(signatures, len(matches))
    search = _Search(signatures, steps)
    for size in range(1, min(most, len(greedy) - 1) + 1):
        found = search.cover(size)
        if found is not None:
            return Cover(found, is_smallest=True)
        if search.is_spent:
            break
    if len(greedy) > most:
        return None
    return Cover(greedy, is_smallest=not search.is_spent)


def _signatures(matches: Sequence[Bools]) -> tuple[int, ...]:
    """Return the different combinations of sets that elements are in, without those that a smaller one implies."""
    if not matches:
        return ()
    bits = np.zeros(len(matches[0]), np.uint64)
    for number, found in enumerate(matches):
        bits |= found.astype(np.uint64) << np.uint64(number)
    distinct = sorted((int(each) for each in np.unique(bits)), key=int.bit_count)
    kept: list[int] = []
    for each in distinct:
        if not any(each & other == other for other in kept):
            kept.append(each)
    return tuple(kept)


def _greedy(signatures: Sequence[int], count: int) -> tuple[int, ...]:
    left, chosen = list(signatures), []
    while left:
        best = max(range(count), key=lambda number: sum(each >> number & 1 for each in left))
        chosen.append(best)
        left = [each for each in left if not each >> best & 1]
    return tuple(sorted(chosen))


class _Search:
    """Searches by depth: one set for the element that is in the fewest, then the rest."""

    def __init__(self, signatures: Sequence[int], steps: int) -> None:
        self._signatures = signatures
        self._steps_left = steps

    @property
    def is_spent(self) -> bool:
        """True if the search ended before all choices were tried."""
        return self._steps_left < 0

    def cover(self, size: int) -> tuple[int, ...] | None:
        found = self._rest(self._signatures, size)
        return None if found is None else tuple(sorted(found))

    def _rest(self, left: Sequence[int], size: int) -> tuple[int, ...] | None:
        self._steps_left -= 1
        if not left:
            return ()
        if not size or self.is_spent:
            return None
        for number in _numbers(min(left, key=int.bit_count)):
            found = self._rest([each for each in left if not each >> number & 1], size - 1)
            if found is not None:
                return (number, *found)
        return None


def _numbers(signature: int) -> list[int]:
    return [number for number in range(signature.bit_length()) if signature >> number & 1]
