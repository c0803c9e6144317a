"""Clusters: groups of hosts whose files are identical, equal but for the host, or nearly equal.

MinHash proposes near pairs, which are then joined by the lines they really share: a file joins a cluster if it is
`LIKE` at least one of its members.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final

import numpy as np
from msgspec import Struct

from robotstudio.survey.facts import AnswerOutcome
from robotstudio.survey.lines import digest_of
from robotstudio.survey.markers import template_titles
from robotstudio.survey.rows import OUTCOMES, AnswerRows, Column, template_ids

LIKE: Final = 0.8
"""The share of distinct lines that two near files have in common."""
MOST_CLUSTERS: Final = 1_000
MOST_MEMBERS: Final = 10_000
_MOST_COMPARED = 50_000  # forms; the most frequent ones
_LEAST_LINES = 5
_SKETCH = 256
_BANDS, _ROWS = 16, 4
_MOST_OF_A_BUCKET = 200
_NOTHING = {0, digest_of(b"")}


class ClusterKind(StrEnum):
    """Similarity of the files of a cluster."""

    IDENTICAL = "identical"
    NORMALISED = "normalised"
    NEAR = "near"


class HostCluster(Struct, frozen=True):
    """Hosts with similar files.

    `size` counts them, `members` are the first of them by name. `template` is the id of the system that wrote most of
    their files, "" if unknown; `least` is the similarity of the least similar pair, and `files` the number of different
    files.
    """

    kind: ClusterKind
    size: int
    template: str
    members: tuple[str, ...]
    files: int = 1
    least: float = 1.0

    @property
    def name(self) -> str:
        """The name of its system, else of its first host."""
        return template_titles().get(self.template) or next(filter(None, self.members), "")


def names_of(clusters: Sequence[HostCluster]) -> tuple[str, ...]:
    """Return unique names: equal ones get the first host."""
    count = Counter(cluster.name for cluster in clusters)
    return tuple(
        cluster.name if count[cluster.name] == 1 else f"{cluster.name} ({next(filter(None, cluster.members), '')})"
        for cluster in clusters
    )


def clusters_of(rows: AnswerRows) -> tuple[HostCluster, ...]:
    """Return the clusters of at least two hosts, largest first."""
    found = [*_identical(rows), *_normalised(rows), *_near(rows)]
    kinds = list(ClusterKind)
    found.sort(key=lambda cluster: (-cluster.size, kinds.index(cluster.kind), cluster.members))
    return tuple(found[:MOST_CLUSTERS])


def _identical(rows: AnswerRows) -> Iterator[HostCluster]:
    for places in _groups(rows.exact, 2):
        if int(rows.exact[places[0]]) not in _NOTHING:
            yield from _cluster(ClusterKind.IDENTICAL, rows, places)


def _normalised(rows: AnswerRows) -> Iterator[HostCluster]:
    readable = np.isin(
        rows.outcomes, [OUTCOMES.index(AnswerOutcome.WITH_RULES), OUTCOMES.index(AnswerOutcome.NO_RULES)]
    )
    for places in _groups(np.where(readable, rows.normal, np.uint64(0)), 2):
        files = len(np.unique(rows.exact[places]))
        if files > 1 and int(rows.normal[places[0]]) in rows.sketches:
            yield from _cluster(ClusterKind.NORMALISED, rows, places, files)


def _near(rows: AnswerRows) -> Iterator[HostCluster]:
    by_form = {int(rows.normal[places[0]]): places for places in _groups(rows.normal, 1)}
    forms = [form for form, sketch in rows.sketches.items() if len(sketch) >= _LEAST_LINES and form in by_form]
    forms = sorted(sorted(forms, key=lambda form: (-len(by_form[form]), form))[:_MOST_COMPARED])
    sketches = [rows.sketches[form] for form in forms]
    for group, least in _joined(sketches):
        places = np.concatenate([by_form[forms[place]] for place in group])
        yield from _cluster(ClusterKind.NEAR, rows, places, len(np.unique(rows.exact[places])), least)


def _groups(column: Column, least: int) -> Iterator[Column]:
    """Group the places of equal values, for groups of a minimum size."""
    order = np.argsort(column, kind="stable")
    ordered = column[order]
    for places in np.split(order, np.flatnonzero(ordered[1:] != ordered[:-1]) + 1):
        if len(places) >= least:
            yield places


def _cluster(
    kind: ClusterKind, rows: AnswerRows, places: Column, files: int = 1, least: float = 1.0
) -> Iterator[HostCluster]:
    hosts = sorted({rows.hosts[place].lower() for place in places.tolist()})
    if len(hosts) < 2:
        return
    number, count = Counter(rows.templates[places].tolist()).most_common(1)[0]
    template = template_ids()[number] if 2 * count > len(places) else ""
    yield HostCluster(kind, len(hosts), template, tuple(hosts[:MOST_MEMBERS]), files, round(least, 3))


def likeness(first: Column, second: Column) -> float:
    """Return the Jaccard similarity of two files' distinct lines; for long files that of their smallest digests."""
    # For a few dozen lines numpy takes three to nine times as long.
    one, other = set(first.tolist()), set(second.tolist())
    both, all_of_them = one & other, one | other
    if len(first) < _SKETCH and len(second) < _SKETCH:
        return len(both) / max(len(all_of_them), 1)
    smallest = sorted(all_of_them)[:_SKETCH]
    return sum(each in both for each in smallest) / len(smallest)


def _joined(sketches: Sequence[Column]) -> Iterator[tuple[list[int], float]]:
    """Join similar files into groups; yield each with the similarity of its least similar pair."""
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
    """Return all pairs; for very many places only those with one of the first."""
    if len(places) <= _MOST_OF_A_BUCKET:
        return combinations(places, 2)
    few = places[:10]
    return ((one, other) for one in few for other in places if one < other)


def _buckets(sketches: Sequence[Column]) -> Iterator[list[int]]:
    """Yield candidate groups of MinHash for each band, each only once."""
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
            mixed = lines * (factor | np.uint64(1)) + shift  # overflow beyond 64 bits does the mixing
            signature[:, row] = np.minimum.reduceat(mixed >> np.uint64(32), starts)
        _, inverse, counts = np.unique(signature, axis=0, return_inverse=True, return_counts=True)
        order = np.argsort(inverse.ravel(), kind="stable")
        for places in np.split(order, np.cumsum(counts)[:-1]):
            bucket = tuple(places.tolist())
            if len(bucket) > 1 and bucket not in seen:
                seen.add(bucket)
                yield list(bucket)
