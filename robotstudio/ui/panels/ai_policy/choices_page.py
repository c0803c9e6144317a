"""The page of choices: purposes and crawlers, the choice for each, the changed lines, and the effects."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from robotstudio.draft.changes.text_comparison import DiffRowKind
from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, PolicyChoice
from robotstudio.policy.study import Study
from robotstudio.policy.words import choice_words, follow_words, kept_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.panels.ai_policy.choice_bar import ChoiceBar
from robotstudio.ui.panels.ai_policy.rows import (
    AiPolicyFilter,
    AiPolicyRow,
    columns,
    group_of,
    identity_of,
    rows_of_study,
)
from robotstudio.ui.widgets.diff_text import DiffText
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.sentences import Sentences
from robotstudio.ui.widgets.table import Table

_TABLE_WIDTH, _PREVIEW_WIDTH, _TABLE_HEIGHT, _SENTENCES_HEIGHT = 850, 350, 430, 110
_LEAST_PREVIEW = 180
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_STEPS = (LEAVE, ALLOW, BLOCK)
_OPEN_AT_FIRST = "ai-training"
_ADDED = Plural("{count} line added", "{count} lines added")
_REMOVED = Plural("{count} line removed", "{count} lines removed")


class PolicyTable(Table):
    """Space selects the next choice; Left and Right, or a click on its name, fold a purpose."""

    def __init__(
        self, step: Callable[[AiPolicyRow], None], fold: Callable[[AiPolicyRow, bool], None], parent: QWidget
    ) -> None:
        super().__init__(tr("Purposes and crawlers"), columns(), identity_of, parent)
        self._step = step
        self._fold = fold
        self.grouped_by = group_of
        self.set_nothing(tr("No crawler is like that."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.current_row, event.key()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and key in _ENTER:
            event.ignore()  # Enter writes the block
        elif row is not None and key == Qt.Key.Key_Space:
            self._step(row)
        elif row is not None and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._fold(row, key == Qt.Key.Key_Left)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        row = self.rows[index.row()] if index.isValid() and index.column() == 0 else None
        if isinstance(row, AiPolicyRow) and row.crawler is None and event.button() is Qt.MouseButton.LeftButton:
            self._fold(row, not row.is_folded)


class ChoicesPage(Page):
    """Shows a study, and takes the choices."""

    def __init__(self, actions: PolicyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.study: Study | None = None
        """The study shown, None before the first."""
        self._shown = AiPolicyFilter()
        self._folded: set[str] | None = None
        self.table = PolicyTable(self._step, self._fold, self)
        self.bar = ChoiceBar(self._choose, self)
        self.sentences = Sentences(tr("What follows from the choices"), self)
        self.header = SectionHeader(tr("Lines that change"), self)
        self.counts = ElidedLabel("", self.header, px=11, color="text2")
        self.header.add_left(self.counts, 1)
        self.preview = DiffText(self)
        self.preview.setAccessibleName(tr("Lines that change"))
        self.hint = EmptyHint("", parent=self)
        self._lay_out()
        self._connect()

    def show_study(self, study: Study) -> None:
        """Show another study; keep the selection and the folded purposes."""
        self.study = study
        if self._folded is None:
            self._folded = {purpose.id for purpose in study.purposes} - {_OPEN_AT_FIRST}
        self._list()
        self.preview.show_rows(study.rows if study.written else ())
        kinds = [row.kind for row in study.rows]
        added, removed = kinds.count(DiffRowKind.ADDED), kinds.count(DiffRowKind.REMOVED)
        said = [ntr(_ADDED, added)] * bool(added) + [ntr(_REMOVED, removed)] * bool(removed)
        self.counts.setText(WORDS.side_by_side(said) if study.written else "")
        self._previews.setCurrentWidget(self.preview if study.written else self.hint)
        self.hint.set_content(self._hint(study))
        self.sentences.show_sentences(list(_sentences(study)))
        self.table.set_stale(False)

    def narrow(self, shown: AiPolicyFilter) -> None:
        """List only the crawlers that match a filter."""
        self._shown = shown
        self._list()

    def _list(self) -> None:
        if self.study is not None:
            self.table.set_rows(rows_of_study(self.study, self._folded or (), self._shown))
            self.bar.show_row(self.table.current_row)

    def _hint(self, study: Study) -> str:
        if study.fault is not None:
            return WORDS.tell(study.fault)
        if study.waits_for_answer:
            return tr("The block was changed by hand. Nothing is written over that unasked.")
        if study.block is not None:
            return tr("The file has the block of these choices.")
        return tr("Choose for a purpose or for a crawler: the lines that would be written are shown here first.")

    def _connect(self) -> None:
        self.table.row_changed.connect(self.bar.show_row)
        self.table.row_activated.connect(self._on_row_activated)
        self.table.link_clicked.connect(self._on_link_clicked)
        self.table.menu_requested.connect(self._on_menu_requested)

    def _choose(self, choice: PolicyChoice | None) -> None:
        row = self.table.current_row
        if isinstance(row, AiPolicyRow):
            self._actions.choose(row.who, choice)

    def _step(self, row: AiPolicyRow) -> None:
        """Cycle through leave, allow, block and, for a crawler, the choice of its purpose."""
        steps: tuple[PolicyChoice | None, ...] = (*_STEPS, None) if row.crawler else _STEPS
        now = row.choice if row.crawler or row.choice else LEAVE
        place = steps.index(now) if now in steps else -1
        self._actions.choose(row.who, steps[(place + 1) % len(steps)])

    def _fold(self, row: AiPolicyRow, is_folded: bool) -> None:
        folded = self._folded or set()
        self._folded = folded | {row.purpose.id} if is_folded else folded - {row.purpose.id}
        if is_folded:
            self.table.select_row((row.purpose.id, ""))
        self._list()

    def _on_row_activated(self, row: AiPolicyRow) -> None:
        if row.crawler is None:
            self._fold(row, not row.is_folded)
        elif row.crawler.named_in is not None:
            self._actions.go_to_line(row.crawler.named_in)

    def _on_link_clicked(self, row: AiPolicyRow) -> None:
        if row.crawler is not None and row.crawler.named_in is not None:
            self._actions.go_to_line(row.crawler.named_in)

    def _on_menu_requested(self, row: AiPolicyRow, at: QPoint) -> None:
        steps: tuple[PolicyChoice | None, ...] = (*_STEPS, None) if row.crawler else _STEPS
        now = row.choice if row.crawler or row.choice else LEAVE
        actions = [
            MenuAction(
                choice_words(choice) if choice else tr("as its purpose"),
                partial(self._actions.choose, row.who, choice),
                is_checked=choice == now,
            )
            for choice in steps
        ]
        popup_at(build_menu(self, actions), at, self)

    def _lay_out(self) -> None:
        left = QWidget(self)
        column = column_in(left)
        column.addWidget(self.table, 1)
        column.addWidget(self.bar)
        upper = QSplitter(Qt.Orientation.Vertical, self)
        upper.setChildrenCollapsible(False)
        upper.addWidget(left)
        upper.addWidget(self.sentences)
        upper.setStretchFactor(0, 1)
        upper.setSizes([_TABLE_HEIGHT, _SENTENCES_HEIGHT])
        right = QWidget(self)
        right.setMinimumWidth(_LEAST_PREVIEW)
        column = column_in(right)
        column.addWidget(self.header)
        self._previews = QStackedWidget(right)
        self._previews.addWidget(self.hint)
        self._previews.addWidget(self.preview)
        column.addWidget(self._previews, 1)
        both = QSplitter(Qt.Orientation.Horizontal, self)
        both.setChildrenCollapsible(False)
        both.addWidget(upper)
        both.addWidget(right)
        both.setStretchFactor(0, 1)
        both.setSizes([_TABLE_WIDTH, _PREVIEW_WIDTH])
        column_in(self).addWidget(both)


def _sentences(study: Study) -> Iterator[str]:
    if study.outcome is not None:
        kept = kept_words(study.outcome, is_written=study.written is None)
        yield from (kept,) * bool(kept)
        yield from follow_words(study.outcome)
