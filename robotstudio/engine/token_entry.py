"""What a person types or pastes where a product token is asked for: in the window, on the command line, in a file."""

import re
from enum import Enum

from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.engine.user_agents import UserAgents
from robotstudio.lazy_dataclasses import dataclass

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
        *("firefox", "edg", "edga", "edgios", "edge", "opr", "opera", "presto", "trident", "vivaldi", "brave", "silk"),
        *("crios", "fxios", "opios", "opt", "focus", "klar", "gsa", "epiphany", "konqueror", "seamonkey", "palemoon"),
        *("samsungbrowser", "yabrowser", "ucbrowser", "miuibrowser", "huaweibrowser", "duckduckgo", "ddg", "cfnetwork"),
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


def read_entry(text: str, catalogue: Catalogue = CATALOGUE) -> Entry:
    """Find the product token in what was typed or pasted: a token, a user-agent line, or a whole header."""
    text = " ".join(text[:_MOST_READ].split())
    line = _LINE.match(text)
    text = text[line.end() :] if line else text
    if not text:
        return Entry(EntryKind.EMPTY, "", "")
    known = catalogue.known(text)
    if known:
        return Entry(EntryKind.KNOWN, known.token, known.token)
    senders = UserAgents(catalogue).find(text) if not _TOKEN.fullmatch(text) else ()
    if senders or _HEADER_SIGNS & set(text):
        found = senders[0].token if senders else _unknown_product(text)
        kind = EntryKind.HEADER if found else EntryKind.HEADER_WITHOUT_TOKEN
        return Entry(kind, found, found)
    start = _TOKEN.match(text)
    if not start:
        return Entry(EntryKind.NO_TOKEN, text, "")
    kind = EntryKind.TOKEN if start[0] == text else EntryKind.PARTLY
    return Entry(kind, text, start[0])


def _unknown_product(header: str) -> str:
    """The product in a header that is no browser's."""
    products = [*_COMPATIBLE.findall(header), *_NAMED_PRODUCT.findall(header)]
    return next((product for product in products if product.lower() not in _OF_BROWSERS), "")


def crawler_of(name: str, catalogue: Catalogue = CATALOGUE) -> Crawler:
    """The crawler that a name stands for, where a name, a user-agent line or a whole header may have been written."""
    return catalogue.crawler_for(read_entry(name, catalogue).token or name)
