"""Whatever a file is: it is read, or refused with a sentence."""

import gzip
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.io.errors import FileContentError, FileError
from robotstudio.io.kinds import FileKind
from robotstudio.io.sources.reading import READERS, ReadOptions, read_bytes, read_source, refresh
from tests.io.sources.files import write

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
