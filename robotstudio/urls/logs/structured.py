"""Logs of named fields: JSON lines of Caddy, Traefik, nginx, Cloudflare, Akamai, Fastly and Google Cloud, and tables.

All are read by a mapping of fields to the parts of a request (`fields`): guessed, or given.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

import msgspec

from robotstudio.urls.logs.fields import (
    NO_FIELD,
    Guess,
    GuessedField,
    LogFields,
    Role,
    guess,
    is_header,
    names_a_url,
)
from robotstudio.urls.logs.record import (
    LogRecord,
    Requests,
    Times,
    as_utf8,
    checked,
    client_and_forwarded,
    has_zone,
    site_and_target,
    status_of,
    unescaped,
    unescaped_url,
)
from robotstudio.urls.logs.w3c import STEM, W3cReader, joined

_DECODE: Final = msgspec.json.Decoder().decode
_MOST_DEPTH: Final = 4
_DELIMITERS: Final = ("\t", "|", ";", ",", " ")
_LEAST_COLUMNS: Final = 4
_SPACED: Final = re.compile(r'"((?>(?:[^"\\]|\\.)*))"|\[([^\]]*+)\]|(\S++)')
_BYTES: Final = re.compile(r"(?>(?:\\x[0-9A-Fa-f]{2})+)")

Get = Callable[[Any], object]


class MappedReader:
    """Reads rows of named values by a mapping."""

    has_zone = True
    header = ""
    is_escaped = False
    """True if values have the escapes of Apache and nginx."""

    def __init__(self, fields: LogFields, guessed: Guess, getter: Callable[[str], Get]) -> None:
        """Read each part of a request with the getter of its field."""
        self.fields, self.guessed = fields, guessed
        self._get = {role: getter(name) for role, name in fields.items()}
        self._times, self._requests = Times(), Requests(is_escaped=self.is_escaped)

    def check_zone(self, rows: Sequence[Mapping[str, str]]) -> None:
        """Set `has_zone` by the first rows, and by a name such as `StartUTC`."""
        name = self.fields.get(Role.TIME, "")
        times = [row[name] for row in rows if row.get(name)]
        self.has_zone = not times or "utc" in name.lower() or any(map(has_zone, times))

    def note(self, line: str) -> None:
        """Ignore comments."""

    def values(self, line: str) -> Mapping[str, str]:
        """Return the fields of a line by name."""
        raise NotImplementedError

    def record(self, row: Any) -> LogRecord | None:  # noqa: ANN401  # as decoded
        """Return the request of a row; None if the row does not have its fields."""
        get = self._get
        if (request := get.get(Role.REQUEST)) is not None:
            method, url, why = self._requests.split(_text(request(row)))
        else:
            url = _text(get[Role.URL](row)) if Role.URL in get else _text(get[Role.PATH](row))
            if not url:
                return None
            url = unescaped_url(url) if self.is_escaped else url
            if Role.URL not in get and Role.QUERY in get and "?" not in url:
                url = joined(url, _text(get[Role.QUERY](row)))
            method, url, why = checked(self._text(Role.METHOD, row) or "GET", url)
        site, target = site_and_target(url, self._text(Role.HOST, row), self._text(Role.SCHEME, row))
        address, forwarded = client_and_forwarded(self._text(Role.ADDRESS, row), self._text(Role.FORWARDED, row))
        return LogRecord(
            self._times.any(_plain(get[Role.TIME](row))) if Role.TIME in get else None,
            address,
            forwarded,
            site,
            method,
            target if why is None else "",
            status_of(self._text(Role.STATUS, row)),
            self._agent(row),
            self._text(Role.SIGNATURE, row),
            why,
        )

    def _text(self, role: Role, row: Any) -> str:  # noqa: ANN401  # as decoded
        get = self._get.get(role)
        return "" if get is None else _text(get(row))

    def _agent(self, row: Any) -> str | None:  # noqa: ANN401  # as decoded
        if Role.AGENT not in self._get:
            return None
        agent = self._text(Role.AGENT, row)
        if "%20" in agent and " " not in agent:  # Akamai
            agent = unquote(agent)
        return (unescaped(agent) if self.is_escaped else agent) or None


class JsonReader(MappedReader):
    """Reads a JSON object a line."""

    def __init__(self, fields: LogFields, guessed: Guess) -> None:
        """Read nested fields, such as `request.uri`."""
        super().__init__(fields, guessed, _json_getter)

    def values(self, line: str) -> Mapping[str, str]:
        row = _object(line)
        return {} if row is None else dict(_flat(row))

    def read(self, line: str) -> LogRecord | None:
        row = _object(line)
        return None if row is None else self.record(row)


class W3cJsonReader(W3cReader):
    """Reads a JSON object a line whose fields have the names of the W3C extended format: CloudFront."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(name.lower() for name in names)
        self._place()
        self._as_written = names

    def values(self, line: str) -> Mapping[str, str]:
        row = _object(line)
        return {} if row is None else {name.lower(): _text(row.get(name)) for name in self._as_written}

    def read(self, line: str) -> LogRecord | None:
        row = _object(line)
        return None if row is None else self.record([_text(row.get(name)) for name in self._as_written])


class SeparatedReader(MappedReader):
    """Reads separated values: with names in a first line, or numbered from 1."""

    is_escaped = True

    def __init__(self, fields: LogFields, guessed: Guess, names: Sequence[str], delimiter: str, header: str) -> None:
        """Read columns by name; `header` is the line that names them, if there is one."""
        places = {name: place for place, name in reversed(list(enumerate(names)))}
        super().__init__(fields, guessed, lambda name: _place_getter(places[name]))
        self._names, self._delimiter, self.header = names, delimiter, header

    def values(self, line: str) -> Mapping[str, str]:
        return dict(zip(self._names, split_values(line, self._delimiter), strict=False))

    def read(self, line: str) -> LogRecord | None:
        values = split_values(line, self._delimiter)
        return self.record(values) if len(values) == len(self._names) else None


def json_reader(lines: Sequence[str], given: LogFields) -> JsonReader | W3cJsonReader | None:
    """Return the reader of JSON lines; None if they are not, or not surely a log with URLs."""
    reader = any_json_reader(lines, given)
    if isinstance(reader, JsonReader) and not (names_a_url(reader.fields) and is_log(reader.fields, given)):
        return None
    return reader


def any_json_reader(lines: Sequence[str], given: LogFields) -> JsonReader | W3cJsonReader | None:
    """Return the reader of JSON lines with the fields that are recognised, be they enough or not."""
    rows = [dict(_flat(row)) for line in lines if (row := _object(line)) is not None]
    if not rows or len(rows) * 2 < len(lines):
        return None
    names = list(dict.fromkeys(name for row in rows for name in row))
    if not given and STEM in names and not any(" " in name for name in names):
        return W3cJsonReader(names)
    guessed = {role: field for role, field in guess(rows).items() if role not in given}
    fields = _chosen({**{role: field.name for role, field in guessed.items()}, **given})
    reader = JsonReader(fields, guessed)
    reader.check_zone(rows)
    return reader


def separated_reader(lines: Sequence[str], given: LogFields) -> SeparatedReader | None:
    """Return the reader of a table that is a log: with a URL, and two of time, address, agent and status."""
    for delimiter in _DELIMITERS:
        split = [split_values(line, delimiter) for line in lines]
        width = len(split[0]) if split else 0
        if width < _LEAST_COLUMNS or sum(len(values) == width for values in split) * 10 < len(split) * 9:
            continue
        numbers = [str(place) for place in range(1, width + 1)]
        for names, rows in ((split[0], split[1:]), (numbers, split))[not is_header(split[0]) :]:
            cells = [dict(zip(names, values, strict=True)) for values in rows if len(values) == width]
            found = guess(cells) if cells and len(set(names)) == width else {}
            by_number = {role: _column(name, names) for role, name in given.items()}
            if any(name not in names for name in _chosen(by_number).values()):
                continue
            guessed: dict[Role, GuessedField] = {role: field for role, field in found.items() if role not in by_number}
            fields = _chosen({**{role: field.name for role, field in guessed.items()}, **by_number})
            if names_a_url(fields) and is_log(fields, given):
                header = "" if names is numbers else lines[0]
                reader = SeparatedReader(fields, guessed, names, delimiter, header)
                reader.check_zone(cells)
                return reader
    return None


def _chosen(fields: LogFields) -> dict[Role, str]:
    """Return a mapping without the roles that no field has."""
    return {role: name for role, name in fields.items() if name != NO_FIELD}


def _column(name: str, names: Sequence[str]) -> str:
    """Return the name of a column that may be given by its number."""
    if name in names or not name.isdecimal() or not 1 <= int(name) <= len(names):
        return name
    return names[int(name) - 1]


def is_log(fields: Mapping[Role, object], given: LogFields) -> bool:
    """Return True if a mapping is that of a log, and not of a list of URLs with other columns."""
    others = sum(role in fields for role in (Role.TIME, Role.ADDRESS, Role.AGENT, Role.STATUS, Role.METHOD))
    return bool(given) or (others >= 3 and (Role.ADDRESS in fields or Role.AGENT in fields))


def split_values(line: str, delimiter: str) -> list[str]:
    """Split a line, with quotes as in CSV; at spaces, with quotes and brackets as servers write them."""
    if delimiter == " ":
        return [found[found.lastindex or 0] for found in _SPACED.finditer(line)]
    if '"' not in line:
        return [value.strip() for value in line.split(delimiter)]
    try:
        return [value.strip() for value in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:
        return []


def _object(line: str) -> Mapping[str, object] | None:
    if not line.startswith("{"):
        at = line.find("{")  # a prefix of syslog
        if at < 0 or at > 200:
            return None
        line = line[at:]
    line = line.rstrip(", ")
    try:
        row = _DECODE(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return _object(_BYTES.sub(_as_json, line)) if _BYTES.search(line) else None
    return row if isinstance(row, dict) else None


def _as_json(found: re.Match[str]) -> str:
    r"""Write the bytes of `\xc3\xa9`, an escape of nginx and Apache that JSON does not have, as JSON does."""
    return json.dumps(as_utf8(bytes.fromhex(found[0].replace("\\x", "")).decode("latin-1")))[1:-1]


def _flat(row: Mapping[str, object], prefix: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    for name, value in row.items():
        if isinstance(value, dict) and depth < _MOST_DEPTH:
            yield from _flat(value, f"{prefix}{name}.", depth + 1)
        elif value is not None:
            yield prefix + name, _text(value)


def _json_getter(name: str) -> Get:
    """Return the function that finds a field, in nested objects if its name has dots."""
    path = name.split(".")
    if len(path) == 1:
        return lambda row: row.get(name)

    def find(row: object) -> object:
        value = row
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        return row.get(name) if value is None and isinstance(row, dict) else value

    return find


def _place_getter(place: int) -> Get:
    return lambda row: row[place]


def _plain(value: object) -> object:
    return value[0] if isinstance(value, list) and value else value


def _text(value: object) -> str:
    """Return a value as text: of a list, such as the values of a header, the first."""
    if isinstance(value, str):
        return "" if value == "-" else value
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    return "" if value is None else str(value)
