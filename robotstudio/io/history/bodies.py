"""Bodies in the database: each once, packed, under its SHA-256."""

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable

from robotstudio.io.errors import HistoryError
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PackedBody:
    """A body ready to be kept; packing takes time, so it is done before the database is held."""

    sha256: str
    size: int
    packed: bytes

    @classmethod
    def of(cls, body: bytes) -> "PackedBody":
        """A body, packed."""
        return cls(hashlib.sha256(body).hexdigest(), len(body), zlib.compress(body, 6))

    def keep(self, connection: sqlite3.Connection) -> None:
        """Write it, where it is not there yet."""
        connection.execute(
            "INSERT OR IGNORE INTO body (sha256, octets, packed) VALUES (?, ?, ?)",
            (self.sha256, self.size, self.packed),
        )


def read_body(connection: sqlite3.Connection, sha256: str) -> bytes:
    """A body that was kept, looked over. Raises HistoryError where it is damaged or gone."""
    row = connection.execute("SELECT octets, packed FROM body WHERE sha256 = ?", (sha256,)).fetchone()
    if row is None:
        raise HistoryError("The body of this version is no longer kept.")
    size, packed = row
    try:
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(packed, size + 1)  # never more than was packed, whatever the file holds now
    except (zlib.error, TypeError, ValueError, OverflowError) as error:
        raise HistoryError("The body of this version is damaged and cannot be shown.") from error
    if hashlib.sha256(body).hexdigest() != sha256:
        raise HistoryError("The body of this version is damaged and cannot be shown.")
    return body


def drop_unused(connection: sqlite3.Connection, digests: Iterable[str]) -> None:
    """Remove those of some bodies that no entry has any more."""
    connection.executemany(
        "DELETE FROM body WHERE sha256 = :it AND NOT EXISTS (SELECT 1 FROM entry WHERE sha256 = :it)",
        [{"it": digest} for digest in set(digests)],
    )
