"""The previous crawl, whose validators make requests conditional."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from robotstudio.crawl.canonical import Canonical, canonical, key_of
from robotstudio.crawl.pages import LinkKind, PageFound, PageLink, PageText
from robotstudio.crawl.plan import MOST_AT_ONCE
from robotstudio.crawl.records import content_of, details_of, tags_of
from robotstudio.crawl.store import CrawlFileError, CrawlStore, crawl_file_errors
from robotstudio.fetch.options import CachedCopy

_MOST_ASKED: Final = 2 * MOST_AT_ONCE


class EarlierPage(Struct, frozen=True):
    """A page that may not have changed."""

    id: int
    cached: CachedCopy
    size: int
    sha256: bytes


class EarlierCrawl:
    """Pages of the previous crawl by URL. Unreadable pages count as unknown."""

    def __init__(self, path: Path) -> None:
        """Open the crawl. Raises CrawlFileError."""
        self._store = CrawlStore.reading(path)
        self._execute = self._store.connection.execute
        self._asked: dict[int, PageFound] = {}
        """Facts read about the pages being requested."""

    @classmethod
    def of(cls, path: Path | None) -> "EarlierCrawl | None":
        """Open the crawl in a file; None if it cannot be read, so that every page is fetched."""
        with suppress(CrawlFileError, ValueError):  # ValueError: an impossible path
            return None if path is None else cls(path)
        return None

    def close(self) -> None:
        with suppress(CrawlFileError):
            self._store.close()

    def page(self, url: str) -> EarlierPage | None:
        """Return a page with its validators; None if it is unknown or has none."""
        with suppress(CrawlFileError), crawl_file_errors(self._store.path):
            found = self._known(url)
            if found is not None:
                self._asked[found.id] = self._found(found.id)
                if len(self._asked) > _MOST_ASKED:
                    del self._asked[next(iter(self._asked))]
            return found
        return None

    def found(self, page: int) -> PageFound:
        """Return what was read of a page returned by `page`."""
        return self._asked[page]

    def _known(self, url: str) -> EarlierPage | None:
        row = self._execute(
            "SELECT page.id, etag, modified, content_type, size, sha256 FROM url JOIN page USING (id)"
            " WHERE key = ? AND status = 200 AND (etag != '' OR modified != '') AND ended_by IS NULL"
            " AND (content_type NOT LIKE '%html%' OR id IN (SELECT id FROM detail))",
            (key_of(url),),
        ).fetchone()
        if row is None:
            return None
        page, etag, modified, content_type, size, sha256 = row
        return EarlierPage(page, CachedCopy(url, b"", etag or "", modified or "", content_type), size, sha256)

    def _found(self, page: int) -> PageFound:
        tags, canonical_url, count, looks_empty = self._execute(
            "SELECT tags, canonical, links, looks_empty FROM page WHERE id = ?", (page,)
        ).fetchone()
        links = tuple(self._links(page))
        return PageFound(
            links,
            count,
            text=content_of(self._store, page) or PageText(),
            details=details_of(self._store, page),
            tags=tags_of(tags),
            canonical=canonical_url or "",
            looks_empty=bool(looks_empty),
        )

    def _links(self, page: int) -> Iterator[PageLink]:
        rows: Iterator[Any] = self._execute(
            "SELECT url, kind, nofollow, anchor FROM link JOIN url ON url.key = link.target WHERE source = ?", (page,)
        )
        for url, kind, nofollow, anchor in rows:
            target = canonical(url)
            if isinstance(target, Canonical):
                yield PageLink(target, LinkKind(kind), bool(nofollow), anchor or "")


def kept_tags(found: PageFound) -> str:
    """Return the indexing directives of a page as stored."""
    return json.dumps([[tag.agent, *tag.directives] for tag in found.tags]) if found.tags else ""
