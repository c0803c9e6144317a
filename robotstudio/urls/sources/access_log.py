"""Access logs: common and combined format of Apache and nginx, also with the site in front, and logs with `#Fields`.

Each request counts as a hit.
"""

import re
from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct, field

from robotstudio.engine.bulk.texts import Rows
from robotstudio.store.errors import BadUrlError, FileContentError
from robotstudio.store.userinfo import without_any_userinfo
from robotstudio.text.language import Message, told
from robotstudio.urls.sources.collector import Collector
from robotstudio.urls.sources.streams import SourceFile
from robotstudio.urls.sources.w3c import W3cFields, fields_of
from robotstudio.urls.url_columns import Counts
from robotstudio.urls.urls import TestUrl, normalise

FindTokens = Callable[[str], tuple[str, ...]]
"""Returns the product tokens of the crawlers that send a User-Agent header; none for browsers."""

_LINE: Final = re.compile(  # possessive throughout, so that matching is linear
    r'(?P<prefix>[^\[]*+)\[(?P<time>[^\]]*+)\]\s++"(?P<request>(?>(?:[^"\\]|\\.)*))"\s++(?P<status>\d{3}|-)\s++\S++'
    r'(?:\s++"(?>(?:[^"\\]|\\.)*)"\s++"(?P<agent>(?>(?:[^"\\]|\\.)*))")?'
)
_REQUEST: Final = re.compile(r"(?P<method>[A-Z][A-Z_-]{1,19}) (?P<target>\S.*?)(?: HTTP/\d(?:\.\d)?)?")
_ADDRESS: Final = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+")
_SITE: Final = re.compile(r"(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+(?::\d{1,5})?")
_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|(.))")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "b": "\b"}
_STEP_EVERY: Final = 512
_AGENT_BITS: Final = 32
_MOST_TARGETS: Final = 200_000
_TOGETHER: Final = 1_000_000
_REST: Final = "…"
_NO_STEM: Message = "The log “{name}” names no URLs: cs-uri-stem is not among its “#Fields”."
_NO_QUERIES: Message = "The log “{name}” has paths without their parameters: cs-uri-query is not among its “#Fields”."


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
    """Who requested what, most requests first."""

    agents: tuple[LogAgent, ...]
    requests: int
    statuses: tuple[tuple[int, int], ...]

    @property
    def tokens(self) -> tuple[str, ...]:
        """The product tokens of all known crawlers in the log, most requests first."""
        return tuple(dict.fromkeys(token for agent in self.agents for token in agent.tokens))


class LoggedRequest(Struct, frozen=True):
    """A parsed request."""

    site: str | None
    target: str
    status: int
    agent: str | None


class AccessLogLine(NamedTuple):
    """The raw parts of a line; `agent` is unescaped, and None if the log has none."""

    prefix: str
    time: str
    request: str
    status: int
    agent: str | None


class LogReader:
    """Reads the files of one log in sequence."""

    def __init__(self, collector: Collector, find_tokens: FindTokens, base: str | None = None) -> None:
        """Create a reader. The site in front of a line wins over `base`."""
        self._collector = collector
        self._base = base
        self._tally = _Tally(find_tokens, collector.limits.agents)
        self._fields: W3cFields | None = None
        self._targets: dict[tuple[str | None, str], int] = {}

    def read(self, source: SourceFile) -> None:
        """Add the requests of a file."""
        number = 0
        self._fields = None
        for text in source.texts():
            for line in text.split("\n")[:-1]:
                number += 1
                if line.startswith("#"):
                    self._take_fields(line, source)
                elif line:
                    self._read_line(line, number)
                if number % _STEP_EVERY == 0:
                    self._collector.step(source)
                    if self._collector.is_full:
                        return

    def facts(self) -> LogFacts:
        return self._tally.facts()

    def _read_line(self, line: str, number: int) -> None:
        try:
            request = parse_log_line(line) if self._fields is None else self._fields.request(line)
            row = self._row(request.site or self._base, request.target)
        except BadUrlError as error:
            self._collector.reject(number, line, error.told)
            return
        self._tally.add(row, request.agent, request.status)

    def _take_fields(self, line: str, source: SourceFile) -> None:
        fields = fields_of(line)
        if fields is None:
            return
        if not fields.has_urls:
            raise FileContentError(_NO_STEM, source.path)
        if not fields.has_queries and self._fields is None:
            source.notes.append(told(_NO_QUERIES, name=source.path.name))
        self._fields = fields

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


def parse_log_line(line: str) -> LoggedRequest:
    """Parse the request in a line. Raises BadUrlError with the reason if there is none."""
    found = read_log_line(line)
    if found is None:
        raise BadUrlError("This line is no request in common or combined log format.", line)
    return LoggedRequest(_site(found.prefix), parse_request(found.request, line), found.status, found.agent)


def read_log_line(line: str) -> AccessLogLine | None:
    """Split a line into its parts; None if it is not of an access log."""
    found = _LINE.match(line)
    if found is None:
        return None
    prefix, time, request, status, agent = found.groups()
    return AccessLogLine(prefix, time, request, int(status) if status != "-" else 0, agent and _unescaped(agent))


def parse_request(written: str, line: str = "") -> str:
    """Return the target of a request line. Raises BadUrlError with the reason if there is no URL."""
    request = _REQUEST.fullmatch(_unescaped(written))
    if request is None:
        raise BadUrlError("This client did not speak HTTP: there is no method and URL.", line or written)
    method, target = request["method"], request["target"]
    if method == "CONNECT" or target == "*":
        shown = without_any_userinfo(target)[:40]
        raise BadUrlError("{method} {target} asks for no URL.", line or written, method=method, target=shown)
    return target


def site_and_client(prefix: str) -> tuple[str, str]:
    """Split what precedes the time into the site without its default port ("" if the log has none) and the client.

    The client is an IP address or a host name.
    """
    words = prefix.split(maxsplit=2)
    if not words:
        return "", ""
    site = _site(prefix) if len(words) > 2 else None
    if site is None:
        return "", words[0]
    return site.lower().removesuffix(":443").removesuffix(":80"), words[1]


def is_log_line(line: str) -> bool:
    """Return True for a line of an access log, even if it has no valid request."""
    return _LINE.match(line) is not None


def _site(prefix: str) -> str | None:
    """Return the site that Apache's `%v` or `%v:%p` writes before the client's address."""
    words = prefix.split()
    if len(words) < 4 or _ADDRESS.fullmatch(words[0]) or not _SITE.fullmatch(words[0]):
        return None
    return words[0] if ":" in words[0] or _ADDRESS.fullmatch(words[1]) else None


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


def _unescaped(text: str) -> str:
    r"""Undo the escapes of Apache (`\"`, `\xhh`, `\n`) and nginx (`\x22`)."""
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_unescape, text)
    try:
        return plain.encode("latin-1").decode()  # escaped bytes of UTF-8
    except (UnicodeEncodeError, UnicodeDecodeError):
        return plain


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPED.get(found[2], found[2])


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

    def facts(self) -> LogFacts:
        self._count()
        keys, inverse = np.unique(np.concatenate([keys for keys, _ in self._counted]), return_inverse=True)
        hits = np.zeros(len(keys), np.int64)
        np.add.at(hits, inverse, np.concatenate([counts for _, counts in self._counted]))
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
