"""What is wrong over a whole site for one crawler: what no list of URLs shows, as the links between pages tell it."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from robotstudio.app.crawl.eyes import Eyes
from robotstudio.engine.crawlers import Crawler, CrawlerView
from robotstudio.io.crawl.canonical import canonical, key_of
from robotstudio.io.crawl.frontier import SITEMAP
from robotstudio.io.crawl.pages import NEEDED, LinkKind
from robotstudio.io.crawl.records import tags_of
from robotstudio.io.crawl.store import CrawlStore
from robotstudio.lazy_dataclasses import dataclass

_AT_ONCE: Final = 5_000
_INDEX_PAGE: Final = re.compile(r"/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)


class SiteFindingKind(StrEnum):
    """What is found; the window has the words."""

    BLOCKED_BUT_LINKED = "blocked-but-linked"
    BLOCKED_BUT_IN_SITEMAP = "blocked-but-in-sitemap"
    NOINDEX_NOT_SEEN = "noindex-not-seen"  # blocked, so that nobody reads that it asks not to be indexed
    CANONICAL_BLOCKED = "canonical-blocked"
    NEEDED_BUT_BLOCKED = "needed-but-blocked"  # a style or script that pages are shown with
    REDIRECT_INTO_BLOCKED = "redirect-into-blocked"
    LETTER_CASE = "letter-case"  # the same page under another spelling
    INDEX_PAGE = "index-page"  # the same page as its folder
    WASTE = "waste"  # of one kind, which costs crawl budget


class Waste(StrEnum):
    """Pages that a crawler had better leave out."""

    SORT = "sort"
    SESSION = "session"
    PRINT = "print"
    CART = "cart"
    PROFILE = "profile"
    SEARCH = "search"
    TAG = "tag"
    TRACKING = "tracking"
    PARAMETERS = "parameters"


_NAMES: Final[Mapping[Waste, str]] = {
    Waste.SORT: "sort|sortby|sort_by|order|orderby|order_by|dir|direction",
    Waste.SESSION: "phpsessid|jsessionid|sid|sessionid|session_id",
    Waste.PRINT: "print|printable|printview",
    Waste.CART: "add-to-cart|add_to_cart|addtocart",
    Waste.SEARCH: "s|q|query|search|keyword",
    Waste.TRACKING: r"utm_\w+|gclid|fbclid|ref|referrer",
}
_FOLDERS: Final[Mapping[Waste, str]] = {
    Waste.PRINT: "print|printable",
    Waste.CART: "cart|basket|checkout|warenkorb|carrito",
    Waste.PROFILE: "profile|profiles|user|users|member|members|account|login|register|signup",
    Waste.SEARCH: "search|suche|buscar",
    Waste.TAG: "tag|tags",
}
_BY_NAME: Final = {kind: re.compile(names, re.IGNORECASE) for kind, names in _NAMES.items()}
_BY_FOLDER: Final = {
    kind: re.compile(rf"(?:/[^/?]*)*?(/(?:{names})/)", re.IGNORECASE) for kind, names in _FOLDERS.items()
}
_FEWEST_WASTED: Final = 5


@dataclass(frozen=True, slots=True)
class SiteFinding:
    kind: SiteFindingKind
    url: str
    line: int | None = None
    """The line that blocks, None where none does or the answer blocks all."""
    count: int = 0
    """How many pages link to it or need it, or how many URLs are of a kind."""
    other: str = ""
    """The page at the other end: what redirects, what is canonical, what is the same; of waste the rule to stop it."""
    waste: Waste | None = None


class _Page(NamedTuple):
    id: int
    key: int
    url: str
    roots: int
    tags: str | None
    canonical: str | None
    redirect: str | None
    sha256: bytes | None


_PAGES: Final = (
    "SELECT url.id, key, url, roots, tags, canonical, redirect, sha256 FROM url LEFT JOIN page ON page.id = url.id"
    " WHERE host != 0 AND (state = 2 OR url.ended_by = 'robots') ORDER BY url.id"
)
_LINKED: Final = ", ".join(str(int(kind)) for kind in LinkKind if kind not in NEEDED | {LinkKind.CANONICAL})
_SHOWN_WITH: Final = f"{LinkKind.STYLE:d}, {LinkKind.SCRIPT:d}"


def site_findings(store: CrawlStore, crawler: CrawlerView, eyes: Eyes) -> Iterator[SiteFinding]:
    """What is wrong with a crawled site for one crawler, under the files that `eyes` go by; in no order."""
    cursor = store.connection.execute(_PAGES)
    wasted: dict[tuple[str, str], list[str]] = {}
    kinds: dict[tuple[str, str], Waste] = {}
    while rows := cursor.fetchmany(_AT_ONCE):
        pages = [_Page(*row) for row in rows]
        allowed, lines = eyes.sees_all(crawler, [page.url for page in pages])
        for page, is_allowed, line in zip(pages, allowed.tolist(), lines.tolist(), strict=True):
            if is_allowed:
                yield from _of_allowed(store, page, crawler, eyes)
                for kind, rule in _waste_of(page.url):
                    place = page.url.split("/", 3)[2], rule
                    kinds[place] = kind
                    wasted.setdefault(place, []).append(page.url)
            else:
                yield from _of_blocked(store, page, crawler, line or None)
    for place, urls in wasted.items():
        if len(urls) >= _FEWEST_WASTED:
            yield SiteFinding(SiteFindingKind.WASTE, urls[0], count=len(urls), other=place[1], waste=kinds[place])


def _of_blocked(store: CrawlStore, page: _Page, crawler: CrawlerView, line: int | None) -> Iterator[SiteFinding]:
    links = _count(store, page.key, _LINKED)
    if links:
        yield SiteFinding(SiteFindingKind.BLOCKED_BUT_LINKED, page.url, line, links)
    needed = _count(store, page.key, _SHOWN_WITH)
    if needed:
        yield SiteFinding(SiteFindingKind.NEEDED_BUT_BLOCKED, page.url, line, needed)
    if page.roots & SITEMAP:
        yield SiteFinding(SiteFindingKind.BLOCKED_BUT_IN_SITEMAP, page.url, line)
    tags = tags_of(page.tags)
    if any(tag.forbids_index and tag.is_for(crawler.crawler or Crawler(crawler.token)) for tag in tags):
        yield SiteFinding(SiteFindingKind.NOINDEX_NOT_SEEN, page.url, line)


def _of_allowed(store: CrawlStore, page: _Page, crawler: CrawlerView, eyes: Eyes) -> Iterator[SiteFinding]:
    for kind, other in (
        (SiteFindingKind.CANONICAL_BLOCKED, page.canonical),
        (SiteFindingKind.REDIRECT_INTO_BLOCKED, page.redirect),
    ):
        target = canonical(other) if other else None
        if target is not None and target.url != page.url:
            seen = eyes.sees(crawler, target.url)
            if seen.allowed is False:
                yield SiteFinding(kind, page.url, seen.line, other=target.url)
    if page.sha256 is None or page.redirect:
        return
    folder = _INDEX_PAGE.sub("/", page.url)
    lower = page.url.lower()
    for kind, same in ((SiteFindingKind.INDEX_PAGE, folder), (SiteFindingKind.LETTER_CASE, lower)):
        if same != page.url and _has_content(store, same, page.sha256):
            yield SiteFinding(kind, page.url, other=same)


def _count(store: CrawlStore, key: int, kinds: str) -> int:
    sql = f"SELECT count(DISTINCT source) FROM link WHERE target = ? AND kind IN ({kinds})"  # noqa: S608 - numbers
    return int(store.connection.execute(sql, (key,)).fetchone()[0])


def _has_content(store: CrawlStore, url: str, sha256: bytes) -> bool:
    sql = "SELECT sha256 FROM page JOIN url USING (id) WHERE key = ?"
    row = store.connection.execute(sql, (key_of(url),)).fetchone()
    return row is not None and row[0] == sha256


def _waste_of(url: str) -> Iterator[tuple[Waste, str]]:
    """The kinds of waste that a URL is of, each with the rule that would stop all of them."""
    path, _, query = ("/" + url.split("/", 3)[3]).partition("?")
    for kind, folder in _BY_FOLDER.items():
        found = folder.match(f"{path}/")
        if found is not None:
            yield kind, f"{path[: found.start(1)]}{found[1]}"
    parts = [part.partition("=")[0] for part in query.split("&") if part]
    for name in parts:
        named = next((kind for kind, names in _BY_NAME.items() if names.fullmatch(name)), None)
        if named is not None:
            yield named, f"/*{name}="
    if len(parts) > 2:
        yield Waste.PARAMETERS, "/*?*&*&"
