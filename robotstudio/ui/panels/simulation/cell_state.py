"""What a cell of the matrix says, and how each of it looks: a row of the table of looks."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from robotstudio.io.fetching.policy import Effect
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.glyphs import Glyph


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


@dataclass(frozen=True, slots=True)
class CellLook:
    """The glyph, the tokens of its colour and ground, and how the text beside it is set.

    A state whose `numbered` is true shows the number of the deciding line, the others a word.
    """

    glyph: Glyph
    color: str
    ground: str | None = None
    hatched: bool = False
    numbered: bool = False
    weight: int = 400
    px: int = 11


CELL_LOOKS: Mapping[CellState, CellLook] = MappingProxyType(
    {
        CellState.BLOCKED: CellLook(Glyph.CROSS, "blocked", "blocked_tint", numbered=True, weight=600, px=12),
        CellState.ALLOWED: CellLook(Glyph.CHECK, "allowed", numbered=True, weight=500, px=12),
        CellState.NO_RULE: CellLook(Glyph.DASH, "no_rule"),
        CellState.ALWAYS: CellLook(Glyph.CHECK, "allowed"),
        CellState.ALL_BLOCKED: CellLook(Glyph.CROSS, "blocked", "blocked_tint", hatched=True, weight=600, px=12),
        CellState.ALL_ALLOWED: CellLook(Glyph.CHECK, "allowed", weight=500, px=12),
        CellState.UNKNOWN: CellLook(Glyph.QUESTION, "unknown", "unknown_tint"),
        CellState.DEFERRED: CellLook(Glyph.PAUSE, "warning", "warning_tint"),
        CellState.COPY_BLOCKED: CellLook(Glyph.CROSS, "blocked", "blocked_tint", weight=600, px=12),
        CellState.COPY_ALLOWED: CellLook(Glyph.CHECK, "allowed", weight=500, px=12),
    }
)


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
