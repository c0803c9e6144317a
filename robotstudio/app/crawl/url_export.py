"""The URLs of a crawl as a table for other programs, in English: all that are asked for, with what is known of each."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from robotstudio.app.crawl.listing import ListedPage, Wanted, listed_pages
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.io.delimited import delimited
from robotstudio.io.files import replacing, write_atomic


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
    wanted: Wanted,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> int | None:
    """Write them as the suffix says, CSV where it says nothing else; how many there are, None where it was cancelled.

    Raises CrawlFileError and FileError.
    """
    rows = [_row(each) for each in listed_pages(crawl, crawlers, draft, wanted)]
    if is_cancelled():
        return None
    if path.suffix.lower() == ".xlsx":
        _write_workbook(path, rows)
    else:
        text = "".join(_WRITERS.get(path.suffix.lower(), _csv)(rows))
        write_atomic(path, text.encode("utf-8", "surrogateescape"))
    return len(rows)


def _write_workbook(path: Path, rows: Sequence[UrlRow]) -> None:
    from robotstudio.io.spreadsheet import URL_WIDTH, WIDTH, SheetColumn, workbook  # noqa: PLC0415  # few write one

    heads, *cells = _cells(rows)
    columns = [SheetColumn(str(name), URL_WIDTH if name in _OF_URLS else WIDTH) for name in heads]
    with replacing(path) as file, workbook(file) as book:
        book.add_table("URLs", columns, cells)


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


def _csv(rows: Sequence[UrlRow]) -> Iterator[str]:
    return delimited(_cells(rows))


def _tsv(rows: Sequence[UrlRow]) -> Iterator[str]:
    return delimited(_cells(rows), "\t")


def _cells(rows: Sequence[UrlRow]) -> Iterator[Sequence[object]]:
    yield UrlRow._fields
    for row in rows:
        yield (*row[:-1], " ".join(row.blocked_for))


def _json(rows: Sequence[UrlRow]) -> Iterator[str]:
    yield json.dumps([row._asdict() for row in rows], ensure_ascii=False, indent=1)
    yield "\n"


_WRITERS = {".tsv": _tsv, ".json": _json}
_OF_URLS = frozenset({"url", "found_on", "canonical", "redirects_to"})
