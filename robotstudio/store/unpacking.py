"""Unpack gzip, bzip2, xz and Zstandard as a stream, recognised by content.

A truncated file never counts as complete.
"""

import bz2
import io
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import BinaryIO, Final, Protocol, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_AT_ONCE: Final = 32 * 1024
"""Packed bytes per read; small, since the rest is copied at the end of each member."""
_BLOCK: Final = 256 * 1024
_GZIP_WINDOW: Final = 31
_MOST_MEMORY: Final = 128 * 1024 * 1024
"""`xz -9` needs 65 MiB; a header of 108 bytes can ask for 4 GiB."""


_ZSTD_OPTIONS: Final[Mapping[int, int]] = {zstd.DecompressionParameter.window_log_max: 27}
"""Windows up to 128 MiB (a power of two), as `zstd --ultra -22` and `--long` need."""


class EndsEarlyError(EOFError):
    """The packed data are truncated: the file was not downloaded or copied completely."""


class DamagedError(Exception):
    """The packed data are corrupt."""


class NeedsMemoryError(Exception):
    """Unpacking would take more memory than allowed for a foreign file."""


class _Unpacker(Protocol):
    """The interface of `bz2` and `lzma`."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes: ...


class _Gzip:
    """One member, with the interface of `bz2` and `lzma`."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP_WINDOW)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._member.eof

    @property
    def unused_data(self) -> bytes:
        return self._member.unused_data

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        piece = self._member.decompress(self._member.unconsumed_tail + data, max_length)
        self.needs_input = len(piece) < max_length
        return piece


_UNPACKERS: Final[Mapping[bytes, Callable[[], _Unpacker]]] = {
    b"\x1f\x8b": _Gzip,
    b"BZh": bz2.BZ2Decompressor,
    b"\x28\xb5\x2f\xfd": partial(zstd.ZstdDecompressor, None, _ZSTD_OPTIONS),
    b"\xfd7zXZ\x00": partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, _MOST_MEMORY),
}
"""Unpackers by magic bytes."""


def unpacked_blocks(file: BinaryIO) -> Iterator[bytes]:
    """Yield the content in blocks of a bounded size, unpacked if it is packed.

    Raises EndsEarlyError, DamagedError or NeedsMemoryError after everything that could be unpacked.
    """
    data = file.read(_AT_ONCE)
    make = next((make for start, make in _UNPACKERS.items() if data.startswith(start)), None)
    if make is not None:
        yield from _members(file, data, make)
        return
    if data and any(start.startswith(data) for start in _UNPACKERS):  # truncated within the magic bytes
        raise EndsEarlyError
    while data:
        yield data
        data = file.read(_AT_ONCE)


def _members(file: BinaryIO, data: bytes, make: Callable[[], _Unpacker]) -> Iterator[bytes]:
    """Yield the content of all members; small ones, as in Common Crawl, in one block."""
    block = bytearray()
    try:
        for piece in _pieces(file, data, make):
            block += piece
            if len(block) >= _BLOCK:
                yield bytes(block)
                block.clear()
    except (EndsEarlyError, DamagedError, NeedsMemoryError):
        if block:
            yield bytes(block)
        raise
    if block:
        yield bytes(block)


def _pieces(file: BinaryIO, data: bytes, make: Callable[[], _Unpacker]) -> Iterator[bytes]:
    """Yield one member after another, as in rotated logs and archives of Common Crawl; skip zeros between them."""
    member = make()
    while True:
        try:
            piece = member.decompress(data, _BLOCK)
        except (zlib.error, lzma.LZMAError, zstd.ZstdError, OSError, ValueError) as error:
            raise _reason(error) from error
        yield piece
        data = b""
        if member.eof:
            data = member.unused_data.lstrip(b"\0")
            while not data and (read := file.read(_AT_ONCE)):
                data = read.lstrip(b"\0")
            if not data:
                return
            member = make()
        elif member.needs_input and not (data := file.read(_AT_ONCE)):
            raise EndsEarlyError


def _reason(error: Exception) -> Exception:
    if isinstance(error, lzma.LZMAError | zstd.ZstdError) and ("limit" in str(error) or "memory" in str(error)):
        return NeedsMemoryError()
    return DamagedError(str(error))


class _Unpacked(io.RawIOBase):
    """A packed file as a stream. An error is raised again at each further read, so that no library can swallow it."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._blocks = unpacked_blocks(file)
        self._left = memoryview(b"")
        self._error: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object, /) -> int:
        if self._error is not None:
            raise self._error
        try:
            while not self._left and (block := next(self._blocks, None)) is not None:
                self._left = memoryview(block)
        except Exception as error:
            self._error = error
            raise
        view = cast("memoryview", buffer)
        size = min(len(view), len(self._left))
        view[:size], self._left = self._left[:size], self._left[size:]
        return size


def unpacked(file: BinaryIO) -> io.BufferedReader:
    """Return a stream of the unpacked content of an open file, which raises as `unpacked_blocks` does."""
    return io.BufferedReader(_Unpacked(file), _BLOCK)


class Piecewise:
    """The stream for a library that reads blocks: an error comes only after all that could be unpacked."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self.read = stream.read1
