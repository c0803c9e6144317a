"""Counts by day in exports: crawl requests, indexed and not indexed pages.

Search Console writes its charts in the language of the person, so a table is known by its shape: the first column has
days, and how many numbers stand beside them. Only its crawl statistics have shares in their other tables.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from math import isnan
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from robotstudio.indexing.export import IndexingExport, read_exports, table_of_json
from robotstudio.store.errors import FileContentError, FileError
from robotstudio.store.files import read
from robotstudio.urls.sources.cells import dates_in, form_of, numbers_in
from robotstudio.urls.value_columns import ColumnKind

_MOST_PARTS: Final = 50
_MOST_BYTES: Final = 8 * 1024 * 1024
_MOST_DAYS: Final = 4_000
_CHART_COLUMNS: Final = 3
_PAIR: Final = 2
_MOST_FACTS: Final = 10
_BYTES_A_REQUEST: Final = 200
"""An answer has at least so many bytes on average: the second column of crawl statistics against the first."""
Numbers = npt.NDArray[np.float64]

_NAMES: Final = ("crawl-stats", "crawl stats", "crawl_stats")


class CountKind(StrEnum):
    """Subject of the counts."""

    REQUESTS = "crawl-requests"
    INDEXED = "indexed"
    NOT_INDEXED = "not-indexed"
    BLOCKED = "blocked"  # requests that robots.txt prevented
    AFFECTED = "affected"  # pages with the reason of an export


_BING: Final = {
    "crawledpages": CountKind.REQUESTS,
    "inindex": CountKind.INDEXED,
    "blockedbyrobotstxt": CountKind.BLOCKED,
}


class DayCounts(Struct, frozen=True):
    """Counts of a kind by day, ascending; the days are midnights in seconds since 1970."""

    kind: CountKind
    days: tuple[tuple[float, float], ...]
    source: str
    """The name of the file."""
    reason: str = ""
    """The reason that the affected pages have."""


class _Table(Struct, frozen=True):
    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


def exports_and_counts(paths: Iterable[Path]) -> tuple[IndexingExport, tuple[DayCounts, ...]]:
    """Read exports, of which some may only count. Raises FileError for one that has neither."""
    exports: list[Path] = []
    counts: list[DayCounts] = []
    for path in paths:
        found = counts_in(path)
        counts += found
        if not found or _has_urls(path):
            exports.append(path)
    return read_exports(exports), in_order(counts)


def in_order(counts: Iterable[DayCounts]) -> tuple[DayCounts, ...]:
    """Return counts by kind."""
    order = list(CountKind)
    return tuple(sorted(counts, key=lambda each: order.index(each.kind)))


def _has_urls(path: Path) -> bool:
    try:
        read_exports([path])
    except FileError:
        return False
    return True


def counts_in(path: Path) -> tuple[DayCounts, ...]:
    """Return the counts of an export, or of a folder of exports; none if it has none. Raises FileError."""
    if path.is_dir():
        inside = sorted(each for each in path.iterdir() if each.is_file() and not each.name.startswith("."))
        loose = [table for each in inside if each.suffix.lower() == ".csv" for table in _tables_of(each)]
        packed = [count for each in inside if each.suffix.lower() in {".zip", ".json"} for count in counts_in(each)]
        return (*_counts_of(loose, path.name), *packed)
    return tuple(_counts_of(list(_tables_of(path)), path.name))


def _tables_of(path: Path) -> Iterator[_Table]:
    ending = path.suffix.lower()
    if ending == ".csv":
        yield from _table(path.name, read(path))
    elif ending == ".json":
        try:
            yield from _table(path.name, table_of_json(read(path), path))
        except FileContentError:
            return
    elif ending == ".zip":
        try:
            with zipfile.ZipFile(io.BytesIO(read(path))) as archive:
                for info in archive.infolist()[:_MOST_PARTS]:
                    if info.filename.lower().endswith(".csv") and info.file_size <= _MOST_BYTES:
                        yield from _table(info.filename, archive.read(info))
        except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError, EOFError):
            return  # what reads its URLs says what is wrong with it


def _table(name: str, body: bytes) -> Iterator[_Table]:
    text = body[:_MOST_BYTES].decode("utf-8-sig", "replace")
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    try:
        head, *rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    except (ValueError, csv.Error):
        return
    yield _Table(name, head, rows[:_MOST_DAYS])


def _counts_of(tables: Sequence[_Table], name: str) -> Iterator[DayCounts]:
    is_crawl = any(map(_has_shares, tables)) or any(word in name.casefold() for word in _NAMES)
    for table in tables:
        days, columns = _days_and_numbers(table)
        for place, kind in _kinds(table, columns, is_crawl=is_crawl).items():
            pairs = zip(days.tolist(), columns[place].tolist(), strict=True)
            found = sorted((day, value) for day, value in pairs if not isnan(value))
            if found:
                reason = _reason_in(tables) if kind is CountKind.AFFECTED else ""
                yield DayCounts(kind, tuple(found), name, reason)


def _reason_in(tables: Sequence[_Table]) -> str:
    """Return the reason of an export: the last value beside the name of a property, in any language."""
    facts = [
        table.rows
        for table in tables
        if len(table.head) == _PAIR and 1 < len(table.rows) <= _MOST_FACTS and not len(_days_and_numbers(table)[0])
    ]
    found = [rows[-1] for rows in facts if len(rows[-1]) == _PAIR]
    return found[-1][1] if found else ""


def _kinds(table: _Table, columns: Mapping[int, Numbers], *, is_crawl: bool) -> Mapping[int, CountKind]:
    """Return the kinds of the columns of numbers that count something on the time line."""
    heads = [head.strip().casefold() for head in table.head]
    named = {place: _BING[heads[place]] for place in columns if heads[place] in _BING}
    places = sorted(columns)
    if named or len(places) == 1:
        return named or {places[0]: CountKind.AFFECTED}
    if len(places) != _CHART_COLUMNS:
        return {}
    first, second = columns[places[0]], columns[places[1]]
    asked = first > 0
    if is_crawl or (asked.any() and float(np.nanmedian(second[asked] / first[asked])) >= _BYTES_A_REQUEST):
        return {places[0]: CountKind.REQUESTS}
    return {places[0]: CountKind.NOT_INDEXED, places[1]: CountKind.INDEXED}


def _days_and_numbers(table: _Table) -> tuple[Numbers, Mapping[int, Numbers]]:
    """Return the days of a table and its columns of numbers; none if it has anything else."""
    cells = [[row[place] if place < len(row) else "" for row in table.rows] for place in range(len(table.head))]
    forms = {place: form for place, column in enumerate(cells) if (form := form_of(column)) is not None}
    dated = [place for place, form in forms.items() if form.kind is ColumnKind.DATE]
    numbers = [place for place, form in forms.items() if form.kind is ColumnKind.NUMBER and not form.unit]
    if len(dated) != 1 or len(dated) + len(numbers) < len(forms):
        return np.zeros(0), {}
    moments, _ = dates_in(cells[dated[0]], forms[dated[0]])
    known = ~np.isnat(moments)
    days = moments[known].astype("datetime64[D]").astype("datetime64[s]").astype(np.int64).astype(np.float64)
    return days, {place: numbers_in(cells[place], forms[place])[0][known] for place in numbers}


def _has_shares(table: _Table) -> bool:
    """Return True if names stand beside shares from 0 to 1, as in the other tables of crawl statistics."""
    pairs = [row for row in table.rows if len(row) == _PAIR]
    form = form_of([name for name, _ in pairs])
    is_named = form is not None and form.kind in {ColumnKind.TEXT, ColumnKind.STATE}
    return is_named and all(map(_is_share, (share.strip() for _, share in pairs)))


def _is_share(text: str) -> bool:
    try:
        return text.endswith("%") or ("." in text and 0 <= float(text) <= 1)
    except ValueError:
        return False
