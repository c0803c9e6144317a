"""The tables of the history, and how each version of them became the next: one row a version."""

import sqlite3
from typing import Final

from robotstudio.lazy_dataclasses import dataclass

APPLICATION_ID: Final = 0x52535448
"""Tells that a file is one of ours ("RSTH")."""


@dataclass(frozen=True, slots=True)
class Migration:
    """The statements that lead from the version before to this one."""

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
)
NEWEST: Final = MIGRATIONS[-1].version


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the tables in a database; 0 where there are none."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, to: int = NEWEST) -> None:
    """Bring the tables to a version, all of it or nothing."""
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
