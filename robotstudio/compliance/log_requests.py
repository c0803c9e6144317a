"""Read the requests of crawlers in access logs: when, by whom, from which address, for what, with which answer."""

from array import array
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from robotstudio.store.errors import BadUrlError, NothingReadError
from robotstudio.text.language import ENGLISH, Message, Plural, Told, told
from robotstudio.urls.sources.access_log import AccessLogLine, FindTokens, parse_request, read_log_line, site_and_client
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, ReadLimits, SourceFile, open_source
from robotstudio.urls.sources.task import UNWATCHED, Task

_STEP_EVERY: Final = 2048
_MOST_REQUESTS: Final = 5_000_000
_MOST_KEPT: Final = 500_000
_MOST_SITES: Final = 1_000
_MONTHS: Final = {name: at for at, name in enumerate(ENGLISH.marks.months, 1)}
_OPEN_STATUSES: Final = frozenset({200, 206})
_NOBODY: Final = -1

_UNREADABLE = Plural("{count} line is no request of an access log.", "{count} lines are no requests of an access log.")
_UNDATED = Plural(
    "{count} request has no time that can be read, and was left out.",
    "{count} requests have no time that can be read, and were left out.",
)
_TOO_MANY = Plural(
    "More than {count} request of crawlers is in the logs; the others were left out.",
    "More than {count} requests of crawlers are in the logs; the others were left out.",
)

_NO_REQUEST = Plural(
    "“{name}” is not an access log: its {count} line is not a request. Logs must be in the common or combined "
    "format of Apache and nginx.",
    "“{name}” is not an access log: none of its {count} lines is a request. Logs must be in the common or "
    "combined format of Apache and nginx.",
)

_NO_LINES: Message = "“{name}” is empty: it contains no requests."

Ints = npt.NDArray[np.int64]


class LogRequests(Struct, frozen=True, eq=False):
    """Requests of known crawlers by time, in columns of numbers: rows of `tokens`, `urls`, `addresses`, `files`.

    `moments` are seconds since 1970. `open_to_all` are targets that answered 200 to clients that are no known crawlers.
    `sites` are those that the log names before its clients, with the requests of crawlers for each, most first.
    """

    tokens: tuple[str, ...]
    urls: tuple[str, ...]
    addresses: tuple[str, ...]
    files: tuple[str, ...]
    crawler: Ints
    url: Ints
    address: Ints
    file: Ints
    line: Ints
    status: Ints
    moments: Ints
    lines_read: int
    open_to_all: tuple[str, ...]
    notes: tuple[Told, ...]
    sites: tuple[tuple[str, int], ...] = ()


def read_log_requests(
    paths: Sequence[Path],
    find_tokens: FindTokens,
    task: Task = UNWATCHED,
    limits: ReadLimits = DEFAULT_LIMITS,
    site: str = "",
) -> LogRequests:
    """Read logs, also compressed ones, one after another. Raises FileError, and Cancelled if asked to.

    A log of which no line could be read is a NothingReadError: nothing read must not look like nothing found.
    Of a log that names its sites, the requests for one `site` alone may be asked for.
    """
    reader, is_any = _Reader(find_tokens, site.lower()), False
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
    return reader.requests(tuple(path.name for path in paths))


class _Reader:
    """Looks at each header, target, address and minute once: logs repeat themselves."""

    def __init__(self, find_tokens: FindTokens, site: str = "") -> None:
        self._find_tokens = find_tokens
        self._site = site
        self._sites: Counter[str] = Counter()
        self._tokens: dict[str, int] = {}
        self._of_header: dict[str | None, int] = {}
        self._url_of_request: dict[str, int] = {}
        self._urls: dict[str, int] = {}
        self._addresses: dict[str, int] = {}
        self._minutes: dict[str, int] = {}
        self._open: set[str] = set()
        self._columns = {
            name: array("q") for name in ("crawler", "url", "address", "file", "line", "status", "moments")
        }
        self._notes: list[Told] = []
        self._read = self._unreadable = self._undated = 0

    def read(self, source: SourceFile, number: int, task: Task) -> tuple[int, int]:
        """Read a log; return the numbers of its lines, without empty ones and comments, and of requests among them."""
        line_number = lines = requests = 0
        for text in source.texts():
            for line in text.split("\n")[:-1]:
                line_number += 1
                if line_number % _STEP_EVERY == 0:
                    task.step(source.share, len(self._columns["url"]))
                if line and not line.startswith("#"):
                    lines += 1
                    requests += self._read_line(line, number, line_number)
        self._read += line_number
        self._notes += source.notes
        return lines, requests

    def note(self, sentence: Told) -> None:
        self._notes.append(sentence)

    def _read_line(self, line: str, file: int, number: int) -> bool:
        """Add what a line says; return whether it is a request, of anybody, with a time."""
        found = read_log_line(line)
        if found is None:
            self._unreadable += 1
            return False
        crawler = self._of_header.get(found.agent)
        if crawler is None:
            crawler = self._crawler(found.agent)
        if crawler == _NOBODY:
            if not self._site or site_and_client(found.prefix)[0] == self._site:
                self._note_open(found)
            return True
        site, client = site_and_client(found.prefix)
        if site:
            self._sites[site if site in self._sites or len(self._sites) < _MOST_SITES else ""] += 1
        return (bool(self._site) and site != self._site) or self._note_request(found, crawler, client, (file, number))

    def _note_request(self, found: AccessLogLine, crawler: int, client: str, place: tuple[int, int]) -> bool:
        """Add a request of a crawler, in this file and line; return whether it could be read."""
        url = self._url_of_request.get(found.request)
        if url is None:
            url = self._url(found.request)
        if url < 0 or len(self._columns["url"]) >= _MOST_REQUESTS:
            self._unreadable += url < 0
            return url >= 0
        moment = self._moment(found.time)
        if moment is None:
            self._undated += 1
            return False
        address = self._addresses.setdefault(client, len(self._addresses))
        for name, value in zip(self._columns, (crawler, url, address, *place, found.status, moment), strict=True):
            self._columns[name].append(value)
        return True

    def _crawler(self, header: str | None) -> int:
        tokens = self._find_tokens(header) if header else ()
        number = self._tokens.setdefault(tokens[0], len(self._tokens)) if tokens else _NOBODY
        if len(self._of_header) < _MOST_KEPT:
            self._of_header[header] = number
        return number

    def _url(self, request: str) -> int:
        """Return the number of what a request is for; -1 if it asks for no URL."""
        try:
            target = parse_request(request)
        except BadUrlError:
            number = -1
        else:
            number = self._urls.setdefault(target, len(self._urls))
        if len(self._url_of_request) < _MOST_KEPT:
            self._url_of_request[request] = number
        return number

    def _note_open(self, found: AccessLogLine) -> None:
        if found.status in _OPEN_STATUSES and len(self._open) < _MOST_KEPT and found.request.startswith("GET "):
            try:
                self._open.add(parse_request(found.request))
            except BadUrlError:
                return

    def _moment(self, time: str) -> int | None:
        """Return `10/Oct/2000:13:55:36 -0700` in seconds since 1970."""
        minute = time[:17] + time[20:]
        start = self._minutes.get(minute)
        if start is None:
            start = self._minutes[minute] = _start_of(minute)
            if len(self._minutes) > _MOST_KEPT:
                self._minutes.clear()
        seconds = time[18:20]
        return start + int(seconds) if start >= 0 and seconds.isdecimal() and seconds.isascii() else None

    def requests(self, files: tuple[str, ...]) -> LogRequests:
        columns = {name: np.frombuffer(values, np.int64) for name, values in self._columns.items() if len(values)}
        columns = columns or {name: np.zeros(0, np.int64) for name in self._columns}
        order = np.argsort(columns["moments"], kind="stable")
        for message, count in ((_UNREADABLE, self._unreadable), (_UNDATED, self._undated)):
            self._notes += [told(message, count=count)] if count else []
        if len(order) >= _MOST_REQUESTS:
            self._notes.append(told(_TOO_MANY, count=_MOST_REQUESTS))
        return LogRequests(
            tuple(self._tokens),
            tuple(self._urls),
            tuple(self._addresses),
            files,
            **{name: column[order] for name, column in columns.items()},
            lines_read=self._read,
            open_to_all=tuple(sorted(self._open)),
            notes=tuple(self._notes),
            sites=tuple((site, count) for site, count in self._sites.most_common() if site),
        )


def _start_of(minute: str) -> int:
    """Return `10/Oct/2000:13:55 -0700` in seconds since 1970, -1 if it is no time."""
    try:
        day, month, year = int(minute[:2]), _MONTHS[minute[3:6]], int(minute[7:11])
        hour, minutes, zone = int(minute[12:14]), int(minute[15:17]), minute[17:].strip()
        sign = -1 if zone.startswith("-") else 1
        offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:5])) if zone else timedelta()
        moment = datetime(year, month, day, hour, minutes, tzinfo=timezone(sign * offset)) if zone else None
        known = moment or datetime(year, month, day, hour, minutes, tzinfo=UTC)
    except (ValueError, KeyError, IndexError):
        return -1
    return int(known.timestamp())
