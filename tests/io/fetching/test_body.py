"""What a body is, whatever its content type claims."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.io.fetching.body import body_kind
from robotstudio.io.fetching.evidence import BodyKind


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
