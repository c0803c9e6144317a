"""Convert entries to rows of the database and back. A damaged row raises HistoryError only."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from robotstudio.engine.content import Content
from robotstudio.fetch.address import origin_of, without_credentials
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Headers
from robotstudio.fetch.history.model import Entry, EntryMark, HistoryLimits
from robotstudio.store.errors import HistoryError
from robotstudio.store.userinfo import without_any_userinfo, without_userinfo
from robotstudio.text.language import ENGLISH, Message, Told

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


def stored_failure(failure: Failure, limits: HistoryLimits) -> Failure:
    """Return the failure without secrets in its arguments; messages are stored in English."""
    plain = ((name, ENGLISH.tell(value) if isinstance(value, Told) else value) for name, value in failure.arguments)
    arguments = (
        (name, without_secrets(value, limits.header_bytes) if isinstance(value, str) else value)
        for name, value in plain
    )
    return Failure(failure.kind, tuple(arguments))


COLUMNS: Final = (
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
SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM entry "  # noqa: S608 - fixed names
INSERT: Final = (
    f"INSERT INTO entry ({', '.join(COLUMNS[1:])}) "  # noqa: S608 - fixed names
    f"VALUES ({', '.join(f':{name}' for name in COLUMNS[1:])})"
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 8_192


def host_of(evidence: Evidence) -> str:
    """Return the scope of the requested robots.txt: scheme, host and port."""
    return origin_of(without_credentials(evidence.requested))


def row_of(evidence: Evidence, limits: HistoryLimits) -> dict[str, Any]:
    """Return the row of a fetch without its body and marks."""
    failure = None if evidence.error is None else stored_failure(evidence.error, limits)
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
        "fetched_at": milliseconds_of(evidence.fetched_at),
        "user_agent": evidence.user_agent[: limits.header_bytes],
        "name": "",
    }


def entry_of(row: tuple[Any, ...]) -> Entry:
    """Parse a row of `SELECT`. Raises HistoryError if it is damaged."""
    values = dict(zip(COLUMNS, row, strict=True))
    try:
        return Entry(**{**values, **_read(values)})
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        message: Message = "History entry {number} cannot be read; the others can."
        raise HistoryError(message, number=str(values["id"])) from error


def milliseconds_of(at: datetime) -> int:
    return round((at - _EPOCH) / timedelta(milliseconds=1))


def time_of(milliseconds: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=milliseconds)


def _read(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "outcome": FetchOutcome(values["outcome"]),
        "failure": _failure_of(values["failure"]),
        "body_kind": Content(values["body_kind"]),
        "truncated": bool(values["truncated"]),
        "sha256": values["sha256"] or "",
        "is_unmodified": bool(values["is_unmodified"]),
        "headers": tuple((str(name), str(value)) for name, value in json.loads(values["headers"])),
        "fetched_at": time_of(values["fetched_at"]),
        "marks": EntryMark(values["marks"]),
    }


def _failure_of(written: str | None) -> Failure | None:
    if written is None:
        return None
    kind, arguments = json.loads(written)
    return Failure(FailureKind(kind), tuple(arguments.items()))
