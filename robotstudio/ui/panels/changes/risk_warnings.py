"""What nobody may overlook of a draft: a banner across the window, and a question before it is written out."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from robotstudio.app.changes.baseline import Baseline
from robotstudio.app.changes.compared import Compared, Comparing, Question, dangers_between
from robotstudio.engine.danger import Danger, DangerId
from robotstudio.engine.editions import Edition
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
        self._kept: frozenset[DangerId] = frozenset()
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
        dangers = [each for each in self._pressing() if each.id not in self._kept]
        if self._last is None or not dangers:
            self._bar.hide()
            return
        line = next((each.lines[0] for each in dangers if each.lines), 0)
        has_changes = self._last.changes is not None and bool(self._last.changes.flips)
        self._bar.warn(_sentence(dangers, self._last.baseline), line, has_changes=has_changes)

    def may_write(self) -> bool:
        """Whether the draft may be written out: no danger, or the person says so, once for each content."""
        body, question = self._editor.body(), self._question()
        dangers = self._dangers_of(body, question)
        if not dangers or body == self._confirmed:
            return True
        sentence = _sentence(dangers, question.baseline if question else None)
        if not dialogs.ask_write_dangerous(self._bar.window(), sentence):
            return False
        self._confirmed = body
        return True

    def close(self) -> None:
        """Warn no more."""
        self._timer.stop()

    def _pressing(self) -> tuple[Danger, ...]:
        """The dangers to warn of: that much is other than live is no news while nobody has edited the file."""
        dangers = self._last.dangers if self._last else ()
        return tuple(each for each in dangers if each.id is not DangerId.MANY_FLIPS or self._editor.is_modified)

    def _dangers_of(self, body: bytes, question: Question | None) -> tuple[Danger, ...]:
        """The dangers of what is to be written, also where the answer about it is still to come."""
        last = self._last
        if question is None:
            return ()
        if last and last.analysis.body == body and last.baseline == question.baseline:
            return last.dangers
        if question.analysis.body == body and question.cells <= _MOST_CELLS_AT_ONCE:
            answer = Comparing().work(question, _never)
            return answer.dangers if answer else ()
        before = question.baseline.body if question.baseline else question.opened
        return dangers_between(Edition(before), Edition(body), None, question)

    def _on_opened(self) -> None:
        self._confirmed, self._kept = None, frozenset()

    def _on_kept(self) -> None:
        self._kept = frozenset(each.id for each in self._pressing())
        self._bar.hide()


def _sentence(dangers: Sequence[Danger], against: Baseline | None) -> str:
    return " ".join(words.danger_sentence(each, against) for each in dangers)


def _never() -> bool:
    return False
