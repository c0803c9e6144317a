"""The structure of a site: its URLs by the pattern of their paths, such as `/product/*/reviews?page=`.

Segments that vary become `*`: numbers, dates, identifiers, and names of which there are many. Everything is counted
level by level over all paths together, and the number of names is bounded: a name that few URLs of a large site have is
not part of its structure. `PathParts` holds the positions of the segments and query names of all paths.
"""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.engine.bulk import UrlTable
from robotstudio.engine.bulk.sorted_paths import SortedPaths
from robotstudio.engine.rule_classes import PathOrder, Places, sorted_paths

Offsets = NDArray[np.int64]
Keys = NDArray[np.uint64]

_SLASH, _QUESTION, _AMPERSAND, _EQUALS = b"/?&="
_PADDING = b"\0" * 8
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(8)] + [(1 << 64) - 1], np.uint64)
_FIRST, _MIX, _LENGTH = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xD6E8FEB86659FD93),
    np.uint64(0xA0761D6478BD642F),
)
_SHIFT = np.uint64(32)
_AT_ONCE: Final = 1 << 16
"""Slices that are hashed together: their numbers stay in the cache of the processor, and need little memory."""


class PathParts(Struct, frozen=True, eq=False):
    """Some paths split at `/`, and their queries at `&`.

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
        return self.buffer[int(self.start[place]) : int(self.end[place])]


def cut(paths: Sequence[bytes]) -> PathParts:
    """Split paths, which must start with a slash; the query begins at the first `?`."""
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
    """Return all paths in one buffer, and where they start; no copy if they are in one already."""
    if isinstance(paths, SortedPaths):
        return paths.joined, paths.starts.astype(np.int64)
    bounds = np.zeros(len(paths) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, paths), np.int64, len(paths)), out=bounds[1:])
    return b"".join(paths), bounds


def keys_of(buffer: bytes, start: Offsets, end: Offsets) -> Keys:
    """Hash each slice of a buffer; equal bytes have equal keys."""
    words = np.ndarray(len(buffer) - 7, "<u8", buffer, strides=(1,))
    keys = np.empty(len(start), np.uint64)
    for first in range(0, len(start), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        keys[some] = _keys(words, start[some], end[some] - start[some])
    return keys


def _keys(words: Keys, start: Offsets, length: Offsets) -> Keys:
    keys: Keys = length.astype(np.uint64) * _LENGTH + _FIRST
    some, at = np.flatnonzero(length), 0
    while len(some):
        word = words[start[some] + at] & _MASKS[np.minimum(length[some] - at, 8)]
        keys[some] = _mixed(keys[some], word)
        at += 8
        some = some[length[some] > at]
    return keys


def _mixed(keys: Keys, words: Keys) -> Keys:
    mixed = (keys ^ words) * _MIX
    return mixed ^ (mixed >> _SHIFT)


def _first_in_each(places: Offsets, bounds: Offsets) -> Offsets:
    """Return the first of some places between each two bounds, the upper bound if there is none."""
    at = np.searchsorted(places, bounds[:-1])
    found = np.append(places, bounds[-1])[at]
    first: Offsets = np.minimum(found, bounds[1:])
    return first


def _queries(buffer: bytes, array: NDArray[np.uint8], question: Offsets, bounds: Offsets) -> Keys:
    """Hash the set of parameter names of each path, independent of order and repetition."""
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


_DEEPEST = 16
_FINEST_SHARE = 2000  # 1/2000 of all paths: rarer names are not part of the structure
_MOST_NAMES = 50  # under one parent, except those above _SHARE_OF_PARENT
_SHARE_OF_PARENT = 0.01
_MOST_SINGLE = 7  # names that only one page has
_MOST_QUERIES = 12
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_VARIES = re.compile(  # numbers and dates, long numbers in a name, identifiers; with a file extension or without
    rb"(?:\d[\d.,_-]*|[^.]*\d{4}.*|(?=[a-fA-F]*\d)[0-9a-fA-F]{6,})(?:\.\w{2,5})?", re.DOTALL
)
_EXTENSIONS = tuple(
    b".asp .aspx .atom .avif .cgi .css .csv .doc .docx .gif .gz .htm .html .ico .jpeg .jpg .js .json .jsp .mp3 .mp4"
    b" .pdf .php .phtml .png .ppt .pptx .rss .shtml .svg .txt .webm .webp .woff .woff2 .xhtml .xls .xlsx .xml"
    b" .zip".split()
)

Numbers = NDArray[np.int64]


class PathPattern(Struct, frozen=True):
    """A pattern as text, the number of URLs that have it, and the path of one of them."""

    text: str
    urls: int
    example: str


class Structure(Struct, frozen=True, eq=False):
    """The patterns of a table by descending number of URLs; `number_of` is the index of each URL's pattern."""

    patterns: tuple[PathPattern, ...]
    number_of: NDArray[np.int32]

    def places(self, number: int) -> Places:
        """Return the rows of the URLs that have a pattern."""
        return np.flatnonzero(self.number_of == number)


def structure_of(table: UrlTable) -> Structure:
    order = sorted_paths(table)
    if not len(order.paths):
        return Structure((), np.zeros(0, np.int32))
    parts = cut(order.paths)
    tree = _Tree(parts)
    tree.grow()
    return _named_patterns(tree, order)


class _Tree:
    """The nodes found so far, 0 the root, and for each path the node that it has reached."""

    def __init__(self, parts: PathParts) -> None:
        self.parts = parts
        size = len(parts.first) - 1
        self.node = np.zeros(size, np.int64)
        self.least = max(1, size // _FINEST_SHARE)
        self._texts = [b""]

    def grow(self) -> None:
        """Descend all paths, one segment a step."""
        rows = np.arange(len(self.node))
        for depth in range(_DEEPEST + 1):
            place = self.parts.first[rows] + depth
            goes_on = place < self.parts.first[rows + 1]
            rows, place = rows[goes_on], place[goes_on]
            if not len(rows):
                return
            if depth < _DEEPEST:
                self._step(rows, place)
            else:
                self._cut_off(rows)

    def text(self, node: int) -> bytes:
        return self._texts[node]

    def _step(self, rows: Numbers, place: Offsets) -> None:
        index, child, counts = _distinct(self.parts.key[place] ^ (self.node[rows].astype(np.uint64) * _STEP))
        named = self._named(self.node[rows[index]], place[index], counts)
        number = np.cumsum(named) - 1 + len(self._texts)
        parents = self.node[rows[index[named]]].tolist()
        after = np.where(named[child], number[child], 0)
        for parent, where in zip(parents, place[index[named]].tolist(), strict=True):
            self._texts.append(self._texts[parent] + b"/" + self.parts.segment(where))
        starred = np.flatnonzero(~named[child])
        if len(starred):
            after[starred] = self._starred(rows[starred], place[starred])
        self.node[rows] = after

    def _named(self, parent: Numbers, place: Offsets, counts: Numbers) -> NDArray[np.bool_]:
        """Return which of the children of all nodes keep their names."""
        named = counts >= self.least
        singles = np.bincount(parent, weights=counts == 1)
        named &= (counts > 1) | (singles[parent] <= _MOST_SINGLE)
        names, totals = np.bincount(parent), np.bincount(parent, weights=counts)
        named &= (names[parent] <= _MOST_NAMES) | (counts >= _SHARE_OF_PARENT * totals[parent])
        for child in np.flatnonzero(named).tolist():
            named[child] = not _VARIES.fullmatch(self.parts.segment(int(place[child])))
        return named

    def _starred(self, rows: Numbers, place: Offsets) -> Numbers:
        """Return the nodes of segments that vary, one for each file extension under a node."""
        extension = _extensions(self.parts, place)
        extension[place + 1 < self.parts.first[rows + 1]] = 0
        codes = self.node[rows] * (len(_EXTENSIONS) + 1) + extension
        index, numbers, _ = _distinct(codes)
        base = len(self._texts)
        for value in codes[index].tolist():
            parent, which = divmod(value, len(_EXTENSIONS) + 1)
            self._texts.append(self._texts[parent] + b"/*" + (_EXTENSIONS[which - 1] if which else b""))
        found: Numbers = numbers + base
        return found

    def _cut_off(self, rows: Numbers) -> None:
        values, numbers = np.unique(self.node[rows], return_inverse=True)
        base = len(self._texts)
        self._texts += [self._texts[value] + b"/*" for value in values.tolist()]
        self.node[rows] = numbers + base


def _distinct(codes: Keys | Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the first place and the count of each distinct code, and for each place the number of its code.

    numpy.unique does the same in twice the time, since it sorts stably.
    """
    order = np.argsort(codes)
    ordered = codes[order]
    is_new = np.append(True, ordered[1:] != ordered[:-1])
    starts = np.flatnonzero(is_new)
    number = np.empty(len(codes), np.int64)
    number[order] = np.cumsum(is_new) - 1
    return np.minimum.reduceat(order, starts), number, np.diff(np.append(starts, len(codes)))


def _extensions(parts: PathParts, place: Offsets) -> Numbers:
    """Return which known extension each segment has, counted from 1; 0 for none."""
    known = b"".join(_EXTENSIONS)
    sizes = np.cumsum([0, *map(len, _EXTENSIONS)])
    keys = keys_of(known + b"\0" * 8, sizes[:-1], sizes[1:])
    order = np.argsort(keys)
    array = np.frombuffer(parts.buffer, np.uint8)
    dots = np.flatnonzero(array == ord("."))
    start, end = parts.start[place], parts.end[place]
    dot = np.append(dots, -1)[np.searchsorted(dots, end) - 1]
    has_one = np.flatnonzero((dot >= start) & (dot < end))
    found = keys_of(parts.buffer, dot[has_one], end[has_one])
    at = np.minimum(np.searchsorted(keys[order], found), len(keys) - 1)
    extension = np.zeros(len(place), np.int64)
    extension[has_one] = np.where(keys[order][at] == found, order[at] + 1, 0)
    return extension


def _named_patterns(tree: _Tree, order: PathOrder) -> Structure:
    """Make the patterns: each node with the names of its parameters."""
    query = _kept_queries(tree)
    codes = query ^ (tree.node.astype(np.uint64) * _STEP)
    index, number, _ = _distinct(codes)
    rows = index.tolist()
    texts = [_text(tree.text(int(tree.node[row])), order.paths[row], int(query[row])) for row in rows]
    example: dict[str, int] = {}  # equal texts, as with a literal star, are one pattern
    for text, row in zip(texts, rows, strict=True):
        example[text] = min(row, example.get(text, row))
    place = {text: at for at, text in enumerate(example)}
    of_url = order.spread(np.array([place[text] for text in texts], np.int64)[number])
    urls = dict(zip(place, np.bincount(of_url, minlength=len(place)).tolist(), strict=True))
    ranked = sorted(place, key=lambda text: (-urls[text], text))
    rank = np.zeros(len(place), np.int32)
    rank[[place[text] for text in ranked]] = np.arange(len(place), dtype=np.int32)
    patterns = [PathPattern(text, urls[text], _shown(order.paths[example[text]])) for text in ranked]
    return Structure(tuple(patterns), rank[of_url])


_ANY_QUERY = 2


def _kept_queries(tree: _Tree) -> Keys:
    """Return the query keys, with rare ones among many under one node merged."""
    query = tree.parts.query.copy()
    rows = np.flatnonzero(query)
    if not len(rows):
        return query
    codes = query[rows] ^ (tree.node[rows].astype(np.uint64) * _STEP)
    index, number, counts = _distinct(codes)
    node = tree.node[rows[index]]
    several = np.bincount(node)[node] > _MOST_QUERIES
    total = np.bincount(node, weights=counts)[node]
    is_rare = (counts < tree.least) | (several & (counts < _SHARE_OF_PARENT * total)) | (several & (counts == 1))
    query[rows[is_rare[number]]] = _ANY_QUERY
    return query


def _text(node: bytes, path: bytes, query: int) -> str:
    text = _shown(node or b"/")
    if not query:
        return text
    if query == _ANY_QUERY:
        return f"{text}?*"
    parameters = path.partition(b"?")[2].split(b"&")
    names = sorted({_shown(parameter.partition(b"=")[0]) + "=" * (b"=" in parameter) for parameter in parameters})
    return f"{text}?{'&'.join(names)}"


def _shown(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
