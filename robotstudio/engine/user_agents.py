"""Find product tokens in what people and logs write: a whole User-Agent header, a pasted line, a typed name.

A header names browsers and other crawlers beside its own: `Feedly/1.0 (like FeedFetcher-Google)`. So a token with a
version goes before one without, the longer before the shorter, and a token inside a longer one is left out.
"""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler

MOST_READ = 4096
"""Characters: no crawler sends more, and a log may contain anything."""

_WORD = re.compile(r"[a-z0-9_-]+", re.ASCII)
_IN_ADDRESSES = frozenset("/.@")
_AFTER_HOSTS = frozenset(".@")
_IN_WORDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


class _Found(NamedTuple):
    start: int
    end: int
    crawler: Crawler
    is_address: bool  # a part of one, as in `+http://www.google.com/bot.html`
    has_version: bool


class UserAgents:
    """Finds the crawlers of a catalogue in headers; callers cache the answers."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Index the crawlers by the first word of their tokens, without control tokens."""
        self._by_first_word: dict[str, list[tuple[str, Crawler]]] = {}
        for crawler in catalogue.crawlers.values():
            token = crawler.token.lower()
            word = _WORD.match(token)
            if word and not crawler.is_control:
                self._by_first_word.setdefault(word[0], []).append((token, crawler))

    def find(self, header: str) -> tuple[Crawler, ...]:
        """Return the crawlers whose tokens a header contains, the most likely first; none for a browser."""
        text = header[:MOST_READ].lower()
        best: dict[str, _Found] = {}
        for found in _without_parts(self._all(text)):
            known = best.get(found.crawler.token)
            if known is None or _rank(found) < _rank(known):
                best[found.crawler.token] = found
        return tuple(found.crawler for found in sorted(best.values(), key=_rank))

    def tokens(self, header: str) -> tuple[str, ...]:
        """Return the token of the crawler that a header names most clearly, in a tuple that may be empty."""
        return tuple(crawler.token for crawler in self.find(header)[:1])

    def _all(self, text: str) -> Iterator[_Found]:
        for word in _WORD.finditer(text):
            for token, crawler in self._by_first_word.get(word[0], ()):
                start, end = word.start(), word.start() + len(token)
                if text.startswith(token, start) and text[end : end + 1] not in _IN_WORDS:
                    before, after = text[max(0, start - 1) : start], text[end : end + 1]
                    is_address = before in _IN_ADDRESSES or after in _AFTER_HOSTS
                    yield _Found(start, end, crawler, is_address, has_version=after == "/")


def _rank(found: _Found) -> tuple[bool, bool, int, int]:
    return found.is_address, not found.has_version, found.start - found.end, found.start


def _without_parts(all_found: Iterable[_Found]) -> Iterator[_Found]:
    """Drop tokens inside a longer one that starts at the same place or before."""
    covered = 0
    for found in sorted(all_found, key=lambda found: (found.start, -found.end)):
        if found.end > covered:
            covered = found.end
            yield found


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
    EMPTY = "empty"
    TOKEN = "token"  # letters, - and _ only: a product token as RFC 9309 has it
    KNOWN = "known"  # a crawler of the catalogue
    HEADER = "header"  # a whole User-Agent header, with a token in it
    HEADER_WITHOUT_TOKEN = "header-without-token"
    PARTLY = "partly"  # starts like a token, goes on with other characters
    NO_TOKEN = "no-token"  # starts with another character


class AgentEntry(Struct, frozen=True):
    """A typed entry, the token to be added, and how much of it a parser that follows RFC 9309 reads."""

    kind: EntryKind
    token: str
    read: str

    @property
    def can_be_added(self) -> bool:
        return bool(self.token)


def read_entry(text: str, catalogue: Catalogue = CATALOGUE) -> AgentEntry:
    """Find the product token in what was typed or pasted: a token, a user-agent line, or a whole header."""
    text = " ".join(text[:_MOST_READ].split())
    line = _LINE.match(text)
    text = text[line.end() :] if line else text
    if not text:
        return AgentEntry(EntryKind.EMPTY, "", "")
    known = catalogue.known(text)
    if known:
        return AgentEntry(EntryKind.KNOWN, known.token, known.token)
    senders = UserAgents(catalogue).find(text) if not _TOKEN.fullmatch(text) else ()
    if senders or _HEADER_SIGNS & set(text):
        found = senders[0].token if senders else _unknown_product(text)
        kind = EntryKind.HEADER if found else EntryKind.HEADER_WITHOUT_TOKEN
        return AgentEntry(kind, found, found)
    start = _TOKEN.match(text)
    if not start:
        return AgentEntry(EntryKind.NO_TOKEN, text, "")
    kind = EntryKind.TOKEN if start[0] == text else EntryKind.PARTLY
    return AgentEntry(kind, text, start[0])


def _unknown_product(header: str) -> str:
    """Return the product in a header that is not a browser's."""
    products = [*_COMPATIBLE.findall(header), *_NAMED_PRODUCT.findall(header)]
    return next((product for product in products if product.lower() not in _OF_BROWSERS), "")


def crawler_of(name: str, catalogue: Catalogue = CATALOGUE) -> Crawler:
    """Return the crawler for a name, a user-agent line or a whole header."""
    return catalogue.crawler_for(read_entry(name, catalogue).token or name)
