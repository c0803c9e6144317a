"""The start page of a document, which is made when it is first seen."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from robotstudio.project.state import State
from robotstudio.project.templates import Template
from robotstudio.ui.document.context import Controller
from robotstudio.ui.shell.document_window import DocumentWindow
from robotstudio.ui.theme.theme import Theme

if TYPE_CHECKING:  # a document that begins with a text needs none
    from robotstudio.ui.document.context import WelcomePage


class StartPage:
    """Shows what was remembered until there are controllers, to whom it is handed over with all that is done on it."""

    def __init__(self, theme: Theme, templates: Sequence[Template], window: DocumentWindow, remembered: State) -> None:
        self._theme = theme
        self._templates = templates
        self._remembered = remembered
        self._owners: Iterable[Controller] | None = None
        self.window = window
        window.set_start_page(self)

    @property
    def page(self) -> "WelcomePage":
        """The page itself, in its place."""
        self.window.put_start_page()
        return self.panel

    @cached_property
    def panel(self) -> "WelcomePage":
        """The page, for its place."""
        from robotstudio.ui.panels.welcome.panel import TemplateChoice, WelcomePage  # noqa: PLC0415  # when it is seen

        choices = [TemplateChoice(template.id, template.title, template.description) for template in self._templates]
        page = WelcomePage(self._theme, choices)
        if self._owners is None:
            page.show_recent(self._remembered.recent_projects, self._remembered.recent_files)
            page.show_tour_offer(is_shown=self._remembered.offers_tour)
        else:
            _give(page, self._owners)
        return page

    def hand_over(self, owners: Iterable[Controller]) -> None:
        """Let these have the page, which may be there already; nobody, where the document is closed."""
        self._owners = owners
        if "panel" in vars(self):
            _give(self.panel, owners)


def _give(page: "WelcomePage", owners: Iterable[Controller]) -> None:
    for owner in owners:
        owner.take_start_page(page)
