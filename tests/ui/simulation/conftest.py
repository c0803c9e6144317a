"""A draft, its URLs and crawlers, evaluated for real; and a panel that is fed as the window feeds it."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import crawler_for
from robotstudio.io.url_builder import as_set
from robotstudio.io.urls import TestUrl, parse_list
from robotstudio.ui.analysis import Analysis, Request, analyse
from robotstudio.ui.simulation.panel import SimulationPanel
from robotstudio.ui.theme.theme import Theme

SITE = "https://www.example.com"

DRAFT = b"""User-agent: *
Disallow: /admin/
Disallow: /search

User-agent: Googlebot
Disallow: /admin/
Disallow: /search
Disallow: /cart/
Allow: /cart/help

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /
Allow: /blog/*.html$
"""

PATHS = (
    "/",
    "/cart/",
    "/cart/checkout?step=2",
    "/cart/help/returns",
    "/search?q=shoes",
    "/admin/login",
    "/blog/2026/hello.html",
    "/robots.txt",
)

TOKENS = ("Googlebot", "bingbot", "Applebot", "GPTBot", "ClaudeBot", "*")

Analyse = Callable[..., Analysis]


@pytest.fixture
def make() -> Analyse:
    """Evaluates a draft for URLs (a list as text, or as parsed) and tokens."""

    def make_analysis(
        draft: bytes = DRAFT,
        urls: str | Sequence[TestUrl] = "\n".join(PATHS),
        tokens: Sequence[str] = TOKENS,
        base: str | None = SITE,
    ) -> Analysis:
        listed = as_set(parse_list(urls, base).urls if isinstance(urls, str) else urls)
        table = UrlTable([url.url for url in listed])
        return analyse(Request(1, draft, listed, table, tuple(crawler_for(token) for token in tokens)))

    return make_analysis


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, make: Analyse) -> Iterator[SimulationPanel]:
    """A shown panel; changes of the URLs come back as a new analysis, as from the window."""
    panel = SimulationPanel(theme)
    qtbot.addWidget(panel)

    def on_urls_changed(urls: object) -> None:
        panel.show_analysis(make(urls=urls))

    panel.urls_changed.connect(on_urls_changed)
    panel.resize(930, 470)
    panel.set_base(SITE)
    panel.show()
    qtbot.waitExposed(panel)
    yield panel
    panel.urls_changed.disconnect(on_urls_changed)
