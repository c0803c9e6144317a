"""What a body is, whatever its content type claims."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.io.fetching.body import body_kind
from robotstudio.io.fetching.evidence import BodyKind
from robotstudio.lint.kinds import Content, content_of


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (b"User-agent: *\nDisallow:\n", "text/plain", BodyKind.ROBOTS),
        (b"User-agent: *\nDisallow:\n", "", BodyKind.ROBOTS),
        (b"User-agent: *\nDisallow:\n", "text/html; charset=utf-8", BodyKind.ROBOTS),
        (b"User-agent: *\nDisallow:\n", "image/png", BodyKind.ROBOTS),
        (b"\xef\xbb\xbfUser-agent: *\n", "text/plain", BodyKind.ROBOTS),
        (b"# only a comment", "text/plain", BodyKind.ROBOTS),
        (b"Disallow: /caf\xe9\n", "text/plain", BodyKind.ROBOTS),
        (b"User-agent: *\nDisallow: /a\0b\n" * 3, "text/plain", BodyKind.ROBOTS),
        (b"<!-- robots -->\nUser-agent: *\n", "text/plain", BodyKind.ROBOTS),
        (b"<!DOCTYPE html>\nUser-agent: *\nDisallow: /cart/\n</html>", "text/html", BodyKind.ROBOTS),
        (b"<html><p>User-agent: *</p>\n<p>Disallow: /</p></html>", "text/html", BodyKind.HTML),
        (b"<html>\nUser-agent: *\n</html>", "text/html", BodyKind.HTML),
        (b"Not found", "text/plain", BodyKind.TEXT),
        (b"<p>Not found", "text/plain", BodyKind.TEXT),
        (b"%PDF-1.4", "application/pdf", BodyKind.BINARY),
        (b"GIF89a", "text/plain", BodyKind.BINARY),
        (b"<rss>", "text/plain", BodyKind.XML),
        (b'{"error":', "text/plain", BodyKind.JSON),
        (b"U\0s\0e\0r\0-\0a\0", "text/plain", BodyKind.UTF16),
        (b"\0" * 500, "text/plain", BodyKind.BINARY),
        ("User-agent: *".encode("utf-16"), "text/plain", BodyKind.UTF16),
        (b"\xfe\xff\0U\0s", "text/plain", BodyKind.UTF16),
        (b"\n <!doctype HTML><p>", "text/plain", BodyKind.HTML),
        (b"<html><body>", "", BodyKind.HTML),
        (b"<?xml version='1.0'?><!DOCTYPE html><html>", "application/xhtml+xml", BodyKind.HTML),
        (b"<!-- page --><p>text", "", BodyKind.HTML),
        (b"<p>Not found", "text/html", BodyKind.HTML),
        (b"<?xml version='1.0'?><urlset>", "text/xml", BodyKind.XML),
        (b"<Error><Code>AccessDenied</Code></Error>", "application/xml", BodyKind.XML),
        (b'{"error": "not found"}', "application/json", BodyKind.JSON),
        (b"[1, 2]\n", "text/plain", BodyKind.JSON),
        (b"\x1f\x8b\x08\0\0\0\0\0", "text/plain", BodyKind.BINARY),
        (b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff", "image/gif", BodyKind.BINARY),
        (b"", "text/plain", BodyKind.EMPTY),
        (b"\xef\xbb\xbf \r\n\n", "text/plain", BodyKind.EMPTY),
        (b" " * 5_000, "", BodyKind.EMPTY),
        (b" " * 5_000 + b"User-agent: *", "", BodyKind.ROBOTS),
    ],
)
def test_octets_decide_and_the_content_type_only_where_they_do_not(
    body: bytes, content_type: str, kind: BodyKind
) -> None:
    assert body_kind(body, content_type) is kind


@given(st.binary(max_size=200), st.text(max_size=20))
def test_any_body_is_something(body: bytes, content_type: str) -> None:
    assert body_kind(body, content_type) in BodyKind


SIXTEEN = (
    b"%PDF-1.4", b"GIF89a", b"<rss>", b'{"error":', b"<iframe>", b"U\0s\0e\0r\0-\0a\0", b"User-agent: *\nDisallow: /\n",
    b"Not found", b"<html>", b"<?xml version='1.0'?>", b"\0" * 99, b"\xff\xfeU\0", b"[1]", b"<div>", b"\x1f\x8b\x08",
    b"# a",
)  # fmt: skip


@pytest.mark.parametrize("body", SIXTEEN)
def test_fetch_and_linter_say_the_same_of_a_body(body: bytes) -> None:
    kind = body_kind(body, "text/plain")
    assert (kind is BodyKind.ROBOTS) == (content_of(body) is Content.RULES)
    assert kind is BodyKind.ROBOTS or kind.value == content_of(body).value.replace("-", "")


@given(st.binary(max_size=200))
def test_what_the_linter_reads_as_rules_is_never_called_another_thing(body: bytes) -> None:
    if content_of(body) is Content.RULES:
        assert body_kind(body, "") in {BodyKind.ROBOTS, BodyKind.EMPTY}
