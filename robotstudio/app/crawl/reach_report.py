"""What a window says of reachability: for crawlers that read alike the counts, and the pages that the draft orphans."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from robotstudio.app.crawl.eyes import Eyes
from robotstudio.app.crawl.graph import SiteGraph, site_graph
from robotstudio.app.crawl.kept import KeptReading
from robotstudio.app.crawl.reachability import Broken, Reachability, reachability
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.io.crawl.store import CrawlStore
from robotstudio.lazy_dataclasses import dataclass

MOST_BROKEN: Final = 500
"""More orphaned pages are counted and not listed."""


@dataclass(frozen=True, slots=True)
class ReachCounts:
    blocked: int
    reachable: int
    out_of_reach: int
    """Allowed, though no allowed path leads there."""


@dataclass(frozen=True, slots=True)
class ReachRow:
    """Crawlers that read alike."""

    crawlers: tuple[str, ...]
    live: ReachCounts
    draft: ReachCounts
    orphaned: int
    newly_blocked: int
    in_sitemap: int
    """How many of the orphaned a sitemap names."""
    lines: tuple[int, ...]
    """The lines of the draft that cut pages off, the worst first, and those that newly block some."""
    broken: tuple[Broken, ...]
    """The orphaned pages, as far as they are listed."""
    differs: bool

    @property
    def lost(self) -> int:
        """How many pages could be reached and cannot any more."""
        return max(0, self.live.reachable - self.draft.reachable)


@dataclass(frozen=True, slots=True)
class ReachReport:
    pages: int
    rows: tuple[ReachRow, ...]
    """Those that lose most stand first."""


class ReachReporter:
    """Keeps the links of a crawl between two drafts; it belongs to one thread."""

    def __init__(self) -> None:
        self._site: KeptReading[tuple[SiteGraph, Eyes]] = KeptReading(_read)

    def report(
        self,
        path: Path,
        crawlers: Sequence[CrawlerView],
        draft: bytes,
        is_cancelled: Callable[[], bool] = lambda: False,
        *,
        with_sitemaps: bool = False,
    ) -> ReachReport | None:
        """What a draft changes; None where nobody wants it any more. Raises CrawlFileError."""
        graph, live = self._site.of(path)
        if is_cancelled():
            return None
        found = reachability(graph, crawlers, live, live.under(draft), with_sitemaps=with_sitemaps)
        rows = [] if is_cancelled() else [_row(one, graph) for one in found]
        return ReachReport(len(graph), tuple(sorted(rows, key=lambda row: (-row.orphaned, -row.lost, not row.differs))))


def _read(store: CrawlStore) -> tuple[SiteGraph, Eyes]:
    return site_graph(store), Eyes.of(store)


def _row(found: Reachability, graph: SiteGraph) -> ReachRow:
    orphaned = found.orphaned
    blocking = np.unique(found.draft_lines[found.newly_blocked])
    return ReachRow(
        crawlers=found.crawlers,
        live=ReachCounts(*found.counts(found.live_reach)),
        draft=ReachCounts(*found.counts(found.draft_reach)),
        orphaned=len(orphaned),
        newly_blocked=len(found.newly_blocked),
        in_sitemap=int(np.isin(orphaned, graph.in_sitemap).sum()),
        lines=tuple(dict.fromkeys(line for line in (*found.breaking_lines(), *blocking.tolist()) if line)),
        broken=tuple(found.broken(page) for page in orphaned[:MOST_BROKEN].tolist()),
        differs=found.differs,
    )
