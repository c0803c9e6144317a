"""Decode a Content-Encoding of an untrusted server: output never exceeds the room given."""

import zlib
from typing import Protocol

import brotli

from robotstudio.fetch.headers import content_codings

ACCEPTED = "gzip, deflate, br"  # what can be undone with a bound; zstd is not asked for
_MOST_MEMBERS = 1_000
_GZIP_MAGIC = b"\x1f\x8b"


class CodingUnsupportedError(Exception):
    """The server used a coding that was not in Accept-Encoding."""

    def __init__(self, coding: str) -> None:
        super().__init__(coding)
        self.coding = coding


class CodingBrokenError(Exception):
    """The body does not match its coding."""

    def __init__(self, coding: str) -> None:
        super().__init__(coding)
        self.coding = coding


class Decoder(Protocol):
    """Decodes a stream piece by piece."""

    def decode(self, data: bytes, room: int) -> bytes:
        """Decode some data into at most `room` bytes."""

    def finish(self) -> None:
        """Check at the end of the body that nothing is missing. Raises CodingBrokenError."""


class _Identity:
    def decode(self, data: bytes, room: int) -> bytes:
        return data[:room]

    def finish(self) -> None:
        """Do nothing: an identity body is always complete."""


class _Zlib:
    """gzip (also of several members) and deflate (with its zlib header or, as some servers send it, raw)."""

    def __init__(self, coding: str, window: int) -> None:
        self._coding = coding
        self._window = window
        self._inner = zlib.decompressobj(window)
        self._head = b""  # a header is two bytes; deflate cannot be told from raw deflate by less
        self._begun = False
        self._members = 1
        self._over = False  # ignore what follows the last member: zlib would buffer all of it

    def decode(self, data: bytes, room: int) -> bytes:
        if not self._begun:
            self._head += data
            if len(self._head) < 2:
                return b""
            data, self._begun = self._head, True
            is_zlib = data[0] & 0x0F == 8 and int.from_bytes(data[:2]) % 31 == 0  # RFC 1950
            if self._coding == "deflate" and not is_zlib:
                self._inner = zlib.decompressobj(-zlib.MAX_WBITS)
        return self._decode(data, room)

    def finish(self) -> None:
        if self._head and not self._inner.eof:
            raise CodingBrokenError(self._coding)

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
        """Start the next gzip member; anything else after a member is ignored, as in browsers."""
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
    """Return the decoder for a Content-Encoding header."""
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
