"""A panel that gets its analyses as from the window."""

from collections.abc import Callable, Iterator
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.ui.document.urls import DocumentUrls
from robotstudio.ui.panels.simulation.actions import SimulationActions
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from tests.draft.conftest import SITE, Analyse, make

__all__ = ["make"]


class Asked:
    """Records what the tab asks of the window: names of methods with their arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.sitemaps = 0

    @property
    def actions(self) -> SimulationActions:
        return cast("SimulationActions", self)

    def count_sitemaps(self) -> int:
        return self.sitemaps

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *values: self.calls.append((name, *values))


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked, make: Analyse) -> Iterator[SimulationPanel]:
    """Show a panel; changes of the URLs lead to a new analysis, as from the window."""
    panel = SimulationPanel(DocumentUrls(), asked.actions)
    qtbot.addWidget(panel)

    def on_urls_changed(urls: object) -> None:
        panel.show_analysis(make(urls=urls))

    panel.urls.urls_changed.connect(on_urls_changed)
    panel.resize(930, 470)
    panel.set_base(SITE)
    panel.show()
    qtbot.waitExposed(panel)
    yield panel
    panel.urls.urls_changed.disconnect(on_urls_changed)
