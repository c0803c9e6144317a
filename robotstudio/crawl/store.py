"""The file of a crawl: one SQLite database with the queue, the pages, their links and their texts.

One connection writes, on the thread of the crawl; any number may read meanwhile. A commit is on the disk when it
returns, and there is one at least every hundred pages and every second: a crawl that is killed goes on from there.

A file may also be damaged, made by somebody else, locked or on a medium that cannot be written. Whatever SQLite says of
that becomes a sentence here, for every reader: `with CrawlStore.reading(path) as store` is enough.
"""

import contextlib
import errno
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from robotstudio.crawl.cells import CellError
from robotstudio.crawl.schema import CHECKS, INDEX_NAMES, KNOWN, TABLES, statements
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import status_of
from robotstudio.store.lock import FileLock
from robotstudio.text.language import Message, told

APPLICATION_ID: Final = 0x52535443
"""Tells that a file is one of ours ("RSTC")."""
VERSION: Final = 1
BUSY_SECONDS: Final = 2.0
LOCK_WAITS: Final = (0.1,) * 20
"""Seconds: who reads a crawl into the index, or looks whether it runs, holds its lock for a moment only."""
BESIDE: Final = ("", "-wal", "-shm")

_NO_CRAWL: Message = "“{path}” is no file of a crawl."
_NOT_THERE: Message = "There is no crawl in “{path}” yet."
_NEWER: Message = "The crawl in “{path}” was written by a newer Robot Studio."
IN_USE: Message = "The crawl in “{path}” is running already."
_FAILED: Message = "The crawl in “{path}” cannot be read or written: the system says “{said}”."
_LOCKED: Message = (
    "Another program has locked the crawl in “{path}”. Close it there, or wait until it is done, and try again."
)
_DAMAGED: Message = (
    "The crawl in “{path}” is damaged: {what}. “robotstudio crawl --repair --state FILE” copies every readable "
    "page to a new file."
)
_CELL: Message = "{column} has an invalid value"
_TABLE: Message = "the table {table} is missing"
_SAID: Message = "SQLite says “{said}”"
_FOREIGN: Message = (
    "“{path}” was changed by another program and was not read: it contains “{name}”, which no crawl has."
)

_OF_LOCKS: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_OF_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH})


class CrawlFileError(RobotStudioError):
    """The file of a crawl cannot be used."""


class CrawlDamagedError(CrawlFileError):
    """It holds a crawl, but not all of it can be read."""


@contextlib.contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Faults of a crawl file as sentences. Raises CrawlFileError."""
    try:
        yield
    except OSError as error:
        raise CrawlFileError(_FAILED, path=str(path), said=error.strerror or str(error)) from error
    except Exception as error:
        fault = _fault_of(path, error)
        if fault is None:
            raise
        raise fault from error


class CrawlStore:
    """The file of a crawl for the one who crawls; `reading` opens it for everybody else."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock | None) -> None:
        self.path = path
        self.connection = connection
        self.unread = 0
        """Rows that were left out, since they cannot be read."""
        self._lock = lock

    @classmethod
    def open(cls, path: Path) -> Self:
        """The crawl in a file, or a new one where there is no file. Raises CrawlFileError."""
        _refuse_other_things(path)
        lock = locked(path)
        try:
            with sentences(path):
                _make_private(path)
                connection = _connected(path, _WRITING)
                try:
                    if _is_blank(connection):  # new, or its maker was killed before it was made
                        _make(connection)
                    _check(connection, path)
                except BaseException:
                    connection.close()
                    raise
        except BaseException:
            lock.release(remove=True)
            raise
        return cls(path, connection, lock)

    @classmethod
    def reading(cls, path: Path) -> Self:
        """The same to look at, while it is written or not. Raises CrawlFileError."""
        if status_of(path) is None:
            raise CrawlFileError(_NOT_THERE, path=str(path))
        _refuse_other_things(path)
        with sentences(path):
            connection = _connected(path, _READING)
            try:
                _check(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, None)

    def close(self) -> None:
        """Write what is left, and let go of the file and its lock, whatever fails. Raises CrawlFileError."""
        try:
            with sentences(self.path), contextlib.closing(self.connection):
                self.commit()
        finally:
            if self._lock is not None:
                self._lock.release(remove=True)
                self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close it. Raises CrawlFileError for what went wrong with the file meanwhile."""
        fault = _fault_of(self.path, error) if isinstance(error, Exception) else None
        if error is not None:
            self.roll_back()
        try:
            self.close()
        except CrawlFileError:
            if error is None:
                raise
        if fault is not None:
            raise fault from error

    def fact(self, name: str) -> str:
        """A fact about the crawl as a whole; "" if there is none."""
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

    def roll_back(self) -> None:
        """Take back what was not committed: a page of which a part could not be written."""
        with contextlib.suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    @property
    def has_pages(self) -> bool:
        """True if anything was fetched."""
        return self.connection.execute("SELECT 1 FROM page LIMIT 1").fetchone() is not None

    def verify(self) -> None:
        """Read all of it before more is written. Raises CrawlDamagedError."""
        with sentences(self.path):
            said = self.connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if said != "ok":
                raise _damaged(self.path, _SAID, said=str(said))
            column = _strange_column(self.connection)
        if column:
            raise _damaged(self.path, _CELL, column=column)

    def clear(self) -> None:
        """Forget a crawl that has fetched nothing, so that another can begin in its file."""
        with sentences(self.path):
            self.begin()
            for table in TABLES:
                self.connection.execute(f"DELETE FROM {table}")  # noqa: S608  # a constant
            self.commit()


def connected_to_repair(path: Path) -> sqlite3.Connection:
    """A crawl to be read table by table, whatever is wrong with it. Raises CrawlFileError if it is none."""
    if status_of(path) is None:
        raise CrawlFileError(_NOT_THERE, path=str(path))
    _refuse_other_things(path)
    connection = _connected(path, _READING)
    try:
        _check_identity(connection, path)
    except BaseException:
        connection.close()
        raise
    connection.text_factory = lambda written: written.decode("utf-8", "replace")
    return connection


def copy_of(path: Path, folder: Path) -> Path:
    """A copy of a crawl in another folder, to be written. Raises CrawlFileError."""
    copy = folder / path.name
    with CrawlStore.reading(path) as store, contextlib.closing(sqlite3.connect(copy)) as connection:
        store.connection.backup(connection)
    return copy


def is_crawl(path: Path) -> bool:
    """True if there is a crawl in a file. Raises CrawlFileError if there is something else."""
    status = status_of(path)
    if status is None or (stat.S_ISREG(status.st_mode) and status.st_size == 0):
        return False
    _refuse_other_things(path)
    with sentences(path), contextlib.closing(_connected(path, _READING)) as connection:
        if not _is_blank(connection):
            _check(connection, path)
            return True
    return False


def locked(path: Path) -> FileLock:
    """The lock of the one who writes a crawl. Raises CrawlFileError if somebody else keeps it."""
    for wait in (*LOCK_WAITS, 0.0):
        lock = FileLock.acquire(path.with_name(f"{path.name}.lock"), create=True)
        if lock is not None:
            return lock
        if not os.access(path.parent, os.W_OK):
            why = errno.EACCES if path.parent.is_dir() else errno.ENOENT
            raise CrawlFileError(_FAILED, path=str(path), said=os.strerror(why))
        time.sleep(wait)
    raise CrawlFileError(IN_USE, path=str(path))


_WRITING: Final = ("journal_mode = WAL", "synchronous = FULL", "cache_size = -8192")
_READING: Final = ("query_only = ON", "cache_size = -8192", "temp_store = MEMORY")


def _connected(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    place, is_uri = (str(path), False) if pragmas is _WRITING or is_writable(path) else (_as_it_is(path), True)
    connection = sqlite3.connect(place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=is_uri)
    try:
        if _is_database(connection):  # else `_check` says so
            for pragma in (*pragmas, "trusted_schema = OFF"):
                connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def is_writable(path: Path) -> bool:
    """True if SQLite may write a crawl, and what it needs beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _as_it_is(path: Path) -> str:
    """The address of a file that SQLite is to write nothing beside: of another user, on a medium that is read only."""
    log = status_of(path.with_name(path.name + BESIDE[1]))
    is_whole = log is None or not log.st_size
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if is_whole else ''}"


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in statements():
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
        if _code_of(error) == sqlite3.SQLITE_NOTADB:
            return False
        raise
    return True


def _check(connection: sqlite3.Connection, path: Path) -> None:
    _check_identity(connection, path)
    _check_schema(connection, path)


def _check_identity(connection: sqlite3.Connection, path: Path) -> None:
    if not _is_database(connection):
        raise CrawlFileError(_NO_CRAWL, path=str(path))
    identity = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if identity != APPLICATION_ID or version > VERSION:
        raise CrawlFileError(_NEWER if identity == APPLICATION_ID else _NO_CRAWL, path=str(path))


def _check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Only our own tables are asked: a view or a trigger of a stranger could run for ever, or write."""
    named: dict[str, str] = {}
    for name, sql in connection.execute("SELECT name, sql FROM sqlite_master").fetchall():
        named[str(name)] = " ".join(str(sql).split())
    for name, sql in named.items():
        is_ours = KNOWN.get(name) == sql if name in KNOWN else name in INDEX_NAMES and sql.startswith("CREATE TABLE")
        if not is_ours and not name.startswith("sqlite_autoindex_"):
            raise CrawlFileError(_FOREIGN, path=str(path), name=name)
    for table in TABLES:
        if table not in named:
            raise _damaged(path, _TABLE, table=table)


def _fault_of(path: Path, error: BaseException) -> CrawlFileError | None:
    """What an error says of a crawl file; None if the file is not to blame."""
    if isinstance(error, CellError):
        return _damaged(path, _CELL, column=error.column)
    if isinstance(error, sqlite3.Error):
        return _fault_of_sqlite(path, error)
    if isinstance(error, TypeError | ValueError | ArithmeticError | LookupError | AttributeError):
        with contextlib.suppress(sqlite3.Error, OSError):
            with contextlib.closing(_connected(path, _READING)) as connection:
                column = _strange_column(connection)
            return _damaged(path, _CELL, column=column) if column else None
    return None


def _fault_of_sqlite(path: Path, error: sqlite3.Error) -> CrawlFileError:
    code, said = _code_of(error), str(error)
    if code in _OF_LOCKS:
        return CrawlFileError(_LOCKED, path=str(path))
    if code in _OF_DAMAGE or said.startswith("Could not decode"):
        return _damaged(path, _SAID, said=said)
    return CrawlFileError(_FAILED, path=str(path), said=said)


def _code_of(error: sqlite3.Error) -> int:
    """The primary code; -1 for an error of the module itself."""
    code = getattr(error, "sqlite_errorcode", None)
    return -1 if code is None else code & 0xFF


def _strange_column(connection: sqlite3.Connection) -> str:
    """A column with a value that no crawl writes; "" if there is none."""
    for table in TABLES:
        checks = [(column, check) for column, check in CHECKS if column.startswith(f"{table}.")]
        cases = " ".join(f"WHEN NOT ({check}) THEN '{column}'" for column, check in checks)
        sql = f"SELECT CASE {cases} END AS strange FROM {table} NOT INDEXED WHERE strange IS NOT NULL LIMIT 1"  # noqa: S608  # ours
        row = connection.execute(sql).fetchone()
        if row:
            return str(row[0])
    return ""


def _damaged(path: Path, what: Message, **facts: str) -> CrawlDamagedError:
    return CrawlDamagedError(_DAMAGED, path=str(path), what=told(what, **facts))


def _refuse_other_things(path: Path) -> None:
    """A device or a pipe is never opened: SQLite would wait for it, or read without end."""
    status = status_of(path)
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise CrawlFileError(_NO_CRAWL, path=str(path))


def _make_private(path: Path) -> None:
    """For the person alone, from its first byte on: addresses may be nobody else's business."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
