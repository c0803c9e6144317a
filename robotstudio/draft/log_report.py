"""Requests of the crawlers in a log, and the verdicts of the draft on them. Made in a thread."""

from collections.abc import Callable, Mapping

import numpy as np
from msgspec import Struct

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.bulk import Bools, Lines
from robotstudio.engine.bulk.texts import Rows
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.fetch.policy import Effect
from robotstudio.urls.sources.access_log import LogAgent, LogFacts
from robotstudio.urls.url_columns import Counts
from robotstudio.urls.url_set import Source, UrlSet


class Log(Struct, frozen=True, eq=False):
    """A log that was read: its facts are about rows of `urls`, of which `table` is made for evaluation."""

    source: Source
    urls: UrlSet
    facts: LogFacts
    table: UrlTable

    @classmethod
    def of(cls, source: Source, urls: UrlSet, facts: LogFacts) -> "Log":
        """Return a log with a table of the same bytes."""
        return cls(source, urls, facts, UrlTable.from_buffer(urls.urls.joined, urls.urls.starts))


class DraftRules(Struct, frozen=True, eq=False):
    """The rules that requests are judged by."""

    body: bytes
    scenario: HttpScenario
    readings: Mapping[str, Robots]


class Requests(Struct, frozen=True, eq=False):
    """Requests of one crawler; `allowed` and `lines` have a value for each of its rows, and are None if unknown."""

    crawler: Crawler | None
    """None stands for all clients that are not known crawlers."""
    clients: int
    requests: int
    rows: Rows
    hits: Counts
    statuses: tuple[tuple[int, int], ...]
    allowed: Bools | None = None
    lines: Lines | None = None

    @property
    def blocked_urls(self) -> int | None:
        """Count its URLs that it may not fetch."""
        return None if self.allowed is None else int(np.count_nonzero(~self.allowed))

    @property
    def blocked_requests(self) -> int | None:
        """Count its requests for those."""
        return None if self.allowed is None else int(self.hits[~self.allowed].sum())


class LogReport(Struct, frozen=True, eq=False):
    """The crawlers with most requests first, then all other clients together."""

    log: Log
    crawlers: tuple[Requests, ...]
    others: Requests | None


def report_on(log: Log, draft: DraftRules, catalogue: Catalogue, is_cancelled: Callable[[], bool]) -> LogReport:
    """Judge all requests of the crawlers of a log by a draft."""
    asked = [(catalogue.crawler_for(agent.tokens[0]), agent) for agent in log.facts.agents if agent.tokens]
    judge = _Judge(log, draft, [crawler for crawler, _ in asked], is_cancelled)
    return LogReport(log, tuple(judge.requests(crawler, agent) for crawler, agent in asked), _others(log.facts))


class _Judge:
    """Evaluates each dialect once."""

    def __init__(self, log: Log, draft: DraftRules, crawlers: list[Crawler], is_cancelled: Callable[[], bool]) -> None:
        self._scenario = draft.scenario
        self._columns: dict[str, tuple[Bools, Lines]] = {}
        for dialect in dict.fromkeys(crawler.dialect for crawler in crawlers):
            robots = draft.readings.get(dialect) or Robots.parse(draft.body, dialect)
            of_dialect = [crawler for crawler in crawlers if crawler.dialect == dialect]
            matrix = robots.decide_all(log.table, [one.agent for one in of_dialect], is_cancelled=is_cancelled)
            self._columns.update({one.token: matrix.column(one.agent) for one in of_dialect})

    def requests(self, crawler: Crawler, agent: LogAgent) -> Requests:
        """Return what a crawler requested, with the verdicts."""
        allowed, lines = self._verdicts(crawler, agent.rows)
        return Requests(
            crawler, len(agent.headers), agent.requests, agent.rows, agent.hits, agent.statuses, allowed, lines
        )

    def _verdicts(self, crawler: Crawler, rows: Rows) -> tuple[Bools | None, Lines | None]:
        policy_outcome = self._scenario.policy_outcome(crawler)
        if policy_outcome is None or policy_outcome.effect is Effect.PARSE:
            allowed, lines = self._columns[crawler.token]
            return allowed[rows], lines[rows]
        known = {Effect.ALLOW_ALL: True, Effect.DISALLOW_ALL: False}
        if policy_outcome.effect not in known:
            return None, None
        return np.full(len(rows), known[policy_outcome.effect]), np.zeros(len(rows), np.int32)


def _others(facts: LogFacts) -> Requests | None:
    agents = [agent for agent in facts.agents if not agent.tokens]
    if not agents:
        return None
    statuses: dict[int, int] = {}
    for agent in agents:
        for status, count in agent.statuses:
            statuses[status] = statuses.get(status, 0) + count
    rows, inverse = np.unique(np.concatenate([agent.rows for agent in agents]), return_inverse=True)
    hits = np.zeros(len(rows), np.int64)
    np.add.at(hits, inverse, np.concatenate([agent.hits for agent in agents]))
    requests = sum(agent.requests for agent in agents)
    return Requests(None, len(agents), requests, rows, hits, tuple(sorted(statuses.items())))
