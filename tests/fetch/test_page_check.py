"""The page check: a page joined with the rules of each host that it loads from."""

import asyncio
import queue
from functools import partial

import pytest
from msgspec.structs import replace

from robotstudio.engine.crawlers import ANY_OTHER, CRAWLERS
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.evidence import FailureKind, FetchOutcome
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.page_check import (
    Indexing,
    PageCheck,
    PageCheckRow,
    check_page,
    indexing_words,
    page_report,
)
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.fetch.worker import FetchThread
from robotstudio.text.language import spoken
from robotstudio.text.locale import LANGUAGES, words_of
from tests.fetch.server import Answer, hang, redirect, response, serve

pytestmark = pytest.mark.usefixtures("plain_http")

HTML = "Content-Type: text/html"
GOOGLE, BING = CRAWLERS["Googlebot"], CRAWLERS["bingbot"]


def checked(url: str, limits: Limits | None = None) -> PageCheck:
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(check_page(Fetcher(limits or Limits()), url))


def rows(page: Answer, robots: Answer) -> tuple[PageCheckRow, ...]:
    """Check the page for Googlebot, bingbot and any other."""
    with serve({"/page": page, "/robots.txt": robots}) as server:
        check = checked(f"{server.url}/page")
    return page_report(check.facts, check.rules, (GOOGLE, BING, ANY_OTHER)).rows


NOINDEX = response(200, b"<html><meta name=robots content=noindex>", HTML)


def test_noindex_that_may_not_be_read_is_told() -> None:
    google, bing, _ = rows(NOINDEX, response(200, b"User-agent: Googlebot\nDisallow: /page\n"))
    assert (google.indexing, google.page.allowed, google.page.line) == (Indexing.NOINDEX_UNSEEN, False, 2)
    assert "The page has noindex, but Googlebot" in indexing_words(google)
    assert indexing_words(google).endswith("may not fetch it and will not see that.")
    assert (bing.indexing, bing.page.allowed) == (Indexing.NOINDEX_SEEN, True)


@pytest.mark.parametrize("code", LANGUAGES)
def test_sentence_of_any_other_crawler_begins_with_a_capital_in_every_language(code: str) -> None:
    *_, row = rows(response(404), response(404))
    for indexing in Indexing:
        with spoken(words_of(code)):
            said = indexing_words(replace(row, indexing=indexing))
        assert said.startswith("noindex") or not said[0].islower(), said


def test_tag_of_another_crawler_is_not_counted() -> None:
    page = response(200, b"<html>", HTML, "X-Robots-Tag: googlebot: noindex")
    found = rows(page, response(404))
    assert [row.indexing for row in found] == [Indexing.NOINDEX_SEEN, Indexing.ALLOWED, Indexing.ALLOWED]


def test_canonical_address_that_may_not_be_read_is_told() -> None:
    page = response(200, b"<html><link rel=canonical href=/other>", HTML)
    blocked = response(200, b"User-agent: *\nDisallow: /page\n")
    assert {row.indexing for row in rows(page, blocked)} == {Indexing.CANONICAL_UNSEEN}


@pytest.mark.parametrize(
    ("robots", "findings"),
    [
        (response(404), [Indexing.ALLOWED, Indexing.ALLOWED]),
        (response(200, b"User-agent: *\nDisallow: /"), [Indexing.BLOCKED, Indexing.BLOCKED]),
        (response(503), [Indexing.BLOCKED, Indexing.BLOCKED]),
    ],
)
def test_answer_for_the_robots_txt_decides_as_each_crawler_says(robots: Answer, findings: list[Indexing]) -> None:
    google, _, other = rows(response(200, b"<html>", HTML), robots)
    assert [google.indexing, other.indexing] == findings


def test_each_resource_is_judged_by_the_rules_of_its_own_host() -> None:
    cdn = {"/robots.txt": response(200, b"User-agent: bingbot\nDisallow: /lib/\n")}
    with serve(cdn) as other:
        html = f"<html><script src={other.url}/lib/a.js></script><img src=/private/b.png><img src=/c.png>"
        own = {
            "/page": response(200, html.encode(), HTML),
            "/robots.txt": response(200, b"User-agent: *\nDisallow: /private/\n"),
        }
        with serve(own) as server:
            check = checked(f"{server.url}/page")
            asked = [request.split(b" ")[1] for request in (*server.requests, *other.requests)]
    google, bing = page_report(check.facts, check.rules, (GOOGLE, BING)).rows
    assert [(one.resource.url[-5:], one.line) for one in google.blocked] == [("b.png", 2)]
    assert [(one.resource.url[-5:], one.line) for one in bing.blocked] == [("/a.js", 2), ("b.png", 2)]
    assert sorted(asked) == [b"/page", b"/robots.txt", b"/robots.txt"]  # nothing that the page loads is fetched


def test_rules_are_those_of_the_address_first_asked() -> None:
    with serve({"/page": redirect("/other"), "/other": response(200, b"<html>", HTML)}) as server:
        check = checked(f"{server.url}/page")
    assert (check.facts.url, check.facts.final_url) == (f"{server.url}/page", f"{server.url}/other")
    assert check.facts.status == 200


def test_host_of_which_nothing_was_fetched_is_not_known() -> None:
    with serve({"/page": response(200, b"<html><img src=/a.png>", HTML)}) as server:
        check = checked(f"{server.url}/page")
    (row,) = page_report(check.facts, {}, (GOOGLE,)).rows
    assert (row.indexing, row.page.allowed, row.unknown, row.blocked) == (Indexing.UNKNOWN, None, 1, ())


def test_page_that_never_comes_has_its_rules_all_the_same() -> None:
    with serve({"/page": hang, "/robots.txt": response(404)}) as server:
        check = checked(f"{server.url}/page", Limits(read_seconds=1.0))
    assert check.evidence.outcome is FetchOutcome.TIMEOUT
    assert list(check.rules) == [f"{server.url}/robots.txt"]


@pytest.mark.parametrize("typed", ["", "/only/a/path", "mailto:a@b.example"])
def test_what_is_no_page_is_named_and_nothing_is_requested(typed: str) -> None:
    check = checked(typed)
    assert check.evidence.error is not None
    assert check.evidence.error.kind is FailureKind.ADDRESS_INVALID
    assert check.rules == {}


def test_page_is_checked_on_the_fetch_thread() -> None:
    done = queue.Queue[tuple[int, object]]()
    fetcher = FetchThread()
    with serve({"/page": NOINDEX, "/robots.txt": response(404)}) as server:
        fetcher.run(partial(check_page, typed=f"{server.url}/page"), 3, lambda job, result: done.put((job, result)))
        job, result = done.get(timeout=60)
    fetcher.close()
    assert job == 3
    assert isinstance(result, PageCheck)
    assert len(result.facts.tags) == 1
