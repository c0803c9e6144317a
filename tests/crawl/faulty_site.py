"""A site with 40 faults, each made on purpose, among pages that have none."""

from collections.abc import Mapping
from typing import Final

from robotstudio.crawl.insight.finding_kinds import SiteFindingKind as Kind
from robotstudio.crawl.insight.waste import Waste
from tests.crawl.site import Answer, Asked, Reply, to

ROBOTS: Final = "User-agent: *\nDisallow: /private/\nDisallow: /assets/\nSitemap: {url}/map.xml\n"
FAULTS: Final = frozenset(
    {
        (Kind.NEEDED_BUT_BLOCKED, "/assets/app.css"),
        (Kind.NEEDED_BUT_BLOCKED, "/assets/app.js"),
        (Kind.NOINDEX_NOT_SEEN, "/private/noindex"),
        (Kind.BLOCKED_BUT_IN_SITEMAP, "/private/listed"),
        (Kind.CANONICAL_BLOCKED, "/canonical/blocked"),
        (Kind.HREFLANG_BLOCKED, "/private/de"),
        (Kind.CANONICAL_ERROR, "/canonical/missing"),
        (Kind.CANONICAL_ERROR, "/canonical/broken"),
        (Kind.SITEMAP_ERROR, "/map/missing"),
        (Kind.SITEMAP_ERROR, "/map/gone"),
        (Kind.SITEMAP_ERROR, "/map/broken"),
        (Kind.BROKEN_LINK, "/missing"),
        (Kind.BROKEN_LINK, "/missing.png"),
        (Kind.REDIRECT_LOOP, "/loop/1"),
        (Kind.REDIRECT_LOOP, "/loop/2"),
        (Kind.REDIRECT_LOOP, "/loop/self"),
        (Kind.REDIRECT_ERROR, "/moved/missing"),
        (Kind.REDIRECT_INTO_BLOCKED, "/moved/blocked"),
        (Kind.BLOCKED_BUT_LINKED, "/private/noindex"),
        (Kind.BLOCKED_BUT_LINKED, "/private/linked"),
        (Kind.BLOCKED_BUT_LINKED, "/private/target"),  # by a redirect
        (Kind.SOFT_404, "/soft"),
        (Kind.SITEMAP_REDIRECT, "/map/moved"),
        (Kind.SITEMAP_NOINDEX, "/map/noindex"),
        (Kind.SITEMAP_NOINDEX, "/map/noindex.pdf"),
        (Kind.SITEMAP_CANONICALISED, "/map/canonicalised"),
        (Kind.SITEMAP_ORPHAN, "/map/orphan"),
        (Kind.CANONICAL_REDIRECT, "/canonical/moved"),
        (Kind.CANONICAL_NOINDEX, "/canonical/noindex"),
        (Kind.CANONICAL_CHAIN, "/canonical/chain"),
        (Kind.HREFLANG_ERROR, "/es/missing"),
        (Kind.HREFLANG_NO_RETURN, "/fr/asks"),
        (Kind.REDIRECT_CHAIN, "/chain/1"),
        (Kind.REDIRECT_CHAIN, "/chain/2"),
        (Kind.DUPLICATE, "/duplicate/2"),
        (Kind.LOOKS_EMPTY, "/empty"),
        (Kind.INDEX_PAGE, "/folder/index.html"),
        (Kind.LETTER_CASE, "/Case"),
        (Kind.DUPLICATE_TITLE, "/title/2"),
        (Waste.SORT, "/list?sort=1"),
        (Waste.FACETS, "/list?color=1"),
    }
)
_OF_WASTE: Final = range(1, 7)


def _page(path: str, *links: str, head: str = "", title: str = "", text: str = "") -> str:
    anchors = " ".join(f"<a href='{link}'>go to {link}</a>" for link in links)
    own = text or f"Here is what this page alone says: {path * 3}. It is long enough to be a page for people to read."
    canonical = "" if "rel=canonical" in head else f"<link rel=canonical href='{path}'>"
    return (
        f"<!doctype html><html lang=en><head><title>{title or f'About {path}'}</title>{canonical}{head}</head>"
        f"<body><h1>{title or path}</h1><p>{own}</p>{anchors}</body></html>"
    )


def _canonical(path: str) -> str:
    return f"<link rel=canonical href='{path}'>"


def _versions(**paths: str) -> str:
    return "".join(f"<link rel=alternate hreflang={language} href='{path}'>" for language, path in paths.items())


_NOINDEX: Final = "<meta name=robots content=noindex>"
_GOOD: Final = ("/", "/good/1", "/good/2", "/en", "/de", "/map/target", "/list", "/old/target")
_LISTED: Final = (
    *_GOOD,
    *("/private/listed", "/map/missing", "/map/gone", "/map/broken", "/map/moved", "/map/noindex"),
    *("/map/noindex.pdf", "/map/canonicalised", "/map/orphan"),
)
_LINKED: Final = (
    *("/good/1", "/good/2", "/en", "/de", "/old", "/list", "/noindex", "/paper.pdf", "/map/target", "/list?page=2"),
    *("/private/noindex", "/private/linked", "/missing", "/loop/1", "/loop/self", "/moved/missing", "/moved/blocked"),
    *("/soft", "/map/moved", "/map/noindex", "/map/noindex.pdf", "/map/canonicalised", "/chain/1", "/duplicate/1"),
    *("/duplicate/2", "/empty", "/folder/", "/folder/index.html", "/case", "/Case", "/title/1", "/title/2"),
    *(f"/canonical/{name}" for name in ("blocked", "missing", "broken", "moved", "noindex", "chain")),
    *("/fr/asks", "/fr/silent", "/en/blocked", "/en/missing", "/good/campaign?ref=1"),
    *(f"/list?{name}={number}" for name in ("sort", "color") for number in _OF_WASTE),
)
_SAME: Final = "Two pages have this text, and neither says which of them is the one to be listed by search engines."
_CASE: Final = _page("/case", text="The same page at two spellings of its path, which a server takes for one.")
_FOLDER: Final = _page("/folder/", text="The same page as a folder and as its index page, which are two URLs.")
_RESOURCES: Final = "<link rel=stylesheet href='/assets/app.css'><script src='/assets/app.js'></script>"
_SOFT_404: Final = _page("/nowhere", head="<link rel=canonical href=/>", title="Not found", text="404: page not found")


def _answers() -> Mapping[str, Answer]:
    own = {path: _page(path) for path in ("/good/1", "/good/2", "/map/target", "/old/target", "/fr/silent")}
    own |= {path: _page(path) for path in ("/private/listed", "/private/canonical", "/private/target", "/map/orphan")}
    own |= {path: _page(path) for path in ("/canonical/last", "/title/1", "/list", "/list?page=2", "/canonical/target")}
    waste = {f"/list?sort={number}": _page(f"/sorted/{number}", head=_canonical("/list")) for number in _OF_WASTE}
    waste |= {f"/list?color={number}": _page(f"/color/{number}", head=_canonical("/list")) for number in _OF_WASTE}
    with_head = {
        "/en": _versions(en="/en", de="/de"),
        "/de": _versions(en="/en", de="/de"),
        "/en/blocked": _versions(de="/private/de"),
        "/private/de": _versions(en="/en/blocked"),
        "/en/missing": _versions(es="/es/missing"),
        "/fr/asks": _versions(de="/fr/silent"),
        "/noindex": _NOINDEX,
        "/private/noindex": _NOINDEX,
        "/map/noindex": _NOINDEX,
        "/map/canonicalised": _canonical("/map/target"),
        "/good/campaign?ref=1": _canonical("/good/1"),
        "/canonical/blocked": _canonical("/private/canonical"),
        "/canonical/missing": _canonical("/canonical/missing/target"),
        "/canonical/broken": _canonical("/canonical/broken/target"),
        "/canonical/moved": _canonical("/canonical/moved/target"),
        "/canonical/noindex": _canonical("/noindex"),
        "/canonical/chain": _canonical("/canonical/chain/2"),
        "/canonical/chain/2": _canonical("/canonical/last"),
    }
    return {
        **own,
        **waste,
        **{path: _page(path, head=head) for path, head in with_head.items()},
        "/": _page("/", *_LINKED, head=f"{_RESOURCES}<link rel=icon href='/missing.png'>"),
        "/private/linked": _page("/private/linked", "/private/listed"),
        "/assets/app.css": Reply("body{}", content_type="text/css"),
        "/assets/app.js": Reply("1", content_type="text/javascript"),
        "/paper.pdf": Reply(b"%PDF-1.4 good", content_type="application/pdf"),
        "/map/noindex.pdf": Reply(b"%PDF-1.4", 200, {"X-Robots-Tag": "noindex"}, "application/pdf"),
        "/old": to("/old/target", 301),
        "/map/moved": to("/map/target", 301),
        "/moved/missing": to("/moved/missing/target", 301),
        "/moved/blocked": to("/private/target", 301),
        "/canonical/moved/target": to("/canonical/target", 308),
        "/loop/1": to("/loop/2"),
        "/loop/2": to("/loop/1"),
        "/loop/self": to("/loop/self"),
        "/chain/1": to("/chain/2", 301),
        "/chain/2": to("/chain/3", 302),
        "/chain/3": to("/old/target", 307),
        **{path: Reply(_page(path), 404) for path in ("/missing", "/missing.png", "/map/missing", "/es/missing")},
        **{path: Reply("", 404) for path in ("/canonical/missing/target", "/moved/missing/target")},
        "/map/gone": Reply("", 410),
        "/map/broken": Reply("", 500),
        "/canonical/broken/target": Reply("", 501),
        "/duplicate/1": _page("/duplicate/1", title="Duplicate", text=_SAME),
        "/duplicate/2": _page("/duplicate/2", title="Duplicate", text=_SAME),
        "/title/1": _page("/title/1", title="The same title"),
        "/title/2": _page("/title/2", title="The same title"),
        "/empty": "<title>App</title><div id=app></div><script>start()</script>",
        "/folder/": _FOLDER,
        "/folder/index.html": _FOLDER,
        "/case": _CASE,
        "/Case": _CASE,
    }


ANSWERS: Final = _answers()


def answer(asked: Asked) -> Reply:
    """Answer for any path; missing pages have status 200, as on a site that is not well kept."""
    url = f"http://{asked.headers['host'] if 'host' in asked.headers else asked.headers['Host']}"
    if asked.path == "/robots.txt":
        return Reply(ROBOTS.format(url=url), content_type="text/plain")
    if asked.path == "/map.xml":
        entries = "".join(f"<url><loc>{url}{path}</loc></url>" for path in _LISTED)
        sitemap = f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{entries}</urlset>"
        return Reply(sitemap, content_type="application/xml")
    found = ANSWERS.get(asked.path, _SOFT_404)
    return Reply(found) if isinstance(found, str) else found  # type: ignore[return-value]
