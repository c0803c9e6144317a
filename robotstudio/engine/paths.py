"""The bytes of a URL that are compared with a rule, and the normalisation of both sides.

Here are also the functions of libraries that decode a text as a whole and encode everything unsafe.
"""

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

# A byte is looked for much faster than a string of one byte.
_PERCENT_SIGN, _STAR = ord("%"), ord("*")
_PATH_START = re.compile(rb"[/?;]")
_USUAL_URL = re.compile(rb"[^/?;:#]*://[^/?;#]*(/[^#]*)")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
_PERCENT_OR_RAW = re.compile(rb"%[0-9A-Fa-f]{2}|[\x80-\xff]")
_SPECIAL = re.compile(rb"(%2A|%24)")
_MOST_SPECIALS = 3
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

ROBOTS_TXT = b"/robots.txt"
STAR_ITSELF = b"\xfe"
"""Stands for a literal `*` of a URL that a rule may write as %2A: a byte that is not used otherwise, since
non-ASCII characters are escaped."""

NO_PATH = b""
"""The path of a URL that a dialect considers malformed: no rule is consulted for it, even if one matches."""


def bytes_of(text: str) -> bytes:
    """Encode a URL or a product token; invalid UTF-8 is represented by surrogate escapes (PEP 383)."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def path_text(path: bytes) -> str:
    """Decode a path or a pattern for display."""
    return path.replace(STAR_ITSELF, b"*").decode("utf-8", "replace")


def path_of(url: bytes) -> bytes:
    """Return path, parameters and query of a URL, as google/robotstxt cuts them out (GetPathParamsQuery; U1, U2).

    Scheme, host and port are ignored, and nothing is normalised: the URL is taken as the crawler requests it.
    """
    usual = _USUAL_URL.match(url)
    if usual:
        return usual[1]
    start = 2 if url.startswith(b"//") else 0
    first = _PATH_START.search(url, start)
    scheme_end = url.find(b"://", start)
    if scheme_end >= 0 and not (first and first.start() < scheme_end):
        first = _PATH_START.search(url, scheme_end + 3)
    if not first:
        return b"/"
    begin = first.start()
    fragment = url.find(b"#", start)
    if 0 <= fragment < begin:
        return b"/"
    path = url[begin:] if fragment < 0 else url[begin:fragment]
    return path if path.startswith(b"/") else b"/" + path


def google_path_of(url: bytes) -> bytes:
    """Return the path as Google's matcher gets it: a C string, so it ends at the first NUL (U1.15)."""
    path = path_of(url)
    return path if 0 not in path else path[: path.index(0)]


def escape(value: bytes) -> bytes:
    """Upper-case the hexadecimal digits of %xx and write bytes from 0x80 on as %XX (MaybeEscapePattern; E1)."""
    if value.isascii() and _PERCENT_SIGN not in value:
        return value
    return _PERCENT_OR_RAW.sub(_escaped, value)


def _escaped(found: re.Match[bytes]) -> bytes:
    byte = found[0]
    return byte.upper() if len(byte) == 3 else b"%%%02X" % byte[0]


def as_written(value: bytes) -> bytes:
    """Return the value unchanged."""
    return value


def decode_unreserved(value: bytes) -> bytes:
    """Decode %xx of unreserved bytes only."""
    return _PERCENT.sub(_decoded_if_unreserved, value) if _PERCENT_SIGN in value else value


def decode_all_but_slash(value: bytes) -> bytes:
    """Decode every %xx but %2F, which has a meaning of its own (1996)."""
    return _PERCENT.sub(_decoded_but_slash, value) if _PERCENT_SIGN in value else value


def decoded_path_of(url: bytes) -> bytes:
    """Return the path of a URL, with every %xx decoded but %2F."""
    return decode_all_but_slash(path_of(url))


def normalised_path_of(url: bytes) -> bytes:
    """Return the path of a URL in the form of RFC 9309; a `*` in it is marked as different from a rule's wildcard."""
    path = normalise_percent(path_of(url))
    return path.replace(b"*", STAR_ITSELF) if _STAR in path else path


def normalise_percent(text: bytes) -> bytes:
    """Normalise as RFC 9309 section 2.2.2 does: unreserved bytes decoded, others as written, hex in upper case."""
    text = escape(text)
    return _PERCENT.sub(_decoded_if_unreserved, text) if _PERCENT_SIGN in text else text


def written_specials(pattern: bytes) -> tuple[bytes, ...]:
    """Return the variants of a rule in which %2A and %24 stand for a literal `*` or `$` of a URL (section 2.2.3).

    If there are many, either all of them are replaced or none.
    """
    pieces = _SPECIAL.split(pattern)
    count = len(pieces) // 2
    if not count:
        return ()
    choices = product((False, True), repeat=count) if count <= _MOST_SPECIALS else ((True,) * count,)
    return tuple(_with_specials(pieces, choice) for choice in choices if any(choice))


def _with_specials(pieces: Sequence[bytes], choice: Sequence[bool]) -> bytes:
    parts = list(pieces)
    for place, is_itself in enumerate(choice):
        if is_itself:
            parts[2 * place + 1] = STAR_ITSELF if parts[2 * place + 1] == b"%2A" else b"$"
    text = b"".join(parts)
    return text + b"*" if choice[-1] and not parts[-1] and text.endswith(b"$") else text  # not an anchor


def _decoded_but_slash(found: re.Match[bytes]) -> bytes:
    byte = int(found[1], 16)
    return b"%2F" if byte == 0x2F else bytes((byte,))


def _decoded_if_unreserved(found: re.Match[bytes]) -> bytes:
    byte = int(found[1], 16)
    return bytes((byte,)) if byte in _UNRESERVED else found[0]


_ASCII = re.compile(rb"[\x00-\x7f]+")
_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")


def valid_utf8(text: bytes) -> bytes:
    """Replace invalid UTF-8 by U+FFFD, as a decoder with errors="replace" does."""
    return text if text.isascii() else text.decode("utf-8", "replace").encode()


def decoded(text: bytes, keep: Container[int] = ()) -> bytes:
    """Decode every %xx; those in `keep` stay escaped, in upper case."""

    def byte(found: re.Match[bytes]) -> bytes:
        value = int(found[1], 16)
        return found[0].upper() if value in keep else bytes((value,))

    return _PERCENT.sub(byte, text) if b"%" in text else text


def decoded_text(text: bytes) -> bytes:
    """Decode every %xx as Python's `unquote` does: each run of ASCII by itself, with invalid UTF-8 replaced."""
    return _ASCII.sub(_decoded_run, text) if b"%" in text else text


def _decoded_run(found: re.Match[bytes]) -> bytes:
    return valid_utf8(decoded(found[0]))


ASCII: Final = bytes(range(0x80))


def encoded(text: bytes, safe: bytes) -> bytes:
    """Percent-encode every byte but unreserved and safe ones, as Python's `quote` does."""
    return _unsafe(safe).sub(lambda found: b"%%%02X" % found[0][0], text)


@lru_cache(maxsize=16)
def _unsafe(safe: bytes) -> re.Pattern[bytes]:
    unsafe = bytes(byte for byte in range(256) if byte not in _SAFE and byte not in safe)
    return re.compile(b"[" + re.escape(unsafe) + b"]")
