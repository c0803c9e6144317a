"""Join the log, the sitemaps and the clicks: URLs that one has and another has not, the weightiest first.

URLs are joined by host, path and query. A log that does not name its site is taken to be of the site of the draft.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from robotstudio.compliance.log_requests import LogRequests, is_robots
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import checkpoint_of, never
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.robots import FileVersion
from robotstudio.store.tables import RowKind, plain_cells
from robotstudio.text.language import Message
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.set_columns import CLICKS, columns_of, engine_of
from robotstudio.urls.url_set import UrlSet


class JoinedUrl(Struct, frozen=True):
    """A URL with its requests by crawlers, or its clicks; `line` blocks it, 0 for none."""

    url: str
    number: int
    line: int = 0


class UrlJoins(Struct, frozen=True, eq=False):
    """The three lists; one is None if what it needs is missing.

    `unlisted` are URLs that crawlers asked for and no sitemap has, `unasked` those of sitemaps that no crawler asked
    for, `clicked` those with clicks that the crawler that brings them may not fetch.
    """

    unlisted: tuple[JoinedUrl, ...] | None = None
    unasked: tuple[JoinedUrl, ...] | None = None
    clicked: tuple[JoinedUrl, ...] | None = None

    def rows(self) -> "Sequence[Sequence[JoinRow]]":
        """Return the lists as rows of a table; one that is missing is empty."""
        return (
            [JoinRow("crawled-unlisted", each.url, each.number, None, None) for each in self.unlisted or ()],
            [JoinRow("listed-uncrawled", each.url, 0, None, None) for each in self.unasked or ()],
            [JoinRow("blocked-clicked", each.url, None, each.number, each.line or None) for each in self.clicked or ()],
        )


class JoinRow(NamedTuple):
    """A URL of a list: `crawled-unlisted`, `listed-uncrawled` or `blocked-clicked`; `line` blocks it."""

    list: str
    url: str
    requests: int | None
    clicks: int | None
    line: int | None


LIST_WORDS: Final[tuple[Message, ...]] = (
    "Crawled, in no sitemap",
    "In a sitemap, never crawled",
    "Blocked, but clicked",
)
"""The titles of the lists."""
JOINED: Final = RowKind("Joined lists", JoinRow._fields, plain_cells, {"url"})


class JoinInput(Struct, frozen=True, eq=False):
    """Test URLs with their sources, the requests of a log if there is one, and the draft."""

    urls: UrlSet
    requests: LogRequests | None
    draft: bytes
    catalogue: Catalogue


def url_joins(asked: JoinInput, is_cancelled: Callable[[], bool] = never) -> UrlJoins:
    """Return the lists. Raises `Cancelled`."""
    sitemaps = _of_sitemaps(asked.urls)
    asked_for = None if asked.requests is None else _asked_for(asked.requests)
    checkpoint_of(is_cancelled)()
    unlisted = unasked = None
    if sitemaps and asked_for is not None:
        listed = {key for url in sitemaps for key in _keys_of(url)}
        unlisted = tuple(JoinedUrl(*each) for each in asked_for.most_common() if _keys_of(each[0])[0] not in listed)
        asked_keys = {_keys_of(url)[0] for url in asked_for}
        unasked = tuple(JoinedUrl(url, 0) for url in sitemaps if asked_keys.isdisjoint(_keys_of(url)))
    return UrlJoins(unlisted, unasked, _clicked(asked, is_cancelled))


def _of_sitemaps(urls: UrlSet) -> Sequence[str]:
    """Return the URLs of sitemaps as written, each once."""
    rows = {row for source in urls.sources if source.kind == FileKind.SITEMAP for row in urls.rows_of(source).tolist()}
    return [urls.urls[row] for row in sorted(rows)]


def _asked_for(requests: LogRequests) -> Counter[str]:
    """Count the requests of crawlers for each page, also those that failed."""
    counts = np.bincount(requests.url, minlength=len(requests.urls)).tolist()
    found = Counter[str]()
    for url, count in zip(requests.urls, counts, strict=True):
        if count and not is_robots(url):
            found[url] += count
    return found


def _keys_of(url: str) -> tuple[str, ...]:
    """Return host, path and query, and path and query alone: a log often does not say on which host."""
    _, scheme, rest = url.partition("://")
    if url.startswith("/") or not scheme:
        return (url,)
    host, _, path = rest.partition("/")
    return f"{host.lower()}/{path}", f"/{path}"


def _clicked(asked: JoinInput, is_cancelled: Callable[[], bool]) -> tuple[JoinedUrl, ...] | None:
    """Return the blocked URLs with clicks; a URL of several sources once, with the most clicks."""
    columns = [each for each in columns_of(asked.urls) if each.info.role == CLICKS]
    if not columns:
        return None
    version, table = FileVersion(asked.draft), UrlTable.from_buffer(asked.urls.urls.joined, asked.urls.urls.starts)
    found: dict[int, tuple[int, int]] = {}
    for column in columns:
        crawler = asked.catalogue.crawler_for(engine_of(column) or "Googlebot")
        robots = version.read_as(crawler.dialect)
        allowed, lines = robots.decide_all(table, [crawler.agent], is_cancelled=is_cancelled).column(crawler.agent)
        for row in np.flatnonzero(~allowed & (column.values.values > 0)).tolist():
            clicks = int(column.values.values[row])
            found[row] = max(found.get(row, (0, 0)), (clicks, int(lines[row])))
    ranked = sorted(found.items(), key=lambda each: -each[1][0])
    return tuple(JoinedUrl(asked.urls.urls[row], clicks, line) for row, (clicks, line) in ranked)
