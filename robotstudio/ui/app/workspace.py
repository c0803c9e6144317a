"""The part of the window's state that a project or an example stores: collected from the parts, and restored."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from robotstudio.draft.analysis import Cell
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.engine.crawlers import DEFAULT_TOKENS
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.project.file.model import Project, ProjectView
from robotstudio.project.open_tabs import ROOT
from robotstudio.project.project import OpenSite, moved, project_of, site_of, state_of
from robotstudio.project.state import State
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context
from robotstudio.ui.panels.changes.controller import ChangesController
from robotstudio.ui.panels.site.url_sources import UrlSources


class Workspace(QObject):
    """The state of a document; `collect` and `restore` cover all controllers. `changed` signals a possible change.

    The window's own state is set aside while a project or an example is loaded.
    """

    changed = Signal()

    def __init__(
        self,
        context: Context,
        collect: Callable[[], State],
        restore: Callable[[State], None],
        changes: ChangesController,
        sources: UrlSources,
    ) -> None:
        super().__init__(context.window)
        self.collect = collect
        self.restore = restore
        self._window = context.window
        self._session = context.session
        self._document = context.document
        self._changes = changes
        self._sources = sources
        self._wanted: Cell | None = None
        self._own: State | None = None
        context.session.analysis_settled.connect(self._on_changed)
        context.session.analysis_changed.connect(self._select_wanted)
        context.session.selection_changed.connect(self._on_selection_changed)
        sources.sources_changed.connect(self.changed)
        changes.baseline_changed.connect(self.changed)

    def set_aside(self) -> None:
        """Set the window's own URLs and crawlers aside until `clear`; those already set aside stay."""
        self._own = self._own or self.collect()

    @property
    def is_lent(self) -> bool:
        """True if a project or an example is loaded."""
        return self._own is not None

    def with_own(self, state: State) -> State:
        """Return the state to remember: with the window's own URLs and crawlers."""
        own = self._own
        if own is None:
            return state
        return replace(state, urls=own.urls, sources=own.sources, crawls=own.crawls, crawlers=own.crawlers)

    def fill(self, project: Project, folder: Path, before: Baseline | None = None) -> None:
        """Load a project into the window, beside the present draft; show changes since `before`."""
        site = site_of(project, folder)
        self._session.select(None)
        self._session.set_scenario(site.scenario, is_own_choice=site.is_own_choice)
        self.set_site(project.site)
        self.restore(state_of(project, folder, self.collect()))
        self._sources.load_waiting_files()
        self._show_address(site.robots_url)
        if site.baseline:
            self._changes.compare_with_file(site.baseline)
        self.look_as(project.window)
        if before:
            self._changes.compare_with(before)

    def recall(self, kept: Project) -> None:
        """Add the URLs, sources and crawlers that the file of the draft had before."""
        state = self.collect()
        known = state_of(kept, ROOT, state)
        typed = () if state.urls == state.default_urls else state.urls
        urls = tuple(dict.fromkeys((*typed, *known.urls)))
        sources = tuple({source.id: source for source in (*state.sources, *known.sources)}.values())
        if kept.site:
            self.set_site(kept.site)
            self._show_address(site_of(kept, ROOT).robots_url)
        crawls = tuple(dict.fromkeys((*known.crawls, *state.crawls)))
        crawlers = known.crawlers or state.crawlers
        self.restore(replace(state, urls=urls, sources=sources, crawls=crawls, crawlers=crawlers))
        self._sources.load_waiting_files()

    def own(self) -> Project:
        """Return the user's own URLs, sources and crawlers: not those of the settings, a project or an example."""
        state = self.with_own(self.collect())
        urls = () if state.urls == state.default_urls else state.urls
        crawlers = () if state.crawlers == tuple(DEFAULT_TOKENS) else state.crawlers
        site = OpenSite(robots_url="" if self.is_lent else self._session.robots_url)
        return project_of(replace(state, urls=urls, crawlers=crawlers), site, ROOT)

    @property
    def has_own_work(self) -> bool:
        """True if there is more than a text: URLs, sources of them, or crawls."""
        own = self.own()
        return bool(own.urls or own.sources or own.crawls)

    def look_as(self, view: ProjectView) -> None:
        """Restore the shown tab and the selected cell."""
        self._window.show_tab(view.tab or "simulation")
        self._wanted = Cell(view.selected_url, view.selected_crawler) if view.selected_url else None
        self._select_wanted()

    def clear(self) -> None:
        """Remove the loaded state from the window, and restore what was set aside."""
        if self._own is None:
            return
        own = self.with_own(self.collect())
        self._own = self._wanted = None
        self.restore(own)
        self._changes.offer_history(())
        self._session.set_scenario(HttpScenario(), is_own_choice=False)
        self._show_address("")

    def set_site(self, site: str) -> None:
        """Set the site of the draft; opening another text has cleared it."""
        self._sources.set_base(site or None)

    def project(self, kept: Project, folder: Path, target: Path) -> Project:
        """Return the project for a file in `target` with the current state; `folder` is its previous folder."""
        session, state, before = self._session, self.collect(), site_of(kept, folder)
        if not kept.crawlers and state.crawlers == tuple(DEFAULT_TOKENS):
            state = replace(state, crawlers=())
        cell = session.selected or self._wanted
        site = OpenSite(
            file=self._document.path or before.file,
            robots_url=session.robots_url,
            baseline=self._changes.compared_file or before.baseline,
            scenario=session.scenario,
            is_own_choice=session.is_own_choice,
            tab=self._window.current_tab,
            selected_url=cell.url if cell else "",
            selected_crawler=cell.token if cell else "",
        )
        return project_of(state, site, target, kept if target == folder else moved(kept, folder, target))

    def _show_address(self, address: str) -> None:
        self._window.top_bar.set_address(address)
        self._window.top_bar.set_chip(tr("live not checked") if address else "")

    def _select_wanted(self, *_: object) -> None:
        """Restore the selection once its URL is evaluated: another file gives another answer."""
        cell = self._wanted
        if cell and self._session.is_answered and self._session.urls.position(cell.url) is not None:
            self._wanted = None
            if any(crawler.token == cell.token for crawler in self._session.crawlers):
                self._session.select(cell)

    def _on_selection_changed(self, cell: Cell | None) -> None:
        if cell is not None:
            self._wanted = None

    def _on_changed(self, *_: object) -> None:
        self.changed.emit()
