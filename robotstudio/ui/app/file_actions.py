"""Opens and saves files: the File menu, the start page, recent files, dropped files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.draft.expectations import SUFFIX
from robotstudio.project.project import ProjectSummary, summary_of, summary_of_file
from robotstudio.project.state import State
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.app.project_actions import ProjectController, is_project
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import Openable
from robotstudio.ui.shell.document_window import Place
from robotstudio.ui.widgets.menus import MenuAction, fill_menu
from robotstudio.urls.kinds import holds_crawl, holds_rules

if TYPE_CHECKING:
    from robotstudio.ui.document.documents import Document

_MOST_RECENT = 10


class FileActions(Controller):
    """Opens, saves and creates documents; passes on crawls, expectations and URL lists that were opened or dropped."""

    def __init__(self, context: Context, projects: ProjectController) -> None:
        super().__init__(context)
        self._projects = projects
        self._looking = Background("recent projects", self)
        self._start_page = context.start_page
        self._templates = context.templates
        self._example = context.example
        self._recent: tuple[str, ...] = ()
        self._recent_projects: tuple[str, ...] = ()
        context.window.add_places(self._places)
        window, document = context.window, context.document
        document.opened.connect(window.show_work)
        document.opened.connect(context.editor.setFocus)
        document.opened.connect(window.enable_draft_actions)
        document.path_used.connect(self._on_path_used)
        window.draft_wanted.connect(document.begin)
        window.shown_again.connect(document.look_at_disk)
        window.files_dropped.connect(self._on_files_dropped)
        projects.path_used.connect(self._on_project_used)
        self._looking.answered.connect(self._on_looked_at)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "file.new": self._on_new,
            "file.new_from_template": self._on_new_from_template,
            "file.open": self.choose,
            "file.save": self._on_save,
            "file.save_as": self._on_save_as,
            "file.reload": self._document.reload,
            "file.start": self._on_start_page,
            "help.example": self.show_example,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        return {"file.reload": lambda: self._document.path is not None}

    def state(self) -> Mapping[str, object]:
        return {"recent_files": self._recent, "recent_projects": self._recent_projects}

    def restore(self, state: State) -> None:
        self._set_recent(state.recent_files, state.recent_projects)

    def follow(self, other: State) -> None:
        """Take the recent files and projects from another document of the window."""
        if (self._recent, self._recent_projects) != (other.recent_files, other.recent_projects):
            self.restore(other)

    def close(self) -> None:
        self._looking.close()

    def forget(self) -> None:
        """Clear the recent files and projects."""
        self._set_recent((), ())

    def open(self, path: Path) -> bool:
        """Open a robots.txt or a project in a tab; if it is already open, bring it to the front.

        A crawl is shown beside the open document.
        """
        self._tabs.stay_in_front()
        if is_project(path):
            return self._projects.open(path)
        if _is_crawl(path):
            self._tabs.studio_of(self._context).site.crawling.show_kept(path)
            return True
        there = self._tabs.with_file(path)
        if there is not None:
            self._tabs.bring_to_front(there)
            there.document.look_at_disk()
            return True
        if not self._document.open(path, place=self._place):
            return False
        opened = self._tabs.with_file(path)
        if opened is not None:
            self._tabs.recall(opened)
        return True

    def show_example(self) -> None:
        """Open the example, with its test URLs."""
        place = self._tabs.place(self._context)
        if place.document.load(self._example.body(WORDS), Origin.of_example()):
            place.urls.add(self._example.url_list())
            place.window.show_tab("simulation")

    def _place(self) -> "Document":
        return self._tabs.place(self._context).document

    def _on_new(self) -> None:
        self._place().new()

    def _on_new_from_template(self) -> None:
        bar = self._window.top_bar  # the menu covers neither the menus nor the tabs
        self._start_page.popup_templates(bar.mapToGlobal(bar.rect().bottomLeft()))

    def open_template(self, template_id: str) -> None:
        """Open a template in a tab."""
        self._place().load(self._templates[template_id].body(WORDS), Origin.of_template())

    def choose(self) -> None:
        path = dialogs.ask_open_path(self._window, self._document.path, Openable.FILES_AND_PROJECTS)
        if path:
            self.open(path)

    def _on_save(self) -> None:
        """Save the file, and the project with it."""
        is_saved = self._document.save()
        if self._document.origin.source is OriginKind.ENVIRONMENT:
            return  # the maker of the text has reported the result
        if is_saved and self._projects.save_beside_draft():
            said = tr("Saved {name} and the project {project}.")
            said = put_in(said, {"name": self._document.name, "project": self._projects.name})
            self._window.status_bar.show_message(said)
        else:
            self._say_saved(is_saved)

    def _on_save_as(self) -> None:
        self._say_saved(self._document.save_as())

    def _say_saved(self, is_saved: bool) -> None:
        if is_saved:
            self._window.status_bar.show_message(tr("Saved {name}.", name=self._document.name))

    def _on_path_used(self, path: Path) -> None:
        self._set_recent(_with_first(path, self._recent), self._recent_projects)
        self.state_changed.emit()

    def _on_project_used(self, path: Path) -> None:
        self._set_recent(self._recent, _with_first(path, self._recent_projects))
        self.state_changed.emit()

    def unlist(self, path: Path) -> None:
        """Remove a file or a project from the recent ones."""
        files, projects = (
            [each for each in some if each != str(path)] for some in (self._recent, self._recent_projects)
        )
        self._set_recent(files, projects)
        self.state_changed.emit()

    def _on_start_page(self) -> None:
        self._window.show_start_page()
        self._look_at_recent()

    def _places(self) -> Iterator[Place]:
        for path in (*self._recent_projects, *self._recent):
            yield Place(tr("Recent file"), path, partial(self.open, Path(path)))

    def _look_at_recent(self) -> None:
        """Read the recent files' details for the start page in a thread: the disk may be slow."""
        paths = (*self._recent_projects, *self._recent)
        if paths:
            self._looking.ask(partial(_looked_at, [Path(each) for each in paths]))

    def _set_recent(self, files: Iterable[str], projects: Iterable[str]) -> None:
        self._recent, self._recent_projects = tuple(files), tuple(projects)
        menu = self._window.recent_menu
        rows = [[MenuAction(path, partial(self.open, Path(path))) for path in some] for some in (projects, files)]
        fill_menu(menu, [*rows[0], *([MenuAction()] if all(rows) else []), *rows[1]])
        menu.setEnabled(any(rows))
        self._start_page.show_recent(self._recent_projects, self._recent)
        if self._window.is_on_start_page:
            self._look_at_recent()

    def _on_looked_at(self, summaries: tuple[ProjectSummary, ...]) -> None:
        self._start_page.recent.show_summaries(summaries)

    def _on_files_dropped(self, paths: Sequence[Path]) -> None:
        files: list[Path] = []
        for path in paths:
            if path.suffix == SUFFIX:
                self._window.open_work()
                self._tabs.studio_of(self._context).expectations.cells.add_file(path)
            elif not path.is_dir() and (is_project(path) or _is_crawl(path) or _is_robots(path)):
                self.open(path)
            else:
                files.append(path)
        if files:  # they belong to what was dropped with them
            self._tabs.front.site.sources.add_files(files)


def _with_first(path: Path, others: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([str(path), *others]))[:_MOST_RECENT]


def _looked_at(paths: Sequence[Path], is_cancelled: Callable[[], bool]) -> tuple[ProjectSummary, ...]:
    found = []
    for path in paths:
        if is_cancelled():
            break
        found.append(summary_of(path) if is_project(path) else summary_of_file(path))
    return tuple(found)


def _is_crawl(path: Path) -> bool:
    try:
        return holds_crawl(path)
    except FileError:
        return False


def _is_robots(path: Path) -> bool:
    try:
        return holds_rules(path)
    except FileError:
        return True  # opening it reports the error
