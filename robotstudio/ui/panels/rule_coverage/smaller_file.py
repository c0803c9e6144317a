"""A smaller file before it is used: each step with its reason, and the changed lines."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.draft.changes.text_comparison import TextComparison, rows_of
from robotstudio.draft.minimise_words import step_words
from robotstudio.engine.proof import MinimiseStep, StepKind
from robotstudio.engine.tokens import parse_line
from robotstudio.explain.change_words import rule_piece
from robotstudio.text.language import tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton
from robotstudio.ui.widgets.diff_text import DiffText
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_WIDTH, _HEIGHT = 760, 620
_BETWEEN = 10


class SmallerFileWindow(PanelWindow):
    """Previews a smaller file; `use_requested` asks to replace the draft with it."""

    kept_as = "smaller-file"

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
