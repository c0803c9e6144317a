"""A page as a crawler sees it: its words about indexing and everything that it loads."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.engine.content import content_of
from robotstudio.fetch.evidence import (
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    Headers,
    Hop,
    Timings,
    nothing_fetched,
)
from robotstudio.fetch.page import MOST_RESOURCES, PageFacts, Resource, ResourceKind, read_page

URL = "https://www.example.com/dir/page"
BASE = "https://www.example.com"
Found = list[tuple[str, str]]


def page(html: str | bytes, headers: Headers = (), content_type: str = "text/html; charset=utf-8") -> Evidence:
    body = html.encode() if isinstance(html, str) else html
    nothing = nothing_fetched(URL, FetchOutcome.SUCCESS, Failure(FailureKind.CANCELLED), datetime.now(UTC))
    hop = Hop(URL, 200, "OK", "HTTP/1.1", None, headers, 1, 0, Timings(), None)
    kind = content_of(body, content_type)
    return replace(nothing, hops=(hop,), body=body, content_type=content_type, body_kind=kind, error=None)


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<script src=/a.js></script>", [("script", f"{BASE}/a.js")]),
        ("<script src='a.js?x=1#y'></script>", [("script", f"{BASE}/dir/a.js?x=1")]),
        ("<link rel='StyleSheet' href=//cdn.example/a.css>", [("style", "https://cdn.example/a.css")]),
        ("<link rel='preload stylesheet' as=style href=a.css>", [("style", f"{BASE}/dir/a.css")]),
        ("<link rel=preload as=font href=/f.woff2 crossorigin>", [("font", f"{BASE}/f.woff2")]),
        ("<link rel=modulepreload href=/m.js>", [("script", f"{BASE}/m.js")]),
        ("<link rel='shortcut icon' href=/i.ico>", [("image", f"{BASE}/i.ico")]),
        ("<link rel=alternate href=/de>", []),
        ("<img src=/a.png srcset='/b.png 2x, /c.png 640w'>", [("image", f"{BASE}/{n}.png") for n in "abc"]),
        ("<img srcset='/a,b.png 1x,\n/c.png'>", [("image", f"{BASE}/a,b.png"), ("image", f"{BASE}/c.png")]),
        ("<picture><source srcset=/a.webp><img src=/a.png></picture>",
         [("image", f"{BASE}/a.webp"), ("image", f"{BASE}/a.png")]),
        ("<iframe src=https://other.example/f></iframe>", [("frame", "https://other.example/f")]),
        ("<object data=/o.pdf></object><embed src=/e.swf>", [("frame", f"{BASE}/o.pdf"), ("frame", f"{BASE}/e.swf")]),
        ("<video src=/v.mp4 poster=/p.jpg></video>", [("image", f"{BASE}/p.jpg"), ("media", f"{BASE}/v.mp4")]),
        ("<style>@import '/i.css'; @font-face{src:url(/f.woff2?v=1)} a{background:url('/b.png')}</style>",
         [("style", f"{BASE}/i.css"), ("font", f"{BASE}/f.woff2?v=1"), ("image", f"{BASE}/b.png")]),
        ("<style>@import url(/i);</style>", [("style", f"{BASE}/i")]),
        ("<p style=\"background: url('/b.png')\">", [("image", f"{BASE}/b.png")]),
        ("<template><img src=/a.png></template><img src=/b.png>", [("image", f"{BASE}/b.png")]),
        ("<base href=https://cdn.example/x/><img src=a.png>", [("image", "https://cdn.example/x/a.png")]),
        ("<img src='data:image/png;base64,AAAA'><img src='blob:x'><img src='javascript:1'><img src=''>", []),
        ("<!-- <script src=/a.js></script> --><template></template>", []),
        ("<img src=/a.png><img src=/a.png>", [("image", f"{BASE}/a.png")]),
        ("<img src=https://user:secret@h.example/a.png>", [("image", "https://h.example/a.png")]),
        ("<img src='http://[' srcset=', ,'>", []),
    ],
)  # fmt: skip
def test_everything_that_a_page_loads_has_its_absolute_address(html: str, found: Found) -> None:
    facts = read_page(page(f"<!doctype html>{html}"))
    assert [(resource.kind.value, resource.url) for resource in facts.resources] == found


def test_resources_are_grouped_by_the_robots_txt_that_governs_them() -> None:
    facts = read_page(page("<html><img src=/a.png><img src=http://cdn.example:8080/b.png><script src=/c.js></script>"))
    assert {key: len(resources) for key, resources in facts.by_host.items()} == {
        f"{BASE}/robots.txt": 2,
        "http://cdn.example:8080/robots.txt": 1,
    }
    assert Resource(ResourceKind.IMAGE, f"{BASE}/a.png").robots_url == f"{BASE}/robots.txt"


def test_words_about_indexing_come_from_headers_and_from_meta() -> None:
    html = (
        "<html><meta name=ROBOTS content=noindex><meta name=googlebot content=nofollow><meta name=gptbot content=none>"
        "<meta name=viewport content='width=device-width'><meta name=robots><meta name=description content='a bot'>"
    )
    facts = read_page(page(html, (("x-robots-tag", "noarchive"),)))
    assert [(tag.agent, tag.origin.value) for tag in facts.tags] == [
        ("", "header"),
        ("", "meta"),
        ("googlebot", "meta"),
        ("gptbot", "meta"),
    ]


def test_words_about_the_use_of_content_come_from_headers_and_tdm_also_from_meta() -> None:
    html = "<html><meta name=tdm-reservation content=1><meta name=content-usage content='train-ai=n'>"
    facts = read_page(page(html, (("Content-Signal", "ai-train=no"),)))
    assert facts.signals == (("Content-Signal", "ai-train=no"), ("tdm-reservation", "1"))


def test_canonical_address_comes_from_the_header_and_from_the_page() -> None:
    headers = (("link", '</a>; rel="next", <https://c.example/x>; rel="canonical"'),)
    facts = read_page(page("<html><link rel=canonical href=/y>", headers))
    assert facts.canonical == ("https://c.example/x", f"{BASE}/y")


def test_redirects_in_the_page_are_told() -> None:
    facts = read_page(page("<html><meta http-equiv=refresh content='0;url=/next'>"))
    assert [redirect.target for redirect in facts.redirects] == [f"{BASE}/next"]


def test_page_that_is_no_html_has_its_headers_only() -> None:
    facts = read_page(page(b"%PDF-1.7\n<script src=/a.js>", (("x-robots-tag", "noindex"),), "application/pdf"))
    assert (facts.is_html, facts.resources, len(facts.tags)) == (False, (), 1)


def test_number_of_resources_is_bounded() -> None:
    facts = read_page(page("<html>" + "".join(f"<img src=/{n}.png>" for n in range(MOST_RESOURCES + 500))))
    assert (len(facts.resources), facts.is_cut) == (MOST_RESOURCES, True)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 200_000,
        "".join(f"<b id={n}>" for n in range(20_000)) + "<p>" * 200_000,
        "<!--" * 500_000,
        "<div " + "a=1 " * 500_000,
        "<link rel=icon href=/a>" * 100_000,
        "<a" * 500_000,
        "<style>" + "url(" * 300_000,
        "<style>" + "@import " * 200_000,
        "<script>" + "location=" * 200_000,
        "<img srcset='" + ", " * 500_000 + "'>",
        "<meta http-equiv=refresh content='" + " " * 500_000 + "'>",
    ],
    ids=lambda html: html[:9],
)
def test_page_that_wants_to_hurt_takes_bounded_time(html: str) -> None:
    # What looks at every byte from every other needs hours, and the limit of a test ends it.
    assert isinstance(read_page(page(f"<!doctype html>{html}")), PageFacts)


@given(st.binary(max_size=300))
def test_any_body_is_read(body: bytes) -> None:
    assert isinstance(read_page(page(b"<html>" + body)), PageFacts)
