"""The crawl of a window."""

import pytest

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.crawling import Crawling
from tests.ui.studios import act


@pytest.fixture
def crawling(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> Crawling:
    monkeypatch.setenv("no_proxy", "*")
    act(studio, "view.site")
    return studio.site.crawling
