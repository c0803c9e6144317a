"""A crawl as a source of test URLs, with the columns of what it knows of them that are asked for."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from robotstudio.crawl.cells import text
from robotstudio.crawl.model import EndedBy, UrlState
from robotstudio.urls.sources.cells import WantedColumn
from robotstudio.urls.sources.collector import Collector
from robotstudio.urls.sources.exports import ALL, NONE, USUAL
from robotstudio.urls.sources.reading import no_urls_in_database
from robotstudio.urls.value_columns import ColumnKind

if TYPE_CHECKING:
    from robotstudio.crawl.store import CrawlStore

_AT_ONCE: Final = 5_000

_ROLES: Final[Mapping[str, str]] = {"in_links": "inlinks", "bytes": "size"}
"""Facts whose columns are called otherwise in exports of other programs."""
_TEXTS: Final = frozenset(
    {"found_on", "link_text", "canonical", "meta_robots", "title", "h1", "indexability", "redirect_target"}
    | {"duplicate_of"}
)


def add_crawl(path: Path, collector: Collector, columns: Sequence[str], step: Callable[[], None]) -> None:
    """Add the URLs that were fetched, or that the live file disallows. Raises FileContentError.

    The window reads what a crawl knows of them when it shows that, so that no column is usual here.
    """
    from robotstudio.crawl.store import CrawlFileError, CrawlStore  # noqa: PLC0415  # few sources are crawls

    builder, rows_of = collector.builder, dict[str, int]()
    asked = [name for name in columns if name != NONE]
    try:
        with CrawlStore.reading(path) as store:
            wanted = "SELECT url FROM url WHERE state = ? OR ended_by = ? ORDER BY id"
            cursor = store.connection.execute(wanted, (UrlState.FETCHED, EndedBy.ROBOTS))
            while not builder.is_full and (rows := cursor.fetchmany(_AT_ONCE)):
                urls = [text(row[0], "url.url") for row in rows]
                if asked:
                    rows_of |= {url: builder.add_request(url) for url in urls}
                else:
                    builder.add_plain(urls)
                step()
            if asked:
                _add_facts(store, collector, rows_of, asked, step)
    except CrawlFileError as error:
        raise no_urls_in_database(path) from error


def _add_facts(
    store: "CrawlStore",
    collector: Collector,
    rows_of: Mapping[str, int],
    asked: Sequence[str],
    step: Callable[[], None],
) -> None:
    """Add the facts of the pages as columns."""
    from robotstudio.crawl.insight.url_facts import FACTS  # noqa: PLC0415  # as above
    from robotstudio.crawl.records import pages  # noqa: PLC0415  # as above

    is_all = ALL in asked or USUAL in asked
    facts = [fact for name, fact in FACTS.items() if is_all or _ROLES.get(name, name) in asked]
    collector.begin_table(
        None,
        [
            WantedColumn(
                place,
                fact.id,
                _ROLES.get(fact.id, fact.id),
                adds=fact.id == "in_links",
                kind=ColumnKind.TEXT if fact.id in _TEXTS else None,
            )
            for place, fact in enumerate(facts)
        ],
    )
    for number, page in enumerate(pages(store, with_queue=False)):
        row = rows_of.get(page.url)
        if row is not None:
            values = [page.status if fact.id == "status" else fact.of(page) for fact in facts]
            collector.table.add(row, ["" if value is None else str(value) for value in values])
        if not number % _AT_ONCE:
            step()
