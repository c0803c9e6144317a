"""The hosts of a crawl: which may be asked, how each is doing, and which is next."""

import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from robotstudio.io.crawl.frontier import Frontier, Queued
from robotstudio.io.crawl.model import GaveUp, HostState
from robotstudio.io.crawl.pace import Pace
from robotstudio.io.crawl.plan import CrawlPlan

if TYPE_CHECKING:
    from robotstudio.io.crawl.gate import Gate
    from robotstudio.io.crawl.traps import MissingPage


class Host:
    """One host while the crawl runs."""

    def __init__(self, number: int, origin: str, pace: Pace) -> None:
        self.number = number
        self.origin = origin
        self.pace = pace
        self.gate: Gate | None = None  # None until its robots.txt was asked for
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
        return self.origin.partition("://")[2]


class HostBook:
    """The hosts by their origins; whoever was asked stands behind the others, so that many are asked in turn."""

    def __init__(self, connection: sqlite3.Connection, plan: CrawlPlan) -> None:
        """Those of the starts may be asked, and those that the file knows already."""
        self._connection = connection
        self._plan = plan
        self._hosts: dict[str, Host] = {}
        self.start_names = frozenset(url.split("/", 3)[2] for url in (*plan.starts, *plan.listed))
        for number, origin in connection.execute("SELECT id, origin FROM host").fetchall():
            self._add(number, origin)

    def __iter__(self) -> Iterator[Host]:
        return iter(tuple(self._hosts.values()))

    def number_of(self, origin: str) -> int | None:
        """The number of a host that may be asked, which is noted when it is first met; None where it may not."""
        known = self._hosts.get(origin)
        if known is not None:
            return known.number
        name = origin.partition("://")[2]
        if name in self._plan.blacklist or not (self._plan.other_hosts or name in self.start_names):
            return None
        number = self._connection.execute("INSERT INTO host (origin) VALUES (?)", (origin,)).lastrowid
        return self._add(number or 0, origin).number

    def _add(self, number: int, origin: str) -> Host:
        host = self._hosts[origin] = Host(number, origin, Pace(self._plan.rate))
        return host

    def rotate(self, host: Host) -> None:
        """The host was asked."""
        self._hosts[host.origin] = self._hosts.pop(host.origin)

    @property
    def in_flight(self) -> int:
        return sum(host.in_flight for host in self)

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
