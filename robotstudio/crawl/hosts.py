"""The hosts of a crawl: which may be requested, their state, and which is next."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from robotstudio.crawl.frontier import Frontier, Queued
from robotstudio.crawl.model import GaveUp, HostState
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.rate_limiter import RateLimiter
from robotstudio.urls.urls import site_in

if TYPE_CHECKING:
    from robotstudio.crawl.robots_policy import RobotsPolicy
    from robotstudio.crawl.traps import Soft404Page


class Host:
    """A host of a running crawl."""

    def __init__(self, number: int, origin: str, limiter: RateLimiter) -> None:
        self.number = number
        self.origin = origin
        self.limiter = limiter
        self.robots: RobotsPolicy | None = None  # None until its robots.txt was asked for
        self.robots_until = 0.0  # then it is asked for again
        self.missing: Soft404Page | None = None
        self.is_opening = False
        self.is_later = False
        self.buffer: deque[Queued] = deque()
        self.in_flight = 0
        self.rank = 0  # of those in flight
        self.requests = 0
        self.failures = 0
        self.failed_at = float("-inf")
        self.gave_up: GaveUp | None = None
        self.room = asyncio.Semaphore(limiter.connections)

    @property
    def name(self) -> str:
        """The host with its port, for display."""
        return site_in(self.origin)


class HostRegistry:
    """The hosts by origin.

    Hosts that may have something to fetch wait in turn, or until the time at which they may be requested again. So
    finding the next one takes hardly longer however many there are.
    """

    def __init__(self, connection: sqlite3.Connection, plan: CrawlPlan) -> None:
        """Begin with the hosts of the starts and those in the file."""
        self._connection = connection
        self._plan = plan
        self._hosts: dict[str, Host] = {}
        self._elsewhere: dict[str, Host] = {}
        self._waiting: dict[str, Host] = {}  # in turn
        self._later: list[tuple[float, int, Host]] = []  # a heap: when, and the host's number
        self.in_flight = 0
        self.start_names = frozenset(site_in(url) for url in (*plan.starts, *plan.listed))
        for number, origin in connection.execute("SELECT id, origin FROM host").fetchall():
            self._add(number, origin)

    def __iter__(self) -> Iterator[Host]:
        return iter(tuple(self._hosts.values()))

    def number_of(self, origin: str) -> int | None:
        """Return the number of a host, adding it if it is new; None if it must not be requested."""
        known = self._hosts.get(origin)
        if known is not None:
            self.wait(known)
            return known.number
        if not self.may_ask(origin):
            return None
        number = self._connection.execute("INSERT INTO host (origin) VALUES (?)", (origin,)).lastrowid
        return self._add(number or 0, origin).number

    def of_resource(self, origin: str) -> Host:
        """Return the host for a resource of a page; those outside the crawl have no rate until they ask for one."""
        known = self._hosts.get(origin) or self._elsewhere.get(origin)
        if known is None:
            known = self._elsewhere[origin] = Host(0, origin, RateLimiter(0, self._plan.connections))
        return known

    def may_ask(self, origin: str) -> bool:
        """Return True if the person's plan includes the host and port of an origin."""
        name = site_in(origin)
        return name not in self._plan.blacklist and (self._plan.other_hosts or name in self.start_names)

    def _add(self, number: int, origin: str) -> Host:
        limiter = RateLimiter(self._plan.rate, self._plan.connections)
        host = self._hosts[origin] = self._waiting[origin] = Host(number, origin, limiter)
        return host

    def next(self, now: float) -> Host | None:
        """Take the host whose turn it is out of those that wait, if any may be requested now."""
        while self._later and self._later[0][0] <= now:
            host = heappop(self._later)[2]
            host.is_later = False
            self._waiting[host.origin] = host
        return self._waiting.pop(next(iter(self._waiting)), None) if self._waiting else None

    def wait(self, host: Host) -> None:
        """Put a host at the end of the turn, unless it waits already."""
        if not host.is_later:
            self._waiting.setdefault(host.origin, host)

    def wait_until(self, host: Host, when: float) -> None:
        """Let a host that was taken wait until a time."""
        host.is_later = True
        heappush(self._later, (when, host.number, host))

    @property
    def next_at(self) -> float | None:
        """Time at which the next of those that wait may be requested."""
        return self._later[0][0] if self._later else None

    def requeue_all(self) -> None:
        """Reconsider all hosts, since the queue was filled without telling which."""
        for host in self:
            self.wait(host)

    def page_started(self, host: Host) -> None:
        """Note that a page was requested."""
        host.in_flight += 1
        self.in_flight += 1

    def page_ended(self, host: Host) -> None:
        """Note that a page has arrived: another may be requested."""
        host.in_flight -= 1
        self.in_flight -= 1
        self.wait(host)

    def states(self, frontier: Frontier, now: float) -> tuple[HostState, ...]:
        """Return the state of each host, the longest queue first."""
        states = (
            HostState(
                origin=host.origin,
                per_second=host.limiter.per_second,
                why=host.limiter.why,
                detail=host.limiter.detail,
                connections=host.limiter.at_once,
                waits_seconds=max(0.0, host.limiter.next_at - now),
                queued=max(0, frontier.queued_of[host.number]) + len(host.buffer),
                requests=host.requests,
                is_mine=host.name in self._plan.mine,
                gave_up=host.gave_up,
            )
            for host in self
        )
        return most_queued_first(states)


def most_queued_first(states: Iterable[HostState]) -> tuple[HostState, ...]:
    return tuple(sorted(states, key=lambda state: -state.queued))
