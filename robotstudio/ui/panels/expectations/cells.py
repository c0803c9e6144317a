"""Adds tests: with Space and the menu in the matrix, the button of the explanation, and from files."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState, Results
from robotstudio.draft.expectations import load, save
from robotstudio.draft.listing.marks import Expected
from robotstudio.engine.expectations import Expectation, Problem, expect
from robotstudio.engine.verdict import Verdict
from robotstudio.explain.expectation_words import pinned_words
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import as_text
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import normalise

MOST_AT_ONCE = 10_000
_NOTICE = "tests"
_ADDED = Plural("1 test added.", "{count} tests added.")
_REMOVED = Plural("Test removed.", "{count} tests removed.")
_NO_TESTS = Plural(
    "A line of {name} is no test. Line {number}: {mistake}",
    "{count} lines of {name} are no tests. Line {number}: {mistake}",
)
_MUST_BE_ALLOWED = Plural("Test: must be allowed", "{count} tests: must be allowed")
_MUST_BE_BLOCKED = Plural("Test: must be blocked", "{count} tests: must be blocked")
_EACH_AS_NOW = Plural("{count} test: as now, by its line", "{count} tests: each as now, by its line")
_BY_LINE: Mapping[bool, Message] = {
    True: "Test: must be allowed by line {line}",
    False: "Test: must be blocked by line {line}",
}
_BY_NO_RULE: Mapping[bool, Message] = {
    True: "Test: must be allowed by no rule",
    False: "Test: must be blocked by no rule",
}
_ONLY_THE_FIRST = Plural(
    "{count} URL is selected: only the first {most} became tests or stopped being any.",
    "{count} URLs are selected: only the first {most} became tests or stopped being any.",
)


class ExpectationCells(Controller):
    """Connects the cells of the matrix with the expectations."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._tests = context.expectations
        self._why = context.why
        self._results = Results()
        self._marks: Mapping[Cell, Expected] = {}
        context.matrix.extend_keys(Qt.Key.Key_Space, self.toggle)
        context.matrix.extend_menu(self._menu_actions)
        context.session.selection_changed.connect(self._on_selection_changed)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "file.import_tests": self.import_tests,
            "file.export_tests": self.export_tests,
            "simulate.test": self.toggle,
        }

    def take_results(self, results: Results) -> None:
        """Update the cells marked as tests."""
        self._results = results
        marks = marks_of(results)
        # The matrix is only listed again if the marks differ; while an answer is pending, the old marks stay.
        if not results.counts[ExpectationState.WAITS] and marks != self._marks:
            self._marks = marks
            self._matrix.mark_expectations(marks)
        self._show_test()

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
        self._tests.add(expectation for _, expectation in found.expectations)
        self._say(ntr(_ADDED, len(found.expectations)))
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

    def _toggle(self, cells: Sequence[Cell]) -> None:
        rows = [self._results.row_of(cell) for cell in cells]
        numbers = [row.number for row in rows if row]
        if cells and len(numbers) == len(cells):
            self._remove(numbers)
        else:
            missing = [cell for cell, row in zip(cells, rows, strict=True) if row is None]
            self._add(missing, by_rule=False, allowed=None)

    def _add(self, cells: Sequence[Cell], *, by_rule: bool, allowed: bool | None = None) -> None:
        """Expect the current verdicts of cells, optionally with their rule, or the given verdict."""
        found = [self._expectation(cell, by_rule=by_rule) for cell in cells]
        expectations = [each if allowed is None else replace(each, allowed=allowed) for each in found if each]
        if not expectations:
            return
        self._tests.add(expectations)
        if expectations[1:]:
            self._say(ntr(_ADDED, len(expectations)))
        else:
            said = as_text(pinned_words(expectations[0]))
            self._say(tr("Test added: {expectation}.", expectation=said))

    def _add_selected(
        self, cells: Sequence[Cell], *, by_rule: bool, allowed: bool | None = None, _is_checked: bool = False
    ) -> None:
        self._add(cells, by_rule=by_rule, allowed=allowed)
        self._tell_rest()

    def _remove(self, numbers: Sequence[int], _is_checked: bool = False) -> None:
        self._tests.change(self._tests.file.without(*numbers))
        self._say(ntr(_REMOVED, len(numbers)))

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
        keys = {verdict.allowed: Qt.Key.Key_Space} if not cells[1:] and not self._results.row_of(cells[0]) else {}
        actions = [
            MenuAction(
                self._choice_words(cells, allowed=True), partial(add, by_rule=False, allowed=True), keys.get(True)
            ),
            MenuAction(
                self._choice_words(cells, allowed=False), partial(add, by_rule=False, allowed=False), keys.get(False)
            ),
            MenuAction(self._by_words(cells, verdict), partial(add, by_rule=True)),
        ]
        numbers = [row.number for cell in cells if (row := self._results.row_of(cell))]
        if numbers:
            said = ntr(Plural("Remove test", "Remove tests"), len(numbers))
            actions.append(MenuAction(said, partial(self._remove, numbers), Qt.Key.Key_Space))
        return actions

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

    def _say(self, sentence: str) -> None:
        self._window.status_bar.show_message(sentence)

    def toggle_selected(self) -> None:
        """Turn the selected cell into a test, or back."""
        if self._session.selected:
            self._toggle((self._session.selected,))

    def _on_selection_changed(self, _cell: Cell | None) -> None:
        self._show_test()

    def _show_test(self) -> None:
        cell = self._session.selected
        self._why.show_test(is_test=cell is not None and self._results.row_of(cell) is not None)


def marks_of(results: Results) -> Mapping[Cell, Expected]:
    """Return the marks of cells in the matrix."""
    return {row.cell: _expected(row) for row in results.rows if row.cell and row.judgement}


def _expected(row: ExpectationRow) -> Expected:
    problem = row.judgement.problem if row.judgement else None
    if problem is Problem.RULE:
        return Expected.OTHER_LINE
    if problem is None or row.expectation is None:
        return Expected.PASSES
    return Expected.SHOULD_ALLOW if row.expectation.allowed else Expected.SHOULD_BLOCK
