"""Search for each crawler: the same hits for all, and whether each may fetch and show them."""

from collections.abc import Sequence

from msgspec import Struct

from robotstudio.crawl.index.index import Hit, Searcher, Snippet
from robotstudio.crawl.insight.crawler_access import CrawlerAccess
from robotstudio.engine.crawlers import Crawler, CrawlerView
from robotstudio.fetch.index_tags import IndexTag

NOTHING = Snippet("")


class PageVisibility(Struct, frozen=True):
    """One page as one crawler may show it."""

    rank: int | None
    """Its rank among what this crawler may show; None if it is hidden."""
    is_blocked: bool
    is_known: bool
    """True if the crawler's reaction to the answer for robots.txt is documented."""
    line: int | None
    """The line that blocks or allows it."""
    is_noindex: bool
    """True for a page with noindex that may be fetched; a blocked page's noindex is never seen."""
    longest_snippet: int | None
    """Most characters of a snippet that the page permits; None if there is no limit."""
    rule: str = ""
    """The text of the line."""

    @property
    def is_hidden(self) -> bool:
        return self.is_blocked or self.is_noindex


class HitByCrawler(Struct, frozen=True):
    """A page, and what each crawler may do with it, in the order of the crawlers."""

    hit: Hit
    shown: tuple[PageVisibility, ...]


def seen_by(hits: Sequence[Hit], crawlers: Sequence[CrawlerView], access: CrawlerAccess) -> tuple[HitByCrawler, ...]:
    """Judge hits for each crawler; after a change of the draft only this is repeated."""
    columns = [_column(hits, crawler, access) for crawler in crawlers]
    rows = zip(*columns, strict=True) if columns else ((),) * len(hits)
    return tuple(HitByCrawler(hit, tuple(row)) for hit, row in zip(hits, rows, strict=True))


def _column(hits: Sequence[Hit], crawler: CrawlerView, access: CrawlerAccess) -> list[PageVisibility]:
    column, rank = [], 0
    for hit in hits:
        seen = access.decide(crawler, hit.url)
        tags = [tag for tag in hit.tags if tag.is_for(crawler.crawler or Crawler(crawler.token))]
        is_blocked = seen.allowed is False
        is_noindex = not is_blocked and any(tag.forbids_index for tag in tags)
        is_shown = not is_blocked and not is_noindex
        rank += is_shown
        column.append(
            PageVisibility(
                rank if is_shown else None,
                is_blocked,
                seen.allowed is not None,
                seen.line,
                is_noindex,
                None if is_blocked else _longest(tags),
                seen.rule,
            )
        )
    return column


def _longest(tags: Sequence[IndexTag]) -> int | None:
    """Return the shortest limit that any of the tags sets."""
    limits = []
    for directive in (directive for tag in tags for directive in tag.directives):
        name, _, value = directive.partition(":")
        if name == "nosnippet":
            limits.append(0)
        elif name == "max-snippet" and value.strip().isdigit():
            limits.append(int(value))
    return min(limits, default=None)


def snippet_of(found: HitByCrawler, text: str, searcher: Searcher) -> Snippet:
    """Return the snippet that all crawlers with access may show; nothing if none has."""
    longest = longest_snippet_of(found)
    return NOTHING if longest == 0 else shown_of(searcher.snippet(found.hit, text), longest)


def longest_snippet_of(found: HitByCrawler) -> int | None:
    """Return the longest snippet that all crawlers with access may show; None if there is no limit."""
    showing = [one for one in found.shown if not one.is_hidden]
    if found.shown and not showing:
        return 0
    return min((one.longest_snippet for one in showing if one.longest_snippet is not None), default=None)


def shown_of(snippet: Snippet, longest: int | None) -> Snippet:
    """Cut a snippet to what may be shown."""
    return snippet if longest is None else snippet.cut(longest)
