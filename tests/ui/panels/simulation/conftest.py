"""A panel that gets its analyses as from the window."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.ui.document.urls import DocumentUrls
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from tests.draft.conftest import SITE, Analyse, make
from tests.ui.asked import Asked

__all__ = ["make"]


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked, make: Analyse) -> Iterator[SimulationPanel]:
    """Show a panel; changes of the URLs lead to a new analysis, as from the window."""
    panel = SimulationPanel(DocumentUrls(), asked.simulation())
    qtbot.addWidget(panel)

    def on_urls_changed(urls: object) -> None:
        panel.show_analysis(make(urls=urls))

    panel.urls.urls_changed.connect(on_urls_changed)
    panel.resize(930, 470)
    panel.set_base(SITE)
    panel.show()
    qtbot.waitExposed(panel)
    yield panel
    panel.close_threads()
    panel.urls.urls_changed.disconnect(on_urls_changed)
