"""The crawl: takes what is next of each host, none too often, fetches it and takes in what came, until all is done.

It runs on the event loop of the fetcher (`FetchThread.run(crawl.run, …)`); `pause`, `go_on` and `stop` may be called
from any thread, and so may `progress` and `hosts`, which give frozen data.
"""

import asyncio
import random
import time
import zlib
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from robotstudio.engine.content import Content
from robotstudio.engine.directives import directives_of
from robotstudio.engine.robots import Robots
from robotstudio.io.crawl.canonical import canonical
from robotstudio.io.crawl.earlier import EarlierCrawl
from robotstudio.io.crawl.frontier import FROM_SITEMAP, LISTED, SITEMAP, START, Frontier, Queued
from robotstudio.io.crawl.gate import Gate, LiveFile
from robotstudio.io.crawl.model import (
    ERRORS,
    TRAPS,
    CrawlProgress,
    CrawlState,
    EndedBy,
    GaveUp,
    HostState,
    UrlState,
)
from robotstudio.io.crawl.pace import HALVING, Pace
from robotstudio.io.crawl.pages import read_page
from robotstudio.io.crawl.plan import CrawlPlan
from robotstudio.io.crawl.reception import Reception
from robotstudio.io.crawl.store import CrawlStore, sentences
from robotstudio.io.crawl.traps import MissingPage
from robotstudio.io.fetching.evidence import Evidence, FailureKind, Outcome
from robotstudio.io.fetching.options import PLAIN, FetchOptions
from robotstudio.io.sources.following import SITEMAP_LIMITS, FollowLimits, follow_sitemaps
from robotstudio.lazy_dataclasses import replace

if TYPE_CHECKING:
    from robotstudio.io.fetching.client import Fetcher

_BUFFER: Final = 32
_PAGES_PER_COMMIT: Final = 100
_SECONDS_PER_COMMIT: Final = 1.0
_ROBOTS_HOURS: Final = 24
_MOST_TRIES: Final = 3
_MOST_FAILURES: Final = 5
_LONGEST_WAIT: Final = 600.0
_PROBE_LETTERS: Final = 24
_GONE: Final = frozenset({FailureKind.CONNECTION_CLOSED, FailureKind.CONNECTION_RESET})
_UNREACHED: Final = frozenset({Outcome.DNS_ERROR, Outcome.REFUSED, Outcome.NETWORK_ERROR, Outcome.TLS_ERROR})

_REUSED: Final = frozenset({Outcome.SUCCESS, Outcome.CLIENT_ERROR})


class Clock(Protocol):
    """What tells the time and lets it pass."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class LoopClock:
    """That of the computer."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _Host:
    """One host while the crawl runs."""

    def __init__(self, number: int, origin: str, pace: Pace) -> None:
        self.number = number
        self.origin = origin
        self.pace = pace
        self.gate: Gate | None = None
        self.soft_404: MissingPage | None = None
        self.is_opening = False
        self.buffer: deque[Queued] = deque()
        self.in_flight = 0
        self.rank = 0  # of those in flight
        self.requests = 0
        self.failures = 0
        self.gave_up: GaveUp | None = None

    @property
    def name(self) -> str:
        return self.origin.partition("://")[2]


class Crawl:
    """One crawl in its file: begun, or gone on with where the file holds one."""

    def __init__(
        self,
        path: Path,
        plan: CrawlPlan | None = None,
        *,
        options: FetchOptions = PLAIN,
        before: Path | None = None,
        clock: Clock | None = None,
        on_progress: Callable[[CrawlProgress], None] | None = None,
    ) -> None:
        """Raises CrawlFileError. Without a plan that of the file holds; `before` is the crawl to compare with."""
        self._store = CrawlStore.open(path)
        kept = self._store.fact("plan")
        plan = plan or (CrawlPlan.of_text(kept) if kept else CrawlPlan())
        self.plan = replace(plan, starts=_bare(plan.starts), listed=_bare(plan.listed))
        self._options = replace(
            options, accept=self.plan.accept, languages=self.plan.languages, redirects=0, http2=False
        )
        self._clock = clock or LoopClock()
        self._on_progress = on_progress
        before_kept = self._store.fact("before")
        before = before or (Path(before_kept) if before_kept else None)
        self._before = EarlierCrawl(before) if before is not None and before.exists() else None
        self._hosts: dict[str, _Host] = {}
        self._by_number: dict[int, _Host] = {}
        self._start_names: set[str] = set()
        self._state = CrawlState.NEW
        self._paused = self._stopped = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened: asyncio.Task[None] | None = None
        self._uncommitted = 0
        self._committed_at = 0.0
        self._began_at: float | None = None
        self._seconds = float(self._store.fact("seconds") or 0)
        self._random = random.SystemRandom()
        with sentences(path):
            self._store.begin()
            self._store.keep_fact("plan", self.plan.as_text())
            if before is not None:
                self._store.keep_fact("before", str(before))
            self._store.commit()
            self._frontier = Frontier(self._store)
            self._restore_hosts()
            self._reception = Reception(self._store, self._frontier, self.plan, self._host_number)
            self._add_roots()
        self._snapshot = self._progress()

    # for whoever shows it: any thread

    def progress(self) -> CrawlProgress:
        """How far it is, as of the last page."""
        return self._snapshot

    def hosts(self) -> tuple[HostState, ...]:
        """The hosts that were met, those with most to fetch first."""
        now = self._clock.now()
        states = [self._host_state(host, now) for host in tuple(self._hosts.values())]
        return tuple(sorted(states, key=lambda host: -host.queued))

    def pause(self) -> None:
        """Ask for nothing more until `go_on`; what is under way is waited for."""
        self._paused = True
        self._waken()

    def go_on(self) -> None:
        self._paused = False
        self._waken()

    def stop(self) -> None:
        """End `run` soon; the file can be gone on with."""
        self._stopped = True
        self._waken()

    def _waken(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    # the run

    async def run(self, fetcher: "Fetcher") -> CrawlProgress:
        """Crawl until nothing is left, a limit is reached or `stop` is called. Raises CrawlFileError."""
        self._loop = asyncio.get_running_loop()
        self._began_at = self._committed_at = self._clock.now()
        self._state = CrawlState.RUNNING
        limits = replace(fetcher.limits, redirects=0)
        try:
            with sentences(self._store.path):
                async with fetcher.connected(self._options, limits) as self._pages:
                    self._fetcher = fetcher
                    try:
                        await self._rounds()
                    finally:
                        await self._end_tasks()
                self._state = CrawlState.FINISHED if self._is_done() else CrawlState.STOPPED
        finally:
            self._close()
        return self._snapshot

    async def _rounds(self) -> None:
        while not self._stopped:
            self._store.begin()
            is_paused = self._paused
            wait = None if is_paused else self._start_what_may()
            self._state = CrawlState.PAUSED if is_paused else CrawlState.RUNNING
            if is_paused or not self._tasks:
                self._commit()
            if not self._tasks and wait is None and not is_paused and not self._more():
                return
            await self._something(wait)

    def _more(self) -> bool:
        """Whether there is something left after all: what was too deep until a shorter way was found."""
        if self._is_limited():
            return False
        deepest = self.plan.max_depth
        if deepest and self._frontier.counts[UrlState.ENDED, EndedBy.MAX_DEPTH]:
            self._frontier.queue_again(EndedBy.MAX_DEPTH, below_rank=deepest)
            return any(self._frontier.queued_of[host.number] > 0 for host in self._open_hosts())
        return False

    def _open_hosts(self) -> Iterable[_Host]:
        return (host for host in self._hosts.values() if host.gave_up is None)

    async def _something(self, wait: float | None) -> None:
        """Until a fetch ends, a host may be asked again, or the person wants something."""
        waker = asyncio.ensure_future(self._wake.wait())
        waiting: set[asyncio.Future[object]] = {waker, *self._tasks}
        sleeper = asyncio.ensure_future(self._clock.sleep(wait)) if wait is not None else None
        if sleeper is not None:
            waiting.add(sleeper)
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for one in (waker, sleeper):
            if one is not None and not one.done():
                one.cancel()
        self._wake.clear()
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.discard(task)
            task.result()

    def _start_what_may(self) -> float | None:
        """Begin what may be begun, host by host in turn; seconds until more may be, None where nothing waits."""
        now, soonest = self._clock.now(), None
        progressing = True
        while progressing and len(self._tasks) < self.plan.at_once and not self._is_limited():
            progressing = False
            soonest = None
            for host in tuple(self._hosts.values()):
                if len(self._tasks) >= self.plan.at_once or self._is_limited():
                    break
                wait = self._wait_of(host, now)
                if wait == 0:
                    progressing = self._begin(host) or progressing
                elif wait is not None:
                    soonest = wait if soonest is None else min(wait, soonest)
        if len(self._tasks) < self.plan.at_once and soonest is not None and not self._is_limited():
            return soonest
        return None

    def _wait_of(self, host: _Host, now: float) -> float | None:
        """Seconds until a host may be asked; None where it is not to be asked, or something has to come before."""
        if host.gave_up is not None or host.is_opening:
            return None
        if not host.buffer and self._frontier.queued_of[host.number] <= 0:
            return None
        if host.pace.is_serial and host.in_flight:
            return None
        return max(0.0, host.pace.next_at - now)

    def _begin(self, host: _Host) -> bool:
        if host.gate is None:
            host.is_opening = True
            self._start(self._open_host(host))
            return True
        one = self._next(host)
        if one is None:
            return False
        host.in_flight += 1
        host.rank = one.rank
        self._start(self._fetch(host, one))
        self._rotate(host)
        return True

    def _rotate(self, host: _Host) -> None:
        """Whoever was asked is behind the others: many hosts are asked in turn."""
        self._hosts[host.origin] = self._hosts.pop(host.origin)

    def _start(self, work: "Coroutine[Any, Any, None]") -> None:
        self._tasks.add(asyncio.ensure_future(work))

    def _next(self, host: _Host) -> Queued | None:
        """The next URL of a host that may be fetched; those that the live file forbids are ended on the way."""
        while host.gate is not None:
            up_to = host.rank if host.in_flight else None
            if not host.buffer:
                host.buffer.extend(self._frontier.take(host.number, _BUFFER, up_to))
            if not host.buffer or (up_to is not None and host.buffer[0].rank > up_to):
                return None
            one = host.buffer.popleft()
            line = host.gate.forbidding_line(one.url)
            if line is None:
                return one
            self._frontier.end(one, EndedBy.ROBOTS)
            self._reception.log(one.id, None, None, EndedBy.ROBOTS, str(line))
        return None

    # one host

    async def _open_host(self, host: _Host) -> None:
        """Its robots.txt, its sitemaps, its answer for a page that cannot exist."""
        try:
            row = self._store.connection.execute(
                "SELECT robots_at, robots_outcome, robots_status, robots_kind, robots_body, soft_404 FROM host"
                " WHERE id = ?",
                (host.number,),
            ).fetchone()
            is_mine = host.name in self.plan.mine
            if row[0] and time.time() - row[0] < _ROBOTS_HOURS * 3600 and row[1] in _REUSED:
                body = zlib.decompress(row[4]) if row[4] else b""
                file = LiveFile(Outcome(row[1]), row[2], Content(row[3]), body)
                self._enter(host, Gate(file, is_mine=is_mine))
                host.soft_404 = MissingPage.of_text(row[5])
                return
            evidence = await self._fetcher.robots(f"{host.origin}/robots.txt", replace(self._options, redirects=None))
            self._answered(host, evidence)
            self._reception.log(None, evidence.requested, evidence, "robots.txt", evidence.outcome.value)
            if evidence.outcome in _UNREACHED or evidence.outcome is Outcome.TIMEOUT:
                self._give_up(host, GaveUp.FAILURES)
                return
            gate = Gate(LiveFile.of(evidence), is_mine=is_mine)
            self._enter(host, gate)
            self._keep_host(host, gate)
            if host.name in self._start_names:
                await self._sitemaps(host)
            if self.plan.probes:
                await self._probe(host)
        finally:
            host.is_opening = False

    def _enter(self, host: _Host, gate: Gate) -> None:
        host.gate = gate
        if gate.is_mine:
            self._reception.log(None, host.origin, None, "mine", host.name)
        delay = gate.delay()
        if delay is not None:
            host.pace.heed_delay(*delay)

    def _keep_host(self, host: _Host, gate: Gate) -> None:
        file = gate.file
        self._store.connection.execute(
            "UPDATE host SET robots_at = ?, robots_outcome = ?, robots_status = ?, robots_kind = ?, robots_body = ?"
            " WHERE id = ?",
            (time.time(), file.outcome, file.status, file.body_kind, zlib.compress(file.body), host.number),
        )

    async def _sitemaps(self, host: _Host) -> None:
        if not self.plan.follows_sitemaps or host.gate is None:
            return
        rules = Robots.parse(host.gate.file.body, "rfc9309") if host.gate.file.outcome is Outcome.SUCCESS else None
        named = [one.written for one in directives_of(rules) if one.facts.id == "sitemap"] if rules else []
        if not named:
            return
        harvest = await follow_sitemaps(
            dict.fromkeys(named), partial(self._sitemap, host), host.origin, FollowLimits(sitemaps=200)
        )
        self._store.begin()
        urls = (url.url for url in harvest.reading.urls)
        self._reception.add_roots(urls, SITEMAP, FROM_SITEMAP)

    async def _sitemap(self, host: _Host, url: str) -> Evidence:
        """A sitemap, when the host may be asked again."""
        await self._turn(host)
        evidence = await self._fetcher.page(url, replace(self._options, redirects=None), limits=SITEMAP_LIMITS)
        self._answered(host, evidence)
        self._reception.log(None, url, evidence, "sitemap", evidence.outcome.value)
        return evidence

    async def _turn(self, host: _Host) -> None:
        wait = host.pace.next_at - self._clock.now()
        if wait > 0:
            self._store.commit()
            await self._clock.sleep(wait)

    async def _probe(self, host: _Host) -> None:
        """What the host answers for a page that cannot exist: a success is told by its text from then on."""
        name = "".join(self._random.choice("bcdfghjklmnpqrstvwxz") for _ in range(_PROBE_LETTERS))
        url = f"{host.origin}/{name}"
        if host.gate is None or host.gate.forbidding_line(url) is not None:
            return
        await self._turn(host)
        evidence = await self._pages.page(url)
        self._answered(host, evidence)
        self._store.begin()
        self._reception.log(None, url, evidence, "probe", str(evidence.status or ""))
        if evidence.status == 200:
            text = read_page(evidence.body, evidence.content_type, url).text
            host.soft_404 = MissingPage.of(text, name)
            self._store.connection.execute(
                "UPDATE host SET soft_404 = ? WHERE id = ?", (host.soft_404.as_text(), host.number)
            )

    # one URL

    async def _fetch(self, host: _Host, one: Queued) -> None:
        earlier = self._before.page(one.url) if self._before is not None else None
        options = replace(self._pages.options, referer=self._found_on(one), kept=earlier.kept if earlier else None)
        try:
            evidence = await self._pages.page(one.url, options)
        finally:
            host.in_flight -= 1
        self._store.begin()
        wait = self._answered(host, evidence)
        if self._comes_again(host, one, evidence):
            self._reception.log(one.id, None, evidence, "again", host.pace.why.value)
            self._frontier.put_back(host.number, (*host.buffer, one), tried=True)
            host.buffer.clear()
            if wait > _LONGEST_WAIT:
                self._give_up(host, GaveUp.RETRY_AFTER)
        else:
            self._reception.take(
                one,
                host.number,
                evidence,
                soft_404=host.soft_404,
                earlier=earlier if evidence.unchanged else None,
                crawl_before=self._before,
            )
            self._drop_ended(host)
        self._page_done()

    def _found_on(self, one: Queued) -> str:
        if one.found_on is None:
            return ""
        row = self._store.connection.execute("SELECT url FROM url WHERE id = ?", (one.found_on,)).fetchone()
        return str(row[0]) if row else ""

    def _answered(self, host: _Host, evidence: Evidence) -> float:
        host.requests += 1
        wait = host.pace.answered(self._clock.now(), evidence.status, evidence.header("retry-after") or "")
        is_failure = evidence.outcome in _UNREACHED and evidence.status is None
        host.failures = host.failures + 1 if is_failure else 0
        if host.failures >= _MOST_FAILURES:
            self._give_up(host, GaveUp.FAILURES)
        return wait

    @staticmethod
    def _comes_again(host: _Host, one: Queued, evidence: Evidence) -> bool:
        """Whether a URL is asked for once more, later."""
        if evidence.status in HALVING:
            return one.tries + 1 < _MOST_TRIES
        is_gone = evidence.error is not None and evidence.error.kind in _GONE and evidence.status is None
        return is_gone and one.tries + 1 < _MOST_TRIES and host.gave_up is None

    def _drop_ended(self, host: _Host) -> None:
        """What waits here may be of a pattern that was just found to be a trap."""
        if host.buffer and any(one.pattern in self._reception.ended_patterns for one in host.buffer):
            kept: deque[Queued] = deque()
            for one in host.buffer:
                rule = self._reception.ended_patterns.get(one.pattern)
                if rule is None:
                    kept.append(one)
                else:
                    self._frontier.end(one, EndedBy(rule))
            host.buffer = kept

    def _give_up(self, host: _Host, why: GaveUp) -> None:
        host.gave_up = why
        self._reception.log(None, host.origin, None, "gave-up", why.value)
        self._frontier.put_back(host.number, tuple(host.buffer))
        host.buffer.clear()

    def _page_done(self) -> None:
        self._uncommitted += 1
        now = self._clock.now()
        if self._uncommitted >= _PAGES_PER_COMMIT or now - self._committed_at >= _SECONDS_PER_COMMIT:
            self._commit()

    def _commit(self) -> None:
        self._store.begin()
        self._store.keep_fact("seconds", str(self._elapsed()))
        self._store.commit()
        self._uncommitted, self._committed_at = 0, self._clock.now()
        self._snapshot = self._progress()
        if self._on_progress is not None:
            self._on_progress(self._snapshot)

    # limits, and the end

    def _elapsed(self) -> float:
        return self._seconds + (0.0 if self._began_at is None else self._clock.now() - self._began_at)

    def _is_limited(self) -> bool:
        plan, counts = self.plan, self._frontier.counts
        if plan.max_pages:
            fetched = sum(count for (state, _), count in counts.items() if state == UrlState.FETCHED)
            flying = sum(host.in_flight for host in self._hosts.values())
            if fetched + flying >= plan.max_pages:
                return True
        if plan.max_bytes and self._reception.size >= plan.max_bytes:
            return True
        return bool(plan.max_seconds) and self._elapsed() >= plan.max_seconds

    def _is_done(self) -> bool:
        return (
            not self._stopped and self._frontier.queued <= 0 and not any(host.buffer for host in self._hosts.values())
        )

    async def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _close(self) -> None:
        with sentences(self._store.path):
            self._store.begin()
            for host in self._hosts.values():
                self._frontier.put_back(host.number, tuple(host.buffer))
                host.buffer.clear()
            self._store.keep_fact("state", self._state.value)
            self._commit()
            self._store.connection.execute("CREATE INDEX IF NOT EXISTS link_target ON link (target)")
            self._store.close()
        if self._before is not None:
            self._before.close()

    def close(self) -> None:
        """Let go of the file without having run."""
        if self._began_at is None:
            self._store.close()
            if self._before is not None:
                self._before.close()

    # hosts

    def _add_roots(self) -> None:
        plan = self.plan
        starts = [found for found in map(canonical, plan.starts) if found is not None]
        listed = [found for found in map(canonical, plan.listed) if found is not None]
        self._start_names = {found.origin.partition("://")[2] for found in (*starts, *listed)}
        self._store.begin()
        for found in starts:
            number = self._host_number(found.origin)
            self._store.connection.execute("UPDATE host SET is_start = 1 WHERE id = ?", (number,))
        self._reception.add_roots((found.url for found in starts), START, 0)
        self._reception.add_roots((found.url for found in listed), LISTED, 0)
        if plan.max_depth and self._frontier.counts[UrlState.ENDED, EndedBy.MAX_DEPTH]:
            self._frontier.queue_again(EndedBy.MAX_DEPTH, below_rank=plan.max_depth)
        elif self._frontier.counts[UrlState.ENDED, EndedBy.MAX_DEPTH]:
            self._frontier.queue_again(EndedBy.MAX_DEPTH)
        self._store.commit()

    def _restore_hosts(self) -> None:
        for number, origin in self._store.connection.execute("SELECT id, origin FROM host").fetchall():
            self._host(number, origin)

    def _host(self, number: int, origin: str) -> _Host:
        host = self._hosts[origin] = self._by_number[number] = _Host(number, origin, Pace(self.plan.rate))
        return host

    def _host_number(self, origin: str) -> int | None:
        """That of a host that may be asked, which is noted when it is first met."""
        known = self._hosts.get(origin)
        if known is not None:
            return known.number
        name = origin.partition("://")[2]
        if name in self.plan.blacklist or not (self.plan.other_hosts or name in self._start_names):
            return None
        number = self._store.connection.execute("INSERT INTO host (origin) VALUES (?)", (origin,)).lastrowid
        return self._host(number or 0, origin).number

    def _host_state(self, host: _Host, now: float) -> HostState:
        pace = host.pace
        return HostState(
            origin=host.origin,
            per_second=pace.per_second,
            why=pace.why,
            detail=pace.detail,
            waits_seconds=max(0.0, pace.next_at - now),
            queued=max(0, self._frontier.queued_of[host.number]) + len(host.buffer),
            requests=host.requests,
            is_mine=host.name in self.plan.mine,
            gave_up=host.gave_up,
        )

    def _progress(self) -> CrawlProgress:
        fetched = errors = forbidden = trapped = left_out = 0
        for (state, ended_by), count in self._frontier.counts.items():
            if state == UrlState.FETCHED:
                errors += count if ended_by in ERRORS else 0
                fetched += 0 if ended_by in ERRORS else count
            elif ended_by == EndedBy.ROBOTS:
                forbidden += count
            elif ended_by in TRAPS:
                trapped += count
            elif state == UrlState.ENDED:
                left_out += count
        found, statuses = self._frontier.found, self._reception.statuses
        return CrawlProgress(
            state=self._state,
            found=found,
            fetched=fetched,
            queued=found - fetched - errors - forbidden - trapped - left_out,
            forbidden=forbidden,
            errors=errors,
            traps=trapped,
            left_out=left_out,
            size=self._reception.size,
            unchanged=self._reception.unchanged,
            deepest=self._frontier.deepest,
            in_flight=sum(host.in_flight for host in self._hosts.values()),
            looks_empty=self._reception.looks_empty,
            seconds=self._elapsed(),
            statuses=tuple(sorted(statuses.items(), key=lambda pair: -pair[1])),
        )


def _bare(urls: Iterable[str]) -> tuple[str, ...]:
    """Addresses in their one form, without what nobody else is to know."""
    return tuple(dict.fromkeys(found.url for found in map(canonical, urls) if found is not None))
