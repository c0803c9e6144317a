"""Boxes, rings and runs of text: what the drawn widgets have in common."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QWidget

from robotstudio.text.phrases import is_wide
from robotstudio.ui.theme.tokens import RADII, SIZES

_NOT_LAST = " \u00a0,;:·–—-(«“"
"""What does not stand before the `…` of a text that is cut."""


class TextRun(Struct, frozen=True):
    """A piece of a line of text in one font and colour; `gap` is the space before it."""

    text: str
    font: QFont
    color: QColor
    gap: float = 0

    @property
    def width(self) -> float:
        """The advance of the text with the space before it."""
        return self.gap + advance(self.text, self.font)


@lru_cache(maxsize=8192)
def advance(text: str, font: QFont) -> float:
    """How wide the text is; the same few words are painted again and again, and to measure them costs most of it."""
    return QFontMetricsF(font).horizontalAdvance(text)


def runs_width(runs: Sequence[TextRun]) -> float:
    """How wide the runs are, side by side."""
    return sum(run.width for run in runs)


def draw_runs(painter: QPainter, rect: QRectF, runs: Sequence[TextRun]) -> None:
    """Draw the runs on one base line, from the left and in the middle of `rect`; what does not fit is elided."""
    if not runs:
        return
    metrics = QFontMetricsF(runs[0].font)
    baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) / 2
    x = rect.left()
    for place, run in enumerate(runs):
        x += run.gap
        room = rect.right() - x + 0.5
        width = advance(run.text, run.font)
        behind = runs[place + 1 :]
        # Where not even `…` has room behind it, what is left out would be left out unseen.
        is_last = bool(behind) and width + min(runs_width(behind), behind[0].gap + advance("…", behind[0].font)) > room
        fits = width <= room and not is_last
        text = run.text if fits else _elided(replace(run, text=f"{run.text}…") if is_last else run, room)
        painter.setFont(run.font)
        painter.setPen(run.color)
        painter.drawText(QPointF(x, baseline), text)
        if not fits:
            return
        x += width


def _elided(run: TextRun, room: float) -> str:
    return elided(run.text, run.font, room)


def elided(text: str, font: QFont, room: float) -> str:
    """As much of the text as there is room for, and `…`; it ends with a whole word, unless it is code or one word."""
    cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room)
    kept = cut.removesuffix("…")
    if cut == text or font.styleHint() is QFont.StyleHint.Monospace:
        return cut
    if not _parts(kept[-1:]) and not _parts(text[len(kept) : len(kept) + 1]):
        kept = kept[: next((place for place in range(len(kept), 0, -1) if _parts(kept[place - 1])), 0)]
    whole = kept.rstrip(_NOT_LAST)
    return f"{whole}…" if whole else cut


def _parts(letter: str) -> bool:
    """Whether words may be parted beside it: a space, a Chinese letter, or where nothing more comes."""
    return not letter or letter.isspace() or is_wide(letter)


def fitted(run: TextRun, room: QRectF, smaller: QFont, inset: float) -> tuple[QRectF, list[TextRun]]:
    """A run in its room; where it is too long, in a smaller font, and with the inset behind the room where needed."""
    if run.width <= room.width():
        return room, [run]
    small = replace(run, font=smaller)
    return (room if small.width <= room.width() else room.adjusted(0, 0, inset, 0)), [small]


def wrapped_lines(text: str, font: QFont, width: float) -> list[str]:
    """The lines of `text` where it is broken between words to fit `width`."""
    layout = QTextLayout(text, font)
    lines = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1))
        lines.append(_utf16_slice(text, line.textStart(), line.textLength()).strip())
    layout.endLayout()
    return lines


def _utf16_slice(text: str, start: int, length: int) -> str:
    # Qt counts UTF-16 units.
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * (start + length)].decode("utf-16-le", "replace")


def draw_box(
    painter: QPainter, rect: QRectF, radius: float, ground: QColor | None, edge: QColor | None = None, width: float = 1
) -> None:
    """A rounded box whose edge lies wholly inside `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(ground or Qt.BrushStyle.NoBrush)
    if edge is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        painter.setPen(QPen(edge, width))
        half = width / 2
        rect = rect.adjusted(half, half, -half, -half)
        radius = max(0.0, radius - half)
    painter.drawRoundedRect(rect, radius, radius)
    painter.restore()


def make_rounded(popup: QWidget) -> None:
    """Let what lies behind its corners be seen; for a window that `draw_popup` paints, before it is shown."""
    popup.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    popup.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
    popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


def draw_popup(painter: QPainter, rect: QRectF, ground: QColor, edge: QColor) -> None:
    """The ground of a window that opens over others."""
    draw_box(painter, rect, RADII.card, ground, edge)


def draw_focus_ring(painter: QPainter, rect: QRectF, radius: float, color: QColor) -> None:
    """The ring that shows where the keyboard is, inside the control."""
    draw_box(painter, rect, radius, None, color, SIZES.focus_ring)
