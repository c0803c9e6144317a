"""The environments of the open project: the chooser in the top bar, and the window that edits and tests them."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import SignalInstance

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.project.environments import BASE, check, host_of, origins_of
from robotstudio.project.file.model import Environment, Project
from robotstudio.project.file.project_file import bytes_of, parse
from robotstudio.project.project import body_of, environment_of
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.environments.served import EnvironmentLink, ServedController
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_below

if TYPE_CHECKING:
    from robotstudio.draft.expectations import ExpectationFile
    from robotstudio.project.environments import EnvironmentCheck
    from robotstudio.ui.document.context import Studio
    from robotstudio.ui.panels.environments.panel import EnvironmentsPanel

_NOTICE = "environments"
_MOST_UNDONE = 100
_WATCHED = Plural(
    "{count} host of the project is watched. Changes are added to the history.",
    "{count} hosts of the project are watched. Changes are added to the history.",
)
_NOT_WATCHED_ANY_MORE = Plural(
    "{count} host of the project is no longer watched.", "{count} hosts of the project are no longer watched."
)


class Projects(Protocol):
    """The project that is open with the document."""

    environments_changed: SignalInstance

    @property
    def path(self) -> Path | None: ...

    @property
    def project(self) -> Project: ...

    @property
    def environments(self) -> tuple[Environment, ...]: ...

    def set_environments(self, environments: tuple[Environment, ...]) -> None: ...


class EnvironmentsController(PanelController["EnvironmentsPanel"]):
    """Changes apply at once if possible; what cannot be saved stays in the window, with the reason.

    Each environment opens in its own tab, at most once.
    """

    panel_of = "project.environments"

    def __init__(self, context: Context, projects: Projects, served: ServedController) -> None:
        super().__init__(context)
        self._projects = projects
        self._served = served
        self._undone: list[tuple[Environment, ...]] = []
        self._told: tuple[Environment, ...] = ()
        self._of: Path | None = None
        """Project whose environments the window shows."""
        self._checking = Background("tests of the environments", self)
        self._checking.answered.connect(self._on_checked)
        context.session.draft_changed.connect(self._on_draft_changed)
        projects.environments_changed.connect(self._on_environments_changed)
        served.changed.connect(self._show_chooser)
        context.editor.modified_changed.connect(self._show_chooser)
        context.window.came_to_front.connect(self._on_came_to_front)
        context.window.top_bar.environment_menu_requested.connect(self._on_menu_requested)

    def make_panel(self, kind: "Callable[..., EnvironmentsPanel]") -> "EnvironmentsPanel":
        return kind(self, self._window)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"project.environments": self.open_window}

    def close(self) -> None:
        super().close()
        self._checking.close()

    def open_window(self) -> None:
        """Show the environments in the tab of the project; without a project, offer to create one."""
        if self._served.link is not None:
            self._served.show_environments()
        elif self._projects.path is None:
            save = self._window.actions_by_id["project.save"].trigger
            said = tr("Environments belong to a project. Save this document as one first.")
            self._window.notices.show_notice(_NOTICE, said, [(tr("Save project…"), save)])
        else:
            self.show_environment(BASE)

    def show_environment(self, name: str) -> None:
        """Show the window with an environment selected; the project is open in this tab."""
        self._window.notices.withdraw(_NOTICE)
        if self._of != self._projects.path or self._told != self._projects.environments:
            self._begin()
        if name:
            self.panel.choose(name)
        self._check()
        self.panel.bring_up()

    def open_in_tab(self, name: str) -> "Studio | None":
        """Show an environment in its tab, or the project itself in its own; None if the text cannot be generated."""
        path = self._project_path
        if path is None:
            return None
        there = self._tabs.with_environment(path, name) if name else self._tabs.with_project(path)
        if there is not None:
            self._tabs.bring_to_front(there)
            return there
        if not name:
            self._tabs.front.projects.open(path)
            return self._tabs.with_project(path)
        studio = self._tabs.begin()
        if not studio.served.open(EnvironmentLink(path, name)):
            self._tabs.close_tab(studio)
            return None
        return studio

    def undo(self) -> None:
        """Undo the last change."""
        if self._undone:
            self._take(self._undone.pop())
            self.panel.show_environments(self._projects.environments)
            self._after_change()

    @property
    def _project_path(self) -> Path | None:
        """File of the project, which may be open in another tab."""
        link = self._served.link
        return link.project if link else self._projects.path

    @property
    def _folder(self) -> Path:
        path = self._projects.path
        return path.parent if path else Path()

    def _begin(self) -> None:
        """Show the environments of the project."""
        self._of, self._told = self._projects.path, self._projects.environments
        self._undone.clear()
        self.panel.show_environments(self._told)
        self._after_change()

    def enter(self, environments: tuple[Environment, ...], is_step: bool) -> None:
        """Apply changed environments if they can be saved; steps of the same kind merge into one undo step."""
        path = self._projects.path
        if path is None:
            return
        try:
            parse(bytes_of(Project(environments=environments)), path)
        except FileError as error:
            self.panel.show_problem(WORDS.tell(error.told))
            return
        before = self._projects.environments
        if environments != before:
            if is_step or not self._undone:
                self._undone = [*self._undone[1 - _MOST_UNDONE :], before]
            self._take(environments)
        self._after_change()

    def _take(self, environments: tuple[Environment, ...]) -> None:
        path, before = self._projects.path, self._projects.environments
        if path is not None and len(before) == len(environments):
            renamed = [(old.name, new.name) for old, new in zip(before, environments, strict=True)]
            tabs = [(self._tabs.with_environment(path, old), new) for old, new in renamed if old != new]
            for studio, name in tabs:
                if studio is not None:
                    studio.served.rename(name)
        self._told = environments
        self._projects.set_environments(environments)

    def _after_change(self) -> None:
        self.panel.show_problem("")
        self.panel.set_can_undo(bool(self._undone))
        self.panel.set_can_watch(bool(origins_of(self._projects.project)))
        self._check()

    def _check(self) -> None:
        """Work out what each serves and which of its tests fail."""
        self._checking.ask(
            partial(
                check,
                self._projects.project,
                self._folder,
                self._editor.body(),
                self._crawlers.catalogue,
                self._open_tests(),
            )
        )

    def _open_tests(self) -> "Mapping[str, ExpectationFile]":
        """Return the tests that are open in a tab, with unsaved changes."""
        path = self._projects.path
        found = {BASE: self._context.expectations.file}
        for studio in self._tabs.studios:
            link = studio.served.link
            if link is not None and link.project == path:
                found[link.name] = studio.tests.file
        return found

    def _on_checked(self, checks: "tuple[EnvironmentCheck, ...] | None") -> None:
        if checks is not None:
            self.panel.show_checks(checks)

    def _on_draft_changed(self, *_: object) -> None:
        if self.is_shown:
            self._check()

    def _on_came_to_front(self) -> None:
        self._show_chooser()
        self._on_draft_changed()

    def _on_environments_changed(self) -> None:
        self._show_chooser()
        if self.is_shown and self._projects.path is None:
            self.panel.close()
        elif self.is_shown and (self._of, self._told) != (self._projects.path, self._projects.environments):
            self._begin()

    def choose_tests(self, name: str) -> None:
        path = dialogs.ask_tests_path(self.panel, self._projects.path)
        if path is not None:
            self.panel.enter_tests(name, path.absolute(), self._folder)

    def compare(self, name: str, other: str) -> None:
        """Show an environment compared with another."""
        project, base = self._projects.project, self._editor.body()
        older = body_of(base, environment_of(project, other))
        studio = self.open_in_tab(name)
        if studio is not None:
            studio.changes.compare_with(Baseline(f"environment:{other}", self._title(other), older))

    # The chooser

    def _show_chooser(self, *_: object) -> None:
        """Show the name of the current environment if there is a choice."""
        link, bar = self._served.link, self._window.top_bar
        if link is not None:
            bar.set_environment(link.name, is_changed=self._editor.is_modified)
        else:
            bar.set_environment(self._title(BASE) if self._projects.environments else "")

    def watch(self, every: timedelta | None) -> None:
        history, hosts = self._context.history, origins_of(self._projects.project)
        if every is not None and not history.is_kept:
            said = tr("No host is watched because the history is off. Turn it on in the settings first.")
            self._window.notices.show_notice(_NOTICE, said)
            return
        for host in hosts:
            history.watch(host, every)
        said = ntr(_NOT_WATCHED_ANY_MORE if every is None else _WATCHED, len(hosts))
        self._window.status_bar.show_message(said)

    def _on_menu_requested(self) -> None:
        path, link = self._project_path, self._served.link
        if path is None:
            return
        studio, now = self._tabs.with_project(path), link.name if link else BASE
        project = studio.projects.project if studio else self._served.project
        known = [*project.environments, *([Environment(now)] if now not in ("", *project.environment_names) else [])]
        rows = [
            MenuAction(self._row_title(each), partial(self.open_in_tab, each.name), is_checked=each.name == now)
            for each in (environment_of(project), *known)
        ]
        button = self._window.top_bar.environment_button
        menu = build_menu(button, [*rows, MenuAction(), MenuAction(tr("Environments…"), self.open_window)])
        popup_below(menu, button)

    def _row_title(self, environment: Environment) -> str:
        host = host_of(environment)
        title = self._title(environment.name)
        return together(" · ", title, host) if host else title

    def _title(self, name: str) -> str:
        """Return the title of an environment; the project's name for the project itself."""
        path = self._project_path
        return name or (path.stem if path else "")
