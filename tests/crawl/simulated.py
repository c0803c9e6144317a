"""A web that exists in a simulated time only: crawls of it take no time, and what they ask is known to the instant."""

import asyncio
import contextlib
import hashlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from heapq import heappop, heappush
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.model import CrawlProgress
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.engine.content import content_of
from robotstudio.fetch.evidence import Evidence, FetchOutcome, Hop, Timings
from robotstudio.fetch.limits import DEFAULT_LIMITS, Limits
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.urls.urls import origin_in, site_in

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher

_ROUNDS = 40  # of the event loop, after which nothing happens before time passes


class SimulatedTime:
    """Passes once nothing else is left to do, up to when the next one who sleeps wakes."""

    def __init__(self) -> None:
        self._now = 1_000.0
        self._sleeping: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return 1_800_000_000.0 + self._now

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        heappush(self._sleeping, (self._now + seconds, next(self._numbers), future))
        await future

    async def pass_by(self) -> None:
        """Let time pass, until cancelled."""
        while True:
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
            if self._sleeping:
                when, _, future = heappop(self._sleeping)
                if not future.done():
                    self._now = max(self._now, when)
                    future.set_result(None)


class Answered(NamedTuple):
    """A page, and how long it takes."""

    body: str
    seconds: float = 0.1
    status: int = 200
    retry_after: str = ""


class Request(NamedTuple):
    """A request as it was made."""

    at: float
    url: str

    @property
    def host(self) -> str:
        return site_in(self.url)


class SimulatedWeb:
    """Answers any URL; it stands in for a `Fetcher` and its `PageFetcher`. A robots.txt is missing unless given."""

    limits = DEFAULT_LIMITS
    options = PLAIN

    def __init__(self, answer: Callable[[str], Answered], robots: str = "") -> None:
        self.time = SimulatedTime()
        self.requests: list[Request] = []
        self.most_at_once = 0
        self.most_at_host: Counter[str] = Counter()
        self._at_host: Counter[str] = Counter()
        self._answer = answer
        self._robots = robots

    @contextlib.asynccontextmanager
    async def connected(self, _options: FetchOptions, _limits: Limits, _most: int) -> "AsyncIterator[SimulatedWeb]":
        passing = asyncio.ensure_future(self.time.pass_by())
        try:
            yield self
        finally:
            passing.cancel()

    async def robots(self, url: str, _options: FetchOptions) -> Evidence:
        return await self._asked(url, Answered(self._robots, status=200 if self._robots else 404))

    async def page(self, url: str, _options: FetchOptions | None = None) -> Evidence:
        return await self._asked(url, self._answer(url))

    def of(self, host: str) -> list[float]:
        """Return when a host was asked."""
        return [request.at for request in self.requests if request.host == host]

    async def _asked(self, url: str, answered: Answered) -> Evidence:
        host = site_in(url)
        self.requests.append(Request(self.time.now(), url))
        self._at_host[host] += 1
        self.most_at_host[host] = max(self.most_at_host[host], self._at_host[host])
        self.most_at_once = max(self.most_at_once, self._at_host.total())
        await self.time.sleep(answered.seconds)
        self._at_host[host] -= 1
        return _evidence(url, answered)


def _evidence(url: str, answered: Answered) -> Evidence:
    body, kind = answered.body.encode(), "text/plain" if url.endswith("/robots.txt") else "text/html"
    headers = (("content-type", kind), *((("retry-after", answered.retry_after),) if answered.retry_after else ()))
    elapsed = answered.seconds * 1000
    hop = Hop(url, answered.status, "", "HTTP/1.1", None, headers, elapsed, 0.0, Timings(), None)
    outcome = FetchOutcome.SUCCESS if answered.status < 400 else FetchOutcome.CLIENT_ERROR
    return Evidence(
        requested=url,
        final_url=url,
        outcome=outcome,
        hops=(hop,),
        body=body,
        size=len(body),
        wire_size=len(body),
        truncated=False,
        content_type=kind,
        body_kind=content_of(body, kind),
        sha256=hashlib.sha256(body).hexdigest(),
        elapsed_ms=elapsed,
        fetched_at=datetime.now(UTC),
        error=None,
        user_agent="",
    )


def wide(pages: int, seconds: float) -> Callable[[str], Answered]:
    """Answer as hosts whose home page links to all others."""

    def answer(url: str) -> Answered:
        path = url.removeprefix(origin_in(url))
        links = "".join(f'<a href="/{number}">x</a>' for number in range(1, pages)) if path == "/" else ""
        return Answered(f"<title>{url}</title>{links}", seconds)

    return answer


def crawled_in(web: SimulatedWeb, file: Path, plan: CrawlPlan) -> tuple[CrawlProgress, Crawl]:
    """Crawl to the end."""
    crawl = Crawl(file, plan, clock=web.time)
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(crawl.run(cast("Fetcher", web))), crawl
