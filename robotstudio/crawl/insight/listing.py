"""Lists of a crawl for a window: the latest URLs and for whom each is blocked, what was not fetched, the log's end."""

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.crawl.cells import moment, whole
from robotstudio.crawl.insight.crawler_access import CrawlerAccess, SiteUrls
from robotstudio.crawl.model import CrawledPage, CrawlLogLine, CrawlProgress, HostState, NotFetched
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import (
    LeadingPage,
    UrlSelection,
    last_log_lines,
    latest,
    leading_to,
    naming,
    not_fetched,
    plan_of,
    progress_of,
    saved_hosts,
)
from robotstudio.crawl.runs import runs_of
from robotstudio.crawl.store import FILE_SUFFIXES, CrawlFileError, CrawlStore, is_crawl
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.store.files import status_of

MOST_LISTED: Final = 5_000
_MOST_LOGGED: Final = 200
_MOST_REASONS: Final = 1_000
_MOST_LEADING: Final = 500


class ListedPage(Struct, frozen=True):
    page: CrawledPage
    blocked_for: tuple[str, ...]
    """The crawlers that may not fetch it under the draft, in order."""


class CrawlListing(Struct, frozen=True):
    pages: tuple[ListedPage, ...]
    count: int
    """Number of URLs of this kind; only the latest are listed."""
    not_fetched: tuple[NotFetched, ...]
    log: tuple[CrawlLogLine, ...]
    size: int
    """Of the file, in bytes."""
    progress: CrawlProgress
    """As stored in the file, up to a second late while the crawl runs."""
    hosts: tuple[HostState, ...] = ()
    unread: int = 0
    """URLs left out because their row is unreadable."""


class CrawlQuery(Struct, frozen=True):
    """Selects the URLs to list."""

    containing: str = ""
    only: UrlSelection = UrlSelection.ALL
    within: NotFetched | None = None
    """Only URLs that were not fetched for this reason."""
    most: int = MOST_LISTED
    with_hosts: bool = False
    """True to include the hosts; a running crawl reports its own."""


def crawl_listing(
    path: Path,
    crawlers: Sequence[CrawlerView],
    draft: bytes | None,
    wanted: CrawlQuery,
    _is_cancelled: IsCancelled = never,
) -> CrawlListing | None:
    """Read a listing from a crawl file, running or not; None before it has begun. Raises CrawlFileError."""
    if not is_crawl(path):
        return None
    with CrawlStore.reading(path) as store:
        count, listed = _listed(store, crawlers, draft, wanted)
        log = tuple(last_log_lines(store, _MOST_LOGGED))
        size = sum(each.st_size for each in _statuses(path))
        hosts = saved_hosts(store) if wanted.with_hosts else ()
        found = tuple(not_fetched(store)[:_MOST_REASONS])
        return CrawlListing(listed, count, found, log, size, progress_of(store), hosts, store.unread)


def listed_pages(
    path: Path, crawlers: Sequence[CrawlerView], draft: bytes | None, wanted: CrawlQuery
) -> tuple[ListedPage, ...]:
    """Return all selected URLs, however many. Raises CrawlFileError."""
    with CrawlStore.reading(path) as store:
        return _listed(store, crawlers, draft, replace(wanted, most=-1))[1]


def _listed(
    store: CrawlStore, crawlers: Sequence[CrawlerView], draft: bytes | None, wanted: CrawlQuery
) -> tuple[int, tuple[ListedPage, ...]]:
    """Return the number of selected URLs, and the listed ones with the crawlers that may not fetch them."""
    count, pages = latest(store, wanted.most, containing=wanted.containing, only=wanted.only, within=wanted.within)
    access, urls = CrawlerAccess.of(store, draft), SiteUrls([page.url for page in pages])
    blocked: list[list[str]] = [[] for _ in pages]
    for crawler in crawlers:
        allowed, _ = access.decide_all(crawler, urls)
        for place, is_allowed in enumerate(allowed.tolist()):
            if not is_allowed:
                blocked[place].append(crawler.token)
    return count, tuple(ListedPage(page, tuple(names)) for page, names in zip(pages, blocked, strict=True))


def leading_pages(
    path: Path, url: str, _is_cancelled: IsCancelled = never, *, by_hreflang: bool = False
) -> tuple[LeadingPage, ...]:
    """Return the first pages with a link to a URL, or an `hreflang` link. Raises CrawlFileError."""
    with CrawlStore.reading(path) as store:
        return tuple((naming if by_hreflang else leading_to)(store, url, _MOST_LEADING))


class SavedCrawl(Struct, frozen=True):
    """Summary of a crawl in a file."""

    path: Path
    plan: CrawlPlan
    found: int
    queued: int
    at: datetime


def saved_crawl(path: Path) -> SavedCrawl | None:
    """Return the summary of a crawl file, None if it has no crawl. Raises CrawlFileError."""
    if not is_crawl(path):
        return None
    with CrawlStore.reading(path) as store:
        found = store.connection.execute("SELECT coalesce(max(id), 0) FROM url").fetchone()[0]
        queued = store.connection.execute("SELECT count(*) FROM url WHERE state = 0").fetchone()[0]
        last = store.connection.execute("SELECT at FROM log ORDER BY id DESC LIMIT 1").fetchone()
        at = moment(last[0] if last else _written_at(path), "log.at")  # opening a file may change its times
        return SavedCrawl(path, plan_of(store), whole(found, "url.id"), int(queued), at)


def saved_crawls(path: Path) -> tuple[SavedCrawl, ...]:
    """Return all readable runs of a crawl, newest first. Raises CrawlFileError if none is readable."""
    found: list[SavedCrawl] = []
    trouble: CrawlFileError | None = None
    for run in reversed(runs_of(path)):
        try:
            kept = saved_crawl(run)
        except CrawlFileError as error:
            trouble = trouble or error
        else:
            found += [kept] if kept is not None else []
    if trouble is not None and not found:
        raise trouble
    return tuple(found)


def newest_crawl(directory: Path) -> SavedCrawl | None:
    """Return the crawl in a directory that was written last; None if none is readable."""
    found = sorted(directory.glob("*.crawl"), key=_written_at, reverse=True)
    for path in found:
        with suppress(CrawlFileError):
            kept = saved_crawl(path)
            if kept is not None:
                return kept
    return None


def _written_at(path: Path) -> float:
    return max((each.st_mtime for each in _statuses(path)), default=0)


def _statuses(path: Path) -> list[os.stat_result]:
    """Return the status of a crawl and its companion files, which readers may delete at any time."""
    files = (path.with_name(path.name + ending) for ending in FILE_SUFFIXES)
    return [status for each in files if (status := status_of(each)) is not None]
