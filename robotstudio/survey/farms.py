"""Farms: groups of hosts whose files are the same, the same but for what differs from host to host, or nearly the same.

Near ones are looked for by MinHash, which proposes pairs, and joined by what their lines really have in common: a file
joins a group where it is `LIKE` one of its members at least.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final

import numpy as np

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.facts import AnswerOutcome
from robotstudio.survey.lines import digest_of
from robotstudio.survey.markers import template_titles
from robotstudio.survey.rows import OUTCOMES, AnswerRows, Column, template_ids

LIKE: Final = 0.8
"""The share of their different lines that two files have in common to be near ones."""
MOST_FARMS: Final = 1_000
MOST_MEMBERS: Final = 10_000
_MOST_COMPARED = 50_000  # forms; the most frequent ones
_LEAST_LINES = 5
_SKETCH = 256
_BANDS, _ROWS = 16, 4
_MOST_OF_A_BUCKET = 200
_NOTHING = {0, digest_of(b"")}


class FarmKind(StrEnum):
    """How much alike the files of a farm are."""

    IDENTICAL = "identical"
    NORMALISED = "normalised"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Farm:
    """Hosts with like files: `size` counts them, `members` are the first of them by name. `template` is the id of the
    system that wrote most of their files, empty if it is not known; `least` is how much alike the least alike pair
    is, and `files` how many different files there are.
    """

    kind: FarmKind
    size: int
    template: str
    members: tuple[str, ...]
    files: int = 1
    least: float = 1.0

    @property
    def name(self) -> str:
        """What it is called: by its system, else by the first of its hosts that is known."""
        return template_titles().get(self.template) or next(filter(None, self.members), "")


def names_of(farms: Sequence[Farm]) -> tuple[str, ...]:
    """What farms are called beside one another: those of one name with the first of their hosts."""
    count = Counter(farm.name for farm in farms)
    return tuple(
        farm.name if count[farm.name] == 1 else f"{farm.name} ({next(filter(None, farm.members), '')})"
        for farm in farms
    )


def farms_of(rows: AnswerRows, most: int = MOST_FARMS) -> tuple[Farm, ...]:
    """The farms of at least two hosts, the largest first."""
    found = [*_identical(rows), *_normalised(rows), *_near(rows)]
    kinds = list(FarmKind)
    found.sort(key=lambda farm: (-farm.size, kinds.index(farm.kind), farm.members))
    return tuple(found[:most])


def _identical(rows: AnswerRows) -> Iterator[Farm]:
    for places in _groups(rows.exact, 2):
        if int(rows.exact[places[0]]) not in _NOTHING:
            yield from _farm(FarmKind.IDENTICAL, rows, places)


def _normalised(rows: AnswerRows) -> Iterator[Farm]:
    readable = np.isin(
        rows.outcomes, [OUTCOMES.index(AnswerOutcome.WITH_RULES), OUTCOMES.index(AnswerOutcome.NO_RULES)]
    )
    for places in _groups(np.where(readable, rows.normal, np.uint64(0)), 2):
        files = len(np.unique(rows.exact[places]))
        if files > 1 and int(rows.normal[places[0]]) in rows.sketches:
            yield from _farm(FarmKind.NORMALISED, rows, places, files)


def _near(rows: AnswerRows) -> Iterator[Farm]:
    by_form = {int(rows.normal[places[0]]): places for places in _groups(rows.normal, 1)}
    forms = [form for form, sketch in rows.sketches.items() if len(sketch) >= _LEAST_LINES and form in by_form]
    forms = sorted(sorted(forms, key=lambda form: (-len(by_form[form]), form))[:_MOST_COMPARED])
    sketches = [rows.sketches[form] for form in forms]
    for group, least in _joined(sketches):
        places = np.concatenate([by_form[forms[place]] for place in group])
        yield from _farm(FarmKind.NEAR, rows, places, len(np.unique(rows.exact[places])), least)


def _groups(column: Column, least: int) -> Iterator[Column]:
    """The places of equal values, for those of which there are enough."""
    order = np.argsort(column, kind="stable")
    ordered = column[order]
    for places in np.split(order, np.flatnonzero(ordered[1:] != ordered[:-1]) + 1):
        if len(places) >= least:
            yield places


def _farm(kind: FarmKind, rows: AnswerRows, places: Column, files: int = 1, least: float = 1.0) -> Iterator[Farm]:
    hosts = sorted({rows.hosts[place].lower() for place in places.tolist()})
    if len(hosts) < 2:
        return
    number, count = Counter(rows.templates[places].tolist()).most_common(1)[0]
    template = template_ids()[number] if 2 * count > len(places) else ""
    yield Farm(kind, len(hosts), template, tuple(hosts[:MOST_MEMBERS]), files, round(least, 3))


def likeness(first: Column, second: Column) -> float:
    """The share of the different lines of two files that both have; of long ones that of their smallest digests."""
    one, other = (
        set(first.tolist()),
        set(second.tolist()),
    )  # of a few dozen lines: numpy takes three to nine times as long
    both, all_of_them = one & other, one | other
    if len(first) < _SKETCH and len(second) < _SKETCH:
        return len(both) / max(len(all_of_them), 1)
    smallest = sorted(all_of_them)[:_SKETCH]
    return sum(each in both for each in smallest) / len(smallest)


def _joined(sketches: Sequence[Column]) -> Iterator[tuple[list[int], float]]:
    """Groups of files that are joined by likeness, and how much alike their least alike pair is."""
    leaders = list(range(len(sketches)))

    def leader(place: int) -> int:
        while leaders[place] != place:
            leaders[place] = place = leaders[leaders[place]]
        return place

    for bucket in _buckets(sketches):
        for first, second in _pairs(bucket):
            one, other = leader(first), leader(second)
            if one != other and likeness(sketches[first], sketches[second]) >= LIKE:
                leaders[max(one, other)] = min(one, other)
    groups: dict[int, list[int]] = {}
    for place in range(len(sketches)):
        groups.setdefault(leader(place), []).append(place)
    for group in groups.values():
        if len(group) > 1:
            yield group, min(likeness(sketches[one], sketches[two]) for one, two in _pairs(group))


def _pairs(places: Sequence[int]) -> Iterable[tuple[int, int]]:
    """All pairs; of very many those with one of the first."""
    if len(places) <= _MOST_OF_A_BUCKET:
        return combinations(places, 2)
    few = places[:10]
    return ((one, other) for one in few for other in places if one < other)


def _buckets(sketches: Sequence[Column]) -> Iterator[list[int]]:
    """Places of files that MinHash takes for alike, for each band of it; a bucket that was there is not there again."""
    if not sketches:
        return
    lines = np.concatenate(sketches).astype(np.uint64)
    starts = np.concatenate(([0], np.cumsum([len(sketch) for sketch in sketches])[:-1]))
    chance = np.random.default_rng(9309)
    seen: set[tuple[int, ...]] = set()
    for _ in range(_BANDS):
        signature = np.empty((len(sketches), _ROWS), np.uint64)
        for row in range(_ROWS):
            factor, shift = chance.integers(0, 1 << 64, 2, np.uint64)
            mixed = lines * (factor | np.uint64(1)) + shift  # beyond 64 bits nothing is kept: that mixes
            signature[:, row] = np.minimum.reduceat(mixed >> np.uint64(32), starts)
        _, inverse, counts = np.unique(signature, axis=0, return_inverse=True, return_counts=True)
        order = np.argsort(inverse.ravel(), kind="stable")
        for places in np.split(order, np.cumsum(counts)[:-1]):
            bucket = tuple(places.tolist())
            if len(bucket) > 1 and bucket not in seen:
                seen.add(bucket)
                yield list(bucket)
