"""The winning rule of each path: computed from scratch, or from the result before an edit.

Each rule has a number here that stays when its line moves. An edit then changes few rows: those that a removed rule
lost, and those that a new rule takes from the previous winners.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.search import Numbers, Rows
from robotstudio.engine.bulk.sorted_paths import SortedPaths
from robotstudio.engine.cancelling import Checkpoint
from robotstudio.engine.groups import Rule
from robotstudio.engine.ruleset import RuleSet

NOBODY = 0
"""The number for rows that no rule decides."""

_MOST_EDITED = 64
_FEW_LOST = 4096

RowsOf = Callable[[Rule], Rows | None]
Ids = NDArray[np.int32]
_Claim = tuple[int, Callable[[], Rows | None]]
"""The number of a rule, and a function for the rows that it matches."""


class Winners(NamedTuple):
    """The number of the rule that decides each row; `ids` are the numbers of the rules by precedence.

    `lows` and `highs` bound, in the same order, the rows that a rule matches; both are 0 for a rule that matches none.
    """

    of_row: NDArray[Any]
    ids: Ids
    lows: Ids
    highs: Ids


def first_winners(rules: RuleSet, paths: SortedPaths, rows_of: RowsOf, checkpoint: Checkpoint) -> Winners:
    """Compute the winners from scratch."""
    count = len(rules.ranked)
    of_row = np.zeros(len(paths), np.uint16 if count < np.iinfo(np.uint16).max // 2 else np.int32)
    ids = np.arange(1, count + 1, dtype=np.int32)
    matching = []
    for rule in rules.ranked:
        checkpoint()
        matching.append(rows_of(rule))
    if rules.precedence.reach:
        _fill_by_reach(of_row, rules, paths, matching)
    else:
        _fill(of_row, rules.ranked, matching)
    return Winners(of_row, ids, *_bounds(matching))


def _fill(of_row: NDArray[Any], ranked: Sequence[Rule], matching: Sequence[Rows | None]) -> None:
    """Overwrite rows rule by rule, the strongest last; of equal patterns only one is written."""
    firsts: dict[tuple[bytes, bytes | None], int] = {}
    for place, rule in enumerate(ranked):
        firsts.setdefault((rule.pattern, rule.below), place)
    for place in sorted(firsts.values(), reverse=True):
        rows = matching[place]
        if rows is not None:
            of_row[rows] = place + 1


def _fill_by_reach(of_row: NDArray[Any], rules: RuleSet, paths: SortedPaths, matching: Sequence[Rows | None]) -> None:
    """Assign each row to the rule that reaches furthest into its path."""
    furthest = np.full(len(paths), -1, np.int64)
    every = np.arange(len(paths))
    for place, (rule, rows) in enumerate(zip(rules.ranked, matching, strict=True)):
        if rows is None:
            continue
        places = every[rows]
        # Without a wildcard, a rule reaches equally far into every path that it matches.
        some = places if b"*" in rule.pattern else places[:1]
        reaches = np.array(rules.reaches(rule, [paths[each] for each in some.tolist()]), np.int64)
        reaches = np.broadcast_to(reaches, places.shape)
        is_further = reaches > furthest[places]
        furthest[places[is_further]] = reaches[is_further]
        of_row[places[is_further]] = place + 1


def can_revise(before: Winners, rules: RuleSet) -> bool:
    """Return True if an edit of the rules is small enough, and the order of the rules alone decides."""
    origin = rules.origin
    if origin is None or len(origin.removed) + len(origin.added) > _MOST_EDITED:
        return False
    is_still = not origin.removed and not origin.added
    return is_still or not (
        rules.precedence.reach or len(before.ids) + _MOST_EDITED > np.iinfo(before.of_row.dtype).max
    )


def revised_winners(before: Winners, rules: RuleSet, rows_of: RowsOf, checkpoint: Checkpoint) -> Winners:
    """Compute the winners after an edit from those before it; see `can_revise`."""
    origin = rules.origin
    if origin is None or not (origin.removed or origin.added):
        return before
    checkpoint()
    of_row, ranked = before.of_row.copy(), rules.ranked
    ids, gone, new = _renumbered(before.ids, origin.removed, origin.added)
    matching = [rows_of(ranked[place]) for place in origin.added]
    lows, highs = (
        _edited(bounds, origin.removed, origin.added, added)
        for bounds, added in zip((before.lows, before.highs), _bounds(matching), strict=True)
    )
    lost = _release(of_row, gone, before.lows[list(origin.removed)], before.highs[list(origin.removed)])
    if len(lost):
        # Rules that outrank the first removed one do not match what it decided.
        may_match = np.flatnonzero((lows <= lost[-1]) & (highs > lost[0]))
        heirs = may_match[may_match >= min(origin.removed)].tolist()
        claims = ((ids[place], partial(rows_of, ranked[place])) for place in heirs)
        _inherit(of_row, lost, list(claims), checkpoint)
    place_of = np.full(int(max(ids.max(initial=0), before.ids.max(initial=0))) + 1, len(ranked), np.int32)
    place_of[ids] = np.arange(len(ids), dtype=np.int32)
    for place, number, rows in zip(origin.added, new, matching, strict=True):
        if rows is not None:
            _outrank(of_row, rows, place_of, place, number)
    return Winners(of_row, ids, lows, highs)


def _renumbered(ids: Ids, removed: Sequence[int], added: Sequence[int]) -> tuple[Ids, Ids, Ids]:
    """Return the numbers after an edit, the removed ones, and unused numbers for the new rules."""
    used = np.zeros(int(ids.max(initial=0)) + len(added) + 1, np.bool_)
    used[ids] = used[NOBODY] = True
    new = np.flatnonzero(~used)[: len(added)].astype(np.int32)
    return _edited(ids, removed, added, new), ids[list(removed)], new


def _edited(values: Ids, removed: Sequence[int], added: Sequence[int], new: Ids) -> Ids:
    """Remove the values at removed places and insert new ones at the places `added` of the result."""
    edited = np.empty(len(values) - len(removed) + len(added), np.int32)
    is_new = np.zeros(len(edited), np.bool_)
    is_new[list(added)] = True
    edited[list(added)] = new
    edited[~is_new] = np.delete(values, list(removed))
    return edited


def _bounds(matching: Sequence[Rows | None]) -> tuple[Ids, Ids]:
    bounds = [(0, 0) if rows is None else _ends(rows) for rows in matching]
    lows, highs = zip(*bounds, strict=True) if bounds else ((), ())
    return np.array(lows, np.int32), np.array(highs, np.int32)


def _ends(rows: Rows) -> tuple[int, int]:
    return (rows.start, rows.stop) if isinstance(rows, slice) else (int(rows[0]), int(rows[-1]) + 1)


def _release(of_row: NDArray[Any], gone: Ids, lows: Ids, highs: Ids) -> Numbers:
    """Set the rows of removed rules to NOBODY, and return them."""
    lost = []
    for number, low, high in zip(gone.tolist(), lows.tolist(), highs.tolist(), strict=True):
        part = of_row[low:high]
        is_lost = part == number
        np.putmask(part, is_lost, NOBODY)
        lost.append(np.flatnonzero(is_lost) + low)
    if len(lost) == 1:
        return np.asarray(lost[0])
    return np.sort(np.concatenate(lost)) if lost else np.zeros(0, np.intp)


def _inherit(of_row: NDArray[Any], lost: Numbers, claims: Sequence[_Claim], checkpoint: Checkpoint) -> None:
    """Give each of the lost rows to the first rule that matches it."""
    if len(lost) <= _FEW_LOST:
        for number, rows_of in claims:
            checkpoint()
            lost = _take(of_row, lost, rows_of(), number)
            if not len(lost):
                break
        return
    heirs = np.zeros_like(of_row)
    for number, rows_of in reversed(claims):
        checkpoint()
        rows = rows_of()
        if rows is not None:
            heirs[rows] = number
    of_row[lost] = heirs[lost]


def _take(of_row: NDArray[Any], lost: Numbers, rows: Rows | None, number: int) -> Numbers:
    """Give a rule those of the lost rows that it matches, and return the rest."""
    if rows is None:
        return lost
    if isinstance(rows, slice):
        low, high = np.searchsorted(lost, (rows.start, rows.stop))
        of_row[lost[low:high]] = number
        return np.concatenate((lost[:low], lost[high:])) if low < high else lost
    at = np.minimum(np.searchsorted(rows, lost.astype(rows.dtype)), len(rows) - 1)
    is_taken = rows[at] == lost
    of_row[lost[is_taken]] = number
    return np.asarray(lost[~is_taken])


def _outrank(of_row: NDArray[Any], rows: Rows, place_of: Ids, place: int, number: int) -> None:
    """Give a rule those of its rows whose winner it outranks."""
    gives_way = place_of > place
    if isinstance(rows, slice):
        part = of_row[rows]
        np.putmask(part, gives_way[part], number)
    else:
        of_row[rows[gives_way[of_row[rows]]]] = number
