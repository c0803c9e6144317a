"""What tables show of each page of a crawl, and crawls of version 1, which lack some of it."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.model import CrawledPage, Indexability
from robotstudio.crawl.pages import words_in
from robotstudio.crawl.records import leading_to, naming
from robotstudio.crawl.schema import TABLES, TABLES_OF_1
from robotstudio.crawl.store import CrawlStore
from tests.crawl.site import FAST, Answer, Asked, Reply, VirtualClock, crawled, html, rows, site, to

pytestmark = pytest.mark.usefixtures("plain_http")

HEAD = (
    "<title>Start</title><meta name=Description content='  What we\n sell '>"
    "<link rel=canonical href=/><link rel=alternate hreflang=DE href=/de><link rel=alternate hreflang=x-default href=/>"
)
BODY = '<h1><img alt=""></h1><h1>Big <b>news</b></h1><h1>Other</h1>one two <a href=/a>to a</a> <a href=/a>again</a>'
ANSWERS: dict[str, Answer] = {
    "/robots.txt": "User-agent: *\nDisallow: /private\n",
    "/": Reply(
        f"<html lang=en-GB><head>{HEAD}</head><body>{BODY}"
        + "".join(f"<a href={path}>l</a>" for path in ("/", "/r1", "/loop", "/gone", "/broken", "/private", "/file"))
        + "<a href=/canonical>c</a><a href=/noindex>n</a></body></html>",
        headers={"Last-Modified": "Sat, 28 Nov 2026 10:00:00 GMT"},
    ),
    "/de": html("/", text="Deutsch"),
    "/a": html("/", "/file", text="the same text"),
    "/r1": to("/r2", 301),
    "/r2": to("/a", 302),
    "/loop": to("/loop2"),
    "/loop2": to("/loop"),
    "/broken": Reply("", 503, {"Retry-After": "0"}),
    "/file": Reply(b"%PDF", 200, {"X-Robots-Tag": "noindex"}, content_type="application/pdf"),
    "/canonical": html("/", text="short", head="<link rel=canonical href=/gone>"),
    "/noindex": html("/", "/a", text="hidden", head="<meta name=robots content=noindex>"),
}


def pages_of(tmp_path: Path, answers: dict[str, Answer] = ANSWERS) -> tuple[str, dict[str, CrawledPage]]:
    """Crawl a site; return its address, and its pages by path."""
    clock = VirtualClock()
    with site(answers, clock) as place:
        plan = replace(FAST, starts=(f"{place.url}/",), probes=False)
        crawled(Crawl(tmp_path / "site.crawl", plan, clock=clock))
        url = place.url
    return url, {found.removeprefix(url): page for found, page in rows(tmp_path / "site.crawl").items()}


def as_version_1(path: Path) -> None:
    """Make a crawl what version 1 of the program wrote."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for table in {*TABLES} - {*TABLES_OF_1}:
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version = 1")


def test_page_has_its_head_and_words(tmp_path: Path) -> None:
    url, found = pages_of(tmp_path)
    page = found["/"]
    assert (page.title, page.h1, page.description, page.language) == ("Start", "Big news", "What we sell", "en-gb")
    assert page.hreflang == (("de", f"{url}/de"), ("x-default", f"{url}/"))
    assert page.last_modified == "Sat, 28 Nov 2026 10:00:00 GMT"
    assert page.words == 8  # texts of links without a space between them are one word
    assert (found["/file"].x_robots, found["/file"].words) == ("noindex", None)


def test_links_are_counted_once_a_page_and_canonicals_are_none(tmp_path: Path) -> None:
    url, found = pages_of(tmp_path)
    assert found["/"].out_links == 9
    assert found["/"].in_links == 4
    assert found["/de"].in_links == 0
    assert found["/a"].anchors[0] in {"to a", "to /a"}
    with CrawlStore.reading(tmp_path / "site.crawl") as store:
        for path, page in found.items():
            assert len(leading_to(store, f"{url}{path}", 100)) == page.in_links
        assert [(each.url, each.anchor) for each in naming(store, f"{url}/de", 100)] == [(f"{url}/", "de")]


def test_indexability_has_its_reason(tmp_path: Path) -> None:
    _, found = pages_of(tmp_path)
    assert {path: page.indexability for path, page in found.items()} == {
        "/": Indexability.INDEXABLE,
        "/de": Indexability.INDEXABLE,
        "/a": Indexability.INDEXABLE,
        "/r1": Indexability.REDIRECTED,
        "/r2": Indexability.REDIRECTED,
        "/loop": Indexability.REDIRECTED,
        "/loop2": Indexability.REDIRECTED,
        "/gone": Indexability.CLIENT_ERROR,
        "/broken": Indexability.SERVER_ERROR,
        "/private": Indexability.BLOCKED,
        "/file": Indexability.NOINDEX,
        "/canonical": Indexability.CANONICALISED,
        "/noindex": Indexability.NOINDEX,
    }
    assert found["/canonical"].canonical_status == 404
    assert found["/"].canonical_status is None


def test_redirects_are_followed_to_their_target_or_around_their_loop(tmp_path: Path) -> None:
    url, found = pages_of(tmp_path)
    assert found["/r1"].redirect_chain == (f"{url}/r2", f"{url}/a")
    assert found["/loop"].redirect_chain == (f"{url}/loop2", f"{url}/loop")
    assert found["/a"].redirect_chain == ()


def test_unchanged_page_keeps_its_columns(tmp_path: Path) -> None:
    def once(asked: Asked) -> Reply:
        is_known = "if-none-match" in {name.lower() for name in asked.headers}
        return Reply("", 304) if is_known else Reply(f"<head>{HEAD}</head>{BODY}", headers={"ETag": '"1"'})

    answers: dict[str, Answer] = {"/": once, "/de": html(text="Deutsch")}
    with site(answers) as place:
        plan = replace(FAST, starts=(f"{place.url}/",), probes=False)
        crawled(Crawl(tmp_path / "first", plan))
        crawled(Crawl(tmp_path / "second", plan, before=tmp_path / "first"))
        as_version_1(tmp_path / "first")
        crawled(Crawl(tmp_path / "third", plan, before=tmp_path / "first"))
        first = place.url + "/"
    second, third = (rows(tmp_path / name)[first] for name in ("second", "third"))
    assert (second.unchanged, third.unchanged) == (True, False)
    for page in (second, third):
        assert (page.h1, page.description, page.words) == ("Big news", "What we sell", 8)
        assert [language for language, _ in page.hreflang] == ["de", "x-default"]


def test_crawl_of_version_1_is_read_as_it_is_and_resumed(tmp_path: Path) -> None:
    _, found = pages_of(tmp_path)
    path = tmp_path / "site.crawl"
    as_version_1(path)
    before = path.read_bytes()
    old = rows(path).values()
    assert path.read_bytes() == before
    assert [page.url for page in old] == [page.url for page in found.values()]
    assert {page.title for page in old} == {page.title for page in found.values()}
    assert {(page.h1, page.words) for page in old} == {("", None)}
    with CrawlStore.open(path) as store:
        assert store.connection.execute("PRAGMA user_version").fetchone() == (2,)
    assert [*rows(path)] == [page.url for page in found.values()]


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), ("one two\nthree", 3), ("Привет, мир", 2), ("漢字かな", 4), ("SEO 优化 tips", 4)]
)
def test_words_are_counted_in_any_language(text: str, words: int) -> None:
    assert words_in(text) == words
