"""What a window lists of a crawl: the URLs that came last, for whom each is blocked, traps, the end of the log."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from robotstudio.crawl.cells import moment, whole
from robotstudio.crawl.insight.eyes import Eyes, SiteUrls
from robotstudio.crawl.model import CrawledPage, CrawlLogLine, CrawlProgress, HostState, TrapState
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import (
    LeadingPage,
    Only,
    kept_hosts,
    last_log_lines,
    latest,
    leading_to,
    plan_of,
    progress_of,
    traps,
)
from robotstudio.crawl.runs import runs_of
from robotstudio.crawl.store import BESIDE, CrawlFileError, CrawlStore, is_crawl
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.lazy_dataclasses import dataclass, replace
from robotstudio.store.files import status_of

MOST_LISTED: Final = 5_000
_MOST_LOGGED: Final = 200
_MOST_LEADING: Final = 500


@dataclass(frozen=True, slots=True)
class ListedPage:
    page: CrawledPage
    blocked_for: tuple[str, ...]
    """The crawlers that may not fetch it under the draft, in their order."""


@dataclass(frozen=True, slots=True)
class CrawlListing:
    pages: tuple[ListedPage, ...]
    count: int
    """How many URLs there are of this kind; the last of them are listed."""
    traps: tuple[TrapState, ...]
    log: tuple[CrawlLogLine, ...]
    size: int
    """Of the file."""
    progress: CrawlProgress
    """As the file tells it, which while a crawl runs is a second late."""
    hosts: tuple[HostState, ...] = ()
    unread: int = 0
    """URLs that are left out, since what the file says of them cannot be read."""


@dataclass(frozen=True, slots=True)
class CrawlQuery:
    """Which URLs are to be listed."""

    containing: str = ""
    only: Only = Only.ALL
    most: int = MOST_LISTED
    with_hosts: bool = False
    """True if the hosts are wanted, too: a crawl that runs tells of its own."""


def crawl_listing(
    path: Path,
    crawlers: Sequence[CrawlerView],
    draft: bytes | None,
    wanted: CrawlQuery,
    _is_cancelled: Callable[[], bool] = lambda: False,
) -> CrawlListing | None:
    """Read it from the file of a crawl, which may be running; None before it has begun. Raises CrawlFileError."""
    if not is_crawl(path):
        return None
    with CrawlStore.reading(path) as store:
        count, listed = _listed(store, crawlers, draft, wanted)
        log = tuple(last_log_lines(store, _MOST_LOGGED))
        size = sum(each.st_size for each in _statuses(path))
        hosts = kept_hosts(store) if wanted.with_hosts else ()
        found = tuple(traps(store))
        return CrawlListing(listed, count, found, log, size, progress_of(store), hosts, store.unread)


def listed_pages(
    path: Path, crawlers: Sequence[CrawlerView], draft: bytes | None, wanted: CrawlQuery
) -> tuple[ListedPage, ...]:
    """All URLs that are asked for, however many. Raises CrawlFileError."""
    with CrawlStore.reading(path) as store:
        return _listed(store, crawlers, draft, replace(wanted, most=-1))[1]


def _listed(
    store: CrawlStore, crawlers: Sequence[CrawlerView], draft: bytes | None, wanted: CrawlQuery
) -> tuple[int, tuple[ListedPage, ...]]:
    """How many URLs are asked for, and those that are listed, with the crawlers that may not fetch them."""
    count, pages = latest(store, wanted.most, containing=wanted.containing, only=wanted.only)
    eyes, urls = Eyes.of(store, draft), SiteUrls([page.url for page in pages])
    blocked: list[list[str]] = [[] for _ in pages]
    for crawler in crawlers:
        allowed, _ = eyes.sees_all(crawler, urls)
        for place, is_allowed in enumerate(allowed.tolist()):
            if not is_allowed:
                blocked[place].append(crawler.token)
    return count, tuple(ListedPage(page, tuple(names)) for page, names in zip(pages, blocked, strict=True))


def leading_pages(path: Path, url: str, _is_cancelled: Callable[[], bool] = lambda: False) -> tuple[LeadingPage, ...]:
    """The first pages with a link to a URL. Raises CrawlFileError."""
    with CrawlStore.reading(path) as store:
        return tuple(leading_to(store, url, _MOST_LEADING))


@dataclass(frozen=True, slots=True)
class KeptCrawl:
    """A crawl that lies in a file, in short."""

    path: Path
    plan: CrawlPlan
    found: int
    queued: int
    at: datetime


def kept_crawl(path: Path) -> KeptCrawl | None:
    """The crawl in a file, None if there is none. Raises CrawlFileError."""
    if not is_crawl(path):
        return None
    with CrawlStore.reading(path) as store:
        found = store.connection.execute("SELECT coalesce(max(id), 0) FROM url").fetchone()[0]
        queued = store.connection.execute("SELECT count(*) FROM url WHERE state = 0").fetchone()[0]
        last = store.connection.execute("SELECT at FROM log ORDER BY id DESC LIMIT 1").fetchone()
        at = moment(last[0] if last else _written_at(path), "log.at")  # to look at a file may write it
        return KeptCrawl(path, plan_of(store), whole(found, "url.id"), int(queued), at)


def kept_crawls(path: Path) -> tuple[KeptCrawl, ...]:
    """All runs of a crawl that can be read, the newest first. Raises CrawlFileError if there are only others."""
    found: list[KeptCrawl] = []
    trouble: CrawlFileError | None = None
    for run in reversed(runs_of(path)):
        try:
            kept = kept_crawl(run)
        except CrawlFileError as error:
            trouble = trouble or error
        else:
            found += [kept] if kept is not None else []
    if trouble is not None and not found:
        raise trouble
    return tuple(found)


def newest_crawl(directory: Path) -> KeptCrawl | None:
    """The crawl in a directory that was written last; None if there is none that can be read."""
    found = sorted(directory.glob("*.crawl"), key=_written_at, reverse=True)
    for path in found:
        with suppress(CrawlFileError):
            kept = kept_crawl(path)
            if kept is not None:
                return kept
    return None


def _written_at(path: Path) -> float:
    return max((each.st_mtime for each in _statuses(path)), default=0)


def _statuses(path: Path) -> list[os.stat_result]:
    """Of a crawl and of what lies beside it, which may go whenever somebody has read it."""
    files = (path.with_name(path.name + ending) for ending in BESIDE)
    return [status for each in files if (status := status_of(each)) is not None]
