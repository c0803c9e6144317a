"""User agents: which crawlers a whole User-Agent header comes from, by the product tokens in it.

A header names browsers and other crawlers beside its own: `Feedly/1.0 (like FeedFetcher-Google)`. So a token with a
version goes before one without, the longer before the shorter, and what is a part of a longer one found is left out.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from robotstudio.engine.crawlers import Catalogue, Crawler

MOST_READ = 4096
"""Characters: no crawler sends more, and a log may hold anything."""

_WORD = re.compile(r"[a-z0-9_-]+", re.ASCII)
_IN_ADDRESSES = frozenset("/.@")
_AFTER_HOSTS = frozenset(".@")
_IN_WORDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


class _Found(NamedTuple):
    """A token in a header."""

    start: int
    end: int
    crawler: Crawler
    is_address: bool  # a part of one, as in `+http://www.google.com/bot.html`
    has_version: bool


class UserAgents:
    """Finds the crawlers of a catalogue in headers; to ask for the same header again and again, keep the answer."""

    def __init__(self, catalogue: Catalogue) -> None:
        """A finder of the crawlers that have a token of their own."""
        self._by_first_word: dict[str, list[tuple[str, Crawler]]] = {}
        for crawler in catalogue.crawlers.values():
            token = crawler.token.lower()
            word = _WORD.match(token)
            if word and not crawler.is_control:
                self._by_first_word.setdefault(word[0], []).append((token, crawler))

    def find(self, header: str) -> tuple[Crawler, ...]:
        """The crawlers whose tokens a header carries, the most telling first; none for a browser."""
        text = header[:MOST_READ].lower()
        best: dict[str, _Found] = {}
        for found in _without_parts(self._all(text)):
            known = best.get(found.crawler.token)
            if known is None or _rank(found) < _rank(known):
                best[found.crawler.token] = found
        return tuple(found.crawler for found in sorted(best.values(), key=_rank))

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
    """What is found, without what lies inside a longer token that starts at the same place or before."""
    covered = 0
    for found in sorted(all_found, key=lambda found: (found.start, -found.end)):
        if found.end > covered:
            covered = found.end
            yield found
