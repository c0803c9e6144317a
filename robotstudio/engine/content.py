"""Detect whether a file is robots.txt rules or something else. Fetching, the linter and the imports all use this."""

import re
from enum import StrEnum
from functools import lru_cache

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import GOOGLE_LINES, UTF8_BOM, Field, LineFlag, parse_line, split_lines


class Content(StrEnum):
    """The kind of content of a file."""

    RULES = "robots"  # whatever can be read as a robots.txt
    TEXT = "text"  # without a field that a crawler knows
    UTF16 = "utf16"  # text, but a crawler reads it as UTF-8 and finds no rule
    HTML = "html"
    XML = "xml"
    JSON = "json"
    BINARY = "binary"
    EMPTY = "empty"


READ_BY_LINE = frozenset({Content.RULES, Content.TEXT, Content.EMPTY})
"""Contents that are worth reading line by line."""

_WHITE = b" \t\r\n\v\f"

_START = 2048
_MARKUP = re.compile(
    rb"\s*+(?>(?:#[^\r\n]*+[\r\n]\s*+)*)(?:<!--.{0,1000}?-->\s*+)?<(!doctype\s+html|html|head|body|meta|title|script|div|center|\?xml|urlset|rss|feed)\b",
    re.IGNORECASE | re.DOTALL,
)
_XML = (b"?xml", b"urlset", b"rss", b"feed")
_JSON = re.compile(rb"\s*+[\[{]\s*+(?:[\"{\[\]}\d]|\Z)")
_MAGIC = (b"\x1f\x8b", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"%PDF", b"\x7fELF", b"RIFF")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
_AGENTS = (b"agent", b"agnet")
_CONTROLS = bytes(sorted(set(range(0x20)) - set(b"\t\n\v\f\r")))


def content_of(body: bytes, content_type: str = "") -> Content:
    """Classify the bytes; a file with rules that a crawler can read is `RULES`, whatever else it contains.

    The server's content type decides only if the bytes are ambiguous.
    """
    text = body.removeprefix(UTF8_BOM)
    if not text.strip(_WHITE):
        return Content.EMPTY
    start = text[:_START]
    if body.startswith(_UTF16) or _has_every_other_nul(start):
        return Content.UTF16
    if body.startswith(_MAGIC) or start.count(0) * 2 > len(start):
        return Content.RULES if _has_rules(body) else Content.BINARY
    markup = _MARKUP.match(start)
    if markup and not is_page_with_rules(body):
        is_xml = markup[1].lower().startswith(_XML) and b"<html" not in start.lower()
        return Content.XML if is_xml else Content.HTML
    if markup or _has_known_field(body) or _has_rules(body):
        return Content.RULES
    if _JSON.match(start):
        return Content.JSON
    controls = len(start) - len(start.translate(None, _CONTROLS)) + 3 * start.count(_REPLACEMENT)
    return Content.BINARY if controls * 10 > len(start) else _unknown_markup(start, content_type.lower())


def finding_rules(body: bytes) -> tuple[str, ...]:
    """Return the dialects that find rules for any crawler."""
    return tuple(each for each in DIALECTS if _finds_rules(body, each)) if _names_agent(body) else ()


def _names_agent(body: bytes) -> bool:
    lower = body.lower()  # an expression takes ten times as long
    return any(name in lower for name in _AGENTS)


def _has_rules(body: bytes) -> bool:
    return _names_agent(body) and any(_finds_rules(body, each) for each in DIALECTS)


@lru_cache(maxsize=32)
def _finds_rules(body: bytes, dialect: str) -> bool:
    """Return True if a dialect finds rules; cached, since HTML pages are long and one dialect is usually enough."""
    groups = Robots.parse(body, dialect).groups
    return any(rule.written for group in groups for rule in group.rules)


def _unknown_markup(start: bytes, content_type: str) -> Content:
    """Classify text that begins with no known tag."""
    text = start.lstrip(_WHITE).lower()
    if not text.startswith(b"<"):
        return Content.TEXT
    if "html" in content_type or b"<html" in text or text.startswith(b"<!--"):
        return Content.HTML
    return Content.XML if "xml" in content_type else Content.TEXT


def is_page_with_rules(body: bytes) -> bool:
    """Return True for a web page with lines that Google, and others that ignore the type, read as rules."""
    start = body.removeprefix(UTF8_BOM)[:_START]
    return _MARKUP.match(start) is not None and _names_agent(body) and _finds_rules(body, "google")


def _has_every_other_nul(start: bytes) -> bool:
    """Detect ASCII text in UTF-16 without a byte order mark."""
    if len(start) < 8:
        return False
    even, odd = start[::2], start[1::2]
    return (even.count(0) > 0.9 * len(even)) != (odd.count(0) > 0.9 * len(odd))


def _has_known_field(body: bytes) -> bool:
    """Return True if a line has a known field, or if all lines are empty or comments."""
    has_text = False
    for raw in set(split_lines(body.removeprefix(UTF8_BOM))):  # millions of lines may be equal
        line = parse_line(raw, GOOGLE_LINES)
        if line.key and line.field is not Field.UNKNOWN:
            return True
        has_text = has_text or not line.flags & (LineFlag.EMPTY | LineFlag.COMMENT_ONLY)
    return not has_text
