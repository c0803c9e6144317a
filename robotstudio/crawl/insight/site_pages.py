"""Data on pages that the findings need, independent of robots.txt: read once for all drafts."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.crawl.canonical import canonical
from robotstudio.crawl.cells import word
from robotstudio.crawl.frontier import SITEMAP
from robotstudio.crawl.insight.crawler_access import SiteUrls
from robotstudio.crawl.insight.finding_kinds import SiteFindingKind
from robotstudio.crawl.insight.graph import WAYS, Mask, Nodes, between, links_by
from robotstudio.crawl.insight.page_faults import FaultFinder, PageFault, PageRow
from robotstudio.crawl.insight.waste import WasteKind, waste_of
from robotstudio.crawl.model import TRAPS, EndedBy, Indexability, UrlState
from robotstudio.crawl.pages import LinkKind
from robotstudio.crawl.records import indexability_of, tags_of
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine.groups import Rule
from robotstudio.engine.rule_classes import places_matching
from robotstudio.fetch.index_tags import IndexTag

_AT_ONCE: Final = 2_000
_FEWEST_WASTED: Final = 5
_DIALECT: Final = "google"
"""The dialect that counts what a rule would stop; nearly all others match alike."""
_INDEX_PAGE: Final = re.compile(r"/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)
_SHOWN_WITH: Final = frozenset({LinkKind.STYLE, LinkKind.SCRIPT})
_LINKS: Final = frozenset(LinkKind) - {LinkKind.CANONICAL, LinkKind.ALTERNATE, LinkKind.REDIRECT}
"""Kinds of links that a browser follows or loads."""
_PAGES: Final = (
    "SELECT url.id, key, url, roots, tags, canonical, redirect, sha256, looks_empty, status, url.ended_by, same_as"
    " FROM url LEFT JOIN page ON page.id = url.id WHERE host != 0 AND (state = ? OR url.ended_by = ?) ORDER BY url.id"
)


class Wasted(Struct, frozen=True, eq=False):
    """URLs of one kind of waste: their places, and how many others a rule against them would stop."""

    kind: WasteKind
    places: Nodes
    beyond: int


class SitePages(Struct, frozen=True, eq=False):
    """Pages and other data of a crawl.

    First in `urls` are pages, files and URLs that the live file disallows; then trapped URLs, and linked URLs that were
    not fetched. Pairs are rows of two places: a page, and what it names.
    """

    urls: SiteUrls
    in_sitemap: Mask
    looks_empty: Mask
    """Pages with scripts and nearly no text."""
    links: Nodes
    """Pairs of a page and the target of a link on it."""
    needs: Nodes
    """Pairs of a page and a style or script that it is rendered with."""
    canonicals: Nodes
    redirects: Nodes
    index_pages: Nodes
    """Pairs of a page and its folder with the same content."""
    letter_cases: Nodes
    hreflangs: Nodes
    """Pairs of a page and a version of it in another language."""
    faults: Mapping[SiteFindingKind, Sequence[PageFault]]
    """Faults that do not depend on robots.txt."""
    tags: Mapping[int, tuple[IndexTag, ...]]
    """Of the pages with noindex."""
    wasted: tuple[Wasted, ...]


def site_pages(store: CrawlStore) -> SitePages:
    """Read the pages of a crawl."""
    cursor = store.connection.execute(_PAGES, (UrlState.FETCHED, EndedBy.ROBOTS))
    rows: list[PageRow] = []
    while some := cursor.fetchmany(_AT_ONCE):
        rows += map(PageRow._make, some)
    urls = [row.url for row in rows]
    ids = np.fromiter((row.id for row in rows), np.int64, len(rows))
    keys = np.fromiter((row.key for row in rows), np.int64, len(rows))
    place_of = {url: place for place, url in enumerate(urls)}
    canonicals, redirects = (_targets(rows, column, urls, place_of) for column in ("canonical", "redirect"))
    index_pages, letter_cases = _twins(rows, place_of)
    urls += _trapped(store)
    is_in_sitemap, looks_empty = np.zeros((2, len(urls)), np.bool_)
    is_in_sitemap[: len(rows)] = np.fromiter((row.roots & SITEMAP for row in rows), np.bool_, len(rows))
    looks_empty[: len(rows)] = np.fromiter((row.looks_empty for row in rows), np.bool_, len(rows))
    site = SiteUrls(urls)
    wasted = tuple(_wasted(site))
    hreflangs = between(_hreflangs(store), ids, keys)
    finder = FaultFinder(
        rows,
        [_indexability(row) for row in rows],
        canonicals=canonicals,
        redirects=redirects,
        hreflangs=hreflangs,
        links=between(links_by(store, _LINKS), ids, keys),
    )
    explained = {*index_pages[:, 0].tolist(), *letter_cases[:, 0].tolist()}
    explained.update(place for each in wasted for place in each.places.tolist())
    faults: dict[SiteFindingKind, list[PageFault]] = {}
    duplicates = finder.duplicates(_same_titles(store, ids), explained)
    for kind, fault in (*finder.faults(is_whole=_is_whole(store)), *duplicates):
        faults.setdefault(kind, []).append(fault)
    return SitePages(
        urls=site,
        in_sitemap=is_in_sitemap,
        looks_empty=looks_empty,
        links=between(links_by(store, WAYS - {LinkKind.ALTERNATE}), ids, keys),
        needs=between(links_by(store, _SHOWN_WITH), ids, keys),
        canonicals=canonicals,
        redirects=redirects,
        index_pages=index_pages,
        letter_cases=letter_cases,
        hreflangs=hreflangs,
        faults=faults,
        tags={place: tags for place, row in enumerate(rows) if row.tags and (tags := _forbidding(row.tags))},
        wasted=wasted,
    )


def _is_whole(store: CrawlStore) -> bool:
    """Return True if no page is queued, or was left out for its depth or the number of links beside it."""
    sql = "SELECT 1 FROM url WHERE state < ? OR ended_by IN (?, ?) LIMIT 1"
    left_out = (UrlState.FETCHED, EndedBy.MAX_DEPTH, EndedBy.MANY_LINKS)
    return store.connection.execute(sql, left_out).fetchone() is None


def _hreflangs(store: CrawlStore) -> NDArray[np.int64]:
    """Return rows of a page, the key of the page that it names, and 0."""
    rows = store.connection.execute(
        "SELECT DISTINCT source, target, 0 FROM alternate JOIN url ON url.id = source WHERE target != key"
    ).fetchall()
    return np.array(rows, np.int64).reshape(-1, 3)


def _same_titles(store: CrawlStore, ids: NDArray[np.int64]) -> Iterable[list[int]]:
    """Return the places of pages with the same title."""
    rows = store.connection.execute(
        "SELECT title, id FROM content WHERE title IN"
        " (SELECT title FROM content WHERE title != '' GROUP BY title HAVING count(*) > 1) ORDER BY id"
    )
    places: dict[str, list[int]] = {}
    for title, page in rows:
        place = int(np.searchsorted(ids, page))
        if place < len(ids) and ids[place] == page:
            places.setdefault(title, []).append(place)
    return places.values()


def _indexability(row: PageRow) -> Indexability:
    ended_by = word(EndedBy, row.ended_by, "url.ended_by") if row.ended_by else None
    named = canonical(row.canonical) if row.canonical else None
    is_canonical = named is None or named.url == row.url
    tags = tags_of(row.tags)
    return indexability_of(row.status, ended_by, row.redirect, tags, is_canonical=is_canonical)


def _pairs(found: Iterable[tuple[int, int]]) -> Nodes:
    return np.array([*found], np.int32).reshape(-1, 2)


def _forbidding(kept: str) -> tuple[IndexTag, ...]:
    return tuple(tag for tag in tags_of(kept) if tag.forbids_index)


def _targets(rows: list[PageRow], column: str, urls: list[str], place_of: dict[str, int]) -> Nodes:
    """Return pairs of pages and the URL in a column, appending unknown URLs."""
    pairs, value_of = [], attrgetter(column)
    for place, row in enumerate(rows):
        value = value_of(row)
        target = canonical(value) if value else None
        if target is not None and target.url != row.url:
            if target.url not in place_of:
                place_of[target.url] = len(urls)
                urls.append(target.url)
            pairs.append((place, place_of[target.url]))
    return _pairs(pairs)


def _twins(rows: list[PageRow], place_of: Mapping[str, int]) -> tuple[Nodes, Nodes]:
    """Return pairs of pages with the same content: an index page and its folder, two spellings of one path."""
    index_pages: list[tuple[int, int]] = []
    letter_cases: list[tuple[int, int]] = []
    for place, row in enumerate(rows):
        if row.sha256 is None or row.redirect:
            continue
        for same, pairs in ((_INDEX_PAGE.sub("/", row.url), index_pages), (row.url.lower(), letter_cases)):
            other = place_of.get(same, place)
            if other != place and other < len(rows) and rows[other].sha256 == row.sha256:
                pairs.append((place, other))
    return _pairs(index_pages), _pairs(letter_cases)


def _trapped(store: CrawlStore) -> list[str]:
    """Return URLs that were ended as traps."""
    sql = "SELECT url FROM url WHERE state = ? AND ended_by IN (SELECT value FROM json_each(?)) ORDER BY id"
    cursor, found = store.connection.execute(sql, (UrlState.ENDED, json.dumps(sorted(TRAPS)))), list[str]()
    while some := cursor.fetchmany(_AT_ONCE):
        found += (row[0] for row in some)
    return found


def _wasted(urls: SiteUrls) -> Iterable[Wasted]:
    found: dict[WasteKind, list[int]] = {}
    for place, url in enumerate(urls):
        for kind in waste_of(url):
            found.setdefault(kind, []).append(place)
    for kind, places in found.items():
        if len(places) >= _FEWEST_WASTED:
            yield _stopped(urls, kind, np.array(places, np.int32))


def _stopped(urls: SiteUrls, kind: WasteKind, places: Nodes) -> Wasted:
    """Return the waste with the rules that are needed to stop all of it, and what else they would stop."""
    host = urls.hosts[kind.origin]
    is_wasted = np.zeros(len(urls), np.bool_)
    is_wasted[places] = True
    is_stopped = np.zeros(len(urls), np.bool_)
    needed = []
    for pattern in kind.patterns:
        written = pattern.encode()
        rule = Rule(0, allow=False, written=written, pattern=written)
        matched = host.places[places_matching(host.table, rule, _DIALECT)]
        if is_wasted[matched].any():
            needed.append(pattern)
            is_stopped[matched] = True
    kind = kind._replace(patterns=tuple(needed))
    return Wasted(kind, places, int(np.count_nonzero(is_stopped & ~is_wasted)))
