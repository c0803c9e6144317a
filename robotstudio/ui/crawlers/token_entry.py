"""What a person types or pastes where a product token is asked for. No Qt, no words."""

import re
from dataclasses import dataclass
from enum import Enum

from robotstudio.engine.crawlers import CRAWLERS

_MOST_READ = 2000

_LINE = re.compile(r"user-agent\s*:\s*", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z_-]+")
_NAMED_PRODUCT = re.compile(r"([A-Za-z][A-Za-z0-9._-]*)/v?\d")
_COMPATIBLE = re.compile(r"compatible;\s*([A-Za-z][A-Za-z0-9._-]*)", re.IGNORECASE)
_HEADER_SIGNS = frozenset("/();,")

# Products that browsers name, and crawlers after them.
_OF_BROWSERS = frozenset(
    {
        *("mozilla", "applewebkit", "chrome", "chromium", "safari", "gecko", "khtml", "version", "mobile"),
        *("firefox", "edg", "edge", "opr", "opera", "trident"),
    }
)


class EntryKind(Enum):
    """What was typed."""

    EMPTY = "empty"
    TOKEN = "token"  # noqa: S105 - letters, - and _ only: a product token as RFC 9309 has it
    KNOWN = "known"  # a crawler of the catalogue
    HEADER = "header"  # a whole User-Agent header, with a token in it
    HEADER_WITHOUT_TOKEN = "header-without-token"  # noqa: S105 - no secret
    PARTLY = "partly"  # starts like a token, goes on with other characters
    NO_TOKEN = "no-token"  # noqa: S105 - starts with another character


@dataclass(frozen=True, slots=True)
class Entry:
    """What was typed, the token to be added, and how much of it a parser that follows RFC 9309 reads."""

    kind: EntryKind
    token: str
    read: str

    @property
    def can_be_added(self) -> bool:
        """Whether there is a token."""
        return bool(self.token)


def read_entry(text: str) -> Entry:
    """Find the product token in what was typed or pasted: a token, a user-agent line, or a whole header."""
    text = " ".join(text[:_MOST_READ].split())
    line = _LINE.match(text)
    text = text[line.end() :] if line else text
    if not text:
        return Entry(EntryKind.EMPTY, "", "")
    known = _known(text)
    if known:
        return Entry(EntryKind.KNOWN, known, known)
    if _HEADER_SIGNS & set(text):
        found = _token_of_header(text)
        kind = EntryKind.HEADER if found else EntryKind.HEADER_WITHOUT_TOKEN
        return Entry(kind, found, found)
    start = _TOKEN.match(text)
    if not start:
        return Entry(EntryKind.NO_TOKEN, text, "")
    kind = EntryKind.TOKEN if start[0] == text else EntryKind.PARTLY
    return Entry(kind, text, start[0])


_BY_LOWER = {token.lower(): token for token in CRAWLERS}
_BY_LENGTH = sorted(CRAWLERS, key=len, reverse=True)


def _known(text: str) -> str:
    return _BY_LOWER.get(text.lower(), "")


def _token_of_header(header: str) -> str:
    """The token of the crawler that sends a header: one of the catalogue, else the product that is no browser's."""
    lower = header.lower()
    for token in _BY_LENGTH:
        if re.search(rf"(?<![a-z0-9_-]){re.escape(token.lower())}(?![a-z0-9_-])", lower) and token != "*":  # noqa: S105
            return token
    products = [*_COMPATIBLE.findall(header), *_NAMED_PRODUCT.findall(header)]
    return next((product for product in products if product.lower() not in _OF_BROWSERS), "")
