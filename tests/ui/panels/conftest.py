"""What the tests of the wiring share: one window with a draft, a few URLs and crawlers."""

from pathlib import Path

import pytest

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.io.urls import parse_list
from robotstudio.ui.studio import Studio
from tests.ui.studios import ROBOTS, Studios


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A robots.txt on disk."""
    path = tmp_path / "robots.txt"
    path.write_bytes(ROBOTS)
    return path


@pytest.fixture
def studio(studios: Studios, file: Path) -> Studio:
    """A window in which a file is open."""
    studio = studios.start()
    studio.session.set_crawlers((CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]))
    studio.session.set_urls(parse_list("/\n/private/a\n/private/open\n").urls)
    studio.open(file)
    return studio
