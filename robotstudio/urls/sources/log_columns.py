"""The fields of a log as they are read: their first values, the part of a request that each is, and why."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from robotstudio.text.language import Message, Told, told
from robotstudio.urls.logs.fields import GuessedField, Role
from robotstudio.urls.logs.formats import FoundFormat
from robotstudio.urls.logs.record import LogRecord
from robotstudio.urls.logs.structured import MappedReader
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

_LONGEST_SHOWN: Final = 200
_MOST_FIELDS: Final = 400

_BY_FORMAT: Message = "at its place in this format"


def log_columns(file: str, found: FoundFormat, lines: Sequence[str]) -> list[SeenColumn]:
    """Return the fields of a log by its first lines, in their order there."""
    reader = found.reader
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
