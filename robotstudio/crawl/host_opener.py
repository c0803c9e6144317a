"""What is requested of a host before its pages: its robots.txt, the sitemaps this names, a page that cannot exist."""

import random
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from robotstudio.crawl.cells import unpacked_bytes
from robotstudio.crawl.frontier import FROM_SITEMAP, SITEMAP
from robotstudio.crawl.hosts import Host
from robotstudio.crawl.page_processor import PageProcessor
from robotstudio.crawl.pages import read_page
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.rate_limiter import Clock
from robotstudio.crawl.robots_policy import OURSELVES, LiveFile, RobotsPolicy
from robotstudio.crawl.store import CrawlStore
from robotstudio.crawl.traps import Soft404Page
from robotstudio.engine.content import Content
from robotstudio.engine.directives import directives_of
from robotstudio.engine.robots import Robots
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.sitemaps import SITEMAP_LIMITS, FollowLimits, follow_sitemaps

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher, PageFetcher

UNREACHED: Final = frozenset(
    {FetchOutcome.DNS_ERROR, FetchOutcome.REFUSED, FetchOutcome.NETWORK_ERROR, FetchOutcome.TLS_ERROR}
)
"""The host could not be reached."""
_REFUSED: Final = frozenset({FailureKind.NOT_PUBLIC, FailureKind.REDIRECT_REACH})
_REUSED: Final = frozenset({FetchOutcome.SUCCESS, FetchOutcome.CLIENT_ERROR})
_LONGEST_KEPT: Final = 24 * 3600.0
"""Seconds until a robots.txt is fetched again (RFC 9309 §2.4)."""
_MOST_SITEMAPS: Final = 200
_PROBE_LETTERS: Final = 24


class HostOpener:
    """Opens hosts, concurrently; each host's rate limit applies from the first request on."""

    def __init__(
        self,
        store: CrawlStore,
        processor: PageProcessor,
        plan: CrawlPlan,
        clock: Clock,
        answered: Callable[[Host, Evidence], None],
        may_ask: Callable[[str], bool],
    ) -> None:
        """`answered` is called with each answer of a host, `may_ask` with the origin of each sitemap."""
        self._store = store
        self._processor = processor
        self._plan = plan
        self._clock = clock
        self._answered = answered
        self._may_ask = may_ask
        self._random = random.SystemRandom()

    async def open(self, host: Host, fetcher: "Fetcher", pages: "PageFetcher", *, is_start: bool) -> bool:
        """Fetch the robots.txt unless it is less than a day old; return False if the host cannot be reached.

        Of a host that is open already only the robots.txt is fetched. A host that asks for a pause stays closed.
        """
        if host.robots is None and self._reopened(host):
            return True
        options = replace(pages.options, redirects=None)
        await self._wait_turn(host)
        evidence = await fetcher.robots(f"{host.origin}/robots.txt", options)
        self._record(host, evidence, evidence.requested, "robots.txt", evidence.outcome.value)
        if host.gave_up is not None:
            return True
        robots = RobotsPolicy(LiveFile.of(evidence), is_mine=host.name in self._plan.mine)
        if evidence.outcome in UNREACHED or evidence.outcome is FetchOutcome.TIMEOUT:
            return False
        if host.robots is not None and robots.forbidding_line(f"{host.origin}/") == 0:
            return False  # an error after there was a file: keep its URLs queued
        self._apply_delay(host, robots)
        if host.robots is None and not await self._explore(host, robots, fetcher, pages, is_start=is_start):
            return True
        self._save(host, robots)
        self._apply(host, robots)
        return True

    async def _explore(
        self, host: Host, robots: RobotsPolicy, fetcher: "Fetcher", pages: "PageFetcher", *, is_start: bool
    ) -> bool:
        """Fetch the sitemaps, and a page that cannot exist; return False if the host asks for a pause meanwhile."""
        if is_start and self._plan.follows_sitemaps:
            await self._sitemaps(host, robots, fetcher, replace(pages.options, redirects=None))
        if self._plan.probes and host.gave_up is None:
            await self._probe(host, robots, pages)
        return host.gave_up is None

    def _record(self, host: Host, evidence: Evidence, url: str, what: str, detail: str) -> None:
        """Record an answer, or that the request was refused."""
        if evidence.error is not None and evidence.error.kind in _REFUSED:
            what, detail = "refused", str(evidence.error.argument("location") or evidence.final_url)
        self._answered(host, evidence)
        self._store.begin()
        self._processor.log(None, url, evidence, what, detail)

    def _reopened(self, host: Host) -> bool:
        at, outcome, status, kind, body, missing = self._store.connection.execute(
            "SELECT robots_at, robots_outcome, robots_status, robots_kind, robots_body, soft_404 FROM host"
            " WHERE id = ?",
            (host.number,),
        ).fetchone()
        age = self._clock.wall() - at if at else _LONGEST_KEPT
        if not 0 <= age < _LONGEST_KEPT or outcome not in _REUSED:  # negative if the clock was set back
            return False
        file = LiveFile(FetchOutcome(outcome), status, Content(kind), unpacked_bytes(body, "host.robots_body"))
        robots = RobotsPolicy(file, is_mine=host.name in self._plan.mine)
        host.missing = Soft404Page.of_text(missing)
        self._apply_delay(host, robots)
        self._apply(host, robots, age)
        return True

    def _apply(self, host: Host, robots: RobotsPolicy, age: float = 0.0) -> None:
        if robots.is_mine and host.robots is None:
            self._processor.log(None, host.origin, None, "mine", host.name)
        host.robots, host.robots_until = robots, self._clock.now() + _LONGEST_KEPT - age

    @staticmethod
    def _apply_delay(host: Host, robots: RobotsPolicy) -> None:
        delay = robots.delay()
        if delay is not None:
            host.limiter.apply_crawl_delay(*delay)

    def _save(self, host: Host, robots: RobotsPolicy) -> None:
        """Store the robots.txt and its consequences in one transaction, so that a killed program fetches it again."""
        file, missing = robots.file, host.missing
        self._store.begin()
        self._store.connection.execute(
            "UPDATE host SET robots_at = ?, robots_outcome = ?, robots_status = ?, robots_kind = ?, robots_body = ?,"
            " soft_404 = ? WHERE id = ?",
            (
                self._clock.wall(),
                file.outcome,
                file.status,
                file.body_kind,
                zlib.compress(file.body),
                missing.as_text() if missing else None,
                host.number,
            ),
        )

    async def _sitemaps(self, host: Host, robots: RobotsPolicy, fetcher: "Fetcher", options: FetchOptions) -> None:
        rules = robots.file.read_by(OURSELVES)
        if not isinstance(rules, Robots):
            return
        named = dict.fromkeys(one.written for one in directives_of(rules) if one.facts.id == "sitemap")
        if not named:
            return
        reach = options.reach.within(self._may_ask) if options.reach is not None else None
        fetch = partial(self._sitemap, host, fetcher, replace(options, reach=reach))
        limits = FollowLimits(sitemaps=_MOST_SITEMAPS, other_hosts=True, may_ask=self._may_ask)
        harvest = await follow_sitemaps(named, fetch, host.origin, limits)
        self._store.begin()
        for visit in harvest.visits:
            if visit.is_refused:
                self._processor.log(None, visit.url, None, "refused")
        self._processor.add_roots((url.url for url in harvest.reading.urls), SITEMAP, FROM_SITEMAP)

    async def _sitemap(self, host: Host, fetcher: "Fetcher", options: FetchOptions, url: str) -> Evidence:
        """Fetch a sitemap within the rate limit; nothing after the host asked for a pause."""
        if host.gave_up is not None:
            failure = Failure(FailureKind.CANCELLED)
            return nothing_fetched(url, FetchOutcome.CANCELLED, failure, datetime.now(UTC))
        await self._wait_turn(host)
        evidence = await fetcher.page(url, options, limits=SITEMAP_LIMITS)
        self._record(host, evidence, url, "sitemap", evidence.outcome.value)
        return evidence

    async def _wait_turn(self, host: Host) -> None:
        wait = host.limiter.next_at - self._clock.now()
        if wait > 0:
            await self._clock.sleep(wait)
        host.limiter.started(self._clock.now())

    async def _probe(self, host: Host, robots: RobotsPolicy, pages: "PageFetcher") -> None:
        """Record what the host answers for a page that cannot exist; if that is a success, soft 404s match its text."""
        name = "".join(self._random.choice("bcdfghjklmnpqrstvwxz") for _ in range(_PROBE_LETTERS))
        url = f"{host.origin}/{name}"
        if robots.forbidding_line(url) is not None:
            return
        await self._wait_turn(host)
        evidence = await pages.page(url)
        self._record(host, evidence, url, "probe", str(evidence.status or ""))
        if evidence.status == 200:
            page = await read_page(evidence.body, evidence.content_type, url)
            host.missing = Soft404Page.of(page.text, name)
