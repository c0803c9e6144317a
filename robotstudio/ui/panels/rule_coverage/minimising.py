"""A smaller file with the same verdicts: computed in the background, shown step by step, applied in one step."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.text_comparison import TextComparison, compare_texts, rows_of
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import Minimised, MinimiseStep, StepKind, minimise
from robotstudio.engine.tokens import parse_line
from robotstudio.explain.change_words import rule_piece, step_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell.notices import Offer
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton
from robotstudio.ui.widgets.diff_text import DiffText
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import Tone

_NOTICE = "minimise"
_BEFORE = "before-minimising"
_FOUND = Plural(
    "{before} bytes can shrink to {count}, without lines that no URL needs. Proven for every URL, for {crawlers}.",
    "{before} bytes can shrink to {count}, without lines that no URL needs. Proven for every URL, for {crawlers}.",
)
_CRAWLERS = Plural("{count} crawler", "{count} crawlers")
_DONE = Plural("The draft has {count} byte, {less} less.", "The draft has {count} bytes, {less} less.")
_WIDTH, _HEIGHT = 760, 620
_BETWEEN = 10


class _Answer(Struct, frozen=True, eq=False):
    """A smaller file for a draft, None if cancelled, with a comparison if it differs from the draft."""

    revision: int
    body: bytes
    crawlers: int
    found: Minimised | None
    comparison: TextComparison | None = None


class MinimisingController(PanelController["SmallerFileWindow"]):
    """Offers a smaller file. `comparison_wanted` carries the draft as it was before, as a baseline."""

    panel_of = "edit.minimise"

    comparison_wanted = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._told_of = -1
        """The revision of the draft that the notice is about."""
        self._offered: _Answer | None = None
        self._looking = Background("minimising", self)
        self._looking.answered.connect(self._on_answered)
        self._looking.failed.connect(self._on_failed)
        context.session.draft_changed.connect(self._on_draft_changed)

    def connect_panel(self, panel: "SmallerFileWindow") -> None:
        panel.use_requested.connect(self._on_use_requested)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"edit.minimise": self.minimise}

    def minimise(self) -> None:
        """Look for a smaller file with the same verdict on every URL for the chosen crawlers."""
        analysis = self._session.analysis
        if analysis is None or not analysis.columns:
            self._tell(tr("No crawler is chosen."))
            return
        readers = tuple(column.crawler.reader for column in analysis.columns)
        self._tell(tr("Looking for the smallest file with the same verdicts for every URL… Any change cancels this."))
        self._looking.ask(partial(_looked_for, self._editor.revision, self._editor.body(), readers))

    def close(self) -> None:
        super().close()
        self._looking.close()

    def _on_answered(self, answer: _Answer) -> None:
        found = answer.found
        if found is None or answer.revision != self._editor.revision:
            self._window.notices.withdraw(_NOTICE)
        elif found.body == answer.body:
            self._tell(
                tr("No smaller file was found within the limit.")
                if found.reason
                else tr("Every line is needed: no smaller file with the same verdicts for every URL was found.")
            )
        else:
            self._offered = answer
            use = tr("Use the smaller file"), partial(self._use, answer.revision, found.body)
            self._tell(_found_words(answer, found), use, (tr("Show each step…"), self._show_steps))

    def _show_steps(self) -> None:
        """Show each step with its reason, before it is applied."""
        offered = self._offered
        if offered is None or offered.revision != self._editor.revision:
            return  # for another draft
        if offered.found is not None and offered.comparison is not None:
            said = _found_words(offered, offered.found)
            self.panel.show_steps(said, offered.found.steps, offered.comparison)
            self.panel.bring_up()

    def _on_use_requested(self) -> None:
        self.panel.close()
        if self._offered is not None and self._offered.found is not None:
            self._use(self._offered.revision, self._offered.found.body)

    def _use(self, revision: int, body: bytes) -> None:
        if revision != self._editor.revision:
            return  # for another draft
        before = self._editor.body()
        self._editor.revise_body(body)
        said = ntr(_DONE, len(body), less=WORDS.number(len(before) - len(body)))
        show = tr("Show what changed"), partial(self._compare, before)
        self._tell(said, show, (tr("Undo"), self._editor.undo))

    def _compare(self, before: bytes) -> None:
        self.comparison_wanted.emit(Baseline(_BEFORE, tr("the draft before"), before))

    def _on_draft_changed(self, revision: int) -> None:
        """Close the window and cancel the search: both are about the draft before."""
        self.close_panel()
        if revision != self._told_of:
            self._looking.cancel()

    def _on_failed(self, _error: Exception) -> None:
        self._window.notices.withdraw(_NOTICE)

    def _tell(self, sentence: str, *offers: Offer) -> None:
        self._told_of = self._editor.revision
        self._window.notices.show_notice(_NOTICE, sentence, offers, Tone.NOTE, draft=self._told_of)


def _looked_for(
    revision: int, body: bytes, readers: tuple[CrawlerView, ...], is_cancelled: Callable[[], bool]
) -> _Answer:
    try:
        found = minimise(body, readers, is_cancelled=is_cancelled)
    except Cancelled:
        found = None
    is_other = found is not None and found.body != body
    comparison = compare_texts(body, found.body, is_cancelled) if found is not None and is_other else None
    return _Answer(revision, body, len(readers), found, comparison)


def _found_words(answer: _Answer, found: Minimised) -> str:
    crawlers = ntr(_CRAWLERS, answer.crawlers)
    before = WORDS.number(len(answer.body))
    return ntr(_FOUND, len(found.body), before=before, crawlers=crawlers)


class SmallerFileWindow(PanelWindow):
    """Previews a smaller file; `use_requested` asks to replace the draft with it."""

    size_key = "smaller-file"

    use_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[str, ...] = ()
        self.setWindowTitle(tr("A smaller file"))
        self.said = Label("", self, px=13, weight=600)
        self.said.setWordWrap(True)
        self.steps = Table(tr("Steps and their reasons"), (), _key_of, self)
        self.diff = DiffText(self)
        self.diff.setAccessibleName(tr("The draft compared with the smaller file"))
        self.use = PrimaryButton(tr("Use the smaller file"), parent=self)
        self.leave = GhostButton(tr("Close"), parent=self)
        column = QVBoxLayout()
        column.setSpacing(_BETWEEN)
        column.addWidget(self.said)
        column.addWidget(self.steps, 1)
        column.addWidget(self.diff, 1)
        self.frame(column, DialogFooter(self, (self.leave, self.use)))
        self.resize(_WIDTH, _HEIGHT)
        self.use.clicked.connect(self.use_requested)
        self.leave.clicked.connect(self.close)

    def show_steps(self, said: str, steps: tuple[MinimiseStep, ...], comparison: TextComparison) -> None:
        """Show how the draft becomes smaller."""
        self._lines = comparison.live.lines
        self.said.setText(said)
        self.steps.set_columns(
            (
                TableColumn("line", tr("Line"), self._line, width=64, is_number=True),
                TableColumn("rule", tr("Rule"), self._rule, is_code=True, least=120),
                TableColumn("step", tr("Step and its reason"), _step, share=2.4, least=220),
            )
        )
        self.steps.set_rows(sorted(steps, key=_key_of))
        self.diff.show_rows(rows_of(comparison))
        self.diff.go_to_run(0)

    def _line(self, step: MinimiseStep) -> TableCell:
        return TableCell(str(step.line))

    def _rule(self, step: MinimiseStep) -> TableCell:
        if not 0 < step.line <= len(self._lines):
            return TableCell()
        line = self._lines[step.line - 1].encode("utf-8", "surrogateescape")
        rule = rule_piece(line)
        return TableCell(rule.text, phrase=(rule,)) if parse_line(line).is_rule else TableCell(rule.text)


def _key_of(step: MinimiseStep) -> tuple[int, str]:
    return step.line, step.kind.value


def _step(step: MinimiseStep) -> TableCell:
    glyph = Glyph.PROVEN if step.kind is not StepKind.SHORTENED else Glyph.CHECK
    return TableCell(step_words(step), "text2", glyph, glyph_color="allowed")
