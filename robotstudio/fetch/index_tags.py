"""Parse `X-Robots-Tag` headers and `<meta name="robots">`, also for single crawlers.

Follows Google's "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications": names and values in any case,
several values separated by commas.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from robotstudio.engine.crawlers import CRAWLERS, Crawler

_WITH_VALUE: Final = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
_MOST: Final = 200
_LONGEST: Final = 4_096
SIGNALS: Final = frozenset({"content-usage", "content-signal", "tdm-reservation", "tdm-policy"})
"""Headers that say what may be done with the content; those of TDM may also be `<meta>` names."""

_NO_INDEX: Final = frozenset({"noindex", "none"})


class TagOrigin(StrEnum):
    HEADER = "header"
    META = "meta"


class IndexTag(Struct, frozen=True):
    agent: str  # the crawler it is for, in lower case; "" for all
    directives: tuple[str, ...]  # in lower case, but for the value after a colon
    origin: TagOrigin

    @property
    def forbids_index(self) -> bool:
        """True for noindex and none."""
        return not _NO_INDEX.isdisjoint(self.directives)

    def is_for(self, crawler: Crawler) -> bool:
        """Return True if it names this crawler, or none."""
        return not self.agent or self.agent in {token.lower() for token in crawler.chain}


def header_tags(headers: Iterable[tuple[str, str]]) -> tuple[IndexTag, ...]:
    values = [value for name, value in headers if name.lower() == "x-robots-tag"]
    return tuple(tag for value in values[:_MOST] for tag in _tags(value))


def tags_in(text: str) -> tuple[IndexTag, ...]:
    """Parse directives as a header has them: those behind the name of a crawler and a colon are for it alone."""
    return tuple(_tags(text))


def header_text(tags: Iterable[IndexTag]) -> str:
    """Write tags as `tags_in` reads them."""
    by_agent: dict[str, list[str]] = {"": []}
    for tag in tags:
        by_agent.setdefault(tag.agent, []).extend(tag.directives)
    return ", ".join(
        f"{agent}: {', '.join(found)}" if agent else ", ".join(found) for agent, found in by_agent.items() if found
    )


def signals_in(headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the headers of a page about the use of its content, other than indexing."""
    found = [(name, value[:_LONGEST]) for name, value in headers if name.lower() in SIGNALS]
    return tuple(found[:_MOST])


def meta_tag(name: str, content: str) -> IndexTag | None:
    """Parse a `<meta>`; None if its name is neither "robots" nor a crawler's, or if it has no directive."""
    agent = name.lower()
    if agent == "robots":
        agent = ""
    elif not agent.endswith(("bot", "bot-news")) and agent not in _tokens():
        return None
    directives = tuple(_pieces(content))
    return IndexTag(agent, directives, TagOrigin.META) if directives else None


@cache
def _tokens() -> frozenset[str]:
    """Return the tokens that the shipped crawlers look for."""
    return frozenset(token.lower() for crawler in CRAWLERS.values() for token in crawler.chain)


def _tags(value: str) -> Iterator[IndexTag]:
    """Parse a header value; a crawler's name before a colon applies until the next one."""
    agent, directives = "", list[str]()
    for piece in _pieces(value):
        name, colon, rest = piece.partition(":")
        directive = piece
        if colon and name.strip().lower() not in _WITH_VALUE:
            if directives:
                yield IndexTag(agent, tuple(directives), TagOrigin.HEADER)
            agent, directives, directive = name.strip(), [], rest.strip().lower()
        if directive:
            directives.append(directive)
    if directives:
        yield IndexTag(agent, tuple(directives), TagOrigin.HEADER)


def _pieces(value: str) -> Iterator[str]:
    """Split into directives; the comma inside a date does not separate."""
    held = ""
    for part in value[:_LONGEST].split(",")[:_MOST]:
        text = part.strip()
        name = text.partition(":")[0].strip().lower()
        if held and not text[:1].isalpha():  # the rest of a date, such as `25-Jun-10 15:00:00 PST`
            yield f"{held}, {text}"
            held = ""
            continue
        if held:
            yield held
        held = ""
        if name == "unavailable_after":
            held = text
        elif text:
            yield text.lower()
    if held:
        yield held
