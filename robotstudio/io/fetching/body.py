"""What a body is: its bytes decide, as for the linter; the content type only where they leave it open."""

import codecs
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from robotstudio.engine import Robots
from robotstudio.io.fetching.evidence import BodyKind
from robotstudio.lint.kinds import Content, content_of

_LOOKED_AT: Final = 4_096
_WHITE: Final = b" \t\r\n\x0b\x0c"
_KINDS: Final[Mapping[Content, BodyKind]] = MappingProxyType(
    {
        Content.RULES: BodyKind.ROBOTS,
        Content.HTML: BodyKind.HTML,
        Content.XML: BodyKind.XML,
        Content.JSON: BodyKind.JSON,
        Content.TEXT: BodyKind.TEXT,
        Content.UTF16: BodyKind.UTF16,
        Content.BINARY: BodyKind.BINARY,
    }
)
# Every way in which Google writes these fields begins like this. It spares most pages the reading of their lines.
_MAY_NAME: Final = re.compile(rb"(?:\A|[\r\n])[ \t\v\f\0]*+(?:\xef\xbb\xbf)?user", re.IGNORECASE)
_MAY_RULE: Final = re.compile(rb"[\r\n][ \t\v\f\0]*+(?:allow|dis|dia)", re.IGNORECASE)


def body_kind(body: bytes, content_type: str) -> BodyKind:
    """Robots text, or what the server sent in its place. A page that holds rules is read as these: so Google does."""
    if not body.removeprefix(codecs.BOM_UTF8).strip(_WHITE):
        return BodyKind.EMPTY
    kind = _KINDS[content_of(body)]
    if kind in {BodyKind.ROBOTS, BodyKind.UTF16}:
        return kind
    if _holds_rules(body):
        return BodyKind.ROBOTS
    return _markup_kind(body, content_type.lower()) if kind is BodyKind.TEXT else kind


def _holds_rules(body: bytes) -> bool:
    """Whether Google finds a rule among lines that are none."""
    if _MAY_NAME.search(body) is None or _MAY_RULE.search(body) is None:
        return False
    return any(group.rules for group in Robots.parse(body).groups)


def _markup_kind(body: bytes, content_type: str) -> BodyKind:
    """What tags are that no known one precedes."""
    text = body[:_LOOKED_AT].removeprefix(codecs.BOM_UTF8).lstrip(_WHITE).lower()
    if not text.startswith(b"<"):
        return BodyKind.TEXT
    if "html" in content_type or b"<html" in text or text.startswith(b"<!--"):
        return BodyKind.HTML
    return BodyKind.XML if "xml" in content_type else BodyKind.TEXT
