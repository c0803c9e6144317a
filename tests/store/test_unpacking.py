"""Packed files as streams: all of the content, or an error after what there is; never a silent part."""

import bz2
import gzip
import io
import lzma
import os
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.store.unpacking import DamagedError, EndsEarlyError, NeedsMemoryError, Piecewise, unpacked

PACKERS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}
LONG = os.urandom(2_000) + b"abc" * 20_000


@pytest.mark.parametrize("name", PACKERS)
@given(parts=st.lists(st.binary(max_size=300), min_size=1, max_size=5), padding=st.sampled_from([0, 4, 512]))
def test_members_are_joined_whatever_is_in_them(name: str, parts: list[bytes], padding: int) -> None:
    body = b"".join(PACKERS[name](part) + bytes(padding) for part in parts)
    assert unpacked(io.BytesIO(body)).read() == b"".join(parts)


@given(st.binary(max_size=300))
def test_what_is_not_packed_is_as_it_is(body: bytes) -> None:
    if not body.startswith((b"\x1f", b"B", b"\xfd")):
        assert unpacked(io.BytesIO(body)).read() == body


def read_into(found: bytearray, stream: io.BufferedReader) -> None:
    while piece := Piecewise(stream).read(1 << 16):
        found += piece


@pytest.mark.parametrize("name", PACKERS)
def test_every_cut_is_an_error_behind_what_could_be_unpacked(name: str) -> None:
    body = PACKERS[name](LONG)
    for before in (b"", body):
        for at in {*range(1, 40), *range(40, len(body) - 40, 83), *range(len(body) - 40, len(body))}:
            stream = unpacked(io.BytesIO(before + body[:at]))
            found = bytearray()
            with pytest.raises(EndsEarlyError):
                read_into(found, stream)
            assert (LONG * 2).startswith(found)
            assert not before or len(found) >= len(LONG)
            with pytest.raises(EndsEarlyError):  # whoever goes on is told again
                stream.read()


@pytest.mark.parametrize("name", ["gzip", "bzip2"])
def test_junk_behind_a_member_is_damage(name: str) -> None:
    stream = unpacked(io.BytesIO(PACKERS[name](LONG) + b"junk and more junk"))
    with pytest.raises(DamagedError):
        stream.read()


@pytest.mark.parametrize("name", PACKERS)
def test_flipped_byte_is_damage(name: str) -> None:
    body = bytearray(PACKERS[name](LONG))
    body[len(body) // 2] ^= 0x55
    with pytest.raises((DamagedError, EndsEarlyError)):
        unpacked(io.BytesIO(body)).read()


def test_dictionary_of_xz_is_bounded_and_the_largest_usual_one_is_read() -> None:
    assert unpacked(io.BytesIO(lzma.compress(b"x", preset=9))).read() == b"x"
    large = lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 256 << 20}])
    with pytest.raises(NeedsMemoryError):
        unpacked(io.BytesIO(large)).read()
