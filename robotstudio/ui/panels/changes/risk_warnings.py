"""Warnings for high-risk changes: a notice, and a question before the file is written."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.comparison import ChangeQuestion, DraftComparer, DraftComparison, risks_between
from robotstudio.engine.risk import Risk, RiskId
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import Context
from robotstudio.ui.panels.changes import words
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.tone import Tone

_NOTICE = "risk"
_WARN_AFTER_MS = 600
_MOST_CELLS_AT_ONCE = 2_000_000


class RiskWarnings(QObject):
    """Connects the comparison with a notice and with saving."""

    def __init__(
        self,
        context: Context,
        question: Callable[[], ChangeQuestion | None],
        show_changes: Callable[[], object],
        edit_line: Callable[[int], object],
    ) -> None:
        """Create it; `question()` returns the current comparison."""
        super().__init__(context.window)
        self._window = context.window
        self._editor = context.editor
        self._show_changes, self._edit_line = show_changes, edit_line
        self._question = question
        self._last: DraftComparison | None = None
        self._kept: frozenset[RiskId] = frozenset()
        self._confirmed: bytes | None = None
        # A half-typed rule may block everything for the time of a key press.
        self._timer = QTimer(self, interval=_WARN_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.warn)
        context.document.opened.connect(self._on_opened)
        context.document.set_guard(self.may_write)

    def show_compared(self, compared: DraftComparison) -> None:
        """Update the warnings for another result."""
        self._last = compared
        if not self._current_risks():
            self._kept = frozenset()
            self._timer.stop()
            self._window.notices.withdraw(_NOTICE)
        elif self._window.notices.has(_NOTICE):
            self.warn()
        else:
            self._timer.start()

    def take_changes_as_seen(self) -> None:
        """Warn no more of how many URLs change: the page of changes is shown, which begins with that."""
        self._kept |= {RiskId.MANY_FLIPS}
        if self._window.notices.has(_NOTICE):
            self.warn()

    def warn(self) -> None:
        """Show the current risks, unless the user dismissed them."""
        risks = [each for each in self._current_risks() if each.id not in self._kept]
        if self._last is None or not risks:
            self._window.notices.withdraw(_NOTICE)
            return
        line = next((each.lines[0] for each in risks if each.lines), 0)
        has_changes = self._last.changes is not None and bool(self._last.changes.flips)
        offers: list[tuple[str, Callable[[], object]]] = []
        if has_changes:
            offers.append((tr("Show"), self._show_changes))
        if line:
            offers.append((tr("Go to line {line}", line=str(line)), partial(self._edit_line, line)))
        offers.append((tr("Ignore"), self._on_kept))
        said = _sentence(risks, self._last.baseline, self._last)
        self._window.notices.show_notice(_NOTICE, said, offers, Tone.BLOCKED)

    def may_write(self) -> bool:
        """Return True if the draft may be written: without risks, or once the user has confirmed this content."""
        body, question = self._editor.body(), self._question()
        risks = self._risks_of(body, question)
        if not risks or body == self._confirmed:
            return True
        is_known = self._last is not None and self._last.analysis.body == body
        sentence = _sentence(risks, question.baseline if question else None, self._last if is_known else None)
        if not dialogs.ask_write_dangerous(self._window.window(), sentence):
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
        self._window.notices.withdraw(_NOTICE)


def _sentence(risks: Sequence[Risk], against: Baseline | None, compared: DraftComparison | None) -> str:
    """Return the risks, and what the URLs bring that become blocked, if the comparison is known."""
    said = [words.risk_sentence(each, against, compared.changes if compared else None) for each in risks]
    return WORDS.sentences(filter(None, (*said, words.stake_words(compared.stakes if compared else ()))))


def _never() -> bool:
    return False
