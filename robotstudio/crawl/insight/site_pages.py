"""Data on pages that the findings need, independent of robots.txt: read once for all drafts."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
from msgspec import Struct

from robotstudio.crawl.canonical import canonical
from robotstudio.crawl.frontier import SITEMAP
from robotstudio.crawl.insight.crawler_access import SiteUrls
from robotstudio.crawl.insight.graph import WAYS, Mask, Nodes, between, links_by
from robotstudio.crawl.insight.waste import WasteKind, waste_of
from robotstudio.crawl.model import TRAPS, EndedBy, UrlState
from robotstudio.crawl.pages import LinkKind
from robotstudio.crawl.records import tags_of
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
_PAGES: Final = (
    "SELECT url.id, key, url, roots, tags, canonical, redirect, sha256, looks_empty"
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
    tags: Mapping[int, tuple[IndexTag, ...]]
    """Of the pages with noindex."""
    wasted: tuple[Wasted, ...]


def site_pages(store: CrawlStore) -> SitePages:
    """Read the pages of a crawl."""
    cursor = store.connection.execute(_PAGES, (UrlState.FETCHED, EndedBy.ROBOTS))
    rows: list[Any] = []
    while some := cursor.fetchmany(_AT_ONCE):
        rows += some
    urls = [row[2] for row in rows]
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    keys = np.fromiter((row[1] for row in rows), np.int64, len(rows))
    place_of = {url: place for place, url in enumerate(urls)}
    canonicals, redirects = (_targets(rows, column, urls, place_of) for column in (5, 6))
    index_pages, letter_cases = _twins(rows, place_of)
    urls += _trapped(store)
    is_in_sitemap, looks_empty = np.zeros((2, len(urls)), np.bool_)
    is_in_sitemap[: len(rows)] = np.fromiter((row[3] & SITEMAP for row in rows), np.bool_, len(rows))
    looks_empty[: len(rows)] = np.fromiter((row[8] for row in rows), np.bool_, len(rows))
    site = SiteUrls(urls)
    return SitePages(
        urls=site,
        in_sitemap=is_in_sitemap,
        looks_empty=looks_empty,
        links=between(links_by(store, WAYS), ids, keys),
        needs=between(links_by(store, _SHOWN_WITH), ids, keys),
        canonicals=canonicals,
        redirects=redirects,
        index_pages=index_pages,
        letter_cases=letter_cases,
        tags={place: tags for place, row in enumerate(rows) if row[4] and (tags := _forbidding(row[4]))},
        wasted=tuple(_wasted(site)),
    )


def _pairs(found: Iterable[tuple[int, int]]) -> Nodes:
    return np.array([*found], np.int32).reshape(-1, 2)


def _forbidding(kept: str) -> tuple[IndexTag, ...]:
    return tuple(tag for tag in tags_of(kept) if tag.forbids_index)


def _targets(rows: list[Any], column: int, urls: list[str], place_of: dict[str, int]) -> Nodes:
    """Return pairs of pages and the URL in a column, appending unknown URLs."""
    pairs = []
    for place, row in enumerate(rows):
        target = canonical(row[column]) if row[column] else None
        if target is not None and target.url != row[2]:
            if target.url not in place_of:
                place_of[target.url] = len(urls)
                urls.append(target.url)
            pairs.append((place, place_of[target.url]))
    return _pairs(pairs)


def _twins(rows: list[Any], place_of: Mapping[str, int]) -> tuple[Nodes, Nodes]:
    """Return pairs of pages with the same content: an index page and its folder, two spellings of one path."""
    index_pages: list[tuple[int, int]] = []
    letter_cases: list[tuple[int, int]] = []
    for place, row in enumerate(rows):
        url, redirect, sha256 = row[2], row[6], row[7]
        if sha256 is None or redirect:
            continue
        for same, pairs in ((_INDEX_PAGE.sub("/", url), index_pages), (url.lower(), letter_cases)):
            other = place_of.get(same, place)
            if other != place and other < len(rows) and rows[other][7] == sha256:
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
