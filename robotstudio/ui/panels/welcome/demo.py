"""A card with a small robots.txt and its verdicts: the idea of the program at a glance."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, wrapped_lines
from robotstudio.ui.widgets.tone import Tone

_WIDTH, _HEIGHT = 724, 131
_INSET = 18
_RULE_AT = 252
_HEADING_TOP = 8
_FIRST_ROW_TOP = 37
_ROW = 26
_ANSWERS_LEFT = 272
_PATH_LEFT = 356
_SIGN_LEFT = 458
_WORDS_LEFT = 490
_WORDS_RIGHT = 10
_LINE = 16
"""Line height of a wrapped answer."""


class DemoLine(Struct, frozen=True):
    """One line of the example: its directive, the name of the directive's colour, and its value."""

    directive: str
    color: str
    value: str


class DemoVerdict(Struct, frozen=True):
    """A crawler's verdict on a path of the example; `line` is 0 if no rule decides."""

    crawler: str
    path: str
    allowed: bool
    line: int


LINES = (
    DemoLine("User-agent", "user_agent", "Googlebot"),
    DemoLine("Disallow", "disallow", "/cart/"),
    DemoLine("Allow", "allow", "/cart/help"),
)
ANSWERS = (
    DemoVerdict("Googlebot", "/cart/help", allowed=True, line=3),
    DemoVerdict("Googlebot", "/cart/pay", allowed=False, line=2),
    DemoVerdict("Bingbot", "/cart/pay", allowed=True, line=0),
)
_SIGNS = {Tone.ALLOWED: Glyph.CHECK, Tone.BLOCKED: Glyph.CROSS, Tone.NEUTRAL: Glyph.DASH}


class Demo(QWidget):
    """The card, painted by one widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("Three lines, and the simulator’s answer"))
        self.setAccessibleDescription(
            WORDS.clauses(side_by_side((answer.crawler, answer.path, self._words(answer))) for answer in ANSWERS)
        )

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, self.heightForWidth(_WIDTH))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        further = sum(len(self._lines(answer, width)) - 1 for answer in ANSWERS)
        return _HEIGHT + further * _LINE

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        painter = QPainter(self)
        draw_box(painter, rect, RADII.card, theme.color("surface"), theme.color("border"))
        painter.fillRect(QRectF(_RULE_AT, 14, 1, rect.height() - 28), theme.color("border"))
        self._paint_at(painter, _INSET, _HEADING_TOP, [self._heading(tr("Three lines"))])
        self._paint_at(painter, _ANSWERS_LEFT, _HEADING_TOP, [self._heading(tr("The simulator’s answer"))])
        for row, line in enumerate(LINES):
            self._paint_line(painter, row, line)
        top = _FIRST_ROW_TOP
        for answer in ANSWERS:
            words = self._lines(answer, self.width())
            self._paint_answer(painter, top, answer, words)
            top += _ROW + (len(words) - 1) * _LINE

    def _paint_line(self, painter: QPainter, row: int, line: DemoLine) -> None:
        top = _FIRST_ROW_TOP + row * _ROW
        syntax, fonts = theme.tokens.syntax, theme.fonts
        value_color = syntax.user_agent if line.color == "user_agent" else syntax.path
        colored = (
            (line.directive, fonts.mono(13, 600), getattr(syntax, line.color)),
            (": ", fonts.mono(13), syntax.colon),
            (line.value, fonts.mono(13), value_color),
        )
        self._paint_at(painter, _INSET + 6, top, [TextRun(str(row + 1), fonts.mono(12), theme.color("text3"))])
        self._paint_at(painter, 44, top, [TextRun(text, font, qcolor(color)) for text, font, color in colored])

    def _paint_answer(self, painter: QPainter, top: int, answer: DemoVerdict, words: Sequence[str]) -> None:
        fonts, tone = theme.fonts, _tone(answer)
        color = theme.color("no_rule" if tone is Tone.NEUTRAL else tone.value)
        self._paint_at(painter, _ANSWERS_LEFT, top, [TextRun(answer.crawler, fonts.ui(12, 500), theme.color("text"))])
        self._paint_at(painter, _PATH_LEFT, top, [TextRun(answer.path, fonts.mono(12), theme.color("text"))])
        self._paint_sign(painter, top, tone)
        for row, line in enumerate(words):
            self._paint_at(painter, _WORDS_LEFT, top + row * _LINE, [TextRun(line, self._font(answer), color)])

    def _font(self, answer: DemoVerdict) -> QFont:
        return theme.fonts.ui(12, 400 if _tone(answer) is Tone.NEUTRAL else 500)

    def _lines(self, answer: DemoVerdict, width: int) -> list[str]:
        """Wrap the reason to the width."""
        return wrapped_lines(self._words(answer), self._font(answer), width - _WORDS_LEFT - _WORDS_RIGHT)

    def _paint_sign(self, painter: QPainter, top: float, tone: Tone) -> None:
        tile = QRectF(_SIGN_LEFT, top + 3, 24, 20)
        if tone is Tone.BLOCKED:
            draw_box(painter, tile, RADII.cell, theme.color("blocked_tint"))
        side = 8.5
        box = QRectF(tile.center().x() - side / 2, tile.center().y() - side / 2, side, side)
        color = theme.color("no_rule" if tone is Tone.NEUTRAL else tone.value)
        paint_glyph(painter, _SIGNS[tone], box, color, VERDICT_STROKE)

    def _paint_at(self, painter: QPainter, left: float, top: float, runs: list[TextRun]) -> None:
        edge = self.width() if left >= _ANSWERS_LEFT else _RULE_AT
        draw_runs(painter, QRectF(left, top, edge - left - 8, _ROW), runs)

    def _heading(self, text: str) -> TextRun:
        return TextRun(text, theme.fonts.ui(12, 600), theme.color("text"))

    def _words(self, answer: DemoVerdict) -> str:
        if not answer.line:
            return tr("no rule matches, so allowed")
        if answer.allowed:
            return tr("allowed by line {line}, the longer match", line=answer.line)
        return tr("blocked by line {line}", line=answer.line)


def _tone(answer: DemoVerdict) -> Tone:
    if not answer.line:
        return Tone.NEUTRAL
    return Tone.ALLOWED if answer.allowed else Tone.BLOCKED
