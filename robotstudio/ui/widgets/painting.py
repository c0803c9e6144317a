"""Boxes, rings and runs of text, shared by the painted widgets."""

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
"""Characters that are removed before the `…` of an elided text."""


class TextRun(Struct, frozen=True):
    """A piece of a line of text in one font and colour; `gap` is the space before it."""

    text: str
    font: QFont
    color: QColor
    gap: float = 0

    @property
    def width(self) -> float:
        """The advance of the text and the space before it."""
        return self.gap + advance(self.text, self.font)


@lru_cache(maxsize=8192)
def advance(text: str, font: QFont) -> float:
    """Return the width of a text; cached, because measuring repeated words dominates the cost of painting."""
    return QFontMetricsF(font).horizontalAdvance(text)


def runs_width(runs: Sequence[TextRun]) -> float:
    """Return the total width of the runs."""
    return sum(run.width for run in runs)


def draw_runs(painter: QPainter, rect: QRectF, runs: Sequence[TextRun]) -> None:
    """Draw the runs on one base line, left-aligned and vertically centred in `rect`; the end is elided."""
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
        # If not even `…` fits after it, the omission would be invisible.
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
    """Elide a text to fit the room, at a word boundary unless it is code or one word."""
    cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room)
    kept = cut.removesuffix("…")
    if cut == text or font.styleHint() is QFont.StyleHint.Monospace:
        return cut
    if not _parts(kept[-1:]) and not _parts(text[len(kept) : len(kept) + 1]):
        kept = kept[: next((place for place in range(len(kept), 0, -1) if _parts(kept[place - 1])), 0)]
    whole = kept.rstrip(_NOT_LAST)
    return f"{whole}…" if whole else cut


def _parts(letter: str) -> bool:
    """Return True for a word boundary: a space, a Chinese character, or the end."""
    return not letter or letter.isspace() or is_wide(letter)


def fitted(run: TextRun, room: QRectF, smaller: QFont, inset: float) -> tuple[QRectF, list[TextRun]]:
    """Return a run that fits its room, if necessary in a smaller font and with the inset after the room."""
    if run.width <= room.width():
        return room, [run]
    small = replace(run, font=smaller)
    return (room if small.width <= room.width() else room.adjusted(0, 0, inset, 0)), [small]


def wrapped_lines(text: str, font: QFont, width: float) -> list[str]:
    """Return the lines of `text`, wrapped between words to fit `width`."""
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
    """Draw a rounded box whose edge is wholly inside `rect`."""
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
    """Make the corners of a pop-up transparent for `draw_popup`; call it before the pop-up is shown."""
    popup.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    popup.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
    popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


def draw_popup(painter: QPainter, rect: QRectF, ground: QColor, edge: QColor) -> None:
    """Draw the background of a pop-up."""
    draw_box(painter, rect, RADII.card, ground, edge)


def draw_focus_ring(painter: QPainter, rect: QRectF, radius: float, color: QColor) -> None:
    """Draw the focus ring inside a control."""
    draw_box(painter, rect, radius, None, color, SIZES.focus_ring)
