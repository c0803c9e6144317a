"""The history of fetches: written by one thread of each window, readable while another window writes.

Each body is stored once, compressed, under its SHA-256. A damaged row raises HistoryError only.
"""

import contextlib
import hashlib
import io
import itertools
import json
import sqlite3
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.engine.tokens import LINE_END, parse_line
from robotstudio.fetch.address import origin_of, without_credentials
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Headers
from robotstudio.fetch.history.database import history_errors, open_database
from robotstudio.fetch.history.model import (
    DEFAULT_LIMITS,
    Entry,
    EntryMark,
    HistoryLimits,
    HostSummary,
    Since,
    Usage,
    Watched,
    due,
    within_bounds,
)
from robotstudio.fetch.options import CachedCopy
from robotstudio.fetch.words import sentence
from robotstudio.store.errors import HistoryError
from robotstudio.store.files import write_atomic
from robotstudio.store.userinfo import without_any_userinfo, without_userinfo
from robotstudio.text.language import ENGLISH, Message, Told, spoken


class PackedBody(Struct, frozen=True):
    """A compressed body; compressing takes time, so it is done before the transaction begins."""

    sha256: str
    size: int
    packed: bytes

    @classmethod
    def of(cls, body: bytes) -> "PackedBody":
        return cls(hashlib.sha256(body).hexdigest(), len(body), zlib.compress(body, 6))

    def keep(self, connection: sqlite3.Connection) -> None:
        """Insert it unless it exists."""
        connection.execute(
            "INSERT OR IGNORE INTO body (sha256, octets, packed) VALUES (?, ?, ?)",
            (self.sha256, self.size, self.packed),
        )


def _read_body(connection: sqlite3.Connection, sha256: str) -> bytes:
    """Read a stored body and verify its hash. Raises HistoryError if it is damaged or gone."""
    row = connection.execute("SELECT octets, packed FROM body WHERE sha256 = ?", (sha256,)).fetchone()
    if row is None:
        raise HistoryError("The body of this version is no longer available.")
    size, packed = row
    try:
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(packed, size + 1)  # bounded, whatever a damaged file unpacks to
    except (zlib.error, TypeError, ValueError, OverflowError) as error:
        raise HistoryError("The body of this version is damaged and cannot be shown.") from error
    if hashlib.sha256(body).hexdigest() != sha256:
        raise HistoryError("The body of this version is damaged and cannot be shown.")
    return body


def _drop_unused(connection: sqlite3.Connection, digests: Iterable[str]) -> None:
    """Delete those of the bodies that no entry refers to."""
    connection.executemany(
        "DELETE FROM body WHERE sha256 = :it AND NOT EXISTS (SELECT 1 FROM entry WHERE sha256 = :it)",
        [{"it": digest} for digest in set(digests)],
    )


_AT_ONCE: Final = 64
_DOWN_TO: Final = 0.9  # so that not every fetch prunes

# The newest entry of each host stays, and the newest with a file: the last good copy that crawlers go on with. So do
# the versions that have a name.
_OUTDATED = """
SELECT id, sha256 FROM entry
WHERE {which} AND name = ''
  AND id NOT IN (SELECT max(id) FROM entry GROUP BY host)
  AND id NOT IN (SELECT max(id) FROM entry WHERE outcome = 'success' OR is_unmodified GROUP BY host)
ORDER BY id LIMIT ?
"""
_UNCHANGED, _ANY = _OUTDATED.format(which="marks = 0"), _OUTDATED.format(which="1")


def _bytes_used(connection: sqlite3.Connection) -> int:
    """Return the size of the rows, without free pages."""
    read = {
        name: int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    }
    return (read["page_count"] - read["freelist_count"]) * read["page_size"]


def _prune(connection: sqlite3.Connection, max_bytes: int) -> int:
    """Delete entries until there is room; return how many. Call it within a transaction."""
    gone = 0
    if _bytes_used(connection) <= max_bytes:
        return gone
    target = round(max_bytes * _DOWN_TO)
    for outdated in (_UNCHANGED, _ANY):
        while _bytes_used(connection) > target:
            rows = connection.execute(outdated, (_AT_ONCE,)).fetchall()
            if not rows:
                break
            connection.executemany("DELETE FROM entry WHERE id = ?", [(number,) for number, _ in rows])
            _drop_unused(connection, [digest for _, digest in rows if digest])
            gone += len(rows)
    return gone


def _shrink_file(connection: sqlite3.Connection) -> None:
    """Shrink the file to its contents; call it outside of a transaction."""
    # `execute` would run one step only, since it returns no columns.
    connection.executescript("PRAGMA incremental_vacuum")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


TIMELINE: Final = "timeline.json"
_NOT_KEPT = frozenset({FetchOutcome.CANCELLED, FetchOutcome.INVALID_ADDRESS})
_NOT_MODIFIED = 304
_HAS_RULES = "(outcome = 'success' OR is_unmodified)"
_FILES_AFTER = f"""
SELECT id, sha256, name = '' AND marks & {int(EntryMark.FIRST | EntryMark.CONTENT)} = 0
FROM entry WHERE host = ? AND id > ? AND {_HAS_RULES} ORDER BY id
"""  # noqa: S608 - fixed
_HOSTS = """
SELECT entry.host, count(*), sum(marks != 0), max(fetched_at), watched.every_s
FROM entry LEFT JOIN watched ON watched.host = entry.host GROUP BY entry.host
UNION ALL
SELECT host, 0, 0, coalesce(tried_at, 0), every_s FROM watched WHERE host NOT IN (SELECT host FROM entry)
ORDER BY 1
"""


class History:
    """One connection, for one thread. Every method raises HistoryError only."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        limits: HistoryLimits = DEFAULT_LIMITS,
        notices: tuple[Told, ...] = (),
    ) -> None:
        self.path = path
        self.notices = notices
        """Notices about an older file, made when this one was opened."""
        self._connection = connection
        self._limits = limits

    @classmethod
    def open(cls, path: Path, limits: HistoryLimits = DEFAULT_LIMITS) -> Self:
        """Open or create the history in a file; a damaged one is moved aside. Raises HistoryError."""
        opened = open_database(path)
        return cls(opened.connection, path, limits, opened.notices)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with history_errors(self.path):
            self._connection.close()

    def record(self, evidence: Evidence) -> Entry | None:
        """Store a fetch; None if nothing was requested or the fetch was cancelled."""
        if evidence.outcome in _NOT_KEPT:
            return None
        row = row_of(evidence, self._limits)
        has_body = bool(evidence.body) or evidence.outcome is FetchOutcome.SUCCESS
        body = PackedBody.of(evidence.body) if has_body else None
        with self._writing():
            before, good = self._newest(row["host"]), self._newest(row["host"], having=_HAS_RULES)
            is_unmodified = evidence.status == _NOT_MODIFIED and good is not None
            row["is_unmodified"] = int(is_unmodified)
            row["sha256"] = body.sha256 if body else None
            if good is not None and is_unmodified:
                row |= {"sha256": good.sha256, "size": good.size, "body_kind": good.body_kind.value, "failure": None}
                row["truncated"] = int(good.truncated)
            elif body:
                body.keep(self._connection)
            row["marks"] = int(_marks(row, before, good))
            number = self._connection.execute(_INSERT, row).lastrowid
            has_pruned = _prune(self._connection, self._limits.max_bytes) > 0
        if has_pruned:
            with history_errors(self.path):
                _shrink_file(self._connection)
        return self._one("WHERE id = ?", (number,))

    def timeline(self, host: str) -> tuple[Entry, ...]:
        """Return the fetches of a host, newest first; unreadable rows are left out."""
        found = []
        with history_errors(self.path):
            for row in self._connection.execute(f"{_SELECT} WHERE host = ? ORDER BY id DESC", (host,)).fetchall():
                with contextlib.suppress(HistoryError):
                    found.append(_entry_of(row))
        return tuple(found)

    def hosts(self) -> tuple[HostSummary, ...]:
        """Return all hosts with entries, and those on the watch list; unreadable rows are left out."""
        with history_errors(self.path):
            rows = self._connection.execute(_HOSTS).fetchall()
        found = []
        for host, count, changes, at, every in rows:
            with contextlib.suppress(TypeError, OverflowError):
                interval = None if every is None else timedelta(seconds=every)
                found.append(HostSummary(host, count, changes, _time_of(at), interval))
        return tuple(found)

    def body(self, entry: Entry) -> bytes:
        """Return the body of an entry; empty if it had none. Raises HistoryError if it is damaged or gone."""
        if not entry.sha256:
            return b""
        with history_errors(self.path):
            return _read_body(self._connection, entry.sha256)

    def before(self, entry: Entry) -> Entry | None:
        """Return the last entry with a file before `entry`, if it still exists."""
        return self._one(
            f"WHERE host = ? AND id < ? AND {_HAS_RULES} ORDER BY id DESC LIMIT 1",
            (entry.host, entry.id),
        )

    def since_when(self, host: str, rule: bytes) -> Since:
        """Return the first entry of the unbroken run of versions that have had a rule until now.

        Entries without a file do not interrupt the run.
        """
        wanted = _said(rule)
        has_rule: dict[str, bool] = {}
        first = newest = None
        for entry in self.timeline(host):
            if not entry.has_rules:
                continue
            newest = newest or entry
            if entry.sha256 not in has_rule:
                has_rule[entry.sha256] = any(_said(line) == wanted for line in LINE_END.split(self.body(entry)))
            if not has_rule[entry.sha256]:
                break
            first = entry
        else:
            return Since(newest, first, is_from_the_start=True)
        return Since(newest, first)

    def forget(self, host: str) -> None:
        """Delete a host: its fetches, its bodies, its place on the watch list."""
        with self._writing():
            digests = self._connection.execute(
                "SELECT DISTINCT sha256 FROM entry WHERE host = ? AND sha256 IS NOT NULL", (host,)
            ).fetchall()
            self._connection.execute("DELETE FROM entry WHERE host = ?", (host,))
            self._connection.execute("DELETE FROM watched WHERE host = ?", (host,))
            _drop_unused(self._connection, [digest for (digest,) in digests])
        with history_errors(self.path):
            _shrink_file(self._connection)

    def set_name(self, entry: Entry, name: str) -> None:
        """Name a version; "" removes the name."""
        with self._writing():
            self._connection.execute("UPDATE entry SET name = ? WHERE id = ?", (name, entry.id))

    def remove_version(self, entry: Entry) -> None:
        """Delete a version: a fetch and those after it that brought nothing new, and its body if no other has it."""
        with self._writing():
            after = self._connection.execute(_FILES_AFTER, (entry.host, entry.id)).fetchall()
            same = itertools.takewhile(lambda each: each[1] == entry.sha256 and each[2], after)
            numbers = (entry.id, *(each[0] for each in same))
            self._connection.executemany("DELETE FROM entry WHERE id = ?", [(number,) for number in numbers])
            _drop_unused(self._connection, [entry.sha256])
        with history_errors(self.path):
            _shrink_file(self._connection)

    def limit(self, limits: HistoryLimits) -> None:
        """Change the limits; deletes the oldest fetches if there are too many."""
        self._limits = limits
        with self._writing():
            has_pruned = _prune(self._connection, limits.max_bytes) > 0
        if has_pruned:
            with history_errors(self.path):
                _shrink_file(self._connection)

    def usage(self) -> Usage:
        with history_errors(self.path):
            return Usage(_bytes_used(self._connection), self._limits.max_bytes)

    def watch(self, host: str, every: timedelta | None) -> None:
        """Put a host on the watch list, or remove it; the interval is clamped."""
        with self._writing():
            if every is None:
                self._connection.execute("DELETE FROM watched WHERE host = ?", (host,))
            else:
                newest = self._newest(host)
                tried = _milliseconds_of(newest.fetched_at) if newest else None
                self._connection.execute(
                    "INSERT INTO watched (host, every_s, tried_at) VALUES (?, ?, ?)"
                    " ON CONFLICT (host) DO UPDATE SET every_s = excluded.every_s",
                    (host, round(within_bounds(every).total_seconds()), tried),
                )

    def export(self, host: str, path: Path) -> int:
        """Write a host's history as a ZIP file; return the number of entries. Raises HistoryError and FileError.

        The timeline is JSON, and each body is as it was.
        """
        entries = self.timeline(host)
        bodies = {entry.sha256: entry for entry in entries if entry.sha256}
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            with spoken(ENGLISH):
                rows = {"host": host, "entries": [_exported(entry) for entry in entries]}
            archive.writestr(TIMELINE, json.dumps(rows, indent=1, ensure_ascii=False))
            for sha256, entry in bodies.items():
                archive.writestr(_file_name(sha256), self.body(entry))
        write_atomic(path, packed.getvalue())
        return len(entries)

    def watched(self) -> tuple[Watched, ...]:
        """Return the watch list; unreadable rows are left out."""
        with history_errors(self.path):
            rows = self._connection.execute("SELECT host, every_s, tried_at FROM watched ORDER BY host").fetchall()
        found = []
        for host, every, tried in rows:
            with contextlib.suppress(TypeError, OverflowError):
                found.append(Watched(host, timedelta(seconds=every), None if tried is None else _time_of(tried)))
        return tuple(found)

    def claim_due(self, now: datetime) -> tuple[Watched, ...]:
        """Claim the hosts that are due now. Each is given to one window only."""
        if not due(self.watched(), now):
            return ()
        with self._writing():
            ready = due(self.watched(), now)
            self._connection.executemany(
                "UPDATE watched SET tried_at = ? WHERE host = ?",
                [(_milliseconds_of(now), watched.host) for watched in ready],
            )
        return ready

    def cached_copy(self, host: str) -> CachedCopy | None:
        """Return the last file of a host if it has validators (ETag, Last-Modified) for a conditional request."""
        newest = self._newest(host, having="outcome = 'success' AND NOT is_unmodified")
        if newest is None:
            return None
        etag, modified = newest.header("etag") or "", newest.header("last-modified") or ""
        if not (etag or modified):
            return None
        body = self.body(newest)
        return CachedCopy(newest.final_url, body, etag, modified, newest.content_type, newest.truncated)

    def _newest(self, host: str, having: str = "1") -> Entry | None:
        """Return the newest entry of a host; None if it is unreadable, so that the next can be stored."""
        row = self._row(f"WHERE host = ? AND {having} ORDER BY id DESC LIMIT 1", (host,))
        with contextlib.suppress(HistoryError):
            return None if row is None else _entry_of(row)
        return None

    def _one(self, condition: str, values: tuple[Any, ...]) -> Entry | None:
        row = self._row(condition, values)
        return None if row is None else _entry_of(row)

    def _row(self, condition: str, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        with history_errors(self.path):
            row: tuple[Any, ...] | None = self._connection.execute(_SELECT + condition, values).fetchone()
        return row

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Begin a transaction with a write lock, so that what is read in it stays true."""
        with history_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk has ended it already
                    self._connection.execute("ROLLBACK")
                raise


def _marks(row: dict[str, Any], before: Entry | None, good: Entry | None) -> EntryMark:
    """Compare a fetch with the previous one and with the last good answer."""
    if before is None:
        return EntryMark.FIRST
    is_good = row["outcome"] == FetchOutcome.SUCCESS.value or row["is_unmodified"]
    kind = None if row["failure"] is None else row["failure"].partition(",")[0]
    marks = EntryMark.NONE
    if is_good != before.has_rules or (not is_good and _state(before) != (row["outcome"], row["status"], kind)):
        marks |= EntryMark.STATUS
    if is_good and good is not None and row["sha256"] != good.sha256:
        marks |= EntryMark.CONTENT
    return marks


def _state(entry: Entry) -> tuple[str, int | None, str | None]:
    return entry.outcome.value, entry.status, None if entry.failure is None else f'["{entry.failure.kind.value}"'


def _said(line: bytes) -> tuple[bytes, bytes]:
    """Return a line's field and value, ignoring spaces, comments and the case of the field."""
    parsed = parse_line(line)
    return parsed.key.lower(), parsed.value


def _file_name(sha256: str) -> str:
    return f"bodies/{sha256}.txt"


def _exported(entry: Entry) -> dict[str, Any]:
    return {
        "fetched_at": entry.fetched_at.isoformat(),
        "name": entry.name,
        "requested": entry.requested,
        "final_url": entry.final_url,
        "outcome": entry.outcome.value,
        "status": entry.status,
        "error": None if entry.failure is None else sentence(entry.failure),
        "redirects": entry.redirects,
        "changes": [str(mark.name).lower() for mark in EntryMark if mark in entry.marks],
        "not_modified": entry.is_unmodified,
        "content_type": entry.content_type,
        "size": entry.size,
        "truncated": entry.truncated,
        "sha256": entry.sha256,
        "body": _file_name(entry.sha256) if entry.sha256 else None,
        "elapsed_ms": entry.elapsed_ms,
        "user_agent": entry.user_agent,
        "headers": [list(header) for header in entry.headers],
    }


_SECRET = frozenset(
    {"set-cookie", "set-cookie2", "cookie", "authorization", "proxy-authorization", "authentication-info"}
)
_LONGEST_NAME = 128


def without_secrets(text: str, most: int) -> str:
    """Remove user names and passwords from the addresses in a text, and cut it."""
    return without_any_userinfo(without_userinfo(text))[:most]  # in this order: cut first, half a password might stay


def stored_headers(headers: Headers, limits: HistoryLimits) -> Headers:
    """Return the headers to store: lower-case names, a limited number, none with a secret."""
    named = ((name.lower(), value) for name, value in headers if len(name) <= _LONGEST_NAME)
    kept = [(name, without_secrets(value, limits.header_bytes)) for name, value in named if name not in _SECRET]
    return tuple(kept[: limits.headers])


def _stored_failure(failure: Failure, limits: HistoryLimits) -> Failure:
    """Return the failure without secrets in its arguments; messages are stored in English."""
    plain = ((name, ENGLISH.tell(value) if isinstance(value, Told) else value) for name, value in failure.arguments)
    arguments = (
        (name, without_secrets(value, limits.header_bytes) if isinstance(value, str) else value)
        for name, value in plain
    )
    return Failure(failure.kind, tuple(arguments))


_COLUMNS: Final = (
    "id",
    "host",
    "requested",
    "final_url",
    "outcome",
    "status",
    "failure",
    "redirects",
    "content_type",
    "body_kind",
    "size",
    "truncated",
    "sha256",
    "is_unmodified",
    "headers",
    "elapsed_ms",
    "fetched_at",
    "user_agent",
    "marks",
    "name",
)
_SELECT: Final = f"SELECT {', '.join(_COLUMNS)} FROM entry "  # noqa: S608 - fixed names
_INSERT: Final = (
    f"INSERT INTO entry ({', '.join(_COLUMNS[1:])}) "  # noqa: S608 - fixed names
    f"VALUES ({', '.join(f':{name}' for name in _COLUMNS[1:])})"
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 8_192


def host_of(evidence: Evidence) -> str:
    """Return the scope of the requested robots.txt: scheme, host and port."""
    return origin_of(without_credentials(evidence.requested))


def row_of(evidence: Evidence, limits: HistoryLimits) -> dict[str, Any]:
    """Return the row of a fetch without its body and marks."""
    failure = None if evidence.error is None else _stored_failure(evidence.error, limits)
    return {
        "host": host_of(evidence),
        "requested": without_secrets(without_credentials(evidence.requested), _LONGEST),
        "final_url": without_secrets(without_credentials(evidence.final_url), _LONGEST),
        "outcome": evidence.outcome.value,
        "status": evidence.status,
        "failure": None if failure is None else json.dumps([failure.kind.value, dict(failure.arguments)]),
        "redirects": evidence.redirects,
        "content_type": without_secrets(evidence.content_type, limits.header_bytes),
        "body_kind": evidence.body_kind.value,
        "size": len(evidence.body),
        "truncated": int(evidence.truncated),
        "headers": json.dumps(stored_headers(evidence.headers, limits)),
        "elapsed_ms": evidence.elapsed_ms,
        "fetched_at": _milliseconds_of(evidence.fetched_at),
        "user_agent": evidence.user_agent[: limits.header_bytes],
        "name": "",
    }


def _entry_of(row: tuple[Any, ...]) -> Entry:
    """Parse a row of `_SELECT`. Raises HistoryError if it is damaged."""
    values = dict(zip(_COLUMNS, row, strict=True))
    try:
        return Entry(**{**values, **_read(values)})
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        message: Message = "History entry {number} cannot be read; the others can."
        raise HistoryError(message, number=str(values["id"])) from error


def _milliseconds_of(at: datetime) -> int:
    return round((at - _EPOCH) / timedelta(milliseconds=1))


def _time_of(milliseconds: int) -> datetime:
    """Return a time; OverflowError if local time might not have it."""
    at = _EPOCH + timedelta(milliseconds=milliseconds)
    if at.year in {MINYEAR, MAXYEAR}:
        raise OverflowError
    return at


def _read(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "outcome": FetchOutcome(values["outcome"]),
        "failure": _failure_of(values["failure"]),
        "body_kind": Content(values["body_kind"]),
        "truncated": bool(values["truncated"]),
        "sha256": values["sha256"] or "",
        "is_unmodified": bool(values["is_unmodified"]),
        "headers": tuple((str(name), str(value)) for name, value in json.loads(values["headers"])),
        "fetched_at": _time_of(values["fetched_at"]),
        "marks": EntryMark(values["marks"]),
    }


def _failure_of(written: str | None) -> Failure | None:
    if written is None:
        return None
    kind, arguments = json.loads(written)
    return Failure(FailureKind(kind), tuple(arguments.items()))
