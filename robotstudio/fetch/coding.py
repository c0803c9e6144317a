"""Undoing a Content-Encoding without trusting it: never more output than there is room for."""

import zlib
from typing import Protocol

import brotli

from robotstudio.fetch.headers import content_codings

ACCEPTED = "gzip, deflate, br"  # what can be undone with a bound; zstd is not asked for
_MOST_MEMBERS = 1_000
_GZIP_MAGIC = b"\x1f\x8b"


class CodingUnsupportedError(Exception):
    """The server used a coding that was not asked for."""

    def __init__(self, coding: str) -> None:
        super().__init__(coding)
        self.coding = coding


class CodingBrokenError(Exception):
    """The bytes are not what the coding says."""

    def __init__(self, coding: str) -> None:
        super().__init__(coding)
        self.coding = coding


class Decoder(Protocol):
    """Takes bytes as they come and gives at most as many as there is room for."""

    def decode(self, data: bytes, room: int) -> bytes:
        """Some decoded bytes, at most `room`."""

    def finish(self) -> None:
        """Called when the body is complete; complains where the coding is not."""


class _Identity:
    def decode(self, data: bytes, room: int) -> bytes:
        return data[:room]

    def finish(self) -> None:
        """Nothing can be missing."""


class _Zlib:
    """gzip (several members too) and deflate (with its header and, as some servers send it, without)."""

    def __init__(self, coding: str, window: int) -> None:
        self._coding = coding
        self._window = window
        self._inner = zlib.decompressobj(window)
        self._head = b""  # a header is two bytes; deflate cannot be told from raw deflate by less
        self._begun = False
        self._members = 1
        self._over = False  # what follows the last member is nothing, and zlib would keep all of it

    def decode(self, data: bytes, room: int) -> bytes:
        if not self._begun:
            self._head += data
            if len(self._head) < 2:
                return b""
            data, self._begun = self._head, True
            self._choose(data[:2])
        return self._decode(data, room)

    def finish(self) -> None:
        if self._head and not self._inner.eof:
            raise CodingBrokenError(self._coding)

    def _choose(self, header: bytes) -> None:
        """RFC 1950: the header is a multiple of 31 and names method 8; whatever has none is raw."""
        is_zlib = header[0] & 0x0F == 8 and int.from_bytes(header) % 31 == 0
        if self._coding == "deflate" and not is_zlib:
            self._inner = zlib.decompressobj(-zlib.MAX_WBITS)

    def _decode(self, data: bytes, room: int) -> bytes:
        decoded = bytearray()
        try:
            while data and len(decoded) < room and not self._over:
                decoded += self._inner.decompress(data, room - len(decoded))
                data = self._inner.unconsumed_tail
                if self._inner.eof:
                    data = self._next_member(self._inner.unused_data)
        except zlib.error as error:
            raise CodingBrokenError(self._coding) from error
        return bytes(decoded)

    def _next_member(self, rest: bytes) -> bytes:
        """What follows a gzip member is another one or, as browsers see it, nothing."""
        if self._coding != "gzip" or not rest.startswith(_GZIP_MAGIC) or self._members >= _MOST_MEMBERS:
            self._over = len(rest) >= len(_GZIP_MAGIC)
            return b""
        self._members += 1
        self._inner = zlib.decompressobj(self._window)
        return rest


class _Brotli:
    def __init__(self) -> None:
        self._inner = brotli.Decompressor()
        self._begun = False

    def decode(self, data: bytes, room: int) -> bytes:
        self._begun = self._begun or bool(data)
        decoded = bytearray()
        try:
            while len(decoded) < room and not self._inner.is_finished():
                decoded += self._inner.process(data, output_buffer_limit=room - len(decoded))
                data = b""
                if self._inner.can_accept_more_data():
                    break
        except brotli.error as error:
            raise CodingBrokenError("br") from error
        return bytes(decoded[:room])

    def finish(self) -> None:
        if self._begun and not self._inner.is_finished():
            raise CodingBrokenError("br")


def decoder_for(content_encoding: str) -> Decoder:
    """The decoder of a Content-Encoding header."""
    codings = content_codings(content_encoding)
    match codings:
        case []:
            return _Identity()
        case ["gzip" | "x-gzip"]:
            return _Zlib("gzip", 16 + zlib.MAX_WBITS)
        case ["deflate"]:
            return _Zlib("deflate", zlib.MAX_WBITS)
        case ["br"]:
            return _Brotli()
    raise CodingUnsupportedError(", ".join(codings))
