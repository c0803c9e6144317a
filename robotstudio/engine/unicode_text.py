"""Lines, white space and case as Python's `str` knows them, on bytes: there is more of each than ASCII has."""

import re

ALSO_ENDS = re.compile(rb"[\v\f\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]")
"""What ends a line for `str.splitlines` besides LF, CR and CRLF."""

_BLANKS = b" \t\n\r\v\f\x1c\x1d\x1e\x1f"


def stripped(text: bytes) -> tuple[int, bytes]:
    """A text without the white space at both ends, and the offset at which it starts."""
    if text.isascii():
        left = text.lstrip(_BLANKS)
        return len(text) - len(left), left.rstrip(_BLANKS)
    characters = _characters(text).lstrip()
    return len(text) - len(_encoded(characters)), _encoded(characters.rstrip())


def words(text: bytes) -> list[bytes]:
    """The words of a text, as `str.split` finds them."""
    return [_encoded(word) for word in _characters(text).split()]


def lowered(text: bytes) -> bytes:
    return text.lower() if text.isascii() else _encoded(_characters(text).lower())


def _characters(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def _encoded(characters: str) -> bytes:
    return characters.encode("utf-8", "surrogateescape")
