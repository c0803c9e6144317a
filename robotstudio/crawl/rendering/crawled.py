"""The pages of a crawl, rendered: links and text that scripts add are the page's, too.

The crawl's own crawler decides what is loaded, and each request waits its turn at its host.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Collection, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from robotstudio.crawl.canonical import canonical
from robotstudio.crawl.pages import LinkKind, PageFound, PageLink, read_page
from robotstudio.crawl.rendering.browser import BrowserError, BrowserGoneError, open_browser, program_of
from robotstudio.crawl.rendering.loader import Decision, Loader, Pace
from robotstudio.crawl.rendering.renderer import Renderer, Rendering, is_page
from robotstudio.crawl.rendering.report import RenderChoice
from robotstudio.crawl.robots_policy import OURSELVES
from robotstudio.fetch.evidence import Evidence
from robotstudio.urls.urls import site_in

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher, PageFetcher

_AT_ONCE: Final = 2
_MOST_STARTS: Final = 5
"""A browser that ends again and again is not started any more."""
_SECONDS: Final = 120.0
"""For one page: its resources wait for the rate of the crawl."""
_SCRIPT: Final = b"<script"


class CrawlRenderer:
    """Renders the pages of one crawl, in a browser that starts with the first and again if it has ended."""

    def __init__(self, choice: RenderChoice | None = None) -> None:
        """Check that there is a browser. Raises BrowserError."""
        self._choice = choice or RenderChoice()
        program_of(self._choice.browser, has_sandbox=self._choice.has_sandbox)
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._starting = asyncio.Lock()
        self._starts = 0
        self._renderer: Renderer | None = None
        self._browser = contextlib.AsyncExitStack()
        self.count = self.failed = 0

    @contextlib.asynccontextmanager
    async def for_crawl(
        self, fetcher: "Fetcher", pages: "PageFetcher", mine: Collection[str], pace: Pace
    ) -> AsyncIterator[None]:
        """Render as long as the context lasts; of the sites in `mine`, all is loaded."""
        self._loader = Loader(fetcher, pages, OURSELVES, pace=pace)
        self._user_agent, self._mine = pages.options.user_agent, frozenset(mine)
        try:
            yield
        finally:
            await self._browser.aclose()
            await self._loader.close()

    async def rendered(self, evidence: Evidence, found: PageFound) -> PageFound:
        """Return what a page says once it is rendered; what it said before if it has no scripts, or if that fails."""
        if evidence.status != 200 or not is_page(evidence) or _SCRIPT not in evidence.body.lower():
            return found
        async with self._room:
            try:
                rendering = await self._render(evidence)
            except (BrowserError, BrowserGoneError):
                rendering = None
        if rendering is None or not rendering.html:
            self.failed += 1
            return found
        self.count += 1
        after = await read_page(
            rendering.html.encode("utf-8", "replace"), "text/html; charset=utf-8", rendering.url, evidence.headers
        )
        return _merged(found, after, evidence.final_url, rendering.url, rendering.moves)

    async def _render(self, evidence: Evidence) -> Rendering | None:
        url = evidence.final_url
        renderer = await self._started()
        if renderer is None:
            return None
        self._loader.keep(url, evidence)
        try:
            return await renderer.render(url, self._may_load)
        except BrowserGoneError:
            if self._renderer is renderer:
                self._renderer = None
                await self._browser.aclose()
            raise
        finally:
            self._loader.forget(url)

    async def _started(self) -> Renderer | None:
        async with self._starting:
            if self._renderer is None and self._starts < _MOST_STARTS:
                self._starts += 1
                opened = open_browser(self._choice.browser, has_sandbox=self._choice.has_sandbox)
                browser = await self._browser.enter_async_context(opened)
                self._renderer = Renderer(
                    browser, self._loader, user_agent=self._user_agent, starts_at=time.time(), seconds=_SECONDS
                )
            return self._renderer

    def _may_load(self, url: str, decision: Decision) -> bool:
        return not decision.is_blocked or site_in(url) in self._mine


def _merged(before: PageFound, after: PageFound, url: str, ended_at: str, moves: Sequence[str]) -> PageFound:
    """Return both: all links, the text after rendering; where scripts lead elsewhere, only a link there.

    `moves` are the URLs to which they tried to go.
    """
    here, there = canonical(url), canonical(ended_at)
    if there is not None and here is not None and there.url.partition("?")[0] != here.url.partition("?")[0]:
        link = PageLink(there, LinkKind.REFRESH)
        return replace(before, links=(*before.links, link), link_count=before.link_count + 1)
    tried = (PageLink(target, LinkKind.REFRESH) for target in map(canonical, dict.fromkeys(moves)) if target)
    known = {(link.target.url, link.kind) for link in before.links}
    new = tuple(link for link in (*tried, *after.links) if (link.target.url, link.kind) not in known)
    return replace(
        after,
        links=(*before.links, *new),
        link_count=before.link_count + len(new),
        has_too_many=before.has_too_many or after.has_too_many,
        too_long=before.too_long,
        tags=(*before.tags, *(tag for tag in after.tags if tag not in before.tags)),
        canonical=before.canonical or after.canonical,
    )
