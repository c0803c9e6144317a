"""Facts of a crawl about pages that are not indexed: their status, where they redirect to, and noindex."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from robotstudio.crawl.url_source import add_crawl
from robotstudio.engine.cancelling import never
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.index_tags import tags_in
from robotstudio.urls.sources.reading import ReadOptions, read_source
from robotstudio.urls.sources.task import Task
from robotstudio.urls.url_set import UrlSet

_TARGETS: Final = ("redirect_target", "redirect")
_DIRECTIVES: Final = "meta_robots"
_STATE: Final = "indexability_status"  # such as "noindex", "Canonicalised"
_STATUS: Final = "status"
_MOST_HOPS: Final = 10
_NOT_A_PAGE: Final = 300
_LEAST_ERROR: Final = 400


class PageFacts(Struct, frozen=True):
    """Facts about a page."""

    status: int = 0
    redirects_to: str = ""
    has_noindex: bool = False

    @property
    def is_error(self) -> bool:
        """True if the server answers with 4xx or 5xx."""
        return self.status >= _LEAST_ERROR


def read_facts(
    paths: Iterable[Path], crawler: Crawler, is_cancelled: Callable[[], bool] = never
) -> dict[str, PageFacts]:
    """Read crawls of this program, and tables of others; a noindex counts if it is for this crawler, or for all.

    Raises FileError, and Cancelled.
    """
    options = ReadOptions(columns=(_STATUS, *_TARGETS, _DIRECTIVES, _STATE), add_crawl=add_crawl)
    found: dict[str, PageFacts] = {}
    for path in paths:
        found.update(facts_of(read_source([path], options, Task(is_cancelled=is_cancelled)).urls, crawler))
    return found


def facts_of(urls: UrlSet, crawler: Crawler) -> dict[str, PageFacts]:
    """Return what the columns of a set say about its URLs; those that are plain pages are left out."""
    found = {}
    for share in urls.shares:
        columns = {column.info.role or column.info.name.casefold(): column for column in share.values}
        named = [columns.get(name) for name in (_STATUS, *_TARGETS, _DIRECTIVES, _STATE)]
        for place, row in enumerate(share.rows.tolist()):
            status, *texts = (column.value(place) if column is not None else None for column in named)
            *targets, directives, state = (str(text or "") for text in texts)
            facts = PageFacts(
                int(status) if isinstance(status, float) else 0,
                next(filter(None, targets), ""),
                _forbids_index(directives, state, crawler),
            )
            if facts.status >= _NOT_A_PAGE or facts.redirects_to or facts.has_noindex:
                found[urls[row].url] = facts
    return found


def _forbids_index(directives: str, state: str, crawler: Crawler) -> bool:
    """Return True if the directives forbid it to this crawler, or the table says so: it may also know the headers."""
    is_forbidden = any(tag.forbids_index and tag.is_for(crawler) for tag in tags_in(directives))
    return is_forbidden or "noindex" in state.casefold()


def redirects_of(url: str, facts: Mapping[str, PageFacts]) -> list[str]:
    """Return where a URL redirects to, hop by hop."""
    found: list[str] = []
    while len(found) < _MOST_HOPS:
        target = facts.get(found[-1] if found else url, PageFacts()).redirects_to
        if not target or target == url or target in found:
            break
        found.append(target)
    return found
