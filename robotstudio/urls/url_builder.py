"""Build URL sets from URLs that come singly or in bulk, with repeats."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import Texts
from robotstudio.urls.url_columns import Hashes, UrlColumns, code_of, sorted_hashes, stores_written
from robotstudio.urls.url_set import Share, Source, UrlSet
from robotstudio.urls.urls import TestUrl
from robotstudio.urls.value_columns import ValueColumn

MOST_URLS: Final = 5_000_000
"""Most URLs in one set."""

_AT_ONCE: Final = 8_192
_SHARDS: Final = 64
"""Parts of the dict of rows: growing one dict of a million entries would hold the GIL for more than three frames."""
_COUNTED_TOGETHER: Final = 65_536
_MOST_COUNTS: Final = 256


class UrlSetBuilder:
    """Collects the URLs of one source, up to a number of different ones."""

    def __init__(self, most: int = MOST_URLS) -> None:
        self._most = most
        self._urls: list[str] = []
        self._shards: tuple[dict[str, int], ...] = tuple({} for _ in range(_SHARDS))
        """The row of each URL, by its hash."""
        self._fresh: list[int] = []
        self._weighed: tuple[list[int], list[int]] = ([], [])
        """Rows with other hits than one, and these."""
        self._counts: list[NDArray[np.int64]] = []
        self._codes: dict[int, int] = {}
        self._written: dict[int, str] = {}
        self.repeated = 0
        self.taken = 0
        """Number of URLs added, counting repeats."""

    def __len__(self) -> int:
        return len(self._urls)

    @property
    def is_full(self) -> bool:
        """True if no more different URLs should be added."""
        return len(self._urls) >= self._most

    def add_plain(self, urls: Iterable[str]) -> None:
        """Add requests that need no normalisation."""
        known, shards, fresh = self._urls, self._shards, self._fresh
        before, at_first = len(fresh) - len(known), len(fresh)
        for url in urls:
            rows = shards[hash(url) % _SHARDS]
            row = rows.get(url)
            if row is None:
                row = rows[url] = len(known)
                known.append(url)
            fresh.append(row)
        self.repeated += len(fresh) - len(known) - before
        self.taken += len(fresh) - at_first
        self._count()

    def add(self, url: TestUrl, hits: int = 1) -> int:
        """Add one URL; return its row."""
        size = len(self._urls)
        row = self._row(url.url)
        if row < size:
            self.repeated += 1
        elif code := code_of(url):
            self._codes[row] = code
            if stores_written(code):
                self._written[row] = url.written
        self.count(row, hits)
        return row

    def add_request(self, url: str, hits: int = 1) -> int:
        """Add a request that needs no normalisation; return its row."""
        size = len(self._urls)
        row = self._row(url)
        self.repeated += row < size
        self.count(row, hits)
        return row

    def _row(self, url: str) -> int:
        """Return the row of a URL, appending it if it is new."""
        size = len(self._urls)
        row = self._shards[hash(url) % _SHARDS].setdefault(url, size)
        if row == size:
            self._urls.append(url)
        return row

    def count(self, row: int, hits: int = 1) -> None:
        """Count a repeated URL."""
        self.taken += 1
        if hits == 1:
            self._fresh.append(row)
        else:
            self._weighed[0].append(row)
            self._weighed[1].append(hits)
        self._count()

    def finish(self, source: Source, values: tuple[ValueColumn, ...] = ()) -> UrlSet:
        """Return the set and empty the builder; `values` has columns with a value for each of its rows."""
        self._count(at_least=1)
        rows, hits = self._summed()
        codes = np.zeros(len(self._urls), np.uint16)
        codes[np.fromiter(self._codes, np.intp, len(self._codes))] = np.fromiter(
            self._codes.values(), np.uint16, len(self._codes)
        )
        urls, hashes = self._taken()
        columns = UrlColumns(urls, codes, Texts.of(self._written[row] for row in sorted(self._written)))
        vars(columns)["index"] = sorted_hashes(hashes)  # fill the cached property: the strings are gone
        return UrlSet(columns, (Share(source, rows.astype(np.int32), hits, values),))

    def _count(self, at_least: int = _COUNTED_TOGETHER) -> None:
        """Condense the added rows into counts before they take more room than the URLs."""
        if len(self._fresh) >= at_least:
            rows, hits = np.unique(np.array(self._fresh, np.int64), return_counts=True)
            self._counts.append(np.stack([rows, hits]))
            self._fresh.clear()
        if len(self._weighed[0]) >= at_least:
            self._counts.append(np.array(self._weighed, np.int64))
            self._weighed = ([], [])
        if len(self._counts) > _MOST_COUNTS:
            self._counts = [self._summed()]

    def _summed(self) -> NDArray[np.int64]:
        every = np.concatenate([np.zeros((2, 0), np.int64), *self._counts], axis=1)
        rows, inverse = np.unique(every[0], return_inverse=True)
        hits = np.zeros(len(rows), np.int64)
        np.add.at(hits, inverse, every[1])
        return np.stack([rows, hits])

    def _taken(self) -> tuple[Texts, Hashes]:
        """Empty the lists piece by piece: making or freeing a million strings at once would block all threads."""
        hashes, parts = [np.zeros(0, np.int64)], []
        for rows in self._shards:
            rows.clear()
        urls = iter(self._urls)
        while part := tuple(islice(urls, _AT_ONCE)):
            hashes.append(np.fromiter(map(hash, part), np.int64, len(part)))
            parts.append(Texts.of(part))
        while self._urls:
            del self._urls[-_AT_ONCE:]
        return Texts.joined_from(parts), np.concatenate(hashes)


TYPED: Final = Source("typed", "Typed", "typed")
"""What a person types or pastes."""


def as_set(urls: Iterable[TestUrl]) -> UrlSet:
    """Return a set as it is; other URLs as a set of typed ones."""
    return urls if isinstance(urls, UrlSet) else url_set(urls, TYPED)


def url_set(found: Iterable[TestUrl], source: Source) -> UrlSet:
    builder = UrlSetBuilder()
    for url in found:
        builder.add(url)
    return builder.finish(source)
