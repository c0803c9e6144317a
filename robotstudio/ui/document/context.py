"""What the controllers share, and what the window asks of each of them."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from robotstudio.ui.shell.actions import PANELS
from robotstudio.ui.widgets.grounds import PanelWindow

if TYPE_CHECKING:  # a controller may use another panel through its context, and import none
    from pathlib import Path

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
    from robotstudio.ui.panels.simulation.panel import SimulationPanel
    from robotstudio.ui.panels.welcome.panel import WelcomePage
    from robotstudio.ui.panels.why.panel import WhyPanel
    from robotstudio.ui.shell.document_window import DocumentWindow
    from robotstudio.ui.shell.pages import Pages


class Context(Struct, frozen=True, eq=False):
    """The parts of one document that more than one controller works with; `window` is its part of the window."""

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
    simulation: "SimulationPanel"
    why: "WhyPanel"
    start_page: "WelcomePage"
    templates: Mapping[str, "Template"]
    example: "Example"
    crawls: "Path"
    """The directory of the sites that were crawled."""
    surveys: "Path"
    """The directory of what is done of surveys that are not."""
    ranges: "Path"
    """The file of addresses of crawlers that were fetched anew."""


PanelT = TypeVar("PanelT", bound=QWidget)


class Controller(QObject):
    """Owns the state of a panel, which shows it, and connects both with what the context holds.

    `state_changed` tells that something to be remembered has changed.
    """

    state_changed = Signal()

    def __init__(self, context: Context) -> None:
        """A controller that belongs to the window."""
        super().__init__(context.window)
        self._window = context.window
        self._session = context.session
        self._document = context.document
        self._crawlers = context.crawlers
        self._editor = context.editor
        self._pages = context.pages
        self._urls = context.urls
        self._simulation = context.simulation
        self._context = context
        self._tabs = context.tabs

    @property
    def main_part(self) -> QWidget | None:
        """The part of its panel that F6 leads to, where that is not the first."""
        return None

    def targets(self) -> Mapping[str, Callable[..., object]]:
        """What the actions of its rows in the table of actions do."""
        return {}

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        """Whether actions of its rows can do anything now; those without a condition always can."""
        return {}

    def state(self) -> Mapping[str, object]:
        """What it wants remembered: fields of `State` by their names."""
        return {}

    def restore(self, state: "State") -> None:
        """Take what it had remembered."""

    def find(self) -> bool:
        """Let the user search in its panel where that has the keyboard; False where it has not."""
        return False

    def close(self) -> None:
        """End what runs beside the window."""


class PanelController(Controller, Generic[PanelT]):
    """A controller whose panel is made when it is first shown."""

    panel_of: ClassVar[str]
    """The action that shows it; its row says which widget it is."""

    @cached_property
    def panel(self) -> PanelT:
        """The panel, which knows all that there is to show from the first."""
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
        """Connect the new panel, and show in it what is known."""

    def close(self) -> None:
        """End what runs beside the window, and close a panel that is a window itself."""
        self.close_panel()

    def close_panel(self) -> None:
        """Close the panel if it is a window itself."""
        if self.has_panel and isinstance(self.panel, PanelWindow):
            self.panel.close()
