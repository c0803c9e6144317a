"""What is read of a page: in linear time, in slices between which a crawl can be stopped."""

import asyncio
import gc
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from robotstudio.crawl import pages
from robotstudio.crawl.canonical import LinkBase, canonical, key_of
from robotstudio.crawl.pages import (
    LinkKind,
    PageFound,
    PageText,
    read_headers,
    read_page,
    rough_fingerprint_of,
    words_in,
)
from robotstudio.fetch.html import DEEPEST, HtmlTarget, html_slices


def read(html: str, *headers: tuple[str, str]) -> PageFound:
    return asyncio.run(read_page(html.encode(), "text/html", "http://x.test/", headers))


@pytest.mark.parametrize("tag", ["svg", "noscript", "math", "style"])
def test_text_in_hidden_elements_is_not_read(tag: str) -> None:
    assert read(f"<body>a <{tag}>b</{tag}> c").text.body.split() == ["a", "c"]


def test_nested_hidden_elements_end_with_the_outermost() -> None:
    assert read("<body>a<svg>b<svg>c</svg>d</svg> e").text.body.split() == ["a", "e"]
    assert read("<body>a<svg>b<math>c</svg> e").text.body.split() == ["a", "e"]


def test_title_of_a_picture_is_not_that_of_the_page() -> None:
    assert read("<title>Page</title><body><svg><title>Picture</title></svg>").text.title == "Page"


def test_template_leads_nowhere() -> None:
    assert [link.target.path for link in read("<template><a href=/t>t</a></template><a href=/a>a</a>").links] == ["/a"]


def test_page_that_is_too_deep_says_so_and_keeps_what_came_before() -> None:
    page = read("<body><a href=/a>a</a>" + "<svg>" * 2 * DEEPEST + "<a href=/b>b</a>")
    assert page.is_cut
    assert [link.target.path for link in page.links] == ["/a"]


def test_headers_lead_on() -> None:
    found = read_headers("http://x.test/", [("Refresh", "0;url=/r"), ("Link", '</c>; rel="canonical", </n>; rel=next')])
    assert [(link.target.path, link.kind) for link in found.links] == [
        ("/r", LinkKind.REFRESH),
        ("/c", LinkKind.CANONICAL),
        ("/n", LinkKind.LINK),
    ]


def test_reading_is_cancelled_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    slices = 0
    reading: asyncio.Future[PageFound]

    def counted(body: bytes, content_type: str, target: HtmlTarget) -> Iterator[None]:
        nonlocal slices
        for each in html_slices(body, content_type, target):
            slices += 1
            if slices == 3:
                asyncio.get_running_loop().call_soon(reading.cancel)
            yield each

    async def cancelled() -> None:
        nonlocal reading
        reading = asyncio.ensure_future(read_page(b"<svg><b></b></svg>" * 100_000, "text/html", "http://x.test/"))
        with pytest.raises(asyncio.CancelledError):
            await reading

    monkeypatch.setattr(pages, "html_slices", counted)
    asyncio.run(cancelled())
    assert slices <= 4


_BASES = ("http://a.test/", "https://a.test:81/b/c.html?d=/e", "http://[::1]/b//", "http://a.test/%20/.b/c")
_PARTS = (
    "http://a.test",
    "https://a.test:81",
    "http:",
    "//",
    "/",
    "\\",
    ".",
    "..",
    "b",
    "C~1",
    "?",
    "#",
    "=",
    "&",
    ":",
)


@given(
    st.sampled_from(_BASES), st.lists(st.sampled_from((*_PARTS, ";", "%2e", "%", "|", "@", "ü", " ", "'"))).map("".join)
)
@example("http://a.test/", "http://a.testb/c")
@example("http://a.test/", "http://a.test")
def test_link_is_resolved_as_by_a_parser(base: str, written: str) -> None:
    assert LinkBase(base).resolve(written) == canonical(written, base)


def test_long_addresses_are_not_kept_once_their_page_was_read() -> None:
    tracemalloc.start()
    for page in range(10):
        found = read("".join(f"<a href=/{page}/{number}/{'x' * 8_000}>a</a>" for number in range(100)))
        assert len({key_of(link.target.url) for link in found.links}) == 100
    del found
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 4_000_000  # all of them: 8,000,000, several times


@pytest.mark.parametrize("digits", ["12345", "١٢٣", "१२"])
@pytest.mark.parametrize("around", ["may ", "mayo – "])
def test_digits_of_any_script_make_no_difference_to_a_rough_fingerprint(digits: str, around: str) -> None:
    plain, numbered = (PageText(body=(around + each) * 10_000) for each in ("", digits))
    assert rough_fingerprint_of(plain) == rough_fingerprint_of(numbered)


@pytest.mark.parametrize(("word", "count"), [("word ", 1), ("слово ", 1), ("汉字 ", 2), ("汉w字ü ", 4)])
def test_words_of_a_long_text_are_counted_as_those_of_a_short_one(word: str, count: int) -> None:
    assert words_in(word) == count
    assert words_in(word * 10_007) == count * 10_007
