"""Choose the fewest patterns that together match chosen URLs and no others: the set cover problem.

It is NP-hard. A bounded search by depth finds the smallest set; if it ends early, the greedy set is used, which is at
most 1 + ln(n) times as large for n URLs (Chvátal 1979, https://doi.org/10.1287/moor.4.3.233).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.engine.bulk import Bools

MOST_PATTERNS: Final = 48
"""Patterns to choose from; one bit each."""
_MOST_COMBINATIONS: Final = 1_000  # of which the smallest choice is searched for


class Cover(Struct, frozen=True):
    """The indices of the chosen sets, ascending; `is_smallest` if it is proven that no smaller choice covers all."""

    chosen: tuple[int, ...]
    is_smallest: bool


def smallest_cover(matches: Sequence[Bools], most: int, steps: int = 20_000) -> Cover | None:
    """Choose from sets of elements; None if they do not cover all elements, or only with more than `most` sets.

    `matches` are at most `MOST_PATTERNS` sets, each an array with an entry for each element. After some `steps` the
    search for the smallest choice ends.
    """
    bits = _membership(matches)
    greedy = _greedy(bits, len(matches), most) if len(bits) and bits[0] else None
    if greedy is None:
        return None
    if len(bits) > _MOST_COMBINATIONS:
        return Cover(greedy, is_smallest=len(greedy) == 1)
    search = _Search(_without_implied(bits), steps)
    for size in range(1, len(greedy)):
        found = search.cover(size)
        if found is not None:
            return Cover(found, is_smallest=True)
        if search.is_spent:
            break
    return Cover(greedy, is_smallest=not search.is_spent)


def _membership(matches: Sequence[Bools]) -> NDArray[np.uint64]:
    """Return the different combinations of sets that elements are in, a bit for each set, in ascending order."""
    bits = np.zeros(len(matches[0]) if matches else 0, np.uint64)
    for number, found in enumerate(matches):
        bits |= found.astype(np.uint64) << np.uint64(number)
    return np.unique(bits)


def _without_implied(bits: NDArray[np.uint64]) -> tuple[int, ...]:
    """Leave out combinations that a smaller one implies: who covers that covers them."""
    kept: list[int] = []
    for each in sorted(bits.tolist(), key=int.bit_count):
        if not any(each & other == other for other in kept):
            kept.append(each)
    return tuple(kept)


def _greedy(bits: NDArray[np.uint64], count: int, most: int) -> tuple[int, ...] | None:
    left, chosen = bits, list[int]()
    while len(left):
        if len(chosen) == most:
            return None
        gains = [int(np.count_nonzero(left >> np.uint64(number) & np.uint64(1))) for number in range(count)]
        best = max(range(count), key=gains.__getitem__)
        chosen.append(best)
        left = left[left >> np.uint64(best) & np.uint64(1) == 0]
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
