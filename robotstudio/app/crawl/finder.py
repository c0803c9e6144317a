"""Finds pages of a crawl for a window: as several crawlers side by side, under the live files and a draft."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from robotstudio.app.crawl.eyes import Eyes
from robotstudio.app.crawl.search import Showing, seen_by, snippet_of
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.io.crawl.store import CrawlFileError, CrawlStore, sentences
from robotstudio.io.index.index import Hit, IndexState, Searcher, Snippet, state_of, update_index
from robotstudio.lazy_dataclasses import dataclass

MOST_FOUND: Final = 100


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page with what each crawler may do with it, and which of them could show it by the live files alone."""

    hit: Hit
    shown: tuple[Showing, ...]
    live: tuple[Showing, ...]
    snippet: Snippet


@dataclass(frozen=True, slots=True)
class FoundPages:
    pages: tuple[FoundPage, ...]
    index: IndexState

    def may_find(self, crawler: int) -> int:
        """How many of them the crawler in that place may show."""
        return sum(not page.shown[crawler].is_hidden for page in self.pages)

    @property
    def hiding(self) -> tuple[tuple[int, int], ...]:
        """Lines of the draft, and how many pages each hides from one of the crawlers at least."""
        by_line: dict[int, int] = {}
        for page in self.pages:
            for line in {one.line for one in page.shown if one.is_blocked and one.line}:
                by_line[line] = by_line.get(line, 0) + 1
        return tuple(by_line.items())


class Finder:
    """Keeps what was found last, so that another draft needs no search; it belongs to one thread."""

    def __init__(self) -> None:
        self._key: tuple[Path, str, IndexState] | None = None
        self._hits: list[Hit] = []

    def find(
        self,
        path: Path,
        text: str,
        crawlers: Sequence[CrawlerView],
        draft: bytes,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> FoundPages | None:
        """The best pages; those that are not in the index yet are taken in first. Raises CrawlFileError."""
        _bring_up_to_date(path, is_cancelled)
        if is_cancelled():
            return None
        with CrawlStore.reading(path) as store, sentences(path):
            searcher, index = Searcher(store), state_of(store)
            if self._key != (path, text, index):
                self._hits, self._key = searcher.search(text, MOST_FOUND), (path, text, index)
            live = Eyes.of(store)
            under_draft = seen_by(self._hits, crawlers, live.under(draft))
            before = seen_by(self._hits, crawlers, live)
            pages = (
                FoundPage(found.hit, found.shown, was.shown, snippet_of(found, text, searcher))
                for found, was in zip(under_draft, before, strict=True)
            )
            return FoundPages(tuple(pages), index)


def _bring_up_to_date(path: Path, is_cancelled: Callable[[], bool]) -> None:
    with CrawlStore.reading(path) as store, sentences(path):
        is_behind = state_of(store).waiting > 0
    if is_behind:
        try:
            update_index(path, is_cancelled=is_cancelled)
        except CrawlFileError:
            return  # the crawl runs: what is in the index is found
