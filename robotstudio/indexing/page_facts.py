"""Facts of a crawl about pages that are not indexed: their status, where they redirect to, and noindex."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from robotstudio.crawl.url_source import add_crawl
from robotstudio.engine.cancelling import never
from robotstudio.urls.sources.reading import ReadOptions, read_source
from robotstudio.urls.sources.task import Task
from robotstudio.urls.url_set import UrlSet

_TARGETS: Final = ("redirect_target", "redirect")
_TAGS: Final = ("meta_robots", "indexability_status")
_STATUS: Final = "status"
_MOST_HOPS: Final = 10
_NOT_A_PAGE: Final = 300


class PageFacts(Struct, frozen=True):
    """Facts about a page."""

    status: int = 0
    redirects_to: str = ""
    has_noindex: bool = False


def read_facts(paths: Iterable[Path], is_cancelled: Callable[[], bool] = never) -> dict[str, PageFacts]:
    """Read crawls of this program, and tables of other crawlers. Raises FileError, and Cancelled."""
    options = ReadOptions(columns=(_STATUS, *_TARGETS, *_TAGS), add_crawl=add_crawl)
    found: dict[str, PageFacts] = {}
    for path in paths:
        found.update(facts_of(read_source([path], options, Task(is_cancelled=is_cancelled)).urls))
    return found


def facts_of(urls: UrlSet) -> dict[str, PageFacts]:
    """Return what the columns of a set say about its URLs; those that are plain pages are left out."""
    found = {}
    for share in urls.shares:
        columns = {column.info.role or column.info.name.casefold(): column for column in share.values}
        named = [columns.get(name) for name in (_STATUS, *_TARGETS, *_TAGS)]
        for place, row in enumerate(share.rows.tolist()):
            status, *texts = (column.value(place) if column is not None else None for column in named)
            targets, tags = texts[: len(_TARGETS)], texts[len(_TARGETS) :]
            facts = PageFacts(
                int(status) if isinstance(status, float) else 0,
                next((str(text) for text in targets if text), ""),
                any("noindex" in str(text).casefold() for text in tags if text),
            )
            if facts.status >= _NOT_A_PAGE or facts.redirects_to or facts.has_noindex:
                found[urls[row].url] = facts
    return found


def redirects_of(url: str, facts: Mapping[str, PageFacts]) -> list[str]:
    """Return where a URL redirects to, hop by hop."""
    found: list[str] = []
    while len(found) < _MOST_HOPS:
        target = facts.get(found[-1] if found else url, PageFacts()).redirects_to
        if not target or target == url or target in found:
            break
        found.append(target)
    return found
