"""The steps of an explanation, numbered and connected."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QToolTip, QWidget

from robotstudio.explain.explanation import Explained
from robotstudio.explain.words import clause_piece
from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import Phrase, as_text, sentences
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, runs_width
from robotstudio.ui.widgets.piece_style import PieceStyle
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_CIRCLE = 20
_INDENT = 30
_GAP = 4


class StepsView(RichText):
    """Each step has a title and details below it, and its number in a circle; lines connect the circles."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = PieceStyle(12, 600)
        self._detail = PieceStyle(12, 400, "text2")
        self._steps: tuple[Explained, ...] = ()
        self.setAccessibleName(tr("Steps"))

    def set_steps(self, steps: Sequence[Explained]) -> None:
        self._steps = tuple(steps)
        paragraphs = []
        for number, step in enumerate(self._steps):
            paragraphs.append(Paragraph(step.title, self._title, 19, 6 if number else 0, _INDENT))
            detail = _with_clauses(step)
            paragraphs.append(Paragraph(detail, self._detail, 18 if detail else 8, 0, _INDENT))
        self.set_paragraphs(paragraphs)
        self.setAccessibleDescription(self._told())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        circles = [self._circle(self.document().findBlockByNumber(2 * number)) for number in range(len(self._steps))]
        for number, circle in enumerate(circles, 1):
            self._paint_number(painter, circle, number)
            if number < len(circles):
                self._paint_connection(painter, circle, circles[number])

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            step = self._step_at(event.pos().y())
            QToolTip.showText(event.globalPos(), _addresses(step) if step else "", self)
            return True
        return super().event(event)

    def _told(self) -> str:
        """Return the steps as numbered lines, for screen readers."""
        lines = []
        for number, step in enumerate(self._steps, 1):
            parts = (as_text(step.title), as_text(step.detail), step.source())
            lines.append(f"{number}. {WORDS.sentences(map(WORDS.sentence, filter(None, parts)))}")
        return "\n".join(lines)

    def _step_at(self, y: int) -> Explained | None:
        found = None
        for number, step in enumerate(self._steps):
            if self._circle(self.document().findBlockByNumber(2 * number)).top() <= y:
                found = step
        return found

    def _circle(self, block: QTextBlock) -> QRectF:
        rect = self.document().documentLayout().blockBoundingRect(block)
        return QRectF(0, rect.top() + 1, _CIRCLE, _CIRCLE)

    def _paint_number(self, painter: QPainter, circle: QRectF, number: int) -> None:
        draw_box(painter, circle, circle.height() / 2, theme.color("sunken"))
        runs = [TextRun(str(number), theme.fonts.ui(11, 600), theme.color("text2"))]
        left = circle.left() + (circle.width() - runs_width(runs)) / 2
        draw_runs(painter, QRectF(left, circle.top(), circle.width(), circle.height()), runs)

    def _paint_connection(self, painter: QPainter, above: QRectF, below: QRectF) -> None:
        x, gap = above.center().x(), _GAP
        painter.setPen(theme.color("border"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        if below.top() - above.bottom() > 2 * gap:
            painter.drawLine(QPointF(x, above.bottom() + gap), QPointF(x, below.top() - gap))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _with_clauses(step: Explained) -> Phrase:
    """Return the details of a step with links to their sources."""
    return sentences((step.detail, *((clause_piece(clause),) for clause in step.clauses)))


def _addresses(step: Explained) -> str:
    return "\n".join(WORDS.about(clause.label, clause.url) for clause in step.clauses if clause.url)
