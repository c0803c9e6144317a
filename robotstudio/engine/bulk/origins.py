"""The sites (scheme, host and port) of many URLs, found in their common buffer without an object for each."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.table import UrlTable
from robotstudio.engine.bulk.texts import ByteArray, Offsets, Texts
from robotstudio.engine.bulk.verdicts import Bools
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.paths import path_of
from robotstudio.engine.scope import governs

_FEW, _SAMPLE, _MOST_COMMON = 4_096, 1_024, 32
_ASKED_AT_ONCE = 1 << 13
_SLASH = ord("/")

Order = NDArray[np.intp]


class Origins(NamedTuple):
    """The distinct sites, each with the slash that begins a path, and the index of the site of each URL.

    The first is empty: that of paths without a site.
    """

    names: list[bytes]
    codes: NDArray[np.int32]


def origins_of(urls: Texts, checkpoint: Checkpoint = go_on) -> Origins:
    """Find the sites of URLs: frequent ones are searched for in all URLs at once, the others one by one."""
    source = np.frombuffer(urls.joined, np.uint8)
    names, codes = [b""], np.zeros(len(urls), np.int32)
    left = np.flatnonzero(_first_bytes(source, urls.starts) != _SLASH)
    for name in _common(urls, left):
        checkpoint()
        is_here = _begin_with(source, urls.starts, left, name)
        codes[left[is_here]] = len(names)
        names.append(name)
        left = left[~is_here]
    known = {name: code for code, name in enumerate(names)}
    for first in range(0, len(left), _ASKED_AT_ONCE):
        checkpoint()
        for place in left[first : first + _ASKED_AT_ONCE].tolist():
            codes[place] = known.setdefault(_origin_of(urls.bytes_of(place)), len(known))
    return Origins(list(known), codes)


def mask_outside(urls: Texts, robots_url: str, checkpoint: Checkpoint = go_on) -> Bools:
    """Return which URLs another robots.txt governs; a path alone belongs to the site."""
    names, codes = origins_of(urls, checkpoint)
    outside = [bool(name) and not governs(robots_url, name.decode("utf-8", "surrogateescape")) for name in names]
    return np.array(outside, np.bool_)[codes]


def order_by_url(table: UrlTable, checkpoint: Checkpoint = go_on) -> Order:
    """Return the places of the URLs sorted by site, and by path within a site."""
    names, codes = origins_of(table.texts, checkpoint)
    places = np.empty(len(names), np.int64)
    places[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    rows = table.view(path_of, checkpoint).inverse
    checkpoint()
    if len(names) <= 2 and (len(names) == 1 or codes.all()):
        return np.argsort(rows, kind="stable")
    return np.argsort(places[codes] << np.int64(32) | rows, kind="stable")


def _first_bytes(source: ByteArray, starts: Offsets) -> ByteArray:
    if not len(source):
        return np.zeros(len(starts) - 1, np.uint8)
    return np.asarray(source[np.minimum(starts[:-1], len(source) - 1)])


def _origin_of(url: bytes) -> bytes:
    """Return a URL up to and including the slash that begins its path."""
    return b"/".join(url.split(b"/", 3)[:3]) + b"/"


def _common(urls: Texts, places: Order) -> list[bytes]:
    """Return the sites that a sample shows to be so frequent that searching all URLs for them pays."""
    if len(places) <= _FEW:
        return []
    sample = places[:: len(places) // _SAMPLE]
    counts = Counter(_origin_of(urls.bytes_of(place)) for place in sample.tolist())
    return [name for name, count in counts.most_common() if count >= _SAMPLE // _MOST_COMMON]


def _begin_with(source: ByteArray, starts: Offsets, places: Order, wanted: bytes) -> Bools:
    """Return which of the URLs begin with these bytes."""
    begins, found = starts[places], starts[places + 1] - starts[places] >= len(wanted)
    last = len(source) - 1
    for offset in range(len(wanted) - 1, -1, -1):
        found &= source[np.minimum(begins + offset, last)] == wanted[offset]
    return np.asarray(found, np.bool_)
