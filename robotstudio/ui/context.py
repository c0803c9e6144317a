"""What the controllers share, and what the window asks of each of them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:  # a controller may use another panel through its context, and import none
    from robotstudio.io.state import State
    from robotstudio.io.templates import Example, Template
    from robotstudio.ui.documents import Document
    from robotstudio.ui.editor.pane import EditorPane
    from robotstudio.ui.expectation_document import ExpectationDocument
    from robotstudio.ui.fetching import FetchRunner
    from robotstudio.ui.histories import HistoryRunner
    from robotstudio.ui.main_window import MainWindow
    from robotstudio.ui.own_crawlers import OwnCrawlers
    from robotstudio.ui.pages import Pages
    from robotstudio.ui.panels.simulation.panel import SimulationPanel
    from robotstudio.ui.panels.welcome.page import WelcomePage
    from robotstudio.ui.panels.why.panel import WhyPanel
    from robotstudio.ui.session import Session
    from robotstudio.ui.theme.theme import Theme


from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the right column: its words, the panel that it shows, and the part of it that F6 leads to.

    That is no focus proxy of the panel: with one, Tab would pass over the parts before it.
    """

    id: str
    title: str
    panel: QWidget
    main_part: QWidget | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """The parts of one window that more than one controller works with."""

    theme: "Theme"
    window: "MainWindow"
    session: "Session"
    document: "Document"
    expectations: "ExpectationDocument"
    crawlers: "OwnCrawlers"
    fetcher: "FetchRunner"
    history: "HistoryRunner"
    editor: "EditorPane"
    pages: "Pages"
    simulation: "SimulationPanel"
    why: "WhyPanel"
    welcome: "WelcomePage"
    templates: Mapping[str, "Template"]
    example: "Example"


class Controller(QObject):
    """Owns the state of a panel, which shows it, and connects both with what the context holds.

    `state_changed` tells that something to be remembered is another.
    """

    state_changed = Signal()

    def __init__(self, context: Context) -> None:
        """A controller that belongs to the window."""
        super().__init__(context.window)
        self._theme = context.theme
        self._window = context.window
        self._session = context.session
        self._document = context.document
        self._crawlers = context.crawlers
        self._editor = context.editor
        self._pages = context.pages
        self._simulation = context.simulation

    def targets(self) -> Mapping[str, Callable[..., object]]:
        """What the actions of its rows in the table of actions do."""
        return {}

    def state(self) -> Mapping[str, object]:
        """What it wants remembered: fields of `State` by their names."""
        return {}

    def restore(self, state: "State") -> None:
        """Take what it had remembered."""

    def find(self) -> bool:
        """Let the person search in its panel where that has the keyboard; False where it has not."""
        return False

    def close(self) -> None:
        """End what runs beside the window."""
