"""Export the URLs of a crawl as a table for other programs, in English."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from robotstudio.crawl.insight.listing import CrawlQuery, ListedPage, listed_pages
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.store.row_files import RowKind


class UrlRow(NamedTuple):
    """The fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str
    found_on: str | None
    link_text: str
    depth: int
    status: int | None
    content_type: str
    bytes: int
    canonical: str
    redirects_to: str
    meta_robots: str
    in_links: int | None
    in_sitemap: bool
    looks_empty: bool
    title: str
    ended_by: str | None
    blocked_for: tuple[str, ...]


def write_urls(
    path: Path,
    crawl: Path,
    crawlers: Sequence[CrawlerView],
    draft: bytes | None,
    wanted: CrawlQuery,
    is_cancelled: IsCancelled = never,
) -> int | None:
    """Write them in the format of the suffix, else as CSV; return their number, None if cancelled.

    Raises CrawlFileError and FileError.
    """
    rows = [_row(each) for each in listed_pages(crawl, crawlers, draft, wanted)]
    if is_cancelled():
        return None
    _URLS.write(path, rows)
    return len(rows)


def _row(listed: ListedPage) -> UrlRow:
    page = listed.page
    return UrlRow(
        url=page.url,
        found_on=page.found_on,
        link_text=page.anchor,
        depth=page.depth,
        status=page.status,
        content_type=page.content_type,
        bytes=page.size,
        canonical=page.canonical,
        redirects_to=page.redirects_to,
        meta_robots=page.tags,
        in_links=page.in_links,
        in_sitemap=page.in_sitemap,
        looks_empty=page.looks_empty,
        title=page.title,
        ended_by=page.ended_by.value if page.ended_by else None,
        blocked_for=listed.blocked_for,
    )


def _cells(row: UrlRow) -> tuple[object, ...]:
    return (*row[:-1], " ".join(row.blocked_for))


_URLS = RowKind("URLs", UrlRow._fields, _cells, frozenset({"url", "found_on", "canonical", "redirects_to"}))
