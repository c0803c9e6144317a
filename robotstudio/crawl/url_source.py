"""A crawl as a source of test URLs."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from robotstudio.crawl.cells import text
from robotstudio.crawl.model import EndedBy, UrlState
from robotstudio.urls.sources.reading import no_urls_in_database
from robotstudio.urls.url_builder import UrlSetBuilder

_AT_ONCE: Final = 5_000


def add_crawl(path: Path, builder: UrlSetBuilder, step: Callable[[], None]) -> None:
    """Add the URLs that were fetched, or that the live file disallows. Raises FileContentError."""
    from robotstudio.crawl.store import CrawlFileError, CrawlStore  # noqa: PLC0415  # as above

    try:
        with CrawlStore.reading(path) as store:
            wanted = "SELECT url FROM url WHERE state = ? OR ended_by = ? ORDER BY id"
            cursor = store.connection.execute(wanted, (UrlState.FETCHED, EndedBy.ROBOTS))
            while not builder.is_full and (rows := cursor.fetchmany(_AT_ONCE)):
                builder.add_plain(text(row[0], "url.url") for row in rows)
                step()
    except CrawlFileError as error:
        raise no_urls_in_database(path) from error
