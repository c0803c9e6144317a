"""The rendering of a page: from an address or a URL elsewhere, through a thread of its own, into its window."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.scope import governing_robots_url
from robotstudio.fetch.options import DefaultOptions
from robotstudio.store.errors import BadUrlError, RobotStudioError
from robotstudio.store.files import write_atomic
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import normalise

if TYPE_CHECKING:
    from robotstudio.crawl.rendering.renderer import Request
    from robotstudio.crawl.rendering.report import RenderChoice, RenderReport
    from robotstudio.ui.panels.rendered_page.panel import RenderedPagePanel

_SECONDS_PER_LOOK = 0.1
"""How often a running browser is looked at for a cancelled rendering."""


class RenderedPageController(PanelController["RenderedPagePanel"]):
    """Renders pages by the draft if they are of its site, else by the live robots.txt."""

    panel_of = "fetch.render"
    has_sandbox = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._usual = context.fetcher.usual
        self._draft_url = ""  # the robots.txt that the draft replaces in the running rendering
        self._report: RenderReport | None = None
        self.rendering = Background("rendering", self)
        self.rendering.answered.connect(self._on_rendered)
        self.rendering.failed.connect(self._on_failed)
        context.session.crawlers_changed.connect(self._on_crawlers_changed)

    def make_panel(self, kind: Callable[..., "RenderedPagePanel"]) -> "RenderedPagePanel":
        panel = kind(self, self._window)
        panel.offer(_renderers(self._session.crawlers))
        return panel

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"fetch.render": self.open_window}

    def open_window(self) -> None:
        """Show the window; nothing is rendered yet."""
        self.panel.bring_up()

    def open_page(self, address: str) -> None:
        """Show the window, and render a page."""
        self.panel.bring_up()
        self.panel.render_page(address)

    def render(self, address: str, crawler: Crawler) -> None:
        from robotstudio.crawl.rendering.report import RenderChoice  # noqa: PLC0415  # few render

        try:
            url = normalise(address)
        except BadUrlError as error:
            self._on_failed(error)
            return
        if url.host is None or not url.url.startswith(("http://", "https://")):
            self._show_error(tr("Enter a full address, such as https://example.com/page."))
            return
        rules = governing_robots_url(url.url)
        is_of_draft = bool(rules) and rules == self._session.robots_url
        self._draft_url = self._session.robots_url if is_of_draft else ""
        drafts = {self._draft_url: self._session.body} if is_of_draft else {}
        choice = RenderChoice(has_sandbox=self.has_sandbox, drafts=drafts)
        self.panel.set_busy(is_busy=True)
        self.rendering.ask(partial(_rendered, url.url, crawler, choice, self._usual))

    def cancel(self) -> None:
        self.rendering.cancel()
        self.panel.set_busy(is_busy=False)

    def show_rule(self, request: "Request") -> None:
        line = request.decision.line
        if line and request.decision.robots_url == self._session.robots_url:
            self._window.open_work()
            self._editor.reveal_line(line)

    def save_pictures(self) -> None:
        from robotstudio.crawl.rendering.report import pictures_of  # noqa: PLC0415  # few save them

        folder = dialogs.ask_pictures_folder(self.panel)
        if folder is None or self._report is None:
            return
        try:
            for name, picture in pictures_of(self._report):
                write_atomic(folder / name, picture)
        except RobotStudioError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))

    def close(self) -> None:
        """Close the window and end the browser."""
        super().close()
        self.rendering.close()

    def _on_rendered(self, report: "RenderReport") -> None:
        self._report = report
        self.panel.set_busy(is_busy=False)
        self.panel.show_report(report, self._draft_url)

    def _on_failed(self, error: RobotStudioError) -> None:
        self._show_error(WORDS.tell(error.told))

    def _show_error(self, sentence: str) -> None:
        self._report = None
        self.panel.set_busy(is_busy=False)
        self.panel.show_error(sentence)

    def _on_crawlers_changed(self, _crawlers: object) -> None:
        if self.has_panel:
            self.panel.offer(_renderers(self._session.crawlers))


def _renderers(crawlers: tuple[Crawler, ...]) -> tuple[Crawler, ...]:
    """Return the crawlers without tokens that fetch nothing."""
    return tuple(crawler for crawler in crawlers if not crawler.is_control)


def _rendered(
    url: str, crawler: Crawler, choice: "RenderChoice", usual: DefaultOptions, is_cancelled: Callable[[], bool]
) -> "RenderReport | None":
    """Render a page in this thread; None if that was cancelled."""
    from robotstudio.crawl.rendering.report import render_page  # noqa: PLC0415
    from robotstudio.fetch.client import Fetcher  # noqa: PLC0415
    from robotstudio.fetch.resolving import FetchLoop  # noqa: PLC0415

    async def until_cancelled() -> "RenderReport":
        task = asyncio.create_task(render_page(Fetcher(usual=usual), url, crawler, choice))
        while not task.done():
            await asyncio.wait([task], timeout=_SECONDS_PER_LOOK)
            if is_cancelled():
                task.cancel()
        return task.result()

    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        try:
            return runner.run(until_cancelled())
        except asyncio.CancelledError:
            return None
