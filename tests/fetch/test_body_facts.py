"""What is said of a body beside its rules, and redirects inside a page."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.engine.content import content_of
from robotstudio.fetch.body_facts import GOOGLE_READS, BodyFacts, body_facts, managed_blocks
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Hop, Timings, nothing_fetched
from robotstudio.fetch.headers import charset_in
from robotstudio.fetch.html import (
    ClientRedirect,
    RedirectMeans,
    client_redirects,
    decoded_html,
    encoding_of,
)

URL = "https://example.com/robots.txt"
META, SCRIPT = RedirectMeans.META, RedirectMeans.SCRIPT


def evidence(body: bytes, content_type: str = "text/plain") -> Evidence:
    nothing = nothing_fetched(URL, FetchOutcome.SUCCESS, Failure(FailureKind.CANCELLED), datetime.now(UTC))
    kind = content_of(body, content_type)
    return replace(nothing, body=body, size=len(body), content_type=content_type, body_kind=kind, error=None)


@pytest.mark.parametrize(
    ("body", "encoding", "bom", "lines"),
    [
        (b"User-agent: *\n", "ascii", "", 1),
        (b"\xef\xbb\xbfUser-agent: *\r\nAllow: /", "utf-8", "utf-8", 2),
        ("Disallow: /é\r".encode(), "utf-8", "", 1),
        (b"Disallow: /\xe9\n", "other", "", 1),
        ("User-agent: *".encode("utf-16"), "utf-16-le", "utf-16-le", 1),
        (b"", "ascii", "", 0),
    ],
)
def test_encoding_mark_and_lines(body: bytes, encoding: str, bom: str, lines: int) -> None:
    facts = body_facts(evidence(body))
    assert (facts.encoding, facts.bom, facts.lines) == (encoding, bom, lines)


def test_place_where_google_stops_reading() -> None:
    line = b"Disallow: /x\n"
    facts = body_facts(evidence(line * 50_000))
    assert (facts.cut_byte, facts.cut_line) == (GOOGLE_READS, GOOGLE_READS // len(line) + 1)
    assert body_facts(evidence(line)).cut_line is None


def test_page_with_a_status_of_success_is_a_soft_404() -> None:
    page = evidence(b"<!doctype html><title>Not found</title>", "text/html; charset=utf-8")
    assert (body_facts(page).is_soft_404, body_facts(page).charset) == (True, "utf-8")
    assert not body_facts(replace(page, outcome=FetchOutcome.CLIENT_ERROR)).is_soft_404
    assert not body_facts(evidence(b"User-agent: *\n")).is_soft_404


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<meta http-equiv='Refresh' content='0; URL=/a'>", [ClientRedirect(META, "https://example.com/a")]),
        (
            '<META HTTP-EQUIV="refresh" CONTENT="5;url=\'//b.example/\'">',
            [ClientRedirect(META, "https://b.example/", 5)],
        ),
        ("<meta http-equiv=refresh content=30>", []),
        ("<!-- <meta http-equiv=refresh content='0;url=/a'> -->", []),
        ("<script>window.location.href = '/a'</script>", [ClientRedirect(SCRIPT, "https://example.com/a")]),
        ('<script>top.location.replace( "/a" );</script>', [ClientRedirect(SCRIPT, "https://example.com/a")]),
        ("<script>document.location = `https://c.example/`</script>", [ClientRedirect(SCRIPT, "https://c.example/")]),
        ("<script>location='javascript:alert(1)'</script>", [ClientRedirect(SCRIPT, "javascript:alert(1)")]),
        ("<script>if (location == '/a' || location.href === '/b') x()</script>", []),
        ("<p>location = '/a'</p>", []),
    ],
)
def test_redirect_inside_a_page_is_recognised(html: str, found: list[ClientRedirect]) -> None:
    assert list(client_redirects(html.encode(), "text/html", URL)) == found


def test_redirect_by_a_refresh_header_is_recognised() -> None:
    hop = Hop(URL, 200, "OK", "HTTP/1.1", None, (("refresh", "3; url=/a"),), 1, 0, Timings(), None)
    facts = body_facts(replace(evidence(b"User-agent: *\n"), hops=(hop,)))
    assert facts.redirects == (ClientRedirect(RedirectMeans.HEADER, "https://example.com/a", 3),)


def test_redirects_inside_a_page_are_part_of_the_facts() -> None:
    page = evidence(b"<html><meta http-equiv=refresh content='0;url=/a'>", "text/html")
    assert [redirect.target for redirect in body_facts(page).redirects] == ["https://example.com/a"]


@given(st.binary(max_size=300))
def test_any_body_has_facts(body: bytes) -> None:
    for found in (body_facts(evidence(body)), body_facts(evidence(b"<html>" + body, "text/html"))):
        assert isinstance(found, BodyFacts)


@given(st.text(max_size=100))
def test_any_content_type_is_read(content_type: str) -> None:
    assert isinstance(decoded_html(b"<p>\xe9", content_type), str)


@pytest.mark.parametrize(
    ("content_type", "text"),
    [
        ("text/html; charset=iso-8859-1", "é"),
        ("text/html; charset=base64", "\N{REPLACEMENT CHARACTER}"),
        ("text/html; charset=nonsense", "\N{REPLACEMENT CHARACTER}"),
        ("text/html; charset=idna", "\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_page_is_decoded_as_it_says_or_as_utf8(content_type: str, text: str) -> None:
    assert decoded_html(b"\xe9", content_type) == text


def test_charset_and_encoding_of_nothing() -> None:
    assert (charset_in(""), encoding_of(b"")) == ("", "ascii")


CLOUDFLARE = b"""\
# BEGIN Cloudflare Managed content

User-agent: GPTBot
Disallow: /

# END Cloudflare Managed Content

User-agent: *
Disallow: /cart/
"""
YOAST = b"# START YOAST BLOCK\r\n# ---\r\nUser-agent: *\r\nDisallow:\r\n# END YOAST BLOCK\r\n"
SIGNALS = b"""\
# As a condition of accessing this website, you agree to abide by the
# following content signals:

# (a) If a content-signal = yes, you may collect content.
User-agent: *
# a comment of a person
"""


@pytest.mark.parametrize(
    ("body", "blocks"),
    [
        (CLOUDFLARE, [("cloudflare", 1, 6)]),
        (b"User-agent: *\nDisallow:\n\n" + CLOUDFLARE, [("cloudflare", 4, 9)]),
        (YOAST, [("yoast", 1, 5)]),
        (b"Allow: /\n" + YOAST + CLOUDFLARE, [("yoast", 2, 6), ("cloudflare", 7, 12)]),
        (b"# START WPFORMS BLOCK\nDisallow: /x\n# END WPFORMS BLOCK\n", [("wordpress-plugin", 1, 3)]),
        (SIGNALS, [("content-signals", 1, 4)]),
        (SIGNALS[:120] + b"\n" + CLOUDFLARE, [("content-signals", 1, 4), ("cloudflare", 5, 10)]),
        (b"# we use Shopify as our ecommerce platform\n\nUser-agent: *\n", [("shopify", 1, 1)]),
        (b"User-agent: *\nDisallow: /\n# begin\n", []),
        (b"", []),
    ],
)
def test_block_spans_its_lines(body: bytes, blocks: list[tuple[str, int, int]]) -> None:
    assert [(block.id, block.first_line, block.last_line) for block in managed_blocks(body)] == blocks


def test_block_without_its_end_goes_to_the_last_line_and_says_so() -> None:
    (block,) = managed_blocks(b"# START YOAST BLOCK\nUser-agent: *\nDisallow:\n\n")
    assert (block.last_line, block.is_closed) == (3, False)


def test_plug_in_is_named() -> None:
    (block,) = managed_blocks(b"# START WPFORMS BLOCK\n# END WPFORMS BLOCK")
    assert "WPFORMS" in block.title


@given(st.binary(max_size=300))
def test_any_bytes_have_blocks_or_none(body: bytes) -> None:
    blocks = managed_blocks(b"# START YOAST BLOCK\n" + body)
    assert all(block.first_line <= block.last_line for block in blocks)


def test_thousands_of_blocks_are_bounded() -> None:
    assert len(managed_blocks(YOAST * 10_000)) == 100
