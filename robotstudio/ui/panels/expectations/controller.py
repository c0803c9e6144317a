"""Tests of the draft: run after every change, and shown in the matrix, the editor and the status bar."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState, Results, judged, rows_of
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.expectations import Expectation, Judgement, crawlers_of, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import put_in, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.editor.annotations import ExpectationMark
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.expectations.cells import ExpectationCells
from robotstudio.ui.panels.expectations.unlisted import UnlistedTests
from robotstudio.ui.panels.expectations.words import failing_words, status_words
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from robotstudio.ui.panels.expectations.form import ExpectationForm

_AT_ONCE_S, _TRIED_S = 0.006, 0.1
_PARSED_AT_ONCE = 32_768


class ExpectationsController(Controller):
    """Connects the expectations with the draft; `results_changed` carries the results."""

    results_changed = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._tests = context.expectations
        self.cells = ExpectationCells(context, self.edit)
        self.unlisted = UnlistedTests(context, self.cells, self.edit)
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
        self._tests.state_changed.connect(self._show_status)
        context.window.status_bar.tests.clicked.connect(self.show_tests)
        context.document.opened.connect(self._on_opened)

    @cached_property
    def form(self) -> "ExpectationForm":
        """The form above the matrix, made on first use."""
        from robotstudio.ui.panels.expectations.form import ExpectationForm  # noqa: PLC0415  # made on first use

        form = ExpectationForm(self)
        form.set_crawlers([crawler.token for crawler in self._session.crawlers])
        self._matrix.add_form(form)
        return form

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {**self.cells.targets(), "simulate.new_test": self.write_test, "view.tests": self.show_tests}

    def show_tests(self) -> None:
        """List the verdicts with a test, failing ones first."""
        self._show_verdicts()
        self._matrix.show_expected()

    def write_test(self) -> None:
        """Open the form for a new test."""
        self._show_verdicts()
        self.form.open_new()

    def edit(self, row: ExpectationRow) -> None:
        """Open the form on a test."""
        if row.expectation:
            self._show_verdicts()
            self.form.open_on(row, row.expectation)

    def close(self) -> None:
        self._background.close()

    # Requests of the form

    def enter(self, expectation: Expectation, replaced: ExpectationRow | None) -> None:
        self.cells.enter(expectation, replaced)

    def remove(self, rows: Sequence[ExpectationRow]) -> None:
        self.cells.remove(rows)

    def judge_now(self, expectation: Expectation) -> Judgement | None:
        analysis = self._session.analysis
        if analysis is None:
            return None
        version = FileVersion(analysis.body, analysis.readings)
        (judgement,) = judge((expectation,), version, catalogue=self._crawlers.catalogue, seconds=_TRIED_S)
        return judgement

    def leave_form(self) -> None:
        self._matrix.focus_rows()

    # Results

    def _show_verdicts(self) -> None:
        self._window.open_work()
        self._window.show_tab("simulation")
        if self._pages.page != "urls":
            self._pages.show_first()

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
        of = (self._rows, analysis.body, analysis.readings, self._crawlers.catalogue)
        work = partial(judged, *of, urls=analysis.urls, table=analysis.table)
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
        self._editor.show_expectations(marks_of_results(results.rows))
        self._show_status()
        self.results_changed.emit(results)
        self.unlisted.take_results(results)

    def _show_status(self) -> None:
        """Show the results in the status bar, with the failing tests and the place of all as its tooltip."""
        results, tests = self.results, self._tests
        bad = (ExpectationState.FAILS, ExpectationState.UNREADABLE, ExpectationState.UNKNOWN)
        is_bad = any(results.counts[state] for state in bad)
        tone = Tone.WARNING if is_bad else Tone.NEUTRAL if results.counts[ExpectationState.WAITS] else Tone.ALLOWED
        failing = [row for row in results.rows if row.state in {ExpectationState.FAILS, ExpectationState.UNKNOWN}]
        place = put_in(tr("{name}, not saved") if tests.is_modified else "{name}", {"name": tests.name})
        tip = together("\n", failing_words(failing), place)
        self._window.status_bar.tests.show_fact(status_words(results), tone, tip)

    def _on_opened(self) -> None:
        if "form" in vars(self):
            self.form.hide()  # it is about a test of another file

    def _on_crawlers_changed(self, crawlers: Sequence[Crawler]) -> None:
        if "form" in vars(self):
            self.form.set_crawlers([crawler.token for crawler in crawlers])


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
