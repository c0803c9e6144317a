"""The window as it is first seen: the start page, in the look and at the place that were remembered."""

from collections.abc import Sequence

from robotstudio.io.places import Places
from robotstudio.io.state import StateStore
from robotstudio.io.templates import Template
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.panels.welcome.panel import TemplateChoice, WelcomePage
from robotstudio.ui.theme.theme import Mode, Theme

_NOT_YET = "…"


class StartWindow:
    """A window that shows how to begin, and imports nothing of what is done with a draft; a `Studio` does that."""

    def __init__(self, theme: Theme, places: Places, templates: Sequence[Template]) -> None:
        self.store = StateStore(places.state)
        self.loaded = self.store.load()
        theme.set_mode(Mode(self.loaded.state.theme))
        choices = [TemplateChoice(template.id, template.title, template.description) for template in templates]
        self.welcome = WelcomePage(theme, choices)
        self.window = MainWindow(theme, self.welcome)
        for selector in (self.window.top_bar.crawlers_button, self.window.top_bar.scenario_button):
            selector.set_value(_NOT_YET)
        self.window.restoreGeometry(self.loaded.state.geometry)
