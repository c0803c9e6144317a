"""The URLs of a set without their sources: columns of numbers and bytes, and a hash index."""

from functools import cached_property
from typing import Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import Mask, Rows, Texts
from robotstudio.engine.paths import bytes_of
from robotstudio.urls.urls import CHANGES, TestUrl

Counts = NDArray[np.int64]
Codes = NDArray[np.uint16]
Hashes = NDArray[np.int64]

_CHANGE_BITS: Final = {change: 1 << place for place, change in enumerate(CHANGES)}
_CHANGED: Final = 0xFF
_WRITTEN_AS_PATH: Final = 1 << 8
_WRITTEN_OTHERWISE: Final = 1 << 9


class UrlColumns(Struct, frozen=True, eq=False, dict=True):
    """Distinct URLs. The written form is stored only if it is neither the request nor its path."""

    urls: Texts = field(default_factory=lambda: Texts.of(()))
    codes: Codes = field(default_factory=lambda: np.zeros(0, np.uint16))
    written: Texts = field(default_factory=lambda: Texts.of(()))

    @property
    def memory(self) -> int:
        """Size in bytes."""
        return self.urls.memory + self.codes.nbytes + self.written.memory

    @cached_property
    def index(self) -> tuple[Hashes, Rows]:
        """Sorted hashes with the row of each: a dict of a million strings would be larger than the set."""
        return sorted_hashes(np.fromiter(map(hash, self.urls), np.int64, len(self.urls)))

    @cached_property
    def rows_with_written(self) -> NDArray[np.intp]:
        """The rows with a stored written form."""
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
        """Make the URL of a row from its request."""
        host, path = _parts(url)
        code = int(self.codes[row])
        written = url
        if code & _WRITTEN_AS_PATH:
            written = path
        elif code & _WRITTEN_OTHERWISE:
            written = self.written[int(np.searchsorted(self.rows_with_written, row))]
        changes = tuple(change for change, bit in _CHANGE_BITS.items() if code & bit) if code & _CHANGED else ()
        return TestUrl(written, url, host, path, changes)

    @property
    def are_paths(self) -> bool:
        """True if no URL has a host."""
        return bool((np.frombuffer(self.urls.joined, np.uint8)[self.urls.starts[:-1]] == ord("/")).all())

    @property
    def site(self) -> str | None:
        """The site that all URLs begin with, None if there are several, or a path without one."""
        site = "/".join(self.urls[0].split("/", 3)[:3]) if len(self.urls) else ""
        return site if site and all(url.startswith(f"{site}/") for url in self.urls) else None

    def of_site(self, site: str) -> "UrlColumns":
        """Return these paths as URLs of a site; they were written as paths."""
        urls = Texts.of(f"{site}{path}" for path in self.urls)
        codes = np.where(self.codes & _WRITTEN_OTHERWISE, self.codes, self.codes | _WRITTEN_AS_PATH)
        return UrlColumns(urls, codes.astype(np.uint16), self.written)

    def position(self, url: str) -> int | None:
        """Return the row of a request, None if missing."""
        hashes, order = self.index
        wanted, kept = hash(url), bytes_of(url)
        at = int(np.searchsorted(hashes, wanted))
        while at < len(hashes) and hashes[at] == wanted:
            if self.urls.bytes_of(row := int(order[at])) == kept:
                return row
            at += 1
        return None

    def positions(self, other: "UrlColumns") -> NDArray[np.int64]:
        """Return, for each URL of the other columns, its row here, or -1."""
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
        """Return the rows selected by the mask, in order."""
        columns = UrlColumns(self.urls.kept(mask), self.codes[mask], self.written.kept(mask[self.rows_with_written]))
        if "index" in vars(self):  # derive the cached index without making the strings
            hashes, rows = self.index
            is_kept = mask[rows]
            places = np.cumsum(mask, dtype=np.int32) - np.int32(1)
            vars(columns)["index"] = hashes[is_kept], places[rows[is_kept]]
        return columns

    def followed_by(self, other: "UrlColumns") -> "UrlColumns":
        """Append other columns."""
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
    """Sort hashes, and return the original position of each."""
    order = np.argsort(hashes).astype(np.int32)
    return hashes[order], order


def code_of(url: TestUrl) -> int:
    """Encode a URL's changes and whether its written form differs."""
    code = sum(_CHANGE_BITS[change] for change in url.changes)
    if url.written == url.url:
        return code
    return code | (_WRITTEN_AS_PATH if url.written == url.path else _WRITTEN_OTHERWISE)


def stores_written(code: int) -> bool:
    """Return True if a URL with this code has its written form stored."""
    return bool(code & _WRITTEN_OTHERWISE)


def _parts(url: str) -> tuple[str | None, str]:
    """Split a request into host and path with query."""
    if url.startswith("/"):
        return None, url
    host, slash, path = url.partition("://")[2].partition("/")
    return host, slash + path
