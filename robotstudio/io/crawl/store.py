"""The file of a crawl: one SQLite database with what is queued, what was found and what came.

One connection writes, on the thread of the crawl; any number may read meanwhile. What is written is safe after a
commit, which follows before a hundred pages or each second: a crawl that is killed goes on from there.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from robotstudio.engine.language import Message
from robotstudio.io.errors import RobotStudioError
from robotstudio.io.files import status_of
from robotstudio.io.lock import FileLock

APPLICATION_ID: Final = 0x52535443
"""Tells that a file is one of ours ("RSTC")."""
VERSION: Final = 1
_BUSY_SECONDS: Final = 10.0
BESIDE: Final = ("", "-wal", "-shm")
BEFORE: Final = ".before"

_SCHEMA: Final = (
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    (
        "CREATE TABLE host (id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, robots_at REAL,"
        " robots_outcome TEXT, robots_status INTEGER, robots_kind TEXT, robots_body BLOB, soft_404 TEXT,"
        " is_start INTEGER NOT NULL DEFAULT 0)"
    ),
    (
        "CREATE TABLE url (id INTEGER PRIMARY KEY, key INTEGER NOT NULL, url TEXT NOT NULL, host INTEGER NOT NULL,"
        " rank INTEGER NOT NULL, state INTEGER NOT NULL, found_on INTEGER, roots INTEGER NOT NULL, pattern INTEGER,"
        " chain INTEGER NOT NULL, hops INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, ended_by TEXT)"
    ),
    "CREATE UNIQUE INDEX url_key ON url (key)",
    "CREATE INDEX url_queue ON url (host, rank, id) WHERE state = 0",
    (
        "CREATE TABLE page (id INTEGER PRIMARY KEY, status INTEGER, content_type TEXT NOT NULL, size INTEGER NOT NULL,"
        " sha256 BLOB, text_key INTEGER, is_new INTEGER, is_new_but_numbers INTEGER, elapsed_ms REAL NOT NULL,"
        " fetched_at REAL NOT NULL, redirect TEXT, etag TEXT, modified TEXT, tags TEXT, canonical TEXT,"
        " links INTEGER NOT NULL, looks_empty INTEGER NOT NULL, unchanged INTEGER NOT NULL, same_as INTEGER)"
    ),
    (
        "CREATE TABLE link (source INTEGER NOT NULL, target INTEGER NOT NULL, kind INTEGER NOT NULL,"
        " nofollow INTEGER NOT NULL, anchor TEXT, PRIMARY KEY (source, target, kind)) WITHOUT ROWID"
    ),
    "CREATE TABLE content (id INTEGER PRIMARY KEY, title TEXT NOT NULL, language TEXT NOT NULL, packed BLOB NOT NULL)",
    "CREATE TABLE seen (key INTEGER PRIMARY KEY, page INTEGER NOT NULL) WITHOUT ROWID",
    (
        "CREATE TABLE trap (pattern INTEGER PRIMARY KEY, host INTEGER NOT NULL, rule TEXT NOT NULL,"
        " written TEXT NOT NULL, seen INTEGER NOT NULL, new INTEGER NOT NULL)"
    ),
    (
        "CREATE TABLE log (id INTEGER PRIMARY KEY, at REAL NOT NULL, url_id INTEGER, url TEXT, status INTEGER,"
        " elapsed_ms REAL NOT NULL, size INTEGER NOT NULL, what TEXT NOT NULL, detail TEXT NOT NULL)"
    ),
)

_NO_CRAWL: Message = "“{path}” is no file of a crawl."
_NOT_THERE: Message = "There is no crawl in “{path}” yet."
_NEWER: Message = "The crawl in “{path}” was written by a newer Robot Studio."
_IN_USE: Message = "The crawl in “{path}” is running already."
_FAILED: Message = "The crawl in “{path}” cannot be read or written: the system says “{said}”."


class CrawlFileError(RobotStudioError):
    """The file of a crawl cannot be used."""


@contextlib.contextmanager
def sentences(path: Path) -> Iterator[None]:
    """What goes wrong with the database, as a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise CrawlFileError(_FAILED, path=str(path), said=said) from error


class CrawlStore:
    """The file of a crawl for the one who crawls; `reading` opens it for everybody else."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock | None) -> None:
        self.path = path
        self.connection = connection
        self._lock = lock

    @classmethod
    def open(cls, path: Path) -> Self:
        """The crawl in a file, or a new one where there is no file. Raises CrawlFileError."""
        lock = _locked(path)
        try:
            with sentences(path):
                _make_private(path)
                connection = _connected(path, _WRITING)
                if _is_blank(connection):  # new, or its maker was killed before it was made
                    _make(connection)
                _check(connection, path)
        except BaseException:
            lock.release(remove=True)
            raise
        return cls(path, connection, lock)

    @classmethod
    def reading(cls, path: Path) -> Self:
        """The same to look at, while it is written or not. Raises CrawlFileError."""
        if not path.exists():
            raise CrawlFileError(_NOT_THERE, path=str(path))
        with sentences(path):
            connection = _connected(path, _READING)
            _check(connection, path)
        return cls(path, connection, None)

    def close(self) -> None:
        """Write what is left, and let go."""
        if self.connection.in_transaction:
            self.connection.execute("COMMIT")
        self.connection.close()
        if self._lock is not None:
            self._lock.release(remove=True)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def fact(self, name: str) -> str:
        """What is kept of the crawl as a whole, "" where nothing is."""
        row = self.connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def keep_fact(self, name: str, value: str) -> None:
        self.connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    def begin(self) -> None:
        """What follows is written together."""
        if not self.connection.in_transaction:
            self.connection.execute("BEGIN")

    def commit(self) -> None:
        """What was written stays, whatever happens to the program."""
        if self.connection.in_transaction:
            self.connection.execute("COMMIT")


def is_crawl(path: Path) -> bool:
    """Whether there is a crawl in a file. Raises CrawlFileError where there is something else."""
    status = status_of(path)
    if status is None or status.st_size == 0:
        return False
    with sentences(path), contextlib.closing(_connected(path, _READING)) as connection:
        if not _is_blank(connection):
            _check(connection, path)
            return True
    return False


def set_before(path: Path) -> Path:
    """Move a crawl aside, so that the next can ask what has changed since; where it lies then."""
    before = path.with_name(path.name + BEFORE)
    lock = _locked(path)
    try:
        with sentences(path):
            CrawlStore.reading(path).close()
            with contextlib.closing(_connected(path, _WRITING)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            for ending in BESIDE[1:]:
                before.with_name(before.name + ending).unlink(missing_ok=True)
            path.replace(before)
    finally:
        lock.release(remove=True)
    return before


_WRITING: Final = ("journal_mode = WAL", "synchronous = NORMAL", "cache_size = -8192")
_READING: Final = ("query_only = ON", "cache_size = -8192", "temp_store = MEMORY")


def _locked(path: Path) -> FileLock:
    lock = FileLock.acquire(path.with_name(f"{path.name}.lock"), create=True)
    if lock is None:
        if not path.parent.is_dir():
            raise CrawlFileError(_FAILED, path=str(path), said=os.strerror(2))
        raise CrawlFileError(_IN_USE, path=str(path))
    return lock


def _connected(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        if _is_database(connection):  # else `_check` says so
            for pragma in (*pragmas, "trusted_schema = OFF"):
                connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in _SCHEMA:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("COMMIT")


def _is_blank(connection: sqlite3.Connection) -> bool:
    return _is_database(connection) and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _is_database(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
            return False
        raise
    return True


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        identity = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError:
        identity, version = 0, 0
    if identity != APPLICATION_ID or version > VERSION:
        connection.close()
        raise CrawlFileError(_NEWER if identity == APPLICATION_ID else _NO_CRAWL, path=str(path))


def _make_private(path: Path) -> None:
    """For the person alone, from its first byte on: addresses may be nobody else's business."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
