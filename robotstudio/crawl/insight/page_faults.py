"""Findings that do not depend on robots.txt: of sitemaps, redirects, canonicals, hreflang, links and duplicates."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from robotstudio.crawl.frontier import LISTED, SITEMAP, START
from robotstudio.crawl.insight.finding_kinds import SiteFindingKind
from robotstudio.crawl.insight.graph import Nodes
from robotstudio.crawl.model import EndedBy, Indexability

_MISSING: Final = frozenset(
    {Indexability.CLIENT_ERROR, Indexability.SERVER_ERROR, Indexability.NO_ANSWER, Indexability.SOFT_404}
)
_BROKEN: Final = _MISSING - {Indexability.SOFT_404}
_ANSWERED: Final = frozenset({Indexability.INDEXABLE, Indexability.NOINDEX, Indexability.CANONICALISED})


class PageRow(NamedTuple):
    """The stored facts of a URL that was fetched, or that the live file disallows."""

    id: int
    key: int
    url: str
    roots: int
    tags: str | None
    canonical: str | None
    redirect: str | None
    sha256: bytes | None
    looks_empty: int | None
    status: int | None
    ended_by: str | None
    same_as: int | None
    """The id of the first page with the same text."""


class PageFault(NamedTuple):
    """A place with a fault, the place at the other end or -1, and how many pages lead to it."""

    place: int
    other: int = -1
    pages: int = 0


class FaultFinder:
    """Finds the faults of pages; places beyond `rows` are URLs that are only named."""

    def __init__(
        self,
        rows: Sequence[PageRow],
        indexability: Sequence[Indexability],
        *,
        canonicals: Nodes,
        redirects: Nodes,
        hreflangs: Nodes,
        links: Nodes,
    ) -> None:
        """Pairs are rows of two places; `links` are those that people or crawlers follow."""
        self._rows = rows
        self._indexability = indexability
        self._canonical_of: Mapping[int, int] = dict(canonicals.tolist())
        self._redirect_of: Mapping[int, int] = dict(redirects.tolist())
        self._redirected_to = frozenset(self._redirect_of.values())
        self._hreflangs: list[tuple[int, int]] = [(source, target) for source, target in hreflangs.tolist()]
        self._linking = Counter(target for source, target in links.tolist() if source != target)

    def faults(self, *, is_whole: bool) -> Iterator[tuple[SiteFindingKind, PageFault]]:
        """Iterate over the faults of single pages; `is_whole`: no page was left out."""
        for place in range(len(self._rows)):
            yield from self._of_redirect(place)
            yield from self._of_canonical(place)
            yield from self._of_links(place)
            yield from self._of_sitemap(place, is_whole=is_whole)
        yield from self._of_hreflang()

    def duplicates(
        self, titles: Iterable[Sequence[int]], known: AbstractSet[int]
    ) -> Iterator[tuple[SiteFindingKind, PageFault]]:
        """Iterate over pages with the text or the title of another one, except `known` places.

        `titles` are places of pages with the same title.
        """
        by_text: dict[int, list[int]] = {}
        text_of: dict[int, int] = {}
        for place, row in enumerate(self._rows):
            is_listed = self._indexability[place] is Indexability.INDEXABLE and not row.looks_empty
            if is_listed and place not in known:
                text_of[place] = row.id if row.same_as is None else row.same_as
                by_text.setdefault(text_of[place], []).append(place)
        for first, *others in by_text.values():
            for place in others:
                yield SiteFindingKind.DUPLICATE, PageFault(place, first)
        for several in titles:
            distinct = {text_of[place]: place for place in reversed(several) if place in text_of}
            first, *others = sorted(distinct.values()) or [-1]
            for place in others:
                yield SiteFindingKind.DUPLICATE_TITLE, PageFault(place, first)

    def _is(self, place: int, those: AbstractSet[Indexability]) -> bool:
        return place < len(self._rows) and self._indexability[place] in those

    def _of_redirect(self, place: int) -> Iterator[tuple[SiteFindingKind, PageFault]]:
        row = self._rows[place]
        if not row.redirect:
            return
        last, hops, is_loop = self._followed(place)
        if is_loop or row.ended_by == EndedBy.REDIRECT_LOOP:
            yield SiteFindingKind.REDIRECT_LOOP, PageFault(place, self._redirect_of.get(place, place))
        elif self._is(last, _MISSING):
            yield SiteFindingKind.REDIRECT_ERROR, PageFault(place, last)
        elif hops > 1:
            yield SiteFindingKind.REDIRECT_CHAIN, PageFault(place, last)

    def _followed(self, place: int) -> tuple[int, int, bool]:
        """Return where a redirect ends, after how many hops, and whether it never does."""
        seen, at = {place}, place
        while (target := self._redirect_of.get(at)) is not None:
            if target in seen:
                return target, len(seen), True
            seen.add(target)
            at = target
        is_loop = at < len(self._rows) and self._rows[at].ended_by == EndedBy.REDIRECT_LOOP
        return at, len(seen) - 1, is_loop

    def _of_canonical(self, place: int) -> Iterator[tuple[SiteFindingKind, PageFault]]:
        target = self._canonical_of.get(place)
        if target is None or self._indexability[place] is not Indexability.CANONICALISED:
            return
        fault = PageFault(place, target)
        if self._is(target, _MISSING):
            yield SiteFindingKind.CANONICAL_ERROR, fault
        elif self._is(target, {Indexability.REDIRECTED}):
            yield SiteFindingKind.CANONICAL_REDIRECT, fault
        elif self._is(target, {Indexability.NOINDEX}):
            yield SiteFindingKind.CANONICAL_NOINDEX, fault
        elif self._is(target, {Indexability.CANONICALISED}):
            yield SiteFindingKind.CANONICAL_CHAIN, fault

    def _of_links(self, place: int) -> Iterator[tuple[SiteFindingKind, PageFault]]:
        pages = self._linking[place]
        if pages and self._is(place, _BROKEN):
            yield SiteFindingKind.BROKEN_LINK, PageFault(place, pages=pages)
        if self._is(place, {Indexability.SOFT_404}):
            yield SiteFindingKind.SOFT_404, PageFault(place, pages=pages)

    def _of_sitemap(self, place: int, *, is_whole: bool) -> Iterator[tuple[SiteFindingKind, PageFault]]:
        roots = self._rows[place].roots
        if not roots & SITEMAP:
            return
        if self._is(place, _MISSING):
            yield SiteFindingKind.SITEMAP_ERROR, PageFault(place)
        elif self._is(place, {Indexability.REDIRECTED}):
            yield SiteFindingKind.SITEMAP_REDIRECT, PageFault(place, self._followed(place)[0])
        elif self._is(place, {Indexability.NOINDEX}):
            yield SiteFindingKind.SITEMAP_NOINDEX, PageFault(place)
        elif self._is(place, {Indexability.CANONICALISED}):
            yield SiteFindingKind.SITEMAP_CANONICALISED, PageFault(place, self._canonical_of.get(place, -1))
        is_linked = self._linking[place] or roots & (START | LISTED) or place in self._redirected_to
        if is_whole and not is_linked and self._is(place, _ANSWERED):
            yield SiteFindingKind.SITEMAP_ORPHAN, PageFault(place)

    def _of_hreflang(self) -> Iterator[tuple[SiteFindingKind, PageFault]]:
        naming = Counter(target for _, target in self._hreflangs)
        for target, pages in naming.items():
            if self._is(target, {*_MISSING, Indexability.REDIRECTED}):
                yield SiteFindingKind.HREFLANG_ERROR, PageFault(target, pages=pages)
        there = {*self._hreflangs}
        told: set[int] = set()
        for source, target in self._hreflangs:
            is_one_way = (target, source) not in there and source not in told
            if is_one_way and self._is(target, _ANSWERED) and self._is(source, _ANSWERED):
                told.add(source)
                yield SiteFindingKind.HREFLANG_NO_RETURN, PageFault(source, target)
