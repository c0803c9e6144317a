"""Findings about a whole site, for each crawler: those that need the links between pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.crawl.insight.crawler_access import AccessClass, Allowed, CrawlerAccess, Lines, access_classes
from robotstudio.crawl.insight.finding_kinds import SEVERITIES, SiteFindingKind
from robotstudio.crawl.insight.graph import Mask, Nodes
from robotstudio.crawl.insight.page_faults import PageFault
from robotstudio.crawl.insight.site_pages import SitePages, Wasted, site_pages
from robotstudio.crawl.insight.waste import Waste
from robotstudio.crawl.store import CachedReading, is_crawl
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.engine.crawlers import Crawler, CrawlerView
from robotstudio.lint.model import Severity
from robotstudio.urls.urls import origin_in


class FoundUrl(NamedTuple):
    """A URL with a finding."""

    url: str
    crawlers: tuple[str, ...]
    """The affected crawlers, under the draft; empty if robots.txt makes no difference."""
    lines: tuple[int, ...]
    """The blocking lines; empty if the answer blocks all, or nothing is blocked."""
    pages: int
    """Number of fetchable pages that link to it, or need it."""
    other: str
    """The page at the other end: the canonical one, the redirect target, the duplicate."""
    is_new: bool
    """True if the live file does not have the finding for at least one of them."""


class _Found(NamedTuple):
    """Affected URLs of one class of crawlers, under the draft and under the live file."""

    crawlers: tuple[str, ...]
    draft: Mask
    live: Mask
    lines: Lines
    counts: Nodes | None


class FindingGroup(Struct, frozen=True, eq=False):
    """All URLs with one kind of finding; each kind of waste on each host is a group of its own."""

    kind: SiteFindingKind
    wasted: Wasted | None
    places: Nodes
    """Places of the URLs under the draft, highest counts first."""
    live_count: int
    new_count: int
    allowing: tuple[str, ...]
    """Rules that would allow the blocked URLs and no other if they were added before `lines`."""
    _pages: SitePages
    _others: Mapping[int, int]
    _found: tuple[_Found, ...]

    @property
    def id(self) -> tuple[object, ...]:
        """Stable across drafts."""
        return self.kind, self.wasted and self.wasted.kind

    @property
    def severity(self) -> Severity:
        return SEVERITIES[self.kind]

    @property
    def waste(self) -> Waste | None:
        return self.wasted.kind.waste if self.wasted else None

    def _blocked_by(self, place: int) -> int:
        """Return whose line counts: that of the page at the other end if that is what is blocked."""
        return self._others.get(place, place) if self.kind in _NAMING_BLOCKED else place

    @property
    def rules(self) -> tuple[str, ...]:
        """Rules that would stop all of the waste, or allow what is blocked."""
        if self.wasted is None:
            return self.allowing
        return tuple(f"Disallow: {pattern}" for pattern in self.wasted.kind.patterns)

    @property
    def others_changed(self) -> int | None:
        """The number of other URLs whose verdict the rules would change; None without rules."""
        if self.wasted is not None:
            return self.wasted.beyond
        return 0 if self.allowing else None

    @property
    def lines(self) -> tuple[int, ...]:
        """All blocking lines, ascending."""
        found: set[int] = set()
        for one in self._found:
            places = np.flatnonzero(one.draft)
            if self.kind in _NAMING_BLOCKED:
                places = np.fromiter(map(self._others.__getitem__, places.tolist()), np.intp, len(places))
            found.update(np.unique(one.lines[places]).tolist())
        return tuple(sorted(found - {0}))

    def blocked(self) -> dict[str, tuple[str, ...]]:
        """Return the blocked URLs, each with the crawlers concerned."""
        found: dict[str, dict[str, None]] = {}
        for place in self.places.tolist():
            tokens = (token for one in self._found if one.draft[place] for token in one.crawlers)
            found.setdefault(self._pages.urls[self._blocked_by(place)], {}).update(dict.fromkeys(tokens))
        return {url: tuple(tokens) for url, tokens in found.items()}

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(self._pages.urls[place] for place in self.places.tolist())

    def found(self, containing: str = "") -> Iterator[FoundUrl]:
        """Iterate over its URLs that contain a text."""
        wanted = containing.lower()
        for place in self.places.tolist():
            url = self._pages.urls[place]
            if wanted not in url.lower():
                continue
            those = [one for one in self._found if one.draft[place]]
            other = self._others.get(place)
            yield FoundUrl(
                url,
                tuple(token for one in those for token in one.crawlers),
                tuple(dict.fromkeys(line for one in those if (line := int(one.lines[self._blocked_by(place)])))),
                max((int(one.counts[place]) for one in those if one.counts is not None), default=0),
                "" if other is None else self._pages.urls[other],
                not all(one.live[place] for one in those),
            )


def site_findings(
    pages: SitePages, crawlers: Sequence[CrawlerView], live: CrawlerAccess, draft: CrawlerAccess
) -> tuple[FindingGroup, ...]:
    """Return the findings of a site under a draft, worst first."""
    alike = [*access_classes(crawlers, pages.urls, live, draft)]
    readings = [(one, _Reading(pages, one.live_allowed), _Reading(pages, one.draft_allowed)) for one in alike]
    groups = []
    for kind, masks_of in _KINDS.items():
        found = [part for one, before, now in readings for part in masks_of(one, before, now)]
        groups.append(_group(pages, kind, None, found))
    for kind, faults in pages.faults.items():
        groups.append(_group_of_faults(pages, kind, faults))
    for wasted in pages.wasted:
        is_wasted = np.zeros(len(pages.urls), np.bool_)
        is_wasted[wasted.places] = True
        found = [
            _Found(one.tokens, is_wasted & one.draft_allowed, is_wasted & one.live_allowed, one.lines, None)
            for one in alike
        ]
        groups.append(_group(pages, SiteFindingKind.WASTE, wasted, found))
    order = [*SiteFindingKind]
    there = (_with_rules(group, crawlers, draft) for group in groups if len(group.places) or group.live_count)
    return tuple(sorted(there, key=lambda group: (order.index(group.kind), -len(group.places))))


class _Reading:
    """The pages under one set of files; counts links once for all kinds of findings."""

    def __init__(self, pages: SitePages, allowed: Allowed) -> None:
        self.pages = pages
        self.allowed = allowed
        self.linked = self._counted(pages.links)
        self.needed = self._counted(pages.needs)
        self.named = self._counted(pages.hreflangs)

    def _counted(self, pairs: Nodes) -> Nodes:
        """Return, for each blocked URL, how many fetchable pages lead to it."""
        sources, targets = pairs[:, 0], pairs[:, 1]
        counts = np.bincount(targets[self.allowed[sources]], minlength=len(self.allowed))
        return np.where(self.allowed, 0, counts).astype(np.int32)

    def leading(self, pairs: Nodes, *, to_blocked: bool) -> Mask:
        """Return the fetchable pages with a pair to a blocked page, or to any page."""
        found = np.zeros(len(self.allowed), np.bool_)
        named = ~self.allowed[pairs[:, 1]] if to_blocked else np.ones(len(pairs), np.bool_)
        found[pairs[named, 0]] = True
        return found & self.allowed


def _counted(counts_of: Callable[[_Reading], Nodes]) -> "_Masks":
    def masks(one: AccessClass, before: _Reading, now: _Reading) -> Iterator[_Found]:
        then, counts = counts_of(before), counts_of(now)
        yield _Found(one.tokens, counts > 0, then > 0, one.lines, counts)

    return masks


def _in_sitemap(one: AccessClass, before: _Reading, now: _Reading) -> Iterator[_Found]:
    listed = now.pages.in_sitemap
    yield _Found(one.tokens, listed & ~now.allowed, listed & ~before.allowed, one.lines, None)


def _looks_empty(one: AccessClass, before: _Reading, now: _Reading) -> Iterator[_Found]:
    empty = now.pages.looks_empty
    yield _Found(one.tokens, empty & now.allowed, empty & before.allowed, one.lines, None)


def _noindex(one: AccessClass, before: _Reading, now: _Reading) -> Iterator[_Found]:
    """Check crawler by crawler: a page may say noindex to some of them only."""
    tags = now.pages.tags
    for crawler in one.crawlers if tags else ():
        known = crawler.crawler or Crawler(crawler.token)
        asking = np.zeros(len(now.allowed), np.bool_)
        asking[[place for place, those in tags.items() if any(tag.is_for(known) for tag in those)]] = True
        yield _Found((crawler.token,), asking & ~now.allowed, asking & ~before.allowed, one.lines, None)


def _paired(kind: SiteFindingKind) -> "_Masks":
    def masks(one: AccessClass, before: _Reading, now: _Reading) -> Iterator[_Found]:
        pairs = _PAIRS[kind](now.pages)
        draft, live = (reading.leading(pairs, to_blocked=kind in _NAMING_BLOCKED) for reading in (now, before))
        yield _Found(one.tokens, draft, live, one.lines, None)

    return masks


_Masks = Callable[[AccessClass, _Reading, _Reading], Iterator[_Found]]
_PAIRS: Final[Mapping[SiteFindingKind, Callable[[SitePages], Nodes]]] = {
    SiteFindingKind.CANONICAL_BLOCKED: attrgetter("canonicals"),
    SiteFindingKind.REDIRECT_INTO_BLOCKED: attrgetter("redirects"),
    SiteFindingKind.INDEX_PAGE: attrgetter("index_pages"),
    SiteFindingKind.LETTER_CASE: attrgetter("letter_cases"),
}
_MOST_ALLOWED: Final = 5
_ALLOWED_BY_RULE: Final = frozenset(
    {
        SiteFindingKind.NEEDED_BUT_BLOCKED,
        SiteFindingKind.NOINDEX_NOT_SEEN,
        SiteFindingKind.BLOCKED_BUT_IN_SITEMAP,
        SiteFindingKind.CANONICAL_BLOCKED,
        SiteFindingKind.HREFLANG_BLOCKED,
        SiteFindingKind.REDIRECT_INTO_BLOCKED,
    }
)
_NAMING_BLOCKED: Final = frozenset({SiteFindingKind.CANONICAL_BLOCKED, SiteFindingKind.REDIRECT_INTO_BLOCKED})
_KINDS: Final[Mapping[SiteFindingKind, _Masks]] = {
    SiteFindingKind.NEEDED_BUT_BLOCKED: _counted(attrgetter("needed")),
    SiteFindingKind.NOINDEX_NOT_SEEN: _noindex,
    SiteFindingKind.BLOCKED_BUT_IN_SITEMAP: _in_sitemap,
    SiteFindingKind.HREFLANG_BLOCKED: _counted(attrgetter("named")),
    SiteFindingKind.BLOCKED_BUT_LINKED: _counted(attrgetter("linked")),
    SiteFindingKind.LOOKS_EMPTY: _looks_empty,
    **{kind: _paired(kind) for kind in _PAIRS},
}


def _group(pages: SitePages, kind: SiteFindingKind, wasted: Wasted | None, found: list[_Found]) -> FindingGroup:
    size = len(pages.urls)
    draft, live, new = (np.zeros(size, np.bool_) for _ in range(3))
    counts = np.zeros(size, np.int32)
    for one in found:
        draft |= one.draft
        live |= one.live
        new |= one.draft & ~one.live
        if one.counts is not None:
            counts = np.maximum(counts, one.counts)
    places = np.flatnonzero(draft).astype(np.int32)
    places = places[np.argsort(-counts[places], kind="stable")]
    others = dict(_PAIRS[kind](pages).tolist()) if kind in _PAIRS else {}
    return FindingGroup(
        kind, wasted, places, int(np.count_nonzero(live)), int(np.count_nonzero(new)), (), pages, others, tuple(found)
    )


def _with_rules(group: FindingGroup, crawlers: Sequence[CrawlerView], access: CrawlerAccess) -> FindingGroup:
    """Add the rules that would allow a few blocked URLs, if these do so for every crawler."""
    blocked = group.blocked() if group.kind in _ALLOWED_BY_RULE and len(group.places) <= _MOST_ALLOWED else {}
    origins = {origin_in(url) for url in blocked}
    if len(origins) != 1 or not group.lines or any("*" in url or "$" in url for url in blocked):
        return group
    (origin,) = origins
    rules = tuple(f"Allow: {url[len(origin) :]}$" for url in blocked)
    changed, views = access.with_rules(origin, rules, group.lines), {view.token: view for view in crawlers}
    are_allowed = (changed.decide(views[token], url).allowed for url, tokens in blocked.items() for token in tokens)
    return replace(group, allowing=rules) if all(are_allowed) else group


def _group_of_faults(pages: SitePages, kind: SiteFindingKind, faults: Sequence[PageFault]) -> FindingGroup:
    """Group faults that concern every crawler, whatever the draft says."""
    size = len(pages.urls)
    is_faulty, counts = np.zeros(size, np.bool_), np.zeros(size, np.int32)
    for fault in faults:
        is_faulty[fault.place], counts[fault.place] = True, fault.pages
    found = _Found((), is_faulty, is_faulty, np.zeros(size, np.int32), counts)
    group = _group(pages, kind, None, [found])
    return replace(group, _others={fault.place: fault.other for fault in faults if fault.other >= 0})


class FindingReporter:
    """Caches the pages between two drafts; use it in one thread."""

    def __init__(self) -> None:
        self._site: CachedReading[tuple[SitePages, CrawlerAccess]] = CachedReading(
            lambda store: (site_pages(store), CrawlerAccess.of(store))
        )

    def report(
        self,
        path: Path,
        crawlers: Sequence[CrawlerView],
        draft: bytes | None,
        is_cancelled: IsCancelled = never,
    ) -> tuple[FindingGroup, ...] | None:
        """Return the findings under a draft; None if cancelled, or before the crawl has begun.

        Raises CrawlFileError.
        """
        if not is_crawl(path):
            return None
        pages, live = self._site.of(path)
        if is_cancelled():
            return None
        return site_findings(pages, crawlers, live, live if draft is None else live.under(draft))
