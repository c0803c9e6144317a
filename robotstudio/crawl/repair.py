"""Copy what is readable of a damaged crawl into a new file; the damaged one is never written.

A table is read by id ranges: after a row that SQLite cannot read, the rest is bisected until the lost rows are found.
The URLs of lost pages are queued again, so that the crawl can resume and fetch them.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from robotstudio.crawl.cells import CellError, real, unpacked_bytes, word
from robotstudio.crawl.model import EndedBy, UrlState
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import tags_of, unpacked
from robotstudio.crawl.schema import CHECKS, KNOWN, LINK_INDEX, TABLES
from robotstudio.crawl.store import (
    FILE_SUFFIXES,
    CrawlDamagedError,
    CrawlFileError,
    CrawlStore,
    connected_to_repair,
    crawl_file_errors,
)
from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.store.errors import FileError
from robotstudio.store.files import remove
from robotstudio.text.language import Message
from robotstudio.urls.urls import origin_in

_NOTHING: Message = "No page of the crawl in “{path}” can be read. Nothing was written."
_MOST_FAULTS, _MOST_FAULTS_OF_KEYS = 200_000, 2_000
"""Most faults of one table before it is given up: a damaged part has few ids, but no end of hash keys. With nothing
found by then, there is nothing.
"""
_HIGHEST: Final = 1 << 24
_LOWEST_KEY, _HIGHEST_KEY = -(1 << 63), (1 << 63) - 1
_NUMBERS: Final[Mapping[str, str]] = {"trap": "pattern", "link": "source", "alternate": "source", "seen": "key"}
"""The numbering column of tables without an `id`."""
_FACTS: Final = ("plan", "before", "seconds")


class Repaired(Struct, frozen=True):
    """The result of a repair."""

    path: Path
    pages: int
    of_pages: int
    """Number of pages before, as far as it is known."""


def repair(damaged: Path, target: Path) -> Repaired:
    """Copy what is readable of a crawl to a new file. Raises CrawlFileError, also if no page can be read."""
    try:
        with crawl_file_errors(damaged), contextlib.closing(connected_to_repair(damaged)) as source:
            return _repaired(source, damaged, target)
    except CrawlDamagedError as error:  # not even its list of tables is readable
        raise CrawlFileError(_NOTHING, path=str(damaged)) from error


def _repaired(source: sqlite3.Connection, damaged: Path, target: Path) -> Repaired:
    found: Repaired | None = None
    try:
        with CrawlStore.open(target) as store:
            found = _copied(source, store)
    finally:
        if found is None or not found.pages:
            for ending in reversed(FILE_SUFFIXES):
                with contextlib.suppress(FileError):
                    remove(target.with_name(target.name + ending))
    if not found.pages:
        raise CrawlFileError(_NOTHING, path=str(damaged))
    return found


def _copied(source: sqlite3.Connection, store: CrawlStore) -> Repaired:
    execute = store.connection.execute
    store.begin()
    lost = {table: _copy(source, store.connection, table) for table in TABLES}
    fetched = execute("SELECT count(*) FROM url WHERE state = ?", (UrlState.FETCHED,)).fetchone()[0]
    execute("DELETE FROM page WHERE id NOT IN (SELECT id FROM url)")
    if lost["content"]:  # pages without their text are fetched again
        execute(
            "DELETE FROM page WHERE status = 200 AND content_type LIKE 'text/html%'"
            " AND id NOT IN (SELECT id FROM content)"
        )
    execute("DELETE FROM content WHERE id NOT IN (SELECT id FROM page)")
    execute("DELETE FROM detail WHERE id NOT IN (SELECT id FROM page)")
    for table in ("link", "alternate"):
        execute(f"DELETE FROM {table} WHERE source NOT IN (SELECT id FROM page)")  # noqa: S608  # ours
    execute("UPDATE url SET state = 0, ended_by = NULL WHERE state IN (1, 2) AND id NOT IN (SELECT id FROM page)")
    execute("UPDATE url SET state = 2 WHERE state < 2 AND id IN (SELECT id FROM page)")
    execute("DELETE FROM seen WHERE page NOT IN (SELECT id FROM page)")
    _restore_hosts(store.connection)
    pages = int(execute("SELECT count(*) FROM page").fetchone()[0])
    execute("INSERT OR REPLACE INTO fact VALUES ('state', 'stopped')")
    execute(LINK_INDEX)
    store.commit()
    return Repaired(store.path, pages, max(pages, int(fetched), _count_of_pages(source)))


def _restore_hosts(connection: sqlite3.Connection) -> None:
    """Restore lost hosts; their robots.txt is fetched again."""
    lost = connection.execute(
        "SELECT host, min(url) FROM url WHERE host NOT IN (SELECT id FROM host) AND host > 0 GROUP BY host"
    ).fetchall()
    for number, url in lost:
        origin = origin_in(url)
        connection.execute("INSERT OR IGNORE INTO host (id, origin) VALUES (?, ?)", (number, origin))


def _count_of_pages(source: sqlite3.Connection) -> int:
    if not _is_ours(source, "page"):
        return 0
    try:
        return int(source.execute("SELECT count(*) FROM page").fetchone()[0])
    except sqlite3.Error:
        return 0


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> int:
    """Copy the valid rows of a table; return the least number of others."""
    if not _is_ours(source, table):
        return 1
    columns = [row[1] for row in target.execute(f"PRAGMA table_info({table})").fetchall()]
    checks = " AND ".join(f"({check})" for column, check in CHECKS if column.startswith(f"{table}."))
    given = ", ".join(f"? AS {column}" for column in columns)
    put = f"INSERT OR IGNORE INTO {table} SELECT * FROM (SELECT {given}) WHERE {checks}"  # noqa: S608  # ours
    examine, reader = _EXAMINED.get(table), _Rows(source, table, columns)
    for row in reader:
        try:
            if examine is not None:
                examine(dict(zip(columns, row, strict=True)))
            target.execute(put, row)
        except (CellError, sqlite3.IntegrityError):
            reader.lost += 1
    return reader.lost


def _is_ours(source: sqlite3.Connection, table: str) -> bool:
    """Return True if the table was created by a crawl: a view could run forever."""
    try:
        row = source.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    except sqlite3.Error:
        return False
    return row is not None and " ".join(str(row[0]).split()) == KNOWN[table]


class _Rows:
    """The readable rows of a table, some of them more than once."""

    def __init__(self, source: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
        self._execute = source.execute
        self._table = table
        self._number = _NUMBERS.get(table, "id")
        self._has_keys = self._number in {"pattern", "key"}
        self._place = columns.index(self._number) if table != "fact" else 0
        self._chosen = ", ".join(columns)
        self.lost = self.found = 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        if self._table == "fact":
            yield from self._facts()
            return
        waiting, most = [self._range()], _MOST_FAULTS_OF_KEYS if self._has_keys else _MOST_FAULTS
        while waiting and self.lost < (most if self.found else _MOST_FAULTS_OF_KEYS):
            first, last = waiting.pop()
            reached = first - 1
            try:
                for row in self._execute(self._sql("BETWEEN ? AND ?"), (first, last)):
                    reached = row[self._place]
                    self.found += 1
                    yield row
            except sqlite3.Error:
                self.lost += 1
                first = reached + 1
                if first < last:
                    middle = first + (last - first) // 2
                    waiting += ((middle + 1, last), (first, middle))

    def _facts(self) -> Iterator[tuple[Any, ...]]:
        for name in _FACTS:
            with contextlib.suppress(sqlite3.Error):
                yield from self._execute("SELECT name, value FROM fact WHERE name = ?", (name,)).fetchall()

    def _sql(self, condition: str) -> str:
        return f"SELECT {self._chosen} FROM {self._table} WHERE {self._number} {condition} ORDER BY {self._number}"  # noqa: S608  # constants

    def _range(self) -> tuple[int, int]:
        if self._has_keys:
            return _LOWEST_KEY, _HIGHEST_KEY
        try:
            highest = self._execute(f"SELECT max({self._number}) FROM {self._table}").fetchone()[0]  # noqa: S608  # constants
        except sqlite3.Error:
            highest = _HIGHEST
        return 0, highest if isinstance(highest, int) else 0


def _examine_fact(row: Mapping[str, Any]) -> None:
    if row["name"] == "plan":
        CrawlPlan.of_text(row["value"])
    elif row["name"] == "seconds":
        real(row["value"], "fact.seconds")


def _examine_host(row: Mapping[str, Any]) -> None:
    if row["robots_outcome"] is not None:
        word(FetchOutcome, row["robots_outcome"], "host.robots_outcome")
        word(Content, row["robots_kind"], "host.robots_kind")
        unpacked_bytes(row["robots_body"], "host.robots_body")


def _examine_url(row: Mapping[str, Any]) -> None:
    if row["ended_by"]:
        word(EndedBy, row["ended_by"], "url.ended_by")


def _examine_page(row: Mapping[str, Any]) -> None:
    tags_of(row["tags"])


def _examine_content(row: Mapping[str, Any]) -> None:
    unpacked(row["title"], row["language"], row["packed"])


def _examine_trap(row: Mapping[str, Any]) -> None:
    word(EndedBy, row["rule"], "trap.rule")


_EXAMINED: Final[Mapping[str, Callable[[Mapping[str, Any]], None]]] = {
    "fact": _examine_fact,
    "host": _examine_host,
    "url": _examine_url,
    "page": _examine_page,
    "content": _examine_content,
    "trap": _examine_trap,
}
"""Each raises CellError for a row that no crawl writes."""
