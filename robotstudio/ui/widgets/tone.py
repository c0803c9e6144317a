"""The tones of chips and badges, shown by colour and always also by a glyph or a word; and a tone as a boxed glyph."""

from enum import Enum

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from robotstudio.ui.theme.glyphs import ICON_STROKE, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import draw_box

_BOX = 30
_GLYPH = 14
_STROKED_GLYPHS = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)


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


class ToneBox(QWidget):
    """The tone as a glyph in a box."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tone = Tone.NEUTRAL
        self._plain = Glyph.DASH
        self.setFixedSize(_BOX, _BOX)

    def set_tone(self, tone: Tone, plain: Glyph = Glyph.DASH) -> None:
        """Show a tone; `plain` is the glyph of the neutral one, which has none."""
        self.tone, self._plain = tone, plain
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, look = QPainter(self), TONES[self.tone]
        rect = QRectF(self.rect())
        edge = theme.color(EDGES.get(self.tone, "border_strong"))
        draw_box(painter, rect, RADII.field, theme.color(look.ground), edge)
        glyph = look.glyph or self._plain
        side = _GLYPH if glyph in _STROKED_GLYPHS else _GLYPH + 3
        box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
        stroke = VERDICT_STROKE if glyph in _STROKED_GLYPHS else ICON_STROKE
        paint_glyph(painter, glyph, box, theme.color(look.text), stroke)


class Mark(QWidget):
    """A glyph in the colour of a token, before a sentence."""

    def __init__(self, parent: QWidget, side: int) -> None:
        """Start empty; `side` is that of the glyph, in pixels."""
        super().__init__(parent)
        self.glyph, self.color = Glyph.PROVING, "accent"
        self.setFixedSize(side, side)

    def show_glyph(self, glyph: Glyph, color: str) -> None:
        self.glyph, self.color = glyph, color
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        stroke = ICON_STROKE
        paint_glyph(QPainter(self), self.glyph, QRectF(self.rect()), theme.color(self.color), stroke)
