"""Comparison of a page as a crawler sees it, rendered without what it may not fetch, and with everything."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.crawl.pages import LinkKind, PageFound, read_page
from robotstudio.crawl.rendering.browser import Browser, open_browser
from robotstudio.crawl.rendering.loader import PAGE_HEADERS, Decision, Loader, RequestState
from robotstudio.crawl.rendering.renderer import Renderer, Rendering, Request, is_page
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.address import redirect_target
from robotstudio.fetch.address_policy import AddressPolicy
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.store.files import file_name
from robotstudio.urls.urls import site_in

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher

MOST_TRIED: Final = 10
"""Blocked resources that are tried one by one; each takes a rendering or two."""
_MOST_REDIRECTS: Final = 5
_AT_ONCE: Final = 6
_LONGEST_NAME: Final = 100
_TO_PAGES: Final = frozenset({LinkKind.ANCHOR, LinkKind.FRAME, LinkKind.REFRESH})


class Effect(StrEnum):
    """Effect of a blocked resource."""

    ALONE = "alone"  # the page is seen differently if only this one is allowed
    WITH_OTHERS = "with-others"  # only together with other blocked resources
    NOTHING = "nothing"
    UNKNOWN = "unknown"  # there were too many to try each


class Difference(Struct, frozen=True):
    """Difference between two renderings."""

    pixels: float = 0.0
    """The share of the picture that differs."""
    lines: tuple[str, ...] = ()
    """Lines of text that only one of them has."""
    links: tuple[str, ...] = ()
    """URLs that only one of them links to."""

    def __bool__(self) -> bool:
        return bool(self.pixels or self.lines or self.links)


class BlockedResource(Struct, frozen=True):
    request: Request
    effect: Effect
    changes: Difference = Difference()
    """By allowing only this one or, if that changes nothing, by blocking only this one."""


class RenderReport(Struct, frozen=True):
    """A page rendered for a crawler."""

    url: str
    crawler: Crawler
    browser: str
    evidence: Evidence
    """The answer for the page itself, after HTTP redirects."""
    decision: Decision
    """What the robots.txt says of the page itself."""
    plain: PageFound = PageFound()
    """The page without rendering."""
    complete: Rendering | None = None
    """With everything; None if the answer is no page."""
    seen: Rendering | None = None
    """With only what the crawler may fetch; None if it may not fetch the page."""
    blocked: tuple[BlockedResource, ...] = ()
    difference: Difference = Difference()
    """What blocked resources change, all together."""
    new_links: tuple[str, ...] = ()
    """URLs that the page links to only once it is rendered."""
    new_lines: tuple[str, ...] = ()
    """Text that is there only once the page is rendered."""
    lost_links: tuple[str, ...] = ()
    """URLs that the page links to only until it is rendered."""

    @property
    def rendering(self) -> Rendering | None:
        """The rendering that links and text are taken from: what the crawler sees; everything if it sees nothing."""
        return self.seen or self.complete


class RenderChoice(Struct, frozen=True):
    """Options of a rendering."""

    browser: Path | None = None
    """The program file; None for the one that is found."""
    has_sandbox: bool = True
    drafts: Mapping[str, bytes] = {}
    """Files that replace the robots.txt at these addresses."""


def pictures_of(report: RenderReport, before: str = "") -> Iterator[tuple[str, bytes]]:
    """Return both pictures with names for their files, as PNG."""
    page = report.url.partition("://")[2][:_LONGEST_NAME]
    for what, rendering in ((report.crawler.token, report.seen), ("everything", report.complete)):
        if rendering is not None and rendering.picture:
            yield file_name(f"{before}{page}-{what}", ".png", "-"), rendering.picture


async def render_page(
    fetcher: "Fetcher",
    url: str,
    crawler: Crawler,
    choice: RenderChoice | None = None,
    *,
    options: FetchOptions = PLAIN,
    on_step: Callable[[int, int], None] | None = None,
) -> RenderReport:
    """Render one page, as `normalise` returns its URL. Raises BrowserError and BrowserGoneError."""
    choice = choice or RenderChoice()
    async with open_browser(choice.browser, has_sandbox=choice.has_sandbox) as browser:
        return await render_with(browser, fetcher, url, crawler, choice, options=options, on_step=on_step)


async def render_with(
    browser: Browser,
    fetcher: "Fetcher",
    url: str,
    crawler: Crawler,
    choice: RenderChoice,
    *,
    options: FetchOptions = PLAIN,
    on_step: Callable[[int, int], None] | None = None,
) -> RenderReport:
    """Like `render_page`, with a browser that is open."""
    options = replace(options, redirects=0, http2=False, reach=AddressPolicy((site_in(url),)))
    async with fetcher.connected(options, most=_AT_ONCE) as pages:
        loader = Loader(fetcher, pages, crawler, choice.drafts)
        now = datetime.now(UTC).timestamp()
        renderer = Renderer(browser, loader, user_agent=pages.options.user_agent, starts_at=now)
        try:
            return await _Examination(renderer, loader, url, crawler, on_step).report(browser.product)
        finally:
            await loader.close()


class _Examination:
    """The renderings of one page, and what they show together."""

    def __init__(
        self,
        renderer: Renderer,
        loader: Loader,
        url: str,
        crawler: Crawler,
        on_step: Callable[[int, int], None] | None,
    ) -> None:
        self._renderer = renderer
        self._loader = loader
        self._url = url
        self._crawler = crawler
        self._on_step = on_step
        self._step, self._steps = 0, 2

    async def report(self, product: str) -> RenderReport:
        evidence, decision = await self._fetch_page()
        begun = RenderReport(self._url, self._crawler, product, evidence, decision)
        if not is_page(evidence):
            return begun
        plain = await read_page(evidence.body, evidence.content_type, evidence.final_url, evidence.headers)
        begun = replace(begun, plain=plain)
        complete = await self._render(partial(_is_not, ""))
        for url in complete.moves:  # as of redirects
            decision = decision if decision.is_blocked else await self._loader.decide(url)
        begun = replace(begun, decision=decision)
        if decision.is_blocked:
            return await _with_news(replace(begun, complete=complete))
        blocked = [each for each in complete.requests if each.decision.is_blocked]
        if not blocked:
            return await _with_news(replace(begun, complete=complete, seen=complete))
        seen = await self._render(_is_allowed)
        urls = {each.url for each in blocked}
        blocked += [each for each in seen.with_state(RequestState.BLOCKED) if each.url not in urls]
        again = await self._render(_is_allowed)  # what moves by itself differs between these two
        difference = await self._difference(seen, complete, again)
        found = await self._effects(blocked, seen, complete, again, has_effect=bool(difference))
        return await _with_news(
            replace(begun, complete=complete, seen=seen, blocked=tuple(found), difference=difference)
        )

    async def _fetch_page(self) -> tuple[Evidence, Decision]:
        """Fetch the page without rendering it, and follow redirects; blocked if one of the steps is."""
        url, decision = self._url, Decision(None)
        for _ in range(_MOST_REDIRECTS + 1):
            step = await self._loader.decide(url)
            decision = decision if decision.is_blocked else step
            evidence = await self._loader.load(url, PAGE_HEADERS)
            hop = evidence.hops[-1] if evidence.hops else None
            target = redirect_target(hop.location, url, hop.status) if hop and hop.status else None
            if not isinstance(target, str):
                break
            url = target
        return evidence, decision

    async def _render(self, allows: Callable[[str, Decision], bool]) -> Rendering:
        self._step += 1
        if self._on_step is not None:
            self._on_step(self._step, max(self._step, self._steps))
        return await self._renderer.render(self._url, allows)

    async def _effects(
        self, blocked: Sequence[Request], seen: Rendering, complete: Rendering, again: Rendering, *, has_effect: bool
    ) -> list[BlockedResource]:
        """Find out what each blocked resource changes: alone, or together with the others."""
        if len(blocked) > MOST_TRIED:
            return [BlockedResource(each, Effect.UNKNOWN if has_effect else Effect.NOTHING) for each in blocked]
        if len(blocked) == 1:
            changes = await self._difference(seen, complete, again)
            return [BlockedResource(blocked[0], Effect.ALONE if changes else Effect.NOTHING, changes)]
        self._steps = self._step + len(blocked) * (1 + has_effect)
        found = []
        whole_again: Rendering | None = None
        for each in blocked:
            alone = await self._render(partial(_is_allowed_or, each.url))
            changes, effect = await self._difference(seen, alone, again), Effect.ALONE
            if not changes and has_effect:
                whole_again = whole_again or await self._render(partial(_is_not, ""))
                without = await self._render(partial(_is_not, each.url))
                changes = await self._difference(without, complete, whole_again, is_of_other=True)
                effect = Effect.WITH_OTHERS
            found.append(BlockedResource(each, effect if changes else Effect.NOTHING, changes))
        return found

    async def _difference(
        self, one: Rendering, other: Rendering, again: Rendering, *, is_of_other: bool = False
    ) -> Difference:
        """Compare two renderings, but for what moves by itself: what differs between the first and the same `again`.

        With `is_of_other`, it is the other that was rendered again.
        """
        before, after, second = await one.read(), await other.read(), await again.read()
        first = after if is_of_other else before
        pictures = (other.picture, one.picture) if is_of_other else (one.picture, other.picture)
        return Difference(
            await self._renderer.difference(*pictures, again.picture),
            _added(_lines(before), _lines(after), moving=len(_only_in(_lines(first), _lines(second)))),
            _added(_links(before), _links(after), moving=len(_only_in(_links(first), _links(second)))),
        )


def _added(before: Sequence[str], after: Sequence[str], *, moving: int) -> tuple[str, ...]:
    """Return what is only in the second; nothing if that is no more than what moves by itself."""
    added = _only_in(before, after)
    return tuple(added) if len(added) > moving else ()


def _only_in(before: Sequence[str], after: Sequence[str]) -> list[str]:
    known = set(before)
    return [each for each in after if each not in known]


def _is_allowed(_url: str, decision: Decision) -> bool:
    return not decision.is_blocked


def _is_allowed_or(only: str, url: str, decision: Decision) -> bool:
    return not decision.is_blocked or url == only


def _is_not(one: str, url: str, _decision: Decision) -> bool:
    return url != one


async def _with_news(report: RenderReport) -> RenderReport:
    """Add what the page has only once it is rendered."""
    if report.rendering is None or report.rendering.problem is not None:
        return report
    rendered, plain = await report.rendering.read(), report.plain
    return replace(
        report,
        new_lines=tuple(_only_in(_lines(plain), _lines(rendered))),
        new_links=tuple(_only_in(_links(plain), _links(rendered))),
        lost_links=tuple(_only_in(_links(rendered), _links(plain))),
    )


def _lines(page: PageFound) -> list[str]:
    return list(dict.fromkeys(page.text.body.split("\n"))) if page.text.body else []


def _links(page: PageFound) -> list[str]:
    """Return the URLs that a crawler would follow."""
    return list(dict.fromkeys(link.target.url for link in page.links if link.kind in _TO_PAGES))
