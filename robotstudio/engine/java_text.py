"""White space and tags as the Java libraries treat them."""

import re

_TRIMMED = bytes(range(0x21))
_TAG = re.compile(rb"<(?:(?!\xc2\x85|\xe2\x80[\xa8\xa9])[^>\r\n])+>")


def trimmed(text: bytes) -> tuple[int, bytes]:
    """A text without the spaces and control characters at both ends, and the offset at which it starts."""
    left = text.lstrip(_TRIMMED)
    return len(text) - len(left), left.rstrip(_TRIMMED)


def without_tags(body: bytes) -> bytes:
    """A file without anything between angle brackets, line by line."""
    return _TAG.sub(b"", body) if b"<" in body else body
