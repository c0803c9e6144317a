"""What is wrong over a whole site, for each crawler: what no list of URLs shows, as the links between pages tell it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from robotstudio.crawl.insight.alike import Alike, read_alike
from robotstudio.crawl.insight.eyes import Allowed, Eyes, Lines
from robotstudio.crawl.insight.graph import Mask, Nodes
from robotstudio.crawl.insight.kept import KeptReading
from robotstudio.crawl.insight.site_pages import SitePages, Wasted, site_pages
from robotstudio.crawl.insight.waste import Waste
from robotstudio.crawl.store import CrawlStore, is_crawl
from robotstudio.engine.crawlers import Crawler, CrawlerView
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.text.language import Message


class SiteFindingKind(StrEnum):
    """What is found, the worst first."""

    NEEDED_BUT_BLOCKED = "needed-but-blocked"  # a style or script that pages are shown with
    NOINDEX_NOT_SEEN = "noindex-not-seen"  # blocked, so that nobody reads that it asks not to be indexed
    BLOCKED_BUT_IN_SITEMAP = "blocked-but-in-sitemap"
    CANONICAL_BLOCKED = "canonical-blocked"
    REDIRECT_INTO_BLOCKED = "redirect-into-blocked"
    BLOCKED_BUT_LINKED = "blocked-but-linked"
    LOOKS_EMPTY = "looks-empty"  # a page with scripts and nearly no text, which a crawler may fetch
    WASTE = "waste"  # of one kind, which costs crawl budget
    INDEX_PAGE = "index-page"  # the same page as its folder
    LETTER_CASE = "letter-case"  # the same page under another spelling


FINDING_WORDS: Mapping[SiteFindingKind, Message] = {
    SiteFindingKind.NEEDED_BUT_BLOCKED: "Style or script blocked that pages need",
    SiteFindingKind.NOINDEX_NOT_SEEN: "Blocked, so that its noindex is never seen",
    SiteFindingKind.BLOCKED_BUT_IN_SITEMAP: "In the sitemap, but blocked",
    SiteFindingKind.CANONICAL_BLOCKED: "Its canonical page is blocked",
    SiteFindingKind.REDIRECT_INTO_BLOCKED: "Redirects to a blocked page",
    SiteFindingKind.BLOCKED_BUT_LINKED: "Blocked, but linked from pages that are not",
    SiteFindingKind.LOOKS_EMPTY: "Looks empty without JavaScript",
    SiteFindingKind.WASTE: "Costs crawl budget",
    SiteFindingKind.INDEX_PAGE: "Index page with the same content as its folder",
    SiteFindingKind.LETTER_CASE: "The same content in another spelling",
}


class FoundUrl(NamedTuple):
    """A URL that something is wrong with."""

    url: str
    crawlers: tuple[str, ...]
    """For whom it is so, under the draft."""
    lines: tuple[int, ...]
    """The lines that block; none where the answer blocks all, or nothing is blocked."""
    pages: int
    """From how many pages that the crawler may fetch a link leads there, or how many of them need it."""
    other: str
    """The page at the other end: what is canonical, where it redirects to, what is the same."""
    is_new: bool
    """True if it is not so under the live file, for one of them at least."""


class _Found(NamedTuple):
    """Of crawlers that read alike: which URLs it is so with under the draft and under the live file."""

    crawlers: tuple[str, ...]
    draft: Mask
    live: Mask
    lines: Lines
    counts: Nodes | None


@dataclass(frozen=True, slots=True, eq=False)
class FindingGroup:
    """All URLs of one kind of finding; each kind of waste on each host is a group of its own."""

    kind: SiteFindingKind
    wasted: Wasted | None
    places: Nodes
    """The URLs under the draft, those with the highest counts first."""
    live_count: int
    new_count: int
    _pages: SitePages
    _others: Mapping[int, int]
    _found: tuple[_Found, ...]

    @property
    def id(self) -> tuple[object, ...]:
        """The same under each draft."""
        return self.kind, self.wasted and self.wasted.kind

    @property
    def waste(self) -> Waste | None:
        return self.wasted.kind.waste if self.wasted else None

    def _blocked_by(self, place: int) -> int:
        """Whose line it is: that of the page at the other end where that is what is blocked."""
        return self._others.get(place, place) if self.kind in _NAMING_BLOCKED else place

    @property
    def rules(self) -> tuple[str, ...]:
        """What would stop all of the waste."""
        return tuple(f"Disallow: {pattern}" for pattern in self.wasted.kind.patterns) if self.wasted else ()

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines that block, in their order."""
        found: set[int] = set()
        for one in self._found:
            places = np.flatnonzero(one.draft)
            if self.kind in _NAMING_BLOCKED:
                places = np.fromiter(map(self._others.__getitem__, places.tolist()), np.intp, len(places))
            found.update(np.unique(one.lines[places]).tolist())
        return tuple(sorted(found - {0}))

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(self._pages.urls[place] for place in self.places.tolist())

    def found(self, containing: str = "") -> Iterator[FoundUrl]:
        """Its URLs, one after another, where they contain a text."""
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
    pages: SitePages, crawlers: Sequence[CrawlerView], live: Eyes, draft: Eyes
) -> tuple[FindingGroup, ...]:
    """What is wrong with a site under a draft, the worst first."""
    alike = [*read_alike(crawlers, pages.urls, live, draft)]
    readings = [(one, _Reading(pages, one.live_allowed), _Reading(pages, one.draft_allowed)) for one in alike]
    groups = []
    for kind, masks_of in _KINDS.items():
        found = [part for one, before, now in readings for part in masks_of(one, before, now)]
        groups.append(_group(pages, kind, None, found))
    for wasted in pages.wasted:
        is_wasted = np.zeros(len(pages.urls), np.bool_)
        is_wasted[wasted.places] = True
        found = [
            _Found(one.tokens, is_wasted & one.draft_allowed, is_wasted & one.live_allowed, one.lines, None)
            for one in alike
        ]
        groups.append(_group(pages, SiteFindingKind.WASTE, wasted, found))
    order = [*SiteFindingKind]
    there = (group for group in groups if len(group.places) or group.live_count)
    return tuple(sorted(there, key=lambda group: (order.index(group.kind), -len(group.places))))


class _Reading:
    """What files make of the pages: counted once for all kinds of findings."""

    def __init__(self, pages: SitePages, allowed: Allowed) -> None:
        self.pages = pages
        self.allowed = allowed
        self.linked = self._counted(pages.links)
        self.needed = self._counted(pages.needs)

    def _counted(self, pairs: Nodes) -> Nodes:
        """How many pages that may be fetched lead to each URL that may not."""
        sources, targets = pairs[:, 0], pairs[:, 1]
        counts = np.bincount(targets[self.allowed[sources]], minlength=len(self.allowed))
        return np.where(self.allowed, 0, counts).astype(np.int32)

    def leading(self, pairs: Nodes, *, to_blocked: bool) -> Mask:
        """The pages that may be fetched and name one that may not, or, other than that, any."""
        found = np.zeros(len(self.allowed), np.bool_)
        named = ~self.allowed[pairs[:, 1]] if to_blocked else np.ones(len(pairs), np.bool_)
        found[pairs[named, 0]] = True
        return found & self.allowed


def _counted(counts_of: Callable[[_Reading], Nodes]) -> "_Masks":
    def masks(one: Alike, before: _Reading, now: _Reading) -> Iterator[_Found]:
        then, counts = counts_of(before), counts_of(now)
        yield _Found(one.tokens, counts > 0, then > 0, one.lines, counts)

    return masks


def _in_sitemap(one: Alike, before: _Reading, now: _Reading) -> Iterator[_Found]:
    listed = now.pages.in_sitemap
    yield _Found(one.tokens, listed & ~now.allowed, listed & ~before.allowed, one.lines, None)


def _looks_empty(one: Alike, before: _Reading, now: _Reading) -> Iterator[_Found]:
    empty = now.pages.looks_empty
    yield _Found(one.tokens, empty & now.allowed, empty & before.allowed, one.lines, None)


def _noindex(one: Alike, before: _Reading, now: _Reading) -> Iterator[_Found]:
    """Crawler by crawler: a page may ask it of some of them."""
    tags = now.pages.tags
    for crawler in one.crawlers if tags else ():
        known = crawler.crawler or Crawler(crawler.token)
        asking = np.zeros(len(now.allowed), np.bool_)
        asking[[place for place, those in tags.items() if any(tag.is_for(known) for tag in those)]] = True
        yield _Found((crawler.token,), asking & ~now.allowed, asking & ~before.allowed, one.lines, None)


def _paired(kind: SiteFindingKind) -> "_Masks":
    def masks(one: Alike, before: _Reading, now: _Reading) -> Iterator[_Found]:
        pairs = _PAIRS[kind](now.pages)
        draft, live = (reading.leading(pairs, to_blocked=kind in _NAMING_BLOCKED) for reading in (now, before))
        yield _Found(one.tokens, draft, live, one.lines, None)

    return masks


_Masks = Callable[[Alike, _Reading, _Reading], Iterator[_Found]]
_PAIRS: Final[Mapping[SiteFindingKind, Callable[[SitePages], Nodes]]] = {
    SiteFindingKind.CANONICAL_BLOCKED: attrgetter("canonicals"),
    SiteFindingKind.REDIRECT_INTO_BLOCKED: attrgetter("redirects"),
    SiteFindingKind.INDEX_PAGE: attrgetter("index_pages"),
    SiteFindingKind.LETTER_CASE: attrgetter("letter_cases"),
}
_NAMING_BLOCKED: Final = frozenset({SiteFindingKind.CANONICAL_BLOCKED, SiteFindingKind.REDIRECT_INTO_BLOCKED})
_KINDS: Final[Mapping[SiteFindingKind, _Masks]] = {
    SiteFindingKind.NEEDED_BUT_BLOCKED: _counted(attrgetter("needed")),
    SiteFindingKind.NOINDEX_NOT_SEEN: _noindex,
    SiteFindingKind.BLOCKED_BUT_IN_SITEMAP: _in_sitemap,
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
        kind, wasted, places, int(np.count_nonzero(live)), int(np.count_nonzero(new)), pages, others, tuple(found)
    )


class FindingReporter:
    """Keeps what it knows of the pages between two drafts; it belongs to one thread."""

    def __init__(self) -> None:
        self._site: KeptReading[tuple[SitePages, Eyes]] = KeptReading(_read)

    def report(
        self,
        path: Path,
        crawlers: Sequence[CrawlerView],
        draft: bytes | None,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[FindingGroup, ...] | None:
        """What is wrong under a draft; None if nobody wants it any more, or before the crawl has begun.

        Raises CrawlFileError.
        """
        if not is_crawl(path):
            return None
        pages, live = self._site.of(path)
        if is_cancelled():
            return None
        return site_findings(pages, crawlers, live, live if draft is None else live.under(draft))


def _read(store: CrawlStore) -> tuple[SitePages, Eyes]:
    return site_pages(store), Eyes.of(store)
