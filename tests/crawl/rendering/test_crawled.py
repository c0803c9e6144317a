"""A crawl that renders its pages: what scripts add is followed and searched, at the rate of the crawl."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.model import CrawlState, EndedBy
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.rendering import browser
from robotstudio.crawl.rendering.crawled import CrawlRenderer
from robotstudio.crawl.rendering.report import RenderChoice
from tests.cli.conftest import Run, run
from tests.crawl.rendering.conftest import HAS_SANDBOX
from tests.crawl.site import FAST, Answer, Asked, Reply, Site, VirtualClock, crawled, html, paths_of, rows, site

__all__ = ["run"]
SANDBOX = () if HAS_SANDBOX else ("--no-sandbox",)
LINKS = "document.body.insertAdjacentHTML('beforeend', '<p>from a script</p><a href=\"/deep\">deep</a>')"
SHOP: Mapping[str, Answer] = {
    "/robots.txt": Reply("User-agent: *\nDisallow: /closed/\n", content_type="text/plain"),
    "/": html("/plain", text='<script src="/open.js"></script><script src="/closed/more.js"></script>'),
    "/plain": html(text="no scripts here"),
    "/deep": html("/deeper", text="found by rendering"),
    "/deeper": html(text='<script>location = "/moved"</script>'),
    "/moved": html(text="elsewhere"),
    "/never": html(),
    "/open.js": Reply(LINKS, content_type="text/javascript"),
    "/closed/more.js": Reply(LINKS.replace("/deep", "/never"), content_type="text/javascript"),
}


def crawl_of(path: Path, shop: Site, program: Path, **plan: Any) -> Crawl:
    """Return a crawl that renders."""
    crawl = Crawl(path, replace(FAST, starts=(f"{shop.url}/",), renders=True, **plan))
    crawl.renderer = CrawlRenderer(RenderChoice(program, has_sandbox=HAS_SANDBOX))
    return crawl


def test_links_that_scripts_add_are_followed(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "shop.crawl"
    with site(SHOP) as shop:
        progress = crawled(crawl_of(path, shop, program))
        assert progress.state is CrawlState.FINISHED
        assert paths_of(path, shop.url) == {"/", "/plain", "/deep", "/deeper", "/moved", "/open.js"}
        pages = rows(path)
        assert pages[f"{shop.url}/deep"].found_on == f"{shop.url}/"
        assert pages[f"{shop.url}/"].words == 5  # two of them without the script
        assert pages[f"{shop.url}/closed/more.js"].ended_by is EndedBy.ROBOTS
        assert "/closed/more.js" not in shop.counts
        assert "/never" not in shop.counts


@pytest.mark.parametrize("way", ["location = '/closed/'", "document.forms[0].submit()"])
def test_page_that_goes_where_it_may_not_keeps_its_words(program: Path, tmp_path: Path, way: str) -> None:
    form = '<p>own words</p><form method="post" action="/posted"></form>'
    shop = {"/robots.txt": SHOP["/robots.txt"], "/": html(text=f"{form}<script>{way}</script>")}
    path = tmp_path / "shop.crawl"
    with site(shop) as found:
        crawled(crawl_of(path, found, program))
        assert rows(path)[f"{found.url}/"].words == 2
        assert set(found.counts) == {"/robots.txt", "/"}
        assert (f"{found.url}/closed/" in rows(path)) is ("/closed/" in way)


def test_pages_are_requested_once(program: Path, tmp_path: Path) -> None:
    with site(SHOP) as shop:
        crawled(crawl_of(tmp_path / "shop.crawl", shop, program))
        assert {path: shop.counts[path] for path in ("/", "/deep", "/deeper")} == {"/": 1, "/deep": 1, "/deeper": 1}


def test_own_site_is_rendered_whole(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "shop.crawl"
    with site(SHOP) as shop:
        crawled(crawl_of(path, shop, program, mine=(shop.host,)))
        assert "/never" in paths_of(path, shop.url)


def test_resources_wait_for_the_rate(program: Path, tmp_path: Path) -> None:
    clock = VirtualClock()
    with site(SHOP, clock) as shop:
        crawl = Crawl(tmp_path / "a.crawl", CrawlPlan(starts=(f"{shop.url}/",), renders=True, rate=1.0), clock=clock)
        crawl.renderer = CrawlRenderer(RenderChoice(program, has_sandbox=HAS_SANDBOX))
        crawled(crawl)
        first, last = shop.asked[0].at, clock.now()
        assert last - first >= len(shop.asked) - 1


def test_refused_resource_is_asked_for_again_after_the_pause(program: Path, tmp_path: Path) -> None:
    clock, path, replies = VirtualClock(), tmp_path / "a.crawl", iter([Reply("", 503, {"Retry-After": "40"})])
    script = SHOP["/open.js"]
    assert isinstance(script, Reply)
    with site({**SHOP, "/open.js": lambda _asked: next(replies, script)}, clock) as shop:
        crawl = Crawl(path, CrawlPlan(starts=(f"{shop.url}/",), renders=True, rate=1.0), clock=clock)
        crawl.renderer = CrawlRenderer(RenderChoice(program, has_sandbox=HAS_SANDBOX))
        crawled(crawl)
        refused, again, *_ = (asked.at for asked in shop.asked if asked.path == "/open.js")
        assert again - refused >= 40
        assert not [asked.path for asked in shop.asked if refused < asked.at < refused + 40]
        assert "/deep" in paths_of(path, shop.url)


def test_resources_share_the_connections_of_their_host(program: Path, tmp_path: Path) -> None:
    under_way, most = 0, 0

    def slowly(asked: Asked) -> Reply:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        time.sleep(0.02)
        under_way -= 1
        if asked.path == "/":
            return Reply(html("/a", "/b", text="".join(f'<script src="/{name}.js"></script>' for name in range(6))))
        return Reply("", content_type="text/javascript") if asked.path.endswith(".js") else Reply(html())

    with site(slowly) as shop:
        crawled(crawl_of(tmp_path / "a.crawl", shop, program, connections=2))
        assert shop.counts["/5.js"]
        assert most == 2


def test_without_rendering_only_links_of_the_html_are_followed(tmp_path: Path) -> None:
    path = tmp_path / "shop.crawl"
    with site(SHOP) as shop:
        crawled(Crawl(path, replace(FAST, starts=(f"{shop.url}/",))))
        assert paths_of(path, shop.url) == {"/", "/plain", "/open.js"}


@pytest.mark.usefixtures("program")
def test_terminal_renders_and_resumes_with_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "shop.crawl"
    options = ("--state", str(path), "--rate", "0", *SANDBOX)
    with site(SHOP) as shop:
        status, _, errors = run("crawl", f"{shop.url}/", "--render", "--max-pages", "1", *options)
        assert (status, errors) == (0, "")
        run("crawl", "--resume", *options)
        assert "/deep" in paths_of(path, shop.url)


def test_missing_browser_is_said_before_anything_is_fetched(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "find_browser", lambda: None)
    with site(SHOP) as shop:
        status, _, errors = run("crawl", f"{shop.url}/", "--render", "--state", str(tmp_path / "a.crawl"))
        assert status == 2
        assert "No browser was found." in errors
        assert not shop.asked
