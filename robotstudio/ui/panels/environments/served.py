"""A document with the text of an environment: generated from its project, and never written over it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.text_comparison import compare_texts
from robotstudio.project.environments import path_of_tests, project_for, read_base, with_tests
from robotstudio.project.file.file_access import OutsideFileError, unapproved_files
from robotstudio.project.file.model import Environment, Project, resolved
from robotstudio.project.file.project_file import load, save
from robotstudio.project.project import body_of, environment_of
from robotstudio.store.errors import FileError, RobotStudioError
from robotstudio.store.files import FileStamp, read
from robotstudio.text.language import WORDS, Message, Plural, ntr, put_in, tr
from robotstudio.ui.document.context import Context, Controller, SiteSetup
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.panels.environments.actions import ServedActions
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import Label
from robotstudio.urls.urls import robots_address

if TYPE_CHECKING:
    from robotstudio.project.open_tabs import SavedTab
    from robotstudio.ui.document.context import Studio


_INSET, _GAP, _EDGE = 14, 8, 3
_NOTICE = "environment"
_UNASKED: Message = "“{path}” refers to files outside its folder. Open the project to allow or refuse them."
_OF_THE_PROJECT = ("project.save", "project.save_as", "project.close")
"""Actions that run in the tab of the project."""
_OWN = Plural("{count} line of its own", "{count} lines of its own")
_LEFT_OUT = Plural("{count} line left out", "{count} lines left out")


class ServedCard(Bar):
    """A title, a sentence and actions; a warning if the text is no longer the one that is served."""

    is_lined_below = False

    def __init__(self, actions: ServedActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_warning = False
        self.title = Label("", self, px=13, weight=600)
        self.sentence = Label("", self, px=12, color="text2")
        self.compare_button = self._button(tr("Compare with the project’s text"))
        self.back_button = self._button(tr("Back to the generated text"))
        self.environments_button = self._button(tr("Environments…"))
        self._lay_out()
        self.compare_button.clicked.connect(actions.compare_with_base)
        self.back_button.clicked.connect(actions.go_back)
        self.environments_button.clicked.connect(actions.open_environments)

    def show_state(self, title: str, sentence: str, *, is_edited: bool, is_warning: bool) -> None:
        """Describe the text; if `is_edited`, offer to revert it."""
        self._is_warning = is_warning
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.back_button.setVisible(is_edited)
        self.compare_button.setVisible(not is_edited)
        self.show()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Return a minimum width of 0: the card must not limit the editor's width."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        edge = QRectF(0, 0, _EDGE, self.height())
        QPainter(self).fillRect(edge, theme.color("warning" if self._is_warning else "accent"))

    def _lay_out(self) -> None:
        for label in (self.title, self.sentence):
            label.setWordWrap(True)
        bottom = QHBoxLayout()
        bottom.setSpacing(_GAP)
        for button in (self.compare_button, self.back_button, self.environments_button):
            bottom.addWidget(button)
        bottom.addStretch(1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_INSET, _GAP, _GAP, _GAP + 2)
        rows.setSpacing(_GAP - 2)
        rows.addWidget(self.title)
        rows.addWidget(self.sentence)
        rows.addLayout(bottom)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _button(self, words: str) -> SecondaryButton:
        button = SecondaryButton(words, parent=self)
        button.set_small()
        return button


class EnvironmentLink(NamedTuple):
    """An environment, identified by the file of its project and its name."""

    project: Path
    name: str


class Comparing(Protocol):
    """Compares the draft with other versions of it."""

    def compare_with(self, older: Baseline) -> None: ...

    def offer_history(self, history: tuple[Baseline, ...]) -> None: ...

    def choose(self, baseline_id: str) -> None: ...


class _Served(Struct, frozen=True):
    """The text that an environment serves now, and its inputs."""

    project: Project
    environment: Environment
    base: bytes
    body: bytes


class ServedController(Controller):
    """Follows the text of the project until the text is edited; after Undo it follows again.

    `changed` is emitted when the document belongs to another environment, or to none.
    """

    changed = Signal()

    def __init__(self, context: Context, setup: SiteSetup, comparing: Comparing) -> None:
        super().__init__(context)
        self._setup = setup
        self._comparing = comparing
        self._tests = context.expectations
        self.link: EnvironmentLink | None = None
        """Environment of the document; None for an ordinary document."""
        self._served: _Served | None = None
        self._differing: tuple[bytes, bytes, int, int] | None = None
        """Texts of the last comparison, and the number of added and removed lines."""
        self._is_taking = False
        context.document.opened.connect(self._on_opened)
        context.document.path_used.connect(self._on_path_used)
        context.editor.modified_changed.connect(self._on_modified_changed)
        context.window.shown_again.connect(self.refresh)
        context.tabs.changed.connect(self._on_documents_changed)

    @property
    def project(self) -> Project:
        """Project as it was when the text was generated."""
        return self._served.project if self._served else Project()

    @cached_property
    def card(self) -> "ServedCard":
        """Card below the text."""
        card = ServedCard(self)
        card.hide()
        self._window.work.add_below_editor(card)
        return card

    def routed(self, targets: Mapping[str, Callable[..., object]]) -> dict[str, Callable[..., object]]:
        """Replace the actions of the project by ones that run in its tab."""
        ours = {name: partial(self._in_project, name, targets[name]) for name in _OF_THE_PROJECT}
        return {**targets, **ours}

    def open(self, link: EnvironmentLink) -> bool:
        """Show an environment; False, with a message, if its text cannot be generated."""
        try:
            served = self._make(link)
        except RobotStudioError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return False
        self._load(link, served, served.body)
        folder = link.project.parent
        self._setup.set_aside()
        self._setup.fill(project_for(served.project, served.environment), folder)
        if served.project.baseline and not served.environment.baseline:
            with suppress(FileError):  # reported in the tab of the project
                self._compare_with_usual(served, folder)
        return True

    def restore_document(self, kept: "SavedTab", project: Path) -> None:
        """Restore the document of an environment with its edits.

        Its project may be opened later; until the text can be generated, the saved one stays.
        """
        link, served, text = EnvironmentLink(project, kept.environment), None, kept.text or b""
        with suppress(RobotStudioError):
            served = self._make(link)
        self._load(link, served, served.body if served else text, text if kept.is_unsaved else None)
        self._setup.set_aside()
        if kept.tests is not None:
            self._tests.recover(kept.tests, FileStamp.of_content(kept.tests_stamp))

    def refresh(self) -> None:
        """Follow the project, unless the text was edited or is about to be replaced."""
        if self.link is None or self._document.origin.source is not OriginKind.ENVIRONMENT:
            return
        before = self._served
        try:
            served = self._served = self._make(self.link)
        except RobotStudioError as error:
            self._show_problem(WORDS.tell(error.told))
            return
        is_as_served = self._document.name == Origin.of_environment(self.link.name).name
        is_as_served = is_as_served and served.body == self._editor.body()
        if not self._editor.is_modified and not is_as_served:
            self._follow(served.body)
        self._follow_tests(served.environment)
        if before is None or before.environment.site != served.environment.site:
            self._setup.set_site(served.environment.site)
            site = served.environment.site
            self._window.top_bar.set_address(robots_address(site) if site else "")
        self._show_state()

    def rename(self, name: str) -> None:
        """Update the name after the environment was renamed."""
        if self.link is not None:
            self.link = self.link._replace(name=name)
            self.changed.emit()

    def body_now(self) -> bytes:
        """Return the text as it would be if the document was in front."""
        link = self.link
        if link is not None and not self._editor.is_modified:
            with suppress(RobotStudioError):
                return self._make(link).body
        return self._editor.body()

    def go_back(self) -> None:
        """Revert the edits, as one undo step."""
        if self._served is not None:
            self._follow(self._served.body)
            self._show_state()

    def compare_with_base(self) -> None:
        """Show the difference to the text of the project."""
        if self._served is not None:
            self._comparing.compare_with(Baseline(_NOTICE, tr("the project’s text"), self._served.base))

    # As the provider of the text

    def save(self) -> bool:
        """Save the tests: the generated text itself cannot be saved."""
        link, path = self.link, self._tests.path
        if link is None or path is None:
            return True
        if not self._tests.is_modified:
            said = tr("Nothing to save: this text is generated from the project’s text.")
            self._window.status_bar.show_message(said)
            return True
        self._tests.keep_in(path)
        if not self._tests.save_beside(path):
            return False
        self._window.status_bar.show_message(tr("Saved {name}.", name=path.name))
        return self._name_tests(link, path)

    def may_replace(self, path: Path) -> bool:
        """Return True if an edited text may be written there: not over an open file or the project's."""
        link, project = self.link, self.project
        if link is None:
            return True
        named = [each for each in (project.file, project.baseline) if each]
        taken = {link.project, *(resolved(each, link.project.parent) for each in named)}
        if path in taken or self._tabs.with_file(path) is not None:
            said = tr("{name} is not overwritten with the text of {environment}. Choose another name.")
            said = put_in(said, {"name": path.name, "environment": link.name})
            self._window.notices.show_notice(_NOTICE, said)
            return False
        self._tests.keep_in(None)
        return True

    def _make(self, link: EnvironmentLink) -> _Served:
        """Generate the text. Raises RobotStudioError."""
        studio = self._project_studio(link)
        if studio is not None:
            project, base = studio.projects.project, studio.editor.body()
        else:
            project = load(link.project)
            if unapproved_files(project, link.project, self._tabs.trusted_files):
                raise OutsideFileError(_UNASKED, link.project)
            base = read_base(project, link.project.parent)
        environment = environment_of(project, link.name)
        return _Served(project, environment, base, body_of(base, environment))

    def _project_studio(self, link: EnvironmentLink) -> "Studio | None":
        return self._tabs.with_project(link.project)

    def _load(self, link: EnvironmentLink, served: _Served | None, body: bytes, changed: bytes | None = None) -> None:
        project, environment = (served.project, served.environment) if served else (Project(), Environment(link.name))
        tests = path_of_tests(project, environment, link.project.parent)
        self._is_taking = True
        self._document.load_made(body, Origin.of_environment(link.name), self, tests, changed)
        self._is_taking = False
        self.link, self._served = link, served
        self._show_state()
        self.changed.emit()

    def _compare_with_usual(self, served: _Served, folder: Path) -> None:
        """Compare with the baseline of the project, as the environment would serve it."""
        path = resolved(served.project.baseline, folder)
        title = tr("{file} of {environment}", file=path.name, environment=served.environment.name)
        usual = Baseline("baseline", title, body_of(read(path), served.environment))
        self._comparing.offer_history((usual,))
        self._comparing.choose(usual.id)

    def _follow(self, body: bytes) -> None:
        self._is_taking = True
        self._document.follow(body, Origin.of_environment(self.link.name if self.link else ""))
        self._is_taking = False

    def _follow_tests(self, environment: Environment) -> None:
        """Load another test file if the environment names one now; unsaved tests move to it."""
        link, named = self.link, environment.expectations
        path = resolved(named, link.project.parent) if link and named else None
        if path is None or path == self._tests.path:
            return
        if self._tests.is_modified:
            self._tests.keep_in(path)
        else:
            self._tests.begin(None, path)

    def _name_tests(self, link: EnvironmentLink, path: Path) -> bool:
        """Set the test file of the environment unless it has one."""
        served = self._served
        if served is None or served.environment.expectations:
            return True
        folder, studio = link.project.parent, self._project_studio(link)
        if studio is not None:
            studio.projects.set_environments(with_tests(studio.projects.environments, link.name, path, folder))
        else:
            try:
                project = load(link.project)
                environments = with_tests(project.environments, link.name, path, folder)
                save(link.project, replace(project, environments=environments))
            except FileError as error:
                self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
                return False
        self.refresh()
        return True

    def _in_project(self, action_id: str, here: Callable[..., object], *arguments: object) -> object:
        if self.link is None:
            return here(*arguments)
        studio = self._bring_project()
        if studio is not None:
            studio.page.actions_by_id[action_id].trigger()
        return None

    def _bring_project(self) -> "Studio | None":
        """Bring the document of the project to the front; open it if necessary."""
        link = self.link
        if link is None:
            return None
        studio = self._project_studio(link)
        if studio is not None:
            self._tabs.bring_to_front(studio)
        elif self._tabs.front.projects.open(link.project):
            studio = self._project_studio(link)
        return studio

    def open_environments(self) -> None:
        self._window.actions_by_id["project.environments"].trigger()

    def show_environments(self) -> None:
        """Show the environments in the project's tab, with this one selected."""
        link, studio = self.link, self._bring_project()
        if studio is not None and link is not None:
            studio.environments.show_environment(link.name)

    def _on_documents_changed(self) -> None:
        """Follow the project even if it is edited in another window."""
        if self.link is not None and self._window.isVisible() and self._tabs.front.page is not self._window:
            self.refresh()

    def _on_opened(self) -> None:
        """Detach from the environment, since another text was opened."""
        if self.link is not None and not self._is_taking:
            self._leave()
            self._setup.clear()

    def _on_path_used(self, _path: Path) -> None:
        """Detach from the environment, since the text was saved to its own file."""
        if self.link is not None and self._document.path is not None:
            self._leave()

    def _leave(self) -> None:
        self.link = self._served = None
        self.card.hide()
        self._window.notices.withdraw(_NOTICE)
        self.changed.emit()

    def _on_modified_changed(self, is_modified: bool) -> None:
        if self.link is None or self._is_taking:
            return
        if is_modified:
            self._show_state()
        else:
            self.refresh()

    # Messages

    def _show_state(self) -> None:
        link, served = self.link, self._served
        if link is None or served is None:
            return
        title, is_edited = tr("robots.txt of {environment}", environment=link.name), self._editor.is_modified
        if is_edited:
            said = tr(
                "You changed this text by hand, so it no longer follows the project’s text and is saved to "
                "its own file. Undo, or go back to the generated text, to follow it again."
            )
        else:
            said = self._made_words(served)
        self.card.show_state(title, said, is_edited=is_edited, is_warning=is_edited)

    def _made_words(self, served: _Served) -> str:
        if self._differing is None or self._differing[:2] != (served.base, served.body):
            made = compare_texts(served.base, served.body)
            self._differing = (served.base, served.body, made.added, made.removed)
        _, _, added, removed = self._differing
        if not added and not removed:
            return tr("The project’s text, unchanged. It follows every change.")
        return tr(
            "Generated from the project’s text: {own}, {left_out}. It follows every change.",
            own=ntr(_OWN, added),
            left_out=ntr(_LEFT_OUT, removed),
        )

    def _show_problem(self, sentence: str) -> None:
        link = self.link
        title = tr("robots.txt of {environment}", environment=link.name if link else "")
        said = WORDS.sentences((sentence, tr("The text is unchanged.")))
        self.card.show_state(title, said, is_edited=False, is_warning=True)
