"""Options of one fetch, as they arrive at a real server."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.fetch import words
from robotstudio.fetch.client import Fetcher, fetch_now
from robotstudio.fetch.evidence import FailureKind, FetchOutcome
from robotstudio.fetch.limits import DEFAULT_LIMITS
from robotstudio.fetch.options import (
    PLAIN,
    USER_AGENT,
    CachedCopy,
    DefaultOptions,
    FetchOptions,
    as_crawler,
    options_of,
)
from robotstudio.fetch.policy import POLICIES, effect_of
from tests.fetch.server import ROBOTS, Connection, chain, redirect, response, serve, unused_port

pytestmark = pytest.mark.usefixtures("plain_http")

ETAG, MODIFIED = '"8f1c"', "Wed, 18 Nov 2026 09:12:00 GMT"
FILE = response(200, ROBOTS, "Content-Type: text/plain", f"ETag: {ETAG}", f"Last-Modified: {MODIFIED}")


def conditional(connection: Connection) -> None:
    asked = f"if-none-match: {ETAG}".encode() in connection.head.lower()
    connection.send(response(304, b"", f"ETag: {ETAG}") if asked else FILE)


def test_headers_are_those_of_the_crawler_and_the_evidence_says_that_we_pretend() -> None:
    crawler = CRAWLERS["GPTBot"]
    options = replace(as_crawler(crawler), accept="text/plain", sender="me@example.com")
    with serve(response(200, ROBOTS)) as server:
        evidence = fetch_now(server.url, options=options)
        (request,) = server.requests
    for header in (f"user-agent: {crawler.user_agent}", "accept: text/plain", "from: me@example.com"):
        assert f"\r\n{header}\r\n".lower().encode() in request.lower()
    assert words.notes(evidence)[0].startswith("Fetched by Robot Studio with the User-Agent header of GPTBot")
    assert (evidence.pretending, evidence.user_agent) == ("GPTBot", crawler.user_agent)
    assert dict(evidence.asked)["from"] == "me@example.com"


def test_crawler_without_a_known_header_is_asked_for_by_its_token() -> None:
    assert as_crawler(Crawler("ShopBot")).user_agent == "ShopBot"
    assert PLAIN.pretending == ""
    assert PLAIN.user_agent == USER_AGENT


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\0b", "日本", "x" * 5_000])
def test_header_that_cannot_be_sent_is_named_and_nothing_is_requested(value: str) -> None:
    with serve(response(200, ROBOTS)) as server:
        evidence = fetch_now(server.url, options=FetchOptions(user_agent=value))
        assert server.requests == []
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.HEADER_INVALID
    assert "“user-agent”" in words.sentence(evidence.error)


def test_unchanged_file_is_the_kept_copy_and_its_rules_apply() -> None:
    with serve(conditional) as server:
        first = fetch_now(server.url)
        cached = CachedCopy.of(first)
        second = fetch_now(server.url, options=FetchOptions(cached=cached))
    assert cached is not None
    assert (cached.etag, cached.last_modified) == (ETAG, MODIFIED)
    assert (second.outcome, second.status, second.unchanged) == (FetchOutcome.SUCCESS, 304, True)
    assert (second.body, second.sha256, second.wire_size) == (ROBOTS, first.sha256, 0)
    assert second.body_kind is Content.RULES
    assert words.headline(second) == "304. Unchanged since the saved copy: its rules apply."
    assert {effect_of(second, family).value for family in POLICIES} == {"parse"}


def test_question_for_changes_goes_to_the_address_that_served_the_copy_only() -> None:
    with serve({"/robots.txt": redirect("/b"), "/b": conditional}) as server:
        cached = CachedCopy.of(fetch_now(server.url))
        assert fetch_now(server.url, options=FetchOptions(cached=cached)).unchanged
        asked = [b"if-none-match" in request.lower() for request in server.requests[2:]]
    assert asked == [False, True]


def test_changed_file_is_a_new_one() -> None:
    with serve(FILE) as server:
        cached = CachedCopy(f"{server.url}/robots.txt", b"old", etag='"old"')
        evidence = fetch_now(server.url, options=FetchOptions(cached=cached))
    assert (evidence.unchanged, evidence.body) == (False, ROBOTS)


def test_304_that_nobody_asked_for_is_no_file() -> None:
    with serve(response(304)) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.unchanged) == (FetchOutcome.NOT_A_REDIRECT, False)


def test_answer_without_validators_is_nothing_to_ask_by() -> None:
    with serve({"/robots.txt": response(200, ROBOTS)}) as server:
        assert CachedCopy.of(fetch_now(server.url)) is None


def test_caches_are_asked_not_to_answer() -> None:
    with serve({"*": response(200, ROBOTS)}) as server:
        cached = CachedCopy(f"{server.url}/robots.txt", b"old", etag='"old"')
        evidence = fetch_now(server.url, options=FetchOptions(cache_bust=True, cached=cached))
        fetch_now(server.url, options=FetchOptions(cache_bust=True))
        first, second = server.requests
    assert b"cache-control: no-cache" in first.lower()
    assert b"GET /robots.txt?robotstudio=" in first
    assert b"if-none-match" not in first.lower()
    assert first.split(b" ")[1] != second.split(b" ")[1]
    assert evidence.requested == f"{server.url}/robots.txt"


@pytest.mark.parametrize(("most", "outcome"), [(0, FetchOutcome.TOO_MANY_REDIRECTS), (7, FetchOutcome.SUCCESS)])
def test_number_of_redirects_can_be_chosen(most: int, outcome: FetchOutcome) -> None:
    with serve(chain(7)) as server:
        assert fetch_now(server.url, options=FetchOptions(redirects=most)).outcome is outcome


def test_proxy_can_be_chosen_or_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve({"http://robots.invalid/robots.txt": response(200, ROBOTS)}) as proxy:
        through = proxy.url.replace("//", "//user:secret@")
        evidence = fetch_now("http://robots.invalid", options=FetchOptions(proxy=through))
        assert (evidence.outcome, "secret" in repr(evidence)) == (FetchOutcome.SUCCESS, False)
    monkeypatch.setenv("http_proxy", f"http://localhost:{unused_port()}")
    with serve(response(200, ROBOTS)) as server:
        assert fetch_now(server.url).outcome is FetchOutcome.NETWORK_ERROR
        assert fetch_now(server.url, options=FetchOptions(proxy="")).outcome is FetchOutcome.SUCCESS


def test_options_show_no_password() -> None:
    options = FetchOptions(proxy="gopher://user:secret@proxy.example")
    assert "secret" not in repr(options)
    evidence = fetch_now("http://127.0.0.1", options=options)
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.PROXY_UNSUPPORTED
    assert "secret" not in repr(evidence)


def test_file_of_authorities_that_is_none_is_named(tmp_path: Path) -> None:
    empty = tmp_path / "none.pem"
    empty.write_text("nothing")
    evidence = fetch_now("https://127.0.0.1:1", options=FetchOptions(ca_file=str(empty)))
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.TLS_SETTINGS


class TestSettings:
    """Settings for every fetch."""

    def test_nothing_set_is_a_plain_fetch(self) -> None:
        assert options_of({}) == PLAIN
        assert options_of({"redirects": 5, "answer_seconds": 20, "uses_proxy": True, "proxy": ""}) == PLAIN

    def test_all_of_it_is_taken(self) -> None:
        settings = {
            "user_agent": "A/1",
            "sender": "me",
            "redirects": 2,
            "answer_seconds": 60,
            "proxy": "http://p",
            "authorities": "a.pem",
        }
        made = FetchOptions(user_agent="A/1", sender="me", redirects=2, seconds=60, proxy="http://p", ca_file="a.pem")
        assert options_of(settings) == made
        assert options_of({**settings, "uses_proxy": False}).proxy == ""

    def test_what_was_chosen_for_a_fetch_goes_before(self) -> None:
        usual = FetchOptions(user_agent="A/1", sender="me", redirects=2, proxy="")
        assert PLAIN.over(usual) == usual
        chosen = as_crawler(CRAWLERS["Googlebot"], FetchOptions(redirects=9)).over(usual)
        assert (chosen.pretending, chosen.redirects, chosen.sender, chosen.proxy) == ("Googlebot", 9, "me", "")
        assert "Googlebot" in chosen.user_agent

    def test_time_stretches_all_times_alike(self) -> None:
        limits = FetchOptions(seconds=60).limited(DEFAULT_LIMITS)
        assert (limits.connect_seconds, limits.read_seconds, limits.total_seconds) == (30.0, 45.0, 60.0)

    def test_fetcher_heeds_what_is_set_between_two_fetches(self) -> None:
        usual = DefaultOptions()
        fetcher = Fetcher(usual=usual)
        usual.options = FetchOptions(seconds=10, redirects=1)
        assert (fetcher.limits.total_seconds, fetcher.limits.redirects) == (10.0, 1)


@pytest.mark.parametrize(
    ("found_on", "url", "said"),
    [
        ("https://a.test/x?q=1", "https://a.test/y", "https://a.test/x?q=1"),
        ("https://a.test/x?q=1", "https://b.test/y", "https://a.test/"),
        ("http://a.test/x?q=1", "https://a.test/y", "http://a.test/"),
        ("https://a.test/x?q=1", "http://a.test/y", ""),
        ("https://a.test/x", "https://a.test:8443/y", "https://a.test/"),
        ("", "https://a.test/y", ""),
    ],
)
def test_referer_says_no_more_than_that_of_a_browser(found_on: str, url: str, said: str) -> None:
    assert dict(FetchOptions(referer=found_on).headers(url)).get("referer", "") == said
