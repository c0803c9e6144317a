"""The effect of replacing all on the verdicts, shown below the fields beforehand."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QTimer

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.changes.comparison import flips_after
from robotstudio.store.text import TextForm, save
from robotstudio.text.language import Message, Plural, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background

_REST_MS = 200
_FLIPS = Plural(
    "Replacing all changes {count} of {cells} verdicts.", "Replacing all changes {count} of {cells} verdicts."
)
_NO_FLIPS: Message = "Replacing all changes no verdict."
_NOTHING_TO_DECIDE: Message = "Add test URLs and crawlers to see which verdicts change."


class ReplacePreview(Controller):
    """Computes the effect in a thread after a pause in typing; outdated answers are dropped."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._finder = context.editor.finder
        self._counting = Background("preview of replacing", self)
        self._counting.answered.connect(self._on_counted)
        self._rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self._on_rest_timeout)
        self._finder.changed.connect(self._on_subject_changed)
        context.session.analysis_settled.connect(self._on_subject_changed)

    def close(self) -> None:
        self._rest.stop()
        self._counting.close()

    def _on_subject_changed(self, _analysis: object = None) -> None:
        self._counting.cancel()
        self._rest.start()

    def _on_rest_timeout(self) -> None:
        analysis, text = self._session.analysis, self._finder.text_replaced()
        if text is None or analysis is None or analysis.draft_revision != self._editor.revision:
            return  # the pending evaluation will call this again
        if not (len(analysis.table) and analysis.columns):
            self._finder.show_preview(tr(_NOTHING_TO_DECIDE))
        elif any(column.is_by_rules for column in analysis.columns):
            self._counting.ask(partial(_counted, analysis, text, self._editor.form))

    def _on_counted(self, answer: tuple[int, int]) -> None:
        count, cells = answer
        self._finder.show_preview(ntr(_FLIPS, count, cells=cells) if count else tr(_NO_FLIPS))


def _counted(analysis: Analysis, text: str, form: TextForm, _is_cancelled: Callable[[], bool]) -> tuple[int, int]:
    found, cells = flips_after(analysis, save(text, form))
    return sum(each.rows.size for each in found), cells
