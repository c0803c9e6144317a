"""Tables with an answer in each row: CSV, JSON lines, and Parquet if pyarrow is installed; and tables about hosts."""

import base64
import binascii
import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.fetch.agreement import Agreement
from robotstudio.store.delimited import DelimitedRows
from robotstudio.store.errors import FileError
from robotstudio.store.unpacking import DamagedError, NeedsMemoryError
from robotstudio.survey.facts import MOST_BYTES
from robotstudio.survey.reading.files import InputTrouble, Read, cut, open_file, open_unpacked
from robotstudio.survey.tally import HostAnswer
from robotstudio.text.language import Message, told
from robotstudio.urls.urls import site_in

_LONGEST_LINE: Final = 16 * 1024 * 1024
_BATCH = 256

_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "host": ("host", "domain", "site", "hostname", "url"),
    "body": ("body", "content", "robots", "robots_txt", "robotstxt", "text"),
    "body_base64": ("body_base64",),
    "status": ("status", "status_code", "fetch_status", "http_status"),
    "date": ("date", "crawl_date", "fetch_time", "timestamp", "crawl", "era"),
    "rank": ("rank", "position"),
    "sector": ("sector", "category", "topic"),
    "country": ("country", "country_code"),
    "content_type": ("content_type", "mime", "content-type"),
    "llms": ("llms", "llms_txt"),
    "terms": ("terms", "tos", "terms_of_service"),
}
"""Column names in existing tables, in order of preference."""
_AGREEMENTS: Final[Mapping[str, Agreement]] = {each.value: each for each in Agreement}
_ANSWERING: Final = frozenset({"body", "body_base64", "status"})
"""A row without any of these has no answer."""

NO_COLUMN: Message = "“{path}” has no column of hosts. Name it “host”, “domain”, “site” or “url”."
NO_BODY: Message = "“{path}” has no column of answers. Name it “body”, “content”, “text” or “body_base64”, or “status”."
NO_ROW: Message = "“{path}”, line {line}: not a JSON object."
NO_HOST: Message = "“{path}”, line {line}: no host."
NO_ANSWER: Message = "“{path}”, line {line}: neither a body nor a status."
NO_PRACTICE: Message = "“{path}” has no row of “robotstudio practice” with a crawler’s header."
NO_ROWS: Message = "“{path}” does not name a host."
LONG_LINE: Message = "“{path}”, line {line} is longer than 16 MiB; nothing after it is read."
NO_PARQUET: Message = "“{path}”: reading Parquet needs the package pyarrow."


def read_table(path: str) -> Iterator[Read]:
    """Iterate over the answers in a table."""
    name = path.lower().removesuffix(".gz")
    if name.endswith(".parquet"):
        yield from _read_parquet(path)
        return
    with open_unpacked(path) as file:
        if name.endswith((".jsonl", ".ndjson")):
            yield from _read_json_lines(path, file)
        else:
            yield from _read_csv(path, file, "\t" if name.endswith(".tsv") else ",")


def _lines(file: IO[bytes], path: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) > _LONGEST_LINE:
            raise FileError(LONG_LINE, Path(path), line=number)
        yield number, line


def _read_csv(path: str, file: IO[bytes], delimiter: str) -> Iterator[Read]:
    rows = _rows(path, file, delimiter)
    places = _places(next(rows, []))
    _require_columns(places, path)
    for row in rows:
        if row:
            by_name = {name: row[place] for name, place in places.items() if place < len(row)}
            yield from _answer(path, rows.line, by_name)


def _rows(path: str, file: IO[bytes], delimiter: str) -> DelimitedRows:
    """Parse rows with bounded lines; undecodable bytes survive."""
    text = (
        line.decode("utf-8-sig" if number == 1 else "utf-8", "surrogateescape") for number, line in _lines(file, path)
    )
    return DelimitedRows(text, delimiter, _LONGEST_LINE)


def _require_columns(names: Iterable[str], path: str) -> None:
    """Raise FileError for a table without answers."""
    known = frozenset(names)
    if "host" not in known:
        raise FileError(NO_COLUMN, Path(path))
    if not known & _ANSWERING:
        raise FileError(NO_BODY, Path(path))


def _places(header: Iterable[str]) -> dict[str, int]:
    known = {name.strip().lower(): place for place, name in reversed(list(enumerate(header)))}
    return {
        field: known[name]
        for field, names in _NAMES.items()
        if (name := next((each for each in names if each in known), None)) is not None
    }


def _read_json_lines(path: str, file: IO[bytes]) -> Iterator[Read]:
    for number, line in _lines(file, path):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            yield InputTrouble(told(NO_ROW, path=path, line=number))
            continue
        yield from _answer(path, number, _by_field(row))


def _by_field(row: Mapping[str, Any]) -> dict[str, Any]:
    known = {str(name).lower(): value for name, value in row.items()}
    return {
        field: known[name]
        for field, names in _NAMES.items()
        if (name := next((each for each in names if each in known), None)) is not None
    }


def _read_parquet(path: str) -> Iterator[Read]:
    try:
        from pyarrow import parquet  # an extra of 80 MB
    except ImportError:
        raise FileError(NO_PARQUET, Path(path)) from None
    with open_file(path) as body, parquet.ParquetFile(body) as file:
        _require_columns(_by_field(dict.fromkeys(file.schema_arrow.names)), path)
        number = 0
        for batch in file.iter_batches(_BATCH):
            for row in batch.to_pylist():
                number += 1
                yield from _answer(path, number, _by_field(row))


def _answer(path: str, number: int, row: Mapping[str, Any]) -> Iterator[Read]:
    host = _host(row.get("host"))
    if not host or not _ANSWERING & row.keys():
        yield InputTrouble(told(NO_ANSWER if host else NO_HOST, path=path, line=number))
        return
    body = _body(row)
    yield HostAnswer(
        host,
        body[:MOST_BYTES],
        _status(row.get("status"), has_body="body" in row or "body_base64" in row),
        _text(row.get("content_type")),
        _text(row.get("date")),
        rank if (rank := _number(row.get("rank"))) is not None else 0,
        _text(row.get("sector")),
        _text(row.get("country")),
        _truth(row.get("llms")),
        _text(row.get("terms")),
    )
    if len(body) > MOST_BYTES:
        yield cut(path, host)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _host(value: object) -> str:
    text = _text(value).strip().lower()
    return site_in(text) if "://" in text else text.partition("/")[0]


def _body(row: Mapping[str, Any]) -> bytes:
    if packed := row.get("body_base64"):
        try:
            return base64.b64decode(str(packed), validate=False)
        except (binascii.Error, ValueError):
            return b""
    value = row.get("body")
    if isinstance(value, bytes):
        return value
    text = _text(value)
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _status(value: object, *, has_body: bool) -> int | None:
    number = _number(value)
    if value is None or value == "":
        return 200 if has_body else None
    return number if number is not None and 100 <= number < 600 else None


def _number(value: object) -> int | None:
    try:
        number = int(float(str(value)))
    except (ValueError, OverflowError):
        return None
    return number if 0 <= number < 1 << 40 else None


def _truth(value: object) -> bool | None:
    return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(_text(value).lower())


class AboutHosts(Struct, frozen=True):
    """A table about hosts, to be joined with their answers."""

    rows: Mapping[str, Mapping[str, str]]

    def joined(self, answer: HostAnswer) -> HostAnswer:
        """Fill in what the table knows of the host; the answer's own data wins."""
        row = self.rows.get(answer.host) or self.rows.get(answer.host.removeprefix("www."))
        if row is None:
            return answer
        return replace(
            answer,
            rank=answer.rank or _number(row.get("rank")) or 0,
            sector=answer.sector or row.get("sector", ""),
            country=answer.country or row.get("country", ""),
            terms=answer.terms or row.get("terms", ""),
            llms=answer.llms if answer.llms is not None else _truth(row.get("llms")),
        )


class PracticeOfHosts(Struct, frozen=True):
    """A table of `robotstudio practice`, by host."""

    rows: Mapping[str, Mapping[tuple[str, Agreement], int]]

    def joined(self, answer: HostAnswer) -> HostAnswer:
        """Fill in what the table knows of the host."""
        found = self.rows.get(answer.host.removeprefix("www."))
        return replace(answer, practice=found) if found else answer


def practice_of_hosts(path: Path) -> PracticeOfHosts:
    """Read what `robotstudio practice` wrote, as CSV or JSON lines. Raises FileError."""
    with _told_if_damaged(path), open_unpacked(str(path)) as file:
        name = path.name.lower().removesuffix(".gz")
        rows = _json_rows(path, file) if name.endswith((".json", ".jsonl", ".ndjson")) else _named_rows(path, file)
        found: dict[str, Counter[tuple[str, Agreement]]] = {}
        for row in rows:
            host, crawler = _host(row.get("url")).removeprefix("www."), _text(row.get("crawler"))
            agreement = _AGREEMENTS.get(_text(row.get("agreement")))
            if host and crawler and agreement:  # without a crawler it is our own header
                found.setdefault(host, Counter())[crawler, agreement] += 1
    if not found:
        raise FileError(NO_PRACTICE, path)
    return PracticeOfHosts(found)


def _json_rows(path: Path, file: IO[bytes]) -> Iterator[Mapping[str, object]]:
    for number, line in _lines(file, str(path)):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise FileError(NO_ROW, path, line=number)
        yield row


def _named_rows(path: Path, file: IO[bytes]) -> Iterator[Mapping[str, object]]:
    rows = _rows(str(path), file, "\t" if ".tsv" in path.name.lower() else ",")
    head = next(rows, [])
    for row in rows:
        yield dict(zip(head, row, strict=False))


def about_hosts(path: Path) -> AboutHosts:
    """Read a table with a host in each row, or a Tranco list: a rank and a domain, no header. Raises FileError."""
    with _told_if_damaged(path), open_unpacked(str(path)) as file:
        found = _about_hosts(path, file)
    if not found:
        raise FileError(NO_ROWS, path)
    return AboutHosts(found)


@contextmanager
def _told_if_damaged(path: Path) -> Iterator[None]:
    """Raise FileError if a file ends early or is damaged."""
    try:
        yield
    except (csv.Error, EOFError, DamagedError, NeedsMemoryError, MemoryError) as error:
        message: Message = "“{path}” could not be read: {said}."
        said = told("it ends early") if isinstance(error, EOFError) else str(error) or type(error).__name__
        raise FileError(message, path, said=said) from error


def _about_hosts(path: Path, file: IO[bytes]) -> dict[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    rows: Iterator[list[str]] = _rows(str(path), file, "\t" if ".tsv" in path.name.lower() else ",")
    first = next(rows, [])
    places = _places(first)
    if len(first) == 2 and first[0].isdecimal():
        places = {"rank": 0, "host": 1}
        rows = chain([first], rows)
    if "host" not in places:
        raise FileError(NO_COLUMN, path)
    for row in rows:
        about = {name: row[place] for name, place in places.items() if place < len(row)}
        if host := _host(about.pop("host", "")):
            found.setdefault(host.removeprefix("www."), about)
    return found
