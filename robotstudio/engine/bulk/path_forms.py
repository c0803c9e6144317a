"""The paths of many URLs in the forms that dialects compare, most of them computed without a call for each.

A URL made only of letters, digits and a few marks has the same path in every form: numpy finds it in the buffer of the
URLs. A dialect's own function is called for the others only.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import ByteArray, Offsets, Texts
from robotstudio.engine.cancelling import Checkpoint
from robotstudio.engine.dialects.crawler_commons import escaped_path_of
from robotstudio.engine.dialects.protego import protego_path_of
from robotstudio.engine.dialects.python import (
    quoted_path_of,
    quoted_path_with_empty_host,
    requoted_path_of,
    requoted_path_without_empty_query,
)
from robotstudio.engine.paths import ROBOTS_TXT, decoded_path_of, google_path_of, normalised_path_of, path_of

PathOf = Callable[[bytes], bytes]
Kinds = NDArray[np.uint8]
Flags = NDArray[np.bool_]

PLAIN, PLAIN_QUERY, OTHER = range(3)
"""Kinds of URLs: a path of unreserved bytes and slashes; the same with one query of names and values; the rest."""

ESCAPED: Mapping[PathOf, bytes] = MappingProxyType(
    {
        path_of: b"",
        google_path_of: b"",
        normalised_path_of: b"",
        decoded_path_of: b"",
        requoted_path_of: b"",
        requoted_path_without_empty_query: b"",
        escaped_path_of: b"",
        quoted_path_of: b"?=&",
        quoted_path_with_empty_host: b"?=&",
        protego_path_of: b"?&",
    }
)
"""The bytes of URLs that are not `OTHER` which each form writes as %XX; it leaves the rest alone.

A new form that treats other bytes specially must be called for such URLs: `_plain` has to classify them as `OTHER`.
"""

_AT_ONCE = 1 << 15
_ASKED_AT_ONCE = 1 << 13
_ALPHANUMERIC = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_NO_HOST, _NO_PATH, _NO_QUERY, _NO_PORT = 1, 2, 4, 8
_LONGEST_PORT = 9


def _classes() -> ByteArray:
    classes = np.zeros(256, np.uint8)
    for flag, allowed in (
        (_NO_HOST, _ALPHANUMERIC + b"-.:"),
        (_NO_PATH, _ALPHANUMERIC + b"-._~/"),
        (_NO_QUERY, _ALPHANUMERIC + b"-._~/?=&"),
        (_NO_PORT, b"0123456789"),
    ):
        classes[[byte for byte in range(256) if byte not in allowed]] |= flag
    return classes


_CLASSES = _classes()


class Paths(NamedTuple):
    """A path for each URL, as slices of a buffer, and the `kinds` of the URLs."""

    source: ByteArray
    begins: Offsets
    lengths: Offsets
    kinds: Kinds

    def bytes_of(self, place: int) -> bytes:
        begin = self.begins[place]
        return self.source[begin : begin + self.lengths[place]].tobytes()


class Forms(NamedTuple):
    """Paths that differ from those of `path_of`, joined, and the places of their URLs in ascending order."""

    places: NDArray[np.int64]
    joined: bytes
    lengths: Offsets


def paths_of(urls: Texts, checkpoint: Checkpoint) -> Paths:
    """Return the paths of URLs as `path_of` makes them."""
    count = len(urls)
    source = np.frombuffer(urls.joined, np.uint8)
    begins, kinds = urls.starts[:-1].copy(), np.full(count, OTHER, np.uint8)
    for first in range(0, count, _AT_ONCE):
        checkpoint()
        part = slice(first, min(first + _AT_ONCE, count))
        offset, end = urls.starts[part.start], urls.starts[part.stop]
        if offset == end:
            continue
        starts = urls.starts[part.start : part.stop + 1] - offset
        path_begins, kinds[part] = _plain(source[offset:end], starts[:-1], starts[1:])
        begins[part] = path_begins + offset
    lengths = urls.starts[1:] - begins
    others = np.flatnonzero(kinds == OTHER)
    found = Paths(source, begins, lengths, kinds)
    return (
        replaced(found, _gathered(others, partial(_asked_for_path, urls), _any, checkpoint)) if len(others) else found
    )


def replaced(paths: Paths, forms: Forms) -> Paths:
    """Replace some of the paths by other forms."""
    added = added_to(paths, [forms])
    begins, lengths = paths.begins.copy(), paths.lengths.copy()
    begins[forms.places] = added.begins[len(begins) :]
    lengths[forms.places] = added.lengths[len(lengths) :]
    return Paths(added.source, begins, lengths, paths.kinds)


def added_to(paths: Paths, forms: Sequence[Forms]) -> Paths:
    """Append more paths."""
    added = [np.frombuffer(each.joined, np.uint8) for each in forms]
    lengths = np.concatenate([each.lengths for each in forms])
    begins = np.cumsum(lengths) - lengths + len(paths.source)
    return Paths(
        np.concatenate((paths.source, *added)),
        np.concatenate((paths.begins, begins)),
        np.concatenate((paths.lengths, lengths)),
        paths.kinds,
    )


def forms_of(urls: Texts, paths: Paths, form: PathOf, checkpoint: Checkpoint) -> Forms:
    """Return the paths that differ from those of `path_of`."""
    escaped = ESCAPED.get(form)
    if form is path_of:
        asked = np.zeros(0, np.intp)
    elif escaped is None:
        asked = np.arange(len(urls))
    else:
        asked = np.flatnonzero(paths.kinds > (PLAIN if escaped else PLAIN_QUERY))
    view, source = partial(_form, urls, paths, form, escaped or b""), paths.source.data
    return _gathered(asked, view, partial(_is_other, paths, source), checkpoint)


def _form(urls: Texts, paths: Paths, form: PathOf, escaped: bytes, place: int) -> bytes:
    if not escaped or paths.kinds[place] == OTHER:
        return form(urls.bytes_of(place))
    path = paths.bytes_of(place)
    for byte in escaped:
        path = path.replace(bytes((byte,)), b"%%%02X" % byte)
    return path


def _is_other(paths: Paths, source: memoryview, place: int, form: bytes) -> bool:
    begin = paths.begins[place]
    return bool(source[begin : begin + paths.lengths[place]] != form)


def _any(_place: int, _form: bytes) -> bool:
    return True


def _gathered(
    places: NDArray[np.intp],
    form: Callable[[int], bytes],
    is_wanted: Callable[[int, bytes], bool],
    checkpoint: Checkpoint,
) -> Forms:
    """Collect the wanted forms in portions: a million objects at once would be too many."""
    kept, pieces, lengths = [np.zeros(0, np.int64)], [], [np.zeros(0, np.int64)]
    for first in range(0, len(places), _ASKED_AT_ONCE):
        checkpoint()
        asked = [(place, form(place)) for place in places[first : first + _ASKED_AT_ONCE].tolist()]
        some = [(place, found) for place, found in asked if is_wanted(place, found)]
        kept.append(np.fromiter((place for place, _ in some), np.int64, len(some)))
        lengths.append(np.fromiter((len(found) for _, found in some), np.int64, len(some)))
        pieces.append(b"".join([found for _, found in some]))
    return Forms(np.concatenate(kept), b"".join(pieces), np.concatenate(lengths))


def _asked_for_path(urls: Texts, place: int) -> bytes:
    return path_of(urls.bytes_of(place))


def _plain(data: ByteArray, starts: Offsets, ends: Offsets) -> tuple[Offsets, Kinds]:
    """Return where the path of each URL begins, and its kind; for `OTHER` it is the start of the URL."""
    slashes = _ended(np.flatnonzero(data == ord("/")), len(data), 3)
    first = np.searchsorted(slashes, starts)
    begins = slashes[first + 2]
    has_path = _has_scheme(data, starts, slashes[first]) & (slashes[first + 1] == slashes[first] + 1)
    has_path &= (begins < ends) & (begins > slashes[first + 1] + 1) & (slashes[first + 3] != begins + 1)
    begins = np.where(has_path, begins, starts)
    classes = np.append(_CLASSES[data], np.uint8(_NO_HOST | _NO_PATH | _NO_QUERY))
    has_path &= _any_of(classes, np.where(has_path, slashes[first] + 2, starts), begins) & _NO_HOST == 0
    has_path &= _has_plain_port(data, classes, np.where(has_path, slashes[first] + 2, starts), begins)
    has_path[_owners(_places_of_robots_txt(data), starts)] = False
    in_path = _any_of(classes, begins, ends)
    is_plain = has_path & (in_path & _NO_PATH == 0)
    is_query = has_path & (in_path & _NO_QUERY == 0) & _has_one_query(data, begins, ends)
    kinds = np.where(is_plain, PLAIN, np.where(is_query, PLAIN_QUERY, OTHER)).astype(np.uint8)
    return np.where(kinds == OTHER, starts, begins), kinds


def _has_scheme(data: ByteArray, starts: Offsets, slashes: Offsets) -> Flags:
    """Return for each URL if the text before the first slash is http: or https:."""
    size = slashes - starts
    at = np.minimum(starts, max(len(data) - 6, 0))
    letters = [data[np.minimum(at + place, len(data) - 1)] for place in range(6)]
    is_http = np.logical_and.reduce([letter == ord(wanted) for letter, wanted in zip(letters, "http", strict=False)])
    is_short = (size == 5) & (letters[4] == ord(":"))
    is_long = (size == 6) & (letters[4] == ord("s")) & (letters[5] == ord(":"))
    return np.asarray(is_http & (is_short | is_long) & (at == starts))


def _has_plain_port(data: ByteArray, classes: ByteArray, hosts: Offsets, ends: Offsets) -> Flags:
    """Return for each host if it has no port or one of a few digits: some dialects refuse any other."""
    colons = _ended(np.flatnonzero(data == ord(":")), len(data), 1)
    colon = colons[np.searchsorted(colons, hosts)]
    is_plain = np.ones(len(hosts), np.bool_)
    asked = np.flatnonzero(colon < ends)
    if len(asked):
        digits, stop = colon[asked] + 1, ends[asked]
        is_plain[asked] = (_any_of(classes, digits, stop) & _NO_PORT == 0) & (stop - digits <= _LONGEST_PORT)
    return is_plain


def _places_of_robots_txt(data: ByteArray) -> Offsets:
    """Return where a path may be /robots.txt, with anything after it: some dialects treat it specially."""
    text, places, at = data.tobytes(), [], -1
    while (at := text.find(ROBOTS_TXT, at + 1)) >= 0:
        places.append(at)
    return np.array(places, np.int64)


def _owners(places: Offsets, starts: Offsets) -> Offsets:
    """Return which slice each place is in."""
    return np.asarray(np.searchsorted(starts, places, "right") - 1, np.int64)


def _has_one_query(data: ByteArray, begins: Offsets, ends: Offsets) -> Flags:
    """Return for each URL if its first query delimiter is its only question mark, and something follows it."""
    questions = _ended(np.flatnonzero(data == ord("?")), len(data), 1)
    delimiters = _ended(np.flatnonzero((data == ord("?")) | (data == ord("=")) | (data == ord("&"))), len(data), 1)
    at = np.searchsorted(questions, begins)
    question = questions[at]
    is_first = delimiters[np.searchsorted(delimiters, begins)] == question
    return np.asarray(is_first & (question + 1 < ends) & (questions[at + 1] >= ends))


def _any_of(classes: ByteArray, begins: Offsets, ends: Offsets) -> ByteArray:
    """Return the classes that occur in slices; the last byte of `classes` belongs to none."""
    bounds = np.empty(2 * len(begins), np.int64)
    bounds[::2], bounds[1::2] = begins, ends
    return np.asarray(np.bitwise_or.reduceat(classes, bounds)[::2], np.uint8)


def _ended(places: Offsets, end: int, more: int) -> Offsets:
    """Append a few places past the end, so that a lookup of the next ones succeeds."""
    return np.append(places, np.full(more + 1, end, np.int64))
