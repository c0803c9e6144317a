"""The kind of a body, whatever its content type claims."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.content import Content, content_of


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (b"User-agent: *\nDisallow:\n", "text/plain", Content.RULES),
        (b"User-agent: *\nDisallow:\n", "", Content.RULES),
        (b"User-agent: *\nDisallow:\n", "text/html; charset=utf-8", Content.RULES),
        (b"User-agent: *\nDisallow:\n", "image/png", Content.RULES),
        (b"\xef\xbb\xbfUser-agent: *\n", "text/plain", Content.RULES),
        (b"# only a comment", "text/plain", Content.RULES),
        (b"Disallow: /caf\xe9\n", "text/plain", Content.RULES),
        (b"User-agent: *\nDisallow: /a\0b\n" * 3, "text/plain", Content.RULES),
        (b"<!-- robots -->\nUser-agent: *\n", "text/plain", Content.RULES),
        (b"<!DOCTYPE html>\nUser-agent: *\nDisallow: /cart/\n</html>", "text/html", Content.RULES),
        (b"<html><p>User-agent: *</p>\n<p>Disallow: /</p></html>", "text/html", Content.HTML),
        (b"<html>\nUser-agent: *\n</html>", "text/html", Content.HTML),
        (b"Not found", "text/plain", Content.TEXT),
        (b"<p>Not found", "text/plain", Content.TEXT),
        (b"%PDF-1.4", "application/pdf", Content.BINARY),
        (b"GIF89a", "text/plain", Content.BINARY),
        (b"<rss>", "text/plain", Content.XML),
        (b'{"error":', "text/plain", Content.JSON),
        (b"U\0s\0e\0r\0-\0a\0", "text/plain", Content.UTF16),
        (b"\0" * 500, "text/plain", Content.BINARY),
        ("User-agent: *".encode("utf-16"), "text/plain", Content.UTF16),
        (b"\xfe\xff\0U\0s", "text/plain", Content.UTF16),
        (b"\n <!doctype HTML><p>", "text/plain", Content.HTML),
        (b"<html><body>", "", Content.HTML),
        (b"<?xml version='1.0'?><!DOCTYPE html><html>", "application/xhtml+xml", Content.HTML),
        (b"<!-- page --><p>text", "", Content.HTML),
        (b"<p>Not found", "text/html", Content.HTML),
        (b"<?xml version='1.0'?><urlset>", "text/xml", Content.XML),
        (b"<Error><Code>AccessDenied</Code></Error>", "application/xml", Content.XML),
        (b'{"error": "not found"}', "application/json", Content.JSON),
        (b"[1, 2]\n", "text/plain", Content.JSON),
        (b"\x1f\x8b\x08\0\0\0\0\0", "text/plain", Content.BINARY),
        (b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff", "image/gif", Content.BINARY),
        (b"", "text/plain", Content.EMPTY),
        (b"\xef\xbb\xbf \r\n\n", "text/plain", Content.EMPTY),
        (b" " * 5_000, "", Content.EMPTY),
        (b" " * 5_000 + b"User-agent: *", "", Content.RULES),
    ],
)
def test_bytes_decide_and_the_content_type_only_where_they_do_not(
    body: bytes, content_type: str, kind: Content
) -> None:
    assert content_of(body, content_type) is kind


@given(st.binary(max_size=200), st.text(max_size=20))
def test_any_body_is_something(body: bytes, content_type: str) -> None:
    assert content_of(body, content_type) in Content
