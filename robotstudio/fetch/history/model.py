from datetime import datetime, timedelta
from enum import IntFlag
from typing import Final

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Failure, FetchOutcome, Headers


class EntryMark(IntFlag):
    """Difference of an entry from the previous one of its host."""

    NONE = 0
    FIRST = 1
    STATUS = 2  # another status, or another failure
    CONTENT = 4  # another body than that of the last 2xx answer


class Entry(Struct, frozen=True):
    """A stored fetch. `host` is scheme, host and port: the scope of a robots.txt."""

    id: int
    host: str
    requested: str
    final_url: str
    outcome: FetchOutcome
    status: int | None
    failure: Failure | None
    redirects: int
    content_type: str
    body_kind: Content
    size: int
    truncated: bool
    sha256: str
    """Hash of the body; "" if none is stored."""
    is_unmodified: bool
    """True if the server answered 304: the body is that of the previous answer."""
    headers: Headers
    """Headers of the last hop: bounded, without cookies and credentials."""
    elapsed_ms: float
    fetched_at: datetime
    user_agent: str
    marks: EntryMark
    name: str = ""
    """Name that the person gave this version."""

    @property
    def has_rules(self) -> bool:
        """True if the entry has a file: a 2xx answer, or a 304."""
        return self.outcome is FetchOutcome.SUCCESS or self.is_unmodified

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)


class HostSummary(Struct, frozen=True):
    host: str
    entries: int
    changes: int
    newest_at: datetime
    every: timedelta | None
    """The interval of the watch list, None if not watched."""


class Usage(Struct, frozen=True):
    size: int
    max_bytes: int


class HistoryLimits(Struct, frozen=True):
    max_bytes: int = 128 * 1024 * 1024
    headers: int = 64
    header_bytes: int = 2_048


DEFAULT_LIMITS: Final = HistoryLimits()
