"""What each crawler may find of a site: the same pages for all, and for each whether it may fetch and show them."""

from collections.abc import Sequence

from robotstudio.crawl.index.index import Hit, Searcher, Snippet
from robotstudio.crawl.insight.eyes import Eyes
from robotstudio.engine.crawlers import Crawler, CrawlerView
from robotstudio.fetch.index_tags import IndexTag
from robotstudio.lazy_dataclasses import dataclass

NOTHING = Snippet("")


@dataclass(frozen=True, slots=True)
class Showing:
    """One page as one crawler may show it."""

    rank: int | None
    """Its place among what this crawler may show; None if it is hidden."""
    is_blocked: bool
    is_known: bool
    """True if it is documented what the crawler makes of the answer for the robots.txt."""
    line: int | None
    """The line that blocks it, or that allows it."""
    is_noindex: bool
    """True if the page asks not to be shown; that is never seen where it is blocked."""
    longest_snippet: int | None
    """How many characters the page lets be shown; None if there is no limit."""
    rule: str = ""
    """What stands in the line."""

    @property
    def is_hidden(self) -> bool:
        return self.is_blocked or self.is_noindex


@dataclass(frozen=True, slots=True)
class HitByCrawler:
    """A page, and what each crawler may do with it, in the order of the crawlers."""

    hit: Hit
    shown: tuple[Showing, ...]


def seen_by(hits: Sequence[Hit], crawlers: Sequence[CrawlerView], eyes: Eyes) -> tuple[HitByCrawler, ...]:
    """The pages with what each crawler may do; after a change of the draft only this is asked again."""
    columns = [_column(hits, crawler, eyes) for crawler in crawlers]
    rows = zip(*columns, strict=True) if columns else ((),) * len(hits)
    return tuple(HitByCrawler(hit, tuple(row)) for hit, row in zip(hits, rows, strict=True))


def _column(hits: Sequence[Hit], crawler: CrawlerView, eyes: Eyes) -> list[Showing]:
    column, rank = [], 0
    for hit in hits:
        seen = eyes.sees(crawler, hit.url)
        tags = [tag for tag in hit.tags if tag.is_for(crawler.crawler or Crawler(crawler.token))]
        is_blocked = seen.allowed is False
        is_noindex = not is_blocked and any(tag.forbids_index for tag in tags)
        is_shown = not is_blocked and not is_noindex
        rank += is_shown
        column.append(
            Showing(
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
    """The shortest limit that any of the tags sets."""
    limits = []
    for directive in (directive for tag in tags for directive in tag.directives):
        name, _, value = directive.partition(":")
        if name == "nosnippet":
            limits.append(0)
        elif name == "max-snippet" and value.strip().isdigit():
            limits.append(int(value))
    return min(limits, default=None)


def snippet_of(found: HitByCrawler, text: str, searcher: Searcher) -> Snippet:
    """What may be shown of a page to all crawlers that may show it; nothing if none may."""
    longest = longest_snippet_of(found)
    return NOTHING if longest == 0 else shown_of(searcher.snippet(found.hit, text), longest)


def longest_snippet_of(found: HitByCrawler) -> int | None:
    """How many characters all crawlers that may show a page may show of it; None if there is no limit."""
    showing = [one for one in found.shown if not one.is_hidden]
    if found.shown and not showing:
        return 0
    return min((one.longest_snippet for one in showing if one.longest_snippet is not None), default=None)


def shown_of(snippet: Snippet, longest: int | None) -> Snippet:
    """As much of a snippet as may be shown."""
    return snippet if longest is None else snippet.cut(longest)
