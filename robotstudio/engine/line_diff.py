"""Which lines differ between two texts. Plain data, and bounded in time whatever the texts are.

Lines that occur once in both texts are matched first, in the longest common order (patience); only the gaps between
them are searched for a shortest edit (Myers), and that on a budget: a gap that costs too much counts as rewritten.
difflib is no choice here: quadratic over repeated lines, and with its `autojunk` blind for them.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from robotstudio.lazy_dataclasses import dataclass

BUDGET = 400_000

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """Lines `old_start` to `old_end` gave way to `new_start` to `new_end`: from 0, ends exclusive, one may be empty."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def removed(self) -> int:
        """The number of lines that are gone."""
        return self.old_end - self.old_start

    @property
    def added(self) -> int:
        """The number of lines that are new."""
        return self.new_end - self.new_start


def never() -> bool:
    """The answer of who never wants to stop."""
    return False


def diff_lines(
    old: Sequence[str], new: Sequence[str], *, budget: int = BUDGET, is_cancelled: Callable[[], bool] = never
) -> tuple[Change, ...]:
    """The changes that make `new` of `old`, in order and apart from one another.

    `is_cancelled` is asked now and then; once it is true the rest counts as rewritten: the answer comes at once.
    """
    whole = _Gap(0, len(old), 0, len(new)).trimmed(old, new)
    purse = _Purse(budget, is_cancelled)
    pairs: list[Pair] = []
    for gap in _gaps(whole, _anchors(old, new, whole), pairs):
        inner = gap.trimmed(old, new)
        pairs += inner.shared(gap)
        pairs += (
            (inner.old_start + x, inner.new_start + y)
            for x, y in _shortest_edit(
                old[inner.old_start : inner.old_end], new[inner.new_start : inner.new_end], purse
            )
        )
    return tuple(_between(whole, sorted(pairs)))


class _Purse:
    """The steps that may still be taken."""

    def __init__(self, steps: int, is_cancelled: Callable[[], bool]) -> None:
        self._steps = steps
        self._is_cancelled = is_cancelled

    def pay(self, steps: int) -> bool:
        """Take steps; False where there are none left."""
        self._steps = -1 if self._is_cancelled() else self._steps - steps
        return self._steps >= 0


@dataclass(frozen=True, slots=True)
class _Gap:
    old_start: int
    old_end: int
    new_start: int
    new_end: int

    def trimmed(self, old: Sequence[str], new: Sequence[str]) -> "_Gap":
        """Without the lines that both begin and end with."""
        room = min(self.old_end - self.old_start, self.new_end - self.new_start)
        head = 0
        while head < room and old[self.old_start + head] == new[self.new_start + head]:
            head += 1
        tail = 0
        while tail < room - head and old[self.old_end - 1 - tail] == new[self.new_end - 1 - tail]:
            tail += 1
        return _Gap(self.old_start + head, self.old_end - tail, self.new_start + head, self.new_end - tail)

    def shared(self, outer: "_Gap") -> Iterator[Pair]:
        """The pairs of lines that trimming `outer` to this gap matched."""
        yield from zip(range(outer.old_start, self.old_start), range(outer.new_start, self.new_start), strict=True)
        yield from zip(range(self.old_end, outer.old_end), range(self.new_end, outer.new_end), strict=True)


def _anchors(old: Sequence[str], new: Sequence[str], gap: _Gap) -> list[Pair]:
    """Pairs of lines that occur once in both texts, as many as keep their order in both."""
    old_places = _unique_places(old, gap.old_start, gap.old_end)
    new_places = _unique_places(new, gap.new_start, gap.new_end)
    pairs = [(place, new_places[line]) for line, place in old_places.items() if line in new_places]
    return _longest_rising(pairs)


def _unique_places(lines: Sequence[str], start: int, end: int) -> dict[str, int]:
    counts = Counter(lines[start:end])
    return {line: place for place, line in enumerate(lines[start:end], start) if counts[line] == 1}


def _longest_rising(pairs: list[Pair]) -> list[Pair]:
    """The longest run of pairs, sorted by the first number, in which the second rises too."""
    tops: list[int] = []
    top_pairs: list[int] = []
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        before.append(top_pairs[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(place)
            top_pairs.append(index)
        else:
            tops[pile] = place
            top_pairs[pile] = index
    rising: list[Pair] = []
    index = top_pairs[-1] if top_pairs else -1
    while index >= 0:
        rising.append(pairs[index])
        index = before[index]
    return rising[::-1]


def _gaps(whole: _Gap, anchors: list[Pair], pairs: list[Pair]) -> Iterator[_Gap]:
    """What lies between the anchors, which are added to `pairs`."""
    x, y = whole.old_start, whole.new_start
    for anchor_x, anchor_y in anchors:
        pairs.append((anchor_x, anchor_y))
        yield _Gap(x, anchor_x, y, anchor_y)
        x, y = anchor_x + 1, anchor_y + 1
    yield _Gap(x, whole.old_end, y, whole.new_end)


def _shortest_edit(old: Sequence[str], new: Sequence[str], purse: _Purse) -> list[Pair]:
    """Myers' greedy search: the pairs of lines that a shortest edit keeps; none where it costs too much."""
    if not old or not new:
        return []
    furthest = {1: 0}  # by diagonal x - y: how far x comes with the edits so far
    trace: list[dict[int, int]] = []
    for edits in range(len(old) + len(new) + 1):
        trace.append(furthest.copy())
        steps = edits + 1
        for diagonal in range(-edits, edits + 1, 2):
            before = _diagonal_before(furthest, diagonal, edits)
            x = start = furthest[before] + (before < diagonal)
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            furthest[diagonal] = x
            steps += x - start
            if x >= len(old) and x - diagonal >= len(new):
                return _walked_back(trace, len(old), len(new))
        if not purse.pay(steps):
            break
    return []


def _diagonal_before(furthest: dict[int, int], diagonal: int, edits: int) -> int:
    """From which diagonal the best path of one edit more comes: above it a line was added, below it one was removed."""
    above, below = diagonal + 1, diagonal - 1
    if diagonal == -edits or (diagonal != edits and furthest[below] < furthest[above]):
        return above
    return below


def _walked_back(trace: list[dict[int, int]], x: int, y: int) -> list[Pair]:
    pairs: list[Pair] = []
    for edits in range(len(trace) - 1, -1, -1):
        before = _diagonal_before(trace[edits], x - y, edits)
        before_x = trace[edits][before]
        before_y = before_x - before
        while x > before_x and y > before_y:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = before_x, before_y
    return pairs


def _between(whole: _Gap, pairs: list[Pair]) -> Iterator[Change]:
    """What is left of a gap between the pairs of equal lines, sorted."""
    x, y = whole.old_start, whole.new_start
    for pair_x, pair_y in (*pairs, (whole.old_end, whole.new_end)):
        if x < pair_x or y < pair_y:
            yield Change(x, pair_x, y, pair_y)
        x, y = pair_x + 1, pair_y + 1
