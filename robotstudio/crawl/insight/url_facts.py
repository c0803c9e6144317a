"""Facts of crawls about test URLs: a sortable column for each requested fact, in the order of the URLs.

Pages are read one by one, and only the requested facts are kept.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.crawl.model import CrawledPage
from robotstudio.crawl.records import pages
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.fetch.headers import media_type
from robotstudio.text.language import Message
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.url_set import UrlSet

Value: TypeAlias = str | int | None
_CHECK_EVERY: Final = 100


class FactKind(Enum):
    """Display format of a value."""

    TEXT = "text"
    URL = "url"
    NUMBER = "number"
    SIZE = "size"
    STATUS = "status"
    """A number; for URLs not fetched the reason, as the id of a rule."""
    FLAG = "flag"
    INDEXABILITY = "indexability"


class Fact(NamedTuple):
    """A column; programs read its `id`."""

    id: str
    title: Message
    kind: FactKind
    of: Callable[[CrawledPage], Value]
    width: int


def _status(page: CrawledPage) -> Value:
    return page.status if page.status is not None else page.ended_by and page.ended_by.value


def _redirect_target(page: CrawledPage) -> Value:
    return page.redirect_chain[-1] if page.redirect_chain else None


FACTS: Final[Mapping[str, Fact]] = {
    fact.id: fact
    for fact in (
        Fact("found_on", "Found on", FactKind.URL, lambda page: page.found_on, 150),
        Fact("link_text", "Link text", FactKind.TEXT, lambda page: page.anchor, 120),
        Fact("depth", "Depth", FactKind.NUMBER, lambda page: page.depth, 66),
        Fact("status", "Status", FactKind.STATUS, _status, 120),
        Fact("content_type", "Type", FactKind.TEXT, lambda page: media_type(page.content_type), 92),
        Fact("bytes", "Size", FactKind.SIZE, lambda page: page.size or None, 84),
        Fact("in_links", "In-links", FactKind.NUMBER, lambda page: page.in_links, 84),
        Fact("in_sitemap", "In a sitemap", FactKind.FLAG, lambda page: page.in_sitemap, 100),
        Fact("canonical", "Canonical", FactKind.URL, lambda page: page.canonical, 150),
        Fact("meta_robots", "Meta robots", FactKind.TEXT, lambda page: page.tags, 120),
        Fact("title", "Title", FactKind.TEXT, lambda page: page.title, 160),
        Fact("h1", "H1", FactKind.TEXT, lambda page: page.h1, 140),
        Fact("words", "Words", FactKind.NUMBER, lambda page: page.words, 76),
        Fact("indexability", "Indexability", FactKind.INDEXABILITY, lambda page: page.indexability.value, 130),
        Fact("out_links", "Out-links", FactKind.NUMBER, lambda page: page.out_links, 84),
        Fact("redirect_target", "Redirect target", FactKind.URL, _redirect_target, 150),
        Fact("duplicate_of", "Duplicate of", FactKind.URL, lambda page: page.same_text_as, 150),
    )
}
"""All facts, in the order of display."""


class UrlFacts(Struct, frozen=True, eq=False, dict=True):
    """The facts of a set of URLs: for each fact a value for every URL, None if unknown."""

    urls: UrlSet
    values: Mapping[str, Sequence[Value]]

    @cached_property
    def ranks(self) -> Mapping[str, NDArray[np.int64]]:
        """Sort keys of the values: equal for equal values, -1 for none."""
        return {name: _ranks(values) for name, values in self.values.items()}

    def alike(self, name: str, position: int) -> NDArray[np.intp]:
        """Return the positions of all URLs with the same value."""
        ranks = self.ranks[name]
        return np.flatnonzero(ranks == ranks[position])


def crawls_of(urls: UrlSet) -> tuple[Path, ...]:
    """Return the crawl files among the sources of a set."""
    return tuple(Path(place) for each in urls.sources if each.kind == FileKind.CRAWL for place in each.locations)


def read_facts(
    crawls: Sequence[Path], urls: UrlSet, wanted: Sequence[str], is_cancelled: IsCancelled = never
) -> UrlFacts | None:
    """Read the requested facts of the URLs; None if cancelled. Raises CrawlFileError."""
    values: dict[str, list[Value]] = {name: [None] * len(urls) for name in wanted if name in FACTS}
    told: dict[Value, Value] = {}  # interned: many URLs were found on the same page
    for path in crawls:
        with CrawlStore.reading(path) as store:
            for number, page in enumerate(pages(store, with_queue=False)):
                if not number % _CHECK_EVERY and is_cancelled():
                    return None
                place = urls.position(page.url)
                if place is not None:
                    for name, column in values.items():
                        value = FACTS[name].of(page)
                        column[place] = told.setdefault(value, value) if isinstance(value, str) else value
    facts = UrlFacts(urls, values)
    _ = facts.ranks  # fill the cached property in this thread
    return facts


def _ranks(values: Sequence[Value]) -> NDArray[np.int64]:
    known = sorted({value for value in values if value not in {None, ""}}, key=_order)
    rank_of: dict[Value, int] = {value: number for number, value in enumerate(known)}
    return np.fromiter((rank_of.get(value, -1) for value in values), np.int64, len(values))


def _order(value: Value) -> tuple[bool, int, str]:
    """Sort numbers before words."""
    return (True, 0, value) if isinstance(value, str) else (False, value or 0, "")
