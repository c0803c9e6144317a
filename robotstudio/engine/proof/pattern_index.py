"""Indices of patterns, by the start of a path or of another pattern, so that few have to be tried."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import AnyStr, Generic, TypeVar

from robotstudio.engine.proof.budget import Budget
from robotstudio.engine.ruleset import NeedleIndex, Wildcard

T = TypeVar("T")

_AT_ONCE = 5
"""2 ** 5 wildcard patterns tried one by one count as a step."""
_FEW = 1 << _AT_ONCE
"""Fewer patterns than one step are tried without an index, which would take longer."""


class PrefixIndex(Generic[AnyStr, T]):
    """Values indexed by the text that their paths begin with."""

    def __init__(self, filed: Iterable[tuple[AnyStr, T]]) -> None:
        self._by_start: dict[AnyStr, list[T]] = {}
        for start, each in filed:
            self._by_start.setdefault(start, []).append(each)
        self._starts: list[AnyStr] = sorted(self._by_start)
        self._lengths = sorted({len(start) for start in self._by_start})

    def near(self, start: AnyStr) -> Iterator[T]:
        """Yield what is stored under starts that begin with this one, or are a prefix of it."""
        for length in self._lengths:
            if length >= len(start):
                break
            yield from self._by_start.get(start[:length], ())
        for at in range(bisect_left(self._starts, start), len(self._starts)):
            if not self._starts[at].startswith(start):
                break
            yield from self._by_start[self._starts[at]]


class PatternIndex:
    """Wildcard patterns indexed by what they begin with and by a text that they need."""

    def __init__(self, wildcards: Sequence[Wildcard], budget: Budget) -> None:
        """`budget` is spent on the patterns that are tried."""
        self._few = wildcards if len(wildcards) < _FEW else None
        by_prefix: dict[bytes, list[Wildcard]] = {}
        for each in wildcards if self._few is None else ():
            by_prefix.setdefault(each.pattern.prefix, []).append(each)
        self._by_prefix = {prefix: NeedleIndex(some) for prefix, some in by_prefix.items()}
        self._lengths = sorted(set(map(len, by_prefix)))
        self._needles: dict[int, list[bytes]] = {}
        self._budget = budget

    def matching(self, path: bytes) -> Iterator[int]:
        """Yield the places of those that match a path, each at least once."""
        if self._few is not None:
            yield from [place for place, needle, pattern in self._few if needle in path and pattern.matches(path)]
            return
        lengths = self._lengths[: bisect_right(self._lengths, len(path))]
        able = [needles for length in lengths if (needles := self._by_prefix.get(path[:length]))]
        several = [filed for needles in able for filed in needles.near(path)]
        self._budget.spend(sum(map(len, several)) >> _AT_ONCE)
        for filed in several:
            holding = compress(filed, map(path.__contains__, self._needles_of(filed)))
            yield from [place for place, _, pattern in holding if pattern.matches(path)]

    def _needles_of(self, filed: list[Wildcard]) -> list[bytes]:
        """Return the needles of some patterns; cached by identity."""
        found = self._needles.get(id(filed))
        if found is None:
            found = self._needles[id(filed)] = [needle for _, needle, _ in filed]
        return found
