"""Find the pages that a crawler still reaches: an allowed page is lost if every path to it is blocked.

A path begins at a start, and the crawler may fetch each page on it. A page is *out of reach* if it is allowed and no
such path leads to it; it is *orphaned by the draft* if it was reachable under the live file.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.crawl.insight.crawler_access import Allowed, CrawlerAccess, Lines, access_classes
from robotstudio.crawl.insight.graph import Mask, Nodes, SiteGraph
from robotstudio.engine.crawlers import CrawlerView


class PageReach(IntEnum):
    BLOCKED = 0
    REACHABLE = 1
    OUT_OF_REACH = 2


class Walk(NamedTuple):
    """The reached pages, and the parent of each on a shortest path (-1 for a start)."""

    reached: Mask
    parents: Nodes


def walk(graph: SiteGraph, allowed: Allowed, roots: Nodes) -> Walk:
    """Breadth-first search over allowed pages."""
    reached = np.zeros(len(graph), np.bool_)
    parents = np.full(len(graph), -1, np.int32)
    frontier = roots[allowed[roots]]
    reached[frontier] = True
    first = graph.first_link
    while len(frontier):
        counts = first[frontier + 1] - first[frontier]
        starts = np.repeat(first[frontier] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        places = starts + np.arange(len(starts))
        targets, sources = graph.targets[places], np.repeat(frontier, counts)
        new = allowed[targets] & ~reached[targets]
        frontier, which = np.unique(targets[new], return_index=True)
        reached[frontier] = True
        parents[frontier] = sources[new][which]
    return Walk(reached, parents)


class PathStep(NamedTuple):
    """A page on the path to an orphaned one."""

    url: str
    reach: PageReach  # under the draft
    line: int | None  # of the draft, if it is blocked
    is_break: bool  # the first blocked one


class OrphanedPage(Struct, frozen=True):
    """An orphaned page: the shortest path to it under the live file, and where that breaks."""

    url: str
    steps: tuple[PathStep, ...]
    live_links: int
    """Number of reachable pages that link to it, under the live file and under the draft."""
    draft_links: int

    @property
    def breaks_at(self) -> PathStep:
        return next(step for step in self.steps if step.is_break)


class Reachability(Struct, frozen=True, dict=True):
    """Pages that a class of crawlers reaches, under the live files and under the draft."""

    crawlers: tuple[str, ...]
    graph: SiteGraph
    live_allowed: Allowed
    draft_allowed: Allowed
    draft_lines: Lines
    live: Walk
    draft: Walk

    @cached_property
    def live_reach(self) -> NDArray[np.int8]:
        """A `PageReach` for each page."""
        return _reach(self.live_allowed, self.live)

    @cached_property
    def draft_reach(self) -> NDArray[np.int8]:
        return _reach(self.draft_allowed, self.draft)

    @cached_property
    def orphaned(self) -> Nodes:
        """Allowed pages that were reachable, and are no longer."""
        lost = self.draft_allowed & ~self.draft.reached & self.live.reached
        return np.flatnonzero(lost).astype(np.int32)

    @cached_property
    def newly_blocked(self) -> Nodes:
        return np.flatnonzero(self.live_allowed & ~self.draft_allowed).astype(np.int32)

    @property
    def differs(self) -> bool:
        """True if the draft changes anything for these crawlers."""
        return bool(np.any(self.live_reach != self.draft_reach))

    def counts(self, reach: NDArray[np.int8]) -> tuple[int, int, int]:
        """Return the number of pages blocked, reachable, and out of reach."""
        blocked, reachable, out = np.bincount(reach, minlength=3)[:3]
        return int(blocked), int(reachable), int(out)

    def broken(self, page: int) -> OrphanedPage:
        """Return the path to an orphaned page, and where it breaks."""
        nodes = [page]
        while (parent := int(self.live.parents[nodes[-1]])) >= 0:
            nodes.append(parent)
        nodes.reverse()
        blocked = [node for node in nodes if not self.draft_allowed[node]]
        steps = tuple(
            PathStep(
                self.graph.urls[node],
                PageReach(int(self.draft_reach[node])),
                int(self.draft_lines[node]) or None if not self.draft_allowed[node] else None,
                bool(blocked) and node == blocked[0],
            )
            for node in nodes
        )
        leading = self.graph.leading_to(page)
        live, draft = self.live.reached[leading].sum(), self.draft.reached[leading].sum()
        return OrphanedPage(self.graph.urls[page], steps, int(live), int(draft))

    def breaking_lines(self) -> dict[int, int]:
        """Count the orphaned pages that each line of the draft cuts off, by their shortest path; most first."""
        found: dict[int, int] = {}
        first = self._first_blocked
        for page in self.orphaned.tolist():
            line = int(self.draft_lines[first[page]])
            found[line] = found.get(line, 0) + 1
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))

    @cached_property
    def _first_blocked(self) -> Nodes:
        """Return for each page the first on its shortest live path that the draft blocks, or -1."""
        first = np.full(len(self.graph), -1, np.int32)
        is_known = ~self.live.reached | (self.live.parents < 0)
        starts = np.flatnonzero(is_known & ~self.draft_allowed)
        first[starts] = starts
        waiting = np.flatnonzero(~is_known)
        while len(waiting):
            parents = self.live.parents[waiting]
            ready = is_known[parents]
            nodes, before = waiting[ready], first[parents[ready]]
            first[nodes] = np.where(before >= 0, before, np.where(self.draft_allowed[nodes], -1, nodes))
            is_known[nodes] = True
            waiting = waiting[~ready]
        return first


def _reach(allowed: Allowed, found: Walk) -> NDArray[np.int8]:
    reach = np.where(found.reached, PageReach.REACHABLE, PageReach.OUT_OF_REACH)
    return np.where(allowed, reach, PageReach.BLOCKED).astype(np.int8)


def reachability(
    graph: SiteGraph,
    crawlers: Sequence[CrawlerView],
    live: CrawlerAccess,
    draft: CrawlerAccess,
    *,
    with_sitemaps: bool = False,
) -> tuple[Reachability, ...]:
    """Return what each class of crawlers reaches, in order."""
    roots = graph.roots(with_sitemaps=with_sitemaps)
    walks: dict[bytes, Walk] = {}

    def walked(allowed: Allowed) -> Walk:
        key = allowed.tobytes()
        if key not in walks:
            walks[key] = walk(graph, allowed, roots)
        return walks[key]

    return tuple(
        Reachability(
            one.tokens,
            graph,
            one.live_allowed,
            one.draft_allowed,
            one.lines,
            walked(one.live_allowed),
            walked(one.draft_allowed),
        )
        for one in access_classes(crawlers, graph.pages, live, draft)
    )
