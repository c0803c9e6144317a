"""The open project: loads it into the window, saves the window into it, and asks before changes are lost."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu

from robotstudio.project.file.file_access import outside_files, unapproved_files
from robotstudio.project.file.model import SUFFIX, Environment, Project, ProjectReport
from robotstudio.project.file.project_file import bytes_of, load_stamped, parse, save
from robotstudio.project.project import (
    environment_of,
    expectations_of,
    is_unsaved,
    report_of,
    site_of,
    with_report,
)
from robotstudio.store.errors import FileError
from robotstudio.store.files import FileStamp, read_stamped
from robotstudio.store.journal import Journal, Orphan
from robotstudio.text.language import WORDS, Message, Plural, ntr, put_in, tr
from robotstudio.ui.app.workspace import Workspace
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.document.documents import Document
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.document.recovery import PROJECT_KEY
from robotstudio.ui.document.tracked_file import TrackedFile
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.shell.document_window import DocumentWindow
from robotstudio.ui.shell.notices import Offer
from robotstudio.ui.widgets.formats import as_title
from robotstudio.ui.widgets.menus import popup_below
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import parse_list, site_in

_NOTICE, _DISK, _SAVE, _MISSING, _URLS = "project", "project-disk", "project-save", "project-file", "project-urls"
_LOOK_AFTER_MS = 200
_STAYS = frozenset({OriginKind.SITE, OriginKind.HISTORY})
"""Texts of the site that the project is about."""
_MOST_SHOWN = 3
_NO_URLS = Plural(
    "{count} test URL of the project is invalid and was skipped: {urls}.",
    "{count} test URLs of the project are invalid and were skipped: {urls}.",
)
_FILE_FIRST: Message = "Save the robots.txt first, then choose where to save the project"
_IN_MENU = ("save", "save_as", "environments", "open", "close")


def is_project(path: Path) -> bool:
    """Return True if the suffix of a file is that of projects."""
    return path.suffix.lower() == SUFFIX


class ProjectController(Controller):
    """The project of a document; while one is open, the window's own URLs and crawlers are set aside.

    `path_used` is emitted for an opened or saved project, `environments_changed` if there may be other environments.
    """

    path_used = Signal(object)
    environments_changed = Signal()

    def __init__(self, context: Context, workspace: Workspace, journal: Journal, slot: str = "") -> None:
        super().__init__(context)
        self._workspace = workspace
        self._notices = context.window.notices
        self._tests = context.expectations
        self.path: Path | None = None
        """The file of the project, or None."""
        self._kept = self._shown = Project()
        self._missing: Path | None = None
        self._is_taking = False
        self._file = TrackedFile(f"{PROJECT_KEY}{slot}", journal, self._notices, self._unsaved, self)
        self._file.disk_changed.connect(self.look_at_disk)
        self._look = QTimer(self, interval=_LOOK_AFTER_MS, singleShot=True)
        self._look.timeout.connect(self._on_look)
        self._shown_name = ProjectName(context.window, self)
        self._connect()

    @property
    def name(self) -> str:
        """The name of the project; empty if none is open."""
        return self.path.stem if self.path else ""

    @property
    def project(self) -> Project:
        """The project in its current state, saved or not."""
        return self._now() if self.path else Project()

    @property
    def environments(self) -> tuple[Environment, ...]:
        return self._kept.environments

    def set_environments(self, environments: Iterable[Environment]) -> None:
        """Replace the environments; they are saved with the project, and journaled against a crash until then."""
        self._kept = replace(self._kept, environments=tuple(environments))
        self._look_soon()
        self.environments_changed.emit()

    @property
    def report(self) -> ProjectReport:
        """Texts and looks of its reports, with absolute paths; without a project, for one to come."""
        return report_of(self._kept, self._folder)

    def set_report(self, report: ProjectReport) -> None:
        """Replace what its reports say of themselves, given with absolute paths; saved with the project."""
        self._kept = with_report(self._kept, report, self._folder)
        self._look_soon()

    @property
    def is_unsaved(self) -> bool:
        """True if the window has changes that the project file lacks."""
        return self.path is not None and is_unsaved(self._shown, self._now())

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "project.open": self.choose,
            "project.save": self._on_save,
            "project.save_as": self._on_save_as,
            "project.close": self.leave,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        return {"project.close": lambda: self.path is not None}

    def keep(self) -> bool:
        """Write unsaved changes of the project to the journal now; False if that failed."""
        return self._file.keep()

    def close(self) -> None:
        self._look.stop()
        self._file.close()

    # Open and close

    def open(self, path: Path) -> bool:
        """Open a project in a tab; False if it cannot be read. If it is already open, bring it to the front."""
        try:
            project, stamp = load_stamped(path)
        except FileError as error:
            self._notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return False
        path = path.absolute()
        there = self._tabs.with_project(path)
        if there is not None and there.projects is not self:
            self._tabs.bring_to_front(there)
            return True
        if not self._may_read(path, project):
            return False
        place = self if there else self._tabs.studio_of(self._tabs.place(self._context)).projects
        return place.may_discard() and place.take(path, project, stamp)

    def restore_project(self, path: Path, orphan: Orphan | None = None) -> bool:
        """Open a project beside its restored draft, with changes that a crash left; False if there is none."""
        if orphan is not None:
            self._on_recovered(orphan, has_draft=True)
            return self.path is not None
        try:
            project, stamp = load_stamped(path)
        except FileError as error:
            self._notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return False
        return self._may_read(path, project) and self.take(path, project, stamp, has_draft=True)

    def _may_read(self, path: Path, project: Project) -> bool:
        """Return True if a project may read all files that it names; ask once about those elsewhere."""
        files = unapproved_files(project, path, self._tabs.trusted_files)
        if files and not dialogs.ask_trust_project(self._window, path.name, files):
            return False
        self._tabs.trust(files)
        return True

    def leave(self) -> bool:
        """Close the project and its draft; False if the user cancels."""
        if self.path is None:
            self._window.status_bar.show_message(tr("No project is open."))
            return False
        if not self._document.load(b"", Origin(OriginKind.NEW)):
            return False
        self._window.show_start_page()
        return True

    def may_discard(self) -> bool:
        """Return True if the project may be closed: it is saved, or the user discards the changes."""
        if self.path is None or not self.is_unsaved:
            return True
        choice = dialogs.ask_save_changes(self._window, self.path.name)
        return self.save() if choice is SaveChoice.SAVE else choice is SaveChoice.DISCARD

    def take(self, path: Path, project: Project, stamp: FileStamp | None, *, has_draft: bool = False) -> bool:
        """Load a project into the window; with `has_draft`, the text is already there."""
        self._is_taking = True
        try:
            site = site_of(project, path.parent)
            tests = self._tests_of(project, path.parent)
            if has_draft:
                self._tests.move_to(tests)
            elif not self._open_draft(site.file, tests):
                return False
            self._file.forget()
            self.path, self._kept = path, project
            self._workspace.set_aside()
            self._missing = site.file if site.file != self._document.path else None
            self._file.track(path, stamp)
            self._workspace.fill(project, self._folder)
        finally:
            self._is_taking = False
        self._shown = self._now()
        for kind in (_NOTICE, _DISK, _SAVE):
            self._notices.withdraw(kind)
        self._tell_problems(project)
        self.path_used.emit(path)
        self._show_name()
        self._window.show_work()
        return True

    def _open_draft(self, file: Path | None, tests: Path | None) -> bool:
        """Open the file of the project; an empty draft if there is none or it cannot be read."""
        if file is not None:
            try:
                read_stamped(file)
            except FileError:
                pass  # reported once the project is loaded
            else:
                return self._document.open(file, tests)
        return self._document.load(b"", Origin(OriginKind.NEW), tests)

    def _tests_of(self, project: Project, folder: Path) -> Path | None:
        """Return the file of expectations that the project names; None for the default beside its file."""
        named = project.expectations
        return expectations_of(environment_of(project), project.file, folder) if named else None

    def _tell_problems(self, project: Project) -> None:
        rejected = parse_list("\n".join(project.urls)).rejected
        if rejected:
            urls = side_by_side(tr("“{name}”", name=line.text) for line in rejected[:_MOST_SHOWN])
            self._notices.show_notice(_URLS, ntr(_NO_URLS, len(rejected), urls=urls))
        if self._missing is not None:
            said = tr("“{path}” cannot be read. The project is open without its file.", path=str(self._missing))
            self._notices.show_notice(_MISSING, said, [(tr("Locate…"), self._on_locate)])

    # Save

    def save(self) -> bool:
        """Save the draft and the project, asking for a file if there is none."""
        if self.path is None:
            return self.save_as()
        return self._save_draft() and self._may_replace() and self._write(self.path)

    def save_as(self) -> bool:
        """Save the draft, ask for a file, and save the project into it."""
        if not self._save_draft():
            return False
        suggested = self.path or self._shown_name.suggested(self._document, self._session.robots_url)
        path = dialogs.ask_save_project_path(self._window, suggested)
        return path is not None and self._write(path.absolute())

    def save_beside_draft(self) -> bool:
        """Save the project with its draft, which was just saved; return True if it was written."""
        return self.is_unsaved and self.path is not None and self._may_replace() and self._write(self.path)

    def _save_draft(self) -> bool:
        document = self._document
        is_nowhere = document.path is None and bool(self._editor.body())
        return document.save(_FILE_FIRST) if document.is_modified or is_nowhere else True

    def _may_replace(self) -> bool:
        path, stamp = self._file.path, self._file.stamp
        is_changed = path is not None and stamp is not None and stamp.check(path, by_content=True) == "changed"
        return not (path and is_changed) or dialogs.ask_overwrite_changed(self._window, path.name)

    def _write(self, path: Path) -> bool:
        project = self._workspace.project(self._kept, self._folder, path.parent)
        try:
            stamp = save(path, project)
        except FileError as error:
            offers = [(tr("Save as…"), self.save_as)]
            self._notices.show_notice(_SAVE, WORDS.tell(error.told), offers)
            return False
        self._tabs.trust(outside_files(project, path))  # chosen by the user
        self._workspace.set_aside()
        self.path, self._kept = path, project
        self._shown = self._now()
        self._file.forget()
        self._file.track(path, stamp)
        for kind in (_NOTICE, _DISK, _SAVE):
            self._notices.withdraw(kind)
        if stamp.notes:
            self._notices.show_notice(_SAVE, WORDS.sentences((tr("Saved."), *map(WORDS.tell, stamp.notes))))
        self.path_used.emit(path)
        self._show_name()
        return True

    @property
    def _folder(self) -> Path:
        return self.path.parent if self.path else Path.cwd()

    def _now(self) -> Project:
        """Return the project with the current state of the window."""
        return self._workspace.project(self._kept, self._folder, self._folder)

    # Changes from outside

    def look_at_disk(self) -> None:
        """Check whether another program has changed the project."""
        change = self._file.change_on_disk()
        if change == "same":
            self._notices.withdraw(_DISK)
        elif change == "changed" and self.path:
            sentence = tr("{name} changed on disk.", name=self.path.name)
            offers = list[Offer]()
            offers.append((tr("Reload"), partial(self.open, self.path)))
            offers.append((tr("Keep mine"), self._on_keep_mine))
            self._notices.show_notice(_DISK, sentence, offers)
        elif change == "gone" and self.path:
            sentence = tr("{name} is no longer on disk. The project stays here; save to write it again.")
            self._notices.show_notice(_DISK, put_in(sentence, {"name": self.path.name}))

    def _connect(self) -> None:
        document = self._document
        document.set_leave_guard(self._may_leave)
        document.opened.connect(self._on_opened)
        document.title_changed.connect(self._on_title_changed)
        document.recovery.project_recovered.connect(self._on_recovered)
        self._editor.modified_changed.connect(self._on_title_changed)
        self._workspace.changed.connect(self._look_soon)
        self._window.shown_again.connect(self.look_at_disk)

    def _unsaved(self) -> bytes | None:
        return bytes_of(self._now()) if self.is_unsaved else None

    def _may_leave(self, origin: Origin) -> bool:
        return not self._leaves(origin) or self.may_discard()

    def _leaves(self, origin: Origin) -> bool:
        """Return True if a text does not belong to this project."""
        if self.path is None or self._is_taking or origin.source in _STAYS:
            return False
        return origin.path is None or origin.path != site_of(self._kept, self._folder).file

    def _look_soon(self, *_: object) -> None:
        if self.path is not None and not self._look.isActive():
            self._look.start()

    def _on_look(self) -> None:
        self._file.keep_soon()
        self._show_name()

    def _on_opened(self) -> None:
        """Follow the newly opened text: close a project it is not from, restoring what was set aside."""
        self._notices.withdraw(_MISSING)
        if self.path is None or self._is_taking:
            return
        if not self._leaves(self._document.origin):
            if self._document.path is not None:
                self._workspace.set_site(self._kept.site)
            return
        self.path = None
        self._kept = self._shown = Project()
        self._missing = None
        self._look.stop()
        self._file.forget()
        self._file.track(None, None)
        for kind in (_NOTICE, _DISK, _SAVE, _URLS):
            self._notices.withdraw(kind)
        self._workspace.clear()
        self._show_name()

    def _on_recovered(self, orphan: Orphan, has_draft: bool) -> None:
        """Restore the unsaved changes that a crash left of a project."""
        path = orphan.path
        if path is None:
            return
        try:
            project = parse(orphan.body, path)
        except FileError as error:
            self._notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return
        stamp, saved = None, Project()
        with suppress(FileError):  # else it is written again
            saved, stamp = load_stamped(path)
        if self.take(path, project, stamp and (orphan.stamp or stamp), has_draft=has_draft):  # files already confirmed
            self._shown = saved
            self._show_name()
            self._file.keep()
            self.look_at_disk()

    def _on_title_changed(self, *_: object) -> None:
        self._show_name()

    def _show_name(self) -> None:
        self._shown_name.show(self._document, self.path, is_unsaved=self.is_unsaved)
        self.environments_changed.emit()

    def choose(self) -> None:
        """Ask for a project and open it."""
        path = dialogs.ask_open_project_path(self._window, self.path)
        if path:
            self.open(path)

    def _on_save(self) -> None:
        self._say_saved(self.save())

    def _on_save_as(self) -> None:
        self._say_saved(self.save_as())

    def _say_saved(self, is_saved: bool) -> None:
        if is_saved and self.path:
            self._window.status_bar.show_message(tr("Saved {name}.", name=self.path.name))

    def _on_locate(self) -> None:
        path = dialogs.ask_open_path(self._window, self.path)
        if path is None:
            self._tell_problems(self._kept)
            return
        self._is_taking = True
        try:
            if self._document.open(path.absolute(), self._tests_of(self._kept, self._folder)):
                self._missing = None
                self._workspace.set_site(self._kept.site)
        finally:
            self._is_taking = False
        self._look_soon()

    def _on_keep_mine(self) -> None:
        """Remember the state on disk, so that saving over it asks no second time."""
        if self.path is None:
            return
        try:
            _, stamp = load_stamped(self.path)
            self._file.track(self.path, stamp)
        except FileError as error:
            self._notices.show_notice(_DISK, WORDS.tell(error.told))


class ProjectName(QObject):
    """Shows the open document, its project, and whether they are saved."""

    def __init__(self, window: DocumentWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._menu = QMenu(window)
        window.status_bar.project.clicked.connect(self._on_clicked)

    def show(self, document: Document, project: Path | None, *, is_unsaved: bool) -> None:
        """Show a document and the file of its project; None if none is open."""
        window, name = self._window, project.stem if project else ""
        title = tr("{name}[*] – Robot Studio", name=as_title(document.name))
        if name:
            title = tr("{name}[*] – {project} – Robot Studio", name=as_title(document.name), project=as_title(name))
        window.setWindowTitle(title)
        window.setWindowModified(document.is_modified or is_unsaved)
        window.setWindowFilePath(str(document.path or ""))
        shown = tr("{project}, unsaved", project=name) if is_unsaved else name
        said = tr("Project {path}", path=str(project)) if project else ""
        window.status_bar.project.show_fact(shown, Tone.NEUTRAL, said)

    @staticmethod
    def suggested(document: Document, robots_url: str) -> Path:
        """Return a file name for a new project: beside the draft, named after its site or folder."""
        host = site_in(robots_url).replace(":", "-")
        file = document.path
        name = host or (file.parent.name if file else "") or "robots"
        return file.parent / f"{name}{SUFFIX}" if file else Path(f"{name}{SUFFIX}")

    def _on_clicked(self) -> None:
        actions, button = self._window.actions_by_id, self._window.status_bar.project
        self._menu.clear()
        self._menu.addActions([actions[f"project.{name}"] for name in _IN_MENU])
        popup_below(self._menu, button)
