"""The file of a crawl: one SQLite database with the queue, the pages, their links and their texts.

One connection writes, on the thread of the crawl; any number may read meanwhile. A commit is durable, and there is one
at least every hundred pages and every second, so that a killed crawl resumes from there.

A file may also be damaged, made by somebody else, locked or on a read-only medium. Whatever SQLite reports becomes a
message here, for every reader: `with CrawlStore.reading(path) as store` is enough.
"""

import contextlib
import errno
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

from robotstudio.crawl.cells import CellError
from robotstudio.crawl.schema import CHECKS, INDEX_NAMES, KNOWN, TABLES, TABLES_OF_1, added_statements, statements
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import create_private, remove, status_of
from robotstudio.store.lock import FileLock
from robotstudio.text.language import Message, told

APPLICATION_ID: Final = 0x52535443
"""Marks a file as ours ("RSTC")."""
VERSION: Final = 2
BUSY_SECONDS: Final = 2.0
LOCK_WAITS: Final = (0.1,) * 20
"""Seconds between tries: indexing a crawl, or checking whether it runs, locks it for a moment only."""
_LOGS: Final = ("-wal", "-shm", "-journal")
FILE_SUFFIXES: Final = ("", *_LOGS)

_NO_CRAWL: Message = "“{path}” is not a crawl file."
_NOT_THERE: Message = "There is no crawl in “{path}” yet."
_NEWER: Message = "The crawl in “{path}” was written by a newer Robot Studio."
IN_USE: Message = "The crawl in “{path}” is already running."
_FAILED: Message = "The crawl in “{path}” cannot be read or written: {said}."
_LOCKED: Message = (
    "Another program has locked the crawl in “{path}”. Close it there, or wait until it finishes, and try again."
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

_BEGUN: Final = ("fact", "url", "page")
"""Tables of which a crawl that has begun fills one."""
_OF_LOCKS: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_OF_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH})


class CrawlFileError(RobotStudioError):
    """The crawl file cannot be used."""


class CrawlDamagedError(CrawlFileError):
    """It has a crawl, but not all of it can be read."""


@contextlib.contextmanager
def crawl_file_errors(path: Path) -> Iterator[None]:
    """Turn errors of a crawl file into CrawlFileError with a message."""
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
    """The crawl file for writing; `reading` opens it for everybody else."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock | None) -> None:
        self.path = path
        self.connection = connection
        self.unread = 0
        """Number of rows left out as unreadable."""
        self._lock = lock

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the crawl in a file, creating the file if necessary. Raises CrawlFileError."""
        _refuse_other_things(path)
        lock = locked(path)
        try:
            with crawl_file_errors(path):
                create_private(path)  # addresses may be confidential
                connection = _connected(path, _WRITING)
                try:
                    if _is_blank(connection):  # new, or its creator was killed
                        _make(connection)
                    _check(connection, path)
                    _complete(connection)
                except BaseException:
                    connection.close()
                    raise
        except BaseException:
            lock.release(remove=True)
            raise
        return cls(path, connection, lock)

    @classmethod
    def reading(cls, path: Path) -> Self:
        """Open a crawl for reading, even while it is written. Raises CrawlFileError."""
        if status_of(path) is None:
            raise CrawlFileError(_NOT_THERE, path=str(path))
        _refuse_other_things(path)
        with crawl_file_errors(path):
            connection = _connected(path, _READING)
            try:
                _check(connection, path)
                _complete_for_reading(connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, None)

    def close(self) -> None:
        """Commit, and release the file and its lock, whatever fails. Raises CrawlFileError."""
        try:
            with crawl_file_errors(self.path), contextlib.closing(self.connection):
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
        """Return a fact about the crawl as a whole; "" if missing."""
        row = self.connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def keep_fact(self, name: str, value: str) -> None:
        self.connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    def begin(self) -> None:
        """Begin a transaction unless one is open."""
        if not self.connection.in_transaction:
            self.connection.execute("BEGIN")

    def commit(self) -> None:
        """Commit durably."""
        if self.connection.in_transaction:
            self.connection.execute("COMMIT")

    def roll_back(self) -> None:
        """Undo what was not committed, such as a page that was written in part."""
        with contextlib.suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    @property
    def has_pages(self) -> bool:
        """True if anything was fetched."""
        return self.connection.execute("SELECT 1 FROM page LIMIT 1").fetchone() is not None

    def verify(self) -> None:
        """Read the whole file before more is written. Raises CrawlDamagedError."""
        with crawl_file_errors(self.path):
            said = self.connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if said != "ok":
                raise _damaged(self.path, _SAID, said=str(said))
            column = _strange_column(self.connection)
        if column:
            raise _damaged(self.path, _CELL, column=column)

    def clear(self) -> None:
        """Delete a crawl that has fetched nothing, so that another can begin in its file."""
        with crawl_file_errors(self.path):
            self.begin()
            for table in TABLES:
                self.connection.execute(f"DELETE FROM {table}")  # noqa: S608  # a constant
            self.commit()


def connected_to_repair(path: Path) -> sqlite3.Connection:
    """Open a crawl for reading table by table, whatever is damaged. Raises CrawlFileError for other files."""
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


def copy_of(path: Path, copy: Path) -> Path:
    """Copy a crawl to a new private file, for writing. Raises CrawlFileError."""
    create_private(copy)
    with CrawlStore.reading(path) as store, contextlib.closing(sqlite3.connect(copy)) as connection:
        store.connection.backup(connection)
    return copy


def remove_logs(path: Path) -> None:
    """Remove SQLite's logs beside a file that another is about to replace; else they would change the new one.

    What a killed crawl wrote last is moved from them into the file first. The caller has the lock. Raises FileError.
    """
    if any(status_of(path.with_name(path.name + ending)) for ending in _LOGS):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(_connected(path, _WRITING)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for ending in _LOGS:
        remove(path.with_name(path.name + ending))


def is_crawl(path: Path) -> bool:
    """Return True if a file has a crawl, not just its tables: a program may have been killed before it began.

    Raises CrawlFileError if the file has something else.
    """
    status = status_of(path)
    if status is None or (stat.S_ISREG(status.st_mode) and status.st_size == 0):
        return False
    _refuse_other_things(path)
    with crawl_file_errors(path), contextlib.closing(_connected(path, _READING)) as connection:
        if not _is_blank(connection):
            _check(connection, path)
            return any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in _BEGUN)  # noqa: S608  # ours
    return False


def locked(path: Path) -> FileLock:
    """Acquire the lock for writing a crawl. Raises CrawlFileError if another program has it."""
    for wait in (*LOCK_WAITS, 0.0):
        lock = FileLock.acquire(path.with_name(f"{path.name}.lock"), create=True)
        if lock is not None:
            return lock
        if not os.access(path.parent, os.W_OK):
            why = errno.EACCES if path.parent.is_dir() else errno.ENOENT
            raise CrawlFileError(_FAILED, path=str(path), said=os.strerror(why))
        time.sleep(wait)
    raise CrawlFileError(IN_USE, path=str(path))


T = TypeVar("T")
FileState = tuple[object, ...]


def state_of_file(path: Path) -> FileState:
    """Return a value that changes whenever something is written into a crawl."""
    files = (status_of(path.with_name(path.name + ending)) for ending in FILE_SUFFIXES[:2])
    return path, *((status.st_mtime_ns, status.st_size) for status in files if status is not None)


class CachedReading(Generic[T]):
    """Cache of what was read from a crawl file, until the file changes. Use it in one thread."""

    def __init__(self, read: Callable[[CrawlStore], T]) -> None:
        """`read` makes the value from an open crawl."""
        self._read = read
        self._state: FileState = ()
        self._kept: T | None = None

    def of(self, path: Path) -> T:
        """Return the value for a crawl, rereading it only if the file has changed. Raises CrawlFileError."""
        state = state_of_file(path)
        if self._kept is None or state != self._state:
            with CrawlStore.reading(path) as store:
                self._kept, self._state = self._read(store), state
        return self._kept


_WRITING: Final = ("journal_mode = WAL", "synchronous = FULL", "cache_size = -8192")
_READING: Final = ("query_only = ON", "cache_size = -8192", "temp_store = MEMORY")


def _connected(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    place, is_uri = (str(path), False) if pragmas is _WRITING or is_writable(path) else (_as_it_is(path), True)
    connection = sqlite3.connect(place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=is_uri)
    try:
        if _is_database(connection):  # else `_check` raises
            for pragma in (*pragmas, "trusted_schema = OFF"):
                connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def is_writable(path: Path) -> bool:
    """Return True if SQLite may write a crawl, and its companion files."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _as_it_is(path: Path) -> str:
    """Return a URI that makes SQLite write nothing: for files of other users and on read-only media."""
    log = status_of(path.with_name(path.name + FILE_SUFFIXES[1]))
    is_whole = log is None or not log.st_size
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if is_whole else ''}"


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in statements():
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("COMMIT")


def _complete(connection: sqlite3.Connection) -> None:
    """Add the tables that a file of an earlier version lacks."""
    if _version_of(connection) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    for statement in added_statements():
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _complete_for_reading(connection: sqlite3.Connection) -> None:
    """Make a file of an earlier version look complete; the tables that it lacks are empty."""
    if _version_of(connection) == VERSION:
        return
    connection.execute("PRAGMA query_only = OFF")
    for statement in added_statements(is_temporary=True):
        connection.execute(statement)
    connection.execute("PRAGMA query_only = ON")


def _version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


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
    version = _version_of(connection)
    if identity != APPLICATION_ID or version > VERSION:
        raise CrawlFileError(_NEWER if identity == APPLICATION_ID else _NO_CRAWL, path=str(path))


def _check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Accept our own tables only: a stranger's view or trigger could run forever, or write."""
    named: dict[str, str] = {}
    for name, sql in connection.execute("SELECT name, sql FROM sqlite_master").fetchall():
        named[str(name)] = " ".join(str(sql).split())
    for name, sql in named.items():
        is_ours = KNOWN.get(name) == sql if name in KNOWN else name in INDEX_NAMES and sql.startswith("CREATE TABLE")
        if not is_ours and not name.startswith("sqlite_autoindex_"):
            raise CrawlFileError(_FOREIGN, path=str(path), name=name)
    for table in TABLES if _version_of(connection) == VERSION else TABLES_OF_1:
        if table not in named:
            raise _damaged(path, _TABLE, table=table)


def _fault_of(path: Path, error: BaseException) -> CrawlFileError | None:
    """Return the message for an error; None if the file is not to blame."""
    if isinstance(error, CellError):
        return _damaged(path, _CELL, column=error.column)
    if isinstance(error, sqlite3.Error):
        return _fault_of_sqlite(path, error)
    if isinstance(error, TypeError | ValueError | ArithmeticError | LookupError | AttributeError):
        with contextlib.suppress(sqlite3.Error, OSError):
            with contextlib.closing(_connected(path, _READING)) as connection:
                _complete_for_reading(connection)
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
    """Return the primary code; -1 for errors of the module itself."""
    code = getattr(error, "sqlite_errorcode", None)
    return -1 if code is None else code & 0xFF


def _strange_column(connection: sqlite3.Connection) -> str:
    """Return a column with a value that no crawl writes; "" if there is none."""
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
    """Refuse devices and pipes: SQLite would wait for them, or read without end."""
    status = status_of(path)
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise CrawlFileError(_NO_CRAWL, path=str(path))
