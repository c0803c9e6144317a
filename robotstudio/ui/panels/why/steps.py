"""The four steps of an explanation in one row: answer, group, rules, result; each opens its text and sources below."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from robotstudio.explain.explanation import Explained, StepPart
from robotstudio.explain.words import clause_piece
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import Phrase, Piece, as_text, sentences
from robotstudio.ui.panels.why.fold_button import FoldButton
from robotstudio.ui.widgets.painting import TextRun
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, RichText

_BETWEEN = 8
STEP_INDENT = 14
_TITLES: Mapping[StepPart, Message] = {
    StepPart.ANSWER: "Answer",
    StepPart.GROUP: "Group",
    StepPart.RULES: "Rules",
    StepPart.RESULT: "Result",
}


class StepButton(FoldButton):
    """A step in a few words, in which line numbers are links; checked means that its text is open."""

    def __init__(self, show_line: Callable[[int, bool], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._show_line = show_line
        self._value = PieceStyle(12, 500)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        line = self._line_at(event.position())
        if line and event.button() is Qt.MouseButton.LeftButton:
            self.setDown(False)
            self._show_line(line, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().mouseReleaseEvent(event)

    def _runs(self) -> list[TextRun]:
        return [
            TextRun(piece.text, style.font(piece), style.color(piece))
            for number, piece in enumerate(self._phrase)
            for style in ((self._value if number else self._style),)
        ]

    def _line_at(self, position: QPointF) -> int:
        left = float(self._left())
        for piece, run in zip(self._phrase, self._runs(), strict=True):
            if piece.line and left <= position.x() < left + run.width:
                return piece.line
            left += run.width
        return 0


class StepsRow(QWidget):
    """A button for each part; the text of the open one is below them."""

    def __init__(self, show_line: Callable[[int, bool], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[Explained, ...] = ()
        self._more: Mapping[StepPart, Sequence[Paragraph]] = {}
        self.buttons = {part: StepButton(show_line, self) for part in StepPart}
        self.text = StepText(self)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(_BETWEEN)
        for button in self.buttons.values():
            self._row.addWidget(button)
        self._row.addStretch(1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        rows.addLayout(self._row)
        rows.addWidget(self.text)
        self.text.hide()
        self.setAccessibleName(tr("Steps"))
        for button in self.buttons.values():
            button.toggled.connect(self._on_toggled)

    @property
    def told(self) -> str:
        """All steps as numbered lines."""
        lines = []
        for number, step in enumerate(self._steps, 1):
            parts = (as_text(step.title), as_text(step.detail), step.source())
            lines.append(f"{number}. {WORDS.sentences(map(WORDS.sentence, filter(None, parts)))}")
        return "\n".join(lines)

    def set_steps(self, steps: Sequence[Explained], more: Mapping[StepPart, Sequence[Paragraph]] | None = None) -> None:
        """Show steps; `more` is text to add to a part. The open part stays open."""
        self._steps, self._more = tuple(steps), more or {}
        self.setAccessibleDescription(self.told)
        for part, button in self.buttons.items():
            found = [step for step in self._steps if step.part is part]
            button.setVisible(bool(found))
            if found:
                button.set_phrase((Piece(f"{tr(_TITLES[part])}  "), *_in_short(found)))
        self._show_text()

    def set_stacked(self, is_stacked: bool) -> None:
        """Put the buttons below one another, or side by side."""
        direction = QBoxLayout.Direction.TopToBottom if is_stacked else QBoxLayout.Direction.LeftToRight
        self._row.setDirection(direction)
        self._row.setSpacing(0 if is_stacked else _BETWEEN)

    def _on_toggled(self, is_open: bool) -> None:
        if is_open:
            for button in self.buttons.values():
                if button is not self.sender():
                    button.setChecked(False)
        self._show_text()

    def _show_text(self) -> None:
        opened = next((part for part, button in self.buttons.items() if button.isChecked()), None)
        steps = [step for step in self._steps if step.part is opened]
        self.text.setVisible(bool(steps))
        if opened is not None and steps:
            self.text.set_steps(steps, self._more.get(opened, ()))
            self.text.setAccessibleName(tr(_TITLES[opened]))


class StepText(RichText):
    """Steps in full, with links to their sources."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._steps: tuple[Explained, ...] = ()

    def set_steps(self, steps: Sequence[Explained], more: Sequence[Paragraph]) -> None:
        self._steps = tuple(steps)
        self.set_paragraphs([*_paragraphs(self._steps), *more])

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), "\n".join(map(_addresses, self._steps)).strip(), self)
            return True
        return super().event(event)


def _in_short(steps: Sequence[Explained]) -> Phrase:
    """Return what steps of one part say in a few words: without them, the title of the last."""
    short = next((step.short for step in steps if step.short), ())
    return short or steps[-1].title


def _paragraphs(steps: Sequence[Explained]) -> Iterator[Paragraph]:
    title, detail = PieceStyle(12, 600), PieceStyle(12, 400, "text2")
    for place, step in enumerate(steps):
        yield Paragraph(step.title, title, 19, 4 if place else 0, STEP_INDENT)
        said = sentences((step.detail, *((clause_piece(clause),) for clause in step.clauses)))
        if said:
            yield Paragraph(said, detail, 18, 0, STEP_INDENT)


def _addresses(step: Explained) -> str:
    return "\n".join(WORDS.about(clause.label, clause.url) for clause in step.clauses if clause.url)
