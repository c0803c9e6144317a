"""What a site says never makes a crawl ask the network of the person."""

import itertools
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.model import GaveUp
from robotstudio.crawl.records import log_lines
from robotstudio.crawl.store import CrawlStore
from tests.crawl.site import FAST, Answer, Site, crawled, html, rows, site, to
from tests.fetch.server import Server, response, serve
from tests.fetch.test_address_policy import PRIVATE, PUBLIC, Names, _one_address_is_public, names

__all__ = ["_one_address_is_public", "names"]

pytestmark = pytest.mark.usefixtures("_one_address_is_public", "plain_http")


@pytest.fixture
def inner() -> Iterator[Server]:
    with serve({"*": response(200, b"<urlset/>")}, host=PRIVATE) as server:
        yield server


def refused(file: Path) -> list[str]:
    with CrawlStore.reading(file) as store:
        return [line.url for line in log_lines(store) if line.what == "refused"]


def run(file: Path, place: Site, *, other_hosts: bool) -> Crawl:
    crawl = Crawl(file, replace(FAST, starts=(f"{place.url}/",), other_hosts=other_hosts))
    crawled(crawl)
    return crawl


@pytest.mark.parametrize("other_hosts", [False, True])
def test_sitemaps_lead_to_no_private_address(tmp_path: Path, inner: Server, names: Names, *, other_hosts: bool) -> None:
    names({"inner.test": itertools.repeat(PRIVATE)})
    addresses = [f"{inner.url}/a", f"http://inner.test:{inner.port}/b"]
    with site({"/": "home"}) as place:
        index = "".join(f"<sitemap><loc>{address}</loc></sitemap>" for address in (*addresses, f"{place.url}/moved"))
        lines = "".join(f"Sitemap: {address}\n" for address in (*addresses, f"{place.url}/index.xml"))
        place.answers = {
            "/robots.txt": lines,
            "/": "home",
            "/index.xml": f"<sitemapindex>{index}</sitemapindex>",
            "/moved": to(f"{inner.url}/c"),
        }
        run(tmp_path / "crawl", place, other_hosts=other_hosts)
    assert inner.requests == []
    assert {*addresses, f"{place.url}/moved"} <= set(refused(tmp_path / "crawl"))


@pytest.mark.parametrize("other_hosts", [False, True])
def test_redirect_of_the_robots_txt_leads_to_no_private_address(
    tmp_path: Path, inner: Server, *, other_hosts: bool
) -> None:
    with site({"/robots.txt": to(f"{inner.url}/robots.txt"), "/": "home"}) as place:
        run(tmp_path / "crawl", place, other_hosts=other_hosts)
        assert place.counts["/robots.txt"] == 1
    assert inner.requests == []
    assert refused(tmp_path / "crawl") == [f"{place.url}/robots.txt"]


def test_links_lead_to_no_private_address(tmp_path: Path, inner: Server, names: Names) -> None:
    names({"inner.test": itertools.repeat(PRIVATE)})
    answers: dict[str, Answer] = {
        "/": html(f"{inner.url}/a", f"http://inner.test:{inner.port}/b", "/moved"),
        "/moved": to(f"{inner.url}/c"),
    }
    with site(answers) as place:
        crawl = run(tmp_path / "crawl", place, other_hosts=True)
    assert inner.requests == []
    assert {host.origin: host.gave_up for host in crawl.hosts()} == {
        place.url: None,
        inner.url: GaveUp.NOT_PUBLIC,
        f"http://inner.test:{inner.port}": GaveUp.NOT_PUBLIC,
    }


def test_sitemap_of_another_host_or_port_is_fetched_only_where_asked_for(tmp_path: Path) -> None:
    with site({"/map.xml": "<urlset/>"}) as other, site({"/": "home"}) as place:
        place.answers = {"/robots.txt": f"Sitemap: {other.url}/map.xml\n", "/": "home"}
        run(tmp_path / "one", place, other_hosts=False)
        assert other.asked == []
        assert refused(tmp_path / "one") == [f"{other.url}/map.xml"]
        run(tmp_path / "two", place, other_hosts=True)
        assert other.counts["/map.xml"] == 1
        assert refused(tmp_path / "two") == []


def test_name_that_becomes_private_is_asked_no_more(tmp_path: Path, names: Names) -> None:
    """Its robots.txt comes from a public address; by the next connection the name leads into the network."""
    names({"rebound.test": itertools.chain([PUBLIC], itertools.repeat(PRIVATE))})
    with site({"/": "home"}) as place, socket.create_server((PRIVATE, place.port), family=socket.AF_INET6) as inner:
        inner.settimeout(0)
        crawl = Crawl(tmp_path / "crawl", replace(FAST, starts=(f"http://rebound.test:{place.port}/",)))
        crawled(crawl)
        assert place.counts == {"/robots.txt": 1}
        with pytest.raises(BlockingIOError):
            inner.accept()
    assert crawl.hosts()[0].gave_up is GaveUp.NOT_PUBLIC


def test_site_of_the_person_in_their_own_network_is_crawled(tmp_path: Path, inner: Server) -> None:
    crawl = Crawl(tmp_path / "crawl", replace(FAST, starts=(f"{inner.url}/",)))
    assert crawled(crawl).fetched == 1
    assert {page.ended_by for page in rows(tmp_path / "crawl").values()} == {None}
