"""What is wrong over a whole site, as one crawler sees it."""

from pathlib import Path

import pytest

from robotstudio.app.crawl.eyes import Eyes
from robotstudio.app.crawl.findings import SiteFinding, Waste, site_findings
from robotstudio.app.crawl.findings import SiteFindingKind as Kind
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.io.crawl.crawl import Crawl
from robotstudio.io.crawl.plan import CrawlPlan
from robotstudio.io.crawl.store import CrawlStore
from tests.io.crawl.site import Reply, crawled, html, site, to

pytestmark = pytest.mark.usefixtures("plain_http")

DRAFT = b"User-agent: *\nDisallow: /private\nDisallow: /style\n"


def test_findings_over_a_site(tmp_path: Path) -> None:
    sorts = [f"/list?sort={name}" for name in ("name", "price", "date", "size", "age")]
    head = '<link rel=stylesheet href="/style.css"><link rel=canonical href="/private/home">'
    with site({}) as place:
        sitemap = (
            f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{place.url}/private/a</loc></url>"
        )
        place.answers = {
            "/robots.txt": f"Sitemap: {place.url}/map.xml\n",
            "/map.xml": Reply(f"{sitemap}</urlset>", content_type="application/xml"),
            "/": html("/private/a", "/go", "/index.html", "/UP", "/up", *sorts, head=head),
            "/index.html": html("/private/a", "/go", "/index.html", "/UP", "/up", *sorts, head=head),
            "/private/a": html(head="<meta name=robots content=noindex>"),
            "/go": to("/private/b"),
            "/UP": "up",
            "/up": "up",
            "/style.css": Reply("", content_type="text/css"),
            **{path: html(text=path) for path in sorts},
        }
        crawled(Crawl(tmp_path / "crawl", CrawlPlan(starts=(f"{place.url}/",), rate=0)))
    with CrawlStore.reading(tmp_path / "crawl") as store:
        found = set(site_findings(store, CRAWLERS["Googlebot"].reader, Eyes.of(store, DRAFT)))
        live = {finding.kind for finding in site_findings(store, CRAWLERS["Googlebot"].reader, Eyes.of(store))}
    url = place.url
    assert found == {
        SiteFinding(Kind.BLOCKED_BUT_LINKED, f"{url}/private/a", 2, 2),
        SiteFinding(Kind.BLOCKED_BUT_LINKED, f"{url}/private/b", 2, 1),
        SiteFinding(Kind.BLOCKED_BUT_IN_SITEMAP, f"{url}/private/a", 2),
        SiteFinding(Kind.NOINDEX_NOT_SEEN, f"{url}/private/a", 2),
        SiteFinding(Kind.NEEDED_BUT_BLOCKED, f"{url}/style.css", 3, 2),
        SiteFinding(Kind.CANONICAL_BLOCKED, f"{url}/", 2, other=f"{url}/private/home"),
        SiteFinding(Kind.CANONICAL_BLOCKED, f"{url}/index.html", 2, other=f"{url}/private/home"),
        SiteFinding(Kind.REDIRECT_INTO_BLOCKED, f"{url}/go", 2, other=f"{url}/private/b"),
        SiteFinding(Kind.INDEX_PAGE, f"{url}/index.html", other=f"{url}/"),
        SiteFinding(Kind.LETTER_CASE, f"{url}/UP", other=f"{url}/up"),
        SiteFinding(Kind.WASTE, f"{url}/list?sort=name", count=5, other="/*sort=", waste=Waste.SORT),
    }
    assert live == {Kind.INDEX_PAGE, Kind.LETTER_CASE, Kind.WASTE}
