"""A window that records what its panels ask for."""

from collections.abc import Callable
from typing import cast

from robotstudio.ui.panels.crawlers.panel import CrawlerActions
from robotstudio.ui.panels.hosts import HostsActions
from robotstudio.ui.panels.settings.panel import SettingsActions
from robotstudio.ui.panels.simulation.actions import SimulationActions
from robotstudio.ui.panels.simulation.matrix_view import RowActions
from robotstudio.ui.panels.site.actions import SiteActions
from robotstudio.ui.panels.survey.actions import SurveyActions
from robotstudio.ui.panels.welcome.actions import StartActions
from robotstudio.ui.panels.why.actions import WhyActions


class Asked:
    """Records requests of panels: names of methods with their arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.sitemaps = 0

    @property
    def names(self) -> list[str]:
        """The names of the methods that were called."""
        return [str(call[0]) for call in self.calls]

    def settings(self) -> SettingsActions:
        return cast("SettingsActions", self)

    def start(self) -> StartActions:
        return cast("StartActions", self)

    def survey(self) -> SurveyActions:
        return cast("SurveyActions", self)

    def simulation(self) -> SimulationActions:
        return cast("SimulationActions", self)

    def rows(self) -> RowActions:
        return cast("RowActions", self)

    def why(self) -> WhyActions:
        return cast("WhyActions", self)

    def crawlers(self) -> CrawlerActions:
        return cast("CrawlerActions", self)

    def hosts(self) -> HostsActions:
        return cast("HostsActions", self)

    def site(self) -> SiteActions:
        return cast("SiteActions", self)

    def count_sitemaps(self) -> int:
        return self.sitemaps

    def column_title(self, _token: str) -> str:
        return ""

    def take(self) -> list[object]:
        """Return the names of the requests since the last look."""
        names = [call[0] for call in self.calls]
        self.calls.clear()
        return names

    def column_crawlers(self, _token: str) -> tuple[()]:
        return ()

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *values: self.calls.append((name, *values))
