"""Sitemaps are followed from address to address, as far as was allowed and no further."""

import asyncio
import gzip
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from robotstudio.engine.cancelling import Cancelled
from robotstudio.fetch.client import fetch_page
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.sitemaps import FollowLimits, Harvest, follow_sitemaps
from robotstudio.urls.sources.task import UNWATCHED, Task
from tests.fetch.server import response, serve

SITE = "https://example.com/robots.txt"


def index(*addresses: str) -> bytes:
    """Return a sitemap index."""
    entries = "".join(f"<sitemap><loc>{address}</loc></sitemap>" for address in addresses)
    return f"<sitemapindex>{entries}</sitemapindex>".encode()


def sitemap(*addresses: str) -> bytes:
    """Return a sitemap."""
    return f"<urlset>{''.join(f'<url><loc>{address}</loc></url>' for address in addresses)}</urlset>".encode()


PAGES = {
    "https://example.com/index.xml": index("/a.xml", "https://example.com/b.xml.gz", "https://evil.example/c.xml"),
    "https://example.com/a.xml": sitemap("https://example.com/1", "https://example.com/2"),
    "https://example.com/b.xml.gz": gzip.compress(sitemap("https://example.com/2", "https://example.com/3")),
    "https://cdn.example/d.txt": b"https://example.com/4\n",
    "https://example.com/page.xml": b"<!doctype html><title>Not found</title>",
    "https://example.com/deep.xml": index("https://example.com/index.xml"),
    "https://example.com/loop.xml": index("https://example.com/loop.xml"),
    "https://evil.example/c.xml": sitemap("https://evil.example/5"),
}


def follow(
    *addresses: str, pages: Mapping[str, bytes] = PAGES, limits: FollowLimits | None = None, task: Task = UNWATCHED
) -> Harvest:
    """Return what is found from here in a web of these pages."""

    async def fetch(url: str) -> Evidence:
        failure = Failure(FailureKind.CONNECTION_REFUSED)
        nothing = nothing_fetched(url, FetchOutcome.REFUSED, failure, datetime.now(UTC))
        return replace(nothing, outcome=FetchOutcome.SUCCESS, body=pages[url]) if url in pages else nothing

    return asyncio.run(follow_sitemaps(addresses, fetch, SITE, limits, task))


def test_an_index_is_followed_on_its_own_host() -> None:
    harvest = follow("https://example.com/index.xml")
    assert list(harvest.reading.urls.urls) == [f"https://example.com/{number}" for number in (1, 2, 3)]
    assert [(visit.depth, visit.found, visit.is_other_host) for visit in harvest.visits] == [
        (1, 0, False),
        (2, 2, False),
        (2, 1, False),
        (2, 0, True),
    ]
    assert "another host" in str(harvest.visits[-1].problem)
    assert harvest.reading.source.name == ""  # whoever shows it says in its language what it is


def test_another_host_is_fetched_where_the_file_itself_or_the_person_names_it() -> None:
    harvest = follow("https://cdn.example/d.txt")
    assert (harvest.visits[0].is_other_host, len(harvest.reading.urls)) == (True, 1)
    assert len(follow("https://example.com/index.xml", limits=FollowLimits(other_hosts=True)).reading.urls) == 4


@pytest.mark.parametrize(
    ("address", "limits", "problem"),
    [
        ("https://example.com/deep.xml", FollowLimits(), "2 deep at most"),
        ("https://example.com/index.xml", FollowLimits(sitemaps=1), "at most one sitemap is followed"),
        ("https://example.com/page.xml", FollowLimits(), "is a web page"),
        ("https://example.com/none.xml", FollowLimits(), "refused"),
        ("ftp://example.com/none.xml", FollowLimits(), "not http or https"),
    ],
)
def test_what_was_not_read_is_told(address: str, limits: FollowLimits, problem: str) -> None:
    assert any(problem in str(visit.problem) for visit in follow(address, limits=limits).visits)


def test_a_sitemap_is_visited_once() -> None:
    assert len(follow("https://example.com/loop.xml").visits) == 1


def test_following_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        follow("https://example.com/index.xml", task=Task(is_cancelled=lambda: True))


def test_a_sitemap_comes_over_the_network() -> None:
    with serve({"/sitemap.xml": response(200, sitemap("/1"))}) as server:
        harvest = asyncio.run(follow_sitemaps(["/sitemap.xml"], fetch_page, server.url))
    assert harvest.visits[0].problem is None
    assert [url.path for url in harvest.reading.urls] == ["/1"]
