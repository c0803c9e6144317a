"""Percent-encoding as libraries do it on text: everything decoded, then everything encoded that is not safe."""

import re
from collections.abc import Container
from functools import lru_cache

_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
_ASCII = re.compile(rb"[\x00-\x7f]+")
_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")


def mended(text: bytes) -> bytes:
    """Text in which what is no UTF-8 is replaced by U+FFFD, as a decoder does it that replaces errors."""
    return text if text.isascii() else text.decode("utf-8", "replace").encode()


def decoded(text: bytes, keep: Container[int] = ()) -> bytes:
    """Every %xx as the byte that it stands for; those in `keep` stay escaped, in upper case."""

    def byte(found: re.Match[bytes]) -> bytes:
        value = int(found[1], 16)
        return found[0].upper() if value in keep else bytes((value,))

    return _PERCENT.sub(byte, text) if b"%" in text else text


def decoded_text(text: bytes) -> bytes:
    """Every %xx decoded as Python's `unquote` does: each run of ASCII by itself, and mended."""
    return _ASCII.sub(_decoded_run, text) if b"%" in text else text


def _decoded_run(found: re.Match[bytes]) -> bytes:
    return mended(decoded(found[0]))


def encoded(text: bytes, safe: bytes) -> bytes:
    """Every byte as %XX but unreserved ones and those that are safe, as Python's `quote` does."""
    return _unsafe(safe).sub(_escape, text)


@lru_cache(maxsize=16)
def _unsafe(safe: bytes) -> re.Pattern[bytes]:
    unsafe = bytes(byte for byte in range(256) if byte not in _SAFE and byte not in safe)
    return re.compile(b"[" + re.escape(unsafe) + b"]")


def _escape(found: re.Match[bytes]) -> bytes:
    return b"%%%02X" % found[0][0]
