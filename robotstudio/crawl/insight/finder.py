"""Search a crawl for the window: for several crawlers at once, under the live files and a draft."""

from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final
from weakref import finalize

from msgspec import Struct

from robotstudio.crawl.index.index import Hit, IndexState, Searcher, Snippet, state_of, update_index
from robotstudio.crawl.insight.crawler_access import CrawlerAccess
from robotstudio.crawl.insight.search import (
    NOTHING,
    HitByCrawler,
    PageVisibility,
    longest_snippet_of,
    seen_by,
    shown_of,
)
from robotstudio.crawl.store import (
    CachedReading,
    CrawlFileError,
    CrawlStore,
    FileState,
    copy_of,
    is_crawl,
    is_writable,
    state_of_file,
)
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.engine.crawlers import CrawlerView

MOST_FOUND: Final = 100
_FILLED_AT_ONCE: Final = 1_000


class FoundPage(Struct, frozen=True):
    """A page with what each crawler may do with it, and the same by the live files only."""

    hit: Hit
    shown: tuple[PageVisibility, ...]
    live: tuple[PageVisibility, ...]
    snippet: Snippet


class FoundPages(Struct, frozen=True):
    pages: tuple[FoundPage, ...]
    index: IndexState
    is_whole: bool = True
    """True if all snippets are made and all pages indexed: else searching again finds more."""

    def may_find(self, crawler: int) -> int:
        """Return how many pages the crawler at that position may show."""
        return sum(not page.shown[crawler].is_hidden for page in self.pages)

    @property
    def hiding(self) -> tuple[tuple[int, int], ...]:
        """Lines of the draft, and how many pages each hides from at least one of the crawlers."""
        by_line: dict[int, int] = {}
        for page in self.pages:
            for line in {one.line for one in page.shown if one.is_blocked and one.line}:
                by_line[line] = by_line.get(line, 0) + 1
        return tuple(by_line.items())


class CrawlFinder:
    """Caches the last search and its snippets: another draft needs neither a new search nor new texts.

    Use it in one thread.
    """

    def __init__(self) -> None:
        self._known: tuple[FileState, str] | None = None
        self._live: CachedReading[CrawlerAccess] = CachedReading(CrawlerAccess.of)
        self._index = IndexState(0, 0)
        self._hits: list[Hit] = []
        self._snippets: dict[int, Snippet] = {}
        self._is_filling = False
        self._copy: tuple[FileState, Path] | None = None
        self._before: tuple[Sequence[CrawlerView], CrawlerAccess, tuple[HitByCrawler, ...]] | None = None

    def find(
        self,
        path: Path,
        text: str,
        crawlers: Sequence[CrawlerView],
        draft: bytes,
        is_cancelled: IsCancelled = never,
        *,
        snippets: int = MOST_FOUND,
    ) -> FoundPages | None:
        """Return the best indexed pages; first index some of the others. Raises CrawlFileError.

        At most `snippets` more are made, which takes longer than all else; with 0, nothing is indexed either, which
        another draft would have to wait for. `is_whole` is False if there is more to come.
        """
        if not is_crawl(path):
            return None  # the crawl has not begun
        path = self._indexable(path)
        if self._known != (state_of_file(path), text) or (self._is_filling and snippets):
            self._is_filling = _fill(path, is_cancelled)
            if is_cancelled():
                return None
            self._search(path, text)
        live = self._live.of(path)
        under_draft = seen_by(self._hits, crawlers, live.under(draft))
        missing = [
            one.hit for one in under_draft if one.hit.page not in self._snippets and longest_snippet_of(one) != 0
        ]
        if snippets and missing:
            self._make(path, text, missing[:snippets], is_cancelled)
            if is_cancelled():
                return None
        pages = (
            FoundPage(now.hit, now.shown, was.shown, self._shown(now))
            for now, was in zip(under_draft, self._seen_live(crawlers, live), strict=True)
        )
        return FoundPages(tuple(pages), self._index, len(missing) <= snippets and not self._is_filling)

    def _indexable(self, path: Path) -> Path:
        """Return the crawl, or a writable copy of one on a read-only medium."""
        if is_writable(path):
            return path
        if self._copy is None or self._copy[0] != state_of_file(path):
            folder = mkdtemp(prefix="robotstudio-")
            finalize(self, rmtree, folder, ignore_errors=True)
            self._copy = state_of_file(path), copy_of(path, Path(folder) / path.name)
        return self._copy[1]

    def _search(self, path: Path, text: str) -> None:
        with CrawlStore.reading(path) as store:
            self._index = state_of(store)
            self._hits = Searcher(store).search(text, MOST_FOUND)
        self._known, self._before = (state_of_file(path), text), None
        self._snippets.clear()

    def _make(self, path: Path, text: str, hits: Sequence[Hit], is_cancelled: Callable[[], bool]) -> None:
        with CrawlStore.reading(path) as store:
            searcher = Searcher(store)
            for hit in hits:
                if is_cancelled():
                    return
                self._snippets[hit.page] = searcher.snippet(hit, text)

    def _shown(self, found: HitByCrawler) -> Snippet:
        longest, snippet = longest_snippet_of(found), self._snippets.get(found.hit.page, NOTHING)
        return NOTHING if longest == 0 else shown_of(snippet, longest)

    def _seen_live(self, crawlers: Sequence[CrawlerView], live: CrawlerAccess) -> tuple[HitByCrawler, ...]:
        known = self._before
        if known is None or known[0] != crawlers or known[1] is not live:
            known = self._before = crawlers, live, seen_by(self._hits, crawlers, live)
        return known[2]


def _fill(path: Path, is_cancelled: Callable[[], bool]) -> bool:
    """Index some pages; return True if there are more."""
    with CrawlStore.reading(path) as store:
        before = state_of(store)
    if not before.waiting:
        return False
    try:
        after = update_index(path, is_cancelled=is_cancelled, most=_FILLED_AT_ONCE)
    except CrawlFileError:
        return False  # the crawl is running: search what is indexed
    return bool(after.waiting) and (after.indexed > before.indexed or is_cancelled())
