"""What is asked of a host before its pages: its robots.txt, the sitemaps that this names, a page that cannot exist."""

import random
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from robotstudio.crawl.cells import unpacked_bytes
from robotstudio.crawl.clock import Clock
from robotstudio.crawl.frontier import FROM_SITEMAP, SITEMAP
from robotstudio.crawl.gate import OURSELVES, Gate, LiveFile
from robotstudio.crawl.hosts import Host
from robotstudio.crawl.pages import read_page
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.reception import Reception
from robotstudio.crawl.store import CrawlStore
from robotstudio.crawl.traps import MissingPage
from robotstudio.engine.content import Content
from robotstudio.engine.directives import directives_of
from robotstudio.engine.robots import Robots
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.sitemaps import SITEMAP_LIMITS, FollowLimits, follow_sitemaps
from robotstudio.lazy_dataclasses import replace

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher, PageFetcher

UNREACHED: Final = frozenset(
    {FetchOutcome.DNS_ERROR, FetchOutcome.REFUSED, FetchOutcome.NETWORK_ERROR, FetchOutcome.TLS_ERROR}
)
"""No answer, and none of the server's making."""
_REFUSED: Final = frozenset({FailureKind.NOT_PUBLIC, FailureKind.REDIRECT_REACH})
_REUSED: Final = frozenset({FetchOutcome.SUCCESS, FetchOutcome.CLIENT_ERROR})
_LONGEST_KEPT: Final = 24 * 3600.0
"""Seconds for which a robots.txt is obeyed before it is asked for again (RFC 9309 §2.4)."""
_MOST_SITEMAPS: Final = 200
_PROBE_LETTERS: Final = 24


class Opener:
    """Opens hosts, one after another or side by side; a host keeps to its pace from the first request on."""

    def __init__(
        self,
        store: CrawlStore,
        reception: Reception,
        plan: CrawlPlan,
        clock: Clock,
        answered: Callable[[Host, Evidence], None],
        may_ask: Callable[[str], bool],
    ) -> None:
        """`answered` is called with each answer of a host, `may_ask` with an origin that a sitemap is at."""
        self._store = store
        self._reception = reception
        self._plan = plan
        self._clock = clock
        self._answered = answered
        self._may_ask = may_ask
        self._random = random.SystemRandom()

    async def open(self, host: Host, fetcher: "Fetcher", pages: "PageFetcher", *, is_start: bool) -> bool:
        """Ask, unless it was asked within a day; False if the host cannot be reached.

        A host that is open already is asked for its robots.txt alone. One that asks to be left alone stays closed.
        """
        if host.gate is None and self._reopened(host):
            return True
        options = replace(pages.options, redirects=None)
        await self._turn(host)
        evidence = await fetcher.robots(f"{host.origin}/robots.txt", options)
        self._took(host, evidence, evidence.requested, "robots.txt", evidence.outcome.value)
        if host.gave_up is not None:
            return True
        gate = Gate(LiveFile.of(evidence), is_mine=host.name in self._plan.mine)
        if evidence.outcome in UNREACHED or evidence.outcome is FetchOutcome.TIMEOUT:
            return False
        if host.gate is not None and gate.forbidding_line(f"{host.origin}/") == 0:
            return False  # an error in the place of a file that was there: its URLs wait
        self._heed_delay(host, gate)
        if host.gate is None and not await self._looked_around(host, gate, fetcher, pages, is_start=is_start):
            return True
        self._keep(host, gate)
        self._enter(host, gate)
        return True

    async def _looked_around(
        self, host: Host, gate: Gate, fetcher: "Fetcher", pages: "PageFetcher", *, is_start: bool
    ) -> bool:
        """Fetch the sitemaps, and a page that cannot exist; False if the host asks to be left alone meanwhile."""
        if is_start and self._plan.follows_sitemaps:
            await self._sitemaps(host, gate, fetcher, replace(pages.options, redirects=None))
        if self._plan.probes and host.gave_up is None:
            await self._probe(host, gate, pages)
        return host.gave_up is None

    def _took(self, host: Host, evidence: Evidence, url: str, what: str, detail: str) -> None:
        """An answer came, or it was refused to ask."""
        if evidence.error is not None and evidence.error.kind in _REFUSED:
            what, detail = "refused", str(evidence.error.argument("location") or evidence.final_url)
        self._answered(host, evidence)
        self._store.begin()
        self._reception.log(None, url, evidence, what, detail)

    def _reopened(self, host: Host) -> bool:
        at, outcome, status, kind, body, missing = self._store.connection.execute(
            "SELECT robots_at, robots_outcome, robots_status, robots_kind, robots_body, soft_404 FROM host"
            " WHERE id = ?",
            (host.number,),
        ).fetchone()
        age = self._clock.wall() - at if at else _LONGEST_KEPT
        if not 0 <= age < _LONGEST_KEPT or outcome not in _REUSED:  # below 0: the clock was set back
            return False
        file = LiveFile(FetchOutcome(outcome), status, Content(kind), unpacked_bytes(body, "host.robots_body"))
        gate = Gate(file, is_mine=host.name in self._plan.mine)
        host.missing = MissingPage.of_text(missing)
        self._heed_delay(host, gate)
        self._enter(host, gate, age)
        return True

    def _enter(self, host: Host, gate: Gate, age: float = 0.0) -> None:
        if gate.is_mine and host.gate is None:
            self._reception.log(None, host.origin, None, "mine", host.name)
        host.gate, host.gate_until = gate, self._clock.now() + _LONGEST_KEPT - age

    @staticmethod
    def _heed_delay(host: Host, gate: Gate) -> None:
        delay = gate.delay()
        if delay is not None:
            host.pace.heed_delay(*delay)

    def _keep(self, host: Host, gate: Gate) -> None:
        """Last, and together with what came of it: a program that is killed before asks again."""
        file, missing = gate.file, host.missing
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

    async def _sitemaps(self, host: Host, gate: Gate, fetcher: "Fetcher", options: FetchOptions) -> None:
        rules = gate.file.read_by(OURSELVES)
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
                self._reception.log(None, visit.url, None, "refused")
        self._reception.add_roots((url.url for url in harvest.reading.urls), SITEMAP, FROM_SITEMAP)

    async def _sitemap(self, host: Host, fetcher: "Fetcher", options: FetchOptions, url: str) -> Evidence:
        """A sitemap, when the host may be asked again; none after it asked to be left alone."""
        if host.gave_up is not None:
            failure = Failure(FailureKind.CANCELLED)
            return nothing_fetched(url, FetchOutcome.CANCELLED, failure, datetime.now(UTC))
        await self._turn(host)
        evidence = await fetcher.page(url, options, limits=SITEMAP_LIMITS)
        self._took(host, evidence, url, "sitemap", evidence.outcome.value)
        return evidence

    async def _turn(self, host: Host) -> None:
        wait = host.pace.next_at - self._clock.now()
        if wait > 0:
            await self._clock.sleep(wait)
        host.pace.started(self._clock.now())

    async def _probe(self, host: Host, gate: Gate, pages: "PageFetcher") -> None:
        """What the host answers for a page that cannot exist: where that is a success, it is known by its text."""
        name = "".join(self._random.choice("bcdfghjklmnpqrstvwxz") for _ in range(_PROBE_LETTERS))
        url = f"{host.origin}/{name}"
        if gate.forbidding_line(url) is not None:
            return
        await self._turn(host)
        evidence = await pages.page(url)
        self._took(host, evidence, url, "probe", str(evidence.status or ""))
        if evidence.status == 200:
            page = await read_page(evidence.body, evidence.content_type, url)
            host.missing = MissingPage.of(page.text, name)
