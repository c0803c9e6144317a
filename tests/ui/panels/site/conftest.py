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


@pytest.fixture
def shown_lines(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the lines that the editor was asked to show."""
    lines: list[int] = []
    monkeypatch.setattr(studio.editor, "reveal_line", lines.append)
    return lines
