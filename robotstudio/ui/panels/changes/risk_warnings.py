"""Warnings for high-risk changes: a bar at the top, and a question before the file is written."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.comparison import ChangeQuestion, DraftComparer, DraftComparison, risks_between
from robotstudio.engine.risk import Risk, RiskId
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.documents import Document
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.panels.changes import words
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.notice_bar import SentenceWithActions
from robotstudio.ui.widgets.painting import draw_box

_SIGN, _SIGN_LEFT, _TEXT_LEFT = 20, 14, 46


class RiskBar(QWidget):
    """One sentence for each risk, with its actions."""

    changes_requested = Signal()
    line_requested = Signal(int)
    kept = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = 0
        self.sentence = Label("", self, px=13, weight=600)
        self.sentence.setWordWrap(True)
        self.show_button = self._button(tr("Show what changes"))
        self.line_button = self._button("")
        self.keep_button = self._button(tr("Keep, do not warn"))
        layout = SentenceWithActions(self, self.sentence)
        layout.setContentsMargins(_TEXT_LEFT, 1, 12, 1)
        layout.setSpacing(8)
        for button in (self.show_button, self.line_button, self.keep_button):
            layout.actions.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.show_button)
        self.show_button.clicked.connect(self.changes_requested)
        self.line_button.clicked.connect(self._on_line_clicked)
        self.keep_button.clicked.connect(self.kept)
        self.hide()

    def warn(self, sentence: str, line: int = 0, *, has_changes: bool = True) -> None:
        """Show a sentence and a link to its line, if it has one."""
        self._line = line
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self.line_button.setText(tr("Go to line {line}", line=str(line)))
        self.line_button.setVisible(bool(line))
        self.show_button.setVisible(has_changes)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        draw_box(painter, rect, RADII.card, theme.color("blocked_tint"), theme.color("blocked"))
        side = _SIGN
        box = QRectF(_SIGN_LEFT, rect.center().y() - side / 2, side, side)
        paint_glyph(painter, Glyph.ERROR, box, theme.color("blocked"), 1.6)

    def _button(self, words: str) -> SecondaryButton:
        button = SecondaryButton(words, parent=self)
        button.set_low()
        return button

    def _on_line_clicked(self) -> None:
        self.line_requested.emit(self._line)


_WARN_AFTER_MS = 600
_MOST_CELLS_AT_ONCE = 2_000_000


class RiskWarnings(QObject):
    """Connects the comparison with the banner and with saving; `question()` returns the current comparison."""

    def __init__(
        self, document: Document, editor: EditorPane, bar: RiskBar, question: Callable[[], ChangeQuestion | None]
    ) -> None:
        super().__init__(bar)
        self._editor = editor
        self._bar = bar
        self._question = question
        self._last: DraftComparison | None = None
        self._kept: frozenset[RiskId] = frozenset()
        self._confirmed: bytes | None = None
        # A half-typed rule may block everything for the time of a key press.
        self._timer = QTimer(self, interval=_WARN_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.warn)
        bar.kept.connect(self._on_kept)
        document.opened.connect(self._on_opened)
        document.set_guard(self.may_write)

    def show_compared(self, compared: DraftComparison) -> None:
        """Update the warnings for another result."""
        self._last = compared
        if not self._current_risks():
            self._kept = frozenset()
            self._timer.stop()
            self._bar.hide()
        elif self._bar.isVisible():
            self.warn()
        else:
            self._timer.start()

    def warn(self) -> None:
        """Show the current risks, unless the user dismissed them."""
        risks = [each for each in self._current_risks() if each.id not in self._kept]
        if self._last is None or not risks:
            self._bar.hide()
            return
        line = next((each.lines[0] for each in risks if each.lines), 0)
        has_changes = self._last.changes is not None and bool(self._last.changes.flips)
        self._bar.warn(_sentence(risks, self._last.baseline), line, has_changes=has_changes)

    def may_write(self) -> bool:
        """Return True if the draft may be written: without risks, or once the user has confirmed this content."""
        body, question = self._editor.body(), self._question()
        risks = self._risks_of(body, question)
        if not risks or body == self._confirmed:
            return True
        sentence = _sentence(risks, question.baseline if question else None)
        if not dialogs.ask_write_dangerous(self._bar.window(), sentence):
            return False
        self._confirmed = body
        return True

    def close(self) -> None:
        """Stop warning."""
        self._timer.stop()

    def _current_risks(self) -> tuple[Risk, ...]:
        """Return the risks to warn of; a large difference from live is no news until the file is edited."""
        risks = self._last.risks if self._last else ()
        return tuple(each for each in risks if each.id is not RiskId.MANY_FLIPS or self._editor.is_modified)

    def _risks_of(self, body: bytes, question: ChangeQuestion | None) -> tuple[Risk, ...]:
        """Return the risks of the bytes to write, even if their comparison is still pending."""
        last = self._last
        if question is None:
            return ()
        if last and last.analysis.body == body and last.baseline == question.baseline:
            return last.risks
        if question.analysis.body == body and question.cells <= _MOST_CELLS_AT_ONCE:
            answer = DraftComparer().work(question, _never)
            return answer.risks if answer else ()
        before = question.baseline.body if question.baseline else question.opened
        is_compared = question.baseline is not None
        return risks_between(FileVersion(before), FileVersion(body), None, question.most_flips, is_compared=is_compared)

    def _on_opened(self) -> None:
        self._confirmed, self._kept = None, frozenset()

    def _on_kept(self) -> None:
        self._kept = frozenset(each.id for each in self._current_risks())
        self._bar.hide()


def _sentence(risks: Sequence[Risk], against: Baseline | None) -> str:
    return WORDS.sentences(words.risk_sentence(each, against) for each in risks)


def _never() -> bool:
    return False
