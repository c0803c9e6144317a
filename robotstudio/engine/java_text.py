"""White space and tags as the Java libraries treat them."""

import re

_TRIMMED = bytes(range(0x21))
_LINE_ENDS = re.compile(rb"([\r\n]|\xc2\x85|\xe2\x80[\xa8\xa9])")
_TAG = re.compile(rb"<[^>]+>")


def trimmed(text: bytes) -> tuple[int, bytes]:
    """A text without the spaces and control characters at both ends, and the offset at which it starts."""
    left = text.lstrip(_TRIMMED)
    return len(text) - len(left), left.rstrip(_TRIMMED)


def without_tags(body: bytes) -> bytes:
    """A file without anything between angle brackets, line by line."""
    return b"".join(map(_without_tags, _LINE_ENDS.split(body))) if b"<" in body else body


def _without_tags(line: bytes) -> bytes:
    """A line without tags; looked at up to its last `>`, so that a line full of `<` takes no time."""
    end = line.rfind(b">") + 1
    return _TAG.sub(b"", line[:end]) + line[end:] if end else line
