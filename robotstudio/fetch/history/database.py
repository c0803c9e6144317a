"""Opens, checks and migrates the history file; a damaged one is moved aside and kept."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from robotstudio.store.errors import FileError, HistoryError
from robotstudio.store.files import create_private, exists, make_directory
from robotstudio.store.lock import FileLock
from robotstudio.text.language import Message, Told, told

APPLICATION_ID: Final = 0x52535448
"""Marks a file as ours ("RSTH")."""


class Migration(Struct, frozen=True):
    """Statements that migrate from the previous version to this one."""

    version: int
    what: str
    statements: tuple[str, ...]


MIGRATIONS: Final[tuple[Migration, ...]] = (
    Migration(
        1,
        "fetches, and each body once",
        (
            f"PRAGMA application_id = {APPLICATION_ID}",
            "CREATE TABLE body (sha256 TEXT PRIMARY KEY, octets INTEGER NOT NULL, packed BLOB NOT NULL)",
            (
                "CREATE TABLE entry ("
                " id INTEGER PRIMARY KEY, host TEXT NOT NULL, requested TEXT NOT NULL, final_url TEXT NOT NULL,"
                " outcome TEXT NOT NULL, status INTEGER, failure TEXT, redirects INTEGER NOT NULL,"
                " content_type TEXT NOT NULL, body_kind TEXT NOT NULL, size INTEGER NOT NULL,"
                " truncated INTEGER NOT NULL,"
                " sha256 TEXT REFERENCES body, is_unmodified INTEGER NOT NULL, headers TEXT NOT NULL,"
                " elapsed_ms REAL NOT NULL, fetched_at INTEGER NOT NULL, user_agent TEXT NOT NULL,"
                " marks INTEGER NOT NULL)"
            ),
            "CREATE INDEX entry_of_host ON entry (host, id)",
            "CREATE INDEX entry_of_body ON entry (sha256)",
        ),
    ),
    Migration(
        2,
        "the list of hosts that are watched",
        ("CREATE TABLE watched (host TEXT PRIMARY KEY, every_s INTEGER NOT NULL, tried_at INTEGER)",),
    ),
    Migration(
        3,
        "what may be pruned first is found without reading everything",
        ("CREATE INDEX entry_unchanged ON entry (marks, id)",),
    ),
    Migration(
        4,
        "names that a person gives to versions",
        ("ALTER TABLE entry ADD COLUMN name TEXT NOT NULL DEFAULT ''",),
    ),
)
NEWEST: Final = MIGRATIONS[-1].version


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version of a database; 0 if it has no tables."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, to: int = NEWEST) -> None:
    """Migrate to a version in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        at = version_of(connection)
        for migration in MIGRATIONS:
            if at < migration.version <= to:
                for statement in migration.statements:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {migration.version}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


BUSY_SECONDS: Final = 5.0
"""Seconds to wait while another window writes."""

_GATE_SECONDS, _GATE_STEP = 10.0, 0.02
_BROKEN_CODES = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_BESIDE = ("-wal", "-shm", "")
"""The files of a database. The main file comes last: SQLite removes a journal whose database is missing or empty."""

_PRAGMAS = (
    "auto_vacuum = INCREMENTAL",  # works only before the first table
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "foreign_keys = ON",
    "secure_delete = ON",  # overwrite what the person deletes
    "trusted_schema = OFF",
    "cell_size_check = ON",
)


_DAMAGED: Message = "The history in “{path}” is damaged. At the next start it is moved aside and a new one begins."
_BUSY: Message = "The history in “{path}” has been in use by another window for too long. Try again."
_FULL: Message = "The history in “{path}” cannot grow: the disk is full. Free some space."
_UNUSABLE: Message = "The history in “{path}” cannot be used ({error}). Check the file and its directory."
_LOCKED: Message = "The history in “{path}” cannot be opened: “{gate}” is locked by another program."
_NEWER: Message = "The history in “{path}” was written by a newer Robot Studio. It is neither changed nor used."


class OpenedHistory(Struct, frozen=True):
    """A connection to the history, and notices about an older file."""

    connection: sqlite3.Connection
    notices: tuple[Told, ...] = ()


def open_database(path: Path) -> OpenedHistory:
    """Open the history, or create it. Raises HistoryError if neither is possible."""
    notices: tuple[Told, ...] = ()
    try:
        make_directory(path.parent)
        with history_errors(path), _gate(path):
            if exists(path) and not _is_sound(path):
                notices = (_set_aside(path),)
            _make_private(path)
            connection = connect(path)
            try:
                _bring_up_to_date(connection, path)
            except BaseException:
                connection.close()
                raise
    except FileError as error:
        raise HistoryError("{error} Fetches are not saved.", error=error.told) from error
    return OpenedHistory(connection, notices)


def connect(path: Path) -> sqlite3.Connection:
    """Connect with a busy timeout and manual transactions."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def history_errors(path: Path) -> Iterator[None]:
    """Turn database and file errors into HistoryError with a message."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in _BROKEN_CODES:
            what = _DAMAGED
        elif code is not None and code & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            what = _BUSY
        elif code is not None and code & 0xFF == sqlite3.SQLITE_FULL:
            what = _FULL
        else:
            what = _UNUSABLE
        raise HistoryError(what, path=str(path), error=str(error)) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HistoryError("The history in “{path}” cannot be used: {why}.", path=str(path), why=reason) from error


@contextlib.contextmanager
def _gate(path: Path) -> Iterator[None]:
    """Let one window at a time check the file: two must not move it aside."""
    gate = path.with_name(f"{path.name}.lock")
    end = time.monotonic() + _GATE_SECONDS
    while (lock := FileLock.acquire(gate, create=True)) is None:
        if time.monotonic() > end:
            raise HistoryError(_LOCKED, path=str(path), gate=str(gate))
        time.sleep(_GATE_STEP)
    try:
        yield
    finally:
        lock.release(remove=False)


def _is_sound(path: Path) -> bool:
    """Return True if the file is a whole database of ours. Raises if it is merely busy or unreachable."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            said = connection.execute("PRAGMA quick_check(1)").fetchone()
            identity = connection.execute("PRAGMA application_id").fetchone()[0]
            is_blank = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            return bool(said == ("ok",) and (is_blank or identity == APPLICATION_ID))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _BROKEN_CODES:
            return False
        raise


def _set_aside(path: Path) -> Told:
    """Move a damaged file and its companions; return the notice."""
    stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    aside = path.with_name(f"{path.stem}.broken-{stamp}{path.suffix}")
    for ending in _BESIDE:
        part = path.with_name(path.name + ending)
        if exists(part):
            part.replace(aside.with_name(aside.name + ending))
    return told(
        "The fetch history was damaged, so a new one was started. The old file is kept as “{path}”.", path=str(aside)
    )


def _make_private(path: Path) -> None:
    """Create the file readable by its owner only; SQLite gives its companions the same mode."""
    if create_private(path):
        return
    for ending in _BESIDE:  # older versions created it world-readable
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).chmod(0o600)


def _bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    version = version_of(connection)
    if version > NEWEST:
        raise HistoryError(_NEWER, path=str(path))
    if version < NEWEST:
        migrate(connection)
