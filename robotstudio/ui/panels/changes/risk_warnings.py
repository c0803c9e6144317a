"""What nobody may overlook of a draft: a banner across the window, and a question before it is written out."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from robotstudio.app.changes.baseline import Baseline
from robotstudio.app.changes.compared import Compared, Comparing, Question, risks_between
from robotstudio.engine.file_version import FileVersion
from robotstudio.engine.risk import Risk, RiskId
from robotstudio.ui import dialogs
from robotstudio.ui.documents import Document
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.panels.changes import words
from robotstudio.ui.panels.changes.danger_bar import DangerBar

_WARN_AFTER_MS = 600
_MOST_CELLS_AT_ONCE = 2_000_000


class RiskWarnings(QObject):
    """Connects the comparison with the banner and with saving; `question()` is what would be compared now."""

    def __init__(
        self, document: Document, editor: EditorPane, bar: DangerBar, question: Callable[[], Question | None]
    ) -> None:
        """Connect these parts; they belong to the bar's window."""
        super().__init__(bar)
        self._editor = editor
        self._bar = bar
        self._question = question
        self._last: Compared | None = None
        self._kept: frozenset[RiskId] = frozenset()
        self._confirmed: bytes | None = None
        # A rule that is half typed may block everything for the time of a key press.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WARN_AFTER_MS)
        self._timer.timeout.connect(self.warn)
        bar.kept.connect(self._on_kept)
        document.opened.connect(self._on_opened)
        document.set_guard(self.may_write)

    def show_compared(self, compared: Compared) -> None:
        """Look at another answer."""
        self._last = compared
        if not self._pressing():
            self._kept = frozenset()
            self._timer.stop()
            self._bar.hide()
        elif self._bar.isVisible():
            self.warn()
        else:
            self._timer.start()

    def warn(self) -> None:
        """Say what is dangerous now, unless the person said to keep it."""
        risks = [each for each in self._pressing() if each.id not in self._kept]
        if self._last is None or not risks:
            self._bar.hide()
            return
        line = next((each.lines[0] for each in risks if each.lines), 0)
        has_changes = self._last.changes is not None and bool(self._last.changes.flips)
        self._bar.warn(_sentence(risks, self._last.baseline), line, has_changes=has_changes)

    def may_write(self) -> bool:
        """Whether the draft may be written out: no risk, or the person says so, once for each content."""
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
        """Warn no more."""
        self._timer.stop()

    def _pressing(self) -> tuple[Risk, ...]:
        """The risks to warn of: that much is other than live is no news while nobody has edited the file."""
        risks = self._last.risks if self._last else ()
        return tuple(each for each in risks if each.id is not RiskId.MANY_FLIPS or self._editor.is_modified)

    def _risks_of(self, body: bytes, question: Question | None) -> tuple[Risk, ...]:
        """The risks of what is to be written, also where the answer about it is still to come."""
        last = self._last
        if question is None:
            return ()
        if last and last.analysis.body == body and last.baseline == question.baseline:
            return last.risks
        if question.analysis.body == body and question.cells <= _MOST_CELLS_AT_ONCE:
            answer = Comparing().work(question, _never)
            return answer.risks if answer else ()
        before = question.baseline.body if question.baseline else question.opened
        return risks_between(FileVersion(before), FileVersion(body), None, question)

    def _on_opened(self) -> None:
        self._confirmed, self._kept = None, frozenset()

    def _on_kept(self) -> None:
        self._kept = frozenset(each.id for each in self._pressing())
        self._bar.hide()


def _sentence(risks: Sequence[Risk], against: Baseline | None) -> str:
    return " ".join(words.risk_sentence(each, against) for each in risks)


def _never() -> bool:
    return False
