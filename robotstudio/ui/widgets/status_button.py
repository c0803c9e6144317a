"""A fact of the status bar that leads to where it is told in full."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.drawn_button import DrawnButton
from robotstudio.ui.widgets.painting import Run, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.tone import TONES, Tone

_GAP, _SIGN = 6, 12
_SMALL = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)


class StatusButton(DrawnButton):
    """A sign and a few words; hidden while there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._tone = Tone.NEUTRAL
        self._is_stale = False
        self._fact = ("", Tone.NEUTRAL, "")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.hide()

    def show_fact(self, text: str, tone: Tone, tooltip: str = "") -> None:
        """Say something in a tone; an empty text hides the button."""
        if (text, tone, tooltip) == self._fact:
            return  # asked at every key
        self._fact = text, tone, tooltip
        self._tone = tone
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(tooltip)
        self.setVisible(bool(text))
        self._on_theme_changed()

    def set_stale(self, is_stale: bool) -> None:
        """Grey what belongs to an older text."""
        self._is_stale = is_stale
        self.update()

    def sizeHint(self) -> QSize:
        width = self._slot() + runs_width([self._run(QColor())]) + 5
        return QSize(round(width), self._theme.fonts.px(SIZES.status_bar) - 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect, look = QPainter(self), QRectF(self.rect()), TONES[self._tone]
        glyph = look.glyph
        if glyph is not None:
            scale = self._theme.fonts.scale
            side, stroke = (SIZES.glyph, VERDICT_STROKE) if glyph in _SMALL else (_SIGN, 1.25)
            box = QRectF(2, rect.center().y() - side * scale / 2, side * scale, side * scale)
            token = "text_disabled" if self._is_stale else look.text
            paint_glyph(painter, glyph, box, self._theme.color(token), stroke * scale)
        draw_runs(painter, rect.adjusted(2 + self._slot(), 0, 1, 0), [self._run(self._color())])
        if self.hasFocus():
            draw_focus_ring(painter, rect, 3, self._theme.color("accent"))

    def _color(self) -> QColor:
        if self._is_stale:
            return self._theme.color("text_disabled")
        return self._theme.color("warning" if self._tone is Tone.WARNING else "text2")

    def _slot(self) -> float:
        glyph = TONES[self._tone].glyph
        if glyph is None:
            return 0
        return (SIZES.glyph if glyph in _SMALL else _SIGN) * self._theme.fonts.scale + self._theme.fonts.px(_GAP)

    def _run(self, color: QColor) -> Run:
        weight = 500 if self._tone is Tone.WARNING else 400
        return Run(self.text(), self._theme.fonts.ui(11, weight), color)
