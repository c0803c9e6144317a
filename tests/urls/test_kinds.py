"""A dropped file is taken for what it holds."""

import gzip
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.content import Content, content_of
from robotstudio.lint.context import LintContext
from robotstudio.store.errors import FileContentError, FileError
from robotstudio.urls.kinds import FileKind, holds_rules, kind_of_head, source_kind


@pytest.mark.parametrize(
    ("name", "body", "is_robots"),
    [
        ("robots.txt", b"", True),
        ("Robots-draft.txt", b"/a\n/b\n", True),
        ("draft.txt", b"# mine\nUser-agent: *\nDisallow: /\n", True),
        ("urls.txt", b"/cart\n/products?sort=price\n", False),
        ("urls.txt", b"https://example.com/a\nhttps://example.com/b\n", False),
    ],
)
def test_file_is_a_robots_txt_by_its_name_or_its_rules(
    tmp_path: Path, name: str, body: bytes, *, is_robots: bool
) -> None:
    path = tmp_path / name
    path.write_bytes(body)
    assert holds_rules(path) is is_robots


def test_file_that_cannot_be_read_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        holds_rules(tmp_path / "missing.txt")


LOG = b'192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 12\n'


@pytest.mark.parametrize(
    ("name", "body", "kind"),
    [
        ("robots.txt", b"", FileKind.ROBOTS),
        ("draft.txt", b"User-agent: *\n", FileKind.ROBOTS),
        ("urls.txt", b"", FileKind.LIST),
        ("urls.txt", b"/a\n/b\n", FileKind.LIST),
        ("urls.txt", b"https://example.com/?x=1,2\nhttps://example.com/?x=2,3\n", FileKind.LIST),
        ("urls.txt", b"<b>\n", FileKind.LIST),
        ("urls.csv", b"/a\n/b\n", FileKind.TABLE),
        ("export.txt", b"URL,Clicks\n/a,1\n/b,2\n", FileKind.TABLE),
        ("export.txt", b"1\t/a\n2\t/b\n3\t/c\n", FileKind.TABLE),
        ("export.csv", "Top pages\tClicks\n/a\t1\n".encode("utf-16"), FileKind.TABLE),
        ("map", b"<?xml version='1.0'?><urlset/>", FileKind.SITEMAP),
        ("map", gzip.compress(b"<urlset/>", mtime=0), FileKind.SITEMAP),
        ("feed", b"\xef\xbb\xbf\n<rss>", FileKind.SITEMAP),
        ("access.log.2.gz", gzip.compress(LOG, mtime=0), FileKind.LOG),
        ("anything.txt", LOG * 3 + b"junk\n\x00\n", FileKind.LOG),
    ],
)
def test_kind_of_a_file_is_told_by_its_content(tmp_path: Path, name: str, body: bytes, kind: FileKind) -> None:
    path = tmp_path / name
    path.write_bytes(body)
    assert (FileKind.ROBOTS if holds_rules(path) else source_kind(path)) is kind


@pytest.mark.parametrize(
    ("name", "body", "what"),
    [
        ("urls.txt", b"\x89PNG\r\n", "a picture"),
        ("x.pdf", b"%PDF-1.7", "a PDF document"),
        ("core", bytes(range(256)), "not text"),
        ("x.gz", gzip.compress(bytes(1_000), mtime=0), "not text"),
        ("sitemap.xml", b"<!DOCTYPE html><title>Not found</title>", "a web page"),
    ],
)
def test_what_holds_no_urls_is_refused_with_a_sentence(tmp_path: Path, name: str, body: bytes, what: str) -> None:
    path = tmp_path / name
    path.write_bytes(body)
    with pytest.raises(FileContentError, match=what):
        source_kind(path)


@given(st.binary(max_size=300))
def test_any_bytes_have_a_kind_or_are_refused(tmp_path_factory: pytest.TempPathFactory, body: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.bin"
    path.write_bytes(body)
    with suppress(FileContentError):
        assert source_kind(path)


CONTENTS = {
    b"%PDF-1.4": Content.BINARY,
    b"GIF89a": Content.BINARY,
    b"<rss>": Content.XML,
    b'{"error":': Content.JSON,
    b"<iframe>": Content.TEXT,
    b"U\0s\0e\0r\0-\0a\0": Content.UTF16,
    b"User-agent: *\nDisallow: /\n": Content.RULES,
    b"Not found": Content.TEXT,
    b"<html>": Content.HTML,
    b"<?xml version='1.0'?>": Content.XML,
    b"\0" * 99: Content.BINARY,
    b"\xff\xfeU\0": Content.UTF16,
    b"[1]": Content.JSON,
    b"<div>": Content.HTML,
    b"\x1f\x8b\x08": Content.BINARY,
    b"# a": Content.RULES,
    b"%PDF-1.4\nUser-agent: *\nDisallow: /a\n": Content.RULES,
    b"<html>\nUser-agent: *\nDisallow:\n</html>": Content.HTML,
    b" \n": Content.EMPTY,
}


@pytest.mark.parametrize(("body", "content"), CONTENTS.items())
def test_all_who_ask_are_told_the_same(body: bytes, content: Content, tmp_path: Path) -> None:
    assert content_of(body) is content
    assert content_of(body, "text/plain") is content
    assert LintContext.of(body).content is content
    try:
        kind = kind_of_head(tmp_path / "body", body)
    except FileContentError:
        assert content in {Content.HTML, Content.BINARY, Content.JSON} or body.startswith(b"%PDF")
    else:
        assert content not in {Content.HTML, Content.BINARY, Content.JSON}
        assert (kind is FileKind.SITEMAP) == (content is Content.XML)
