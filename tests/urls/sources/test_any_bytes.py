"""Any bytes are rows or a clear sentence, whatever reader they are for."""

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.store.errors import FileError
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.sources.reading import ReadOptions, read_bytes
from robotstudio.urls.sources.streams import ReadLimits
from tests.urls.logs.traffic import FORMATS, made_traffic, written

LIMITS: Final = ReadLimits(max_bytes=200_000, line=4_000, urls=2_000)
NAMES: Final = ("a.txt", "pages.csv", "sitemap.xml", "access.log", "x.zip", "x.xlsx", "x.har", "access.log.gz")
KINDS: Final = (None, *(kind for kind in FileKind if kind not in {FileKind.ROBOTS, FileKind.CRAWL}))
_TRAFFIC: Final = made_traffic(6)
SAMPLES: Final = (
    *(written(form, _TRAFFIC).encode() for form in FORMATS),
    b'"Internal - All"\n"Address","Status Code"\n"https://a.example/","200"\n',
    "上位のページ,クリック数,表示回数,CTR,掲載順位\nhttps://a.example/,12,240,5%,3.2\n".encode(),
    b"<?xml version='1.0'?><urlset><url><loc>https://a.example/</loc><lastmod>2026-10-01</lastmod></url></urlset>",
    b'{"log": {"version": "1.2", "entries": [{"request": {"url": "https://a.example/"}, "response": {}}]}}',
)
_PIECES: Final = st.sampled_from(
    [
        *(
            b"\0",
            b"\xff\xfe",
            b"\xef\xbb\xbf",
            b"\r\n",
            b"\n",
            b'"',
            b",",
            b"\t",
            b" ",
            b"\\x",
            b"%",
            b"#Fields: ",
            b"{",
        ),
        *(b"}", b"[", b"]", b"<urlset>", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"//"),
        *(b"https://", b"CEF:0|", b"GET / HTTP/1.1", b"999999999999999999999", b"1e999", b"2026-13-45", b"-", b"\xe9"),
    ]
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw a source with some of its bytes replaced."""
    body = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(body)))
        body[start : start + draw(st.integers(0, 40))] = draw(_PIECES)
    return bytes(body)


def packed(body: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", body)
        archive.writestr("b", body)
    return whole.getvalue()


PACKERS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "as it is": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": packed,
}


@settings(deadline=None)
@given(
    body=st.binary(max_size=400) | damaged() | st.lists(_PIECES, max_size=30).map(b"".join),
    name=st.sampled_from(NAMES),
    kind=st.sampled_from(KINDS),
    cut=st.integers(0, 40),
    column=st.sampled_from(["", "1", "URL", "99"]),
)
@pytest.mark.parametrize("packing", PACKERS)
def test_any_bytes_are_rows_or_a_sentence(
    packing: str, body: bytes, name: str, kind: FileKind | None, cut: int, column: str
) -> None:
    whole = PACKERS[packing](body)
    options = ReadOptions(kind=kind, column=column, columns=("*",), base="https://a.example", limits=LIMITS)
    with suppress(FileError):
        reading = read_bytes(whole[: len(whole) - cut], name, options)
        assert len(reading.urls) or reading.sitemaps
        assert all(str(line.why) for line in reading.rejected)
