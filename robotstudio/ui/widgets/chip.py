"""The status chip, and the painting of a count's badge."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
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
_SMALL_GLYPHS = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)


class Chip(QWidget):
    """One line about a state: a glyph, a text, an emphasised word; a short form for small windows."""

    def __init__(self, parent: QWidget | None = None, *, quiet: bool = False) -> None:
        """Start empty; a `quiet` chip has a neutral ground for a good state: only glyph and emphasis are coloured."""
        super().__init__(parent)
        self._quiet = quiet
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
        width = 2 * _INSET + runs_width(self._runs()) + self._glyph_width()
        return QSize(round(width + 0.5), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

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
        draw_runs(painter, QRectF(left, 0, rect.width() - left - _INSET, rect.height()), self._runs())

    def _ground(self, look: ToneLook) -> str:
        return "sunken" if self._is_calm() else look.ground

    def _is_calm(self) -> bool:
        return self._quiet and self.tone in {Tone.ALLOWED, Tone.NEUTRAL}

    def _glyph_width(self) -> float:
        glyph = TONES[self.tone].glyph
        if glyph is None:
            return 0
        return (_GLYPH if glyph in _SMALL_GLYPHS else _SIGN) + _GAP

    def _runs(self) -> list[TextRun]:
        look, text = TONES[self.tone], self.text
        plain: QColor = theme.color("text2" if self._is_calm() else look.text)
        font, strong = theme.fonts.ui(12, 400 if self._is_calm() else 500), theme.fonts.ui(12, 600)
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
