"""Icons drawn as strokes, so that they look the same on every system and at every scale."""

import math
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

VERDICT_BOX = 8.5
VERDICT_STROKE = 1.8
ICON_STROKE = 1.4

_DEVICE_PIXEL_RATIOS = (1.0, 1.5, 2.0, 3.0)


class Glyph(Enum):
    """The available glyphs; the value is the key in the table of shapes."""

    CROSS = "cross"
    CHECK = "check"
    DASH = "dash"
    QUESTION = "question"
    PAUSE = "pause"
    CHANGED = "changed"

    WARNING = "warning"
    ERROR = "error"
    NOTE = "note"
    PROVEN = "proven"
    LOADED_ONLY = "loaded-only"
    UNDECIDED = "undecided"
    PROVING = "proving"
    FLIP = "flip"

    ARROW_RIGHT = "arrow-right"
    ARROW_UP = "arrow-up"
    ARROW_DOWN = "arrow-down"
    CHEVRON_RIGHT = "chevron-right"
    CHEVRON_LEFT = "chevron-left"
    CHEVRON_UP = "chevron-up"
    CHEVRON_DOWN = "chevron-down"

    TRIANGLE = "triangle"
    NOT_EQUAL = "not-equal"
    DIFFERENCE = "difference"
    PLUS = "plus"
    MINUS = "minus"
    CLOSE = "close"
    DOT = "dot"

    SEARCH = "search"
    WHOLE_WORD = "whole-word"
    IN_SELECTION = "in-selection"
    DOWNLOAD = "download"
    GLOBE = "globe"
    OUTSIDE = "outside"
    LOCK = "lock"
    FOLDER = "folder"
    FILE = "file"
    COPY = "copy"
    TRASH = "trash"
    FLASK = "flask"
    PINNED = "pinned"
    PLAY = "play"
    LAYOUT = "layout"
    LAYERS = "layers"
    WAND = "wand"
    REFRESH = "refresh"
    CLOCK = "clock"
    FILTER = "filter"
    TREE = "tree"
    MORE = "more"


# One row a glyph: the side of its square box, then strokes in a small language of moves:
# M x y move, L x y line, C x1 y1 x2 y2 x y curve, Z close, O cx cy r circle, R x y w h r rounded rectangle,
# A cx cy r start sweep arc (degrees, counter-clockwise), D cx cy r filled dot, F fill the whole shape.
_SHAPES: dict[Glyph, tuple[float, str]] = {
    Glyph.CROSS: (8.5, "M 1 1 L 7.5 7.5 M 7.5 1 L 1 7.5"),
    Glyph.CHECK: (8.5, "M 0.6 4.6 L 3.1 7.1 L 7.9 1.6"),
    Glyph.DASH: (8.5, "M 1.2 4.25 L 7.3 4.25"),
    Glyph.QUESTION: (8.5, "M 2.3 2.5 C 2.3 -0.3 6.6 -0.2 6.4 2.6 C 6.3 4 4.4 3.9 4.3 5.5 D 4.3 7.8 0.55"),
    Glyph.PAUSE: (8.5, "M 2.4 1.2 L 2.4 7.3 M 6.1 1.2 L 6.1 7.3"),
    Glyph.CHANGED: (8, "M 0 0 L 8 0 L 8 8 Z F"),
    Glyph.WARNING: (16, "M 8 2.2 L 14.6 13.6 L 1.4 13.6 Z M 8 6.6 L 8 9.6 D 8 11.8 0.7"),
    Glyph.ERROR: (
        16,
        (
            "M 5.3 1.6 L 10.7 1.6 L 14.4 5.3 L 14.4 10.7 L 10.7 14.4 L 5.3 14.4 L 1.6 10.7 L 1.6 5.3 Z "
            "M 8 4.8 L 8 8.6 D 8 11.1 0.7"
        ),
    ),
    Glyph.NOTE: (16, "O 8 8 6.4 M 8 7.4 L 8 11.2 D 8 4.9 0.7"),
    Glyph.PROVEN: (
        16,
        (
            "M 8 0.8 L 14 3 L 14 7.6 C 14 11.4 11.6 14 8 15.4 C 4.4 14 2 11.4 2 7.6 L 2 3 Z "
            "M 4.4 8 L 7 10.8 L 11.8 5.9 L 10.7 4.8 L 7 8.6 L 5.5 6.9 Z F"
        ),
    ),
    Glyph.LOADED_ONLY: (
        16,
        (
            "A 8 8 6.4 5 35 A 8 8 6.4 65 35 A 8 8 6.4 125 35 A 8 8 6.4 185 35 A 8 8 6.4 245 35 A 8 8 6.4 305 35 "
            "M 5.2 8.3 L 7.2 10.3 L 10.9 6"
        ),
    ),
    Glyph.UNDECIDED: (
        16,
        "M 8 0.9 L 15.1 8 L 8 15.1 L 0.9 8 Z M 6.3 6.6 C 6.3 4.4 9.8 4.5 9.6 6.7 C 9.5 7.9 8 7.8 8 9.2 D 8 11.3 0.7",
    ),
    Glyph.PROVING: (16, "A 8 8 6 90 -250"),
    Glyph.FLIP: (
        16,
        (
            "R 1.4 1.4 13.2 13.2 3 M 4.4 6.1 L 11.4 6.1 M 9.6 4.3 L 11.4 6.1 L 9.6 7.9 "
            "M 11.6 10 L 4.6 10 M 6.4 8.2 L 4.6 10 L 6.4 11.8"
        ),
    ),
    Glyph.ARROW_RIGHT: (16, "M 2.5 8 L 13.5 8 M 9.5 4 L 13.5 8 L 9.5 12"),
    Glyph.ARROW_UP: (16, "M 8 13.5 L 8 2.5 M 4 6.5 L 8 2.5 L 12 6.5"),
    Glyph.ARROW_DOWN: (16, "M 8 2.5 L 8 13.5 M 4 9.5 L 8 13.5 L 12 9.5"),
    Glyph.CHEVRON_RIGHT: (16, "M 6 3.5 L 10.5 8 L 6 12.5"),
    Glyph.CHEVRON_LEFT: (16, "M 10 3.5 L 5.5 8 L 10 12.5"),
    Glyph.CHEVRON_UP: (16, "M 3.5 10 L 8 5.5 L 12.5 10"),
    Glyph.CHEVRON_DOWN: (16, "M 3.5 6 L 8 10.5 L 12.5 6"),
    Glyph.TRIANGLE: (16, "M 8 2.6 L 14 13 L 2 13 Z"),
    Glyph.NOT_EQUAL: (16, "M 2.5 6 L 13.5 6 M 2.5 10.5 L 13.5 10.5 M 10.5 2.5 L 5.5 14"),
    Glyph.DIFFERENCE: (16, "M 8 1.8 L 8 9.4 M 4.2 5.6 L 11.8 5.6 M 4.2 13.2 L 11.8 13.2"),
    Glyph.PLUS: (16, "M 8 2.5 L 8 13.5 M 2.5 8 L 13.5 8"),
    Glyph.MINUS: (16, "M 2.5 8 L 13.5 8"),
    Glyph.CLOSE: (16, "M 4 4 L 12 12 M 12 4 L 4 12"),
    Glyph.DOT: (8, "D 4 4 3.5"),
    Glyph.PINNED: (16, "O 8 8 5 D 8 8 1.6"),
    Glyph.SEARCH: (16, "O 7 7 4.8 M 10.6 10.6 L 14.2 14.2"),
    Glyph.WHOLE_WORD: (
        16,
        "O 4.6 6.6 2 M 6.6 4.4 L 6.6 8.8 M 9.4 2 L 9.4 8.8 O 11.4 6.6 2 M 1.4 11 L 1.4 13.4 L 14.6 13.4 L 14.6 11",
    ),
    Glyph.IN_SELECTION: (16, "M 2.5 2.8 L 13.5 2.8 R 1.4 5.6 13.2 4.8 1 M 4 8 L 9.6 8 M 2.5 13.2 L 13.5 13.2"),
    Glyph.DOWNLOAD: (16, "M 8 1.8 L 8 10.2 M 4.4 6.8 L 8 10.4 L 11.6 6.8 M 2 14 L 14 14"),
    Glyph.OUTSIDE: (
        16,
        "M 9 2.5 L 13.5 2.5 L 13.5 7 M 13.5 2.5 L 7.5 8.5 M 11.5 9.5 L 11.5 13.5 L 2.5 13.5 L 2.5 4.5 L 6.5 4.5",
    ),
    Glyph.GLOBE: (
        16,
        "O 8 8 6.4 M 1.6 8 L 14.4 8 M 8 1.6 C 3.9 5 3.9 11 8 14.4 M 8 1.6 C 12.1 5 12.1 11 8 14.4",
    ),
    Glyph.LOCK: (16, "R 2.8 6.8 10.4 7.4 1.6 M 5 6.8 L 5 4.9 C 5 0.9 11 0.9 11 4.9 L 11 6.8"),
    Glyph.FOLDER: (
        16,
        (
            "M 1.6 4 C 1.6 3.2 2.1 2.8 2.8 2.8 L 6 2.8 L 7.8 4.9 L 13.2 4.9 C 14 4.9 14.4 5.3 14.4 6.1 "
            "L 14.4 12 C 14.4 12.8 14 13.2 13.2 13.2 L 2.8 13.2 C 2 13.2 1.6 12.8 1.6 12 Z"
        ),
    ),
    Glyph.FILE: (16, "M 3.4 1.8 L 9.4 1.8 L 12.8 5.2 L 12.8 14.2 L 3.4 14.2 Z M 9.2 2 L 9.2 5.4 L 12.6 5.4"),
    Glyph.COPY: (
        16,
        (
            "R 5.6 5.6 8.6 8.6 1.6 M 3.4 10.4 L 3 10.4 C 2.2 10.4 1.8 10 1.8 9.2 L 1.8 3 C 1.8 2.2 2.2 1.8 3 1.8 "
            "L 9.2 1.8 C 10 1.8 10.4 2.2 10.4 3 L 10.4 3.4"
        ),
    ),
    Glyph.TRASH: (16, "M 2.4 4.2 L 13.6 4.2 M 6 4 L 6 2 L 10 2 L 10 4 M 3.8 4.4 L 4.6 14 L 11.4 14 L 12.2 4.4"),
    Glyph.FLASK: (
        16,
        (
            "M 5.4 1.8 L 10.6 1.8 M 6.4 1.8 L 6.4 6.2 L 2.9 12.6 C 2.4 13.6 2.9 14.2 3.8 14.2 L 12.2 14.2 "
            "C 13.1 14.2 13.6 13.6 13.1 12.6 L 9.6 6.2 L 9.6 1.8 M 4.6 10.2 L 11.4 10.2"
        ),
    ),
    Glyph.PLAY: (16, "M 4.2 2.4 L 13 8 L 4.2 13.6 Z"),
    Glyph.LAYERS: (16, "M 8 2 L 14 5 L 8 8 L 2 5 Z M 2 8 L 8 11 L 14 8 M 2 11 L 8 14 L 14 11"),
    Glyph.LAYOUT: (16, "R 2 2 12 12 1.6 M 2 6.2 L 14 6.2 M 6.2 6.2 L 6.2 14"),
    Glyph.WAND: (
        16,
        (
            "M 2 14 L 9.8 6.2 M 11.6 1.6 L 11.6 4.4 M 10.2 3 L 13 3 M 13.6 7.2 L 13.6 9.2 M 12.6 8.2 L 14.6 8.2 "
            "M 6.2 2.2 L 6.2 4.2 M 5.2 3.2 L 7.2 3.2"
        ),
    ),
    Glyph.REFRESH: (16, "A 8 8 5.8 20 300 M 13.6 2.6 L 13.5 6.1 L 10 6"),
    Glyph.CLOCK: (16, "O 8 8 6.4 M 8 4.2 L 8 8 L 10.8 9.6"),
    Glyph.FILTER: (16, "M 2.2 3.4 L 13.8 3.4 M 4.4 8 L 11.6 8 M 6.6 12.6 L 9.4 12.6"),
    Glyph.TREE: (16, "M 2.2 3 L 10 3 M 4.2 3 L 4.2 13 L 6.4 13 M 4.2 8 L 6.4 8 M 8.4 8 L 13.8 8 M 8.4 13 L 13.8 13"),
    Glyph.MORE: (16, "D 3 8 1 D 8 8 1 D 13 8 1"),
}


class _Drawing:
    """The strokes and the filled parts of one glyph in its own box."""

    def __init__(self, box: float, moves: str) -> None:
        self.box = box
        self.strokes = QPainterPath()
        self.fills = QPainterPath()
        words = iter(moves.split())
        for word in words:
            _MOVES[word](self, words)


def _move(drawing: _Drawing, words: Iterator[str]) -> None:
    drawing.strokes.moveTo(*_numbers(words, 2))


def _line(drawing: _Drawing, words: Iterator[str]) -> None:
    drawing.strokes.lineTo(*_numbers(words, 2))


def _curve(drawing: _Drawing, words: Iterator[str]) -> None:
    drawing.strokes.cubicTo(*_numbers(words, 6))


def _close(drawing: _Drawing, _words: Iterator[str]) -> None:
    drawing.strokes.closeSubpath()


def _circle(drawing: _Drawing, words: Iterator[str]) -> None:
    x, y, radius = _numbers(words, 3)
    drawing.strokes.addEllipse(QPointF(x, y), radius, radius)


def _rounded(drawing: _Drawing, words: Iterator[str]) -> None:
    x, y, width, height, radius = _numbers(words, 5)
    drawing.strokes.addRoundedRect(QRectF(x, y, width, height), radius, radius)


def _arc(drawing: _Drawing, words: Iterator[str]) -> None:
    x, y, radius, start, sweep = _numbers(words, 5)
    angle = math.radians(start)
    drawing.strokes.moveTo(x + radius * math.cos(angle), y - radius * math.sin(angle))
    drawing.strokes.arcTo(QRectF(x - radius, y - radius, 2 * radius, 2 * radius), start, sweep)


def _dot(drawing: _Drawing, words: Iterator[str]) -> None:
    x, y, radius = _numbers(words, 3)
    drawing.fills.addEllipse(QPointF(x, y), radius, radius)


def _fill(drawing: _Drawing, _words: Iterator[str]) -> None:
    drawing.fills.addPath(drawing.strokes)
    drawing.strokes.clear()


def _numbers(words: Iterator[str], count: int) -> list[float]:
    return [float(next(words)) for _ in range(count)]


_MOVES: dict[str, Callable[[_Drawing, Iterator[str]], None]] = {
    "M": _move,
    "L": _line,
    "C": _curve,
    "Z": _close,
    "O": _circle,
    "R": _rounded,
    "A": _arc,
    "D": _dot,
    "F": _fill,
}


@cache
def _drawing(glyph: Glyph) -> _Drawing:
    return _Drawing(*_SHAPES[glyph])


def paint_glyph(painter: QPainter, glyph: Glyph, rect: QRectF, color: QColor, width: float = VERDICT_STROKE) -> None:
    """Draw `glyph` as large as fits in the middle of `rect`, with strokes `width` pixels wide whatever its size."""
    drawing = _drawing(glyph)
    scale = min(rect.width(), rect.height()) / drawing.box
    if scale <= 0:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center())
    painter.scale(scale, scale)
    painter.translate(-drawing.box / 2, -drawing.box / 2)
    pen = QPen(color, width / scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if not drawing.strokes.isEmpty():
        painter.strokePath(drawing.strokes, pen)
    if not drawing.fills.isEmpty():
        painter.fillPath(drawing.fills, color)
    painter.restore()


def glyph_pixmap(glyph: Glyph, color: QColor, size: float, ratio: float) -> QPixmap:
    """One picture of `glyph`, `size` logical pixels square, for a screen with `ratio` device pixels to one."""
    side = math.ceil(size * ratio)
    pixmap = QPixmap(side, side)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_glyph(painter, glyph, QRectF(0, 0, size, size), color, ICON_STROKE)
    painter.end()
    return pixmap


def glyph_icon(
    glyph: Glyph,
    color: QColor,
    size: float = 16,
    *,
    disabled: QColor | None = None,
) -> QIcon:
    """Return an icon of `glyph`, drawn for each usual screen density instead of scaled."""
    icon = QIcon()
    for ratio in _DEVICE_PIXEL_RATIOS:
        icon.addPixmap(glyph_pixmap(glyph, color, size, ratio))
        if disabled is not None:
            icon.addPixmap(glyph_pixmap(glyph, disabled, size, ratio), QIcon.Mode.Disabled)
    return icon
