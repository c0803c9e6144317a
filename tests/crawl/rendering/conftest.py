"""A browser that the tests of a module share; without one they are skipped, and say so."""

import asyncio
import os
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from robotstudio.crawl.rendering.browser import Browser, find_browser, open_browser
from robotstudio.crawl.rendering.report import RenderChoice, RenderReport, render_with
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.resolving import FetchLoop
from tests.fetch.server import PATIENT

T = TypeVar("T")
HAS_SANDBOX = sys.platform != "linux" or os.geteuid() != 0
"""Chromium refuses to run as root with its sandbox."""


@pytest.fixture(scope="session")
def program() -> Path:
    """Find the browser of this computer."""
    found = find_browser()
    if found is None:
        pytest.skip("there is no Chromium, Chrome or Edge on this computer")
    return found


class Rendering:
    """Renders pages in one browser."""

    def __init__(self, runner: asyncio.Runner, browser: Browser) -> None:
        self._runner = runner
        self.browser = browser

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    def render(self, url: str, crawler: str = "Googlebot", **drafts: bytes) -> RenderReport:
        choice = RenderChoice(drafts={f"{url.rpartition('/')[0]}/robots.txt": draft for draft in drafts.values()})
        return self.run(render_with(self.browser, Fetcher(PATIENT), url, CATALOGUE.crawler_for(crawler), choice))


@pytest.fixture(scope="module")
def rendering(program: Path) -> Iterator[Rendering]:
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        opened = open_browser(program, has_sandbox=HAS_SANDBOX)
        browser = runner.run(opened.__aenter__())
        yield Rendering(runner, browser)
        runner.run(opened.__aexit__(None, None, None))
