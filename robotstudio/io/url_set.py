"""Test URLs in any number, with where they come from and how often they were requested: compact and immutable.

A URL takes its own octets and about fifty more. What was written is kept only where it is not the request itself; a
`TestUrl` is made when it is asked for.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from robotstudio.io.texts import Mask, Rows, Texts
from robotstudio.io.urls import CHANGES, TestUrl

Counts = NDArray[np.int64]
Codes = NDArray[np.uint16]
Hashes = NDArray[np.int64]

MOST_URLS: Final = 5_000_000
"""More are never read into one set."""

_CHANGE_BITS: Final = {change: 1 << place for place, change in enumerate(CHANGES)}
_WRITTEN_AS_PATH: Final = 1 << 8
_WRITTEN_OTHERWISE: Final = 1 << 9


@dataclass(frozen=True, slots=True)
class Source:
    """Where URLs come from. The id stays when it is read again; everything needed for that is here."""

    id: str
    name: str
    kind: str = "list"
    locations: tuple[str, ...] = ()
    """Files, or addresses; a rotated log has several, a pasted list none."""
    loaded_at: datetime | None = None
    column: str = ""
    """The column of a table that was chosen; empty where it was found."""
    base: str | None = None
    """The site of paths without a host."""


@dataclass(frozen=True, slots=True, eq=False)
class _Share:
    """What one source brought: its rows, ascending, and how often each URL was in it."""

    source: Source
    rows: Rows
    hits: Counts

    def moved(self, places: NDArray[np.int64]) -> "_Share":
        """With rows at other places; those at a negative place are gone."""
        rows = places[self.rows]
        kept = rows >= 0
        order = np.argsort(rows[kept], kind="stable")
        return _Share(self.source, rows[kept][order].astype(np.int32), self.hits[kept][order])

    def joined(self, other: "_Share") -> "_Share":
        """Two shares of one source."""
        rows, inverse = np.unique(np.concatenate([self.rows, other.rows]), return_inverse=True)
        hits = np.zeros(len(rows), np.int64)
        np.add.at(hits, inverse, np.concatenate([self.hits, other.hits]))
        return _Share(other.source, rows, hits)


class UrlSet(Sequence[TestUrl]):
    """Distinct URLs in the order first seen. Everything that changes it returns another one."""

    def __init__(
        self, urls: Texts | None = None, codes: Codes | None = None, written: Texts | None = None, *shares: _Share
    ) -> None:
        """The empty set; others come from a `UrlSetBuilder`, or from sets."""
        self.urls: Texts = urls or Texts.of(())
        """The requested forms; `joined` and `starts` are their octets."""
        self._codes: Codes = np.zeros(0, np.uint16) if codes is None else codes
        self._written = written or Texts.of(())
        self._shares = shares

    @classmethod
    def of(cls, found: Iterable[TestUrl], source: Source) -> "UrlSet":
        """URLs of one source."""
        builder = UrlSetBuilder()
        for url in found:
            builder.add(url)
        return builder.finish(source)

    @classmethod
    def combined(cls, sets: Iterable["UrlSet"]) -> "UrlSet":
        """All URLs of these sets, each once; hits of one URL are added."""
        whole = cls()
        for other in sets:
            whole = whole.with_added(other)
        return whole

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where the URLs come from, in the order added."""
        return tuple(share.source for share in self._shares)

    @cached_property
    def hits(self) -> Counts:
        """How often each URL was in the sources, or was requested by what they tell."""
        hits = np.zeros(len(self), np.int64)
        for share in self._shares:
            hits[share.rows] += share.hits
        return hits

    @property
    def octets(self) -> int:
        """The memory that it takes, without what is only made when asked for."""
        shares = sum(share.rows.nbytes + share.hits.nbytes for share in self._shares)
        return self.urls.octets + self._codes.nbytes + self._written.octets + shares

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, at: int) -> TestUrl: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[TestUrl, ...]: ...
    def __getitem__(self, at: int | slice) -> TestUrl | tuple[TestUrl, ...]:
        if isinstance(at, slice):
            return tuple(self[row] for row in range(*at.indices(len(self))))
        row = range(len(self))[at]
        return self._made(row, self.urls[row])

    def __iter__(self) -> Iterator[TestUrl]:
        for row, url in enumerate(self.urls):
            yield self._made(row, url)

    def __contains__(self, url: object) -> bool:
        return isinstance(url, TestUrl) and self.position(url.url) is not None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UrlSet):
            return NotImplemented
        return self is other or (
            self.urls == other.urls
            and np.array_equal(self._codes, other._codes)
            and self._written == other._written
            and self.sources == other.sources
            and np.array_equal(self.hits, other.hits)
        )

    def __hash__(self) -> int:
        return hash(self.urls)

    def position(self, url: str) -> int | None:
        """The row of a requested form, None where it is not here."""
        hashes, order = self._index
        wanted, octets = hash(url), url.encode("utf-8", "surrogatepass")
        at = int(np.searchsorted(hashes, wanted))
        while at < len(hashes) and hashes[at] == wanted:
            if self.urls.raw(row := int(order[at])) == octets:
                return row
            at += 1
        return None

    def positions(self, other: "UrlSet") -> Rows:
        """For each URL of another set its row in this one, -1 where it is not here."""
        (mine, order), (theirs, their_order) = self._index, other._index
        found = np.full(len(other), -1, np.int32)
        at = np.searchsorted(mine, theirs)
        maybe = at < len(mine)
        maybe[maybe] = mine[at[maybe]] == theirs[maybe]
        for row, near in zip(their_order[maybe].tolist(), order[at[maybe]].tolist(), strict=True):
            if self.urls.raw(near) == other.urls.raw(row):
                found[row] = near
            else:  # two URLs with one hash
                place = self.position(other.urls[row])
                found[row] = -1 if place is None else place
        return found

    def rows_of(self, source: Source) -> Rows:
        """The rows of the URLs that this source brought, ascending."""
        return next((share.rows for share in self._shares if share.source.id == source.id), np.zeros(0, np.int32))

    def hits_of(self, source: Source) -> Counts:
        """How often this source had each of its `rows_of`."""
        return next((share.hits for share in self._shares if share.source.id == source.id), np.zeros(0, np.int64))

    def with_added(self, other: "UrlSet") -> "UrlSet":
        """With the URLs of another set behind these; those that are here stay at their place."""
        if not len(self):
            return other
        places = self.positions(other).astype(np.int64)
        new = places < 0
        places[new] = len(self) + np.arange(np.count_nonzero(new))
        codes = np.concatenate([self._codes, other._codes[new]])
        urls = self.urls.followed_by(other.urls.kept(new))
        written = self._written.followed_by(other._written.kept(new[other._otherwise]))
        shares = {share.source.id: share for share in self._shares}
        for share in (share.moved(places) for share in other._shares):
            known = shares.get(share.source.id)
            shares[share.source.id] = known.joined(share) if known else share
        return UrlSet(urls, codes, written, *shares.values())

    def without(self, source: Source) -> "UrlSet":
        """Without a source, and without the URLs that only it brought."""
        shares = tuple(share for share in self._shares if share.source.id != source.id)
        kept = np.zeros(len(self), np.bool_)
        for share in shares:
            kept[share.rows] = True
        return UrlSet(self.urls, self._codes, self._written, *shares)._where(kept)

    def only(self, source: Source) -> "UrlSet":
        """The URLs of one source, with its hits."""
        shares = tuple(share for share in self._shares if share.source.id == source.id)
        kept = np.zeros(len(self), np.bool_)
        kept[self.rows_of(source)] = True
        return UrlSet(self.urls, self._codes, self._written, *shares)._where(kept)

    def without_rows(self, rows: Iterable[int]) -> "UrlSet":
        """Without these rows, whoever brought them; a source stays, if only by name."""
        kept = np.ones(len(self), np.bool_)
        kept[np.fromiter(rows, np.intp)] = False
        return self._where(kept)

    def replaced(self, source: Source, other: "UrlSet") -> "UrlSet":
        """With what a source says now in the place of what it said before; known URLs keep their order."""
        return self.with_added(other)._counted_anew(source, other).without_orphans()

    def without_orphans(self) -> "UrlSet":
        """Without the URLs that no source has any more."""
        kept = np.zeros(len(self), np.bool_)
        for share in self._shares:
            kept[share.rows] = True
        return self._where(kept)

    def named(self, source: Source) -> "UrlSet":
        """With another name or date for the source of the same id."""
        shares = (replace(share, source=source) if share.source.id == source.id else share for share in self._shares)
        return UrlSet(self.urls, self._codes, self._written, *shares)

    def _counted_anew(self, source: Source, other: "UrlSet") -> "UrlSet":
        moved = {share.source.id: share.moved(self.positions(other).astype(np.int64)) for share in other._shares}
        shares = (moved.get(share.source.id, share) if share.source.id == source.id else share for share in self._shares)
        return UrlSet(self.urls, self._codes, self._written, *shares)

    def _where(self, kept: Mask) -> "UrlSet":
        if kept.all():
            return self
        places = np.cumsum(kept) - 1
        places[~kept] = -1
        shares = (share.moved(places) for share in self._shares)
        return UrlSet(self.urls.kept(kept), self._codes[kept], self._written.kept(kept[self._otherwise]), *shares)

    def _made(self, row: int, url: str) -> TestUrl:
        host, path = _parts(url)
        code = int(self._codes[row])
        written = url
        if code & _WRITTEN_AS_PATH:
            written = path
        elif code & _WRITTEN_OTHERWISE:
            written = self._written[int(np.searchsorted(self._otherwise, row))]
        changes = tuple(change for change, bit in _CHANGE_BITS.items() if code & bit) if code & 0xFF else ()
        return TestUrl(written, url, host, path, changes)

    @cached_property
    def _otherwise(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._codes & _WRITTEN_OTHERWISE)

    @cached_property
    def _index(self) -> tuple[Hashes, Rows]:
        """Hashes, sorted, and the row of each: a dict of a million strings would be larger than the set."""
        hashes = np.fromiter(map(hash, self.urls), np.int64, len(self))
        order = np.argsort(hashes).astype(np.int32)
        return hashes[order], order


class UrlSetBuilder:
    """Takes URLs in any number, each as often as it comes, and makes a set of them."""

    def __init__(self, most: int = MOST_URLS) -> None:
        """At most so many distinct URLs are taken."""
        self._most = most
        self._rows: dict[str, int] = {}
        self._hits: list[NDArray[np.int64]] = []
        self._codes: dict[int, int] = {}
        self._written: dict[int, str] = {}
        self._fresh: list[int] = []
        self.repeated = 0

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def is_full(self) -> bool:
        """Whether no more distinct URLs are taken."""
        return len(self._rows) >= self._most

    def add_plain(self, urls: Iterable[str]) -> None:
        """Add requests that are written as they are."""
        rows, fresh = self._rows, self._fresh
        size, before = len(rows), len(fresh)
        fresh.extend([rows.setdefault(url, len(rows)) for url in urls])
        self.repeated += len(fresh) - before - (len(rows) - size)
        self._count()

    def add(self, url: TestUrl, hits: int = 1) -> int:
        """Add one URL; its row."""
        size = len(self._rows)
        row = self._rows.setdefault(url.url, size)
        if row == size:
            if code := _code(url):
                self._codes[row] = code
            if code & _WRITTEN_OTHERWISE:
                self._written[row] = url.written
        else:
            self.repeated += 1
        self.count(row, hits)
        return row

    def count(self, row: int, hits: int = 1) -> None:
        """A URL that is here came again."""
        if hits == 1:
            self._fresh.append(row)
        else:
            self._hits.append(np.array([[row], [hits]], np.int64))
        self._count()

    def _count(self, at_least: int = 65_536) -> None:
        """Turn the rows that came into counts, before they take more room than the URLs."""
        if len(self._fresh) >= at_least:
            rows, hits = np.unique(np.array(self._fresh, np.int64), return_counts=True)
            self._hits.append(np.stack([rows, hits]))
            self._fresh.clear()
        if len(self._hits) > 256:
            self._hits = [self._summed()]

    def _summed(self) -> NDArray[np.int64]:
        every = np.concatenate(self._hits, axis=1) if self._hits else np.zeros((2, 0), np.int64)
        rows, inverse = np.unique(every[0], return_inverse=True)
        hits = np.zeros(len(rows), np.int64)
        np.add.at(hits, inverse, every[1])
        return np.stack([rows, hits])

    def finish(self, source: Source) -> UrlSet:
        """The set; the builder is empty then."""
        self._count(1)
        rows, hits = self._summed()
        codes = np.zeros(len(self._rows), np.uint16)
        if self._codes:
            codes[np.fromiter(self._codes, np.intp, len(self._codes))] = np.fromiter(
                self._codes.values(), np.uint16, len(self._codes)
            )
        urls = self._texts()
        share = _Share(source, rows.astype(np.int32), hits)
        return UrlSet(urls, codes, Texts.of(self._written[row] for row in sorted(self._written)), share)

    def _texts(self) -> Texts:
        """Emptied piece by piece: to free a million strings at once would hold everybody up."""
        pieces, lengths, part = [], [], list[bytes]()
        for url in self._rows:
            part.append(url.encode("utf-8", "surrogatepass"))
            if len(part) == 8_192:
                pieces.append(b"".join(part))
                lengths.append(np.fromiter(map(len, part), np.int64, len(part)))
                part = []
        pieces.append(b"".join(part))
        lengths.append(np.fromiter(map(len, part), np.int64, len(part)))
        while self._rows:
            self._rows.popitem()
        return Texts.from_lengths(b"".join(pieces), np.concatenate(lengths))


def _code(url: TestUrl) -> int:
    code = sum(_CHANGE_BITS[change] for change in url.changes)
    if url.written == url.url:
        return code
    return code | (_WRITTEN_AS_PATH if url.written == url.path else _WRITTEN_OTHERWISE)


def _parts(url: str) -> tuple[str | None, str]:
    """Host, and path with query, of a requested form."""
    if url.startswith("/"):
        return None, url
    host, slash, path = url.partition("://")[2].partition("/")
    return host, slash + path
