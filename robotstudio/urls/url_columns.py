"""The URLs of a set without where they come from: columns of numbers and bytes, and how to find a URL in them."""

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import Mask, Rows, Texts
from robotstudio.engine.paths import bytes_of
from robotstudio.lazy_dataclasses import dataclass, field
from robotstudio.urls.urls import CHANGES, TestUrl

Counts = NDArray[np.int64]
Codes = NDArray[np.uint16]
Hashes = NDArray[np.int64]

_CHANGE_BITS: Final = {change: 1 << place for place, change in enumerate(CHANGES)}
_CHANGED: Final = 0xFF
_WRITTEN_AS_PATH: Final = 1 << 8
_WRITTEN_OTHERWISE: Final = 1 << 9


@dataclass(frozen=True, eq=False)
class UrlColumns:
    """Distinct URLs. What was written is kept only where it is neither the request nor its path."""

    urls: Texts = field(default_factory=lambda: Texts.of(()))
    codes: Codes = field(default_factory=lambda: np.zeros(0, np.uint16))
    written: Texts = field(default_factory=lambda: Texts.of(()))

    @property
    def memory(self) -> int:
        """The bytes that they take."""
        return self.urls.memory + self.codes.nbytes + self.written.memory

    @cached_property
    def index(self) -> tuple[Hashes, Rows]:
        """Hashes, sorted, and the row of each: a dict of a million strings would be larger than the set."""
        return sorted_hashes(np.fromiter(map(hash, self.urls), np.int64, len(self.urls)))

    @cached_property
    def otherwise(self) -> NDArray[np.intp]:
        """The rows whose written form is kept."""
        return np.flatnonzero(self.codes & _WRITTEN_OTHERWISE)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UrlColumns):
            return NotImplemented
        return self is other or (
            self.urls == other.urls and np.array_equal(self.codes, other.codes) and self.written == other.written
        )

    def __hash__(self) -> int:
        return hash(self.urls)

    def made(self, row: int, url: str) -> TestUrl:
        """The URL of a row, whose requested form is known."""
        host, path = _parts(url)
        code = int(self.codes[row])
        written = url
        if code & _WRITTEN_AS_PATH:
            written = path
        elif code & _WRITTEN_OTHERWISE:
            written = self.written[int(np.searchsorted(self.otherwise, row))]
        changes = tuple(change for change, bit in _CHANGE_BITS.items() if code & bit) if code & _CHANGED else ()
        return TestUrl(written, url, host, path, changes)

    def position(self, url: str) -> int | None:
        """The row of a requested form, None if it is not here."""
        hashes, order = self.index
        wanted, kept = hash(url), bytes_of(url)
        at = int(np.searchsorted(hashes, wanted))
        while at < len(hashes) and hashes[at] == wanted:
            if self.urls.bytes_of(row := int(order[at])) == kept:
                return row
            at += 1
        return None

    def positions(self, other: "UrlColumns") -> NDArray[np.int64]:
        """For each URL of the others its row here, -1 where it is not here."""
        (mine, order), (theirs, their_order) = self.index, other.index
        found = np.full(len(other.codes), -1, np.int64)
        at = np.searchsorted(mine, theirs)
        maybe = at < len(mine)
        maybe[maybe] = mine[at[maybe]] == theirs[maybe]
        for row, near in zip(their_order[maybe].tolist(), order[at[maybe]].tolist(), strict=True):
            if self.urls.bytes_of(near) == other.urls.bytes_of(row):
                found[row] = near
            elif (place := self.position(other.urls[row])) is not None:  # two URLs with one hash
                found[row] = place
        return found

    def kept(self, mask: Mask) -> "UrlColumns":
        """Those rows where the mask is set, in the same order."""
        columns = UrlColumns(self.urls.kept(mask), self.codes[mask], self.written.kept(mask[self.otherwise]))
        if "index" in vars(self):  # what it would work out itself, from strings that need not be made
            hashes, rows = self.index
            is_kept = mask[rows]
            places = np.cumsum(mask, dtype=np.int32) - np.int32(1)
            vars(columns)["index"] = hashes[is_kept], places[rows[is_kept]]
        return columns

    def followed_by(self, other: "UrlColumns") -> "UrlColumns":
        """These rows, then the others."""
        columns = UrlColumns(
            self.urls.followed_by(other.urls),
            np.concatenate([self.codes, other.codes]),
            self.written.followed_by(other.written),
        )
        if "index" in vars(self) and "index" in vars(other):
            (mine, my_rows), (its, its_rows) = self.index, other.index
            order = np.argsort(hashes := np.concatenate([mine, its]), kind="stable")
            rows = np.concatenate([my_rows, its_rows + np.int32(len(self.codes))])
            vars(columns)["index"] = hashes[order], rows[order]
        return columns


def sorted_hashes(hashes: Hashes) -> tuple[Hashes, Rows]:
    """Hashes ascending, and where each stood."""
    order = np.argsort(hashes).astype(np.int32)
    return hashes[order], order


def code_of(url: TestUrl) -> int:
    """What is remembered of a URL beside its requested form: its changes, and whether it was written so."""
    code = sum(_CHANGE_BITS[change] for change in url.changes)
    if url.written == url.url:
        return code
    return code | (_WRITTEN_AS_PATH if url.written == url.path else _WRITTEN_OTHERWISE)


def keeps_written(code: int) -> bool:
    """True if a URL of this code has its written form kept."""
    return bool(code & _WRITTEN_OTHERWISE)


def _parts(url: str) -> tuple[str | None, str]:
    """Host, and path with query, of a requested form."""
    if url.startswith("/"):
        return None, url
    host, slash, path = url.partition("://")[2].partition("/")
    return host, slash + path
