"""What goes when the history grows over its bound: what repeats first, then what is oldest; never what is newest."""

import sqlite3
from typing import Final

from robotstudio.io.history.bodies import drop_unused

_AT_ONCE: Final = 64
_DOWN_TO: Final = 0.9  # so that not every fetch prunes

# The newest entry of each host stays, and the newest with a file: the last good copy that crawlers go on with.
_OUTDATED = """
SELECT id, sha256 FROM entry
WHERE {which}
  AND id NOT IN (SELECT max(id) FROM entry GROUP BY host)
  AND id NOT IN (SELECT max(id) FROM entry WHERE outcome = 'success' OR is_unmodified GROUP BY host)
ORDER BY id LIMIT ?
"""
_UNCHANGED, _ANY = _OUTDATED.format(which="marks = 0"), _OUTDATED.format(which="1")


def octets_used(connection: sqlite3.Connection) -> int:
    """How much room the rows take, without what is free in the file."""
    read = {
        name: int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    }
    return (read["page_count"] - read["freelist_count"]) * read["page_size"]


def prune(connection: sqlite3.Connection, most_octets: int) -> int:
    """Remove entries until there is room; how many went. Called within a transaction."""
    gone = 0
    if octets_used(connection) <= most_octets:
        return gone
    target = round(most_octets * _DOWN_TO)
    for outdated in (_UNCHANGED, _ANY):
        while octets_used(connection) > target:
            rows = connection.execute(outdated, (_AT_ONCE,)).fetchall()
            if not rows:
                break
            connection.executemany("DELETE FROM entry WHERE id = ?", [(number,) for number, _ in rows])
            drop_unused(connection, [digest for _, digest in rows if digest])
            gone += len(rows)
    return gone


def give_back(connection: sqlite3.Connection) -> None:
    """Let the file become as small as what is in it; outside of a transaction."""
    connection.executescript("PRAGMA incremental_vacuum")  # `execute` would take one step of it: it has no columns
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
