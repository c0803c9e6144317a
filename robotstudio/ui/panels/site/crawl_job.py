"""The crawl of the window: one at a time, on its own fetch thread; its reports are frozen."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.crawl.model import CrawlProgress, HostState
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.runs import Run, next_run
from robotstudio.fetch.options import DefaultOptions
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import make_directory
from robotstudio.text.language import Told
from robotstudio.ui.jobs.fetch_job import FetchJob
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST

if TYPE_CHECKING:
    from robotstudio.crawl.crawl import Crawl
    from robotstudio.fetch.client import Fetcher


class CrawlNews(Struct, frozen=True):
    """The progress of a crawl, and its hosts."""

    progress: CrawlProgress
    hosts: tuple[HostState, ...]


_NO_JOB = -1


class _CrawlControl:
    """Pause and stop requests for a crawl, also before it has started; the crawl accepts them from any thread."""

    def __init__(self) -> None:
        self.crawl: Crawl | None = None
        self.is_stopped = self.is_paused = False

    def take(self, crawl: "Crawl") -> None:
        self.crawl = crawl
        if self.is_stopped:
            crawl.stop()
        if self.is_paused:
            crawl.pause()


class CrawlJob(FetchJob):
    """Starts a crawl in a file, or resumes the one in it."""

    progressed = Signal(object)  # CrawlNews
    ended = Signal(object)  # CrawlNews, or a Told with the error; None when the program ends

    _reported = Signal(int, object)

    def __init__(self, parent: QObject, usual: DefaultOptions | None = None) -> None:
        super().__init__(parent, usual)
        self._control = _CrawlControl()
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    @property
    def is_paused(self) -> bool:
        return self.busy and self._control.is_paused

    def prepare(self) -> None:
        """Start the thread and import the crawl modules in it before the window has pages to show."""
        self._thread.run(_imported, _NO_JOB, self._ended.emit)

    def crawl(self, path: Path, plan: CrawlPlan | None, *, is_new: bool) -> Path:
        """Start another run of a crawl, or resume the one in the file; return its file. Raises CrawlFileError."""
        run = next_run(path, datetime.now()) if is_new else Run(path, None, None)  # noqa: DTZ005  # the user's own time
        job, self._control = self._begin(), _CrawlControl()
        report = self._thread.until_closed(partial(self._reported.emit, job))
        self._thread.run(partial(_crawled, run, plan, is_new, self._control, report), job, self._ended.emit)
        return run.path

    def pause(self) -> None:
        """Send no more requests until `go_on`."""
        self._control.is_paused = True
        if self._control.crawl is not None:
            self._control.crawl.pause()

    def go_on(self) -> None:
        self._control.is_paused = False
        if self._control.crawl is not None:
            self._control.crawl.go_on()

    def stop(self) -> None:
        """Stop soon; the crawl can be resumed."""
        self._control.is_stopped = True
        if self._control.crawl is not None:
            self._control.crawl.stop()

    def _on_reported(self, job: int, news: CrawlNews) -> None:
        if job == self._job and self.busy:
            self.progressed.emit(news)

    def _end(self, result: object) -> None:
        self.ended.emit(result)


async def _imported(_fetcher: "Fetcher") -> None:
    import_module("robotstudio.crawl.crawl")


async def _crawled(
    run: Run,
    plan: CrawlPlan | None,
    is_new: bool,  # bound by position
    control: _CrawlControl,
    report: Callable[[CrawlNews], None],
    fetcher: "Fetcher",
) -> CrawlNews | Told:
    from robotstudio.crawl.crawl import Crawl  # noqa: PLC0415  # brings httpx: 100 ms that the window need not wait

    def tell(progress: CrawlProgress) -> None:
        report(CrawlNews(progress, crawl.hosts()))

    try:
        make_directory(run.path.parent)
        run.wait_for_last()
        await fetcher.unlock(plan.starts if plan else ())
        crawl = Crawl(run.path, plan, before=run.before, is_new=is_new, on_progress=tell, give_way=WINDOW_FIRST.give)
        try:
            if crawl.plan.renders:
                from robotstudio.crawl.rendering.crawled import CrawlRenderer  # noqa: PLC0415  # few crawls render

                crawl.renderer = CrawlRenderer()
            control.take(crawl)
            progress = await crawl.run(fetcher)
        finally:
            crawl.close()  # even if it has not run
    except RobotStudioError as error:
        return error.told
    return CrawlNews(progress, crawl.hosts())
