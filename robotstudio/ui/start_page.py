"""The start page of a document, which is made when it is first seen, and what is known of it before."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal

from robotstudio.io.templates import Template
from robotstudio.ui.document_window import DocumentWindow
from robotstudio.ui.theme.theme import Theme

if TYPE_CHECKING:  # a document that begins with a text needs none
    from robotstudio.app.project import ProjectSummary
    from robotstudio.ui.context import WelcomePage


class StartPage(QObject):
    """Says what is chosen on the page, and keeps what it is to show until it is there."""

    fetch_chosen = Signal()
    open_chosen = Signal()
    template_chosen = Signal(str)
    example_chosen = Signal()
    examples_chosen = Signal()
    tour_chosen = Signal()
    tour_declined = Signal()
    recent_chosen = Signal(Path)
    recent_removed = Signal(Path)
    projects_requested = Signal()

    def __init__(self, theme: Theme, templates: Sequence[Template], window: DocumentWindow) -> None:
        super().__init__(window)
        self._theme = theme
        self._templates = templates
        self.window = window
        self._recent: tuple[Sequence[str], Sequence[str]] = (), ()
        self._summaries: Sequence[ProjectSummary] = ()
        self._offers_tour = False
        window.set_start_page(self._made_page)

    @cached_property
    def page(self) -> "WelcomePage":
        """The page itself, in its place."""
        from robotstudio.ui.panels.welcome.panel import TemplateChoice, WelcomePage  # noqa: PLC0415  # when it is seen

        choices = [TemplateChoice(template.id, template.title, template.description) for template in self._templates]
        page = WelcomePage(self._theme, choices)
        for chosen, told in (
            (page.fetch_chosen, self.fetch_chosen),
            (page.open_chosen, self.open_chosen),
            (page.template_chosen, self.template_chosen),
            (page.example_chosen, self.example_chosen),
            (page.examples_chosen, self.examples_chosen),
            (page.tour_chosen, self.tour_chosen),
            (page.tour_declined, self.tour_declined),
            (page.recent.chosen, self.recent_chosen),
            (page.recent.removed, self.recent_removed),
            (page.recent.projects_requested, self.projects_requested),
        ):
            chosen.connect(told)
        page.show_recent(*self._recent)
        page.recent.show_summaries(self._summaries)
        page.show_tour_offer(is_shown=self._offers_tour)
        self.window.put_start_page(page)
        return page

    def show_recent(self, projects: Sequence[str], files: Sequence[str]) -> None:
        """List what was open last."""
        self._recent = projects, files
        if self._is_made:
            self.page.show_recent(projects, files)

    def show_summaries(self, summaries: Sequence["ProjectSummary"]) -> None:
        """Say more of what was open last."""
        self._summaries = summaries
        if self._is_made:
            self.page.recent.show_summaries(summaries)

    def show_tour_offer(self, *, is_shown: bool) -> None:
        """Offer the tour, or stop offering it."""
        self._offers_tour = is_shown
        if self._is_made:
            self.page.show_tour_offer(is_shown=is_shown)

    def popup_templates(self, at: QPoint) -> None:
        """Offer the templates in a menu at a point of the screen."""
        self.page.popup_templates(at)

    @property
    def _is_made(self) -> bool:
        return "page" in vars(self)

    def _made_page(self) -> "WelcomePage":
        return self.page
