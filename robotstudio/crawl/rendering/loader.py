"""Requests of a rendered page: decided by the robots.txt of each host, and fetched by our own client."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.crawl.plan import PAGE_ACCEPT
from robotstudio.crawl.rate_limiter import HALVING
from robotstudio.crawl.robots_policy import LiveFile
from robotstudio.engine.content import content_of
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.robots import Robots
from robotstudio.engine.scope import governing_robots_url
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Headers, nothing_fetched
from robotstudio.fetch.site_access import OwnHeaders, SiteAccess

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher, PageFetcher

_AT_ONCE: Final = 6
_MOST_HOSTS: Final = 100
_MOST_BYTES: Final = 100 * 1024 * 1024
"""Kept of what was fetched, so that it is fetched once."""
PAGE_HEADERS: Final[Mapping[str, str]] = {"accept": PAGE_ACCEPT}
Fetch = Callable[[], Awaitable[Evidence]]
Pace = Callable[[str, Fetch], Awaitable[Evidence | None]]
"""Fetches a URL when it may be requested; None if it must not be."""
_Key = tuple[str, str, Headers]
_OF_THE_BROWSER: Final = frozenset(
    {"accept", "accept-language", "cookie", "referer", "upgrade-insecure-requests", "user-agent", "purpose"}
)


class Decision(Struct, frozen=True):
    """Verdict of a robots.txt about a URL for the chosen crawler."""

    allowed: bool | None
    """None if unknown."""
    robots_url: str = ""
    line: int | None = None
    rule: str = ""

    @property
    def is_blocked(self) -> bool:
        return self.allowed is False


class Loader:
    """Decides and fetches for the renderings of one page."""

    def __init__(
        self,
        fetcher: "Fetcher",
        pages: "PageFetcher",
        crawler: Crawler,
        drafts: Mapping[str, bytes] | None = None,
        pace: Pace | None = None,
    ) -> None:
        """`pages` follows no redirects; `drafts` replace the robots.txt at these addresses."""
        self._pace = pace
        self._fetcher = fetcher
        self._pages = pages
        self._crawler = crawler
        self._drafts = dict(drafts or {})
        self._rules: dict[str, asyncio.Task[Robots | bool | None]] = {}
        self._answers: dict[_Key, asyncio.Future[Evidence]] = {}
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._bytes = 0

    async def decide(self, url: str) -> Decision:
        """Decide whether the crawler may fetch a URL; fetches the robots.txt of its host once."""
        robots_url = governing_robots_url(url)
        if robots_url is None:
            return Decision(None)
        if robots_url not in self._rules:
            if len(self._rules) >= _MOST_HOSTS:
                return Decision(None, robots_url)
            self._rules[robots_url] = asyncio.create_task(self._read_rules(robots_url))
        rules = await asyncio.shield(self._rules[robots_url])
        if not isinstance(rules, Robots):
            return Decision(rules, robots_url)
        verdict = rules.decide(url, self._crawler.agent)
        rule = "" if verdict.rule is None else str(verdict.rule)
        return Decision(verdict.allowed, robots_url, verdict.line, rule)

    async def _read_rules(self, robots_url: str) -> Robots | bool | None:
        if robots_url in self._drafts:
            body = self._drafts[robots_url]
            file = LiveFile(FetchOutcome.SUCCESS, 200, content_of(body), body)
        else:
            options = replace(self._pages.options, redirects=None, referer="")
            async with self._room:
                evidence = await self._paced(robots_url, lambda: self._fetcher.robots(robots_url, options))
            if evidence is None:
                return None
            file = LiveFile.of(evidence)
        return file.read_by(self._crawler)

    async def load(self, url: str, headers: Mapping[str, str]) -> Evidence:
        """Fetch a URL with the headers that a page asks for; the same request only once."""
        key = _key(url, headers)
        if key not in self._answers:
            referer = next((value for name, value in headers.items() if name.lower() == "referer"), "")
            self._answers[key] = asyncio.create_task(self._fetch(*key, referer))
        return await asyncio.shield(self._answers[key])

    async def _fetch(self, url: str, accept: str, own: Headers, referer: str) -> Evidence:
        usual = self._pages.options
        scripted = (SiteAccess(origin_of(url), OwnHeaders(own)),) if own else ()
        options = replace(usual, accept=accept, referer=referer, own=(*scripted, *usual.own))
        async with self._room:
            evidence = await self._paced(url, lambda: self._pages.page(url, options))
        if evidence is None:
            failure = Failure(FailureKind.CANCELLED)
            return nothing_fetched(url, FetchOutcome.CANCELLED, failure, datetime.now(UTC))
        if self._pace is not None and evidence.status in HALVING:  # another page may get it
            del self._answers[url, accept, own]
            return evidence
        self._bytes += evidence.size
        self._make_room()
        return evidence

    async def _paced(self, url: str, fetch: Fetch) -> Evidence | None:
        return await (fetch() if self._pace is None else self._pace(url, fetch))

    def _make_room(self) -> None:
        """Forget what was fetched first, once it is too much."""
        for key, task in tuple(self._answers.items()):
            if self._bytes <= _MOST_BYTES:
                return
            if task.done() and not task.cancelled() and task.exception() is None:
                self._bytes -= task.result().size
                del self._answers[key]

    def keep(self, url: str, evidence: Evidence) -> None:
        """Take the answer for a page that was fetched before."""
        answer: asyncio.Future[Evidence] = asyncio.get_running_loop().create_future()
        answer.set_result(evidence)
        self._answers[_key(url, PAGE_HEADERS)] = answer

    def forget(self, url: str) -> None:
        """Forget a page that was kept."""
        self._answers.pop(_key(url, PAGE_HEADERS), None)

    async def close(self) -> None:
        """Cancel what nobody waits for any more."""
        tasks: list[asyncio.Future[Any]] = [*self._rules.values(), *self._answers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _key(url: str, headers: Mapping[str, str]) -> _Key:
    """Return what makes a request the same as another: URL, Accept header, and headers that a script has set."""
    named = {name.lower(): value for name, value in headers.items()}
    own = tuple((name, value) for name, value in sorted(named.items()) if _is_of_script(name))
    return url, named.get("accept", "*/*"), own


def _is_of_script(name: str) -> bool:
    """Return True for a header that a script may have set; the others are ours."""
    return name not in _OF_THE_BROWSER and not name.startswith("sec-")


class RequestState(StrEnum):
    """Outcome of a request of a page."""

    LOADED = "loaded"
    BLOCKED = "blocked"  # by a robots.txt
    PRIVATE = "private"  # a public page asked for a private address
    NOT_SENT = "not-sent"  # it would not only read: POST and the like
    FAILED = "failed"
