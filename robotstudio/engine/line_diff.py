"""Line differences of two texts, with the rules that replace each other. Bounded in time whatever the texts are.

Lines that occur once in both texts are matched first, in the longest common order (patience); only the gaps between
them are searched for a shortest edit (Myers), within a budget: a gap that costs too much counts as rewritten. difflib
is unsuitable: it is quadratic over repeated lines, and blind to them with its `autojunk`.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

import numpy as np
from msgspec import Struct

from robotstudio.engine.bulk import Lines
from robotstudio.engine.cancelling import never
from robotstudio.engine.tokens import Field, parse_line, split_lines

BUDGET = 400_000

Pair = tuple[int, int]


class ChangedLines(Struct, frozen=True):
    """Lines `old_start` to `old_end` became `new_start` to `new_end`: from 0, ends exclusive, one may be empty."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def removed(self) -> int:
        return self.old_end - self.old_start

    @property
    def added(self) -> int:
        return self.new_end - self.new_start


def diff_lines(
    old: Sequence[str], new: Sequence[str], *, budget: int = BUDGET, is_cancelled: Callable[[], bool] = never
) -> tuple[ChangedLines, ...]:
    """Return the changes that turn `old` into `new`, in order and disjoint.

    `is_cancelled` is called now and then; once it returns True the rest counts as rewritten.
    """
    whole = _Gap(0, len(old), 0, len(new)).trimmed(old, new)
    budget_left = _StepBudget(budget, is_cancelled)
    pairs: list[Pair] = []
    found = anchors(old[whole.old_start : whole.old_end], new[whole.new_start : whole.new_end])
    placed = [(whole.old_start + old_place, whole.new_start + new_place) for old_place, new_place in found]
    for gap in _gaps(whole, placed, pairs):
        inner = gap.trimmed(old, new)
        pairs += inner.shared(gap)
        pairs += (
            (inner.old_start + x, inner.new_start + y)
            for x, y in _shortest_edit(
                old[inner.old_start : inner.old_end], new[inner.new_start : inner.new_end], budget_left
            )
        )
    return tuple(_between(whole, sorted(pairs)))


class _StepBudget:
    """The steps that may still be taken."""

    def __init__(self, steps: int, is_cancelled: Callable[[], bool]) -> None:
        self._steps = steps
        self._is_cancelled = is_cancelled

    def spend(self, steps: int) -> bool:
        """Take steps; return False if none are left."""
        self._steps = -1 if self._is_cancelled() else self._steps - steps
        return self._steps >= 0


class _Gap(Struct, frozen=True):
    old_start: int
    old_end: int
    new_start: int
    new_end: int

    def trimmed(self, old: Sequence[str], new: Sequence[str]) -> "_Gap":
        """Remove the lines that both begin and end with."""
        room = min(self.old_end - self.old_start, self.new_end - self.new_start)
        head = 0
        while head < room and old[self.old_start + head] == new[self.new_start + head]:
            head += 1
        tail = 0
        while tail < room - head and old[self.old_end - 1 - tail] == new[self.new_end - 1 - tail]:
            tail += 1
        return _Gap(self.old_start + head, self.old_end - tail, self.new_start + head, self.new_end - tail)

    def shared(self, outer: "_Gap") -> Iterator[Pair]:
        """Yield the pairs of lines that trimming `outer` to this gap matched."""
        yield from zip(range(outer.old_start, self.old_start), range(outer.new_start, self.new_start), strict=True)
        yield from zip(range(self.old_end, outer.old_end), range(self.new_end, outer.new_end), strict=True)


def anchors(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Return pairs of lines that occur once in both texts ("patience"), as many as keep their order in both."""
    old_places, new_places = _unique_places(old), _unique_places(new)
    return _longest_rising([(place, new_places[line]) for line, place in old_places.items() if line in new_places])


def _unique_places(lines: Sequence[str]) -> dict[str, int]:
    counts = Counter(lines)
    return {line: place for place, line in enumerate(lines) if counts[line] == 1}


def _longest_rising(pairs: list[Pair]) -> list[Pair]:
    """Return the longest subsequence of pairs, sorted by the first number, whose second numbers rise too."""
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
    """Yield the gaps between the anchors, which are added to `pairs`."""
    x, y = whole.old_start, whole.new_start
    for anchor_x, anchor_y in anchors:
        pairs.append((anchor_x, anchor_y))
        yield _Gap(x, anchor_x, y, anchor_y)
        x, y = anchor_x + 1, anchor_y + 1
    yield _Gap(x, whole.old_end, y, whole.new_end)


def _shortest_edit(old: Sequence[str], new: Sequence[str], budget_left: _StepBudget) -> list[Pair]:
    """Search greedily (Myers): return the pairs of lines that a shortest edit keeps; none if it costs too much."""
    if not old or not new:
        return []
    furthest = {1: 0}  # by diagonal x - y: the furthest x with the edits so far
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
        if not budget_left.spend(steps):
            break
    return []


def _diagonal_before(furthest: dict[int, int], diagonal: int, edits: int) -> int:
    """Return the diagonal from which the best path of one edit more comes: above for an added line, else below."""
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


def _between(whole: _Gap, pairs: list[Pair]) -> Iterator[ChangedLines]:
    """Yield what is left of a gap between the sorted pairs of equal lines."""
    x, y = whole.old_start, whole.new_start
    for pair_x, pair_y in (*pairs, (whole.old_end, whole.new_end)):
        if x < pair_x or y < pair_y:
            yield ChangedLines(x, pair_x, y, pair_y)
        x, y = pair_x + 1, pair_y + 1


class LineMap(Struct, frozen=True, eq=False):
    """The lines of two versions and their pairing; lines are 1-based, and index 0 of the arrays means “none”."""

    old: Sequence[bytes]
    new: Sequence[bytes]
    to_new: Lines
    to_old: Lines

    def new_of(self, lines: Lines) -> Lines:
        """Map lines of the old version to the new; -1 for those that are gone, 0 stays 0."""
        found: Lines = np.where(self.to_new == 0, np.int32(-1), self.to_new)
        found[0] = 0
        # A dialect that recodes a file before it reads it may count more lines than the file has.
        return found[np.minimum(lines, len(found) - 1)]

    def new_line(self, old_line: int) -> int:
        """Return the new number of an old line, 0 if it is gone."""
        return int(self.to_new[old_line]) if old_line < len(self.to_new) else 0

    def old_line(self, new_line: int) -> int:
        """Return the old number of a new line, 0 if it is new."""
        return int(self.to_old[new_line]) if new_line < len(self.to_old) else 0

    def is_kept_new(self, new_line: int) -> bool:
        """Return True if the old version has this line of the new one, byte for byte."""
        old_line = self.old_line(new_line)
        return bool(old_line) and self.old_text(old_line) == self.new_text(new_line)

    def is_kept_old(self, old_line: int) -> bool:
        """Return True if the new version has this line of the old one, byte for byte."""
        new_line = self.new_line(old_line)
        return bool(new_line) and self.is_kept_new(new_line)

    def old_text(self, line: int) -> bytes:
        """Return a line of the old version as written."""
        return self.old[line - 1] if 0 < line <= len(self.old) else b""

    def new_text(self, line: int) -> bytes:
        """Return a line of the new version as written."""
        return self.new[line - 1] if 0 < line <= len(self.new) else b""

    def place_of(self, line: int, *, is_old: bool) -> int:
        """Return the position of a line in the new version; for a removed one, where it was."""
        if not is_old:
            return line
        kept = np.flatnonzero(self.to_new[:line])
        return int(self.to_new[kept[-1]]) if len(kept) else 0


def pair_without(body: bytes, without: bytes, lines: Collection[int]) -> LineMap:
    """Pair the lines of a file with those of the same file without some of them."""
    old, new = split_lines(body), split_lines(without)
    kept = np.setdiff1d(np.arange(1, len(old) + 1), np.array(list(lines), np.int64))
    to_new, to_old = np.zeros(len(old) + 1, np.int32), np.zeros(len(new) + 1, np.int32)
    to_new[kept] = np.arange(1, len(kept) + 1)
    to_old[1 : len(kept) + 1] = kept
    return LineMap(old, new, to_new, to_old)


def pair_lines(old_body: bytes, new_body: bytes) -> LineMap:
    """Pair the lines of two versions of a file by a shortest edit; a rule that became another stays paired."""
    old, new = split_lines(old_body), split_lines(new_body)
    to_new, to_old = np.zeros(len(old) + 1, np.int32), np.zeros(len(new) + 1, np.int32)
    changes = diff_lines([line.decode("latin-1") for line in old], [line.decode("latin-1") for line in new])
    old_at = new_at = 0
    for change in (*changes, ChangedLines(len(old), len(old), len(new), len(new))):
        same = change.old_start - old_at
        to_new[old_at + 1 : old_at + same + 1] = np.arange(new_at + 1, new_at + same + 1)
        for old_line, new_line in _became(old, new, change):
            to_new[old_line] = new_line
        old_at, new_at = change.old_end, change.new_end
    paired = np.flatnonzero(to_new)
    to_old[to_new[paired]] = paired
    return LineMap(old, new, to_new, to_old)


def _became(old: Sequence[bytes], new: Sequence[bytes], change: ChangedLines) -> list[tuple[int, int]]:
    """Return the rules that a change replaced, in order: of one group and of one kind."""
    removed: dict[tuple[int, Field], list[int]] = {}
    for place, kind in _rules(old, change.old_start, change.old_end):
        removed.setdefault(kind, []).append(place)
    pairs: list[tuple[int, int]] = []
    at = change.old_start
    for new_place, kind in _rules(new, change.new_start, change.new_end):
        places = removed.get(kind, [])
        nearest = bisect_left(places, at)
        if nearest < len(places):
            at = places[nearest] + 1
            pairs.append((at, new_place + 1))
    return pairs


def _rules(lines: Sequence[bytes], start: int, end: int) -> Iterator[tuple[int, tuple[int, Field]]]:
    """Yield the rules among some lines, each with the number of user-agent lines before it there, and its field."""
    groups = 0
    for place in range(start, end):
        line = parse_line(lines[place])
        groups += line.field is Field.USER_AGENT
        if line.is_rule:
            yield place, (groups, line.field)
