"""Content codings are undone byte for byte, and never beyond the room there is."""

import contextlib
import gzip
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.fetch.coding import CodingBrokenError, CodingUnsupportedError, decoder_for

ROOM = 1_000_000


def decoded(coding: str, data: bytes, room: int = ROOM, step: int = 7) -> bytes:
    decoder = decoder_for(coding)
    body = b""
    for start in range(0, len(data), step):
        body += decoder.decode(data[start : start + step], room - len(body))
    if len(body) < room:
        decoder.finish()
    return body


def packed(coding: str, body: bytes) -> bytes:
    if coding == "br":
        return bytes(brotli.compress(body))
    window = {"gzip": 31, "deflate": 15, "raw": -15}[coding]
    packer = zlib.compressobj(wbits=window)
    return packer.compress(body) + packer.flush()


@given(st.binary(max_size=500), st.integers(1, 600))
def test_no_coding_leaves_the_bytes_alone(body: bytes, room: int) -> None:
    assert decoded("", body, room) == body[:room]
    assert decoded("identity", body, room) == body[:room]


@given(st.binary(max_size=500), st.integers(1, 600), st.integers(1, 600))
@pytest.mark.parametrize(
    ("header", "coding"),
    [("GZIP", "gzip"), ("x-gzip", "gzip"), ("deflate", "deflate"), ("deflate", "raw"), ("BR", "br")],
)
def test_coding_is_undone_within_the_room(header: str, coding: str, body: bytes, room: int, step: int) -> None:
    assert decoded(header, packed(coding, body), room, step) == body[:room]


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=5), st.integers(1, 40))
def test_gzip_of_several_members_is_one_body(members: list[bytes], step: int) -> None:
    assert decoded("gzip", b"".join(map(gzip.compress, members)), step=step) == b"".join(members)


def test_bytes_after_the_end_are_ignored() -> None:
    assert decoded("gzip", gzip.compress(b"body") + b"\0\0padding") == b"body"


def test_members_without_end_are_given_up() -> None:
    assert decoded("gzip", gzip.compress(b"x") * 5_000, step=65_536) == b"x" * 1_000


def test_no_bytes_are_an_empty_body_in_any_coding() -> None:
    assert decoded("gzip", b"") == b""


@pytest.mark.parametrize("data", [b"User-agent: *", brotli.compress(b"body" * 99)[:-3], b"\xff" * 50])
def test_broken_brotli_is_named(data: bytes) -> None:
    with pytest.raises(CodingBrokenError) as error:
        decoded("br", data)
    assert error.value.coding == "br"


@pytest.mark.parametrize("data", [b"User-agent: *", gzip.compress(b"body", mtime=0)[:-9], b"\x1f\x8b\x08\x00"])
def test_broken_gzip_is_named(data: bytes) -> None:
    with pytest.raises(CodingBrokenError) as error:
        decoded("gzip", data)
    assert error.value.coding == "gzip"


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate", "br"]))
def test_any_bytes_decode_or_are_broken(data: bytes, coding: str) -> None:
    with contextlib.suppress(CodingBrokenError):
        assert len(decoded(coding, data, 100)) <= 100


@pytest.mark.parametrize("header", ["zstd", "compress", "gzip, br", "gzip, gzip", "nonsense"])
def test_coding_that_was_not_asked_for_is_refused(header: str) -> None:
    with pytest.raises(CodingUnsupportedError) as error:
        decoder_for(header)
    assert error.value.coding == header


def test_what_follows_the_last_member_is_not_kept() -> None:
    decoder = decoder_for("gzip")
    assert decoder.decode(gzip.compress(b"a") + b"junk", 9) == b"a"
    assert [decoder.decode(b"more junk", 9) for _ in range(3)] == [b""] * 3
    assert len(decoder._inner.unused_data) == 4  # type: ignore[attr-defined]  # what was kept
