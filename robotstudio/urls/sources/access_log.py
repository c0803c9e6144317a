"""The URLs of an access log, in any of the formats of `urls.logs`: each request counts as a hit."""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final

import numpy as np
from msgspec import Struct, field

from robotstudio.engine.bulk.texts import Rows
from robotstudio.store.errors import BadUrlError
from robotstudio.text.language import Message, Told
from robotstudio.urls.logs.fields import LogFields
from robotstudio.urls.logs.formats import LogLines
from robotstudio.urls.logs.record import LogRecord
from robotstudio.urls.sources.collector import Collector
from robotstudio.urls.sources.log_columns import log_columns
from robotstudio.urls.sources.streams import SourceFile
from robotstudio.urls.url_columns import Counts
from robotstudio.urls.urls import TestUrl, normalise
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, lean

FindTokens = Callable[[str], tuple[str, ...]]
"""Returns the product tokens of the crawlers that send a User-Agent header; none for browsers."""

FindProxies = Callable[[Sequence[tuple[str, str]], Counts], tuple[Told, ...]]
"""Returns a message for each CDN or proxy among pairs of a connecting and a forwarded address with their requests."""

CRAWLERS: Final = "crawler_requests"
"""The role of requests by known crawlers."""

_STEP_EVERY: Final = 512
_MOST_ADDRESSES: Final = 200_000
_AGENT_BITS: Final = 32
_MOST_TARGETS: Final = 200_000
_TOGETHER: Final = 1_000_000
_MOST_COUNTED: Final = 4
"""Parts of pairs that wait until they are merged: else memory would grow with the log."""
_REST: Final = "…"
_NEVER: Final = 1 << 62


class LogAgent(Struct, frozen=True, eq=False):
    """The requests of one crawler or, if the header names none, of one client."""

    tokens: tuple[str, ...]
    """Product tokens of the crawler; empty for an unknown client."""
    headers: tuple[str, ...]
    """User-Agent headers as logged, most frequent first; empty if the log has none."""
    requests: int
    statuses: tuple[tuple[int, int], ...]
    """(status, count) pairs, ascending; 0 if the log has no status."""
    rows: Rows
    """Rows of the requested URLs in the set read together with these facts."""
    hits: Counts
    """Requests for each of the rows."""


class LogFacts(Struct, frozen=True):
    """Requests by client, most requests first."""

    agents: tuple[LogAgent, ...]
    requests: int
    statuses: tuple[tuple[int, int], ...]

    @property
    def tokens(self) -> tuple[str, ...]:
        """The product tokens of all known crawlers in the log, most requests first."""
        return tuple(dict.fromkeys(token for agent in self.agents for token in agent.tokens))

    def crawler_requests(self, size: int) -> ValueColumn:
        """Return how often known crawlers asked for each of `size` URLs."""
        counts = np.zeros(size)
        for agent in self.agents:
            if agent.tokens:
                counts[agent.rows] += agent.hits
        return ValueColumn(ColumnInfo(CRAWLERS, ColumnKind.NUMBER, CRAWLERS, adds=True), lean(counts))


class LogReader:
    """Reads the files of one log in sequence."""

    def __init__(
        self,
        collector: Collector,
        find_tokens: FindTokens,
        base: str | None = None,
        fields: LogFields | None = None,
        find_proxies: FindProxies | None = None,
    ) -> None:
        """Create a reader. The site of a request wins over `base`; `fields` is the person's mapping, if any."""
        self._collector = collector
        self._base = base
        self._tally = _Tally(find_tokens, collector.limits.agents)
        self._fields = fields
        self._find_proxies = find_proxies
        self._requests: dict[str, int] = {}
        self._forwarded: dict[str, str] = {}
        self.format: Message = ""
        """The format of the last file."""
        self._targets: dict[tuple[str | None, str], int] = {}
        self._first, self._last = _NEVER, -_NEVER

    def read(self, source: SourceFile) -> None:
        """Add the requests of a file."""
        lines = LogLines(source, self._fields)
        for number, line, record in lines:
            if record is None or record.why is not None:
                self._collector.reject(number, line, lines.reason(record))
            else:
                self._add(number, line, record)
            if number % _STEP_EVERY == 0:
                self._collector.step(source)
                if self._collector.is_full:
                    break
        if lines.found is not None:
            self.format = lines.found.format.title
            self._collector.seen = log_columns(source.path.name, lines.found.reader, lines.head)

    def facts(self) -> LogFacts:
        """Return who requested what."""
        if self._first <= self._last:
            self._collector.days = _day(self._first), _day(self._last)
        return self._tally.facts()

    def proxies(self) -> tuple[Told, ...]:
        """Return a message for each CDN or proxy whose addresses the log has."""
        if self._find_proxies is None:
            return ()
        pairs = [(client, self._forwarded.get(client, "")) for client in self._requests]
        return self._find_proxies(pairs, np.fromiter(self._requests.values(), np.int64, len(pairs)))

    def _add(self, number: int, line: str, record: LogRecord) -> None:
        try:
            row = self._row(record.site or self._base, record.target)
        except BadUrlError as error:
            self._collector.reject(number, line, error.told)
        else:
            self._tally.add(row, record.agent, record.status)
            if record.moment is not None:
                self._first, self._last = min(self._first, record.moment), max(self._last, record.moment)
            self._count_address(record)

    def _count_address(self, record: LogRecord) -> None:
        """Count the requests of a connecting address, and note one that it forwarded."""
        client, known = record.client, self._requests
        if client in known:
            known[client] += 1
        elif client and len(known) < _MOST_ADDRESSES:
            known[client] = 1
        else:
            return
        if record.forwarded and client not in self._forwarded:
            self._forwarded[client] = record.forwarded

    def _row(self, site: str | None, target: str) -> int:
        """Return the row of a target; repeated targets skip the parser."""
        builder = self._collector.builder
        row = self._targets.get((site, target))
        if row is not None:
            builder.count(row)
            return row
        if site is None and self._collector.is_request(target):
            row = builder.add_request(target)
        else:
            row = builder.add(_requested(site, target))
        if len(self._targets) < _MOST_TARGETS:
            self._targets[site, target] = row
        return row


def _day(moment: float) -> date:
    """Return the day of a moment, in UTC."""
    return datetime.fromtimestamp(moment, UTC).date()


def _requested(site: str | None, target: str) -> TestUrl:
    """Resolve a target: always a path, unless a proxy logged the whole URL."""
    if not target.startswith("/"):
        return normalise(target, site)
    if site is None:
        if target.startswith("//"):
            raise BadUrlError("The path starts with two slashes, and the log does not say on which site.", target)
        return normalise(target)
    scheme, host = ("http", site.removesuffix(":80")) if site.endswith(":80") else ("https", site.removesuffix(":443"))
    origin = "" if "://" in site else f"{scheme}://"
    return normalise(origin + host.rstrip("/") + target)


class _Client(Struct):
    """One User-Agent header, or all headers of one crawler."""

    tokens: tuple[str, ...]
    statuses: Counter[int] = field(default_factory=Counter)
    headers: Counter[str] = field(default_factory=Counter)


class _Tally:
    """Counts (client, URL) pairs as numbers of eight bytes, however long the log is."""

    def __init__(self, find_tokens: FindTokens, most: int) -> None:
        self._find_tokens = find_tokens
        self._most = most
        self._numbers: dict[str | None, int] = {}
        self._numbers_of_keys: dict[object, int] = {}
        self._clients: list[_Client] = []
        self._fresh = array("q")
        self._counted: list[tuple[Counts, Counts]] = []

    def add(self, row: int, header: str | None, status: int) -> None:
        """Count a request of a client for the URL in a row."""
        number = self._numbers.get(header)
        if number is None:
            number = self._number(header)
        client = self._clients[number]
        client.statuses[status] += 1
        if header is not None:
            client.headers[header if header in self._numbers else _REST] += 1
        self._fresh.append(number << _AGENT_BITS | row)
        if len(self._fresh) >= _TOGETHER:
            self._count()

    def _number(self, header: str | None) -> int:
        if len(self._numbers) >= self._most:
            return self._place(_REST, ())
        tokens = self._find_tokens(header) if header else ()
        self._numbers[header] = number = self._place(tokens or header, tokens)
        return number

    def _place(self, key: object, tokens: tuple[str, ...]) -> int:
        number = self._numbers_of_keys.setdefault(key, len(self._clients))
        if number == len(self._clients):
            self._clients.append(_Client(tokens))
        return number

    def _count(self) -> None:
        self._counted.append(np.unique(np.frombuffer(self._fresh, np.int64), return_counts=True))
        self._fresh = array("q")
        if len(self._counted) >= _MOST_COUNTED:
            self._counted = [self._merged()]

    def _merged(self) -> tuple[Counts, Counts]:
        """Return all pairs counted so far, each once."""
        keys, inverse = np.unique(np.concatenate([keys for keys, _ in self._counted]), return_inverse=True)
        hits = np.zeros(len(keys), np.int64)
        np.add.at(hits, inverse, np.concatenate([counts for _, counts in self._counted]))
        return keys, hits

    def facts(self) -> LogFacts:
        self._count()
        keys, hits = self._merged()
        bounds = np.searchsorted(keys, np.arange(len(self._clients) + 1) << _AGENT_BITS)
        rows = (keys & ((1 << _AGENT_BITS) - 1)).astype(np.int32)
        agents = [
            LogAgent(
                client.tokens,
                tuple(header for header, _ in client.headers.most_common()),
                client.statuses.total(),
                _sorted(client.statuses),
                rows[bounds[number] : bounds[number + 1]],
                hits[bounds[number] : bounds[number + 1]],
            )
            for number, client in enumerate(self._clients)
        ]
        agents.sort(key=lambda agent: -agent.requests)
        statuses: Counter[int] = sum((client.statuses for client in self._clients), Counter())
        return LogFacts(tuple(agents), statuses.total(), _sorted(statuses))


def _sorted(statuses: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(statuses.items()))
