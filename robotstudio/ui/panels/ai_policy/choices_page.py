"""The page of choices: purposes and crawlers, the choice for each, the changed lines, and the effects."""

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import QPersistentModelIndex, QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.draft.changes.text_comparison import DiffRowKind
from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, PolicyChoice, PolicyError, Stance, only
from robotstudio.policy.study import Study
from robotstudio.policy.words import choice_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.panels.ai_policy.follow_ups import FollowUps, follow_ups
from robotstudio.ui.panels.ai_policy.rows import (
    AiPolicyFilter,
    AiPolicyRow,
    columns,
    group_of,
    identity_of,
    rows_of_study,
)
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.diff_text import DiffText
from robotstudio.ui.widgets.grounds import Bar, Page, Split, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at, popup_below
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table

_TABLE_WIDTH, _PREVIEW_WIDTH, _TABLE_HEIGHT, _SENTENCES_HEIGHT = 880, 330, 450, 90
_LEAST_PREVIEW = 180
_OF_CRAWLERS = {"operator", "rule", "after"}
"""The columns that say nothing about a purpose."""
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_ADDED = Plural("{count} line added", "{count} lines added")
_REMOVED = Plural("{count} line removed", "{count} lines removed")
_GAP, _MARGIN = 3, 7


class RowActions(Protocol):
    """Actions of the rows, implemented by the page."""

    def step(self, row: AiPolicyRow) -> None:
        """Take the next choice."""

    def fold(self, row: AiPolicyRow, is_folded: bool) -> None:
        """Fold or open a purpose."""

    def choose(self, row: AiPolicyRow, choice: PolicyChoice | None) -> None:
        """Take a choice; None gives a crawler that of its purpose."""

    def ask_paths(self, row: AiPolicyRow) -> None:
        """Let the user type paths."""

    def open_choices(self, row: AiPolicyRow) -> QMenu:
        """Return a menu of choices."""


class PolicyTable(Table):
    """A purpose has its choices in its row, the current crawler a menu of them.

    Space takes the next choice; Left and Right, or a click on its name, fold a purpose.
    """

    def __init__(self, actions: RowActions, parent: QWidget) -> None:
        super().__init__(tr("Purposes and crawlers"), columns(), identity_of, parent)
        self._actions = actions
        self._menu_at = QPersistentModelIndex()
        self._place = next(place for place, column in enumerate(self.columns) if column.id == "choice")
        sample = PurposeChoice("", lambda _choice: None, self)
        self._least_choice = sample.sizeHint().width()
        sample.hide()
        sample.deleteLater()
        self.grouped_by = group_of
        self.set_nothing(tr("No crawler matches the filter."))
        self.model().modelReset.connect(self._lay_controls)
        self.model().dataChanged.connect(self._lay_controls)
        self.selectionModel().currentRowChanged.connect(self._lay_menu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.current_row, event.key()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and key in _ENTER:
            event.ignore()  # Enter writes the block
        elif row is not None and key == Qt.Key.Key_Space:
            self._actions.step(row)
        elif row is not None and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._actions.fold(row, key == Qt.Key.Key_Left)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        row = self.rows[index.row()] if index.isValid() and index.column() == 0 else None
        if isinstance(row, AiPolicyRow) and row.crawler is None and event.button() is Qt.MouseButton.LeftButton:
            self._actions.fold(row, not row.is_folded)

    def show_purposes_only(self, *, is_so: bool) -> None:
        """Hide the columns that say nothing about a purpose, and give their room to its choices."""
        unused = _OF_CRAWLERS if is_so else ()
        self.set_unused(frozenset(place for place, column in enumerate(self.columns) if column.id in unused))
        self.widen({self._place: self._least_choice} if is_so else {})

    def control_at(self, place: int) -> QWidget | None:
        """Return the control in a row, if it has one."""
        return self.indexWidget(self.model().index(place, self._place))

    def _lay_controls(self, *_: object) -> None:
        """Show the choices of each purpose in its row, over two columns; its title takes the room of two."""
        self.clearSpans()
        for place, row in enumerate(self.rows):
            if row.crawler is None:
                self.setSpan(place, 0, 1, 2)  # a purpose has no operator
                self.setSpan(place, self._place, 1, 2)
                control = self.control_at(place)
                if not isinstance(control, PurposeChoice):
                    control = PurposeChoice(row.title, partial(self._on_chosen, place), self)
                    self.setIndexWidget(self.model().index(place, self._place), control)
                control.show_choice(row.choice)
        self._lay_menu()

    def _lay_menu(self, *_: object) -> None:
        """Show a button for the choices of the current crawler beside its choice."""
        row = self.current_row
        before = self.control_at(self._menu_at.row()) if self._menu_at.isValid() else None
        if before is not None and self._menu_at.row() != self.place:
            before.hide()
            before.deleteLater()
        if row is None or row.crawler is None:
            return
        control = self.control_at(self.place)
        if control is None or control.isHidden():
            index = self.model().index(self.place, self._place)
            self.setIndexWidget(index, CrawlerChoice(row.title, self._on_menu_clicked, self))
            self._menu_at = QPersistentModelIndex(index)

    def _on_chosen(self, place: int, choice: PolicyChoice | None) -> None:
        row = self.rows[place]
        self.select_row(row.identity)
        if choice is None:
            self._actions.ask_paths(row)
        else:
            self._actions.choose(row, choice)

    def _on_menu_clicked(self) -> None:
        row, control = self.current_row, self.control_at(self.place)
        if row is not None and control is not None:
            popup_below(self._actions.open_choices(row), control)


class ChoicesPage(Page):
    """Shows a study, and takes the choices."""

    def __init__(self, actions: PolicyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.study: Study | None = None
        """The study shown, None before the first."""
        self._shown = AiPolicyFilter()
        self._folded: set[str] | None = None
        self.table = PolicyTable(self, self)
        self.bar = ChoiceBar(self._choose_paths, self)
        self.follow_ups = FollowUps(self)
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
            self._folded = {purpose.id for purpose in study.purposes}
        self._list()
        self.preview.show_rows(study.rows if study.written else ())
        kinds = [row.kind for row in study.rows]
        added, removed = kinds.count(DiffRowKind.ADDED), kinds.count(DiffRowKind.REMOVED)
        said = [ntr(_ADDED, added)] * bool(added) + [ntr(_REMOVED, removed)] * bool(removed)
        self.counts.setText(WORDS.side_by_side(said) if study.written else "")
        self._previews.setCurrentWidget(self.preview if study.written else self.hint)
        self.hint.set_content(self._hint(study))
        found = study.outcome and follow_ups(study.outcome, self._actions, is_written=study.written is None)
        self.follow_ups.show_follow_ups(list(found or ()))
        self.table.set_stale(False)

    def narrow(self, shown: AiPolicyFilter) -> None:
        """List only the crawlers that match a filter."""
        self._shown = shown
        self._list()

    def _list(self) -> None:
        if self.study is not None:
            rows = rows_of_study(self.study, self._folded or (), self._shown)
            self.table.show_purposes_only(is_so=not any(row.crawler for row in rows))
            self.table.set_rows(rows)
            self.bar.show_row(self.table.current_row)

    def _hint(self, study: Study) -> str:
        if study.fault is not None:
            return WORDS.tell(study.fault)
        if study.waits_for_answer:
            return tr("The AI policy was edited by hand. It is overwritten only if you confirm it.")
        if study.block is not None:
            return tr("The file already has the lines for these choices.")
        return tr("Choose for a purpose or a crawler to preview the lines here.")

    def _connect(self) -> None:
        self.table.row_changed.connect(self.bar.show_row)
        self.table.row_activated.connect(self._on_row_activated)
        self.table.link_clicked.connect(self._on_link_clicked)
        self.table.menu_requested.connect(self._on_menu_requested)

    def _choose_paths(self, choice: PolicyChoice) -> None:
        row = self.table.current_row
        if isinstance(row, AiPolicyRow):
            self.choose(row, choice)

    # Actions of the rows

    def choose(self, row: AiPolicyRow, choice: PolicyChoice | None) -> None:
        self._actions.choose(row.who, choice)

    def step(self, row: AiPolicyRow) -> None:
        """Cycle through leave, allow, block and, for a crawler, the choice of its purpose."""
        steps: tuple[PolicyChoice | None, ...] = (*_PLAIN, None) if row.crawler else _PLAIN
        now = row.choice if row.crawler or row.choice else LEAVE
        place = steps.index(now) if now in steps else -1
        self.choose(row, steps[(place + 1) % len(steps)])

    def ask_paths(self, row: AiPolicyRow) -> None:
        self.table.select_row(row.identity)
        self.bar.ask_paths()

    def fold(self, row: AiPolicyRow, is_folded: bool) -> None:
        folded = self._folded or set()
        self._folded = folded | {row.purpose.id} if is_folded else folded - {row.purpose.id}
        if is_folded:
            self.table.select_row((row.purpose.id, ""))
        self._list()

    def _on_row_activated(self, row: AiPolicyRow) -> None:
        if row.crawler is None:
            self.fold(row, not row.is_folded)
        elif row.crawler.named_in is not None:
            self._actions.go_to_line(row.crawler.named_in)

    def _on_link_clicked(self, row: AiPolicyRow) -> None:
        if row.crawler is not None and row.crawler.named_in is not None:
            self._actions.go_to_line(row.crawler.named_in)

    def open_choices(self, row: AiPolicyRow) -> QMenu:
        now = row.choice if row.crawler or row.choice else LEAVE
        actions = [
            MenuAction(choice_words(choice), partial(self.choose, row, choice), is_checked=choice == now)
            for choice in _PLAIN
        ]
        has_paths = now is not None and now.stance is Stance.PATHS
        actions.append(MenuAction(tr("Only paths…"), partial(self.ask_paths, row), is_checked=has_paths))
        if row.crawler:
            actions.append(
                MenuAction(tr("same as its purpose"), partial(self.choose, row, None), is_checked=now is None)
            )
        return build_menu(self, actions)

    def _on_menu_requested(self, row: AiPolicyRow, at: QPoint) -> None:
        popup_at(self.open_choices(row), at, self)

    def _lay_out(self) -> None:
        left = QWidget(self)
        column = column_in(left)
        column.addWidget(self.table, 1)
        column.addWidget(self.bar)
        heights = (_TABLE_HEIGHT, _SENTENCES_HEIGHT)
        upper = Split(Qt.Orientation.Vertical, self, (left, self.follow_ups), heights, (1, 0))
        right = QWidget(self)
        right.setMinimumWidth(_LEAST_PREVIEW)
        column = column_in(right)
        column.addWidget(self.header)
        self._previews = QStackedWidget(right)
        self._previews.addWidget(self.hint)
        self._previews.addWidget(self.preview)
        column.addWidget(self._previews, 1)
        both = Split(Qt.Orientation.Horizontal, self, (upper, right), (_TABLE_WIDTH, _PREVIEW_WIDTH), (2, 3))
        column_in(self).addWidget(both)


_PLAIN: Final = (LEAVE, ALLOW, BLOCK)
_PATHS = len(_PLAIN)


class PurposeChoice(QWidget):
    """The choices for a purpose, in its row; calls `choose` with None for paths. Only by mouse: the table has keys."""

    def __init__(self, title: str, choose: Callable[[PolicyChoice | None], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._choose = choose
        names = (tr("Leave as is"), tr("Allow all"), tr("Block all"), tr("Only paths…"))
        self.choices = SegmentedControl(names, self)
        self.choices.setAccessibleName(WORDS.about(tr("Choice"), title))
        self.choices.leave_keyboard()
        self.choices.current_changed.connect(self._on_chosen)
        line = QHBoxLayout(self)
        line.setContentsMargins(SIZES.cell_inset, 1, 0, 2)
        line.addWidget(self.choices)
        line.addStretch(1)

    def show_choice(self, choice: PolicyChoice | None) -> None:
        """Show the choice; None as if it was left as it is."""
        is_plain = choice is None or choice.stance is not Stance.PATHS
        with QSignalBlocker(self.choices):
            self.choices.set_current(_PLAIN.index(choice or LEAVE) if is_plain else _PATHS)

    def _on_chosen(self, place: int) -> None:
        self._choose(None if place == _PATHS else _PLAIN[place])


class CrawlerChoice(QWidget):
    """A button at the end of a crawler's choice, which opens a menu. Only by mouse: the table has keys."""

    def __init__(self, title: str, open_menu: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        button = GhostButton(tr("Change"), parent=self)
        button.set_low()
        button.show_chevron()
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(WORDS.about(tr("Change"), title))
        button.clicked.connect(open_menu)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 1, 0, 2)
        line.addStretch(1)
        line.addWidget(button)


class ChoiceBar(Bar):
    """Meaning of the choice for the selected row, and its paths; calls `choose` when these are entered."""

    is_lined_below = False

    def __init__(self, choose: Callable[[PolicyChoice], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._choose = choose
        self._row: AiPolicyRow | None = None
        self.title = ElidedLabel("", self, px=12, weight=600)
        self.about = ElidedLabel("", self, px=11, color="text2")
        self.paths = QLineEdit(self)
        self.paths.setProperty("controlSize", "small")
        prompt = tr("Paths, such as {example}, and Enter", example="/press/ /about/")
        self.paths.setPlaceholderText(prompt)
        self.paths.setAccessibleName(prompt)
        self.paths.setToolTip(prompt)
        self._lay_out()
        self.paths.returnPressed.connect(self._on_paths_written)
        self.show_row(None)

    def show_row(self, row: AiPolicyRow | None) -> None:
        """Show what a choice means for a row, and the paths that it has."""
        is_other = row is None or self._row is None or row.identity != self._row.identity
        self._row = row
        self.title.setText(row.title if row else "")
        self._show_about()
        choice = row.choice if row else None
        if is_other or choice is not None:
            self.paths.setText(str(choice).partition(" ")[2] if choice else "")
            self.paths.setVisible(choice is not None and choice.stance is Stance.PATHS)

    def ask_paths(self) -> None:
        """Let the user type the paths for the row."""
        self.paths.show()
        self.paths.setFocus()

    def _show_about(self, fault: str = "") -> None:
        self.about.setText(fault or (self._row.about if self._row else ""))
        self.about.set_color("warning" if fault else "text2")

    def _on_paths_written(self) -> None:
        try:
            choice = only(self.paths.text().split())
        except PolicyError as error:
            self._show_about(WORDS.tell(error.told))
        else:
            self._show_about()
            self._choose(choice)

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(_GAP)
        texts.addWidget(self.title)
        texts.addWidget(self.about)
        line = QHBoxLayout(self)
        line.setContentsMargins(SIZES.panel_inset, _MARGIN, SIZES.panel_inset, _MARGIN)
        line.setSpacing(SIZES.between_controls)
        line.addLayout(texts, 1)
        line.addWidget(self.paths, 1)
