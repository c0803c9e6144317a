"""A draft and a panel that explains it."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.engine import Robots, Verdict
from robotstudio.engine.crawlers import crawler_for
from robotstudio.fetch.scenario_words import OriginStep
from robotstudio.ui.panels.why.panel import WhyPanel
from tests.ui.asked import Asked

DRAFT = b"""\
User-agent: *
Disallow: /admin/
Disallow: /search

User-agent: Googlebot
Disallow: /admin/
Disallow: /search
Disallow: /cart/
Disallow: /*?sessionid=
Allow: /cart/help
Allow: /search/about
Disallow: /*?sort=
Allow: /products?sort=new$
"""

Explain = Callable[..., Verdict]


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked) -> WhyPanel:
    """Show a panel without a subject."""
    panel = WhyPanel(asked.why())
    qtbot.addWidget(panel)
    panel.resize(930, 292)
    panel.show()
    return panel


@pytest.fixture
def explain(panel: WhyPanel) -> Explain:
    """Return a function that shows the verdict on a URL in the panel."""

    def show(
        url: str = "/cart/checkout?step=2",
        name: str = "Googlebot",
        body: bytes = DRAFT,
        origin: OriginStep | None = None,
    ) -> Verdict:
        crawler = crawler_for(name)
        verdict = Robots.parse(body, crawler.dialect).decide(url, crawler.chain)
        panel.show_verdict(verdict, crawler, url, origin=origin)
        return verdict

    return show
