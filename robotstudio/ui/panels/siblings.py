"""Missing siblings: what the rules of the draft allow beside what they block, in a window of its own."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.rule_coverage import AuditedFile, audited_file
from robotstudio.draft.siblings import (
    KIND_WORDS,
    NONE_WORDS,
    MissingSibling,
    SiblingKind,
    missing_siblings,
    scope_words,
)
from robotstudio.engine.crawlers import called
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import EmptyHint, Label
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_WIDTH, _HEIGHT, _GAP, _LOWER_HEIGHT = 980, 620, 8, 84
_ORDER = list(SiblingKind)
_TITLE = Plural("{count} missing sibling of the rules", "{count} missing siblings of the rules")
_NO_URLS: Message = (
    "Add test URLs first, from the sitemaps, a crawl or a log of the site. Siblings are found among them."
)


class Answer(Struct, frozen=True, eq=False):
    """Missing siblings of the rules of a draft; None if there are no URLs."""

    draft_revision: int
    found: tuple[MissingSibling, ...] | None
    titles: Mapping[str, str]


class SiblingsWindow(PanelWindow):
    """A row for each rule and kind. `insert_requested` carries the chosen one, `line_activated` the line of a rule."""

    size_key = "siblings"

    insert_requested = Signal(object)
    line_activated = Signal(int)
    urls_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles: Mapping[str, str] = {}
        self.setWindowTitle(tr("Missing siblings"))
        self.title = Label("", self, px=14, weight=600)
        self.progress = ThinProgress(self)
        self.table = Table(tr("Missing siblings"), _columns(), _key_of, self)
        self.hint = EmptyHint("", parent=self)
        self.examples = _text_view(self, tr("Allowed URLs"))
        self.lines = _text_view(self, tr("Lines to insert"))
        self.scope = Label("", self, px=12, color="text2")
        self.scope.setWordWrap(True)
        self.insert_button = PrimaryButton(tr("Insert rule"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self.table.row_changed.connect(self._show_row)
        self.table.row_activated.connect(self._on_row_activated)
        self.hint.action_triggered.connect(self.urls_requested)
        self.insert_button.clicked.connect(self._on_insert)
        self.close_button.clicked.connect(self.close)
        for view in (self.examples, self.lines):
            view.setFont(theme.fonts.mono(12))
            view.setFixedHeight(_LOWER_HEIGHT)
        self.resize(_WIDTH, _HEIGHT)
        self.show_answer(None)

    def set_waiting(self) -> None:
        """Show that an answer is being worked out; what is shown stays."""
        self.progress.start()
        self.table.setFocus()  # else Qt moves the keyboard from the disabled button to Close
        self.insert_button.setEnabled(False)

    def show_answer(self, answer: Answer | None) -> None:
        """Show what was found; the chosen row stays chosen if it is still there."""
        self.progress.stop()
        found = (answer and answer.found) or ()
        self._titles = answer.titles if answer else {}
        self.title.setText(ntr(_TITLE, len(found)) if found else tr("Missing siblings"))
        self.table.set_rows(found)
        if answer is None or answer.found is None:
            self.hint.set_content(tr(_NO_URLS), tr("Add URLs"))
        else:
            self.hint.set_content(tr(NONE_WORDS))
        self.hint.setVisible(not found)
        is_new = bool(found) and self.table.isHidden()
        for part in (self.table, self._lower, self.scope):
            part.setVisible(bool(found))
        if is_new:
            self.table.setFocus()
        if found and self.table.current_row is None:
            self.table.select_row(_key_of(found[0]))
        self._show_row()

    def _lay_out(self) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        rows.addWidget(self.title)
        rows.addWidget(self.progress)
        rows.addWidget(self.table, 1)
        rows.addWidget(self.hint, 1)
        self._lower = QWidget(self)
        lower = QHBoxLayout(self._lower)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.setSpacing(_GAP)
        for name, view in ((tr("Allowed URLs"), self.examples), (tr("Lines to insert"), self.lines)):
            column = QVBoxLayout()
            column.addWidget(Label(name, self, px=12, weight=600))
            column.addWidget(view)
            lower.addLayout(column, 1)
        rows.addWidget(self._lower)
        rows.addWidget(self.scope)
        self.frame(rows, DialogFooter(self, (self.close_button, self.insert_button)))

    def _show_row(self, _row: object = None) -> None:
        row: MissingSibling | None = self.table.current_row
        self.examples.setPlainText("\n".join(map(printable, row.examples)) if row else "")
        self.lines.setPlainText("\n".join(map(printable, row.lines)) if row else "")
        self.scope.setText(self._scope_of(row) if row else "")
        self.insert_button.setEnabled(bool(row and row.patterns) and not self.progress.running)

    def _scope_of(self, row: MissingSibling) -> str:
        said = scope_words(row)
        if len(row.tokens) == len(self._titles):
            return said
        crawlers = side_by_side([called(token, self._titles) for token in row.tokens])
        return WORDS.sentences((said, tr("For {crawlers}.", crawlers=crawlers)))

    def _on_row_activated(self, row: MissingSibling) -> None:
        self.line_activated.emit(row.line)

    def _on_insert(self) -> None:
        if self.table.current_row is not None:
            self.insert_requested.emit(self.table.current_row)


class SiblingsController(PanelController[SiblingsWindow]):
    """Works out what is missing while the window is open, after every change of the draft or the URLs."""

    panel_of = "simulate.siblings"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._answer: Answer | None = None
        self._background = Background("siblings", self)
        self._background.answered.connect(self._on_answered)
        self._background.failed.connect(self._on_failed)
        context.session.analysis_settled.connect(self._on_analysis_settled)

    def connect_panel(self, panel: SiblingsWindow) -> None:
        panel.insert_requested.connect(self._on_insert_requested)
        panel.line_activated.connect(self._editor.reveal_line)
        panel.urls_requested.connect(self._pages.urls_wanted)
        panel.finished.connect(self._on_finished)

    def open_window(self) -> None:
        """Open the window, and look for what is missing."""
        self.panel.bring_up()
        self.panel.table.setFocus()
        if self._session.analysis is not None:
            self._ask(self._session.analysis)

    def close(self) -> None:
        super().close()
        self._background.close()

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        if self.is_shown:
            self._ask(analysis)

    def _ask(self, analysis: Analysis) -> None:
        self.panel.set_waiting()
        self._background.ask(partial(_found, audited_file(analysis), analysis.draft_revision, self._session.robots_url))

    def _on_answered(self, answer: Answer) -> None:
        self._answer = answer
        self.panel.show_answer(answer)

    def _on_failed(self, _error: Exception) -> None:
        self.panel.show_answer(self._answer)

    def _on_insert_requested(self, row: MissingSibling) -> None:
        if self._answer is None or self._answer.draft_revision != self._editor.revision:
            return  # the rule may be on another line now; the next answer is a moment away
        self._window.open_work()
        self._editor.insert_lines(row.line, row.lines)
        self._editor.reveal_line(row.line + len(row.lines))

    def _on_finished(self, _result: int) -> None:
        self._background.cancel()


def _found(subject: AuditedFile, draft_revision: int, robots_url: str, is_cancelled: Callable[[], bool]) -> Answer:
    found = None
    if len(subject.table):
        found = missing_siblings(subject.version, subject.table, subject.readers, robots_url, is_cancelled)
    return Answer(draft_revision, found, subject.titles)


def _text_view(parent: QWidget, name: str) -> QPlainTextEdit:
    view = QPlainTextEdit(parent)
    view.setReadOnly(True)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    view.setTabChangesFocus(True)
    view.setProperty("role", "field")
    view.setAccessibleName(name)
    return view


def _columns() -> Sequence[TableColumn]:
    return (
        TableColumn("line", tr("Line"), _line, _key_of, 54, is_number=True, tip=tr("The line of the rule")),
        TableColumn("rule", tr("Rule"), _rule, _rule_key, is_code=True,
                    tip=tr("The rule that blocks the near form")),
        TableColumn("kind", tr("Difference"), _kind, _kind_key, 200,
                    words=tuple(map(tr, KIND_WORDS.values())),
                    tip=tr("How the allowed URLs differ from the blocked ones")),
        TableColumn("urls", tr("URLs"), _urls, _urls_key, 80, is_number=True,
                    tip=tr("Allowed URLs of this kind among the test URLs")),
        TableColumn("example", tr("Example"), _example, _example_key, tip=tr("One of the allowed URLs")),
        TableColumn("patterns", tr("Pattern"), _patterns, _patterns_key, is_code=True,
                    tip=tr("Disallow this to block these URLs and no others of your test URLs")),
    )  # fmt: skip


def _key_of(row: MissingSibling) -> tuple[int, int]:
    return row.line, _ORDER.index(row.kind)


def _line(row: MissingSibling) -> TableCell:
    return TableCell(str(row.line), "text3")


def _rule(row: MissingSibling) -> TableCell:
    return TableCell(printable(row.rule), weight=500)


def _rule_key(row: MissingSibling) -> tuple[str, tuple[int, int]]:
    return row.rule, _key_of(row)


def _kind(row: MissingSibling) -> TableCell:
    return TableCell(tr(KIND_WORDS[row.kind]))


def _kind_key(row: MissingSibling) -> int:
    return _ORDER.index(row.kind)


def _urls(row: MissingSibling) -> TableCell:
    return TableCell(WORDS.number(row.urls), weight=600)


def _urls_key(row: MissingSibling) -> int:
    return row.urls


def _example(row: MissingSibling) -> TableCell:
    return TableCell(printable(row.examples[0]), "text2")


def _example_key(row: MissingSibling) -> str:
    return row.examples[0]


def _patterns(row: MissingSibling) -> TableCell:
    return TableCell(printable("   ".join(row.patterns)) or "–", "text" if row.patterns else "text3")


def _patterns_key(row: MissingSibling) -> tuple[str, ...]:
    return row.patterns
