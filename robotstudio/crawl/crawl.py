"""The crawl: takes the next URLs of each host within its rate limit, fetches and processes them until none are left.

It runs on the event loop of the fetcher (`FetchThread.run(crawl.run, …)`). `pause`, `go_on`, `stop`, `progress` and
`hosts` may be called from any thread; the last two return frozen data.
"""

import asyncio
import contextlib
import gc
import json
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from robotstudio.crawl.canonical import canonical
from robotstudio.crawl.earlier import EarlierCrawl
from robotstudio.crawl.frontier import LISTED, START, Frontier, Queued
from robotstudio.crawl.host_opener import UNREACHED, HostOpener
from robotstudio.crawl.hosts import Host, HostRegistry
from robotstudio.crawl.model import CrawlProgress, CrawlState, EndedBy, GaveUp, HostState, UrlState
from robotstudio.crawl.page_processor import PageProcessor
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.rate_limiter import HALVING, Clock, LoopClock
from robotstudio.crawl.records import plan_of, sampled_of, seconds_of
from robotstudio.crawl.schema import LINK_INDEX
from robotstudio.crawl.store import IN_USE, CrawlFileError, CrawlStore, crawl_file_errors
from robotstudio.fetch.address_policy import AddressPolicy
from robotstudio.fetch.evidence import Evidence, FailureKind
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.urls.urls import origin_in

if TYPE_CHECKING:
    from robotstudio.crawl.rendering.crawled import CrawlRenderer
    from robotstudio.fetch.client import Fetcher

_BUFFER: Final = 32
_PAGES_PER_COMMIT: Final = 90  # with those in flight; so at most a hundred are fetched again after a kill
_SECONDS_PER_COMMIT: Final = 1.0
_OBJECTS_PER_COLLECTION: Final = 50_000
_MOST_TRIES: Final = 3
_MOST_FAILURES: Final = 5
_LONGEST_WAIT: Final = 600.0
_GONE: Final = frozenset({FailureKind.CONNECTION_CLOSED, FailureKind.CONNECTION_RESET})


class Crawl:
    """One crawl in its file: new, or resumed if the file has one, with the stored plan unless another is given."""

    def __init__(
        self,
        path: Path,
        plan: CrawlPlan | None = None,
        *,
        options: FetchOptions = PLAIN,
        before: Path | None = None,
        is_new: bool = False,
        clock: Clock | None = None,
        on_progress: Callable[[CrawlProgress], None] | None = None,
        give_way: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin or resume; `is_new` refuses a file that has pages. Raises CrawlFileError.

        `before` is the crawl to compare with; `give_way` is called before each answer is processed.
        """
        self.renderer: CrawlRenderer | None = None
        """If set before `run`, links and text that scripts add are the page's, too."""
        self._store = CrawlStore.open(path)
        self._before: EarlierCrawl | None = None
        self._clock = clock or LoopClock()
        self._on_progress = on_progress
        self._give_way = give_way
        self._state = CrawlState.NEW
        self._paused = self._stopped = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: asyncio.Task[None] | None = None
        self._uncommitted = 0
        self._committed_at = 0.0
        self._began_at: float | None = None
        try:
            with crawl_file_errors(path):
                self._choose_plan(plan, before, is_new=is_new)
                self._load(before)
                self._snapshot = self._progress()
        except BaseException:
            self._store.roll_back()
            self._release()
            raise
        reach = AddressPolicy(self._hosts.start_names, is_narrow=True, other_ports=self.plan.other_hosts)
        accept, languages = self.plan.accept, self.plan.languages
        self._room = asyncio.Semaphore(self.plan.at_once)
        self._options = replace(options, accept=accept, languages=languages, redirects=0, http2=False, reach=reach)

    def _choose_plan(self, plan: CrawlPlan | None, before: Path | None, *, is_new: bool) -> None:
        """Check whether the file can be resumed, and choose the plan."""
        self._store.verify()
        if is_new and self._store.has_pages:  # another program began in it meanwhile
            raise CrawlFileError(IN_USE, path=str(self._store.path))
        if is_new:
            self._store.clear()
        plan = plan or plan_of(self._store)
        self.plan = replace(plan, starts=_bare(plan.starts), listed=_bare(plan.listed))
        self._seconds = seconds_of(self._store)
        stored = self._store.fact("before")
        self._before = EarlierCrawl.of(before or (Path(stored) if stored else None))

    def _load(self, before: Path | None) -> None:
        """Load the file's state, and add what the plan has beyond it."""
        self._store.begin()
        self._store.keep_fact("plan", self.plan.as_text())
        if before is not None:
            self._store.keep_fact("before", str(before))
        self._store.commit()
        self._frontier = Frontier(self._store)
        self._hosts = HostRegistry(self._store.connection, self.plan)
        self._processor = PageProcessor(self._store, self._frontier, self.plan, self._hosts.number_of)
        self._processor.sampled |= sampled_of(self._store)
        self._store.keep_fact("sampled", "")  # until it has ended again
        self._opener = HostOpener(
            self._store, self._processor, self.plan, self._clock, self._answered, self._hosts.may_ask
        )
        self._add_roots()

    # for display, from any thread

    def progress(self) -> CrawlProgress:
        """Return the progress as of the last commit."""
        return self._snapshot

    def hosts(self) -> tuple[HostState, ...]:
        """Return the hosts met so far, those with the longest queue first."""
        return self._hosts.states(self._frontier, self._clock.now())

    def pause(self) -> None:
        """Start no more requests until `go_on`; those in flight are awaited."""
        self._paused = True
        self._wake_up()

    def go_on(self) -> None:
        self._paused = False
        self._wake_up()

    def stop(self) -> None:
        """End `run` soon; the crawl can be resumed from its file."""
        self._stopped = True
        self._wake_up()

    def _wake_up(self) -> None:
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
            with crawl_file_errors(self._store.path):
                async with fetcher.connected(self._options, limits, self.plan.at_once) as self._pages:
                    self._fetcher = fetcher
                    async with self._rendering():
                        try:
                            await self._crawl()
                        except Exception:
                            self._store.roll_back()
                            raise
                        finally:
                            await self._end_tasks()
                self._state = CrawlState.FINISHED if self._is_done() else CrawlState.STOPPED
        finally:
            self._close()
        return self._snapshot

    def _rendering(self) -> "contextlib.AbstractAsyncContextManager[None]":
        if self.renderer is None:
            return contextlib.nullcontext()
        return self.renderer.for_crawl(self._fetcher, self._pages, self.plan.mine, self._paced)

    async def _paced(self, url: str, fetch: Callable[[], Awaitable[Evidence]]) -> Evidence | None:
        """Fetch a resource of a page when its host may be requested; None if the host gave up."""
        host, evidence = self._hosts.of_resource(origin_in(url)), None
        for _ in range(_MOST_TRIES):
            while (wait := host.limiter.next_at - self._clock.now()) > 0:
                await self._clock.sleep(wait)
            if host.gave_up is not None:
                break
            started = self._clock.now()
            host.limiter.started(started)
            evidence = await self._in_room(host, fetch)
            if evidence.status not in HALVING:
                break
            self._answered(host, evidence, started)
        return evidence

    async def _in_room(self, host: Host, fetch: Callable[[], Awaitable[Evidence]]) -> Evidence:
        """Fetch while no more requests are under way than chosen: pages that are rendered make some, too."""
        async with host.room, self._room:
            return await fetch()

    async def _crawl(self) -> None:
        while not self._stopped:
            self._store.begin()
            is_paused = self._paused
            wait = None if is_paused else self._start_fetches()
            self._state = CrawlState.PAUSED if is_paused else CrawlState.RUNNING
            if is_paused or not self._tasks:
                self._commit()
            if self._tasks or wait is not None or is_paused:
                await self._wait(wait)
            elif not self._has_more():
                return

    def _has_more(self) -> bool:
        """Return True if URLs are left after all.

        Those too deep until a shorter way to them was found, and samples of what rules for traps have ended.
        """
        if self._is_limited():
            return False
        deepest = self.plan.max_depth
        if deepest and self._frontier.counts[UrlState.ENDED, EndedBy.MAX_DEPTH]:
            self._frontier.queue_again(EndedBy.MAX_DEPTH, below_rank=deepest)
            if self._is_queued():
                return True
        return self._processor.sample() and self._is_queued()

    def _is_queued(self) -> bool:
        """Return True if URLs wait for hosts that may still be requested, which are then considered again."""
        self._hosts.requeue_all()
        return any(self._frontier.queued_of[host.number] > 0 for host in self._hosts if host.gave_up is None)

    async def _wait(self, wait: float | None) -> None:
        """Wait until a fetch ends, a host may be requested again, or the person acts."""
        if wait is None:
            await self._wake.wait()
        else:
            waker = asyncio.ensure_future(self._wake.wait())
            sleeper = asyncio.ensure_future(self._clock.sleep(wait))
            try:
                await asyncio.wait((waker, sleeper), return_when=asyncio.FIRST_COMPLETED)
            finally:
                waker.cancel()
                sleeper.cancel()
        self._wake.clear()
        if self._failed is not None:
            self._failed.result()

    def _start_fetches(self) -> float | None:
        """Start fetches, host by host in turn; return seconds until more may start, None if nothing waits."""
        now = self._clock.now()
        while len(self._tasks) < self.plan.at_once and not self._is_limited():
            host = self._hosts.next(now)
            if host is None:
                next_at = self._hosts.next_at
                return None if next_at is None else max(0.0, next_at - now)
            if not self._may_start(host):
                continue  # it waits again once it may
            if host.limiter.next_at > now:
                self._hosts.wait_until(host, host.limiter.next_at)
            elif self._begin(host):
                self._hosts.wait(host)
        return None

    def _may_start(self, host: Host) -> bool:
        """Return True if a host has something to fetch, and a connection for it."""
        if host.gave_up is not None or host.is_opening:
            return False
        if not host.buffer and self._frontier.queued_of[host.number] <= 0:
            return False
        return host.in_flight < (1 if host.failures else host.limiter.at_once)

    def _begin(self, host: Host) -> bool:
        if host.robots is None or self._clock.now() >= host.robots_until:
            if host.in_flight:
                return False
            host.is_opening = True
            self._start(self._open_host(host))
            return True
        one = self._next(host)
        if one is None:
            return False
        self._hosts.page_started(host)
        host.limiter.started(self._clock.now())
        host.rank = one.rank
        self._start(self._fetch(host, one))
        return True

    def _start(self, work: "Coroutine[Any, Any, None]") -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_ended)

    def _on_ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._failed = task
        self._wake.set()

    def _next(self, host: Host) -> Queued | None:
        """Return the next URL of a host that may be fetched; end those that its robots.txt disallows."""
        while host.robots is not None:
            up_to = host.rank if host.in_flight else None
            if not host.buffer:
                host.buffer.extend(self._frontier.take(host.number, _BUFFER, up_to))
            if not host.buffer or (up_to is not None and host.buffer[0].rank > up_to):
                return None
            one = host.buffer.popleft()
            line = host.robots.forbidding_line(one.url)
            if line is None:
                return one
            self._frontier.end(one, EndedBy.ROBOTS)
            self._processor.log(one.id, None, None, EndedBy.ROBOTS, str(line))
        return None

    async def _open_host(self, host: Host) -> None:
        is_start = host.name in self._hosts.start_names
        try:
            if not await self._opener.open(host, self._fetcher, self._pages, is_start=is_start):
                self._give_up(host, GaveUp.FAILURES)
        finally:
            host.is_opening = False
            self._hosts.wait(host)
        self._page_done()

    # one URL

    async def _fetch(self, host: Host, one: Queued) -> None:
        is_asked_again = self._before is not None and self.renderer is None  # an old page may not be rendered
        earlier = self._before.page(one.url) if self._before is not None and is_asked_again else None
        options = replace(self._pages.options, referer=one.referer, cached=earlier.cached if earlier else None)
        started = self._clock.now()
        try:
            if self.renderer is None:
                evidence = await self._pages.page(one.url, options)
                found = await self._processor.read(one, evidence)
            else:
                evidence = await self._in_room(host, lambda: self._pages.page(one.url, options))
                found = await self.renderer.rendered(evidence, await self._processor.read(one, evidence))
        finally:
            self._hosts.page_ended(host)
        self._give_way()
        self._answered(host, evidence, started)
        self._store.begin()
        if self._is_retried(host, one, evidence):
            self._processor.log(one.id, None, evidence, "again", host.limiter.why.value)
            self._frontier.put_back(host.number, (*host.buffer, one), tried=True)
            host.buffer.clear()
        else:
            self._processor.take(
                one,
                host.number,
                evidence,
                found,
                soft_404=host.missing,
                earlier=earlier if evidence.unchanged else None,
                crawl_before=self._before,
            )
            self._drop_ended(host)
        self._page_done()

    def _answered(self, host: Host, evidence: Evidence, started: float | None = None) -> None:
        """Note any answer of a host, including those before its pages."""
        host.requests += 1
        now, retry_after = self._clock.now(), evidence.header("retry-after") or ""
        wait = host.limiter.answered(
            now,
            self._clock.wall(),
            evidence.status,
            retry_after,
            started=started,
            seconds=evidence.elapsed_ms / 1000,
        )
        is_failure = evidence.outcome in UNREACHED and evidence.status is None
        if not is_failure:
            host.failures = 0
        elif started is None or started >= host.failed_at:  # several at once fail for one reason
            host.failures, host.failed_at = host.failures + 1, now
        is_refused = evidence.error is not None and evidence.error.kind is FailureKind.NOT_PUBLIC
        if is_refused and evidence.final_url.startswith(f"{host.origin}/"):
            self._give_up(host, GaveUp.NOT_PUBLIC)
        elif wait > _LONGEST_WAIT:
            self._give_up(host, GaveUp.RETRY_AFTER)
        elif host.failures >= _MOST_FAILURES:
            self._give_up(host, GaveUp.FAILURES)
        if self._clock.now() - self._committed_at >= _SECONDS_PER_COMMIT:
            self._commit()

    @staticmethod
    def _is_retried(host: Host, one: Queued, evidence: Evidence) -> bool:
        """Return True if a URL is to be retried later."""
        if evidence.status in HALVING:
            return one.tries + 1 < _MOST_TRIES
        is_gone = evidence.error is not None and evidence.error.kind in _GONE and evidence.status is None
        return is_gone and one.tries + 1 < _MOST_TRIES and host.gave_up is None

    def _drop_ended(self, host: Host) -> None:
        """End the buffered URLs whose pattern was just found to be a trap."""
        if host.buffer and any(one.pattern in self._processor.ended_patterns for one in host.buffer):
            kept: deque[Queued] = deque()
            for one in host.buffer:
                rule = self._processor.rule_ending(one)
                if rule is None:
                    kept.append(one)
                else:
                    self._frontier.end(one, EndedBy(rule))
            host.buffer = kept

    def _give_up(self, host: Host, why: GaveUp) -> None:
        if host.gave_up is not None:
            return
        host.gave_up = why
        self._store.begin()
        self._processor.log(None, host.origin, None, "gave-up", why.value)
        self._frontier.put_back(host.number, tuple(host.buffer))
        host.buffer.clear()

    def _page_done(self) -> None:
        self._uncommitted += 1
        now = self._clock.now()
        in_flight = self._hosts.in_flight  # if many, they are most of what a kill costs
        is_much = self._uncommitted >= max(in_flight // 2, _PAGES_PER_COMMIT - in_flight)
        if is_much or now - self._committed_at >= _SECONDS_PER_COMMIT:
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
            if fetched + self._hosts.in_flight >= plan.max_pages:
                return True
        if plan.max_bytes and self._processor.size >= plan.max_bytes:
            return True
        return bool(plan.max_seconds) and self._elapsed() >= plan.max_seconds

    def _is_done(self) -> bool:
        return not self._stopped and self._frontier.queued <= 0 and not any(host.buffer for host in self._hosts)

    async def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _close(self) -> None:
        try:
            with crawl_file_errors(self._store.path):
                self._store.begin()
                for host in self._hosts:
                    self._frontier.put_back(host.number, tuple(host.buffer))
                    host.buffer.clear()
                self._store.keep_fact("state", self._state.value)
                if self._state is CrawlState.FINISHED:
                    self._store.keep_fact("sampled", json.dumps(sorted(self._processor.sampled)))
                self._commit()
                self._store.connection.execute(LINK_INDEX.replace("INDEX", "INDEX IF NOT EXISTS", 1))
        finally:
            self._release()

    def close(self) -> None:
        """Close the file if the crawl never ran."""
        if self._began_at is None:
            self._release()

    def _release(self) -> None:
        """Release the file and its lock, whatever fails."""
        if self._before is not None:
            self._before.close()
        self._store.close()

    def _add_roots(self) -> None:
        plan = self.plan
        self._store.begin()
        for url in plan.starts:
            number = self._hosts.number_of(url[: url.index("/", 8)])
            self._store.connection.execute("UPDATE host SET is_start = 1 WHERE id = ?", (number,))
        self._processor.add_roots(plan.starts, START, 0)
        self._processor.add_roots(plan.listed, LISTED, 0)
        if self._frontier.counts[UrlState.ENDED, EndedBy.MAX_DEPTH]:
            self._frontier.queue_again(EndedBy.MAX_DEPTH, below_rank=plan.max_depth or None)
        self._store.commit()

    def _progress(self) -> CrawlProgress:
        processor = self._processor
        return CrawlProgress(
            state=self._state,
            **self._frontier.shares(),
            size=processor.size,
            unchanged=processor.unchanged,
            deepest=self._frontier.deepest,
            in_flight=self._hosts.in_flight,
            looks_empty=processor.looks_empty,
            seconds=self._elapsed(),
            statuses=tuple(sorted(processor.statuses.items(), key=lambda pair: -pair[1])),
        )


def crawl_alone(crawl: Crawl, fetcher: "Fetcher") -> CrawlProgress:
    """Run a crawl in this thread, in a program that does nothing else meanwhile. Raises CrawlFileError.

    Garbage of cycles is looked for seldom: a crawl makes hardly any, and looking for it takes a tenth of its time.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS_PER_COLLECTION, *before[1:])
    try:
        with asyncio.Runner(loop_factory=FetchLoop) as runner:
            return runner.run(crawl.run(fetcher))
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _bare(urls: Iterable[str]) -> tuple[str, ...]:
    """Canonicalise addresses, which drops credentials, and remove repeats."""
    return tuple(dict.fromkeys(found.url for found in map(canonical, urls) if found is not None))
