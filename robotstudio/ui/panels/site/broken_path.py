"""The path of links to an orphaned page, from the start down to it, and where it breaks."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.crawl.insight.reachability import OrphanedPage, PageReach, PathStep
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.glyphs import ICON_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs

_NODE, _PITCH, _INSET, _SIGN, _MOST = 26, 32, 14, 12, 60
_LEAST = 3  # steps to reserve space for before a path is known
_MOST_SAID = 0.55
"""The largest share of a node's width for its verdict; the rest is for its URL."""


class BrokenPath(QWidget):
    """One node for each page of the path; a click on a blocked one shows its line."""

    def __init__(self, show_line: Callable[[int], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._show_line = show_line
        self._steps: tuple[PathStep, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)

    def show_path(self, orphan: OrphanedPage | None) -> None:
        """Show the path to a page, None for none."""
        self._steps = orphan.steps[:_MOST] if orphan else ()
        self.setAccessibleName(tr("Where the path breaks"))
        self.setAccessibleDescription(together("\n", *(WORDS.about(s.url, _words(s)) for s in self._steps)))
        self.setMinimumHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, _PITCH * max(_LEAST, len(self._steps)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = int(event.position().y() // _PITCH)
        line = self._steps[place].line if 0 <= place < len(self._steps) else None
        if line is not None:
            self._show_line(line)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, color = QPainter(self), theme.color
        painter.fillRect(self.rect(), color("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        has_broken = False
        for place, step in enumerate(self._steps):
            is_last = place == len(self._steps) - 1
            box = QRectF(_INSET, place * _PITCH, self.width() - 2 * _INSET, _NODE)
            if step.is_break or is_last:
                draw_box(painter, box, RADII.cell, color("blocked_tint" if step.is_break else "selected"))
            has_broken = has_broken or step.is_break
            sign = QRectF(box.left() + 8, box.center().y() - _SIGN / 2, _SIGN, _SIGN)
            if not is_last:
                style = Qt.PenStyle.DashLine if has_broken else Qt.PenStyle.SolidLine
                painter.setPen(QPen(color("blocked" if has_broken else "border_strong"), 1.5, style))
                x = sign.center().x()
                painter.drawLine(QPointF(x, sign.bottom() + 2), QPointF(x, sign.top() + _PITCH - 2))
            self._paint_step(painter, box, sign, step)

    def _paint_step(self, painter: QPainter, box: QRectF, sign: QRectF, step: PathStep) -> None:
        fonts, color = theme.fonts, theme.color
        token, glyph = _LOOKS[step.reach]
        paint_glyph(painter, glyph, sign, color(token), ICON_STROKE)
        said = TextRun(_words(step), fonts.ui(12), color(token))
        wide = min(said.width, box.width() * _MOST_SAID)
        right = QRectF(box.right() - 8 - wide, box.top(), wide + 1, box.height())
        draw_runs(painter, right, [said])
        room = QRectF(sign.right() + 8, box.top(), right.left() - sign.right() - 16, box.height())
        draw_runs(painter, room, [TextRun(path_of(step.url), fonts.mono(12), color("text"))])


_LOOKS = {
    PageReach.BLOCKED: ("blocked", Glyph.CROSS),
    PageReach.REACHABLE: ("text3", Glyph.CHECK),
    PageReach.OUT_OF_REACH: ("warning", Glyph.WARNING),
}


def _words(step: PathStep) -> str:
    if step.reach is PageReach.REACHABLE:
        return tr("can be reached")
    if step.reach is PageReach.OUT_OF_REACH:
        return tr("allowed, not reachable")
    return tr("blocked by line {line}", line=step.line) if step.line else tr("blocked")


def path_of(url: str) -> str:
    """Return a URL without its origin."""
    parts = url.split("/", 3)
    return f"/{parts[3]}" if len(parts) > 3 else url
