"""Lines, white space and case as Python's `str` defines them, for UTF-8 bytes."""

import re

ALSO_ENDS = re.compile(rb"[\v\f\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]")
"""The line ends of `str.splitlines` other than LF, CR and CRLF."""

_BLANKS = b" \t\n\r\v\f\x1c\x1d\x1e\x1f"


def stripped(text: bytes) -> tuple[int, bytes]:
    """Strip white space at both ends; return the offset of the rest, and the rest."""
    if text.isascii():
        left = text.lstrip(_BLANKS)
        return len(text) - len(left), left.rstrip(_BLANKS)
    characters = _characters(text).lstrip()
    return len(text) - len(_encoded(characters)), _encoded(characters.rstrip())


def words(text: bytes) -> list[bytes]:
    """Split a text as `str.split` does."""
    return [_encoded(word) for word in _characters(text).split()]


def lowered(text: bytes) -> bytes:
    return text.lower() if text.isascii() else _encoded(_characters(text).lower())


def _characters(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def _encoded(characters: str) -> bytes:
    return characters.encode("utf-8", "surrogateescape")
