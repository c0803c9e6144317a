"""The editor's scroll bar with an overview of the file: groups at the left, marked lines at the right."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.editor.annotations import Annotations
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.widgets.painting import draw_box

WIDTH = 12
_GROUP_WIDTH, _HANDLE_LEFT, _HANDLE_WIDTH = 3, 4, 6
_MARK_LEFT, _MARK_WIDTH, _MARK_HEIGHT = 5, 6, 3
_GROUP_ALPHA = 0.8


class OverviewRuler(QScrollBar):
    """A vertical scroll bar over a picture of the file."""

    def __init__(self, annotations: Annotations, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._annotations = annotations
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._line_count = 1
        self._row_height = 20
        self._caret_line = 1
        self._marks: Mapping[int, str] = {}
        self.setAccessibleName(tr("Overview of the file"))

    def set_text_shape(self, line_count: int, row_height: int) -> None:
        """Set the number of lines and the row height of the editor."""
        self._line_count, self._row_height = max(1, line_count), row_height
        self.update()

    def set_caret_line(self, line: int) -> None:
        if line != self._caret_line:
            self._caret_line = line
            self.update()

    def set_marks(self, marks: Mapping[int, str]) -> None:
        """Mark lines in the colours of tokens, such as those with problems."""
        if marks != self._marks:
            self._marks = marks
            self.update()

    def y_of(self, line: int) -> float:
        """Return the top of a line; a short file is not stretched."""
        per_line = min(float(self._row_height), self.height() / self._line_count)
        return (line - 1) * per_line

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDTH, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("gutter"))
        self._paint_groups(painter)
        self._paint_handle(painter)
        painter.fillRect(QRectF(0, 0, 1, self.height()), theme.color("border"))
        for line, token in self._marks_to_paint():
            self._paint_mark(painter, line, token)
        self._paint_mark(painter, self._caret_line, "accent")
        decision = self._annotations.decision
        if decision is not None:
            self._paint_mark(painter, decision.line, "allowed" if decision.is_allowed else "blocked")

    def _marks_to_paint(self) -> Iterable[tuple[int, str]]:
        """Return the marks in file order; in a long file one for each pixel, the last one for all."""
        if self._line_count <= self.height():
            return sorted(self._marks.items())
        seen: dict[int, tuple[int, str]] = {}
        share = self.height() / self._line_count
        for line, token in self._marks.items():
            pixel = int(line * share)
            if pixel not in seen or seen[pixel][0] < line:
                seen[pixel] = line, token
        return sorted(seen.values())

    def _paint_groups(self, painter: QPainter) -> None:
        tokens = theme.tokens
        painted_to, share = -1.0, min(float(self._row_height), self.height() / self._line_count)
        for bracket in self._annotations.brackets:
            if bracket.last * share < painted_to + 1:  # most of thousands of groups share a pixel with another
                continue
            top, bottom = self.y_of(bracket.first), self.y_of(bracket.last + 1)
            painted_to = max(bottom, top + 1)
            rect = QRectF(1, top, _GROUP_WIDTH, max(1.0, bottom - top))
            painter.fillRect(rect, qcolor(tokens.group(bracket.color), _GROUP_ALPHA))

    def _paint_handle(self, painter: QPainter) -> None:
        if self.minimum() == self.maximum():
            return
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().subControlRect(
            QStyle.ComplexControl.CC_ScrollBar, option, QStyle.SubControl.SC_ScrollBarSlider, self
        )
        box = QRectF(_HANDLE_LEFT, handle.top() + 2, _HANDLE_WIDTH, handle.height() - 4)
        is_held = self.isSliderDown() or self.underMouse()
        token = "field_outline" if is_held else "border_strong"
        draw_box(painter, box, _HANDLE_WIDTH / 2, theme.color(token, 0.7))

    def _paint_mark(self, painter: QPainter, line: int, token: str) -> None:
        height = _MARK_HEIGHT
        middle = (self.y_of(line) + self.y_of(line + 1)) / 2
        top = min(max(0.0, middle - height / 2), self.height() - height)
        painter.fillRect(QRectF(_MARK_LEFT, top, _MARK_WIDTH, height), theme.color(token))
