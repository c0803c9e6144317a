"""Counts of a crawl's URLs by state: numbers, and a bar of their shares."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.crawl.model import CrawlProgress
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs

_HEIGHT, _INSET, _NUMBERS, _BAR, _LEAST = 113, 14, 70, 8, 2
_SWATCH, _GAP = 9, 6
_PITCH, _STROKE = 5.0, 1.5


class _Kind(Struct, frozen=True):
    """One number and the colours of its share: the ground, and the hatching over it."""

    title: Message
    count: Callable[[CrawlProgress], int]
    ground: str
    hatch: str = ""


_KINDS = (
    _Kind("Fetched", lambda progress: progress.fetched - progress.refused, "accent_fill"),
    _Kind("Queued", lambda progress: progress.queued, "sunken"),
    _Kind("Not fetched", lambda progress: progress.forbidden + progress.left_out, "blocked_tint", "blocked_edge"),
    _Kind("Errors", lambda progress: progress.errors + progress.refused, "blocked"),
    _Kind("In traps", lambda progress: progress.traps, "warning_tint", "warning_edge"),
)


class _Shown(NamedTuple):
    progress: CrawlProgress
    patterns: int
    is_running: bool


class CrawlCounts(QWidget):
    """Painted from the latest progress."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: _Shown | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)

    def show_progress(self, progress: CrawlProgress, patterns: int, *, is_running: bool) -> None:
        """Show the progress of a crawl; `patterns` is how many were ended as traps."""
        self._shown = _Shown(progress, patterns, is_running)
        counts = (WORDS.about(tr(kind.title), WORDS.number(kind.count(progress))) for kind in _KINDS)
        self.setAccessibleName(side_by_side(counts))
        self.setAccessibleDescription(crawl_words.done_words(progress, is_running=is_running))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.color("border"))
        if self._shown is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect()).adjusted(_INSET, 6, -_INSET, -5)
        self._paint_numbers(painter, QRectF(room.left(), room.top(), room.width(), _NUMBERS), self._shown)
        bar = QRectF(room.left(), room.top() + (_NUMBERS + 4), room.width(), _BAR)
        self._paint_bar(painter, bar, self._shown.progress)
        below = QRectF(room.left(), bar.bottom() + 1, room.width(), room.bottom() - bar.bottom())
        self._paint_sentence(painter, below, self._shown)

    def _paint_numbers(self, painter: QPainter, room: QRectF, shown: _Shown) -> None:
        fonts, color = theme.fonts, theme.color
        progress = shown.progress
        details = (
            crawl_words.fetched_words(progress),
            crawl_words.deepest_words(progress),
            tr("{count} blocked by the live file", count=progress.forbidden) if progress.forbidden else "",
            crawl_words.errors_words(progress),
            crawl_words.traps_words(shown.patterns) if shown.patterns else "",
            crawl_words.in_flight_words(progress) if shown.is_running else "",
        )
        titles = [tr(kind.title) for kind in _KINDS] + [tr("Per second")]
        rate = WORDS.number(progress.per_second, 1)
        numbers = [*(WORDS.number(kind.count(progress)) for kind in _KINDS), rate]
        width = room.width() / len(titles)
        for place, (title, number, detail) in enumerate(zip(titles, numbers, details, strict=True)):
            x = room.left() + place * width
            label = QRectF(x, room.top(), width - 8, 18)
            if place < len(_KINDS):
                box = QRectF(x, label.center().y() - _SWATCH / 2, _SWATCH, _SWATCH)
                self._paint_share(painter, box, _KINDS[place])
                label.setLeft(x + (_SWATCH + _GAP))
            draw_runs(painter, label, [TextRun(title, fonts.ui(11), color("text2"))])
            line = QRectF(x, label.bottom(), width - 8, 28)
            draw_runs(painter, line, [TextRun(number, fonts.ui(20, 600), color("text"))])
            line = QRectF(x, line.bottom(), width - 8, 18)
            draw_runs(painter, line, [TextRun(detail, fonts.ui(11), color("text3"))])

    def _paint_bar(self, painter: QPainter, bar: QRectF, progress: CrawlProgress) -> None:
        path = QPainterPath()
        path.addRoundedRect(bar, bar.height() / 2, bar.height() / 2)
        painter.save()
        painter.setClipPath(path)
        painter.fillRect(bar, theme.color("sunken"))
        counts = [kind.count(progress) for kind in _KINDS]
        total, x = max(1, sum(counts)), bar.left()
        for kind, count in zip(_KINDS, counts, strict=True):
            if count:
                width = max(float(_LEAST), bar.width() * count / total)
                self._paint_share(painter, QRectF(x, bar.top(), width, bar.height()), kind, radius=0)
                x += width
        painter.restore()

    def _paint_share(self, painter: QPainter, rect: QRectF, kind: _Kind, radius: float = 2) -> None:
        color = theme.color
        edge = color("border_strong") if radius and kind.ground == "sunken" else None
        draw_box(painter, rect, radius, color(kind.ground), edge)
        if kind.hatch:
            hatch(painter, rect, color(kind.hatch))

    def _paint_sentence(self, painter: QPainter, room: QRectF, shown: _Shown) -> None:
        fonts, color = theme.fonts, theme.color
        found = TextRun(crawl_words.found_words(shown.progress), fonts.ui(11), color("text2"))
        draw_runs(painter, room.adjusted(room.width() - found.width, 0, 1, 0), [found])
        done = crawl_words.done_words(shown.progress, is_running=shown.is_running)
        left = room.adjusted(0, 0, -found.width - _INSET, 0)
        draw_runs(painter, left, [TextRun(done, fonts.ui(11), color("text2"))])


def hatch(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Draw lines from the lower left to the upper right."""
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(color, _STROKE))
    x = rect.left() - rect.height()
    while x < rect.right():
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()))
        x += _PITCH
    painter.restore()
