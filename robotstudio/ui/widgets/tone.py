"""The tones of chips and badges, shown by colour and always also by a glyph or a word."""

from enum import Enum

from msgspec import Struct

from robotstudio.ui.theme.glyphs import Glyph


class Tone(Enum):
    NEUTRAL = "neutral"
    ALLOWED = "allowed"
    BLOCKED = "blocked"
    WARNING = "warning"
    UNKNOWN = "unknown"
    NOTE = "note"
    ACCENT = "accent"


class ToneLook(Struct, frozen=True):
    """The tokens for the text and its background, and the matching glyph."""

    text: str
    ground: str
    glyph: Glyph | None


TONES: dict[Tone, ToneLook] = {
    Tone.NEUTRAL: ToneLook("text2", "sunken", None),
    Tone.ALLOWED: ToneLook("allowed", "allowed_tint", Glyph.CHECK),
    Tone.BLOCKED: ToneLook("blocked", "blocked_tint", Glyph.CROSS),
    Tone.WARNING: ToneLook("warning", "warning_tint", Glyph.WARNING),
    Tone.UNKNOWN: ToneLook("unknown", "unknown_tint", Glyph.QUESTION),
    Tone.NOTE: ToneLook("note", "note_tint", Glyph.NOTE),
    Tone.ACCENT: ToneLook("accent", "accent_tint", None),
}

EDGES: dict[Tone, str] = {
    Tone.ALLOWED: "allowed_edge",
    Tone.BLOCKED: "blocked_edge",
    Tone.WARNING: "warning_edge",
}
"""The tokens of frames around the backgrounds; other frames are neutral."""
