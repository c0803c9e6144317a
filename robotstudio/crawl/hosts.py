"""The hosts of a crawl: which may be asked, how each is doing, and which is next."""

import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from robotstudio.crawl.frontier import Frontier, Queued
from robotstudio.crawl.model import GaveUp, HostState
from robotstudio.crawl.pace import Pace
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.urls.urls import site_in

if TYPE_CHECKING:
    from robotstudio.crawl.gate import Gate
    from robotstudio.crawl.traps import MissingPage


class Host:
    """One host while the crawl runs."""

    def __init__(self, number: int, origin: str, pace: Pace) -> None:
        self.number = number
        self.origin = origin
        self.pace = pace
        self.gate: Gate | None = None  # None until its robots.txt was asked for
        self.gate_until = 0.0  # then it is asked for again
        self.missing: MissingPage | None = None
        self.is_opening = False
        self.buffer: deque[Queued] = deque()
        self.in_flight = 0
        self.rank = 0  # of those in flight
        self.requests = 0
        self.failures = 0
        self.gave_up: GaveUp | None = None

    @property
    def name(self) -> str:
        """With its port, as a person writes it."""
        return site_in(self.origin)


class HostBook:
    """The hosts by their origins.

    Those that may have something to fetch are in `waiting`, the one that was asked last at its end: hosts are asked in
    turn, and however many are done, finding the next one takes no longer.
    """

    def __init__(self, connection: sqlite3.Connection, plan: CrawlPlan) -> None:
        """Those of the starts may be asked, and those that the file knows already."""
        self._connection = connection
        self._plan = plan
        self._hosts: dict[str, Host] = {}
        self._waiting: dict[str, Host] = {}
        self.in_flight = 0
        self.start_names = frozenset(site_in(url) for url in (*plan.starts, *plan.listed))
        for number, origin in connection.execute("SELECT id, origin FROM host").fetchall():
            self._add(number, origin)

    def __iter__(self) -> Iterator[Host]:
        return iter(tuple(self._hosts.values()))

    def number_of(self, origin: str) -> int | None:
        """The number of a host that may be asked, which is noted when it is first met; None if it may not."""
        known = self._hosts.get(origin)
        if known is not None:
            self._waiting.setdefault(origin, known)
            return known.number
        if not self.may_ask(origin):
            return None
        number = self._connection.execute("INSERT INTO host (origin) VALUES (?)", (origin,)).lastrowid
        return self._add(number or 0, origin).number

    def may_ask(self, origin: str) -> bool:
        """True if the person asked for the host of an origin, at that port."""
        name = site_in(origin)
        return name not in self._plan.blacklist and (self._plan.other_hosts or name in self.start_names)

    def _add(self, number: int, origin: str) -> Host:
        host = self._hosts[origin] = self._waiting[origin] = Host(number, origin, Pace(self._plan.rate))
        return host

    def waiting(self, frontier: Frontier) -> Iterator[Host]:
        """The hosts with something to fetch, the one that was asked longest ago first."""
        for host in tuple(self._waiting.values()):
            has_more = host.buffer or host.in_flight or host.is_opening or frontier.queued_of[host.number] > 0
            if has_more and host.gave_up is None:
                yield host
            else:
                del self._waiting[host.origin]

    def wait_again(self) -> None:
        """Any host may have something to fetch, since the queue was filled without a look at the hosts."""
        self._waiting = dict(self._hosts)

    def asked(self, host: Host) -> None:
        """A page of the host is under way."""
        host.in_flight += 1
        self.in_flight += 1
        self.turned(host)

    def turned(self, host: Host) -> None:
        """The host had its turn."""
        self._waiting.pop(host.origin, None)
        self._waiting[host.origin] = host

    def came(self, host: Host) -> None:
        """A page of the host is no longer under way."""
        host.in_flight -= 1
        self.in_flight -= 1

    def states(self, frontier: Frontier, now: float) -> tuple[HostState, ...]:
        """How each is doing, those with most to fetch first."""
        states = (
            HostState(
                origin=host.origin,
                per_second=host.pace.per_second,
                why=host.pace.why,
                detail=host.pace.detail,
                waits_seconds=max(0.0, host.pace.next_at - now),
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
