"""The records of the history, as frozen data."""

from datetime import datetime, timedelta
from enum import IntFlag
from typing import Final

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Failure, FetchOutcome, Headers
from robotstudio.lazy_dataclasses import dataclass


class EntryMark(IntFlag):
    """What is new in an entry beside the entry of its host before it."""

    NONE = 0
    FIRST = 1
    STATUS = 2  # another status, or another failure
    CONTENT = 4  # another body than that of the last answer with a 2xx


@dataclass(frozen=True, slots=True)
class Entry:
    """One fetch that is kept. `host` is scheme, host and port, for that is what a robots.txt governs."""

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
    """Of the body; "" where none is kept."""
    is_unmodified: bool
    """Whether the server said that nothing has changed (304): the body is that of the answer before."""
    headers: Headers
    """Those of the last answer, bounded, without cookies and credentials."""
    elapsed_ms: float
    fetched_at: datetime
    user_agent: str
    marks: EntryMark

    @property
    def has_rules(self) -> bool:
        """Whether it stands for a file: an answer with a 2xx, or one that says that the file is as it was."""
        return self.outcome is FetchOutcome.SUCCESS or self.is_unmodified

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)


@dataclass(frozen=True, slots=True)
class HostSummary:
    """A host of which fetches are kept."""

    host: str
    entries: int
    changes: int
    newest_at: datetime
    every: timedelta | None
    """How often it is fetched again, None where it is not watched."""


@dataclass(frozen=True, slots=True)
class Usage:
    """How much room the history takes."""

    size: int
    max_bytes: int


@dataclass(frozen=True, slots=True)
class HistoryLimits:
    """How much is kept."""

    max_bytes: int = 128 * 1024 * 1024
    headers: int = 64
    header_bytes: int = 2_048


DEFAULT_LIMITS: Final = HistoryLimits()
