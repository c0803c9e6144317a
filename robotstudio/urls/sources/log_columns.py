"""The fields of a log as they are read: their first values, the part of a request that each is, and why."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from robotstudio.store.errors import FileContentError
from robotstudio.text.language import Message, Told, told, told_list
from robotstudio.urls.logs.fields import GuessedField, LogFields, Role
from robotstudio.urls.logs.record import LineReader, LogRecord
from robotstudio.urls.logs.structured import MappedReader, any_json_reader
from robotstudio.urls.logs.w3c import W3cReader
from robotstudio.urls.sources.exports import (
    BY_HEADER,
    BY_VALUES,
    CHOSEN,
    FIRSTS,
    KNOWN_NAME,
    NOT_NEEDED,
    ColumnUse,
    SeenColumn,
)

_UNCLEAR: Message = "No field of “{name}” surely holds the URL of each request. Choose it among these: {fields}."
_OF_REQUESTS: Final = frozenset({Role.TIME, Role.ADDRESS, Role.AGENT, Role.STATUS, Role.METHOD})
_ENOUGH: Final = 2
"""Parts of a request besides the URL that make it likely that lines are requests."""
_MOST_NAMED: Final = 12
_LONGEST_SHOWN: Final = 200
_MOST_FIELDS: Final = 400

_BY_FORMAT: Message = "at its place in this format"


class UnclearFieldsError(FileContentError):
    """JSON lines that may be a log, but which field holds the URL is not clear: the person must choose."""

    def __init__(self, path: Path, seen: Sequence[SeenColumn]) -> None:
        names = [told("“{name}”", name=column.name[:40]) for column in seen[:_MOST_NAMED]]
        super().__init__(_UNCLEAR, path, fields=told_list(names))
        self.seen = tuple(seen)


def require_fields(path: Path, lines: Sequence[str], given: LogFields) -> None:
    """Raise UnclearFieldsError for JSON lines that look like requests, if no field surely holds their URLs."""
    reader = any_json_reader([line for line in lines if line.strip()], given)
    seen = log_columns(path.name, reader, lines) if reader else []
    has_urls = any(value.startswith("/") or "://" in value for column in seen for value in column.firsts)
    if has_urls and sum(column.role in _OF_REQUESTS for column in seen) >= _ENOUGH:
        raise UnclearFieldsError(path, seen)


def log_columns(file: str, reader: LineReader, lines: Sequence[str]) -> list[SeenColumn]:
    """Return the fields of a log by its first lines, those that are used first."""
    if isinstance(reader, MappedReader):
        roles = {name: role for role, name in reader.fields.items()}
        whys = {name: _mapped_why(reader.guessed.get(role)) for name, role in roles.items()}
        return list(_named(file, [reader.values(line) for line in lines if line != reader.header], roles, whys))
    if isinstance(reader, W3cReader):
        rows = [reader.values(line) for line in lines]
        whys = dict.fromkeys(reader.fields, (told(BY_HEADER, tool="“#Fields”"), False))
        return [replace(column, is_fixed=True) for column in _named(file, rows, reader.fields, whys)]
    records = [record for line in lines[: FIRSTS * 2] if (record := reader.read(line)) is not None]
    return list(_placed(file, records))


def _mapped_why(guessed: GuessedField | None) -> tuple[Told, bool]:
    if guessed is None:
        return told(CHOSEN), False
    return (told(KNOWN_NAME), False) if guessed.by_name else (told(BY_VALUES), True)


def _named(
    file: str,
    rows: Sequence[Mapping[str, str]],
    roles: Mapping[str, Role],
    whys: Mapping[str, tuple[Told, bool]],
) -> Iterator[SeenColumn]:
    """Yield the fields of rows with names; what is used comes first."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    names.sort(key=lambda name: name not in roles)
    for name in names[:_MOST_FIELDS]:
        values = (row[name] for row in rows if row.get(name, "") not in {"", "-"})
        firsts = tuple(value[:_LONGEST_SHOWN] for value, _ in zip(values, range(FIRSTS), strict=False))
        if name in roles:
            why, is_guess = whys[name]
            yield SeenColumn(file, name, firsts, ColumnUse.FIELD, why, roles[name].value, is_guess=is_guess)
        else:
            yield SeenColumn(file, name, firsts, ColumnUse.LEFT, told(NOT_NEEDED))


def _placed(file: str, records: Sequence[LogRecord]) -> Iterator[SeenColumn]:
    """Yield the parts of requests in a format without names."""
    moments = [record.moment for record in records if record.moment is not None]
    parts: Mapping[Role, list[str]] = {
        Role.TIME: [f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M:%S} UTC" for moment in moments],
        Role.ADDRESS: [record.client for record in records],
        Role.FORWARDED: [record.forwarded for record in records],
        Role.HOST: [record.site for record in records],
        Role.METHOD: [record.method for record in records],
        Role.URL: [record.target for record in records],
        Role.STATUS: [str(record.status or "") for record in records],
        Role.AGENT: [record.agent or "" for record in records],
        Role.SIGNATURE: [record.signature for record in records],
    }
    for role, values in parts.items():
        filled = [value[:_LONGEST_SHOWN] for value in values if value][:FIRSTS]
        if filled:
            why = told(_BY_FORMAT)
            yield SeenColumn(file, "", tuple(filled), ColumnUse.FIELD, why, role.value, is_fixed=True)
