"""Reachability for the window: counts for each class of crawlers, and the pages that the draft orphans."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.crawl.insight.crawler_access import CrawlerAccess
from robotstudio.crawl.insight.graph import SiteGraph, site_graph
from robotstudio.crawl.insight.reachability import OrphanedPage, PageReach, Reachability, reachability
from robotstudio.crawl.store import CachedReading, CrawlStore, is_crawl
from robotstudio.engine.bulk import UrlTable
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.structure import Structure, structure_of
from robotstudio.engine.sums import Sum
from robotstudio.urls.set_columns import SetColumn, columns_of, sums_of
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.value_columns import ColumnKind, ValueColumn

MOST_BROKEN: Final = 500
"""Most orphaned pages listed; the rest are only counted."""


class ReachCounts(Struct, frozen=True):
    blocked: int
    reachable: int
    out_of_reach: int
    """Allowed, but no allowed path leads there."""


class ReachRow(Struct, frozen=True, eq=False):
    """A class of crawlers."""

    crawlers: tuple[str, ...]
    live: ReachCounts
    draft: ReachCounts
    orphaned: int
    newly_blocked: int
    in_sitemap: int
    """Number of orphaned pages that a sitemap names."""
    orphaning: tuple[tuple[int, int], ...]
    """Lines of the draft, and how many pages each cuts off."""
    lines: tuple[int, ...]
    """Lines of the draft that cut pages off, worst first, then those that newly block some."""
    broken: tuple[OrphanedPage, ...]
    """The listed orphaned pages."""
    differs: bool
    shares: NDArray[np.intp]
    """For each path pattern, the number of pages blocked, reachable, and out of reach under the draft."""

    @property
    def lost(self) -> int:
        """Number of pages that are no longer reachable."""
        return max(0, self.live.reachable - self.draft.reachable)


class PatternShare(NamedTuple):
    """The pages of a path pattern by reachability; `number` is its index in the structure."""

    number: int
    text: str
    pages: int
    blocked: int
    out_of_reach: int

    @property
    def reachable(self) -> int:
        return self.pages - self.blocked - self.out_of_reach


class ReachReport(Struct, frozen=True, eq=False):
    pages: int
    rows: tuple[ReachRow, ...]
    """The rows that lose most first."""
    structure: Structure
    """The pages by path pattern."""
    _graph: SiteGraph
    urls: UrlSet = UrlSet()
    """The loaded URLs, whose columns are about the pages."""
    _rows: NDArray[np.int64] | None = None
    """The row there of each page, -1 if it is not loaded."""

    @property
    def columns(self) -> tuple[SetColumn, ...]:
        """The columns of the loaded URLs that add up, such as clicks and requests."""
        return tuple(each for each in columns_of(self.urls) if each.info.adds and each.info.kind is ColumnKind.NUMBER)

    def sums(self, column: SetColumn) -> Sequence[Sum]:
        """Return the sum over the pages of each pattern; pages that are not loaded have no value."""
        values = np.full(self.pages, np.nan)
        if self._rows is not None:
            is_loaded = self._rows >= 0
            values[is_loaded] = column.values.values[self._rows[is_loaded]]
        return sums_of(ValueColumn(column.info, values), self.structure.number_of, len(self.structure.patterns))

    def patterns(self, row: ReachRow) -> tuple[PatternShare, ...]:
        """Return the patterns for a row, those with the most pages first."""
        shares = zip(self.structure.patterns, row.shares.tolist(), strict=True)
        return tuple(
            PatternShare(number, pattern.text, pattern.urls, counts[PageReach.BLOCKED], counts[PageReach.OUT_OF_REACH])
            for number, (pattern, counts) in enumerate(shares)
        )

    def urls_of(self, number: int) -> tuple[str, ...]:
        """Return the pages of a pattern."""
        return tuple(self._graph.urls[place] for place in self.structure.places(number).tolist())


class _Site(NamedTuple):
    graph: SiteGraph
    live: CrawlerAccess
    structure: Structure


class ReachReporter:
    """Caches the links of a crawl between two drafts; use it in one thread."""

    def __init__(self) -> None:
        self._site: CachedReading[_Site] = CachedReading(_read)
        self._joined: tuple[SiteGraph, UrlSet, NDArray[np.int64]] | None = None

    def report(
        self,
        path: Path,
        crawlers: Sequence[CrawlerView],
        draft: bytes,
        is_cancelled: IsCancelled = never,
        *,
        with_sitemaps: bool = False,
        urls: UrlSet | None = None,
    ) -> ReachReport | None:
        """Return what a draft changes; None if cancelled, or before the crawl has begun. Raises CrawlFileError."""
        if not is_crawl(path):
            return None
        graph, live, structure = self._site.of(path)
        if is_cancelled():
            return None
        found = reachability(graph, crawlers, live, live.under(draft), with_sitemaps=with_sitemaps)
        rows = [] if is_cancelled() else [_row(one, graph, structure) for one in found]
        rows.sort(key=lambda row: (-row.orphaned, -row.lost, not row.differs))
        if is_cancelled() or not urls:
            return ReachReport(len(graph), tuple(rows), structure, graph)
        return ReachReport(len(graph), tuple(rows), structure, graph, urls, self._rows_of(graph, urls))

    def _rows_of(self, graph: SiteGraph, urls: UrlSet) -> NDArray[np.int64]:
        """Return the row of each page among the loaded URLs; cached between two drafts."""
        if self._joined is None or self._joined[0] is not graph or self._joined[1] is not urls:
            places = (urls.position(url) for url in graph.urls)
            rows = np.array([-1 if place is None else place for place in places], np.int64)
            self._joined = graph, urls, rows
        return self._joined[2]


def _read(store: CrawlStore) -> _Site:
    graph = site_graph(store)
    return _Site(graph, CrawlerAccess.of(store), structure_of(UrlTable(graph.urls)))


def _row(found: Reachability, graph: SiteGraph, structure: Structure) -> ReachRow:
    orphaned, orphaning = found.orphaned, found.breaking_lines()
    blocking = np.unique(found.draft_lines[found.newly_blocked])
    return ReachRow(
        crawlers=found.crawlers,
        live=ReachCounts(*found.counts(found.live_reach)),
        draft=ReachCounts(*found.counts(found.draft_reach)),
        orphaned=len(orphaned),
        newly_blocked=len(found.newly_blocked),
        in_sitemap=int(np.isin(orphaned, graph.in_sitemap).sum()),
        orphaning=tuple((line, count) for line, count in orphaning.items() if line),
        lines=tuple(dict.fromkeys(line for line in (*orphaning, *blocking.tolist()) if line)),
        broken=tuple(found.broken(page) for page in orphaned[:MOST_BROKEN].tolist()),
        differs=found.differs,
        shares=_shares(found, structure),
    )


def _shares(found: Reachability, structure: Structure) -> NDArray[np.intp]:
    kinds, count = len(PageReach), len(structure.patterns)
    codes = structure.number_of.astype(np.intp) * kinds + found.draft_reach
    return np.bincount(codes, minlength=kinds * count).reshape(count, kinds)
