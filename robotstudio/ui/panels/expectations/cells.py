"""Adds tests: with Space and the menu in the matrix, the button of the explanation, and from files."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectation_results import ExampleCell, ExpectationRow, ExpectationState, Results
from robotstudio.draft.expectations import ExpectationFile, load, save
from robotstudio.draft.listing.marks import Expected
from robotstudio.engine.expectations import Expectation, Problem, expect
from robotstudio.engine.verdict import Verdict
from robotstudio.explain.expectation_words import REMOVE_TEST, pinned_words
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import as_text
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import normalise

MOST_AT_ONCE = 10_000
_NOTICE, _CHANGE = "tests", "tests-changed"
_ADDED = Plural("1 test added.", "{count} tests added.")
_REMOVED = Plural("Test removed.", "{count} tests removed.")
_NO_TESTS = Plural(
    "1 line of {name} is not a test. Line {number}: {mistake}",
    "{count} lines of {name} are not tests. Line {number}: {mistake}",
)
_MUST_BE_ALLOWED = Plural("Test: must be allowed", "{count} tests: must be allowed")
_MUST_BE_BLOCKED = Plural("Test: must be blocked", "{count} tests: must be blocked")
_EACH_AS_NOW = Plural("{count} test: as now, by the same line", "{count} tests: as now, by the same lines")
_BY_LINE: Mapping[bool, Message] = {
    True: "Test: must be allowed by line {line}",
    False: "Test: must be blocked by line {line}",
}
_BY_NO_RULE: Mapping[bool, Message] = {
    True: "Test: must be allowed by no rule",
    False: "Test: must be blocked by no rule",
}
_ONLY_THE_FIRST = Plural(
    "{count} URL is selected. Tests were changed for the first {most} only.",
    "{count} URLs are selected. Tests were changed for the first {most} only.",
)


class ExpectationCells(Controller):
    """Connects the cells of the matrix with the expectations."""

    def __init__(self, context: Context, edit: Callable[[ExpectationRow], object]) -> None:
        """`edit` opens the form on a test."""
        super().__init__(context)
        self._tests = context.expectations
        self._edit = edit
        self._why = context.why
        self._shown: Mapping[Cell, Sequence[ExpectationRow]] = {}
        self._marks: Mapping[Cell, Expected] = {}
        context.matrix.extend_keys(Qt.Key.Key_Space, self.toggle)
        context.matrix.extend_menu(self._menu_actions)
        context.expectations.changed.connect(self._on_tests_changed)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "file.import_tests": self.import_tests,
            "file.export_tests": self.export_tests,
            "simulate.test": self.toggle,
        }

    def take_results(self, results: Results) -> None:
        """Update the cells marked as tests."""
        self._shown = self._by_cell(results)
        marks = marks_of(self._shown)
        # The matrix is only listed again if the marks differ; while an answer is pending, the old marks stay.
        if not results.counts[ExpectationState.WAITS] and marks != self._marks:
            self._marks = marks
            self._matrix.mark_expectations(marks)
        self._why.show_test()

    def example_of(self, row: ExpectationRow) -> ExampleCell | None:
        """Return where a test is seen: its own cell, or for a failing pattern or set a counterexample."""
        return row.example(self._crawlers.catalogue, self._session.robots_url or None)

    def is_tested(self) -> bool:
        """Return True if the selected cell shows a test."""
        return bool(self._session.selected and self._rows_of([self._session.selected])[0])

    def open_menu(self, cells: Sequence[Cell], at: QPoint) -> None:
        """Offer to edit or remove the tests that these cells show, at a position on the screen."""
        rows = [row for cell in cells for row in self._shown.get(cell, ())]
        actions: list[MenuAction] = []
        for row in rows:
            if actions:
                actions.append(MenuAction())
            actions += self._actions_of(row, is_named=len(rows) > 1)
        if actions:
            popup_at(build_menu(self._window, actions), at, self._window)

    def _actions_of(self, row: ExpectationRow, *, is_named: bool) -> Sequence[MenuAction]:
        name = self._name(row) if is_named else ""
        return (
            self._edit_action(row, is_named=is_named),
            MenuAction(WORDS.about(ntr(REMOVE_TEST, 1), name), partial(self.remove, [row])),
        )

    def toggle(self) -> None:
        """Add tests for the current verdicts of the selected cells; if all have tests, remove these."""
        self._toggle(self._matrix.selected_cells(MOST_AT_ONCE))
        self._tell_rest()

    def import_tests(self) -> None:
        """Ask for a file of tests and add them."""
        path = dialogs.ask_tests_path(self._window, self._tests.path)
        if path:
            self.add_file(path)

    def add_file(self, path: Path) -> None:
        """Add the tests of a file, and report invalid lines with their numbers."""
        try:
            found = load(path)
        except FileError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return
        self._add_all([expectation for _, expectation in found.expectations])
        if found.mistakes:
            number, mistake = found.mistakes[0]
            said = ntr(_NO_TESTS, len(found.mistakes), name=path.name, number=number, mistake=mistake)
            self._window.notices.show_notice(_NOTICE, said)

    def export_tests(self) -> None:
        """Ask for a file and export the tests to it; their own file stays the same."""
        path = dialogs.ask_save_tests_path(self._window, self._tests.path or Path(self._tests.name))
        if path is None:
            return
        try:
            save(path, self._tests.file)
        except FileError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))

    def enter(self, expectation: Expectation, replaced: ExpectationRow | None) -> None:
        """Add a test, or replace one if the file still has it."""
        file = self._tests.file
        number = file.number_of(replaced.number, replaced.text) if replaced else 0
        if number:
            self._change(file.with_replaced(number, expectation), tr("Test changed."))
        else:
            self._add_all([expectation])

    def remove(self, rows: Sequence[ExpectationRow]) -> None:
        """Remove tests from the file."""
        file = self._tests.file
        numbers = {number for row in rows if (number := file.number_of(row.number, row.text))}
        self._change(file.without(*numbers), ntr(_REMOVED, len(numbers)))

    def _change(self, file: ExpectationFile, sentence: str) -> None:
        """Replace the tests, and offer to undo that."""
        before = self._tests.file.text
        self._tests.change(file)
        if self._tests.file.text == before:
            return
        self._matrix.note_change(self._tests.undo)
        offers, draft = [(tr("Undo"), self._tests.undo)], self._editor.revision
        self._window.notices.show_notice(_CHANGE, sentence, offers, Tone.NOTE, draft=draft)

    def _by_cell(self, results: Results) -> Mapping[Cell, Sequence[ExpectationRow]]:
        """Return the tests that each cell shows: its own, and failing patterns and sets of which it is an example."""
        found: dict[Cell, list[ExpectationRow]] = {}
        for row in results.rows:
            example = self.example_of(row)
            if example:
                found.setdefault(example.cell, []).append(row)
        return found

    def _rows_of(self, cells: Sequence[Cell]) -> Sequence[Sequence[ExpectationRow]]:
        """Return the tests that each cell of the matrix shows; in a merged column those of all its crawlers."""
        beside = {token: self._matrix.crawlers_beside(token) for token in {cell.token for cell in cells}}
        tokens = {token: [one.token for one in crawlers] or [token] for token, crawlers in beside.items()}
        return [
            [row for token in tokens[cell.token] for row in self._shown.get(Cell(cell.url, token), ())]
            for cell in cells
        ]

    def _toggle(self, cells: Sequence[Cell]) -> None:
        rows = self._rows_of(cells)
        if cells and all(rows):
            self.remove([row for some in rows for row in some])
        else:
            self._add([cell for cell, some in zip(cells, rows, strict=True) if not some], by_rule=False)

    def _add(self, cells: Sequence[Cell], *, by_rule: bool, allowed: bool | None = None) -> None:
        """Expect the current verdicts of cells, optionally with their rule, or the given verdict."""
        found = [self._expectation(cell, by_rule=by_rule) for cell in cells]
        self._add_all([each if allowed is None else replace(each, allowed=allowed) for each in found if each])

    def _add_all(self, expectations: Sequence[Expectation]) -> None:
        if not expectations:
            return
        one = as_text(pinned_words(expectations[0]))
        said = ntr(_ADDED, len(expectations)) if expectations[1:] else tr("Test added: {expectation}.", expectation=one)
        self._change(self._tests.file.with_all_added(expectations), said)

    def _add_selected(self, cells: Sequence[Cell], *, by_rule: bool, allowed: bool | None = None) -> None:
        self._add(cells, by_rule=by_rule, allowed=allowed)
        self._tell_rest()

    def _on_tests_changed(self, _file: ExpectationFile) -> None:
        self._window.notices.withdraw(_CHANGE)  # its Undo would undo this change

    def _expectation(self, cell: Cell, *, by_rule: bool) -> Expectation | None:
        verdict, place = self._verdict(cell), self._matrix.position_of(cell.url)
        analysis = self._session.analysis
        if verdict is None or place is None or analysis is None:
            return None
        written = analysis.urls[place].written
        return expect(written, normalise(written).url, cell.token, verdict, by_rule=by_rule)

    def _verdict(self, cell: Cell) -> Verdict | None:
        """Return the verdict of the draft's rules, even with a simulated server response."""
        analysis = self._session.analysis
        column = analysis.column_of(cell.token) if analysis else None
        return column.robots.decide(cell.url, column.crawler.agent) if column else None

    def _menu_actions(self) -> Sequence[MenuAction]:
        cells = self._matrix.selected_cells(MOST_AT_ONCE)
        verdict = self._verdict(cells[0]) if cells else None
        if verdict is None:
            return ()
        add: Callable[..., None] = partial(self._add_selected, cells)
        rows = self._rows_of(cells)
        keys = {verdict.allowed: Qt.Key.Key_Space} if not cells[1:] and not rows[0] else {}
        actions = [
            MenuAction(
                self._choice_words(cells, allowed=True), partial(add, by_rule=False, allowed=True), keys.get(True)
            ),
            MenuAction(
                self._choice_words(cells, allowed=False), partial(add, by_rule=False, allowed=False), keys.get(False)
            ),
            MenuAction(self._by_words(cells, verdict), partial(add, by_rule=True)),
        ]
        found = [row for some in rows for row in some]
        if len(cells) == 1:
            actions += [self._edit_action(row, is_named=len(found) > 1) for row in found]
        if found:
            key = Qt.Key.Key_Space if all(rows) else None
            actions.append(MenuAction(ntr(REMOVE_TEST, len(found)), partial(self.remove, found), key))
        return actions

    def _edit_action(self, row: ExpectationRow, *, is_named: bool) -> MenuAction:
        return MenuAction(WORDS.about(tr("Edit test…"), self._name(row) if is_named else ""), partial(self._edit, row))

    def _name(self, row: ExpectationRow) -> str:
        return as_text(pinned_words(row.expectation)) if row.expectation else ""

    def _choice_words(self, cells: Sequence[Cell], *, allowed: bool) -> str:
        return ntr(_MUST_BE_ALLOWED if allowed else _MUST_BE_BLOCKED, len(cells))

    def _by_words(self, cells: Sequence[Cell], verdict: Verdict) -> str:
        if cells[1:]:
            return ntr(_EACH_AS_NOW, len(cells))
        return tr(_BY_LINE[verdict.allowed] if verdict.line else _BY_NO_RULE[verdict.allowed], line=str(verdict.line))

    def _tell_rest(self) -> None:
        """Report that more cells were selected than can be added at once."""
        selected = self._matrix.selected_count
        if selected > MOST_AT_ONCE:
            words = ntr(_ONLY_THE_FIRST, selected, most=MOST_AT_ONCE)
            self._window.notices.show_notice(_NOTICE, words, tone=Tone.NOTE)

    def toggle_selected(self) -> None:
        """Turn the selected cell into a test, or back."""
        if self._session.selected:
            self._toggle((self._session.selected,))


def marks_of(shown: Mapping[Cell, Sequence[ExpectationRow]]) -> Mapping[Cell, Expected]:
    """Return the marks of cells in the matrix; of several tests on one cell, the first that fails."""
    marks = {cell: [_expected(row) for row in rows if row.judgement] for cell, rows in shown.items()}
    return {cell: next((mark for mark in found if mark.fails), found[0]) for cell, found in marks.items() if found}


def _expected(row: ExpectationRow) -> Expected:
    problem = row.judgement.problem if row.judgement else None
    if problem is Problem.RULE:
        return Expected.OTHER_LINE
    if problem is None or row.expectation is None:
        return Expected.PASSES
    return Expected.SHOULD_ALLOW if row.expectation.allowed else Expected.SHOULD_BLOCK
