"""One open window with everything behind it: makes the parts, and connects what belongs to no single topic."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QCloseEvent

from robotstudio import __version__
from robotstudio.app.changes.baseline import Baseline
from robotstudio.app.changes.compared import ChangeMarks
from robotstudio.io.crawler_file import CrawlerFile
from robotstudio.io.journal import Journal
from robotstudio.io.places import Places
from robotstudio.io.state import State, StateStore
from robotstudio.io.templates import Example, Template
from robotstudio.ui import dialogs
from robotstudio.ui.documents import Document
from robotstudio.ui.drops import Drops
from robotstudio.ui.editor.code_assist import CodeAssist
from robotstudio.ui.editor.edit_actions import EditActions
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.evaluation import Evaluator
from robotstudio.ui.expectation_document import ExpectationDocument
from robotstudio.ui.fetching import FetchRunner
from robotstudio.ui.histories import HistoryRunner
from robotstudio.ui.main_window import MainWindow, Panels, Tab
from robotstudio.ui.memory import Memory
from robotstudio.ui.origins import Origin
from robotstudio.ui.pages import Pages
from robotstudio.ui.panels.changes.controller import ChangesController
from robotstudio.ui.panels.changes.parts import make_parts
from robotstudio.ui.panels.changes.view_switch import ViewSwitch
from robotstudio.ui.panels.crawlers.chooser import CrawlerChooser
from robotstudio.ui.panels.crawlers.controller import CrawlersController
from robotstudio.ui.panels.expectations.cells import ExpectationCells
from robotstudio.ui.panels.expectations.controller import ExpectationsController, ExpectedCells
from robotstudio.ui.panels.expectations.panel import ExpectationPanel
from robotstudio.ui.panels.fetch.controller import FetchController
from robotstudio.ui.panels.fetch.panel import FetchPanel
from robotstudio.ui.panels.history.controller import HistoryController
from robotstudio.ui.panels.history.panel import HistoryPanel
from robotstudio.ui.panels.hosts.controller import HostsController
from robotstudio.ui.panels.page_check.controller import PageCheckController
from robotstudio.ui.panels.problems.controller import ProblemsController
from robotstudio.ui.panels.problems.panel import ProblemsPanel
from robotstudio.ui.panels.rule_coverage.controller import RuleCoverageController
from robotstudio.ui.panels.rule_coverage.page import CoveragePage
from robotstudio.ui.panels.scenario.controller import ScenarioController
from robotstudio.ui.panels.scenario.popover import AsIfPopover
from robotstudio.ui.panels.simulation.controller import SimulationController
from robotstudio.ui.panels.simulation.divergence import DivergenceColumn
from robotstudio.ui.panels.simulation.exports import Exports
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.site.controller import SiteController
from robotstudio.ui.panels.site.panel import SitePanel
from robotstudio.ui.panels.site.url_sources import UrlSources
from robotstudio.ui.panels.suggest.controller import SuggestController
from robotstudio.ui.panels.suggest.panel import SuggestPanel
from robotstudio.ui.panels.summary.panel import SummaryPanel
from robotstudio.ui.panels.url_patterns.controller import UrlPatternsController
from robotstudio.ui.panels.url_patterns.page import StructurePage
from robotstudio.ui.panels.welcome.page import TemplateChoice, WelcomePage
from robotstudio.ui.panels.why.folding import Folding
from robotstudio.ui.panels.why.panel import WhyPanel
from robotstudio.ui.recent_files import RecentFiles
from robotstudio.ui.session import Session
from robotstudio.ui.theme.theme import Mode, Theme


class Studio(QObject):
    """The window and its parts; `close` ends every thread that it started."""

    def __init__(self, theme: Theme, places: Places, templates: Sequence[Template], example: Example) -> None:
        """A window on its start page, with what was remembered in `places`."""
        super().__init__()
        self._theme = theme
        self._templates = {template.id: template for template in templates}
        self._example = example
        self._is_closed = False
        self._make_panels(templates)
        self._make_models(places)
        self._wire()
        self._restore(self.memory.read())
        self.document.offer_recovery()

    def open(self, path: Path) -> bool:
        """Open a file in the window."""
        return self.document.open(path)

    def show_example(self) -> None:
        """Open the example; its test URLs come to those that are there."""
        if self.document.load(self._example.body(), Origin.of_example()):
            self.simulation.url_list.add(self._example.url_list())
            self.window.show_tab("simulation")

    def close(self) -> None:
        """Close without asking: end the threads and let go of the journal."""
        if self._is_closed:
            return
        self._is_closed = True
        self.circumstances.close()
        self.changes.close()
        self._intelligence.close()
        self._problems.close()
        self.memory.write()
        self._expectations.close()
        self.document.close()
        self.fetcher.close()
        self.hosts.close()
        self.page_checks.close()
        self.histories.close()
        self.fetch_panel.close_threads()
        for wiring in (self._coverage, self._structure, self._suggestions):
            wiring.close()
        self.simulation.close_threads()
        self._sources.close()
        self.site.close_threads()
        self.evaluator.close()
        self.journal.close()

    def _make_panels(self, templates: Sequence[Template]) -> None:
        theme = self._theme
        choices = [TemplateChoice(template.id, template.title, template.description) for template in templates]
        self.welcome = WelcomePage(theme, choices)
        self.editor = EditorPane(theme)
        self.simulation = SimulationPanel(theme)
        self.rules = CoveragePage(theme)
        self.patterns = StructurePage(theme)
        self.summary = SummaryPanel(theme)
        self.fetch_panel = FetchPanel(theme)
        self.site = SitePanel(theme)
        self.tests_panel = ExpectationPanel(theme)
        self.history_panel = HistoryPanel(theme)
        self.problems = ProblemsPanel(theme)
        self.why = WhyPanel(theme)
        self.change_parts = make_parts(theme, self.simulation, self.editor)
        self.simulation.tool_row.set_lead(self.change_parts.switch)
        self._make_pages(theme)
        tabs = (
            Tab("simulation", self.tr("Simulation"), self.pages, self.simulation.view),
            Tab("fetch", self.tr("Fetch"), self.fetch_panel),
            Tab("summary", self.tr("Summary"), self.summary, self.summary.cards),
            Tab("problems", self.tr("Problems"), self.problems, self.problems.list),
            Tab("tests", self.tr("Tests"), self.tests_panel, self.tests_panel.table),
            Tab("site", self.tr("Site"), self.site, self.site.sources),
            Tab("history", self.tr("History"), self.history_panel, self.history_panel.timeline),
        )
        self.window = MainWindow(theme, Panels(self.welcome, self.change_parts.column, tabs, self.why))
        self.window.add_bar(self.change_parts.bar)
        self.chooser = CrawlerChooser(theme, self.window)
        self.as_if = AsIfPopover(theme, self.window)
        self.suggest = SuggestPanel(theme, self.window)

    def _make_pages(self, theme: Theme) -> None:
        """What the first tab shows: verdicts, changes and rules, or the patterns of the URLs."""
        self.pages, views = Pages(), self.change_parts.views
        switch = ViewSwitch(theme, self.rules)
        self.rules.set_lead(switch)
        views.add_view(self.rules, switch)
        self.pages.add_page("urls", self.simulation, self.simulation.view, views)
        self.pages.add_page("changes", self.change_parts.panel, self.change_parts.panel.list, views)
        self.pages.add_page("rules", self.rules, self.rules.table, views)
        self.pages.add_page("patterns", self.patterns, self.patterns.table)

    def _make_models(self, places: Places) -> None:
        places.make_private()
        self.journal = Journal(places.journal)
        self.evaluator = Evaluator(self)
        self.session = Session(self.evaluator, self)
        self.tests = ExpectationDocument(self.journal, self.window.notices, self)
        self.document = Document(self.editor, self.tests, self.journal, self.window.notices, self)
        self.fetcher = FetchRunner(self)
        self.history = HistoryRunner(places.history, self)
        self.crawler_file = CrawlerFile(places.crawlers)
        self.memory = Memory(StateStore(places.state), self._state, self.window.notices, self)

    def _wire(self) -> None:
        window, document = self.window, self.document
        self._verdicts = SimulationController(self.session, document, window, self.editor, self.simulation, self.why)
        self._readings = DivergenceColumn(self.session, window, self.editor, self.simulation)
        self._wire_fetches()
        self._wire_findings()
        self.changes = ChangesController(self.session, document, window, self.editor, self.change_parts)
        self.changes.follow(self.fetcher)
        self.why.line_activated.connect(self.changes.on_line_explained)
        self.changes.marks_changed.connect(self._on_marks_changed)
        self._coverage = RuleCoverageController(
            self.session, window, self.editor, self.simulation, self.pages, self.rules
        )
        self._structure = UrlPatternsController(self.session, window, self.simulation, self.pages, self.patterns)
        self._suggestions = SuggestController(self.session, window, self.editor, self.simulation, self.suggest)
        self._crawlers = CrawlersController(self.session, window, self.chooser, self.crawler_file)
        self._sources = UrlSources(self.session, window, self.simulation, self._theme, self._crawlers)
        self._sources.sitemaps_answered.connect(self._problems.take_sitemap_answers)
        self._site = SiteController(self.session, window, self.simulation, self.site, self._sources, self._crawlers)
        self._wire_tests()
        self._wire_editor()
        self._folding = Folding(window, self.why, self.changes)
        self._wire_files()
        self.simulation.crawlers_requested.connect(self._crawlers.choose)
        document.opened.connect(window.show_work)
        window.work_shown.connect(document.begin)
        document.opened.connect(self.editor.setFocus)
        document.opened.connect(self._on_opened)
        document.opened.connect(window.enable_draft_actions)
        self._fetches.site_known.connect(self._sources.set_base)
        self.histories.site_known.connect(self._sources.set_base)
        self.histories.baseline_chosen.connect(self._on_baseline_chosen)
        window.shown_again.connect(document.look_at_disk)
        window.about_to_close.connect(self._on_about_to_close)
        self.why.urls_wanted.connect(self._sources.add_samples)
        self.simulation.left.connect(self.editor.setFocus)
        self.circumstances = ScenarioController(self.session, self.fetcher, window, self.simulation, self.as_if)
        window.connect_actions(self.changes.with_editor(self._targets()))
        session, sources = self.session, self._sources
        facts = (sources.sources_changed, session.crawlers_changed, self.chooser.own_tokens_changed)
        switches = (self.histories.kept_changed, self._readings.shown_changed, self._recent.changed)
        self._readings.shown_changed.connect(window.actions_by_id["view.reading"].setChecked)
        for fact in (*facts, *switches, self.changes.share_changed, self._theme.changed, self.editor.zoom_changed):
            fact.connect(self.memory.write_soon)

    def _wire_editor(self) -> None:
        window, editor, templates = self.window, self.editor, tuple(self._templates.values())
        self._edits = EditActions(window, editor)
        self._exports = Exports(window, editor, self.simulation)
        self._intelligence = CodeAssist(self.session, window, editor, self._crawlers, templates)

    def _wire_findings(self) -> None:
        """What is said of the file itself."""
        self.session.analysis_changed.connect(self.summary.show_analysis)
        self.summary.line_activated.connect(self.editor.reveal_line)
        self._problems = ProblemsController(self.session, self.document, self.window, self.editor, self.problems)

    def _wire_fetches(self) -> None:
        session, window, document = self.session, self.window, self.document
        self._fetches = FetchController(self.fetcher, session, document, window, self.editor, self.fetch_panel)
        self.histories = HistoryController(self.history, self.fetcher, session, document, window, self.history_panel)
        self.hosts = HostsController(session, window, self.fetcher, self.history, self._theme)
        self.page_checks = PageCheckController(session, window, self.simulation, self.history, self._theme)

    def _wire_tests(self) -> None:
        tests, catalogue = self.tests, self._crawlers.current_catalogue
        self._expectations = ExpectationsController(
            self.session, tests, self.window, self.editor, self.tests_panel, catalogue
        )
        self._pinning = ExpectationCells(self.session, tests, self.window, self.simulation, self.why)
        self._expected = ExpectedCells(self.session, self.document, self.tests_panel, self.simulation, catalogue)
        self._expectations.results_changed.connect(self._pinning.take_results)
        tests.state_changed.connect(self.document.title_changed)
        self.window.shown_again.connect(tests.look_at_disk)

    def _wire_files(self) -> None:
        """Where a file comes from: the start page, the menu of recent files, or dropped on the window."""
        window, document = self.window, self.document
        self._recent = RecentFiles(window)
        self._drops = Drops(window, self._sources, self._pinning)
        document.path_used.connect(self._recent.add)
        self._recent.chosen.connect(self.open)
        self._drops.robots_dropped.connect(self.open)
        self.welcome.fetch_chosen.connect(window.top_bar.focus_address)
        self.welcome.open_chosen.connect(self._on_open)
        self.welcome.template_chosen.connect(self._on_template_chosen)
        self.welcome.example_chosen.connect(self.show_example)

    def _targets(self) -> Mapping[str, Callable[..., object]]:
        """What each action does; the window adds its own."""
        editor, document, window = self.editor, self.document, self.window
        return {
            "file.new": self._on_new,
            "file.new_from_template": self._on_new_from_template,
            "file.open": self._on_open,
            "file.save": self._on_save,
            "file.save_as": self._on_save_as,
            "file.reload": document.reload,
            "file.start": window.show_start_page,
            **self._edits.targets(),
            **self._exports.targets(),
            **self._intelligence.targets(),
            **self._problems.targets(),
            **self._crawlers.targets(),
            **self.circumstances.targets(),
            **self._fetches.targets(),
            **self._sources.targets(),
            **self._pinning.targets(),
            "edit.comment": editor.toggle_comment,
            "edit.move_up": editor.move_line_up,
            "edit.move_down": editor.move_line_down,
            "edit.duplicate": editor.duplicate_line,
            "edit.delete_line": editor.delete_line,
            "edit.delete_rule": self._coverage.delete_rule,
            "find.find": self._on_find,
            "find.replace": editor.open_replace,
            "find.next": editor.find_next,
            "find.previous": editor.find_previous,
            "find.line": editor.open_go_to_line,
            "find.winner": self._verdicts.place_caret_on_winner,
            "simulate.add": self._on_add_urls,
            "simulate.clear": self.simulation.remove_all_urls,
            "simulate.new_test": self._expectations.write_test,
            "find.next_change": self.changes.go_to_next,
            "find.previous_change": self.changes.go_to_previous,
            "simulate.changes": self._on_show_changes,
            "simulate.why": self._folding.toggle,
            "simulate.suggest": self.simulation.suggest_rule,
            "simulate.group": self._structure.show_patterns,
            "fetch.address": window.top_bar.focus_address,
            "fetch.cancel": self.fetcher.cancel,
            "fetch.hosts": self.hosts.open,
            "fetch.page": self.page_checks.open,
            "view.simulation": partial(self._on_view, "simulation"),
            "view.rules": self._coverage.show_rules,
            "view.summary": partial(self._on_view, "summary"),
            "view.fetch": partial(self._on_view, "fetch"),
            "view.site": partial(self._on_view, "site"),
            "view.tests": partial(self._on_view, "tests"),
            "view.history": partial(self._on_view, "history"),
            "view.problems": partial(self._on_view, "problems"),
            "view.editor": self._on_view_editor,
            "view.zoom_in": editor.zoom_in,
            "view.zoom_out": editor.zoom_out,
            "view.zoom_reset": editor.zoom_reset,
            "view.reading": self._readings.set_shown,
            "help.example": self.show_example,
            "help.about": self._on_about,
        }

    def _restore(self, state: State) -> None:
        self._recent.restore(state.recent_files)
        self._theme.set_mode(Mode(state.theme))
        self.window.show_theme_mode()
        self.window.restoreGeometry(state.geometry)
        self.window.set_splitter_sizes(state.splitters)
        self.editor.set_zoom(state.zoom)
        self.changes.set_share(state.most_flips)
        self.histories.set_kept(state.keeps_history)
        self._readings.set_shown(state.shows_reading)
        self.chooser.set_own_tokens(state.own_tokens)
        self._crawlers.take_tokens(state.crawlers)
        self._sources.restore(state.urls, state.sources)

    def _state(self) -> State:
        return State(
            urls=self._sources.typed(),
            sources=self._sources.remembered(),
            crawlers=tuple(crawler.token for crawler in self.session.crawlers),
            own_tokens=self.chooser.own_tokens,
            recent_files=self._recent.paths,
            geometry=bytes(self.window.saveGeometry().data()),
            splitters=self.window.splitter_sizes(),
            zoom=self.editor.zoom,
            most_flips=self.changes.share,
            theme=self._theme.mode.value,
            keeps_history=self.history.is_kept,
            shows_reading=self._readings.is_shown,
        )

    def _on_new(self) -> None:
        self.document.new()

    def _on_new_from_template(self) -> None:
        bar = self.window.menuBar()
        self.welcome.popup_templates(bar.mapToGlobal(bar.rect().bottomLeft()))

    def _on_open(self) -> None:
        path = dialogs.ask_open_path(self.window, self.document.path)
        if path:
            self.open(path)

    def _on_save(self) -> None:
        self._say_saved(self.document.save())

    def _on_save_as(self) -> None:
        self._say_saved(self.document.save_as())

    def _say_saved(self, is_saved: bool) -> None:
        if is_saved:
            self.window.status_bar.show_message(self.tr("Saved {name}.").format(name=self.document.name))

    def _on_template_chosen(self, template_id: str) -> None:
        self.document.load(self._templates[template_id].body(), Origin.of_template())

    def _on_opened(self) -> None:
        self._sources.set_base(None)  # a file on disk does not say which site it is for

    def _on_baseline_chosen(self, baseline: Baseline) -> None:
        """Compare the draft with an older version."""
        self.changes.offer_history((baseline,))
        self.changes.choose(baseline.id)
        self.changes.show()

    def _on_marks_changed(self, marks: ChangeMarks | None) -> None:
        self.simulation.mark_changes(marks.changed if marks else {})

    def _on_add_urls(self) -> None:
        self.window.show_work()
        self.window.show_tab("simulation")
        self.pages.show_first()
        self.simulation.open_url_entry()

    def _on_show_changes(self) -> None:
        self.pages.show_page("changes")
        self.changes.show()

    def _on_find(self) -> None:
        """Find in the pane that has the keyboard."""
        if self.window.has_keyboard(self.simulation):
            self.simulation.focus_search()
        elif self.window.has_keyboard(self.patterns):
            self.patterns.search.setFocus()
        elif self.window.has_keyboard(self.change_parts.panel):
            self.change_parts.panel.focus_search()
        else:
            self.change_parts.column.show_editor()
            self.editor.open_find()

    def _on_view_editor(self) -> None:
        self.window.show_work()
        self.editor.setFocus()

    def _on_view(self, tab_id: str, _is_checked: bool = False) -> None:
        self.window.show_work()
        self.window.show_tab(tab_id)

    def _on_about(self) -> None:
        dialogs.show_about(self.window, __version__)

    def _on_about_to_close(self, event: QCloseEvent) -> None:
        if self.document.may_discard():
            self.close()
        else:
            event.ignore()
