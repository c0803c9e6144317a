"""One open document: creates and closes its parts and controllers."""

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer

from robotstudio.fetch.address import site_of
from robotstudio.project.crawler_file import CrawlerFile
from robotstudio.project.crawler_list import list_in_force
from robotstudio.project.preferences import PREFERENCES
from robotstudio.project.state import State
from robotstudio.project.templates import example, templates
from robotstudio.store.places import Places
from robotstudio.text.language import ENGLISH, Message, tr
from robotstudio.text.locale import LANGUAGES, words_of
from robotstudio.ui.app.file_actions import FileActions
from robotstudio.ui.app.first_window import FirstWindow, add_start_page
from robotstudio.ui.app.panel_requests import (
    AccessRequests,
    HelpRequests,
    SimulationRequests,
    StartRequests,
    WhyRequests,
)
from robotstudio.ui.app.project_actions import ProjectController
from robotstudio.ui.app.setting_effects import AffectedParts, effects_of
from robotstudio.ui.app.updates import UpdateController
from robotstudio.ui.app.workspace import Workspace
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.document.documents import Document
from robotstudio.ui.document.expectation_document import ExpectationDocument
from robotstudio.ui.document.origins import OriginKind
from robotstudio.ui.document.own_crawlers import OwnCrawlers
from robotstudio.ui.document.session import Evaluator, Session
from robotstudio.ui.document.urls import DocumentUrls
from robotstudio.ui.editor.code_assist import CodeAssist
from robotstudio.ui.editor.crawler_reading import ReadingController
from robotstudio.ui.editor.edit_actions import EditActions
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.editor.replace_preview import ReplacePreview
from robotstudio.ui.jobs.fetching import FetchRunner
from robotstudio.ui.jobs.histories import HistoryRunner
from robotstudio.ui.panels.about_file import AboutFileController
from robotstudio.ui.panels.changes.controller import ChangesController
from robotstudio.ui.panels.changes.history import HistoryController
from robotstudio.ui.panels.changes.live_check import LiveCheckController
from robotstudio.ui.panels.crawlers.controller import CrawlersController
from robotstudio.ui.panels.environments.controller import EnvironmentsController
from robotstudio.ui.panels.environments.served import ServedController
from robotstudio.ui.panels.examples import ExamplesController
from robotstudio.ui.panels.expectations.controller import ExpectationsController
from robotstudio.ui.panels.fetch.controller import FetchController
from robotstudio.ui.panels.fetch.scenario import ScenarioController
from robotstudio.ui.panels.help.controller import HelpController
from robotstudio.ui.panels.hosts import HostsController
from robotstudio.ui.panels.page_check.controller import PageCheckController
from robotstudio.ui.panels.problems.controller import ProblemsController
from robotstudio.ui.panels.rule_coverage.controller import RuleCoverageController
from robotstudio.ui.panels.rule_coverage.minimising import MinimisingController
from robotstudio.ui.panels.settings.controller import SettingsController
from robotstudio.ui.panels.simulation.controller import SimulationController
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.simulation.screen_reader import VerdictAnnouncer
from robotstudio.ui.panels.site.controller import SiteController
from robotstudio.ui.panels.suggest import SuggestController
from robotstudio.ui.panels.tour import TourController
from robotstudio.ui.panels.url_patterns import UrlPatternsController
from robotstudio.ui.panels.why.controller import WhyController
from robotstudio.ui.panels.why.panel import WhyPanel
from robotstudio.ui.printing.controller import Printing
from robotstudio.ui.shell.document_bar import DocumentLabel
from robotstudio.ui.shell.document_window import DocumentWindow
from robotstudio.ui.shell.main_window import MainWindow
from robotstudio.ui.shell.pages import Pages
from robotstudio.ui.shell.work_area import WorkArea
from robotstudio.ui.theme.theme import theme

if TYPE_CHECKING:  # it makes these
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from robotstudio.ui.app.document_tabs import DocumentTabs
    from robotstudio.ui.panels.agreement import AgreementController
    from robotstudio.ui.panels.ai_policy.controller import AiPolicyController
    from robotstudio.ui.panels.compliance.controller import ComplianceController
    from robotstudio.ui.panels.crawlers.newer_list import NewerListController
    from robotstudio.ui.panels.rendered_page.controller import RenderedPageController
    from robotstudio.ui.panels.report.controller import ReportController
    from robotstudio.ui.panels.siblings import SiblingsController
    from robotstudio.ui.panels.site_access import AccessController
    from robotstudio.ui.panels.survey.controller import SurveyController

_NO_LETTERS: Message = (
    "This computer has no font with the letters of {language}. Install one, such as Noto Sans CJK (on Debian and "
    "Ubuntu: fonts-noto-cjk), start again, and choose the language once more."
)
_NO_CATALOGUE: Message = (
    "This copy has no translation into {language}. In a checkout, build it with “python packaging/catalogues.py”."
)


class Studio(QObject):
    """A document with its parts in a window, which may hold several; `close` ends every thread that it started."""

    def __init__(self, tabs: "DocumentTabs", page: DocumentWindow, slot: str, first: FirstWindow | None = None) -> None:
        """Start with an empty document; `slot` is its id in the journal.

        The parts drawn in the `first` window are reused, with the saved state.
        """
        super().__init__(tabs)
        self._is_closed = False
        self.tabs, self.page, self.slot = tabs, page, slot
        state = tabs.memory.take(first.loaded) if first else tabs.front.collected()
        state = state if first else replace(state, urls=(), sources=(), crawls=(), crawlers=())
        self._make_views(first, state)
        self._make_models(tabs.places)
        self.context = self._make_context(tabs.places)
        self._make_controllers(self.context)
        self._connect()
        tabs.add(self)
        has_urls = bool(state.urls or state.sources)
        self._restore(state if has_urls else replace(state, urls=state.default_urls))

    def open(self, path: Path) -> bool:
        """Open a robots.txt or a project."""
        return self.files.open(path)

    def show_example(self) -> None:
        """Open the example; its test URLs are added to the present ones."""
        self.files.show_example()

    @property
    def is_untouched(self) -> bool:
        """True if the text is empty, and was neither saved nor removed."""
        document = self.document
        is_new = document.origin.source is OriginKind.NEW and not document.is_modified and not self.editor.body()
        return self.projects.path is None and (is_new or not document.is_open)

    @property
    def is_unsaved(self) -> bool:
        """True if closing needs a confirmation."""
        return self.document.is_modified or self.projects.is_unsaved

    @property
    def window(self) -> MainWindow:
        """The window that contains the document now."""
        return self.page.main_window

    def label(self) -> DocumentLabel:
        """Return the label of its tab."""
        document = self.document
        name = document.name if document.is_open else tr("New tab")
        return DocumentLabel(name, site_of(self.session.robots_url), document.path, self.page.isWindowModified())

    def follow(self, other: State, *, with_shares: bool) -> None:
        """Take the state that all documents share from another one; `with_shares` also its pane sizes."""
        self.settings.take({name: getattr(other, name) for name in PREFERENCES})
        if with_shares:
            self.page.work.restore(other.splitters, self.window.size())
        self.files.follow(other)
        self.tour.restore(other)
        self.crawlers.set_own_tokens(other.own_tokens)
        self.own_crawlers.reload()

    def may_close(self) -> bool:
        """Return True if the document may be closed: it is saved, or the user discards the changes."""
        return self.projects.may_discard() and self.document.may_discard()

    def close(self) -> None:
        """Close without asking: end threads and timers, and release the journal."""
        if self._is_closed:
            return
        self._is_closed = True
        self.session.close()
        for controller in self.controllers:
            controller.close()
        self.document.close()
        self.fetcher.close()
        self.evaluator.close()
        for timer in self.page.findChildren(QTimer):
            timer.stop()  # the widgets outlive this call
            timer.blockSignals(True)  # noqa: FBT003 - Qt's signature; what they are told yet may start it again
        self.tabs.leave(self)

    def remembered(self) -> State:
        """Return the state shared by all documents, without URLs and crawlers; empty if nothing is to be remembered."""
        state = replace(self.collected(), urls=(), sources=(), crawls=(), crawlers=())
        return state if state.remembers_work else replace(state, recent_files=(), recent_projects=())

    def _make_views(self, first: FirstWindow | None, state: State) -> None:
        self.start_page = (first and first.start_page) or add_start_page(self.page, state)
        self.urls = DocumentUrls(self)
        self.simulation = SimulationPanel(self.urls, SimulationRequests(self))
        self.why = WhyPanel(WhyRequests(self))
        self.pages = Pages()
        if first and first.editor:
            self.editor = first.editor
            self.page.work.set_lower_panel(self.why)
        else:
            self.editor = EditorPane()
            self.page.set_work(WorkArea(self.editor, self.why, self.page))
        self.editor.wanted.connect(self.page.work.show_editor)

    def _make_models(self, places: Places) -> None:
        notices, journal = self.page.notices, self.tabs.journal
        self.evaluator = Evaluator(self)
        self.session = Session(self.evaluator, self)
        self.tests = ExpectationDocument(journal, notices, self, self.slot)
        self.document = Document(self.editor, self.tests, journal, notices, self, self.slot)
        self.fetcher = FetchRunner(self)
        self.history = HistoryRunner(places.history, self)
        listed = list_in_force(places.crawler_list)
        own = CrawlerFile(places.crawlers, listed.catalogue, listed.refused)
        self.own_crawlers = OwnCrawlers(self.session, own, notices, self)
        self._connect_document()

    def _connect_document(self) -> None:
        """Connect the editor to the session and the answers back; views and panels use the session only."""
        editor, document, session, status_bar = self.editor, self.document, self.session, self.page.status_bar
        editor.draft_changed.connect(session.set_draft)
        editor.draft_changed.connect(document.text_changed)
        editor.caret_moved.connect(session.set_caret)
        self.urls.urls_changed.connect(session.set_urls)
        session.urls_changed.connect(self.urls.set_urls)
        document.opened.connect(self._on_opened)
        document.title_changed.connect(self._show_title)
        editor.modified_changed.connect(self._show_title)
        session.caret_moved.connect(status_bar.set_caret)
        session.analysis_changed.connect(editor.show_analysis)
        session.stale_changed.connect(editor.set_stale)
        session.stale_changed.connect(status_bar.tests.set_stale)

    def _on_opened(self) -> None:
        self.page.status_bar.set_caret(*self.editor.caret)

    def _show_title(self) -> None:
        self.editor.set_title(self.document.name, modified=self.editor.is_modified)

    def _make_context(self, places: Places) -> Context:
        return Context(
            window=self.page,
            tabs=self.tabs,
            session=self.session,
            document=self.document,
            expectations=self.tests,
            crawlers=self.own_crawlers,
            fetcher=self.fetcher,
            history=self.history,
            editor=self.editor,
            pages=self.pages,
            urls=self.urls,
            matrix=self.simulation,
            why=self.why,
            help=HelpRequests(self),
            access=AccessRequests(self, self.tabs.access),
            start_page=self.start_page,
            templates={template.id: template for template in templates()},
            example=example(),
            crawls=places.crawls,
            surveys=places.surveys,
            ranges=places.ranges,
        )

    def _make_controllers(self, context: Context) -> None:
        """Make the controllers in the order of their tabs, which is that of notification: verdicts are shown first."""
        self.settings = SettingsController(context, self.forget_all)
        self.verdicts = SimulationController(context, self.simulation)
        self.explanation = WhyController(context, self.why)
        self.crawler_reading = ReadingController(context)
        self.histories = HistoryController(context)
        self.live_check = LiveCheckController(context)
        self.changes = ChangesController(context, self.histories, self.live_check)
        self.fetch = FetchController(context)
        self.problems = ProblemsController(context)
        self.expectations = ExpectationsController(context)
        self.site = SiteController(context, self._logs, self.render_page)
        self.rule_coverage = RuleCoverageController(context)
        self.minimising = MinimisingController(context)
        self.url_patterns = UrlPatternsController(context)
        self.suggest = SuggestController(context)
        self.hosts = HostsController(context)
        self.page_checks = PageCheckController(context)
        self.crawlers = CrawlersController(context)
        self.scenario = ScenarioController(context)
        self.about_file = AboutFileController(context)
        self.help = HelpController(context, self.settings.values, self.problems.page_at_caret)
        self.updates = UpdateController(context, self.settings.values)
        self.code_assist = CodeAssist(context)
        self.edits = EditActions(context)
        self.replacing = ReplacePreview(context)
        self.announcer = VerdictAnnouncer(context, self.simulation)
        self.workspace = Workspace(context, self.collected, self._restore, self.changes, self.site.sources)
        self.projects = ProjectController(context, self.workspace, self.tabs.journal, self.slot)
        self.examples = ExamplesController(context, self.workspace)
        self.tour = TourController(context, self.examples, self.simulation.view)
        self.served = ServedController(context, self.workspace, self.changes)
        self.environments = EnvironmentsController(context, self.projects, self.served)
        self.files = FileActions(context, self.projects)
        self.printing = Printing(context, self.simulation)

    # Rarely used: the whole controller is made with its window

    @cached_property
    def ai_policy(self) -> "AiPolicyController":
        from robotstudio.ui.panels.ai_policy.controller import AiPolicyController

        return AiPolicyController(self.context)

    @cached_property
    def compliance(self) -> "ComplianceController":
        from robotstudio.ui.panels.compliance.controller import ComplianceController

        return ComplianceController(self.context)

    @cached_property
    def survey(self) -> "SurveyController":
        from robotstudio.ui.panels.survey.controller import SurveyController

        return SurveyController(self.context)

    @cached_property
    def siblings(self) -> "SiblingsController":
        from robotstudio.ui.panels.siblings import SiblingsController

        return SiblingsController(self.context)

    @cached_property
    def access(self) -> "AccessController":
        from robotstudio.ui.panels.site_access import AccessController

        return AccessController(self.context)

    @cached_property
    def newer_list(self) -> "NewerListController":
        from robotstudio.ui.panels.crawlers.newer_list import NewerListController

        return NewerListController(self.context)

    @cached_property
    def agreement(self) -> "AgreementController":
        from robotstudio.ui.panels.agreement import AgreementController

        return AgreementController(self.context)

    @cached_property
    def report(self) -> "ReportController":
        from robotstudio.ui.panels.report.controller import ReportController

        known = self.fetch, self.compliance, self.site.not_indexed, self.ai_policy
        of_window = self.projects, self.changes.baselines, self.site.crawling
        return ReportController(self.context, of_window, self.settings.values, known)

    @cached_property
    def rendered_pages(self) -> "RenderedPageController":
        from robotstudio.ui.panels.rendered_page.controller import RenderedPageController

        return RenderedPageController(self.context)

    def _keep_out_training(self) -> None:
        self.ai_policy.keep_out_training()

    def _open_ai_policy(self) -> None:
        self.ai_policy.open_window()

    def _logs(self) -> "QWidget":
        return self.compliance.panel

    def _open_compliance(self) -> None:
        self.site.show_logs()

    def _open_survey(self) -> None:
        self.survey.open_window()

    def _open_siblings(self) -> None:
        self.siblings.open_window()

    def _open_access(self) -> None:
        self.access.open_window()

    def _open_newer_list(self) -> None:
        self.newer_list.open_window()

    def open_agreement(self) -> None:
        """Compare the verdicts of the crawlers on every URL."""
        self.agreement.open_window()

    def _open_rendered_page(self) -> None:
        self.rendered_pages.open_window()

    def render_page(self, url: str) -> None:
        """Render a page in the browser of this computer."""
        self.rendered_pages.open_page(url)

    def _open_report(self) -> None:
        self.report.show_report()

    @property
    def controllers(self) -> "tuple[Controller, ...]":
        """The existing controllers; some are made with their window."""
        return tuple(part for part in vars(self).values() if isinstance(part, Controller))

    def _connect(self) -> None:
        """Connect the controllers with one another, with the actions and with the saved state."""
        sources = self.site.sources
        self.editor.draft_changed.connect(self._on_draft_changed)
        self.page.tab_changed.connect(self.explanation.show_page)
        self.problems.checked.connect(self.changes.take_findings)
        self.expectations.results_changed.connect(self.changes.take_results)
        self.changes.samples_wanted.connect(sources.add_samples)
        self.simulation.view.crawler_header().pointed.connect(self.explanation.point_at)
        self.minimising.comparison_wanted.connect(self.changes.compare_with)
        self.document.site_known.connect(sources.set_base)
        sources.sitemaps_answered.connect(self.problems.take_sitemap_answers)
        self._connect_settings()
        self.start_page.connect_actions(StartRequests(self))
        targets: dict[str, Callable[..., object]] = {
            "find.find": self._on_find,
            "crawlers.policy": self._open_ai_policy,
            "crawlers.keep_out_training": self._keep_out_training,
            "crawlers.compliance": self._open_compliance,
            "fetch.survey": self._open_survey,
            "simulate.siblings": self._open_siblings,
            "crawlers.agreement": self.open_agreement,
            "fetch.access": self._open_access,
            "crawlers.newer_list": self._open_newer_list,
            "file.report": self._open_report,
            "fetch.render": self._open_rendered_page,
        }
        targets |= self.tabs.targets(self)
        conditions = dict(self.tabs.conditions(self))
        for controller in self.controllers:
            targets |= controller.targets()
            conditions |= controller.conditions()
            controller.state_changed.connect(self.settings.look)
            controller.state_changed.connect(partial(self.tabs.take_change, self))
        for code in ("", *LANGUAGES):
            targets[f"language.{code or 'system'}"] = partial(self._on_language_chosen, code)
        targets = self.page.work.editor_column.with_editor(self.served.routed(targets))
        self.page.connect_actions(targets, conditions)
        theme.changed.connect(self.settings.look)

    def _on_draft_changed(self, revision: int) -> None:
        self.page.notices.follow_draft(revision)
        self.page.status_bar.follow_draft(revision)

    def _connect_settings(self) -> None:
        parts = AffectedParts(
            self.context,
            self.tabs.language,
            self._on_language_chosen,
            self.crawler_reading,
            self.changes,
            self.fetch,
            self.hosts,
            self.histories,
            self.problems,
            self.updates,
        )
        self.settings.connect_effects(effects_of(parts, self.settings.values), self.tabs.policy)

    def _restore(self, state: State) -> None:
        self.page.work.restore(state.splitters, self.window.size())
        for controller in self.controllers:
            controller.restore(state)

    def collected(self) -> State:
        """Return the state of the window, including that of a project."""
        fields: dict[str, object] = {
            "splitters": self.page.work.shares(),
            "theme": theme.mode.value,
            "language": self.tabs.language.choice,
        }
        for controller in self.controllers:
            fields |= controller.state()
        return State(**fields)  # type: ignore[arg-type]  # a test compares what the controllers name with its fields

    def _on_find(self) -> None:
        """Find in the focused pane, or else in the draft."""
        if not any(controller.find() for controller in self.controllers):
            self.page.work.editor_column.show_editor()
            self.editor.open_find()

    def _on_language_chosen(self, choice: str, _is_checked: bool = False) -> None:
        not_shown = self.tabs.windows.choose_language(choice)
        if not_shown:
            said = _NO_CATALOGUE if words_of(not_shown) is ENGLISH else _NO_LETTERS
            self.page.notices.show_notice("language", tr(said, language=LANGUAGES[not_shown].name))
        else:
            self.page.notices.withdraw("language")
            self.tabs.offer_starting_again(self.context)
            self.tabs.memory.write_soon()

    def forget_all(self) -> None:
        """Remove the remembered state here and on disk: closing the window must not write it again."""
        for studio in self.tabs.studios:
            studio.site.sources.forget()
            studio.site.crawling.forget()
            studio.files.forget()
        self.tabs.forget()
        self.history.forget_all()
        self.page.status_bar.show_message(tr("Test URLs, crawls, recent files and history deleted."))
        self.tabs.memory.write_soon()
