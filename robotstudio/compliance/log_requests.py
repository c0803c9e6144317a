"""Read the requests of crawlers in access logs: when, by whom, from which address, for what, with which answer."""

from array import array
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from robotstudio.compliance.client_addresses import client_addresses
from robotstudio.store.errors import NothingReadError
from robotstudio.text.language import Message, Plural, Told, told, told_list
from robotstudio.urls.logs.fields import LogFields
from robotstudio.urls.logs.formats import LogLines
from robotstudio.urls.logs.record import LogRecord
from robotstudio.urls.sources.access_log import FindTokens
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, ReadLimits, SourceFile, open_source
from robotstudio.urls.sources.task import UNWATCHED, Task

_STEP_EVERY: Final = 2048
_MOST_REQUESTS: Final = 20_000_000
_MOST_KEPT: Final = 500_000
_MOST_SITES: Final = 1_000
_OPEN_STATUSES: Final = frozenset({200, 206})
_NOBODY: Final = -1
_COLUMNS: Final = {"crawler": "i", "url": "i", "address": "i", "file": "i", "line": "q", "status": "i", "moments": "q"}
"""Numbers kept of each request, with their size: there may be millions."""
_MOST_UNREAD: Final = 3
_SHOWN: Final = 300
_ROBOTS: Final = "/robots.txt"
_SITE: Final = "https://site.invalid"

_UNREADABLE = Plural(
    "{count} line is not a request, such as line {line} of “{name}”: {why}",
    "{count} lines are not requests, such as line {line} of “{name}”: {why}",
)
_UNDATED = Plural(
    "{count} request has no readable time and was left out.",
    "{count} requests have no readable time and were left out.",
)
_TOO_MANY = Plural(
    "The logs have more than {count} request of crawlers; the rest was left out.",
    "The logs have more than {count} requests of crawlers; the rest was left out.",
)
_NO_REQUEST = Plural(
    "“{name}” is not an access log: its {count} line is not a request. If it is JSON or a table, name its fields.",
    "“{name}” is not an access log: none of its {count} lines is a request. If it is JSON or a table, name its fields.",
)

_OTHER_SITES: Message = "“{name}” has no request for {site}. Crawlers asked for {sites}."
_MOST_NAMED: Final = 5
_NO_LINES: Message = "“{name}” is empty: it contains no requests."

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]


class UnreadLine(Struct, frozen=True):
    """A line that is not a request of a crawler or a browser."""

    file: str
    number: int
    text: str
    why: Told


class LogRequests(Struct, frozen=True, eq=False):
    """Requests of known crawlers by time, in columns of numbers: rows of `tokens`, `urls`, `addresses`, `files`.

    `moments` are seconds since 1970. `open_to_all` are targets that answered 200 to clients that are no known crawlers.
    `sites` are those that the log names before its clients, with the requests of crawlers for each, most first.
    """

    tokens: tuple[str, ...]
    urls: tuple[str, ...]
    addresses: tuple[str, ...]
    files: tuple[str, ...]
    crawler: Rows
    url: Rows
    address: Rows
    file: Rows
    line: Ints
    status: Rows
    moments: Ints
    lines_read: int
    open_to_all: tuple[str, ...]
    notes: tuple[Told, ...]
    sites: tuple[tuple[str, int], ...] = ()
    unread: tuple[UnreadLine, ...] = ()
    """The first lines that could not be read; `unread_count` is the number of all."""
    unread_count: int = 0


def read_log_requests(
    paths: Sequence[Path],
    find_tokens: FindTokens,
    task: Task = UNWATCHED,
    limits: ReadLimits = DEFAULT_LIMITS,
    site: str = "",
    fields: LogFields | None = None,
) -> LogRequests:
    """Read logs in any of the formats of `urls.logs`, also compressed ones, one after another.

    `site` leaves out requests for other sites, if the log names them. `fields` is the person's mapping of JSON or
    separated values. Raises FileError, and Cancelled if cancelled. A log of which no line could be read is a
    NothingReadError: nothing read must not look like nothing found.
    """
    reader, is_any = _Reader(find_tokens, site.lower(), fields), False
    for number, path in enumerate(paths):
        with open_source(path, limits) as source:
            lines, requests = reader.read(source, number, task)
            if not requests and source.notes:
                raise NothingReadError(source.notes[0], path)
            if not requests and lines:
                raise NothingReadError(_NO_REQUEST, path, count=lines)
            if not requests:
                reader.note(told(_NO_LINES, name=path.name))
            is_any = is_any or bool(requests)
    if paths and not is_any:
        raise NothingReadError(_NO_LINES, paths[0])
    if others := reader.other_sites:
        raise NothingReadError(_OTHER_SITES, paths[0], site=site, sites=told_list(others[:_MOST_NAMED]))
    return reader.requests(tuple(path.name for path in paths))


class _Reader:
    """Looks up each header, target and address once: logs repeat themselves."""

    def __init__(self, find_tokens: FindTokens, site: str, fields: LogFields | None) -> None:
        self._find_tokens = find_tokens
        self._site, self._fields = site, fields
        self._sites: Counter[str] = Counter()
        self._tokens: dict[str, int] = {}
        self._of_header: dict[str | None, int] = {}
        self._urls: dict[str, int] = {}
        self._pairs: dict[tuple[str, str], int] = {}
        self._open: set[str] = set()
        self._columns = {name: array(size) for name, size in _COLUMNS.items()}
        self._kept = self._columns["moments"]
        self._notes: list[Told] = []
        self._unread: list[UnreadLine] = []
        self._read = self._unreadable = self._undated = 0

    def read(self, source: SourceFile, number: int, task: Task) -> tuple[int, int]:
        """Read a log; return the numbers of its lines, without empty ones and comments, and of requests among them."""
        count = requests = 0
        lines = LogLines(source, self._fields)
        for line_number, line, record in lines:
            count += 1
            if count % _STEP_EVERY == 0:
                task.step(source.share, len(self._kept))
            if record is not None and self._add(record, number, line_number):
                requests += 1
            elif record is None or record.why is not None or not record.target:
                self._note_unread(UnreadLine(source.path.name, line_number, line[:_SHOWN], lines.reason(record)))
        self._read += lines.read
        self._notes += source.notes
        return count, requests

    def note(self, sentence: Told) -> None:
        self._notes.append(sentence)

    @property
    def other_sites(self) -> Sequence[str]:
        """The sites for which crawlers sent requests, if nobody sent any for the one that is asked for."""
        return () if self._kept or self._open else tuple(site for site, _ in self._sites.most_common() if site)

    def _note_unread(self, line: UnreadLine) -> None:
        self._unreadable += 1
        if len(self._unread) < _MOST_UNREAD:
            self._unread.append(line)

    def _add(self, record: LogRecord, file: int, number: int) -> bool:
        """Add a request; return whether it could be read: with a time, and with a URL if a crawler sent it."""
        crawler = self._of_header.get(record.agent)
        if crawler is None:
            crawler = self._crawler(record.agent)
        site = record.site.removesuffix(":80")
        is_asked = not self._site or not site or site == self._site
        if crawler == _NOBODY:
            if is_asked and record.status in _OPEN_STATUSES and record.method == "GET" and len(self._open) < _MOST_KEPT:
                self._open.add(record.target)
            return record.why is None or record.moment is not None
        if site:
            self._sites[site if site in self._sites or len(self._sites) < _MOST_SITES else ""] += 1
        if not is_asked:
            return True
        if record.why is not None:
            return False
        if record.moment is None:
            self._undated += 1
            return False
        if len(self._kept) < _MOST_REQUESTS:
            url = self._urls.setdefault(record.target, len(self._urls))
            pair = self._pairs.setdefault((record.client, record.forwarded), len(self._pairs))
            values = (crawler, url, pair, file, number, record.status, record.moment)
            for column, value in zip(self._columns.values(), values, strict=True):
                column.append(value)
        return True

    def _crawler(self, header: str | None) -> int:
        tokens = self._find_tokens(header) if header else ()
        number = self._tokens.setdefault(tokens[0], len(self._tokens)) if tokens else _NOBODY
        if len(self._of_header) < _MOST_KEPT:
            self._of_header[header] = number
        return number

    def requests(self, files: tuple[str, ...]) -> LogRequests:
        columns = {
            name: np.frombuffer(values, values.typecode) if len(values) else np.zeros(0, values.typecode)
            for name, values in self._columns.items()
        }
        moments = columns["moments"]
        if self._unread:
            first = self._unread[0]
            at = str(first.number)
            self._notes.append(told(_UNREADABLE, count=self._unreadable, line=at, name=first.file, why=first.why))
        if self._undated:
            self._notes.append(told(_UNDATED, count=self._undated))
        if len(moments) >= _MOST_REQUESTS:
            self._notes.append(told(_TOO_MANY, count=_MOST_REQUESTS))
        pairs = columns["address"]
        clients = client_addresses(tuple(self._pairs), np.bincount(pairs, minlength=len(self._pairs)))
        columns["address"] = clients.numbers[pairs].astype(np.int32) if len(pairs) else pairs
        self._notes += clients.notes
        if np.any(moments[1:] < moments[:-1]):  # logs are by time, but for those that were started together
            order = np.argsort(moments, kind="stable")
            columns = {name: column[order] for name, column in columns.items()}
        return LogRequests(
            tuple(self._tokens),
            tuple(self._urls),
            clients.addresses,
            files,
            **columns,
            lines_read=self._read,
            open_to_all=tuple(sorted(self._open)),
            notes=tuple(self._notes),
            sites=tuple((site, count) for site, count in self._sites.most_common() if site),
            unread=tuple(self._unread),
            unread_count=self._unreadable,
        )


def url_of(target: str) -> str:
    """Return a URL for the target of a request; logs without the site get one that does not exist."""
    return f"{_SITE}{target}" if target.startswith("/") else target


def is_robots(target: str) -> bool:
    """Return True if a request is for the robots.txt of a site."""
    path = target.partition("?")[0]
    return path == _ROBOTS or (not path.startswith("/") and path.endswith(_ROBOTS) and path.count("/") == 3)
