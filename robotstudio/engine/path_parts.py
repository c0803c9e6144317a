"""The segments and query names of many paths at once: where they stand, and a number that equal ones share."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.sorted_paths import SortedPaths
from robotstudio.lazy_dataclasses import dataclass

Offsets = NDArray[np.int64]
Keys = NDArray[np.uint64]

_SLASH, _QUESTION, _AMPERSAND, _EQUALS = b"/?&="
_PADDING = b"\0" * 8
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(8)] + [(1 << 64) - 1], np.uint64)
_FIRST, _STEP, _LENGTH = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(0xA0761D6478BD642F)
_SHIFT = np.uint64(32)


@dataclass(frozen=True, slots=True, eq=False)
class PathParts:
    """Some paths cut at `/`, and their queries at `&`.

    Path `p` has the segments `first[p]` to `first[p + 1]`, whose bytes start and end at `start` and `end` of `buffer`;
    `key` is equal for equal segments. `query` is a number for the set of its parameters' names, 0 for no query.
    """

    buffer: bytes
    first: Offsets
    start: Offsets
    end: Offsets
    key: Keys
    query: Keys

    def segment(self, place: int) -> bytes:
        """The bytes of a segment."""
        return self.buffer[int(self.start[place]) : int(self.end[place])]


def cut(paths: Sequence[bytes]) -> PathParts:
    """Cut paths into their parts; each starts with a slash, and what follows an earlier `?` is the query."""
    joined, bounds = _joined(paths)
    buffer = joined + _PADDING
    array = np.frombuffer(buffer, np.uint8)[: int(bounds[-1])]
    question = _first_in_each(np.flatnonzero(array == _QUESTION), bounds)
    slashes = np.flatnonzero(array == _SLASH)
    owner = np.repeat(np.arange(len(paths)), np.diff(np.searchsorted(slashes, bounds)))
    in_path = slashes < question[owner]
    slashes, owner = slashes[in_path], owner[in_path]
    first = np.searchsorted(slashes, bounds)
    start = slashes + 1
    end = np.append(slashes[1:], 0)
    ends_here = np.append(owner[1:] != owner[:-1], True) if len(owner) else np.zeros(0, np.bool_)
    end[ends_here] = question[owner[ends_here]]
    keys = keys_of(buffer, start, end)
    return PathParts(buffer, first, start, end, keys, _queries(buffer, array, question, bounds))


def _joined(paths: Sequence[bytes]) -> tuple[bytes, Offsets]:
    """All paths in one buffer, and where they start: as they stand there already, if they do."""
    if isinstance(paths, SortedPaths):
        return paths.joined, paths.starts.astype(np.int64)
    bounds = np.zeros(len(paths) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, paths), np.int64, len(paths)), out=bounds[1:])
    return b"".join(paths), bounds


def keys_of(buffer: bytes, start: Offsets, end: Offsets) -> Keys:
    """A number for each stretch of a buffer, equal for equal bytes."""
    words = np.ndarray(len(buffer) - 7, "<u8", buffer, strides=(1,))
    length = end - start
    keys: Keys = length.astype(np.uint64) * _LENGTH + _FIRST
    some, at = np.flatnonzero(length), 0
    while len(some):
        word = words[start[some] + at] & _MASKS[np.minimum(length[some] - at, 8)]
        keys[some] = _mixed(keys[some], word)
        at += 8
        some = some[length[some] > at]
    return keys


def _mixed(keys: Keys, words: Keys) -> Keys:
    mixed = (keys ^ words) * _STEP
    return mixed ^ (mixed >> _SHIFT)


def _first_in_each(places: Offsets, bounds: Offsets) -> Offsets:
    """The first of some places in each stretch between bounds, its end where there is none."""
    at = np.searchsorted(places, bounds[:-1])
    found = np.append(places, bounds[-1])[at]
    first: Offsets = np.minimum(found, bounds[1:])
    return first


def _queries(buffer: bytes, array: NDArray[np.uint8], question: Offsets, bounds: Offsets) -> Keys:
    """A number for the names of the parameters of each path, whatever their order and however often they stand."""
    queries = np.zeros(len(question), np.uint64)
    asking = np.flatnonzero(question < bounds[1:])
    if not len(asking):
        return queries
    ampersands = np.flatnonzero(array == _AMPERSAND)
    owner = np.repeat(np.arange(len(question)), np.diff(np.searchsorted(ampersands, bounds)))
    ampersands = ampersands[ampersands > question[owner]]
    begins = np.sort(np.concatenate([question[asking], ampersands])) + 1
    owner = np.searchsorted(bounds, begins - 1, "right") - 1
    stops = np.flatnonzero((array == _AMPERSAND) | (array == _EQUALS))
    end = np.minimum(np.append(stops, len(array))[np.searchsorted(stops, begins)], bounds[owner + 1])
    keys = keys_of(buffer, begins, end)
    order = np.lexsort((keys, owner))
    owner, keys = owner[order], keys[order]
    is_new = np.append(True, (owner[1:] != owner[:-1]) | (keys[1:] != keys[:-1]))
    np.add.at(queries, owner[is_new], keys[is_new])
    queries[asking] |= np.uint64(1)
    return queries
