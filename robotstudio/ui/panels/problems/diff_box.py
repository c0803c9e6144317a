"""The lines that a fix takes and gives."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.engine.phrases import printable
from robotstudio.ui.panels.problems.offers import DiffLine, shown
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.painting import Run, draw_box, draw_runs

_LINE, _SIGN_AT, _TEXT_AT = 24, 12, 28


class DiffBox(QWidget):
    """Removed lines struck through, added lines on the tint of what is allowed, each with its sign."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: Sequence[DiffLine] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def lines(self) -> Sequence[DiffLine]:
        """What is shown."""
        return self._lines

    def set_lines(self, lines: Sequence[DiffLine]) -> None:
        """Show a change; the box is hidden where there is none to be seen."""
        self._lines = lines
        self.setVisible(bool(lines))
        said = [f"{'+' if line.is_added else '-'} {self._text(line)}" for line in lines]
        self.setAccessibleName(self.tr("Change: {lines}").format(lines="; ".join(said)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, 2 + self._theme.fonts.px(_LINE) * len(self._lines))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        height = theme.fonts.px(_LINE)
        draw_box(painter, QRectF(self.rect()), RADII.field, theme.color("surface"))
        for number, line in enumerate(self._lines):
            self._paint_line(painter, QRectF(1, 1 + number * height, self.width() - 2, height), line)
        draw_box(painter, QRectF(self.rect()), RADII.field, None, theme.color("border"))

    def _paint_line(self, painter: QPainter, rect: QRectF, line: DiffLine) -> None:
        theme, px = self._theme, self._theme.fonts.px
        if line.is_added:
            painter.fillRect(rect, theme.color("allowed_tint"))
        font = QFont(theme.fonts.mono(12))
        if not line.rest:
            sign = Run("+" if line.is_added else "-", font, theme.color("allowed" if line.is_added else "text3"))
            draw_runs(painter, rect.adjusted(px(_SIGN_AT), 0, 0, 0), [sign])
            font.setStrikeOut(not line.is_added)
        color = theme.color("text" if line.is_added else "text2")
        draw_runs(painter, rect.adjusted(px(_TEXT_AT), 0, -8, 0), [Run(self._text(line), font, color)])

    def _text(self, line: DiffLine) -> str:
        if line.rest:
            return self.tr("{count} more lines").format(count=format_count(line.rest))
        return printable(shown(line.text).replace("\t", " "))
