"""Whatever a file is: it is read, or refused with a sentence."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.store.errors import FileContentError, FileError, NothingReadError
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.logs.fields import Role
from robotstudio.urls.sources.reading import READERS, ReadOptions, read_bytes, read_source, refresh
from tests.survey.reading.archives import xz_of_4_gib
from tests.urls.sources.files import write

some_bytes = st.binary(max_size=400) | st.text('<url><loc>/a","\n[]GET 0 HTTP/1.1\x00é', max_size=200).map(str.encode)


@pytest.mark.parametrize("kind", [None, *READERS])
@given(some_bytes, st.booleans())
def test_nothing_but_file_error_comes_out(
    tmp_path_factory: pytest.TempPathFactory,
    kind: FileKind | None,
    body: bytes,
    zipped: bool,  # drawn
) -> None:
    path = write(tmp_path_factory.getbasetemp() / f"any-{kind}", gzip.compress(body)[:-3] if zipped else body)
    with suppress(FileError):
        found = read_source([path], ReadOptions(kind=kind))
        assert list(found.urls.urls) == [url.url for url in found.urls]


def test_every_kind_of_source_has_a_reader() -> None:
    assert set(READERS) == set(FileKind) - {FileKind.ROBOTS}


def test_a_robots_txt_is_no_source(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = write(tmp_path_factory.getbasetemp() / "robots.txt", "User-agent: *\n")
    with pytest.raises(FileContentError, match="is a robots"):
        read_source([path], ReadOptions(kind=FileKind.ROBOTS))


@pytest.mark.parametrize(
    ("body", "kind", "urls"),
    [
        (b"/a\n/b\n", "list", ["/a", "/b"]),
        (b"URL,Hits\n/a,3\n/b,1\n/c,1\n", "table", ["/a", "/b", "/c"]),
        (
            b"<?xml version='1.0'?><urlset><url><loc>https://a.example/x</loc></url></urlset>",
            "sitemap",
            ["https://a.example/x"],
        ),
        (b'1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 12\n', "log", ["/a"]),
    ],
)
def test_what_was_pasted_is_read_like_a_file(body: bytes, kind: str, urls: list[str]) -> None:
    reading = read_bytes(body, "Pasted")
    assert (reading.source.name, reading.source.kind, reading.source.locations) == ("Pasted", kind, ())
    assert list(reading.urls.urls) == urls


def test_a_picture_is_not_read_from_the_clipboard_either() -> None:
    with pytest.raises(FileContentError, match="a picture"):
        read_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64), "Pasted")


@pytest.mark.parametrize(("hits_column", "hits"), [("", [5, 6]), ("Weight", [7, 8]), ("3", [7, 8]), ("0", [1, 1])])
def test_the_column_of_hits_can_be_chosen(tmp_path: Path, hits_column: str, hits: list[int]) -> None:
    path = tmp_path / "pages.csv"
    path.write_text("URL,Hits,Weight\n/a,5,7\n/b,6,8\n", "utf-8")
    reading = read_source((path,), ReadOptions(hits_column=hits_column))
    assert reading.urls.hits.tolist() == hits
    assert refresh(reading.source).urls.hits.tolist() == hits


def test_fields_of_a_log_are_kept_for_the_next_reading(tmp_path: Path) -> None:
    path = tmp_path / "own.log"
    path.write_text('{"ts": 1, "link": "/a"}\n', "utf-8")
    reading = read_source((path,), ReadOptions(kind=FileKind.LOG, fields={Role.URL: "link"}))
    assert reading.source.log_fields == "url=link"
    assert list(refresh(reading.source).urls.urls) == list(reading.urls.urls) == ["/a"]


GARBAGE = {
    "prose": b"It was a dark and stormy night.\nThe rain fell in torrents.\n",
    "another JSON": b'{"colour": "red",\n "sizes": [1, 2]}\n',
    "JSON lines of a log": b'{"ts":1,"uri":"/a"}\n{"ts":2,"uri":"/b"}\n',
    "a web page": b"<!DOCTYPE html><html><body><p>Not found</p></body></html>",
    "bytes": bytes(range(256)) * 4,
    "numbers": b"48211\n20412\n9,912\n",
    "signs": b"{}\n---\n<<>>\n",
}


@pytest.mark.parametrize("what", GARBAGE)
@pytest.mark.parametrize("kind", [None, *READERS])
def test_garbage_is_never_a_source_without_urls(tmp_path: Path, kind: FileKind | None, what: str) -> None:
    path = write(tmp_path / "garbage.txt", GARBAGE[what])
    with pytest.raises(FileError, match=r"garbage\.txt"):
        read_source([path], ReadOptions(kind=kind))


EMPTY = {
    "no byte": b"",
    "blank lines": b"\n\n \n",
    "comments": b"# a list\n# of nothing\n",
    "an empty sitemap": b"<?xml version='1.0'?><urlset></urlset>",
    "a header": b"URL,Hits\n",
}


@pytest.mark.parametrize("what", EMPTY)
def test_empty_source_is_told_as_empty(tmp_path: Path, what: str) -> None:
    path = write(tmp_path / ("empty.csv" if what == "a header" else "empty.txt"), EMPTY[what])
    with pytest.raises(NothingReadError, match=r"contains no URLs: there is nothing to test\."):
        read_source([path])


def test_file_of_a_rotated_log_that_is_no_log_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    line = b'1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 12\n'
    paths = [
        write(tmp_path / "access.log.2", line),
        write(tmp_path / "access.log.1", b"words and words\n"),
        write(tmp_path / "access.log", b""),
    ]
    reading = read_source(paths)
    assert list(reading.urls.urls) == ["/a"]
    assert not reading.is_whole
    assert [str(note)[:30] for note in reading.notes] == [
        "Nothing in “access.log.1” is a",
        "“access.log” contains no URLs:",
    ]
    assert read_source([paths[0], paths[2]]).is_whole


PACKERS: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
WHOLE: dict[str, bytes] = {
    "list.txt": b"".join(b"/page-%d\n" % number for number in range(300)),
    "table.csv": b"URL,Hits\n" + b"".join(b"/page-%d,1\n" % number for number in range(300)),
    "sitemap.xml": b"<?xml version='1.0'?><urlset>"
    + b"".join(b"<url><loc>https://a.example/%d</loc></url>" % number for number in range(300))
    + b"</urlset>",
    "access.log": b"".join(
        b'1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET /%d HTTP/1.1" 200 12\n' % number for number in range(300)
    ),
}


@pytest.mark.parametrize("packer", PACKERS)
@pytest.mark.parametrize("name", WHOLE)
def test_packed_source_that_is_cut_is_never_taken_for_whole(tmp_path: Path, name: str, packer: str) -> None:
    body = PACKERS[packer](WHOLE[name])
    path = write(tmp_path / f"{name}.{packer}", body)
    whole = read_source([path])
    assert (len(whole.urls), whole.is_whole, whole.notes) == (300, True, ())
    silent = []
    for at in {*range(1, 60), *range(60, len(body) - 60, 37), *range(len(body) - 60, len(body))}:
        path.write_bytes(body[:at])
        with suppress(FileError):
            found = read_source([path])
            silent += [] if found.notes and not found.is_whole else [at]
    assert silent == []


def test_source_that_asks_for_all_memory_is_refused(tmp_path: Path) -> None:
    path = xz_of_4_gib(tmp_path / "list.txt.xz")
    with pytest.raises(FileContentError, match="needs too much memory"):
        read_source([path])
