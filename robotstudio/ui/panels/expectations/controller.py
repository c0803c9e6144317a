"""Tests of the draft: run after every change, and shown in the tab, the editor and the status bar."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.expectation_results import (
    ExampleCell,
    ExpectationRow,
    ExpectationState,
    Results,
    judged,
    rows_of,
)
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.expectations import Expectation, crawlers_of, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, Controller, PanelController
from robotstudio.ui.editor.annotations import ExpectationMark
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.expectations.cells import ExpectationCells
from robotstudio.ui.panels.expectations.words import badge_words, failing_words, status_words
from robotstudio.ui.shell.document_window import Tab
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import parse_list

if TYPE_CHECKING:
    from robotstudio.ui.panels.expectations.panel import ExpectationPanel

TAB = "tests"
_AT_ONCE_S, _TRIED_S = 0.006, 0.1
_PARSED_AT_ONCE = 32_768


class ExpectationsController(PanelController["ExpectationPanel"]):
    """Connects the expectations with the draft; `results_changed` carries the results."""

    panel_of = "view.tests"

    results_changed = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.window.add_tab(Tab("tests", tr("Tests"), self))
        self._tests = context.expectations
        self.cells = ExpectationCells(context)
        self.results_changed.connect(self.cells.take_results)
        context.window.shown_again.connect(self._tests.look_at_disk)
        self._tests.state_changed.connect(context.document.title_changed)
        self._base = ""
        self._rows: tuple[ExpectationRow, ...] = ()
        self.results = Results()
        self._is_slow = False
        self._background = Background("expectations", self)
        self._background.answered.connect(self._show)
        context.session.analysis_settled.connect(self._on_analysis_settled)
        context.session.crawlers_changed.connect(self._on_crawlers_changed)
        self._tests.changed.connect(self._on_file_changed)
        self._tests.state_changed.connect(self._on_state_changed)
        context.window.status_bar.tests.clicked.connect(self.show_tab)

    def connect_panel(self, panel: "ExpectationPanel") -> None:
        panel.line_activated.connect(self._editor.reveal_line)
        panel.entered.connect(self._on_entered)
        panel.tried.connect(self._on_tried)
        panel.removal_requested.connect(self._on_removal_requested)
        panel.undo_requested.connect(self._tests.undo)
        self._session.stale_changed.connect(panel.set_stale)
        panel.form.set_crawlers([crawler.token for crawler in self._session.crawlers])
        panel.show_results(self.results)
        self._show_place(panel)
        self._expected = ExpectedCells(self._context, panel)

    @property
    def main_part(self) -> QWidget:
        return self.panel.table

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {**self.cells.targets(), "simulate.new_test": self.write_test}

    def show_tab(self) -> None:
        self._window.open_work()
        self._window.show_tab(TAB)

    def write_test(self) -> None:
        """Open the form for a new test."""
        self.show_tab()
        self.panel.open_form()

    def close(self) -> None:
        self._background.close()

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        if analysis.robots_url != self._base:
            self._base = analysis.robots_url
            self._read_rows()
        if self._rows:
            self._run()

    def _on_file_changed(self) -> None:
        self._read_rows()
        self._run()

    def _read_rows(self) -> None:
        self._rows = rows_of(self._tests.file, self._crawlers.catalogue, self._base or None)
        self._is_slow = False
        self._show(Results(self._rows))

    def _run(self) -> None:
        """Run a few tests at once, many in the thread."""
        analysis = self._session.analysis
        if analysis is None or not self._rows:
            self._background.cancel()
            return
        work = partial(judged, self._rows, analysis.body, analysis.readings, self._crawlers.catalogue)
        if not self._is_slow and self._is_read(analysis):
            results = work(partial(_is_over, monotonic() + _AT_ONCE_S))
            if results is not None:
                self._background.cancel()
                self._show(results)
                return
        self._is_slow = True
        self._background.ask(work)

    def _is_read(self, analysis: Analysis) -> bool:
        """Return True if the draft is parsed for every crawler of the tests, or is small enough to parse now."""
        if analysis.size <= _PARSED_AT_ONCE:
            return True
        names = {row.expectation.crawler for row in self._rows if row.expectation}
        crawlers = (crawler for name in names for crawler in crawlers_of(name, self._crawlers.catalogue))
        return all(crawler.dialect in analysis.readings for crawler in crawlers)

    def _show(self, results: Results) -> None:
        self.results = results
        if self.has_panel:
            self.panel.show_results(results)
        self._editor.show_expectations(marks_of_results(results.rows))
        is_bad = bool(results.counts[ExpectationState.FAILS] or results.counts[ExpectationState.UNREADABLE])
        self._window.set_tab_badge(TAB, badge_words(results), Tone.WARNING if is_bad else Tone.NEUTRAL)
        failing = [row for row in results.rows if row.state is ExpectationState.FAILS]
        tone = Tone.WARNING if is_bad else Tone.NEUTRAL if results.counts[ExpectationState.WAITS] else Tone.ALLOWED
        self._window.status_bar.tests.show_fact(status_words(results), tone, failing_words(failing))
        self.results_changed.emit(results)

    def _on_state_changed(self) -> None:
        if self.has_panel:
            self._show_place(self.panel)

    def _show_place(self, panel: "ExpectationPanel") -> None:
        tests = self._tests
        panel.show_place(tests.name, is_modified=tests.is_modified, can_undo=tests.can_undo)

    def _on_crawlers_changed(self, crawlers: Sequence[Crawler]) -> None:
        if self.has_panel:
            self.panel.form.set_crawlers([crawler.token for crawler in crawlers])

    def _on_entered(self, expectation: Expectation, number: int) -> None:
        if number:
            self._tests.change(self._tests.file.with_replaced(number, expectation))
        else:
            self._tests.add((expectation,))

    def _on_removal_requested(self, rows: Sequence[ExpectationRow]) -> None:
        self._tests.change(self._tests.file.without(*(row.number for row in rows)))

    def _on_tried(self, expectation: Expectation) -> None:
        analysis = self._session.analysis
        if analysis is not None:
            version = FileVersion(analysis.body, analysis.readings)
            (judgement,) = judge((expectation,), version, catalogue=self._crawlers.catalogue, seconds=_TRIED_S)
            self.panel.form.show_trial(judgement)


class ExpectedCells(Controller):
    """Selects the cell of the selected test in the matrix, or offers to add it."""

    def __init__(self, context: Context, panel: "ExpectationPanel") -> None:
        super().__init__(context)
        self.panel = panel
        self._wanted: Cell | None = None
        panel.row_selected.connect(self._on_row_selected)
        panel.show_requested.connect(self._on_show_requested)
        context.session.analysis_changed.connect(self._on_analysis_changed)
        context.document.opened.connect(self._on_opened)

    def _on_row_selected(self, row: ExpectationRow) -> None:
        example = self._example(row)
        is_shown = example is not None and self._is_shown(example.cell)
        self.panel.offer_cell(None if is_shown or example is None else row)
        if example and is_shown:
            self._session.select(example.cell)

    def _example(self, row: ExpectationRow) -> ExampleCell | None:
        return row.example(self._crawlers.catalogue, self._session.robots_url or None)

    def _on_show_requested(self, row: ExpectationRow) -> None:
        example = self._example(row)
        if example is None:
            return
        self._wanted = cell = example.cell
        session = self._session
        if all(crawler.token != cell.token for crawler in session.crawlers):
            session.set_crawlers((*session.crawlers, self._crawlers.catalogue.crawler_for(cell.token)))
        if self._matrix.position_of(cell.url) is None:
            self._urls.add(parse_list(example.written, session.robots_url or None))
        self._on_analysis_changed()

    def _on_analysis_changed(self, _analysis: Analysis | None = None) -> None:
        if self._wanted and self._is_shown(self._wanted):
            wanted, self._wanted = self._wanted, None
            self.panel.offer_cell(None)
            self._session.select(wanted)

    def _is_shown(self, cell: Cell) -> bool:
        return self._matrix.has_cell(cell)

    def _on_opened(self) -> None:
        self._wanted = None
        self.panel.offer_cell(None)


def marks_of_results(rows: Sequence[ExpectationRow]) -> Mapping[int, ExpectationMark]:
    """Return the lines by which a test fails now, and the deciding lines of passing tests that expect a rule."""
    fails: dict[int, list[ExpectationRow]] = defaultdict(list)
    holds: dict[int, list[ExpectationRow]] = defaultdict(list)
    for row in rows:
        if row.line and row.state is ExpectationState.FAILS:
            fails[row.line].append(row)
        elif row.line and row.expectation and row.expectation.rule:
            holds[row.line].append(row)
    met = {line: ExpectationMark(fails=False, tooltip=failing_words(found)) for line, found in holds.items()}
    return met | {line: ExpectationMark(fails=True, tooltip=failing_words(found)) for line, found in fails.items()}


def _is_over(deadline: float) -> bool:
    return monotonic() > deadline
