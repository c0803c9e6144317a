"""The status chip, and the painting of a count's badge."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, runs_width
from robotstudio.ui.widgets.tone import TONES, Tone, ToneLook

_HEIGHT = 22
_INSET = 8
_GLYPH = 9
_SIGN = 13
_GAP = 5
_CLOSE = 8
_SMALL_GLYPHS = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)


class Chip(QWidget):
    """One line about a state: a glyph, a text, an emphasised word; a short form for small windows."""

    clicked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None, *, quiet: bool = False, closable: bool = False) -> None:
        """Start empty; a `quiet` chip has a neutral ground for a good state: only glyph and emphasis are coloured.

        A `closable` chip has a cross at its end, which emits `closed`.
        """
        super().__init__(parent)
        self._quiet, self._closable = quiet, closable
        self._text = self._short_text = self._emphasis = ""
        self.tone = Tone.NEUTRAL
        self._short = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """The current text: the short form if the chip is short."""
        return self._short_text if self._short and self._short_text else self._text

    def set_content(self, text: str, tone: Tone = Tone.NEUTRAL, short_text: str = "", emphasis: str = "") -> None:
        """Show `text`; the first occurrence of `emphasis` in it is bold and in the colour of the tone."""
        self._text, self.tone, self._short_text, self._emphasis = text, tone, short_text, emphasis
        self.setAccessibleName(text)
        self.setToolTip(text if self.text != text else "")
        self.updateGeometry()
        self.update()

    def set_short(self, short: bool) -> None:
        """Show the short form, with the full one in the tooltip."""
        self._short = short
        self.setToolTip(self._text if self.text != self._text else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if not self.text:
            return QSize(0, _HEIGHT)
        width = 2 * _INSET + runs_width(self._runs()) + self._glyph_width() + self._close_width
        return QSize(round(width + 0.5), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def _close_width(self) -> int:
        return _CLOSE + _GAP if self._closable else 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # the release is wanted, and what is below must not take the press

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if event.button() is not Qt.MouseButton.LeftButton or not QRectF(self.rect()).contains(at):
            return
        is_close = self._closable and at.x() > self.width() - _INSET - self._close_width
        (self.closed if is_close else self.clicked).emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.text:
            return
        look, rect = TONES[self.tone], QRectF(self.rect())
        painter = QPainter(self)
        draw_box(painter, rect, RADII.cell, theme.color(self._ground(look)))
        if look.glyph is not None:
            side = _GLYPH if look.glyph in _SMALL_GLYPHS else _SIGN
            box = QRectF(_INSET, rect.center().y() - side / 2, side, side)
            stroke = VERDICT_STROKE if look.glyph in _SMALL_GLYPHS else 1.3
            paint_glyph(painter, look.glyph, box, theme.color(look.text), stroke)
        left = _INSET + self._glyph_width()
        right = rect.width() - _INSET - self._close_width
        draw_runs(painter, QRectF(left, 0, right - left, rect.height()), self._runs())
        if self._closable:
            box = QRectF(rect.width() - _INSET - _CLOSE, rect.center().y() - _CLOSE / 2, _CLOSE, _CLOSE)
            paint_glyph(painter, Glyph.CLOSE, box, theme.color(look.text), 1.3)

    def _ground(self, look: ToneLook) -> str:
        return "sunken" if self._is_subdued() else look.ground

    def _is_subdued(self) -> bool:
        return self._quiet and self.tone in {Tone.ALLOWED, Tone.NEUTRAL}

    def _glyph_width(self) -> float:
        glyph = TONES[self.tone].glyph
        if glyph is None:
            return 0
        return (_GLYPH if glyph in _SMALL_GLYPHS else _SIGN) + _GAP

    def _runs(self) -> list[TextRun]:
        look, text = TONES[self.tone], self.text
        plain: QColor = theme.color("text2" if self._is_subdued() else look.text)
        font, strong = theme.fonts.ui(12, 400 if self._is_subdued() else 500), theme.fonts.ui(12, 600)
        before, word, after = text.partition(self._emphasis) if self._emphasis else (text, "", "")
        runs = [
            TextRun(before, font, plain),
            TextRun(word, strong, theme.color(look.text)),
            TextRun(after, font, plain),
        ]
        return [run for run in runs if run.text]


def badge_size(text: str) -> QSize:
    height = 18
    width = runs_width([TextRun(text, theme.fonts.ui(11, 600), QColor())]) + 2 * 5
    return QSize(max(height, round(width)), height)


def paint_badge(painter: QPainter, rect: QRectF, text: str, tone: Tone) -> None:
    """Draw a badge that fills `rect`, as in the widget and the tab bar."""
    look, font = TONES[tone], theme.fonts.ui(11, 600)
    draw_box(painter, rect, rect.height() / 2, theme.color(look.ground))
    run = TextRun(text, font, theme.color(look.text))
    left = rect.left() + (rect.width() - run.width) / 2
    draw_runs(painter, QRectF(left, rect.top(), run.width, rect.height()), [run])
