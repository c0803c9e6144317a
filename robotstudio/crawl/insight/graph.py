"""The link graph of a crawled site."""

import json
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.crawl.frontier import LISTED, SITEMAP, START
from robotstudio.crawl.insight.crawler_access import SiteUrls
from robotstudio.crawl.model import EndedBy
from robotstudio.crawl.pages import NEEDED, LinkKind
from robotstudio.crawl.store import CrawlStore

Nodes = NDArray[np.int32]
Mask = NDArray[np.bool_]
_AT_ONCE: Final = 2_000
WAYS: Final = frozenset(LinkKind) - NEEDED - {LinkKind.CANONICAL}
"""Kinds of links that lead a crawler to a page."""


class SiteGraph(Struct, frozen=True, dict=True):
    """Pages by their index in `urls`; `sources` and `targets` are the ends of the links, sorted by source."""

    urls: tuple[str, ...]
    starts: Nodes
    in_sitemap: Nodes
    sources: Nodes
    targets: Nodes
    ids: NDArray[np.int64]
    """The row ids of the pages in the crawl file."""

    def __len__(self) -> int:
        return len(self.urls)

    @cached_property
    def pages(self) -> SiteUrls:
        """The URLs as tables for verdicts."""
        return SiteUrls(self.urls)

    @cached_property
    def first_link(self) -> NDArray[np.int64]:
        """The index of each page's first link, and the end of the last page's links."""
        return np.searchsorted(self.sources, np.arange(len(self.urls) + 1))

    @cached_property
    def _by_target(self) -> NDArray[np.int64]:
        return np.argsort(self.targets, kind="stable")

    @cached_property
    def _sorted_targets(self) -> Nodes:
        return self.targets[self._by_target]

    def leading_to(self, page: int) -> Nodes:
        """Return the pages that link to a page."""
        first, last = np.searchsorted(self._sorted_targets, [page, page + 1])
        return np.unique(self.sources[self._by_target[first:last]])

    def roots(self, *, with_sitemaps: bool) -> Nodes:
        """Return the roots of a crawler that follows links only, or also sitemaps."""
        return np.union1d(self.starts, self.in_sitemap) if with_sitemaps else self.starts

    @classmethod
    def linked(
        cls, urls: tuple[str, ...], links: NDArray[np.int32], starts: Nodes, in_sitemap: Nodes | None = None
    ) -> "SiteGraph":
        """Build a graph from links in any order: rows of a source and a target."""
        order = np.argsort(links[:, 0], kind="stable") if len(links) else np.zeros(0, np.int64)
        none = np.zeros(0, np.int32)
        links = links.reshape(-1, 2)[order]
        sitemap = none if in_sitemap is None else in_sitemap
        return cls(urls, starts, sitemap, links[:, 0].copy(), links[:, 1].copy(), np.arange(len(urls), dtype=np.int64))


def site_graph(store: CrawlStore, *, follows_nofollow: bool = True) -> SiteGraph:
    """Build the graph of a crawl: pages fetched or disallowed by the live file; no images, scripts and the like.

    Links with `nofollow` count: crawlers treat it as a hint, and may follow them.
    """
    led_to = links_by(store, WAYS)
    rows = store.connection.execute(
        "SELECT id, key, url, roots FROM url WHERE state = 2 OR ended_by = ? ORDER BY id", (EndedBy.ROBOTS,)
    ).fetchall()
    is_page = np.isin(np.fromiter((row[1] for row in rows), np.int64, len(rows)), led_to[:, 1])
    rows = [row for row, is_led_to in zip(rows, is_page.tolist(), strict=True) if is_led_to or row[3]]
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    keys = np.fromiter((row[1] for row in rows), np.int64, len(rows))
    roots = np.fromiter((row[3] for row in rows), np.int32, len(rows))
    followed = led_to if follows_nofollow else led_to[led_to[:, 2] == 0]
    links = between(followed, ids, keys)
    order = np.argsort(links[:, 0], kind="stable")
    return SiteGraph(
        urls=tuple(row[2] for row in rows),
        starts=np.flatnonzero(roots & (START | LISTED)).astype(np.int32),
        in_sitemap=np.flatnonzero(roots & SITEMAP).astype(np.int32),
        sources=links[order, 0],
        targets=links[order, 1],
        ids=ids,
    )


def links_by(store: CrawlStore, kinds: AbstractSet[LinkKind]) -> NDArray[np.int64]:
    """Return rows of the page, the key of its target, and whether all links there have `nofollow`."""
    sql = (
        "SELECT source, target, min(nofollow) FROM link WHERE kind IN (SELECT value FROM json_each(?))"
        " GROUP BY source, target"
    )
    cursor, parts = store.connection.execute(sql, (json.dumps(sorted(kinds)),)), [np.zeros((0, 3), np.int64)]
    while some := cursor.fetchmany(_AT_ONCE):
        parts.append(np.array(some, np.int64))
    return np.concatenate(parts)


def between(links: NDArray[np.int64], ids: NDArray[np.int64], keys: NDArray[np.int64]) -> NDArray[np.int32]:
    """Map links between row ids and keys to links between indexes; drop those to or from other URLs. `ids` ascend."""
    if not len(ids):
        return np.zeros((0, 2), np.int32)
    by_key = np.argsort(keys)
    sources = np.minimum(np.searchsorted(ids, links[:, 0]), len(ids) - 1)
    targets = by_key[np.minimum(np.searchsorted(keys, links[:, 1], sorter=by_key), len(keys) - 1)]
    found = (ids[sources] == links[:, 0]) & (keys[targets] == links[:, 1])
    return np.stack([sources[found], targets[found]], axis=1).astype(np.int32)
