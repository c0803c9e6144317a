"""The window of the environments of a project: a table of all, and the settings of the selected one."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.draft.changes.text_comparison import rows_of
from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState
from robotstudio.draft.expectation_sums import found_sum_words
from robotstudio.draft.expectations import sum_text
from robotstudio.explain.expectation_words import found_words, pinned_words
from robotstudio.project.environments import BASE, EnvironmentCheck, host_of, new_name
from robotstudio.project.file.model import Environment, OverlayEdit, reference_to
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_text, printable
from robotstudio.ui.jobs.watching import INTERVALS, NOT_WATCHED
from robotstudio.ui.panels.environments.actions import EnvironmentActions
from robotstudio.ui.panels.environments.steps import StepsEditor
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.diff_text import DiffText
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, Split
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_below
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn, toned
from robotstudio.ui.widgets.tone import Tone

_WIDTH, _HEIGHT, _GAP, _ROWS, _FORM = 980, 640, 8, 5, 340
_FAILING = Plural("1 of {total} tests fails", "{count} of {total} tests fail")
_UNREAD = Plural("1 test cannot be read", "{count} tests cannot be read")
_TESTS = Plural("1 test", "{count} tests")


class EnvironmentsPanel(PanelWindow):
    """Shows what each environment serves and its failing tests; enters all of them after each change."""

    size_key = "environments"
    enter_presses = False

    def __init__(self, actions: EnvironmentActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._environments: tuple[Environment, ...] = ()
        self._checks: dict[str, EnvironmentCheck] = {}
        self._place = 0
        self._typed: QLineEdit | None = None
        self.setWindowTitle(tr("Environments"))
        self.table = Table(tr("Environments"), self._columns(), _place_of, self)
        self.base_said = Label(tr("The project’s text is the draft in its tab."), self, color="text2")
        self.name, self.site, self.tests = (QLineEdit(self) for _ in range(3))
        self.choose_button = GhostButton(tr("Choose…"), parent=self)
        self.steps = StepsEditor(self._enter_steps, self)
        self.views = SegmentedControl((tr("Text"), tr("Failing tests")), self)
        self.text = DiffText(self)
        self.failing = Table(tr("Failing tests"), _test_columns(), _number_of, self)
        self.problem = Label("", self, color="warning")
        self.add_button = SecondaryButton(tr("Add"), Glyph.PLUS, self)
        self.remove_button = SecondaryButton(tr("Remove"), parent=self)
        self.undo_button = SecondaryButton(tr("Undo"), parent=self)
        self.compare_button = SecondaryButton(tr("Compare with…"), parent=self)
        self.watch_button = SecondaryButton(tr("Watch these hosts"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self.open_button = PrimaryButton(tr("Open in a tab"), parent=self)
        self._lay_out()
        self._connect()
        fonts = theme.fonts
        for field in (self.name, self.site, self.tests):
            field.setFont(fonts.ui(12))
        self.table.setFixedHeight(self.table.height_of(_ROWS))
        self.resize(_WIDTH, _HEIGHT)

    @property
    def chosen(self) -> str:
        """Name of the selected environment, "" for the project itself."""
        return self._environments[self._place - 1].name if self._place else BASE

    def show_environments(self, environments: tuple[Environment, ...]) -> None:
        """Show environments; keep the selection if it still exists."""
        name = self.chosen if self._place <= len(self._environments) else BASE
        self._environments = environments
        names = [BASE, *(each.name for each in environments)]
        self._place = names.index(name) if name in names else min(self._place, len(environments))
        self._typed = None
        self._show_rows()
        self._show_form()

    def choose(self, name: str) -> None:
        """Select an environment by name."""
        names = [BASE, *(each.name for each in self._environments)]
        if name in names:
            self.table.select_row(names.index(name))

    def show_checks(self, checks: Sequence[EnvironmentCheck]) -> None:
        """Show what each serves, and its test results."""
        self._checks = {each.name: each for each in checks}
        self._show_rows()
        self._show_views()

    def show_problem(self, sentence: str) -> None:
        """Show why the changes cannot be saved; "" if they can."""
        said = tr("Not saved yet.")
        self.problem.setText(WORDS.sentences((said, sentence)) if sentence else "")
        self.problem.setVisible(bool(sentence))

    def set_can_watch(self, can_watch: bool) -> None:
        """Enable watching if a host is known."""
        self.watch_button.setEnabled(can_watch)

    def set_can_undo(self, can_undo: bool) -> None:
        self.undo_button.setEnabled(can_undo)

    def enter_tests(self, name: str, path: Path, folder: Path) -> None:
        """Set the test file chosen for an environment."""
        self.choose(name)
        self._enter(replace(self._environments[self._place - 1], expectations=reference_to(path, folder)))
        self._show_form()

    # Layout

    def _lay_out(self) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        rows.addWidget(self.table)
        rows.addWidget(Split(Qt.Orientation.Horizontal, self, (self._form(), self._right()), stretch=(2, 3)), 1)
        self.problem.setWordWrap(True)
        self.problem.hide()
        rows.addWidget(self.problem)
        ways_out = (self.compare_button, self.close_button, self.open_button)
        self.frame(
            rows,
            DialogFooter(
                self,
                ways_out,
                (self.add_button, self.remove_button, self.undo_button, self.watch_button),
            ),
        )

    def _form(self) -> QWidget:
        side = QWidget(self)
        side.setMinimumWidth(_FORM)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(0, 0, _GAP, 0)
        rows.setSpacing(_GAP)
        self._fields = QWidget(side)
        grid = QGridLayout(self._fields)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(_GAP)
        named = ((tr("Name"), self.name), (tr("Address"), self.site), (tr("Tests"), self.tests))
        for place, (words, field) in enumerate(named):
            grid.addWidget(Label(words, side, color="text2"), place, 0)
            grid.addWidget(field, place, 1, 1, 1 if field is self.tests else 2)
            field.setAccessibleName(words)
        grid.addWidget(self.choose_button, 2, 2)
        self.site.setPlaceholderText("https://staging.example.com")
        self.tests.setPlaceholderText("staging.expect")
        self.base_said.setWordWrap(True)
        self.base_said.setAlignment(Qt.AlignmentFlag.AlignTop)
        rows.addWidget(self.base_said)
        rows.addWidget(self._fields)
        rows.addWidget(self.steps, 1)
        rows.addStretch()
        return side

    def _right(self) -> QWidget:
        side = QWidget(self)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(_GAP, 0, 0, 0)
        rows.setSpacing(_GAP)
        self._stack = QStackedWidget(side)
        for view in (self.text, self.failing):
            self._stack.addWidget(view)
        rows.addWidget(self.views)
        rows.addWidget(self._stack, 1)
        return side

    def _connect(self) -> None:
        self.table.row_changed.connect(self._on_row_changed)
        self.table.row_activated.connect(self._on_open)
        self.table.left.connect(self.close)
        self.table.removal_requested.connect(self._on_remove)
        for field in (self.name, self.site, self.tests):
            field.textEdited.connect(partial(self._on_field_edited, field))
        self.choose_button.clicked.connect(self._on_choose)
        self.views.current_changed.connect(self._stack.setCurrentIndex)
        self.add_button.clicked.connect(self._on_add)
        self.remove_button.clicked.connect(self._on_remove)
        self.undo_button.clicked.connect(self._actions.undo)
        self.compare_button.clicked.connect(self._on_compare)
        self.watch_button.clicked.connect(self._on_watch)
        self.close_button.clicked.connect(self.close)
        self.open_button.clicked.connect(self._on_open)

    def _columns(self) -> tuple[TableColumn, ...]:
        return (
            TableColumn("name", tr("Environment"), self._name_cell, width=220),
            TableColumn("host", tr("Host"), self._host_cell, is_code=True),
            TableColumn("text", tr("Text"), self._text_cell, width=150, color="text2"),
            TableColumn("tests", tr("Tests"), self._tests_cell, width=220),
        )

    # Content

    def _show_rows(self, *, reset: bool = False) -> None:
        with QSignalBlocker(self.table):
            self.table.set_rows(range(len(self._environments) + 1), reset=reset)
            self.table.select_row(self._place)

    def _show_form(self) -> None:
        is_base = not self._place
        environment = Environment("") if is_base else self._environments[self._place - 1]
        for part in (self._fields, self.steps):
            part.setVisible(not is_base)
        self.base_said.setVisible(is_base)
        texts = (environment.name, environment.site, environment.expectations)
        for field, text in zip((self.name, self.site, self.tests), texts, strict=True):
            if field.text() != text and field is not self._typed:
                field.setText(text)
        self.steps.show_overlay(environment.overlay)
        self.remove_button.setEnabled(not is_base)
        self.compare_button.setEnabled(bool(self._environments))
        self._show_views()

    def _show_views(self) -> None:
        found = self._checks.get(self.chosen)
        self.text.show_rows(rows_of(found.comparison, folded=False) if found else ())
        bad = (ExpectationState.FAILS, ExpectationState.UNREADABLE)
        rows = [row for row in found.results.rows if row.state in bad] if found else []
        self.failing.set_rows(rows)
        self.views.set_count(1, WORDS.number(len(rows)) if rows else "")

    def _name_cell(self, place: int) -> TableCell:
        if not place:
            return TableCell(tr("the project itself"), weight=500)
        return TableCell(self._environments[place - 1].name, weight=500)

    def _check_of(self, place: int) -> EnvironmentCheck | None:
        return self._checks.get(self._environments[place - 1].name if place else BASE)

    def _host_cell(self, place: int) -> TableCell:
        found = self._check_of(place)
        return TableCell(host_of(found.environment) if found else "")

    def _text_cell(self, place: int) -> TableCell:
        found = self._check_of(place)
        if found is None or not place:
            return TableCell("")
        made = found.comparison
        if not made.added and not made.removed:
            return TableCell(tr("unchanged"))
        return TableCell(f"+{WORDS.number(made.added)} −{WORDS.number(made.removed)}")

    def _tests_cell(self, place: int) -> TableCell:
        found = self._check_of(place)
        if found is None:
            return TableCell("…", "text3")
        if found.problem is not None:
            return toned(WORDS.tell(found.problem), Tone.WARNING)
        counts, total = found.results.counts, found.results.total
        if counts[ExpectationState.FAILS]:
            return toned(ntr(_FAILING, counts[ExpectationState.FAILS], total=total), Tone.WARNING)
        if counts[ExpectationState.UNREADABLE]:
            return toned(ntr(_UNREAD, counts[ExpectationState.UNREADABLE]), Tone.WARNING)
        return toned(ntr(_TESTS, total), Tone.ALLOWED) if total else TableCell("–", "text3")

    # Input

    def _enter(self, environment: Environment, *, is_step: bool = True) -> None:
        at = self._place - 1
        self._enter_all((*self._environments[:at], environment, *self._environments[at + 1 :]), is_step=is_step)

    def _enter_all(self, environments: tuple[Environment, ...], *, is_step: bool = True) -> None:
        self._environments = environments
        self._typed = self._typed if not is_step else None
        self._show_rows()
        self._actions.enter(environments, is_step)

    def _on_field_edited(self, field: QLineEdit, text: str) -> None:
        before, is_step = self._environments[self._place - 1], self._typed is not field
        name, site, tests = (text if each is field else each.text() for each in (self.name, self.site, self.tests))
        now = replace(before, name=name.strip(), site=site.strip(), expectations=tests.strip())
        self._enter(now, is_step=is_step)
        self._typed = field

    def _enter_steps(self, overlay: tuple[OverlayEdit, ...], is_step: bool) -> None:
        if self._place:
            self._enter(replace(self._environments[self._place - 1], overlay=overlay), is_step=is_step)
            self._typed = None

    def _on_add(self) -> None:
        name = new_name([each.name for each in self._environments], "staging")
        self._place = len(self._environments) + 1
        self._enter_all((*self._environments, Environment(name)))
        self._show_form()
        self.name.setFocus()
        self.name.selectAll()

    def _on_remove(self) -> None:
        if self._place:
            at = self._place - 1
            self._place = min(self._place, len(self._environments) - 1)
            self._enter_all((*self._environments[:at], *self._environments[at + 1 :]))
            self._show_form()

    def _on_choose(self) -> None:
        self._actions.choose_tests(self.chosen)

    def _on_row_changed(self, place: object) -> None:
        if isinstance(place, int) and place != self._place:
            self._place, self._typed = place, None
            self._show_form()

    def _on_open(self, _row: object = None) -> None:
        self._actions.open_in_tab(self.chosen)

    def _on_watch(self) -> None:
        """Offer intervals for watching, and an entry to stop."""
        titles = (*INTERVALS.items(), (None, NOT_WATCHED))
        rows = [MenuAction(tr(title), partial(self._actions.watch, every)) for every, title in titles]
        popup_below(build_menu(self.watch_button, rows), self.watch_button)

    def _on_compare(self) -> None:
        names = [name for name in (BASE, *(each.name for each in self._environments)) if name != self.chosen]
        rows = [
            MenuAction(name or tr("the project itself"), partial(self._actions.compare, self.chosen, name))
            for name in names
        ]
        popup_below(build_menu(self.compare_button, rows), self.compare_button)


def _place_of(place: int) -> int:
    return place


def _number_of(row: ExpectationRow) -> int:
    return row.number


def _test_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("expected", tr("Expected"), _expected),
        TableColumn("now", tr("Now"), _now, color="text2"),
    )


def _expected(row: ExpectationRow) -> TableCell:
    phrase: Phrase = (Piece(printable(row.text.strip()), PieceKind.URL),)
    if row.sum is not None:
        phrase = (Piece(sum_text(row.sum), PieceKind.URL),)
    elif row.expectation is not None:
        phrase = pinned_words(row.expectation)
    return TableCell(as_text(phrase), phrase=phrase)


def _now(row: ExpectationRow) -> TableCell:
    if row.found is not None:
        return TableCell(found_sum_words(row.found))
    if row.judgement is None:
        return TableCell(WORDS.tell(row.mistake) if row.mistake else "")
    phrase = found_words(row.judgement)
    return TableCell(as_text(phrase), phrase=phrase)
