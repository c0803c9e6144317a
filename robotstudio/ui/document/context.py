"""The context that controllers share, and their interface to the window."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.project.file.model import Project
from robotstudio.ui.shell.actions import PANELS
from robotstudio.ui.widgets.grounds import PanelWindow

if TYPE_CHECKING:
    from robotstudio.draft.analysis import Analysis, Cell
    from robotstudio.draft.listing.filters import Rows
    from robotstudio.draft.listing.marks import Changes, ChangeSource, Expected
    from robotstudio.engine.crawlers import Crawler
    from robotstudio.fetch.site_access import KeptAccess
    from robotstudio.fetch.updates import Release
    from robotstudio.project.state import State
    from robotstudio.project.templates import Example, Template
    from robotstudio.ui.app.document_tabs import DocumentTabs
    from robotstudio.ui.app.studio import Studio as Studio  # noqa: PLC0414  # told on to who asks the tabs for one
    from robotstudio.ui.document.documents import Document
    from robotstudio.ui.document.expectation_document import ExpectationDocument
    from robotstudio.ui.document.own_crawlers import OwnCrawlers
    from robotstudio.ui.document.session import Session
    from robotstudio.ui.document.urls import DocumentUrls
    from robotstudio.ui.editor.pane import EditorPane
    from robotstudio.ui.jobs.fetching import FetchRunner
    from robotstudio.ui.jobs.histories import HistoryRunner
    from robotstudio.ui.panels.welcome.panel import WelcomePage
    from robotstudio.ui.shell.document_window import DocumentWindow
    from robotstudio.ui.shell.pages import Pages
    from robotstudio.ui.widgets.menus import MenuAction
    from robotstudio.ui.widgets.progress import ProgressRow
    from robotstudio.urls.url_set import Source


class Matrix(Protocol):
    """Requests of other panels to the matrix of verdicts."""

    progress: "ProgressRow"
    only_source: str
    """The id of the source whose URLs alone are listed, "" for any."""

    @property
    def search_text(self) -> str:
        """The text in the search field."""

    @property
    def selected_count(self) -> int:
        """The number of selected rows."""

    def position_of(self, url: str) -> int | None:
        """Return the position of a URL in the shown analysis, whether or not a filter hides it."""

    def crawlers_beside(self, token: str) -> "Sequence[Crawler]":
        """Return the crawlers of the column that shows a crawler, none if no column does."""

    def select_once_listed(self, cell: "Cell | None") -> None:
        """Select a cell as soon as an analysis with it is listed, unless another is selected before; None for none."""

    def note_change(self, undo: Callable[[], object]) -> None:
        """Let the next Undo in the rows revert a change."""

    def selected_cells(self, most: int) -> "tuple[Cell, ...]":
        """Return the cells of the selected rows in the current column; at most so many."""

    def narrow(self, words: str, positions: "Rows") -> None:
        """List only the URLs at some positions until that is dismissed or other URLs are loaded; `words` name them."""

    def list_all(self) -> None:
        """End all filters."""

    def show_source(self, source: "Source | None") -> None:
        """List the URLs that a source brought, None for those of any."""

    def show_reader(self, token: str | None) -> None:
        """Highlight the crawler as which the editor shows the file."""

    def offer_start(self, words: str, offers: "Sequence[tuple[str, Callable[[], object]]]") -> None:
        """Describe URLs that the person did not give, and offer others."""

    def end_start(self) -> None:
        """End the offer of other URLs."""

    def show_expected(self) -> None:
        """List only the URLs with a test, failing ones first."""

    @property
    def expecting(self) -> QWidget:
        """The line about tests that no cell shows."""

    def explain_unlisted(
        self, explain: "Callable[[Analysis], tuple[str, Sequence[tuple[str, Callable[[], object]]]]]"
    ) -> None:
        """Let `explain` describe the tests that no cell shows, with offers; called while tests are listed."""

    def show_unlisted(self) -> None:
        """Describe these tests again."""

    def focus_rows(self) -> None:
        """Give the keyboard to the rows."""

    def add_form(self, form: "QWidget") -> None:
        """Put a form between the tool row and the matrix."""

    def set_base(self, base: str | None) -> None:
        """Set the site of paths without a host."""

    def mark_changes(self, changed: "Mapping[str, Changes | ChangeSource]") -> None:
        """Mark cells whose verdict differs from that of the compared version; other marks stay."""

    def mark_expectations(self, expectations: "Mapping[Cell, Expected]") -> None:
        """Mark cells with an expectation; other marks stay."""

    def choose_crawlers(self) -> None:
        """Let the user choose crawlers."""

    def suggest_rule(self) -> None:
        """Suggest rules for the selected URLs."""

    def suggest_rules(self, positions: "Rows") -> None:
        """Suggest rules for the URLs at some positions."""

    def extend_menu(self, actions: "Callable[[], Sequence[MenuAction]]") -> None:
        """Add the actions that `actions` returns when the context menu is opened."""

    def extend_keys(self, key: Qt.Key, act: Callable[[], object]) -> None:
        """Call `act` for a key that is pressed in the rows."""


class Explanation(Protocol):
    """Requests of other panels to the explanation."""

    def show_test(self) -> None:
        """Show whether the selected cell has a test."""

    def show_column(self) -> None:
        """Name the crawlers that the column of the selected cell shows now."""


class HelpPages(Protocol):
    """Requests of panels to the help."""

    def open(self, page: str) -> None:
        """Open a page."""

    def explain_rule(self, code: str) -> None:
        """Open the page about a rule."""

    def show_release(self, release: "Release") -> None:
        """Show what is new in a version that is not installed."""


class OwnSites(Protocol):
    """Access to the person's own sites."""

    kept: "KeptAccess"

    def ask(self, address: str, then: Callable[[], object] | None = None) -> None:
        """Ask for the access to the site of an address; call `then` once it is kept or removed."""


class Context(Struct, frozen=True, eq=False):
    """The parts of a document that several controllers use; `window` is its part of the window."""

    window: "DocumentWindow"
    tabs: "DocumentTabs"
    session: "Session"
    document: "Document"
    expectations: "ExpectationDocument"
    crawlers: "OwnCrawlers"
    fetcher: "FetchRunner"
    history: "HistoryRunner"
    editor: "EditorPane"
    pages: "Pages"
    urls: "DocumentUrls"
    matrix: Matrix
    why: Explanation
    help: HelpPages
    start_page: "WelcomePage"
    templates: Mapping[str, "Template"]
    example: "Example"
    crawls: "Path"
    """The directory of crawled sites."""
    surveys: "Path"
    """The directory of unfinished surveys."""
    access: OwnSites
    ranges: "Path"
    """The file of fetched IP ranges of crawlers."""


PanelT = TypeVar("PanelT", bound=QWidget)


class Controller(QObject):
    """Owns the state of a panel, and connects both with the context.

    `state_changed` is emitted if state to be remembered has changed.
    """

    state_changed = Signal()

    def __init__(self, context: Context) -> None:
        """Create a controller, owned by the window."""
        super().__init__(context.window)
        self._window = context.window
        self._session = context.session
        self._document = context.document
        self._crawlers = context.crawlers
        self._editor = context.editor
        self._pages = context.pages
        self._urls = context.urls
        self._matrix = context.matrix
        self._context = context
        self._tabs = context.tabs

    @property
    def main_part(self) -> QWidget | None:
        """The target of F6 in the panel, if that is not the first part."""
        return None

    def targets(self) -> Mapping[str, Callable[..., object]]:
        """Return the slots of its actions in the table of actions."""
        return {}

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        """Return the conditions under which its actions are enabled; those without one always are."""
        return {}

    def state(self) -> Mapping[str, object]:
        """Return the state to remember: fields of `State` by name."""
        return {}

    def restore(self, state: "State") -> None:
        """Restore the remembered state."""

    def find(self) -> bool:
        """Open the search of the panel if it has the keyboard; False if not."""
        return False

    def close(self) -> None:
        """End background work."""


class PanelController(Controller, Generic[PanelT]):
    """A controller whose panel is made when it is first shown."""

    panel_of: ClassVar[str]
    """The id of the action that shows it; its row names the widget."""

    @cached_property
    def panel(self) -> PanelT:
        """The panel, made on first use with its full content."""
        panel = self.make_panel(PANELS[self.panel_of].load())
        if isinstance(panel, PanelWindow):
            self._tabs.window_sizes.follow(panel)
        self.connect_panel(panel)
        return panel

    @property
    def has_panel(self) -> bool:
        return "panel" in vars(self)

    @property
    def is_shown(self) -> bool:
        """True if the panel can be seen."""
        return self.has_panel and self.panel.isVisible()

    @property
    def has_keyboard(self) -> bool:
        """True if the keyboard is in the panel."""
        return self.has_panel and self._window.has_keyboard(self.panel)

    def make_panel(self, kind: Callable[..., PanelT]) -> PanelT:
        return kind(self._window)

    def connect_panel(self, panel: PanelT) -> None:
        """Connect the new panel, and show the current state in it."""

    def close(self) -> None:
        """End background work, and close a panel that is a window."""
        self.close_panel()

    def close_panel(self) -> None:
        """Close the panel if it is a window."""
        if self.has_panel and isinstance(self.panel, PanelWindow):
            self.panel.close()


class SiteSetup(Protocol):
    """Loads URLs, crawlers and a scenario; the previous ones are set aside and restored later."""

    def set_aside(self) -> None: ...

    def fill(self, project: Project, folder: Path, before: Baseline | None = None) -> None: ...

    def clear(self) -> None: ...

    def set_site(self, site: str) -> None: ...
