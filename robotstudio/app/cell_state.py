"""The states of a cell of the matrix: blocked, allowed, unknown, and what decides."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from robotstudio.app.columns import Column
from robotstudio.engine.paths import bytes_of
from robotstudio.io.fetching.policy import Effect
from robotstudio.io.urls import TestUrl


class CellState(Enum):
    """A verdict as the matrix shows it."""

    BLOCKED = "blocked"
    ALLOWED = "allowed"
    NO_RULE = "no-rule"
    ALWAYS = "always"
    ALL_BLOCKED = "all-blocked"
    ALL_ALLOWED = "all-allowed"
    UNKNOWN = "unknown"
    DEFERRED = "deferred"
    COPY_BLOCKED = "copy-blocked"
    COPY_ALLOWED = "copy-allowed"


_BY_OUTCOME: Mapping[tuple[Effect, bool], CellState] = MappingProxyType(
    {
        (Effect.ALLOW_ALL, True): CellState.ALL_ALLOWED,
        (Effect.DISALLOW_ALL, False): CellState.ALL_BLOCKED,
        (Effect.DISALLOW_ALL, True): CellState.ALWAYS,
        (Effect.LAST_GOOD_COPY, True): CellState.COPY_ALLOWED,
        (Effect.LAST_GOOD_COPY, False): CellState.COPY_BLOCKED,
        (Effect.DEFER, False): CellState.DEFERRED,
    }
)


def state_of(allowed: bool, line: int, *, always: bool = False, effect: Effect = Effect.PARSE) -> CellState:
    """The state of a verdict; a blocked cell without a line is one that the file as a whole blocks.

    Where the outcome of the fetch decides, `effect` says how; what it says nothing of is unknown, never allowed.
    """
    if effect is not Effect.PARSE:
        return _BY_OUTCOME.get((effect, allowed), CellState.UNKNOWN)
    if line > 0:
        return CellState.ALLOWED if allowed else CellState.BLOCKED
    if not allowed:
        return CellState.ALL_BLOCKED
    return CellState.ALWAYS if always else CellState.NO_RULE


def is_always_allowed(url: TestUrl, column: Column) -> bool:
    """Whether the crawler fetches this URL whatever the rules say, such as /robots.txt."""
    dialect = column.robots.dialect
    return bool(dialect.always_allowed) and dialect.path_of(bytes_of(url.url)) in dialect.always_allowed
