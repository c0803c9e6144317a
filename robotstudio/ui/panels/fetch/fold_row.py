"""A row of the Fetch tab with its result in one line, which unfolds in place."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.language import WORDS
from robotstudio.ui.theme.glyphs import ICON_STROKE, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import DrawnButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.labels import LinkLabel
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs
from robotstudio.ui.widgets.tone import TONES, Tone

_HEIGHT = 34
_CHEVRON, _TITLE_LEFT = 10, 21
_GLYPH, _GLYPH_ROOM, _GAP = 11, 20, 22


class _Head(DrawnButton):
    """The chevron, the title, and the result with the sign of its tone."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(title)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.result, self.tone = "", Tone.NEUTRAL
        self.title_width = 0.0
        """The room for the title; the results of all rows are aligned behind it."""

    def set_result(self, result: str, tone: Tone) -> None:
        self.result, self.tone = result, tone
        self.setAccessibleName(WORDS.about(self.text(), result))
        self._update_tool_tip()
        self.update()

    def needed_title_width(self) -> float:
        return self._title().width

    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tool_tip()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        if self.underMouse():
            painter.fillRect(rect, theme.color("hover"))
        middle, left = rect.center().y(), float(SIZES.panel_inset)
        glyph = Glyph.CHEVRON_DOWN if self.isChecked() else Glyph.CHEVRON_RIGHT
        box = QRectF(left, middle - _CHEVRON / 2, _CHEVRON, _CHEVRON)
        paint_glyph(painter, glyph, box, theme.color("text2"), ICON_STROKE)
        draw_runs(painter, QRectF(left + _TITLE_LEFT, 0, rect.width(), rect.height()), [self._title()])
        look = TONES[self.tone]
        box = QRectF(self._result_left() - _GLYPH_ROOM, middle - _GLYPH / 2, _GLYPH, _GLYPH)
        paint_glyph(painter, look.glyph or Glyph.DASH, box, theme.color(look.text), VERDICT_STROKE)
        room = QRectF(self._result_left(), 0, rect.width() - self._result_left() - 4, rect.height())
        draw_runs(painter, room, [self._result()])
        if self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(1, 1, -1, -1), 3, theme.color("accent"))

    def _result_left(self) -> float:
        return SIZES.panel_inset + _TITLE_LEFT + self.title_width + _GAP + _GLYPH_ROOM

    def _title(self) -> TextRun:
        return TextRun(self.text(), theme.fonts.ui(13, 600), theme.color("text"))

    def _result(self) -> TextRun:
        return TextRun(self.result, theme.fonts.ui(12), theme.color("text2"))

    def _update_tool_tip(self) -> None:
        is_cut = self._result().width > self.width() - self._result_left() - 4
        self.setToolTip(self.result if is_cut else "")


class FoldRow(Page):
    """The head, an action at its right end, and the content below."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = _Head(title, self)
        self.button = LinkLabel("", self)
        self.content = QWidget(self)
        self.content.hide()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, SIZES.panel_inset, 0)
        row.addWidget(self.head, 1)
        row.addWidget(self.button)
        layout = column_in(self)
        layout.addLayout(row)
        layout.addWidget(self.content)
        layout.addSpacing(1)  # for the line
        self.column = QVBoxLayout(self.content)
        """The content goes here."""
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.head.toggled.connect(self.content.setVisible)

    @property
    def result(self) -> str:
        """Return the result of the row in one line."""
        return self.head.result

    def set_result(self, result: str, tone: Tone = Tone.NEUTRAL) -> None:
        self.head.set_result(result, tone)

    @property
    def is_open(self) -> bool:
        return self.head.isChecked()

    def set_open(self, *, is_open: bool = True) -> None:
        self.head.setChecked(is_open)

    def set_action(self, text: str, name: str = "") -> None:
        """Set the text of the action, and its accessible name if that says more."""
        self.button.setText(text)
        self.button.setAccessibleName(name or text)
        self.button.updateGeometry()
        self.button.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        line = QRectF(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, theme.color("border"))
