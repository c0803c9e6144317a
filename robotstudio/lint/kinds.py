"""What kind of content a file has: where it is no text with rules, nothing is said about its lines."""

import re
from enum import StrEnum

from robotstudio.engine.tokens import GOOGLE_LINES, UTF8_BOM, Field, LineFlag, parse_line, split_lines
from robotstudio.lint.affected import finding_rules


class Content(StrEnum):
    """What the bytes of a file are."""

    RULES = "rules"
    HTML = "html"
    XML = "xml"
    JSON = "json"
    TEXT = "text"
    UTF16 = "utf-16"
    BINARY = "binary"


_START = 2048
_MARKUP = re.compile(
    rb"\s*+(?:#[^\r\n]*+[\r\n]\s*+)*+(?:<!--.{0,1000}?-->\s*+)?<(!doctype\s+html|html|head|body|meta|title|script|div|center|\?xml|urlset|rss|feed)\b",
    re.IGNORECASE | re.DOTALL,
)
_XML = (b"?xml", b"urlset", b"rss", b"feed")
_JSON = re.compile(rb"\s*+[\[{]\s*+(?:[\"{\[\]}\d]|\Z)")
_MAGIC = (b"\x1f\x8b", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"%PDF", b"\x7fELF", b"RIFF")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
_CONTROLS = bytes(sorted(set(range(0x20)) - set(b"\t\n\v\f\r")))


def content_of(body: bytes) -> Content:
    """What the bytes are. A file with rules in it that a crawler can read counts as rules, whatever else it holds."""
    start = body.removeprefix(UTF8_BOM)[:_START]
    if body.startswith(_UTF16) or _has_every_other_nul(start):
        return Content.UTF16
    if body.startswith(_MAGIC) or (start.count(0) * 2 > len(start) and not finding_rules(body)):
        return Content.BINARY
    markup = _MARKUP.match(start)
    if markup and not is_page_with_rules(body):
        is_xml = markup[1].lower().startswith(_XML) and b"<html" not in start.lower()
        return Content.XML if is_xml else Content.HTML
    if markup or _says_something_to_crawlers(body) or finding_rules(body):
        return Content.RULES
    if _JSON.match(start):
        return Content.JSON
    controls = len(start) - len(start.translate(None, _CONTROLS)) + 3 * start.count(_REPLACEMENT)
    return Content.BINARY if controls * 10 > len(start) else Content.TEXT


def is_page_with_rules(body: bytes) -> bool:
    """Whether a web page holds lines that Google, and whoever else does not look at the type, reads as rules."""
    start = body.removeprefix(UTF8_BOM)[:_START]
    return _MARKUP.match(start) is not None and "google" in finding_rules(body)


def _has_every_other_nul(start: bytes) -> bool:
    """Text of ASCII letters in UTF-16 without a byte order mark."""
    if len(start) < 8:
        return False
    even, odd = start[::2], start[1::2]
    return (even.count(0) > 0.9 * len(even)) != (odd.count(0) > 0.9 * len(odd))


def _says_something_to_crawlers(body: bytes) -> bool:
    """Whether a line has a field that somebody knows, or no line says anything at all."""
    says_anything = False
    for raw in set(split_lines(body.removeprefix(UTF8_BOM))):  # millions of lines may be alike
        line = parse_line(raw, GOOGLE_LINES)
        if line.key and line.field is not Field.UNKNOWN:
            return True
        says_anything = says_anything or not line.flags & (LineFlag.EMPTY | LineFlag.COMMENT_ONLY)
    return not says_anything
