"""Test URLs in any number, with their sources, hits and columns of values: compact and immutable.

A URL takes its own bytes and some thirty more. A `TestUrl` is made on access.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import cached_property
from typing import overload

import numpy as np
from msgspec import Struct
from msgspec.structs import force_setattr, replace
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import Mask, Rows, Texts
from robotstudio.store.userinfo import without_userinfo
from robotstudio.text.language import Message
from robotstudio.urls.url_columns import Counts, UrlColumns
from robotstudio.urls.urls import TestUrl
from robotstudio.urls.value_columns import ValueColumn, joined_columns

_WEB = ("http:", "https:")


class Source(Struct, frozen=True):
    """A source of URLs. The id stays the same on refresh, for which it has all that is needed."""

    id: str
    name: str
    kind: str = "list"
    locations: tuple[str, ...] = ()
    """Files, or addresses; a rotated log has several, a pasted list none."""
    loaded_at: datetime | None = None
    column: str = ""
    """The chosen column of a table; empty if it was detected."""
    base: str | None = None
    """The site of paths without a host."""
    hits_column: str = ""
    """The chosen column with the number of hits, likewise."""
    columns: tuple[str, ...] = ()
    """The chosen columns of values, by role or name; empty for the usual ones."""
    log_fields: str = ""
    """The chosen fields of a log in JSON or separated values, as `urls.logs.fields.fields_from` reads them."""
    export: str = ""
    """The known export that it is, by its id."""
    period: tuple[date, date] | None = None
    """The first and the last day that its numbers count, if it says so."""

    def __post_init__(self) -> None:
        """Strip user name and password from addresses; file names stay as they are."""
        places = (without_userinfo(place) if place.startswith(_WEB) else place for place in self.locations)
        force_setattr(self, "locations", tuple(places))
        if self.base is not None:
            force_setattr(self, "base", without_userinfo(self.base))


class Share(Struct, frozen=True, eq=False):
    """Contribution of one source: its rows, ascending, the hits of each, and its columns of values for them."""

    source: Source
    rows: Rows
    hits: Counts
    values: tuple[ValueColumn, ...] = ()

    def moved(self, places: NDArray[np.int64]) -> "Share":
        """Map the rows to other places; drop those at negative places."""
        rows = places[self.rows]
        kept = np.flatnonzero(rows >= 0)
        if (np.diff(rows[kept]) < 0).any():
            kept = kept[np.argsort(rows[kept], kind="stable")]
        values = tuple(column.taken(kept) for column in self.values)
        return Share(self.source, rows[kept].astype(np.int32), self.hits[kept], values)

    def joined(self, other: "Share") -> "Share":
        """Merge two shares of one source."""
        rows, inverse = np.unique(np.concatenate([self.rows, other.rows]), return_inverse=True)
        hits = np.zeros(len(rows), np.int64)
        np.add.at(hits, inverse, np.concatenate([self.hits, other.hits]))
        mine, theirs = inverse[: len(self.rows)], inverse[len(self.rows) :]
        return Share(other.source, rows, hits, joined_columns(self.values, other.values, (mine, theirs), len(rows)))

    def same(self, other: "Share") -> bool:
        """Return True if another share has equal rows, hits and values."""
        return (
            np.array_equal(self.rows, other.rows)
            and np.array_equal(self.hits, other.hits)
            and len(self.values) == len(other.values)
            and all(mine.same(its) for mine, its in zip(self.values, other.values, strict=True))
        )


class UrlSet(Sequence[TestUrl]):
    """Distinct URLs in the order first seen. Immutable: all changes return a new set."""

    def __init__(self, columns: UrlColumns | None = None, shares: Iterable[Share] = ()) -> None:
        """Create an empty set; others come from a `UrlSetBuilder`, or from sets."""
        self.columns = columns or UrlColumns()
        self.shares = tuple(shares)

    @classmethod
    def combined(cls, sets: Iterable["UrlSet"]) -> "UrlSet":
        """Merge sets; the hits of equal URLs are added."""
        whole = cls()
        for other in sets:
            whole = whole.with_added(other)
        return whole

    def of_site(self, site: str) -> "UrlSet":
        """Return the set with its paths as URLs of a site."""
        return UrlSet(self.columns.of_site(site), self.shares)

    @property
    def urls(self) -> Texts:
        """The requests; their `joined` and `starts` are the bytes of all."""
        return self.columns.urls

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources in the order added."""
        return tuple(share.source for share in self.shares)

    @cached_property
    def hits(self) -> Counts:
        """The total hits of each URL."""
        hits = np.zeros(len(self), np.int64)
        for share in self.shares:
            hits[share.rows] += share.hits
        return hits

    @property
    def memory(self) -> int:
        """Size in bytes, without cached properties."""
        values = sum(column.memory for share in self.shares for column in share.values)
        return self.columns.memory + values + sum(share.rows.nbytes + share.hits.nbytes for share in self.shares)

    def __len__(self) -> int:
        return len(self.columns.codes)

    @overload
    def __getitem__(self, at: int) -> TestUrl: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[TestUrl, ...]: ...
    def __getitem__(self, at: int | slice) -> TestUrl | tuple[TestUrl, ...]:
        if isinstance(at, slice):
            return tuple(self[row] for row in range(*at.indices(len(self))))
        row = range(len(self))[at]
        return self.columns.made(row, self.urls[row])

    def __iter__(self) -> Iterator[TestUrl]:
        for row, url in enumerate(self.urls):
            yield self.columns.made(row, url)

    def __contains__(self, url: object) -> bool:
        row = self.position(url.url) if isinstance(url, TestUrl) else None
        return row is not None and self[row] == url

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UrlSet):
            return NotImplemented
        return self is other or (
            self.columns == other.columns
            and self.sources == other.sources
            and all(mine.same(its) for mine, its in zip(self.shares, other.shares, strict=True))
        )

    def __hash__(self) -> int:
        return hash(self.columns)

    def position(self, url: str) -> int | None:
        """Return the row of a request, None if missing."""
        return self.columns.position(url)

    def positions(self, other: "UrlSet") -> NDArray[np.int64]:
        """Return, for each URL of another set, its row here, or -1."""
        return self.columns.positions(other.columns)

    def rows_of(self, source: Source) -> Rows:
        """Return the rows that this source contributed, ascending."""
        return next((share.rows for share in self.shares if share.source.id == source.id), np.zeros(0, np.int32))

    def with_added(self, other: "UrlSet") -> "UrlSet":
        """Append the URLs of another set; known ones keep their place."""
        if not self.shares:
            return other
        places = self.positions(other)
        new = places < 0
        places[new] = len(self) + np.arange(np.count_nonzero(new))
        columns = self.columns.followed_by(other.columns.kept(new)) if new.any() else self.columns
        shares = {share.source.id: share for share in self.shares}
        for share in other.shares:
            moved, known = share.moved(places), shares.get(share.source.id)
            shares[share.source.id] = known.joined(moved) if known else moved
        return UrlSet(columns, shares.values())

    def replaced(self, source: Source, other: "UrlSet") -> "UrlSet":
        """Replace what a source contributed before; known URLs keep their order."""
        whole = self.with_added(other)
        places = whole.positions(other)
        now = {share.source.id: share.moved(places) for share in other.shares}
        shares = [now.get(share.source.id, share) if share.source.id == source.id else share for share in whole.shares]
        return owned_only(whole.columns, shares)

    def without(self, source: Source) -> "UrlSet":
        """Remove a source, and the URLs that only it contributed."""
        return owned_only(self.columns, [share for share in self.shares if share.source.id != source.id])

    def only(self, source: Source) -> "UrlSet":
        """Return the URLs of one source, with its hits."""
        return owned_only(self.columns, [share for share in self.shares if share.source.id == source.id])

    def without_rows(self, rows: Iterable[int] | NDArray[np.intp]) -> "UrlSet":
        """Remove rows of any source; the sources stay, if only by name."""
        kept = np.ones(len(self), np.bool_)
        kept[rows if isinstance(rows, np.ndarray) else np.fromiter(rows, np.intp)] = False
        return _kept(self.columns, self.shares, kept)

    def named(self, source: Source) -> "UrlSet":
        """Replace the name or date of the source with the same id."""
        shares = (replace(share, source=source) if share.source.id == source.id else share for share in self.shares)
        return UrlSet(self.columns, shares)


OF_SITE: Message = "The paths in {names} count as URLs of {site}, the only site in the other files."


def joined_to_one_site(sets: Sequence[UrlSet]) -> tuple[list[UrlSet], str]:
    """Return the sets, those of paths alone as URLs of the site of all others, and that site; "" if it is not one."""
    filled = [each.columns for each in sets if each]
    named = [each for each in filled if not each.are_paths]
    if not named or len(named) == len(filled):
        return [*sets], ""
    site, *others = {each.site for each in named}
    if not site or others:
        return [*sets], ""
    return [each.of_site(site) if each and each.columns.are_paths else each for each in sets], site


def owned_only(columns: UrlColumns, shares: Sequence[Share]) -> UrlSet:
    """Return the set of the URLs that one of the sources contributed."""
    kept = np.zeros(len(columns.codes), np.bool_)
    for share in shares:
        kept[share.rows] = True
    return _kept(columns, shares, kept)


def _kept(columns: UrlColumns, shares: Sequence[Share], kept: Mask) -> UrlSet:
    if kept.all():
        return UrlSet(columns, shares)
    places = np.cumsum(kept) - 1
    places[~kept] = -1
    return UrlSet(columns.kept(kept), (share.moved(places) for share in shares))
